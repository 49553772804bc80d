"""Logarithms of products and of determinants, as sums of logarithms, before a statement goes into index form.

    log(a b) = log a + log b,   log(a^k) = k log a,   log exp(x) = x,   log prod_i a_i = sum_i log a_i
    det(A B) = det A det B,     det(A (x) B) = det(A)^n det(B)^m,   det(c A) = c^n det A,   det diag(v) = prod_i v_i

A logarithm is taken apart where every factor is positive: by its form, by a hypothesis, or because the statement takes its
logarithm itself at every point and speaks of no other points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from derive.asked import about, itself
from derive.build import (
    add,
    const,
    det,
    entry,
    fresh,
    map_,
    prod,
    rebuild,
    scale,
    size,
    sum_,
)
from derive.core import Expr, Formula, Rel, walk
from derive.errors import DeriveError
from derive.index.rewriting.determinants import moving
from derive.index.rewriting.places import against_zero, all_entries, binds, places
from derive.size_names import bound_indices, size_names
from derive.sizes import Size

ONE = const(1)
Power = tuple[Expr, Expr]
"""A scalar and its exponent."""


@about("map", untouched=itself)
def taken_apart(goal: Rel, hypotheses: Sequence[Formula]) -> Rel:
    """Return the statement with its logarithms of products as sums; the same statement if there are none."""
    nodes = [node for side in (goal.lhs, goal.rhs) for node in walk(side)]
    if not any(_is_logarithm(node) for node in nodes):
        return goal
    try:
        known = frozenset([*_told_positive(hypotheses), *under_logarithms(goal)])
        outer = frozenset(name for node in nodes for name in binds(node)) | moving(nodes)
        return Rel(goal.op, _rewritten(goal.lhs, known, outer), _rewritten(goal.rhs, known, outer), goal.data)
    except DeriveError:
        return goal


def _told_positive(hypotheses: Sequence[Formula]) -> Iterator[Expr]:
    """What is said to be positive, and the absolute values of numbers that are said not to be zero."""
    for op, matrix in against_zero(hypotheses):
        if op == ">":
            yield matrix
        if op in (">", "<", "!=") and matrix.shape.is_scalar:
            yield map_("abs", matrix)


def under_logarithms(goal: Rel) -> Iterator[Expr]:
    """Matrices all of whose entries stand under a logarithm wherever the claim is defined."""
    for place in (p for side in (goal.lhs, goal.rhs) for p in places(side)):
        if place.tells and _is_logarithm(place.node):
            yield all_entries(place.node.args[0], place.ranges)


def _is_logarithm(node: Expr) -> bool:
    return node.op == "map" and node.data[0] == "log"


def _rewritten(expr: Expr, known: frozenset[Expr], outer: frozenset[str]) -> Expr:
    table: dict[Expr, Expr] = {}
    for node in walk(expr):
        if _is_logarithm(node) and node.shape.is_scalar and not _is_bound(node, outer):
            table[node] = _sum_of_logarithms(node.args[0], known) or node
        else:
            table[node] = rebuild(node, [table[a] for a in node.args])
    return table[expr]


def _is_bound(node: Expr, outer: frozenset[str]) -> bool:
    """Whether a name that is bound around a logarithm, not inside it, occurs in it."""
    names = {n.data[0] for n in walk(node) if n.op == "var"} | size_names(node)
    return bool(names & outer - bound_indices(node))


def _sum_of_logarithms(argument: Expr, known: frozenset[Expr]) -> Expr | None:
    """The logarithm of a product as a sum; None if it is no product, or if a factor may be negative."""
    powers = list(_powers(argument, ONE))
    if (powers == [(argument, ONE)] and argument.op != "prod") or not all(
        _is_positive(base, known) for base, _ in powers
    ):
        return None
    terms = [_times(exponent, _logarithm(base, known)) for base, exponent in powers]
    return add(*terms) if terms else const(0)


def _logarithm(base: Expr, known: frozenset[Expr]) -> Expr:
    if base.op == "map" and base.data[0] == "exp":
        return base.args[0]
    if base.op == "prod":
        body = base.args[0]
        name, low, high = base.data
        return sum_(name, low, high, _sum_of_logarithms(body, known) or _logarithm(body, known))
    return map_("log", base)


def _times(factor: Expr, expr: Expr) -> Expr:
    return expr if factor == ONE else scale(factor, expr)


def _powers(expr: Expr, exponent: Expr) -> Iterator[Power]:
    """The factors of a scalar with their exponents."""
    if expr.op in ("scale", "hadamard"):
        for part in expr.args:
            yield from _powers(part, exponent)
    elif expr.op == "hpow" and expr.args[1].op in ("const", "size"):
        yield from _powers(expr.args[0], _times(exponent, expr.args[1]))
    elif expr.op == "map" and expr.data[0] == "abs":  # |a^k b| = |a|^k |b|, also where a^k has a value for a >= 0 alone
        for base, power in _powers(expr.args[0], ONE):
            yield map_("abs", base), power if exponent == ONE else _times(exponent, power)
    elif expr.op == "inv":
        yield from _powers(expr.args[0], _times(exponent, const(-1)))
    elif expr.op == "entry" and expr.args[0].op == "map" and expr.args[0].data[0] == "exp":
        yield map_("exp", entry(expr.args[0].args[0], *expr.data)), exponent
    elif expr.op == "det":
        yield from _determinant(expr, exponent)
    elif expr != ONE:
        yield expr, exponent


def _determinant(node: Expr, exponent: Expr) -> Iterator[Power]:
    matrix = node.args[0]
    order = matrix.shape.totals[0]
    if matrix.op == "matmul" and matrix.args[0].shape.totals[0] == matrix.args[0].shape.totals[1]:
        for part in matrix.args:
            yield from _determinant(det(part), exponent)
    elif matrix.op == "kron" and all(a.shape.totals[0] == a.shape.totals[1] for a in matrix.args):
        (first, second), (m, n) = matrix.args, (a.shape.totals[0] for a in matrix.args)
        yield from _determinant(det(first), _times(exponent, size(n)))
        yield from _determinant(det(second), _times(exponent, size(m)))
    elif matrix.op == "scale":
        yield from _powers(matrix.args[0], _times(exponent, size(order)))
        yield from _determinant(det(matrix.args[1]), exponent)
    elif matrix.op == "inv":
        yield from _determinant(det(matrix.args[0]), _times(exponent, const(-1)))
    elif matrix.op == "mpow":
        yield from _determinant(det(matrix.args[0]), _times(exponent, const(matrix.data[0])))
    elif matrix.op == "transpose":
        yield from _determinant(det(matrix.args[0]), exponent)
    elif matrix.op == "diag" and matrix.args[0].shape.totals[1] == Size.of(1):
        letter = fresh("i")
        body = _entry(matrix.args[0], Size.of(letter))
        yield prod(letter, Size.of(1), order, body), exponent
    elif matrix.op != "eye":
        yield node, exponent


def _entry(vector: Expr, row: Size) -> Expr:
    """The entry of a vector, of its factors where it is an entrywise product."""
    if vector.op in ("scale", "hadamard"):
        scalars, vectors = (vector.args[:1], vector.args[1:]) if vector.op == "scale" else ((), vector.args)
        return reduce(scale, [*scalars, *(_entry(v, row) for v in vectors)])
    if vector.op == "map" and vector.data[0] == "exp":
        return map_("exp", entry(vector.args[0], row, Size.of(1)))
    return entry(vector, row, Size.of(1))


def _is_positive(base: Expr, known: frozenset[Expr]) -> bool:
    if base in known or (base.op == "map" and base.data[0] == "exp"):
        return True
    if base.op == "const":
        return base.data[0] > 0
    if base.op == "size":
        return all(coefficient > 0 for _, coefficient in base.data[0].terms)
    if base.op == "prod":
        return all(_is_positive(part, known) for part, _ in _powers(base.args[0], ONE))
    return base.op == "entry" and (base.args[0] in known or base.args[0].op == "softmax")


__all__ = ["taken_apart", "under_logarithms"]
