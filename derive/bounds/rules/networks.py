r"""Matrices of first and second derivatives as networks of tensors: nodes, and the indices that they share as wires between them.

``d vec F / d vec X`` of a product keeps its factors as nodes, a wanted Jacobian (one that a claim speaks of) or that of a softmax is one node,
a function of every entry a diagonal one, an index in more than two places a copy. Second derivatives follow by differentiating the
nodes, ``D^2 (f o g)[U, V] = D^2 f[Dg U, Dg V] + Df D^2 g[U, V]``. Every wire has two ends, at nodes or among the rows and columns of the whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from derive import build
from derive.bounds.forms.normal import canonical, normal, strip
from derive.bounds.forms.numbers import number_of
from derive.bounds.rules.increments import LIPSCHITZ
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Dim, Size
from derive.steps import outer_slope

MAX_TERMS, MAX_NODES = 24, 16

Wires = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A tensor.

    Attributes:
        kind: ``matrix`` (of the expression: its rows and its columns are groups of wires; of a second derivative the output, the
            first and the second direction are), ``copy`` (1 where all indices agree: one group), ``diagonal`` (an entry of the expression
            where the indices of each group agree: a group for every index).
        groups: The wires, in the order of the dimensions.
        expr: The matrix, or the entries of a diagonal node.
        symmetric: How many of the groups, from the last, may be interchanged.
        limit: What no entry of a diagonal node exceeds, if that is known.

    """

    kind: str
    groups: tuple[Wires, ...]
    expr: Expr | None = None
    symmetric: int = 0
    limit: Fraction | None = None

    @property
    def wires(self) -> Wires:
        """All wires, a wire that ends here twice listed twice."""
        return tuple(itertools.chain(*self.groups))


@dataclass(frozen=True, slots=True)
class Term:
    """A product of nodes, a matrix with the open wires as rows and columns, times numbers."""

    nodes: tuple[Node, ...]
    rows: Wires
    cols: Wires
    numbers: tuple[Expr, ...] = ()


