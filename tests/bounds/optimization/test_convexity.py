r"""Hessians in bounds: what a derivative is, and that it is semidefinite; each with a false neighbour."""

from pathlib import Path

import pytest

from derive.bounds.rewriting import derivations
from tests.judged import judged, proved

X = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n}, b \in \mathbb{R}^m"
POSITIVE = rf"{X}, x > 0"
LOG_SUM = rf"{X}, f(x) := \log\sum_i e^{{x_i}}"
LOGISTIC = rf"{X}, \lambda > 0, f(x) := \sum_i \log(1 + e^{{-b_i (A x)_i}})"
RIDGE = LOGISTIC + r" + \frac{\lambda}{2} \|x\|_2^2"
HESSIAN = r"\nabla^2 f(x)"
TRUE = [
    (LOG_SUM, rf"{HESSIAN} \succeq 0"),
    (LOG_SUM, rf"{HESSIAN} \preceq \frac12 I"),
    (LOG_SUM, rf"\|{HESSIAN}\|_2 \le \frac12"),
    (LOG_SUM, r"\nabla f(x) \ge 0"),
    (rf"{X}, f(x) := \log\sum_i e^{{(Ax)_i}}", rf"{HESSIAN} \succeq 0"),
    (LOGISTIC, rf"{HESSIAN} \succeq 0"),
    (RIDGE, rf"{HESSIAN} \succ 0"),
    (rf"{X}, f(x) := \frac12 \|Ax - b\|_2^2", rf"{HESSIAN} \preceq \|A\|_2^2 I"),
    (rf"{X}, f(x) := \frac12 \sum_i ((Ax)_i - b_i)^2", rf"{HESSIAN} \succeq 0"),
    (rf"{X}, f(x) := \sum_i x_i^4", rf"{HESSIAN} \succeq 0"),
    (rf"{X}, f(x) := \sum_i \sqrt{{1 + x_i^2}}", rf"{HESSIAN} \succ 0"),
    (rf"{POSITIVE}, f(x) := \sum_i x_i \log x_i", rf"{HESSIAN} \succ 0"),
    (rf"{POSITIVE}, f(x) := -\sum_i \log x_i", rf"{HESSIAN} \succ 0"),
]
FALSE = [
    (LOG_SUM, rf"{HESSIAN} \succ 0"),
    (LOG_SUM, rf"{HESSIAN} \preceq \frac25 I"),
    (LOG_SUM, rf"\|{HESSIAN}\|_2 < \frac14"),
    (LOG_SUM, r"\nabla f(x) \le 0"),
    (LOGISTIC, rf"{HESSIAN} \succ 0"),
    (RIDGE, rf"{HESSIAN} \succeq 2 \lambda I"),
    (rf"{X}, f(x) := \frac12 \|Ax - b\|_2^2", rf"{HESSIAN} \preceq \|A\|_2 I"),
    (rf"{X}, f(x) := \frac12 \|Ax - b\|_2^2", rf"{HESSIAN} \succ 0"),
    (rf"{X}, f(x) := \sum_i x_i^4", rf"{HESSIAN} \succ 0"),
    (rf"{X}, f(x) := \sum_i x_i^3", rf"{HESSIAN} \succeq 0"),
    (rf"{X}, f(x) := \sum_i x_i \log(1 + e^{{x_i}})", rf"{HESSIAN} \succeq 0"),
    (rf"{POSITIVE}, f(x) := \sum_i \log x_i", rf"{HESSIAN} \succeq 0"),
    (rf"{POSITIVE}, f(x) := \sum_i x_i \log x_i", rf"{HESSIAN} \succeq I"),
]
SQUARE = r"C \in \mathbb{R}^{m \times n}, A, B \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, \lambda \in \mathbb{R}"


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_convex_functions_have_semidefinite_hessians(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_neighbours_are_not(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("refuted", "not-refuted", "undecided")
    assert not proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim", "holds"),
    [
        (r"A \succ 0, x \ne 0", r"x^\top A x > 0", True),
        (r"A \succeq 0, x \ne 0", r"x^\top A x > 0", False),
        (r"A \succ 0", r"x^\top A x > 0", False),
        (r"A \succ 0, x \ne 0, \lambda > 0", r"x^\top (\lambda A) x > 0", True),
        (r"A \succ 0, x \ne 0, \lambda \ge 0", r"x^\top (\lambda A) x > 0", False),
        (r"A \succ 0, x \ne 0", r"x^\top B^\top A B x > 0", False),
        (r"x \ne 0", r"x^\top x > 0", True),
        (r"\det(C^\top C) \ne 0", r"C^\top C \succ 0", True),
        (r"\det(C C^\top) \ne 0", r"C^\top C \succ 0", False),
        (r"A = A^\top, \det(A) \ne 0", r"A \succ 0", False),
    ],
)
def test_what_makes_a_form_positive(given: str, claim: str, holds: bool) -> None:
    assert proved(f"{SQUARE}, {given}", claim) == holds


def test_a_step_that_is_not_shown_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    given, claim = LOG_SUM.replace("f(x)", "g(x)"), HESSIAN.replace("f(x)", "g(x)") + r" \succeq 0"
    derivations._is_shown.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(derivations, "equal", lambda left, right: False)
        assert not proved(given, claim)
    derivations._is_shown.cache_clear()
    assert proved(given, claim)


STRONG = r"g : \mathbb{R}^n \to \mathbb{R} \text{ is } \mu\text{-strongly convex}, \mu > 0, x, y, x^\star \in \mathbb{R}^n, \nabla g(x^\star) = 0"


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        (r"g(x) - g(x^\star) \le \frac{1}{2 \mu} \|\nabla g(x)\|^2", True),
        (r"\|\nabla g(x)\|^2 \ge 2 \mu (g(x) - g(x^\star))", True),
        (r"g(y) \ge g(x) - \frac{1}{2 \mu} \|\nabla g(x)\|^2", True),
        (r"\|\nabla g(x)\|^2 \ge 3 \mu (g(x) - g(x^\star))", False),
        (r"g(y) \ge g(x) - \frac{1}{4 \mu} \|\nabla g(x)\|^2", False),
    ],
)
def test_the_inequality_of_polyak_and_lojasiewicz(claim: str, true: bool):
    assert proved(STRONG, claim) is true
