"""Witnesses of existence: expressions that are tried for what is said to exist, in closed form for all sizes.

``exists X : P(X)`` holds if P(W) does for an expression W in the quantities of the claim. P must be defined wherever they are:
nothing is divided by what exists, and no logarithm, root, inverse or derivative is taken of it (the condition number of a singular
matrix is infinity: that is a value).

In ``exists C > 0 : ||A x|| <= C ||x||`` authors mean one constant for all matrices and vectors: a number in an inequality is
not put in as a function of them, unless the statement itself says what it is to hold for (``exists C : forall x : ...``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from derive import build
from derive.build import free_names, substitute_formula
from derive.core import Expr, Formula, Logic, Problem, Quantified, formula_exprs, walk
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.functions import KINK, MEROMORPHIC, SMOOTH, regular
from derive.language.printing.core_latex import core_to_latex
from derive.size_names import bound_indices, size_names
from derive.sizes import Shape, Size

MOST = 40
SIDES = 4
TOTAL = frozenset(
    "var const real size eye ones zeros commutation basis delta add scale matmul kron hadamard transpose vec vecr reshape unvecr "
    "diag diagpart trace entry row col sum prod blocks hcat vcat softmax mpow norm sigma kappa rank maxover minover max min maxentry "
    "minentry".split()
)
CONTINUOUS = regular(MEROMORPHIC, SMOOTH, KINK)


def witnesses(problem: Problem, goal: Quantified) -> Iterator[tuple[str, Formula]]:
    """Yield (what is put in, the statement about it) for a statement about matrices that exist, simple ones first."""
    if goal.kind != "exists" or any(len(n) != 2 or not isinstance(n[1], Shape) for n in goal.names):
        return
    bound = {name for name, _ in goal.names}
    if not all(_defined(node, bound) for top in formula_exprs(goal.body) for node in walk(top)):
        return
    choices = [list(_candidates(problem, goal, shape)) for _, shape in goal.names]
    for chosen in itertools.islice(itertools.product(*choices), MOST):
        values = {name: value for (name, _), value in zip(goal.names, chosen, strict=True)}
        try:
            body = substitute_formula(goal.body, values)
        except DeriveError:
            continue
        yield ", ".join(f"{name.split('~')[0]} = {core_to_latex(value)}" for name, value in values.items()), body


def _defined(node: Expr, bound: set[str]) -> bool:
    """Whether a node has a value whatever the bound names are."""
    if not free_names(node) & bound or node.op in TOTAL:
        return True
    if node.op == "hpow":
        exponent = node.args[1]
        return exponent.op == "const" and exponent.data[0] >= 1 and exponent.data[0].denominator == 1
    return node.op == "map" and node.data[0] in CONTINUOUS


def _candidates(problem: Problem, goal: Quantified, shape: Shape) -> Iterator[Expr]:
    rows, cols = shape.totals
    if shape.is_scalar:
        yield from (build.const(k) for k in (0, 1, 2, Fraction(1, 2), -1))
        for side in _sides(problem, goal):
            one = build.const(1)
            yield from (side, build.add(side, one), build.sub(side, one), build.add(build.map_("abs", side), one))
    else:
        yield build.zeros(shape.rows, shape.cols)
        if rows == cols:
            yield build.eye(shape.rows)
        yield build.ones(shape.rows, shape.cols)
    if shape.is_scalar and _is_constant(goal.body):
        return  # one constant for all inputs is meant: none of them is it
    for name, own in problem.variables:
        value = build.var(name, own)
        for form in (value, build.transpose(value)):
            if form.shape.totals == (rows, cols):
                yield build.reshape(form, shape)
    if not shape.is_scalar and len(goal.names) == 1:
        yield from _completed(goal, shape)


def _completed(goal: Quantified, shape: Shape) -> Iterator[Expr]:
    """What makes a sum with what exists, ``W + B``, a rectangular identity or zero."""
    i, j = (build.fresh(letter) for letter in "ij")
    one = build.blocks(i, shape.totals[0], j, shape.totals[1], build.delta(Size.of(i), Size.of(j)))
    bound = {name for name, _ in goal.names}
    for node in dict.fromkeys(n for top in formula_exprs(goal.body) for n in walk(top) if n.op == "add"):
        rest = [term for term in node.args if not free_names(term) & bound]
        own = [term for term in node.args if term.op == "var" and term.data[0] in bound]
        if len(own) == 1 and len(rest) + 1 == len(node.args) and node.shape == shape:
            total = build.add(*rest) if len(rest) > 1 else rest[0]
            yield from (build.sub(build.reshape(one, shape), total), build.neg(total))


def _sides(problem: Problem, goal: Quantified) -> list[Expr]:
    """Scalars that the statement writes in the claim's own quantities: nothing that is quantified beside or below."""
    names = set() if _is_constant(goal.body) else {name for name, _ in problem.variables}
    letters = {*problem.sizes, *(name for name, _, _ in problem.indices)}
    found = [
        node
        for top in formula_exprs(goal.body)
        for node in walk(top)
        if node.shape.is_scalar and free_names(node) and free_names(node) <= names
    ]
    return list(dict.fromkeys(e for e in reversed(found) if size_names(e) - bound_indices(e) <= letters))[:SIDES]


def _is_constant(body: Formula) -> bool:
    """Whether an inequality is claimed of what exists, for inputs that the statement does not name."""
    if isinstance(body, Quantified):
        return False
    if isinstance(body, Logic):
        return any(_is_constant(part) for part in body.args)
    return body.op in ("<=", "<", ">=", ">")


__all__ = ["witnesses"]
