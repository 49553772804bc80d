"""Inequalities at full size: both sides at inputs of the sizes people train, no Jacobian formed.

A spectral norm whose matrix is too large to be formed is that of an operator (Golub-Kahan-Lanczos over the compiled products),
that of a Kronecker product the product of the factors' norms; everything else is evaluated as it stands. From a random
admissible input single variables are made ten times larger or smaller as long as left over right grows; each search for a norm
starts at the vector that the last one ended at, and goes on to more digits where the ratio is near one. Nothing here is a
refutation, for nothing of this size is certified: what is found says how near a bound comes to its limit.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
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
WORK = {"quick": 1e11, "normal": 1e12, "deep": 2e13}  # operations of all products for one inequality
TOUCH = 20  # operations that an entry of a vector counts for: basis, norms, memory
ROUGH, FINE = (
    1e-3,
    1e-6,
)  # accuracies of a norm found by products: to begin with, and where both sides are near each other
NEAR = 0.97
REMEMBERED = 8  # norms, with their inputs
HELD = 2**27  # bytes of products that are no longer needed before memory is collected, which takes a sixth of a second
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
        Evidence of the road ``search`` with outcome ``none``: ``best_ratio``, ``evaluations`` and the ``accuracy`` of norms
        found by products, or the reason why the claim was not evaluated (what would not fit says how much it needs).

    """
    start = time.perf_counter()
    numbers = with_forced_sizes(problem.rules, problem.sizes, sizes)
    detail: dict[str, Any] = {"full": True, "seed": seed, "dtype": "float64"}
    try:
        target = choose_device(device)
        detail["device"] = device_name(target)
        with pinned():
            found = [_largest(one, assumed, numbers, effort, seed, target) for one, assumed in _inequalities(problem)]
        ratio = max(ratio for ratio, _, _ in found)
        told = {name: numbers[name] for name in problem.sizes}
        detail |= {"best_ratio": ratio, "evaluations": sum(count for _, count, _ in found), "at": told}
        detail["accuracy"] = max(accuracy for _, _, accuracy in found)
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
    effort: str,
    seed: int,
    device: torch.device,
) -> tuple[float, int, float]:
    """The largest left over right that was found, at how many inputs, and how accurate its norms are (0 if none by products)."""
    relation = problem.goal
    assert isinstance(relation, Rel)
    numbers = full_numbers(problem, sizes, seed)
    sides = _Sides.of(relation, problem, numbers, seed, device)
    env = sample(problem, numbers, seed, assumptions=assumed).env
    best, count = sides.ratio(env), 1
    sides.keep()
    for name in sorted(env):
        for factor in FACTORS:
            while count < EVALUATIONS[effort] and sides.spent < WORK[effort]:
                moved = {**env, name: env[name] * factor}
                if not all(satisfied(h, moved, numbers, {}) for h in (*problem.hypotheses, *assumed)):
                    break
                count += 1
                ratio = sides.ratio_or_none(moved)
                if ratio is None or not ratio > best * (1 + ROUGH):
                    break
                best, env = ratio, moved
                sides.keep()
    return best, count, max((norm.tolerance for norm in sides.known.values()), default=0.0)


