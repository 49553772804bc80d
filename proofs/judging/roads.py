"""Asks the roads about one problem. A road that is not supported abstains; a road that crashes is on the record."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from derive.build import DERIVATIVES, LIMITS, SCALAR
from derive.core import Formula, Logic, Problem, Quantified, Rel, formula_exprs, operators, walk
from derive.errors import DeriveError
from derive.evidence import Evidence, Point
from derive.fraction import Fraction
from proofs.doors import door
from proofs.extras import how_to_install, is_here, missing
from proofs.judging.noise import NOTHING, Words, said_of
from proofs.reading.options import How

if TYPE_CHECKING:
    from proofs.judging.lemmas import Known
    from proofs.judging.strength import Object

Sizes = dict[str, int]


@dataclass(frozen=True, slots=True)
class Heard:
    """A road's word, and inputs at which the claim may fail (to be certified)."""

    evidence: Evidence
    points: tuple[Point, ...] = ()


Road = Callable[[Problem, How, list[Sizes]], Iterable[Heard]]
FURTHER: dict[str, Road] = {}
"""Roads by name that are asked where those of the house have no proof: a new one is a row."""


_LISTENERS: list[Callable[[Evidence], None]] = []


@contextmanager
def heard_by(*listeners: Callable[[Evidence], None]) -> Iterator[None]:
    """Have each word of a road told to these listeners alone, as it is said; to nobody if there are none."""
    before = list(_LISTENERS)
    _LISTENERS[:] = listeners
    try:
        yield
    finally:
        _LISTENERS[:] = before


