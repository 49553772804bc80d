"""Evaluation rules of the nodes that are linear: data, moves of entries, products."""

from __future__ import annotations

import numpy as np

from derive import build
from derive.core import Expr
from derive.errors import NotSupported
from derive.exact.evaluation.evaluator import Bound, Evaluator, Scope, eye, rule
from derive.exact.rings.jets import Jet
from derive.exact.rings.primefield import PrimeRing
from derive.exact.rings.rings import Array
from derive.fraction import Fraction
from derive.sizes import Size, product


def _total(ev: Evaluator, dimension: tuple[Size, ...], scope: Scope) -> int:
    return ev.size(product(dimension), scope)


def _number(ev: Evaluator, value: Fraction) -> Jet:
    return Jet({(): ev.ring.number(value)})


@rule("var")
def _var(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    name = node.data[0]
    bound = scope.get(("var", name))
    if bound is not None:
        return _bound(ev, bound)
    if name not in ev.env.variables:
        raise NotSupported(f"the variable {name} has no value here")
    return Jet({(): ev.env.variables[name]})


def _bound(ev: Evaluator, bound: Bound) -> Jet:
    """The point, plus the symbols of the derivative if it was opened by this evaluator."""
    point = ev.jet(bound.point, bound.scope)
    tag = ev.tag(bound)
    if tag is None:
        return point
    if bound.direction is not None:
        direction = ev.jet(bound.direction, bound.scope)
        return Jet({**point.parts, **{(*key, tag): part[..., None] for key, part in direction.parts.items()}})
    rows, columns = point.value.shape[1:3]
    ev.budget.spend((rows * columns) ** 2)
    return Jet({**point.parts, (tag,): eye(ev.ring, rows * columns).reshape(-1, rows, columns, rows * columns)})


@rule("const")
def _const(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return _number(ev, node.data[0])


@rule("real")
def _real(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    if node.data[0] == "e" and isinstance(ev.ring, PrimeRing):
        return ev.jet(build.map_("exp", build.const(1)), scope)
    return Jet({(): ev.ring.real(node.data[0])})


@rule("size")
def _size(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return _number(ev, Fraction(ev.size(node.data[0], scope)))


@rule("eye")
def _eye(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return Jet({(): eye(ev.ring, _total(ev, node.data[0], scope))})


@rule("ones")
def _ones(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    rows, columns = ev.dims(node.shape, scope)
    one = ev.ring.number(Fraction(1))
    return Jet({(): np.broadcast_to(one, (one.shape[0], rows, columns)).copy()})


@rule("zeros")
def _zeros(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return Jet({(): ev.ring.zeros(1, *ev.dims(node.shape, scope))})


@rule("commutation")
def _commutation(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    m, n = (_total(ev, d, scope) for d in node.data)
    one = ev.ring.number(Fraction(1))
    out = ev.ring.zeros(one.shape[0], m * n, n * m)
    for i in range(m):
        for j in range(n):
            out[:, i * n + j, j * m + i] = one[:, 0, 0]
    return Jet({(): out})


@rule("basis")
def _basis(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    index, length = ev.size(node.data[0], scope), _total(ev, node.data[1], scope)
    one = ev.ring.number(Fraction(1))
    out = ev.ring.zeros(one.shape[0], length, 1)
    out[:, _position(index, length), 0] = one[:, 0, 0]
    return Jet({(): out})


def _position(index: int, length: int) -> int:
    if not 1 <= index <= length:
        raise NotSupported(f"the index {index} is outside 1..{length}")
    return index - 1


@rule("delta")
def _delta(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    i, j = (ev.size(index, scope) for index in node.data)
    return _number(ev, Fraction(int(i == j)))


@rule("add")
def _add(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jets.add(*(ev.jet(a, scope) for a in node.args))


@rule("scale", "hadamard")
def _mul(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    if node.op == "scale" and build.is_switch(node.args[0]) and ev.ring.is_zero(ev.value(node.args[0], scope)).all():
        return Jet({(): ev.ring.zeros(1, *ev.dims(node.shape, scope))})  # what is switched off need not be defined
    return ev.jets.mul(ev.jet(node.args[0], scope), ev.jet(node.args[1], scope))


@rule("matmul")
def _matmul(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jets.matmul(ev.jet(node.args[0], scope), ev.jet(node.args[1], scope))


@rule("kron")
def _kron(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jets.kron(*(ev.jet(x, scope) for x in node.args))


@rule("transpose")
def _transpose(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jets.linear(ev.jet(node.args[0], scope), lambda x: x.swapaxes(1, 2))


@rule("vec")
def _vec(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jets.linear(ev.jet(node.args[0], scope), lambda x: regroup(x.swapaxes(1, 2), -1, 1))


@rule("vecr")
def _vecr(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jets.linear(ev.jet(node.args[0], scope), lambda x: regroup(x, -1, 1))


@rule("reshape")
def _reshape(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jet(node.args[0], scope)


@rule("unvecr")
def _unvecr(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    rows, columns = ev.dims(node.shape, scope)
    return ev.jets.linear(ev.jet(node.args[0], scope), lambda x: regroup(x, rows, columns))


def regroup(x: Array, rows: int, columns: int) -> Array:
    """Reshape the matrix axes, row-major; directions stay."""
    if rows < 0:
        rows = x.shape[1] * x.shape[2]
    return x.reshape(x.shape[0], rows, columns, *x.shape[3:])


@rule("diag")
def _diag(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    n, _ = ev.dims(node.shape, scope)

    def spread(x: Array) -> Array:
        flat = regroup(x, n, 1)
        out = ev.ring.zeros(x.shape[0], n, n, *x.shape[3:])
        for k in range(n):
            out[:, k, k] = flat[:, k, 0]
        return out

    return ev.jets.linear(ev.jet(node.args[0], scope), spread)


def _diagonal(x: Array) -> Array:
    return np.moveaxis(np.diagonal(x, axis1=1, axis2=2), -1, 1)


@rule("diagpart")
def _diagpart(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return ev.jets.linear(ev.jet(node.args[0], scope), lambda x: _diagonal(x)[:, :, None])


@rule("trace")
def _trace(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    a = ev.jet(node.args[0], scope)
    return ev.jets.linear(a, lambda x: ev.ring.total(_diagonal(x), 1)[:, None, None])


@rule("entry")
def _entry(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    a = ev.jet(node.args[0], scope)
    i, j = (_position(ev.size(k, scope), n) for k, n in zip(node.data, a.value.shape[1:3], strict=True))
    return ev.jets.linear(a, lambda x: x[:, i : i + 1, j : j + 1])


@rule("row")
def _row(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    a = ev.jet(node.args[0], scope)
    i = _position(ev.size(node.data[0], scope), a.value.shape[1])
    return ev.jets.linear(a, lambda x: x[:, i : i + 1])


@rule("col")
def _col(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    a = ev.jet(node.args[0], scope)
    j = _position(ev.size(node.data[0], scope), a.value.shape[2])
    return ev.jets.linear(a, lambda x: x[:, :, j : j + 1])


@rule("hcat", "vcat")
def _cat(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    return join(ev, [ev.jet(a, scope) for a in node.args], 2 if node.op == "hcat" else 1)


def join(ev: Evaluator, jets: list[Jet], axis: int) -> Jet:
    """Concatenate jets along a matrix axis; parts that one of them lacks are zero there."""
    parts = {}
    for key in {key: None for jet in jets for key in jet.parts}:
        batch = max(jet.parts[key].shape[0] for jet in jets if key in jet.parts)
        directions = next(jet.parts[key].shape[3:] for jet in jets if key in jet.parts)
        pieces = []
        for jet in jets:
            shape = (batch, *jet.value.shape[1:3], *directions)
            piece = jet.parts.get(key)
            pieces.append(ev.ring.zeros(*shape) if piece is None else np.broadcast_to(piece, shape))
        parts[key] = np.concatenate(pieces, axis=axis)
        ev.budget.spend(parts[key].size)
    return Jet(parts)
