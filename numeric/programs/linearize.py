"""Derivatives of tensor programs: tangents (J v), and transposes of linear programs (J^T u, gradients).

Every rule is the differential of one kind of node.  Nothing is expanded: primal tensors are shared between a
program and its derivatives, so a Hessian-vector product is the tangent of the gradient program.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from derive import build
from derive.core import Expr
from derive.errors import NotSupported
from derive.functions import slope
from numeric.programs.program import Graph, Node, operands_of, topological


def _times(g: Graph, a: Node, b: Node, coefficient: float = 1.0) -> Node:
    labels = tuple(range(len(a.dims)))
    return g.product([(a, labels), (b, labels)], labels, a.dims, coefficient)


def _map(g: Graph, name: str, x: Node) -> Node:
    return g.make("map", (x,), (name,), x.dims)


def power(g: Graph, x: Node, exponent: float) -> Node:
    """Entrywise power with a constant exponent."""
    if exponent == 0.0:
        return g.product([], range(len(x.dims)), x.dims)
    return x if exponent == 1.0 else g.make("power", (x,), (exponent,), x.dims)


ARGUMENT = build.var("u", build.SCALAR)


def _of_argument(g: Graph, e: Expr, known: dict[Expr, Node]) -> Node | float:
    """What a record says of a function at `ARGUMENT`, entry by entry; a number stays one."""
    if e in known:
        return known[e]
    if e.op == "const":
        return float(e.data[0])
    if e.op == "real":
        return math.pi if e.data[0] == "pi" else math.e
    parts = [_of_argument(g, a, known) for a in e.args]
    nodes = [part for part in parts if isinstance(part, Node)]
    if not nodes:
        numbers = [part for part in parts if isinstance(part, float)]
        return sum(numbers) if e.op == "add" else math.prod(numbers) if e.op == "scale" else numbers[0] ** numbers[1]
    if e.op == "map":
        return _map(g, e.data[0], nodes[0])
    if e.op == "hpow":
        return power(g, nodes[0], float(e.args[1].data[0]))
    if e.op == "add":
        return g.sum([(1.0, part if isinstance(part, Node) else _full(g, part, nodes[0])) for part in parts])
    if len(nodes) == 1:
        return g.sum([(next(part for part in parts if isinstance(part, float)), nodes[0])])
    return _times(g, nodes[0], nodes[1])


def _full(g: Graph, value: float, like: Node) -> Node:
    one = g.product([], range(len(like.dims)), like.dims)
    return one if value == 1.0 else g.sum([(value, one)])


def tangent(g: Graph, root: Node, seeds: Mapping[Node, Node], batch: tuple[int, ...] = ()) -> Node | None:
    """Return the differential of a tensor along the given differentials of some nodes; None if it is zero.

    With ``batch`` the seeds, and the result, carry trailing axes of these lengths (one column per direction).

    Raises:
        NotSupported: A node has no rule.
    """
    memo: dict[Node, Node | None] = {}
    for node in topological(root):
        memo[node] = seeds[node] if node in seeds else _tangent(g, node, [memo[a] for a in node.args], batch)
    return memo[root]


def _tangent(g: Graph, node: Node, dargs: list[Node | None], batch: tuple[int, ...]) -> Node | None:
    if all(d is None for d in dargs):
        return None
    kind = node.kind
    rank = len(node.dims)
    tail = tuple(range(2_000_000, 2_000_000 + len(batch)))
    dims = node.dims + batch
    if kind == "alias":
        return dargs[0]
    if kind == "sum":
        return g.sum([(c, d) for c, d in zip(node.data, dargs, strict=True) if d is not None])
    if kind == "product":
        # d(A B ...) = dA B ... + A dB ... + ...
        operands, terms = operands_of(node), []
        for k, d in enumerate(dargs):
            if d is not None:
                changed = [*operands[:k], (d, operands[k][1] + tail), *operands[k + 1 :]]
                terms.append((1.0, g.product(changed, node.data[2] + tail, dims, node.data[0])))
        return g.sum(terms)
    if kind == "select":
        return _tangent_select(g, node, dargs, batch)
    if kind == "centered":
        return _tangent_centered(g, node, dargs, batch)
    if kind == "indicator":
        return None
    d = dargs[0]
    assert d is not None
    if kind == "reshape":
        return g.reshaped(d, dims)
    x = node.args[0]
    labels = tuple(range(rank))
    if kind in ("map", "power"):
        slope = _slope(g, node, x)
        if slope is None:
            return None
        return g.product([(slope, labels), (d, labels + tail)], labels + tail, dims)
    if kind == "softmax":
        return _centered(g, node, d, batch)
    if kind == "inverse":
        # d(A^-1) = -A^-1 dA A^-1
        return g.product([(node, (0, 1)), (d, (1, 2, *tail)), (node, (2, 3))], (0, 3, *tail), dims, -1.0)
    raise NotSupported(f"the matrix-free program has no derivative rule for {kind}")


def _centered(g: Graph, softmax: Node, d: Node, batch: tuple[int, ...] = ()) -> Node:
    """The Jacobian of a softmax S applied to D: S o (D - rowsum(S o D)); D may have trailing axes of a batch."""
    if not batch:
        return g.make("centered", (softmax, d), softmax.data, d.dims)
    moved = _scaled(g, softmax, d, batch)
    return g.sum([(1.0, moved), (-1.0, _scaled(g, softmax, _row_sums(g, softmax, moved, batch), batch))])


def _scaled(g: Graph, a: Node, d: Node, batch: tuple[int, ...]) -> Node:
    """A o D, D with trailing axes of a batch."""
    labels = tuple(range(len(a.dims) + len(batch)))
    return g.product([(a, labels[: len(a.dims)]), (d, labels)], labels, d.dims)


def _row_sums(g: Graph, softmax: Node, d: Node, batch: tuple[int, ...]) -> Node:
    """Sums over the axes of the softmax, repeated along them."""
    labels = tuple(range(len(d.dims)))
    rows = len(softmax.dims) - softmax.data[0]
    kept = labels[:rows] + labels[len(labels) - len(batch) :]
    total = g.product([(d, labels)], kept, [d.dims[k] for k in kept])
    return g.product([(total, kept)], labels, d.dims)


def _tangent_centered(g: Graph, node: Node, dargs: list[Node | None], batch: tuple[int, ...]) -> Node:
    """d(S o (D - r)) with r = rowsum(S o D): C + M - S o rowsum(M), C = S o (dD - rowsum(S o dD)), M = dS o (D - r).

    The rows of dS sum to zero, so rowsum(dS o D) is rowsum(M).  Those of C do as well: rowsum(C + M) stands for
    rowsum(M), so that nothing but C + M is kept.
    """
    softmax, d = node.args
    change = _centered(g, softmax, dargs[1], batch) if dargs[1] is not None else None
    if dargs[0] is None:
        assert change is not None
        return change
    mean = _row_sums(g, softmax, _scaled(g, softmax, d, ()), ())
    moved = _scaled(g, g.sum([(1.0, d), (-1.0, mean)]), dargs[0], batch)
    total = g.sum([(1.0, change), (1.0, moved)]) if change is not None else moved
    excess = _scaled(g, softmax, _row_sums(g, softmax, total, batch), batch)
    return g.make("sum", (total, excess), (1.0, -1.0), total.dims)  # C + M stays one tensor: both terms need it


def _slope(g: Graph, node: Node, x: Node) -> Node | None:
    if node.kind == "power":
        exponent = node.data[0]
        return g.sum([(exponent, power(g, x, exponent - 1.0))])
    value = build.map_(node.data[0], ARGUMENT)
    outer = slope(value)
    if outer is None:
        raise NotSupported(f"the matrix-free program has no derivative rule for {node.data[0]}")
    if outer.op == "zeros":
        return None
    found = _of_argument(g, outer, {ARGUMENT: x, value: node})
    return found if isinstance(found, Node) else _full(g, found, x)


def _tangent_select(g: Graph, node: Node, dargs: list[Node | None], batch: tuple[int, ...]) -> Node | None:
    if batch:
        raise NotSupported("cases are differentiated along single directions only")
    if dargs[1] is None and dargs[2] is None:
        return None
    zero = g.product([], range(len(node.dims)), node.dims, 0.0)
    return g.make("select", (node.args[0], dargs[1] or zero, dargs[2] or zero), (), node.dims)


def transposed(g: Graph, root: Node, source: Node, cotangent: Node) -> Node:
    """Return the transpose of the linear program ``source -> root`` applied to a cotangent of ``root``.

    Raises:
        NotSupported: The program is not linear in its source by construction.
    """
    order = list(topological(root))
    depends = {source}
    for node in order:
        if any(a in depends for a in node.args):
            depends.add(node)
    pending: dict[Node, list[tuple[float, Node]]] = {root: [(1.0, cotangent)]}
    for node in reversed(order):
        if node not in depends or node is source or node not in pending:
            continue
        u = g.sum(pending.pop(node))
        for arg, coefficient, part in _transposed_one(g, node, u, depends):
            pending.setdefault(arg, []).append((coefficient, part))
    if source not in pending:
        return g.product([], range(len(source.dims)), source.dims, 0.0)
    return g.sum(pending[source])


def _transposed_one(g: Graph, node: Node, u: Node, depends: set[Node]) -> list[tuple[Node, float, Node]]:
    if node.kind == "sum":
        return [(a, c, u) for c, a in zip(node.data, node.args, strict=True) if a in depends]
    if node.kind == "reshape":
        return [(node.args[0], 1.0, g.reshaped(u, node.args[0].dims))]
    if node.kind == "alias":
        return [(node.args[0], 1.0, u)]
    if node.kind == "select":
        zero = g.product([], range(len(node.dims)), node.dims, 0.0)
        first = g.make("select", (node.args[0], u, zero), (), node.dims)
        second = g.make("select", (node.args[0], zero, u), (), node.dims)
        return [(a, 1.0, p) for a, p in zip(node.args[1:], (first, second), strict=True) if a in depends]
    if node.kind == "centered" and node.args[0] not in depends:  # symmetric
        return [(node.args[1], 1.0, _centered(g, node.args[0], u))]
    if node.kind == "product":
        operands = operands_of(node)
        linear = [k for k, (a, _) in enumerate(operands) if a in depends]
        if len(linear) == 1:
            k = linear[0]
            arg, labels = operands[k]
            others = [*operands[:k], *operands[k + 1 :], (u, node.data[2])]
            return [(arg, 1.0, g.product(others, labels, arg.dims, node.data[0]))]
    raise NotSupported(f"{node.kind} is not linear in the direction")


def gradient(g: Graph, root: Node, source: Node) -> Node:
    """Return the gradient of a scalar program in the shape of ``source`` (an alias)."""
    direction = g.input(f"direction of {source.serial}", source.dims)
    change = tangent(g, root, {source: direction})
    if change is None:
        return g.product([], range(len(source.dims)), source.dims, 0.0)
    one = g.product([], range(len(root.dims)), root.dims)
    return transposed(g, change, direction, one)