@dataclass(slots=True)
class Builder:
    """Makes networks; the sizes of its wires, and the matrices that the other side of a bound speaks of."""

    wanted: frozenset[Expr]
    sizes: list[Size] = field(default_factory=list)

    def wire(self, size: Size) -> int:
        """A new wire."""
        self.sizes.append(size)
        return len(self.sizes) - 1

    def wires(self, dims: Dim) -> Wires:
        """New wires, one for every factor of a dimension."""
        return tuple(self.wire(size) for size in dims)

    def leaf(self, expr: Expr) -> Term:
        """A matrix as one node."""
        expr = strip(expr)
        if expr.op == "transpose":
            inner = self.leaf(expr.args[0])
            return replace(inner, rows=inner.cols, cols=inner.rows)
        rows, cols = self.wires(expr.shape.rows), self.wires(expr.shape.cols)
        return Term((Node("matrix", (rows, cols), expr),), rows, cols)

    # Putting networks together.

    def copied(self, term: Term) -> Term:
        """The same with wires of its own."""
        fresh: dict[int, int] = {}
        ends = itertools.chain(term.rows, term.cols, *(n.wires for n in term.nodes))
        for wire in ends:
            if wire not in fresh:
                fresh[wire] = self.wire(self.sizes[wire])
        return _renamed(term, fresh)

    def joined(self, first: Term, ends: Wires, second: Term, others: Wires, rows: Wires, cols: Wires) -> Term:
        """Both networks, with their open wires connected in pairs, and these rows and columns of what is left open."""
        if len(ends) != len(others) or any(self.sizes[a] != self.sizes[b] for a, b in zip(ends, others, strict=True)):
            raise NotSupported("dimensions with other factors")
        term = Term((*first.nodes, *second.nodes), rows, cols, (*first.numbers, *second.numbers))
        pairs = list(zip(ends, others, strict=True))
        while pairs:
            a, b = pairs.pop()
            if a == b:  # a closed loop: the trace of an identity
                term = replace(term, numbers=(*term.numbers, build.size(self.sizes[a])))
                continue
            term = _renamed(term, {b: a})
            pairs = [(a if x == b else x, a if y == b else y) for x, y in pairs]
        if len(term.nodes) > MAX_NODES:
            raise NotSupported("too many factors")
        return term

    def product(self, left: Term, right: Term) -> Term:
        """The product of two matrices."""
        right = self.copied(right)
        return self.joined(left, left.cols, right, right.rows, left.rows, right.cols)

    # Expressions.

    def net(self, expr: Expr) -> list[Term]:
        """An expression as a sum of networks; what holds no derivative is one node, apart from Kronecker products."""
        expr = strip(expr)
        if expr.op == "deriv":
            return self._derivative(expr)
        if expr.op == "eye":
            wires = self.wires(expr.shape.rows)
            return [Term((), wires, wires)] if expr.shape.rows == expr.shape.cols else [self.leaf(expr)]
        if expr.op in ("kron", "transpose", "vecr", "scale") or (
            expr.op in ("add", "matmul") and _is_differentiated(expr)
        ):
            return self._composed(expr)
        return [self.leaf(expr)]

    def _composed(self, expr: Expr) -> list[Term]:
        parts = [self.net(a) for a in (expr.args[1:] if expr.op == "scale" else expr.args)]
        if expr.op == "add":
            return _few([t for terms in parts for t in terms])
        if expr.op == "scale":
            return [replace(t, numbers=(*t.numbers, expr.args[0])) for t in parts[0]]
        if expr.op == "transpose":
            return [replace(t, rows=t.cols, cols=t.rows) for t in parts[0]]
        if expr.op == "vecr":
            return [replace(t, rows=t.rows + t.cols, cols=()) for t in parts[0]]
        if expr.op == "matmul":
            return _few([self.product(a, b) for a, b in itertools.product(*parts)])
        pairs = [(a, self.copied(b)) for a, b in itertools.product(*parts)]
        return _few([self.joined(a, (), b, (), a.rows + b.rows, a.cols + b.cols) for a, b in pairs])

    def _derivative(self, expr: Expr) -> list[Term]:
        (body, point), (name, mode) = expr.args, expr.data
        here = strip(point)
        if mode != "vecr" or here.op != "var" or here.data[0] in build.free_names(body):
            return [self.leaf(expr)]
        return self.jacobian(build.substitute(body, {name: here}), here)

    # Derivatives by a variable.

    def jacobian(self, expr: Expr, x: Expr, *, kept: bool = True) -> list[Term]:
        """The derivative of an expression by a variable: its rows are those and the columns of the expression.

        Args:
            expr: The expression.
            x: The variable.
            kept: Whether a derivative that is wanted is one node.

        Raises:
            NotSupported: No rule for a part that depends on the variable.

        """
        expr = strip(expr)
        if x.data[0] not in build.free_names(expr):
            return []
        if expr == x:
            wires = self.wires(x.shape.rows + x.shape.cols)
            return [Term((), wires, wires)]
        if kept:
            found = self._wanted(expr, x)
            if found is not None:
                return found
        if expr.op == "deriv":
            first = self._derivative(expr) if kept else self._unkept(expr)
            return _few([new for term in first for new in self.differentiated(term, x)])
        rule = getattr(self, f"_of_{expr.op}", None)
        if rule is None:
            raise NotSupported(f"no rule for the derivative of {expr.op}")
        return _few(rule(expr, x))

    def _unkept(self, expr: Expr) -> list[Term]:
        (body, point), (name, mode) = expr.args, expr.data
        here = strip(point)
        if mode != "vecr" or here.op != "var" or here.data[0] in build.free_names(body):
            raise NotSupported("a derivative at a point that moves")
        return self.jacobian(build.substitute(body, {name: here}), here, kept=False)

    def _wanted(self, expr: Expr, x: Expr) -> list[Term] | None:
        """The derivative as one node where the other side speaks of it, or of that of an outer function."""
        inner = build.fresh("v")
        moved = build.deriv(build.substitute(expr, {x.data[0]: build.var(inner, x.shape)}), inner, x)
        whole = canonical(normal(moved))
        if whole in self.wanted:
            return [self.leaf(moved)]
        here: Expr | None = None
        for target in _outer_functions(self.wanted):
            if x.data[0] in build.free_names(target.args[0]) - {target.data[0]}:
                continue
            here = here or canonical(normal(expr))
            if canonical(normal(build.substitute(target.args[0], {target.data[0]: target.args[1]}))) == here:
                outer = build.deriv(target.args[0], target.data[0], target.args[1])
                return [self.product(self.leaf(outer), t) for t in self.jacobian(target.args[1], x)]
        return None

    def differentiated(self, term: Term, x: Expr) -> Iterator[Term]:
        """The derivative of a network by a variable: its rows are the rows and columns of the network."""
        if any(x.data[0] in build.free_names(n) for n in term.numbers):
            raise NotSupported("a number that depends on the variable")
        for place, node in enumerate(term.nodes):
            if node.expr is None or x.data[0] not in build.free_names(node.expr):
                continue
            for new, ends in self._of_node(node, x):
                rest = replace(term, nodes=(*term.nodes[:place], *term.nodes[place + 1 :]))
                # What the node was connected to is connected to its derivative.
                yield self.joined(rest, node.wires, new, ends, term.rows + term.cols, new.cols)

    def _of_node(self, node: Node, x: Expr) -> Iterator[tuple[Term, Wires]]:
        """Networks that stand for the derivative of a node, each with the wires in the place of those of the node."""
        assert node.expr is not None
        if node.kind == "diagonal":
            for inner in self.jacobian(node.expr, x):
                groups = [self.wires(tuple(self.sizes[w] for w in group)) for group in node.groups]
                copies = tuple(Node("copy", ((*group, w),)) for group, w in zip(groups, inner.rows, strict=True))
                yield replace(inner, nodes=(*inner.nodes, *copies), rows=()), tuple(itertools.chain(*groups))
            return
        if len(node.groups) > 2:
            raise NotSupported("a third derivative")
        opaque = strip(node.expr)
        if opaque.op == "deriv" and x.data[0] not in build.free_names(opaque.args[0]) - {opaque.data[0]}:
            body, point = opaque.args
            name = opaque.data[0]
            second = build.deriv(build.deriv(body, name, build.var(name, point.shape)), name, point)
            groups = tuple(
                self.wires(d) for d in (body.shape.rows + body.shape.cols, *[point.shape.rows + point.shape.cols] * 2)
            )
            whole = Node("matrix", groups, second, symmetric=3 if _is_softmax(body, name) else 2)
            outer = Term((whole,), groups[0] + groups[1], groups[2])
            for inner in self.jacobian(point, x):
                joined = self.product(outer, inner)
                yield joined, joined.rows
            return
        for inner in self.jacobian(node.expr, x) if opaque.op != "deriv" else self._second(opaque, x):
            yield inner, inner.rows

    def _second(self, expr: Expr, x: Expr) -> list[Term]:
        """The derivative of a derivative that was one node: one node where it is wanted, else that of what it is."""
        return self._wanted(expr, x) or self.jacobian(expr, x, kept=False)

    # One rule for each operation: the derivative of its value.

    def _of_add(self, expr: Expr, x: Expr) -> list[Term]:
        return [t for a in expr.args for t in self.jacobian(a, x)]

    def _of_scale(self, expr: Expr, x: Expr) -> list[Term]:
        number, matrix = expr.args
        if x.data[0] in build.free_names(number):
            raise NotSupported("a number that depends on the variable")
        return [replace(t, numbers=(*t.numbers, number)) for t in self.jacobian(matrix, x)]

    def _of_matmul(self, expr: Expr, x: Expr) -> list[Term]:
        a, b = map(strip, expr.args)
        found, count = [], len(a.shape.rows)
        for t in self.jacobian(a, x):
            right = self.leaf(b)
            found.append(self.joined(t, t.rows[count:], right, right.rows, t.rows[:count] + right.cols, t.cols))
        count = len(b.shape.rows)
        for t in self.jacobian(b, x):
            left = self.leaf(a)
            found.append(self.joined(t, t.rows[:count], left, left.cols, left.rows + t.rows[count:], t.cols))
        return found

    def _of_kron(self, expr: Expr, x: Expr) -> list[Term]:
        a, b = map(strip, expr.args)
        found = []
        for moving, still, first in ((a, b, True), (b, a, False)):
            count = len(moving.shape.rows)
            for t in self.jacobian(moving, x):
                for other in map(self.copied, self.net(still)):
                    rows = [(t.rows[:count], t.rows[count:]), (other.rows, other.cols)]
                    (r1, c1), (r2, c2) = rows if first else rows[::-1]
                    found.append(self.joined(t, (), other, (), r1 + r2 + c1 + c2, t.cols))
        return found

    def _of_hadamard(self, expr: Expr, x: Expr) -> list[Term]:
        a, b = expr.args
        return [self._along_entries(t, still) for moving, still in ((a, b), (b, a)) for t in self.jacobian(moving, x)]

    def _of_hpow(self, expr: Expr, x: Expr) -> list[Term]:
        a, exponent = expr.args
        power = number_of(exponent)
        if power is None:
            raise NotSupported("a power with a symbolic exponent")
        if power == Fraction(1, 2):
            lowered = build.hpow(expr, build.const(-1))  # a root as it is written, inverted
        else:
            lowered = a if power == 2 else build.hpow(a, build.const(power - 1))
        terms = [self._along_entries(t, lowered) for t in self.jacobian(a, x)]
        return [replace(t, numbers=(*t.numbers, build.const(power))) for t in terms]

    def _of_map(self, expr: Expr, x: Expr) -> list[Term]:
        slope = outer_slope(expr)
        return [self._along_entries(t, slope, LIPSCHITZ.get(expr.data[0])) for t in self.jacobian(expr.args[0], x)]

    def _along_entries(self, term: Term, entries: Expr, limit: Fraction | None = None) -> Term:
        """Every entry times a number of its own."""
        if entries.op == "zeros":
            return replace(term, numbers=(*term.numbers, build.const(0)))
        if tuple(self.sizes[w] for w in term.rows) != entries.shape.rows + entries.shape.cols:
            raise NotSupported("dimensions with other factors")
        outs = tuple(self.wire(self.sizes[w]) for w in term.rows)
        ins = tuple(self.wire(self.sizes[w]) for w in term.rows)
        node = Node("diagonal", tuple(zip(outs, ins, strict=True)), entries, limit=limit)
        return self.joined(term, term.rows, Term((node,), outs, ins), ins, outs, term.cols)

    def _of_softmax(self, expr: Expr, x: Expr) -> list[Term]:
        inner = strip(expr.args[0])
        name = build.fresh("z")
        outer = build.deriv(build.softmax(build.var(name, inner.shape)), name, inner)
        return [self.product(self.leaf(outer), t) for t in self.jacobian(inner, x)]

    def _of_inv(self, expr: Expr, x: Expr) -> list[Term]:
        found, count = [], len(strip(expr.args[0]).shape.rows)
        for t in self.jacobian(expr.args[0], x):
            left, right = self.leaf(expr), self.leaf(expr)
            half = self.joined(t, t.rows[:count], left, left.cols, left.rows + t.rows[count:], t.cols)
            outer, inner = half.rows[: len(left.rows)], half.rows[len(left.rows) :]
            whole = self.joined(half, inner, right, right.rows, outer + right.cols, half.cols)
            found.append(replace(whole, numbers=(*whole.numbers, build.const(-1))))
        return found

    def _of_diag(self, expr: Expr, x: Expr) -> list[Term]:
        found = []
        for t in self.jacobian(expr.args[0], x):
            legs = [tuple(self.wire(self.sizes[w]) for _ in range(3)) for w in t.rows]
            copies = tuple(Node("copy", (leg,)) for leg in legs)
            rows, cols, ends = (tuple(leg[k] for leg in legs) for k in range(3))
            found.append(self.joined(t, t.rows, Term(copies, rows + cols, ends), ends, rows + cols, t.cols))
        return found

    def _of_transpose(self, expr: Expr, x: Expr) -> list[Term]:
        count = len(strip(expr.args[0]).shape.rows)
        return [replace(t, rows=t.rows[count:] + t.rows[:count]) for t in self.jacobian(expr.args[0], x)]

    def _of_vecr(self, expr: Expr, x: Expr) -> list[Term]:
        return self.jacobian(expr.args[0], x)


