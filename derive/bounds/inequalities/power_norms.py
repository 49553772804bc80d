r"""Norms with an exponent of their own, ``(\sum_i |x_i|^p)^{1/p}``: Minkowski, Hoelder, Young, and how they are ordered.

Source: Hardy, Littlewood and Polya, Inequalities, 2.5, 2.8, 2.9 and 2.11.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from derive import build
from derive.bounds.comparison.algebraic import algebraic
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem, elementwise
from derive.bounds.forms.normal import ONE as FIRST
from derive.bounds.forms.normal import canonical, cols, entry_of, is_scalar, normal, rows, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.quantities.values import value
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.size_names import map_sizes, size_names
from derive.sizes import Size

PLACE = "%p"
ONE = build.const(1)
MAX_NORMS, MAX_POWERS = 5, 4
RULE = "norms l_p"


@dataclass(frozen=True, slots=True)
class _Norm:
    """A norm of a vector.

    Attributes:
        whole: The number.
        term: The entry at the place ``%p``, as a polynomial.
        exponent: What p is; None for the largest entry.
        length: How many entries there are.
    """

    whole: Expr
    term: Poly
    exponent: Expr | None
    length: Size


def power_norms(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what follows for the norms with exponents and for the powers in both sides of a claim."""
    nodes = list(dict.fromkeys(node for side in sides for node in evaluated(facts, side)))
    if not any(n.op == "hpow" and is_scalar(n) for n in nodes):
        return
    norms = [found for n in nodes if (found := _norm(facts, n)) is not None][:MAX_NORMS]
    own = [n for n in norms if n.whole.op == "hpow"]
    if own:
        yield from _minkowski(facts, own)
        yield from _ordered(facts, norms, own)
        yield from _hoelder(facts, nodes, norms)
    yield from _young(facts, nodes)


def _norm(facts: Facts, node: Expr) -> _Norm | None:
    i = Size.of(PLACE)
    try:
        if node.op == "norm" and cols(node.args[0]) == FIRST and rows(node.args[0]) != FIRST:
            exponent = {"1": ONE, "2": build.const(2), "F": build.const(2), "inf": None, "max": None}.get(
                node.data[0], node
            )
            if exponent is node:
                return None
            term = entry_of(normal(node.args[0]), i, FIRST)
            return _Norm(node, value(facts, term).value, exponent, rows(node.args[0]))
        if node.op != "hpow" or not is_scalar(node):
            return None
        found = _powers(node.args[0])
        if found is None:
            return None
        term, power, length = found
        if not _is_one(value(facts, node.args[1]).value * value(facts, power).value) or not _at_least_one(facts, power):
            return None
        return _Norm(node, value(facts, term).value, power, length)
    except NotSupported:
        return None


def _powers(total: Expr) -> tuple[Expr, Expr, Size] | None:
    r"""The entry, the exponent and the length of ``\sum_i |x_i|^p``."""
    total = strip(total)
    if total.op == "sum" and total.data[1] == FIRST:
        index, _, high = total.data
        body = strip(map_sizes(total.args[0], {index: Size.of(PLACE)}))
        length = high
    elif total.op == "matmul":
        first, second = strip(total.args[0]), strip(total.args[1])
        ones = strip(first.args[0]) if first.op == "transpose" else first
        if ones.op != "ones" or second.op != "hpow" or cols(second) != FIRST:
            return None
        body = build.hpow(entry_of(second.args[0], Size.of(PLACE), FIRST), second.args[1])
        length = rows(second)
    else:
        return None
    if body.op != "hpow" or PLACE in size_names(body.args[1]):
        return None
    base = strip(body.args[0])
    if base.op != "map" or base.data[0] != "abs":
        return None
    return base.args[0], body.args[1], length


def _number(facts: Facts, e: Expr) -> Fraction | None:
    """The rational number that an exponent is."""
    terms = value(facts, e).value.terms
    if len(terms) == 1 and not terms[0][0]:
        return terms[0][1]
    return None


def _is_one(poly: Poly) -> bool:
    return poly.same(Poly.number(1))


def _at_least_one(facts: Facts, power: Expr) -> bool:
    number = _number(facts, power)
    return _is_nonnegative(facts, build.sub(power, ONE)) if number is None else number >= 1


def _is_nonnegative(facts: Facts, gap: Expr) -> bool:
    try:
        return algebraic(facts, value(facts, gap).value, False) is not None
    except NotSupported:
        return False


def _minkowski(facts: Facts, norms: Sequence[_Norm]) -> Iterator[Theorem]:
    for whole in norms:
        others = [
            n for n in norms if n is not whole and n.length == whole.length and _equal(n.exponent, whole.exponent)
        ]
        for u, v in combinations(others, 2):
            sums = [a + b for a in (u.term, -u.term) for b in (v.term, -v.term)]
            if any(whole.term.same(total) for total in sums):
                text = "||x + y||_p <= ||x||_p + ||y||_p for p >= 1"
                yield Theorem(whole.whole, build.add(u.whole, v.whole), False, "Minkowski", text)


