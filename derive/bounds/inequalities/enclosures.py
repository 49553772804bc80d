r"""Bounds of functions of one number that speak of the normal distribution, by enclosures: ``|\operatorname{gelu}'(x)| <= 1.13``.

A bounded interval is cut until the mean value form ``f(I) in f(m) + f'(I) (I - m)`` in ball arithmetic has the sign everywhere
(Moore, Kearfott and Cloud, Introduction to Interval Analysis, 6.4). Beyond ``|x| = M`` each term is enclosed by itself:
``|x|^k phi(x)`` decreases where ``x^2 > k``, and ``Phi(-x) <= phi(x) / x`` for x > 0 (Mills).
"""

from __future__ import annotations

from flint import arb, fmpq

from derive import build
from derive.bounds.forms.normal import canonical, normal, scalar_factors, strip
from derive.core import Expr, walk
from derive.directions import written_out
from derive.fraction import Fraction
from derive.functions import MEROMORPHIC, RECORDS, made_of, meaning

NORMAL = made_of(("Phi", "phi", "erf"))
FAR = 8
MAX_CUTS = 3000
MAX_DEGREE = 8
HALF = arb(fmpq(1, 2))


class _NoEnclosure(ValueError):
    """Something is not enclosed here."""


def is_positive(whole: Expr, quantity: Expr, low: Fraction | None, high: Fraction | None) -> bool:
    """Whether a function of a quantity is positive on an interval; False where that is not seen."""
    if not any(node.op == "map" and node.data[0] in NORMAL for node in walk(whole)) or quantity.op != "var":
        return False
    whole = build.bottom_up(whole, _as_product)
    try:
        above = high is not None or _tail(whole, quantity, 1)
        below = low is not None or _tail(whole, quantity, -1)
        ends = (Fraction(-FAR) if low is None else low, Fraction(FAR) if high is None else high)
        return above and below and _between(whole, quantity, *ends)
    except _NoEnclosure:
        return False


def _as_product(node: Expr) -> Expr:
    """A function by simpler ones, as gelu(u) = u Phi(u), unless it has a ball of its own."""
    simpler = meaning(node) if node.op == "map" and node.data[0] not in MAPS and node.shape.is_scalar else None
    return node if simpler is None else simpler


# A bounded interval


def _between(whole: Expr, quantity: Expr, low: Fraction, high: Fraction) -> bool:
    slope = written_out(build.frechet(whole, quantity.data[0], quantity, build.const(1)), of_numbers=True)
    waiting, left = [(low, high)], MAX_CUTS
    while waiting:
        a, b = waiting.pop()
        left -= 1
        if left < 0:
            return False
        middle = (a + b) / 2
        ball = _ball(middle, (b - a) / 2)
        if _value(whole, quantity, ball) > 0:
            continue
        there = _value(whole, quantity, _ball(middle, Fraction(0)))
        if there + _value(slope, quantity, ball) * (ball - _ball(middle, Fraction(0))) > 0:
            continue
        if there <= 0 or a == b:
            return False
        waiting += [(a, middle), (middle, b)]
    return True


def _ball(middle: Fraction, radius: Fraction) -> arb:
    at = arb(fmpq(middle.numerator, middle.denominator))
    around = arb(fmpq(radius.numerator, radius.denominator))
    return at + around * arb(0, 1)


def _value(expr: Expr, quantity: Expr, x: arb) -> arb:
    """An enclosure of the values at the numbers of a ball."""
    values: dict[Expr, arb] = {}
    for node in walk(expr):
        values[node] = _of_node(node, [values[a] for a in node.args], quantity, x)
    return values[expr]


def _of_node(node: Expr, parts: list[arb], quantity: Expr, x: arb) -> arb:
    if node.op == "var" and canonical(normal(node)) == quantity:
        return x
    if node.op == "const":
        return _ball(node.data[0], Fraction(0))
    if node.op == "add":
        return sum(parts[1:], parts[0])
    if node.op in ("scale", "hadamard", "matmul") and node.shape.is_scalar:
        return parts[0] * parts[0] if node.args[0] == node.args[1] else parts[0] * parts[1]
    if node.op == "reshape":
        return parts[0]
    if node.op == "hpow" and node.args[1].op == "const" and node.args[1].data[0].denominator == 1:
        return parts[0] ** int(node.args[1].data[0])
    if node.op == "map" and node.data[0] in MAPS:
        return MAPS[node.data[0]](parts[0])
    raise _NoEnclosure(node.op)


def _distribution(u: arb) -> arb:
    return (1 + (u / arb(2).sqrt()).erf()) * HALF


def _density(u: arb) -> arb:
    return (-u * u * HALF).exp() / (2 * arb.pi()).sqrt()


MAPS = {
    **{f.name: getattr(arb, f.library) for f in RECORDS if f.library and f.regularity == MEROMORPHIC},
    "abs": abs,
    "Phi": _distribution,
    "phi": _density,
}


# Beyond all bounds


def _tail(whole: Expr, quantity: Expr, sign: int) -> bool:
    """Whether a sum is positive for all ``sign x >= M``, term by term."""
    return sum((_term(term, quantity, sign) for term in _terms(whole)), arb(0)) > 0


def _terms(expr: Expr) -> list[Expr]:
    expr = strip(expr)
    if expr.op == "add":
        return [term for part in expr.args for term in _terms(part)]
    if expr.op in ("scale", "hadamard") and expr.shape.is_scalar:
        first, second = (_terms(part) for part in expr.args)
        if len(first) * len(second) > 1:
            return [build.scale(a, b) for a in first for b in second]
    return [expr]


def _term(term: Expr, quantity: Expr, sign: int) -> arb:
    """An enclosure of ``c x^k phi(x)^p Phi(x)^q`` for all ``sign x >= M``, or a number below all of its values."""
    far, c = arb(FAR), arb(1)
    degree = densities = distributions = 0
    for factor in scalar_factors(term):
        name = factor.data[0] if factor.op == "map" and canonical(normal(factor.args[0])) == quantity else ""
        if factor.op == "const":
            c *= _ball(factor.data[0], Fraction(0))
        elif factor.op == "var" and canonical(normal(factor)) == quantity:
            degree += 1
        elif name == "phi":
            densities += 1
        elif name == "Phi":
            distributions += 1
        else:
            raise _NoEnclosure(factor.op)
    if degree > MAX_DEGREE:
        raise _NoEnclosure("a high power")
    c *= sign**degree
    if densities:  # |x|^k phi decreases beyond M, and the other factors lie between 0 and 1
        return c * _from_zero_to(far**degree * _density(far))
    if sign < 0 and distributions:
        most = far ** (degree - 1) * _density(far) if degree else _distribution(-far)
        return c * _from_zero_to(most)
    share = _distribution(far) if distributions else arb(1)
    if degree and not c > 0:
        raise _NoEnclosure("not bounded")
    if degree:
        return c * far**degree * share**distributions
    return c * (share**distributions).union(arb(1))


def _from_zero_to(most: arb) -> arb:
    return arb(0).union(most)


__all__ = ["NORMAL", "is_positive"]
