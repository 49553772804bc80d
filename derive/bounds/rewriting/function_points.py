r"""Hypotheses about a function at all points, put at the points of a claim: convexity, smoothness, Lipschitz continuity.

Every pair of points at which the claim takes the function, or its gradient, is put into such a hypothesis; then values and
gradients are arbitrary numbers and vectors.  What follows for these follows for the function: no more is claimed, for not all
numbers and vectors are those of a function (Taylor, Hendrickx and Glineur, Smooth strongly convex interpolation, 2017).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from derive import build as b
from derive.bounds.forms.normal import canonical, normal
from derive.core import Expr, Formula, Problem, Quantified, Rel, conjuncts, formula_exprs, mapped_formula, walk
from derive.errors import DeriveError
from derive.even_powers import polynomial
from derive.size_names import size_names
from derive.sizes import Shape
from derive.tidy import tidied

MOST = 5
"""So many points are put in."""
Steps = tuple[tuple[str, str], ...]
POINTS = ("points", "what holds at all points holds at those of the claim")
MOST_PROPERTIES = 12
"""So many hypotheses about all points are tried one by one."""
MOST_TERMS = 8
"""So long sums are multiplied out."""


def at_points(problem: Problem) -> Problem:
    """Return the problem with its hypotheses about all points at those of the goal, and values as variables; itself if there are none."""
    general = [h for h in problem.hypotheses if _is_general(h)]
    if not general:
        return problem
    others = tuple(h for h in problem.hypotheses if h not in general)
    points = list(_points([problem.goal, *others]))[:MOST]
    instances = [f for h in general if isinstance(h, Quantified) for f in _instances(h, points)]
    known = {name for name, _ in problem.variables}
    numbers = {*problem.sizes, *(name for name, _, _ in problem.indices)}
    if not all(b.free_names(p) <= known and size_names(p) <= numbers for p in _points([problem.goal, *others])):
        return problem  # a point that something binds is no single one
    abstract = _Abstraction()
    goal = mapped_formula(problem.goal, abstract.of)
    hypotheses = tuple(mapped_formula(f, abstract.of) for f in (*others, *instances))
    if any(node.op == "fun" for f in (goal, *hypotheses) for e in formula_exprs(f) for node in walk(e)):
        return problem
    zeros = {name: zero for h in hypotheses for name, zero in abstract.vanishing(h)}
    if zeros:
        goal = mapped_formula(goal, lambda e: tidied(b.substitute(e, zeros)))
        hypotheses = tuple(mapped_formula(h, lambda e: tidied(b.substitute(e, zeros))) for h in hypotheses)
    variables = {**dict(problem.variables), **{str(v.data[0]): v.shape for v in abstract.known.values()}}
    return replace(problem, goal=goal, hypotheses=hypotheses, functions=(), variables=tuple(sorted(variables.items())))


def by_one_property(problem: Problem, prove: Callable[[Problem], Steps | None]) -> Steps | None:
    """Return the steps that prove a problem by one of several hypotheses about all points of a function.

    Few claims need two of them, and all of them together leave the rules many possibilities.
    """
    general = [h for h in problem.hypotheses if _is_general(h)]
    for one in general if 1 < len(general) <= MOST_PROPERTIES else ():
        left = tuple(h for h in problem.hypotheses if h is one or h not in general)
        found = at_points(replace(problem, hypotheses=left))
        with suppress(DeriveError):
            steps = prove(multiplied_out(found)) if found.functions == () else None
            if steps is not None:
                return (POINTS, *(step for step in steps if step != POINTS))
    return None


def _is_general(formula: Formula) -> bool:
    """Whether a formula says of a function what holds at all points."""
    if not isinstance(formula, Quantified) or formula.kind != "forall" or any(len(n) != 2 for n in formula.names):
        return False
    names = {n[0] for n in formula.names}
    taken = (n for e in formula_exprs(formula) for n in walk(e) if n.op == "fun")
    return any(names & b.free_names(argument) for node in taken for argument in node.args) or any(
        _gradient(n) is not None and names & b.free_names(n.args[1]) for e in formula_exprs(formula) for n in walk(e)
    )


def _gradient(node: Expr) -> str | None:
    """The function whose gradient at a point a node is; None for others."""
    if node.op != "grad" or node.args[0].op != "fun" or len(node.args[0].args) != 1:
        return None
    inner = node.args[0].args[0]
    return str(node.args[0].data[0]) if inner.op == "var" and inner.data[0] == node.data[0] else None


def _points(formulas: list[Formula]) -> Iterator[Expr]:
    """The points at which a function of one argument, or its gradient, is taken, each once."""
    seen: set[Expr] = set()
    for e in (e for f in formulas for e in formula_exprs(f)):
        nodes = list(walk(e))
        bound = {n.args[0] for n in nodes if _gradient(n) is not None}
        for node in nodes:
            own = node.op == "fun" and len(node.args) == 1 and node not in bound
            point = node.args[0] if own else node.args[1] if _gradient(node) is not None else None
            if point is not None and canonical(normal(point)) not in seen:
                seen.add(canonical(normal(point)))
                yield point


def _instances(formula: Quantified, points: list[Expr]) -> Iterator[Formula]:
    names: list[tuple[str, Shape]] = [(str(name), shape) for name, shape in formula.names]
    for chosen in itertools.product(points, repeat=len(names)):
        if len(set(chosen)) < len(chosen) or any(
            p.shape.totals != s.totals for p, (_, s) in zip(chosen, names, strict=True)
        ):
            continue
        values = {name: b.reshape(p, shape) for p, (name, shape) in zip(chosen, names, strict=True)}
        yield from conjuncts([b.substitute_formula(formula.body, values)])


def multiplied_out(problem: Problem) -> Problem:
    """Return the problem with its products of sums as sums of products, so that inequalities can be added up."""
    goal = mapped_formula(problem.goal, _expanded)
    return replace(problem, goal=goal, hypotheses=tuple(mapped_formula(h, _expanded) for h in problem.hypotheses))


def _expanded(e: Expr) -> Expr:
    return b.bottom_up(polynomial(e), distributed)


def distributed(node: Expr) -> Expr:
    """Return a product with a sum among its factors as a sum of products, another node as it is."""
    if node.op == "transpose" and node.args[0].op in ("add", "scale"):
        (inner,) = node.args
        if inner.op == "scale":
            return b.scale(inner.args[0], b.transpose(inner.args[1]))
        return b.add(*(distributed(b.transpose(part)) for part in inner.args))
    if node.op not in ("matmul", "scale"):
        return node
    for k, part in enumerate(node.args):
        if part.op == "add" and len(part.args) <= MOST_TERMS:
            parts = [b.rebuild(node, [*node.args[:k], term, *node.args[k + 1 :]]) for term in part.args]
            return b.add(*(distributed(term) for term in parts))
        if node.op == "matmul" and part.op == "scale":
            rest = b.rebuild(node, [*node.args[:k], part.args[1], *node.args[k + 1 :]])
            return distributed(b.scale(part.args[0], distributed(rest)))
    return node


class _Abstraction:
    """Values and gradients as variables, one for each function and point."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str, Expr], Expr] = {}

    def of(self, e: Expr) -> Expr:
        done: dict[Expr, Expr] = {}
        for node in walk(e):
            whole = b.rebuild(node, [done[a] for a in node.args])
            function = _gradient(whole)
            if function is not None:
                whole = self._variable("gradient", function, whole.args[1], whole.shape)
            elif node.op == "fun" and len(node.args) == 1 and not _is_placeholder(node, e):
                whole = self._variable("value", str(node.data[0]), whole.args[0], whole.shape)
            done[node] = whole
        return done[e]

    def vanishing(self, formula: Formula) -> Iterator[tuple[str, Expr]]:
        """The gradients that an equation says to be zero, as at a minimum."""
        if not isinstance(formula, Rel) or formula.op != "=":
            return
        for side, other in ((formula.lhs, formula.rhs), (formula.rhs, formula.lhs)):
            if side in self.known.values() and b.is_zero(other):
                yield str(side.data[0]), b.zeros(side.shape.rows, side.shape.cols)

    def _variable(self, kind: str, function: str, point: Expr, shape: Shape) -> Expr:
        key = kind, function, canonical(normal(point))
        if key not in self.known:
            self.known[key] = b.var(b.fresh(f"{function} {kind}"), shape)
        return self.known[key]


def _is_placeholder(node: Expr, e: Expr) -> bool:
    """Whether a value stands only as what a gradient is taken of."""
    return any(_gradient(n) is not None and n.args[0] is node for n in walk(e))


__all__ = ["POINTS", "at_points", "by_one_property", "distributed", "multiplied_out"]
