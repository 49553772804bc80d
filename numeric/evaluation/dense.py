"""Evaluation of core expressions with torch: every node a dense two-dimensional tensor, derivatives by autograd.

A derivative node is *not* rewritten by any rule of ours: its body is the definition, evaluated as a torch function
and differentiated by automatic differentiation.  That is what makes this road independent of the index form.

Binders open a `Scope`.  A sub-expression is computed in the outermost scope that knows its names and is kept there,
so shared and loop-invariant parts are computed once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from derive.build import BINDS_IN_FIRST, BINDS_INDEX, LIMITS, free_names
from derive.core import Expr, Formula, Rel, walk
from derive.errors import NotSupported
from derive.size_names import size_names
from derive.sizes import Size
from numeric.evaluation.kernels import KERNELS, Setting, SmoothFunction
from numeric.evaluation.tape import affordable, in_transform, tape_directional, tape_jacobian

MAX_ENTRIES = 20_000_000  # entries of one tensor: 160 MB in float64
MAX_STEPS = 100_000  # nodes computed in one evaluation, loops unrolled
MAX_NESTING = 40  # binders within binders
MAX_LENGTHS = 20_000  # shapes that are remembered
QUADRATURE = 48  # Gauss-Legendre nodes of an integral: exact for polynomials of degree 95


def evaluate(
    expr: Expr,
    env: Mapping[str, Tensor],
    sizes: Mapping[str, int],
    indices: Mapping[str, int] | None = None,
    *,
    functions: Mapping[str, SmoothFunction] | None = None,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
    quadrature: int = QUADRATURE,
) -> Tensor:
    """Return the value of an expression as a two-dimensional tensor.

    The result is differentiable with respect to the tensors of ``env``.

    Args:
        expr: A core expression without ``sup``, ``inf`` and ``limit``.
        env: A two-dimensional tensor per free variable (a scalar is 1 x 1, a vector n x 1).
        sizes: The value of every size name.
        indices: The value of every free index, counted from one.
        functions: A torch function per abstract function ``fun``.
        dtype: Type of constants; that of ``env`` (or float64) unless given.
        device: Device of constants; that of ``env`` (or the CPU) unless given.
        quadrature: Number of Gauss-Legendre nodes of an integral.

    Raises:
        NotSupported: A node has no numeric meaning here, a size has no value, an index is out of range, or the
            work exceeds the limits of this module.
    """
    return evaluate_all(
        (expr,), env, sizes, indices, functions=functions, dtype=dtype, device=device, quadrature=quadrature
    )[0]


def evaluate_all(
    exprs: tuple[Expr, ...],
    env: Mapping[str, Tensor],
    sizes: Mapping[str, int],
    indices: Mapping[str, int] | None = None,
    *,
    functions: Mapping[str, SmoothFunction] | None = None,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
    quadrature: int = QUADRATURE,
    estimate: bool = False,
) -> list[Tensor]:
    """Evaluate several expressions at one point, sharing what they have in common (arguments as in `evaluate`).

    With ``estimate`` a supremum or infimum over scalars in closed intervals is the extreme value on a grid of
    ``quadrature`` points (for searches alone: it errs to the inside).
    """
    sample = next(iter(env.values()), None)
    dtype = dtype or (sample.dtype if sample is not None else torch.float64)
    device = torch.device(device or (sample.device if sample is not None else "cpu"))
    numbers = {**sizes, **(indices or {})}
    for name, value in env.items():
        if value.dim() != 2:
            raise NotSupported(f"the value of {name} must be two-dimensional, got the shape {tuple(value.shape)}")
    lengths = _lengths(tuple(sorted(numbers.items())))
    if len(lengths) > MAX_LENGTHS:
        lengths.clear()
    setting = Setting(numbers, functions or {}, dtype, device, lengths)
    try:
        free: dict[Expr, frozenset[str]] = {}
        for expr in exprs:
            free.update(_free_names(expr))
        scope = Scope(setting, _Work(free, quadrature, estimate), dict(env), None, frozenset())
        return [scope.value(expr) for expr in exprs]
    except RecursionError as error:
        raise NotSupported("the expression is nested too deeply to be evaluated") from error
    except OverflowError as error:
        raise NotSupported("a constant or size does not fit a floating-point number") from error


class _Work:
    """What all scopes of one evaluation share: free names per node and the budget."""

    __slots__ = ("estimate", "free", "quadrature", "steps")

    def __init__(self, free: dict[Expr, frozenset[str]], quadrature: int, estimate: bool = False) -> None:
        self.estimate = estimate
        self.free = free
        self.quadrature = quadrature
        self.steps = 0

    def spend(self) -> None:
        self.steps += 1
        self.check(0)

    def check(self, more: int) -> None:
        """Refuse a loop before it is begun, if it takes more steps than are left."""
        if self.steps + more > MAX_STEPS:
            raise NotSupported(f"more than {MAX_STEPS} operations at these sizes")


class Scope:
    """Values of names and of the sub-expressions that depend on nothing deeper."""

    __slots__ = ("bound", "depth", "known", "parent", "setting", "values", "work")

    def __init__(
        self, setting: Setting, work: _Work, values: dict[str, Tensor], parent: Scope | None, bound: frozenset[str]
    ) -> None:
        self.setting = setting
        self.work = work
        self.values = values
        self.parent = parent
        self.bound = bound
        self.depth = 0 if parent is None else parent.depth + 1
        self.known: dict[Expr, Tensor] = {}
        if self.depth > MAX_NESTING:
            raise NotSupported(f"more than {MAX_NESTING} binders within one another")

    def with_value(self, name: str, value: Tensor) -> Scope:
        """An inner scope in which a name has this value."""
        return Scope(self.setting, self.work, {name: value}, self, frozenset((name,)))

    def with_index(self, *pairs: tuple[str, int]) -> Scope:
        """An inner scope in which index names have these integers."""
        s = self.setting
        setting = Setting({**s.numbers, **dict(pairs)}, s.functions, s.dtype, s.device)
        return Scope(setting, self.work, {}, self, frozenset(f"index {name}" for name, _ in pairs))

    def home(self, e: Expr) -> Scope:
        """The outermost scope that knows all names of an expression."""
        scope, names = self, self.work.free[e]
        while scope.parent is not None and names.isdisjoint(scope.bound):
            scope = scope.parent
        return scope

    def lookup(self, name: str) -> Tensor:
        """The value of a name in the innermost scope that has one; raises `NotSupported` if none has."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.parent
        raise NotSupported(f"the variable {name} was given no value")

    def value(self, root: Expr) -> Tensor:
        """Return the value of an expression; iterative but for binders."""
        stack = [root]
        while stack:
            e = stack[-1]
            home = self.home(e)
            if e in home.known:
                stack.pop()
            elif home is not self:
                home.value(e)
                stack.pop()
            elif e.op in _BINDERS:
                self.known[e] = self._checked(e, _BINDERS[e.op](self, e))
                stack.pop()
            elif missing := [a for a in e.args if a not in self.home(a).known]:
                stack.extend(missing)
            else:
                self.known[e] = self._checked(e, self._plain(e))
                stack.pop()
        return self.home(root).known[root]

    def _plain(self, e: Expr) -> Tensor:
        self.room(e)
        if e.op == "var":
            return self.lookup(e.data[0])
        kernel = KERNELS.get(e.op)
        if kernel is None:
            raise NotSupported(f"{e.op} cannot be evaluated numerically")
        return kernel(self.setting, e, [self.home(a).known[a] for a in e.args])

    def room(self, e: Expr) -> None:
        """Count one step and refuse a tensor that is too large, before it is made."""
        self.work.spend()
        rows, cols = self.setting.extent(e)
        if rows * cols > MAX_ENTRIES:
            raise NotSupported(
                f"a {rows} x {cols} matrix ({rows * cols * 8 / 2**30:.3g} GiB) is too large to be formed"
            )

    def _checked(self, e: Expr, value: Tensor) -> Tensor:
        expected = self.setting.extent(e)
        if tuple(value.shape) != expected:
            raise NotSupported(f"{e.op} has the shape {tuple(value.shape)}, expected {expected} = {e.shape}")
        return value

    def warm(self, body: Expr, name: str) -> None:
        """Compute what in a body does not depend on the bound name, before a transform is entered.

        Values computed under a torch.func transform carry its wrapper and must not outlive it.
        """
        for e in _outside(body, name):
            self.value(e)


