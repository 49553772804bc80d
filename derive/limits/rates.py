r"""Orders of growth that contradict a claim: ``f = \Theta(g)`` where f and g have the orders ``n^a \log(n)^b`` and ``n^c \log(n)^d`` with ``(a, b) \ne (c, d)``.

What is left of such a claim is the relation of the exponents that differ, which is false: ``a = c`` (``a \le c`` for O, ``a < c`` for o). The
claim is about all parameters and all matrices of growing size: one value of a parameter that meets the hypotheses is enough, and one
family of matrices. Of ``\operatorname{softmax}(S)`` for an arbitrary S two families are looked at,

    S = 0:                     softmax(S) = 1/N 1 1^T,            of the norm sqrt(M / N)
    S = log(N) 1 e_1^T:        softmax(S) = 1 w^T, w = (N, 1, ..., 1) / (2 N - 1),   of the norm sqrt(M) ||w||_2
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from derive import build
from derive.bounds.comparison.prover import PROVER, read_facts
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.normal import cols, is_scalar, rows, strip
from derive.bounds.quantities import arithmetic
from derive.core import Expr, Formula, Logic, Problem, Rel, SizeRules, formula_exprs, mapped, walk
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.limits.approach import may_grow
from derive.limits.asymptotics import (
    FLAT,
    Growth,
    Order,
    at_least,
    at_most,
    mentions_any,
    moving_with,
    order_text,
)
from derive.sizes import Size

PARAMETERS = tuple(map(Fraction, (2, 1, "1/2", 3)))
MAX_PARAMETERS = 2
RELATIONS: dict[str, Callable[[Fraction], bool]] = {
    "<": lambda gap: gap < 0, "<=": lambda gap: gap <= 0, ">": lambda gap: gap > 0, ">=": lambda gap: gap >= 0,
    "=": lambda gap: gap == 0, "!=": lambda gap: gap != 0,
}  # fmt: skip


def contradicted(problem: Problem) -> Problem | None:
    """Return a claim about orders for large sizes as the false relation of exponents that it comes to, None if none is known.

    The problem that is returned is for refutation alone: it says less than the claim, of one family.
    """
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("O", "o", "Theta", "~", "to") or goal.data[1] != "infinity":
        return None
    name = goal.data[0]
    if not may_grow(problem, name) or not (is_scalar(goal.lhs) and is_scalar(goal.rhs)):
        return None
    for told, premises, note in _instances(problem, name):
        try:
            found = _false_relation(told, name)
        except DeriveError:
            continue
        if found is not None:
            relation, orders = found
            goal = Logic("implies", (*premises, relation)) if premises else relation
            text = f"{note}{orders}: the exponents are compared"
            left = _without_idle(replace(problem, goal=goal, notes=(*problem.notes, text)))
            return _without_size(left, name)
    return None


def _without_size(problem: Problem, name: str) -> Problem:
    """The problem without the size that tends to infinity, if nothing that is left speaks of it."""
    exprs = [e for f in (problem.goal, *problem.hypotheses) for e in formula_exprs(f)]
    ranges = [size for _, low, high in problem.indices for size in (low, high)]
    spoken = {n for size in (*ranges, *(s for _, s in problem.rules.relations)) for n in size.names}
    if any(mentions_any(e, {name}) for e in exprs) or name in spoken | dict(problem.rules.least).keys():
        return problem
    return replace(problem, sizes=tuple(s for s in problem.sizes if s != name))


Contradiction = tuple[Rel, str]
"""A relation that is false, and the orders that it is about."""


def _false_relation(problem: Problem, name: str) -> Contradiction | None:
    """The relation of the exponents of both sides, if it is false, and the orders in words."""
    goal = problem.goal
    assert isinstance(goal, Rel)
    facts = read_facts(problem)
    growth = Growth(name, moving_with(facts, problem, name))
    lhs, rhs = (_with_numbers(facts, strip(side)) for side in (goal.lhs, goal.rhs))
    if any(
        not arithmetic.poly_sign(facts, facts.value(side).value) for side in (lhs, rhs)[: 1 + (goal.op != "to")]
    ):
        return None
    if any(_divides_by_zero(facts, side) for side in (lhs, rhs)):
        return None
    below, above = at_least(facts, lhs, growth), at_most(facts, lhs, growth)
    if goal.op == "to":
        return _no_limit(facts, below, above, rhs, growth)
    low, high = at_least(facts, rhs, growth), at_most(facts, rhs, growth)
    if below is not None and high is not None:
        if below > high or (goal.op == "o" and below == high):
            text = f"the left side is at least c {order_text(name, below)}, the right side at most C {order_text(name, high)}"
            return _apart({"O": "<=", "o": "<"}.get(goal.op, "="), below, high), text
    if goal.op in ("Theta", "~") and above is not None and low is not None and above < low:
        text = (
            f"the left side is at most C {order_text(name, above)}, the right side at least c {order_text(name, low)}"
        )
        return _apart("=", above, low), text
    return None


def _no_limit(
    facts: Facts, below: Order | None, above: Order | None, rhs: Expr, growth: Growth
) -> Contradiction | None:
    """A number other than zero is no limit of what tends to zero or to infinity, zero none of what stays away from it."""
    if growth.moves(rhs):
        return None
    wanted = facts.value(rhs).value.is_number()
    if wanted is None:
        return None
    if below is not None and (below > FLAT or (wanted == 0 and below == FLAT)):
        text = f"the left side is at least c {order_text(growth.name, below)}"
        return _apart("<" if wanted == 0 else "<=", below, FLAT), text
    if wanted != 0 and above is not None and above < FLAT:
        text = f"the left side is at most C {order_text(growth.name, above)} and tends to 0"
        return Rel("=", build.const(0), build.const(wanted)), text
    return None


def _apart(op: str, left: Order, right: Order) -> Rel:
    """The relation of the exponents of the size, or where these are equal of those of its logarithm."""
    place = 0 if left[0] != right[0] else 1
    return Rel(op, build.const(left[place]), build.const(right[place]))


def _divides_by_zero(facts: Facts, expr: Expr) -> bool:
    """Whether it is defined nowhere: something is divided by what is zero as a polynomial of its quantities."""
    bases = (n.args[0] for n in walk(expr) if n.op == "hpow" and is_scalar(n) and n.args[1].op == "const")
    return any(not facts.value(base).value.terms for base in bases)


def _with_numbers(facts: Facts, expr: Expr) -> Expr:
    """The same with exponents that are numbers as these."""

    def step(node: Expr) -> Expr:
        if node.op != "hpow" or node.args[1].op == "const" or not is_scalar(node.args[1]):
            return node
        number = facts.value(node.args[1]).value.is_number()
        return node if number is None else build.hpow(node.args[0], build.const(number))

    return build.bottom_up(expr, step)


# Instances.

Instance = tuple[Problem, tuple[Formula, ...], str]
"""The claim for one family, the premises that tell its parameters, and what is to be said of it."""


def _instances(problem: Problem, name: str) -> Iterator[Instance]:
    yield problem, (), ""
    for rest, note in _families(problem, name):
        yield rest, (), note
    scalars = [n for n, shape in problem.variables if shape.is_scalar and n != name]
    for chosen in itertools.product(PARAMETERS, repeat=len(scalars)) if 0 < len(scalars) <= MAX_PARAMETERS else ():
        told = {n: build.const(value) for n, value in zip(scalars, chosen, strict=True)}
        instance = _at(problem, told)
        if instance is not None:
            premises = tuple(Rel("=", build.var(n, build.SCALAR), value) for n, value in told.items())
            yield instance, premises, f"at {', '.join(f'{n} = {v.data[0]}' for n, v in told.items())}, "


def _at(problem: Problem, told: dict[str, Expr]) -> Problem | None:
    """The problem at some values of its parameters, if these meet all hypotheses about them."""
    hypotheses = []
    for formula in problem.hypotheses:
        if not any(build.free_names(e) & told.keys() for e in formula_exprs(formula)):
            hypotheses.append(formula)
        elif not _is_true(build.substitute_formula(formula, told)):
            return None
    goal = build.substitute_formula(problem.goal, told)
    variables = tuple(v for v in problem.variables if v[0] not in told)
    return replace(problem, variables=variables, hypotheses=tuple(hypotheses), goal=goal)


def _is_true(formula: Formula) -> bool:
    """Whether a relation between two numbers is true."""
    if not isinstance(formula, Rel) or formula.op not in RELATIONS:
        return False
    try:
        facts = Facts(SizeRules(), PROVER)
        gap = (facts.value(formula.lhs).value - facts.value(formula.rhs).value).is_number()
    except DeriveError:
        return False
    return gap is not None and RELATIONS[formula.op](gap)


def _families(problem: Problem, name: str) -> Iterator[tuple[Problem, str]]:
    """The claim about norms of ``softmax(S)`` for two families of S, if S is arbitrary and the claim speaks of nothing else that grows."""
    growing = [v for v, shape in problem.variables if any(name in total.names for total in shape.totals)]
    if len(growing) != 1 or any(build.free_names(e) & {*growing} for h in problem.hypotheses for e in formula_exprs(h)):
        return
    for told in (_uniform, _one_token):

        def step(node: Expr, told: Callable[[str, Size, Size], Expr | None] = told) -> Expr:
            inner = strip(node.args[0]) if node.op == "norm" else node
            if inner.op != "softmax" or strip(inner.args[0]).op != "var" or strip(inner.args[0]).data[0] != growing[0]:
                return node
            found = told(node.data[0], rows(inner), cols(inner)) if node.op == "norm" else None
            return node if found is None else found

        instance = _without_idle(mapped(problem, lambda e, step=step: build.bottom_up(e, step)))
        if not any(n.op == "var" and n.data[0] in growing for e in formula_exprs(instance.goal) for n in walk(e)):
            letter = growing[0].split("~")[0]
            place = "0" if told is _uniform else "log(N) 1 e_1^T (N columns)"
            yield instance, f"at {letter} = {place}, "


def _without_idle(problem: Problem) -> Problem:
    """The problem without variables of which nothing is said any more."""
    told = {n for f in (problem.goal, *problem.hypotheses) for e in formula_exprs(f) for n in build.free_names(e)}
    return replace(problem, variables=tuple(v for v in problem.variables if v[0] in told))


def _uniform(kind: str, m: Size, n: Size) -> Expr | None:
    """The norm of ``1/n 1 1^T`` with m rows."""
    if kind not in ("2", "F", "nuc"):
        return None
    return build.sqrt(build.scale(build.size(m), build.hpow(build.size(n), build.const(-1))))


def _one_token(kind: str, m: Size, n: Size) -> Expr | None:
    """The norm of ``1 w^T`` with m rows and ``w = (n, 1, ..., 1) / (2 n - 1)``: ``||w||^2 = (n^2 + n - 1) / (2 n - 1)^2``."""
    if kind not in ("2", "F", "nuc"):
        return None
    length = build.scale(build.sqrt(build.size(n * n + n - 1)), build.hpow(build.size(n * 2 - 1), build.const(-1)))
    return build.scale(build.sqrt(build.size(m)), length)


__all__ = ["contradicted"]
