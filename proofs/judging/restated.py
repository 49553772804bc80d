"""Whether a hypothesis is the claim itself, or a claim one of its hypotheses: that rescues and repairs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from derive import build
from derive.build import free_names
from derive.core import FLIP, Expr, Formula, Logic, Problem, Rel, SizeRules, conjuncts
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.parts import replace_part
from derive.sizes import Size

ONE = Size.of(1)
WEAKER = {"<": "<=", "!=": "<="}


def is_trivial(goal: Formula) -> bool:
    """Return whether both sides are one expression."""
    return isinstance(goal, Rel) and goal.lhs == goal.rhs


def says_the_same(problem: Problem, hypotheses: Sequence[Formula]) -> bool:
    """Return whether a claim concludes one of the hypotheses, up to a factor, a transposition and the side on which it stands."""
    rels = [h for h in hypotheses if isinstance(h, Rel)]
    return any(_fixes_both_sides(goal, rels) for goal in _conclusions(problem.goal)) or any(
        _same(problem, goal, h) or _same_rank(goal, h) or _fixes_a_side(goal, h) or _same_entries(problem, goal, h)
        for goal in _conclusions(problem.goal)
        for h in rels
    )


def _conclusions(goal: Formula) -> list[Rel]:
    """What a claim concludes: behind premises, and on either side of an equivalence."""
    if isinstance(goal, Logic) and goal.op == "implies":
        return _conclusions(goal.args[-1])
    if isinstance(goal, Logic) and goal.op == "iff":
        return [rel for side in goal.args for rel in _conclusions(side)]
    return [goal] if isinstance(goal, Rel) else []


def _same_entries(problem: Problem, goal: Rel, other: Rel) -> bool:
    """Whether a claim says of the least or largest entry what a hypothesis says of every entry."""
    from derive.bounds.forms.normal import entry_of, normal

    opened = _of_extremum(goal) or (_of_extremum(Rel(FLIP[goal.op], goal.rhs, goal.lhs)) if goal.op in FLIP else None)
    if opened is None or all(e.shape.is_scalar for e in (other.lhs, other.rhs)):
        return False
    rel, indices = opened
    shape = other.rhs.shape if other.lhs.shape.is_scalar else other.lhs.shape
    open_places = [total for total in shape.totals if total != ONE]
    if len(open_places) != len(indices):
        return False
    for order in permutations(indices):
        names = iter(order)
        places = [ONE if total == ONE else next(names) for total in shape.totals]
        try:
            sides = [e if e.shape.is_scalar else entry_of(normal(e), *places) for e in (other.lhs, other.rhs)]
        except DeriveError:
            continue
        if _same(problem, rel, Rel(other.op, *(build.reshape(e, build.SCALAR) for e in sides))):
            return True
    return False


def _of_extremum(rel: Rel) -> tuple[Rel, list[Size]] | None:
    r"""Return ``x_i >= c`` and its indices for ``\min_i x_i >= c`` (``\max_i x_i <= c``), None for anything else."""
    word = {">=": "min", ">": "min", "<=": "max", "<": "max"}.get(rel.op)
    body, indices = rel.lhs, []
    while body.op == f"{word}over":
        indices.append(Size.of(body.data[0]))
        body = body.args[0]
    if body.op == f"{word}entry" and not indices:
        indices = [Size.of(build.fresh("i")) for total in body.args[0].shape.totals if total != ONE]
        names = iter(indices)
        body = build.entry(body.args[0], *(ONE if t == ONE else next(names) for t in body.args[0].shape.totals))
    return (Rel(rel.op, body, rel.rhs), indices) if indices else None


def is_assumed(problem: Problem) -> bool:
    """Return whether what a claim concludes is one of its own hypotheses."""
    given, goal = list(problem.hypotheses), problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        given += goal.args[:-1]
        goal = goal.args[-1]
    bare = replace(problem, hypotheses=(), goal=goal)
    return isinstance(goal, Rel) and any(_same(bare, goal, h) for h in conjuncts(given) if isinstance(h, Rel))


def _same(problem: Problem, goal: Rel, other: Rel) -> bool:
    goal, other = (Rel(FLIP[r.op], r.rhs, r.lhs) if r.op in (">", ">=") else r for r in (goal, other))
    if WEAKER.get(goal.op, goal.op) != WEAKER.get(other.op, other.op):
        return False
    return (
        _same_sides(goal, other)
        or _same_terms(goal, other)
        or (goal.op == "=" and _same_difference(problem, goal, other))
    )


def _same_sides(goal: Rel, other: Rel) -> bool:
    from derive.bounds.forms.normal import canonical, normal

    sides = [(goal.lhs, other.lhs), (goal.rhs, other.rhs)]
    return all(_like(canonical(normal(a)), canonical(normal(b))) for a, b in sides)


def _fixes_both_sides(goal: Rel, hypotheses: Sequence[Rel]) -> bool:
    """Whether hypotheses such as uniform attention leave numbers on both sides: nothing is left that the claim speaks of."""
    sides = [goal.lhs, goal.rhs]
    for h in hypotheses:
        if h.op == "=" and not free_names(h.rhs):
            sides = [replace_part(side, h.lhs, h.rhs) for side in sides]
    return sides != [goal.lhs, goal.rhs] and not any(map(free_names, sides))


def _same_rank(goal: Rel, other: Rel) -> bool:
    """Whether a claim is about nothing but the rank that a hypothesis fixes, or what tells whether it is full."""
    if other.lhs.op != "rank":
        return False
    matrix, sides = other.lhs.args[0], [goal.lhs, goal.rhs]
    tells = [other.lhs]
    if matrix.op != "var":  # of a matrix that is given it is a hypothesis, of what is made of others it is the claim
        tells += [build.sigma(matrix, "min")]
        tells += [build.det(matrix)] if matrix.shape.rows == matrix.shape.cols else []
    for part in tells:
        sides = [replace_part(side, part, build.const(1)) for side in sides]
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
    from derive.bounds.comparison.prover import PROVER
    from derive.bounds.facts.facts import Facts

    if not all(e.shape.is_scalar for r in (goal, other) for e in (r.lhs, r.rhs)):
        return False
    try:
        facts = Facts(SizeRules(), PROVER)
        first, second = (facts.value(r.rhs).value - facts.value(r.lhs).value for r in (goal, other))
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
