"""One rule per node of the core language: its value as a tensor program (used by `numeric.programs.translate`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from derive.core import Expr
from derive.errors import NotSupported
from derive.size_names import size_names
from derive.sizes import Size, product
from numeric.programs.linearize import gradient, power, tangent
from numeric.programs.program import Node
from numeric.programs.value import Value

if TYPE_CHECKING:
    from numeric.programs.translate import Translator


def _var(t: Translator, e: Expr) -> Value:
    name = e.data[0]
    if name not in t.env:
        raise NotSupported(f"the variable {name} was given no value")
    node = t.env[name]
    return Value(t.g.reshaped(node, (*t.dims(e.shape.rows), *t.dims(e.shape.cols))), ())


def _size(t: Translator, e: Expr) -> Value:
    value: Size = e.data[0]
    number = t._integer(value)
    if number is not None:
        return Value(t.g.number(float(number)), ())
    names = tuple(n for n in value.names if n not in t.sizes)
    if len(names) != 1 or names[0] not in t.ranges or value != Size.of(names[0]):
        raise NotSupported(f"the index expression {value} has no matrix-free form")
    return Value(t.g.constant("count", (), (t.ranges[names[0]],)), names)


_REALS = {"pi": 3.141592653589793, "e": 2.718281828459045}


def _real(t: Translator, e: Expr) -> Value:
    if e.data[0] not in _REALS:
        raise NotSupported("infinity has no matrix-free form")
    return Value(t.g.number(_REALS[e.data[0]]), ())


def _eye(t: Translator, e: Expr) -> Value:
    dims = t.dims(e.data[0])
    n = len(dims)
    operands = [(t.g.delta(d), (k, n + k)) for k, d in enumerate(dims)]
    return Value(t.g.product(operands, range(2 * n), dims + dims), ())


def _filled(number: float) -> Callable[[Translator, Expr], Value]:
    def rule(t: Translator, e: Expr) -> Value:
        dims = t.dims(e.shape.rows) + t.dims(e.shape.cols)
        return Value(t.g.product([], range(len(dims)), dims, number), ())

    return rule


def _commutation(t: Translator, e: Expr) -> Value:
    m, n = (t.dims(d) for d in e.data)
    rows = tuple(range(len(m) + len(n)))  # labels of m then n
    cols = tuple(k + 50 for k in (*rows[len(m) :], *rows[: len(m)]))
    operands = [(t.g.delta(d), (k, k + 50)) for k, d in zip(rows, m + n, strict=True)]
    return Value(t.g.product(operands, (*rows, *cols), (*m, *n, *n, *m)), ())


def _basis(t: Translator, e: Expr) -> Value:
    index, d = e.data
    dims = t.dims(d)
    length = product(Size.of(x) for x in dims).evaluate({})
    name = t.index_name(index, length)
    if name is None:
        return Value(t.g.reshaped(t.one_hot(index, length), dims), ())
    return Value(t.g.reshaped(t.g.delta(length), (length, *dims)), (name,))


def _delta(t: Translator, e: Expr) -> Value:
    i, j = e.data
    names = [next(iter(x.names)) if t._integer(x) is None and len(x.names) == 1 else None for x in (i, j)]
    known = [n if n is not None and n in t.ranges else None for n in names]
    if known[0] and known[1]:
        t.index_name(i, t.ranges[known[0]])
        t.index_name(j, t.ranges[known[0]])
        if known[0] == known[1]:
            return Value(t.g.number(1.0), ())
        return Value(t.g.delta(t.ranges[known[0]]), (known[0], known[1]))
    for name, index, other in ((known[0], i, j), (known[1], j, i)):
        if name and t._integer(other) is not None:
            t.index_name(index, t.ranges[name])
            return Value(t.one_hot(other, t.ranges[name]), (name,))
    a, b = t._integer(i), t._integer(j)
    if a is None or b is None:
        raise NotSupported(f"the index pair {i}, {j} has no matrix-free form")
    return Value(t.g.number(float(a == b)), ())


def _matmul(t: Translator, e: Expr) -> Value:
    a, b = e.args
    if not b.shape.cols:
        return t.apply(a, t.value(b))
    left, right = t.value(a), t.value(b)
    names = t._joint(left, right)
    r = tuple(range(100, 100 + len(a.shape.rows)))
    c = tuple(range(200, 200 + len(a.shape.cols)))
    k = tuple(range(300, 300 + len(b.shape.cols)))
    dims = (*t._lengths(names), *t.dims(a.shape.rows), *t.dims(b.shape.cols))
    operands = [t._operand(left, names, r + c), t._operand(right, names, c + k)]
    return Value(t.g.product(operands, (*range(len(names)), *r, *k), dims, merge=t.chains), names)


def _kron(t: Translator, e: Expr) -> Value:
    a, b = (t.value(x) for x in e.args)
    names = t._joint(a, b)
    shapes = [x.shape for x in e.args]
    starts = (100, 200)
    labels = [tuple(range(s, s + v.axes)) for s, v in zip(starts, (a, b), strict=True)]
    split = [len(s.rows) for s in shapes]
    out = (*labels[0][: split[0]], *labels[1][: split[1]], *labels[0][split[0] :], *labels[1][split[1] :])
    dims = (*t._lengths(names), *t.dims(e.shape.rows), *t.dims(e.shape.cols))
    operands = [t._operand(a, names, labels[0]), t._operand(b, names, labels[1])]
    return Value(t.g.product(operands, (*range(len(names)), *out), dims), names)


def _hadamard(t: Translator, e: Expr) -> Value:
    a, b = (t.value(x) for x in e.args)
    names = t._joint(a, b)
    labels = tuple(range(100, 100 + a.axes))
    dims = (*t._lengths(names), *a.node.dims[len(a.names) :])
    operands = [t._operand(a, names, labels), t._operand(b, names, labels)]
    return Value(t.g.product(operands, (*range(len(names)), *labels), dims), names)


def _moved(order: Callable[[int, int], Sequence[int]]) -> Callable[[Translator, Expr], Value]:
    """Rules that permute axes; ``order`` gets the numbers of row and column factors of the argument."""

    def rule(t: Translator, e: Expr) -> Value:
        a = t.value(e.args[0])
        lead = len(a.names)
        axes = order(len(e.args[0].shape.rows), len(e.args[0].shape.cols))
        return Value(t.g.permuted(a.node, (*range(lead), *(lead + k for k in axes))), a.names)

    return rule


def _columns_first(rows: int, cols: int) -> Sequence[int]:
    return (*range(rows, rows + cols), *range(rows))


def _same(t: Translator, e: Expr) -> Value:
    return t.value(e.args[0])


def _reshape(t: Translator, e: Expr) -> Value:
    return t._reshape(t.value(e.args[0]), (*t.dims(e.shape.rows), *t.dims(e.shape.cols)))


def _diag(t: Translator, e: Expr) -> Value:
    v = t.value(e.args[0])
    lead, n = len(v.names), v.axes
    labels = tuple(range(100, 100 + n))
    dims = (*v.node.dims[:lead], *t.dims(e.shape.rows), *t.dims(e.shape.cols))
    operand = t._operand(v, v.names, labels)
    return Value(t.g.product([operand], (*range(lead), *labels, *labels), dims), v.names)


def _diagpart(t: Translator, e: Expr) -> Value:
    a = t.value(e.args[0])
    lead, n = len(a.names), len(e.args[0].shape.rows)
    labels = tuple(range(100, 100 + n))
    out = (*range(lead), *labels) if e.op == "diagpart" else range(lead)
    dims = a.node.dims[: lead + (n if e.op == "diagpart" else 0)]
    return Value(t.g.product([t._operand(a, a.names, labels + labels)], out, dims), a.names)


def _entry(t: Translator, e: Expr) -> Value:
    a, shape = t.value(e.args[0]), e.args[0].shape
    rows, cols = len(shape.rows), len(shape.cols)
    first = t.at_index(a, range(rows), e.data[0], range(rows, rows + cols))
    return t.at_index(first, range(cols), e.data[1], ())


def _row(t: Translator, e: Expr) -> Value:
    shape = e.args[0].shape
    rows, cols = len(shape.rows), len(shape.cols)
    return t.at_index(t.value(e.args[0]), range(rows), e.data[0], range(rows, rows + cols))


def _col(t: Translator, e: Expr) -> Value:
    shape = e.args[0].shape
    rows, cols = len(shape.rows), len(shape.cols)
    return t.at_index(t.value(e.args[0]), range(rows, rows + cols), e.data[0], range(rows))


def _range(t: Translator, low: Size, high: Size) -> int:
    first, last = t._integer(low), t._integer(high)
    if first != 1 or last is None:
        raise NotSupported(f"a sum from {low} to {high} has no matrix-free form")
    return last


def _sum(t: Translator, e: Expr) -> Value:
    name, low, high = e.data
    t.bind(name, _range(t, low, high))
    body = t.value(e.args[0])
    if name not in body.names:
        return t._sum([(float(t.ranges[name]), body)])
    names = tuple(n for n in body.names if n != name)
    labels = tuple(range(100, 100 + body.axes))
    dims = (*t._lengths(names), *body.node.dims[len(body.names) :])
    operand = t._operand(body, body.names, labels)
    out = (*(body.names.index(n) for n in names), *labels)
    return Value(t.g.product([operand], out, dims), names)


def _blocks(t: Translator, e: Expr) -> Value:
    i, m, j, n = e.data
    t.bind(i, _range(t, Size.of(1), m))
    t.bind(j, _range(t, Size.of(1), n))
    body, shape = t.value(e.args[0]), e.args[0].shape
    names = tuple(x for x in body.names if x not in (i, j))
    joint = (*names, i, j)
    labels = tuple(range(100, 100 + body.axes))
    row = (joint.index(i),) if m != Size.of(1) else ()
    col = (joint.index(j),) if n != Size.of(1) else ()
    out = (*range(len(names)), *row, *labels[: len(shape.rows)], *col, *labels[len(shape.rows) :])
    dims = (*t._lengths(names), *t.dims(e.shape.rows), *t.dims(e.shape.cols))
    # a block index of range one has no axis in the result: it is summed over its only value
    return Value(t.g.product([t._operand(body, joint, labels)], out, dims), names)


def _entrywise(kind: str) -> Callable[[Translator, Expr], Value]:
    def rule(t: Translator, e: Expr) -> Value:
        return t.entrywise(kind, e.data, *(t.value(a) for a in e.args))

    return rule


def _hpow(t: Translator, e: Expr) -> Value:
    exponent = t.numeric(e.args[1])
    if exponent is None:
        raise NotSupported("a power with a variable exponent has no matrix-free form")
    base = t.numeric(e.args[0])
    if base is not None and base > 0:
        return Value(t.g.number(float(base) ** float(exponent)), ())
    a = t.value(e.args[0])
    return Value(power(t.g, a.node, float(exponent)), a.names)


def _softmax(t: Translator, e: Expr) -> Value:
    a, count = t.value(e.args[0]), len(e.args[0].shape.cols)
    if not count:
        return Value(t.g.product([], range(len(a.node.dims)), a.node.dims), a.names)  # rows of one entry
    return Value(t.g.make("softmax", (a.node,), (count,), a.node.dims), a.names)


def _where(t: Translator, e: Expr) -> Value:
    condition, first, second = (t.value(a) for a in e.args)
    names = t._joint(condition, first, second)
    a, b = t.spread(first, names), t.spread(second, names)
    c = t.spread(condition, names)
    if c.dims != a.dims:
        labels = tuple(range(len(c.dims)))
        extra = tuple(range(100, 100 + len(a.dims) - len(c.dims)))
        c = t.g.product([(c, labels)], labels + extra, a.dims)
    return Value(t.g.make("select", (c, a, b), (), a.dims), names)


def _inv(t: Translator, e: Expr) -> Value:
    a = t.value(e.args[0])
    if a.names:
        raise NotSupported("an inverse that depends on an index has no matrix-free form")
    n = product(Size.of(d) for d in t.dims(e.shape.rows)).evaluate({})
    flat, k = t.g.reshaped(a.node, (n, n)), len(e.args[0].shape.rows)
    turned = (*a.node.dims[k:], *a.node.dims[:k])
    return Value(t.g.reshaped(t.g.make("inverse", (flat,), (), (n, n)), turned), ())


def _mpow(t: Translator, e: Expr) -> Value:
    a, k = t.value(e.args[0]), e.data[0]
    if a.names or k > 16:
        raise NotSupported("this matrix power has no matrix-free form")
    n = len(e.shape.rows)
    result = _eye_like(t, a.node.dims[:n])
    r, c, o = (tuple(range(s, s + n)) for s in (100, 200, 300))
    for _ in range(k):
        result = t.g.product([(result, r + c), (a.node, c + o)], r + o, a.node.dims)
    return Value(result, ())


def _mprod(t: Translator, e: Expr) -> Value:
    """A power of one matrix; products of different ones depend on an index."""
    index, low, high = e.data
    count = (high - low + 1).substitute({name: Size.of(n) for name, n in t.sizes.items()}).constant
    if index in size_names(e.args[0]) or count is None or not 0 <= count <= 16:
        raise NotSupported("this product of matrices has no matrix-free form")
    return _mpow(t, Expr("mpow", e.args, (int(count),), e.shape))


def _eye_like(t: Translator, dims: Sequence[int]) -> Node:
    n = len(dims)
    return t.g.product([(t.g.delta(d), (k, n + k)) for k, d in enumerate(dims)], range(2 * n), (*dims, *dims))


def _deriv(t: Translator, e: Expr) -> Value:
    """The whole Jacobian as a tensor: the tangent along all unit directions at once."""
    body, point = e.args
    node, alias = t.with_alias(body, e.data[0], point)
    n = len(alias.dims)
    seed = _eye_like(t, alias.dims)
    change = tangent(t.g, node.node, {alias: seed}, alias.dims)
    dims = (*node.node.dims, *alias.dims)
    change = change if change is not None else t.zeros(dims)
    if e.data[1] == "vec":
        lead, out = len(node.names), node.axes
        rows, into = len(body.shape.rows), len(point.shape.rows)
        first = [lead + k for k in (*range(rows, out), *range(rows))]
        last = [lead + out + k for k in (*range(into, n), *range(into))]
        change = t.g.permuted(change, (*range(lead), *first, *last))
    return Value(change, node.names)


def _grad(t: Translator, e: Expr) -> Value:
    node, alias = t.with_alias(e.args[0], e.data[0], e.args[1])
    if node.names:
        raise NotSupported("a gradient that depends on an index has no matrix-free form")
    return Value(gradient(t.g, node.node, alias), ())


def _frechet(t: Translator, e: Expr) -> Value:
    node, alias = t.with_alias(e.args[0], e.data[0], e.args[1])
    direction = t.value(e.args[2])
    if direction.names or node.names:
        raise NotSupported("a directional derivative that depends on an index has no matrix-free form")
    change = tangent(t.g, node.node, {alias: direction.node})
    return Value(change if change is not None else t.zeros(node.node.dims), ())


def _norm(t: Translator, e: Expr) -> Value:
    a = t.value(e.args[0])
    if e.data[0] != "F" and not (e.data[0] == "2" and not e.args[0].shape.cols):
        raise NotSupported(f"the norm {e.data[0]} has no matrix-free form")
    names = a.names
    labels = tuple(range(100, 100 + a.axes))
    operand = t._operand(a, names, labels)
    square = t.g.product([operand, operand], range(len(names)), t._lengths(names))
    return Value(power(t.g, square, 0.5), names)


RULES: dict[str, Callable[[Translator, Expr], Value]] = {
    "var": _var,
    "const": lambda t, e: Value(t.g.number(float(e.data[0])), ()),
    "real": _real,
    "size": _size,
    "eye": _eye,
    "ones": _filled(1.0),
    "zeros": _filled(0.0),
    "commutation": _commutation,
    "basis": _basis,
    "delta": _delta,
    "add": lambda t, e: t._sum([(1.0, t.value(a)) for a in e.args]),
    "scale": lambda t, e: t._scaled(t.value(e.args[0]), t.value(e.args[1])),
    "matmul": _matmul,
    "kron": _kron,
    "hadamard": _hadamard,
    "transpose": _moved(_columns_first),
    "vec": _moved(_columns_first),
    "vecr": _same,
    "unvecr": _same,
    "reshape": _reshape,
    "diag": _diag,
    "diagpart": _diagpart,
    "trace": _diagpart,
    "entry": _entry,
    "row": _row,
    "col": _col,
    "sum": _sum,
    "blocks": _blocks,
    "map": _entrywise("map"),
    "indicator": _entrywise("indicator"),
    "hpow": _hpow,
    "softmax": _softmax,
    "where": _where,
    "inv": _inv,
    "mpow": _mpow,
    "mprod": _mprod,
    "deriv": _deriv,
    "grad": _grad,
    "frechet": _frechet,
    "norm": _norm,
}
