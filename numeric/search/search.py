"""Search for violations: maximize log(lhs / rhs) under the hypotheses, over inputs, weights and several sizes.

A search never refutes by itself: it hands exact rational `candidates` to certification. A budget of evaluations and a
seed fix everything that it does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from derive.core import Logic, Problem, Quantified, Rel
from derive.errors import DeriveError, NotSupported
from derive.evidence import Evidence, Point
from derive.exact.decision.weight import steps, unrolled, weight
from derive.exact.points.quadric import onto
from numeric.search.objective import WORST, NothingAdmitted, Objective, Opened, open_problem, says_nothing, space_of
from numeric.search.padding import padded
from numeric.search.portfolio import CLEAR, Scored, Trail, adam, cma_search, lbfgs, sweep
from numeric.search.rationals import rational, to_tensor
from numeric.search.seeds import embedded, starts
from numeric.search.sizes import larger_tuples, size_tuples
from numeric.search.variables import Space


@dataclass(frozen=True, slots=True)
class Effort:
    """A budget: tuples of sizes, starting points per tuple, paths climbed together, steps of a climb, generations of CMA-ES."""

    tuples: int
    starts: int
    paths: int
    steps: int
    generations: int


EFFORTS = {
    "token": Effort(tuples=2, starts=24, paths=0, steps=0, generations=0),  # beside a proof
    "quick": Effort(tuples=4, starts=40, paths=8, steps=10, generations=0),
    "normal": Effort(tuples=5, starts=64, paths=16, steps=14, generations=3),
    "deep": Effort(tuples=24, starts=256, paths=48, steps=100, generations=60),
    "larger": Effort(tuples=0, starts=40, paths=4, steps=10, generations=0),  # where the claim is light
}
HEAVY = {"quick": 60_000, "normal": 400_000}  # entries of all sub-expressions from which fewer inputs are looked at
LONG = {"quick": 2_000, "normal": 8_000}  # operations of one evaluation from which fewer inputs are looked at
MOST_TERMS = 5_000  # operations of one evaluation, all sums written out, up to which a claim is searched at all
LIGHT, MANY = 20_000, 16  # entries of all sub-expressions, values of indices, up to which larger sizes are looked at
CLIMBS = 0.3  # share of the budget from which on anything is climbed
ROUGH = Effort(tuples=2, starts=12, paths=0, steps=0, generations=0)
KEPT, MOST_TRIED = 3, 20  # witnesses of a tuple of sizes, among so many inputs
DOUBTFUL = 7.0  # score above which a side may be next to nothing, and the violation rounding
MOST_FAR = 60  # inputs with a side that is zero or infinite that are looked at
SPREAD, EXTREMES = 8, (1e-3, 100.0, 1e3)  # inputs of which each variable alone is scaled by so much
PROMISING, PADDED = -6.0, 4  # score from which zeros are added to the best inputs, and to how many
CARRIED = 4  # inputs that the next sizes begin with
VIOLATED = 3e-9  # score from which an input counts as a violation in floating point
FAR = (
    40.0  # score above which a side is infinite, or rounding noise: only certification can tell, so nothing rests on it
)
NOTHING = 1e-11  # a gap of the sides below which rounding alone may have made it, inputs being at most 1
CLEARLY = 1e-4  # score from which no other sizes are looked at
EQUAL = -1e-9  # score from which a strict claim may be violated by equality


@dataclass(frozen=True, slots=True)
class Witness:
    """A promising input: its sizes, free numbers and score."""

    sizes: Mapping[str, int]
    z: tuple[float, ...]
    score: float


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes:
        problem: The problem that the points belong to (suprema opened; a violation of it violates the claim).
        best_ratio: The largest lhs / rhs seen (exp of the score; above 1 is a violation in floating point).
        sizes: Sizes of the best input.
        point: The best input as exact numbers (a rational point that satisfies the recognized hypotheses), if any.
        evaluations: How many inputs were evaluated.
        history: Best ratio after so many evaluations, whenever it improved.
        ratios: The best ratio at each tuple of sizes.
        witnesses: Inputs worth certifying, the best first.
        histogram: How often which ratio was seen: bins of width 1/20 up to 2, and one beyond.

    """

    problem: Problem
    best_ratio: float
    sizes: Mapping[str, int]
    point: Point | None
    evaluations: int
    history: tuple[tuple[int, float], ...]
    ratios: tuple[tuple[Mapping[str, int], float], ...]
    witnesses: tuple[Witness, ...]
    strict: bool = False
    histogram: tuple[int, ...] = ()

    @property
    def violated(self) -> bool:
        """Whether floating point shows a violation (which only a certificate makes certain)."""
        return any(w.score > VIOLATED for w in self.witnesses)


