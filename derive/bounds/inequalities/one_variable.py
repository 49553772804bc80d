"""Inequalities between functions of one real number: ``x / (1 + x) <= log(1 + x)``, ``e^x <= 1 + x + x^2`` for x <= 1.

The two sides speak of one number (a variable, an entry, a norm, a size), and are made of it by arithmetic, exp, log, tanh and
the like; on the interval that hypotheses leave, the sign of their difference is found by derivatives (`sign_patterns`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import isqrt

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, elementwise
from derive.bounds.forms.bound import Step
from derive.bounds.forms.normal import canonical, is_scalar, normal, strip
from derive.bounds.inequalities.enclosures import NORMAL, is_positive
from derive.bounds.inequalities.exponential_logs import (
    Unclear,
    sign_at,
)
from derive.bounds.inequalities.sign_patterns import Range, pattern
from derive.bounds.inequalities.substituted import (
    COMBINES,
    FUNCTIONS,
    Piece,
    Quotient,
    SplitError,
    UndefinedError,
    is_quantity,
    is_root,
    read,
    sign_on,
)
from derive.core import Expr, walk
from derive.directions import written_out
from derive.fraction import Fraction

RULE = ("one variable", "the signs of the derivatives tell where a function of one number is positive")
ENCLOSED = ("enclosures", "ball arithmetic encloses a function of one number on each piece of its interval")
MAX_NODES, MAX_PIECES = 60, 16


@dataclass(frozen=True, slots=True)
class _Interval:
    """Between which numbers a quantity lies, and whether the ends belong to it."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_in: bool = False
    high_in: bool = False


def of_one_variable(facts: Facts, lhs: Expr, rhs: Expr, strict: bool) -> tuple[Step, ...] | None:
    """The step that shows ``lhs <= rhs`` (``<`` if strict) between functions of one number, or None.

    ``|f| <= c`` says ``f <= c`` and ``-f <= c``, where f changes its sign at numbers that are not rational, too.
    """
    found, inner = _between(facts, lhs, rhs, strict), strip(lhs)
    if found is not None or inner.op != "map" or inner.data[0] != "abs" or not is_scalar(inner):
        return found
    both = [_between(facts, side, rhs, strict) for side in (inner.args[0], build.neg(inner.args[0]))]
    return None if None in both else both[0]


def _between(facts: Facts, lhs: Expr, rhs: Expr, strict: bool) -> tuple[Step, ...] | None:
    try:
        whole = build.sub(build.reshape(rhs, build.SCALAR), build.reshape(lhs, build.SCALAR))
        whole = written_out(whole, of_numbers=True)
        quantity = _only_quantity(whole)
        if quantity is not None and _seen_positive(facts, whole, quantity, strict):
            return (RULE,)
        return _by_enclosures(facts, whole)
    except Unclear:
        return None


def _seen_positive(facts: Facts, whole: Expr, quantity: Expr, strict: bool) -> bool:
    try:
        return _is_positive(whole, quantity, _interval(facts, quantity), strict)
    except Unclear:
        return False


def _by_enclosures(facts: Facts, whole: Expr) -> tuple[Step, ...] | None:
    quantity = _only_quantity(whole, (*FUNCTIONS, *NORMAL))
    if quantity is None:
        return None
    where = _interval(facts, quantity)
    return (ENCLOSED,) if is_positive(whole, quantity, where.low, where.high) else None


# The quantity and its interval


def _only_quantity(whole: Expr, functions: Sequence[str] = FUNCTIONS) -> Expr | None:
    """The one quantity that an expression speaks of."""
    found: dict[Expr, None] = {}
    waiting, seen = [whole], 0
    while waiting:
        node, seen = strip(waiting.pop()), seen + 1
        if seen > MAX_NODES:
            return None
        if node.op == "const" or node == build.real("e"):
            continue
        if node.op in COMBINES and all(map(is_scalar, node.args)):
            waiting += node.args
        elif node.op == "map" and node.data[0] in functions and is_scalar(node):
            waiting += node.args
        elif node.op == "map" and node.data[0] == "sqrt":
            waiting += node.args
        elif node.op == "size" and node.data[0].constant is None:
            if len(node.data[0].names) != 1:
                return None
            found[build.size(next(iter(node.data[0].names)))] = None
        elif node.op in ("var", "entry", "norm") and is_scalar(node):
            found[canonical(normal(node))] = None
        elif node.op != "size":
            return None
        if len(found) > 1:
            return None
    return next(iter(found), None)


