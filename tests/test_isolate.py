"""Variables solved from an equation."""

from __future__ import annotations

from derive import build
from derive.core import Rel
from derive.isolate import differences, isolated

P, Q, ONE = build.var("p", build.SCALAR), build.var("q", build.SCALAR), build.const(1)


def test_a_variable_written_once_is_isolated() -> None:
    inverse = [build.hpow(x, build.const(-1)) for x in (P, Q)]
    found = isolated(Rel("=", build.add(*inverse), ONE), "p")
    assert found == build.hpow(build.sub(ONE, inverse[1]), build.const(-1))


def test_a_variable_written_twice_or_squared_is_not() -> None:
    assert isolated(Rel("=", build.add(P, build.hadamard(P, Q)), ONE), "p") is None
    assert isolated(Rel("=", build.hpow(P, build.const(2)), Q), "p") is None


def test_nothing_is_divided_by_what_may_be_zero() -> None:
    assert isolated(Rel("=", build.hadamard(P, Q), ONE), "p") is None
    assert isolated(Rel("=", build.scale(build.const(2), P), Q), "p") is not None


def test_the_terms_of_a_difference() -> None:
    found = {name: (sign, rest) for name, sign, rest in differences(build.sub(P, Q))}
    assert {name: sign for name, (sign, _) in found.items()} == {"p": 1, "q": -1}
    assert found["q"][1] == P
