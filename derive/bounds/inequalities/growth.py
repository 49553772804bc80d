"""Signs of functions of one variable near the ends of an interval, where a logarithm may have no value, and far out."""

from __future__ import annotations

from derive.bounds.inequalities.exponential_logs import (
    Polynomial,
    Sum,
    Unclear,
    at,
    collected,
    constant_sign,
    logarithm,
    number,
    of_polynomial,
    trimmed,
)
from derive.fraction import Fraction


def near(f: Sum, x: Fraction) -> int | None:
    """The sign of the value at an end or of the values near it, None if it is not known.

    Where arguments of logarithms vanish ``h^a log(h)^b`` tends to 0 for a > 0, and one term that tends to infinity decides.
    """
    try:
        singular = {q for q in f.logarithms if constant_sign(at(q, x)) == 0}
        if not singular:
            return constant_sign(at(f, x))
        finite, infinite = number(0), list[int]()
        for (exponent, powers), poly in f.terms:
            power = sum(m for q, m in powers if q in singular)
            rest = at(collected([((exponent, tuple(p for p in powers if p[0] not in singular)), poly)]), x)
            if not power:
                finite = finite + rest
            elif rest.terms:
                infinite.append(constant_sign(rest) * (-1) ** power)
        if not infinite:
            return constant_sign(finite)
        return infinite[0] if len(infinite) == 1 else None
    except Unclear:
        return None


def far(f: Sum) -> int | None:
    """The sign of f(x) for all large x, None if it is not known.

    ``log q = p + d log x + log c + o(1)`` for ``q ~ c x^d e^p``; powers ``x^a log(x)^b`` are compared by a, then by b.
    """
    if not f.terms:
        return 0
    try:
        tops = _largest([exponent for (exponent, _), _ in f.terms])
        group = collected((((), powers), poly) for (exponent, powers), poly in f.terms if exponent[1:] == tops)
        weights = {exponent[:1] for (exponent, _), _ in f.terms if exponent[1:] == tops}
        if len(weights) > 1:
            return None
        found = _sign_of_powers(group)
        return _sign_of_rest(f) if found is None and group.terms == f.terms else found
    except Unclear:
        return None


def _largest(exponents: list[Polynomial]) -> Polynomial:
    """The exponent that grows fastest, without its constant."""
    return max((p[1:] for p in exponents), key=lambda p: _order(p, max(map(len, exponents))))


def _order(poly: Polynomial, length: int) -> tuple[Fraction, ...]:
    return tuple(reversed([*poly, *[Fraction(0)] * (length - len(poly))]))


def _sign_of_powers(group: Sum) -> int | None:
    """The sign of ``sum c(x) prod log q`` for large x: at most one logarithm in each term."""
    found: dict[tuple[int, int], Sum] = {}
    highest = max(len(poly) - 1 for _, poly in group.terms)
    for (_, powers), poly in group.terms:
        if sum(m for q, m in powers if q.constant is None) > 1:
            return None
        constants = collected([(((), tuple(p for p in powers if p[0].constant is not None)), (Fraction(1),))])
        inner = next((q for q, _ in powers if q.constant is None), None)
        for power, factor in {(0, 0): number(1)}.items() if inner is None else _logarithm(inner).items():
            for k, c in enumerate(poly):
                place = (k + power[0], power[1])
                found[place] = found.get(place, number(0)) + constants * factor * number(c)
    kept = {place: value for place, value in found.items() if value.terms}
    # what is left out of a logarithm is o(1), times x^highest at most
    if not kept or max(kept)[0] < highest:
        return None
    return constant_sign(kept[max(kept)])


def _sign_of_rest(f: Sum) -> int | None:
    """The sign of ``c(x) (log q - log(leading term of q))``, which is that of ``c`` times what q has beside its leading term."""
    logs = [(powers, poly) for (_, powers), poly in f.terms if any(q.constant is None for q, _ in powers)]
    if len(logs) != 1 or len(logs[0][0]) != 1:
        return None
    (((inner, power),), poly) = logs[0]
    expanded = number(0)
    for (k, of_log), factor in _logarithm(inner).items():
        expanded = expanded + factor * of_polynomial(trimmed([*[Fraction(0)] * k, Fraction(1)]))
        if of_log:
            return None
    if power != 1 or (f - of_polynomial(poly) * (logarithm(inner) - expanded)).terms:
        return None
    tops = _largest([exponent for (exponent, _), _ in inner.terms])
    rest = far(collected(term for term in inner.terms if term[0][0][1:] != tops))
    return None if rest is None else rest * (1 if poly[-1] > 0 else -1)


def _logarithm(inner: Sum) -> dict[tuple[int, int], Sum]:
    """``log q`` for large x by powers of x and log x, up to what vanishes."""
    tops = _largest([exponent for (exponent, _), _ in inner.terms])
    leading = [(exponent, powers, poly) for (exponent, powers), poly in inner.terms if exponent[1:] == tops]
    if len(leading) != 1 or leading[0][1]:
        raise Unclear
    exponent, _, poly = leading[0]
    found = {(k, 0): number(c) for k, c in enumerate(exponent) if c}
    found[0, 0] = found.get((0, 0), number(0)) + logarithm(number(poly[-1]))
    if len(poly) > 1:
        found[0, 1] = number(len(poly) - 1)
    return found


__all__ = ["far", "near"]
