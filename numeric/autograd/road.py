"""The autograd road: both sides of a claim evaluated in torch and compared normwise.

Derivatives are those of automatic differentiation applied to the definition; nothing here knows a derivative rule.
The road says ``agree`` or ``disagree`` of equalities at the inputs it tried; a disagreement is a floating-point
one, never a refutation by itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch

from derive.core import Formula, Logic, Problem, Quantified, Rel, walk
from derive.errors import NotSupported
from derive.evidence import Evidence
from derive.sympy_road import Entries, Kept, some_entries
from numeric.autograd.cancellation import only_rounding
from numeric.autograd.forms import TRIES, compiled, contradiction, lambdified
from numeric.autograd.nearly import almost_singular
from numeric.autograd.sides import Run, Sides
from numeric.autograd.tolerance import Comparison, judge, rounding_of_zero, row_discrepancy, small_rows
from numeric.device import choose_device, device_name, pinned
from numeric.evaluation.sampling import Sample, index_values, sample, satisfied, size_words, stream

ROAD = "autograd"
POINTS = 2  # inputs per size tuple
AGAINST = 2  # inputs at which the sides of an equation must differ: rounding and saturation show at single ones
RESAMPLE = 6  # inputs left out before giving up
ENTRIES_OPERATIONS = 5_000  # of SymPy, where its road made no entries
VANISHING = 1e-3  # entries of inputs are about 1, equalities among the hypotheses are met to 1e-10
NEARLY = 1e-4  # where hypotheses are met up to a residual, a multiple root moves by the root of it

MAX_INDEX_VALUES = 64  # assignments of quantified indices per input


def compare(
    problem: Problem, sizes: Mapping[str, int], *, seed: int, device: str = "cpu", kept: Kept | None = None
) -> Evidence:
    """Compare both sides of every relation of the goal at random inputs of the given sizes.

    Both sides of an equation are also compared with their own other forms (`numeric.autograd.forms`), each where it exists.

    Args:
        problem: The claim. Equalities are decided; of bounds only a clear violation is reported.
        sizes: A value for every size name.
        seed: Fixes all inputs.
        device: ``auto``, ``cpu`` or ``cuda``.
        kept: The entries that the SymPy road made, for the lambdified form; a few are made here unless given.

    Returns:
        Evidence of the road ``autograd``: ``agree``, ``disagree`` or ``none``, with discrepancy, spread, ratio of
        the precision ladder, seed, device and dtype in ``detail``, and what became of the forms ``lambdified`` and
        ``compiled``. It is never a proof. A form that differs from autograd on one and the same side is a
        mistake of the checker: then the outcome is ``none`` and ``contradiction`` has both values.
    """
    start = time.perf_counter()
    scope = size_words(sizes)
    base = {"seed": seed, "dtype": "float64"}
    try:
        target = choose_device(device)
        base["device"] = device_name(target)
        with pinned():
            outcome, detail = _compare(problem, sizes, seed, target, kept)
    except NotSupported as error:
        outcome, detail = "none", {"reason": error.message}
    except torch.linalg.LinAlgError as error:
        outcome, detail = "none", {"reason": f"linear algebra failed: {error}"}
    except torch.OutOfMemoryError:
        outcome, detail = "none", {"reason": "out of device memory"}
    return Evidence(ROAD, outcome, scope, {**base, **detail}, time.perf_counter() - start)


def relations(goal: Formula) -> Iterator[tuple[Rel, tuple[Formula, ...], tuple[tuple[Any, ...], ...]]]:
    """Yield (relation, assumptions, quantified names) of a goal built of ``and``, ``implies`` and ``forall``.

    Raises:
        NotSupported: Another connective.
    """
    stack: list[tuple[Formula, tuple[Formula, ...], tuple[tuple[Any, ...], ...]]] = [(goal, (), ())]
    while stack:
        f, assumed, names = stack.pop()
        if isinstance(f, Rel):
            yield f, assumed, names
        elif isinstance(f, Quantified) and f.kind == "forall":
            stack.append((f.body, assumed, (*names, *f.names)))
        elif isinstance(f, Logic) and f.op == "and":
            stack.extend((part, assumed, names) for part in reversed(f.args))
        elif isinstance(f, Logic) and f.op == "implies":
            stack.append((f.args[-1], (*assumed, *f.args[:-1]), names))
        else:
            raise NotSupported(f"a goal with {f.op if isinstance(f, Logic) else f.kind} is not compared numerically")


def single_relations(problem: Problem) -> Iterator[tuple[Problem, tuple[Formula, ...]]]:
    """Yield a problem for every relation of the goal, over the names that are quantified around it, and what is assumed there.

    Raises:
        NotSupported: See `relations`.
    """
    for relation, assumed, names in relations(problem.goal):
        indices = (*problem.indices, *(n for n in names if len(n) == 3))
        variables = (*problem.variables, *(n for n in names if len(n) == 2))
        yield replace(problem, variables=variables, indices=indices, goal=relation), assumed


_ORDER = {"none": 1, "agree": 0, "disagree": 2}


def _compare(
    problem: Problem, sizes: Mapping[str, int], seed: int, device: torch.device, kept: Kept | None
) -> tuple[str, dict[str, Any]]:
    """The worst outcome over the relations of the goal; a contradiction is worse than any."""
    results = []
    if kept is None:
        kept = some_entries(problem, sizes, ENTRIES_OPERATIONS)
    for widened, assumed in single_relations(problem):
        results.append(_one(widened, assumed, sizes, seed, device, kept))
    return max(results, key=lambda r: ("contradiction" in r[1], _ORDER[r[0]]))


def _one(
    problem: Problem,
    assumed: Sequence[Formula],
    sizes: Mapping[str, int],
    seed: int,
    device: torch.device,
    kept: Kept,
) -> tuple[str, dict[str, Any]]:
    relation = problem.goal
    assert isinstance(relation, Rel)
    if relation.op not in ("=", "<=", "<", ">=", ">"):
        return "none", {"reason": f"the relation {relation.op} is not compared numerically"}
    undefined, done, worst, disagreeing = 0, 0, None, 0
    detail: dict[str, Any] = {}
    judged: list[Run] = []
    for attempt in range(POINTS + RESAMPLE):
        if done >= POINTS and (disagreeing == 0 or disagreeing >= AGAINST or relation.op != "="):
            break
        found = _input(problem, assumed, sizes, seed, attempt, positive=not done and attempt >= RESAMPLE)
        outcome, facts, run = _at(problem, relation, found, sizes, seed, device)
        if run is not None:
            judged.append(run)
        if outcome == "undefined":
            undefined += 1
            continue
        done += 1
        disagreeing += outcome == "disagree"
        if (
            worst is None
            or _ORDER[outcome] > _ORDER[worst]
            or facts.get("discrepancy", 0) > detail.get("discrepancy", 0)
        ):
            worst, detail = outcome if worst is None else max(worst, outcome, key=_ORDER.__getitem__), facts
    detail = {**detail, "points": done, "undefined": undefined}
    if judged and relation.op == "=":
        detail |= _forms(problem, assumed, judged, seed, device, kept)
        if "contradiction" in detail:
            return "none", detail
    if worst == "disagree" and relation.op == "=" and disagreeing < AGAINST:
        return "none", {**detail, "reason": f"the sides differ at {disagreeing} of {done} inputs only"}
    if worst is None:
        return "none", {**detail, "reason": "no input was found where both sides are defined"}
    return worst, detail


def _input(
    problem: Problem,
    assumed: Sequence[Formula],
    sizes: Mapping[str, int],
    seed: int,
    attempt: int,
    *,
    positive: bool = False,
) -> Sample:
    return sample(problem, sizes, seed + 1_000_003 * attempt, assumptions=assumed, positive=positive)


def _forms(
    problem: Problem, assumed: Sequence[Formula], judged: list[Run], seed: int, device: torch.device, kept: Kept
) -> dict[str, Any]:
    """What became of the other forms of both sides."""

    def runs(entries: Entries) -> Iterator[Run]:
        here = judged[0].sizes == entries.sizes
        if here:
            for run in judged:
                same = run.indices == entries.indices
                yield run if same else Run(run.relation, run.env, entries.sizes, entries.indices, run.functions)
        for attempt in range(0 if here else TRIES):
            found = _input(problem, assumed, entries.sizes, seed, attempt)
            env = {name: value.to(device) for name, value in found.env.items()}
            yield Run(entries.relation, env, entries.sizes, entries.indices, found.functions)

    facts: dict[str, Any] = {
        "lambdified": lambdified(runs, kept, judged[0], seed),
        "compiled": compiled(judged, seed),
    }
    found = contradiction(facts)
    if found is not None:
        facts |= {"contradiction": found, "reason": f"the {found['form']} form of the {found['side']} side differs"}
    return facts


def _at(
    problem: Problem, relation: Rel, found: Sample, sizes: Mapping[str, int], seed: int, device: torch.device
) -> tuple[str, dict[str, Any], Run | None]:
    """Judge one input; ``undefined`` if a side is infinite, not a number, at a kink or lost in rounding. The run is the first defined."""
    env = {name: value.to(device) for name, value in found.env.items()}
    assignments = list(index_values(problem.indices, sizes)) if problem.indices else [{}]
    if len(assignments) > MAX_INDEX_VALUES:
        order = torch.randperm(len(assignments), generator=stream(seed, "indices"))[:MAX_INDEX_VALUES]
        assignments = [assignments[int(k)] for k in order]
    index_hypotheses = [h for h in problem.hypotheses if problem.indices]
    worst: tuple[str, dict[str, Any]] = ("undefined", {})
    order_of = {"undefined": -1, **_ORDER}
    defined: Run | None = None
    for indices in assignments:
        scope = {**sizes, **indices}
        if index_hypotheses and not all(satisfied(h, found.env, scope, found.functions) for h in index_hypotheses):
            continue
        run = Run(relation, env, sizes, indices, found.functions)
        result = _equality(run, seed) if relation.op == "=" else _inequality(run, relation.op)
        if result[0] == "disagree" and found.near:
            if _has_rank(relation):
                result = "none", {"reason": "a rank is not the same where the hypotheses are only nearly met"}
            elif _vanishing(run):
                result = "none", {"reason": "both sides vanish as far as the hypotheses are met"}
            elif almost_singular(run):
                result = "none", {"reason": "an inverse is that of what is singular as far as the hypotheses are met"}
            elif result[1].get("discrepancy", 1.0) < NEARLY:
                result = "none", {"reason": "the sides differ by no more than the hypotheses may be broken"}
        if defined is None and result[0] != "undefined":
            defined = run
        if order_of[result[0]] > order_of[worst[0]]:
            worst = result
    return *worst, defined


def _has_rank(relation: Rel) -> bool:
    return any(node.op == "rank" for side in (relation.lhs, relation.rhs) for node in walk(side))


def _vanishing(run: Run) -> bool:
    """Whether the sides may be zero where the hypotheses hold: their relative distance says nothing then."""
    return max(float(run.base.lhs.abs().amax()), float(run.base.rhs.abs().amax())) <= VANISHING


def _equality(run: Run, seed: int) -> tuple[str, dict[str, Any]]:
    sides = run.base
    if not sides.finite:
        return "undefined", {}
    spread = torch.zeros(sides.lhs.shape[0], dtype=torch.float64, device=sides.lhs.device)
    for _, moved in run.noise(seed):
        if not moved.finite:
            return "undefined", {}
        spread = torch.maximum(spread, row_discrepancy(moved.lhs, sides.lhs))
        spread = torch.maximum(spread, row_discrepancy(moved.rhs, sides.rhs))
    if run.coarse is not None:
        spread = torch.maximum(spread, row_discrepancy(run.coarse.lhs, sides.lhs))
        spread = torch.maximum(spread, row_discrepancy(run.coarse.rhs, sides.rhs))
    rungs = zero = None
    for _, single in run.single(seed):
        rung = row_discrepancy(single.lhs, single.rhs)
        null = rounding_of_zero(sides.lhs, single.lhs) & rounding_of_zero(sides.rhs, single.rhs)
        rungs = rung if rungs is None else torch.maximum(rungs, rung)
        zero = null if zero is None else zero | null
    result: Comparison = judge(
        row_discrepancy(sides.lhs, sides.rhs), spread, rungs, zero, small_rows(sides.lhs, sides.rhs)
    )
    if result.outcome == "disagree" and (run.at_kink() or only_rounding(run)):
        return "undefined", {}
    return result.outcome, result.detail()


def _inequality(run: Run, op: str) -> tuple[str, dict[str, Any]]:
    """Report a clear violation; a bound that is not violated at random inputs has shown nothing."""
    sides = run.base
    if bool(torch.isnan(sides.lhs).any()) or bool(torch.isnan(sides.rhs).any()):
        return "undefined", {}
    small, large = (sides.lhs, sides.rhs) if op in ("<=", "<") else (sides.rhs, sides.lhs)
    if not bool(torch.isfinite(small).all()):
        return "undefined", {}
    scale = torch.maximum(small.abs(), large.abs())
    excess = float(torch.where(scale > 1e-100, (small - large) / scale, 0.0).nan_to_num(neginf=-1.0).amax())
    ratio = float((small / large).nan_to_num(nan=0.0).amax()) if bool((large > 0).all()) else None
    detail = {"excess": excess, "largest_ratio": ratio if ratio is not None and math.isfinite(ratio) else None}
    if excess > 1e-6 and not only_rounding(run):
        return "disagree", detail
    return "none", {**detail, "reason": "a bound is not shown by trying inputs"}


__all__ = ["Sides", "compare", "relations"]
