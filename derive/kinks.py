r"""Kinks at which a derivative has a value all the same: of ``x |x|``, of ``\operatorname{ReLU}(u)^2``.

A function ``F(x, k)`` that is smooth in x and in the value k of ``|u|``, ``\operatorname{ReLU}(u)`` or ``\max(a, b)`` is differentiable at the kink where
its slope in k is zero there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod

from derive import build, functions
from derive.core import Expr, walk
from derive.fraction import Fraction

FIXED = functions.named(lambda f: f.at_zero == 0)
WRITTEN = functions.named(lambda f: f.regularity == functions.KINK and f.meaning is not None)
KINKED = functions.named(lambda f: f.regularity == functions.KINK and f.at_zero == 0)
ZERO = build.const(0)


Part = tuple[Expr, frozenset[str]]  # an expression, and the variables by which it is differentiated


@lru_cache(maxsize=1024)  # the conditions of a derivative and its jumps ask the same
def without_smooth_kinks(body: Expr, moving: frozenset[str]) -> tuple[Part, ...]:
    """Return a body with zeros for the kinks at which it is smooth, and what has to have a value beside it: the arguments of those, and all as it was.

    Args:
        body: What is differentiated once.
        moving: The variables by which it is.

    """
    body = build.bottom_up(body, lambda node: (node.op == "map" and node.data[0] in WRITTEN and functions.meaning(node)) or node)
    whole, beside = body, []
    for kink, at, value in _kinks(body, moving):
        name = build.fresh("k")
        opened = build.replaced(body, {kink: build.var(name, kink.shape)})
        slope = _slope(opened, name)
        if slope is None or not build.free_names(kink) <= build.free_names(body):
            continue
        slope = build.replaced(build.substitute(slope, {name: value}), {at: ZERO})
        if build.is_zero(_folded(slope)):
            body, beside = build.substitute(opened, {name: value}), [*beside, *kink.args]
    return ((body, moving), *((part, moving & build.free_names(part)) for part in beside), *([(whole, frozenset[str]())] if beside else []))


def _kinks(body: Expr, moving: frozenset[str]) -> Iterator[tuple[Expr, Expr, Expr]]:
    """Kinks of numbers, what is zero at each, and its value there."""
    for node in walk(body):
        if not node.shape.is_scalar or moving.isdisjoint(build.free_names(node)):
            continue
        if node.op == "map" and node.data[0] in KINKED:
            yield node, node.args[0], ZERO
        elif node.op in ("max", "min") and len(node.args) == 2:
            yield node, build.sub(*node.args), min(node.args, key=lambda a: len(build.free_names(a)))


def _slope(e: Expr, name: str) -> Expr | None:
    """The derivative by a variable, of sums, products and whole powers, also negative ones; None of others."""
    if name not in build.free_names(e):
        return ZERO
    if e.op == "var":
        return build.const(1)
    slopes = [_slope(part, name) for part in e.args] if e.op in ("add", "scale", "hpow") else [None]
    if any(slope is None for slope in slopes) or not e.shape.is_scalar:
        return None
    told = [slope for slope in slopes if slope is not None]
    if e.op == "add":
        return build.add(*told)
    first, second = e.args
    if e.op == "scale":
        return build.add(build.scale(told[0], second), build.scale(first, told[1]))
    if second.op != "const" or second.data[0].denominator != 1:
        return None
    power = second.data[0] - 1
    return build.scale(build.scale(second, build.hpow(first, build.const(power))), told[0]) if power else told[0]


def _folded(e: Expr) -> Expr:
    """Zero, where sums, products, powers and functions show it at once; else what was given."""
    if e.op == "add":
        return ZERO if all(build.is_zero(_folded(part)) for part in e.args) else e
    if e.op == "scale":
        return ZERO if any(build.is_zero(_folded(part)) for part in e.args) else e
    if e.op == "hpow" and e.args[1].op == "const" and e.args[1].data[0] > 0:
        return _folded(e.args[0])
    if e.op == "map" and e.data[0] in FIXED:
        return _folded(e.args[0])
    return e


def is_torn(e: Expr) -> bool:
    """Whether an expression is a derivative, by a number and at a number, that has no value: one kink bends there, and nothing else does.

    The slope in the value of the kink is not zero there, nor that of what is zero at the kink: from both sides the derivative tends to different numbers.
    """
    if e.op not in build.DERIVATIVES or not e.args[1].shape.is_scalar or not e.args[0].shape.is_scalar or _number(e.args[1]) is None:
        return False
    name, (body, point) = e.data[0], e.args[:2]
    bent = [k for k in dict.fromkeys(_kinks(body, frozenset({name}))) if _number(build.substitute(k[1], {name: point})) == 0]
    if len(bent) != 1 or _number(build.substitute(body, {name: point})) is None:
        return False
    kink, at, value = bent[0]
    inner = build.fresh("k")
    slopes = _slope(build.replaced(body, {kink: build.var(inner, kink.shape)}), inner), _slope(at, name)
    told = [_number(build.substitute(build.substitute(s, {inner: value}), {name: point})) for s in slopes if s is not None]
    return len(told) == len(slopes) and all(told)


def _number(e: Expr) -> Fraction | None:
    """What sums, products, whole powers, absolute values and extremes of numbers are; None of others."""
    if e.op == "const":
        return e.data[0]
    parts = [_number(part) for part in e.args]
    told = [part for part in parts if part is not None]
    if len(told) < len(parts) or not told or not e.shape.is_scalar:
        return None
    if e.op == "hpow":
        return told[0] ** int(told[1]) if told[1].denominator == 1 and told[1] >= 0 else None
    if e.op == "map":
        return {"abs": abs(told[0]), "relu": max(told[0], Fraction(0))}.get(e.data[0])
    known = {"add": sum, "scale": prod, "max": max, "min": min}.get(e.op)
    return None if known is None else Fraction(known(told))


__all__ = ["is_torn", "without_smooth_kinks"]
