"""On which parts of an interval a function of one variable is positive, by the signs of its derivatives.

A function f has the signs of ``f / u`` for any u > 0, and where the derivative of that has one sign f changes its own at
most once. Dividing by ``e^p`` and differentiating lowers the degree of the polynomial beside ``e^p``; dividing by what
stands beside the highest power of a logarithm and differentiating takes that power away. So the question comes down to
polynomials of degree 0 (Rolle's theorem; Polya and Szego, Problems and Theorems in Analysis II, part V, 1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb

from derive.bounds.inequalities import growth
from derive.bounds.inequalities.exponential_logs import (
    Polynomial,
    Sum,
    Unclear,
    ball,
    ball_sign,
    collected,
    derivation,
    exactly,
    precisely,
    sign_at,
)
from derive.fraction import Fraction

MAX_DEPTH, MAX_HALVINGS, MAX_DOUBLINGS = 40, 60, 12
FAR = Fraction(1)  # how far from the last place at infinity the search for a change of sign begins


@dataclass(frozen=True, slots=True)
class Place:
    """A rational number, or an interval in which a function changes its sign once."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        """Whether it is one number."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Pattern:
    """Places where a function is zero, and its signs between them: one more than there are places."""

    places: tuple[Place, ...]
    signs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """An open interval; ``high`` is None where it has no end."""

    low: Fraction
    high: Fraction | None


def pattern(f: Sum, over: Range, depth: int = 0) -> Pattern:
    """Where f is zero and what signs it has in between.

    Raises:
        Unclear: If that could not be found out.

    """
    if not f.terms:
        return Pattern((), (0,))
    if depth > MAX_DEPTH:
        raise Unclear
    if f.logarithms and any(q.constant is None for q in f.logarithms):
        return _with_logarithms(f, over, depth)
    exponents = {exponent for (exponent, _), _ in f.terms}
    parts = {p: collected(term for term in f.terms if term[0][0] == p) for p in exponents}
    if len(parts) == 1 and all(len(poly) == 1 for _, poly in f.terms):
        return Pattern((), (sign_at(f, over.low),))
    easiest = min(exponents, key=lambda p: (max(len(poly) for _, poly in parts[p].terms), len(p), p))
    turned = collected(((_less(p, easiest), powers), poly) for (p, powers), poly in f.terms)
    slopes = pattern(derivation(())(turned), over, depth + 1)
    return _between(f, slopes, over, derivation(())(turned))


def _less(first: Polynomial, second: Polynomial) -> Polynomial:
    length = max(len(first), len(second))
    pad = [(*p, *(Fraction(0),) * (length - len(p))) for p in (first, second)]
    found = [a - b for a, b in zip(*pad, strict=True)]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _with_logarithms(f: Sum, over: Range, depth: int) -> Pattern:
    """Divide by what stands beside the highest power of a logarithm, on each part where that has one sign."""
    log = next(q for q in f.logarithms if q.constant is None)
    highest = max(dict(powers).get(log, 0) for (_, powers), _ in f.terms)
    beside = collected(
        ((exponent, tuple(power for power in powers if power[0] != log)), poly)
        for (exponent, powers), poly in f.terms
        if dict(powers).get(log, 0) == highest
    )
    derived = derivation(f.logarithms)
    slope = derived(f) * beside - f * derived(beside)
    cuts = pattern(beside, over, depth + 1)
    if not all(place.exact for place in cuts.places):
        raise Unclear
    starts = [over.low, *(place.low for place in cuts.places)]
    ends = [*starts[1:], over.high]
    places: list[Place] = []
    signs: list[int] = []
    for k, sign in enumerate(cuts.signs):
        part = Range(starts[k], ends[k])
        slopes = pattern(slope, part, depth + 1)
        # f / beside grows where the slope is positive, and f has its sign times that of what stands beside
        turned = Pattern(slopes.places, tuple(s * sign for s in slopes.signs))
        found = _between(f, turned, part, slope, beside)
        if k and sign_at(f, part.low) == 0:
            places, signs = [*places, Place(part.low, part.low)], [*signs, found.signs[0]]
        elif k and signs[-1] != found.signs[0]:
            raise Unclear  # a change of sign without a zero: not continuous, or a mistake
        else:
            signs = [*signs[:-1], found.signs[0]] if k else [found.signs[0]]
        places, signs = [*places, *found.places], [*signs, *found.signs[1:]]
    return Pattern(tuple(places), tuple(signs))


