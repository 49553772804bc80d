r"""What moves when a derivative is taken by something that is no bare name.

An entry, a row, a transpose or a multiple of a name is some of its coordinates, however it is spelled: where
``(W_Q)_{ab}`` moves by z, ``W_Q`` moves by ``z e_a e_b^\top`` wherever it occurs.  A function of one number moves it by
the chain rule: ``d / d \log N = N d / d N``.  Another expression must be all through which its variables act.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derive import build as b
from derive.build import free_names
from derive.core import Expr, walk
from derive.size_names import bound_indices, size_names
from derive.sizes import Dim, Size

Lift = Callable[[Expr], Expr]


@dataclass(frozen=True, slots=True)
class Varied:
    """Coordinates of a whole.

    Attributes:
        base: The whole, a name or an expression.
        lift: Which step of the whole moves the part by z and no other coordinate.
    """

    base: Expr
    lift: Lift


def varied(part: Expr) -> Varied:
    """Return what moves with a part: signs, factors and terms without variables, selections and orders are taken off."""
    base, lift = part, _same
    while (found := _inner(base)) is not None:
        base, step = found
        lift = _after(step, lift)
    return Varied(base, lift)


def number_in(e: Expr) -> Varied | None:
    """Return the only number on which a number depends, a scalar name or an entry of a name; None if there is no such."""
    names = free_names(e)
    if len(names) != 1 or not e.shape.is_scalar:
        return None
    inside = bound_indices(e)
    own = [node for node in walk(e) if node.op in ("var", "entry") and node.shape.is_scalar]
    for node in own:
        if (
            varied(node).base.op == "var"
            and inside.isdisjoint(size_names(node))
            and names.isdisjoint(free_names(_without(e, node)))
        ):
            return varied(node)
    return None


def _without(e: Expr, node: Expr) -> Expr:
    """Return an expression with 0 in place of a node."""
    done: dict[Expr, Expr] = {}
    for inner in walk(e):
        done[inner] = b.const(0) if inner == node else b.rebuild(inner, [done[a] for a in inner.args])
    return done[e]


def _same(z: Expr) -> Expr:
    return z


def _after(second: Lift, first: Lift) -> Lift:
    return second if first is _same else lambda z: second(first(z))


def _inner(e: Expr) -> tuple[Expr, Lift] | None:
    """Take one operation off: what it is applied to, and the step of that for a step z of its result."""
    rule = _RULES.get(e.op)
    return rule(e) if rule is not None else None


def _of_scale(e: Expr) -> tuple[Expr, Lift] | None:
    """A multiple c A with a number c: A moves by z / c."""
    number, inner = e.args
    if free_names(number) and inner.shape.is_scalar:
        number, inner = inner, number
    return None if free_names(number) or not free_names(inner) else (inner, lambda z: b.div(z, number))


def _of_sum(e: Expr) -> tuple[Expr, Lift] | None:
    """A sum with terms that do not vary."""
    terms = [term for term in e.args if free_names(term)]
    return None if len(terms) == len(e.args) or not terms else (b.add(*terms), _same)


def _of_entry(e: Expr) -> tuple[Expr, Lift]:
    inner, (i, j) = e.args[0], e.data
    return inner, lambda z: b.scale(z, unit(i, j, inner.shape.rows, inner.shape.cols))


def unit(i: Size, j: Size, rows: Dim, cols: Dim) -> Expr:
    """Return the matrix, column or row with the only entry 1 at a place."""
    if not cols:
        return b.basis(i, rows)
    row = b.transpose(b.basis(j, cols))
    return b.matmul(b.basis(i, rows), row) if rows else row


_RULES: dict[str, Callable[[Expr], tuple[Expr, Lift] | None]] = {
    "transpose": lambda e: (e.args[0], b.transpose),
    "reshape": lambda e: (e.args[0], lambda z: b.reshape(z, e.args[0].shape)),
    "vecr": lambda e: (e.args[0], lambda z: b.unvecr(z, e.args[0].shape.rows, e.args[0].shape.cols)),
    # vec(A) = vec_r(A^T)
    "vec": lambda e: (e.args[0], lambda z: b.transpose(b.unvecr(z, e.args[0].shape.cols, e.args[0].shape.rows))),
    "unvecr": lambda e: (e.args[0], lambda z: b.reshape(b.vecr(z), e.args[0].shape)),
    "entry": _of_entry,
    "row": lambda e: (e.args[0], lambda z: b.matmul(b.basis(e.data[0], e.args[0].shape.rows), z)),
    "col": lambda e: (e.args[0], lambda z: b.matmul(z, b.transpose(b.basis(e.data[0], e.args[0].shape.cols)))),
    "diagpart": lambda e: (e.args[0], b.diag),
    "scale": _of_scale,
    "add": _of_sum,
}


__all__ = ["Varied", "number_in", "unit", "varied"]
