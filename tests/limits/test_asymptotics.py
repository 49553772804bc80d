"""Orders of growth and limits: true ones are shown, false ones never are."""

from __future__ import annotations

import pytest

from derive import build
from derive.core import Problem, Rel, SizeRules, walk
from derive.fraction import Fraction
from derive.limits import prove_order, without_limits
from derive.sizes import Shape, Size

S, H = build.var("S", Shape.of("n", "n")), build.var("H", Shape.of("n", "n"))
W, t, c, b = (
    build.var("W", Shape.of("m", "m")),
    build.var("t", Shape()),
    build.var("c", Shape()),
    build.var("b", Shape()),
)
VARIABLES = (S, H, W, t, c, b)
N, zero = build.size("n"), build.const(0)
P = build.softmax(S)
SHIFTED = build.softmax(build.add(S, H))
LINEAR = build.frechet(build.softmax(build.var("Z", S.shape)), "Z", S, H)
REST = build.sub(build.sub(SHIFTED, P), LINEAR)
DECAY = build.map_("exp", build.neg(t))


def norm(e, kind="2"):
    return build.norm(e, kind)


def power(e, k):
    return build.hpow(e, build.const(Fraction(k)))


def harmonic(exponent):
    return build.sum_("i", Size.of(1), Size.of("n"), power(build.size("i"), exponent))


def posed(op, lhs, rhs, data, hypotheses=()):
    variables = tuple((v.data[0], v.shape) for v in VARIABLES)
    return Problem(variables, (), (), ("m", "n"), SizeRules(), tuple(hypotheses), Rel(op, lhs, rhs, data))


SMALL, LARGE, LATE = ("H", "zero"), ("n", "infinity"), ("t", "infinity")
TRUE = {
    "remainder": ("O", norm(REST), power(norm(H), 2), SMALL),
    "remainder, little": ("o", norm(REST), norm(H), SMALL),
    "increment": ("O", norm(build.sub(SHIFTED, P), "F"), norm(H), SMALL),
    "quotient": ("to", build.scale(power(norm(H), -1), norm(REST)), zero, SMALL),
    "continuity": ("to", build.trace(SHIFTED), build.trace(P), SMALL),
    "frobenius": ("O", norm(P, "F"), power(N, "1/2"), LARGE),
    "sublinear": ("o", norm(P), N, LARGE),
    "fixed factor": ("O", build.scale(norm(W), N), N, LARGE),
    "polynomial": ("Theta", build.add(build.scale(build.const(3), power(N, 2)), N), power(N, 2), LARGE),
    "harmonic": ("O", harmonic(-1), power(N, "1/4"), LARGE),
    "convergent": ("O", harmonic(-2), build.const(1), LARGE),
    "decay": ("to", build.add(c, build.scale(b, DECAY)), c, LATE),
}
FALSE = {
    "remainder": ("O", norm(REST), power(norm(H), 3), SMALL),
    "remainder, little": ("o", norm(REST), power(norm(H), 2), SMALL),
    "increment": ("O", norm(build.sub(SHIFTED, P), "F"), power(norm(H), 2), SMALL),
    "increment, little": ("o", norm(build.sub(SHIFTED, P), "F"), norm(H), SMALL),
    "quotient": ("to", build.scale(power(norm(H), -2), norm(REST)), zero, SMALL),
    "continuity": ("to", build.trace(SHIFTED), build.trace(S), SMALL),
    "kink": ("O", norm(build.map_("abs", H)), power(norm(H), 2), SMALL),
    "root": ("O", build.map_("sqrt", norm(H)), norm(H), SMALL),
    "frobenius": ("o", norm(P, "F"), power(N, "1/2"), LARGE),
    "frobenius from below": ("Theta", norm(P, "F"), power(N, "1/2"), LARGE),
    "logarithm": ("O", norm(P), build.map_("log", N), LARGE),
    "unbounded": ("O", norm(S), N, LARGE),
    "polynomial": ("Theta", build.add(power(N, 2), N), N, LARGE),
    "harmonic": ("O", harmonic(-1), build.const(1), LARGE),
    "harmonic, slow": ("Theta", power(harmonic(-1), 2), power(N, "1/2"), LARGE),
    "decay": ("to", build.add(c, build.scale(b, DECAY)), zero, LATE),
    "growth beats decay": ("to", build.scale(t, build.map_("exp", t)), zero, LATE),
    "jump": ("to", build.map_("sign", DECAY), zero, LATE),
}


@pytest.mark.parametrize("name", TRUE)
def test_shown(name):
    evidence = prove_order(posed(*TRUE[name]))
    assert evidence.outcome == "agree" and evidence.proof and evidence.detail["rules"]


@pytest.mark.parametrize("name", FALSE)
def test_not_shown(name):
    assert prove_order(posed(*FALSE[name])).outcome == "none"


def test_a_quantity_tied_to_the_increment_is_not_fixed():
    tied = (Rel("=", c, norm(H)),)
    assert prove_order(posed("O", norm(H), build.scale(c, norm(H)), SMALL, tied)).outcome == "none"


def test_difference_quotients_are_derivatives():
    h = build.var("h", Shape())
    quotient = build.scale(power(h, -1), build.sub(build.softmax(build.add(S, build.scale(h, H))), P))
    goal = without_limits(posed("=", build.limit(quotient, "h", "zero"), LINEAR, ())).goal
    assert not any(node.op == "limit" for node in walk(goal.lhs))
    assert prove_equal(goal)


def prove_equal(goal):
    from derive.index import prove

    return prove(posed("=", goal.lhs, goal.rhs, ())).outcome == "agree"


def test_a_limit_that_does_not_exist_stays():
    h = build.var("h", Shape())
    for body in (build.scale(power(h, -1), build.map_("abs", h)), build.scale(power(h, -1), build.map_("exp", h))):
        goal = without_limits(posed("=", build.limit(body, "h", "zero"), zero, ())).goal
        assert any(node.op == "limit" for node in walk(goal.lhs))
