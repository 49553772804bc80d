"""Signs of polynomials in sizes agree with what multiplying everything out says, and cost little where that is much."""

from __future__ import annotations

from functools import reduce

from hypothesis import example, given
from hypothesis import strategies as st

from derive.fraction import Fraction
from derive.size_signs import is_nonnegative_above, value_at
from derive.sizes import Size

NAMES = ("m", "n", "p")
MONOMIALS = st.tuples(*(st.integers(0, 3) for _ in NAMES))
POLYNOMIALS = st.dictionaries(MONOMIALS, st.integers(-6, 6), max_size=5)
LEAST = st.fixed_dictionaries({name: st.integers(-2, 3) for name in NAMES})


def polynomial(terms: dict[tuple[int, ...], int]) -> Size:
    total = Size.of(0)
    for powers, coefficient in terms.items():
        total = (
            total
            + reduce(lambda a, b: a * b, (Size.of(n) ** k for n, k in zip(NAMES, powers, strict=True))) * coefficient
        )
    return total


@given(POLYNOMIALS, LEAST)
@example({(2, 0, 0): 1, (1, 0, 0): -1}, {"m": 1, "n": 1, "p": 1})  # m^2 - m
@example({(2, 0, 0): 1, (1, 0, 0): -1}, {"m": 0, "n": 1, "p": 1})
@example({(1, 0, 0): 1}, {"m": -1, "n": 1, "p": 1})
@example({(2, 0, 0): 1}, {"m": -1, "n": 1, "p": 1})  # positive, but not visibly so
def test_the_sign_is_that_of_the_expanded_polynomial(terms: dict[tuple[int, ...], int], least: dict[str, int]) -> None:
    value = polynomial(terms)
    moved = value.substitute({name: Size.of(name) + least[name] for name in NAMES})
    assert is_nonnegative_above(value, least) == all(c >= 0 for _, c in moved.terms)
    assert value_at(value, least) == dict(moved.terms).get((), Fraction(0))


def test_what_has_a_hundred_thousand_terms_expanded_is_decided_by_one() -> None:
    names = [f"d_{k}" for k in range(12)]
    large = reduce(lambda a, b: a * b, (Size.of(name) ** 3 for name in names))
    least = dict.fromkeys(names, 1)
    assert is_nonnegative_above(large - 1, least)
    assert not is_nonnegative_above(large - 2, least)
    assert value_at(large - 2, least) == -1
