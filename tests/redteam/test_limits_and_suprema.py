r"""Limits and orders of what is tied to what moves; definite or only semidefinite; bound variables with hypotheses; one constant for all; denominators that are numbers."""

# ruff: noqa: E501 - formulas stay on one line

import pytest

from tests.judged import judged


@pytest.mark.parametrize(
    ("given", "claim", "expected"),
    [
        (r"t \in \mathbb{R}", r"\frac{e^{-t}}{e^{-t} + e^{-2t}} \to 0 \quad (t \to \infty)", "undecided"),
        (
            r"\mathbf{x} \in \mathbb{R}^d, \quad \mathbf{x} > 0, \quad \beta \in \mathbb{R}",
            r"\frac{e^{-\beta x_1}}{\sum_{j=1}^{d} e^{-\beta x_j}} \to 0 \quad (\beta \to \infty)",
            "undecided",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^d, \quad \mathbf{x} > 0, \quad \beta \in \mathbb{R}",
            r"\frac{e^{-\beta x_1}}{1 + \sum_{j=1}^{d} e^{-\beta x_j}} \to 0 \quad (\beta \to \infty)",
            "holds",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^d, \quad t \in \mathbb{R}",
            r"\frac{\|e^{-t}\mathbf{x}\|_2}{\|e^{-t}\mathbf{x}\|_2} \to 0 \quad (t \to \infty)",
            "refuted",  # it is 1
        ),
        (
            r"a, t \in \mathbb{R}, \quad a > 0",
            r"\frac{1 - e^{-a t}}{e^{-t}} e^{-t} \to 0 \quad (t \to \infty)",
            "undecided",
        ),
        (r"t \in \mathbb{R}", r"e^{-t} e^{2 t} \to 0 \quad (t \to \infty)", "undecided"),
        (r"t \in \mathbb{R}", r"t^2 = \Theta(|t|) \quad (t \to 0)", "undecided"),
        (r"t \in \mathbb{R}", r"\tanh(t) \sim 2t \quad (t \to 0)", "undecided"),
        (r"t \in \mathbb{R}", r"\tanh(t) \sim t \quad (t \to 0)", "holds"),
        (r"t \in \mathbb{R}", r"\sin(t^2) \sim t^2 \quad (t \to 0)", "holds"),
        (
            r"\mathbf{z}, \mathbf{h} \in \mathbb{R}^d",
            r"\|\operatorname{softmax}(\mathbf{z} + \mathbf{h}) - \operatorname{softmax}(\mathbf{z})\|_2 = \Theta(\|\mathbf{h}\|_2^3) \quad (\mathbf{h} \to 0)",
            "undecided",
        ),
        (
            r"\mathbf{z}, \mathbf{h} \in \mathbb{R}^d",
            r"\|\operatorname{softmax}(\mathbf{z} + \mathbf{h}) - \operatorname{softmax}(\mathbf{z})\|_2 = O(\|\mathbf{h}\|_2) \quad (\mathbf{h} \to 0)",
            "holds",
        ),
        (r"\mathbf{A} \in \mathbb{R}^{m \times n}, \quad m = 2n", r"m = O(1) \quad (n \to \infty)", "undecided"),
        (
            r"\mathbf{A} \in \mathbb{R}^{m \times n}, \quad m \ge n",
            r"\frac{m}{n} = o(1) \quad (n \to \infty)",
            "undecided",
        ),
        (r"\mathbf{A} \in \mathbb{R}^{m \times n}", r"\frac{m}{n} = o(1) \quad (n \to \infty)", "holds"),
        (r"\mathbf{z} \in \mathbb{R}^n, \quad k \in \{1, \dots, n\}", r"k = O(1) \quad (n \to \infty)", "undecided"),
        (
            r"\mathbf{x} \in \mathbb{R}^d, \quad \mathbf{z} \in \mathbb{R}^n, \quad \|\mathbf{x}\|_2 \le \sqrt{n}",
            r"\|\mathbf{x}\|_2 = O(1) \quad (n \to \infty)",
            "undecided",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^d, \quad \mathbf{z} \in \mathbb{R}^n, \quad \|\mathbf{x}\|_2 \le \sqrt{n}",
            r"\|\mathbf{x}\|_2 = O(\sqrt{n}) \quad (n \to \infty)",
            "holds",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^d, \quad \mathbf{z} \in \mathbb{R}^n, \quad \|\mathbf{x}\|_2 \ge n",
            r"\|\mathbf{x}\|_2 = O(1) \quad (n \to \infty)",
            "undecided",
        ),
        (
            r"a \in \mathbb{R}, \quad \mathbf{z} \in \mathbb{R}^n, \quad 0 < a, \quad a \le \frac1n",
            r"e^{-a n} \to 0 \quad (n \to \infty)",
            "undecided",
        ),
        (
            r"a \in \mathbb{R}, \quad \mathbf{z} \in \mathbb{R}^n, \quad 1 \le a, \quad a \le n",
            r"a = \Theta(1) \quad (n \to \infty)",
            "undecided",
        ),
        (
            r"a, \epsilon \in \mathbb{R}, \quad \epsilon > 0, \quad a \ge \frac{1}{\epsilon}",
            r"a \epsilon = O(\epsilon) \quad (\epsilon \to 0)",
            "undecided",
        ),
        (
            r"a, \epsilon \in \mathbb{R}, \quad \epsilon > 0",
            r"a \epsilon = O(\epsilon) \quad (\epsilon \to 0)",
            "holds",
        ),
        (
            r"\mathbf{x}, \mathbf{y} \in \mathbb{R}^d, \quad \|\mathbf{x}\|_2 \ge 1/\|\mathbf{y}\|_2",
            r"\mathbf{x}^\top\mathbf{y} = O(\|\mathbf{y}\|_2) \quad (\mathbf{y} \to 0)",
            "undecided",
        ),
        (
            r"\mathbf{x}, \mathbf{y} \in \mathbb{R}^d",
            r"\mathbf{x}^\top\mathbf{y} = O(\|\mathbf{y}\|_2) \quad (\mathbf{y} \to 0)",
            "holds",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^n",
            r"\|\mathbf{x}\|_2 \le n \implies \|\mathbf{x}\|_2 = O(1) \quad \text{as } n \to \infty",
            "undecided",
        ),
        (
            r"\mathbf{Q} \in \mathbb{R}^{n \times k}, \quad \mathbf{Q}^\top\mathbf{Q} = \mathbf{I}_k, \quad \lambda_{\min}(\mathbf{I}_n - \mathbf{Q}\mathbf{Q}^\top) \le 0",
            r"\|\mathbf{Q}\|_2 \le 1",
            "holds",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^n",
            r"\lambda_{\min}(\mathbf{I}_n - \frac{1}{n} \mathbf{1}_n\mathbf{1}_n^\top) > 0",
            "refuted",
        ),
        (
            r"\mathbf{A} \in \mathbb{R}^{m \times n}, \quad \mathbf{A} \ne 0",
            r"\mathbf{A}^\top\mathbf{A} \prec \|\mathbf{A}\|_2^2 \mathbf{I}_n",
            "refuted",
        ),
        (
            r"\mathbf{A} \in \mathbb{R}^{m \times n}, \quad \mathbf{A} \ne 0",
            r"\mathbf{A}^\top\mathbf{A} \prec 2\|\mathbf{A}\|_2^2 \mathbf{I}_n",
            "holds",
        ),
        (
            r"\mathbf{A} \in \mathbb{R}^{m \times n}, \quad \mathbf{A} \ne 0",
            r"\mathbf{A}^\top\mathbf{A} \preceq \|\mathbf{A}\|_2^2 \mathbf{I}_n",
            "holds",
        ),
        (
            r"\mathbf{S} \in \mathbb{R}^{n \times n}, \mathbf{S}^\top = \mathbf{S}, \quad \mathbf{S}^\top\mathbf{S} = \mathbf{I}_n",
            r"\det(\mathbf{I}_n - \mathbf{S}) > 0",
            "refuted",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^n, \quad \|\mathbf{x}\|_2 \le 1",
            r"\sup_{\|\mathbf{x}\|_2 \le 2} \|\mathbf{x}\|_2 \le 1",
            "undecided",
        ),
        (r"t \in \mathbb{R}, \quad t \ge 3", r"\sup_{t \in [0, 2]} t \le 1", "undecided"),
        (r"t \in \mathbb{R}, \quad t \ge 1", r"\sup_{t \in [0, 2]} (1 - t) \le 0", "undecided"),
        (
            r"\mathbf{x} \in \mathbb{R}^d, \quad \mathbf{x} \ge 0",
            r"\min_{\|\mathbf{x}\|_2 \le 1} \mathbf{1}^\top\mathbf{x} \ge 0",
            "undecided",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^n, \quad \|\mathbf{x}\|_2 \le 1",
            r"\sup_{\mathbf{x} \in \mathbb{R}^n} \|\mathbf{x}\|_2 \le 1",
            "undecided",
        ),
        (
            r"\mathbf{x} \in \mathbb{R}^n, \quad \|\mathbf{x}\|_2 \le 1",
            r"\sup_{\mathbf{x}} \|\mathbf{x}\|_2 \le 1",
            "holds",
        ),
        (r"\mathbf{x} \in \mathbb{R}^n", r"\sup_{\|\mathbf{x}\|_2 \le 1} \|\mathbf{x}\|_2 \le 1", "holds"),
        (r"t \in \mathbb{R}", r"\sup_{t \in [0, 2]} t \le 2", "holds"),
        (r"\mathbf{x} \in \mathbb{R}^n", r"\exists C > 0 : \|\mathbf{x}\|_2 \le C", "undecided"),
        (
            r"\mathbf{x} \in \mathbb{R}^n, \quad C \in \mathbb{R}",
            r"\exists C > 0 : \|\mathbf{x}\|_2^2 \le C \|\mathbf{x}\|_2",
            "undecided",
        ),
        (r"\mathbf{x} \in \mathbb{R}^n", r"\exists C > 0 : \|\mathbf{x}\|_\infty \le C \|\mathbf{x}\|_2", "holds"),
        (r"a \in \mathbb{R}", r"\exists t > 0 : t \ge a", "undecided"),
        (
            r"C \in \mathbb{R}^{m \times n}",
            r"\exists X \in \mathbb{R}^{n \times m} : \operatorname{tr}(C X) = \|C\|_F^2",
            "holds",
        ),
        (r"x \in \mathbb{R}^n", r"\exists t \in \mathbb{R} : t = \|x\|_2", "holds"),
        (r"x \in \mathbb{R}", r"\frac{\sin(\pi)}{\sin(\pi)} = 1", "undecided"),
        (r"x \in \mathbb{R}", r"\frac{\sin(2\pi)}{\sin(\pi)} = 2\cos(\pi)", "undecided"),
        (r"x \in \mathbb{R}", r"\frac{\log(2)+\log(3)-\log(6)}{\log(2)+\log(3)-\log(6)} = 1", "vacuous"),
        (
            r"x \in \mathbb{R}",
            r"\frac{\sqrt{5+2\sqrt{6}} - \sqrt{2}-\sqrt{3}}{\sqrt{5+2\sqrt{6}} - \sqrt{2}-\sqrt{3}} = 1",
            "undecided",
        ),
        (r"x \in \mathbb{R}", r"\frac{x \sin(\pi)}{\sin(\pi)} = x", "undecided"),
        (r"x \in \mathbb{R}", r"\frac{x \sin(1)}{\sin(1)} = x", "holds"),
        (r"x \in \mathbb{R}", r"\frac{x \sqrt{2}}{\sqrt{2}} = x", "holds"),
        (r"x \in \mathbb{R}", r"e^{100} + 1 = e^{100}", "refuted"),
        (r"x \in \mathbb{R}", r"e^{\pi\sqrt{163}} = 262537412640768744", "refuted"),
        (
            r"n, d \in \mathbb{N}, \quad A \in \mathbb{R}^{d \times d}, \quad \det(A) = 0",
            r"\kappa(A) = O(1) \quad (n \to \infty)",
            "undecided",
        ),
        (
            r"n, d \in \mathbb{N}, \quad A \in \mathbb{R}^{d \times d}",
            r"\kappa(A) n = \Theta(n) \quad (n \to \infty)",
            "undecided",
        ),
        (r"t \in \mathbb{R}", r"\exists C > 0 : e^t \le C", "undecided"),
        (r"s, t \in \mathbb{R}", r"\exists C > 0 : |s t| \le C", "undecided"),
    ],
)
def test_verdicts(given, claim, expected, tmp_path):
    assert judged(claim, given, tmp_path).verdict == expected


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"f : \mathbb{R} \to \mathbb{R}", r"\lim_{x \to 0} f(x) = f(0)", "undecided"),
        (r"f : \mathbb{R} \to \mathbb{R}, f(0) = 1", r"\lim_{x \to 0} f(x) = 1", "undecided"),
        (r"f : \mathbb{R} \to \mathbb{R}, h \in \mathbb{R}", r"f(h) \to f(0) \text{ as } h \to 0", "undecided"),
        (r"f : \mathbb{R} \to \mathbb{R}, h \in \mathbb{R}", r"f(h) = f(0) + O(h) \text{ as } h \to 0", "undecided"),
        (r"f : \mathbb{R} \to \mathbb{R}, h \in \mathbb{R}", r"f(h) = f(0) + h f'(0) + O(h^2) \text{ as } h \to 0", "holds"),
        (r"f : \mathbb{R} \to \mathbb{R}", r"\lim_{h \to 0} \frac{f(h) - f(0)}{h} = f'(0)", "holds"),
        (r"f : \mathbb{R}^n \to \mathbb{R} \text{ convex}, v \in \mathbb{R}^n", r"\lim_{h \to 0} f(h v) = f(0)", "holds"),
        (r"f(x) := x^2", r"\lim_{h \to 0} f(h) = f(0)", "holds"),
    ],
)
def test_a_function_of_which_nothing_is_said_need_not_be_continuous(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
