"""Derivatives in a direction, written out: ``D (X A X^T)[H] = H A X^T + X A H^T``.

The rules are those of differentials (Magnus and Neudecker, Matrix Differential Calculus, chapter 8) for functions that have
a derivative wherever they are defined. What remains are the directional derivatives of row softmaxes at their argument.
"""

from __future__ import annotations

from collections.abc import Callable

from derive import build
from derive.build import free_names, rebuild, substitute
from derive.core import Expr, Problem, mapped
from derive.degree import LINEAR, PRODUCT
from derive.errors import DeriveError
from derive.functions import MEROMORPHIC, SMOOTH, regular, slope

Differential = Callable[[Expr], Expr | None]
"""The increment of a part; None where it does not depend on the variable."""
SMOOTH_EVERYWHERE = regular(MEROMORPHIC, SMOOTH)
Rules = dict[str, Callable[[Expr, Differential], Expr]]


def with_directions(problem: Problem) -> Problem:
    """Return the problem with its directional derivatives written out where the rules reach."""
    return mapped(problem, written_out)


def written_out(expr: Expr, *, of_numbers: bool = False) -> Expr:
    """Return an equal expression with ``frechet`` nodes taken apart, innermost first, also of smooth functions of a number."""
    rules = {**RULES, **RULES_OF_NUMBERS} if of_numbers else RULES
    return build.bottom_up(expr, lambda node: _taken_apart(node, rules))


def _taken_apart(node: Expr, rules: Rules) -> Expr:
    if node.op != "frechet":
        return node
    try:
        return build.reshape(_increment(node, rules), node.shape)
    except DeriveError:
        return node  # a part without a rule: the derivative stays


class _NoRule(DeriveError):
    """A part depends on the variable and no rule says how."""


def _increment(node: Expr, rules: Rules) -> Expr:
    (body, point, direction), (name,) = node.args, node.data
    known: dict[Expr, Expr | None] = {}

    def d(part: Expr) -> Expr | None:
        if part not in known:
            known[part] = _differential(part, name, direction, d, rules)
        return known[part]

    found = d(body)
    return build.zeros(body.shape.rows, body.shape.cols) if found is None else substitute(found, {name: point})


def _differential(part: Expr, name: str, direction: Expr, d: Differential, rules: Rules) -> Expr | None:
    if name not in free_names(part):
        return None
    if part.op == "var":
        return build.reshape(direction, part.shape)
    rule = rules.get(part.op)
    if rule is None:
        raise _NoRule(f"no rule for {part.op}")
    return rule(part, d)


def _terms(part: Expr, d: Differential) -> Expr:
    """A product of two: one factor moves at a time."""
    a, b = part.args
    moved = [rebuild(part, [x, y]) for x, y in ((d(a), b), (a, d(b))) if x is not None and y is not None]
    return moved[0] if len(moved) == 1 else build.add(*moved)


def _sum(part: Expr, d: Differential) -> Expr:
    moved = [x for x in map(d, part.args) if x is not None]
    return moved[0] if len(moved) == 1 else build.add(*moved)


def _linear(part: Expr, d: Differential) -> Expr:
    """What is linear in its only part: transposes, vectorizations, rows, sums over an index."""
    (moved,) = (d(a) for a in part.args)
    if moved is None:
        raise _NoRule("nothing moves")
    return rebuild(part, [build.reshape(moved, part.args[0].shape)])


def _side_by_side(part: Expr, d: Differential) -> Expr:
    moved = [d(a) for a in part.args]
    still = [build.zeros(a.shape.rows, a.shape.cols) for a in part.args]
    return rebuild(part, [s if m is None else build.reshape(m, s.shape) for m, s in zip(moved, still, strict=True)])


def _inverse(part: Expr, d: Differential) -> Expr:
    moved = d(part.args[0])
    assert moved is not None
    return build.neg(build.matmul(build.matmul(part, moved), part))


def _softmax(part: Expr, d: Differential) -> Expr:
    inner = part.args[0]
    moved = d(inner)
    assert moved is not None
    name = build.fresh("z")
    return build.frechet(build.softmax(build.var(name, inner.shape)), name, inner, moved)


def _of_number(part: Expr, d: Differential) -> Expr:
    """The chain rule for a smooth function of a number."""
    outer = slope(part) if part.data[0] in SMOOTH_EVERYWHERE else None
    moved = d(part.args[0])
    if outer is None or moved is None or not part.shape.is_scalar:
        raise _NoRule(f"no rule for {part.data[0]}")
    return build.scale(outer, moved)


def _power(part: Expr, d: Differential) -> Expr:
    """``(u^k)' = k u^(k-1) u'`` for a whole number k."""
    inner, exponent = part.args
    moved = d(inner)
    if exponent.op != "const" or exponent.data[0].denominator != 1 or moved is None or not part.shape.is_scalar:
        raise _NoRule("no rule for this power")
    k = exponent.data[0]
    return build.scale(build.scale(build.const(k), build.hpow(inner, build.const(k - 1))), moved)


RULES: Rules = {
    **dict.fromkeys(LINEAR, _linear),
    **dict.fromkeys(PRODUCT, _terms),
    "add": _sum,
    "hcat": _side_by_side,
    "vcat": _side_by_side,
    "inv": _inverse,
    "softmax": _softmax,
}

RULES_OF_NUMBERS: Rules = {"map": _of_number, "hpow": _power}

__all__ = ["with_directions", "written_out"]
