"""Evaluation rules of the nodes that bind a name: sums, products, blocks, derivatives, integrals."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from derive import build
from derive.core import Expr
from derive.errors import NotSupported
from derive.exact.evaluation.evaluator import Bound, Evaluator, Scope, eye, rule
from derive.exact.evaluation.structure import join
from derive.exact.rings.jets import Jet
from derive.exact.rings.rings import Array, Undefined
from derive.fraction import Fraction
from derive.quadrature import newton_cotes

MAX_TURNS = 20_000


def turns(ev: Evaluator, node: Expr, scope: Scope) -> Iterator[Scope]:
    """Yield the scopes of an index binder (name, low, high)."""
    name, low, high = node.data
    first, last = ev.size(low, scope), ev.size(high, scope)
    if last - first > MAX_TURNS:
        raise NotSupported(f"a sum of {last - first + 1} terms is beyond the exact road")
    for k in range(first, last + 1):
        ev.budget.spend(1)
        yield {**scope, ("size", name): k}


@rule("sum")
def _sum(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    terms = [ev.jet(node.args[0], inner) for inner in turns(ev, node, scope)]
    zero = Jet({(): ev.ring.zeros(1, *ev.dims(node.shape, scope))})
    return ev.jets.add(*terms) if terms else zero


@rule("prod")
def _prod(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    result = Jet({(): ev.ring.number(Fraction(1))})
    for inner in turns(ev, node, scope):
        result = ev.jets.mul(result, ev.jet(node.args[0], inner))
    return result


@rule("mprod")
def _mprod(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    rows, _ = ev.dims(node.shape, scope)
    if ev.size(node.data[2], scope) < ev.size(node.data[1], scope) - 1:
        raise Undefined("a power of a matrix with a negative exponent")
    result = Jet({(): eye(ev.ring, rows)})
    for inner in turns(ev, node, scope):
        result = ev.jets.matmul(result, ev.jet(node.args[0], inner))
    return result


@rule("blocks")
def _blocks(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    i, m, j, n = node.data
    rows, columns = ev.size(m, scope), ev.size(n, scope)
    if rows * columns > MAX_TURNS:
        raise NotSupported(f"{rows} x {columns} blocks are beyond the exact road")
    if rows * columns < 1:
        return Jet({(): ev.ring.zeros(1, *ev.dims(node.shape, scope))})
    lines = []
    for r in range(1, rows + 1):
        scopes = [{**scope, ("size", i): r, ("size", j): c} for c in range(1, columns + 1)]
        lines.append(join(ev, [ev.jet(node.args[0], inner) for inner in scopes], 2))
    return join(ev, lines, 1)


def _open(ev: Evaluator, node: Expr, scope: Scope, direction: Expr | None = None) -> tuple[Jet, int]:
    bound = Bound(node.args[1], scope, direction)
    tag = ev.open(bound)
    return ev.jet(node.args[0], {**scope, ("var", node.data[0]): bound}), tag


def _slope(ev: Evaluator, body: Jet, tag: int, directions: int) -> Jet:
    """The parts that contain the tag, its axis (the last: inner tags are larger) kept in place."""
    parts = {key[:-1]: part for key, part in body.parts.items() if key and key[-1] == tag}
    if () not in parts:
        parts[()] = ev.ring.zeros(body.value.shape[0], *body.value.shape[1:3], directions)
    # Directions become axis 3, before the outer tags.
    return Jet({key: np.moveaxis(part, -1, 3) for key, part in parts.items()})


@rule("deriv")
def _deriv(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    body, tag = _open(ev, node, scope)
    r, c = ev.dims(node.args[1].shape, scope)
    column = node.data[1] == "vec"

    def stack(x: Array) -> Array:
        # x: (batch, out rows, out columns, directions, outer...); vec also reorders both sides column by column.
        if column:
            x = x.swapaxes(1, 2)
            x = x.reshape(*x.shape[:3], r, c, *x.shape[4:]).swapaxes(3, 4)
        return x.reshape(x.shape[0], x.shape[1] * x.shape[2], r * c, *x.shape[5 if column else 4 :])

    return ev.jets.linear(_slope(ev, body, tag, r * c), stack)


@rule("grad")
def _grad(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    body, tag = _open(ev, node, scope)
    r, c = ev.dims(node.shape, scope)
    slope = _slope(ev, body, tag, r * c)
    return ev.jets.linear(slope, lambda x: x.reshape(x.shape[0], r, c, *x.shape[4:]))


@rule("frechet")
def _frechet(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    body, tag = _open(ev, node, scope, node.args[2])
    return ev.jets.linear(_slope(ev, body, tag, 1), lambda x: x[:, :, :, 0])


@rule("integral")
def _integral(ev: Evaluator, node: Expr, scope: Scope) -> Jet:
    body, low, high = node.args
    weights = newton_cotes(body, node.data[0]) if low.shape.is_scalar else None
    if weights is None:
        raise NotSupported("the integrand is not a polynomial of low degree in its variable")
    length = build.sub(high, low)
    terms = []
    for place, weight in weights:
        node_k = build.add(low, build.scale(build.const(place), length))
        point = Bound(node_k, scope)
        value = ev.jet(body, {**scope, ("var", node.data[0]): point})
        terms.append(ev.jets.mul(Jet({(): ev.ring.number(weight)}), value))
    return ev.jets.mul(ev.jet(length, scope), ev.jets.add(*terms))


__all__ = ["turns"]
