r"""Greek letters that a statement restricts behind their use, families with listed values, determinants with powers."""

import pytest

from tests.judged import judged

RIDGE = (
    r"X \in \mathbb{R}^{n \times d}, w \in \mathbb{R}^d, y \in \mathbb{R}^n \\"
    r" L(w) = \frac{1}{2n} \|X w - y\|_2^2 + \frac{\lambda}{2} \|w\|_2^2"
)
NORMAL = r"x, \mu \in \mathbb{R}^n, \Sigma \in \mathbb{R}^{n \times n}, \Sigma \succ 0 \\ p(x) := "
EXPONENT = r"\exp(-\frac12 (x - \mu)^\top \Sigma^{-1} (x - \mu))"
TEMPERATURE = r"x \in \mathbb{R}^n \\ T > 0 \\ p := \operatorname{softmax}(x / T)"
LABELS = r"w \in \mathbb{R}^d, x_i \in \mathbb{R}^d, y_i \in \{-1, 1\} \text{ for } i = 1, \dots, n"
SIGNS = r"y_1, \dots, y_n \in \{-1, 1\}"
POLICIES = r"\pi, \pi_{\text{ref}} \in \mathbb{R}^n_{>0}"
GRADIENT = r"\nabla L(w) = \frac{1}{n} X^\top (X w - y) + \lambda w"
SCORE = r"\nabla_x \log p(x) = -\Sigma^{-1} (x - \mu)"

CLAIMS = [
    (TEMPERATURE, r"\frac{\partial p}{\partial x} = \frac1T (\operatorname{diag}(p) - p p^\top)", "holds"),
    (TEMPERATURE, r"\frac{\partial p}{\partial x} = T (\operatorname{diag}(p) - p p^\top)", "refuted"),
    (r"x \in \mathbb{R}^n, r > 0, \|x\| \le r", r"\|x\|^2 \le r^2", "holds"),
    (r"x \in \mathbb{R}^n, r > 0, \|x\| \le r", r"\|x\|^2 \le r", "refuted"),
    (r"0 \le t \le 1", r"t^2 \le t", "holds"),
    (r"0 \le t \le 1", r"t^2 \ge t", "refuted"),
    (r"H \in \mathbb{R}^{n \times n}, H \succeq \mu I, \mu > 0", r"\lambda_{\min}(H) \ge \mu", "holds"),
    (r"H \in \mathbb{R}^{n \times n}, H \succeq \mu I, \mu > 0", r"\lambda_{\min}(H) \ge 2 \mu", "refuted"),
    (RIDGE + r", \quad \lambda > 0", GRADIENT, "holds"),
    (RIDGE + r" \quad (\lambda > 0)", GRADIENT, "holds"),
    (RIDGE + r", \text{ where } \lambda > 0", GRADIENT, "holds"),
    (RIDGE + r", \quad \lambda > 0", GRADIENT.replace("+", "-"), "refuted"),
    (NORMAL + r"(2\pi)^{-n/2} |\Sigma|^{-1/2} " + EXPONENT, SCORE, "holds"),
    (NORMAL + r"\frac{1}{\sqrt{(2\pi)^n |\Sigma|}} " + EXPONENT, SCORE, "holds"),
    (NORMAL + r"\frac{1}{(2\pi)^{n/2} |\Sigma|^{1/2}} " + EXPONENT, SCORE.replace("= -", "= "), "refuted"),
    (
        LABELS + r" \\ L(w) = \frac1n \sum_{i=1}^n \log(1 + \exp(-y_i w^\top x_i))",
        r"\nabla L(w) = -\frac1n \sum_{i=1}^n \frac{y_i x_i}{1 + \exp(y_i w^\top x_i)}",
        "holds",
    ),
    (SIGNS, r"\sum_i y_i^2 = n", "holds"),
    (SIGNS, r"\sum_i y_i = n", "refuted"),
    (SIGNS, r"\max_i y_i \le 1", "holds"),
    (SIGNS, r"\min_i y_i \ge 0", "refuted"),
    (r"Y \in \{0, 1\}^{m \times n}", r"\sum_{ij} Y_{ij} \le m n", "holds"),
    (r"s \in \{-1, 0, 2\}", r"s \le 2", "holds"),
    (r"s \in \{-1, 0, 2\}", r"s \le 1", "refuted"),
    (
        POLICIES,
        r"\sum_j \pi_j \log \frac{\pi_j}{\pi_{\text{ref},j}} = \sum_j \pi_j (\log \pi_j - \log \pi_{\mathrm{ref},j})",
        "holds",
    ),
    (POLICIES, r"\pi_{\text{ref},1} = \pi_1", "refuted"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_verdict(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


ENTRYWISE = [
    (r"x, y \in \mathbb{R}^n", r"\max(x, y) = \frac12 (x + y + |x - y|)", "holds"),
    (r"x, y \in \mathbb{R}^n", r"\max(x, y) + \min(x, y) = x + y", "holds"),
    (r"x, y \in \mathbb{R}^n", r"\max(x, y) = \frac12 (x + y - |x - y|)", "refuted"),
    (r"x \in \mathbb{R}^n, y \in \mathbb{R}^m", r"\max(x, y) = x", "ill-typed"),
    (r"r, \epsilon \in \mathbb{R}", r"\operatorname{clip}(r, 1 - \epsilon, 1 + \epsilon) \le 1 + \epsilon", "holds"),
    (
        r"r, \epsilon \in \mathbb{R}, \epsilon > 0",
        r"\text{clip}(r, 1 - \epsilon, 1 + \epsilon) \ge 1 - \epsilon",
        "holds",
    ),
    (r"r, \epsilon \in \mathbb{R}", r"\text{clip}(r, 1 - \epsilon, 1 + \epsilon) \ge 1 - \epsilon", "refuted"),
    (r"x \in \mathbb{R}^n", r"\operatorname{clip}(x, -1, 1) = x", "refuted"),
    (r"A \in \mathbb{R}^{m \times n}", r"\sum_i \sigma_i(A)^2 = \|A\|_F^2", "holds"),
    (r"A \in \mathbb{R}^{m \times n}", r"\sum_i \sigma_i(A) = \|A\|_F", "refuted"),
    (r"x_1, \dots, x_m, c \in \mathbb{R}^n", r"\sum_i (x_i - c) = \sum_i x_i - m c", "holds"),
    (r"c, x_1, \dots, x_m \in \mathbb{R}^n", r"\sum_i (x_i - c) = \sum_i x_i - c", "refuted"),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), ENTRYWISE)
def test_verdict_of_extremes_and_lists(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
