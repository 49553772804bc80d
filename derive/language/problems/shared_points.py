r"""Hypotheses about declared functions: ``f(-x) = f(x)`` with a declared x is said of this x, or of all.

At one x it assumes less: what holds there holds in any case, and what fails there is judged again with the hypothesis for
all arguments, under what is said of them.  Which readings a hypothesis has depends on what it says and on no name: an equation
that would make a function constant, ``\nabla f(z) = 0``, speaks of the point, and ``f(z) \le f(x)`` of all x or of all z, not of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.alike import formula_key
from derive.build import DERIVATIVES, formula_names, free_names, substitute, substitute_formula
from derive.core import Expr, Formula, Logic, Quantified, Rel, conjunction, formula_exprs, walk
from derive.fraction import Fraction
from derive.language.terms.readings import ALL_ARGUMENTS, ALL_OF
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def for_all_arguments(r: Reader, goal: Formula, hypotheses: Sequence[Formula]) -> list[Formula]:
    """Return the hypotheses of a claim, those about functions for all arguments in the reading that says so."""
    symbols = r.scope.by_core()
    variables = {n for n, s in symbols.items() if s.kind == "var"}
    found = list(hypotheses)
    for k, h in enumerate(hypotheses):
        shapes = {n.data[0]: n.shape for e in formula_exprs(h) for n in walk(e) if n.op == "var"}
        points = [name for name in shapes if name in _points(h) & variables & formula_names(h)]
        if not points or _only_there(h, goal):
            continue
        closed = [p for p in points if p not in _fixed(h, points)]
        if _compares(h, points):
            # Each choice is noted, and both at once would make the function constant.
            one = [p for p in points if r.chooses(f"{ALL_OF} {symbols[p].latex}")]
            closed = one if len(one) == 1 else []
        elif not closed or not r.chooses(ALL_ARGUMENTS):
            continue
        found[k] = _closed(h, {name: shapes[name] for name in sorted(closed)}, hypotheses) if closed else h
    return found


def _fixed(h: Formula, points: Collection[str]) -> set[str]:
    r"""The points of which an equation speaks at one value of a function alone: for all of them it would be a constant.

    ``g(z) = z`` speaks of a fixed point: for all of them g would be the identity.
    """
    if not isinstance(h, Rel) or h.op != "=":
        return set()
    sides = ((h.lhs, h.rhs), (h.rhs, h.lhs))
    found = {v.data[0] for value, v in sides if value.op == "fun" and v.op == "var" and v in value.args}
    for point in points:
        places = {place and _key(place) for side in (h.lhs, h.rhs) for place in _places(side, point)}
        if len(places) == 1 and None not in places:
            found.add(point)
    return found


def _places(e: Expr, point: str) -> Iterator[Expr | None]:
    """Yield the values of functions that a point stands in, and None where it stands in none."""
    stack = [e]
    while stack:
        node = stack.pop()
        if point not in free_names(node):
            continue
        if _is_value(node):
            yield node
        elif node.op == "var":
            yield None
        else:
            stack += node.args


def _is_value(node: Expr) -> bool:
    """Whether a node is the value of a declared function, or of a derivative of one."""
    return node.op == "fun" or (node.op in DERIVATIVES and any(n.op == "fun" for n in walk(node.args[0])))


def _compares(h: Formula, points: Sequence[str]) -> bool:
    r"""Whether an inequality compares the values of a function at two points, as ``f(z) \le f(x)`` does: for all of both it is constant."""
    if not isinstance(h, Rel) or h.op not in ("<=", "<", ">=", ">") or len(points) != 2:
        return False
    terms: dict[Expr, Fraction] = {}
    for side, sign in ((h.lhs, 1), (h.rhs, -1)):
        for term, factor in _terms(side, Fraction(sign)):
            if any(_is_value(n) for n in walk(term)):
                terms[term] = terms.get(term, Fraction(0)) + factor
    shapes = {n.data[0]: n.shape for term in terms for n in walk(term) if n.op == "var"}
    one, other = points
    if not terms or shapes.get(one) != shapes.get(other):
        return False
    exchange = {one: b.var(other, shapes[one]), other: b.var(one, shapes[other])}
    turned = {_key(substitute(term, exchange)): -factor for term, factor in terms.items()}
    return turned == {_key(term): factor for term, factor in terms.items()}


def _key(e: Expr) -> object:
    """Equal for expressions that differ in the names of bound variables only."""
    return formula_key(Rel("=", e, e))


def _terms(e: Expr, factor: Fraction) -> Iterator[tuple[Expr, Fraction]]:
    """The terms of a sum with their numerical factors."""
    if e.op == "add":
        for arg in e.args:
            yield from _terms(arg, factor)
    elif e.op == "scale" and e.args[0].op == "const":
        yield from _terms(e.args[1], factor * e.args[0].data[0])
    else:
        yield e, factor


def _applied(f: Formula) -> Iterator[tuple[Expr, ...]]:
    """What declared functions, and their derivatives, are taken at."""
    for e in formula_exprs(f):
        for node in walk(e):
            if node.op == "fun":
                yield node.args
            elif node.op in DERIVATIVES and any(n.op == "fun" for n in walk(node.args[0])):
                yield node.args[1:]


def _points(h: Formula) -> set[str]:
    """The names in the arguments of declared functions; none of an equation of motion, which holds at all times anyhow."""
    if isinstance(h, Quantified):
        return set()
    nodes = [node for e in formula_exprs(h) for node in walk(e)]
    if any(n.op in DERIVATIVES and n.args[1].shape.is_scalar for n in nodes):
        return set()
    return {name for args in _applied(h) for arg in args for name in free_names(arg)}


def _only_there(h: Formula, goal: Formula) -> bool:
    """Whether a hypothesis speaks of one value of a function, and a claim of nothing but this value."""
    nodes = [node for e in formula_exprs(goal) for node in walk(e)]
    here = set(_applied(h))
    return len(here) == 1 and here >= set(_applied(goal)) and not any(n.op in DERIVATIVES for n in nodes)


def _closed(h: Formula, points: dict[str, Shape], hypotheses: Sequence[Formula]) -> Formula:
    """Quantify a hypothesis over its arguments, under what other hypotheses say of these alone."""
    guards = tuple(g for g in hypotheses if g is not h and formula_names(g) and formula_names(g) <= points.keys())
    guards = tuple(g for g in guards if not any(_applied(g)))
    if guards:
        h = Logic("implies", (conjunction(guards), h))
    names = {name: (b.fresh(name), shape) for name, shape in points.items()}
    values = {name: b.var(*new) for name, new in names.items()}
    return Quantified("forall", tuple(names.values()), substitute_formula(h, values))


__all__ = ["for_all_arguments"]