def _interval(facts: Facts, quantity: Expr) -> _Interval:
    """Where the quantity lies by the hypotheses that compare it with a number, and by its sign."""
    found = _Interval()
    for start, slope, strict in _linear_hypotheses(facts, quantity):
        end = -start / slope
        if slope > 0 and (found.low is None or end > found.low or (end == found.low and strict)):
            found = replace(found, low=end, low_in=not strict)
        if slope < 0 and (found.high is None or end < found.high or (end == found.high and strict)):
            found = replace(found, high=end, high_in=not strict)
    return found


def _linear_hypotheses(facts: Facts, quantity: Expr) -> list[tuple[Fraction, Fraction, bool]]:
    """``a + b x >= 0`` (strict: ``> 0``) as (a, b, strict)."""
    found: list[tuple[Fraction, Fraction, bool]] = []
    if quantity.op == "size":
        name = next(iter(quantity.data[0].names))
        least = facts.least_of(quantity.data[0])
        if least is not None and not any(index == name for index, _, _ in facts.indices):
            found.append((-Fraction(least[name]), Fraction(1), False))
    for slope in (1, -1):
        sign = elementwise(facts, build.scale(build.const(slope), quantity) if slope < 0 else quantity)
        if sign:
            found.append((Fraction(0), Fraction(slope), sign == POSITIVE))
    for small, large, strict, names in facts.orders:
        if names:
            continue
        gap = _linear(build.sub(large, build.reshape(small, large.shape)), quantity)
        if gap is not None and gap[1]:
            found.append((*gap, strict))
        inner, most = strip(small), _linear(large, quantity)
        if inner.op == "map" and inner.data[0] == "abs" and most is not None and not most[1]:
            line = _linear(inner.args[0], quantity)
            if line is not None and line[1]:
                found += [(most[0] - line[0], -line[1], strict), (most[0] + line[0], line[1], strict)]
    return found


def _linear(expr: Expr, quantity: Expr) -> tuple[Fraction, Fraction] | None:
    """(a, b) of ``a + b x``."""
    if not is_scalar(expr) or len(list(islice(walk(expr), MAX_NODES))) == MAX_NODES:
        return None
    try:
        found = read(build.reshape(expr, build.SCALAR), quantity, Piece(Range(Fraction(0), None)))
    except (Unclear, SplitError, UndefinedError):
        return None
    poly, scale = found.over.polynomial, found.under.constant
    if poly is None or not scale or len(poly) > 2:
        return None
    start, slope = (*poly, Fraction(0), Fraction(0))[:2]
    return start / scale, slope / scale


# Pieces


def _is_positive(whole: Expr, quantity: Expr, where: _Interval, strict: bool) -> bool:
    """Whether an expression is not negative (positive, if strict) wherever it has a value."""
    nodes = _nodes(whole)
    roots = any(is_root(node, quantity) for node in nodes)
    where = _where_defined(where, roots, any(_is_log(node, quantity) for node in nodes))
    if where.low is not None and where.high is not None and where.low >= where.high:
        return False
    for kind in ["square" if roots else "plain", "inverse", "exponential"]:
        try:
            pieces = _first_pieces(kind, where)
            if not (strict and kind == "exponential" and where.low == 0 and where.low_in):
                return _is_positive_on(whole, quantity, where, pieces, strict)
        except Unclear:
            continue
    return False


def _where_defined(where: _Interval, roots: bool, logs: bool) -> _Interval:
    """The interval without the numbers that have no square root or no logarithm, where a claim speaks of those."""
    if logs and (where.low is None or where.low <= 0):
        return replace(where, low=Fraction(0), low_in=False)
    if roots and (where.low is None or where.low < 0):
        return replace(where, low=Fraction(0), low_in=True)
    return where


