"""Integrals that stay in a statement, and the fundamental theorem of calculus.

An integral that is not computed stands in the index form as ``f(t) dt`` for an arbitrary point ``t`` and an arbitrary
measure ``dt``.  If ``R + f(t) dt`` vanishes for all numbers ``t`` and ``dt``, then R = 0 and f = 0, so that
``R + int f`` vanishes too.  That holds only where the statement is linear in the integral, which is checked.

The theorem ``int_a^b g'(t) dt = g(b) - g(a)`` holds for every function that is absolutely continuous on [a, b], with
the derivative almost everywhere.  A sum of compositions of locally Lipschitz functions of t that are defined on the
whole line is one: polynomials, exp, softmax, ReLU and so on, but no division, root or logarithm, and no jump.  A
statement about an integral may therefore be changed by the theorem for any such g; the g that are tried are the
statement's own sides with the end of the path replaced by the path.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator

from derive import functions
from derive.build import (
    BINDS_IN_FIRST,
    DERIVATIVES,
    INFINITY,
    add,
    const,
    frechet,
    free_names,
    fresh,
    hpow,
    integral,
    neg,
    rebuild,
    scale,
    substitute,
    var,
    zeros,
)
from derive.core import Expr, Rel, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.functions import regular
from derive.index.rewriting.abstract import made, replaced
from derive.sizes import Shape

LINEAR = set("add transpose vec vecr reshape unvecr diag diagpart trace entry row col sum blocks hcat vcat".split())
BILINEAR = {"scale", "matmul", "kron", "hadamard"}
SMOOTH = regular(functions.MEROMORPHIC, functions.SMOOTH)
LIPSCHITZ = SMOOTH | regular(functions.KINK)
OPS = {*LINEAR, *BILINEAR, "var", "const", "softmax", "prod", "mpow", "det", "fun"}
MAX_PATHS = 8
MAX_DEPTH = 3  # derivatives inside derivatives
MAX_REMAINDERS = 3


def check_linear(goal: Rel, unsolved: Collection[Expr]) -> None:
    """Make sure that a statement is linear in the integrals that stay in it.

    Raises:
        NotSupported: It is not.

    """
    inside: dict[Expr, bool] = {}
    for node in (*walk(goal.lhs), *walk(goal.rhs)):
        count = sum(inside[a] for a in node.args)
        inside[node] = bool(count) or node in unsolved
        if count and not (node.op in LINEAR or (node.op in BILINEAR and count == 1)):
            raise NotSupported("an integral inside something that is not linear in it")


def by_the_theorem(goal: Rel, unsolved: Collection[Expr]) -> Iterator[Rel]:
    """Yield statements that are equivalent by the fundamental theorem, for antiderivatives found in the statement."""
    if goal.lhs.shape != goal.rhs.shape:
        return
    whole = _tidy(add(goal.lhs, neg(goal.rhs)), unsolved)
    for node in unsolved:
        body, low, high = node.args
        name = node.data[0]
        if any(part == INFINITY for end in (low, high) for part in walk(end)):
            continue
        for path in _paths(body, name):
            end, start = (_tidy(substitute(path, {name: at})) for at in (high, low))
            moved = _replaced(whole, end, path)
            if moved == whole or name not in free_names(moved):
                continue
            for g in (moved, *_taylor(moved, name, start, path, (low, high))):
                if is_absolutely_continuous(g, name):
                    yield _changed(goal, g, name, (low, high))


def _changed(goal: Rel, g: Expr, name: str, limits: tuple[Expr, Expr]) -> Rel:
    """Subtract ``g(b) - g(a) - int_a^b g'`` from the left side."""
    low, high = limits
    inner, outer = fresh(name), fresh(name)
    slope = frechet(substitute(g, {name: var(inner, Shape())}), inner, var(outer, Shape()), const(1))
    ends = [substitute(g, {name: at}) for at in (high, low)]
    return Rel("=", add(goal.lhs, neg(ends[0]), ends[1], integral(slope, outer, low, high)), goal.rhs)


def is_absolutely_continuous(e: Expr, name: str) -> bool:
    """Whether an expression is a locally Lipschitz function of a scalar on the whole line, by its operations."""
    return all(is_tame(node, name) for node in walk(e) if name in free_names(node))


def is_tame(node: Expr, name: str) -> bool:
    """Whether the operation of a node is locally Lipschitz in a scalar on the whole line."""
    if node.op == "map":
        return node.data[0] in LIPSCHITZ
    if node.op == "hpow":
        base, exponent = node.args
        whole = exponent.op == "const" and exponent.data[0].denominator == 1 and exponent.data[0] >= 0
        return whole or name not in free_names(base) | free_names(exponent)
    if node.op in DERIVATIVES:  # of a smooth function, so that it is smooth itself
        body, bound = node.args[0], {name, node.data[0]}
        return all(_smooth(inner, bound) for inner in walk(body) if bound & free_names(inner))
    return node.op in OPS


