"""Sums as rules tell them: of exponentials, of weighted logarithms, and over distributions."""

from __future__ import annotations

from derive import build
from derive.bounds.facts.distributions import is_simplex, is_stochastic
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.normal import ONE, cols, is_scalar, rows, strip
from derive.core import Expr
from derive.size_names import size_names
from derive.sizes import Size


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


def is_distribution(facts: Facts, entry: Expr, name: str, length: Size) -> bool:
    """Return whether a scalar runs through a distribution as its index does: a column, or the row of a stochastic matrix."""
    if entry.op != "entry" or name in size_names(entry.args[0]):
        return False
    matrix, (row, col) = entry.args[0], entry.data
    index = Size.of(name)
    if row == index and col == ONE and rows(matrix) == length:
        return is_simplex(facts, matrix)
    return col == index and name not in row.names and cols(matrix) == length and is_stochastic(facts, matrix)


__all__ = ["is_distribution", "summed_term"]
