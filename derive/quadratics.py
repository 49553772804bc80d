"""Quadratic functions of one matrix by their coefficients: ``f(x) = sum_k <x, P_k x Q_k> + <b, x> + c``.

A function is multiplied out as a polynomial of degree two in x with matrix coefficients; what is no such polynomial by its
form has no coefficients here.  Where the quadratic part is definite, the one point where the function is least (or largest)
and its value there follow from them (Boyd and Vandenberghe, Convex Optimization, A.5.5).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported
from derive.isolate import plain
from derive.size_names import size_names
from derive.sizes import Shape
from derive.tidy import tidied

MAX_TERMS = 64
"""Products that a function may have."""

Linear = tuple[Expr, bool, Expr]
"""``L x R``, or ``L x^T R`` if the flag is set."""
Square = tuple[Expr, bool, Expr, bool, Expr]
"""``L x M x R``, each x transposed if its flag is set."""


@dataclass(frozen=True, slots=True)
class Quadratic:
    """``<x, S x> + <b, x> + c`` (side 'left'), ``<x, x S> + ...`` ('right'), or S for ``vec_r(x)`` ('both').

    Attributes:
        side: Where S stands.
        form: S, symmetric or not.
        slope: b, of the shape of x.
        constant: c.
    """

    side: str
    form: Expr
    slope: Expr
    constant: Expr


def quadratic(function: Expr, x: Expr) -> Quadratic | None:
    """Return the coefficients of a scalar function of a variable, None if it is not seen to be a quadratic one."""
    try:
        found = _number(function, x)
    except NotSupported:
        return None
    if not found.pairs:
        return None
    still = Shape(x.shape.cols, x.shape.cols)
    if x.shape.cols == () or all(plain(q).op == "eye" for _, q in found.pairs):
        side, form = "left", [b.scale(b.reshape(q, Shape()), p) if q.shape.is_scalar else p for p, q in found.pairs]
    elif all(plain(p).op == "eye" for p, _ in found.pairs):
        side, form = "right", [b.reshape(q, still) for _, q in found.pairs]
    else:
        side, form = "both", [b.kron(p, b.transpose(b.reshape(q, still))) for p, q in found.pairs]
    slope = b.add(*found.slopes) if found.slopes else b.zeros(x.shape.rows, x.shape.cols)
    constant = b.add(*found.constants) if found.constants else b.const(0)
    return Quadratic(side, b.add(*form), slope, constant)


def stationary_point(found: Quadratic, form: Expr) -> Expr:
    """Return ``-1/2 S^-1 b`` for a symmetric S, where the gradient vanishes."""
    shape, inverse = found.slope.shape, _inverse(form)
    if shape.is_scalar:
        value = b.div(found.slope, b.reshape(form, Shape()))
    elif found.side == "left":
        value = b.matmul(inverse, found.slope)
    elif found.side == "right":
        value = b.matmul(found.slope, inverse)
    else:
        value = b.unvecr(b.matmul(inverse, b.vecr(found.slope)), shape.rows, shape.cols)
    return tidied(b.reshape(b.scale(b.const("-1/2"), value), shape))


def _inverse(form: Expr) -> Expr:
    form = plain(form)
    if form.op == "scale":
        return b.scale(b.hpow(form.args[0], b.const(-1)), _inverse(form.args[1]))
    return b.kron(*map(_inverse, form.args)) if form.op == "kron" else b.inv(form)


def stationary_value(found: Quadratic, form: Expr) -> Expr:
    """Return ``c - 1/4 <b, S^-1 b>``, the value at `stationary_point`."""
    product = b.matmul(b.transpose(found.slope), stationary_point(found, form))
    product = product if product.shape.is_scalar else b.trace(product)
    return b.add(found.constant, b.scale(b.const("1/2"), product))


@dataclass(slots=True)
class _Matrix:
    """A sum of constant, linear and quadratic products."""

    constants: list[Expr] = field(default_factory=list)
    linear: list[Linear] = field(default_factory=list)
    squares: list[Square] = field(default_factory=list)


@dataclass(slots=True)
class _Number:
    """``sum <x, P x Q> + sum <G, x> + sum c``."""

    pairs: list[tuple[Expr, Expr]] = field(default_factory=list)
    slopes: list[Expr] = field(default_factory=list)
    constants: list[Expr] = field(default_factory=list)


def _unknown(e: Expr) -> NotSupported:
    return NotSupported(f"{e.op} in what is no quadratic function by its form")


def _is_still(e: Expr, x: Expr) -> bool:
    return x.data[0] not in b.free_names(e)


# Numbers.


def _number(e: Expr, x: Expr) -> _Number:
    """Read a number.

    Raises:
        NotSupported: It is not seen to be a polynomial of degree two.
    """
    e = plain(e)
    if _is_still(e, x):
        return _Number([], [], [e])
    rule = _NUMBERS.get(e.op)
    found = _traced(_matrix(e, x), x) if rule is None else rule(e, x)
    if len(found.pairs) + len(found.slopes) > MAX_TERMS:
        raise _unknown(e)
    return found


def _sum_of_numbers(e: Expr, x: Expr) -> _Number:
    found = _Number()
    for part in (_number(a, x) for a in e.args):
        found.pairs += part.pairs
        found.slopes += part.slopes
        found.constants += part.constants
    return found


def _product(e: Expr, x: Expr) -> _Number:
    first, second = e.args
    return _multiplied(_number(first, x), _number(second, x), e, x)


def _multiplied(left: _Number, right: _Number, e: Expr, x: Expr) -> _Number:
    if left.pairs or left.slopes:
        left, right = right, left
    if left.pairs or left.slopes:
        if left.pairs or right.pairs or x.shape.cols != ():
            raise _unknown(e)
        one = b.eye(())
        pairs = [(b.matmul(g, b.transpose(h)), one) for g in left.slopes for h in right.slopes]
        slopes = [b.scale(c, g) for n, m in ((left, right), (right, left)) for c in n.constants for g in m.slopes]
        return _Number(pairs, slopes, [b.scale(c, d) for c in left.constants for d in right.constants])
    if not left.constants:
        return _Number()
    factor = b.add(*left.constants)
    return _Number(
        [(b.scale(factor, p), q) for p, q in right.pairs],
        [b.scale(factor, g) for g in right.slopes],
        [b.scale(factor, c) for c in right.constants],
    )


def _power(e: Expr, x: Expr) -> _Number:
    base, exponent = plain(e.args[0]), plain(e.args[1])
    if exponent.op != "const" or exponent.data[0] != 2:
        raise _unknown(e)
    if base.op == "norm" and (base.data[0] == "F" or (base.data[0] == "2" and base.args[0].shape.cols == ())):
        inner = _matrix(base.args[0], x)
        return _traced(_times(_turned(inner), inner, base), x)
    if base.op == "hpow" and plain(base.args[1]) == b.const("1/2"):
        return _number(base.args[0], x)
    one = _number(base, x)
    return _multiplied(one, one, e, x)


def _trace(e: Expr, x: Expr) -> _Number:
    return _traced(_matrix(e.args[0], x), x)


def _sum_over(e: Expr, x: Expr) -> _Number:
    inner = _number(e.args[0], x)
    index, low, high = e.data

    def over(term: Expr) -> Expr:
        return b.sum_(index, low, high, term)

    pairs = []
    for p, q in inner.pairs:
        if index in size_names(p) and index in size_names(q):
            raise _unknown(e)
        pairs.append((p, over(q)) if index in size_names(q) else (over(p), q))
    return _Number(pairs, [over(g) for g in inner.slopes], [over(c) for c in inner.constants])


_NUMBERS = {"add": _sum_of_numbers, "scale": _product, "hpow": _power, "trace": _trace, "sum": _sum_over}


def _traced(e: _Matrix, x: Expr) -> _Number:
    """The trace of a square matrix, each term turned to begin with x: ``tr(L x^T M x R) = <x, M x (R L)>``."""
    found = _Number([], [], [_trace_of(c) for c in e.constants])
    for left, turned, right in e.linear:
        around = b.matmul(right, left)
        found.slopes.append(around if turned else b.transpose(around))
    for left, first, middle, second, right in e.squares:
        around = b.matmul(right, left)
        if first and not second:
            found.pairs.append((middle, around))
        elif second and not first:
            found.pairs.append((around, middle))
        elif x.shape.cols == ():  # a product of two numbers
            pair = (b.transpose(middle), around) if not first else (middle, b.transpose(around))
            found.pairs.append((b.matmul(*pair), b.eye(())))
        else:
            raise _unknown(middle)
    return found


def _trace_of(e: Expr) -> Expr:
    return e if e.shape.is_scalar else b.trace(e)


# Matrices.


def _matrix(e: Expr, x: Expr) -> _Matrix:
    """Read a matrix.

    Raises:
        NotSupported: It is not seen to be a polynomial of degree two.
    """
    e = plain(e)
    if _is_still(e, x):
        return _Matrix([e])
    if e.op == "var":
        return _Matrix([], [(b.eye(x.shape.rows), False, b.eye(x.shape.cols))])
    if e.op == "add":
        found = _Matrix()
        for part in (_matrix(a, x) for a in e.args):
            found.constants += part.constants
            found.linear += part.linear
            found.squares += part.squares
        return found
    if e.op == "transpose":
        return _turned(_matrix(e.args[0], x))
    if e.op == "matmul":
        return _times(_matrix(e.args[0], x), _matrix(e.args[1], x), e)
    if e.op == "scale":
        return _scaled(e.args[0], e.args[1], e, x)
    if e.op == "hadamard" and e.shape.cols == ():
        still, moving = sorted(e.args, key=lambda a: not _is_still(a, x))
        return _matrix(b.matmul(b.diag(still), moving), x)
    if e.op in ("entry", "row", "col"):
        return _matrix(_selected(e), x)
    raise _unknown(e)


def _scaled(factor: Expr, inner: Expr, e: Expr, x: Expr) -> _Matrix:
    """A number times a matrix: of one that moves, a column times it, or it times a row."""
    if _is_still(factor, x):
        return _times(_Matrix([b.scale(factor, b.eye(e.shape.rows))]), _matrix(inner, x), e)
    number, matrix = _matrix(factor, x), _matrix(inner, x)
    if inner.shape.cols and inner.shape.rows:
        raise _unknown(e)
    return _times(number, matrix, e) if inner.shape.cols else _times(matrix, number, e)


def _selected(e: Expr) -> Expr:
    """An entry, a row or a column as a product with unit vectors."""
    inner = e.args[0]
    if e.op != "col" and inner.shape.rows:
        inner = b.matmul(b.transpose(b.basis(e.data[0], inner.shape.rows)), inner)
    return inner if e.op == "row" or not inner.shape.cols else b.matmul(inner, b.basis(e.data[-1], inner.shape.cols))


def _turned(e: _Matrix) -> _Matrix:
    turn = b.transpose
    return _Matrix(
        [turn(c) for c in e.constants],
        [(turn(right), not turned, turn(left)) for left, turned, right in e.linear],
        [(turn(r), not second, turn(m), not first, turn(left)) for left, first, m, second, r in e.squares],
    )


def _times(left: _Matrix, right: _Matrix, e: Expr) -> _Matrix:
    if (left.squares and (right.linear or right.squares)) or (right.squares and left.linear):
        raise _unknown(e)
    found = _Matrix([b.matmul(c, d) for c in left.constants for d in right.constants])
    for c in right.constants:
        found.linear += [(one, turned, b.matmul(r, c)) for one, turned, r in left.linear]
        found.squares += [(one, first, m, second, b.matmul(r, c)) for one, first, m, second, r in left.squares]
    for c in left.constants:
        found.linear += [(b.matmul(c, one), turned, r) for one, turned, r in right.linear]
        found.squares += [(b.matmul(c, one), first, m, second, r) for one, first, m, second, r in right.squares]
    found.squares += [(a, t, b.matmul(r, c), u, s) for a, t, r in left.linear for c, u, s in right.linear]
    if len(found.squares) + len(found.linear) > MAX_TERMS:
        raise _unknown(e)
    return found


__all__ = ["Quadratic", "quadratic", "stationary_point", "stationary_value"]
