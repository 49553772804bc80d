"""What the rules may conclude from being defined: denominators that are not zero, quantities that are not infinite.

A claim ranges over the points at which it is defined. That a quotient is defined says something of its denominator only
where the quotient is evaluated at every point: not in a case that may not apply, not in a sum that may be empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, elementwise, size_sign
from derive.bounds.forms.normal import canonical, is_scalar, mentions, normal, strip
from derive.core import Expr

KINDS = ("sigma", "norm", "order", "det", "var", "entry")


def with_defined(facts: Facts, expr: Expr) -> None:
    """What stands in a denominator of the claim is not zero (elsewhere it is not defined): nonnegative means positive."""
    for node in list(evaluated(facts, expr)):
        if node.op == "inv":
            facts.signs[canonical(build.sigma(canonical(normal(node.args[0])), "min"))] = POSITIVE
        exponent = strip(node.args[1]) if node.op == "hpow" else None
        if exponent is not None and exponent.op == "const" and exponent.data[0] < 0 and is_scalar(node):
            base = canonical(strip(node.args[0]))
            if base.op in KINDS and elementwise(facts, base) == NONNEGATIVE:
                facts.signs[base] = POSITIVE
    facts.cache.clear()


def evaluated(facts: Facts, expr: Expr) -> tuple[Expr, ...]:
    """The parts of an expression that are evaluated at every point, free of the indices and variables bound in it."""
    return facts.once(("evaluated", expr), (), lambda: tuple(_evaluated(facts, expr)))


def _evaluated(facts: Facts, expr: Expr) -> Iterator[Expr]:
    waiting: list[tuple[Expr, frozenset[str]]] = [(expr, frozenset())]
    seen = set()
    while waiting:
        node, bound = waiting.pop()
        if (node, bound) in seen:
            continue
        seen.add((node, bound))
        if not any(mentions(node, name) for name in bound):
            yield node
        if node.op == "where":
            waiting.append((node.args[0], bound))
        elif node.op in build.BINDS_INDEX:
            name, low, high = node.data
            if size_sign(facts, high - low) and not (high - low).names & bound:
                waiting.append((node.args[0], bound | {name}))
        elif node.op == "blocks":
            if all(size_sign(facts, count - 1) and not count.names & bound for count in node.data[1::2]):
                waiting.append((node.args[0], bound | {node.data[0], node.data[2]}))
        elif node.op in build.BINDS_IN_FIRST:
            waiting += [(part, bound) for part in node.args[1:]]
        elif node.op not in ("sup", "inf", *build.LIMITS):
            waiting += [(part, bound) for part in node.args]


def may_be_infinite(facts: Facts, expr: Expr) -> bool:
    """Whether an infinite value may stand inside: kappa of a matrix that may be singular, a supremum, a limit."""
    return facts.once(("infinite", expr), True, lambda: _infinite(facts, expr))


def _infinite(facts: Facts, expr: Expr) -> bool:
    if expr.op in ("sup", "inf", *build.LIMITS) or (expr.op == "real" and expr.data[0] == "infinity"):
        return True
    if expr.op == "kappa":
        matrix = canonical(normal(expr.args[0]))
        if all(
            elementwise(facts, build.sigma(m, "min")) != POSITIVE
            for m in (matrix, canonical(normal(build.transpose(matrix))))
        ):
            return True
    return any(may_be_infinite(facts, part) for part in expr.args)


__all__ = ["evaluated", "may_be_infinite", "with_defined"]