def listen(name: str, road: Road, problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """Run one road, timed; turn an abstention or a crash into evidence that says so. One that is not asked says nothing."""
    for heard in _words(name, road, problem, how, sizes):
        for listener in _LISTENERS:
            listener(heard.evidence)
        yield heard


def _words(name: str, road: Road, problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    if how.roads and name not in how.roads:
        return
    start = time.perf_counter()
    try:
        for heard in road(problem, how, sizes):
            seconds = heard.evidence.seconds or time.perf_counter() - start
            yield Heard(replace(heard.evidence, seconds=seconds), heard.points)
    except DeriveError as abstention:
        yield _silent(name, start, {"reason": str(abstention)})
    except ModuleNotFoundError as absent:
        said = missing(absent)
        yield _silent(name, start, {"reason": said} if said else {"crash": f"ModuleNotFoundError: {absent}"})
    except Exception as crash:  # a road must never take the audit with it
        yield _silent(name, start, {"crash": f"{type(crash).__name__}: {str(crash)[:300]}"})


def _silent(name: str, start: float, detail: Mapping[str, str]) -> Heard:
    return Heard(Evidence(name, "none", "", detail, time.perf_counter() - start))


MAX_ENTRIES = 1_000_000
TINY = 6  # tuples of the smallest sizes that an unproved equality is tried at


def is_small(problem: Problem, sizes: Mapping[str, int]) -> bool:
    """Return whether every matrix of the goal and the hypotheses can be written out at concrete sizes."""
    for formula in (problem.goal, *problem.hypotheses):
        for top in formula_exprs(formula):
            for node in walk(top):
                rows, cols = node.shape.totals
                if (rows.names | cols.names) <= sizes.keys():  # others depend on a bound index
                    height, width = node.shape.evaluate(sizes)
                    if height * width > MAX_ENTRIES:
                        return False
    return True


# What a problem is.

_ORDER = ("<", "<=", ">", ">=")
_GROWTH = ("O", "o", "Theta", "~", "to")


def conclusions(formula: Formula) -> Iterator[Rel]:
    """Yield the relations that a formula claims (not those it assumes)."""
    if isinstance(formula, Rel):
        yield formula
    elif isinstance(formula, Quantified):
        yield from conclusions(formula.body)
    elif isinstance(formula, Logic):
        for part in formula.args[-1:] if formula.op == "implies" else formula.args:
            yield from conclusions(part)


def form_of(problem: Problem) -> str:
    """Return ``identity``, ``bound`` or ``asymptotic``."""
    words = {rel.op for rel in conclusions(problem.goal)}
    if words & set(_GROWTH):
        return "asymptotic"
    return "bound" if words & {*_ORDER, "!="} else "identity"


def kind_of(problem: Problem) -> str:
    """Return the kind of a claim: how it is marked in tests and reports."""
    if isinstance(problem.goal, Logic) and problem.goal.op in ("implies", "iff"):
        return "implication"
    form = form_of(problem)
    if form != "identity":
        return form
    if all(rel.op == "shape" for rel in conclusions(problem.goal)):
        return "shape"
    quantities = {op for rel in conclusions(problem.goal) for op in _quantities(rel)}
    for kind, ops in QUANTITIES.items():
        if quantities & ops:
            return kind
    orders = [_order(rel) for rel in conclusions(problem.goal)]
    return {0: "identity", 1: "jacobian"}.get(max(orders, default=0), "hessian")


QUANTITIES = {
    "rank": {"rank"},
    "spectrum": {"sigma", "eig", "kappa", "order"},
    "equality-of-norms": {"norm"},
}
"""Kinds of equalities between numbers, by what the numbers are made of."""


def _quantities(rel: Rel) -> set[str]:
    """The operations that a number on either side is made of; what is inside a derivative is differentiated, not compared."""
    found: set[str] = set()
    waiting = [side for side in (rel.lhs, rel.rhs) if side.shape == SCALAR]
    seen: set[Any] = set()
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            found.add(node.op)
            waiting += node.args if node.op not in DERIVATIVES else ()
    return found


def _order(rel: Rel) -> int:
    """How often the left side is differentiated."""
    depth: dict[Any, int] = {}
    for node in walk(rel.lhs):
        own = node.op in DERIVATIVES
        depth[node] = max((depth[a] for a in node.args), default=0) + own
    return depth[rel.lhs]


def with_values(problem: Problem) -> Problem:
    """Return the problem with limits as derivatives and values, and suprema as values, where that is justified."""
    words = operators(problem) | ({problem.goal.op} if isinstance(problem.goal, Rel) else set())
    for name, needed in (("without_limits", (*LIMITS, *_GROWTH)), ("without_extrema", ("sup", "inf"))):
        if words.intersection(needed):
            with suppress(DeriveError):
                problem = door("derive.limits", name)(problem)
    return problem


# The roads.


def index_road(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The proof for all sizes by the index form, in a bounded number of steps if `How.sparing`."""
    bounded = {"steps": INDEX_STEPS} if how.sparing else {}
    yield Heard(door("derive.index", "prove")(problem, **bounded))


def exact_road(problem: Problem, how: How, sizes: list[Sizes], *, proving: bool = True) -> Iterator[Heard]:
    """The exact road at the sizes, with the input at which it saw the claim fail."""
    evidence, point = door("derive.exact", "decide")(problem, sizes, how.seed, proving=proving)
    yield Heard(evidence, (point,) if point is not None else ())


def exact_beside_a_proof(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The exact road where another road has a proof for all sizes: it looks for a contradiction only."""
    evidence, point = door("derive.exact", "decide")(problem, sizes, how.seed, proved_elsewhere=True)
    yield Heard(evidence, (point,) if point is not None else ())


def exact_at_sufficient_sizes(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The exact road where its agreement is more than a sample, if such sizes can be told; else at unusual sizes."""
    enough = door("derive.exact", "sufficient_sizes")(problem)
    if enough is None:
        for other in _unusual_sizes(problem):
            if other not in sizes and is_small(problem, other):
                yield from exact_road(problem, how, [other], proving=False)
    elif enough not in sizes:
        yield from exact_road(problem, how, [enough])


def exact_proof(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The exact road where its agreement proves, if such sizes can be told, after a look at others."""
    enough = door("derive.exact", "sufficient_sizes")(problem)
    if enough is None:
        return
    looked = list(exact_beside_a_proof(problem, how, sizes))
    yield from looked
    if all(h.evidence.outcome == "agree" for h in looked):
        yield from exact_road(problem, how, [enough])


def exact_at_tiny_sizes(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The exact road at the smallest sizes, where few entries make extreme cases (all units off, one row) likely."""
    tiny = [s for s in door("derive.exact.points.sizes_choice", "tiny_sizes")(problem) if s not in sizes]
    chosen = door("derive.exact.points.sizes_choice", "most_diverse")(problem, tiny, sizes, TINY)
    for heard in exact_road(problem, how, chosen, proving=False) if chosen else ():
        # Where a size is one, LayerNorm divides by zero: it may have values at larger sizes.
        detail = {key: value for key, value in heard.evidence.detail.items() if key != "nowhere"}
        yield Heard(replace(heard.evidence, detail=detail), heard.points)


def _unusual_sizes(problem: Problem) -> Iterator[Sizes]:
    """All sizes one, or larger than those tried first: where a claim that was true so far may fail."""
    for least in (1, 4, 5):
        sizes = dict.fromkeys(problem.sizes, least)
        if sizes and problem.rules.admits(sizes):
            yield sizes


def is_sufficient(evidence: Evidence) -> bool:
    """Return whether a road proved all entries of a claim of fixed sizes, or at sizes beyond the indices contracted over them."""
    if evidence.road == "sympy" and evidence.outcome == "agree" and evidence.scope == "no sizes":
        return evidence.proof
    tuples = evidence.detail.get("contracted")
    if evidence.road != "exact" or evidence.outcome != "agree" or not evidence.proof or not isinstance(tuples, Mapping):
        return False
    return any(all(one["beyond"].values()) for one in tuples.values())


def is_proved(heard: Iterable[Heard]) -> bool:
    """Return whether a road has a proof for all sizes."""
    evidence = (h.evidence for h in heard)
    return any(e.proof and e.scope == "all sizes" and e.outcome == "agree" for e in evidence)


def may_suffice(heard: Iterable[Heard]) -> bool:
    """Return whether larger sizes could turn an agreement of the exact road into a proof."""
    heard = list(heard)
    if is_proved(heard):
        return False
    exact = [h.evidence for h in heard if h.evidence.road == "exact"]
    return any(e.outcome == "agree" and e.proof and not is_sufficient(e) for e in exact)


def entries_kept() -> Any:
    """Return a place for the entries that the SymPy road makes, if there is that road; autograd runs them as code."""
    try:
        return door("derive.sympy_road", "Kept")()
    except DeriveError:
        return None


def sympy_road(problem: Problem, how: How, sizes: list[Sizes], kept: Any = None) -> Iterator[Heard]:
    """The SymPy road at the sizes, with the rational input at which it saw a difference."""
    evidence = door("derive.sympy_road", "decide")(problem, sizes, deep=how.effort == "deep", kept=kept)
    yield Heard(evidence, _exact_inputs(problem, evidence))


def _exact_inputs(problem: Problem, evidence: Evidence) -> tuple[Point, ...]:
    """The input where the SymPy road saw a difference, to be certified."""
    told = evidence.detail.get("inputs")
    if evidence.outcome != "disagree" or told is None:
        return ()
    try:
        inputs = {n: tuple(tuple(Fraction(x) for x in row) for row in grid) for n, grid in told.items()}
    except ValueError:  # a root or a logarithm
        return ()
    env = evidence.detail["sizes"]
    return (Point({n: env[n] for n in problem.sizes}, inputs, {n: env[n] for n, _, _ in problem.indices}),)


INDEX_STEPS, RULE_STEPS = 25_000, 500  # that nearly every proof needs: where many statements are tried
SPARING = {"operations": 60_000, "all_entries": 24}  # of the SymPy road beside a proof


def sympy_beside_a_proof(problem: Problem, how: How, sizes: list[Sizes], kept: Any = None) -> Iterator[Heard]:
    """The SymPy road with a smaller budget, where a proof and a second road agree already."""
    deep = how.effort == "deep"
    yield Heard(door("derive.sympy_road", "decide")(problem, sizes, deep=deep, kept=kept, **SPARING))


def autograd_road(problem: Problem, how: How, sizes: list[Sizes], kept: Any = None, tuples: int = 2) -> Iterator[Heard]:
    """The autograd road at the first tuples of sizes; SymPy's entries, if they were kept, are run beside the first."""
    compare = door("numeric.autograd.road", "compare")
    for tuple_ in sizes[:tuples]:
        yield Heard(compare(problem, tuple_, seed=how.seed, device=how.device, kept=kept))
        kept = None if kept is None else door("derive.sympy_road", "Kept")(reason="compared at the first sizes")


def autograd_beside_a_proof(problem: Problem, how: How, sizes: list[Sizes], kept: Any = None) -> Iterator[Heard]:
    """The autograd road at one tuple of sizes, where a proof and a second road agree already."""
    yield from autograd_road(problem, how, sizes, kept, tuples=1)


def full_road(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """Both sides at the first sizes, applied to vectors without forming a matrix."""
    yield Heard(door("numeric.autograd.full", "full_compare")(problem, sizes[0], seed=how.seed, device=how.device))


def full_search_road(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """Both sides of an inequality at the first sizes, norms of large matrices by products."""
    search = door("numeric.full_size", "full_search")
    yield Heard(search(problem, sizes[0], effort=how.effort, seed=how.seed, device=how.device))


def object_road(shown: Object, problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The verifier's word on a proof object that the engines find; of a bound without one, what they could not use.

    It has none on odd roots, which some texts take of negative numbers.
    """
    if shown.accepted and (shown.is_total or not _has_odd_roots(problem)):
        yield Heard(shown.evidence)
    elif form_of(problem) == "bound" and not is_here("clarabel"):
        yield Heard(Evidence("verifier", "none", "", {"reason": f"no sums of squares: {how_to_install('clarabel')}"}))


def _has_odd_roots(problem: Problem) -> bool:
    powers = {n.args[1] for e in formula_exprs(problem.goal) for n in walk(e) if n.op == "hpow" and n.args[1].op == "const"}
    return any(p.data[0].denominator % 2 and p.data[0].denominator > 1 for p in powers)


def rules_road(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The proof of a bound by the norm rules, with a bounded number of steps if `How.sparing`."""
    yield Heard(_by_rules(problem, **_bounded(how)))


def _by_rules(problem: Problem, **bounded: int) -> Evidence:
    """What the rules say of a bound, or of an order of growth."""
    prove = door("derive.limits", "prove_order") if form_of(problem) == "asymptotic" else door("derive.bounds", "prove_bound")
    return prove(problem, **bounded)


def _bounded(how: How) -> dict[str, int]:
    return {"work": RULE_STEPS} if how.sparing else {}


def rules_as_written(written: Problem, problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The norm rules about the claim with its suprema: that they are no larger than some value needs none of theirs."""
    evidence = _by_rules(written)
    if evidence.outcome == "agree":
        yield Heard(evidence)


def rules_with_lemmas(known: Known, problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The norm rules with proved relations of other claims as facts, if there are any."""
    facts = known.facts(problem)
    if facts:
        told = replace(problem, hypotheses=(*problem.hypotheses, *(formula for _, formula in facts)))
        evidence = _by_rules(told, **_bounded(how))
        names = list(dict.fromkeys(name for name, _ in facts))
        yield Heard(replace(evidence, detail={**evidence.detail, "resting on": names}))


CANDIDATES, LOOKS = 24, 6  # points of a search that may be certified; that are looked at first


STAGES = {"normal": ("token", "quick", "normal"), "deep": ("token", "quick", "normal", "deep")}
"""The efforts that come before a larger one, so that it sees no less than they do."""


def search_road(problem: Problem, how: How, sizes: list[Sizes]) -> Iterator[Heard]:
    """The search for violations, with inputs to be certified; what exact arithmetic takes back is told as rounding.

    A large effort begins with the smaller ones, and ends at the first input that violates the claim for certain.
    """
    start = time.perf_counter()
    stages: list[Heard] = []
    known: Words = {}
    for effort in STAGES.get(how.effort, (how.effort,)):
        stages.append(_searched(problem, replace(how, effort=effort), sizes, known))
        if "violated" in known.values():
            break
    yield _exactly(problem, _together(stages, time.perf_counter() - start), how.seed)


def _exactly(problem: Problem, heard: Heard, seed: int) -> Heard:
    """What a search found; where a strict claim is met with equality, as far as floats tell, an exact point of it as well."""
    reached = not heard.points and (heard.evidence.detail.get("best_ratio") or 0.0) >= 1
    if not reached or not any(r.op in ("<", ">", "!=") for r in conclusions(problem.goal)):
        return heard
    point = door("derive.definedness.points", "find")(problem, [Logic("not", (problem.goal,))], seed)
    return heard if point is None else replace(heard, points=(point,))


def _together(stages: Sequence[Heard], seconds: float) -> Heard:
    """Several searches as one: all points, the earlier ones first; the word of the last, or of the best if there are none."""
    told = [s.evidence for s in stages]
    best = (
        stages[-1].evidence if any(s.points for s in stages) else max(told, key=lambda e: e.detail["best_ratio"] or 0.0)
    )
    detail = dict(best.detail)
    if len(told) > 1 and detail["evaluations"]:
        detail["evaluations"] = sum(e.detail["evaluations"] for e in told)
        detail["histogram"] = [sum(bins) for bins in zip(*(e.detail["histogram"] for e in told), strict=True)]
    return Heard(replace(best, detail=detail, seconds=seconds), tuple(p for s in stages for p in s.points))


def _searched(problem: Problem, how: How, sizes: list[Sizes], known: Words) -> Heard:
    search, candidates = door("numeric.search.search", "search"), door("numeric.search.search", "candidates")
    look = partial(_seen_exactly, known)
    result = search(problem, effort=how.effort, seed=how.seed, sizes=tuple(sizes), look=look)
    points = list(islice(candidates(result), CANDIDATES))
    said = said_of(result.problem, _some(points), known)
    if said == {"undefined"}:
        result = search(problem, effort=how.effort, seed=how.seed, sizes=tuple(sizes), patient=True)
        points = list(islice(candidates(result), CANDIDATES))
        said = said_of(result.problem, _some(points), known)
    detail = {"best_ratio": result.best_ratio, "evaluations": result.evaluations, "at": dict(result.sizes or {})}
    detail["per sizes"] = [{"sizes": dict(s), "ratio": r} for s, r in result.ratios]
    detail["histogram"] = list(result.histogram)
    said = said if result.best_ratio > 1 else set()
    if said == {"hypotheses"} and _missed_equations(result) and said_of(result.problem, points, known) == said:
        # No input of the search that violates the claim is exactly admissible: it has seen nothing of the claim.
        detail |= {"inadmissible": result.best_ratio, "best_ratio": None, "evaluations": 0}
        points = []
    elif (said and said <= NOTHING and said_of(result.problem, points, known) <= NOTHING) or (
        not points
        and result.best_ratio > 1
        and (_infinite(result) or door("numeric.search.search", "is_rounding")(result))
    ):
        detail |= {"rounding only": result.best_ratio}
        detail["best_ratio"] = max((r for _, r in result.ratios if r <= 1), default=1.0)
        points = []
    scope = ", ".join(f"{k}={v}" for k, v in sorted((result.sizes or {}).items()))
    return Heard(Evidence("search", "none", scope, detail), tuple(points))


def _missed_equations(result: Any) -> bool:
    """Whether the violations of a search may all miss an equation by rounding, and are more than rounding themselves."""
    open_equations, is_rounding = (
        door("numeric.search.search", name) for name in ("has_open_equations", "is_rounding")
    )
    return open_equations(result) and not is_rounding(result)


def _seen_exactly(known: Words, result: Any) -> str:
    """What exact arithmetic makes of the clear violations that a search has found so far."""
    points = list(islice(door("numeric.search.search", "candidates")(result), CANDIDATES))
    said = said_of(result.problem, _some(points), known)
    if said <= NOTHING:
        said = said_of(result.problem, points, known)
    if said - NOTHING or said == {"undefined"}:  # of points without a value the search is done again, patiently
        return "violation"
    if "hypotheses" in said or not points:
        return "noise" if door("numeric.search.search", "is_rounding")(result) else "unknown"
    return "noise" if said else "violation"


def _some(points: Sequence[Point]) -> Sequence[Point]:
    """A few points, some from each witness of a search."""
    return points[:: max(1, len(points) // LOOKS)][:LOOKS]


def _infinite(result: Any) -> bool:
    """Whether all violations of a search are quotients by (almost) zero that no nearby rational input repeats."""
    from numeric.search.search import FAR

    return bool(result.witnesses) and all(w.score > FAR for w in result.witnesses)


def sizes_beside(problem: Problem) -> list[Sizes]:
    """Choose small sizes at which the hypotheses that share nothing with the goal can be met; none if that is not known."""
    try:
        return door("derive.exact.points.witness", "sizes_beside")(problem)
    except DeriveError:
        return []


def modest_sizes(problem: Problem) -> list[Sizes]:
    """Tuples of twos and threes, for claims that are too large where all sizes differ: twos, two that are not all equal, threes."""
    return [dict(s) for s in door("derive.exact.points.sizes_choice", "modest_sizes")(problem)]


def small_sizes(problem: Problem, wanted: Iterable[Mapping[str, int]]) -> list[Sizes]:
    """Choose at least two tuples of small sizes, those wanted first."""
    return [dict(s) for s in door("derive.exact", "choose_sizes")(problem, tuple(dict(w) for w in wanted))]
