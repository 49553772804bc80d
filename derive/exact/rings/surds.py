"""Rational combinations of square roots of integers: a field with exact equality and exact order.

An element is a `flint.fmpq` where it is rational and a `Surd` (sum of c_r sqrt(r), r squarefree) otherwise, so that
rational points cost nothing extra. Square roots of distinct squarefree integers are linearly independent over the
rationals, hence a `Surd` is never zero and its sign is found by balls of growing precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from derive.errors import NotSupported
from derive.exact.rings.rings import Irrational, Undefined

MAX_TERMS = 64
Exact = Any  # fmpq | Surd


@dataclass(frozen=True, slots=True, eq=False)
class Surd:
    """sum of terms[r] sqrt(r) over squarefree r > 0, at least one r > 1 with a nonzero coefficient."""

    terms: dict[int, fmpq]

    def __add__(self, other: Exact) -> Exact:
        total = dict(self.terms)
        for r, c in _terms(other).items():
            total[r] = total.get(r, fmpq(0)) + c
        return _surd(total)

    __radd__ = __add__

    def __neg__(self) -> Exact:
        return Surd({r: -c for r, c in self.terms.items()})

    def __sub__(self, other: Exact) -> Exact:
        return self + (-other)

    def __rsub__(self, other: Exact) -> Exact:
        return (-self) + other

    def __mul__(self, other: Exact) -> Exact:
        total: dict[int, fmpq] = {}
        for r, c in self.terms.items():
            for s, d in _terms(other).items():
                g = int(fmpz(r).gcd(fmpz(s)))  # sqrt r sqrt s = g sqrt(r s / g^2)
                key = r // g * (s // g)
                total[key] = total.get(key, fmpq(0)) + c * d * g
        return _surd(total)

    __rmul__ = __mul__

    def ball(self) -> arb:
        """An enclosure at the current precision of `flint.ctx`."""
        return sum((arb(c) * arb(r).sqrt() for r, c in self.terms.items()), arb(0))

    def __str__(self) -> str:
        words = [str(c) if r == 1 else f"{c}*sqrt({r})" for r, c in sorted(self.terms.items())]
        words = [w.removeprefix("1*").replace("-1*", "-") if w.startswith(("1*", "-1*")) else w for w in words]
        return " + ".join(words).replace("+ -", "- ")


def _terms(x: Exact) -> dict[int, fmpq]:
    return x.terms if isinstance(x, Surd) else {1: fmpq(x)}


def _surd(terms: dict[int, fmpq]) -> Exact:
    kept = {r: c for r, c in terms.items() if c != 0}
    if len(kept) > MAX_TERMS:
        raise Irrational("too many square roots")
    if not kept:
        return fmpq(0)
    return kept[1] if list(kept) == [1] else Surd(kept)


def inverse(x: Exact) -> Exact:
    """1/x: multiply by the conjugate for one prime under the roots after the other."""
    if not isinstance(x, Surd):
        if x == 0:
            raise Undefined("division by zero")
        return fmpq(1) / x
    prime = int(fmpz(max(x.terms)).factor()[0][0])
    flipped = Surd({r: -c if r % prime == 0 else c for r, c in x.terms.items()})
    return flipped * inverse(x * flipped)


def sqrt(x: Exact) -> Exact:
    """The square root of a rational.

    Raises:
        Undefined: ``x`` is negative.
        Irrational: ``x`` is no rational, or too large to factor.

    """
    if isinstance(x, Surd):
        raise Irrational("the root of an irrational number")
    x = fmpq(x)
    if x < 0:
        raise Undefined("the root of a negative number")
    if x == 0:
        return x
    # sqrt(p/q) = sqrt(p q)/q
    outside, inside = _square_part(fmpz(x.p) * fmpz(x.q))
    value = fmpq(outside, x.q)
    return value if inside == 1 else Surd({int(inside): value})


def _square_part(n: fmpz) -> tuple[fmpz, fmpz]:
    """N = s^2 r with r squarefree."""
    root = n.isqrt()
    if root * root == n:
        return root, fmpz(1)
    if n.bit_length() > 160:
        raise Irrational("a radicand too large to factor")
    outside, inside = fmpz(1), fmpz(1)
    for prime, power in n.factor():
        outside *= prime ** (int(power) // 2)
        inside *= prime ** (int(power) % 2)
    return outside, inside


def sign(x: Exact) -> int:
    """-1, 0 or 1, exactly."""
    if not isinstance(x, Surd):
        return (x > 0) - (x < 0)
    precision = 64
    while precision <= 2**16:
        with ctx.workprec(precision):
            ball = x.ball()
            if ball > 0:
                return 1
            if ball < 0:
                return -1
        precision *= 2
    raise NotSupported("the sign of a nonzero number was not found within 65536 bits")


def ball(x: Exact) -> arb:
    """An enclosure at the current precision."""
    return x.ball() if isinstance(x, Surd) else arb(x)
