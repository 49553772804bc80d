"""Derived functions written in primitive ones (exp, log, erf, sqrt, ...), core tree to core tree."""

from __future__ import annotations

from collections.abc import Callable

from derive import build
from derive.core import Expr
from derive.fraction import Fraction

HALF = Fraction(1, 2)


def _one(u: Expr) -> Expr:
    return build.ones(u.shape.rows, u.shape.cols)


def _times(number: int | Fraction, u: Expr) -> Expr:
    return build.scale(build.const(number), u)


def _reciprocal(u: Expr) -> Expr:
    return build.hpow(u, build.const(-1))


def _sigmoid(u: Expr) -> Expr:
    return _reciprocal(build.add(_one(u), build.map_("exp", _times(-1, u))))


def _tanh(u: Expr) -> Expr:
    # tanh u = 1 - 2 / (1 + e^(2u))
    return build.add(_one(u), _times(-2, _reciprocal(build.add(_one(u), build.map_("exp", _times(2, u))))))


def _softplus(u: Expr) -> Expr:
    return build.map_("log", build.add(_one(u), build.map_("exp", u)))


def _normal_cdf(u: Expr) -> Expr:
    # Phi(u) = (1 + erf(u / sqrt 2)) / 2
    scaled = build.scale(build.hpow(build.const(2), build.const(-HALF)), u)
    return _times(HALF, build.add(_one(u), build.map_("erf", scaled)))


def _normal_density(u: Expr) -> Expr:
    # phi(u) = exp(-u^2 / 2) / sqrt(2 pi)
    two_pi = _times(2, build.real("pi"))
    return build.scale(build.hpow(two_pi, build.const(-HALF)), build.map_("exp", _times(-HALF, build.hadamard(u, u))))


FUNCTIONS: dict[str, Callable[[Expr], Expr]] = {
    "sigmoid": _sigmoid,
    "tanh": _tanh,
    "softplus": _softplus,
    "silu": lambda u: build.hadamard(u, _sigmoid(u)),
    "gelu": lambda u: build.hadamard(u, _normal_cdf(u)),
    "Phi": _normal_cdf,
    "phi": _normal_density,
}


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
    if node.op == "map" and node.data[0] in FUNCTIONS:
        return FUNCTIONS[node.data[0]](node.args[0])
    if node.op == "norm":
        kind, a = node.data[0], node.args[0]
        vector = not a.shape.rows or not a.shape.cols
        if kind == "F" or (kind == "2" and vector):
            return frobenius(a)
        if kind in ("1", "inf", "max"):
            return entry_norm(a, kind)
    if node.op == "kappa":
        return build.div(build.sigma(node.args[0], "max"), build.sigma(node.args[0], "min"))
    return None