@dataclass(frozen=True, slots=True)
class _Norm:
    """A norm as products found it, at the inputs that its matrix is made of."""

    value: Tensor
    slack: float
    """How far it may be off, relative to it: the residual of its singular vector."""
    tolerance: float
    inputs: Mapping[str, Tensor]


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
    spent: float = 0.0
    """Operations of all products so far."""
    held: int = 0
    """Bytes that products took since memory was last collected."""
    known: dict[str, _Norm] = field(default_factory=dict)
    """The norms at the best input."""
    last: dict[str, _Norm] = field(default_factory=dict)
    """The norms at the last one."""

    @staticmethod
    def of(relation: Rel, problem: Problem, numbers: Mapping[str, int], seed: int, device: torch.device) -> _Sides:
        sides = (relation.lhs, relation.rhs) if relation.op in ("<=", "<") else (relation.rhs, relation.lhs)
        sides = tuple(_with_split_norms(side) for side in sides)
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
        ratio = self._found(here, ROUGH)
        return self._found(here, FINE) if self.norms and ratio > NEAR else ratio

    def keep(self) -> None:
        """The last input is the best: norms of what the next one shares with it are known."""
        self.known = self.last

    def _found(self, here: Mapping[str, Tensor], tolerance: float) -> float:
        self.last = {name: self._norm(name, matrix, here, tolerance) for name, matrix in self.norms.items()}
        values = {name: norm.value for name, norm in self.last.items()}
        low, high = (float(x) for x in evaluate_all((self.small, self.large), {**here, **values}, self.numbers))
        if not (math.isfinite(low) and math.isfinite(high)) or min(low, high) < 0:
            raise NotSupported("a side is negative or not finite at the random input")
        ratio = low / high if high > 0 else math.inf if low > 0 else 0.0
        slack = sum(norm.slack for norm in self.last.values())
        return 1.0 if 1 < ratio <= 1 + slack else ratio  # not told apart

    def ratio_or_none(self, env: Mapping[str, Tensor]) -> float | None:
        """The same at an input that is one among several; None where it has no value: what the others say remains."""
        try:
            return self.ratio(env)
        except NotSupported:
            return None

    def _norm(self, name: str, matrix: Expr, env: Mapping[str, Tensor], tolerance: float) -> _Norm:
        inputs = {n: env[n] for n in build.free_names(matrix) if n in env}
        for norm in (self.known.get(name), self.last.get(name)):
            if norm is not None and norm.tolerance <= tolerance and all(norm.inputs[n] is x for n, x in inputs.items()):
                return norm
        rows, cols = matrix.shape.evaluate(self.numbers)
        # the vectors of both spaces and a basis of the smaller
        needed = 8 * (4 * max(rows, cols) + 20 * min(rows, cols))
        if needed > MAX_BYTES:
            raise NotSupported(f"a basis of vectors of lengths {rows} and {cols} needs about {needed / 2**30:.3g} GiB")
        if self.held > HELD:
            gc.collect()  # products of earlier inputs refer to one another: what they hold is freed first
            self.held = 0
        start = self.vectors.get(name)
        first = _FIRST.get(self._key(matrix, tolerance)) if start is None else None
        if first is None or not all(torch.equal(first[0].inputs[n], x) for n, x in inputs.items()):
            operator = MatrixOperator(matrix, env, self.numbers, device=str(self.device))
            top = golub_kahan_lanczos(
                operator, seed=self.seed, tolerance=tolerance, max_steps=STEPS, device=self.device, start=start
            )
            programs = (operator.forward, operator.backward)
            self.held += sum(program.bytes for program in programs)
            self.spent += top.products * (sum(program.flops for program in programs) / 2 + TOUCH * (rows + cols))
            value = torch.full((1, 1), top.quotient, dtype=torch.float64, device=self.device)
            slack = top.residual / top.quotient if top.quotient > 0 else 0.0
            first = _Norm(value, slack, tolerance, inputs), top.left if rows < cols else top.right
            if start is None:
                _remember(self._key(matrix, tolerance), first)
        norm, self.vectors[name] = first
        if norm.slack > SETTLED:
            raise NotSupported("a norm was not found to enough digits in the products that are allowed")
        return norm

    def _key(self, matrix: Expr, tolerance: float) -> tuple[Hashable, ...]:
        return (matrix, *sorted(self.numbers.items()), self.seed, tolerance, str(self.device))


_FIRST: dict[tuple[Hashable, ...], tuple[_Norm, Tensor]] = {}
"""The last norms that were searched for from random starts, with their vectors: links of a claim share them."""


def _remember(key: tuple[Hashable, ...], found: tuple[_Norm, Tensor]) -> None:
    while len(_FIRST) >= REMEMBERED:
        del _FIRST[next(iter(_FIRST))]
    _FIRST[key] = found


def _is_spectral(node: Expr) -> bool:
    return (node.op == "norm" and node.data[0] == "2") or (node.op == "sigma" and node.data[0] == "max")


def _with_split_norms(side: Expr) -> Expr:
    """The same with the spectral norm of every Kronecker product as the product of the norms (Horn and Johnson 1991, 4.2.15)."""
    new: dict[Expr, Expr] = {}
    for node in walk(side):
        args = [new[a] for a in node.args]
        new[node] = _split(build.rebuild(node, args))
    return new[side]


def _split(node: Expr) -> Expr:
    if not _is_spectral(node):
        return node
    (matrix,) = node.args
    if matrix.op == "eye":
        return build.const(1)
    if matrix.op == "transpose":
        return _split(build.rebuild(node, matrix.args))
    if matrix.op == "kron":
        return build.hadamard(*(_split(build.rebuild(node, [factor])) for factor in matrix.args))
    return node


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
