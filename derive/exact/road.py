"""The exact road: screen at random points of a prime field, counterexamples over the rationals or in balls."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flint import fmpq

from derive import build
from derive.core import Problem, Rel, formula_exprs, operators, walk
from derive.errors import DeriveError, NotSupported
from derive.evidence import LOOKED_AT, Evidence, Point
from derive.exact.certification.certify import Violation, examine, with_premises
from derive.exact.certification.glance import worth_a_look
from derive.exact.certification.truth import PRECISIONS, Place, Purse, formula_truth, index_places
from derive.exact.decision.abstraction import abstract
from derive.exact.decision.existence import witness
from derive.exact.decision.goals import flatten
from derive.exact.decision.polynomial import prove_equal
from derive.exact.decision.screen import Screening, screen
from derive.exact.points.instantiate import instantiate
from derive.exact.points.quadratic_functions import at_quadratics, violated
from derive.exact.points.setup import KINDS, Setup, arrange, draw, make_point
from derive.exact.points.sizes_choice import beyond, contracted, larger_sizes, modest_sizes, tiny_sizes
from derive.exact.points.thresholds import bends, jumps, thresholds
from derive.exact.rings.primefield import NOWHERE
from derive.exact.rings.rings import Irrational, Uncertain, Undefined
from derive.fraction import Fraction
from derive.sizes import Size
from derive.whole import whole

MAX_INDEX_VALUES = 64
CANDIDATES = 60
OPERATIONS, SPARING = 120_000_000, 20_000_000  # of a screen; beside another road's proof
POINT_OPERATIONS = 4_000_000  # of all candidates of a size together
SOME_OPERATIONS = 1_000_000  # where a search follows: of an inequality
FIRST, SECOND = 5, 20  # candidates that are drawn before what they meet is looked at
CLOSE_LOOKS = 4  # candidates of a size that are examined although floats do not tell the sides apart
FEW = 8  # candidates where the screen could not say that the sides differ, or another road has a proof


@dataclass(slots=True)
class Record:
    """What was tried, for the detail of the evidence."""

    detail: dict[str, Any] = field(default_factory=dict)
    undefined: int = 0
    screens: int = 0
    nowhere: int = 0
    trials: int = 0
    equal: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    proved_elsewhere: bool = False
    proving: bool = True
    tiny: bool = False
    looks: int = 0
    pointless: int = 0


def decide(
    problem: Problem, sizes: Sequence[Mapping[str, int]], seed: int, *, proved_elsewhere: bool = False, proving: bool = True
) -> tuple[Evidence, Point | None]:
    """Judge an equality exactly at small sizes.

    Args:
        problem: Its goal is an equality, or a conjunction, implication or universal statement of such; other
            relations are only tried for a certified violation at a few points.
        sizes: The size tuples to look at (see `choose_sizes`).
        seed: Fixes every random draw.
        proved_elsewhere: Another road has a proof for all sizes: look for a contradiction, prove nothing again.
        proving: Agreement at these sizes may be a part of a proof; otherwise equal values at points are enough of it.

    Returns:
        Evidence with the outcome ``agree`` (no difference at any size), ``disagree`` (only with a certified point) or
        ``none``, and the point of a disagreement.

    """
    start = time.perf_counter()
    record = Record(proved_elsewhere=proved_elsewhere, proving=proving)
    try:
        admitted = [dict(s) for s in sizes if problem.rules.admits(s)]
        record.detail["contracted"] = {
            _word(s): {"indices": contracted(problem), "beyond": beyond(problem, s)} for s in admitted
        }
        found = _at_quadratics(problem, seed, record)
        if found is not None:
            outcome, scope, point, proof = "disagree", _word(found.sizes), found, False
        else:
            outcome, scope, point, proof = _decide(instantiate(problem, seed), admitted, seed, record)
    except DeriveError as error:
        record.detail["reason"] = str(error)
        outcome, scope, point, proof = "none", _words(sizes), None, False
    except RecursionError:
        record.detail["reason"] = "the formula is nested too deep"
        outcome, scope, point, proof = "none", _words(sizes), None, False
    record.detail["undefined"] = record.undefined
    smooth = operators(problem).isdisjoint(build.DERIVATIVES)  # a formula for a derivative may divide by zero where there is one
    if smooth and record.nowhere and record.nowhere == record.screens and not _may_be_defined_at_ones(problem, seed):
        record.detail["nowhere"] = NOWHERE
    return Evidence("exact", outcome, scope, record.detail, time.perf_counter() - start, proof), point


def _at_quadratics(problem: Problem, seed: int, record: Record) -> Point | None:
    """A point where a claim about arbitrary functions fails for quadratic ones."""
    special = at_quadratics(whole(problem))
    found = violated(special, seed) if special is not None else None
    if special is not None and found is not None:
        _, violation = _examine(special, found, Purse(POINT_OPERATIONS))
        record.detail.update(facts(violation) if violation is not None else {})
    return found


def _decide(
    problem: Problem, admitted: Sequence[dict[str, int]], seed: int, record: Record
) -> tuple[str, str, Point | None, bool]:
    found = witness(problem, seed)
    if found is not None:
        record.detail["witness"] = {
            name.partition("~")[0]: [list(map(str, row)) for row in m] for name, m in found.inputs.items()
        }
        return "agree", "all sizes", None, True
    if _closed(problem):
        status, violation = _examine(problem, Point({}, {}), Purse(POINT_OPERATIONS))
        if violation is not None:
            record.detail.update(facts(violation))
            return "disagree", _word({}), Point({}, {}), False
        if status == "satisfied":
            return "agree", "all sizes", None, True
    parts = flatten(problem)
    record.detail["sizes"] = admitted
    if not admitted:
        raise NotSupported("no admitted sizes")
    answers = []
    for part, env in itertools.product(parts, admitted):
        try:
            answer, point = _at_size(part, env, seed, record)
        except NotSupported as error:
            record.detail["reason"] = str(error)
            answer, point = "none", None
        if answer == "different" and point is not None:
            return "disagree", _word(env), with_premises(problem, part, point), False
        answers.append(answer)
    record.tiny = True
    seen: list[dict[str, int]] = []
    more = [*_lonely(parts, admitted), *(_tiny(parts, admitted) if _wants_tiny(parts, record) else ())]
    if record.pointless and record.pointless == record.looks:
        more += [(part, env) for part in parts for env in larger_sizes(part) if env not in admitted]
    for part, env in more:
        answer, point = _at_size(part, env, seed, record)
        if answer == "different" and point is not None:
            return "disagree", _word(env), with_premises(problem, part, point), False
        if answer in ("equal", "proved"):
            seen.append(env)
            if record.proved_elsewhere:
                break
    agree = all(a in ("equal", "proved") for a in answers)
    record.detail["trials"] = record.trials
    if not agree and record.proved_elsewhere and len(parts) == 1 and seen and _starved(record):
        return "agree", _words(seen), None, False
    proof = agree and all(a == "proved" for a in answers)
    return ("agree" if agree else "none"), _words(admitted), None, proof


def _may_be_defined_at_ones(problem: Problem, seed: int) -> bool:
    r"""Whether a claim may have values where all sizes are one: ``\det(x x^\top)`` vanishes from size two on only."""
    ones = dict.fromkeys(problem.sizes, 1)
    if not ones or not problem.rules.admits(ones):
        return False
    record = Record(tiny=True)
    try:
        for part in flatten(problem):
            _at_size(part, ones, seed, record)
    except (DeriveError, RecursionError):
        return False
    return record.screens > 0 and record.detail.get("screen") != NOWHERE


def _closed(problem: Problem) -> bool:
    """Whether a claim speaks of numbers only: then its value is the proof."""
    return not (problem.variables or problem.sizes or problem.indices or problem.functions)


def _wants_tiny(parts: Sequence[Problem], record: Record) -> bool:
    """Whether the sizes were too large for the budget, or jumps are still to be looked at, beside a proof."""
    jumping = record.proved_elsewhere and any(jumps(e) for p in parts for e in formula_exprs(p.goal))
    return jumping or _starved(record)


def _starved(record: Record) -> bool:
    """Whether the sizes were too large for the budget: then a counterexample may still be found at tiny ones."""
    reasons = [str(record.detail.get(key, "")) for key in ("reason", "screen", "candidates")]
    return any("budget" in reason or "entries" in reason for reason in reasons)


def _tiny(parts: Sequence[Problem], tried: Sequence[Mapping[str, int]]) -> Iterator[tuple[Problem, dict[str, int]]]:
    """The smallest sizes that are not all one, then twos and threes: much vanishes or commutes where a size is one."""
    for part in parts:
        small = (s for s in tiny_sizes(part) if s not in tried and any(v > 1 for v in s.values()))
        yield from ((part, sizes) for sizes in itertools.islice(small, 4))
    for part in parts:
        yield from ((part, sizes) for sizes in modest_sizes(part) if sizes not in tried)


def _lonely(parts: Sequence[Problem], tried: Sequence[Mapping[str, int]]) -> Iterator[tuple[Problem, dict[str, int]]]:
    """Sizes at which the one bound name of a supremum or infimum is a single number, which its conditions may fix."""
    for part in parts:
        sides = (part.goal.lhs, part.goal.rhs) if isinstance(part.goal, Rel) else ()
        shapes = [side.data[0][0][1] for side in sides if side.op in ("sup", "inf") and len(side.data[0]) == 1]
        found = (s for s in tiny_sizes(part) if s not in tried) if shapes else iter(())
        lonely = (s for s in found if any(shape.evaluate(s) == (1, 1) for shape in shapes))
        yield from ((part, sizes) for sizes in itertools.islice(lonely, 2))


def _word(sizes: Mapping[str, int]) -> str:
    return ", ".join(f"{name}={value}" for name, value in sizes.items()) or "no sizes"


def _words(sizes: Sequence[Mapping[str, int]]) -> str:
    return "; ".join(_word(s) for s in sizes)


def _at_size(problem: Problem, sizes: dict[str, int], seed: int, record: Record) -> tuple[str, Point | None]:
    goal = problem.goal
    assert isinstance(goal, Rel)
    if goal.op == "shape":
        return _shape(problem, sizes)
    setups = arrange(_with_witnesses(problem), sizes, seed)
    if not setups[0].met:
        record.detail["reason"] = "hypotheses not met by construction"
        return "none", None
    record.detail.setdefault("points", dict(setups[0].families))
    answers = []
    for setup in setups:
        answer, point = _with_setup(problem, setup, sizes, seed, record)
        if answer == "different":
            return answer, point
        answers.append(answer)
    if not all(s.general for s in setups) and all(a in ("equal", "proved") for a in answers):
        record.detail["reason"] = "the points tried may not cover all that the hypotheses allow"
        return "none", None
    return next((a for a in ("none", "equal", "proved") if a in answers), "none"), None


def _with_witnesses(problem: Problem) -> Problem:
    """Let the bound names of a supremum or infimum that is a whole side be drawn like variables."""
    goal = problem.goal
    assert isinstance(goal, Rel)
    known = {name for name, _ in problem.variables}
    for side in (goal.lhs, goal.rhs):
        if side.op in ("sup", "inf"):
            names, conditions = side.data
            added = tuple((n, s) for n, s in names if n not in known)
            problem = replace(
                problem, variables=problem.variables + added, hypotheses=(*problem.hypotheses, *conditions)
            )
    return problem


def _shape(problem: Problem, sizes: dict[str, int]) -> tuple[str, Point | None]:
    goal = problem.goal
    assert isinstance(goal, Rel)
    if goal.lhs.shape.totals == goal.rhs.shape.totals:
        return "proved", None
    inputs = {n: _unlike(*s.evaluate(sizes), k) for k, (n, s) in enumerate(problem.variables)}
    point = Point(sizes, inputs)
    different = goal.lhs.shape.evaluate(sizes) != goal.rhs.shape.evaluate(sizes)
    return ("different", point) if different else ("equal", None)


def _unlike(rows: int, columns: int, seed: int) -> tuple[tuple[Fraction, ...], ...]:
    """Small integers, no two near each other alike: nothing is zero or tied by accident."""
    return tuple(tuple(Fraction(1 + (3 * i + 5 * j + 2 * seed) % 11) for j in range(columns)) for i in range(rows))


def _with_setup(
    problem: Problem, setup: Setup, sizes: dict[str, int], seed: int, record: Record
) -> tuple[str, Point | None]:
    goal = problem.goal
    assert isinstance(goal, Rel)
    indices, complete = _index_values(setup.problem, sizes, seed)
    if goal.op != "=":
        return _try_points(problem, setup, sizes, indices, seed, record)
    answers = []
    for values in indices:
        screening = _screen(setup, sizes, values, seed, record)
        if screening is None or screening.equal is not True:
            differs = screening is not None and screening.equal is False
            if record.proved_elsewhere and not differs and not record.tiny:
                answers.append("none")
                continue
            most = CANDIDATES if differs or not record.proved_elsewhere else FEW
            answer, point = _try_points(problem, setup, sizes, [values], seed, record, most)
            if answer != "different" and differs and (bends(setup.lhs) or bends(setup.rhs)):
                answer, point = _at_thresholds(problem, setup, sizes, values, seed, record, kinks=True)
            if answer == "different":
                return answer, point
            answers.append("none")
        elif screening.sampled or record.proved_elsewhere or not record.proving:
            answers.append("equal")
        else:
            answers.append("proved" if complete and _proved(setup, sizes, values, record) else "equal")
    late = record.proved_elsewhere and not record.tiny  # beside a proof, at the smallest sizes only
    if answers and "none" not in answers and not late and (jumps(setup.lhs) or jumps(setup.rhs)):
        # Equal almost everywhere; a jump may still differ where the sides are equal to a threshold: look there.
        record.detail["almost everywhere"] = True
        most = FEW if record.proved_elsewhere else CANDIDATES
        answer, point = _try_points(problem, setup, sizes, indices, seed, record, most)
        if answer == "different":
            return answer, point
        for values in indices:
            answer, point = _at_thresholds(problem, setup, sizes, values, seed, record)
            if answer == "different":
                return answer, point
            if answer == "none":
                answers.append("none")
    return next((a for a in ("none", "equal", "proved") if a in answers), "none"), None


def _at_thresholds(
    problem: Problem,
    setup: Setup,
    sizes: dict[str, int],
    indices: dict[str, int],
    seed: int,
    record: Record,
    *,
    kinks: bool = False,
) -> tuple[str, Point | None]:
    """Examine the claim where the arguments of its jumps (and kinks) are zero, and beyond; without such points nothing is known of them."""
    made = thresholds(setup, sizes, indices, seed, kinks=kinks)
    purse = Purse(POINT_OPERATIONS)
    for point in (replace(p, indices=indices) for p in made.points):
        status, violation = _examine(problem, point, purse)
        if violation is not None:
            record.detail.update(facts(violation))
            return "different", point
        if status in ("open", "unsupported"):
            made.unseen = True
    record.detail["thresholds"] = "not all looked at" if made.unseen else record.detail.get("thresholds", LOOKED_AT)
    if made.unseen:
        if record.detail.get("almost everywhere"):
            record.detail["reason"] = "equal almost everywhere, but not every threshold could be looked at"
    return ("none" if made.unseen else "equal"), None


def _proved(setup: Setup, sizes: dict[str, int], indices: dict[str, int], record: Record) -> bool:
    """Whether the equality is proved over polynomials at this size, abstracted first."""
    if setup.systems:
        return False
    attempts = [(setup.lhs, setup.rhs, list(setup.problem.variables))]
    shorter = abstract(setup.lhs, setup.rhs)
    for lhs, rhs, variables in [shorter, *attempts] if shorter else attempts:
        try:
            if prove_equal(lhs, rhs, variables, sizes, indices):
                return True
        except (NotSupported, Undefined, Irrational) as error:
            record.detail["polynomials"] = str(error)
    return False


def _screen(
    setup: Setup, sizes: dict[str, int], indices: dict[str, int], seed: int, record: Record
) -> Screening | None:
    operations = SPARING if record.proved_elsewhere else OPERATIONS
    sample = record.proved_elsewhere and not record.tiny  # all sign patterns are seen at the smallest sizes
    shapes, systems = setup.problem.variables, setup.modular
    if systems is None:
        record.detail["screen"] = "the hypotheses are not affine"
        return None
    try:
        result = screen(
            setup.lhs, setup.rhs, shapes, sizes, indices, seed, systems=systems, operations=operations, sample=sample
        )
    except NotSupported as error:
        record.detail["screen"] = str(error)
        return None
    record.screens += 1
    record.trials += result.trials
    record.undefined += result.discarded
    if result.equal:
        record.detail["error"] = result.error
        if result.sampled:
            record.detail["signs"] = "sampled: too many sign patterns to see them all"
    elif result.nowhere:
        everywhere = setup.general and not record.tiny  # at the smallest sizes, LayerNorm divides by zero
        record.nowhere += everywhere and not any(n.op == "where" for e in (setup.lhs, setup.rhs) for n in walk(e))
        record.detail["screen"] = NOWHERE
    elif result.equal is False:
        record.detail["screen"] = f"different modulo {result.prime}"
    else:
        record.detail["screen"] = "undefined at every point that was tried"
    return result


def _index_values(problem: Problem, sizes: dict[str, int], seed: int) -> tuple[list[dict[str, int]], bool]:
    """All admitted values of the quantified indices, or a random sample of `MAX_INDEX_VALUES`; whether it is all."""
    names = [(n, None, low, high) for n, low, high in problem.indices if _used(n, problem)]
    conditions = [h for h in problem.hypotheses if not any(_has_variable(e) for e in formula_exprs(h))]
    admitted = []
    for place in index_places(Place(sizes, {}), names):
        if all(formula_truth(place, h)[0] is not False for h in conditions):
            admitted.append(dict(place.indices))
    if len(admitted) > MAX_INDEX_VALUES:
        return random.Random(seed).sample(admitted, MAX_INDEX_VALUES), False
    return admitted, True


def _used(name: str, problem: Problem) -> bool:
    formulas = (problem.goal, *problem.hypotheses)
    nodes = (node for f in formulas for e in formula_exprs(f) for node in walk(e))
    if any(name in s.names for node in nodes for s in _all_sizes(node)):
        return True
    return any(name in low.names | high.names for _, low, high in problem.indices)  # in the range of another index


def _all_sizes(node: Any) -> Iterator[Size]:
    for datum in (*node.data, node.shape.rows, node.shape.cols):
        if isinstance(datum, Size):
            yield datum
        elif isinstance(datum, tuple):
            yield from (s for s in datum if isinstance(s, Size))


def _has_variable(expr: Any) -> bool:
    return any(node.op == "var" for node in walk(expr))


def _try_points(
    problem: Problem,
    setup: Setup,
    sizes: dict[str, int],
    indices: list[dict[str, int]],
    seed: int,
    record: Record,
    candidates: int = CANDIDATES,
) -> tuple[str, Point | None]:
    """Look for a point where the violation is certified, simple points first."""
    shapes = list(setup.problem.variables)
    entries = sum(math.prod(s.evaluate(sizes)) for _, s in shapes)
    if entries > 100:
        candidates = min(candidates, CANDIDATES // 6)
    goal = problem.goal
    bound = isinstance(goal, Rel) and goal.op not in ("=", "!=", "shape")
    purse = Purse(SOME_OPERATIONS if bound else POINT_OPERATIONS)
    turns, close = range(candidates if shapes else 1), 0
    for few in (turns[:FIRST], turns[FIRST:SECOND], turns[SECOND:]):
        points = [(turn, _candidate(setup, sizes, seed, turn, record)) for turn in few]
        record.looks += few.start == 0
        record.pointless += few.start == 0 and bool(setup.systems) and all(point is None for _, point in points)
        record.undefined += sum(point is None for _, point in points)
        drawn = [(turn, point) for turn, point in points if point is not None]
        for turn, point, is_close in _worth_a_look(problem, drawn, indices[:8] or [{}], record):
            close += is_close
            if is_close and close > CLOSE_LOOKS:
                continue
            status, violation = _examine(problem, point, purse, PRECISIONS[:3] if is_close else PRECISIONS)
            if status == "undefined":
                record.undefined += 1
            if status == "hypotheses":
                record.detail["hypotheses unmet"] = record.detail.get("hypotheses unmet", 0) + 1
            if violation is not None:
                record.detail.update(facts(violation))
                return "different", point
            if status == "unsupported" and purse.left < 0:
                record.detail["candidates"] = f"{turn + 1} of {candidates}: the budget of operations is used up"
                return "none", None
            if status == "unsupported":
                record.detail.setdefault("certification", "not supported for this goal")
                return "none", None
    return "none", None


def _candidate(setup: Setup, sizes: dict[str, int], seed: int, turn: int, record: Record) -> Point | None:
    chance = random.Random(f"{seed} point {turn}")
    bits, density = KINDS[turn % len(KINDS)]
    drawn = draw(list(setup.problem.variables), sizes, chance, bits=bits, density=density)
    if turn >= FIRST and record.detail.get("hypotheses unmet"):
        drawn = _varied(drawn, turn)
    return make_point(setup, sizes, drawn, seed + turn, bits)


def _worth_a_look(
    problem: Problem, drawn: list[tuple[int, Point]], indices: list[dict[str, int]], record: Record
) -> Iterator[tuple[int, Point, bool]]:
    """Yield the points, in order, that a glance in floats does not pass over, and whether the sides are close there."""
    looks = [worth_a_look(problem, [point for _, point in drawn], values) for values in indices]
    for k, (turn, point) in enumerate(drawn):
        for values, said in zip(indices, looks, strict=True):
            if said[k] in ("look", "close"):
                yield turn, replace(point, indices=values), said[k] == "close"
            elif said[k] == "hypotheses":
                record.detail["hypotheses unmet"] = record.detail.get("hypotheses unmet", 0) + 1
            record.undefined += said[k] == "undefined"


def _varied(drawn: dict[str, Any], turn: int) -> dict[str, Any]:
    """Other ranges, for inequalities that few integers satisfy: smaller, positive, negative."""
    scale, sign = fmpq(1, (8, 1, 3, 20)[turn % 4]), (1, 0, -1)[turn % 3]
    return {name: (sign * abs(a) if sign else a) * scale for name, a in drawn.items()}


def _examine(
    problem: Problem, point: Point, purse: Purse, precisions: tuple[int, ...] = PRECISIONS
) -> tuple[str, Violation | None]:
    try:
        return examine(problem, point, purse, precisions)
    except NotSupported:
        return "unsupported", None
    except (Undefined, Irrational, Uncertain):
        return "undefined", None


def facts(violation: Violation) -> dict[str, Any]:
    """A violation as JSON-able facts."""
    return {
        "entry": list(violation.entry) if violation.entry else None,
        "index": dict(violation.index),
        "lhs": violation.lhs,
        "rhs": violation.rhs,
        "gap": violation.gap,
        "kind": violation.kind,
    }
