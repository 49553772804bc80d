r"""Products of many factors, each at most the same number: ``prod_k f_k <= g^n`` for 0 <= f_k <= g, ``||A_1 \cdots A_n|| <= g^n`` for ||A_k|| <= g.

The norm is submultiplicative, and of each factor ``||A + B|| <= ||A|| + ||B||`` is used. The number is the base of a power that
the claim writes, with as many factors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import NONNEGATIVE, Facts, Theorem, size_sign
from derive.bounds.forms.normal import is_scalar, normal, strip
from derive.bounds.inequalities.single_terms import nonnegative_anywhere
from derive.core import Expr
from derive.errors import NotSupported
from derive.norms import norm, of_all
from derive.size_names import map_sizes, size_names
from derive.sizes import Size

RULE = "product"
MAX_NODES = 4
INDUCED = of_all(lambda n: n.left == n.kind)


def products_of_bounds(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the products of a claim and the powers that it compares them with."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    products = [found for n in nodes if (found := _product(n)) is not None][:MAX_NODES]
    powers = [n for n in nodes if n.op == "hpow" and is_scalar(n)][:MAX_NODES]
    for node, (name, low, high), factor in products:
        if size_sign(facts, high - low + 1) < NONNEGATIVE or not nonnegative_anywhere(facts, name, factor):
            continue
        for power in powers:
            base, exponent = power.args
            if name in size_names(base) or not _counts(facts, exponent, high - low + 1):
                continue
            if nonnegative_anywhere(facts, name, build.sub(base, factor)):
                yield Theorem(node, power, False, RULE, "prod f <= g^n for 0 <= f <= g")
        for other in [n for n in nodes if n.op == "prod" and n is not node][:MAX_NODES]:
            own, *ends = other.data
            bound = map_sizes(build.reshape(other.args[0], build.SCALAR), {own: Size.of(name)})
            if ends == [low, high] and nonnegative_anywhere(facts, name, build.sub(bound, factor)):
                yield Theorem(node, other, False, RULE, "prod f <= prod g for 0 <= f <= g")


def _product(node: Expr) -> tuple[Expr, tuple, Expr] | None:  # type: ignore[type-arg]
    """A product, its range, and a number that each of its factors is at most in absolute value."""
    if node.op == "prod":
        return node, node.data, build.reshape(node.args[0], build.SCALAR)
    if node.op == "norm" and node.data[0] in INDUCED:
        inner, kind = _upright(strip(node.args[0]), node.data[0])
        if inner.op == "mprod":
            return node, inner.data, _norm(*_upright(strip(inner.args[0]), kind))
    return None


def _upright(matrix: Expr, kind: str) -> tuple[Expr, str]:
    """A matrix without transposition, and the norm of it that is the norm of the transpose."""
    while matrix.op == "transpose":
        matrix, kind = strip(matrix.args[0]), norm(kind).transposed
    return matrix, kind


def _norm(factor: Expr, kind: str) -> Expr:
    """The norm of a factor, of a sum by the triangle inequality."""
    factor = strip(normal(factor))
    terms = factor.args if factor.op == "add" else (factor,)
    sizes = [build.const(1) if strip(t).op == "eye" else build.norm(t, kind) for t in terms]
    return reduce(build.add, sizes)


def _counts(facts: Facts, exponent: Expr, length: object) -> bool:
    try:
        return facts.value(exponent).value.same(facts.value(build.size(length)).value)  # type: ignore[arg-type]
    except NotSupported:
        return False


__all__ = ["products_of_bounds"]
