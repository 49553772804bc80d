r"""Statements that a real quantity is infinite: ``z_1 = -\infty``. No real numbers meet them.

A mask ``M_{ij} = -\infty`` means arithmetic with infinities, which only definitions by cases have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from derive import build
from derive.core import FLIP, Expr, Formula, Logic, Rel, walk
from derive.errors import NotSupported
from derive.sizes import Size

_ARITHMETIC = ("scale", "matmul", "hadamard", "kron")
_MAY_BE = ("kappa", "sup", "inf", *build.LIMITS)


@lru_cache(maxsize=1024)  # parts of an expression may stand in it many times
def infinite_sign(expr: Expr) -> int:
    """Return 1 for infinity (in every entry), -1 for minus infinity, 0 for anything else."""
    if expr.op == "real" and expr.data[0] == "infinity":
        return 1
    if is_finite(expr):
        return 0
    if expr.op == "reshape":
        return infinite_sign(expr.args[0])
    if expr.op == "add":
        signs = {infinite_sign(part) for part in expr.args if not is_finite(part)}
        return signs.pop() if len(signs) == 1 else 0
    if expr.op in _ARITHMETIC and len(expr.args) == 2:
        for infinite, other in (expr.args, expr.args[::-1]):
            if infinite_sign(infinite):
                return infinite_sign(infinite) * _number_sign(other)
    return 0


def _number_sign(expr: Expr) -> int:
    """The sign of a number or of a matrix of ones, 0 for anything else."""
    if expr.op == "ones":
        return 1
    value = expr.data[0] if expr.op == "const" else 0
    return (value > 0) - (value < 0)


def is_finite(expr: Expr) -> bool:
    """Whether an expression is finite wherever it is defined, as far as its form tells."""
    return not any(n.op in _MAY_BE or (n.op == "real" and n.data[0] == "infinity") for n in walk(expr))


@lru_cache(maxsize=1024)
def is_arithmetic(expr: Expr) -> bool:
    """Whether an expression is a sum or a product with an infinity and its sign is not known."""
    if infinite_sign(expr) or is_finite(expr):
        return False
    if expr.op not in (*_ARITHMETIC, "add", "reshape"):
        return False
    return any(infinite_sign(part) or is_arithmetic(part) for part in expr.args)


def sets_infinite(rel: Rel) -> bool:
    """Whether a relation demands that a finite quantity is infinite."""
    for left, op, right in _both_ways(rel):
        sign = infinite_sign(right)
        if sign and is_finite(left) and op in ("=", ">=" if sign > 0 else "<=", ">" if sign > 0 else "<"):
            return True
    return False


def sets_infinite_in_a_case(rel: Rel) -> bool:
    r"""Whether an equation demands that a finite quantity is infinite in one of the cases of the other side."""
    return any(op == "=" and is_finite(left) and _has_infinite_case(right) for left, op, right in _both_ways(rel))


@lru_cache(maxsize=1024)
def _has_infinite_case(expr: Expr) -> bool:
    """Whether an expression has cases one of which is infinite, alone or in a sum."""
    if expr.op == "where":
        return any(infinite_sign(case) or _has_infinite_case(case) for case in expr.args[1:])
    if expr.op in (*_ARITHMETIC, "add", "reshape", "transpose", "neg", "blocks"):
        return any(_has_infinite_case(part) for part in expr.args)
    return False


def _both_ways(rel: Rel) -> tuple[tuple[Expr, str, Expr], ...]:
    return (rel.lhs, rel.op, rel.rhs), (rel.rhs, FLIP.get(rel.op, rel.op), rel.lhs)


def refuse_infinite_values(goal: Formula, hypotheses: tuple[Formula, ...]) -> None:
    """Refuse such statements where they may be met at no input of a case only, as in ``M_{ij} = -oo for j > i``.

    Raises:
        NotSupported: There is one; those that no input at all meets make a claim vacuous (`derive.vacuity.empty_claims`).
    """
    for formula in hypotheses:
        _check(formula, whole=True)
    while isinstance(goal, Logic) and goal.op == "implies":
        *premises, goal = goal.args
        for formula in premises:
            _check(formula, whole=True)
    if not isinstance(goal, Rel):
        _check(goal, whole=False)


def impossible(hypotheses: Iterable[Formula]) -> Rel | None:
    """Return a relation that every input would have to meet and that makes a finite quantity infinite, if there is one."""
    return next((rel for f in hypotheses for rel, always in _relations(f, True) if always and sets_infinite(rel)), None)


def _check(formula: Formula, *, whole: bool) -> None:
    for rel, always in _relations(formula, whole):
        if any(is_arithmetic(side) for side in (rel.lhs, rel.rhs)):
            raise NotSupported(
                "arithmetic with infinities in a condition", hint=r"compare with \infty or -\infty itself"
            )
        if sets_infinite_in_a_case(rel) or (not always and sets_infinite(rel)):
            raise NotSupported(
                "a condition that makes a real quantity infinite: no real numbers meet it",
                hint=r"define a mask by cases: M_{i,j} := \begin{cases} 0 & j \le i \\ -\infty & \text{otherwise} \end{cases}",
            )


def _relations(formula: Formula, always: bool) -> Iterator[tuple[Rel, bool]]:
    """The relations inside a formula, and whether the formula demands each of them at some index of every size."""
    if isinstance(formula, Rel):
        yield formula, always
    elif isinstance(formula, Logic):
        for part in formula.args:
            yield from _relations(part, always and formula.op == "and")
    else:
        ranges = (n for n in formula.names if len(n) == 3)
        full = all(low == Size.of(1) and len(high.terms) == 1 for _, low, high in ranges)
        yield from _relations(formula.body, always and formula.kind == "forall" and full)


__all__ = ["impossible", "infinite_sign", "is_finite", "refuse_infinite_values", "sets_infinite"]
