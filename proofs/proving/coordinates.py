"""Numbers as linear functions of values of functions and inner products of vectors, with quotients of polynomials in parameters before them.

In these coordinates, a hypothesis about a function at two points, a bound of its values and the square of a vector are all linear.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from flint import Ordering, fmpq, fmpq_mat, fmpq_mpoly_ctx

from proofs import verify
from proofs.verify import Node

Label = tuple[Any, ...]
Coordinates = dict[Label, "Ratio"]
"""Ratios by labels: a value of a function, two vectors whose inner product it is, one vector, or nothing for a number."""
MAX_VECTORS, MAX_PARAMETERS = 7, 4


@dataclass(frozen=True, slots=True, eq=False)
class Ratio:
    """A quotient of polynomials in the parameters."""

    top: Any
    bottom: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and self.top == other.top and self.bottom == other.bottom

    def __hash__(self) -> int:
        return hash((str(self.top), str(self.bottom)))

    def __add__(self, other: Ratio) -> Ratio:
        return _ratio(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __mul__(self, other: Ratio) -> Ratio:
        return _ratio(self.top * other.top, self.bottom * other.bottom)

    def inverse(self) -> Ratio:
        """Return its reciprocal."""
        verify.demand(not self.top.is_zero(), "a quotient by zero")
        return _ratio(self.bottom, self.top)


def _ratio(top: Any, bottom: Any) -> Ratio:
    common = top.gcd(bottom)
    top, bottom = divmod(top, common)[0], divmod(bottom, common)[0]
    lead = bottom.leading_coefficient()
    return Ratio(top / lead, bottom / lead)


class Reader:
    """Reads expressions.

    Attributes:
        names: The parameters, numbers of which coefficients are made.
        vectors: Variables and gradients, in the order in which they were met.
        origin: A point that is taken as zero, None if there is none.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(names)
        verify.demand(len(self.names) <= MAX_PARAMETERS, "too many parameters")
        self.context = fmpq_mpoly_ctx.get(self.names or ["unused"], Ordering.lex)
        self.one = Ratio(self.context.constant(1), self.context.constant(1))
        self.vectors: list[Node] = []
        self.origin: Node | None = None

    def scalar(self, e: Node) -> Coordinates:
        """Return a number by values of functions and inner products, with coefficients in the parameters.

        Raises:
            Rejected: It is not linear in these.

        """
        if (number := verify.rational(e)) is not None:
            return {(): Ratio(self.context.constant(fmpq(number.numerator, number.denominator)), self.one.bottom)} if number else {}
        if e.op == "var":
            return {(): Ratio(self.context.gens()[self.names.index(e.data[0])], self.one.bottom)}
        if e.op == "add":
            return added(map(self.scalar, e.args))
        if e.op in ("scale", "hadamard"):
            return product(*map(self.scalar, e.args))
        if e.op == "fun":
            return {("value", verify.text_of(e)): self.one}
        if e.op == "hpow" and (q := verify.rational(e.args[1])) is not None and q.denominator == 1:
            number, norm = self._norm(e.args[0])
            if norm is not None:
                verify.demand(q == 2, "another power of a norm")  # noqa: PLR2004
                v = self.vector(norm)
                return product({(): number * number}, self._inner(v, v))
            return {(): reduce(Ratio.__mul__, [number if q > 0 else number.inverse()] * abs(int(q)), self.one)}
        verify.demand(e.op == "matmul", f"no coordinates of {e.op}")
        return self._inner(self._row(e.args[0]), self.vector(e.args[1]))

    def _norm(self, e: Node) -> tuple[Ratio, Node | None]:
        """A number as a parameter times the norm of a vector, or a parameter alone."""
        if e.op == "norm" and () in e.args[0].shape and e.data[0] in ("2", "F"):
            return self.one, e.args[0]
        if e.op == "scale":
            parts = [self._norm(a) for a in e.args]
            norms = [n for _, n in parts if n is not None]
            verify.demand(len(norms) <= 1, "a product of norms")
            return parts[0][0] * parts[1][0], norms[0] if norms else None
        found = self.scalar(e)
        verify.demand(found.keys() <= {()}, "no parameter")
        return found.get((), Ratio(self.context.constant(0), self.one.bottom)), None

    def vector(self, e: Node) -> Coordinates:
        """Return a vector by variables and gradients."""
        if e.op == "zeros":
            return {}
        if e.op == "add":
            return added(map(self.vector, e.args))
        if e.op == "scale":
            return product(self.scalar(e.args[0]), self.vector(e.args[1]))
        verify.demand(e.op in ("var", "grad") and () in e.shape, f"no vector: {e.op}")
        if e is self.origin:
            return {}
        if e not in self.vectors:
            verify.demand(len(self.vectors) < MAX_VECTORS, "too many vectors")
            self.vectors.append(e)
        return {(self.vectors.index(e),): self.one}

    def _row(self, e: Node) -> Coordinates:
        if e.op == "transpose":
            return self.vector(e.args[0])
        if e.op == "add":
            return added(map(self._row, e.args))
        verify.demand(e.op == "scale", "no row")
        return product(self.scalar(e.args[0]), self._row(e.args[1]))

    def _inner(self, u: Coordinates, v: Coordinates) -> Coordinates:
        return added({("inner", *sorted((i, j))): a * b} for (i,), a in u.items() for (j,), b in v.items())

    def gap(self, f: Node) -> Coordinates:
        """Return what an inequality says is not negative."""
        return self.scalar(verify.less(*(f.args if f.op[0] == ">" else f.args[::-1])))

    def node(self, p: Any) -> Node:
        """Return a polynomial in the parameters as an expression."""
        terms = []
        for exponents, c in p.to_dict().items():
            powers = [verify.var(n, (), ()) if k == 1 else verify.power(verify.var(n, (), ()), int(k)) for n, k in zip(self.names, exponents, strict=True) if k]
            terms.append(reduce(verify.scale, powers if c == 1 and powers else [verify.const(f"{c}"), *powers]))
        return verify.add(*terms)

    def ratio_node(self, q: Ratio, c: Any) -> Node:
        """Return a number times a quotient of monomials as an expression."""
        (exponents,) = q.bottom.to_dict()
        below = [verify.power(verify.var(n, (), ()), -int(k)) for n, k in zip(self.names, exponents, strict=False) if k]
        return reduce(verify.scale, [self.node(q.top * c), *below])

    def vector_node(self, k: int) -> Node:
        """Return a vector of the coordinates: a gradient, or the difference of a point and the origin."""
        v = self.vectors[k]
        return v if self.origin is None or v.op != "var" else verify.less(v, self.origin)

    def is_invariant(self, c: Coordinates) -> bool:
        """Return whether inner products do not change when all points are moved."""
        moved = [k for k, v in enumerate(self.vectors) if v.op == "var"]
        for k in range(len(self.vectors)):
            inner = [(label[1:], a) for label, a in c.items() if label and label[0] == "inner" and k in label]
            row = added({(): a + a if i == j else a} for (i, j), a in inner if (j if i == k else i) in moved)
            if row:
                return False
        return True