def search(
    problem: Problem,
    *,
    effort: str = "normal",
    seed: int = 0,
    sizes: Sequence[Mapping[str, int]] = (),
    patient: bool = False,
    look: Callable[[SearchResult], str] | None = None,
) -> SearchResult:
    """Look for an input that violates the goal of a problem under its hypotheses.

    Args:
        problem: One relation, or a conjunction of relations, possibly an implication.
        effort: ``quick``, ``normal`` or ``deep``: a budget of evaluations.
        seed: Fixes every random choice.
        sizes: Tuples of sizes to try in any case; degenerate and other small ones are added up to the budget.
        patient: Do not stop at the first tuple of sizes with a violation: it may not be one in exact arithmetic.
        look: Says what exact arithmetic makes of a clear violation, before the search stops at it: ``violation``; ``noise``,
            which is dropped; or ``unknown``, which is kept. After the last two the search goes on at the other sizes.

    Raises:
        NotSupported: The claim is not of a kind that can be searched.

    """
    opened = open_problem(problem)
    space = space_of(opened)
    budget = EFFORTS[effort]
    tuples = size_tuples(opened.problem, budget.tuples, seed, wanted=sizes)
    trail = Trail()
    found: list[Witness] = []
    for chosen in tuples:
        if unrolled(opened.problem, chosen) > MOST_TERMS:
            trail.refusal = f"sums and products of more than {MOST_TERMS} operations"
            continue
        try:
            objective = Objective(opened, space, chosen)
        except NothingAdmitted:
            continue
        new = _search_sizes(objective, chosen, effort, seed, trail, found)
        said = _looked_at(opened, [*found, *new], trail, look) if _settled(new) else "none"
        found += [w for w in new if said != "noise" or w.score <= VIOLATED]
        if not patient and said == "violation":
            break
    else:
        found += _at_larger_sizes(opened, space, tuples, effort, seed, trail, found)
        found += _with_zeros(opened, space, effort, trail, found)
    if trail.refusal and not trail.evaluations:
        raise NotSupported(trail.refusal)
    return _result(opened, found, trail)


def _looked_at(
    opened: Opened, found: Sequence[Witness], trail: Trail, look: Callable[[SearchResult], str] | None
) -> str:
    """What exact arithmetic says of the clear violations at one tuple of sizes."""
    return look(_result(opened, found, trail)) if look is not None else "violation"


def _at_larger_sizes(
    opened: Opened,
    space: Space,
    tried: Sequence[Mapping[str, int]],
    effort: str,
    seed: int,
    trail: Trail,
    known: Sequence[Witness],
) -> list[Witness]:
    """Starting points at larger sizes, where the claim is light: a constant may be enough at small sizes only."""
    if effort == "token":
        return []
    found = list(known)
    for chosen in larger_tuples(opened.problem, tried):
        try:
            objective = Objective(opened, space, chosen)
        except NotSupported:  # too many values of the indices: the smaller sizes have been looked at
            continue
        if objective.rough or len(objective.indices) > MANY or weight(opened.problem, chosen) > LIGHT:
            continue
        new = _search_sizes(objective, chosen, "larger", seed, trail, found)
        found += new
        if _settled(new):
            break
    return found[len(known) :]


def _with_zeros(opened: Opened, space: Space, effort: str, trail: Trail, known: Sequence[Witness]) -> list[Witness]:
    """The violation that one of the best inputs becomes where one size is large, if no other one was found."""
    if effort == "token" or any(w.score > VIOLATED for w in known):
        return []

    def score(sizes: Mapping[str, int], z: np.ndarray) -> float:
        return trail.seen(Objective(opened, space, sizes).value(z), sizes)

    for w in sorted((w for w in known if PROMISING < w.score < 0.0), key=lambda w: -w.score)[:PADDED]:
        found = padded(opened.problem, space, w.sizes, w.z, w.score, score)
        if found is not None:
            return [Witness(found[0], tuple(map(float, found[1])), found[2])]
    return []


