r"""Statements about sequences that a hypothesis tells step by step, as the first statement and the step of an induction.

Under ``a_{t+1} \le \gamma a_t`` for all t, ``a_T \le \gamma^T a_0`` says P(T) for P(t): ``a_t \le \gamma^t a_0``. It holds for
every T if P(0) holds, and P(t + 1) where P(t) and the hypothesis at t hold. Both are statements about a few members of the
sequences, which stand in them as variables of their own: the members between are arbitrary otherwise.

P(t) may only be used where it has a value. So all that varies with t in it has one everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from derive import build
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, conjuncts, formula_exprs, mapped_formula, walk
from derive.fraction import Fraction
from derive.functions import KINK, MEROMORPHIC, SMOOTH, regular
from derive.index.rewriting.places import places
from derive.index.sequences.induction import listed, peeled
from derive.index.sequences.members import members_of, of_members, whole_number
from derive.index.terms.ranges import SizeFacts, at_ends, at_least, facts_of, known_sizes
from derive.size_names import bound_indices, map_formula_sizes, size_names
from derive.sizes import Size

PLACED = ("row", "entry", "sum", "prod", "mprod", "size")
"""What names a place of a sequence or a number; dimensions stay."""
TOTAL = frozenset(
    "var const real size eye ones zeros delta basis add scale hadamard matmul kron transpose vec vecr reshape unvecr diag "
    "diagpart trace row col entry sum prod hcat vcat softmax mpow fun grad deriv frechet norm order maxover minover max min "
    "maxentry minentry".split()
)
TOTAL_MAPS = regular(MEROMORPHIC, SMOOTH, KINK)
BINDERS = ("sup", "inf", "limit", "limsup", "liminf")
NEAR = (-1, 0, 1)
MAX_HYPOTHESES = 12
MAX_RATE = 4
MAX_ROUNDS, MAX_INSTANCES = 4, 8
MAX_NUMBERED = 24  # of both, where all places are numbers
ONE = build.const(1)
Ranges = dict[str, tuple[Size, Size]]
"""What the indices of sums run over."""


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The two statements of an induction along sequences.

    Attributes:
        first: The statement at the first places.
        step: The statement at the next place; those at the place and of the sequences there are among its hypotheses.
    """

    first: tuple[Problem, ...]
    step: Problem


@dataclass(frozen=True, slots=True)
class _Place:
    """What is replaced by the running number.

    Attributes:
        name: A size or a quantified index.
        lowest: Its first value.
        first: Where the step begins; the statement is shown by itself up to there.
        end: Its last value.
        numbers: Whether it is replaced where it is a number as well, and not only where it is the place of a member.
    """

    name: str
    lowest: int
    first: int
    end: Size
    numbers: bool = True


def recurrences(problem: Problem) -> Iterator[Recurrence]:
    """Yield the inductions along the sequences of the hypotheses that a problem allows."""
    sorted_out = _sorted_out(problem)
    if sorted_out is None or len(sorted_out[2]) > MAX_HYPOTHESES:
        return
    problem, goal, told, rest = sorted_out
    places = list(_places(problem, goal, {name for h in told for name in _sequences(h)}))
    for place in (*places, *(replace(p, numbers=False) for p in places if _speaks_of_length(p, goal))):
        found = _recurrence(problem, goal, told, rest, place)
        if found is not None:
            yield found


def at_members(problem: Problem) -> Problem | None:
    """Return the problem with what the hypotheses about sequences say of the members that the goal names, and of those before.

    None if they say nothing. A member that is always evaluated exists: the goal has no value elsewhere.
    """
    sorted_out = _sorted_out(problem)
    if sorted_out is None:
        return None
    problem, goal, told, rest = sorted_out
    found: dict[Formula, None] = {}
    bound = {name for side in formula_exprs(goal) for name in bound_indices(side)}
    members = {m for m in members_of(goal) if not _names_any(m, bound)}
    with known_sizes(_facts(problem, goal)):
        numbered = all(part.constant is not None for m in members for part in m.data)
        rounds, most = (MAX_NUMBERED, MAX_NUMBERED) if numbered else (MAX_ROUNDS, MAX_INSTANCES)
        for _ in range(rounds):
            new = list(dict.fromkeys(h for m in members for h in _said_of(m, told) if h not in found))
            if not new or len(found) + len(new) > most:
                break
            found |= dict.fromkeys(new)
            bound = {name for h in new for e in formula_exprs(h) for name in bound_indices(e)}
            members = {m for h in new for m in members_of(h) if not _names_any(m, bound)}
    if not found:
        return None
    equations = [h for h in found if isinstance(h, Rel) and h.op == "="]
    return of_members(problem, goal, (*rest, *equations, *(h for h in found if h not in equations)))


