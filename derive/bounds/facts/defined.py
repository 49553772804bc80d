"""What the rules may conclude from being defined: denominators that are not zero, quantities that are not infinite.

A claim ranges over the points at which it is defined. That a quotient is defined says something of its denominator only
where the quotient is evaluated at every point: not in a case that may not apply, not in a sum that may be empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, elementwise, size_sign
from derive.bounds.forms.normal import ONE, canonical, cols, is_scalar, mentions, normal, strip
from derive.core import Expr
from derive.sizes import Size

Bound = frozenset[tuple[str, Size, Size]]
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
        facts.places.update(_places(node))
    facts.cache.clear()


def _places(node: Expr) -> Iterator[tuple[Size, Size]]:
    """A singular value, an eigenvalue or an entry exists: its place is one of the matrix."""
    if node.op in ("sigma", "eig", "order") and isinstance(node.data[0], Size):
        lengths = node.args[0].shape.totals if node.op == "sigma" else node.args[0].shape.totals[:1]
        pairs = [(node.data[0], length) for length in lengths]
    elif node.op == "entry":
        pairs = list(zip(node.data, node.args[0].shape.totals, strict=True))
    else:
        return
    for place, length in pairs:
        yield place, length
        yield Size.of(1), place


def _within(bound: Bound, letters: set[tuple[str, Size, Size]]) -> Bound:
    """The indices around what stands in a sum over more of them; an inner one hides an outer one of its name."""
    names = {name for name, *_ in letters}
    return frozenset(one for one in bound if one[0] not in names) | letters


def evaluated(facts: Facts, expr: Expr) -> tuple[Expr, ...]:
    """The parts of an expression that are evaluated at every point, free of the indices and variables bound in it."""
    return facts.once(("evaluated", expr), (), lambda: tuple(_evaluated(facts, expr)))


def _evaluated(facts: Facts, expr: Expr) -> Iterator[Expr]:
    return (node for node, bound in _occurring(facts, expr) if not any(mentions(node, name) for name, *_ in bound))


def positive_parts(facts: Facts, expr: Expr) -> Iterator[Expr]:
    """Yield what is positive since its logarithm is taken at every point: matrices, or rows whose place is free."""
    for node, bound in _occurring(facts, expr):
        if node.op == "map" and node.data[0] == "log":
            for part in _factors(strip(node.args[0])):
                if elementwise(facts, part) == NONNEGATIVE:
                    yield from _moving(part, {Size.of(name): (low, high) for name, low, high in bound})


def _factors(expr: Expr) -> Iterator[Expr]:
    if expr.op in ("scale", "hadamard"):
        for part in expr.args:
            yield from _factors(strip(part))
    elif expr.op == "hpow" and strip(expr.args[1]) == build.const(-1):
        yield from _factors(strip(expr.args[0]))
    else:
        yield expr


def _moving(part: Expr, ranges: Mapping[Size, tuple[Size, Size]]) -> Iterator[Expr]:
    """The matrix or row through which an entry runs as its indices do, the whole of it."""
    moved = [name for name in ranges if any(mentions(part, n) for n in name.names)]
    if not moved:
        yield canonical(normal(part))
    elif part.op == "entry" and not any(mentions(part.args[0], n) for name in moved for n in name.names):
        matrix, (a, b) = part.args[0], part.data
        whole = [p in ranges and ranges[p] == (ONE, n) for p, n in zip((a, b), matrix.shape.totals, strict=True)]
        if whole == [True, False] and b == ONE == cols(matrix):
            yield canonical(normal(matrix))
        elif whole == [False, True] and moved == [b]:
            yield canonical(normal(build.transpose(build.row(matrix, a))))


def _occurring(facts: Facts, expr: Expr) -> Iterator[tuple[Expr, Bound]]:
    """The parts that are evaluated at every point, with the indices around them and their ranges."""
    waiting: list[tuple[Expr, Bound]] = [(expr, frozenset())]
    seen = set()
    while waiting:
        node, bound = waiting.pop()
        if (node, bound) in seen:
            continue
        seen.add((node, bound))
        yield node, bound
        names = {name for name, *_ in bound}
        if node.op == "where":
            waiting.append((node.args[0], bound))
        elif node.op in build.BINDS_INDEX:
            name, low, high = node.data
            if size_sign(facts, high - low) and not (high - low).names & names:
                waiting.append((node.args[0], _within(bound, {(name, low, high)})))
        elif node.op == "blocks":
            if all(size_sign(facts, count - 1) and not count.names & names for count in node.data[1::2]):
                letters = {(name, ONE, count) for name, count in zip(node.data[::2], node.data[1::2], strict=True)}
                waiting.append((node.args[0], _within(bound, letters)))
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
    return any(facts.may_be_infinite(part) for part in expr.args)


__all__ = ["evaluated", "may_be_infinite", "positive_parts", "with_defined"]