@lru_cache(maxsize=512)
def _outside(body: Expr, name: str) -> tuple[Expr, ...]:
    """The largest parts of a body that depend neither on a name nor on what is bound within the body."""
    free = _free_names(body)
    found: dict[Expr, None] = {}
    seen: set[tuple[Expr, frozenset[str]]] = set()
    stack = [(body, frozenset((name,)))]
    while stack:
        e, crossed = stack.pop()
        if (e, crossed) in seen:
            continue
        seen.add((e, crossed))
        if free[e].isdisjoint(crossed):
            found[e] = None
            continue
        inner = crossed | _bound_names(e)
        for k, child in enumerate(e.args):
            stack.append((child, inner if k == 0 else crossed))
    return tuple(found)


@lru_cache(maxsize=16)
def _lengths(numbers: tuple[tuple[str, int], ...]) -> dict[Any, Any]:
    """What evaluations at the same sizes share: the values of sizes and the shapes of nodes."""
    del numbers
    return {}


def _bound_names(e: Expr) -> frozenset[str]:
    if e.op in BINDS_IN_FIRST or e.op in LIMITS:
        return frozenset((e.data[0], f"index {e.data[0]}") if e.op in LIMITS else (e.data[0],))
    if e.op in BINDS_INDEX:
        return frozenset((f"index {e.data[0]}",))
    if e.op == "blocks":
        return frozenset((f"index {e.data[0]}", f"index {e.data[2]}"))
    return frozenset(name for name, _ in e.data[0]) if e.op in ("sup", "inf") else frozenset()