def _names_any(member: Expr, names: set[str]) -> bool:
    """Whether the place of a member varies with some names."""
    return any(part.names & names for part in member.data)


def _facts(problem: Problem, goal: Rel) -> SizeFacts:
    """What is known of the sizes and indices where the goal has a value."""
    shapes = [shape for _, shape in problem.variables]
    facts = facts_of(problem.sizes, problem.rules, shapes, problem.indices)
    with known_sizes(facts):
        always = [p.node for side in formula_exprs(goal) for p in places(side) if p.always]
    members = [node for node in always if node.op in ("row", "entry") and node.args[0].op == "var"]
    named = [n for node in members for n in (node.data[0] - 1, _rows(node) - node.data[0])]
    return replace(facts, nonnegative=(*facts.nonnegative, *named))


def _rows(row: Expr) -> Size:
    return row.args[0].shape.totals[0]


def _said_of(member: Expr, told: Sequence[Formula]) -> Iterator[Formula]:
    """What the hypotheses say of a member: as of their newest one, or in an inequality."""
    for formula in told:
        assert isinstance(formula, Quantified)
        index, low, high = formula.names[0]
        own = [m for m in members_of(formula.body) if m.op == member.op and m.args == member.args]
        for other in own:
            behind = (other.data[0] - Size.of(index)).constant
            if behind is None or other.data[1:] != member.data[1:]:
                continue
            newest = all((other.data[0] - m.data[0]).constant in range(MAX_RATE) for m in own)
            place = member.data[0] - int(behind)
            if (newest or formula.body.op != "=") and at_least(place - low, 0) and at_least(high - place, 0):
                yield _instance(formula, place)


def _sorted_out(problem: Problem) -> tuple[Problem, Rel, list[Formula], tuple[Formula, ...]] | None:
    """The problem, its goal, the hypotheses about sequences and the plain ones; None if its sequences have no members of their own."""
    opened = _opened(problem)
    if opened is None:
        return None
    problem, goal = opened
    told = [h for h in conjuncts(problem.hypotheses) if _is_sequential(h)]
    rest = tuple(h for h in conjuncts(problem.hypotheses) if h not in told and _is_plain(h))
    sequences = {name for h in told for name in _sequences(h)}
    if not told or not _is_plain(goal) or any(_binds(sequences, h) for h in (goal, *rest, *told)):
        return None
    return problem, goal, told, rest


def _opened(problem: Problem) -> tuple[Problem, Rel] | None:
    """The problem with the premises and the quantifiers of its goal among the rest."""
    goal = problem.goal
    while not isinstance(goal, Rel):
        if isinstance(goal, Logic) and goal.op == "implies":
            problem = replace(problem, hypotheses=(*problem.hypotheses, *goal.args[:-1]))
            goal = goal.args[-1]
        elif isinstance(goal, Quantified) and goal.kind == "forall" and all(len(n) == 3 for n in goal.names):
            indices = tuple((name, low, high) for name, low, high in goal.names)
            problem, goal = replace(problem, indices=(*problem.indices, *indices)), goal.body
        else:
            return None
    return (replace(problem, goal=goal), goal) if goal.op in ("=", "<=", "<", ">=", ">") else None


def _is_sequential(formula: Formula) -> bool:
    """Whether a hypothesis speaks of the members of sequences for all values of one index."""
    return (
        isinstance(formula, Quantified)
        and formula.kind == "forall"
        and len(formula.names) == 1
        and len(formula.names[0]) == 3
        and isinstance(formula.body, Rel)
        and formula.body.op in ("=", "<=", "<", ">=", ">")
        and bool(_sequences(formula))
    )


def _sequences(formula: Formula) -> set[str]:
    """The variables whose members a formula names."""
    nodes = (node for e in formula_exprs(formula) for node in walk(e))
    return {node.args[0].data[0] for node in nodes if node.op in ("row", "entry") and node.args[0].op == "var"}


