"""Full-size checks: a formula applied matrix-free against automatic differentiation of the definition.

Both sides of an equality are applied to random probe vectors.  The side with derivatives is applied by torch
(`Truth`: jvp and vjp of the definition), the other one by its tensor program; neither forms a Jacobian.  A second
derivative is probed in both variables.  Memory is counted before it is taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from derive.core import Expr, Formula, Problem, Rel, walk
from derive.errors import NotSupported
from derive.evidence import Evidence
from numeric.compiled import compile_program
from numeric.dense import evaluate
from numeric.device import choose_device, device_name, pinned
from numeric.fixed import MAX_BYTES
from numeric.program import Graph, Node
from numeric.road import ROAD, one_ulp, relations
from numeric.sampling import sample, size_words, stream
from numeric.tolerance import judge, rounding_of_zero, row_discrepancy
from numeric.translate import Translator, Value

PROBES = 3
MAX_COLUMNS = 64  # directions that a derivative is applied to one by one
_DERIVATIVES = ("deriv", "grad", "frechet")


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
    for relation, assumed, names in relations(problem.goal):
        if relation.op != "=":
            raise NotSupported("only equalities are compared at full size")
        indices = (*problem.indices, *(n for n in names if len(n) == 3))
        variables = (*problem.variables, *(n for n in names if len(n) == 2))
        result = _one(
            replace(problem, variables=variables, indices=indices, goal=relation), assumed, sizes, seed, device
        )
        if order[result[0]] >= order[worst[0]]:
            worst = result
    return worst


def _one(
    problem: Problem, assumed: Sequence[Formula], sizes: Mapping[str, int], seed: int, device: torch.device
) -> tuple[str, dict[str, Any]]:
    relation = problem.goal
    assert isinstance(relation, Rel)
    if problem.functions:
        raise NotSupported("abstract functions are checked at small sizes only")
    numbers = dict(sizes)
    generator = stream(seed, "indices", size_words(sizes))
    for name, low, high in problem.indices:  # one random value per quantified index
        first, last = low.evaluate(numbers), high.evaluate(numbers)
        if last < first:
            raise NotSupported(f"the index {name} has no value")
        numbers[name] = first + int(torch.randint(last - first + 1, (), generator=generator))
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
    rungs = row_discrepancy(*single) if finite else None
    result = judge(row_discrepancy(left, right), spread, rungs, zero)
    facts = {"probes": PROBES, "engines": list(pair.engines), "rows": left.shape[0], **result.detail()}
    return result.outcome, facts


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

    def sides(self, env: Mapping[str, Tensor], dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        env = {n: v.to(self.device, dtype) for n, v in env.items()}
        probes = Probes(
            self.probes.columns.to(self.device, dtype),
            None if self.probes.inner is None else self.probes.inner.to(self.device, dtype),
        )
        results, engines = [], []
        lhs, rhs = self.relation.lhs, self.relation.rhs
        truth_left = _has_derivative(lhs)
        for side, use_truth in ((lhs, truth_left), (rhs, not truth_left and _has_derivative(rhs))):
            value, engine = _applied(side, use_truth, env, self.numbers, probes)
            results.append(value)
            engines.append(engine)
        self.engines = (engines[0], engines[1])
        return results[0], results[1]


def _applied(
    side: Expr, use_truth: bool, env: Mapping[str, Tensor], numbers: Mapping[str, int], probes: Probes
) -> tuple[Tensor, str]:
    """One side applied to the probes; what has no tensor program is evaluated densely where it fits."""
    if use_truth:
        return _by_truth(side, env, numbers, probes), "autograd"
    try:
        return _by_program(side, env, numbers, probes), "tensor program"
    except NotSupported as error:
        if probes.inner is not None:
            raise
        try:
            return _by_truth(side, env, numbers, probes), "dense"
        except NotSupported:
            raise error from None


def _has_derivative(e: Expr) -> bool:
    return any(n.op in _DERIVATIVES for n in walk(e))


def _by_program(e: Expr, env: Mapping[str, Tensor], numbers: Mapping[str, int], probes: Probes) -> Tensor:
    """Apply an expression to the probes by its tensor program."""
    graph = Graph()
    inputs = {name: graph.input(name, value.shape) for name, value in env.items()}
    translator = Translator(graph, numbers, inputs)
    source = graph.input("v", translator.dims(e.shape.cols))
    result = translator.apply(e, Value(source, ())) if e.shape.cols else translator.value(e)
    if result.names:
        raise NotSupported(f"the index {result.names[0]} has no value")
    values = {node: env[name] for name, node in inputs.items()}
    root = result.node
    if probes.inner is not None:
        root = _contracted(graph, root, probes.inner, values)
    sample_value = probes.columns
    program = compile_program(root, source, values, dtype=sample_value.dtype, device=sample_value.device)
    return torch.stack([program.apply(v) for v in probes.columns.T], dim=1)


def _contracted(graph: Graph, root: Node, inner: Tensor, values: dict[Node, Tensor]) -> Node:
    """Contract the trailing row axes of a second derivative with the inner probe."""
    tail, length = len(root.dims), 1
    while length < inner.numel() and tail > 0:
        tail -= 1
        length *= root.dims[tail]
    if length != inner.numel():
        raise NotSupported("the factors of the second derivative cannot be separated")
    probe = graph.input("w", root.dims[tail:])
    values[probe] = inner
    labels = tuple(range(len(root.dims)))
    chains = {root} if root.kind == "product" else set()
    if root.kind == "sum":
        parts = [(c, _contracted(graph, a, inner, values)) for c, a in zip(root.data, root.args, strict=True)]
        return graph.sum(parts)
    return graph.product([(root, labels), (probe, labels[tail:])], labels[:tail], root.dims[:tail], merge=chains)


def _by_truth(e: Expr, env: Mapping[str, Tensor], numbers: Mapping[str, int], probes: Probes) -> Tensor:
    """Apply an expression to the probes with torch's derivatives of the definitions."""
    truth = Truth(env, numbers)
    if probes.inner is None:
        return truth.apply(e, probes.columns)
    if e.op != "deriv" or e.args[0].op != "deriv":
        raise NotSupported("a second derivative inside a formula is not probed at full size")
    return truth.second(e, probes.columns, probes.inner)


