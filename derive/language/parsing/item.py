"""One piece of a row, as it is read: what folding makes trees of."""

from __future__ import annotations

from dataclasses import dataclass

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


def operand(node: Syn, spaced: int = 0) -> Item:
    """Wrap a finished tree."""
    return Item("operand", "", *node.span, node, spaced)


__all__ = ["EMPTY", "Item", "operand"]