def _size_names(e: Expr) -> Iterator[str]:
    for item in (*e.data, *e.shape.rows, *e.shape.cols):
        for part in item if isinstance(item, tuple) else (item,):
            if isinstance(part, Size):
                yield from part.names


@lru_cache(maxsize=512)
def _free_names(root: Expr) -> dict[Expr, frozenset[str]]:
    """Free names of every sub-expression; index and size names are marked with ``index``."""
    table: dict[Expr, frozenset[str]] = {}
    for e in walk(root):
        own = frozenset(f"index {n}" for n in _size_names(e)) | (
            frozenset((e.data[0],)) if e.op == "var" else frozenset()
        )
        bound = _bound_names(e)
        for k, child in enumerate(e.args):
            own |= table[child] - bound if k == 0 else table[child]
        table[e] = own
    return table


# Binders: what opens a scope.


def _range(scope: Scope, low: Size, high: Size) -> range:
    first, last = scope.setting.integer(low), scope.setting.integer(high)
    if last - first > MAX_STEPS:
        raise NotSupported(f"an index runs over {last - first + 1} values")
    return range(first, last + 1)


def _each(scope: Scope, e: Expr) -> Iterator[Tensor]:
    """The values of the body of a sum, product or maximum over an index."""
    name, low, high = e.data
    indices = _range(scope, low, high)
    scope.work.check(len(indices) * sum(f"index {name}" in scope.work.free[node] for node in walk(e.args[0])))
    for k in indices:
        scope.work.spend()
        yield scope.with_index((name, k)).value(e.args[0])


