r"""Limits of powers and of geometric series: ``\sum_{k \ge 0} q^k = 1 / (1 - q)`` and ``\sum_{k \ge 0} A^k = (I - A)^{-1}``.

They hold where ``|q| < 1``, or ``\|A\| < 1`` in a norm that is submultiplicative (Horn and Johnson, Matrix Analysis, 2nd ed., 5.6.16);
the norm rules must show it.  What is linear in the powers passes through the sum: ``\sum_t \gamma^t P^t r = (I - \gamma P)^{-1} r``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from derive import build as b
from derive.bounds.road import prove_bound
from derive.core import Expr, Problem, Rel
from derive.degree import PRODUCT
from derive.size_names import size_names
from derive.sizes import Size
from derive.tidy import tidied

NORMS = ("2", "inf", "1", "F")
LINEAR = frozenset("transpose vec vecr reshape unvecr diag diagpart trace entry row col".split())
ONE = Size.of(1)


def series(problem: Problem, expr: Expr, name: str, otherwise: Callable[[Expr], Expr | None]) -> Expr | None:
    """Return the limit of an expression as a size grows, None where it is not known.

    Args:
        problem: Whose hypotheses say that ratios are small.
        expr: The expression.
        name: The size that tends to infinity.
        otherwise: The limit of a part that has no powers, if it is known.
    """
    return _limit(_Ratios(problem), expr, name, otherwise)


@dataclass(frozen=True, slots=True)
class _Ratios:
    problem: Problem

    def is_small(self, ratio: Expr) -> bool:
        """Whether the powers of a number or a square matrix are shown to vanish."""
        while ratio.op == "mpow" or (ratio.op == "hpow" and ratio.args[1].op == "const" and ratio.args[1].data[0] >= 1):
            ratio = ratio.args[0]
        sizes = [b.map_("abs", ratio)] if ratio.shape.is_scalar else [b.norm(ratio, kind) for kind in NORMS]
        goals = (Rel("<", size, b.const(1)) for size in sizes)
        return any(prove_bound(replace(self.problem, goal=goal)).outcome == "agree" for goal in goals)


def _limit(ratios: _Ratios, e: Expr, name: str, otherwise: Callable[[Expr], Expr | None]) -> Expr | None:
    if name not in size_names(e) | b.free_names(e):
        return e
    if e.op == "sum" and e.data[2] == _up_to(e.data[2], name) and name not in size_names(e.args[0]) | e.data[1].names:
        return _Sum(ratios, *e.data[:2]).of(e.args[0], b.const(1), b.const(1))
    power = _power(e, name)
    if power is not None and ratios.is_small(power.base):
        return b.const(0) if e.shape.is_scalar else b.zeros(e.shape.rows, e.shape.cols)
    known = otherwise(e)
    if known is not None or (e.op not in LINEAR and e.op not in PRODUCT and e.op != "add"):
        return known
    parts = [_limit(ratios, part, name, otherwise) for part in e.args]
    return None if None in parts else tidied(b.rebuild(e, [part for part in parts if part is not None]))


def _up_to(high: Size, name: str) -> Size | None:
    """The end of a range if it is the name plus what does not speak of it."""
    return high if name not in (high - Size.of(name)).names else None


@dataclass(frozen=True, slots=True)
class _Power:
    """``base^(rate index + offset)``."""

    base: Expr
    rate: int
    offset: Size


def _power(e: Expr, index: str) -> _Power | None:
    """Return a power whose exponent grows by a fixed number with an index; None for others."""
    if e.op == "hpow" and e.shape.is_scalar and index not in size_names(e.args[0]):
        base, exponent = e.args[0], _size(e.args[1])
    elif e.op == "mprod" and e.data[1] == ONE and not {index, e.data[0]} & size_names(e.args[0]):
        base, exponent = e.args[0], e.data[2]
    else:
        return None
    if exponent is None:
        return None
    rate = (exponent.substitute({index: Size.of(index) + 1}) - exponent).constant
    offset = None if rate is None else exponent - Size.of(index) * rate
    if rate is None or rate < 1 or rate.denominator != 1 or offset is None or index in offset.names:
        return None
    return _Power(base, int(rate), offset)


def _size(e: Expr) -> Size | None:
    """The size that an exponent is, as in ``q^{2 k + 1}``."""
    if e.op == "size":
        return e.data[0]
    if e.op == "const" and e.data[0].denominator == 1:
        return Size.of(int(e.data[0]))
    parts = [_size(part) for part in e.args] if e.op in ("add", "scale") else [None]
    if None in parts:
        return None
    first, *others = (part for part in parts if part is not None)
    for other in others:
        first = first + other if e.op == "add" else first * other
    return first


@dataclass(frozen=True, slots=True)
class _Sum:
    """The sum over an index from ``low`` on."""

    ratios: _Ratios
    index: str
    low: Size

    def of(self, e: Expr, ratio: Expr, front: Expr) -> Expr | None:
        """Return the sum of ``front ratio^index e``; None where it is not shown to converge to something known."""
        if self.index not in size_names(e):
            total = self._geometric(ratio, front)
            return None if total is None else tidied(b.scale(total, e))
        power = _power(e, self.index)
        if power is not None and e.shape.is_scalar:
            times = _raised(power.base, Size.of(power.rate))
            return self._geometric(b.scale(ratio, times), b.scale(front, _raised(power.base, power.offset)))
        if power is not None:
            return self._neumann(power, ratio, front)
        if e.op == "add":
            terms = [self.of(part, ratio, front) for part in e.args]
            return None if None in terms else b.add(*(term for term in terms if term is not None))
        moving = [k for k, part in enumerate(e.args) if self.index in size_names(part)]
        if e.op == "scale" and moving == [0, 1]:
            power = _power(e.args[0], self.index)
            if power is None:
                return None
            times = _raised(power.base, Size.of(power.rate))
            return self.of(
                e.args[1], tidied(b.scale(ratio, times)), tidied(b.scale(front, _raised(power.base, power.offset)))
            )
        own = any(isinstance(part, Size) and self.index in part.names for part in e.data)
        if len(moving) != 1 or own or (e.op not in LINEAR and e.op not in PRODUCT):
            return None
        inner = self.of(e.args[moving[0]], ratio, front)
        return None if inner is None else tidied(b.rebuild(e, [*e.args[: moving[0]], inner, *e.args[moving[0] + 1 :]]))

    def _geometric(self, ratio: Expr, front: Expr) -> Expr | None:
        ratio = tidied(ratio)
        if ratio == b.const(1) or not self.ratios.is_small(ratio):
            return None
        first = b.scale(front, _raised(ratio, self.low))
        return tidied(b.div(first, b.sub(b.const(1), ratio)))

    def _neumann(self, power: _Power, ratio: Expr, front: Expr) -> Expr | None:
        base, exponent = power.base, (self.low * power.rate + power.offset).constant
        step = tidied(b.scale(ratio, base if power.rate == 1 else b.mpow(base, power.rate)))
        if exponent is None or exponent < 0 or exponent.denominator != 1 or not self.ratios.is_small(step):
            return None
        inverse = b.inv(b.sub(b.eye(base.shape.rows), step))
        first = b.scale(front, _raised(ratio, self.low))
        total = b.matmul(b.mpow(base, int(exponent)), inverse) if exponent else inverse
        return tidied(b.scale(first, total))


def _raised(base: Expr, exponent: Size) -> Expr:
    """Return a power of a number."""
    if exponent.constant == 0 or base == b.const(1):
        return b.const(1)
    return base if exponent.constant == 1 else b.hpow(base, b.size(exponent))


__all__ = ["series"]