def added(parts: Iterable[Coordinates]) -> Coordinates:
    """Return a sum."""
    total: Coordinates = {}
    for part in parts:
        for k, c in part.items():
            total[k] = total[k] + c if k in total else c
    return {k: c for k, c in total.items() if not c.top.is_zero()}


def product(p: Coordinates, q: Coordinates) -> Coordinates:
    """Return a product, of which one factor is a number."""
    verify.demand(p.keys() <= {()} or q.keys() <= {()}, "a product of values")
    return added({k or m: a * b} for k, a in p.items() for m, b in q.items())


def cleared(all_of: list[Coordinates]) -> list[dict[Any, Any]]:
    """Return the same, times one polynomial, by monomials."""
    bottoms = {str(c.bottom): c.bottom for one in all_of for c in one.values()}
    common = reduce(lambda a, b: a * divmod(b, a.gcd(b))[0], bottoms.values())
    found = []
    for one in all_of:
        rows: dict[Any, Any] = {}
        for label, c in one.items():
            for exponents, value in (c.top * divmod(common, c.bottom)[0]).to_dict().items():
                rows[label, tuple(map(int, exponents))] = fmpq(value)
        found.append(rows)
    return found


def _weights_of(label: Label, count: int, vectors: int) -> list[int]:
    """Which weights a label has: one for each parameter, one for values, one for each vector."""
    out = [0] * (count + 1 + vectors)
    for k in (label[1:] if label and label[0] == "inner" else label if label and label[0] != "value" else ()):
        out[count + 1 + k] += 1
    out[count] += bool(label and label[0] == "value")
    return out


def _terms(one: Coordinates, count: int, vectors: int) -> list[list[int]]:
    found = []
    for label, c in one.items():
        own = _weights_of(label, count, vectors)
        bottom = next(iter(c.bottom.to_dict()))
        for exponents in c.top.to_dict():
            found.append([int(a) - int(b) + w for a, b, w in zip(exponents, bottom, own, strict=False)][:count] + own[count:])
    return found


def gradings(parts: list[Coordinates], values: list[Ratio], count: int, vectors: int) -> list[list[Any]]:
    """Return weights of parameters, values and vectors under which everything is homogeneous."""
    rows = []
    for one in (*parts, *({(): v} for v in values)):
        first, *others = _terms(one, count, vectors) or [[]]
        rows += [[a - b for a, b in zip(first, other, strict=True)] for other in others]
        for c in one.values():
            head, *rest = [list(map(int, e))[:count] for e in c.bottom.to_dict()]
            rows += [[a - b for a, b in zip(head, other, strict=True)] + [0] * (1 + vectors) for other in rest]
    width = count + 1 + vectors
    if not rows:
        return []
    echelon, rank = fmpq_mat(len(rows), width, [x for row in rows for x in row]).rref()
    pivots = [next(j for j in range(width) if echelon[i, j] != 0) for i in range(rank)]
    found = []
    for free in (j for j in range(width) if j not in pivots):
        weight = [fmpq(0)] * width
        weight[free] = fmpq(1)
        for i, p in enumerate(pivots):
            weight[p] = -echelon[i, free]
        found.append(weight)
    return found


def weight(one: Coordinates, weights: list[list[Any]], count: int) -> list[Any]:
    """Return the weights of something homogeneous."""
    if not weights or not one:
        return []
    first = _terms(dict([next(iter(one.items()))]), count, len(weights[0]) - count - 1)[0]
    return [sum((a * b for a, b in zip(first, w, strict=True)), fmpq(0)) for w in weights]


__all__ = ["Coordinates", "Ratio", "Reader", "added", "cleared", "gradings", "product", "weight"]
