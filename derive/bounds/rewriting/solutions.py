r"""Right sides of linear systems whose solution a claim writes down: ``b = A w`` beside ``A^{-1} b``.

Where a claim inverts A it holds for all b if and only if it holds with ``A w`` in the place of the variable b for
all w: then ``x - \eta (A x - b) - A^{-1} b`` is ``z - \eta A z`` with z = x - w.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from derive import build as b
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.defined import evaluated
from derive.bounds.forms.normal import chain, factors, summands
from derive.bounds.rewriting.function_points import distributed
from derive.build import formula_names
from derive.core import Expr, Formula, Problem, Rel, formula_exprs, mapped_formula, walk
from derive.errors import DeriveError
from derive.fraction import Fraction

MAX_POINTS = 3
BINDERS = (*b.BINDS_IN_FIRST, *b.DERIVATIVES, *b.LIMITS, "sup", "inf")
RULE = ("solution", "b = A w for one w, since A is invertible")


def with_solutions(problem: Problem) -> Problem | None:
    """Return the problem with a variable as the solution of a system; None if it writes none down."""
    told = with_values(problem)
    if not isinstance(told.goal, Rel):
        return None
    sides = tuple(formula_exprs(told.goal))
    if any(n.op in BINDERS for side in sides for n in walk(side)):
        return None  # what binds a variable speaks of other points, too
    facts = read_facts(told)
    for node in dict.fromkeys(n for side in sides for n in evaluated(facts, side)):
        found = _system(node)
        if found is None:
            continue
        matrix, right = found
        name = str(right.data[0])
        if name in b.free_names(matrix) or name not in dict(told.variables):
            continue
        solution = b.var(b.fresh("w"), right.shape)
        shapes = {**dict(told.variables), str(solution.data[0]): solution.shape}
        del shapes[name]
        put = partial(_put, node=node, solution=solution, matrix=matrix, name=name)
        written = _mapped(replace(_without_general(told, name), variables=tuple(sorted(shapes.items()))), put)
        for point in _points(written, solution):
            written = _apart(written, point, solution)
        return _mapped(written, lambda e: b.bottom_up(b.bottom_up(e, _of_matrices), _collected))
    return None


def _of_matrices(node: Expr) -> Expr:
    """A product of matrices with its sums multiplied out; numbers stay as they are, for a rate may be one of their factors."""
    return node if node.shape.is_scalar else distributed(node)


def with_equations(problem: Problem) -> Iterator[Problem]:
    """Yield a statement about members of sequences with what equations say that they are."""
    solved, written = with_solutions(problem), with_values(problem)
    if solved is not None:
        yield solved
    if written is not problem:
        yield written


def with_values(problem: Problem) -> Problem:
    """Return the problem with what equations say that variables are in their place: ``z = T(x)`` for the next member of a sequence."""
    for rel in [h for h in problem.hypotheses if isinstance(h, Rel) and h.op == "=" and h.lhs.op == "var"]:
        name = str(rel.lhs.data[0])
        used = any(_speaks_of(h, name) for h in problem.hypotheses if h != rel and not _is_plain(h))
        if used or name in b.free_names(rel.rhs) or name not in dict(problem.variables) or not _is_plain(rel):
            continue
        left = tuple(h for h in problem.hypotheses if h != rel)
        value = {name: rel.rhs}
        try:
            problem = _mapped(replace(problem, hypotheses=left), lambda e, v=value: b.substitute(e, v))
        except DeriveError:
            continue
    return problem


def _mapped(problem: Problem, of: Callable[[Expr], Expr]) -> Problem:
    goal, hypotheses = mapped_formula(problem.goal, of), (mapped_formula(h, of) for h in problem.hypotheses)
    return replace(problem, goal=goal, hypotheses=tuple(hypotheses))


def _without_general(problem: Problem, name: str) -> Problem:
    """Less is assumed: hypotheses about all members or points are left out that speak of a variable."""
    left = tuple(h for h in problem.hypotheses if _is_plain(h) or not _speaks_of(h, name))
    return replace(problem, hypotheses=left)


def _speaks_of(formula: Formula, name: str) -> bool:
    return name in formula_names(formula)


def _is_plain(formula: Formula) -> bool:
    """Whether it is a relation about the point at hand alone."""
    return isinstance(formula, Rel) and not any(n.op in BINDERS for e in formula_exprs(formula) for n in walk(e))


def _points(problem: Problem, solution: Expr) -> list[Expr]:
    """The x where a claim writes ``x - w``: then x is ``z + w`` for any z."""
    negative = b.neg(solution)
    sums = [n for e in formula_exprs(problem.goal) for n in walk(e) if n.op == "add" and negative in n.args]
    found = dict.fromkeys(part for node in sums for part in node.args if part.op == "var" and part != solution)
    return list(found)[:MAX_POINTS]


def _apart(problem: Problem, point: Expr, solution: Expr) -> Problem:
    apart = b.var(b.fresh("z"), point.shape)
    there = {str(point.data[0]): b.add(apart, solution)}
    shapes = {**dict(problem.variables), str(apart.data[0]): apart.shape}
    del shapes[str(point.data[0])]
    problem = _without_general(problem, str(point.data[0]))
    return _mapped(replace(problem, variables=tuple(sorted(shapes.items()))), lambda e: b.substitute(e, there))


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


__all__ = ["RULE", "with_equations", "with_solutions", "with_values"]
