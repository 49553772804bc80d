r"""Jumps at thresholds, definitions by cases, sides that are defined nowhere, suprema over vectors, integrals."""

import pytest

from tests.judged import judged

T, X, A = r"t, a, b \in \mathbb{R}", r"x \in \mathbb{R}^n", r"A \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^n"
INVERSE = r"x \in \mathbb{R}, \quad f := \begin{cases} \frac{1}{x} & x \ne 0 \\ 0 & \text{otherwise} \end{cases}"
UNIT = r"x \in \mathbb{R}^n, \quad f := \begin{cases} \frac{x}{\|x\|_2} & x \ne 0 \\ 0 & \text{otherwise} \end{cases}"
LINE = r"t \in \mathbb{R}, \quad f(t) := \begin{cases} t & t \ne 0 \\ 0 & \text{otherwise} \end{cases}"
RAMP = r"t \in \mathbb{R}, \quad f(t) := \begin{cases} t & t > 0 \\ 0 & \text{otherwise} \end{cases}"


@pytest.mark.parametrize(
    ("given", "claim", "verdicts"),
    [
        (T, r"\mathbb{1}_{\{t \le \frac12\}} = \mathbb{1}_{\{t < \frac12\}}", "refuted"),
        (T, r"\mathbb{1}_{\{t \le 17\}} = \mathbb{1}_{\{t < 17\}}", "refuted"),
        (T, r"\mathbb{1}_{\{a \ge b + \frac12\}} = \mathbb{1}_{\{a > b + \frac12\}}", "refuted"),
        (T, r"\mathbb{1}_{\{\exp(t) \le 2\}} = \mathbb{1}_{\{\exp(t) < 2\}}", "undecided"),
        (T, r"\mathbb{1}_{\{t^2 \le 2\}} = \mathbb{1}_{\{t^2 < 2\}}", "undecided"),
        (T, r"\operatorname{sign}(t-\tfrac12) = 2\cdot\mathbb{1}_{\{t > \frac12\}} - 1", "refuted needs-hypothesis"),
        (T, r"\operatorname{sign}(t-\tfrac{7}{13})^2 = 1", "refuted needs-hypothesis"),
        (T, r"\mathbb{1}_{\{a = \frac13\}} \mathbb{1}_{\{b = \frac17\}} = 0", "refuted"),
        (T, r"t \cdot \mathbb{1}_{\{t \ge 0\}} = t \cdot \mathbb{1}_{\{t > 0\}}", "holds"),
        (T, r"(t - \frac12) \mathbb{1}_{\{t \ge \frac12\}} = \operatorname{ReLU}(t - \frac12)", "holds"),
        (
            X,
            r"\sum_{i=1}^n \mathbb{1}_{\{x_i > \frac13\}} + \sum_{i=1}^n \mathbb{1}_{\{x_i < \frac13\}} = n",
            "refuted",
        ),
        (INVERSE, r"x f = 1", "refuted needs-hypothesis"),
        (INVERSE, r"x^2 + f^2 > 0", "refuted needs-hypothesis"),
        (UNIT, r"\|f\|_2 = 1", "refuted needs-hypothesis"),
        (LINE, r"f'(t) = \begin{cases} 0 & t = 0 \\ 1 & \text{otherwise} \end{cases}", "undecided"),
        (RAMP, r"f'(t) = \mathbb{1}_{\{t > 0\}}", "holds"),
        (T, r"\frac{\partial\, t\,\mathbb{1}_{\{t \ne 0\}}}{\partial t} = \mathbb{1}_{\{t \ne 0\}}", "undecided"),
        (T, r"\frac{0}{t - t} = 0", "vacuous"),
        (T, r"\frac{1}{t - t} = a", "vacuous"),
        (T, r"\frac{0}{0} = 0", "vacuous"),
        (T, r"\frac{0}{t} = 0", "holds"),
        (X, r"\sum_{i \ne j} \frac{1}{x_i - x_j} = 0", "undecided holds"),
        (X, r"\sum_{i \ne j} \frac{1}{x_i - x_j} = 1", "refuted"),
        (T, r"0 \cdot \log(t) + |t| = t", "holds"),
        (r"S \in \mathbb{R}^{n \times n}", r"S^3 = 0 \implies (I_n - S)^{-1} = I_n + S + S^2", "holds"),
        (X, r"\sup_{\|x\|_\infty \le 1} \|x\|_2 \le 1", "refuted"),
        (A, r"\inf_{\|x\|_2 = 1} \|A x\|_2 = \sigma_{\min}(A)", "refuted"),
        (T, r"\int_0^1 t^2\, dt = \tfrac12", "refuted"),
        (T, r"\int_0^1 t^2\, dt = \tfrac13", "holds"),
        (T, r"\int_0^a 1 \, dt \ge 0", "refuted needs-hypothesis"),
    ],
)
def test_verdicts(given: str, claim: str, verdicts: str, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict in verdicts.split()
