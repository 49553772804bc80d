r"""The largest Euclidean norm of a row, ``\|A\|_{2 \to \infty} = max_i ||A_i||_2``, of products and sums, and against other norms.

    max_i ||(A B)_i|| <= max_i ||A_i|| ||B||_2      max_i ||(A B)_i|| <= ||A||_inf max_j ||B_j||      ||r^T B|| <= ||r||_1 max_j ||B_j||
    max_i ||(A + B)_i|| <= max_i ||A_i|| + max_i ||B_i||      ||A||_F <= sqrt(m) max_i ||A_i||      ||A x||_max <= max_i ||A_i|| ||x||

So attention, whose rows are distributions, makes no token longer than the longest of the values.
Source: Cape, Tang and Priebe, The two-to-infinity norm, Annals of Statistics 47 (2019), section 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, mentions, normal, rows, strip
from derive.core import Expr
from derive.fraction import Fraction
from derive.sizes import Size

MAX_NODES = 4
RULE = "largest row"
KINDS = ("2", "F")


def largest_rows(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the largest rows that a claim writes, and what it compares them with."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    if any(n.op == "maxover" and strip(n.args[0]).op == "norm" for n in nodes):
        for node in [n for n in nodes if n.op == "norm"][:MAX_NODES]:
            yield from _of_members(node)
    largest = [(n, matrix) for n in nodes if (matrix := _rows_of(n)) is not None][:MAX_NODES]
    if not largest:
        return
    written = {canonical(matrix): node for node, matrix in largest}
    for node, matrix in largest:
        yield from _of_sum(node, matrix)
        yield from _of_product(node, matrix)
    for node in [n for n in nodes if n.op == "norm"]:
        yield from _of_mixture(node)
        yield from _against(node, written)


def _rows_of(node: Expr) -> Expr | None:
    """The matrix A of ``max_i ||A_i||_2`` over all of its rows."""
    body = strip(node.args[0]) if node.op == "maxover" and node.data[1] == ONE else None
    if body is None or body.op != "norm" or body.data[0] not in KINDS:
        return None
    inner = strip(normal(body.args[0]))
    row = inner if rows(inner) == ONE else strip(normal(build.transpose(inner)))
    matrix = strip(row.args[0]) if row.op == "row" and row.data[0] == Size.of(node.data[0]) else None
    if matrix is None or rows(matrix) != node.data[2] or mentions(matrix, node.data[0]):
        return None
    return strip(normal(matrix))


def _largest(matrix: Expr) -> Expr:
    index = build.fresh("i")
    return build.over("maxover", index, ONE, rows(matrix), build.norm(build.row(matrix, Size.of(index)), "2"))


def _of_sum(node: Expr, matrix: Expr) -> Iterator[Theorem]:
    if matrix.op == "add":
        total = reduce(build.add, [_largest(term) for term in matrix.args])
        yield Theorem(node, total, False, RULE, "max ||A_i + B_i|| <= max ||A_i|| + max ||B_i||")


def _of_product(node: Expr, matrix: Expr) -> Iterator[Theorem]:
    scalars, parts = factors(matrix)
    if scalars or len(parts) < 2:
        return
    first, rest = parts[0], chain(parts[1:])
    text = "max ||(A B)_i|| <= max ||A_i|| ||B||_2"
    yield Theorem(node, build.scale(_largest(first), build.norm(rest, "2")), False, RULE, text)
    text = "max ||(A B)_i|| <= ||A||_inf max ||B_j||"
    yield Theorem(node, build.scale(build.norm(first, "inf"), _largest(rest)), False, RULE, text)


def _of_mixture(node: Expr) -> Iterator[Theorem]:
    """A sum of rows with weights is at most as long as the longest of them, times the sum of the absolute weights."""
    inner = strip(normal(node.args[0]))
    if node.data[0] not in KINDS or (rows(inner) == ONE) == (cols(inner) == ONE):
        return
    row = inner if rows(inner) == ONE else strip(normal(build.transpose(inner)))
    scalars, parts = factors(row.args[0] if row.op == "row" else row)
    if row.op == "row":
        parts = [build.row(parts[0], row.data[0]), *parts[1:]]
    if len(parts) > 1 and not scalars and rows(parts[1]) != ONE:
        weights = build.norm(build.transpose(parts[0]), "1")
        text = "||r^T B|| <= ||r||_1 max ||B_j||"
        yield Theorem(node, build.scale(weights, _largest(chain(parts[1:]))), False, RULE, text)


def _of_members(node: Expr) -> Iterator[Theorem]:
    """A sum of members with weights, ``sum_i w_i V_i``, is at most the sum of the absolute weights times the largest of their norms."""
    total = strip(normal(node.args[0]))
    if total.op != "sum" or total.data[1] != ONE:
        return
    index, low, high = total.data
    scalars, parts = factors(total.args[0])
    if not scalars or not parts:
        return
    weight = reduce(build.scale, scalars)
    sizes = build.sum_(index, low, high, build.map_("abs", weight))
    entry = strip(weight)
    if entry.op == "entry" and entry.data == (Size.of(index), ONE) and entry.args[0].shape.totals == (high, ONE):
        sizes = build.norm(entry.args[0], "1")
    largest = build.over("maxover", index, low, high, build.norm(chain(parts), node.data[0]))
    yield Theorem(node, build.scale(sizes, largest), False, RULE, "||sum w_i V_i|| <= sum |w_i| max ||V_i||")


def _against(node: Expr, written: dict[Expr, Expr]) -> Iterator[Theorem]:
    """Norms of a whole matrix, and of its products with vectors, by its largest row."""
    inner, kind = strip(normal(node.args[0])), node.data[0]
    longest = written.get(canonical(inner))
    if longest is not None and kind in KINDS:
        root = build.hpow(build.size(rows(inner)), build.const(Fraction(1, 2)))
        yield Theorem(node, build.scale(root, longest), False, RULE, "||A||_2 <= ||A||_F <= sqrt(m) max ||A_i||")
    scalars, parts = factors(inner)
    longest = written.get(canonical(strip(parts[0]))) if len(parts) > 1 and not scalars else None
    if longest is not None and kind in ("max", "inf") and cols(inner) == ONE:
        rest = build.norm(chain(parts[1:]), "2")
        yield Theorem(node, build.scale(longest, rest), False, RULE, "||A x||_max <= max ||A_i|| ||x||")


__all__ = ["largest_rows"]