def _settled(found: Sequence[Witness]) -> bool:
    """Stop at the first clear violation (smallest sizes come first); equality may be one that the hypotheses exclude."""
    return any(FAR >= w.score > CLEARLY for w in found)


def _lightened(effort: str, problem: Problem, sizes: Mapping[str, int]) -> Effort:
    """Fewer inputs for large formulas (by the root of their weight) and long ones; at the largest no climbs."""
    budget = EFFORTS[effort]
    if effort not in HEAVY:
        return budget
    share = math.sqrt(min(1.0, HEAVY[effort] / weight(problem, sizes))) * min(1.0, LONG[effort] / steps(problem))
    parts = (budget.starts, budget.paths, budget.steps, budget.generations)
    least = (8, 2, 3, 0) if share >= CLIMBS else (8, 0, 0, 0)
    starts, paths, climbed, generations = (
        max(low, round(share * part)) for low, part in zip(least, parts, strict=True)
    )
    return replace(budget, starts=starts, paths=paths if share >= CLIMBS else 0, steps=climbed, generations=generations)


def _search_sizes(
    objective: Objective,
    sizes: Mapping[str, int],
    effort: str,
    seed: int,
    trail: Trail,
    known: Sequence[Witness],
) -> list[Witness]:
    """Starts; Adam on the best of them together; sweeps of single inputs; L-BFGS from the best; an evolution strategy.

    The best inputs known from smaller sizes are among the starts.
    """
    rng = np.random.default_rng([seed, *sizes.values()])
    budget = _lightened(effort, objective.opened.problem, sizes)
    if objective.rough and effort != "deep":
        budget = ROUGH  # integrals and inner suprema cost dozens of evaluations each
    if objective.length == 0:
        return [Witness(sizes, (), trail.seen(objective.value(()), sizes))]
    try:
        points = _evaluate_starts(objective, budget, rng, trail, known)
        far, points = [p for p in points if p[0] > FAR], [p for p in points if p[0] <= FAR]
        climbs = budget.paths and (effort != "larger" or _grows(points, known))
        if points and points[0][0] <= CLEAR and climbs:
            points = _improve(objective, points, budget, seed, trail, sizes)
    except DeriveError as error:
        trail.refusal = str(error)
        return []
    below = [p for p in points if p[0] < 0.0][:CARRIED]  # for the next sizes to begin with
    kept = [*_kept(objective, points), *_kept(objective, far), *below]
    return [Witness(sizes, tuple(map(float, objective.met(z))), s) for s, z in kept]


def _grows(points: list[Scored], known: Sequence[Witness]) -> bool:
    """Whether the starts alone come closer to a violation than all smaller sizes did."""
    reached = max((w.score for w in known if w.score < 0.0), default=WORST)
    return bool(points) and 0.0 > _slopes(points)[0][0] > reached


