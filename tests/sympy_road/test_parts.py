"""What stands in a scalar, told without writing it out."""

from functools import reduce

import pytest
import sympy

from derive.sympy_road.kinks import Absolute, Step
from derive.sympy_road.parts import JUMP, NO_NUMBER, Parts

x, y = sympy.symbols("x y", real=True)


@pytest.mark.parametrize(
    ("scalar", "flags"),
    [
        (x + y * sympy.exp(x), 0),
        (sympy.Rational(1, 3), 0),
        (Absolute(x) + sympy.pi, 0),
        (y * Step(x - y) + 1, JUMP),
        (sympy.exp(2 * Step(x) - 1), JUMP),
        (sympy.nan, NO_NUMBER),
        (sympy.zoo, NO_NUMBER),
        (-sympy.oo, NO_NUMBER),
        (sympy.Mul(x, sympy.oo, evaluate=False), NO_NUMBER),
        (sympy.Add(Step(y), sympy.Pow(x, sympy.zoo, evaluate=False), evaluate=False), NO_NUMBER | JUMP),
    ],
)
def test_each_kind_is_found_wherever_it_stands(scalar: sympy.Expr, flags: int) -> None:
    assert Parts().of(scalar) == flags


def test_what_one_scalar_holds_is_not_said_of_another() -> None:
    parts = Parts()
    assert parts.of(x * Step(y)) == JUMP
    assert parts.of(x * y) == 0
    assert parts.of(Step(y)) == JUMP


def test_shared_parts_are_looked_at_once() -> None:
    nested = reduce(
        lambda e, _: sympy.Add(e, sympy.Pow(e, 2, evaluate=False), evaluate=False), range(39), x
    )  # 2^39 times x
    parts = Parts()
    assert parts.of(nested) == 0
    assert parts.of(sympy.Mul(nested, Step(y), evaluate=False)) == JUMP
    assert len(parts.found) < 200