class Truth:
    """Core matrices applied to columns, derivatives by ``torch.func.jvp`` and ``vjp`` of their bodies."""

    def __init__(self, env: Mapping[str, Tensor], numbers: Mapping[str, int]) -> None:
        self.env, self.numbers = dict(env), numbers

    def value(self, e: Expr, env: Mapping[str, Tensor] | None = None) -> Tensor:
        return evaluate(e, env or self.env, self.numbers)

    def apply(self, e: Expr, w: Tensor) -> Tensor:
        """Return ``e @ w`` for a matrix of columns."""
        if e.op == "add":
            total = self.apply(e.args[0], w)
            for a in e.args[1:]:
                total = total + self.apply(a, w)
            return total
        if e.op == "scale":
            return self.value(e.args[0]) * self.apply(e.args[1], w)
        if e.op == "matmul":
            return self.apply(e.args[0], self.apply(e.args[1], w))
        if e.op == "reshape":
            return self.apply(e.args[0], w)
        if e.op == "transpose":
            return self.apply_transposed(e.args[0], w)
        if e.op == "kron":
            return self._kron(e.args[0], e.args[1], w)
        if e.op == "deriv":
            return torch.stack([self._tangent(e, column) for column in self._columns(w)], dim=1)
        return self.value(e) @ w

    def apply_transposed(self, e: Expr, w: Tensor) -> Tensor:
        """Return ``e.T @ w``."""
        if e.op == "transpose":
            return self.apply(e.args[0], w)
        if e.op == "deriv":
            return torch.stack([self._cotangent(e, column) for column in self._columns(w)], dim=1)
        if e.op == "matmul":
            return self.apply_transposed(e.args[1], self.apply_transposed(e.args[0], w))
        return self.value(e).T @ w

    def _columns(self, w: Tensor) -> Iterator[Tensor]:
        if w.shape[1] > MAX_COLUMNS:
            raise NotSupported(f"a derivative would be applied to {w.shape[1]} vectors one by one")
        return iter(w.T)

    def _kron(self, a: Expr, b: Expr, w: Tensor) -> Tensor:
        """(A (x) B) w = vec_r(A W B^T) with w = vec_r W, for every column."""
        (m, n), (p, q) = a.shape.evaluate(self.numbers), b.shape.evaluate(self.numbers)
        k = w.shape[1]
        inner = self.apply(b, w.reshape(n, q, k).permute(1, 0, 2).reshape(q, n * k))
        outer = self.apply(a, inner.reshape(p, n, k).permute(1, 0, 2).reshape(n, p * k))
        return outer.reshape(m * p, k)

    def _function(self, e: Expr) -> tuple[Callable[[Tensor], Tensor], Tensor]:
        """vec(body) as a function of the vectorized variable, in the layout of the derivative."""
        body, point = e.args
        name, mode = e.data
        at = self.value(point)
        if mode == "vec":
            flat = lambda x: x.T.reshape(-1)  # noqa: E731
            lift = lambda v: v.reshape(at.shape[1], at.shape[0]).T  # noqa: E731
        else:
            flat = lambda x: x.reshape(-1)  # noqa: E731
            lift = lambda v: v.reshape(at.shape)  # noqa: E731
        return (lambda v: flat(self.value(body, {**self.env, name: lift(v)}))), flat(at)

    def _tangent(self, e: Expr, v: Tensor) -> Tensor:
        function, at = self._function(e)
        return torch.func.jvp(function, (at,), (v,))[1]

    def _cotangent(self, e: Expr, u: Tensor) -> Tensor:
        function, at = self._function(e)
        return torch.func.vjp(function, at)[1](u)[0]

    def second(self, e: Expr, columns: Tensor, inner: Tensor) -> Tensor:
        """Return ``D_Y[(dF/dX) w][v]`` per column v: the derivative of a directional derivative."""
        first = e.args[0]
        at = self.value(e.args[1])

        def directional(y: Tensor) -> Tensor:
            return Truth({**self.env, e.data[0]: y}, self.numbers)._tangent(first, inner)

        parts = [torch.func.jvp(directional, (at,), (v.reshape(at.shape),))[1] for v in self._columns(columns)]
        return torch.stack(parts, dim=1)


__all__ = ["Truth", "full_compare"]
