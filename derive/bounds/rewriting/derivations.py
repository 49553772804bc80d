"""Derivatives taken apart by the rules of derivations, so that a Hessian is the matrix it is: ``A^T A``, ``diag(p) - p p^T``.

Of what a proof uses, every step is shown by the index form; a derivative without a rule stays. Exponentials that are divided by their sum are the softmax.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from derive import build
from derive.bounds.comparison.prover import read_facts
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.normal import chain, factors, is_scalar, normal, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import arithmetic
from derive.core import Expr, Problem, formula_exprs, mapped, walk
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.steps import derivation, equal
from derive.vectorized import vectorized

MAX_NODES = 300
"""Of an expression whose derivatives are taken apart."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A problem in other words, and what these rest on.

    Attributes:
        problem: The problem with its derivatives taken apart.
        steps: Each derivative and the expression that the rules make of it.
    """

    problem: Problem
    steps: tuple[tuple[Expr, Expr], ...]

    def are_shown(self) -> bool:
        """Whether the index form proves every step; this is the long part, for what is of use only."""
        return all(_is_shown(*step) for step in self.steps)


def with_derivations(problem: Problem) -> Derived | None:
    """Return the problem with its derivatives taken apart where the rules reach, None where they do not."""
    exprs = formula_exprs(problem.goal)
    if not any(node.op in build.DERIVATIVES for e in exprs for node in walk(e)):
        return None
    facts = read_facts(problem)
    found: dict[Expr, Expr] = {}
    steps: list[tuple[Expr, Expr]] = []

    def taken(side: Expr) -> Expr:
        for node in _outermost(side):
            whole = _apart(node) if node not in found else None
            if whole is not None:
                steps.append((node, whole))
                found[node] = _told(facts, whole)
        return build.replaced(side, found)

    goal = mapped(problem, taken)
    return Derived(goal, tuple(steps)) if steps else None


def _outermost(expr: Expr) -> Iterator[Expr]:
    """The derivatives that stand in no other."""
    stack = [expr]
    while stack:
        node = stack.pop()
        if node.op in build.DERIVATIVES:
            yield node
        else:
            stack.extend(node.args)


@lru_cache(maxsize=256)
def _apart(node: Expr) -> Expr | None:
    if sum(1 for _ in walk(node)) > MAX_NODES:
        return None
    try:
        steps = derivation(build.bottom_up(vectorized(node), _shorter), check=False)
        if not steps:
            return None
        whole = steps[-1].after
        if any(n.op in build.DERIVATIVES for n in walk(whole)) or whole.shape.totals != node.shape.totals:
            return None
        return build.reshape(whole, node.shape)
    except DeriveError:
        return None  # a part without a rule: the derivative stays


def _shorter(node: Expr) -> Expr:
    """A part in words whose derivatives are short: ``tr A^T A = ||A||_F^2``."""
    if node.op == "trace" and node.args[0].op == "matmul":
        left, right = node.args[0].args
        return build.hpow(build.norm(right, "F"), build.const(2)) if left == build.transpose(right) else node
    return node


@lru_cache(maxsize=256)
def _is_shown(node: Expr, whole: Expr) -> bool:
    try:
        return equal(node, whole)
    except DeriveError:
        return False


def _told(facts: Facts, whole: Expr) -> Expr:
    """The same with softmax for what is one, and with its numbers collected."""
    try:
        return build.reshape(_collected(facts, build.bottom_up(whole, _with_softmax(whole))), whole.shape)
    except DeriveError:
        return whole


def _with_softmax(whole: Expr) -> Callable[[Expr], Expr]:
    """The step that puts ``S p`` for exponentials with the sum S where it is divided by that sum: p is their softmax."""
    divided = {node.args[0] for node in walk(whole) if node.op == "hpow" and _is_negative(node.args[1])}

    def step(node: Expr) -> Expr:
        if node.op == "map" and node.data[0] == "exp" and not node.shape.cols and not is_scalar(node):
            total = build.matmul(build.ones((), node.shape.rows), node)
            if total in divided:
                return build.scale(total, build.transpose(build.softmax(build.transpose(node.args[0]))))
        inner = node.args[0] if node.op == "diag" else node
        if node.op == "diag" and inner.op == "scale":
            return build.scale(inner.args[0], build.diag(inner.args[1]))
        return node

    return step


def _is_negative(power: Expr) -> bool:
    return power.op == "const" and power.data[0] < 0


def _collected(facts: Facts, whole: Expr) -> Expr:
    """A sum with the numbers in front of each matrix multiplied out and added, so that what cancels is gone."""
    whole = build.bottom_up(strip(normal(whole)), partial(_upright, facts))
    if is_scalar(whole):
        return whole
    weights: dict[Expr, Poly] = {}
    for scalars, matrix in _weighted(whole):
        weight = arithmetic.weight(facts, scalars).value
        weights[matrix] = weights.get(matrix, Poly(())) + weight
    common = _common(list(weights.values()))
    parts = [
        matrix if weight.is_number() == 1 else build.scale(to_expr(weight), matrix)
        for matrix, weight in ((m, w if common is None else w * common[1]) for m, w in weights.items())
        if weight.terms
    ]
    if not parts:
        return build.zeros(whole.shape.rows, whole.shape.cols)
    total = build.add(*parts) if len(parts) > 1 else parts[0]
    return total if common is None else build.scale(to_expr(common[0]), total)


def _upright(facts: Facts, node: Expr) -> Expr:
    """A symmetric matrix for its transpose."""
    return node.args[0] if node.op == "transpose" and node.args[0].op == "var" and facts.is_symmetric(node.args[0]) else node


def _common(weights: list[Poly]) -> tuple[Poly, Poly] | None:
    """What all weights are a number of times of, and its inverse, if it is no number itself."""
    singles = [weight.single() for weight in weights if weight.terms]
    known = [single for single in singles if single is not None]
    if len(known) < 2 or len(known) < len(singles) or len({monomial for monomial, _ in known}) > 1 or not known[0][0]:
        return None
    monomial = known[0][0]
    inverse = frozenset((atom, -exponent) for atom, exponent in monomial)
    return Poly(((monomial, Fraction(1)),)), Poly(((inverse, Fraction(1)),))


def _weighted(whole: Expr) -> Iterator[tuple[list[Expr], Expr]]:
    """The terms of a sum, also of one with a number in front, each with the numbers in front of it."""
    for term in whole.args if whole.op == "add" else (whole,):
        scalars, matrices = factors(term)
        inner = strip(normal(matrices[0])) if len(matrices) == 1 else term
        if inner.op == "add" and len(matrices) == 1:
            yield from (([*scalars, *more], matrix) for more, matrix in _weighted(inner))
        else:
            yield scalars, chain(matrices)


__all__ = ["Derived", "with_derivations"]
