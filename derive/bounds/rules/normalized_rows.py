"""Rows divided by their root mean square: each has the length ``sqrt(n)``, so that the matrix has the Frobenius norm ``sqrt(m n)``.

Layer normalization is ``diag((M o M 1 / n)^(-1/2)) M`` of the centered M (Ba, Kiros and Hinton 2016); with something that is not
negative added under the root its rows are no longer than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, elementwise
from derive.bounds.forms.bound import Bound, number
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, normal, rows, strip
from derive.bounds.forms.numbers import number_of
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.norms import size_root
from derive.core import Expr
from derive.fraction import Fraction

HALF = Fraction(1, 2)
TEXT = "rows divided by their root mean square have a known length"


def normalized_rows(facts: Facts, parts: Sequence[Expr], kind: str) -> Iterator[Bound]:
    """Bounds of a product some neighboring factors of which are a matrix with normalized rows: the factors around it come out."""
    if kind not in ("2", "F"):
        return
    for start, left in enumerate(parts):
        scaled = _scaling(facts, strip(left)) if strip(left).op == "diag" else None
        if scaled is None:
            continue
        matrix, length = scaled
        for stop in range(start + 2, len(parts) + 1):
            if canonical(normal(chain(list(parts[start + 1 : stop])))) == matrix:
                result = length * size_root(rows(matrix))
                for around in (parts[:start], parts[stop:]):
                    result = result * (facts.norm(chain(list(around)), "2") if around else number(1))
                yield result.by("normalized rows", TEXT)


def _scaling(facts: Facts, diagonal: Expr) -> tuple[Expr, Bound] | None:
    """M and c^(-1/2) of ``diag((c (M o M) 1 + e)^(-1/2))`` with e >= 0: no row of the product with M is longer than that."""
    root = strip(normal(diagonal.args[0]))
    if root.op != "hpow" or number_of(root.args[1]) != -HALF:
        return None
    inside = strip(root.args[0])
    terms = list(inside.args) if inside.op == "add" else [inside]
    for term in terms:
        if all(elementwise(facts, other) >= NONNEGATIVE for other in terms if other is not term):
            found = _squares_of_rows(facts, term)
            if found is not None:
                return found
    return None


def _squares_of_rows(facts: Facts, term: Expr) -> tuple[Expr, Bound] | None:
    """M and c^(-1/2) of ``c (M o M) 1`` with c > 0."""
    scalars, parts = factors(term)
    if len(parts) != 2 or strip(parts[1]).op != "ones" or cols(parts[1]) != ONE:
        return None
    weight = arithmetic.weight(facts, scalars)
    if arithmetic.poly_sign(facts, weight.value) < POSITIVE or weight.value.single() is None:
        return None
    squares = strip(parts[0])
    if squares.op == "hadamard" and canonical(normal(squares.args[0])) == canonical(normal(squares.args[1])):
        matrix = squares.args[0]
    elif squares.op == "hpow" and number_of(squares.args[1]) == 2:
        matrix = squares.args[0]
    else:
        return None
    return canonical(normal(matrix)), arithmetic.power(facts, weight, -HALF)


__all__ = ["normalized_rows"]
