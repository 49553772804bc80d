"""From the core language to tensor programs, without forming what can be applied.

The value of a core expression gets one axis per factor of its rows and columns, preceded by one axis per free index
name (``A_{i,:}`` inside a sum over ``i`` has an axis for ``i``).  A matrix that is only multiplied with a column is
*applied* to it: products right to left, Kronecker products on the unstacked column, derivatives as tangents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.sizes import Dim, Size, product
from numeric.linearize import gradient, power, tangent
from numeric.program import Graph, Node

MAX_DEPTH = 200


@dataclass(frozen=True, slots=True)
class Value:
    """A tensor whose leading axes belong to index names, the rest to rows and columns."""

    node: Node
    names: tuple[str, ...]

    @property
    def axes(self) -> int:
        """The number of axes of rows and columns."""
        return len(self.node.dims) - len(self.names)


class Translator:
    """Translates core expressions at concrete sizes into nodes of one graph.

    Args:
        graph: Where nodes are made.
        sizes: The value of every size name (and of every free index).
        env: A node per free variable, one axis per factor of its shape.
    """

    def __init__(self, graph: Graph, sizes: Mapping[str, int], env: Mapping[str, Node]) -> None:
        self.g = graph
        self.sizes = dict(sizes)
        self.env = dict(env)
        self.ranges: dict[str, int] = {}
        self._memo: dict[Expr, Value] = {}
        self.uses: dict[Expr, int] = {}  # by how many nodes an expression is used: chains of single use are merged
        self.chains: set[Node] = set()
        self._depth = 0

    # Sizes.

    def dims(self, d: Dim) -> tuple[int, ...]:
        """The lengths of the factors of a dimension."""
        try:
            return tuple(factor.evaluate(self.sizes) for factor in d)
        except KeyError as error:
            raise NotSupported(f"the size or index {error.args[0]} has no value here") from error

    def _integer(self, value: Size) -> int | None:
        return value.evaluate(self.sizes) if value.names <= self.sizes.keys() else None

    # Evaluation.

    def value(self, e: Expr) -> Value:
        """Return the value of an expression.

        Raises:
            NotSupported: The expression has a construct that tensor programs do not have.
        """
        if e in self._memo:
            return self._memo[e]
        if e not in self.uses:
            self._count(e)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise NotSupported("the expression is nested too deeply for the matrix-free road")
        try:
            rule = _RULES.get(e.op)
            if rule is None:
                raise NotSupported(f"{e.op} has no matrix-free form")
            result = rule(self, e)
        finally:
            self._depth -= 1
        self._memo[e] = result
        if e.op in ("matmul", "scale", "transpose") and self.uses[e] <= 1:
            self.chains.add(result.node)
        return result

    def _count(self, root: Expr) -> None:
        for node in walk(root):
            self.uses.setdefault(node, 0)
            for a in node.args:
                self.uses[a] = self.uses.get(a, 0) + 1

    def column(self, e: Expr) -> Value:
        """The value of a matrix as the column of its rows and columns (the same tensor)."""
        return self.value(e)

    def apply(self, e: Expr, w: Value) -> Value:
        """Return a matrix times a column whose axes are the factors of the matrix's columns."""
        if e.op == "add":
            return self._sum([(1.0, self.apply(a, w)) for a in e.args])
        if e.op == "scale":
            return self._scaled(self.value(e.args[0]), self.apply(e.args[1], w))
        if e.op == "matmul":
            return self.apply(e.args[0], self.apply(e.args[1], w))
        if e.op == "reshape":
            inner = e.args[0]
            moved = self._reshape(w, self.dims(inner.shape.cols))
            return self._reshape(self.apply(inner, moved), self.dims(e.shape.rows))
        if e.op == "deriv":
            return self._apply_derivative(e, w)
        if e.op == "kron" and any(n.op == "deriv" for n in walk(e)):
            return self._apply_kron(e, w)
        return self.contract(self.value(e), e, w)

    def contract(self, a: Value, e: Expr, w: Value) -> Value:
        """The product of a matrix tensor and a column."""
        rows, cols = len(e.shape.rows), len(e.shape.cols)
        names = self._joint(a, w)
        r, c = tuple(range(100, 100 + rows)), tuple(range(200, 200 + cols))
        dims = (*self._lengths(names), *self.dims(e.shape.rows))
        operands = [self._operand(a, names, r + c), self._operand(w, names, c)]
        return Value(self.g.product(operands, (*range(len(names)), *r), dims), names)

    def _apply_kron(self, e: Expr, w: Value) -> Value:
        """(A (x) B) w: B along the last axes, then A along the first ones; each as a map with many columns."""
        raise NotSupported("a Kronecker product of derivatives has no matrix-free form")

    def _apply_derivative(self, e: Expr, w: Value) -> Value:
        body, point = e.args
        name, mode = e.data
        node, alias = self.with_alias(body, name, point)
        if w.names or node.names:
            return self.contract(self.value(e), e, w)
        direction = w.node
        if mode == "vec":  # the column lists columns first
            direction = self._swapped(direction, len(point.shape.cols))
        change = tangent(self.g, node.node, {alias: direction})
        if change is None:
            change = self.zeros(node.node.dims)
        if mode == "vec":
            change = self._swapped(change, len(body.shape.rows))
        return Value(change, ())

    def with_alias(self, body: Expr, name: str, point: Expr) -> tuple[Value, Node]:
        """Translate a body whose name is bound to a point; return also the node to differentiate by."""
        at = self.value(point)
        if at.names:
            raise NotSupported("a derivative at a point that depends on an index has no matrix-free form")
        alias = self.g.alias(at.node, name)
        inner = Translator(self.g, self.sizes, {**self.env, name: alias})
        inner.ranges, inner._depth, inner.uses = self.ranges, self._depth, self.uses
        return inner.value(body), alias

    def _swapped(self, node: Node, first: int) -> Node:
        """Move the first axes behind the others."""
        order = (*range(first, len(node.dims)), *range(first))
        return self.g.permuted(node, order)

    # Small constructions.

    def zeros(self, dims: Sequence[int]) -> Node:
        return self.g.product([], range(len(dims)), dims, 0.0)

    def _joint(self, *values: Value) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for v in values for name in v.names))

    def _lengths(self, names: Sequence[str]) -> tuple[int, ...]:
        return tuple(self.ranges[name] for name in names)

    def _operand(self, v: Value, names: Sequence[str], labels: Sequence[int]) -> tuple[Node, tuple[int, ...]]:
        return v.node, (*(names.index(n) for n in v.names), *labels)

    def spread(self, v: Value, names: tuple[str, ...]) -> Node:
        """The tensor with an axis for each of the names."""
        labels = tuple(range(100, 100 + v.axes))
        dims = (*self._lengths(names), *v.node.dims[len(v.names) :])
        return self.g.product([self._operand(v, names, labels)], (*range(len(names)), *labels), dims)

    def _sum(self, terms: Sequence[tuple[float, Value]]) -> Value:
        names = self._joint(*(v for _, v in terms))
        return Value(self.g.sum([(c, self.spread(v, names)) for c, v in terms]), names)

    def _scaled(self, s: Value, v: Value) -> Value:
        names = self._joint(s, v)
        labels = tuple(range(100, 100 + v.axes))
        dims = (*self._lengths(names), *v.node.dims[len(v.names) :])
        scalar = tuple(range(100, 100 + s.axes))[:0]
        operands = [self._operand(s, names, scalar), self._operand(v, names, labels)]
        return Value(self.g.product(operands, (*range(len(names)), *labels), dims, merge=self.chains), names)

    def _reshape(self, v: Value, dims: Sequence[int]) -> Value:
        lead = v.node.dims[: len(v.names)]
        return Value(self.g.reshaped(v.node, (*lead, *dims)), v.names)

    def entrywise(self, kind: str, data: tuple, *values: Value) -> Value:
        names = self._joint(*values)
        nodes = [self.spread(v, names) for v in values]
        return Value(self.g.make(kind, nodes, data, nodes[0].dims), names)

    def bind(self, name: str, length: int) -> None:
        self.ranges[name] = length

    def at_index(self, v: Value, axes: Sequence[int], index: Size, keep: Sequence[int]) -> Value:
        """Read a tensor at an index that runs over the (flattened) axes; ``keep`` are the other axes, in order."""
        lead = len(v.names)
        order = (*range(lead), *(lead + a for a in axes), *(lead + a for a in keep))
        moved = self.g.permuted(v.node, order)
        length = product(Size.of(v.node.dims[lead + a]) for a in axes).evaluate({})
        kept = [v.node.dims[lead + a] for a in keep]
        flat = self.g.reshaped(moved, (*v.node.dims[:lead], length, *kept))
        name = self.index_name(index, length)
        labels = tuple(range(100, 100 + len(keep)))
        if name is None:
            one_hot = self.one_hot(index, length)
            here = Value(flat, v.names)
            operands = [self._operand(here, v.names, (99, *labels)), (one_hot, (99,))]
            dims = (*self._lengths(v.names), *kept)
            return Value(self.g.product(operands, (*range(lead), *labels), dims), v.names)
        names = v.names if name in v.names else (*v.names, name)
        k = names.index(name)
        operand = (flat, (*(names.index(n) for n in v.names), k, *labels))
        return Value(self.g.product([operand], (*range(len(names)), *labels), (*self._lengths(names), *kept)), names)

    def index_name(self, index: Size, length: int) -> str | None:
        """The bound name that an index expression is, or None for a number.

        Raises:
            NotSupported: Neither, or the name's range is not the length of the axis.
        """
        if self._integer(index) is not None:
            return None
        names = index.names
        if len(names) != 1 or index != Size.of(name := next(iter(names))) or name not in self.ranges:
            raise NotSupported(f"the index {index} has no matrix-free form")
        if self.ranges[name] != length:
            raise NotSupported(f"the index {index} runs to {self.ranges[name]}, its dimension to {length}")
        return name

    def one_hot(self, index: Size, length: int) -> Node:
        i = self._integer(index)
        assert i is not None
        if not 1 <= i <= length:
            raise NotSupported(f"the index {index} = {i} is outside 1..{length}")
        return self.g.constant("one_hot", (i - 1,), (length,))

    def numeric(self, e: Expr) -> Fraction | None:
        """The number that a scalar expression of constants and sizes is, else None."""
        if e.op == "const":
            return e.data[0]
        if e.op == "size" and (e.data[0].names <= self.sizes.keys()):
            return Fraction(e.data[0].evaluate(self.sizes))
        return None


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
    flat = t.g.reshaped(a.node, (n, n))
    return Value(t.g.reshaped(t.g.make("inverse", (flat,), (), (n, n)), a.node.dims), ())


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


_RULES: dict[str, Callable[[Translator, Expr], Value]] = {
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
    "deriv": _deriv,
    "grad": _grad,
    "frechet": _frechet,
    "norm": _norm,
}

__all__ = ["Translator", "Value"]
