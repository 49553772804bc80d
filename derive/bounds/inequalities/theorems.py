"""Standard inequalities for quantities that a claim writes down: log-sum-exp, entropy, norms of row-stochastic matrices.

Each is a theorem about the expression that was found (Boyd and Vandenberghe, Convex Optimization, 3.1.5; Cover and Thomas,
Elements of Information Theory, 2.1 and 2.6); ``|| P ||_2 >= sqrt(m / n)`` for an m x n row-stochastic P since P 1 = 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.bounds.facts.distributions import is_simplex, is_stochastic
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, elementwise, size_sign
from derive.bounds.forms.normal import ONE, cols, factors, is_scalar, reindex, rows, strip, summands
from derive.bounds.forms.polynomial import to_expr
from derive.bounds.quantities import values
from derive.core import Expr, walk
from derive.fraction import Fraction
from derive.infinite import is_finite
from derive.size_names import bound_indices, is_free_of, size_names
from derive.sizes import Size


def standard(facts: Facts, expr: Expr) -> Iterator[Theorem]:
    """Yield the theorems about the scalars of an expression whose indices are not bound around them."""
    letters = bound_indices(expr)
    for node in walk(expr):
        if not is_scalar(node) or not is_free_of(node, letters):
            continue
        if node.op == "map" and node.data[0] == "log":
            yield from _log_sum_exp(facts, node)
        elif node.op in ("sum", "matmul"):
            yield from _entropy(facts, node)
        elif node.op == "map" and node.data[0] == "abs":
            yield from _difference_of_extrema(facts, node)
        elif node.op in ("maxover", "minover", "maxentry", "minentry"):
            yield from _extreme_probability(facts, node)
        elif node.op == "norm" and node.data[0] in ("2", "F"):
            yield from _stochastic(facts, node.args[0])


def _log(size: Size) -> Expr:
    return build.map_("log", build.size(size))


def _several(facts: Facts, size: Size) -> bool:
    """Whether a size is at least two."""
    return bool(size_sign(facts, size - 2))


# log sum exp


def _log_sum_exp(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """Max x <= log sum exp(x) <= max x + log n; the first strictly for two terms or more."""
    total = strip(node.args[0])
    exponent, index = summed_term(total, "exp")
    if exponent is None or index is None:
        return
    name, length = index
    rule = "log-sum-exp"
    for largest in _largest(exponent, name, length):
        yield Theorem(largest, node, _several(facts, length), rule, "max x <= log sum exp x")
        yield Theorem(node, build.add(largest, _log(length)), False, rule, "log sum exp x <= max x + log n")


def summed_term(total: Expr, name: str) -> tuple[Expr | None, tuple[str, Size] | None]:
    """The argument of a function whose values are summed up, as a scalar with an index, and the index with its range."""
    if total.op == "sum" and total.data[1] == ONE:
        body = strip(total.args[0])
        if body.op == "map" and body.data[0] == name and is_scalar(body):
            return body.args[0], (total.data[0], total.data[2])
    if total.op == "matmul":
        first, second = strip(total.args[0]), strip(total.args[1])
        ones = strip(first.args[0]) if first.op == "transpose" else first
        if ones.op == "ones" and second.op == "map" and second.data[0] == name and cols(second) == ONE == rows(first):
            letter = build.fresh("i")
            return build.entry(second.args[0], Size.of(letter), ONE), (letter, rows(second))
    return None, None


def _largest(body: Expr, name: str, length: Size) -> Iterator[Expr]:
    """The largest term, in the ways in which it is written."""
    yield build.over("maxover", name, ONE, length, body)
    body = strip(body)
    if body.op == "entry" and {Size.of(name), ONE} == set(body.data):
        vector = body.args[0]
        if vector.shape.totals in ((length, ONE), (ONE, length)) and name not in size_names(vector):
            yield build.extreme("maxentry", vector)
            yield build.order(vector if cols(vector) == ONE else build.transpose(vector), ONE)


def _difference_of_extrema(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """``|max f - max g| <= max |f - g|``, and so for minima: an extremum moves by no more than what it is taken of."""
    terms = list(summands(node.args[0]))
    if len(terms) != 2:
        return
    split = [factors(build.scale(build.const(weight), term)) for weight, term in terms]
    if not all(is_scalar(matrix) for _, matrices in split for matrix in matrices):
        return
    parts = [[strip(part) for part in (*scalars, *matrices)] for scalars, matrices in split]
    ends = [[part for part in found if part.op in ("maxover", "minover")] for found in parts]
    if any(len(found) != 1 for found in ends):
        return
    first, second = (found[0] for found in ends)
    if first.op != second.op or first.data[1:] != second.data[1:]:
        return
    weights = [
        values.weight(facts, [part for part in found if part is not end])
        for found, end in zip(parts, (first, second), strict=True)
    ]
    if not (weights[0].value + weights[1].value).terms == ():
        return
    if not all(is_finite(end.args[0]) for end in (first, second)):  # the difference of two infinities
        return
    letter, (_, low, high) = build.fresh("i"), first.data
    body, other = (reindex(end.args[0], {end.data[0]: Size.of(letter)}) for end in (first, second))
    factor = to_expr(values.absolute(facts, weights[0]).value)
    for gap in (build.sub(body, other), build.sub(other, body)):
        largest = build.over("maxover", letter, low, high, build.map_("abs", gap))
        yield Theorem(node, build.scale(factor, largest), False, "extrema", "|max f - max g| <= max |f - g|")


def _extreme_probability(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """Min p <= 1/n <= max p for a distribution p."""
    if node.op in ("maxentry", "minentry"):
        vector = strip(node.args[0])
        turned = strip(build.transpose(vector))
        if not (is_simplex(facts, vector) or (rows(vector) == ONE and is_simplex(facts, turned))):
            return
        length = rows(vector) if cols(vector) == ONE else cols(vector)
    else:
        name, low, length = node.data
        if low != ONE or not is_distribution(facts, strip(node.args[0]), name, length):
            return
    mean, text = build.hpow(build.size(length), build.const(-1)), "min p <= 1/n <= max p for a distribution p"
    ends = (mean, node) if node.op in ("maxover", "maxentry") else (node, mean)
    yield Theorem(*ends, False, "distribution", text)


# Entropy and divergence


def _entropy(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """-log n <= sum p log p <= 0 and sum p log(p / q) >= 0 for distributions."""
    found = weighted_logarithm(node)
    if found is None:
        return
    weight, inside, name, length = found
    if not is_distribution(facts, weight, name, length):
        return
    zero = build.const(0)
    if strip(inside) == weight:
        text = "0 <= - sum p log p <= log n for a distribution p"
        # 0 log 0 = 0 (Cover and Thomas, 2.1): the entropy of a vertex of the simplex is 0.
        strict = _several(facts, length) and elementwise(facts, weight) == POSITIVE
        yield Theorem(node, zero, strict, "entropy", text)
        yield Theorem(build.scale(build.const(-1), _log(length)), node, False, "entropy", text)
        return
    other = quotient(inside, weight)
    if other is not None and is_distribution(facts, other, name, length):
        yield Theorem(zero, node, False, "divergence", "sum p log(p / q) >= 0 for distributions p, q")


def weighted_logarithm(node: Expr) -> tuple[Expr, Expr, str, Size] | None:
    """Return (w, u, i, n) of ``sum_{i=1}^n w log u`` or ``p^T log q``."""
    if node.op == "sum" and node.data[1] == ONE:
        body = strip(node.args[0])
        if body.op in ("scale", "hadamard"):
            for weight, other in (body.args, body.args[::-1]):
                other = strip(other)
                if other.op == "map" and other.data[0] == "log":
                    return strip(weight), other.args[0], node.data[0], node.data[2]
    if node.op == "matmul":
        first, second = strip(node.args[0]), strip(node.args[1])
        if first.op == "transpose" and second.op == "map" and second.data[0] == "log" and cols(second) == ONE:
            letter = build.fresh("i")
            place = (Size.of(letter), ONE)
            inside = build.entry(second.args[0], *place)
            return strip(build.entry(first.args[0], *place)), inside, letter, rows(second)
    return None


def is_distribution(facts: Facts, entry: Expr, name: str, length: Size) -> bool:
    """Return whether a scalar runs through a distribution as its index does: a column, or the row of a stochastic matrix."""
    if entry.op != "entry" or name in size_names(entry.args[0]):
        return False
    matrix, (row, col) = entry.args[0], entry.data
    index = Size.of(name)
    if row == index and col == ONE and rows(matrix) == length:
        return is_simplex(facts, matrix)
    return col == index and name not in row.names and cols(matrix) == length and is_stochastic(facts, matrix)


def quotient(inside: Expr, weight: Expr) -> Expr | None:
    """Return q if a scalar is ``weight / q``."""
    inside = strip(inside)
    if inside.op not in ("scale", "hadamard"):
        return None
    for first, second in (inside.args, inside.args[::-1]):
        second = strip(second)
        if strip(first) == weight and second.op == "hpow" and second.args[1] == build.const(-1):
            return strip(second.args[0])
    return None


# Row-stochastic matrices


def _stochastic(facts: Facts, matrix: Expr) -> Iterator[Theorem]:
    """P 1 = 1: the norm is at least sqrt(m / n); a distribution has the norm 1 / sqrt(n) at least."""
    if is_simplex(facts, matrix):
        least = build.hpow(build.size(rows(matrix)), build.const(Fraction(-1, 2)))
        yield Theorem(least, build.norm(matrix, "2"), False, "distribution", "||p||_2 >= 1 / sqrt(n) since 1^T p = 1")
    if is_stochastic(facts, matrix):
        m, n = rows(matrix), cols(matrix)
        least = build.const(1)
        if m != n:
            least = build.scale(build.sqrt(build.size(m)), build.hpow(build.size(n), build.const(Fraction(-1, 2))))
        yield Theorem(least, build.norm(matrix, "2"), False, "stochastic", "||P||_2 >= sqrt(m / n) since P 1 = 1")


__all__ = ["is_distribution", "quotient", "standard", "summed_term", "weighted_logarithm"]
