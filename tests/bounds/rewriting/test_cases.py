r"""Numbers written by cases are compared under each condition."""

import pytest

from tests.judged import judged, proved

ELU = r"x \in \mathbb{R}, \varphi(x) := \begin{cases} x + 1 & x > 0 \\ e^x & x \le 0 \end{cases}"
LEAKY = r"x \in \mathbb{R}, \varphi(x) := \begin{cases} x & x > 0 \\ 0.1 x & x \le 0 \end{cases}"
STEEP = r"x \in \mathbb{R}, \varphi(x) := \begin{cases} x & x > 0 \\ 2 x & x \le 0 \end{cases}"
HINGE = r"x, y \in \mathbb{R}, \varphi(x) := \begin{cases} x & x > 0 \\ 0 & x \le 0 \end{cases}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (ELU, r"\varphi(x) > 0"),
        (ELU, r"\varphi(x) \ge 1 + x"),
        (LEAKY, r"|\varphi(x)| \le |x|"),
        (STEEP, r"\varphi(x) \le x"),
        (HINGE, r"|\varphi(x) - \varphi(y)| \le |x - y|"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (ELU, r"\varphi(x) > 1"),
        (STEEP, r"|\varphi(x)| \le |x|"),
        (HINGE, r"\varphi(x) - \varphi(y) \le x - y"),
        (STEEP, r"\varphi(x) \ge x"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