def _equal(first: Expr | None, second: Expr | None) -> bool:
    return first is not None and second is not None and canonical(strip(first)) == canonical(strip(second))


def _ordered(facts: Facts, norms: Sequence[_Norm], own: Sequence[_Norm]) -> Iterator[Theorem]:
    """``||x||_q <= ||x||_p <= n^(1/p - 1/q) ||x||_q`` for p <= q."""
    for large, small in permutations(norms, 2):
        if (large not in own and small not in own) or large.length != small.length:
            continue
        if not (large.term.same(small.term) or large.term.same(-small.term)):
            continue
        p, q = large.exponent, small.exponent
        if p is None or not (q is None or _at_most(facts, p, q)):
            continue
        yield Theorem(small.whole, large.whole, False, RULE, "||x||_q <= ||x||_p for p <= q")
        least, most = _number(facts, p), None if q is None else _number(facts, q)
        if least is not None and (q is None or most is not None):
            rest = 1 / least - (0 if most is None else 1 / most)
            factor = build.hpow(build.size(large.length), build.const(rest))
            text = "||x||_p <= n^(1/p - 1/q) ||x||_q for p <= q"
            yield Theorem(large.whole, build.scale(factor, small.whole), False, RULE, text)


def _at_most(facts: Facts, p: Expr, q: Expr) -> bool:
    least, most = _number(facts, p), _number(facts, q)
    if least is not None and most is not None:
        return least < most
    return least == 1 and _at_least_one(facts, q)


def _hoelder(facts: Facts, nodes: Sequence[Expr], norms: Sequence[_Norm]) -> Iterator[Theorem]:
    for node in nodes:
        term = _product_term(node)
        if term is None:
            continue
        entry, length = term
        try:
            square = value(facts, build.scale(entry, entry)).value
        except NotSupported:
            continue
        for u, v in combinations([n for n in norms if n.length == length], 2):
            product = u.term * v.term
            if square.same(product * product) and _are_conjugate(facts, u.exponent, v.exponent):
                bound, text = build.scale(u.whole, v.whole), "|sum x y| <= ||x||_p ||y||_q for 1/p + 1/q = 1"
                yield Theorem(node, bound, False, "Hoelder", text)
                yield Theorem(build.map_("abs", node), bound, False, "Hoelder", text)


def _product_term(node: Expr) -> tuple[Expr, Size] | None:
    """The terms of a sum or an inner product, without absolute values around them, and how many they are."""
    i = Size.of(PLACE)
    if node.op == "sum" and is_scalar(node) and node.data[1] == FIRST:
        index, _, high = node.data
        body = strip(map_sizes(node.args[0], {index: i}))
        return (body.args[0] if body.op == "map" and body.data[0] == "abs" else body), high
    if node.op == "matmul" and is_scalar(node) and rows(node.args[1]) != FIRST:
        left, right = normal(build.transpose(node.args[0])), normal(node.args[1])
        return build.scale(entry_of(left, i, FIRST), entry_of(right, i, FIRST)), rows(right)
    return None


def _are_conjugate(facts: Facts, p: Expr | None, q: Expr | None) -> bool:
    """Whether ``1/p + 1/q = 1`` for exponents of at least 1, as numbers or as a hypothesis says."""
    if p is None or q is None:
        other = q if p is None else p
        return other is not None and _number(facts, other) == 1
    first, second = _number(facts, p), _number(facts, q)
    if first is not None and second is not None:
        return 0 not in (first, second) and 1 / first + 1 / second == 1
    gap = build.sub(build.add(*(build.hpow(e, build.const(-1)) for e in (p, q))), ONE)
    return _is_nonnegative(facts, gap) and _is_nonnegative(facts, build.neg(gap))


def _young(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """``a b <= a^p / p + b^q / q`` for a, b >= 0 and ``1/p + 1/q = 1``, p, q > 1."""
    powers = [n for n in nodes if n.op == "hpow" and is_scalar(n) and elementwise(facts, n.args[0])]
    powers = [n for n in powers if _at_least_one(facts, n.args[1])][:MAX_POWERS]
    for first, second in combinations(powers, 2):
        (a, p), (b, q) = first.args, second.args
        if 1 not in (_number(facts, p), _number(facts, q)) and _are_conjugate(facts, p, q):
            parts = (build.scale(build.hpow(e, build.const(-1)), power) for e, power in ((p, first), (q, second)))
            text = "a b <= a^p / p + b^q / q for a, b >= 0 and 1/p + 1/q = 1"
            yield Theorem(build.scale(a, b), build.add(*parts), False, "Young", text)


__all__ = ["power_norms"]
