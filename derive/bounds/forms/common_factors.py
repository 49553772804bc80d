r"""Numbers that all terms of a sum are multiplied by: ``s / tau - q / tau = (s - q) / tau``."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from derive import build
from derive.bounds.forms.normal import canonical, chain, factors, scalar_factors, strip, summands
from derive.core import Expr

MAX_TERMS = 8


def common_factors(expr: Expr) -> tuple[Fraction, list[Expr], Expr] | None:
    """Return a positive number, scalars, and the sum that is multiplied by them; None where nothing comes out.

    Args:
        expr: A sum of matrices of one shape.

    """
    terms = [(weight, *factors(term)) for weight, term in summands(expr)]
    if not 1 < len(terms) <= MAX_TERMS:
        return None
    split = [Counter(canonical(strip(f)) for s in scalars for f in scalar_factors(s)) for _, scalars, _ in terms]
    shared = split[0].copy()
    for more in split[1:]:
        shared &= more
    number = _common([weight for weight, _, _ in terms])
    if not shared and number == 1:
        return None
    rest = []
    for (weight, _, parts), own in zip(terms, split, strict=True):
        term = chain(parts)
        for scalar in (own - shared).elements():
            term = build.scale(scalar, term)
        left = weight / number
        rest.append(term if left == 1 else build.scale(build.const(left), term))
    return number, list(shared.elements()), build.add(*rest)


def _common(weights: list[Fraction]) -> Fraction:
    """The largest number of which all are multiples."""
    return Fraction(math.gcd(*(w.numerator for w in weights)), math.lcm(*(w.denominator for w in weights)))


__all__ = ["common_factors"]