def _places(problem: Problem, goal: Rel, sequences: set[str]) -> Iterator[_Place]:
    """The indices and sizes at which the goal names members of sequences, with the first places to begin at."""
    ends = {name: (low, high) for name, low, high in problem.indices}
    least = dict(problem.rules.least)
    seen = set[tuple[str, int]]()
    for node in (node for side in formula_exprs(goal) for node in walk(side)):
        if node.op not in ("row", "entry") or node.args[0].op != "var" or node.args[0].data[0] not in sequences:
            continue
        place = node.data[0]
        bound = bound_indices(goal.lhs) | bound_indices(goal.rhs)
        for name in place.names - bound:
            shift = (place - Size.of(name)).constant
            if shift is None or shift.denominator != 1:
                continue
            low = ends[name][0].constant if name in ends else Fraction(max(least.get(name, 1), 1))
            if low is None or low.denominator != 1:
                continue
            end = ends[name][1] if name in ends else Size.of(name)
            firsts = (int(low), int(low) + 1) if name in ends else (1 - int(shift), 1, int(low) + 1)
            for first in dict.fromkeys(firsts):
                if (name, first) not in seen:
                    seen.add((name, first))
                    yield _Place(name, min(int(low), first), first, end)


def _speaks_of_length(place: _Place, goal: Rel) -> bool:
    """Whether the goal speaks of the last place itself, as of the length of an average."""
    nodes = (node for side in formula_exprs(goal) for node in walk(side))
    return place.end == Size.of(place.name) and any(n.op == "size" and place.name in n.data[0].names for n in nodes)


def _recurrence(
    problem: Problem, goal: Rel, told: Sequence[Formula], rest: Sequence[Formula], place: _Place
) -> Recurrence | None:
    running = build.fresh("t")
    here = Size.of(running) + (place.first - 1)
    nodes = dict.fromkeys(node for side in formula_exprs(goal) for node in walk(side))
    ranges = {node.data[0]: (node.data[1], node.data[2]) for node in nodes if node.op in ("sum", "prod")}
    if not all(_is_total(place, ranges, node) and _may_be_peeled(place, node) for node in nodes):
        return None
    now = _at(goal, place, here)
    following = mapped_formula(_at(goal, place, here + 1), lambda side: _unrolled(running, peeled(running, side)))
    if any(place.name in _place_names(h) for h in rest):
        return None
    before = [
        _instance(h, Size.of(place.lowest + k)) for h in told for k in NEAR if _covers(problem, h, place, k, None)
    ]
    during = [_instance(h, here + k) for h in told for k in NEAR if _covers(problem, h, place, k, running)]
    new = members_of(following) - members_of(now)
    during = [h for h in during if not (isinstance(h, Rel) and h.op == "=") or members_of(h) & new]
    indices = tuple(entry for entry in problem.indices if entry[0] != place.name)
    outer = replace(problem, indices=indices)
    inner = replace(outer, sizes=(*problem.sizes, running))
    first = tuple(
        of_members(outer, mapped_formula(_at(goal, place, Size.of(k)), listed), (*rest, *before))
        for k in range(place.lowest, place.first + 1)
    )
    step = of_members(inner, following, (*rest, *during, now))
    if running in _place_names(step.goal, ("row", "entry", "sum", "prod")):
        return None
    return Recurrence(first, step)


def _is_plain(formula: Formula) -> bool:
    """Whether no member of a sequence stands under a quantifier in a part of a formula, or under a supremum or a limit."""
    if isinstance(formula, Logic) and not all(isinstance(a, Rel) or _is_connective(a) for a in formula.args):
        return False
    return not any(node.op in BINDERS for e in formula_exprs(formula) for node in walk(e))


def _is_connective(formula: Formula) -> bool:
    return isinstance(formula, Logic) and all(isinstance(a, Rel) or _is_connective(a) for a in formula.args)


def _binds(sequences: set[str], formula: Formula) -> bool:
    """Whether a derivative or an integral in a formula is by one of some sequences: its members are no variables there."""
    nodes = (node for e in formula_exprs(formula) for node in walk(e))
    return any(node.op in build.BINDS_IN_FIRST and node.data[0] in sequences for node in nodes)


