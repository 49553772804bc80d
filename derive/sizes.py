"""Symbolic sizes: integer polynomials in named dimensions, composite dimensions and shapes.

A *size* is a polynomial such as ``n``, ``2*d`` or ``L*d_V + 1``.  A *dimension* of a matrix is composite: an
ordered tuple of sizes whose product is its length (``vec_r`` of an ``L x d_V`` matrix has the dimension
``(L, d_V)``).  The empty tuple is the dimension of length one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod

from derive.fraction import Fraction

Monomial = tuple[tuple[str, int], ...]
MAX_VALUES = 1000


@dataclass(frozen=True, slots=True)
class Size:
    """A polynomial in size names with rational coefficients.

    Index expressions (``i``, ``k + 1``, ``n``) use the same class: an index name is a name like any other.

    Examples:
        >>> n, m = Size.of("n"), Size.of("m")
        >>> str(n * m + 2)
        'm*n + 2'
        >>> (n * m).evaluate({"n": 2, "m": 3})
        6
    """

    terms: tuple[tuple[Monomial, Fraction], ...]
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.terms))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Size) and self._hash == other._hash and self.terms == other.terms

    def __reduce__(self) -> tuple[type[Size], tuple[tuple[tuple[Monomial, Fraction], ...]]]:
        return Size, (self.terms,)  # the hash of another process is another one

    @staticmethod
    def of(value: str | int | Fraction | Size) -> Size:
        """Return the size that a name or a number stands for."""
        if isinstance(value, Size):
            return value
        return _named(value) if isinstance(value, str) else _number(value)

    def __add__(self, other: Size | int) -> Size:
        return _sum(self, Size.of(other))

    def __sub__(self, other: Size | int) -> Size:
        return self + Size.of(other) * -1

    def __mul__(self, other: Size | int | Fraction) -> Size:
        return _product(self, Size.of(other))

    def __pow__(self, exponent: int) -> Size:
        return product([self] * exponent)

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in it."""
        return _names(self)

    @property
    def is_integer(self) -> bool:
        """Whether its value is an integer for all values of its names, as that of ``n (n + 1) / 2`` is.

        A polynomial of degree d in a name is an integer everywhere if it is one at 0, ..., d (Newton's interpolation).
        """
        return _is_integer(self)

    @property
    def constant(self) -> Fraction | None:
        """Its value if it is a number, else None."""
        if not self.terms:
            return Fraction(0)
        return self.terms[0][1] if self.terms[0][0] == () and len(self.terms) == 1 else None

    def substitute(self, values: Mapping[str, Size]) -> Size:
        """Replace names by sizes."""
        if values.keys().isdisjoint(self.names):
            return self
        total = Size(())
        for monomial, coefficient in self.terms:
            factor = Size.of(coefficient)
            for name, power in monomial:
                factor = factor * values.get(name, Size.of(name)) ** power
            total = total + factor
        return total

    def evaluate(self, env: Mapping[str, int]) -> int:
        """Return its value at concrete sizes.

        Raises:
            KeyError: A name has no value in ``env``.
            ValueError: The value is not an integer.
        """
        total: int | Fraction = 0
        for monomial, coefficient in self.terms:
            part = (
                coefficient.numerator if coefficient.denominator == 1 else coefficient
            )  # whole numbers are much faster
            for name, power in monomial:
                part = part * env[name] ** power
            total += part
        if total.denominator != 1:
            raise ValueError(f"the size {self} is {total}, not an integer, at {dict(env)}")
        return total.numerator

    def factors(self) -> Dim:
        """Split a monomial into its atomic factors (``2*L*d**2`` gives ``(2, L, d, d)``); other sizes stay whole."""
        if len(self.terms) != 1:
            return (self,)
        monomial, coefficient = self.terms[0]
        number: Dim = () if coefficient == 1 else (Size.of(coefficient),)
        return number + tuple(Size.of(name) for name, power in monomial for _ in range(power))

    def __str__(self) -> str:
        return _printed(self)

    __repr__ = __str__


@lru_cache(maxsize=4096)
def _printed(size: Size) -> str:
    if not size.terms:
        return "0"
    parts = []
    for monomial, coefficient in sorted(size.terms, key=lambda t: (-sum(p for _, p in t[0]), t[0])):
        names = "*".join(name if power == 1 else f"{name}**{power}" for name, power in monomial)
        if not names:
            parts.append(str(coefficient))
        elif coefficient == 1:
            parts.append(names)
        else:
            parts.append(f"-{names}" if coefficient == -1 else f"{coefficient}*{names}")
    return " + ".join(parts).replace("+ -", "- ")