def _smooth(node: Expr, names: set[str]) -> bool:
    if node.op == "map":
        return node.data[0] in SMOOTH
    return node.op not in DERIVATIVES and all(is_tame(node, name) for name in names)


def _paths(body: Expr, name: str) -> list[Expr]:
    """Sub-expressions that move with the variable, the names that derivatives bind at their points; short ones first.

    Then straight lines from the origin to each variable.
    """
    nodes, outside = list(walk(body)), free_names(body)
    points = {e.data[0]: e.args[1] for e in nodes if e.op in DERIVATIVES}
    moving: dict[Expr, None] = {}
    for e in nodes:
        if e.op in ("add", "scale", "matmul", "hadamard") and name in free_names(e):
            for _ in range(MAX_DEPTH):
                if free_names(e) <= outside:
                    moving[e] = None
                    break
                e = substitute(e, points)
    size = {e: sum(1 for _ in walk(e)) for e in moving}
    lines = [scale(var(name, Shape()), e) for e in nodes if e.op == "var" and e.data[0] in outside - {name}]
    return list(dict.fromkeys((*sorted(moving, key=lambda e: size[e])[:MAX_PATHS], *lines[:MAX_PATHS])))


def _replaced(whole: Expr, old: Expr, new: Expr) -> Expr:
    if old.op == "var":
        return substitute(whole, {old.data[0]: new})
    if old.op == "const":
        return whole
    return replaced(Rel("=", whole, whole), {old: lambda _: new}).lhs


def _taylor(moved: Expr, name: str, start: Expr, path: Expr, limits: tuple[Expr, Expr]) -> Iterator[Expr]:
    """Add ``-(1 - t)^k v(path)`` for summands ``v(start)`` that do not move: Taylor's formula with its remainder."""
    still = [e for e in moved.args if name not in free_names(e)] if moved.op == "add" else []
    if not still or len(still) > MAX_REMAINDERS or limits != (const(0), const(1)):
        return
    left = add(const(1), neg(var(name, Shape())))
    carried = [_replaced(e, start, path) for e in still]
    for powers in sorted(itertools.product(range(3), repeat=len(still)), key=sum):
        extra = [neg(scale(hpow(left, const(k)), e)) for k, e in zip(powers, carried, strict=True) if k]
        if extra:
            yield add(moved, *extra)


def _tidy(e: Expr, dropped: Collection[Expr] = ()) -> Expr:
    """Write zeros instead of some sub-expressions; drop zero summands and factors one, compute with constants."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        new = [done[a] for a in node.args]
        done[node] = zeros(node.shape.rows, node.shape.cols) if node in dropped else _tidied(node, new)
    return done[e]


def _tidied(node: Expr, args: list[Expr]) -> Expr:
    if node.op == "scale" and args[0].op == "zeros":
        return zeros(node.shape.rows, node.shape.cols)
    if node.op == "scale" and args[0].op == "const":
        (value,), a = args[0].data, args[1]
        if not value or a.op == "zeros":
            return zeros(node.shape.rows, node.shape.cols)
        if value == 1:
            return a
        if a.op == "const":
            return const(value * a.data[0])
        if a.op == "scale" and a.args[0].op == "const":
            return scale(const(value * a.args[0].data[0]), a.args[1])
        if a.op == "add":  # so that every summand of the statement is seen
            return _tidied(a, [_tidied(Expr("scale", (args[0], x), (), x.shape), [args[0], x]) for x in a.args])
    if node.op == "add":
        parts = [p for a in args for p in (a.args if a.op == "add" else (a,))]
        kept = _collected([p for p in parts if p.op not in ("zeros", "const")])
        total = sum((p.data[0] for p in parts if p.op == "const"), Fraction(0))
        if total:
            kept.append(const(total))
        return add(*kept) if kept else zeros(node.shape.rows, node.shape.cols)
    if node.op in BINDS_IN_FIRST:
        return rebuild(node, args)
    return made(node, args)


def _collected(parts: list[Expr]) -> list[Expr]:
    """Add up multiples of one summand, so that the end of the path ``u + t (v - u)`` is v."""
    totals: dict[Expr, Fraction] = {}
    for p in parts:
        numbered = p.op == "scale" and p.args[0].op == "const"
        e, value = (p.args[1], p.args[0].data[0]) if numbered else (p, Fraction(1))
        totals[e] = totals.get(e, Fraction(0)) + value
    return [e if value == 1 else scale(const(value), e) for e, value in totals.items() if value]


__all__ = ["by_the_theorem", "check_linear", "is_absolutely_continuous"]
