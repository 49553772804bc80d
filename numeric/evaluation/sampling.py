"""Random floating-point inputs that satisfy the hypotheses of a problem.

One method for all hypotheses: a Gaussian start is moved onto the constraint set by Gauss-Newton steps of least
norm on the residuals of the equalities and of the violated inequalities (with a random margin, so that points do
not sit on the boundary).  Every hypothesis is then checked; where that fails the road abstains.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import torch
from torch import Tensor

from derive import build
from derive.core import Formula, Logic, Problem, Quantified, Rel
from derive.errors import NotSupported
from derive.exact.decision.weight import unrolled
from derive.penrose import pseudoinverses
from derive.sizes import Shape
from numeric.evaluation.dense import evaluate_all
from numeric.evaluation.tape import tape_jacobian

ATTEMPTS = 8
NEWTON_STEPS = 40
PATIENCE = 8  # steps in which the residual has to halve
MOVED = 80_000_000  # entries of inputs and residuals in all products that move one large input onto its hypotheses
MANY = 8  # entries of an inequality: from there on its margin shrinks with their number
OPERATION = 100  # entries that take as long as one operation on an array
SPREAD = 0.5  # standard deviation of inputs: products of several must not saturate a softmax
EQUAL = (
    1e-10  # residual of an equality hypothesis, relative to its larger side (to 1 + it where the other side is zero)
)

Env = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class Sample:
    """One input: a tensor per variable and a torch function per abstract function; `near` if it only nearly satisfies equalities."""

    env: Env
    functions: Mapping[str, Callable[..., Tensor]]
    near: bool = False


def stream(seed: int, *words: object) -> torch.Generator:
    """Return a random generator that depends on the seed and on the words, and on nothing else."""
    digest = zlib.crc32(repr((seed, *words)).encode())
    return torch.Generator().manual_seed((seed & 0xFFFFFFFF) << 32 | digest)


def size_words(sizes: Mapping[str, int]) -> str:
    """Sizes for a message, sorted by name: ``m=2, n=3``."""
    return ", ".join(f"{name}={value}" for name, value in sorted(sizes.items()))


def sample(
    problem: Problem,
    sizes: Mapping[str, int],
    seed: int,
    *,
    assumptions: Sequence[Formula] = (),
    positive: bool = False,
) -> Sample:
    """Draw an input in float64 on the CPU that satisfies the hypotheses and the further assumptions.

    ``positive`` begins with positive entries, where logarithms and roots have values.

    Raises:
        NotSupported: A hypothesis cannot be met by this method.
    """
    functions = {
        name: random_function(place, arguments, value, sizes, seed)
        for place, (name, arguments, value) in enumerate(problem.functions)
    }
    hypotheses = [h for h in (*problem.hypotheses, *assumptions)]
    inverses = pseudoinverses(hypotheses)
    failed: Formula | None = None
    purse = _Purse(MOVED, lambda: OPERATION * sum(unrolled(replace(problem, goal=h), sizes) for h in hypotheses))
    for attempt in range(ATTEMPTS):
        generator = stream(seed, *(sizes.get(name) for name in problem.sizes), attempt)
        env = {name: _gaussian(shape, sizes, generator) for name, shape in problem.variables}
        if positive:
            env = {name: value.abs() for name, value in env.items()}
        _rescale(problem, env, sizes)
        for name, matrix in inverses.items():
            env[name] = evaluate_all((build.pinv(matrix),), env, sizes)[0]
        if not hypotheses:
            return Sample(env, functions)
        moved = not all(satisfied(h, env, sizes, functions) for h in hypotheses)
        if moved:
            env = _project(hypotheses, env, sizes, functions, generator, purse)
        failed = next((h for h in hypotheses if not satisfied(h, env, sizes, functions)), None)
        if failed is None:
            near = moved and any(relation.op == "=" for relation, _ in _relations(hypotheses, sizes))
            return Sample(env, functions, near)
    raise NotSupported(f"no random input was found that satisfies the hypothesis {_words(failed)}")


def random_function(
    place: int, arguments: Sequence[Shape], value: Shape, sizes: Mapping[str, int], seed: int
) -> Callable[..., Tensor]:
    """Return a random smooth function: a mixture of powers and sines of random projections of its arguments.

    It depends on its place among the functions of the problem, not on its name.
    """
    inputs = sum(_count(shape, sizes) for shape in arguments)
    outputs = _count(value, sizes)
    generator = stream(seed, "function", place, inputs, outputs)
    inner = torch.randn(8, inputs, dtype=torch.float64, generator=generator) / max(inputs, 1) ** 0.5
    outer = torch.randn(4, outputs, 8, dtype=torch.float64, generator=generator) / 4

    def function(*tensors: Tensor) -> Tensor:
        flat = torch.cat([t.reshape(-1) for t in tensors])
        z = inner.to(flat) @ flat
        a, b, c, d = outer.to(flat)
        return (a @ z + b @ (z * z) + c @ (z * z * z) + d @ torch.sin(z + 1)).reshape(value.evaluate(sizes))

    return function


def _count(shape: Shape, sizes: Mapping[str, int]) -> int:
    rows, cols = shape.evaluate(sizes)
    return rows * cols


def _gaussian(shape: Shape, sizes: Mapping[str, int], generator: torch.Generator) -> Tensor:
    rows, cols = shape.evaluate(sizes)
    if rows * cols > 50_000_000:
        raise NotSupported(f"a {rows} x {cols} input is too large to be sampled")
    return SPREAD * torch.randn(rows, cols, dtype=torch.float64, generator=generator)


def _rescale(problem: Problem, env: Env, sizes: Mapping[str, int]) -> None:
    """Scale large matrices by the root of their input dimension, so that products neither grow nor saturate.

    A matrix counts as a map if its row dimension is the column dimension of another variable (weights behind data).
    """
    columns = {(name, shape.cols) for name, shape in problem.variables}
    for name, shape in problem.variables:
        rows = env[name].shape[0]
        if rows > 8 and shape.cols and any(other != name and cols == shape.rows for other, cols in columns):
            env[name] = env[name] / rows**0.5


def _words(formula: Formula | None) -> str:
    text = f"{formula.lhs} {formula.op} {formula.rhs}" if isinstance(formula, Rel) else str(formula)
    return text if len(text) < 120 else text[:117] + "..."


def instances(formula: Formula, sizes: Mapping[str, int]) -> Iterator[tuple[Formula, dict[str, int]]]:
    """Expand conjunctions and universal quantifiers over indices.

    Raises:
        NotSupported: A quantifier over matrices, or existential, or over too many indices.
    """
    stack: list[tuple[Formula, dict[str, int]]] = [(formula, {})]
    while stack:
        f, indices = stack.pop()
        if isinstance(f, Logic) and f.op == "and":
            stack.extend((part, indices) for part in reversed(f.args))
        elif isinstance(f, Quantified):
            if f.kind != "forall" or any(len(n) != 3 for n in f.names):
                raise NotSupported("this quantifier cannot be sampled")
            stack.extend((f.body, {**indices, **values}) for values in index_values(f.names, {**sizes, **indices}))
        else:
            yield f, indices


def index_values(names: Iterable[tuple], sizes: Mapping[str, int], limit: int = 4096) -> Iterator[dict[str, int]]:
    """Yield every assignment of the indices ``(name, low, high)``; a range may depend on the indices before it.

    Raises:
        NotSupported: There are more than ``limit`` assignments.
    """
    found: list[dict[str, int]] = [{}]
    for name, low, high in names:
        spans = [range(low.evaluate({**sizes, **v}), high.evaluate({**sizes, **v}) + 1) for v in found]
        count = sum(map(len, spans))
        if count > limit:
            raise NotSupported(f"the indices take {count} values, more than {limit}")
        found = [{**values, name: k} for values, span in zip(found, spans, strict=True) for k in span]
    yield from found


_DIRECTION = {"<=": 1.0, "<": 1.0, ">=": -1.0, ">": -1.0}


def satisfied(
    formula: Formula, env: Env, sizes: Mapping[str, int], functions: Mapping[str, Callable[..., Tensor]]
) -> bool:
    """Return whether a formula holds in floating point (equalities to a residual of 1e-10).

    Raises:
        NotSupported: The formula has a construct that cannot be evaluated.
    """
    for part, indices in instances(formula, sizes):
        if not _satisfied_one(part, indices, env, sizes, functions):
            return False
    return True


def _satisfied_one(
    f: Formula, indices: Mapping[str, int], env: Env, sizes: Mapping[str, int], functions: Mapping[str, Callable]
) -> bool:
    if isinstance(f, Logic):
        scope = {**sizes, **indices}
        truths = (satisfied(part, env, scope, functions) for part in f.args)
        if f.op == "or":
            return any(truths)
        if f.op == "not":
            return not next(truths)
        values = list(truths)
        return values[0] == values[1] if f.op == "iff" else values[-1] or not all(values[:-1])
    assert isinstance(f, Rel)
    if f.op == "shape":
        return f.lhs.shape.evaluate(sizes) == f.rhs.shape.evaluate(sizes)
    if f.op not in (*_DIRECTION, "=", "!="):
        raise NotSupported(f"a hypothesis with {f.op} cannot be sampled")
    left, right = evaluate_all((f.lhs, f.rhs), env, sizes, indices, functions=functions)
    if not bool(torch.isfinite(left).all()) or bool(torch.isnan(right).any()):
        return False
    gap = left - right
    largest = torch.maximum(left.abs().amax(), right.abs().amax())
    scale = 1 + largest
    if f.op == "=":
        # Where both sides all but vanish, an absolute residual says nothing of what is concluded from the equality.
        # A side that is exactly zero gives no scale of its own.
        zero = not bool(left.any()) or not bool(right.any())
        return bool(gap.abs().amax() <= EQUAL * (scale if zero else largest))
    if f.op == "!=":
        return bool(gap.abs().amax() > 1e-6 * scale)
    slack = -_DIRECTION[f.op] * gap
    return bool((slack > 0).all()) if f.op in "<>" else bool((slack >= -1e-14 * scale).all())


def _relations(hypotheses: Sequence[Formula], sizes: Mapping[str, int]) -> list[tuple[Rel, dict[str, int]]]:
    found = []
    for hypothesis in hypotheses:
        for part, indices in instances(hypothesis, sizes):
            if isinstance(part, Rel) and part.op in (*_DIRECTION, "="):
                found.append((part, indices))
    return found


def _project(
    hypotheses: Sequence[Formula],
    env: Env,
    sizes: Mapping[str, int],
    functions: Mapping[str, Callable[..., Tensor]],
    generator: torch.Generator,
    purse: _Purse,
) -> Env:
    """Move an input onto the constraint set by Gauss-Newton steps of least norm.

    Where many numbers are not to be negative, such as weights that sum to one, the steps are taken in their roots: those of least norm
    only scale what is to sum to one.
    """
    relations = _relations(hypotheses, sizes)
    if not relations:
        return env
    names = list(env)
    if not names:
        return env  # hypotheses on sizes alone: nothing can be moved
    lengths = [env[n].numel() for n in names]
    positive = {n for n in _nonnegative(relations) if env[n].numel() > MANY**2}
    margin = 0.02 + 0.1 * float(torch.rand((), generator=generator))

    def unpack(x: Tensor) -> Env:
        parts = dict(zip(names, x.split(lengths), strict=True))
        return {n: (part * part if n in positive else part).reshape(env[n].shape) for n, part in parts.items()}

    def residual(x: Tensor) -> Tensor:
        parts = []
        values = unpack(x)
        for relation, indices in relations:
            left, right = evaluate_all((relation.lhs, relation.rhs), values, sizes, indices, functions=functions)
            gap = torch.broadcast_tensors(left, right)[0] - right
            if relation.op != "=":
                scale = 0.5 * (1 + torch.minimum(left.abs(), right.abs()).detach().clamp(max=1.0))
                inside = margin * min(1.0, MANY / gap.numel())  # weights that sum to one have no more room
                gap = torch.relu(_DIRECTION[relation.op] * gap + inside * scale)
            parts.append(gap.reshape(-1))
        return torch.cat(parts)

    x = torch.cat([(env[n].abs().sqrt() if n in positive else env[n]).reshape(-1) for n in names])
    sizes_of_residuals: list[float] = []
    for step_number in range(NEWTON_STEPS):
        r = residual(x)
        if not bool(torch.isfinite(r).all()) or bool((r.abs() <= 1e-14).all()):
            break
        sizes_of_residuals.append(float(r.norm()))
        if step_number >= PATIENCE and sizes_of_residuals[-1] > 0.5 * sizes_of_residuals[-1 - PATIENCE]:
            break  # this start leads nowhere
        step = _least_norm(residual, x, r, purse)
        if step is None:
            break
        x = x - step
    return unpack(x)


def _nonnegative(relations: Sequence[tuple[Rel, Mapping[str, int]]]) -> set[str]:
    """The variables of which it is stated that no entry is negative."""
    found = set()
    for relation, _ in relations:
        small, large = (relation.rhs, relation.lhs) if relation.op in (">=", ">") else (relation.lhs, relation.rhs)
        if relation.op != "=" and large.op == "var" and build.is_zero(small):
            found.add(str(large.data[0]))
    return found


class _Purse:
    """What may be spent on moving one input; a product with the Jacobian of the hypotheses costs `operations` beside entries."""

    def __init__(self, left: int, operations: Callable[[], int]) -> None:
        self.left, self.operations = left, cache(operations)

    def spend(self, entries: int) -> None:
        self.left -= entries + self.operations()
        if self.left < 0:
            raise NotSupported("no random input was found that satisfies the hypotheses: too many steps at these sizes")


def _least_norm(residual: Callable[[Tensor], Tensor], x: Tensor, r: Tensor, purse: _Purse) -> Tensor | None:
    """The shortest step that removes a residual to first order; large problems by LSQR with jvp and vjp."""
    if x.numel() * r.numel() <= 1_000_000:
        purse.spend(x.numel() * r.numel() * (8 + min(x.numel(), r.numel()) // 16))
        jacobian = tape_jacobian(residual, x, keep=False)
        if not bool(torch.isfinite(jacobian).all()):
            return None
        # gelsd: least-norm solution, also where constraints are redundant
        return torch.linalg.lstsq(jacobian, r[:, None], driver="gelsd", rcond=1e-10).solution[:, 0]
    from scipy.sparse.linalg import LinearOperator, lsqr

    _, pullback = torch.func.vjp(residual, x)

    def forward(v: Any) -> Any:
        purse.spend(x.numel() + r.numel())
        return torch.func.jvp(residual, (x,), (torch.from_numpy(v.reshape(-1).copy()),))[1].numpy()

    def backward(u: Any) -> Any:
        purse.spend(x.numel() + r.numel())
        return pullback(torch.from_numpy(u.reshape(-1).copy()))[0].numpy()

    operator = LinearOperator((r.numel(), x.numel()), matvec=forward, rmatvec=backward, dtype=float)
    return torch.from_numpy(lsqr(operator, r.numpy(), atol=1e-14, btol=1e-14, iter_lim=200)[0])
