"""Smoothness of expressions at a zero increment, and derivatives there; limits of difference quotients by them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from derive import build
from derive.bounds import values
from derive.bounds.facts import POSITIVE, Facts
from derive.bounds.normal import strip
from derive.build import DERIVATIVES
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, formula_exprs, walk
from derive.errors import DeriveError

POLYNOMIAL = frozenset(
    "add scale matmul kron hadamard transpose vec vecr reshape unvecr diag diagpart trace entry row col sum prod blocks hcat"
    " vcat softmax mpow fun det".split()
)  # these ops are smooth functions of their arguments everywhere
ENTIRE = frozenset("exp gelu erf Phi phi tanh sigmoid softplus silu sin cos".split())


def depends(expr: Expr, names: set[str]) -> bool:
    """Whether one of the variables occurs (bound occurrences count too: that errs on the safe side)."""
    return any(node.op == "var" and node.data[0] in names for node in walk(expr))


def smooth(facts: Facts, expr: Expr, names: set[str], variable: Expr) -> bool:
    """Whether an expression is smooth in the named variables wherever ``variable`` is near zero."""
    free: dict[Expr, bool] = {}
    for node in walk(expr):
        free[node] = (node.op == "var" and node.data[0] in names) or any(free[a] for a in node.args)
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
        elif node.op == "hpow" and _smooth_power(facts, node, free, names, variable):
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
    if names != {variable.data[0]} or not base.shape.is_scalar:
        return False
    try:
        at_zero = values.value(facts, build.substitute(base, {variable.data[0]: _zero(variable)}))
        return values.poly_sign(facts, at_zero.value) == POSITIVE
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
    from derive.index.road import prove

    return prove(replace(problem, goal=Rel("=", left, right))).outcome == "agree"


# Limits of difference quotients.


def without_limits(problem: Problem) -> Problem:
    """Return the problem with limits at zero replaced by values and derivatives where that is justified.

    ``lim N(h) / h^k`` is N's k-th derivative at zero over k! if N is smooth and its lower derivatives vanish there.
    """
    from derive.bounds.facts import read_facts

    if not any(node.op == "limit" for e in formula_exprs(problem.goal) for node in walk(e)):
        return problem
    facts = read_facts(problem)
    return replace(problem, goal=_formula(problem, facts, problem.goal))


def _formula(problem: Problem, facts: Facts, formula: Formula) -> Formula:
    if isinstance(formula, Rel):
        return Rel(
            formula.op, _resolved(problem, facts, formula.lhs), _resolved(problem, facts, formula.rhs), formula.data
        )
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(_formula(problem, facts, f) for f in formula.args))
    return Quantified(formula.kind, formula.names, _formula(problem, facts, formula.body))


def _resolved(problem: Problem, facts: Facts, expr: Expr) -> Expr:
    new: dict[Expr, Expr] = {}
    for node in walk(expr):
        if node.op in ("sup", "inf"):
            new[node] = node
            continue
        rebuilt = build.rebuild(node, [new[a] for a in node.args])
        new[node] = _limit(problem, facts, rebuilt) if rebuilt.op == "limit" else rebuilt
    return new[expr]


def _limit(problem: Problem, facts: Facts, node: Expr) -> Expr:
    name, where = node.data
    if not where.startswith("zero"):
        return node
    variable = build.var(name, build.SCALAR)
    wider = replace(problem, variables=(*problem.variables, (name, build.SCALAR)))
    body, power = _numerator(node.args[0], name)
    if not smooth(facts, body, {name}, variable) or power > 3:
        return node
    if not all(vanishing(wider, body, variable, k) for k in range(power)):
        return node
    if power == 0:
        return build.substitute(body, {name: build.const(0)})
    factorial = Fraction(1)
    for k in range(2, power + 1):
        factorial *= k
    symbol = build.fresh(name)
    result = build.substitute(body, {name: build.var(symbol, build.SCALAR)})
    for k in range(power):
        outer = build.fresh(name)
        point = build.var(outer, build.SCALAR) if k + 1 < power else build.const(0)
        result, symbol = build.frechet(result, symbol, point, build.const(1)), outer
    return result if factorial == 1 else build.scale(build.const(1 / factorial), result)


def _numerator(expr: Expr, name: str) -> tuple[Expr, int]:
    """Split ``h^-k N`` into (N, k)."""
    expr, power = strip(expr), 0
    factors = []
    while expr.op == "scale":
        factor = strip(expr.args[0])
        exponent = strip(factor.args[1]) if factor.op == "hpow" else None
        base = strip(factor.args[0]) if factor.op == "hpow" else None
        is_power = exponent is not None and base is not None and exponent.op == "const" and base.op == "var"
        if is_power and base.data[0] == name and exponent.data[0] < 0 and exponent.data[0].denominator == 1:  # type: ignore[union-attr]
            power -= exponent.data[0].numerator  # type: ignore[union-attr]
        else:
            factors.append(factor)
        expr = strip(expr.args[1])
    for factor in reversed(factors):
        expr = build.scale(factor, expr)
    return expr, power


__all__ = ["depends", "equal", "ray_derivative", "smooth", "vanishing", "without_limits"]
