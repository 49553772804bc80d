r"""Some entries of a vector or a matrix against its norm: ``x_1^2 + x_2^2 <= ||x||_2^2``, ``p_1 + p_2 <= 1`` for a distribution p.

What is summed over different places is a part of what the norm is of: of the sum of all squares for Frobenius norms, of one
row or column for spectral norms and for those with 1 and infinity; at most the nuclear norm where no two places share a row or
a column, for the partial permutation that takes them has the spectral norm 1 (Horn and Johnson, Matrix Analysis, 5.6 and 7.4).
Sums with weights are at most the norms by the inequality of Cauchy and Schwarz.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.distributions import is_simplex, is_stochastic
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem, elementwise, size_sign
from derive.bounds.forms.normal import ONE, cols, key, normal, rows, strip
from derive.bounds.forms.polynomial import order_key
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size

MAX_ENTRIES = 6
RULE = "some of the entries"
SQUARES, PARTS = (
    "a sum of squares of different entries is at most ||A||_F^2",
    "some entries of a distribution sum to at most 1",
)
LINEAR, PRODUCTS = "|sum c x| <= ||c|| ||x||", "|sum c x y| <= max |c| ||x|| ||y||"
LINES, APART = (
    "some entries of a row or column are no longer than it",
    "entries in different rows and columns: at most ||A||_*",
)


def few_entries(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what the norms that a claim writes, and the sum of a distribution, say of the single entries that it writes."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    entries: dict[Expr, list[Expr]] = {}
    for node in nodes:
        if node.op == "entry":
            entries.setdefault(key(node.args[0]), []).append(node)
    for base, found in entries.items():
        if 1 < len(found) <= MAX_ENTRIES and all(are_apart(facts, a, b) for a, b in combinations(found, 2)):
            yield from _of_distribution(facts, found)
            for norm in norms_of(nodes, base):
                yield from _against(facts, norm, found)
    written = [*sides, *(n.args[0] for n in nodes if n.op == "map" and n.data[0] == "abs")]
    for terms in filter(None, (_terms(facts, side) for side in written)) if entries else ():
        yield from _weighted(facts, terms, nodes)


def norms_of(nodes: Iterable[Expr], base: Expr) -> list[Expr]:
    """Return the norms of a matrix, by its `derive.bounds.facts.apart.key`, among some nodes."""
    return [node for node in nodes if node.op == "norm" and key(node.args[0]) == base]


def are_apart(facts: Facts, first: Expr, second: Expr) -> bool:
    """Return whether two entries stand at different places for all admitted sizes."""
    return any(_differ(facts, a, b) for a, b in zip(first.data, second.data, strict=True))


def _share_no_line(facts: Facts, first: Expr, second: Expr) -> bool:
    """Whether two entries stand in different rows and in different columns."""
    return all(_differ(facts, a, b) for a, b in zip(first.data, second.data, strict=True))


def _differ(facts: Facts, first: Size, second: Size) -> bool:
    gap = first - second
    return POSITIVE in (size_sign(facts, gap), size_sign(facts, gap * -1))


def squared(scalar: Expr) -> Expr:
    """Return the square of a scalar."""
    return build.hpow(scalar, build.const(2))


def is_euclidean(norm: Expr) -> bool:
    """Return whether a norm is that of all entries: Frobenius, or Euclidean of a single row or column."""
    return norm.data[0] == "F" or (norm.data[0] == "2" and ONE in (rows(norm.args[0]), cols(norm.args[0])))


def _total(terms: Iterable[Expr]) -> Expr:
    return build.add(*(build.reshape(term, build.SCALAR) for term in terms))


def _size(entry: Expr) -> Expr:
    return build.map_("abs", entry)


def _lines(entries: Sequence[Expr], axis: int) -> list[list[Expr]]:
    """Those entries that share a row (axis 0) or a column (axis 1), where they are more than one."""
    found: dict[Size, list[Expr]] = {}
    for entry in entries:
        found.setdefault(entry.data[axis], []).append(entry)
    return [line for line in found.values() if len(line) > 1]


def _against(facts: Facts, norm: Expr, entries: Sequence[Expr]) -> Iterator[Theorem]:
    kind = norm.data[0]
    if is_euclidean(norm):
        yield Theorem(_total(map(squared, entries)), squared(norm), False, RULE, SQUARES)
    elif kind == "2":
        for line in (*_lines(entries, 0), *_lines(entries, 1)):
            yield Theorem(_total(map(squared, line)), squared(norm), False, RULE, LINES)
    elif kind in ("1", "inf"):
        for line in _lines(entries, 1 if kind == "1" else 0):
            yield Theorem(_total(map(_size, line)), norm, False, RULE, LINES)
    elif kind == "nuc" and all(_share_no_line(facts, a, b) for a, b in combinations(entries, 2)):
        yield Theorem(_total(map(_size, entries)), norm, False, RULE, APART)


def _terms(facts: Facts, side: Expr) -> dict[tuple[Expr, ...], Fraction]:
    """The products of one or two entries that are summed up in a scalar, with their coefficients."""
    try:
        poly = facts.value(side).value
    except NotSupported:
        return {}
    found: dict[tuple[Expr, ...], Fraction] = {}
    for monomial, coefficient in poly.terms:
        if 1 <= len(monomial) <= 2 and all(atom.op == "entry" and exponent == 1 for atom, exponent in monomial):
            found[tuple(sorted((atom for atom, _ in monomial), key=lambda a: order_key(key(a.args[0]))))] = coefficient
    return found


def _weighted(facts: Facts, terms: Mapping[tuple[Expr, ...], Fraction], nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Sums of entries with coefficients, and of products of entries of two matrices, each taken at different places."""
    groups: dict[tuple[Expr, ...], list[tuple[Expr, ...]]] = {}
    for term in terms:
        groups.setdefault(tuple(key(entry.args[0]) for entry in term), []).append(term)
    for bases, group in groups.items():
        columns = list(zip(*group, strict=True))
        apart = all(are_apart(facts, a, b) for column in columns for a, b in combinations(column, 2))
        norms = [next(filter(is_euclidean, norms_of(nodes, base)), None) for base in bases]
        if not 1 < len(group) <= MAX_ENTRIES or not apart or None in norms:
            continue
        weights = [terms[term] for term in group]
        total = _total(
            build.scale(build.const(c), reduce(build.scale, term)) for c, term in zip(weights, group, strict=True)
        )
        if len(bases) == 1:
            factor, text = build.sqrt(build.const(sum(c * c for c in weights))), LINEAR
        else:
            factor, text = build.const(max(map(abs, weights))), PRODUCTS
        bound = reduce(build.scale, (factor, *(norm for norm in norms if norm is not None)))
        for either in (total, build.neg(total)):
            yield Theorem(either, bound, False, "Cauchy-Schwarz", text)


def _of_distribution(facts: Facts, entries: Sequence[Expr]) -> Iterator[Theorem]:
    """Different entries of one distribution; their sum is less than one if others are left and all are positive."""
    matrix = entries[0].args[0]
    for axis in (0, 1):
        if len({entry.data[axis] for entry in entries}) == 1 and is_distribution_along(facts, matrix, 1 - axis):
            length = (rows(matrix), cols(matrix))[1 - axis]
            strict = elementwise(facts, matrix) == POSITIVE and size_sign(facts, length - len(entries)) == POSITIVE
            yield Theorem(_total(entries), build.const(1), strict, RULE, PARTS)


def is_distribution_along(facts: Facts, matrix: Expr, axis: int) -> bool:
    """Return whether the entries along an axis (0 down a column, 1 along a row) are those of a distribution."""
    if axis == 0:
        return is_simplex(facts, matrix) or is_stochastic(facts, strip(normal(build.transpose(matrix))))
    return is_stochastic(facts, matrix) or (
        rows(matrix) == ONE and is_simplex(facts, strip(normal(build.transpose(matrix))))
    )


__all__ = ["are_apart", "few_entries", "is_distribution_along", "is_euclidean", "norms_of", "squared"]
