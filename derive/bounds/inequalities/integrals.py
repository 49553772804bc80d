r"""Integrals of products: against the largest value of the integrand, and against the norm of what is integrated.

``\int_a^b c\, g(t)\, dt \le (b - a)\, c \sup_{t \in [a, b]} g(t)`` for ``c \ge 0``, and ``\|F\| \le \int_a^b \|B_1(t)\| \cdots \|B_m(t)\|\, dt`` where the index form
shows ``F = \int_a^b B_1(t) \cdots B_m(t)\, dt``, as of an increment by the fundamental theorem of calculus (Rudin, Principles of
Mathematical Analysis, 6.12, 6.25).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import NONNEGATIVE, Facts, Theorem, elementwise, in_interval
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.normal import (
    canonical,
    is_scalar,
    mentions,
    normal,
    opened,
    opened_variable,
    reindex,
    scalar_factors,
    strip,
)
from derive.bounds.inequalities.factored_norms import INDUCED, MAX_FACTORS, MAX_PRODUCTS, flat, products_of
from derive.core import Expr
from derive.errors import NotSupported
from derive.sizes import Size

MAX_NODES = 4


def integrals(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the integrals of a claim between numbers, and the suprema and norms beside them."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    for node in [n for n in nodes if n.op == "integral" and is_scalar(n)][:MAX_NODES]:
        low, high = (strip(end) for end in node.args[1:])
        if low.op != "const" or high.op != "const" or low.data[0] > high.data[0]:
            continue
        name, body = opened_variable(node)
        parts = [strip(part) for part in scalar_factors(body)]
        for extreme in [n for n in nodes if n.op in ("sup", "maxover")][:MAX_NODES]:
            yield from _largest(facts, node, name, parts, extreme)
        for norm in [n for n in nodes if n.op == "norm" and n.data[0] in INDUCED][:MAX_NODES]:
            yield from _whole(facts, node, name, parts, norm)


def _largest(facts: Facts, node: Expr, name: str, parts: list[Expr], extreme: Expr) -> Iterator[Theorem]:
    """The factors that the variable moves are at most their supremum over the interval, for the index that the claim names."""
    still = [part for part in parts if not mentions(part, name)]
    moving = [part for part in parts if mentions(part, name)]
    low, high = (strip(end).data[0] for end in node.args[1:])
    if not moving or any(elementwise(facts, part) < NONNEGATIVE for part in still):
        return
    wanted = canonical(normal(reduce(build.scale, moving)))
    for value in _values(facts, extreme, name, (low, high)):
        if canonical(normal(value)) == wanted:
            bound = reduce(build.scale, still, build.scale(build.const(high - low), extreme))
            text = "int_a^b c g(t) dt <= (b - a) c sup g for c >= 0"
            yield Theorem(node, bound, False, "integral", text)
            return


def _values(facts: Facts, extreme: Expr, name: str, ends: tuple[object, object]) -> Iterator[Expr]:
    """What a supremum over the interval, or the largest of such suprema, bounds: at the variable, and the indices of the claim."""
    if extreme.op == "maxover":
        index, low, high, body = opened(extreme)
        for own, first, last in facts.indices:
            if (first, last) == (low, high):
                try:
                    yield from _values(facts, strip(reindex(body, {index: Size.of(own)})), name, ends)
                except NotSupported:
                    return
    elif extreme.op == "sup":
        interval = in_interval(extreme)
        if interval is not None and interval[1:] == ends:
            yield build.substitute(extreme.args[0], {interval[0]: build.var(name, build.SCALAR)})


def _whole(facts: Facts, node: Expr, name: str, parts: list[Expr], norm: Expr) -> Iterator[Theorem]:
    """The norm of an integral is at most the integral of the norms of its factors."""
    if len(parts) > MAX_FACTORS or any(part.op != "norm" or part.data != norm.data for part in parts):
        return
    matrix = flat(norm.args[0])
    products = products_of(matrix, [flat(part.args[0]) for part in parts], turned=norm.data[0] == "2")
    for product in itertools.islice(products, MAX_PRODUCTS):
        if are_equal(facts, matrix, build.integral(product, name, *node.args[1:])):
            text = "||int B(t) C(t) dt|| <= int ||B(t)|| ||C(t)|| dt; what is integrated is shown by the index form"
            yield Theorem(norm, node, False, "integral", text)
            return


__all__ = ["integrals"]