def _sum(scope: Scope, e: Expr) -> Tensor:
    scope.room(e)
    total = scope.setting.full(scope.setting.length(e.shape.rows), scope.setting.length(e.shape.cols), 0.0)
    for part in _each(scope, e):
        total = total + part
    return total


def _prod(scope: Scope, e: Expr) -> Tensor:
    total = scope.setting.scalar(1)
    for part in _each(scope, e):
        total = total * part
    return total


def _mprod(scope: Scope, e: Expr) -> Tensor:
    _, low, high = e.data
    if scope.setting.integer(high) < scope.setting.integer(low) - 1:
        raise NotSupported("a power of a matrix with a negative exponent")
    scope.room(e)
    if e.data[0] not in free_names(e.args[0]) | size_names(e.args[0]):  # a power: by squaring
        return torch.linalg.matrix_power(scope.value(e.args[0]), len(_range(scope, low, high)))
    total = torch.diag(scope.setting.full(1, scope.setting.length(e.shape.rows), 1.0)[0])
    for part in _each(scope, e):
        total = total @ part
    return total


def _over(scope: Scope, e: Expr) -> Tensor:
    parts = [part.reshape(1) for part in _each(scope, e)]
    if not parts:
        raise NotSupported("a maximum or minimum over no index at all")
    flat = torch.cat(parts)
    return (flat.amax() if e.op == "maxover" else flat.amin()).reshape(1, 1)


def _blocks(scope: Scope, e: Expr) -> Tensor:
    scope.room(e)
    i, m, j, n = e.data
    columns = _range(scope, Size.of(1), n)
    rows = []
    for a in _range(scope, Size.of(1), m):
        row = []
        for b in columns:
            scope.work.spend()
            row.append(scope.with_index((i, a), (j, b)).value(e.args[0]))
        rows.append(torch.cat(row, dim=1))
    return torch.cat(rows, dim=0)


def _function(scope: Scope, e: Expr) -> tuple[Callable[[Tensor], Tensor], Tensor]:
    """The body of a derivative as a torch function of its variable, and the point."""
    point = scope.value(e.args[1])
    scope.warm(e.args[0], e.data[0])
    return (lambda x: scope.with_value(e.data[0], x).value(e.args[0])), point


def _jacobian(scope: Scope, e: Expr) -> Tensor:
    """The Jacobian of the body: (body rows, body columns, point rows, point columns)."""
    s, body, point = scope.setting, e.args[0], e.args[1]
    out = (s.length(body.shape.rows), s.length(body.shape.cols))
    into = (s.length(point.shape.rows), s.length(point.shape.cols))
    entries = out[0] * out[1] * into[0] * into[1]
    if entries > MAX_ENTRIES:
        raise NotSupported(f"a Jacobian of {entries} entries ({entries * 8 / 2**30:.3g} GiB) is too large to be formed")
    if e.data[0] not in scope.work.free[body]:
        scope.value(point)
        return s.full(1, entries, 0.0).reshape(*out, *into)
    function, x = _function(scope, e)
    if affordable(out[0] * out[1], into[0] * into[1]) and _taped(body):
        return tape_jacobian(function, x, keep=_tracked(scope, e))
    # Reverse mode turns 0 * infinity of the branch not taken by `where` into NaN; forward mode does not.
    safe = not _branches(body)
    mode = torch.func.jacrev if safe and out[0] * out[1] <= into[0] * into[1] else torch.func.jacfwd
    return mode(function)(x)


def _taped(body: Expr) -> bool:
    """Whether plain autograd can differentiate a body here."""
    return not in_transform() and not _branches(body)


@lru_cache(maxsize=512)
def _branches(body: Expr) -> bool:
    return any(n.op == "where" for n in walk(body))


def _tracked(scope: Scope, e: Expr) -> bool:
    """Whether the value of a node is to be differentiated again."""
    return any(scope.lookup(name).requires_grad for name in scope.work.free[e] if not name.startswith("index "))


