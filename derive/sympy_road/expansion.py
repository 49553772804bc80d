"""Multiplying out within a budget: the terms are counted before SymPy makes them.

SymPy's own determinants cancel common factors on the way, of quotients of exponentials too: minutes for a 2 x 2 matrix.
Here what is no polynomial is a symbol while a determinant is made, and gets its value afterwards.
"""

from __future__ import annotations

from math import comb
from typing import Any

import sympy

from derive.errors import NotSupported

Scalar = Any  # a SymPy scalar
MOST_TERMS = 20_000
TOO_MANY = 10**12


def terms(e: Scalar, known: dict[Scalar, int] | None = None) -> int:
    """Return how many terms an expression has at most once it is multiplied out, arguments of functions included.

    Examples:
        >>> a, b = sympy.symbols("a b")
        >>> terms((a + b)**2 * (a - b)), terms(a + sympy.exp(b * (a + b)))
        (6, 3)

    """
    known = {} if known is None else known
    if e not in known:
        inner = [terms(a, known) for a in e.args]
        known[e] = min(_terms(e, inner), TOO_MANY)
    return known[e]


def _terms(e: Scalar, inner: list[int]) -> int:
    if e.is_Add:
        return sum(inner)
    if e.is_Mul:
        return int(sympy.prod(inner))
    if e.is_Pow and e.exp.is_Integer:
        power = min(abs(int(e.exp)), MOST_TERMS)
        return comb(inner[0] + power - 1, power)
    return max(1, sum(inner))


def expanded(e: Scalar, most: int = MOST_TERMS) -> Scalar:
    """Return an expression multiplied out.

    Raises:
        NotSupported: It would have too many terms.
    """
    if terms(e) > most:
        raise NotSupported("an expression has too many terms to be multiplied out")
    return sympy.expand(e)


def determinant_terms(a: sympy.Matrix) -> int:
    """Return how many products the determinant of a matrix has at most: the permanent of the numbers of terms."""
    known: dict[Scalar, int] = {}
    counts = {0: 1}  # by the columns that the rows so far have taken
    for i in range(a.rows):
        grown: dict[int, int] = {}
        for taken, count in counts.items():
            for j in range(a.rows):
                if not taken & (1 << j) and a[i, j] != 0:
                    after = taken | 1 << j
                    grown[after] = min(grown.get(after, 0) + count * terms(a[i, j], known), TOO_MANY)
        counts = grown
    return sum(counts.values())


def polynomial(a: sympy.Matrix) -> tuple[sympy.Matrix, dict[Scalar, Scalar]]:
    """Return a matrix with a symbol for each part of an entry that is no polynomial, and the values of these symbols."""
    symbols: dict[Scalar, Scalar] = {}
    return a.applyfunc(lambda e: _polynomial(e, symbols)), {s: part for part, s in symbols.items()}


def _polynomial(e: Scalar, symbols: dict[Scalar, Scalar]) -> Scalar:
    if e.is_Symbol or e.is_Rational:
        return e
    if e.is_Add or e.is_Mul:
        return e.func(*(_polynomial(a, symbols) for a in e.args))
    if e.is_Pow and e.exp.is_Integer and e.exp > 0:
        return _polynomial(e.base, symbols) ** e.exp
    if e.is_Pow and e.exp.is_Integer and e.exp < -1:
        return _polynomial(1 / e.base, symbols) ** -e.exp
    return symbols.setdefault(e, sympy.Symbol(f"part{len(symbols)}", real=True))


__all__ = ["determinant_terms", "expanded", "polynomial", "terms"]