def _collect(pairs: Iterable[tuple[Monomial, Fraction]]) -> Size:
    total: dict[Monomial, Fraction] = {}
    for monomial, coefficient in pairs:
        total[monomial] = total[monomial] + coefficient if monomial in total else coefficient
    return Size(tuple(sorted((m, c) for m, c in total.items() if c)))


# Sizes are few and are combined over and over.


@lru_cache(maxsize=1 << 14)
def _named(name: str) -> Size:
    return Size(((((name, 1),), Fraction(1)),))


@lru_cache(maxsize=1 << 14)
def _number(value: int | Fraction) -> Size:
    return Size((((), Fraction(value)),)) if value else Size(())


@lru_cache(maxsize=1 << 14)
def _sum(left: Size, right: Size) -> Size:
    return _collect((*left.terms, *right.terms))


@lru_cache(maxsize=1 << 14)
def _product(left: Size, right: Size) -> Size:
    return _collect((_times(m, k), c * b) for m, c in left.terms for k, b in right.terms)


@lru_cache(maxsize=1 << 14)
def _names(size: Size) -> frozenset[str]:
    return frozenset(name for monomial, _ in size.terms for name, _ in monomial)


@lru_cache(maxsize=1 << 14)
def _is_integer(size: Size) -> bool:
    if all(coefficient.denominator == 1 for _, coefficient in size.terms):
        return True
    names = sorted(_names(size))
    degrees = [max(dict(monomial).get(name, 0) for monomial, _ in size.terms) for name in names]
    if prod(degree + 1 for degree in degrees) > MAX_VALUES:
        return False
    for values in itertools.product(*(range(degree + 1) for degree in degrees)):
        point = {name: Size.of(value) for name, value in zip(names, values, strict=True)}
        constant = size.substitute(point).constant
        if constant is None or constant.denominator != 1:
            return False
    return True


def _times(left: Monomial, right: Monomial) -> Monomial:
    powers = dict(left)
    for name, power in right:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted((n, p) for n, p in powers.items() if p))


def product(factors: Iterable[Size]) -> Size:
    """Multiply sizes; the empty product is one."""
    if isinstance(factors, tuple) and len(factors) < 2:  # nearly always
        return factors[0] if factors else ONE
    total = ONE
    for factor in factors:
        total = factor if total is ONE else total * factor
    return total


ONE = Size.of(1)
Dim = tuple[Size, ...]


def dim(*factors: str | int | Size) -> Dim:
    """Build a composite dimension; factors equal to one vanish (``dim("L", "d_V")``, ``dim(1) == ()``)."""
    return tuple(size for size in map(Size.of, factors) if size != ONE)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Rows and columns of a matrix, both composite. A column vector has ``cols == ()``, a scalar has both empty."""

    rows: Dim = ()
    cols: Dim = ()
    totals: tuple[Size, Size] = field(init=False, repr=False, compare=False)
    """The lengths of rows and columns, whatever their factor order."""
    is_single: bool = field(init=False, repr=False, compare=False)
    """Whether both lengths are one, whatever they are products of."""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        totals = (product(self.rows), product(self.cols))
        object.__setattr__(self, "totals", totals)
        object.__setattr__(self, "is_single", totals == (ONE, ONE))
        object.__setattr__(self, "_hash", hash((self.rows, self.cols)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Shape) or self._hash != other._hash:
            return False
        return self.rows == other.rows and self.cols == other.cols

    def __reduce__(self) -> tuple[type[Shape], tuple[Dim, Dim]]:
        return Shape, (self.rows, self.cols)

    @staticmethod
    def of(rows: str | int | Size, cols: str | int | Size = 1) -> Shape:
        """Build a shape of two atomic dimensions: ``Shape.of("n", "d")``."""
        return Shape(dim(rows), dim(cols))

    @property
    def is_scalar(self) -> bool:
        """Whether both dimensions are empty, as those of a 1 x 1 matrix are: `dim` drops factors of one."""
        return not self.rows and not self.cols

    @property
    def transposed(self) -> Shape:
        """Rows and columns exchanged, their factors in the same order."""
        return Shape(self.cols, self.rows)

    def evaluate(self, env: Mapping[str, int]) -> tuple[int, int]:
        """Return (rows, columns) at concrete sizes."""
        rows, cols = self.totals
        return rows.evaluate(env), cols.evaluate(env)

    def __str__(self) -> str:
        return f"{_dim_str(self.rows)} x {_dim_str(self.cols)}"


def _dim_str(factors: Dim) -> str:
    if not factors:
        return "1"
    words = [str(f) if len(f.terms) == 1 else f"({f})" for f in factors]
    return words[0] if len(words) == 1 else "(" + "*".join(words) + ")"
