r"""``\arg\min`` and ``\min`` of quadratic functions, over declared variables and over all terms that speak of them."""

import pytest

from tests.judged import judged

RIDGE = r"X \in \mathbb{R}^{n \times d}, y \in \mathbb{R}^n, w \in \mathbb{R}^d, \lambda \in \mathbb{R}, \lambda > 0"
SOLVED = RIDGE + r" \\ w^*(\lambda) := \arg\min_{w \in \mathbb{R}^d} \frac12 \|X w - y\|^2 + \frac{\lambda}{2} \|w\|^2"
FULL = r"X \in \mathbb{R}^{n \times d}, y \in \mathbb{R}^n, \operatorname{rank}(X) = d \\ \hat w := \arg\min_w \|X w - y\|^2"
LEFT = r"X \in \mathbb{R}^{n \times d}, Y \in \mathbb{R}^{n \times k}, \lambda \in \mathbb{R}, \lambda > 0"
RIGHT = r"X \in \mathbb{R}^{d \times n}, Y \in \mathbb{R}^{k \times n}, \lambda \in \mathbb{R}, \lambda > 0"
BOTH = (
    r"A \in \mathbb{R}^{n \times n}, B \in \mathbb{R}^{m \times m}, C \in \mathbb{R}^{n \times m}, A \succ 0, B \succ 0"
)
POINTS = r"x_1, \dots, x_N \in \mathbb{R}^d, a_1, \dots, a_N \in \mathbb{R} \\ a_i > 0 \quad \forall i"
SAMPLES = r"x_1, \dots, x_N \in \mathbb{R}^d, y_1, \dots, y_N \in \mathbb{R}, \lambda \in \mathbb{R}, \lambda > 0"
QUADRATIC = r"A \in \mathbb{R}^{n \times n}, A \succ 0, b, x \in \mathbb{R}^n \\ f(x) := \frac12 x^\top A x - b^\top x"
WITH_MINIMUM = QUADRATIC + r" \\ x^* := \arg\min_x f(x)"
NUMBERS = r"b, a \in \mathbb{R}, a > 0"
STEP = r"g, x \in \mathbb{R}^n, \eta \in \mathbb{R}, \eta > 0"
VECTOR = r"x \in \mathbb{R}^n \\ f(x) := -\|x\|^2"
RADIUS = r"r \in \mathbb{R}, r \ge 0, g \in \mathbb{R}^n"
SYMMETRIC = r"M \in \mathbb{R}^{n \times n} \text{ symmetric}"
SQUARE = r"M \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (RIDGE, r"\arg\min_w \|X w - y\|^2 + \lambda \|w\|^2 = (X^\top X + \lambda I)^{-1} X^\top y", "holds"),
        (RIDGE, r"\arg\min_w \|X w - y\|^2 + \lambda \|w\|^2 = (X^\top X + 2 \lambda I)^{-1} X^\top y", "refuted"),
        (RIDGE, r"\operatorname*{argmin}_{w \in \mathbb{R}^d} \{ \frac{1}{n}\|X w - y\|^2 + \lambda \|w\|^2 \} = (X^\top X + \lambda I)^{-1} X^\top y", "refuted"),
        (RIDGE, r"\operatorname*{argmin}_{w \in \mathbb{R}^d} \{ \frac{1}{n}\|X w - y\|^2 + \lambda \|w\|^2 \} = (X^\top X + n \lambda I)^{-1} X^\top y", "holds"),
        (RIDGE, r"\min_w \|X w - y\|^2 + \lambda \|w\|^2 = y^\top y - y^\top X (X^\top X + \lambda I)^{-1} X^\top y", "holds"),
        (RIDGE, r"\min_w \|X w - y\|^2 + \lambda \|w\|^2 = y^\top y + y^\top X (X^\top X + \lambda I)^{-1} X^\top y", "refuted"),
        (SOLVED, r"\frac{\partial w^*}{\partial \lambda} = -(X^\top X + \lambda I)^{-1} w^*(\lambda)", "holds"),
        (SOLVED, r"\frac{\partial w^*}{\partial \lambda} = (X^\top X + \lambda I)^{-1} w^*(\lambda)", "refuted"),
        (FULL, r"\hat w = (X^\top X)^{-1} X^\top y", "holds"),
        (FULL, r"X^\top (X \hat w - y) = 0", "holds"),
        (FULL, r"X \hat w = y", "refuted"),
        (LEFT, r"\arg\min_{W \in \mathbb{R}^{d \times k}} \|X W - Y\|_F^2 + \lambda \|W\|_F^2 = (X^\top X + \lambda I)^{-1} X^\top Y", "holds"),
        (LEFT, r"\arg\min_{W \in \mathbb{R}^{d \times k}} \|X W - Y\|_F^2 + \lambda \|W\|_F^2 = (X^\top X)^{-1} X^\top Y", "refuted"),
        (RIGHT, r"\arg\min_{W \in \mathbb{R}^{k \times d}} \|W X - Y\|_F^2 + \lambda \|W\|_F^2 = Y X^\top (X X^\top + \lambda I)^{-1}", "holds"),
        (RIGHT, r"\arg\min_{W \in \mathbb{R}^{k \times d}} \|W X - Y\|_F^2 + \lambda \|W\|_F^2 = Y X^\top (X X^\top - \lambda I)^{-1}", "refuted"),
        (BOTH, r"\arg\min_{Z \in \mathbb{R}^{n \times m}} \frac12 \operatorname{tr}(Z^\top A Z B) - \operatorname{tr}(C^\top Z) = A^{-1} C B^{-1}", "holds"),
        (BOTH, r"\arg\min_{Z \in \mathbb{R}^{n \times m}} \frac12 \operatorname{tr}(Z^\top A Z B) - \operatorname{tr}(C^\top Z) = 2 A^{-1} C B^{-1}", "refuted"),
        (POINTS, r"\arg\min_{c \in \mathbb{R}^d} \sum_{i=1}^N \|x_i - c\|^2 = \frac1N \sum_{i=1}^N x_i", "holds"),
        (POINTS, r"\arg\min_{c \in \mathbb{R}^d} \sum_{i=1}^N \|x_i - c\|^2 = \sum_{i=1}^N x_i", "refuted"),
        (POINTS, r"\arg\min_{c \in \mathbb{R}^d} \sum_{i=1}^N a_i \|x_i - c\|^2 = \frac{\sum_i a_i x_i}{\sum_i a_i}", "holds"),
        (SAMPLES, r"\arg\min_{w \in \mathbb{R}^d} \sum_{i=1}^N (y_i - w^\top x_i)^2 + \lambda \|w\|^2 = \left(\sum_{i=1}^N x_i x_i^\top + \lambda I\right)^{-1} \sum_{i=1}^N y_i x_i", "holds"),
        (QUADRATIC, r"\min_x f(x) = -\frac12 b^\top A^{-1} b", "holds"),
        (QUADRATIC, r"\sup_x \{ b^\top x - \frac12 x^\top A x \} = \frac12 b^\top A^{-1} b", "holds"),
        (QUADRATIC, r"\sup_x \{ b^\top x - \frac12 x^\top A x \} = b^\top A^{-1} b", "refuted"),
        (WITH_MINIMUM, r"f(x) - f(x^*) = \frac12 (x - x^*)^\top A (x - x^*)", "holds"),
        (WITH_MINIMUM, r"f(x) - f(x^*) \ge \frac{\lambda_{\min}(A)}{2} \|x - x^*\|^2", "holds"),
        (WITH_MINIMUM, r"f(x) - f(x^*) \ge \lambda_{\min}(A) \|x - x^*\|^2", "refuted"),
        (NUMBERS, r"\max_{t \in \mathbb{R}} (b t - \frac{a}{2} t^2) = \frac{b^2}{2a}", "holds"),
        (NUMBERS, r"\max_{t \in \mathbb{R}} (b t - \frac{a}{2} t^2) = \frac{b^2}{a}", "refuted"),
        (NUMBERS, r"\arg\max_{t \in \mathbb{R}} (b t - \frac{a}{2} t^2) = \frac{b}{a}", "holds"),
        (STEP, r"\operatorname*{arg\,min}_{y \in \mathbb{R}^n} \left\{ \langle g, y \rangle + \frac{1}{2\eta} \|y - x\|^2 \right\} = x - \eta g", "holds"),
        (STEP, r"\underset{y \in \mathbb{R}^n}{\arg\min} \left\{ \langle g, y \rangle + \frac{1}{2\eta} \|y - x\|^2 \right\} = x + \eta g", "refuted"),
        (SQUARE, r"\arg\min_{Z \in \mathbb{R}^{n \times n}} \|Z - M\|_F^2 + \|Z - M^\top\|_F^2 = \frac{M + M^\top}{2}", "holds"),
        (SQUARE, r"\arg\min_{Z \in \mathbb{R}^{n \times n}} \|Z - M\|_F^2 + \|Z - M^\top\|_F^2 = M", "refuted"),
        (RIDGE, r"\arg\min_w \left( \|X w - y\|^2 + \lambda \|w\|^2 \right) + w = (X^\top X + \lambda I)^{-1} X^\top y + w", "holds"),
        (BOTH, r"\max_{x \in \mathbb{R}^n} y^\top x - \frac12 x^\top A x = \frac12 y^\top A^{-1} y".replace("y", "C_{:,1}"), "holds"),
        (QUADRATIC, r"\arg\min_{z \in \mathbb{R}^n} \frac12 \|z - b\|_A^2 + \frac12 \|z\|^2 = (A + I)^{-1} A b", "holds"),
        (QUADRATIC, r"\arg\min_{z \in \mathbb{R}^n} \frac12 \|z - b\|_A^2 + \frac12 \|z\|^2 = (A + I)^{-1} b", "refuted"),
        (QUADRATIC, r"x - [\nabla^2 f(x)]^{-1} \nabla f(x) = \arg\min_y f(y)", "holds"),
        (QUADRATIC, r"x - \nabla f(x) = \arg\min_y f(y)", "refuted"),
        (QUADRATIC, r"\min_y f(y) \le f(x)", "holds"),
        (VECTOR, r"\max_x f(x) - f(x) = 0", "ambiguous"),
        (VECTOR, r"\max_x f(x) - f(x) \ge 0", "holds"),
        (RADIUS, r"\max_{\|x\| \le r} g^\top x = r \|g\|", "holds"),
        (RADIUS, r"\min_{\|x\| \le r} g^\top x = 0", "refuted"),
        (RADIUS, r"\max_{\|x\|_1 \le r} g^\top x = r \|g\|_\infty", "holds"),
        (RADIUS, r"\max_{\|x\|_1 \le r} g^\top x = r \|g\|_1", "refuted"),
        (RADIUS.replace(r", r \ge 0", ""), r"\max_{\|x\| \le r} g^\top x = r \|g\|", "undecided"),
        (SQUARE, r"\max_{\|x\|=1} x^\top M x = \|M\|_2", "refuted"),
        (SQUARE, r"\max_{\|x\|=\|y\|=1} x^\top M y = \|M\|_2", "holds"),
        (SQUARE, r"\max_{\|x\| \le 1, \|y\| \le 1} x^\top M y = \|M\|_F", "refuted"),
        (SQUARE, r"\max_{\|Z\|_2 \le 1} \operatorname{tr}(M^\top Z) = \|M\|_*", "holds"),
        (SQUARE, r"\max_{\|Z\|_2 \le 1} \operatorname{tr}(M^\top Z) = \|M\|_F", "refuted"),
        (SYMMETRIC, r"\max_{\|x\| \le 1} x^\top M x = \lambda_{\max}(M)", "refuted"),
        (SYMMETRIC, r"\max_{\|x\| \le 1} x^\top M x = \max(0, \lambda_{\max}(M))", "holds"),
        (SYMMETRIC, r"\min_x \frac12 x^\top M x = 0", "refuted"),
    ],
)  # fmt: skip
def test_minimizers(given, claim, verdict, tmp_path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == verdict, found.message


@pytest.mark.parametrize(
    ("given", "claim", "said"),
    [
        (FULL.replace(r", \operatorname{rank}(X) = d", ""), r"\hat w = (X^\top X)^{-1} X^\top y", "not known to be definite"),
        (NUMBERS.replace(", a > 0", ""), r"\arg\max_{t \in \mathbb{R}} (b t - \frac{a}{2} t^2) = \frac{b}{a}", "not known to be definite"),
        (NUMBERS, r"\arg\min_{t \in \mathbb{R}} (b t - \frac{a}{2} t^2) = \frac{b}{a}", "not known to be definite"),
        (RIDGE, r"\arg\min_w \|X w - y\|_1 + \lambda \|w\|^2 = w", "not a quadratic function"),
        (RIDGE, r"\arg\min_{\|w\| \le 1} \|X w - y\|^2 + \lambda \|w\|^2 = w", "restricted set"),
        (RIDGE, r"\arg\min_{w \ge 0} \|X w - y\|^2 + \lambda \|w\|^2 = w", "restricted set"),
    ],
)  # fmt: skip
def test_other_minimizers_are_refused(given, claim, said, tmp_path):
    found = judged(claim, given, tmp_path)
    assert found.verdict == "undecided"
    assert said in (found.message or "")


def test_a_hypothesis_on_the_variable_restricts_it(tmp_path):
    found = judged(r"\arg\min_w \|X w - y\|^2 + \lambda \|w\|^2 = w", RIDGE + r", w \ge 0", tmp_path)
    assert found.verdict == "undecided"


def test_indices_are_no_variables(tmp_path):
    assert judged(r"\arg\max_i y_i = 1", RIDGE, tmp_path).verdict == "undecided"
