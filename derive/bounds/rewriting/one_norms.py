"""Sums of absolute values of entries as the 1-norms that they are, so that what is known of norms is known of them."""

from __future__ import annotations

from derive import build
from derive.bounds.forms.normal import ONE, cols, mentions, rows, strip
from derive.core import Expr, Problem, mapped, walk
from derive.sizes import Size

RULE = ("1-norm", "the sum of the absolute values of the entries is the 1-norm")


def with_one_norms(problem: Problem) -> list[Problem]:
    """Return the problem with 1-norms for all sums of absolute values over whole vectors, rows and columns; none if there are none."""
    told = mapped(problem, _told)
    return [told] if told.goal != problem.goal else []


def _told(expr: Expr) -> Expr:
    done: dict[Expr, Expr] = {}
    for node in walk(expr):
        vector = _summed(node) if node.op == "sum" else None
        done[node] = (
            build.norm(vector, "1") if vector is not None else build.rebuild(node, [done[a] for a in node.args])
        )
    return done[expr]


def _summed(total: Expr) -> Expr | None:
    """Return the column x of ``sum_{i=1}^n |x_i|``."""
    name, low, high = total.data
    body = strip(total.args[0])
    inner = strip(body.args[0]) if body.op == "map" and body.data[0] == "abs" else None
    if inner is None or inner.op != "entry" or low != ONE or mentions(inner.args[0], name):
        return None
    matrix, index, (i, j) = inner.args[0], Size.of(name), inner.data
    if i == index and name not in j.names and high == rows(matrix):
        return matrix if cols(matrix) == ONE else build.col(matrix, j)
    if j == index and name not in i.names and high == cols(matrix):
        return build.transpose(matrix if rows(matrix) == ONE else build.row(matrix, i))
    return None


__all__ = ["RULE", "with_one_norms"]
