"""Gershgorin's circles of a symmetric matrix: min_i (A_ii - r_i) <= lambda_k(A) <= max_i (A_ii + r_i), r_i = sum_{j != i} |A_ij|.

Source: Horn and Johnson, Matrix Analysis, 6.1.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, normal, opened, rows, strip
from derive.bounds.matrices.determinants import same
from derive.bounds.quantities.semidefinite import is_symmetric
from derive.core import Expr
from derive.sizes import Size

MAX_NODES = 6  # eigenvalues and extremes that are looked at
TEXT = "min_i (A_ii - r_i) <= lambda_k(A) <= max_i (A_ii + r_i) with r_i = sum_{j != i} |A_ij|"


def circles(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the eigenvalues and extremes over rows that are evaluated at every point of a claim."""
    eigenvalues = [n for n in nodes if n.op == "eig"][:MAX_NODES]
    for extreme in [n for n in nodes if n.op in ("maxover", "minover") and n.data[1] == ONE][:MAX_NODES]:
        name, _, high, body = opened(extreme)
        for node in eigenvalues:
            matrix = strip(normal(node.args[0]))
            if high != rows(matrix) or not is_symmetric(facts, matrix):
                continue
            above = extreme.op == "maxover"
            if any(same(facts, body, end) for end in _ends(matrix, Size.of(name), above)):
                small, large = (node, extreme) if above else (extreme, node)
                yield Theorem(small, large, False, "gershgorin", TEXT)


def _ends(matrix: Expr, i: Size, above: bool) -> Iterator[Expr]:
    """``A_ii + r_i`` or ``A_ii - r_i``, with the entries of a row or of a column."""
    center, name = build.entry(matrix, i, i), build.fresh("j")
    j = Size.of(name)
    outside = build.indicator("!=", build.size(j), build.size(i))
    for place in ((i, j), (j, i)):
        size = build.map_("abs", build.entry(matrix, *place))
        radius = build.sum_(name, ONE, rows(matrix), build.scale(outside, size))
        yield build.add(center, radius) if above else build.sub(center, radius)


__all__ = ["circles"]
