"""Logarithms of determinants that a claim writes down: they are concave, and grow in the Loewner order.

    log det A <= tr A - n,   log det A <= n log(tr A / n),   log det A <= sum_i log A_ii       for definite A
    log det A - log det B <= tr(B^-1 A) - n                                                    for definite A, B

The last is the tangent at B (the divergence of two normal distributions is not negative), the first the same with B = I.
Sources: Boyd and Vandenberghe, Convex Optimization, 3.1.5; Horn and Johnson, Matrix Analysis, 7.8.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, normal, opened, rows, strip
from derive.bounds.matrices.determinants import mean, same
from derive.bounds.quantities import values
from derive.bounds.quantities.semidefinite import is_definite
from derive.core import Expr
from derive.errors import NotSupported
from derive.sizes import Size

MAX_NODES = 6  # logarithms that are looked at
TANGENT = "log det A - log det B <= tr(B^-1 A) - n for definite A, B"


def log_determinants(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the logarithms of determinants of definite matrices."""
    logarithms = [n for n in nodes if n.op == "map" and n.data[0] == "log"]
    found = [(n, m) for n in logarithms for m in _determinant_of(n) if is_definite(facts, m)][:MAX_NODES]
    for node, matrix in found:
        order = build.size(rows(matrix))
        yield Theorem(node, build.sub(build.trace(matrix), order), False, "log det", "log det A <= tr A - n")
        reverse = build.sub(order, build.trace(build.inv(matrix)))
        yield Theorem(reverse, node, False, "log det", "log det A >= n - tr A^-1")
        if len(logarithms) > len(found):
            largest = build.scale(order, build.map_("log", mean(matrix)))
            yield Theorem(node, largest, False, "means", "log det A <= n log(tr A / n)")
        yield from _diagonals(facts, node, matrix, nodes)
    for (first, a), (second, b) in itertools.permutations(found, 2):
        if rows(a) == rows(b):
            yield from (Theorem(build.sub(first, second), t, False, "log det", TANGENT) for t in _tangents(a, b))
    yield from _quotients(facts, logarithms)


def _determinant_of(node: Expr) -> Iterator[Expr]:
    """A of ``log det A`` or ``log |det A|``."""
    inner = strip(node.args[0])
    inner = strip(inner.args[0]) if inner.op == "map" and inner.data[0] == "abs" else inner
    if inner.op == "det":
        yield strip(normal(inner.args[0]))


def _tangents(a: Expr, b: Expr) -> list[Expr]:
    """``tr(B^-1 A) - n`` and ``tr(B^-1 (A - B))``, as which it is written too."""
    inverse = build.inv(b)
    gap = build.sub(a, build.reshape(b, a.shape))
    return [
        build.sub(build.trace(build.matmul(inverse, a)), build.size(rows(a))),
        build.trace(build.matmul(inverse, gap)),
    ]


def _diagonals(facts: Facts, node: Expr, matrix: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Log det A <= sum_i log A_ii: Hadamard's inequality."""
    for total in (n for n in nodes if n.op == "sum" and n.data[1] == ONE and n.data[2] == rows(matrix)):
        name, _, _, body = opened(total)
        if same(facts, body, build.map_("log", build.entry(matrix, Size.of(name), Size.of(name)))):
            yield Theorem(node, total, False, "hadamard inequality", "det A <= prod_i A_ii for semidefinite A")


def _quotients(facts: Facts, logarithms: Sequence[Expr]) -> Iterator[Theorem]:
    """The same for ``log(det A / det B)``."""
    for node in logarithms[:MAX_NODES]:
        try:
            single = values.value(facts, node.args[0]).value.single()
        except NotSupported:
            continue
        powers = {e: strip(normal(f.args[0])) for f, e in single[0] if f.op == "det"} if single is not None else {}
        if single is None or single[1] != 1 or len(single[0]) != 2 or set(powers) != {1, -1}:
            continue
        a, b = powers[values.UNITY], powers[-values.UNITY]
        if rows(a) == rows(b) and is_definite(facts, a) and is_definite(facts, b):
            yield from (Theorem(node, t, False, "log det", TANGENT) for t in _tangents(a, b))
            yield from (Theorem(build.neg(t), node, False, "log det", TANGENT) for t in _tangents(b, a))


__all__ = ["log_determinants"]
