r"""Limits at infinity by what happens at zero: a function of ``u = 1/t`` that is smooth at ``u = 0`` tends to its value there.

Every part that depends on t is written as ``u^p E(u)`` with E smooth: ``t / (2 t + 1) = 1 / (2 + u)``, ``softmax(z / t) = softmax(u z)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.normal import mentions
from derive.core import Expr, walk
from derive.fraction import Fraction
from derive.limits.smooth import ENTIRE, POLYNOMIAL, smooth
from derive.sizes import Size

Scaled = tuple[Expr, Fraction]  # E and p of u^p E(u)
LINEAR = frozenset("transpose reshape vec vecr unvecr diag diagpart trace entry row col sum".split())
PRODUCTS = frozenset("scale hadamard matmul kron".split())


def at_infinity(facts: Facts, expr: Expr, name: str) -> Expr | None:
    """Return the limit of an expression as a number or a size tends to infinity, None where it is not known.

    Args:
        facts: What the hypotheses say.
        expr: The expression, in which nothing else moves.
        name: What tends to infinity.

    """
    return next((value for root in (1, 2) if (value := _value(facts, expr, name, root)) is not None), None)


def _value(facts: Facts, expr: Expr, name: str, root: int) -> Expr | None:
    """The value at ``u = 0`` of an expression as a function of ``u = t^(-1/root)``."""
    u = build.var(build.fresh("u"), build.SCALAR)
    found: dict[Expr, Scaled] = {}
    for node in walk(expr):
        own = None if _has_moving_shape(node, name) else _scaled(node, [found[a] for a in node.args], name, u, root)
        if own is None:
            return None
        found[node] = own
    core, power = found[expr]
    if power < 0 or not smooth(facts, core, {u.data[0]}, u):
        return None
    if power > 0:
        return build.const(0) if expr.shape.is_scalar else build.zeros(expr.shape.rows, expr.shape.cols)
    return build.substitute(core, {u.data[0]: build.const(0)})


def _has_moving_shape(node: Expr, name: str) -> bool:
    return any(name in total.names for total in node.shape.totals)


def _scaled(node: Expr, args: Sequence[Scaled], name: str, u: Expr, root: int) -> Scaled | None:
    """A node as ``u^p E(u)``, None where that is not known."""
    if node.op == "size":
        return _of_size(node.data[0], name, u, root)
    if node.op == "var" and node.data[0] == name:
        return (build.const(1), Fraction(-root)) if node.shape.is_scalar else None
    if any(isinstance(part, Size) and name in part.names for part in node.data):
        return None
    if node.op in ("sup", "inf") and mentions(node, name):
        return None
    if not any(core != arg or power for (core, power), arg in zip(args, node.args, strict=True)):
        return (node, Fraction(0))
    parts, powers = [core for core, _ in args], [power for _, power in args]
    if node.op == "add":
        least = min(powers)
        return reduce(build.add, [_times(u, p - least, e) for e, p in args]), least
    if node.op in PRODUCTS or node.op in LINEAR:
        return build.rebuild(node, parts), sum(powers, Fraction(0))
    if node.op == "hpow" and node.args[1].op == "const":
        power = powers[0] * node.args[1].data[0]
        return (build.rebuild(node, parts), power) if power.denominator == 1 else None
    if (node.op in POLYNOMIAL or (node.op == "map" and node.data[0] in ENTIRE)) and min(powers) >= 0:
        return build.rebuild(node, [_times(u, p, e) for e, p in args]), Fraction(0)
    return None


def _of_size(size: Size, name: str, u: Expr, root: int) -> Scaled:
    """A polynomial in sizes of which only one moves."""
    if name not in size.names:
        return build.size(size), Fraction(0)
    degree = max(dict(monomial).get(name, 0) for monomial, _ in size.terms)
    terms = []
    for monomial, coefficient in size.terms:
        rest = reduce(lambda a, b: a * b, [Size.of(n) for n, e in monomial if n != name for _ in range(e)], Size.of(1))
        term = build.scale(build.const(coefficient), build.size(rest))
        terms.append(_times(u, Fraction(root * (degree - dict(monomial).get(name, 0))), term))
    return reduce(build.add, terms), Fraction(-root * degree)


def _times(u: Expr, power: Fraction, expr: Expr) -> Expr:
    return expr if power == 0 else build.scale(build.hpow(u, build.const(power)), expr)


__all__ = ["at_infinity"]
