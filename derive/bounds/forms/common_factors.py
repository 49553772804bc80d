r"""What all terms of a sum are multiplied by: numbers, ``s / tau - q / tau = (s - q) / tau``, and matrices, ``G - P G = (I - P) G``."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from derive import build
from derive.bounds.forms.normal import canonical, chain, factors, scalar_factors, strip, summands
from derive.core import Expr
from derive.fraction import Fraction

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


def common_matrices(expr: Expr) -> Iterator[tuple[Expr, Expr, bool]]:
    """Yield the sum that is left where a matrix stands last in all terms (or first), the product, and whether a term is that matrix.

    Args:
        expr: A sum of matrices of one shape.

    """
    terms = [(weight, *factors(term)) for weight, term in summands(expr)]
    if not 1 < len(terms) <= MAX_TERMS:
        return
    for last in (True, False):
        ends = [canonical(strip(parts[-1 if last else 0])) for _, _, parts in terms]
        shared = strip(terms[0][2][-1 if last else 0])
        if any(end != ends[0] for end in ends) or shared.op == "eye":
            continue
        rest = []
        for weight, scalars, parts in terms:
            left = parts[:-1] if last else parts[1:]
            term = chain(left) if left else build.eye(shared.shape.rows if last else shared.shape.cols)
            for scalar in scalars:
                term = build.scale(scalar, term)
            rest.append(term if weight == 1 else build.scale(build.const(weight), term))
        if all(term.shape == rest[0].shape for term in rest):
            total = build.add(*rest)
            product = build.matmul(total, shared) if last else build.matmul(shared, total)
            yield total, product, any(len(parts) == 1 for _, _, parts in terms)


def _common(weights: list[Fraction]) -> Fraction:
    """The largest number of which all are multiples."""
    return Fraction(math.gcd(*(w.numerator for w in weights)), math.lcm(*(w.denominator for w in weights)))


__all__ = ["common_factors", "common_matrices"]