def _improve(
    objective: Objective, points: list[Scored], budget: Effort, seed: int, trail: Trail, sizes: Mapping[str, int]
) -> list[Scored]:
    """Return the points with what the climbs made of them, the best first."""
    chosen = np.array([z for _, z in _distinct(_slopes(points), budget.paths)])
    points = _merged(points, adam(objective, chosen, budget.steps, trail, sizes))
    if points[0][0] <= CLEAR:
        points = _merged(points, sweep(objective, _distinct(_slopes(points), SPREAD), trail, sizes, EXTREMES))
        points = _merged(points, sweep(objective, _slopes(points)[:2], trail, sizes))
        points = _merged(points, [lbfgs(objective, _slopes(points)[0][1], budget.steps, trail, sizes)])
    if points[0][0] <= VIOLATED and budget.generations and objective.length <= 60:
        points = _merged(points, [cma_search(objective, _slopes(points)[0], budget.generations, seed, trail, sizes)])
        points = _merged(points, [lbfgs(objective, _slopes(points)[0][1], budget.steps // 2, trail, sizes)])
    return points


def _slopes(points: list[Scored]) -> list[Scored]:
    """The points from which one can climb: where a score is exactly 0 both sides are zero, mostly, and nothing has a slope."""
    return [p for p in points if p[0] != 0.0] or points


def _merged(points: list[Scored], more: list[Scored]) -> list[Scored]:
    return sorted([*points, *more], key=lambda p: -p[0])


def _kept(objective: Objective, points: list[Scored]) -> list[Scored]:
    """The best few; at kinks, off the equations, and where a tiny change of the input makes a violation vanish, there is none.

    Beside enormous ratios, which may be rounding next to 0/0, the one with the largest difference of the sides is kept too.
    """
    if points and points[0][0] > FAR:
        return list(islice(_confirmed(objective, _by_gap(objective, points[:MOST_FAR])), KEPT))
    kept = list(islice(_confirmed(objective, points[:MOST_TRIED]), KEPT))
    if points and points[0][0] > DOUBTFUL:
        violating = [p for p in points if p[0] > VIOLATED]
        some = violating[:: -(-len(violating) // MOST_FAR)]
        known = {id(z) for _, z in kept}
        kept += [p for p in islice(_confirmed(objective, _by_gap(objective, some)[:KEPT]), 1) if id(p[1]) not in known]
    return kept


def _confirmed(objective: Objective, points: Sequence[Scored]) -> Iterator[Scored]:
    """The points without those that seem to violate the claim and do not; each score is confirmed."""
    for score, z in points:
        if score > VIOLATED and objective.rough:
            score = objective.confirmed(z)
        if score > VIOLATED and (objective.at_kink(z) or not _stable(objective, score, z)):
            continue
        if score > VIOLATED and not objective.meets_equations(z):
            continue
        yield score, z


def _by_gap(objective: Objective, points: list[Scored]) -> list[Scored]:
    """The largest differences first: where one side is zero, the score does not tell rounding from a violation."""
    return sorted(points, key=lambda p: -objective.gap(p[1]))


def _stable(objective: Objective, score: float, z: np.ndarray) -> bool:
    """Whether the score survives relative changes of 1e-10 of the input: quotients of rounding errors do not.

    Where a side is zero or infinite, or signs differ, it may jump (at a tie), unless the sides are nothing but rounding.
    """
    if score > FAR and objective.gap(z) > NOTHING * max(1.0, float(np.abs(z).max(initial=0.0))) ** 3:
        return True
    waves = (np.cos(phase + np.arange(len(z))) for phase in (1.0, 1.0 + np.pi, 2.0, 3.5))
    return all(abs(objective.value(z * (1 + 1e-10 * w)) - score) <= 0.5 * abs(score) + 1e-10 for w in waves)


def _evaluate_starts(
    objective: Objective, budget: Effort, rng: np.random.Generator, trail: Trail, known: Sequence[Witness]
) -> list[Scored]:
    carried = sorted((w for w in known if w.score <= FAR and w.score != 0.0), key=lambda w: -w.score)[:CARRIED]
    batch = list(islice(starts(objective.space, objective.sizes, rng), budget.starts))
    for w in carried:
        batch += embedded(objective.space, w.sizes, np.array(w.z), objective.sizes)
    batch = np.array(batch)
    scores = objective.values(batch)
    trail.seen_all(scores, objective.sizes)
    return sorted(((float(s), z) for s, z in zip(scores, batch, strict=True) if s > WORST), key=lambda p: -p[0])


def _distinct(points: Sequence[Scored], count: int) -> list[Scored]:
    """The best starts with different scores, and some that are spread over all of them (where gradients are healthy)."""
    chosen: list[Scored] = []
    for score, z in points:
        if all(abs(score - other) > 1e-6 for other, _ in chosen):
            chosen.append((score, z))
        if len(chosen) == max(1, count // 2):
            break
    step = max(1, len(points) // max(1, count - len(chosen)))
    return (chosen + list(points[::step]))[:count]


def _result(opened: Opened, found: Sequence[Witness], trail: Trail) -> SearchResult:
    limit = EQUAL if opened.strict else VIOLATED
    witnesses = sorted(
        (w for w in found if w.score > limit), key=lambda w: (w.score > FAR, sum(w.sizes.values()), -w.score)
    )
    best = max(found, key=lambda w: -math.inf if says_nothing(w.score) else w.score, default=None)
    most = max(_ratio(best.score), 1.0) if best else 1.0  # what was dropped as rounding counts as equality
    result = SearchResult(
        opened.problem,
        _ratio(best.score) if best else 0.0,
        best.sizes if best else {},
        None,
        trail.evaluations,
        tuple((n, _ratio(s)) for n, s in trail.history),
        tuple((sizes, min(_ratio(s), most)) for sizes, s in trail.by_sizes.values()),
        tuple(witnesses),
        opened.strict,
        tuple(map(int, trail.histogram)),
    )
    if best is None:
        return result
    made = rational(space_of(opened), best.z, best.sizes, 2**40)
    point = Point(best.sizes, made) if made is not None else None
    return SearchResult(*(point if name == "point" else getattr(result, name) for name in SearchResult.__slots__))


def _ratio(score: float) -> float:
    return math.exp(min(score, 700.0)) if score > -700.0 and not says_nothing(score) else 0.0


DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 16, 32, 100, 256, 1000, 2**12, 2**16, 2**20, 2**30, 2**40)


def candidates(result: SearchResult, limit: int = 24) -> Iterator[Point]:
    """Yield exact inputs near the witnesses that still violate the claim in floating point, simplest numbers first.

    Args:
        result: Of `search`; certify the points against ``result.problem``.
        limit: At most so many points.

    """
    opened = open_problem(result.problem)
    space = space_of(opened)
    seen: set[tuple[object, ...]] = set()
    count = 0
    share = max(4, limit // max(1, len(result.witnesses)))
    for witness in result.witnesses:
        objective = Objective(opened, space, witness.sizes)
        before = count
        floor = EQUAL if result.strict else min(VIOLATED, witness.score / 2)
        for scale, denominator in _grids(witness):
            made = rational(space, [v * scale for v in witness.z], witness.sizes, denominator)
            if made is not None and objective.equations:
                made = onto(opened.hypotheses, opened.problem.variables, witness.sizes, made)
            if made is None:
                continue
            key = (tuple(sorted(witness.sizes.items())), tuple(sorted(made.items())))
            if key in seen:
                continue
            seen.add(key)
            try:
                score = objective.at({name: to_tensor(matrix) for name, matrix in made.items()})
            except DeriveError:
                continue
            if score > floor:
                count += 1
                yield Point(dict(witness.sizes), made)
            if count >= limit:
                return
            if count - before >= share:
                break


def is_rounding(result: SearchResult) -> bool:
    """Return whether no violation of a search is left at the exact input next to it: floats below it made it.

    Where equations restrict the inputs there is no such input: there both sides must be all but the same.
    """
    opened = open_problem(result.problem)
    space = space_of(opened)
    violating = [w for w in result.witnesses if w.score > VIOLATED]
    for witness in violating:
        objective = Objective(opened, space, witness.sizes)
        if objective.equations:
            if objective.gap(witness.z) > NOTHING:
                return False
            continue
        made = rational(space, witness.z, witness.sizes, DENOMINATORS[-1])
        if made is None:
            return False
        try:
            if objective.at({name: to_tensor(matrix) for name, matrix in made.items()}) > VIOLATED:
                return False
        except DeriveError:
            return False
    return bool(violating) or result.best_ratio > math.exp(FAR)  # of what is far, only clear gaps are kept


def has_open_equations(result: SearchResult) -> bool:
    """Return whether an equation restricts the inputs that no map of a variable builds in: they may miss it by rounding."""
    stated = list(space_of(open_problem(result.problem)).residual)
    while stated:
        formula = stated.pop()
        if isinstance(formula, Logic):
            stated += formula.args
        elif isinstance(formula, Quantified):
            stated.append(formula.body)
        elif isinstance(formula, Rel) and formula.op == "=":
            return True
    return False


def _grids(witness: Witness) -> Iterator[tuple[float, int]]:
    """Pairs (scale, denominator): the input as it is, and scaled so that its largest number is small and whole."""
    largest = max((abs(v) for v in witness.z), default=0.0)
    for denominator in DENOMINATORS:
        yield 1.0, denominator
        if denominator <= 4 and largest > 0:
            for target in (1, 2, 3, 5):
                yield target / largest, denominator


def evidence(result: SearchResult, seconds: float = 0.0) -> Evidence:
    """The search as evidence: never a proof, and no disagreement without a certificate."""
    detail = {
        "best_ratio": result.best_ratio,
        "evaluations": result.evaluations,
        "at": dict(result.sizes),
        "per sizes": [{"sizes": dict(s), "ratio": r} for s, r in result.ratios],
        "history": [list(h) for h in result.history],
        "histogram": list(result.histogram),
    }
    scope = "; ".join(", ".join(f"{n}={v}" for n, v in sizes.items()) for sizes, _ in result.ratios)
    return Evidence("search", "none", scope, detail, seconds)


__all__ = [
    "EFFORTS",
    "SearchResult",
    "Witness",
    "candidates",
    "evidence",
    "has_open_equations",
    "is_rounding",
    "search",
]
