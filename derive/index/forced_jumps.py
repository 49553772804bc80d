r"""Derivatives taken exactly where a comparison or a sign jumps: the rules for them hold off the jump only.

The rule "the derivative of a step is zero" leaves the jump out. Where the point of the derivative is the jump, at every
input (``f'(0)`` of a definition by cases at 0), nothing is left: the derivative exists only if both branches have one
value and one derivative there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive import build as b
from derive.asked import about, nothing
from derive.build import DERIVATIVES, free_names, substitute
from derive.core import Expr, Formula, Logic, Problem, Rel, formula_exprs, walk
from derive.errors import DeriveError
from derive.index.rewriting.places import Place, Ranges, binds, places
from derive.index.road import prove
from derive.language.printing.core_latex import core_to_latex
from derive.size_names import size_names

STEPS = 2000


@about("map", "indicator", untouched=nothing)
def forced_jump(problem: Problem) -> str | None:
    """Return the LaTeX of a derivative that is taken where what it differentiates jumps at every input; None if there is none."""
    try:
        for top in formula_exprs(problem.goal):
            if not any(_argument(node) is not None for node in walk(top)):
                continue
            for place in places(top):
                if place.node.op in DERIVATIVES and _is_at_jump(problem, place):
                    return core_to_latex(place.node)
    except DeriveError:
        return None
    return None


def _is_at_jump(problem: Problem, place: Place) -> bool:
    name, point = place.node.data[0], place.node.args[1]
    for node, above, ranges in _jumping(place.node.args[0], name, place.ranges):
        argument = _argument(node)
        assert argument is not None
        at_point = substitute(argument, {name: point})
        if _vanishes(problem, at_point, ranges) and not _is_smooth(problem, above, name, point, ranges):
            return True
    return False


def _jumping(body: Expr, name: str, ranges: Ranges) -> Iterator[tuple[Expr, Expr | None, Ranges]]:
    """The nodes of a body that jump as the name moves, with the case distinction they decide (None: none or nested derivatives)."""
    stack: list[tuple[Expr, Expr | None, Ranges, bool]] = [(body, None, ranges, False)]
    seen: set[tuple[Expr, bool]] = set()
    while stack:
        node, above, ranges, again = stack.pop()
        if name not in free_names(node) or (node, again) in seen:
            continue
        seen.add((node, again))
        if _argument(node) is not None:
            yield node, above, ranges
        if node.op in DERIVATIVES:
            inner = substitute(node.args[0], {node.data[0]: node.args[1]})
            stack.append((inner, None, ranges, True))
        known = {**ranges, **binds(node)}
        for k, part in enumerate(node.args):
            cases = node if node.op == "where" and k == 0 and not again else None
            stack.append((part, cases, known if k == 0 else ranges, again))


def _argument(node: Expr) -> Expr | None:
    """What is zero where a node jumps."""
    if node.op == "map" and node.data[0] in ("sign", "step"):
        return node.args[0]
    if node.op == "indicator" and node.args[0].shape == node.args[1].shape and any(map(free_names, node.args)):
        return b.sub(*node.args)
    return None


def _is_smooth(problem: Problem, cases: Expr | None, name: str, point: Expr, ranges: Ranges) -> bool:
    """Whether both branches of a case distinction have one value and one derivative at the point."""
    if cases is None:
        return False
    difference = b.sub(cases.args[1], cases.args[2])
    slope = b.deriv(difference, name, point)
    return _vanishes(problem, substitute(difference, {name: point}), ranges) and _vanishes(problem, slope, ranges)


def _vanishes(problem: Problem, e: Expr, ranges: Ranges) -> bool:
    """Whether an expression is zero at every input that the hypotheses allow."""
    hypotheses: list[Formula] = list(problem.hypotheses)
    goal = problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        hypotheses += goal.args[:-1]
        goal = goal.args[-1]
    used = tuple((name, *ranges[name]) for name in ranges if name in size_names(e))
    claim = Rel("=", e, b.zeros(e.shape.rows, e.shape.cols))
    asked = replace(problem, goal=claim, hypotheses=tuple(hypotheses), indices=(*problem.indices, *used))
    return prove(asked, steps=STEPS).outcome == "agree"


__all__ = ["forced_jump"]
