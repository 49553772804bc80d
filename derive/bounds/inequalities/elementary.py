"""Standard inequalities about sums, extreme entries, exponentials and determinants that a claim writes down.

Means lie between the extremes, squares of sums are bounded by Cauchy and Schwarz, exp and log by their tangents (Steele, The
Cauchy-Schwarz Master Class, 1, 2, 6); Hadamard's inequality for determinants (Horn and Johnson, Matrix Analysis, 7.8.1, 5.6.9).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.distributions import is_stochastic
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, elementwise, size_sign
from derive.bounds.forms.normal import (
    ONE,
    canonical,
    cols,
    is_scalar,
    mentions,
    normal,
    rows,
    starts_at_one_or_above,
    strip,
)
from derive.bounds.inequalities.combined_norms import combined
from derive.bounds.inequalities.increasing import increasing
from derive.bounds.inequalities.largest_entries import largest_entries
from derive.bounds.rules.differences import up_to_sign
from derive.core import Expr, walk
from derive.fraction import Fraction
from derive.functions import RECORDS
from derive.sizes import Size

RANGES = {f.name: (f.low, f.high, not f.attained) for f in RECORDS if f.low > -inf and f.high < inf}
"""Between which numbers the values of a function lie, and whether they keep away from them."""
HALF = build.const(Fraction(1, 2))
MAX_NODES = 24  # sums, extremes and functions of a claim that are looked at


def elementary(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the scalars that are evaluated at every point of a claim."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    sums = [n for n in nodes if n.op == "sum" and is_scalar(n)][:MAX_NODES]
    ends = [n for n in nodes if n.op in ("maxover", "minover", "maxentry", "minentry")][:MAX_NODES]
    gaps = [n for n in nodes if n.op == "norm" and n.data[0] in ("inf", "max")]
    norms = {(n.data[0], canonical(strip(normal(n.args[0])))) for n in nodes if n.op == "norm"}
    for total in sums:
        yield from _means(facts, total, ends)
        yield from _square_of_sum(facts, total, nodes)
        yield from _part_of_sum(facts, total)
    for end in ends:
        yield from _extremum_of_sum(end)
    for gap in gaps:
        yield from _distance_of_maxima(gap, ends)
    yield from combined([*nodes, *_known_norms(facts, nodes)])
    yield from increasing(facts, nodes[: 4 * MAX_NODES])
    yield from largest_entries(facts, nodes[: 4 * MAX_NODES])
    for node in nodes[: 4 * MAX_NODES]:
        if node.op == "map" and is_scalar(node) and node.data[0] in ("exp", "log"):
            yield from _tangent(node)
            yield from _log_of_sum(facts, node)
        elif node.op == "hpow" and is_scalar(node) and node.args[1] == HALF:
            yield from _tangent_of_root(node)
        elif node.op == "map" and is_scalar(node) and node.data[0] in RANGES:
            low, high, strict = RANGES[node.data[0]]
            text = f"{low} {'<' if strict else '<='} {node.data[0]}(x) {'<' if strict else '<='} {high}"
            yield Theorem(node, build.const(high), strict, "range", text)
            yield Theorem(build.const(low), node, strict, "range", text)
            if node.data[0] == "cos":
                drop = build.scale(HALF, build.hpow(node.args[0], build.const(2)))
                yield Theorem(build.sub(build.const(1), drop), node, False, "cosine", "cos x >= 1 - x^2 / 2")
        elif node.op == "map" and is_scalar(node) and node.data[0] == "abs":
            yield from _reverse_triangle(node, nodes)
        elif node.op == "det":
            matrix = node.args[0]
            size = build.hpow(build.norm(matrix, "2"), build.size(rows(matrix)))
            text = "|det A| <= ||A||_2^n: the singular values multiply"
            yield Theorem(build.map_("abs", node), size, False, "determinant", text)
        elif node.op == "entry":
            yield from _softmax_entry(facts, node)
            yield from _weighted_mean(facts, node, ends)
        elif node.op == "norm" and node.data[0] == "nuc" and ("F", canonical(strip(normal(node.args[0])))) in norms:
            matrix = node.args[0]
            square = build.hpow(build.norm(matrix, "F"), build.const(2))
            product = build.scale(build.norm(matrix, "2"), node)
            yield Theorem(square, product, False, "hoelder", "||A||_F^2 = sum sigma^2 <= ||A||_2 ||A||_*")


def _reverse_triangle(node: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """``|a| <= |a - b| + |b|`` where a claim speaks of all three."""
    whole = strip(node.args[0])
    sizes = [build.map_("abs", up_to_sign(term)) for term in whole.args] if whole.op == "add" else []
    if len(sizes) == 2 and all(size in nodes for size in sizes):
        for first, second in (sizes, sizes[::-1]):
            yield Theorem(first, build.add(node, second), False, "reverse triangle", "|a| <= |a - b| + |b|")


def _known_norms(facts: Facts, nodes: Sequence[Expr]) -> list[Expr]:
    """The norms that hypotheses bound, beside those of a claim: ``||f(x) - f(y)|| <= L ||x - y||`` beside ``||x + f(x) - y - f(y)||``."""
    told = (n for small, _, _, names in facts.orders if not names for n in walk(small) if n.op == "norm")
    return [n for n in dict.fromkeys(told) if n not in nodes and any(n.data == m.data for m in nodes if m.op == "norm")]


def _means(facts: Facts, total: Expr, ends: Sequence[Expr]) -> Iterator[Theorem]:
    """Min f <= (1/n) sum f <= max f, over the same range, which is not empty."""
    name, low, high = total.data
    if not size_sign(facts, high - low):
        return
    count = build.size(high - low + 1)
    vector = _whole_vector(total)
    for end in ends:
        largest = end.op.startswith("max")
        if end.op in ("maxover", "minover"):
            same = canonical(build.over(end.op, name, low, high, total.args[0])) == canonical(end)
        else:
            same = vector is not None and strip(normal(end.args[0])) in (vector, strip(normal(build.transpose(vector))))
        if same:
            bound = build.scale(count, end)
            text = "min f <= (1/n) sum f <= max f"
            yield Theorem(*((total, bound) if largest else (bound, total)), False, "mean", text)


def _weighted_mean(facts: Facts, entry: Expr, ends: Sequence[Expr]) -> Iterator[Theorem]:
    """Min v <= (P v)_j <= max v for a matrix P whose rows are distributions."""
    whole = strip(normal(entry.args[0]))
    if whole.op != "matmul" or not is_stochastic(facts, whole.args[0]):
        return
    inner, letter = strip(whole.args[1]), build.fresh("k")
    term = build.entry(inner, Size.of(letter), entry.data[1])
    for end in ends:
        if end.op in ("maxentry", "minentry"):
            same = cols(inner) == ONE and canonical(strip(normal(end.args[0]))) == canonical(inner)
        else:
            same = canonical(build.over(end.op, letter, ONE, rows(inner), term)) == canonical(end)
        if same:
            pair = (entry, end) if end.op.startswith("max") else (end, entry)
            yield Theorem(*pair, False, "mean", "min v <= sum_k P_jk v_k <= max v for a distribution P_j")


def _whole_vector(total: Expr) -> Expr | None:
    """Return x of ``sum_{i=1}^n x_i`` over a whole vector."""
    name, low, high = total.data
    body = strip(total.args[0])
    if body.op != "entry" or low != ONE or mentions(body.args[0], name):
        return None
    vector, index = strip(normal(body.args[0])), Size.of(name)
    down = body.data == (index, ONE) and cols(vector) == ONE and high == rows(vector)
    across = body.data == (ONE, index) and rows(vector) == ONE and high == cols(vector)
    return vector if down or across else None


def _square_of_sum(facts: Facts, total: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """(sum f)^2 <= n sum f^2 over a range that is not empty, where the squares or the norm occur."""
    name, low, high = total.data
    if not size_sign(facts, high - low):
        return
    body, two = strip(total.args[0]), build.const(2)
    squares = build.sum_(name, low, high, build.hpow(body, two))
    inner = strip(body.args[0]) if body.op == "map" and body.data[0] == "abs" else body
    plain = build.sum_(name, low, high, build.hpow(inner, two))
    wanted = {canonical(squares), canonical(plain)}
    if any(n.op == "sum" and canonical(n) in wanted or (n.op == "norm" and n.data[0] in ("2", "F")) for n in nodes):
        bound = build.scale(build.size(high - low + 1), plain)
        yield Theorem(build.hpow(total, two), bound, False, "cauchy-schwarz", "(sum f)^2 <= n sum f^2")


def _part_of_sum(facts: Facts, total: Expr) -> Iterator[Theorem]:
    """A sum of f(x_i) >= 0 over some of the entries is at most the sum over all."""
    name, low, high = total.data
    entry, index = _entry_inside(total.args[0]), Size.of(name)
    if entry is None or not elementwise(facts, total.args[0]) or not starts_at_one_or_above(low):
        return
    if index not in entry.data or mentions(entry.args[0], name):
        return
    length = rows(entry.args[0]) if entry.data[0] == index else cols(entry.args[0])
    if (low, high) != (ONE, length) and size_sign(facts, length - high):
        whole = build.sum_(name, ONE, length, total.args[0])
        yield Theorem(total, whole, False, "part", "a sum of nonnegative terms over a part of the range")


def _entry_inside(body: Expr) -> Expr | None:
    """Return the entry of which a scalar is a power or a function that is defined everywhere."""
    body = strip(body)
    while body.op == "hpow" or (body.op == "map" and body.data[0] in ("abs", "relu", "exp")):
        exponent = strip(body.args[1]) if body.op == "hpow" else build.const(1)
        if exponent.op != "const" or exponent.data[0] < 0 or exponent.data[0].denominator != 1:
            return None
        body = strip(body.args[0])
    return body if body.op == "entry" else None


def _extremum_of_sum(end: Expr) -> Iterator[Theorem]:
    """``max f + min g <= max (f + g) <= max f + max g`` over the same range, and the same the other way round of minima."""
    if end.op not in OTHER:
        return
    body = strip(end.args[0])
    if body.op != "add":
        return
    terms = [build.reshape(term, build.SCALAR) for term in body.args]
    text = "max f + min g <= max (f + g) <= max f + max g"
    same, turned = ([_end_of_term(op, end, term) for term in terms] for op in (end.op, OTHER[end.op]))
    totals = [(build.add(*same), end)]
    if len(terms) == 2:
        totals += [(end, build.add(same[0], turned[1])), (end, build.add(turned[0], same[1]))]
    for small, large in totals if end.op == "minover" else [pair[::-1] for pair in totals]:
        yield Theorem(small, large, False, "largest entries", text)


OTHER = {"maxover": "minover", "minover": "maxover"}


def _end_of_term(op: str, end: Expr, term: Expr) -> Expr:
    """The extremum of a term over a range, a number in front of it outside: of ``-f`` the other one."""
    name, low, high = end.data
    if term.op != "scale" or term.args[0].op != "const":
        return build.over(op, name, low, high, term)
    number, rest = term.args[0], build.reshape(term.args[1], build.SCALAR)
    return build.scale(number, build.over(op if number.data[0] > 0 else OTHER[op], name, low, high, rest))


def _distance_of_maxima(gap: Expr, ends: Sequence[Expr]) -> Iterator[Theorem]:
    """Max x <= max y + ||x - y||_inf, and the same of minima."""
    difference = strip(normal(gap.args[0]))
    for first in ends:
        for second in ends:
            x, y = _vector_of(first), _vector_of(second)
            if first is second or first.op != second.op or x is None or y is None or x.shape.totals != y.shape.totals:
                continue
            if x.shape.totals != difference.shape.totals or ONE not in x.shape.totals:
                continue
            wanted = {canonical(strip(normal(build.sub(x, y)))), canonical(strip(normal(build.sub(y, x))))}
            if canonical(difference) in wanted and gap.data[0] == ("inf" if cols(x) == ONE else "max"):
                bound = build.add(second, gap)
                yield Theorem(first, bound, False, "largest entries", "max x <= max y + ||x - y||_inf")


def _vector_of(end: Expr) -> Expr | None:
    if end.op in ("maxover", "minover"):
        return _whole_vector(Expr("sum", end.args, end.data, end.shape))
    vector = strip(normal(end.args[0]))
    return vector if ONE in (rows(vector), cols(vector)) else None


def _tangent(node: Expr) -> Iterator[Theorem]:
    """1 + x <= exp(x) and log(x) <= x - 1: a convex function is above its tangents."""
    inner, one = build.reshape(node.args[0], build.SCALAR), build.const(1)
    if node.data[0] == "exp":
        yield Theorem(build.add(one, inner), node, False, "tangent", "1 + x <= exp(x)")
    else:
        yield Theorem(node, build.sub(inner, one), False, "tangent", "log(x) <= x - 1")


def _tangent_of_root(node: Expr) -> Iterator[Theorem]:
    """``sqrt(1 + x) <= 1 + x / 2`` where the root is defined, for a sum with the term 1: the square of the right side is larger by x^2 / 4."""
    total = strip(node.args[0])
    if total.op == "add" and any(strip(term) == build.const(1) for term in total.args):
        middle = build.scale(HALF, build.add(build.reshape(total, build.SCALAR), build.const(1)))
        yield Theorem(node, middle, False, "tangent", "sqrt(1 + x) <= 1 + x / 2")


def _log_of_sum(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """``log t <= log(t + u)`` for u >= 0, and ``log(t + u) <= log 2 + max(log t, log u)``."""
    whole = strip(node.args[0])
    if node.data[0] != "log" or whole.op != "add" or not all(elementwise(facts, term) for term in whole.args):
        return
    positive = [term for term in whole.args if elementwise(facts, term) == POSITIVE]
    logs = [build.reshape(_logarithm(term), build.SCALAR) for term in positive]
    for log in logs:
        text = "log(t) <= log(t + u) for u >= 0, and less where u > 0"
        yield Theorem(log, node, len(logs) > 1, "logarithm", text)
    if len(logs) == len(whole.args) == 2:
        most = build.add(build.map_("log", build.const(2)), build.extreme("max", *logs))
        yield Theorem(node, most, False, "logarithm", "log(t + u) <= log(2) + max(log(t), log(u))")


def _logarithm(term: Expr) -> Expr:
    """The logarithm of a positive term, written shorter where it is a power of e."""
    term = strip(term)
    if term.op == "map" and term.data[0] == "exp":
        return term.args[0]
    return build.const(0) if term.op == "const" and term.data[0] == 1 else build.map_("log", term)


def _softmax_entry(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """Of two or more positive numbers with sum one each is less than one."""
    matrix = strip(normal(node.args[0]))
    inner = strip(matrix.args[0]) if matrix.op == "transpose" else matrix
    while inner.op == "row":
        inner = strip(inner.args[0])
    if inner.op == "softmax" and size_sign(facts, cols(inner) - 2):
        yield Theorem(
            node, build.const(1), True, "softmax", "entries of a softmax of two or more numbers are less than 1"
        )


__all__ = ["elementary"]
