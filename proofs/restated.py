"""Whether a hypothesis is the claim itself, or a claim one of its hypotheses: that rescues and repairs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from derive import build
from derive.build import free_names
from derive.core import Expr, Formula, Logic, Problem, Rel, SizeRules, conjuncts
from derive.errors import DeriveError
from derive.language.expand import replace_part

TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
WEAKER = {"<": "<=", "!=": "<="}


def is_trivial(goal: Formula) -> bool:
    """Return whether both sides are one expression."""
    return isinstance(goal, Rel) and goal.lhs == goal.rhs


def says_the_same(problem: Problem, hypotheses: Sequence[Formula]) -> bool:
    """Return whether a claim is one of the hypotheses, up to a factor, a transposition and the side on which it stands."""
    goal = problem.goal
    rels = [h for h in hypotheses if isinstance(h, Rel)]
    return isinstance(goal, Rel) and any(
        _same(problem, goal, h) or _same_rank(goal, h) or _fixes_a_side(goal, h) for h in rels
    )


def is_assumed(problem: Problem) -> bool:
    """Return whether what a claim concludes is one of its own hypotheses."""
    given, goal = list(problem.hypotheses), problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        given += goal.args[:-1]
        goal = goal.args[-1]
    bare = replace(problem, hypotheses=(), goal=goal)
    return isinstance(goal, Rel) and any(_same(bare, goal, h) for h in conjuncts(given) if isinstance(h, Rel))


def _same(problem: Problem, goal: Rel, other: Rel) -> bool:
    goal, other = (Rel(TURNED[r.op], r.rhs, r.lhs) if r.op in (">", ">=") else r for r in (goal, other))
    if WEAKER.get(goal.op, goal.op) != WEAKER.get(other.op, other.op):
        return False
    return (
        _same_sides(goal, other)
        or _same_terms(goal, other)
        or (goal.op == "=" and _same_difference(problem, goal, other))
    )


def _same_sides(goal: Rel, other: Rel) -> bool:
    from derive.bounds.normal import canonical, normal

    sides = [(goal.lhs, other.lhs), (goal.rhs, other.rhs)]
    return all(_like(canonical(normal(a)), canonical(normal(b))) for a, b in sides)


def _same_rank(goal: Rel, other: Rel) -> bool:
    """Whether a claim is about nothing but the rank that a hypothesis fixes."""
    if other.lhs.op != "rank":
        return False
    sides = (replace_part(side, other.lhs, build.const(1)) for side in (goal.lhs, goal.rhs))
    return not any(map(free_names, sides))


def _fixes_a_side(goal: Rel, other: Rel) -> bool:
    """Whether a hypothesis gives the rank that is a whole side of a claim, of more than one matrix."""
    fixed = other.lhs
    return other.op == "=" and fixed.op == "rank" and fixed.args[0].op != "var" and fixed in (goal.lhs, goal.rhs)


def _like(a: Expr, b: Expr) -> bool:
    """Equal, the scalar zero and a zero matrix being one."""
    zero = [e.op == "zeros" or (e.op == "const" and e.data[0] == 0) for e in (a, b)]
    return a is b or all(zero)


def _same_terms(goal: Rel, other: Rel) -> bool:
    """Whether the differences of the sides are multiples as polynomials in scalar quantities."""
    from derive.bounds import values
    from derive.bounds.facts import Facts

    if not all(e.shape.is_scalar for r in (goal, other) for e in (r.lhs, r.rhs)):
        return False
    try:
        facts = Facts(SizeRules())
        first, second = (values.value(facts, r.rhs).value - values.value(facts, r.lhs).value for r in (goal, other))
    except DeriveError:
        return False
    return _proportional(dict(first.terms), dict(second.terms), signed=not {"=", "!="} & {goal.op, other.op})


def _proportional(first: Mapping[object, Fraction], second: Mapping[object, Fraction], *, signed: bool) -> bool:
    if not first or first.keys() != second.keys():
        return False
    ratios = {first[m] / second[m] for m in first}
    return len(ratios) == 1 and (not signed or ratios.pop() > 0)


def _same_difference(problem: Problem, goal: Rel, other: Rel) -> bool:
    """Whether the index form shows that both equalities compare the same, perhaps transposed or with the other sign."""
    from derive.index import prove

    claimed = build.sub(goal.lhs, goal.rhs)
    for turn in (lambda e: e, build.transpose):
        for lhs, rhs in ((other.lhs, other.rhs), (other.rhs, other.lhs)):
            said = turn(build.sub(lhs, rhs))
            if said.shape.totals != claimed.shape.totals:
                continue
            equal = Rel("=", claimed, build.reshape(said, claimed.shape))
            try:
                if prove(replace(problem, goal=equal)).outcome == "agree":
                    return True
            except DeriveError:
                continue
    return False


__all__ = ["is_assumed", "is_trivial", "says_the_same"]
