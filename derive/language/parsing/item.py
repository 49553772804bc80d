"""One piece of a row, as it is read: what folding makes trees of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from derive.language.lexing.spacing import BREAK
from derive.language.tree.syntax import Syn

EMPTY = Syn("empty")


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of a row.

    Attributes:
        kind: operand | bigop | op | sign | rel | comma | semicolon | row | cell.
        value: The operator, sign or relation word; '!' before it negates a relation.
        node: The tree of an operand; of a bigop, its node with an `empty` body.
        start: Offset where it begins.
        end: Offset where it ends.
        spaced: How much space stands before it, as of a token.

    """

    kind: str
    value: str
    start: int
    end: int
    node: Syn = EMPTY
    spaced: int = 0

    @property
    def lattice_sign(self) -> str:
        r"""The sign, ``vee`` or ``wedge``, that says "or" or "and" here unless it stands between numbers; empty for other items."""
        return self.node.value[1:] if self.kind == "rel" and self.node.kind == "name" else ""


def operand(node: Syn, spaced: int = 0) -> Item:
    """Wrap a finished tree."""
    return Item("operand", "", *node.span, node, spaced)


def marks_in(items: Iterable[Item]) -> frozenset[str]:
    """Return what occurs in a row: kinds of items and of their trees, alone and with their values."""
    parts = {part for item in items for part in ((item.kind, item.value), (item.node.kind, item.node.value))}
    return frozenset(mark for kind, value in parts for mark in (kind, f"{kind} {value}"))


def stand_apart(items: Iterable[Item]) -> bool:
    """Return whether there is a gap in a row: a line break of the source, or more space than a thin one."""
    return any(item.spaced >= BREAK for item in items)


__all__ = ["EMPTY", "Item", "marks_in", "operand", "stand_apart"]
