"""From the core language to tensor programs, without forming what can be applied.

The value of a core expression gets one axis per factor of its rows and columns, preceded by one axis per free index
name (``A_{i,:}`` inside a sum over ``i`` has an axis for ``i``).  A matrix that is only multiplied with a column is
*applied* to it: products right to left, Kronecker products on the unstacked column, derivatives as tangents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Dim, Size, product
from numeric.programs.linearize import tangent
from numeric.programs.program import Graph, Node
from numeric.programs.translate_rules import RULES
from numeric.programs.value import Value

MAX_DEPTH = 200


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
            rule = RULES.get(e.op)
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
        return self.contract(self.value(e), e, w)

    def contract(self, a: Value, e: Expr, w: Value) -> Value:
        """The product of a matrix tensor and a column."""
        rows, cols = len(e.shape.rows), len(e.shape.cols)
        names = self._joint(a, w)
        r, c = tuple(range(100, 100 + rows)), tuple(range(200, 200 + cols))
        dims = (*self._lengths(names), *self.dims(e.shape.rows))
        operands = [self._operand(a, names, r + c), self._operand(w, names, c)]
        return Value(self.g.product(operands, (*range(len(names)), *r), dims), names)

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
        """A tensor of zeros: the product without operands, with the coefficient 0."""
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
        """One node of a kind on values that are spread over all their free index names."""
        names = self._joint(*values)
        nodes = [self.spread(v, names) for v in values]
        return Value(self.g.make(kind, nodes, data, nodes[0].dims), names)

    def bind(self, name: str, length: int) -> None:
        """Let an index name run from 1 to this length."""
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
        """The unit vector of an index that has a number here; raises `NotSupported` outside 1..length."""
        i = self._integer(index)
        assert i is not None
        if not 1 <= i <= length:
            raise NotSupported(f"the index {index} = {i} is outside 1..{length}")
        return self.g.constant("one_hot", (i - 1,), (length,))

    def numeric(self, e: Expr, depth: int = 20) -> Fraction | None:
        """The number that a scalar expression of constants and sizes is, else None."""
        if e.op == "const":
            return e.data[0]
        if e.op == "size" and (e.data[0].names <= self.sizes.keys()):
            return Fraction(e.data[0].evaluate(self.sizes))
        if e.op not in ("add", "scale", "hpow") or depth == 0:
            return None
        parts = [self.numeric(a, depth - 1) for a in e.args]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        if e.op == "add":
            return sum(known, Fraction(0))
        base, other = known
        if e.op == "scale":
            return base * other
        small = other.denominator == 1 and abs(other) <= 64 and (base or other > 0)
        return base ** int(other) if small else None


__all__ = ["Translator", "Value"]
