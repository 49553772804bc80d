r"""Sums over one range: Cauchy-Schwarz, the triangle inequality, Hoelder for a maximum, Jensen for logarithms and exponentials.

    (sum w)^2 <= sum u sum v where w_i^2 = u_i v_i, u, v >= 0        |sum w| <= sum u where u_i = |w_i|
    sum m u <= max m sum u where u >= 0                              sum q log x <= Q log(sum q x / Q), Q = sum q, q >= 0

Inner products, squared norms, 1-norms and the length of the range are sums as well; a distribution sums to 1. So are what
is known as Titu's lemma, the means of one and two, and the variance of a weighted sample.

Source: Hardy, Littlewood and Polya, Inequalities, 2.4, 2.5 and 2.8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, permutations

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.distributions import is_simplex
from derive.bounds.facts.facts import Facts, Theorem, size_sign
from derive.bounds.facts.instances import add_instances
from derive.bounds.forms.normal import ONE as FIRST
from derive.bounds.forms.normal import cols, entry_of, factors, is_scalar, normal, rows, scalar_factors, strip
from derive.bounds.forms.polynomial import Poly
from derive.bounds.inequalities.entrywise_orders import entrywise_orders
from derive.bounds.inequalities.single_terms import nonnegative_anywhere
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.size_names import map_sizes, size_names
from derive.sizes import Size

PLACE = "%i"
MAX_SUMS, MAX_FACTORS = 8, 6
ONE, TWO, MINUS, HALF = build.const(1), build.const(2), build.const(-1), build.const(Fraction(1, 2))


@dataclass(frozen=True, slots=True)
class _Sum:
    """A number that is a sum.

    Attributes:
        whole: The number.
        term: What is added, at the place ``%i``.
        length: How many places there are.
        poly: The term as a polynomial.
        plain: The same without absolute values around its factors: another sign at most.
    """

    whole: Expr
    term: Expr
    length: Size
    poly: Poly
    plain: Poly

    @property
    def square(self) -> Poly:
        return self.plain * self.plain


def of_sums(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what follows for the sums in both sides of a claim."""
    nodes = list(dict.fromkeys(node for side in sides for node in evaluated(facts, side)))
    yield from _of_vectors(nodes)
    yield from entrywise_orders(facts, nodes)
    found = list(_sums(facts, nodes))
    lengths = [n for n in dict.fromkeys(s.length for s in found) if size_sign(facts, n)]
    found += [_Sum(build.size(n), ONE, n, Poly.number(1), Poly.number(1)) for n in lengths]
    found += [s for n in lengths for s in _distributions(facts, nodes, n)]
    found = found[:MAX_SUMS]
    signs = [nonnegative_anywhere(facts, PLACE, s.term) for s in found]
    positive = [s for s, sign in zip(found, signs, strict=True) if sign]
    for w in found:
        others = [s for s in positive if s.length == w.length and s is not w]
        for u, v in combinations(others, 2):
            if (w.square * w.square).same(u.square * v.square):
                yield from _cauchy(w.whole, u.whole, v.whole)
        for u in others:
            if w.square.same(u.square):
                text = "|sum w| <= sum |w|"
                yield Theorem(w.whole, u.whole, False, "triangle", text)
                yield Theorem(build.map_("abs", w.whole), u.whole, False, "triangle", text)
    yield from _maxima(facts, nodes, found, positive)
    yield from _ordered(facts, found)
    for w in found:
        yield from _jensen(facts, w)


def _cauchy(w: Expr, u: Expr, v: Expr) -> Iterator[Theorem]:
    text = "(sum w)^2 <= sum u sum v where w^2 = u v and u, v >= 0"
    yield Theorem(build.hpow(w, TWO), build.scale(u, v), False, "Cauchy-Schwarz", text)
    roots = build.scale(build.hpow(u, HALF), build.hpow(v, HALF))
    yield Theorem(build.map_("abs", w), roots, False, "Cauchy-Schwarz", text)


def _sums(facts: Facts, nodes: Sequence[Expr]) -> Iterator[_Sum]:
    """The sums, inner products, squares of norms and 1-norms among some parts of a claim."""
    for node in nodes:
        made = _as_sum(node)
        if made is None:
            continue
        whole, term, length = made
        try:
            yield _Sum(whole, term, length, facts.value(term).value, _plain(facts, term))
        except NotSupported:
            continue


def _plain(facts: Facts, term: Expr) -> Poly:
    """A term without absolute values around its factors."""
    inner = [f.args[0] if f.op == "map" and f.data[0] == "abs" else f for f in scalar_factors(term)]
    return facts.value(reduce(build.scale, inner)).value


def _as_sum(node: Expr) -> tuple[Expr, Expr, Size] | None:
    """A number, its terms and how many they are."""
    i = Size.of(PLACE)
    if node.op == "sum" and is_scalar(node) and node.data[1] == FIRST:
        index, low, high = node.data
        moving = [f for f in scalar_factors(node.args[0]) if index in size_names(f)]
        term = reduce(build.scale, moving) if moving else ONE
        return build.sum_(index, low, high, term), strip(map_sizes(term, {index: i})), high
    if node.op == "matmul" and is_scalar(node):
        left, right = normal(build.transpose(node.args[0])), normal(node.args[1])
        if rows(right) != FIRST:
            return node, build.scale(entry_of(left, i, FIRST), entry_of(right, i, FIRST)), rows(right)
    if node.op == "trace":
        return node, entry_of(normal(node.args[0]), i, i), rows(node.args[0])
    if node.op == "norm" and cols(node.args[0]) == FIRST and rows(node.args[0]) != FIRST:
        entry = entry_of(normal(node.args[0]), i, FIRST)
        if node.data[0] in ("2", "F"):
            return build.hpow(node, TWO), build.scale(entry, entry), rows(node.args[0])
        if node.data[0] == "1":
            return node, build.map_("abs", entry), rows(node.args[0])
    return None


