"""Upper bounds of single numbers: an entry of a product by the norms of its factors, a sum by what its terms share."""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import chain, factors, normal
from derive.bounds.forms.polynomial import Poly, times
from derive.bounds.quantities import arithmetic
from derive.core import Expr
from derive.fraction import Fraction


def entry_of_product(facts: Facts, entry: Expr) -> Iterator[Bound]:
    """|(A B)_ij| <= ||A_i|| ||B_j|| with the row of A and the column of B."""
    scalars, parts = factors(entry.args[0])
    outside = arithmetic.absolute(facts, arithmetic.weight(facts, scalars))
    for cut in range(1, len(parts)):
        left, right = chain(parts[:cut]), normal(build.transpose(chain(parts[cut:])))
        found = facts.norm(build.row(left, entry.data[0]), "2") * facts.norm(build.row(right, entry.data[1]), "2")
        yield (outside * found).by("cauchy-schwarz", "|(A B)_ij| <= ||A_i||_2 ||B_j||_2")


def common_factor(facts: Facts, sum_: Bound) -> Iterator[Bound]:
    """|c a + c b| = |c| |a + b| for what all terms have in common."""
    (first, _), *others = sum_.value.terms
    common = [
        (factor, exponent)
        for factor, exponent in first
        if exponent > 0 and all(dict(monomial).get(factor, 0) >= exponent for monomial, _ in others)
    ]
    if common:
        outer = Poly(((tuple(common), Fraction(1)),))
        rest = Poly.collect((times(m, tuple((f, -e) for f, e in common)), c) for m, c in sum_.value.terms)
        found = arithmetic.absolute(facts, Bound(outer)) * arithmetic.absolute(facts, Bound(rest))
        yield found.by("common factor", "|c a + c b| = |c| |a + b|")


__all__ = ["common_factor", "entry_of_product"]
