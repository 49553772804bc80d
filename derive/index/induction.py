r"""Equations with sums up to a number t, by induction over t: geometric sums.

    sum_{i=a}^{t+1} f(i, t+1) = sum_{i=a}^t f(i, t+1) + f(t+1, t+1)

An equation holds for all t >= t_0 if it holds at t_0 and, where it holds at t, at t + 1. Both sides are rational functions
of the variables for every t, and what they divide by does not depend on t: where both have a value at t + 1, off the zeros
of the bases of powers, they have one at t, and at those zeros they are continuous.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from derive import build
from derive.core import Expr, Formula, Problem, Rel, formula_exprs, walk
from derive.index.powers import counts
from derive.language.expand import map_sizes, size_names
from derive.sizes import Size

MAX_PLACES = 12
RATIONAL = frozenset(
    "var const real size add scale hadamard matmul transpose reshape entry row col sum hpow inv".split()
)


@dataclass(frozen=True, slots=True)
class Induction:
    """The two statements of an induction over a number.

    Attributes:
        name: The number.
        problem: The problem in which it is a size.
        first: The statement at the first value.
        step: The statement at the next value.
        assumed: What the step may use: the statement at the value before.

    """

    name: str
    problem: Problem
    first: Rel
    step: Rel
    assumed: Rel


def inductions(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> Iterator[Induction]:
    """Yield the inductions that an equation allows."""
    taken = {name for f in hypotheses for e in formula_exprs(f) for name in size_names(e)}
    for name, low in _numbers(problem):
        if name in taken or not all(_is_rational(name, low, node) for e in (goal.lhs, goal.rhs) for node in walk(e)):
            continue
        following = Size.of(name) + 1
        sides = (goal.lhs, goal.rhs)
        if not any(_stops_at(name, node) for side in sides for node in walk(side)):
            continue
        indices = tuple(entry for entry in problem.indices if entry[0] != name)
        yield Induction(
            name,
            replace(problem, indices=indices, sizes=tuple(dict.fromkeys((*problem.sizes, name)))),
            Rel("=", *(_listed(map_sizes(side, {name: Size.of(low)})) for side in sides)),
            Rel("=", *(_from_one(_peeled(name, map_sizes(side, {name: following}))) for side in sides)),
            Rel("=", *(_from_one(side) for side in sides)),
        )


def _numbers(problem: Problem) -> Iterator[tuple[str, int]]:
    """Quantified indices and sizes that nothing else depends on, with their first values."""
    ruled = {n for _, polynomial in problem.rules.relations for n in polynomial.names}
    for name, low, _ in problem.indices:
        others = {n for other, *ends in problem.indices if other != name for end in ends for n in end.names} | ruled
        if name not in others and low.constant is not None and low.constant.denominator == 1 and low.constant >= 1:
            yield name, int(low.constant)
    tied = ruled | {n for _, shape in problem.variables for d in (*shape.rows, *shape.cols) for n in d.names}
    tied |= {n for _, *ends in problem.indices for end in ends for n in end.names}
    least = dict(problem.rules.least)
    for name in problem.sizes:
        if name not in tied and not problem.functions:
            yield name, max(least.get(name, 1), 1)


def _stops_at(name: str, node: Expr) -> bool:
    return node.op == "sum" and name in node.data[2].names


def _is_rational(name: str, low: int, node: Expr) -> bool:
    """Whether a node is rational in the variables, divides by nothing that depends on a number, and sums to near it."""
    if node.op not in RATIONAL or name in {n for d in (*node.shape.rows, *node.shape.cols) for n in d.names}:
        return False
    if node.op == "sum" and name in {*node.data[1].names, *node.data[2].names}:
        past = (node.data[2] - Size.of(name)).constant
        first = node.data[1].constant
        return past is not None and first is not None and past.denominator == 1 and low + past + 1 >= first
    if node.op == "inv":
        return name not in size_names(node)
    if node.op == "hpow":
        base, exponent = node.args
        if exponent.op == "const":
            whole = exponent.data[0].denominator == 1
            return whole and (exponent.data[0] >= 0 or name not in size_names(node))
        return counts(exponent) and not size_names(base)
    return True


def _peeled(name: str, expr: Expr) -> Expr:
    """The sums up to ``t + c + 1`` as those up to ``t + c`` and their last terms."""

    def peel(node: Expr) -> Expr:
        if not _stops_at(name, node):
            return node
        index, low, high = node.data
        (body,) = node.args
        return build.add(build.sum_(index, low, high - 1, body), map_sizes(body, {index: high}))

    return build.bottom_up(expr, peel)


def _from_one(expr: Expr) -> Expr:
    """The same sums, from one."""

    def shift(node: Expr) -> Expr:
        if node.op != "sum" or node.data[1] == Size.of(1):
            return node
        index, low, high = node.data
        return build.sum_(index, Size.of(1), high - low + 1, map_sizes(node.args[0], {index: Size.of(index) + low - 1}))

    return build.bottom_up(expr, shift)


def _listed(expr: Expr) -> Expr:
    """The same with sums over a few known places written out."""

    def written(node: Expr) -> Expr:
        if node.op != "sum" or node.data[1].constant is None or node.data[2].constant is None:
            return node
        index, low, high = node.data
        places = range(int(low.constant), int(high.constant) + 1)
        if len(places) > MAX_PLACES:
            return node
        if not places:
            return build.zeros(node.shape.rows, node.shape.cols)
        return reduce(build.add, [map_sizes(node.args[0], {index: Size.of(place)}) for place in places])

    return build.bottom_up(expr, written)


__all__ = ["Induction", "inductions"]
