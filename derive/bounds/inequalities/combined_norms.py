"""The triangle inequality between norms that a claim writes: ``||x - z|| <= ||x - y|| + ||y - z||``.

The matrix in one of the norms is a combination ``sum c_i A_i`` of those in two or three others, ``||A|| <= sum |c_i| ||A_i||``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from derive import build
from derive.bounds.facts.facts import Theorem
from derive.bounds.forms.normal import canonical, strip, summands
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction

MAX_NORMS, MAX_PARTS = 6, 3
Combination = Mapping[Expr, Fraction]


def combined(nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield how the norms of one kind among some scalars bound one another by the triangle inequality."""
    for kind in dict.fromkeys(n.data for n in nodes if n.op == "norm"):
        norms = [n for n in nodes if n.op == "norm" and n.data == kind][:MAX_NORMS]
        try:
            parts = {norm: _terms(norm.args[0]) for norm in norms}
        except NotSupported:
            continue
        for whole in norms if len(norms) > 2 else ():
            others = [n for n in norms if n is not whole and n.args[0].shape.totals == whole.args[0].shape.totals]
            for count in range(2, MAX_PARTS + 1):
                for chosen in itertools.combinations(others, count):
                    weights = _weights(parts[whole], [parts[n] for n in chosen])
                    if weights is not None:
                        sizes = [build.scale(build.const(abs(w)), n) for w, n in zip(weights, chosen, strict=True)]
                        text = "||A|| <= sum |c_i| ||A_i|| for A = sum c_i A_i"
                        yield Theorem(whole, build.add(*sizes), False, "triangle", text)


def _terms(matrix: Expr) -> Combination:
    found: dict[Expr, Fraction] = {}
    for weight, term in summands(matrix):
        key = canonical(strip(term))
        found[key] = found.get(key, Fraction(0)) + weight
    return {key: weight for key, weight in found.items() if weight}


def _weights(whole: Combination, parts: Sequence[Combination]) -> list[Fraction] | None:
    """The only numbers with which the parts add up to the whole, none of them zero; None if there are no such numbers."""
    keys = list(dict.fromkeys(key for combination in (whole, *parts) for key in combination))
    if not whole or not all(any(key in part for part in parts) for key in whole):
        return None
    rows = [[*(part.get(key, Fraction(0)) for part in parts), whole.get(key, Fraction(0))] for key in keys]
    count = len(parts)
    for column in range(count):
        pivot = next((k for k in range(column, len(rows)) if rows[k][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        top = [value / rows[column][column] for value in rows[column]]
        rows[column] = top
        for k, row in enumerate(rows):
            if k != column and row[column]:
                rows[k] = [value - row[column] * above for value, above in zip(row, top, strict=True)]
    if any(row[-1] for row in rows[count:]):
        return None
    weights = [row[-1] for row in rows[:count]]
    return weights if all(weights) else None


__all__ = ["combined"]
