"""Which factors, terms and sums are positive, or not negative, wherever they are defined.

An even root is not negative, and zero where its radicand is; a negative power of it is positive, because it is defined only
there. Of odd roots of negative numbers nothing is said: some texts have them.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.fraction import Fraction
from derive.index.terms.canonical import components
from derive.index.terms.ranges import at_least
from derive.index.terms.terms import DELTA, POSITION, Factor, Head, Number, Term

ZERO_OR_ONE = ("part", "match")


def is_positive(factor: Factor) -> bool:
    """Return whether a factor is positive wherever it is defined."""
    head, _, exponent = factor
    if head.positive or head is POSITION:
        return not _is_power(head)
    if exponent < 0 and is_even(exponent):
        return True
    return head.kind == "base" and is_positive_sum(head.data[-1].terms)


def is_even(exponent: Number) -> bool:
    """Return whether ``x^e`` is not negative wherever it is defined: an even power, an even root."""
    value = Fraction(exponent)
    return value.numerator % 2 == 0 or value.denominator % 2 == 0


def _is_power(head: Head) -> bool:
    """Whether an exponential stands for ``a^b = exp(b log a)``, which is zero at a = 0."""
    if head.kind != "map" or head.data[0] != "exp":
        return False
    inner = (h for t in head.data[-1].terms for h, _, _ in t.factors)
    return any(h.kind == "map" and h.data[0] == "log" and not is_positive_sum(h.data[-1].terms) for h in inner)


def is_nonnegative(factor: Factor) -> bool:
    """Return whether a factor is zero or positive wherever it is defined."""
    head, _, exponent = factor
    if head.positive or is_positive(factor) or is_even(exponent):
        return True
    if head.kind == "map":
        return head.data[0] == "step"
    if head.kind == "fun":
        return head.data[0].startswith("indicator")
    return (
        head is DELTA or head.kind in ZERO_OR_ONE or (head.kind == "base" and is_nonnegative_sum(head.data[-1].terms))
    )


def is_nonnegative_sum(terms: Sequence[Term]) -> bool:
    """Return whether no term of a sum is negative; a sum over indices is not if its summand is not."""
    return all(t.coefficient > 0 and all(map(is_nonnegative, t.factors)) for t in terms)


def is_positive_sum(terms: Sequence[Term]) -> bool:
    """Return whether a sum without negative terms has a positive one."""
    return is_nonnegative_sum(terms) and any(_is_positive_term(t) for t in terms)


def _is_positive_term(term: Term) -> bool:
    return all(map(is_positive, term.factors)) and all(at_least(i.size, 1) for i in term.summed)


def nonnegative_factors(term: Term) -> list[Factor]:
    """Return the factors outside of sums that are zero or positive."""
    return [f for f in components(term)[0][1] if is_nonnegative(f)]


__all__ = ["is_even", "is_nonnegative", "is_nonnegative_sum", "is_positive", "is_positive_sum", "nonnegative_factors"]
