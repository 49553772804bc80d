r"""Whether hypotheses let a quantity tend where a limit says: with ``t \le 5`` nothing is said about ``t \to \infty``."""

from __future__ import annotations

from derive import build
from derive.bounds.forms.normal import mentions, strip
from derive.build import substitute_formula
from derive.core import FLIP, Expr, Formula, Logic, Problem, Quantified, Rel, formula_exprs, walk
from derive.sizes import Size
from derive.vacuity.contradictions import contradiction

RELAXED = {"<": "<=", ">": ">="}


def may_grow(problem: Problem, name: str) -> bool:
    """Return whether a size or a number may be as large as one likes, as far as what is said of it tells.

    A size may if no relation bounds it by numbers. A number may if it is only said to be at least something, or to differ from it.
    """
    if any(_bounds(op, size, name) for op, size in problem.rules.relations):
        return False
    about = [h for h in problem.hypotheses if any(mentions(e, name) for e in formula_exprs(h))]
    return name not in dict(problem.variables) or all(_lets_grow(h, name) for h in about)


def _bounds(op: str, size: Size, name: str) -> bool:
    """Whether ``size op 0`` cannot hold for large values of the only name in it."""
    if size.names != {name} or op == "!=":
        return False
    degrees = [(dict(m).get(name, 0), c) for m, c in size.terms]
    leading = max(degrees)[1]
    return op == "=" or leading > 0


def _lets_grow(formula: Formula, name: str) -> bool:
    """``t >= e``, ``t > e`` and ``t != e`` where e does not speak of t."""
    if isinstance(formula, Logic) and formula.op == "and":
        return all(
            _lets_grow(part, name) for part in formula.args if any(mentions(e, name) for e in formula_exprs(part))
        )
    if not isinstance(formula, Rel):
        return False
    for side, other, op in (
        (formula.lhs, formula.rhs, formula.op),
        (formula.rhs, formula.lhs, FLIP.get(formula.op, formula.op)),
    ):
        side = strip(side)
        if side.op == "var" and side.data[0] == name and not mentions(other, name):
            return op in (">", ">=", "!=")
    return False


def may_vanish(problem: Problem, name: str) -> bool:
    """Return whether nothing shows that what is said of a variable keeps it away from zero."""
    variable = next((e for h in problem.hypotheses for s in formula_exprs(h) for e in walk(s) if _is(e, name)), None)
    if variable is None:
        return True
    zero = {name: build.zeros(variable.shape.rows, variable.shape.cols)}
    if variable.shape.is_scalar:
        zero = {name: build.const(0)}
    closed = tuple(
        _closed(h) if any(mentions(e, name) for e in formula_exprs(h)) else h
        for h in problem.hypotheses
        if not (isinstance(h, Rel) and h.op == "!=")
    )
    return contradiction(problem.rules, tuple(substitute_formula(h, zero) for h in closed)) is None


def of_any_function(problem: Problem) -> bool:
    """Return whether values of a function at points that move stand in a goal of which nothing says that it is continuous.

    A derivative of it does so, which only a differentiable function has, and an inequality for pairs of points, of convex and Lipschitz functions.
    """
    goal = [node for e in formula_exprs(problem.goal) for node in walk(e)]
    given = [node for h in problem.hypotheses for e in formula_exprs(h) for node in walk(e)]
    pairs = [h for h in problem.hypotheses if isinstance(h, Quantified) and len(h.names) > 1]
    told = [node.args[0] for node in (*goal, *given) if node.op in build.DERIVATIVES] + [e for h in pairs for e in formula_exprs(h)]
    limits = [node for node in goal if node.op in build.LIMITS] or list(formula_exprs(problem.goal))
    asked, known = ({node.data[0] for e in exprs for node in walk(e) if node.op == "fun"} for exprs in (limits, told))
    return not asked <= known


def _is(expr: Expr, name: str) -> bool:
    return expr.op == "var" and expr.data[0] == name


def _closed(formula: Formula) -> Formula:
    """The relation with its ends, where a limit may lie."""
    if isinstance(formula, Rel):
        return Rel(RELAXED.get(formula.op, formula.op), formula.lhs, formula.rhs, formula.data)
    if isinstance(formula, Logic) and formula.op == "and":
        return Logic("and", tuple(map(_closed, formula.args)))
    return formula


__all__ = ["may_grow", "may_vanish", "of_any_function"]
