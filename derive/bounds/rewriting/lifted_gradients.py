r"""Differences of values by the gradient: ``|f(x) - f(y)| \le C \|x - y\|_2`` where ``\|\nabla f(z)\|_2 \le C`` for all z.

The mean value inequality on the segment from y to x (Rudin, Principles of Mathematical Analysis, 9.19): f has to be smooth on the whole
space, the bound may not speak of the points, and no hypothesis may. With the largest entry of x - y it is the sum of the absolute
values of the gradient that is bounded; of a vector of values it is the spectral norm of the Jacobian.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from derive import build
from derive.bounds.forms.normal import normal
from derive.core import Expr, Problem, Rel, formula_exprs, walk
from derive.evidence import Evidence
from derive.fraction import Fraction
from derive.functions import FUNCTIONS, MEROMORPHIC, SMOOTH

RULE = ("mean value", "|f(x) - f(y)| <= sup ||grad f|| ||x - y|| on a segment, in dual norms")
OF_VECTORS = {"inf": "1", "1": "inf"}
"""Of a norm of a vector the dual one; the spectral norm of a column is its length, and that is its own dual."""
POLYNOMIAL = frozenset(
    "var const real size eye ones zeros basis delta add scale matmul kron hadamard transpose vec vecr reshape unvecr diag diagpart trace entry"
    " row col sum softmax hcat vcat blocks".split()
)


def with_lifted_gradients(problem: Problem) -> Iterator[Problem]:
    """Yield the bound of the gradient whose lift the problem is."""
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("<=", ">="):
        return
    small, large = (goal.lhs, goal.rhs) if goal.op == "<=" else (goal.rhs, goal.lhs)
    for factor, kind, x, y in _distances(large):
        if x.op != "var" or y.op != "var" or x == y or x.shape != y.shape or not (x.shape.is_scalar or not x.shape.cols):
            continue
        names = {str(x.data[0]), str(y.data[0])}
        if _speaks(factor, names) or any(_speaks(e, names) for h in problem.hypotheses for e in formula_exprs(h)):
            continue
        value = _difference(small, x, y)
        if value is None or not _is_smooth(value):
            continue
        if not value.shape.is_scalar and kind != "2":
            continue
        name = build.fresh(str(x.data[0]))
        body = build.substitute(value, {str(x.data[0]): build.var(name, x.shape)})
        slope = build.grad(body, name, x) if value.shape.is_scalar else build.deriv(body, name, x)
        size = build.map_("abs", slope) if slope.shape.is_scalar else build.norm(slope, OF_VECTORS.get(kind, kind))
        kept = tuple(v for v in problem.variables if v[0] != str(y.data[0]))
        yield replace(problem, variables=kept, goal=Rel("<=", size, factor))


def lifted(problem: Problem, prove: Callable[[Problem], Evidence]) -> Evidence | None:
    """Return the proof of a difference of values by that of the gradient's bound, None if there is none."""
    for told in with_lifted_gradients(problem):
        evidence = prove(told)
        if evidence.outcome == "agree":
            rules = [{"rule": RULE[0], "statement": RULE[1]}, *evidence.detail["rules"]]
            return replace(evidence, detail={**evidence.detail, "rules": rules})
    return None


def _distances(large: Expr) -> Iterator[tuple[Expr, str, Expr, Expr]]:
    """The ways to read a bound as a factor times the distance of two points: the factor, the norm, the points."""
    parts = [(build.const(1), large)]
    if large.op == "scale":
        parts += [(large.args[0], large.args[1]), (large.args[1], large.args[0])]
    for factor, size in parts:
        is_norm = size.op == "norm" and size.data[0] in ("2", *OF_VECTORS)
        if not factor.shape.is_scalar or not (is_norm or (size.op == "map" and size.data[0] == "abs")):
            continue
        points = _opposites(size.args[0])
        for x, y in () if points is None else (points, points[::-1]):
            yield factor, str(size.data[0]) if is_norm else "2", x, y


def _difference(small: Expr, x: Expr, y: Expr) -> Expr | None:
    """f(x) of ``f(x) - f(y)``, of its absolute value or of the length of a vector of values."""
    inner = small.args[0] if (small.op == "map" and small.data[0] == "abs") or (small.op == "norm" and small.data[0] in ("2", "F")) else small
    ends = _opposites(inner)
    if ends is None or (inner is small and not small.shape.is_scalar) or not (inner.shape.is_scalar or not inner.shape.cols):
        return None
    first, second = ends
    for value, other in ((first, second), (second, first)):
        there = build.substitute(value, {str(x.data[0]): y})
        alone = not _speaks(value, {str(y.data[0])}) and _speaks(value, {str(x.data[0])})
        if alone and (there == other or normal(there) == normal(other)) and (value is first or inner is not small):
            return value
    return None


def _opposites(e: Expr) -> tuple[Expr, Expr] | None:
    """The two terms of a difference."""
    if e.op != "add" or len(e.args) != 2:  # noqa: PLR2004
        return None
    a, b = e.args
    for p, q in ((a, b), (b, a)):
        if q.op == "scale" and q.args[0].op == "const" and q.args[0].data[0] == Fraction(-1):
            return p, q.args[1]
    return None


def _speaks(e: Expr, names: set[str]) -> bool:
    return any(n.op == "var" and n.data[0] in names for n in walk(e))


def _is_smooth(e: Expr) -> bool:
    """Whether an expression is smooth everywhere in all of its variables."""
    for n in walk(e):
        if n.op == "map":
            name = n.data[0]
            if name == "log":
                if not _is_positive(n.args[0]):
                    return False
            elif FUNCTIONS[name].regularity not in (MEROMORPHIC, SMOOTH):
                return False
        elif n.op == "hpow":
            q = n.args[1]
            if q.op != "const" or q.data[0] < 0 or q.data[0].denominator != 1:
                return False
        elif n.op not in POLYNOMIAL:
            return False
    return True


def _is_positive(e: Expr) -> bool:
    """Whether every entry is a sum of exponentials, or one of a softmax."""
    if e.op == "softmax" or (e.op == "map" and e.data[0] == "exp"):
        return True
    if e.op in ("entry", "row", "col", "transpose", "vec", "vecr", "reshape"):
        return _is_positive(e.args[0])
    if e.op == "matmul":
        return any(a.op == "ones" and _is_positive(b) for a, b in (e.args, e.args[::-1]))
    if e.op in ("add", "hadamard", "scale"):
        return all(a.op == "const" and a.data[0] > 0 or _is_positive(a) for a in e.args)
    return False


__all__ = ["lifted", "with_lifted_gradients"]
