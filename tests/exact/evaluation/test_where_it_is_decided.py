r"""Claims that fail far from zero only, at the vertices of a box, at sizes that few tuples meet; and claims about numbers alone."""

import pytest

from tests.judged import judged


@pytest.mark.parametrize(
    ("given", "claim", "expected"),
    [
        (r"a \in \mathbb{R}", r"\mathbf{1}[a > 100] = 0", "refuted"),
        (r"a \in \mathbb{R}", r"\operatorname{ReLU}(a - 100)\operatorname{ReLU}(101 - a) = 0", "refuted"),
        (r"a \in \mathbb{R}", r"\begin{cases} a & |a| \le 50 \\ a + 1 & \text{otherwise}\end{cases} = a", "refuted"),
        (r"x \in \mathbb{R}^n", r"\mathbf{1}[\|x\|_1 > 50] = 0", "refuted"),
        (r"x \in \mathbb{R}^n", r"\mathbf{1}[\|x\|_2 > 50] = 0", "refuted"),
        (r"x \in \mathbb{R}^n", r"\operatorname{ReLU}(x_1 - 40) = 0", "refuted"),
        (r"a \in \mathbb{R}", r"\mathbf{1}[a > 100] + \mathbf{1}[a \le 100] = 1", "holds"),
        (r"a \in \mathbb{R}", r"\mathbf{1}[a > 100] + \mathbf{1}[a < 100] = 1", "refuted"),
        (r"x \in \mathbb{R}", r"\frac{e^1}{1+e^1}-\frac12 \ne \frac14", "holds"),
        (r"", r"e^1 < 3", "holds"),
        (r"", r"\frac{e^1}{1+e^1} \le 0.7311", "holds"),
        (r"", r"\frac{e^1}{1+e^1} \le 0.731", "refuted"),
        (r"", r"\log(2) \ne \frac{7}{10}", "holds"),
        (r"", r"\sqrt{2}\sqrt{2} \ne 2", "refuted"),
        (r"", r"\max(80.8,81.1) < \max(81.7,81.6)", "holds"),
        (r"x \in \mathbb{R}", r"\tanh(1) \ne \frac{3}{4}", "holds"),
        (r"a, b \in \mathbb{R}, \quad 0 \le a \le 1, \quad 0 \le b \le 2.01", r"|1 - a b| \le 1", "refuted"),
        (r"\mathbf{A} \in \mathbb{R}^{m \times n}, \quad m < n/2", r"n \ge 2m + 2", "refuted"),
        (r"\mathbf{A} \in \mathbb{R}^{m \times n}, \quad m < \frac{n}{2}", r"n \ge 2m + 1", "holds"),
    ],
)
def test_verdicts(given, claim, expected, tmp_path):
    assert judged(claim, given, tmp_path).verdict == expected
