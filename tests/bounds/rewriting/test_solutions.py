"""Solutions of linear systems that a claim writes down: gradient descent on a quadratic, seen from its minimum."""

import pytest

from tests.judged import judged, proved

GIVEN = r"A \in \mathbb{R}^{d \times d}, \quad A \succ 0, \quad b, x \in \mathbb{R}^d, \quad \eta > 0"
FUNCTION = rf"{GIVEN}, \quad f(x) := \tfrac12 x^\top A x - b^\top x, \quad x^\star := A^{{-1}} b"
FACTOR = r"\max\{|1 - \eta \lambda_{\min}(A)|, |1 - \eta \lambda_{\max}(A)|\}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (GIVEN, rf"\|x - \eta (A x - b) - A^{{-1}} b\|_2 \le {FACTOR} \|x - A^{{-1}} b\|_2"),
        (FUNCTION, rf"\|x - \eta \nabla f(x) - x^\star\|_2 \le {FACTOR} \|x - x^\star\|_2"),
        (FUNCTION, r"\|\nabla f(x)\|_2 \le \lambda_{\max}(A) \|x - x^\star\|_2"),
    ],
)
def test_true(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (GIVEN, rf"\|x - \eta (A x + b) - A^{{-1}} b\|_2 \le {FACTOR} \|x - A^{{-1}} b\|_2"),
        (FUNCTION, r"\|x - \eta \nabla f(x) - x^\star\|_2 \le |1 - \eta \lambda_{\min}(A)| \|x - x^\star\|_2"),
        (FUNCTION, r"\|\nabla f(x)\|_2 \le \lambda_{\min}(A) \|x - x^\star\|_2"),
        (rf"{FUNCTION}, \quad \|b\| \le 1", r"\|\nabla f(x)\|_2 \le \lambda_{\min}(A) \|x - x^\star\|_2"),
        (GIVEN, r"\|\nabla_b (b^\top A^{-1} b)\|_2 \le \|A^{-1} b\|_2"),  # b moves there
    ],
)
def test_false_neighbours(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")
