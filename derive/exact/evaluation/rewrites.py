"""Derived functions written in primitive ones (exp, log, erf, sqrt, ...), core tree to core tree."""

from __future__ import annotations

from derive import build
from derive.core import Expr
from derive.fraction import Fraction
from derive.functions import meaning
from derive.norms import norm

HALF = Fraction(1, 2)


def _one(u: Expr) -> Expr:
    return build.ones(u.shape.rows, u.shape.cols)


def _times(number: int | Fraction, u: Expr) -> Expr:
    return build.scale(build.const(number), u)


def _reciprocal(u: Expr) -> Expr:
    return build.hpow(u, build.const(-1))


def erf_slope(u: Expr) -> Expr:
    """erf'(u) = 2 / sqrt(pi) exp(-u^2)."""
    factor = _times(2, build.hpow(build.real("pi"), build.const(-HALF)))
    return build.scale(factor, build.map_("exp", _times(-1, build.hadamard(u, u))))


def softmax(u: Expr) -> Expr:
    """exp(U) o (exp(U) 1)^(-1) 1^T, row by row."""
    e = build.map_("exp", u)
    sums = build.matmul(e, build.ones(u.shape.cols)) if u.shape.cols else e
    spread = build.kron(_reciprocal(sums), build.ones((), u.shape.cols))
    return build.hadamard(e, build.reshape(spread, u.shape))


def frobenius(a: Expr) -> Expr:
    """(sum of squares)^(1/2)."""
    squares = build.hadamard(a, a)
    total = build.matmuls(build.ones((), a.shape.rows), squares, build.ones(a.shape.cols))
    return build.sqrt(build.reshape(total, build.SCALAR))


def entry_norm(a: Expr, kind: str) -> Expr:
    """The norms 1, inf (induced) and max as largest entries of sums of moduli."""
    moduli = build.map_("abs", a)
    if kind == "1":
        moduli = build.matmul(build.ones((), a.shape.rows), moduli)
    elif kind == "inf":
        moduli = build.matmul(moduli, build.ones(a.shape.cols))
    return build.extreme("maxentry", moduli)


def simplify_exponential(name: str, u: Expr) -> Expr | None:
    """Log exp u = u, and exp log u = u (where log u is defined); None if neither applies."""
    inverse = {"exp": "log", "log": "exp"}[name]
    return u.args[0] if u.op == "map" and u.data[0] == inverse else None


def derived(node: Expr) -> Expr | None:
    """Return the primitive form of a derived node, or None if the node is primitive."""
    if node.op == "softmax":
        return softmax(node.args[0])
    if node.op == "map":
        return meaning(node)
    if node.op == "norm":
        kind, a, record = node.data[0], node.args[0], norm(node.data[0])
        vector = not a.shape.rows or not a.shape.cols
        if kind == "F" or (kind == "2" and vector):
            return frobenius(a)
        if not record.unitary:
            return entry_norm(a, kind)
        if not record.common and record.meaning is not None:
            return frobenius(a) if vector else record.meaning(a)
    if node.op == "kappa":
        return build.div(build.sigma(node.args[0], "max"), build.sigma(node.args[0], "min"))
    return None
