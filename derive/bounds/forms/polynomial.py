"""Polynomials in scalar quantities with rational exponents: the terms in which bounds are compared.

An *atom* is a scalar expression (a norm, a size, an absolute value, a prime number under a root, ...). A monomial is a
product of powers of atoms; a polynomial a sum of rational multiples of monomials. Nothing here knows a norm rule.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from derive import build
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size

Monomial = frozenset[tuple[Expr, Fraction]]
UNIT: Monomial = frozenset()
ONE = Fraction(1)
MAX_TERMS = 400
MAX_POWER = 1000
"""Of a number whose root is computed, and the largest index of the root."""
MAX_REMEMBERED = 50_000


@lru_cache(maxsize=MAX_REMEMBERED)
def shared(monomial: Monomial) -> Monomial:
    """Return the one object for equal monomials: tables find it without comparing its powers."""
    return monomial


@lru_cache(maxsize=MAX_REMEMBERED)
def _of_atom(expr: Expr, exponent: Fraction | int) -> Poly:
    return Poly(((shared(frozenset([(expr, Fraction(exponent))])), ONE),))


@dataclass(frozen=True, slots=True)
class Poly:
    """A sum of monomials with nonzero rational coefficients.

    Examples:
        >>> from derive import build
        >>> n = Poly.atom(build.size("n"))
        >>> str((n + Poly.number(1)) * (n - Poly.number(1)))
        'n**2 - 1'

    """

    terms: tuple[tuple[Monomial, Fraction], ...]

    @staticmethod
    def collect(pairs: Iterable[tuple[Monomial, Fraction]]) -> Poly:
        """Add up like monomials."""
        total: dict[Monomial, Fraction] = {}
        for monomial, coefficient in pairs:
            known = total.get(monomial)
            total[monomial] = coefficient if known is None else known + coefficient
            if len(total) > MAX_TERMS:
                raise NotSupported("the bound has too many terms")
        return Poly(tuple((m, c) for m, c in total.items() if c))

    @staticmethod
    def number(value: Fraction | int) -> Poly:
        """A constant; zero is the polynomial without terms."""
        return Poly(((UNIT, ONE if value == 1 else Fraction(value)),)) if value else Poly(())

    @staticmethod
    def atom(expr: Expr, exponent: Fraction | int = 1) -> Poly:
        """A power of one atom, with the coefficient 1; the power zero is the constant 1."""
        return _of_atom(expr, exponent) if exponent else Poly.number(1)

    @staticmethod
    def of_size(size: Size) -> Poly:
        """Expand a polynomial in size names."""
        return Poly.collect(
            (frozenset((build.size(name), Fraction(power)) for name, power in monomial), coefficient)
            for monomial, coefficient in size.terms
        )

    def __add__(self, other: Poly) -> Poly:
        return Poly.collect((*self.terms, *other.terms))

    def __neg__(self) -> Poly:
        return Poly(tuple((m, -c) for m, c in self.terms))

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def __mul__(self, other: Poly) -> Poly:
        for one, rest in ((self, other), (other, self)):
            if len(one.terms) == 1 and not one.terms[0][0]:
                return rest.scaled(one.terms[0][1])
        if len(self.terms) * len(other.terms) > 20 * MAX_TERMS:
            raise NotSupported("the bound has too many terms")
        products = ((*_product(m, k), c, b) for m, c in self.terms for k, b in other.terms)
        return Poly.collect((m, _times(_times(c, b), number)) for m, number, c, b in products)

    def scaled(self, number: Fraction | int) -> Poly:
        """Multiply by a number."""
        if number is ONE or number == 1:
            return self
        return Poly(tuple((m, c * number) for m, c in self.terms)) if number else Poly(())

    def power(self, exponent: int) -> Poly:
        """Return a nonnegative integer power."""
        if exponent > (12 if len(self.terms) > 1 else 200):
            raise NotSupported("a high power")
        result = Poly.number(1)
        for _ in range(exponent):
            result = result * self
        return result

    def is_number(self) -> Fraction | None:
        """Its value if it is a rational number."""
        if not self.terms:
            return Fraction(0)
        return self.terms[0][1] if len(self.terms) == 1 and self.terms[0][0] == UNIT else None

    def single(self) -> tuple[Monomial, Fraction] | None:
        """Its only term, if it has exactly one."""
        return self.terms[0] if len(self.terms) == 1 else None

    def atoms(self) -> Iterator[Expr]:
        """Every atom, with repetitions."""
        return (atom for monomial, _ in self.terms for atom, _ in monomial)

    def common_divisor(self) -> int:
        """The largest natural number that divides all coefficients, 1 if one is a fraction."""
        whole = all(c.denominator == 1 for _, c in self.terms)
        return math.gcd(*(int(c) for _, c in self.terms)) or 1 if whole else 1

    @property
    def key(self) -> frozenset[object]:
        """The same for equal polynomials (rational numbers are slow to hash)."""
        return frozenset(m if c.numerator == c.denominator else (m, c.numerator, c.denominator) for m, c in self.terms)

    def same(self, other: Poly) -> bool:
        """Whether both have equal terms, in whatever order."""
        return self.key == other.key

    def __str__(self) -> str:
        words = [_term_text(m, c) for m, c in sorted(self.terms, key=lambda t: (-len(t[0]), monomial_text(t[0])))]
        return " + ".join(words).replace("+ -", "- ") or "0"


def _times(left: Fraction, right: Fraction) -> Fraction:
    """The product; most numbers are the same one."""
    return right if left is ONE else left if right is ONE else left * right


@lru_cache(maxsize=MAX_REMEMBERED)
def _product(left: Monomial, right: Monomial) -> tuple[Monomial, Fraction]:
    """Multiply two monomials; whole powers of primes go into the number."""
    return times_number(times(left, right), ONE)


@lru_cache(maxsize=MAX_REMEMBERED)
def times(left: Monomial, right: Monomial) -> Monomial:
    """Multiply two monomials."""
    if not left or not right:
        return left or right
    powers = dict(left)
    for atom, exponent in right:
        powers[atom] = powers.get(atom, Fraction(0)) + exponent
    return shared(frozenset((a, e) for a, e in powers.items() if e))


@lru_cache(maxsize=MAX_REMEMBERED)
def over(left: Monomial, right: Monomial) -> Monomial:
    """Divide a monomial by another one."""
    return times(left, frozenset((a, -e) for a, e in right))


def times_number(monomial: Monomial, coefficient: Fraction) -> tuple[Monomial, Fraction]:
    """Move whole powers of prime atoms into the coefficient (sqrt(2) sqrt(2) = 2)."""
    if not any(atom.op == "const" for atom, _ in monomial):
        return monomial, coefficient
    rest: dict[Expr, Fraction] = {}
    for atom, exponent in monomial:
        if atom.op == "const":
            whole = exponent.numerator // exponent.denominator
            coefficient *= atom.data[0] ** whole
            exponent -= whole
        if exponent:
            rest[atom] = exponent
    return shared(frozenset(rest.items())), coefficient


def monomial_power(monomial: Monomial, exponent: Fraction) -> Monomial:
    """Raise every factor to a power (sound for nonnegative atoms)."""
    return shared(frozenset((a, e * exponent) for a, e in monomial))


def number_power(value: Fraction, exponent: Fraction) -> tuple[Monomial, Fraction]:
    """Return value ** exponent, value > 0, as (product of roots of primes, rational)."""
    powers: dict[Expr, Fraction] = {}
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, count in _factor(part).items():
            atom = build.const(prime)
            powers[atom] = powers.get(atom, Fraction(0)) + sign * count * exponent
    return times_number(frozenset((a, e) for a, e in powers.items() if e), Fraction(1))


def _factor(n: int) -> Mapping[int, int]:
    if n > 10**12:
        raise NotSupported("the root of a large number")
    found: dict[int, int] = {}
    divisor = 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            found[divisor] = found.get(divisor, 0) + 1
            n //= divisor
        divisor += 1
    if n > 1:
        found[n] = found.get(n, 0) + 1
    return found


def root_above(value: Fraction, exponent: Fraction, digits: int = 40) -> Fraction | None:
    """Return a rational at least value ** exponent (value > 0), exact where the power is rational; None if it is too long."""
    p, q = abs(exponent.numerator), exponent.denominator
    if max(p, q) > MAX_POWER:
        return None
    base = value**p if exponent > 0 else 1 / value**p
    scaled = base * 10 ** (digits * q)
    guess = _integer_root(-(-scaled.numerator // scaled.denominator), q)
    exact = Fraction(guess, 10**digits)
    return exact if exact**q >= base else Fraction(guess + 1, 10**digits)


def _integer_root(n: int, q: int) -> int:
    """Return floor(n ** (1/q)) by Newton's method on integers."""
    if n < 2 or q == 1:
        return n
    x = 1 << (n.bit_length() // q + 1)
    while True:
        y = ((q - 1) * x + n // x ** (q - 1)) // q
        if y >= x:
            return x
        x = y


def as_size(poly: Poly) -> Size | None:
    """Return the polynomial as a size, if its atoms are sizes with whole nonnegative powers."""
    total = Size(())
    for monomial, coefficient in poly.terms:
        part = Size.of(coefficient)
        for factor, exponent in monomial:
            if factor.op != "size" or exponent.denominator != 1 or exponent < 0:
                return None
            part = part * factor.data[0] ** exponent.numerator
        total = total + part
    return total


def to_expr(poly: Poly) -> Expr:
    """Return an expression with the value of the polynomial, the same for equal polynomials."""
    size = as_size(poly)
    if size is not None:
        return build.size(size)
    parts = []
    for monomial, coefficient in sorted(poly.terms, key=lambda t: monomial_key(t[0])):
        part: Expr = build.const(coefficient)
        for atom, exponent in sorted(monomial, key=lambda f: (order_key(f[0]), f[1])):
            factor = atom if exponent == 1 else build.hpow(atom, build.const(exponent))
            part = factor if part.op == "const" and part.data[0] == 1 else build.scale(part, factor)
        parts.append(part)
    return build.add(*parts) if parts else build.const(0)


@lru_cache(maxsize=20000)
def order_key(expr: Expr) -> tuple[int, int, str]:
    """A total order of expressions that depends on their structure alone (fewest transposes, smallest, then a digest)."""
    digests: dict[Expr, str] = {}
    count = turned = 0
    for node in walk(expr):
        text = "|".join([node.op, *map(str, node.data), *(digests[a] for a in node.args)])
        digests[node] = hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
        count += 1
        turned += node.op == "transpose"
    return turned, count, digests[expr]


def atom_text(expr: Expr, depth: int = 7) -> str:
    """A short readable form for messages (deep parts are left out)."""
    if depth == 0:
        return "..."
    op, args = expr.op, expr.args
    if op in ("const", "size", "var", "real"):
        return str(expr.data[0])
    words = [atom_text(a, depth - 1) for a in args]
    if op == "norm":
        return f"||{words[0]}||_{expr.data[0]}"
    if op in ("matmul", "scale"):
        return " ".join(f"({w})" if a.op == "add" else w for a, w in zip(args, words, strict=True))
    if op == "kron":
        return f"({words[0]} (x) {words[1]})"
    if op == "add":
        return " + ".join(words)
    if op == "transpose":
        return f"{words[0]}^T" if args[0].op == "var" else f"({words[0]})^T"
    if op == "reshape":
        return words[0]
    if op == "map":
        return f"{expr.data[0]}({words[0]})"
    return f"{op}({', '.join([*map(str, expr.data), *words])})"


def monomial_text(monomial: Monomial) -> str:
    """A readable product, in a fixed order."""
    return " ".join(
        atom_text(a) if e == 1 else f"{atom_text(a)}**{e}" if e.denominator == 1 else f"{atom_text(a)}**({e})"
        for a, e in sorted(monomial, key=lambda f: (order_key(f[0]), f[1]))
    )


def monomial_key(monomial: Monomial) -> list[tuple[tuple[int, int, str], Fraction]]:
    """A total order of monomials."""
    return sorted((order_key(a), e) for a, e in monomial)


def _term_text(monomial: Monomial, coefficient: Fraction) -> str:
    text = monomial_text(monomial)
    if not text:
        return str(coefficient)
    return text if coefficient == 1 else f"-{text}" if coefficient == -1 else f"{coefficient} {text}"
