"""Full-size checks: a formula applied matrix-free against automatic differentiation of the definition.

Both sides of an equality are applied to random probe vectors.  The side with derivatives is applied by torch
(`Truth`: jvp and vjp of the definition), the other one by its tensor program; neither forms a Jacobian.  A second
derivative is probed in both variables.  Memory is counted before it is taken.  The side with derivatives is applied by
its tensor program too: if that differs from autograd, the checker contradicts itself.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from derive.build import DERIVATIVES
from derive.core import Expr, Formula, Problem, Rel, walk
from derive.errors import NotSupported
from derive.evidence import Evidence
from derive.exact.points.sizes_choice import with_forced_sizes
from numeric.autograd.forms import AGAINST, SIDES, contradiction
from numeric.autograd.products import Truth, by_program
from numeric.autograd.road import ROAD, single_relations
from numeric.autograd.sides import one_ulp
from numeric.autograd.tolerance import (
    at_least_usual,
    below_usual,
    judge,
    rounding_of_zero,
    row_discrepancy,
    small_rows,
    within_rounding,
)
from numeric.device import choose_device, device_name, pinned
from numeric.evaluation.sampling import sample, size_words, stream
from numeric.programs.fixed import MAX_BYTES

PROBES = 3


def full_compare(problem: Problem, sizes: Mapping[str, int], *, seed: int, device: str = "auto") -> Evidence:
    """Compare both sides of the goal's equalities at full size without forming a matrix.

    Args:
        problem: The claim.
        sizes: A value for every size name.
        seed: Fixes inputs and probes.
        device: ``auto``, ``cpu`` or ``cuda``.

    Returns:
        Evidence of the road ``autograd``; ``none`` with the reason where the claim has no matrix-free form or would
        not fit (then with the amount it needs).
    """
    start = time.perf_counter()
    detail: dict[str, Any] = {"seed": seed, "dtype": "float64", "full": True}
    try:
        target = choose_device(device)
        detail["device"] = device_name(target)
        with pinned():
            outcome, facts = _compare(problem, sizes, seed, target)
    except NotSupported as error:
        outcome, facts = "none", {"reason": error.message}
    except RecursionError:
        outcome, facts = "none", {"reason": "the expression is nested too deeply"}
    except (torch.OutOfMemoryError, MemoryError):
        outcome, facts = "none", {"reason": "out of memory"}
    return Evidence(ROAD, outcome, size_words(sizes), {**detail, **facts}, time.perf_counter() - start)


def _compare(problem: Problem, sizes: Mapping[str, int], seed: int, device: torch.device) -> tuple[str, dict[str, Any]]:
    worst: tuple[str, dict[str, Any]] = ("agree", {})
    order = {"agree": 0, "none": 1, "disagree": 2}
    for one, assumed in single_relations(problem):
        if not isinstance(one.goal, Rel) or one.goal.op != "=":
            raise NotSupported("only equalities are compared at full size")
        result = _one(one, assumed, sizes, seed, device)
        if "contradiction" in result[1]:
            return result
        if order[result[0]] >= order[worst[0]]:
            worst = result
    return worst


def full_numbers(problem: Problem, sizes: Mapping[str, int], seed: int) -> dict[str, int]:
    """Return a value for every size, those that equations force among them, and a random one for every quantified index.

    Raises:
        NotSupported: A size has no value, an index has an empty range, or there are arbitrary functions.
    """
    if problem.functions:
        raise NotSupported("abstract functions are checked at small sizes only")
    numbers = with_forced_sizes(problem.rules, problem.sizes, sizes)
    absent = sorted(set(problem.sizes) - numbers.keys())
    if absent:
        raise NotSupported(f"no full size is given for {', '.join(absent)}")
    generator = stream(seed, "indices", *(numbers[name] for name in problem.sizes))
    for name, low, high in problem.indices:
        first, last = low.evaluate(numbers), high.evaluate(numbers)
        if last < first:
            raise NotSupported(f"the index {name} has no value")
        numbers[name] = first + int(torch.randint(last - first + 1, (), generator=generator))
    return numbers


def _one(
    problem: Problem, assumed: Sequence[Formula], sizes: Mapping[str, int], seed: int, device: torch.device
) -> tuple[str, dict[str, Any]]:
    relation = problem.goal
    assert isinstance(relation, Rel)
    numbers = full_numbers(problem, sizes, seed)
    gc.collect()  # compiled products refer to one another: what the last ones hold is freed before more is taken
    env = sample(problem, numbers, seed, assumptions=assumed).env
    pair = _Pair(relation, numbers, _probes(relation, numbers, seed), device)
    left, right = pair.sides(env, torch.float64)
    if not (bool(torch.isfinite(left).all()) and bool(torch.isfinite(right).all())):
        return "none", {"reason": "a side is not finite at the random input"}
    noise = stream(seed, "noise")
    moved = pair.sides({n: one_ulp(v, noise) for n, v in env.items()}, torch.float64)
    spread = torch.maximum(row_discrepancy(moved[0], left), row_discrepancy(moved[1], right))
    single = pair.sides(env, torch.float32)
    finite = bool(torch.isfinite(single[0]).all()) and bool(torch.isfinite(single[1]).all())
    zero = rounding_of_zero(left, single[0]) & rounding_of_zero(right, single[1]) if finite else None
    reach = below_usual(left, right)
    rungs = at_least_usual(row_discrepancy(*single), reach) if finite else None
    result = judge(row_discrepancy(left, right), at_least_usual(spread, reach), rungs, zero, reach)
    facts = {"probes": PROBES, "engines": list(pair.engines), "rows": left.shape[0], **result.detail()}
    facts["lambdified"] = {"reason": "no lambdified form: entries are written out at small sizes only"}
    facts["compiled"] = {
        word: _other_engine(pair, side, env, (left, right)[side], result.outcome, problem, assumed, seed)
        for side, word in enumerate(SIDES)
    }
    found = contradiction(facts)
    if found is not None:
        reason = f"the {found['form']} form of the {found['side']} side differs"
        return "none", {**facts, "contradiction": found, "reason": reason}
    return result.outcome, facts


def _other_engine(
    pair: _Pair,
    side: int,
    env: Mapping[str, Tensor],
    value: Tensor,
    outcome: str,
    problem: Problem,
    assumed: Sequence[Formula],
    seed: int,
) -> dict[str, Any]:
    """Compare autograd's products of a side with those of its tensor program.

    A formula without derivatives was compared by its tensor program alone. Its dense products are asked for where the
    sides differ: then either the claim or the program is wrong.
    """
    engine = pair.engines[side]
    if engine == "dense" or (engine == "tensor program" and outcome != "disagree"):
        told = "no compiled form: it was evaluated densely" if engine == "dense" else "compared with the other side"
        return {"reason": told}
    differing = []
    try:
        for attempt in range(AGAINST):
            if attempt:  # rounding shows at single inputs
                env = sample(problem, pair.numbers, seed + 1_000_003, assumptions=assumed).env
                value = pair.one(side, engine, env, torch.float64)
            found = _difference(pair, side, env, value, seed)
            if "contradiction" not in found:
                return found
            differing.append(found)
    except NotSupported as reason:
        return {"reason": f"no {'compiled' if engine == 'autograd' else 'dense'} form: {reason.message}"}
    return differing[0]


def _difference(pair: _Pair, side: int, env: Mapping[str, Tensor], value: Tensor, seed: int) -> dict[str, Any]:
    """Compare the products of one side by its own engine, at one input, with those by the other one."""
    engine = pair.engines[side]
    other = "tensor program" if engine == "autograd" else "autograd"
    second = pair.one(side, other, env, torch.float64)
    if not (bool(torch.isfinite(value).all()) and bool(torch.isfinite(second).all())):
        return {"reason": "a product is not finite at the random input"}
    noise = stream(seed, "noise")
    moved = {n: one_ulp(v, noise) for n, v in env.items()}
    distance, reach = row_discrepancy(second, value), small_rows(second, value)
    spread = row_discrepancy(pair.one(side, engine, moved, torch.float64), value)
    rungs = zero = None
    if not within_rounding(distance, spread, reach):
        spread = torch.maximum(spread, row_discrepancy(pair.one(side, other, moved, torch.float64), second))
        mine, its = (pair.one(side, which, env, torch.float32) for which in (engine, other))
        if bool(torch.isfinite(mine).all()) and bool(torch.isfinite(its).all()):
            rungs = row_discrepancy(mine, its)
            zero = rounding_of_zero(value, mine) & rounding_of_zero(second, its)
    result = judge(distance, spread, rungs, zero, reach)
    facts: dict[str, Any] = {"against": "jvp" if _has_derivative(pair.expr(side)) else "value"}
    if result.outcome == "none":
        return {**facts, "reason": "rounding leaves too few digits to compare"}
    facts |= {"discrepancy": result.discrepancy, "spread": result.spread}
    if result.outcome == "agree":
        return facts
    column = int((second - value)[result.row].abs().argmax())
    truth, program = (value, second) if engine == "autograd" else (second, value)
    facts["contradiction"] = {
        "form": "compiled",
        "side": SIDES[side],
        "sizes": dict(pair.numbers),
        "indices": {},
        "where": f"in row {result.row + 1} of the product with a random vector",
        "autograd": float(truth[result.row, column]),
        "compiled": float(program[result.row, column]),
        "discrepancy": result.discrepancy,
    }
    return facts


@dataclass(frozen=True, slots=True)
class Probes:
    """Random vectors for the columns, and for the second variable of a second derivative."""

    columns: Tensor
    inner: Tensor | None


def _probes(relation: Rel, numbers: Mapping[str, int], seed: int) -> Probes:
    generator = stream(seed, "probes")
    rows, columns = relation.lhs.shape.evaluate(numbers)
    needed = 16 * 8 * (rows + columns)  # probes, both sides in two precisions, noise
    if needed > MAX_BYTES:
        raise NotSupported(f"vectors of length {max(rows, columns)} need about {needed / 2**30:.3g} GiB")
    count = PROBES if columns > 1 else 1
    vectors = (
        torch.randn(columns, count, dtype=torch.float64, generator=generator)
        if columns > 1
        else torch.ones(1, 1).double()
    )
    split = _second(relation)
    inner = None
    if split is not None:
        length = 1
        for factor in split:
            length *= factor.evaluate(numbers)
        inner = torch.randn(length, dtype=torch.float64, generator=generator)
    return Probes(vectors, inner)


def _second(relation: Rel) -> tuple | None:
    """The column factors of the inner derivative where a side is a second derivative, else None."""
    for side in (relation.lhs, relation.rhs):
        if side.op == "deriv" and side.args[0].op == "deriv" and side.data[1] == "vecr":
            return side.args[0].shape.cols
    return None


@dataclass(slots=True)
class _Pair:
    """Both sides applied to the probes, at any input and precision."""

    relation: Rel
    numbers: Mapping[str, int]
    probes: Probes
    device: torch.device
    engines: tuple[str, str] = ("", "")

    def expr(self, side: int) -> Expr:
        return self.relation.rhs if side else self.relation.lhs

    def sides(self, env: Mapping[str, Tensor], dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        truth_left = _has_derivative(self.relation.lhs)
        truth = (truth_left, not truth_left and _has_derivative(self.relation.rhs))
        here, probes = self._moved(env, dtype)
        (left, first), (right, second) = (
            _applied(self.expr(side), truth[side], here, self.numbers, probes) for side in (0, 1)
        )
        self.engines = (first, second)
        return left, right

    def one(self, side: int, engine: str, env: Mapping[str, Tensor], dtype: torch.dtype) -> Tensor:
        """One side by a given engine.

        Raises:
            NotSupported: The engine cannot do it.
        """
        here, probes = self._moved(env, dtype)
        if engine == "tensor program":
            return by_program(self.expr(side), here, self.numbers, probes.columns, probes.inner)
        return _by_truth(self.expr(side), here, self.numbers, probes)

    def _moved(self, env: Mapping[str, Tensor], dtype: torch.dtype) -> tuple[dict[str, Tensor], Probes]:
        inner = self.probes.inner
        probes = Probes(
            self.probes.columns.to(self.device, dtype), None if inner is None else inner.to(self.device, dtype)
        )
        return {n: v.to(self.device, dtype) for n, v in env.items()}, probes


def _applied(
    side: Expr, use_truth: bool, env: Mapping[str, Tensor], numbers: Mapping[str, int], probes: Probes
) -> tuple[Tensor, str]:
    """One side applied to the probes; what has no tensor program is evaluated densely where it fits."""
    if use_truth:
        return _by_truth(side, env, numbers, probes), "autograd"
    try:
        return by_program(side, env, numbers, probes.columns, probes.inner), "tensor program"
    except NotSupported as error:
        if probes.inner is not None:
            raise
        try:
            return _by_truth(side, env, numbers, probes), "dense"
        except NotSupported:
            raise error from None


def _has_derivative(e: Expr) -> bool:
    return any(n.op in DERIVATIVES for n in walk(e))


def _by_truth(e: Expr, env: Mapping[str, Tensor], numbers: Mapping[str, int], probes: Probes) -> Tensor:
    """Apply an expression to the probes with torch's derivatives of the definitions."""
    truth = Truth(env, numbers, dtype=probes.columns.dtype)
    if probes.inner is None:
        return truth.apply(e, probes.columns)
    if e.op != "deriv" or e.args[0].op != "deriv":
        raise NotSupported("a second derivative inside a formula is not probed at full size")
    return truth.second(e, probes.columns, probes.inner)


__all__ = ["full_compare", "full_numbers"]
