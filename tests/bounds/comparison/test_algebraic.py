"""Polynomial inequalities by combinations of what is known: true ones are proved, their neighbours are not."""

import itertools

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.bounds import prove_bound
from derive.bounds.comparison.positivity import Known, combination
from derive.fraction import Fraction
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = r"a, b, c, t, \gamma, \kappa \in \mathbb{R}, \quad N \in \mathbb{N}, \quad A, B \in \mathbb{R}^{m \times n}, \quad n \ge 2, \quad x \in \mathbb{R}^n, \quad x \ge 0, \quad \mathbf{1}^\top x = 1"
TRIANGLE = r"b \ge 0 \text{ and } a \ge b \text{ and } a + b \le 1 \implies "
PROVED = [
    r"2 a b \le a^2 + b^2", r"2 a b < a^2 + b^2 + 1", r"a (1 - a) \le \tfrac14", r"\operatorname{ReLU}(a) \le |a|", r"\operatorname{ReLU}(a)^2 \le a^2",
    r"a \ge 0 \text{ and } b \ge 0 \implies \sqrt{a b} \le \frac{a + b}{2}", r"a > 0 \text{ and } b > 0 \implies \frac{a}{b} + \frac{b}{a} \ge 2",
    r"a \ge 0 \text{ and } b \ge 0 \text{ and } c \ge 0 \implies a^3 + b^3 + c^3 \ge 3 a b c", r"2 \|A\|_2 \|B\|_2 \le \|A\|_2^2 + \|B\|_F^2",
    TRIANGLE + r"a (1 - a + b) \le \tfrac12", TRIANGLE + r"a (1 - a + b) \ge 0", r"a^2 + b^2 = 1 \implies a + b \le \sqrt{2}", r"a^2 + b^2 = 1 \implies a b \le \tfrac12",
    r"4 \gamma \le 1 \text{ and } t (1 - t) \le \gamma \implies t \le \frac{1 - \sqrt{1 - 4 \gamma}}{2} \text{ or } t \ge \frac{1 + \sqrt{1 - 4 \gamma}}{2}",
    r"x_{(1)} (1 - x_{(1)} + x_{(2)}) \le \tfrac12", r"x_{(1)} \le \tfrac12 \implies \frac1n \le x_{(1)} (1 - x_{(1)} + x_{(2)})", r"\max(a, b) \ge \frac{a + b}{2}",
    r"a b = 0 \implies a = 0 \text{ or } b = 0", r"a^2 = 1 \implies a = 1 \text{ or } a = -1",
]  # fmt: skip
NOT_PROVED = [
    r"2 a b < a^2 + b^2", r"3 a b \le a^2 + b^2", r"a (1 - a) < \tfrac14", r"a (1 - a) \le \tfrac{24}{100}", r"\operatorname{ReLU}(a)^2 \le a", r"|a| \le \operatorname{ReLU}(a)",
    r"\sqrt{a b} \le \frac{a + b}{2} - 1", r"a > 0 \text{ and } b > 0 \implies \frac{a}{b} + \frac{b}{a} > 2", r"a^3 + b^3 + c^3 \ge 3 a b c",
    TRIANGLE + r"a (1 - a + b) < \tfrac12", TRIANGLE + r"a (1 - a + b) \le \tfrac{49}{100}", r"a^2 + b^2 = 1 \implies a + b \le \tfrac{1414}{1000}",
    r"4 \gamma \le 1 \text{ and } t (1 - t) \le \gamma \implies t \le \frac{1 - \sqrt{1 - 4 \gamma}}{2}", r"x_{(1)} (1 - x_{(1)} + x_{(2)}) < \tfrac12",
    r"\frac1n < x_{(1)} (1 - x_{(1)} + x_{(2)})", r"\max(a, b) \ge a + b", r"a b = 0 \implies a = 0", r"a^2 = 1 \implies a = 1", r"a b \ge 0 \implies a \ge 0 \text{ or } b \ge 1",
]  # fmt: skip


def outcome(claim: str) -> str:
    (reading,) = understand(ad_hoc_claim(claim, GIVEN, Settings()))
    (link,) = reading.links
    assert link.typed is not None, link.message
    return prove_bound(link.typed.problem).outcome


@pytest.mark.parametrize("claim", PROVED)
def test_true_inequalities_are_proved(claim: str):
    assert outcome(claim) == "agree"


@pytest.mark.parametrize("claim", NOT_PROVED)
def test_false_ones_are_not(claim: str):
    assert outcome(claim) == "none"


X, Y = sympy.symbols("x y")
SMALL = st.integers(-3, 3)


def _polynomial(expr: sympy.Expr) -> dict[tuple[int, ...], Fraction]:
    terms = sympy.Poly(sympy.expand(expr), X, Y).terms()
    return {e: Fraction(int(c.p), int(c.q)) for e, c in terms if c}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(SMALL, SMALL, SMALL, SMALL), min_size=1, max_size=4), st.lists(SMALL, min_size=3, max_size=3))
def test_what_is_shown_is_true_at_every_admitted_point(coefficients, line):
    """Random quadratics and products on a half plane and the positive quadrant: a proof and a violation never meet."""
    target = sum(c[0] * X**2 + c[1] * X * Y + c[2] * Y**2 + c[3] for c in coefficients)
    border = line[0] * X + line[1] * Y + line[2]
    known = [Known(_polynomial(e), False, str(e)) for e in (X, Y, border) if _polynomial(e)]
    polynomial = _polynomial(target)
    if not polynomial or combination(polynomial, known, [], ["x", "y"], False) is None:
        return
    for p, q in itertools.product([0, Fraction(1, 3), Fraction(1, 2), 1, 2, 5], repeat=2):
        if border.subs({X: p, Y: q}) >= 0:
            assert target.subs({X: p, Y: q}) >= 0
