"""Rational numbers with short ways: the same values, texts, hashes and errors as those of the standard library."""

from __future__ import annotations

import copy
import fractions
import operator
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.fraction import Fraction

integers = st.integers(-(10**30), 10**30) | st.integers(-6, 6)
slow = st.fractions(max_denominator=10**12) | integers.map(fractions.Fraction) | st.fractions(-2, 2, max_denominator=6)
BINARY = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod,
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge,
]  # fmt: skip
UNARY = [
    operator.neg,
    operator.pos,
    abs,
    bool,
    hash,
    str,
    repr,
    float,
    int,
    round,
    operator.methodcaller("limit_denominator", 7),
]


def outcome(function, *numbers):
    """Return the value, or that it divides by zero."""
    try:
        return function(*numbers)
    except ZeroDivisionError:
        return ZeroDivisionError


def kinds(value):
    """Return whether fractions in a result are of the class of the project."""
    return [type(v) for v in (value if isinstance(value, tuple) else (value,)) if isinstance(v, fractions.Fraction)]


@given(slow, slow)
@pytest.mark.parametrize("function", BINARY)
def test_two_numbers_give_what_those_of_python_give(function, x, y):
    expected = outcome(function, x, y)
    for left, right in ((Fraction(x), Fraction(y)), (Fraction(x), y), (x, Fraction(y))):
        found = outcome(function, left, right)
        assert found == expected
        assert set(kinds(found)) <= {Fraction}


@given(slow, integers)
@pytest.mark.parametrize("function", BINARY)
def test_integers_on_either_side(function, x, n):
    for left, right in ((x, n), (n, x)):
        expected = outcome(function, left, right)
        found = outcome(function, *(Fraction(v) if v is x else v for v in (left, right)))
        assert found == expected
        assert set(kinds(found)) <= {Fraction}


@given(slow)
@pytest.mark.parametrize("function", UNARY)
def test_one_number(function, x):
    found = outcome(function, Fraction(x))
    assert found == outcome(function, x)
    assert set(kinds(found)) <= {Fraction}


@given(slow, st.integers(-9, 9) | st.integers(-4, 4).map(Fraction))
def test_powers(x, n):
    found = outcome(operator.pow, Fraction(x), n)
    assert found == outcome(operator.pow, x, n)
    assert set(kinds(found)) <= {Fraction}


@given(slow, slow)
def test_results_are_in_lowest_terms(x, y):
    a, b = Fraction(x), Fraction(y)
    for found in (a + b, a - b, a * b, a / b if b else a):
        assert found.denominator > 0
        assert (found.numerator, found.denominator) == fractions.Fraction(
            found.numerator, found.denominator
        ).as_integer_ratio()


@given(slow)
def test_copies_and_other_ways_to_make_one(x):
    number = Fraction(x)
    for made in (
        copy.deepcopy(number),
        pickle.loads(pickle.dumps(number)),
        Fraction(str(x)),
        Fraction(*x.as_integer_ratio()),
    ):
        assert made == x
        assert type(made) is Fraction
    assert type(Fraction(0.5)) is type(Fraction("3/7")) is type(Fraction.from_float(0.25)) is Fraction
    assert sum([number, number], Fraction(0)) == 2 * x
