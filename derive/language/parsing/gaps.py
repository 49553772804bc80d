r"""Gaps: factors with so much space between them that they may be no product.

``a = b \quad c = d`` are two statements, ``x = 2 x \quad (2)`` has a number behind it, ``[A \; B]`` is a row of blocks.
A product is read only where nothing else can be meant; a difference, too: ``[1 \; -1]`` is no zero.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import SyntaxProblem
from derive.language.lexing.spacing import BREAK, NONE, WIDE, WORD
from derive.language.lexing.vocabulary import LOGIC
from derive.language.parsing.folding import Item, fold_list, head, is_mark
from derive.language.tree.syntax import SPACED, Syn

_PROSE = ("text", "quantifier", "colon")


def check_gaps(items: Sequence[Item]) -> None:
    r"""Refuse factors that stand apart: as one product ``a = b \quad c = d`` would say ``b c``.

    Raises:
        SyntaxProblem: A wide space, or a smaller one (or a line break of the source) between two relations.
    """
    for part in _between(items, lambda item: item.kind in ("comma", "semicolon", "row")):
        for segment in _between(part, lambda item: item.kind == "rel" and item.value in LOGIC):
            for k in range(1, len(segment)):
                _check_gap(segment, k)


def _between(items: Sequence[Item], ends) -> list[list[Item]]:
    parts: list[list[Item]] = [[]]
    for item in items:
        if ends(item):
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def _check_gap(items: Sequence[Item], k: int) -> None:
    item = items[k]
    factors, term = _are_factors(items, k), _is_signed(items, k)
    if not factors and not term:
        return
    apart = item.spaced >= WORD or item.spaced == BREAK
    both = apart and all(any(i.kind == "rel" for i in side) for side in (items[:k], items[k:]))
    if both and item.spaced >= WORD:
        raise SyntaxProblem("Two relations without a comma between them.", item.start, "write a comma or \\\\")
    if both and item.spaced == BREAK:
        raise SyntaxProblem(
            "Two relations with nothing but a line break of the source between them.",
            item.start,
            "write \\\\ or a comma",
        )
    if factors and item.spaced == WIDE:
        raise SyntaxProblem(
            "It is not certain what stands behind this wide space.",
            item.start,
            "write \\cdot for a product, a comma for a statement of its own, \\tag{2} for a number",
        )


def _are_factors(items: Sequence[Item], k: int) -> bool:
    """Return whether what stands before and behind a place would be multiplied."""
    before, item = items[k - 1], items[k]
    if before.kind != "operand" or item.kind not in ("operand", "bigop"):
        return False
    if before.node.kind in _PROSE or (item.kind == "operand" and item.node.kind in (*_PROSE, "dots")):
        return False
    if before.node.kind == "dots" or head(before.node).kind == "function" or is_mark(before.node):
        return False
    return not (is_mark(item.node) or is_mark(item.node, "d") or _is_remark(item))


def _is_remark(item: Item) -> bool:
    r"""Return whether something is a condition in brackets, as ``(h \to 0)``."""
    if (item.node.kind, item.node.value) != ("group", "("):
        return False
    content = item.node.children[0]
    return all(part.kind == "relation" for part in (content.children if content.kind == "list" else (content,)))


def _is_signed(items: Sequence[Item], k: int) -> bool:
    r"""Return whether a minus with space in front of it only stands at a place: that of a new statement or entry."""
    if items[k].kind != "sign" or items[k].value != "-" or items[k - 1].kind != "operand" or k + 1 == len(items):
        return False
    return items[k].spaced >= BREAK and items[k + 1].spaced == NONE


# Entries.


def spaced_row(items: Sequence[Item], *, square: bool) -> Syn | None:
    r"""Return the entries of ``[A \; B]`` as a product that may be a row; None if there is no such space.

    Raises:
        SyntaxProblem: It is not certain where the entries end.
    """
    gaps = _entry_gaps(items)
    if not gaps:
        return None
    if all(item.kind == "operand" for item in items):
        dots = [k for k, item in enumerate(items) if item.node.kind == "dots"]
        ends = sorted({0, *gaps, *dots, *(k + 1 for k in dots), len(items)})
        cells = tuple(fold_list(list(items[a:b])) for a, b in zip(ends, ends[1:], strict=False))
        return Syn("juxt", SPACED, cells, (items[0].start, items[-1].end))
    uncertain = square or any(items[k].kind == "sign" or items[k].spaced == WIDE for k in gaps)
    if uncertain:
        _refuse_entries(items[gaps[0]])
    return None


def check_cell(items: Sequence[Item], *, cases: bool = False) -> None:
    """Refuse space between factors in a cell of a matrix: it may separate two entries.

    Raises:
        SyntaxProblem: There is some.
    """
    if cases:
        check_gaps(items)
        return
    for k in _entry_gaps(items):
        _refuse_entries(items[k])


def _entry_gaps(items: Sequence[Item]) -> list[int]:
    signed = (k for k in range(1, len(items)) if items[k].spaced >= WORD and _is_signed(items, k))
    return sorted([*signed, *(k for k in range(1, len(items)) if items[k].spaced >= WORD and _are_factors(items, k))])


def _refuse_entries(item: Item) -> None:
    raise SyntaxProblem(
        "It is not certain whether this space separates two entries.", item.start, "write commas or & between entries"
    )


__all__ = ["check_cell", "check_gaps", "spaced_row"]
