"""Smoothness of expressions at a zero increment, and derivatives there."""

from __future__ import annotations

from dataclasses import replace

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts
from derive.bounds.forms.normal import mentions, normal, strip
from derive.bounds.quantities import arithmetic
from derive.build import DERIVATIVES
from derive.core import Expr, Problem, Rel, walk
from derive.errors import DeriveError
from derive.functions import MEROMORPHIC, SMOOTH, regular
from derive.index.road import prove

POLYNOMIAL = frozenset(
    "add scale matmul kron hadamard transpose vec vecr reshape unvecr diag diagpart trace entry row col sum prod blocks hcat"
    " vcat softmax mpow fun det".split()
)  # these ops are smooth functions of their arguments everywhere
ENTIRE = regular(MEROMORPHIC, SMOOTH)


def depends(expr: Expr, names: set[str]) -> bool:
    """Whether one of the variables occurs (bound occurrences count too: that errs on the safe side)."""
    return any(mentions(expr, name) for name in names)


def smooth(facts: Facts, expr: Expr, names: set[str], variable: Expr) -> bool:
    """Whether an expression is smooth in the named variables wherever ``variable`` is near zero."""
    free: dict[Expr, bool] = {}
    for node in walk(expr):
        own = node.op in ("var", "sup", "inf") and any(mentions(node, name) for name in names)
        free[node] = own or any(free[a] for a in node.args)
    stack = [expr]
    while stack:
        node = stack.pop()
        if not free[node] or node.op == "var":
            continue
        if node.op in DERIVATIVES:
            if not smooth(facts, node.args[0], names | {node.data[0]}, variable):
                return False
            stack.extend(node.args[1:])
        elif node.op == "integral":
            if not smooth(facts, node.args[0], names, variable):
                return False
            stack.extend(node.args[1:])
        elif node.op in POLYNOMIAL or (node.op == "map" and node.data[0] in ENTIRE):
            stack.extend(node.args)
        elif node.op == "inv" and _is_invertible(facts, node.args[0], names, variable):
            stack.extend(node.args)
        elif node.op == "hpow" and _smooth_power(facts, node, free, names, variable):
            stack.extend(node.args)
        elif (
            node.op == "map" and node.data[0] in ("log", "sqrt") and _is_positive(facts, node.args[0], names, variable)
        ):
            stack.extend(node.args)
        else:
            return False
    return True


def _smooth_power(facts: Facts, node: Expr, free: dict[Expr, bool], names: set[str], variable: Expr) -> bool:
    """A whole nonnegative power; any power of what is positive at zero (and continuous, so positive near zero)."""
    base, exponent = node.args
    if free[exponent]:
        return False
    if not free[base]:
        return True
    number = strip(exponent)
    if number.op == "const" and number.data[0].denominator == 1 and number.data[0] >= 0:
        return True
    return _is_positive(facts, base, names, variable)


def _is_positive(facts: Facts, base: Expr, names: set[str], variable: Expr) -> bool:
    """Whether a scalar is positive at zero, and so near it: it is continuous if all of it is smooth."""
    if names != {variable.data[0]} or not base.shape.is_scalar:
        return False
    try:
        at_zero = facts.value(build.substitute(base, {variable.data[0]: _zero(variable)}))
        return arithmetic.poly_sign(facts, at_zero.value) == POSITIVE
    except DeriveError:
        return False


def _is_invertible(facts: Facts, matrix: Expr, names: set[str], variable: Expr) -> bool:
    """Whether a matrix is invertible at zero, and so near it, as a definite one is and one whose determinant is said not to vanish."""
    if names != {variable.data[0]}:
        return False
    try:
        there = strip(normal(build.substitute(matrix, {variable.data[0]: _zero(variable)})))
        return facts.is_definite(there) or facts.is_nonzero(build.det(there))
    except DeriveError:
        return False


def _zero(variable: Expr) -> Expr:
    return build.const(0) if variable.shape.is_scalar else build.zeros(variable.shape.rows, variable.shape.cols)


def vanishing(problem: Problem, core: Expr, variable: Expr, order: int) -> bool:
    """Whether the derivative of that order along every ray, s -> core(s V) at s = 0, is shown to vanish by the index form."""
    name = variable.data[0]
    if order == 0:
        value = build.substitute(core, {name: _zero(variable)})
        return equal(problem, value, _zero_like(value))
    derivative = ray_derivative(core, variable, order)
    return equal(problem, derivative, _zero_like(derivative))


def ray_derivative(core: Expr, variable: Expr, order: int) -> Expr:
    """Return d^k/ds^k core(s V) at s = 0 (for k = 1: the directional derivative at zero in the direction V)."""
    name, one = variable.data[0], build.const(1)
    symbol = build.fresh("s")
    body = build.substitute(core, {name: build.scale(build.var(symbol, build.SCALAR), variable)})
    for k in range(order):
        if k + 1 < order:
            outer = build.fresh("s")
            body, symbol = build.frechet(body, symbol, build.var(outer, build.SCALAR), one), outer
        else:
            body = build.frechet(body, symbol, build.const(0), one)
    return body


def _zero_like(expr: Expr) -> Expr:
    return build.const(0) if expr.shape.is_scalar else build.zeros(expr.shape.rows, expr.shape.cols)


def equal(problem: Problem, left: Expr, right: Expr) -> bool:
    """Whether the index form shows an equality under the hypotheses of a problem."""
    return prove(replace(problem, goal=Rel("=", left, right))).outcome == "agree"


__all__ = ["depends", "equal", "ray_derivative", "smooth", "vanishing"]