def _distributions(facts: Facts, nodes: Sequence[Expr], length: Size) -> Iterator[_Sum]:
    """The sums of the distributions in a claim: they are 1."""
    variables = [n for n in nodes if n.op == "var" and cols(n) == FIRST and rows(n) == length]
    for vector in variables:
        if is_simplex(facts, vector):
            term = entry_of(normal(vector), Size.of(PLACE), FIRST)
            yield _Sum(ONE, term, length, facts.value(term).value, _plain(facts, term))


def _of_vectors(nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """``||sum x_i||^2 <= n sum ||x_i||^2``."""
    for norm in (n for n in nodes if n.op == "norm" and n.data[0] in ("2", "F")):
        _, parts = factors(norm.args[0])
        total = strip(parts[0]) if len(parts) == 1 else norm
        if total.op != "sum" or total.data[1] != FIRST:
            continue
        index, low, high = total.data
        squares = build.sum_(index, low, high, build.hpow(build.norm(total.args[0], norm.data[0]), TWO))
        whole = build.hpow(build.norm(total, norm.data[0]), TWO)
        text = "||sum x||^2 <= n sum ||x||^2"
        yield Theorem(whole, build.scale(build.size(high), squares), False, "Cauchy-Schwarz", text)


def _maxima(facts: Facts, nodes: Sequence[Expr], found: Sequence[_Sum], positive: Sequence[_Sum]) -> Iterator[Theorem]:
    for node in [n for n in nodes if n.op == "maxover" and n.data[1] == FIRST][:MAX_FACTORS]:
        factor = map_sizes(node.args[0], {node.data[0]: Size.of(PLACE)})
        try:
            largest, plain = facts.value(factor).value, _plain(facts, factor)
        except NotSupported:
            continue
        signed = nonnegative_anywhere(facts, PLACE, factor)
        for w in found:
            for u in positive:
                same = signed and w.square.same(plain * plain * u.square)
                if w.length == u.length == node.data[2] and (same or w.poly.same(largest * u.poly)):
                    text = "sum m u <= max m sum u where u >= 0"
                    yield Theorem(w.whole, build.scale(node, u.whole), False, "maximum", text)


def _ordered(facts: Facts, found: Sequence[_Sum]) -> Iterator[Theorem]:
    """``sum u <= sum v`` where hypotheses about every entry say that ``u_i <= v_i``."""
    if not any(names for *_, names in facts.orders):
        return
    moving = [s for s in found if PLACE in size_names(s.term)]
    for u, v in list(permutations(moving, 2))[:MAX_SUMS]:
        if u.length == v.length and not u.poly.same(v.poly):
            gap = build.sub(build.reshape(v.term, build.SCALAR), build.reshape(u.term, build.SCALAR))
            if nonnegative_anywhere(facts, PLACE, gap) or _is_combination(facts, gap):
                yield Theorem(u.whole, v.whole, False, "order of terms", "sum u <= sum v where u_i <= v_i for all i")


def _is_combination(facts: Facts, gap: Expr) -> bool:
    """Whether a scalar is not negative at any place by products of what is known of every entry: ``y^2 - x^2`` of ``|x| <= y``."""
    anywhere = map_sizes(gap, {PLACE: Size.of(build.fresh("any"))})
    add_instances(facts, (anywhere,))
    try:
        return facts.algebraic(facts.value(anywhere).value, False) is not None
    except NotSupported:
        return False


def _jensen(facts: Facts, w: _Sum) -> Iterator[Theorem]:
    """Of a sum of weighted logarithms or exponentials."""
    parts = scalar_factors(w.term)
    functions = [f for f in parts if f.op == "map" and f.data[0] in ("log", "exp")]
    if len(functions) != 1:
        return
    function = functions[0]
    weights = [f for f in parts if f is not function]
    weight = reduce(build.scale, weights) if weights else ONE
    if not nonnegative_anywhere(facts, PLACE, weight):
        return
    index = build.fresh("i")

    def summed(term: Expr) -> Expr:
        return build.sum_(index, FIRST, w.length, map_sizes(term, {PLACE: Size.of(index)}))

    if weights:
        vector = weights[0].args[0] if weights[0].op == "entry" else None
        if len(weights) > 1 or vector is None or weights[0].data != (Size.of(PLACE), FIRST):
            return
        if rows(vector) != w.length or not is_simplex(facts, vector):
            return
        mean, share = summed(build.scale(weight, function.args[0])), ONE
    else:
        if not size_sign(facts, w.length - 1):
            return
        share = build.size(w.length)
        mean = build.scale(build.hpow(share, MINUS), summed(function.args[0]))
    bound = build.scale(share, build.map_(function.data[0], mean))
    text = "Jensen's inequality"
    small, large = (w.whole, bound) if function.data[0] == "log" else (bound, w.whole)
    yield Theorem(small, large, False, "Jensen", text)


__all__ = ["of_sums"]
