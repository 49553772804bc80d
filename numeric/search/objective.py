"""How badly a claim is violated at an input: a score that is positive where it is, differentiable where the claim is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, conclusion, formula_exprs, walk
from derive.errors import DeriveError, NotSupported
from derive.size_names import bound_indices, size_names
from derive.sizes import Shape, Size
from numeric.evaluation.dense import evaluate_all
from numeric.evaluation.kinks import has_kinks, kink_margin
from numeric.evaluation.sampling import index_values, satisfied
from numeric.search.parametrize import analyze, joined
from numeric.search.values import values
from numeric.search.variables import Space

TINY = 1e-200
WORST = -1e6
ROUGH_GRID, FINE_GRIDS = 5, (24, 60)  # points of an integral or supremum while searching, and to confirm
FLIP = {">=": "<=", ">": "<"}
MET = 1e-6  # share of the sides by which an equation may be missed
NEWTON, MOST_EQUATIONS = 4, 12  # steps towards equations, and their number


@dataclass(frozen=True, slots=True)
class Opened:
    """A problem with suprema in the violating direction and quantified matrices turned into variables.

    A violation of ``problem`` is a violation of the original claim.
    """

    problem: Problem
    hypotheses: tuple[Formula, ...]
    relations: tuple[Rel, ...]
    strict: bool


def open_problem(problem: Problem) -> Opened:
    """Prepare a problem for the search.

    Raises:
        NotSupported: The goal is no (conjunction of) relations of numbers, or has arbitrary functions.

    """
    if problem.functions:
        raise NotSupported("arbitrary functions are not searched")
    variables, hypotheses, goal = joined(problem)
    inner: Formula = goal
    while isinstance(inner, Rel) and (opened := _open_bound(inner)) is not None:
        names, conditions, inner = opened
        variables += names
        hypotheses += conditions
    relations = tuple(_relations(inner))
    quantified = isinstance(problem.goal, Quantified) or inner is not goal
    goal = (
        Logic("implies", (*hypotheses[len(problem.hypotheses) :], inner))
        if len(hypotheses) > len(problem.hypotheses)
        else inner
    )
    changed = Problem(
        tuple(variables), (), problem.indices, problem.sizes, problem.rules, problem.hypotheses, goal, problem.notes
    ) if quantified else problem  # fmt: skip
    return Opened(changed, tuple(hypotheses), relations, any(r.op in ("<", ">", "!=") for r in relations))


def _open_bound(rel: Rel) -> tuple[list[tuple[str, Shape]], list[Formula], Formula] | None:
    """Sup f <= r says f <= r everywhere; l <= inf f likewise; an equality with a supremum is at least that."""
    op, lhs, rhs = rel.op, rel.lhs, rel.rhs
    if op in FLIP:
        op, lhs, rhs = FLIP[op], rhs, lhs
    if op in ("<=", "<", "=") and lhs.op == "sup":
        return list(lhs.data[0]), list(lhs.data[1]), Rel("<=", lhs.args[0], rhs)
    if op == "=" and rhs.op == "sup":
        return list(rhs.data[0]), list(rhs.data[1]), Rel("<=", rhs.args[0], lhs)
    if op in ("<=", "<", "=") and rhs.op == "inf":
        return list(rhs.data[0]), list(rhs.data[1]), Rel("<=", lhs, rhs.args[0])
    if op == "=" and lhs.op == "inf":
        return list(lhs.data[0]), list(lhs.data[1]), Rel("<=", rhs, lhs.args[0])
    return None


def _relations(formula: Formula) -> list[Rel]:
    if isinstance(formula, Rel) and formula.op in ("=", "<=", "<", ">=", ">", "!="):
        return [formula]
    if isinstance(formula, Logic) and formula.op in ("and", "or"):
        return [r for part in formula.args for r in _relations(part)]
    raise NotSupported("this kind of claim is not searched for violations")


KINK = 1e-9  # distance of an argument from a kink, inputs being about 1


class NothingAdmitted(NotSupported):
    """At some sizes a claim is about nothing."""


class Objective:
    """The score of one problem at fixed sizes, as a function of free numbers.

    Attributes:
        opened: The problem.
        space: Its variables as maps.
        sizes: The sizes.
        evaluations: How many scores were computed.

    """

    def __init__(self, opened: Opened, space: Space, sizes: Mapping[str, int]) -> None:
        self.opened, self.space, self.sizes = opened, space, dict(sizes)
        self.length = space.length(sizes)
        self.evaluations = 0
        self._batched = True
        self.rough = any(
            n.op in ("integral", "sup", "inf") for r in opened.relations for e in (r.lhs, r.rhs) for n in walk(e)
        )
        self.grid = ROUGH_GRID
        problem = opened.problem
        letters = {name for name, _, _ in problem.indices}
        self.placed = tuple(f for f in space.residual if letters & _index_names(f))
        self.everywhere = tuple(f for f in space.residual if f not in self.placed)
        self.equations = tuple(f for f in self.everywhere if isinstance(f, Rel) and f.op == "=")
        self.indices = list(_admitted(opened, self.sizes)) if problem.indices else [{}]
        if not self.indices:
            raise NothingAdmitted("the hypotheses admit no value of the indices at these sizes")
        self.any_of = isinstance(conclusion(problem.goal), Logic) and conclusion(problem.goal).op == "or"  # type: ignore[union-attr]

    def score(self, z: Tensor) -> Tensor:
        """log(lhs / rhs) of the worst relation, entry and index (see `violation`), less a penalty for broken hypotheses."""
        self.evaluations += 1
        env = values(self.space, self.moved(z), self.sizes)
        total = self._claim(env, self.placed)
        for formula in self.everywhere:
            total = total - self._penalty(formula, env, {})
        return total

    def moved(self, z: Tensor) -> Tensor:
        """The free numbers after a few steps of Newton's method towards the equations that no map of a variable builds in."""
        if not self.equations:
            return z
        for _ in range(NEWTON):
            slopes, gap = torch.func.jacrev(self._gaps, has_aux=True)(z)
            if len(gap) > MOST_EQUATIONS:
                return z
            square = slopes @ slopes.T
            square = square + (1e-12 * square.detach().diagonal().sum() + 1e-30) * torch.eye(len(gap), dtype=z.dtype)
            z = z - slopes.T @ torch.linalg.solve(square, gap)
        return z

    def _gaps(self, z: Tensor) -> tuple[Tensor, Tensor]:
        env = values(self.space, z, self.sizes)
        sides = [evaluate_all((rel.lhs, rel.rhs), env, self.sizes) for rel in self.equations]
        gap = torch.cat([(left - right).reshape(-1) for left, right in sides])
        return gap, gap

    def _claim(self, env: Mapping[str, Tensor], hypotheses: Sequence[Formula] = ()) -> Tensor:
        """The score at the worst index, less the penalty for hypotheses that are broken there."""
        worst: list[Tensor] = []
        for indices in self.indices:
            scores = [violation(op, left, right) for op, left, right in self._sides(env, indices)]
            score = torch.stack(scores).amin() if self.any_of else torch.stack(scores).amax()
            for formula in hypotheses:
                score = score - self._penalty(formula, env, indices)
            worst.append(score)
        return torch.stack(worst).amax()

    def _sides(self, env: Mapping[str, Tensor], indices: Mapping[str, int]) -> Iterator[tuple[str, Tensor, Tensor]]:
        for rel in self.opened.relations:
            sides = (rel.lhs, rel.rhs)
            left, right = evaluate_all(sides, env, self.sizes, indices, quadrature=self.grid, estimate=True)
            yield rel.op, left, right

    def _inputs(self, z: Sequence[float]) -> Mapping[str, Tensor]:
        return values(self.space, self.moved(torch.tensor(np.asarray(z), dtype=torch.float64)), self.sizes)

    def _penalty(self, formula: Formula, env: Mapping[str, Tensor], known: Mapping[str, int]) -> Tensor:
        """How far a hypothesis is from holding (0 where it holds, with a small margin), at known values of the claim's indices."""
        rels = _hypothesis_relations(formula)
        total = torch.zeros((), dtype=torch.float64)
        for rel, names in rels:
            for own in index_values(names, self.sizes, limit=64) if names else [{}]:
                left, right = evaluate_all((rel.lhs, rel.rhs), env, self.sizes, {**known, **own})
                op, left, right = (FLIP[rel.op], right, left) if rel.op in FLIP else (rel.op, left, right)
                gap = left - right
                scale = 1e-12 + torch.maximum(left.abs(), right.abs()).detach().amax()
                broken = gap.abs() if op == "=" else torch.relu(gap + (1e-6 if op == "<" else 0.0) * scale)
                total = total + 100 * (broken / scale).sum()
        return total

    def gradient(self, z: Sequence[float]) -> tuple[float, list[float]]:
        """Score and gradient; numbers that are not finite become the worst score and no direction."""
        x = torch.tensor(np.asarray(z), dtype=torch.float64, requires_grad=True)
        try:
            value = self.score(x)
        except RuntimeError:
            return WORST, [0.0] * len(z)
        number = float(value.detach())
        if not math.isfinite(number) or not value.requires_grad:
            return number if math.isfinite(number) else WORST, [0.0] * len(z)
        try:
            (grad,) = torch.autograd.grad(value, x, allow_unused=True)
        except RuntimeError:
            grad = None
        if grad is None:
            return number, [0.0] * len(z)
        return number, torch.nan_to_num(grad, nan=0.0, posinf=0.0, neginf=0.0).tolist()

    def values(self, batch: np.ndarray) -> np.ndarray:
        """Scores of many inputs (rows) at once."""
        if self._batched:
            try:
                with torch.no_grad():
                    found = torch.func.vmap(self.score)(torch.as_tensor(batch, dtype=torch.float64))
                self.evaluations += len(batch) - 1
                return np.nan_to_num(found.numpy(), nan=WORST, posinf=WORST, neginf=WORST)
            except (RuntimeError, ValueError):
                self._batched = False  # some operation has no batching rule, or fails at one of the inputs
        return np.array([self.value(z) for z in batch])

    def gradients(self, batch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores and gradients of many inputs (rows) at once."""
        if self._batched:
            try:
                x = torch.as_tensor(batch, dtype=torch.float64).requires_grad_()
                scores = torch.func.vmap(self.score)(x)
                # No score depends on another row; plain autograd, for `torch.func.grad` loads the compiler.
                (grads,) = torch.autograd.grad(scores.sum(), x, materialize_grads=True)
                self.evaluations += len(batch) - 1
                safe = torch.nan_to_num(grads, nan=0.0, posinf=0.0, neginf=0.0)
                return np.nan_to_num(scores.detach().numpy(), nan=WORST, posinf=WORST, neginf=WORST), safe.numpy()
            except (RuntimeError, ValueError):
                self._batched = False
        pairs = [self.gradient(z) for z in batch]
        return np.array([s for s, _ in pairs]), np.array([g for _, g in pairs])

    def confirmed(self, z: Sequence[float]) -> float:
        """The score on finer grids of integrals and suprema; two must agree, else it is the least."""
        if not self.rough:
            return self.value(z)
        found = []
        for self.grid in FINE_GRIDS:
            found.append(self.value(z))
        self.grid = ROUGH_GRID
        low, high = sorted(found)
        return high if high - low <= 1e-3 * max(abs(high), 1e-9) else min(low, 0.0)

    def met(self, z: np.ndarray) -> np.ndarray:
        """The free numbers at which a score was taken."""
        if not self.equations:
            return z
        try:
            found = self.moved(torch.tensor(np.asarray(z), dtype=torch.float64)).detach().numpy()
        except RuntimeError:
            return z
        return found if np.isfinite(found).all() else z

    def meets_equations(self, z: Sequence[float]) -> bool:
        """Whether the equations hold, up to a small part of their sides, after the steps towards them."""
        if not self.equations:
            return True
        with torch.no_grad():
            try:
                env = self._inputs(z)
                sides = [evaluate_all((rel.lhs, rel.rhs), env, self.sizes) for rel in self.equations]
            except (RuntimeError, DeriveError):
                return False
        scales = [1e-12 + torch.maximum(left.abs(), right.abs()).amax() for left, right in sides]
        return all(bool((a - b).abs().amax() <= MET * scale) for (a, b), scale in zip(sides, scales, strict=True))

    def value(self, z: Sequence[float]) -> float:
        """Score alone."""
        with torch.no_grad():
            try:
                found = float(self.score(torch.tensor(np.asarray(z), dtype=torch.float64)))
            except RuntimeError:
                return WORST
        return found if math.isfinite(found) else WORST

    def at_kink(self, z: Sequence[float]) -> bool:
        """Whether a part has no derivative here, or jumps: rounding would decide (other roads look at kinks themselves)."""
        kinked = [s for rel in self.opened.relations for s in (rel.lhs, rel.rhs) if has_kinks(s)]
        if not kinked:
            return False
        with torch.no_grad():
            try:
                env = self._inputs(z)
                margins = (kink_margin(s, env, self.sizes, k, {}) for s in kinked for k in self.indices)
                return any(margin < KINK for margin in margins)
            except (RuntimeError, DeriveError):
                return False

    def gap(self, z: Sequence[float]) -> float:
        """The largest difference of two sides that violates the claim; infinite if it is not a number."""
        with torch.no_grad():
            try:
                env = self._inputs(z)
                gaps = [_broken(*each) for k in self.indices for each in self._sides(env, k)]
            except (RuntimeError, DeriveError):
                return math.inf
        found = max(float(gap.amax()) for gap in gaps)
        return found if math.isfinite(found) else math.inf

    def at(self, env: Mapping[str, Tensor]) -> float:
        """Score of the claim at given inputs (defined variables are computed)."""
        full = dict(env)
        with torch.no_grad():
            for block in self.space.blocks:
                if block.kind == "defined":
                    rows, cols = block.shape.evaluate(self.sizes)
                    full[block.name] = evaluate_all((block.formula[0],), full, self.sizes)[0].reshape(rows, cols)
            try:
                found = float(self._claim(full))
            except RuntimeError:
                return WORST
        return found if math.isfinite(found) else WORST


def _admitted(opened: Opened, sizes: Mapping[str, int]) -> Iterator[dict[str, int]]:
    r"""Yield the values of the indices that the hypotheses on them admit: ``i \ne j``."""
    told = [f for f in dict.fromkeys((*opened.problem.hypotheses, *opened.hypotheses)) if _is_of_indices(f)]
    for found in index_values(opened.problem.indices, sizes, limit=64):
        if all(satisfied(formula, {}, {**sizes, **found}, {}) for formula in told):
            yield found


def _is_of_indices(formula: Formula) -> bool:
    """Return whether a comparison speaks of indices and sizes alone."""
    if isinstance(formula, Logic):
        return all(map(_is_of_indices, formula.args))
    plain = isinstance(formula, Rel) and formula.op in ("=", "!=", "<=", "<", ">=", ">")
    return plain and all(n.op in ("size", "const", "scale", "add") for e in formula_exprs(formula) for n in walk(e))


def _index_names(formula: Formula) -> frozenset[str]:
    return frozenset().union(*(size_names(e) - bound_indices(e) for e in formula_exprs(formula)))


def _hypothesis_relations(formula: Formula) -> list[tuple[Rel, tuple[tuple[str, Size, Size], ...]]]:
    if isinstance(formula, Rel):
        return [(formula, ())] if formula.op in ("=", "<=", "<", ">=", ">") else []
    if isinstance(formula, Logic) and formula.op == "and":
        return [r for part in formula.args for r in _hypothesis_relations(part)]
    if isinstance(formula, Quantified) and formula.kind == "forall" and all(len(n) == 3 for n in formula.names):
        return [(rel, (*formula.names, *names)) for rel, names in _hypothesis_relations(formula.body)]  # type: ignore[misc]
    return []


def violation(op: str, left: Tensor, right: Tensor) -> Tensor:
    """Score of ``left op right``: log(left / right) where both are positive, a signed relative gap elsewhere, 0 at equality.

    NaN where a side has no value.
    """
    if op in FLIP:
        op, left, right = FLIP[op], right, left
    left, right = torch.broadcast_tensors(left, right)
    if op == "!=":
        return -((left - right).abs() / (left.abs() + right.abs() + TINY)).amax()
    scores = _log_ratio(left, right)
    if op == "=":
        scores = torch.maximum(scores, _log_ratio(right, left))
    return scores.amax()


def _broken(op: str, left: Tensor, right: Tensor) -> Tensor:
    """By how much each entry of a relation fails."""
    if op in FLIP:
        op, left, right = FLIP[op], right, left
    return torch.relu(left - right) if op in ("<=", "<") else (left - right).abs()


def _log_ratio(left: Tensor, right: Tensor) -> Tensor:
    """log(l/r) for l, r > 0; log(r/l) for l, r < 0 (then l <= r fails if |l| < |r|); a step of size 50 where signs differ.

    Where both are 0, minus 0.0: their quotient says nothing (`says_nothing`).
    """
    both_positive, both_negative = (left > TINY) & (right > TINY), (left < -TINY) & (right < -TINY)
    one = torch.ones_like(left)
    safe_l = torch.where(both_positive | both_negative, left.abs(), one)
    safe_r = torch.where(both_positive | both_negative, right.abs(), one)
    logs = torch.log(safe_l) - torch.log(safe_r)
    total = left.abs() + right.abs()
    gap = (left - right) / torch.where(total > TINY, total, one)
    signed = torch.where(total > TINY, gap * 50, -torch.zeros_like(gap))
    result = torch.where(both_positive, logs, torch.where(both_negative, -logs, signed))
    infinite = torch.isinf(left) | torch.isinf(right)
    above = torch.isinf(left) & (left > 0) & ~(torch.isinf(right) & (right > 0))
    result = torch.where(infinite, torch.where(above, one * 100, one * -100), result)
    return torch.where(torch.isnan(left) | torch.isnan(right), one * math.nan, result)


def says_nothing(scores: np.ndarray | float) -> np.ndarray:
    """Whether scores are those of 0 against 0."""
    return (np.asarray(scores) == 0.0) & np.signbit(scores)


def build_objective(problem: Problem, sizes: Mapping[str, int]) -> Objective:
    """Open a problem, find its maps and fix the sizes."""
    opened = open_problem(problem)
    return Objective(opened, space_of(opened), sizes)


def space_of(opened: Opened) -> Space:
    """The maps from free numbers to the variables of an opened problem, under its opened hypotheses."""
    extra = [v for v in opened.problem.variables]
    return analyze(extra, opened.hypotheses)


__all__ = [
    "Expr",
    "NothingAdmitted",
    "Objective",
    "Opened",
    "build_objective",
    "open_problem",
    "says_nothing",
    "space_of",
    "violation",
]
