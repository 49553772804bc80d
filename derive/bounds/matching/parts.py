"""Numbers and matrices in the parts by which the matcher compares them: factors, terms, ranges, rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce

from derive import build
from derive.bounds.forms.normal import (
    ONE,
    chain,
    collected,
    cols,
    entry_of,
    factors,
    is_scalar,
    normal,
    reindex,
    rows,
    strip,
    summands,
)
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size

MAX_REMEMBERED = 20_000  # products whose factors are kept

EXTREMES = {"maxentry": "maxover", "minentry": "minover"}


@lru_cache(maxsize=1024)
def has_sums(p: Expr) -> bool:
    """Return whether a pattern has a sum or an extremum over an index, which may be written in several ways."""
    return any(node.op in ("sum", "prod", "maxover", "minover") for node in walk(p))


def are_norms_of_opposites(first: Expr, second: Expr) -> bool:
    """Whether two norms of one kind are of matrices that are opposite to one another: ``|a - b| = |b - a|``."""
    first, second = strip(first), strip(second)
    if first.op != "norm" or second.op != "norm" or not same_kind(first, second):
        return False
    left, right = ({m: w for w, m in collected(summands(e.args[0]))} for e in (first, second))
    return left.keys() == right.keys() and all(left[m] == -right[m] for m in left)


def is_bound(index: Size, bound: frozenset[str]) -> bool:
    """Return whether an index is a letter of a sum around it."""
    return len(index.terms) == 1 and index.names <= bound and index.terms[0][1] == 1 and len(index.names) == 1


def standard(e: Expr) -> Expr:
    """Return a quantity under one of its names: the largest singular value as the spectral norm, the first eigenvalue as the largest."""
    e = strip(e)
    if e.op == "sigma" and e.data[0] in ("max", ONE):
        return build.norm(e.args[0], "2")
    if e.op == "eig" and e.data[0] == ONE:
        return build.eig(e.args[0], "max")
    return e


def same_kind(p: Expr, e: Expr) -> bool:
    """Return whether two norms are of one kind; of vectors some are the same."""
    first, second = p.data[0], e.data[0]
    if first == second:
        return True
    line = ONE in e.args[0].shape.totals
    column = cols(e.args[0]) == ONE
    return (line and {first, second} == {"2", "F"}) or (column and {first, second} == {"inf", "max"})


def lines_of(e: Expr) -> Iterator[tuple[str, Expr, Size]]:
    """Yield the rows and columns that a row or a column is: of a matrix or of its transpose, or as a product with a unit vector."""
    if e.op in ("row", "col"):
        yield e.op, e.args[0], e.data[0]
    if e.op == "transpose" and strip(e.args[0]).op in ("row", "col"):
        line = strip(e.args[0])
        yield ("col" if line.op == "row" else "row"), build.transpose(line.args[0]), line.data[0]
    if e.op == "matmul" and ONE in e.shape.totals:
        _, parts = factors(e)
        last, first = strip(parts[-1]), strip(normal(build.transpose(parts[0])))
        if len(parts) > 1 and last.op == "basis":
            yield "col", chain(parts[:-1]), last.data[0]
        if len(parts) > 1 and first.op == "basis":
            yield "row", chain(parts[1:]), first.data[0]


def bodies(op: str, e: Expr, letter: Size) -> Iterator[tuple[Size, Size, Expr]]:
    """Yield the ranges and bodies by which a number is a sum, a product or an extremum."""
    if e.op == op:
        try:
            yield e.data[1], e.data[2], reindex(e.args[0], {e.data[0]: letter})
        except NotSupported:
            return
    elif EXTREMES.get(e.op) == op or (e.op == "order" and op == "maxover" and e.data[0] == ONE):
        vector = e.args[0]
        if cols(vector) == ONE:
            yield ONE, rows(vector), entry_of(vector, letter, ONE)
        elif rows(vector) == ONE:
            yield ONE, cols(vector), entry_of(vector, ONE, letter)
    elif op == "sum" and e.op == "matmul" and is_scalar(e):
        scalars, parts = factors(strip(normal(e)))
        for cut in range(1, len(parts)) if not scalars else ():
            left, right = chain(parts[:cut]), chain(parts[cut:])
            if rows(left) == ONE and cols(right) == ONE and rows(right) != ONE:
                yield ONE, rows(right), build.scale(entry_of(left, ONE, letter), entry_of(right, letter, ONE))


@lru_cache(maxsize=MAX_REMEMBERED)
def numbers_of(e: Expr) -> tuple[Fraction, tuple[Expr, ...]]:
    """Return a product of numbers as a rational number and its other factors."""
    number, found = Fraction(1), list[Expr]()
    stack = [e]
    while stack:
        node = strip(stack.pop())
        if node.op in ("scale", "hadamard", "kron") or (node.op == "matmul" and all(map(is_scalar, node.args))):
            stack += reversed(node.args)
        elif node.op == "const":
            number *= node.data[0]
        elif node.op == "hpow" and strip(node.args[1]) == build.const(-1):
            inner, parts = numbers_of(node.args[0])
            if inner:
                number /= inner
            found += [build.hpow(part, build.const(-1)) for part in parts]
        else:
            found.append(build.reshape(node, build.SCALAR))
    return number, tuple(found)


def product_of(number: Fraction, parts: Sequence[Expr]) -> Expr:
    """Return a product of numbers."""
    scalars = [build.reshape(part, build.SCALAR) for part in parts]
    if number != 1 or not scalars:
        scalars = [build.const(number), *scalars]
    return reduce(build.scale, scalars)


def times(number: Fraction, term: Expr) -> Expr:
    """Return a rational multiple."""
    return term if number == 1 else build.scale(build.const(number), term)


def total_of(terms: Sequence[tuple[Fraction, Expr]], share: Fraction) -> Expr:
    """Return the sum of weighted terms, times a number."""
    shape = terms[0][1].shape
    parts = [build.reshape(times(weight * share, term), shape) for weight, term in terms]
    return parts[0] if len(parts) == 1 else build.add(*parts)


__all__ = [
    "are_norms_of_opposites", "bodies", "has_sums", "is_bound", "lines_of", "numbers_of", "product_of", "same_kind", "standard",
    "times", "total_of",
]  # fmt: skip
