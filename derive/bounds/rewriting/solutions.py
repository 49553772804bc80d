r"""Right sides of linear systems whose solution a claim writes down: ``b = A w`` beside ``A^{-1} b``.

Where a claim inverts A and nothing else is said of the variable b, it holds for all b if and only if it holds with ``A w`` in its place for
all w: then ``x - \eta (A x - b) - A^{-1} b`` is ``z - \eta A z`` with z = x - w.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from fractions import Fraction

from derive import build as b
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import read_facts
from derive.bounds.forms.normal import chain, factors, summands
from derive.bounds.rewriting.function_points import multiplied_out
from derive.core import Expr, Problem, Rel, formula_exprs, mapped_formula, walk

BINDERS = (*b.BINDS_IN_FIRST, *b.DERIVATIVES, *b.LIMITS, "sup", "inf")
RULE = ("solution", "b = A w for one w, since A is invertible")


def with_solutions(problem: Problem) -> Problem | None:
    """Return the problem with a variable as the solution of a system; None if it writes none down."""
    if not isinstance(problem.goal, Rel):
        return None
    sides = tuple(formula_exprs(problem.goal))
    if any(n.op in BINDERS for side in sides for n in walk(side)):
        return None  # what binds a variable speaks of other points, too
    facts = read_facts(problem)
    said = {name for h in problem.hypotheses for e in formula_exprs(h) for name in b.free_names(e)}
    for node in dict.fromkeys(n for side in sides for n in evaluated(facts, side)):
        found = _system(node)
        if found is None:
            continue
        matrix, right = found
        name = str(right.data[0])
        if name in said or name in b.free_names(matrix) or name not in dict(problem.variables):
            continue
        solution = b.var(b.fresh("w"), right.shape)
        goal = mapped_formula(problem.goal, lambda e, n=node, m=matrix, w=solution, x=name: _put(e, n, w, m, x))
        shapes = {**dict(problem.variables), str(solution.data[0]): solution.shape}
        del shapes[name]
        point = next((x for e in formula_exprs(goal) if (x := _point(e, solution, said)) is not None), None)
        if point is not None:
            apart = b.var(b.fresh("z"), point.shape)
            there = {str(point.data[0]): b.add(apart, solution)}
            goal = mapped_formula(goal, lambda e, at=there: b.substitute(e, at))
            shapes[str(apart.data[0])] = apart.shape
            del shapes[str(point.data[0])]
        told = multiplied_out(replace(problem, goal=goal, variables=tuple(sorted(shapes.items()))))
        return replace(told, goal=mapped_formula(told.goal, lambda e: b.bottom_up(e, _collected)))
    return None


def _point(e: Expr, solution: Expr, said: set[str]) -> Expr | None:
    """The x of which nothing is said where a claim writes ``x - w``: then x is ``z + w`` for any z."""
    negative = b.neg(solution)
    for node in walk(e):
        if node.op == "add" and negative in node.args:
            found = (part for part in node.args if part.op == "var" and part != solution)
            return next((part for part in found if part.data[0] not in said), None)
    return None


def _system(node: Expr) -> tuple[Expr, Expr] | None:
    """(A, b) of ``A^{-1} b`` with a variable b."""
    if node.op != "matmul" or node.args[0].op != "inv" or node.args[1].op != "var":
        return None
    return node.args[0].args[0], node.args[1]


def _put(e: Expr, node: Expr, solution: Expr, matrix: Expr, name: str) -> Expr:
    """The expression with the solution for ``A^{-1} b`` and ``A w`` for every other b."""
    solved = b.bottom_up(e, lambda part: solution if part == node else part)
    return b.substitute(solved, {name: b.matmul(matrix, solution)})


def _collected(node: Expr) -> Expr:
    """A sum of matrices with its like terms as one."""
    if node.op != "add" or node.shape.is_scalar:
        return node
    weights: dict[Expr, Fraction] = {}
    for weight, term in summands(node):
        scalars, parts = factors(term)
        for number in (s.data[0] for s in scalars if s.op == "const"):
            weight *= number
        others = sorted((s for s in scalars if s.op != "const"), key=str)
        whole = functools.reduce(lambda e, s: b.scale(s, e), others, chain(parts))
        weights[whole] = weights.get(whole, Fraction(0)) + weight
    left = [term if weight == 1 else b.scale(b.const(weight), term) for term, weight in weights.items() if weight]
    return b.zeros(node.shape.rows, node.shape.cols) if not left else left[0] if len(left) == 1 else b.add(*left)


__all__ = ["RULE", "with_solutions"]
