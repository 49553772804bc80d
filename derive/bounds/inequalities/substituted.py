"""Expressions that speak of one number as quotients of functions of t, with that number put in as a function of t.

On each piece of an interval ``|u|``, ``max(u, v)`` and the logarithm of a quotient are one such function; where signs are
not the same all over a piece it has to be split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.bounds.forms.normal import canonical, normal, strip
from derive.bounds.inequalities.exponential_logs import (
    Sum,
    Unclear,
    exponential,
    logarithm,
    number,
    of_polynomial,
    trimmed,
)
from derive.bounds.inequalities.sign_patterns import Range, pattern
from derive.core import Expr
from derive.fraction import Fraction
from derive.functions import DERIVED, inside, meaning, named

ONE, T = number(1), of_polynomial((Fraction(0), Fraction(1)))
OWN = {"exp", "log", "abs", "relu"}
FUNCTIONS = OWN | named(
    lambda f: f.derived and all(n.data[0] in OWN for n in inside(f.name) if n.op == "map" and n.data[0] not in DERIVED)
)
COMBINES = ("add", "scale", "matmul", "hadamard", "hpow", "max", "min")


class SplitError(Exception):
    """A piece of the interval has to be split, for a sign is not the same all over it."""

    def __init__(self, places: Sequence[Fraction]) -> None:
        super().__init__(places)
        self.places = places


class UndefinedError(Exception):
    """The expression has no value on a piece."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the interval, on which the quantity is a function of t.

    Attributes:
        over: Where t lies.
        kind: ``+-t``, ``t^2``, ``e^+-t`` or ``1/t``: critical points at ``1/e`` become rational, infinity becomes an end.
        sign: The sign in front of t.

    """

    over: Range
    kind: str = "plain"
    sign: int = 1

    def of(self, t: Fraction) -> Fraction | None:
        """The quantity at t where it is rational."""
        if self.kind == "plain":
            return self.sign * t
        if self.kind == "square":
            return t * t
        if self.kind == "inverse":
            return 1 / t if t else None
        return Fraction(1) if t == 0 else None

    @property
    def quantity(self) -> Quotient:
        """The quantity as a function of t."""
        if self.kind == "inverse":
            return Quotient(ONE, T)
        if self.kind == "exponential":
            return Quotient(exponential((Fraction(0), Fraction(self.sign))))
        return Quotient(T * T if self.kind == "square" else T * number(self.sign))

    @property
    def root(self) -> Quotient:
        """The square root of the quantity."""
        if self.kind == "square":
            return Quotient(T)
        if self.kind == "exponential":
            return Quotient(exponential((Fraction(0), Fraction(self.sign, 2))))
        raise Unclear


@dataclass(frozen=True, slots=True)
class Quotient:
    """One function of t over another."""

    over: Sum
    under: Sum = ONE


def is_root(node: Expr, quantity: Expr) -> bool:
    """Whether a node is a square root of the quantity, or an odd power of it."""
    if node.op == "map" and node.data[0] == "sqrt":
        return is_quantity(node.args[0], quantity)
    exponent = strip(node.args[1]) if node.op == "hpow" else None
    half = exponent is not None and exponent.op == "const" and exponent.data[0].denominator == 2
    return half and is_quantity(node.args[0], quantity)


def is_quantity(expr: Expr, quantity: Expr) -> bool:
    """Whether an expression is the quantity itself."""
    expr = strip(expr)
    return expr == quantity or canonical(normal(expr)) == quantity


def sign_on(f: Sum, piece: Piece) -> int:
    """The sign of a function all over a piece, which is split where it changes."""
    found = pattern(f, piece.over)
    if not all(place.exact for place in found.places):
        raise Unclear
    if found.places:
        raise SplitError([place.low for place in found.places])
    return found.signs[0]


def read(expr: Expr, quantity: Expr, piece: Piece) -> Quotient:
    """An expression as a quotient of two functions of t."""
    expr = strip(expr)
    if is_quantity(expr, quantity):
        return piece.quantity
    if is_root(expr, quantity):
        exponent = 1 if expr.op == "map" else int(2 * strip(expr.args[1]).data[0])
        return _to_power(piece.root, exponent, piece)
    if expr.op == "const":
        return Quotient(number(expr.data[0]))
    if expr.op == "real" and expr.data[0] == "e":
        return Quotient(exponential((Fraction(1),)))
    if expr.op == "size":
        return _size(expr, quantity, piece)
    if expr.op == "map":
        simpler = meaning(expr)
        if simpler is not None:
            return read(simpler, quantity, piece)
        return _function(expr.data[0], read(expr.args[0], quantity, piece), piece)
    if expr.op == "hpow":
        return _power(expr, quantity, piece)
    parts = [read(part, quantity, piece) for part in expr.args] if expr.op in COMBINES else []
    if not parts:
        raise Unclear
    total = parts[0]
    for part in parts[1:]:
        total = _joined(expr.op, total, part, piece)
    return total


def _joined(op: str, first: Quotient, second: Quotient, piece: Piece) -> Quotient:
    if op == "add":
        if first.under == second.under:
            return Quotient(first.over + second.over, first.under)
        return Quotient(first.over * second.under + second.over * first.under, first.under * second.under)
    if op in ("max", "min"):
        gap = _joined("add", first, Quotient(-second.over, second.under), piece)
        sign = sign_on(gap.over, piece) * sign_on(gap.under, piece)
        return first if (sign >= 0) == (op == "max") else second
    return Quotient(first.over * second.over, first.under * second.under)


def _size(expr: Expr, quantity: Expr, piece: Piece) -> Quotient:
    name = next(iter(quantity.data[0].names)) if quantity.op == "size" else None
    value = expr.data[0]
    if not value.names <= {name}:
        raise Unclear
    total = Quotient(number(0))
    for monomial, coefficient in value.terms:
        power = _to_power(piece.quantity, sum(power for _, power in monomial), piece)
        total = _joined("add", total, Quotient(power.over * number(coefficient), power.under), piece)
    return total


def _power(expr: Expr, quantity: Expr, piece: Piece) -> Quotient:
    exponent = strip(expr.args[1])
    base = strip(expr.args[0])
    if base.op == "real" and base.data[0] == "e":
        return _function("exp", read(exponent, quantity, piece), piece)
    if exponent.op != "const" or exponent.data[0].denominator != 1:
        raise Unclear
    return _to_power(read(base, quantity, piece), int(exponent.data[0]), piece)


def _to_power(found: Quotient, power: int, piece: Piece) -> Quotient:
    if power < 0:
        if sign_on(found.over, piece) == 0:
            raise UndefinedError
        found = Quotient(found.under, found.over)
    return Quotient(found.over.to_power(abs(power)), found.under.to_power(abs(power)))


def _function(name: str, inner: Quotient, piece: Piece) -> Quotient:
    if name in ("abs", "relu"):
        sign = sign_on(inner.over, piece) * sign_on(inner.under, piece)
        if name == "relu":
            return inner if sign > 0 else Quotient(number(0))
        return inner if sign >= 0 else Quotient(-inner.over, inner.under)
    if name == "log":
        signs = sign_on(inner.over, piece), sign_on(inner.under, piece)
        if signs[0] * signs[1] <= 0:
            raise UndefinedError
        return Quotient(logarithm(inner.over * number(signs[0])) - logarithm(inner.under * number(signs[1])))
    scale = inner.under.constant
    poly = inner.over.polynomial
    if scale is None or not scale or poly is None:
        raise Unclear
    argument = trimmed(c / scale for c in poly)
    grown = exponential(argument)
    if name == "exp":
        return Quotient(grown)
    raise Unclear


__all__ = [
    "COMBINES",
    "FUNCTIONS",
    "ONE",
    "Piece",
    "Quotient",
    "SplitError",
    "UndefinedError",
    "is_quantity",
    "is_root",
    "read",
    "sign_on",
]
