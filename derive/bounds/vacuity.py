"""Claims that say nothing: hypotheses that no input meets, right sides that are infinite for every input."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derive.bounds import values
from derive.bounds.compare import nonnegative
from derive.bounds.facts import FLIP, NONNEGATIVE, Facts, elementwise, extended, read_facts, size_sign
from derive.bounds.normal import ONE, cols, factors, guard, normal, rows, strip
from derive.bounds.patterns import softmax_jacobian_of
from derive.bounds.polynomial import Poly, atom_text
from derive.core import Expr, Formula, Logic, Problem, Rel, formula_exprs
from derive.errors import DeriveError
from derive.sizes import Size


def vacuous(problem: Problem, violated: bool = False) -> str | None:
    """Return a small proof, in words, that a claim is empty, or None if none is found.

    Either the hypotheses (those of the goal's implications included) contradict each other at every input, or an upper
    bound has an infinite right side at every input: the condition number of a matrix that is singular by its form.

    Args:
        problem: The claim.
        violated: An input that violates the claim is certified. An infinite right side of a strict inequality says
            nothing then: a left side that is infinite too is not smaller.

    """
    try:
        for formula in (problem.goal, *problem.hypotheses):
            for expr in formula_exprs(formula):
                guard(expr)
        hypotheses, conclusion = _opened(problem)
        return _contradiction(problem, hypotheses) or _infinite(problem, hypotheses, conclusion, violated)
    except DeriveError:
        return None


def _opened(problem: Problem) -> tuple[tuple[Formula, ...], Formula]:
    hypotheses, goal = list(problem.hypotheses), problem.goal
    while isinstance(goal, Logic) and goal.op == "implies":
        hypotheses += goal.args[:-1]
        goal = goal.args[-1]
    return tuple(hypotheses), goal


# Hypotheses that contradict each other.


def _contradiction(problem: Problem, hypotheses: tuple[Formula, ...]) -> str | None:
    relations = list(_relations(hypotheses))
    for k, rel in enumerate(relations):
        others = tuple(r for q, r in enumerate(relations) if q != k)
        reason = _refuted_by(extended(Facts(problem.rules), others), rel)
        if reason is not None:
            return reason
    return None


def _relations(formulas: tuple[Formula, ...]) -> Iterator[Rel]:
    for formula in formulas:
        if isinstance(formula, Rel) and formula.op in FLIP:
            yield formula
        elif isinstance(formula, Logic) and formula.op == "and":
            yield from _relations(formula.args)


def _refuted_by(facts: Facts, rel: Rel) -> str | None:
    """Whether the other hypotheses (and the signs of norms, sums of nonnegatives, ...) force the opposite, strictly."""
    if rel.lhs.shape.totals != (ONE, ONE) or rel.rhs.shape.totals != (ONE, ONE):
        return _entries_refuted(facts, rel)
    small, large, strict = {
        "<=": (rel.lhs, rel.rhs, False), "<": (rel.lhs, rel.rhs, True), ">=": (rel.rhs, rel.lhs, False), ">": (rel.rhs, rel.lhs, True),
        "=": (rel.lhs, rel.rhs, False),
    }[rel.op]  # fmt: skip
    orders = [(small, large)] if rel.op != "=" else [(small, large), (large, small)]
    for first, second in orders:
        gap = values.value(facts, first).value - values.value(facts, second).value
        if _negative_entries(facts, first, second) or _certain(facts, gap, strict=not strict):
            return (
                f"no input meets the hypothesis {atom_text(rel.lhs)} {rel.op} {atom_text(rel.rhs)}: "
                f"{atom_text(first)} {'>' if not strict else '>='} {atom_text(second)} always"
            )
    return None


def _certain(facts: Facts, gap: Poly, strict: bool) -> bool:
    return nonnegative(facts, gap, strict) is not None


def _negative_entries(facts: Facts, first: Expr, second: Expr) -> bool:
    """A sum of nonnegative quantities is not at most a negative number."""
    constant = values.value(facts, second).value.is_number()
    return constant is not None and constant < 0 and elementwise(facts, first) >= NONNEGATIVE


def _entries_refuted(facts: Facts, rel: Rel) -> str | None:
    """Entrywise bounds by numbers that exclude each other (x >= 1 together with x <= 0)."""
    for op, left, right in ((rel.op, rel.lhs, rel.rhs), (FLIP[rel.op], rel.rhs, rel.lhs)):
        bound = _number(right)
        if bound is None or op not in ("<=", "<"):
            continue
        sign = elementwise(facts, left)
        if (bound < 0 and sign >= NONNEGATIVE) or (
            bound <= 0 and (sign > NONNEGATIVE or (op == "<" and sign >= NONNEGATIVE))
        ):
            return f"no input meets the hypothesis {atom_text(left)} {op} {bound}: the other hypotheses make every entry larger"
    return None


def _number(expr: Expr) -> Fraction | None:
    expr = strip(expr)
    return Fraction(0) if expr.op == "zeros" else expr.data[0] if expr.op == "const" else None


# Right sides that are always infinite.


def _infinite(problem: Problem, hypotheses: tuple[Formula, ...], conclusion: Formula, violated: bool) -> str | None:
    if not isinstance(conclusion, Rel) or conclusion.op not in (("<=", ">=") if violated else ("<=", "<", ">=", ">")):
        return None
    large = conclusion.rhs if conclusion.op in ("<=", "<") else conclusion.lhs
    facts = extended(read_facts(problem), hypotheses)
    return _infinite_expr(facts, large)


def _infinite_expr(facts: Facts, expr: Expr) -> str | None:
    """Infinite: a sum with an infinite term and no negative one, a product of an infinite and positive factors."""
    expr = strip(expr)
    if expr.op == "real" and expr.data[0] == "infinity":
        return "the right side is infinite"
    if expr.op == "kappa":
        kernel = always_singular(facts, expr.args[0])
        return (
            None
            if kernel is None
            else f"the right side is infinite at every input: kappa of a matrix that is always singular ({kernel})"
        )
    if expr.op == "add" and all(elementwise(facts, a) for a in expr.args):
        return next((r for r in (_infinite_expr(facts, a) for a in expr.args) if r is not None), None)
    if expr.op in ("scale", "hadamard"):
        for part, other in (expr.args, expr.args[::-1]):
            reason = _infinite_expr(facts, part)
            if reason is not None and _positive(facts, other):
                return reason
    if expr.op == "hpow" and (_number(expr.args[1]) or 0) > 0:
        return _infinite_expr(facts, expr.args[0])
    if expr.op == "maxover" and size_sign(facts, expr.data[2] - expr.data[1] + 1):
        return _infinite_expr(facts, expr.args[0])
    return None


def _positive(facts: Facts, expr: Expr) -> bool:
    """Positive or infinite at every input (condition numbers are at least one)."""
    expr = strip(expr)
    if expr.op in ("add",):
        return all(elementwise(facts, a) for a in expr.args) and any(_positive(facts, a) for a in expr.args)
    if expr.op in ("scale", "hadamard"):
        return all(_positive(facts, a) for a in expr.args)
    return elementwise(facts, expr) > NONNEGATIVE


def always_singular(facts: Facts, expr: Expr) -> str | None:
    """Return which vector is always in the kernel of a square matrix (or why the rank is deficient), else None."""
    _, parts = factors(expr)
    if len(parts) == 1:
        return _singular_factor(facts, parts[0])
    if all(rows(p) == cols(p) for p in parts):
        return next((r for r in (_singular_factor(facts, p) for p in parts) if r is not None), None)
    whole = (rows(parts[0]), cols(parts[-1]))
    for left in parts[:-1]:
        inner = cols(left)
        if all(size_sign(facts, total - inner - 1) for total in whole):
            return f"a product through an inner size {inner}, smaller than both outer sizes"
    return None


def _singular_factor(facts: Facts, expr: Expr) -> str | None:
    expr = strip(normal(expr))
    p = softmax_jacobian_of(facts, expr)
    if p is not None:
        return f"(diag(p) - p p^T) 1 = p - p (1^T p) = 0 for p = {atom_text(p)}"
    if expr.op == "deriv" and _is_whole_softmax(expr):
        return "adding a constant to a row of scores changes no softmax"
    if _is_centering(facts, expr):
        return "(I - (1/n) 1 1^T) 1 = 1 - 1 = 0"
    if expr.op == "blocks":
        i, m, j, n = expr.data
        scalars, parts = factors(expr.args[0])
        diagonal = any(s.op == "delta" and set(s.data) == {Size.of(i), Size.of(j)} for s in scalars)
        if diagonal and m == n and rows(expr.args[0]) == cols(expr.args[0]):
            inner = parts[0] if len(parts) == 1 else None
            return _singular_factor(facts, inner) if inner is not None else None
    if expr.op == "kron" and all(rows(a) == cols(a) for a in expr.args):
        return next((r for r in (_singular_factor(facts, a) for a in expr.args) if r is not None), None)
    if expr.op == "zeros":
        return "the zero matrix"
    if expr.op == "ones" and rows(expr) == cols(expr) and size_sign(facts, rows(expr) - 2):
        return "the all-ones matrix has rank one and size at least two"
    return None


def _is_whole_softmax(expr: Expr) -> bool:
    """D softmax(T) / dT for a matrix variable T: the Jacobian has the direction of constant rows in its kernel."""
    body, point = strip(expr.args[0]), expr.args[1]
    if body.op == "transpose":
        body = strip(body.args[0])
    inner = strip(body.args[0]) if body.op == "softmax" else body
    return (
        body.op == "softmax"
        and inner.op == "var"
        and inner.data[0] == expr.data[0]
        and inner.shape.totals == point.shape.totals
    )


def _is_centering(facts: Facts, expr: Expr) -> bool:
    """I - (1/n) 1 1^T."""
    if expr.op != "add" or len(expr.args) != 2:
        return False
    for first, second in (expr.args, expr.args[::-1]):
        scalars, parts = factors(second)
        if strip(first).op != "eye" or len(parts) != 1 or parts[0].op != "ones":
            continue
        weight = Poly.number(1)
        for scalar in scalars:
            weight = weight * values.value(facts, scalar).value
        if (weight * Poly.of_size(rows(parts[0]))).is_number() == -1:
            return True
    return False


__all__ = ["always_singular", "vacuous"]
