r"""Integrals, limits, suprema of which nothing here says that they have a finite value: ``\int_0^1 \frac1t \, dt``, ``\lim_{t \to 0} \frac1t``.

That they converge is no formula of the core language. A side may be infinite and equal another one, but ``I - I`` and ``0 I`` need not be
zero, and a limit that does not exist equals nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from derive import build, functions
from derive.alike import formula_key
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.facts import POSITIVE, Facts, elementwise, in_interval
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, conjuncts, formula_exprs, walk
from derive.extrema import INCREASING
from derive.functions import regular
from derive.index.rewriting.integrals import OPS, is_absolutely_continuous, is_tame

IMPROPER = frozenset({"integral", "sup", "inf", *build.LIMITS})
"""The operations of which nothing may say that they have a finite value."""
BOUNDED = {*OPS, *build.DERIVATIVES, "indicator", "where"}
CONTINUOUS = {"norm", "max", "min", "maxover", "minover", "maxentry", "minentry"}
LINEAR = ("scale", "matmul", "kron", "hadamard")
JUMPING = regular(functions.JUMP)
Signs = frozenset[int]
NONE, UP, DOWN, BOTH = frozenset[int](), frozenset((1,)), frozenset((-1,)), frozenset((1, -1))


def miscalculated(problem: Problem) -> str | None:
    """Return why the goal of a problem need not have a value although nothing in it is undefined; None if it has one.

    Args:
        problem: Its limits and extrema are values where these are known (`roads.with_values`).

    """
    claimed = tuple(_claimed(problem.goal))
    nodes = {node for rel in claimed for side in (rel.lhs, rel.rhs) for node in walk(side)}
    if not any(node.op in IMPROPER for node in nodes):
        return None
    told = {_key(node) for given in _given(problem) for top in formula_exprs(given) for node in walk(top) if node.op == "limit"}
    if any(node.op == "limit" and _key(node) not in told for node in nodes):
        return "nothing says that a limit exists"
    finite = set(_finite(problem))
    improper = {node: signs for node in nodes if (signs := _own(node)) and _key(node) not in finite}
    facts = read_facts(problem)
    sides = [pair for rel in claimed for pair in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs))]
    if any(_signs(facts, side, improper, any(node in improper for node in walk(other))) is None for side, other in sides):
        return "what may have no finite value stands in a product, a quotient or a difference"
    return None


def _key(e: Expr) -> object:
    return formula_key(Rel("=", e, e))


def _finite(problem: Problem) -> Iterator[object]:
    """Keys of what the hypotheses say is a number."""
    for given in _given(problem):
        if isinstance(given, Rel) and given.op == "=":
            for one, other in ((given.lhs, given.rhs), (given.rhs, given.lhs)):
                if not any(_own(node) for node in walk(other)):
                    yield _key(one)


def _claimed(formula: Formula) -> Iterator[Rel]:
    """What is said to hold: a premise without a value does not hold."""
    if isinstance(formula, Rel):
        yield formula
    elif isinstance(formula, Quantified):
        yield from _claimed(formula.body)
    else:
        for part in formula.args[-1:] if formula.op == "implies" else formula.args:
            yield from _claimed(part)


def _given(problem: Problem) -> Iterator[Formula]:
    yield from problem.hypotheses
    goal = problem.goal
    while isinstance(goal, (Quantified, Logic)) and (isinstance(goal, Quantified) or goal.op == "implies"):
        if isinstance(goal, Logic):
            yield from conjuncts(goal.args[:-1])
        goal = goal.body if isinstance(goal, Quantified) else goal.args[-1]


def _signs(facts: Facts, side: Expr, improper: Mapping[Expr, Signs], linear: bool) -> Signs | None:
    """Which infinite values an expression may have, None if it calculates with them and need not have any value.

    Where the other side is improper, too, the claim is about integrals that converge: ``c I(f) = I(c f)``.
    """
    found: dict[Expr, Signs] = {}
    for node in walk(side):
        parts = [found[part] for part in node.args]
        below = NONE.union(*parts)
        signs = _of_node(facts, node, parts, below) if below else NONE
        if signs is None:
            if not (linear and below == BOTH and _is_multiple(node, parts)):
                return None
            signs = BOTH
        found[node] = signs | improper.get(node, NONE)
    return found[side]


def _is_multiple(node: Expr, parts: list[Signs]) -> bool:
    return node.op in LINEAR and sum(map(bool, parts)) == 1 and build.const(0) not in node.args


def _own(node: Expr) -> Signs:
    if node.op == "integral":
        ends = (part for end in node.args[1:] for part in walk(end))
        return NONE if build.INFINITY not in ends and _is_bounded(node.args[0], {node.data[0]}) else BOTH
    if node.op in build.LIMITS:
        name, to = node.data
        return BOTH if to != "zero" or not is_absolutely_continuous(node.args[0], name) else NONE
    if node.op in ("sup", "inf") and not _is_attained(node):
        return UP if node.op == "sup" else DOWN
    return NONE


def _of_node(facts: Facts, node: Expr, parts: list[Signs], below: Signs) -> Signs | None:
    """What an operation makes of infinite values below it."""
    if node.op == "scale" and not all(parts):
        other = node.args[0 if parts[1] else 1]
        if other.shape.is_scalar and not facts.may_be_infinite(other):
            if elementwise(facts, other) == POSITIVE:
                return below
            if elementwise(facts, build.neg(other)) == POSITIVE:
                return frozenset(-sign for sign in below)
            if facts.is_nonzero(other):
                return BOTH
        return None
    if node.op in (*LINEAR, "prod", "mprod"):
        return None
    if node.op == "hpow":
        exponent = node.args[1].data[0] if node.args[1].op == "const" else 0
        return None if exponent <= 0 else UP if exponent.numerator % 2 == 0 else below
    if node.op == "map" and node.data[0] not in INCREASING:
        return UP if node.data[0] == "abs" else None
    if node.op in ("sum", "add") and below == BOTH and (node.op == "sum" or sum(map(bool, parts)) > 1):
        return None
    return below


def _is_attained(node: Expr) -> bool:
    """Whether the set of an extremum is compact and its body continuous, by its conditions and its operations."""
    names, conditions = node.data
    held = {c.lhs.args[0] for c in conditions if isinstance(c, Rel) and c.op in ("=", "<=") and c.lhs.op == "norm" and c.rhs.op == "const"}
    whole = in_interval(node) is not None or all(build.var(*name) in held for name in names)
    return whole and _is_bounded(node.args[0], {name for name, _ in names}, CONTINUOUS)


def _is_bounded(body: Expr, names: Collection[str], more: Collection[str] = ()) -> bool:
    nodes = list(walk(body))
    moving = {*names, *(node.data[0] for node in nodes if node.op in build.DERIVATIVES)}
    return all(node.op in more or _is_tame(node, moving) for node in nodes if moving & build.free_names(node))


def _is_tame(node: Expr, moving: set[str]) -> bool:
    return node.op in BOUNDED or (node.op == "map" and node.data[0] in JUMPING) or all(is_tame(node, name) for name in moving)


__all__ = ["miscalculated"]
