"""Inequalities at full size: both sides at inputs of the sizes people train, no Jacobian formed.

A spectral norm whose matrix is too large to be formed is that of an operator (Golub-Kahan-Lanczos over the compiled products);
everything else is evaluated as it stands. From a random admissible input single variables are made ten times larger or smaller
as long as left over right grows; each search for a norm starts at the vector that the last one ended at. Nothing here is a
refutation, for nothing of this size is certified: what is found says how near a bound comes to its limit.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from derive import build
from derive.core import Expr, Formula, Problem, Rel, walk
from derive.errors import NotSupported
from derive.evidence import Evidence
from derive.exact.points.sizes_choice import with_forced_sizes
from numeric.autograd.full import full_numbers
from numeric.autograd.road import single_relations
from numeric.device import choose_device, device_name, pinned
from numeric.evaluation.dense import evaluate_all
from numeric.evaluation.sampling import sample, satisfied, size_words
from numeric.norms import golub_kahan_lanczos
from numeric.operators import MatrixOperator
from numeric.programs.fixed import MAX_BYTES

ROAD = "search"
FORMED = 4_000_000  # entries of a matrix that is formed: a spectral norm of a larger one is that of an operator
EVALUATIONS = {"quick": 3, "normal": 12, "deep": 60}
TOLERANCE = 1e-6  # of a norm found by products
PRODUCTS = 500_000_000  # entries of the vectors of all products for one inequality: beyond, no more inputs are tried
STEPS = 120  # of one search for a norm
SETTLED = 1e-2  # residual of a singular vector, relative to its norm
FACTORS = (10.0, 0.1)


def full_search(
    problem: Problem, sizes: Mapping[str, int], *, effort: str = "normal", seed: int = 0, device: str = "auto"
) -> Evidence:
    """Look for the largest left over right of the goal's inequalities at full size.

    Args:
        problem: The claim.
        sizes: Values of sizes; those that equations between sizes force follow.
        effort: ``quick``, ``normal`` or ``deep``: how many inputs are tried for each inequality.
        seed: Fixes inputs and the starts of Lanczos.
        device: ``auto``, ``cpu`` or ``cuda``.

    Returns:
        Evidence of the road ``search`` with outcome ``none``: ``best_ratio`` and ``evaluations``, or the reason why the
        claim was not evaluated (what would not fit says how much it needs).

    """
    start = time.perf_counter()
    numbers = with_forced_sizes(problem.rules, problem.sizes, sizes)
    detail: dict[str, Any] = {"full": True, "seed": seed, "dtype": "float64"}
    try:
        target = choose_device(device)
        detail["device"] = device_name(target)
        with pinned():
            found = [
                _largest(one, assumed, numbers, EVALUATIONS[effort], seed, target)
                for one, assumed in _inequalities(problem)
            ]
        ratio = max(ratio for ratio, _ in found)
        told = {name: numbers[name] for name in problem.sizes}
        detail |= {"best_ratio": ratio, "evaluations": sum(count for _, count in found), "at": told}
        detail["per sizes"] = [{"sizes": told, "ratio": ratio}]
    except NotSupported as error:
        detail["reason"] = error.message
    except RecursionError:
        detail["reason"] = "the expression is nested too deeply"
    except (RuntimeError, MemoryError) as error:  # torch says so of the memory of a CPU
        if not isinstance(error, (MemoryError, torch.OutOfMemoryError)) and "memory" not in str(error):
            raise
        detail["reason"] = "out of memory"
    return Evidence(ROAD, "none", size_words(numbers), detail, time.perf_counter() - start)


def _inequalities(problem: Problem) -> Iterator[tuple[Problem, Sequence[Formula]]]:
    for one, assumed in single_relations(problem):
        relation = one.goal
        assert isinstance(relation, Rel)
        if relation.op not in ("<=", "<", ">=", ">") or not _is_number(relation.lhs) or not _is_number(relation.rhs):
            raise NotSupported("at full size only inequalities between numbers are looked at")
        yield one, assumed


def _is_number(side: Expr) -> bool:
    return all(total.constant == 1 for total in side.shape.totals)


def _largest(
    problem: Problem,
    assumed: Sequence[Formula],
    sizes: Mapping[str, int],
    most: int,
    seed: int,
    device: torch.device,
) -> tuple[float, int]:
    """The largest left over right that was found, and at how many inputs."""
    relation = problem.goal
    assert isinstance(relation, Rel)
    numbers = full_numbers(problem, sizes, seed)
    sides = _Sides.of(relation, problem, numbers, seed, device)
    env = sample(problem, numbers, seed, assumptions=assumed).env
    best, count = sides.ratio(env), 1
    for name in sorted(env):
        for factor in FACTORS:
            while count < most and sides.spent < PRODUCTS:
                moved = {**env, name: env[name] * factor}
                if not all(satisfied(h, moved, numbers, {}) for h in (*problem.hypotheses, *assumed)):
                    break
                count += 1
                ratio = sides.ratio_or_none(moved)
                if ratio is None or not ratio > best * (1 + TOLERANCE):
                    break
                best, env = ratio, moved
    return best, count


@dataclass(slots=True)
class _Sides:
    """The smaller and the larger side of an inequality, with names in the place of norms of large matrices."""

    small: Expr
    large: Expr
    norms: dict[str, Expr]
    numbers: Mapping[str, int]
    seed: int
    device: torch.device
    vectors: dict[str, Tensor] = field(default_factory=dict)
    """Where the last search for each norm ended."""
    slack: dict[str, float] = field(default_factory=dict)
    """How far each norm may be off, relative to it: the residual of its singular vector."""
    spent: int = 0
    """Entries of the vectors of all products so far."""

    @staticmethod
    def of(relation: Rel, problem: Problem, numbers: Mapping[str, int], seed: int, device: torch.device) -> _Sides:
        sides = (relation.lhs, relation.rhs) if relation.op in ("<=", "<") else (relation.rhs, relation.lhs)
        known = {name for name, _ in problem.variables} | numbers.keys()
        nodes = dict.fromkeys(node for side in sides for node in walk(side))
        large = [n for n in nodes if _is_spectral(n) and build.free_names(n) <= known and _is_large(n.args[0], numbers)]
        names = {node: build.fresh("norm") for node in large}
        put = {node: build.var(name, build.SCALAR) for node, name in names.items()}
        small, above = (_replaced(side, put) for side in sides)
        return _Sides(small, above, {name: node.args[0] for node, name in names.items()}, numbers, seed, device)

    def ratio(self, env: Mapping[str, Tensor]) -> float:
        """Left over right at one input.

        Raises:
            NotSupported: A side is negative, not finite or too large to be evaluated.

        """
        here = {name: value.to(self.device, torch.float64) for name, value in env.items()}
        found = {name: self._norm(name, matrix, here) for name, matrix in self.norms.items()}
        low, high = (float(x) for x in evaluate_all((self.small, self.large), {**here, **found}, self.numbers))
        if not (math.isfinite(low) and math.isfinite(high)) or min(low, high) < 0:
            raise NotSupported("a side is negative or not finite at the random input")
        ratio = low / high if high > 0 else math.inf if low > 0 else 0.0
        return 1.0 if 1 < ratio <= 1 + sum(self.slack.values()) else ratio  # not told apart

    def ratio_or_none(self, env: Mapping[str, Tensor]) -> float | None:
        """The same at an input that is one among several; None where it has no value: what the others say remains."""
        try:
            return self.ratio(env)
        except NotSupported:
            return None

    def _norm(self, name: str, matrix: Expr, env: Mapping[str, Tensor]) -> Tensor:
        rows, cols = matrix.shape.evaluate(self.numbers)
        needed = 8 * (
            4 * max(rows, cols) + 20 * min(rows, cols)
        )  # the vectors of both spaces and a basis of the smaller
        if needed > MAX_BYTES:
            raise NotSupported(f"a basis of vectors of lengths {rows} and {cols} needs about {needed / 2**30:.3g} GiB")
        gc.collect()  # products of the last input refer to one another: what they hold is freed first
        operator = MatrixOperator(matrix, env, self.numbers, device=str(self.device))
        top = golub_kahan_lanczos(
            operator,
            seed=self.seed,
            tolerance=TOLERANCE,
            max_steps=STEPS,
            device=self.device,
            start=self.vectors.get(name),
        )
        self.spent += top.products * (rows + cols)
        self.slack[name] = top.residual / top.quotient if top.quotient > 0 else 0.0
        if self.slack[name] > SETTLED:
            raise NotSupported("a norm was not found to enough digits in the products that are allowed")
        self.vectors[name] = top.left if rows < cols else top.right
        return torch.full((1, 1), top.quotient, dtype=torch.float64, device=self.device)


def _is_spectral(node: Expr) -> bool:
    return (node.op == "norm" and node.data[0] == "2") or (node.op == "sigma" and node.data[0] == "max")


def _is_large(matrix: Expr, numbers: Mapping[str, int]) -> bool:
    """Whether the matrix, or one that it is made of, has too many entries to be formed."""
    return any(math.prod(node.shape.evaluate(numbers)) > FORMED for node in walk(matrix) if _has_shape(node, numbers))


def _has_shape(node: Expr, numbers: Mapping[str, int]) -> bool:
    """Whether the lengths of a matrix depend on no name that is bound around it."""
    return all(total.names <= numbers.keys() for total in node.shape.totals)


def _replaced(top: Expr, put: Mapping[Expr, Expr]) -> Expr:
    new: dict[Expr, Expr] = {}
    for node in walk(top):
        new[node] = put[node] if node in put else build.rebuild(node, [new[a] for a in node.args])
    return new[top]


__all__ = ["full_search"]