def _between(f: Sum, slopes: Pattern, over: Range, slope: Sum, divisor: Sum | None = None) -> Pattern:
    """The pattern of f from where it grows and falls, up to a factor without zeros inside: one over the divisor."""
    inner = [_with_sign(f, slope, place) for place in slopes.places]
    first = _at_end(f, over.low, divisor)
    last = growth.far(f) if over.high is None else _at_end(f, over.high, divisor)
    values = [first, *(sign for _, sign in inner), last]
    stops = [over.low, *(place for place, _ in inner), over.high]
    places: list[Place] = []
    signs: list[int] = []
    for k, direction in enumerate(slopes.signs):
        start, end = _end_of(stops[k]), _start_of(stops[k + 1])
        sign, root = _on_gap(f, direction, (values[k], values[k + 1]), (start, end))
        before, after = (sign, sign) if root is None else (-direction, direction)
        if k and values[k] == 0:
            place = stops[k]
            assert isinstance(place, Place)
            places, signs = [*places, place], [*signs, before]
        elif k == 0:
            signs = [before]
        elif signs[-1] != before:
            raise Unclear
        if root is not None:
            places, signs = [*places, root], [*signs, after]
    return Pattern(tuple(places), tuple(signs))


def _at_end(f: Sum, x: Fraction, divisor: Sum | None) -> int | None:
    """The sign of f at or near an end; that f vanishes there says nothing of a quotient whose divisor vanishes, too."""
    sign = growth.near(f, x)
    if sign == 0 and divisor is not None and not _has_value(divisor, x):
        return None
    return sign


def _has_value(divisor: Sum, x: Fraction) -> bool:
    try:
        return sign_at(divisor, x) != 0
    except Unclear:
        return False


def _end_of(stop: Place | Fraction | None) -> Fraction | None:
    return stop.high if isinstance(stop, Place) else stop


def _start_of(stop: Place | Fraction | None) -> Fraction | None:
    return stop.low if isinstance(stop, Place) else stop


def _on_gap(
    f: Sum, direction: int, ends: tuple[int | None, int | None], gap: tuple[Fraction | None, Fraction | None]
) -> tuple[int, Place | None]:
    """The sign of f on a part where it grows or falls, or the place where it changes.

    The sign at an end is that of the value there, or the one near the end; either tells the same here.
    """
    first, last = ends
    if direction == 0:
        return sign_at(f, _inside(gap)), None
    first, last = (None if e is None else e * direction for e in ends)  # as if f grew
    if first is not None and first >= 0:
        return direction, None
    if last is not None and last <= 0:
        return -direction, None
    return 0, _crossing(lambda x: sign_at(f, x) * direction, gap, first, last)


def _inside(gap: tuple[Fraction | None, Fraction | None]) -> Fraction:
    low, high = gap
    assert low is not None
    return low + FAR if high is None else (low + high) / 2


def _crossing(
    sign: Callable[[Fraction], int],
    gap: tuple[Fraction | None, Fraction | None],
    first: int | None,
    last: int | None,
) -> Place:
    """The place where a growing function changes its sign, which it must be seen to do."""
    low, high = gap
    assert low is not None
    negative, positive = (low if first == -1 else None), (high if last == 1 else None)
    x, step = _inside(gap), FAR
    for _ in range(MAX_HALVINGS):
        if negative is not None and positive is not None and negative > low and (high is None or positive < high):
            break
        found = sign(x)
        if found == 0:
            return Place(x, x)
        if found < 0:
            negative, step = x, step * 2
            x = (x + positive) / 2 if positive is not None else x + step if high is None else (x + high) / 2
        else:
            positive = x
            x = (x + (negative if negative is not None else low)) / 2
    else:
        raise Unclear
    simple = _simplest(negative, positive)
    if sign(simple) == 0:
        return Place(simple, simple)
    for _ in range(MAX_DOUBLINGS):
        middle = (negative + positive) / 2
        found = sign(middle)
        if found == 0:
            return Place(middle, middle)
        negative, positive = (middle, positive) if found < 0 else (negative, middle)
    simple = _simplest(negative, positive)
    return Place(simple, simple) if sign(simple) == 0 else Place(negative, positive)


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The rational number with the smallest denominator strictly between two others."""
    whole = low.numerator // low.denominator
    if whole + 1 < high:
        return Fraction(whole + 1)
    if low == whole:
        rest = 1 / (high - whole)
        return whole + Fraction(1, rest.numerator // rest.denominator + 1)
    return whole + 1 / _simplest(1 / (high - whole), 1 / (low - whole))


def _with_sign(f: Sum, slope: Sum, place: Place) -> tuple[Place, int]:
    """The sign of f all over a place where its slope changes, in a smaller place if need be."""
    if place.exact:
        return place, sign_at(f, place.low)
    low, high = place.low, place.high
    before = sign_at(slope, low)
    for _ in range(MAX_HALVINGS):
        with precisely():
            sign = ball_sign(ball(f, exactly((low + high) / 2) + arb(0, 1) * exactly((high - low) / 2)))
        if sign is not None:
            return Place(low, high), sign
        middle = (low + high) / 2
        found = sign_at(slope, middle)
        if found == 0:
            return Place(middle, middle), sign_at(f, middle)
        low, high = (middle, high) if found == before else (low, middle)
    raise Unclear


__all__ = ["Pattern", "Place", "Range", "pattern"]
