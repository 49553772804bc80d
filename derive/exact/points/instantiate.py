"""Arbitrary smooth functions replaced by random polynomials with free coefficients.

A pointwise identity between derivatives of order at most k involves only the Taylor polynomial of order k, so a
polynomial of degree k + 1 with free coefficients is fully general. With x the entries of all arguments in one column,

    vec_r f = c_0 + C_1 x + C_2 (x (x) x) + C_3 (x (x) x (x) x) + ...
"""

from __future__ import annotations

from dataclasses import replace

from derive import build
from derive.build import DERIVATIVES
from derive.core import Expr, Formula, Logic, Problem, Quantified, Rel, formula_exprs, walk
from derive.errors import NotSupported
from derive.sizes import Shape, product


def instantiate(problem: Problem, seed: int = 0) -> Problem:
    """Replace every arbitrary function by a polynomial whose coefficients are new variables.

    The coefficients of f are named ``f~0``, ``f~1``, ...; the result depends on nothing but the problem (the seed is
    accepted so that roads may be called alike).

    Raises:
        NotSupported: Derivatives are nested more than three deep.

    """
    del seed
    if not problem.functions:
        return problem
    formulas = (problem.goal, *problem.hypotheses)
    degree = 1 + max(_order(e) for f in formulas for e in formula_exprs(f))
    if degree > 4:
        raise NotSupported("derivatives of an arbitrary function are nested more than three deep")
    added = [
        (f"{name}~{k}", _coefficient(arguments, value, k))
        for name, arguments, value in problem.functions
        for k in range(degree + 1)
    ]
    cache: dict[Expr, Expr] = {}
    return replace(
        problem,
        functions=(),
        variables=(*problem.variables, *added),
        goal=_formula(problem.goal, degree, cache),
        hypotheses=tuple(_formula(h, degree, cache) for h in problem.hypotheses),
    )


def _order(expr: Expr) -> int:
    """Depth of nested derivatives."""
    depth: dict[Expr, int] = {}
    for node in walk(expr):
        depth[node] = max((depth[a] for a in node.args), default=0) + (node.op in DERIVATIVES)
    return depth[expr]


def _coefficient(arguments: tuple[Shape, ...], value: Shape, k: int) -> Shape:
    inputs = sum(
        (product((*s.rows, *s.cols)) for s in arguments[1:]), product((*arguments[0].rows, *arguments[0].cols))
    )
    return Shape.of(product((*value.rows, *value.cols)), inputs**k)


def _formula(formula: Formula, degree: int, cache: dict[Expr, Expr]) -> Formula:
    if isinstance(formula, Rel):
        return Rel(formula.op, _replace(formula.lhs, degree, cache), _replace(formula.rhs, degree, cache), formula.data)
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(_formula(f, degree, cache) for f in formula.args))
    return Quantified(formula.kind, formula.names, _formula(formula.body, degree, cache))


def _replace(expr: Expr, degree: int, cache: dict[Expr, Expr]) -> Expr:
    for node in walk(expr):
        if node in cache:
            continue
        args = [cache[a] for a in node.args]
        cache[node] = _polynomial(node, args, degree) if node.op == "fun" else build.rebuild(node, args)
    return cache[expr]


def _polynomial(node: Expr, args: list[Expr], degree: int) -> Expr:
    name = node.data[0]
    x = build.vcat(*(build.vecr(a) for a in args)) if len(args) > 1 else build.vecr(args[0])
    total, power = None, None
    for k in range(degree + 1):
        shape = _coefficient(tuple(a.shape for a in args), node.shape, k)
        coefficient = build.var(f"{name}~{k}", shape)
        term = coefficient if power is None else build.matmul(coefficient, power)
        term = build.reshape(term, Shape(node.shape.rows + node.shape.cols))
        total = term if total is None else build.add(total, term)
        power = x if power is None else build.kron(power, x)
    assert total is not None
    return build.unvecr(total, node.shape.rows, node.shape.cols)