@lru_cache(maxsize=64)
def _outer_functions(wanted: frozenset[Expr]) -> tuple[Expr, ...]:
    """The derivatives of functions at the values of others, ``Df`` at ``g(x)``, that are wanted, or whose own derivatives are."""
    found: set[Expr] = set()
    for target in wanted:
        if target.op != "deriv" or target.data[1] != "vecr" or strip(target.args[1]).op == "var":
            continue
        body, name = strip(target.args[0]), target.data[0]
        if body.op != "deriv":
            found.add(target)
        elif body.data[1] == "vecr" and strip(body.args[1]).op == "var" and strip(body.args[1]).data[0] == name:
            if name not in build.free_names(body.args[0]):
                found.add(build.deriv(body.args[0], body.data[0], target.args[1]))
    return tuple(sorted(found, key=str))


def _is_softmax(body: Expr, name: str) -> bool:
    """Whether a function is the softmax of its own argument: all of its derivatives are symmetric."""
    body = strip(body)
    return body.op == "softmax" and strip(body.args[0]).op == "var" and strip(body.args[0]).data[0] == name


def _renamed(term: Term, names: dict[int, int]) -> Term:
    def new(wires: Iterable[int]) -> Wires:
        return tuple(names.get(w, w) for w in wires)

    nodes = tuple(replace(n, groups=tuple(new(g) for g in n.groups)) for n in term.nodes)
    return replace(term, nodes=nodes, rows=new(term.rows), cols=new(term.cols))


def _few(terms: list[Term]) -> list[Term]:
    if len(terms) > MAX_TERMS:
        raise NotSupported("too many terms")
    return [t for t in terms if not any(n == build.const(0) for n in t.numbers)]


def _is_differentiated(expr: Expr) -> bool:
    stack: list[Expr] = [expr]
    while stack:
        node = stack.pop()
        if node.op == "deriv":
            return True
        stack.extend(node.args)
    return False


__all__ = ["Builder", "Node", "Term", "Wires"]
