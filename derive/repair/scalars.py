"""Scalar factors: a rational times powers of sizes and of their square roots, read, fitted exactly and written."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from derive.fraction import Fraction
from derive.language.scope.scope import Scope
from derive.language.tree.syntax import Syn
from derive.repair import tree as t

HALVES = (-4, -3, -2, -1, 1, 2, 3, 4)
MAX_PRIME = 97


@dataclass(frozen=True, slots=True)
class Monomial:
    """``sign * sqrt(square * prod size^power)``; the powers are those of the square.

    Attributes:
        sign: 1, -1 or 0.
        square: The square of the numerical part.
        powers: (size name, power in the square), sorted, without zeros.

    """

    sign: int
    square: Fraction
    powers: tuple[tuple[str, int], ...] = ()

    @property
    def is_one(self) -> bool:
        """Whether it is the number 1, for all sizes."""
        return self.sign == 1 and self.square == 1 and not self.powers

    def __mul__(self, other: Monomial) -> Monomial:
        powers = dict(self.powers)
        for name, power in other.powers:
            powers[name] = powers.get(name, 0) + power
        return monomial(self.sign * other.sign, self.square * other.square, powers)

    def inverse(self) -> Monomial:
        """The reciprocal of a monomial that is not zero."""
        return monomial(self.sign, 1 / self.square, {n: -p for n, p in self.powers})

    def root(self) -> Monomial | None:
        """Its square root, if the powers stay whole halves."""
        if self.sign < 0 or any(p % 2 for _, p in self.powers):
            return None
        number = exact_root(self.square)
        return None if number is None else monomial(self.sign, number, {n: p // 2 for n, p in self.powers})


ONE = Monomial(1, Fraction(1))


def monomial(sign: int, square: Fraction, powers: Mapping[str, int]) -> Monomial:
    """The canonical monomial: powers sorted by name, those of zero dropped."""
    return Monomial(sign, square, tuple(sorted((n, p) for n, p in powers.items() if p)))


def exact_root(value: Fraction) -> Fraction | None:
    """The rational square root, if there is one."""
    upper, lower = math.isqrt(value.numerator), math.isqrt(value.denominator)
    return Fraction(upper, lower) if upper**2 == value.numerator and lower**2 == value.denominator else None


def monomial_of(node: Syn, scope: Scope) -> Monomial | None:
    r"""Read a factor such as ``2``, ``\frac{1}{\sqrt{d_K}}`` or ``n^2``; None if it is anything else."""
    if node.kind == "group":
        return monomial_of(node.children[0], scope) if len(node.children) == 1 and node.value in ("(", "{") else None
    if node.kind == "num":
        value = Fraction(node.value)
        return Monomial(1, value * value) if value else None
    symbol = t.symbol_of(node, scope)
    if symbol is not None:
        exact = symbol.kind == "size" and t.parts_of(node, scope)[2].kind == "empty"
        if exact:
            return Monomial(1, Fraction(1), ((symbol.core, 2),))
    if node.kind == "script" and node.children[1].kind == "empty" and node.children[2].kind == "num":
        base = monomial_of(node.children[0], scope)
        exponent = node.children[2].value
        if base is None or not exponent.isdigit() or int(exponent) > 6:
            return None
        return math.prod([base] * int(exponent), start=ONE)
    if node.kind == "sqrt" and len(node.children) == 1:
        inner = monomial_of(node.children[0], scope)
        return inner.root() if inner is not None else None
    if node.kind == "frac":
        parts = [monomial_of(child, scope) for child in node.children]
        upper, lower = parts
        return None if upper is None or lower is None else upper * lower.inverse()
    if node.kind == "juxt":
        factors = [monomial_of(child, scope) for child in node.children]
        known = [f for f in factors if f is not None]
        return math.prod(known, start=ONE) if len(known) == len(factors) else None
    return None


def written(value: Monomial) -> Syn:
    """Write the absolute value of a monomial, in lowest terms, roots collected."""
    upper, lower = _sides(value.square, value.powers)
    over = _product(upper) or t.num(1)
    return over if not lower else Syn("frac", "frac", (over, _product(lower) or t.num(1)))


def _sides(square: Fraction, powers: Sequence[tuple[str, int]]) -> tuple[list[Syn], list[Syn]]:
    root = exact_root(square)
    over, under, over_root, under_root = [], [], [], []
    if root is not None:
        over += [t.num(root.numerator)] if root.numerator != 1 else []
        under += [t.num(root.denominator)] if root.denominator != 1 else []
    else:
        over_root += [t.num(square.numerator)] if square.numerator != 1 else []
        under_root += [t.num(square.denominator)] if square.denominator != 1 else []
    for name, power in powers:
        plain, rooted = (over, over_root) if power > 0 else (under, under_root)
        whole, odd = divmod(abs(power), 2)
        if whole:
            plain.append(t.name(name) if whole == 1 else _power(t.name(name), whole))
        if odd:
            rooted.append(t.name(name))
    for plain, rooted in ((over, over_root), (under, under_root)):
        if rooted:
            plain.append(Syn("sqrt", "", (_product(rooted) or t.num(1),)))
    return over, under


def _power(node: Syn, exponent: int) -> Syn:
    if node.kind == "script":
        return Syn("script", "", (node.children[0], node.children[1], t.num(exponent)))
    return Syn("script", "", (node, t.EMPTY, t.num(exponent)))


def _product(factors: list[Syn]) -> Syn | None:
    if not factors:
        return None
    return factors[0] if len(factors) == 1 else Syn("juxt", "", tuple(factors))


def scaled(node: Syn, value: Monomial, scope: Scope) -> tuple[str, Syn]:
    """Multiply a term by a monomial, merging it with the factor in front.

    Returns:
        The sign of the result (``+`` or ``-``) and the term.

    """
    inner = node
    if inner.kind == "infix" and inner.value in ("otimes", "odot", "circ"):
        sign, left = scaled(inner.children[0], value, scope)
        return sign, Syn("infix", inner.value, (left, inner.children[1]))
    factors = list(inner.children) if inner.kind == "juxt" else [inner]
    front = ONE
    k = 0
    while k < len(factors) - 1:
        found = monomial_of(factors[k], scope)
        if found is None:
            break
        front = front * found
        k += 1
    if inner.kind == "frac" and not t.is_derivative(inner):
        lower = monomial_of(inner.children[1], scope)
        if lower is not None:
            return scaled(t.naked(inner.children[0]), value * lower.inverse(), scope)
        return _scaled_quotient(inner, value, scope)
    total = front * value
    sign = "-" if total.sign < 0 else "+"
    rest = factors[k:]
    own = monomial_of(rest[0], scope) if len(rest) == 1 else None
    if own is not None:
        total = total * own
        return ("-" if total.sign < 0 else "+"), written(total)
    if Monomial(1, total.square, total.powers).is_one:
        return sign, rest[0] if len(rest) == 1 else Syn("juxt", "", tuple(rest))
    if rest[0].kind == "frac" and not t.is_derivative(rest[0]):
        sign, first = _scaled_quotient(rest[0], total, scope)
        return sign, t.juxt(first, *rest[1:])
    rest = [Syn("group", "(", (r,)) if r.kind in ("add", "infix", "bigop") else r for r in rest]
    return sign, t.juxt(written(total), *rest)


def _scaled_quotient(node: Syn, value: Monomial, scope: Scope) -> tuple[str, Syn]:
    """Multiply a fraction, merging with the factors in front above and below."""
    (over, above), (under, below) = (_split(part, scope) for part in node.children)
    total = value * over * under.inverse()
    up, down = _sides(total.square, total.powers)
    upper = [*up, *above] or [t.num(1)]
    kids = tuple(part[0] if len(part) == 1 else t.juxt(*part) for part in (upper, [*down, *below]))
    return ("-" if total.sign < 0 else "+"), Syn("frac", node.value, kids)


def _split(node: Syn, scope: Scope) -> tuple[Monomial, list[Syn]]:
    """The number in front of a product, and its other factors."""
    own = monomial_of(node, scope)
    if own is not None:
        return own, []
    factors = list(node.children) if node.kind == "juxt" else [node]
    front = ONE
    while len(factors) > 1 and (found := monomial_of(factors[0], scope)) is not None:
        front = front * found
        del factors[0]
    return front, factors


def fit(values: Sequence[tuple[Mapping[str, int], int, Fraction]]) -> Monomial | None:
    """Find the simplest monomial with the given sign and square at each size tuple.

    Args:
        values: (sizes, sign, square of the value), for at least two tuples of sizes.

    """
    signs = {sign for _, sign, _ in values}
    if len(signs) != 1:
        return None
    (sign,) = signs
    if sign == 0:
        return Monomial(0, Fraction(0))
    names = sorted(values[0][0])
    best: tuple[tuple[int, int], Monomial] | None = None
    for powers in _exponents(names):
        squares = {value / _at(powers, sizes) for sizes, _, value in values}
        if len(squares) == 1:
            (square,) = squares
            weight = (sum(abs(p) for p in powers.values()), square.numerator * square.denominator)
            if best is None or weight < best[0]:
                best = (weight, monomial(sign, square, powers))
    if best is None or max(best[1].square.numerator, best[1].square.denominator) > MAX_PRIME**2:
        return None
    return best[1]


def _exponents(names: Sequence[str]) -> list[dict[str, int]]:
    found: list[dict[str, int]] = [{}]
    found += [{n: p} for n in names for p in HALVES]
    found += [{a: p, b: q} for a, b in itertools.combinations(names, 2) for p in HALVES for q in HALVES]
    for three in itertools.combinations(names, 3):
        found += [dict(zip(three, ps, strict=True)) for ps in itertools.product((-2, -1, 1, 2), repeat=3)]
    return found


def _at(powers: Mapping[str, int], sizes: Mapping[str, int]) -> Fraction:
    return math.prod((Fraction(sizes[n]) ** p for n, p in powers.items()), start=Fraction(1))
