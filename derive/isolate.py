r"""Variables that a relation ties to others: solved from an equation, or one term of a difference.

``1/p + 1/q = 1`` says p = 1/(1 - 1/q); where A - B is positive semidefinite, A is B and such a matrix.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.core import Expr, Rel, walk
from derive.errors import DeriveError


def plain(expr: Expr) -> Expr:
    """Return an expression without changes of its shape."""
    while expr.op == "reshape":
        expr = expr.args[0]
    return expr


def occurrences(expr: Expr, name: str) -> int:
    """How often a variable is written in an expression (a part that occurs twice is counted twice)."""
    counts: dict[Expr, int] = {}
    for node in walk(expr):
        own = int(node.op == "var" and node.data[0] == name)
        counts[node] = own + sum(counts[arg] for arg in node.args)
    return counts[expr]


def isolated(rel: Rel, name: str) -> Expr | None:
    """Return what an equation says that a variable is, where the variable is written once, under sums, multiples and 1/x.

    A variable that stands alone on a side is no matter of solving: `None` too.
    """
    if rel.op != "=":
        return None
    counts = (occurrences(rel.lhs, name), occurrences(rel.rhs, name))
    if sorted(counts) != [0, 1]:
        return None
    side, value = (rel.lhs, rel.rhs) if counts[0] else (rel.rhs, rel.lhs)
    try:
        return _undone(side, value, name)
    except DeriveError:
        return None


def _undone(side: Expr, value: Expr, name: str) -> Expr | None:
    """What the variable is, given the value of the side in which it is written once."""
    while not (side.op == "var" and side.data[0] == name):
        if side.op == "reshape":
            side, value = side.args[0], build.reshape(value, side.args[0].shape)
            continue
        holders = [k for k, arg in enumerate(side.args) if occurrences(arg, name)]
        if len(holders) != 1:
            return None
        inner, others = side.args[holders[0]], [a for k, a in enumerate(side.args) if k != holders[0]]
        if side.op == "add":
            for other in others:
                value = build.sub(value, other)
        elif side.op in ("scale", "hadamard") and len(others) == 1 and _is_number(others[0]):
            value = build.scale(build.hpow(others[0], build.const(-1)), value)
        elif side.op == "hpow" and others[0] == build.const(-1) and inner.shape.is_scalar and holders == [0]:
            value = build.hpow(value, build.const(-1))
        else:
            return None
        side = inner
    return value


def _is_number(factor: Expr) -> bool:
    """Whether a factor is the same at all inputs: one that may be zero at some of them is not divided by."""
    return factor.shape.is_scalar and not any(node.op == "var" for node in walk(factor))


def differences(expr: Expr) -> Iterator[tuple[str, int, Expr]]:
    """Yield (variable, sign, rest) with expr = sign * (variable - rest), for each variable that is one term of a sum."""
    for k, term in enumerate(terms := _terms(expr)):
        sign, inner = _signed(term)
        if inner.op != "var" or sum(occurrences(t, inner.data[0]) for t in terms) != 1:
            continue
        others = [t for i, t in enumerate(terms) if i != k]
        if others:
            total = build.add(*others) if len(others) > 1 else others[0]
            rest = build.neg(total) if sign > 0 else total
            yield inner.data[0], sign, build.reshape(rest, inner.shape)


def _terms(expr: Expr) -> list[Expr]:
    expr = plain(expr)
    return [t for arg in expr.args for t in _terms(arg)] if expr.op == "add" else [expr]


def _signed(term: Expr) -> tuple[int, Expr]:
    factor = term.args[0] if term.op == "scale" else None
    if factor is not None and factor.op == "const" and factor.data[0] in (1, -1):
        return int(factor.data[0]), plain(term.args[1])
    return 1, plain(term)


__all__ = ["differences", "isolated", "occurrences", "plain"]
