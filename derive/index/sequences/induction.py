r"""Equations with sums and products up to a number t, by induction over t: geometric sums, sums of weights that remain.

    sum_{i=a}^{t+1} f(i, t+1) = sum_{i=a}^t f(i, t+1) + f(t+1, t+1)
    prod_{i=a}^{t+1} f(i) = f(t+1) prod_{i=a}^t f(i)

An equation holds for all t >= t_0 if it holds at t_0 and, where it holds at t, at t + 1. Both sides are rational functions
of the variables for every t, and what they divide by does not depend on t: where both have a value at t + 1, off the zeros
of the bases of powers, they have one at t, and at those zeros they are continuous.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from derive import build
from derive.core import Expr, Formula, Problem, Quantified, Rel, formula_exprs, walk
from derive.index.rewriting.powers import counts
from derive.index.rewriting.products import narrowed
from derive.size_names import bound_indices, map_sizes, size_names
from derive.sizes import Size

MAX_PLACES = 12
SUMS = ("sum", "prod", "mprod")
RATIONAL = frozenset(
    "var const real size eye ones zeros basis add scale hadamard matmul kron transpose reshape vec vecr unvecr diag diagpart trace "
    "entry row col sum prod mprod mpow hpow inv".split()
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
    goal = narrowed(goal)
    yield from _inductions(problem, goal, hypotheses)
    for index, wider in _up_to_any_place(problem, goal):
        yield from _inductions(replace(problem, indices=(*problem.indices, index)), wider, hypotheses)


def _inductions(problem: Problem, goal: Rel, hypotheses: Sequence[Formula]) -> Iterator[Induction]:
    taken = {name for f in hypotheses for name in _spoken_of(f)}
    used = {name for f in hypotheses for e in formula_exprs(f) for name in size_names(e)}
    for number, low in _numbers(problem):
        name, sides = number, (goal.lhs, goal.rhs)
        if number in used - taken:  # a hypothesis binds a letter of that name
            name = build.fresh(number.partition("~")[0])
            sides = tuple(map_sizes(side, {number: Size.of(name)}) for side in sides)
        known = {name, *problem.sizes}
        if name in taken or not all(_is_rational(name, low, node, known) for e in sides for node in walk(e)):
            continue
        following = Size.of(name) + 1
        if not any(_stops_at(name, node) for side in sides for node in walk(side)):
            continue
        indices = tuple(entry for entry in problem.indices if entry[0] != number)
        found = Induction(
            name,
            replace(problem, indices=indices, sizes=tuple(dict.fromkeys((*problem.sizes, name)))),
            Rel("=", *(listed(map_sizes(side, {name: Size.of(low)})) for side in sides)),
            Rel("=", *(_from_one(peeled(name, map_sizes(side, {name: following}))) for side in sides)),
            Rel("=", *(_from_one(side) for side in sides)),
        )
        has_products = any(node.op in ("prod", "mprod") for side in sides for node in walk(side))
        yield _with_numbers(found) if has_products else found


def _spoken_of(formula: Formula) -> set[str]:
    """The names of sizes and indices that a hypothesis speaks of, without those over which it runs itself."""
    found = {name for e in formula_exprs(formula) for name in size_names(e)}
    if not isinstance(formula, Quantified):
        return found
    ranges = [n for n in formula.names if len(n) == 3]
    return (found - {n[0] for n in ranges}) | {name for n in ranges for end in n[1:] for name in end.names}


def _with_numbers(found: Induction) -> Induction:
    """The same with a number for each sum and product up to the number: a stronger statement, equal ones are one number."""
    numbers: dict[Expr, Expr] = {}
    new: dict[Expr, Expr] = {}
    sides = [side for rel in (found.step, found.assumed) for side in (rel.lhs, rel.rhs)]
    bound = {name for side in sides for name in bound_indices(side)}
    for node in dict.fromkeys(node for side in sides for node in walk(side)):
        if node.op != "mprod" and _stops_at(found.name, node):
            own = map_sizes(node.args[0], {node.data[0]: Size.of("%place")})
            key = Expr(node.op, (own,), ("%place", *node.data[1:]), node.shape)
            if not (size_names(node) - bound_indices(node)) & bound:
                new[node] = numbers.setdefault(key, build.var(build.fresh("number"), node.shape))
    step, assumed = (
        Rel("=", build.replaced(rel.lhs, new), build.replaced(rel.rhs, new)) for rel in (found.step, found.assumed)
    )
    for side, other in ((assumed.lhs, assumed.rhs), (assumed.rhs, assumed.lhs)):
        if side.op == "mprod" and side.shape == other.shape:  # it is put in for what it is equal to
            step = Rel("=", build.replaced(step.lhs, {side: other}), build.replaced(step.rhs, {side: other}))
            break
    return replace(found, step=step, assumed=assumed)


def _up_to_any_place(problem: Problem, goal: Rel) -> Iterator[tuple[tuple[str, Size, Size], Rel]]:
    """An index up to a size, and an equation with products or numbers up to n that is true if it is true up to any index."""
    nodes = dict.fromkeys(node for side in (goal.lhs, goal.rhs) for node in walk(side))
    limits = dict.fromkeys(node.data[2] for node in nodes if node.op in ("sum", "prod"))
    has_products = any(node.op == "prod" for node in nodes)
    for size in limits:
        if not has_products and not any(node.op == "size" and size.names & node.data[0].names for node in nodes):
            continue
        if size in map(Size.of, problem.sizes):
            index = build.fresh("t")
            yield (
                (index, Size.of(1), size),
                replace(goal, lhs=_stopped_at(index, size, goal.lhs), rhs=_stopped_at(index, size, goal.rhs)),
            )


def _stopped_at(index: str, size: Size, expr: Expr) -> Expr:
    """An expression with sums, products and numbers up to a size stopped at an index; dimensions stay."""

    def stopped(node: Expr) -> Expr:
        if node.op not in ("sum", "prod", "size", "entry"):
            return node
        data = tuple(Size.of(index) if part == size else part for part in node.data)
        return Expr(node.op, node.args, data, node.shape)

    return build.bottom_up(expr, stopped)


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
    return node.op in SUMS and name in node.data[2].names


def _is_rational(name: str, low: int, node: Expr, known: Collection[str]) -> bool:
    """Whether a node is rational in the variables, divides by no number that may be zero, and sums to near it."""
    if node.op not in RATIONAL or name in {n for d in (*node.shape.rows, *node.shape.cols) for n in d.names}:
        return False
    if node.op in SUMS and name in {*node.data[1].names, *node.data[2].names}:
        past = (node.data[2] - Size.of(name)).constant
        first = node.data[1].constant
        return past is not None and first is not None and past.denominator == 1 and low + past + 1 >= first
    if node.op == "inv":
        return name not in size_names(node)
    if node.op == "hpow":
        base, exponent = node.args
        if exponent.op == "const":
            whole = exponent.data[0].denominator == 1
            return whole and (exponent.data[0] >= 0 or name not in size_names(node) or _is_positive(base, known))
        return counts(exponent) and (base.op == "var" or not size_names(base))
    return True


def _is_positive(base: Expr, known: Collection[str]) -> bool:
    """Whether a base is a polynomial with positive coefficients in numbers that are at least one."""
    return all(
        node.op in ("add", "scale")
        or (node.op == "const" and node.data[0] > 0)
        or (node.op == "hpow" and node.args[1].op == "const")
        or (node.op == "size" and node.data[0].names <= known and all(c > 0 for _, c in node.data[0].terms))
        for node in walk(base)
    )


def peeled(name: str, expr: Expr) -> Expr:
    """Return the sums and products up to ``t + c + 1`` as those up to ``t + c`` and their last terms and factors."""

    def peel(node: Expr) -> Expr:
        if not _stops_at(name, node):
            return node
        index, low, high = node.data
        (body,) = node.args
        if node.op == "mprod" and (high - Size.of(name)).constant is None:
            return node  # a power such as A^(t - s)
        last = map_sizes(body, {index: high})
        if node.op == "prod":
            return build.scale(build.prod(index, low, high - 1, body), last)
        if node.op == "mprod":
            return build.matmul(build.mprod(index, low, high - 1, body), last)
        return build.add(build.sum_(index, low, high - 1, body), last)

    return build.bottom_up(expr, peel)


def _from_one(expr: Expr) -> Expr:
    """The same sums, from one."""

    def shift(node: Expr) -> Expr:
        if node.op != "sum" or node.data[1] == Size.of(1):
            return node
        index, low, high = node.data
        return build.sum_(index, Size.of(1), high - low + 1, map_sizes(node.args[0], {index: Size.of(index) + low - 1}))

    return build.bottom_up(expr, shift)


def listed(expr: Expr) -> Expr:
    """Return the same with sums and products over a few known places written out."""

    def written(node: Expr) -> Expr:
        if node.op not in SUMS or node.data[1].constant is None or node.data[2].constant is None:
            return node
        index, low, high = node.data
        places = range(int(low.constant), int(high.constant) + 1)
        if len(places) > MAX_PLACES:
            return node
        if node.op == "prod":
            return reduce(
                build.scale, [map_sizes(node.args[0], {index: Size.of(place)}) for place in places], build.const(1)
            )
        if node.op == "mprod":
            factors = [map_sizes(node.args[0], {index: Size.of(place)}) for place in places]
            return reduce(build.matmul, factors) if factors else build.eye(node.shape.rows)
        if not places:
            return build.zeros(node.shape.rows, node.shape.cols)
        return reduce(build.add, [map_sizes(node.args[0], {index: Size.of(place)}) for place in places])

    return build.bottom_up(expr, written)


__all__ = ["Induction", "inductions", "listed", "peeled"]
