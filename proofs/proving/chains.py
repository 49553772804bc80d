"""Derivatives as products: the chain rule and the product rule, written with the derivatives that a bound speaks of.

With rows first, `d vec(A B) = (I kron B^T) d vec(A) + (A kron I) d vec(B)`. What is written here is shown by an `identity` step; a
mistake would be rejected there.
"""

from __future__ import annotations

from collections.abc import Iterable

from proofs import verify
from proofs.proving.families import diagonal
from proofs.verify import Node, Rejected

MOST = 60
"""Parts of a body that are looked at."""


class Chains:
    """Writes Jacobians as sums of products.

    Args:
        known: The derivatives (rows first) that a bound speaks of: their bodies stay closed.

    """

    def __init__(self, known: Iterable[Node]) -> None:
        found = {n for n in known if n.op == "deriv"}
        found |= {verify.replaced(n.args[0], {n.data[0]: n.args[1]}, {}) for n in found if n.args[0].op == "deriv"}
        found = {n for n in found if n.data[1] == "vecr" and n.data[0] in n.args[0].free}
        self.layers = sorted(found, key=lambda n: (-n.args[0].weight, verify.text_of(n)))
        self.work = self.names = 0

    def product(self, node: Node) -> Node | None:
        """Return a derivative as another expression, None if nothing is known of it.

        Raises:
            Rejected: A part of the body is not understood, or it is too large.

        """
        self.work = 0
        body, point = node.args
        if node.data[1] != "vecr":
            return None
        if body.op in verify.DERIVATIVES:
            inner = self.product(body) if body.op == "deriv" else None
            verify.demand(inner is not None, "a derivative of another kind")
            assert inner is not None
            body = inner
        self.names += 1
        variable = verify.var(f"t~x{self.names}", *point.shape)  # a name that nothing binds
        found = self._jacobian(verify.replaced(body, {node.data[0]: variable}, {}), variable)
        return None if found is None else verify.replaced(found, {variable.data[0]: point}, {})

    def _jacobian(self, e: Node, x: Node) -> Node | None:
        """The derivative of the entries of an expression, rows first, by those of a variable; None is zero."""
        self.work += 1
        verify.demand(self.work < MOST, "too many parts")
        if x.data[0] not in e.free:
            return None
        if e is x:
            return verify.make("eye", (e.rows + e.cols,))
        if (layer := self._layer(e, x)) is not None:
            return layer
        if e.op == "add":
            parts = [p for a in e.args if (p := self._jacobian(a, x)) is not None]
            return verify.add(*parts)
        if e.op == "scale" and x.data[0] not in e.args[0].free:
            inner = self._jacobian(e.args[1], x)
            return None if inner is None else verify.scale(e.args[0], inner)
        if e.op in ("matmul", "kron"):
            verify.demand(e.op == "matmul", "a Kronecker product that moves")
            a, b = e.args
            left, right = self._jacobian(a, x), self._jacobian(b, x)
            parts = [self._times(self._kron(_eye(a.rows), verify.transpose(b)), left)] if left is not None else []
            parts += [self._times(self._kron(a, _eye(b.cols)), right)] if right is not None else []
            return verify.add(*parts)
        if e.op in ("vecr", "reshape"):
            return self._jacobian(e.args[0], x)
        if e.op in ("sum", "diag", "inv", "hpow") or (e.op == "transpose" and () not in e.shape):
            inner = self._jacobian(e.args[0], x)
            return None if inner is None else self._linear(e, inner)
        if e.op == "map" and e.data[0] in verify.SLOPES:
            inner = self._jacobian(e.args[0], x)
            slope = verify.make("diag", (), (verify.make("vecr", (), (verify.SLOPES[e.data[0]](e.args[0]),)),))
            return None if inner is None else self._times(slope, inner)
        if e.op == "map" and e.data[0] == "relu":
            inner = self._jacobian(e.args[0], x)
            entries = verify.make("vecr", (), e.args)
            steps = verify.make("indicator", (">",), (entries, verify.make("zeros", entries.shape)))
            slope = verify.make("diag", (), (steps,))
            return None if inner is None else self._times(slope, inner)
        if e.op == "deriv" and e.data[1] == "vecr":
            return self._of_derivative(e, x)
        if e.op == "softmax":
            inner = self._jacobian(e.args[0], x)
            return None if inner is None else self._times(_of_softmax(e), inner)
        if e.op in ("fun", "map"):
            parts = [self._by_argument(e, k, a, x) for k, a in enumerate(e.args) if x.data[0] in a.free]
            return verify.add(*parts)
        raise Rejected(f"no chain through {e.op}")

    def _linear(self, e: Node, inner: Node) -> Node:
        """The derivative of a sum over an index, a transpose, a diagonal matrix, an inverse or powers of entries by that of the argument."""
        (a, *_) = e.args
        if e.op == "sum":
            return verify.make("sum", e.data, (inner,))
        if e.op == "transpose":
            return verify.matmul(verify.make("commutation", e.shape), inner)
        if e.op == "diag":
            new = verify.var("t~y", *a.shape)
            return self._times(verify.make("deriv", ("t~y", "vecr"), (verify.make("diag", (), (new,)), verify.make("zeros", a.shape))), inner)
        if e.op == "inv":
            return verify.scale(verify.const(-1), verify.matmul(self._kron(e, verify.transpose(e)), inner))
        power = verify.rational(e.args[1])
        verify.demand(power is not None, "a power that is no number")
        slope = verify.make("vecr", (), (verify.power(a, power - 1),))
        return verify.scale(verify.const(power), self._times(verify.make("diag", (), (slope,)), inner))

    def _of_derivative(self, e: Node, x: Node) -> Node | None:
        """That of a derivative at a point that moves: its own derivative there, times that of the point."""
        name, (body, point) = e.data[0], e.args
        if x.data[0] not in point.free:  # only its body moves
            again = verify.var("t~d", *x.shape)
            return verify.make("deriv", ("t~d", "vecr"), (verify.replaced(e, {x.data[0]: again}, {}), x))
        verify.demand(x.data[0] not in body.free, "a body and a point that move")
        inner = self._jacobian(point, x)
        if inner is None:
            return None
        again = verify.var("t~d", *point.shape)
        first = verify.make("deriv", ("t~d", "vecr"), (verify.make("deriv", (name, "vecr"), (body, again)), point))
        return self._times(first, inner)

    def _layer(self, e: Node, x: Node) -> Node | None:
        """A value of a function whose derivative is known: that derivative there, times that of its argument."""
        for known in self.layers:
            name, (body, point) = known.data[0], known.args
            if e.op == body.op and e.shape == body.shape and e.op not in verify.DERIVATIVES:
                places: dict[str, Node] = {}
                pattern = verify.replaced(body, {name: verify.var("t~f", *point.shape)}, {})
                if verify.match(pattern, e, "t~f", places, set()) and places and places["t~f"].op != "var":
                    inner = self._jacobian(places["t~f"], x)
                    there = verify.make("deriv", known.data, (body, places["t~f"]))
                    return None if inner is None else self._times(there, inner)
            if point.shape == x.shape and e is verify.replaced(body, {name: x}, {}):
                return verify.make("deriv", known.data, (body, x))
        return None

    def _by_argument(self, e: Node, place: int, argument: Node, x: Node) -> Node:
        """The part of the derivative of a function through one of its arguments."""
        inner = self._jacobian(argument, x)
        verify.demand(inner is not None, "an argument that does not move")
        assert inner is not None
        new = verify.var("t~y", *argument.shape)
        body = verify.make(e.op, e.data, (*e.args[:place], new, *e.args[place + 1 :]))
        return self._times(verify.make("deriv", ("t~y", "vecr"), (body, argument)), inner)

    def _times(self, a: Node, b: Node) -> Node:
        return a if b.op == "eye" and b.rows == a.cols else verify.matmul(a, b)

    def _kron(self, a: Node, b: Node) -> Node:
        return b if a.scalar else a if b.scalar else verify.make("kron", (), (a, b))


def _of_softmax(e: Node) -> Node:
    """The derivative of a softmax of rows: ``diag(p) - p p^T`` for each row p, on a diagonal."""
    name = (verify.named("t~i"),)
    row = verify.transpose(e if e.rows == () else verify.make("row", name, (e,)))
    block = verify.less(verify.make("diag", (), (row,)), verify.matmul(row, verify.transpose(row)))
    verify.demand(len(e.rows) < 2, "rows with several indices")  # noqa: PLR2004
    return block if e.rows == () else diagonal("t~i", e.rows[0], block)


def _eye(dim: tuple) -> Node:
    return verify.make("eye", (dim,))


__all__ = ["Chains"]