def _deriv(scope: Scope, e: Expr) -> Tensor:
    jacobian = _jacobian(scope, e)
    rows, cols, into_rows, into_cols = jacobian.shape
    if e.data[1] == "vec":  # columns stacked: the column index is the slow one
        jacobian = jacobian.permute(1, 0, 3, 2)
    return jacobian.reshape(rows * cols, into_rows * into_cols)


def _grad(scope: Scope, e: Expr) -> Tensor:
    jacobian = _jacobian(scope, e)
    return jacobian.reshape(jacobian.shape[2], jacobian.shape[3])


def _frechet(scope: Scope, e: Expr) -> Tensor:
    direction = scope.value(e.args[2])
    if e.data[0] not in scope.work.free[e.args[0]]:
        return torch.zeros_like(scope.value(e.args[0]))
    function, x = _function(scope, e)
    if _taped(e.args[0]):
        return tape_directional(function, x, direction, keep=_tracked(scope, e))
    return torch.func.jvp(function, (x,), (direction,))[1]


def _integral(scope: Scope, e: Expr) -> Tensor:
    if not e.args[1].shape.is_scalar:
        raise NotSupported("an integral over vectors")
    low, high = scope.value(e.args[1]), scope.value(e.args[2])
    total = None
    for node, weight in zip(*np.polynomial.legendre.leggauss(scope.work.quadrature), strict=True):
        t = low + (high - low) * (0.5 * (1 + float(node)))
        part = scope.with_value(e.data[0], t).value(e.args[0]) * (0.5 * float(weight))
        total = part if total is None else total + part
    assert total is not None
    return total * (high - low)


def _extremum(scope: Scope, e: Expr) -> Tensor:
    """The extreme value on a grid over one scalar in a closed interval, where estimates are asked for."""
    names, conditions = e.data
    ends = _interval(scope, names[0][0], conditions) if scope.work.estimate and len(names) == 1 else None
    if ends is None:
        return _refuse(scope, e)
    low, high = ends
    count = max(3, scope.work.quadrature)
    parts = []
    for k in range(count):
        t = low + (high - low) * (0.5 - 0.5 * math.cos(math.pi * k / (count - 1)))
        parts.append(scope.with_value(names[0][0], t).value(e.args[0]).reshape(1))
    flat = torch.cat(parts)
    return (flat.amax() if e.op == "sup" else flat.amin()).reshape(1, 1)


def _interval(scope: Scope, name: str, conditions: tuple[Formula, ...]) -> tuple[Tensor, Tensor] | None:
    """The ends of the interval that the conditions ``low <= t``, ``t <= high`` say, and nothing else."""
    ends: dict[str, Tensor] = {}
    for rel in conditions:
        if not isinstance(rel, Rel) or rel.op not in ("<=", ">="):
            return None
        small, large = (rel.lhs, rel.rhs) if rel.op == "<=" else (rel.rhs, rel.lhs)
        for side, other, key in ((small, large, "high"), (large, small, "low")):
            if side.op == "var" and side.data[0] == name and other.op == "const" and key not in ends:
                ends[key] = scope.setting.scalar(float(other.data[0]))
    return (ends["low"], ends["high"]) if len(ends) == len(conditions) == 2 else None


def _refuse(_: Scope, e: Expr) -> Tensor:
    raise NotSupported(f"{e.op} cannot be evaluated numerically")


_BINDERS: dict[str, Callable[[Scope, Expr], Tensor]] = {
    "sum": _sum,
    "prod": _prod,
    "mprod": _mprod,
    "maxover": _over,
    "minover": _over,
    "blocks": _blocks,
    "deriv": _deriv,
    "grad": _grad,
    "frechet": _frechet,
    "integral": _integral,
    "sup": _extremum,
    "inf": _extremum,
    "limit": _refuse,
    "limsup": _refuse,
    "liminf": _refuse,
}

__all__ = ["Scope", "evaluate", "evaluate_all"]