def _is_positive_on(whole: Expr, quantity: Expr, where: _Interval, waiting: list[Piece], strict: bool) -> bool:
    """The same over some pieces.

    The expression is continuous where it has a value, so that the ends of the pieces matter for the strict relation only.
    """
    shown, left = False, MAX_PIECES
    while waiting:
        piece, left = waiting.pop(), left - 1
        if left < 0:
            raise Unclear
        try:
            found = read(whole, quantity, piece)
            under = sign_on(found.under, piece)
            signs = pattern(found.over, piece.over)
        except UndefinedError:
            continue
        except SplitError as split:
            waiting += _split(piece, split.places)
            continue
        if any(sign * under < (1 if strict else 0) for sign in signs.signs) or (strict and signs.places):
            return False
        if strict and not all(_positive_at(found, x) for x in _ends(piece, where)):
            return False
        shown = True
    return shown


def _first_pieces(kind: str, where: _Interval) -> list[Piece]:
    """Pieces that cover the interval, on each of which the quantity is one function of t.

    Raises:
        Unclear: If the interval is not of that kind.

    """
    low, high, zero = where.low, where.high, Fraction(0)
    if kind == "square":
        ends = _root(low), None if high is None else _root(high)
        if ends[0] is None or (high is not None and ends[1] is None):
            raise Unclear
        return [Piece(Range(ends[0], ends[1]), kind)]
    if kind == "inverse":
        if low is None or low < 0 or high == 0:
            raise Unclear
        return [Piece(Range(zero if high is None else 1 / high, 1 / low if low else None), kind)]
    if kind == "exponential":
        if low is None or low < 0:
            raise Unclear
        above = [] if high is not None and high <= 1 else [Piece(Range(zero, None), kind)]
        return above if low >= 1 else [*above, Piece(Range(zero, None), kind, -1)]
    if low is not None:
        return [Piece(Range(low, high))]
    if high is not None:
        return [Piece(Range(-high, None), kind, -1)]
    return [Piece(Range(zero, None)), Piece(Range(zero, None), kind, -1)]


def _nodes(whole: Expr) -> list[Expr]:
    found, waiting = [], [whole]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += node.args if node.op not in ("entry", "norm", "var") else ()
    return found


def _is_log(node: Expr, quantity: Expr) -> bool:
    """Whether a node is the logarithm of the quantity."""
    return node.op == "map" and node.data[0] == "log" and is_quantity(node.args[0], quantity)


def _root(value: Fraction | None) -> Fraction | None:
    """The square root of a rational number, if it is rational."""
    if value is None or value < 0:
        return None
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return root if root * root == value else None


def _split(piece: Piece, places: Sequence[Fraction]) -> list[Piece]:
    inside = sorted({x for x in places if x > piece.over.low and (piece.over.high is None or x < piece.over.high)})
    if not inside:
        raise Unclear
    lows, highs = [piece.over.low, *inside], [*inside, piece.over.high]
    return [replace(piece, over=Range(low, high)) for low, high in zip(lows, highs, strict=True)]


def _ends(piece: Piece, where: _Interval) -> list[Fraction]:
    """The ends of a piece that belong to the interval."""
    found = []
    for t in (piece.over.low, piece.over.high):
        x = None if t is None else piece.of(t)
        if t is not None and not (x == where.low and not where.low_in) and not (x == where.high and not where.high_in):
            found.append(t)
    return found


def _positive_at(found: Quotient, t: Fraction) -> bool:
    """Whether a quotient is positive at a number, if it has a value there."""
    for q in {*found.over.logarithms, *found.under.logarithms}:
        if q.constant is None and sign_at(q, t) <= 0:
            return True  # the logarithm has no value
    under = sign_at(found.under, t)
    return under == 0 or sign_at(found.over, t) * under > 0


__all__ = ["of_one_variable"]
