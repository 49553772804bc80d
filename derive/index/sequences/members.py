"""Statements about a few members of sequences, with a variable for each: the rest of the sequences is arbitrary.

Sums and products along the sequences are numbers as well, one for all that are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from derive import build
from derive.core import Expr, Formula, Problem, Quantified, Rel, formula_exprs, mapped_formula, walk
from derive.fraction import Fraction
from derive.functions import NONNEGATIVE
from derive.index.rewriting.matrix_powers import chained, joined
from derive.index.rewriting.powers import counts
from derive.size_names import bound_indices, map_sizes, size_names
from derive.sizes import Shape, Size

ONE = build.const(1)
NEVER_NEGATIVE = ("norm", "sigma", "kappa", "rank", "softmax")
OF_PARTS = ("add", "scale", "hadamard", "sum", "prod", "reshape", "max", "min", "maxover", "minover")


def of_members(problem: Problem, goal: Formula, hypotheses: Iterable[Formula]) -> Problem:
    """Return the problem with a variable for each member of a sequence, and what equations say of them put in."""
    goal = mapped_formula(goal, _with_factors_in_front)
    hypotheses = tuple(
        h if isinstance(h, Quantified) else mapped_formula(h, _with_factors_in_front) for h in hypotheses
    )
    members: dict[Expr, Expr] = {}
    every = (goal, *(h for h in hypotheses if not isinstance(h, Quantified)))
    bound = {name for f in every for e in formula_exprs(f) for name in bound_indices(e)}
    for node in dict.fromkeys(node for f in every for e in formula_exprs(f) for node in walk(e)):
        member = _member(node)
        if member is not None and not {n for part in member.data for n in part.names} & bound:
            members.setdefault(node, build.var(build.fresh(f"{member.args[0].data[0]}_"), node.shape))
    numbers = _sums(every, bound)
    signs = [
        Rel(h.op, own, h.rhs)
        for h in hypotheses
        if isinstance(h, Rel) and h.lhs.op == "var" and h.rhs.op == "const"
        for node, own in members.items()
        if (member := _member(node)) is not None and member.args[0] is h.lhs
    ]

    def renamed(side: Expr) -> Expr:
        return build.replaced(build.replaced(side, numbers), members)

    goal = mapped_formula(goal, renamed)
    found = [mapped_formula(h, renamed) if not isinstance(h, Quantified) else h for h in hypotheses]
    positive = {h.lhs for h in hypotheses if isinstance(h, Rel) and h.op in (">", ">=") and _is_nonnegative(h.rhs, ())}
    signs += [
        Rel(">=", own, build.const(0))
        for e, own in numbers.items()
        if _counts_up(e) and _is_nonnegative(e.args[0], positive)
    ]
    found = [*dict.fromkeys([*found, *signs])]
    for member in members.values():
        told = next((h for h in found if _gives(h, member)), None)
        if told is not None:
            assert isinstance(told, Rel)
            value = told.rhs if told.lhs is member else told.lhs
            found = [h for h in found if h is not told]
            goal, *found = (build.substitute_formula(h, {member.data[0]: value}) for h in (goal, *found))
    own = {v.data[0]: v.shape for v in (*members.values(), *numbers.values())}
    goal, *found = _of_differences(goal, found, members.values(), own)
    names = {name for f in (goal, *found) for name in build.formula_names(f)}
    known = {**dict(problem.variables), **own}
    variables = tuple(sorted((name, known[name]) for name in names if name in known))
    return replace(problem, variables=variables, goal=goal, hypotheses=tuple(found))


def _of_differences(
    goal: Formula, told: Sequence[Formula], members: Iterable[Expr], shapes: dict[str, Shape]
) -> tuple[Formula, ...]:
    r"""Put ``d + w`` for a member u where a hypothesis measures ``u - w``: what it says is a norm of d then."""
    for member in members:
        norms = (n for h in told for e in formula_exprs(h) for n in walk(e) if n.op == "norm" and n.args[0].op == "add")
        for terms in (norm.args[0].args for norm in norms):
            others = [t for t in terms if t is not member]
            if len(others) == len(terms) - 1 and not any(member.data[0] in build.free_names(t) for t in others):
                gap = build.var(build.fresh(f"{member.data[0]}_"), member.shape)
                shapes[gap.data[0]] = gap.shape
                value = {member.data[0]: build.add(gap, *map(build.neg, others))}
                goal, *told = (mapped_formula(build.substitute_formula(f, value), _collected) for f in (goal, *told))
                break
    return (goal, *told)


def _collected(expr: Expr) -> Expr:
    """The same with the terms of its sums that differ by a number put together."""

    def collect(node: Expr) -> Expr:
        if node.op != "add":
            return node
        weights: dict[Expr, Fraction] = {}
        for term in node.args:
            for weight, part in _terms(term):
                weights[part] = weights.get(part, Fraction(0)) + weight
        parts = [p if w == 1 else build.scale(build.const(w), p) for p, w in weights.items() if w]
        return build.add(*parts) if parts else build.zeros(node.shape.rows, node.shape.cols)

    return build.bottom_up(expr, collect)


def _terms(expr: Expr) -> Iterator[tuple[Fraction, Expr]]:
    if expr.op == "add":
        for term in expr.args:
            yield from _terms(term)
    elif expr.op == "scale" and expr.args[0].op == "const":
        yield from ((expr.args[0].data[0] * weight, part) for weight, part in _terms(expr.args[1]))
    else:
        yield Fraction(1), expr


def members_of(formula: Formula) -> set[Expr]:
    """Return the members of sequences that a formula names."""
    nodes = (node for e in formula_exprs(formula) for node in walk(e))
    return {found for node in nodes if (found := _member(node)) is not None}


def _member(node: Expr) -> Expr | None:
    """The row or entry that a node is, as a matrix of its own shape or not."""
    if node.op == "unvecr" and node.args[0].op == "transpose":
        node = node.args[0].args[0]
    elif node.op == "row":
        return None  # of a matrix; members of a sequence are read with their shape
    return node if node.op in ("row", "entry") and node.args[0].op == "var" else None


def _gives(formula: Formula, member: Expr) -> bool:
    """Whether an equation says what a member of a sequence is by others."""
    if not isinstance(formula, Rel) or formula.op != "=" or formula.lhs.shape != formula.rhs.shape:
        return False
    return any(
        side is member and member.data[0] not in build.free_names(other)
        for side, other in ((formula.lhs, formula.rhs), (formula.rhs, formula.lhs))
    )


def _sums(formulas: Sequence[Formula], bound: set[str]) -> dict[Expr, Expr]:
    """A number for each sum and product whose limit is no number, the same for equal ones."""
    values: dict[Expr, Expr] = {}
    found: dict[Expr, Expr] = {}
    for node in dict.fromkeys(node for f in formulas for e in formula_exprs(f) for node in walk(e)):
        if node.op not in ("sum", "prod") or (size_names(node) - bound_indices(node)) & bound:
            continue
        body = map_sizes(node.args[0], {node.data[0]: Size.of("%place")})
        key = Expr(node.op, (body,), ("%place", *node.data[1:]), node.shape)
        found[node] = values.setdefault(key, build.var(build.fresh("sum"), node.shape))
    return found


def _counts_up(expr: Expr) -> bool:
    """Whether the indices of all sums and products in an expression are never negative."""
    lows = [node.data[1].constant for node in walk(expr) if node.op in ("sum", "prod", "maxover", "minover")]
    return all(low is not None and low >= 0 for low in lows)


def _is_nonnegative(expr: Expr, known: Iterable[Expr]) -> bool:
    """Whether a number is never negative by its form, beside some that are known not to be."""
    if expr in known or expr.op in NEVER_NEGATIVE:
        return True
    if expr.op == "const":
        return expr.data[0] >= 0
    if expr.op == "size":
        return all(c >= 0 for _, c in expr.data[0].terms)
    if expr.op == "map":
        return expr.data[0] in NONNEGATIVE
    if expr.op == "hpow":
        exponent = expr.args[1]
        even = exponent.op == "const" and exponent.data[0] % 2 == 0
        return even or _is_nonnegative(expr.args[0], known)
    return expr.op in OF_PARTS and all(_is_nonnegative(a, known) for a in expr.args)


def _with_factors_in_front(expr: Expr) -> Expr:
    """The same with the factors that do not vary in a sum in front of it, and one form for each exponent."""
    expr = joined(expr)

    def pulled(node: Expr) -> Expr:
        number = whole_number(node.args[1]) if node.op == "hpow" else None
        if number is not None:
            return build.hpow(node.args[0], build.size(number))
        if node.op != "sum":
            return node
        index, low, high = node.data
        factors, rest = _factors(node.args[0])
        front = [f for f in factors if index not in size_names(f)]
        inner = [f for f in factors if index in size_names(f)]
        first, rest = _first_matrices(index, rest)
        body = reduce(lambda whole, f: build.scale(f, whole), reversed(inner), rest)
        whole = reduce(lambda right, m: build.matmul(m, right), reversed(first), build.sum_(index, low, high, body))
        return reduce(lambda right, f: build.scale(f, right), reversed(front), whole)

    return build.bottom_up(expr, pulled)


def _first_matrices(index: str, expr: Expr) -> tuple[list[Expr], Expr]:
    """The matrices that a product begins with and that do not vary with an index, and the rest."""
    if expr.op != "matmul":
        return [], expr
    factors = chained(expr)
    count = next((k for k, f in enumerate(factors) if index in size_names(f)), 0)
    return factors[:count], reduce(build.matmul, factors[count:])


def _factors(expr: Expr) -> tuple[list[Expr], Expr]:
    """The numbers that a product begins with, in an order that is the same for the same factors, and the rest."""
    if expr.op == "scale":
        first, one = _factors(expr.args[0])
        second, rest = _factors(expr.args[1])
        return sorted([*first, *([] if one == ONE else [one]), *second], key=str), rest
    if expr.op == "hadamard" and expr.shape.is_scalar:
        return _factors(build.scale(*expr.args))
    return ([expr], ONE) if expr.shape == build.SCALAR else ([], expr)


def whole_number(expr: Expr) -> Size | None:
    """Return the whole number made of sizes and indices that an expression is; None if it is none."""
    if expr.op not in ("const", "size", "add", "scale") or not counts(expr):
        return None
    if expr.op == "const":
        return Size.of(expr.data[0])
    if expr.op == "size":
        return expr.data[0]
    parts = [whole_number(a) for a in expr.args]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return reduce(Size.__add__ if expr.op == "add" else Size.__mul__, known)


__all__ = ["members_of", "of_members", "whole_number"]
