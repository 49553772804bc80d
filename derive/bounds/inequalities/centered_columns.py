"""Entries of a column whose entries sum to zero: ``|v_i| <= sqrt(1 - 1/n) ||v||_2``, so ``|LayerNorm(x)_i| <= sqrt(n - 1)``.

The others sum to -v_i, so that the sum of their squares is at least ``v_i^2 / (n - 1)``.
Source: Samuelson, How deviant can you be? Journal of the American Statistical Association 63 (1968).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.normal import ONE, canonical, cols, normal, rows, strip
from derive.core import Expr
from derive.fraction import Fraction

MAX_NODES = 3
RULE = "samuelson"
HALF, MINUS_HALF = build.const(Fraction(1, 2)), build.const(Fraction(-1, 2))


def centered_columns(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield bounds of the entries, and of the largest one, of columns that are no variables."""
    nodes = list(dict.fromkeys(n for side in sides for n in evaluated(facts, side)))
    lengths = {_column(n): n for n in nodes if n.op == "norm" and n.data[0] in ("2", "F")}
    found = [(n, v) for n in nodes if not facts.limited and (v := _of_column(n)) is not None][:MAX_NODES]
    for node, column in found:
        whole = _length(facts, column) or lengths.get(canonical(strip(normal(column))))
        if whole is None:
            continue
        yield Theorem(node, whole, False, "entry", "|v_i| <= ||v||_2")
        total = build.matmul(build.ones((), column.shape.rows), column)
        if are_equal(facts, total, build.zeros(())):
            n = rows(column)
            inverse = build.hpow(build.size(n), build.const(-1))
            text = "|v_i| <= sqrt(1 - 1/n) ||v||_2 where the entries of v sum to zero"
            for share in (
                build.scale(build.hpow(build.size(n - 1), HALF), build.hpow(build.size(n), MINUS_HALF)),
                build.hpow(build.sub(build.const(1), inverse), HALF),
            ):
                yield Theorem(node, build.scale(share, whole), False, RULE, text)


def _of_column(node: Expr) -> Expr | None:
    """The column of which a node is an entry, in absolute value, or the largest one."""
    if node.op == "norm" and node.data[0] in ("inf", "max"):
        column = strip(node.args[0])
    elif node.op == "map" and node.data[0] == "abs" and strip(node.args[0]).op == "entry":
        entry = strip(node.args[0])
        column = strip(entry.args[0])
        if cols(column) != ONE != rows(column) and column.op != "var":  # of a matrix: its row
            return build.transpose(build.row(column, entry.data[0]))
    else:
        return None
    return column if cols(column) == ONE != rows(column) and column.op != "var" else None


def _column(node: Expr) -> Expr:
    return canonical(strip(normal(node.args[0])))


def _length(facts: Facts, column: Expr) -> Expr | None:
    """The Euclidean norm of a column that the index form shows to be the root of its size, as of a normalized one."""
    square = build.matmul(build.transpose(column), column)
    size = build.size(rows(column))
    return build.hpow(size, HALF) if are_equal(facts, square, size) else None


__all__ = ["centered_columns"]