def _at(goal: Rel, place: _Place, value: Size) -> Formula:
    """The statement at another place."""
    name = place.name
    if place.end != Size.of(name):  # an index: it is no dimension
        return map_formula_sizes(goal, {name: value})

    def moved(node: Expr) -> Expr:
        if node.op not in PLACED or (node.op == "size" and not place.numbers):
            return node
        data = tuple(part.substitute({name: value}) if isinstance(part, Size) else part for part in node.data)
        if node.op == "size":
            return build.size(data[0])
        return Expr(node.op, node.args, data, node.shape)

    return mapped_formula(goal, lambda side: build.bottom_up(side, moved))


def _is_total(place: _Place, ranges: Ranges, node: Expr) -> bool:
    """Whether a node has a value wherever its parts have, or does not vary with the place."""
    if node.op in TOTAL or (node.op == "map" and node.data[0] in TOTAL_MAPS):
        return True
    if node.op == "mprod":
        return _is_never_negative(node.data[2] - node.data[1] + 1, place, ranges)
    if node.op == "hpow":
        base, exponent = node.args
        number = whole_number(exponent)
        if number is not None and _is_never_negative(number, place, ranges):
            return True
        if base.op == "size" and all(c > 0 for _, c in base.data[0].terms) and exponent.op == "const":
            return True  # a power of a positive number
    return not _varies(place, node)


def _varies(place: _Place, expr: Expr) -> bool:
    """Whether an expression is another one at another place."""
    if place.end != Size.of(place.name):
        return place.name in size_names(expr)
    nodes = (node for node in walk(expr) if node.op in PLACED and (place.numbers or node.op != "size"))
    return any(isinstance(part, Size) and place.name in part.names for node in nodes for part in node.data)


def _is_never_negative(number: Size, place: _Place, ranges: Ranges) -> bool:
    """Whether a number has no negative value from the first place on, inside of what sums run over."""
    least = at_ends(number, ranges).substitute({place.name: Size.of(place.name) + place.first})
    return all(c >= 0 for _, c in least.terms)


def _unrolled(running: str, expr: Expr) -> Expr:
    """The powers of the next place as those of the place before and what they are multiplied by."""

    def unroll(node: Expr) -> Expr:
        number = whole_number(node.args[1]) if node.op == "hpow" else None
        if number is None:
            return node
        before = number.substitute({running: Size.of(running) - 1})
        rate = (number - before).constant
        if rate is None or not 0 < rate <= MAX_RATE or rate.denominator != 1:
            return node
        base = node.args[0]
        once = reduce(build.hadamard, [base] * int(rate))
        return build.hadamard(once, build.hpow(base, build.size(before)))

    return build.bottom_up(expr, unroll)


def _may_be_peeled(place: _Place, node: Expr) -> bool:
    """Whether a sum or product does not vary with the place, or stops at it and is not emptied by the first step."""
    if node.op not in ("sum", "prod", "mprod"):
        return True
    if node.op == "mprod" and node.data[0] not in size_names(node.args[0]):
        return True
    low, high = node.data[1:]
    if place.name in low.names:
        return False
    if place.name not in high.names:
        return True
    past, begins = (high - Size.of(place.name)).constant, low.constant
    return past is not None and begins is not None and past.denominator == 1 and place.first + past + 1 >= begins


def _place_names(formula: Formula, ops: Sequence[str] = PLACED) -> set[str]:
    """The names in the places and numbers of a formula."""
    nodes = (node for e in formula_exprs(formula) for node in walk(e) if node.op in ops)
    return {name for node in nodes for part in node.data if isinstance(part, Size) for name in part.names}


def _instance(formula: Formula, value: Size) -> Formula:
    assert isinstance(formula, Quantified)
    return map_formula_sizes(formula.body, {formula.names[0][0]: value})


def _covers(problem: Problem, formula: Formula, place: _Place, shift: int, running: str | None) -> bool:
    """Whether a hypothesis says something so far behind every place, or behind the first one, that the step begins at."""
    assert isinstance(formula, Quantified)
    _, low, high = formula.names[0]
    below = (Size.of((place.first if running is not None else place.lowest) + shift) - low).constant
    last = Size.of(place.lowest) if running is None else place.end - 1
    above = high - last - shift
    if running is None:
        least = dict(problem.rules.least)
        above = above.substitute({name: Size.of(max(least.get(name, 1), 1)) for name in above.names})
        if any(c < 0 for monomial, c in high.terms if monomial):
            return False
    return below is not None and below >= 0 and above.constant is not None and above.constant >= 0


__all__ = ["Recurrence", "at_members", "recurrences"]
