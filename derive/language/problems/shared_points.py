r"""Hypotheses about declared functions: ``f(-x) = f(x)`` with a declared x is said of this x, or of all.

Nearly every author means all arguments. At one x it assumes less: what holds there holds in any case, and what fails there
is judged again with the hypothesis for all arguments, under what is said of them. Names with a mark (``x^*``, ``x_0``) are points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.build import DERIVATIVES, formula_names, free_names, substitute_formula
from derive.core import Expr, Formula, Logic, Quantified, conjunction, formula_exprs, walk
from derive.language.terms.readings import ALL_ARGUMENTS
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

MARKS = ("*", "_", "^", "'", "hat", "bar", "tilde", "star", "dagger", "circ")
"""In the name of a point that is no arbitrary one."""


def for_all_arguments(r: Reader, goal: Formula, hypotheses: Sequence[Formula]) -> list[Formula]:
    """Return the hypotheses of a claim, those about functions for all arguments in the reading that says so."""
    symbols = r.scope.by_core()
    plain = {n for n, s in symbols.items() if s.kind == "var" and not any(mark in s.latex for mark in MARKS)}
    found = list(hypotheses)
    for k, h in enumerate(hypotheses):
        points = _points(h) & plain & formula_names(h)
        if points and not _only_there(h, goal) and r.chooses(ALL_ARGUMENTS):
            shapes = {n.data[0]: n.shape for e in formula_exprs(h) for n in walk(e) if n.op == "var"}
            found[k] = _closed(h, {name: shapes[name] for name in sorted(points)}, hypotheses)
    return found


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
