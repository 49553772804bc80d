r"""Blocks of a matrix by their numbers: ``\Lambda_{11}`` beside ``\Lambda := \begin{bmatrix} A & B \\ B^\top & C \end{bmatrix}^{-1}``.

Numerals below a matrix name an entry; where the matrix is defined by its blocks or is the inverse or the transpose
of such a one, they may name a block.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.language.terms.readings import BLOCK_BELOW
from derive.language.terms.terms import Term
from derive.language.tree.names import bare, is_empty, whole_key
from derive.language.tree.numerals import literal
from derive.language.tree.script_marks import is_inverse_transposed
from derive.sizes import Dim

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader
    from derive.language.scope.scope import Symbol
    from derive.language.tree.syntax import Syn

Cuts = tuple[tuple[Dim, ...], tuple[Dim, ...]]
"""The heights and the widths of blocks."""


def block_below(r: Reader, term: Term, sub: Syn, syn: Syn) -> Term | None:
    """Return the block that two numerals below a name choose, in the reading in which they do so; else None."""
    places = numerals(sub)
    cuts = _cuts_of(r, syn.children[0]) if places is not None and syn.kind == "script" else None
    if places is None or cuts is None or any(k > len(parts) for k, parts in zip(places, cuts, strict=True)):
        return None
    heights, widths = cuts
    rows, cols = heights[places[0] - 1], widths[places[1] - 1]
    if not (rows or cols) or not r.chooses(BLOCK_BELOW):
        return None
    above, beside = _selection(heights, places[0] - 1), _selection(widths, places[1] - 1)
    return r.a.node(rows, cols, lambda e: b.matmuls(b.transpose(above), e, beside), term, syn=syn)


def numerals(sub: Syn) -> tuple[int, int] | None:
    """Return the two numbers that stand below a name as numerals, both at least 1."""
    sub = bare(sub)
    items = [bare(item) for item in sub.children] if sub.kind == "list" else [sub]
    if any(item.kind != "num" or not item.value.isdigit() for item in items):
        return None
    digits = list(items[0].value) if len(items) == 1 else [item.value for item in items]
    numbers = [int(d) for d in digits]
    return (numbers[0], numbers[1]) if len(numbers) == 2 and 0 not in numbers else None


def _cuts_of(r: Reader, syn: Syn) -> Cuts | None:
    r"""The blocks of a defined name, or of its inverse or transpose in brackets: ``(\Sigma^{-1})_{11}``."""
    syn = bare(syn)
    key = whole_key(syn)
    symbol = r.scope.find(key) if key is not None and key not in r.local else None
    if symbol is not None:
        known = symbol.kind == "def" and not symbol.params and symbol.body is not None
        return _cuts(symbol.body, symbol.mentions) if known and symbol.body is not None else None
    if syn.kind == "group" and syn.value in ("(", "[") and len(syn.children) == 1:
        return _cuts_of(r, syn.children[0])
    if syn.kind != "script" or not is_empty(syn.children[1]):
        return None
    turned = is_inverse_transposed(syn.children[2]), literal(syn.children[2]) == -1, bare(syn.children[2]).kind == "top"
    found = _cuts_of(r, syn.children[0]) if any(turned) else None
    return found if found is None or turned[0] else (found[1], found[0])


def _cuts(body: Expr, mentions: Mapping[str, Symbol]) -> Cuts | None:
    """The heights and widths of the blocks of which a matrix is made, at least two of each."""
    if body.op == "var":
        known = mentions.get(body.data[0])
        return None if known is None or known.body is None or known.params else _cuts(known.body, known.mentions)
    if body.op in ("inv", "transpose"):
        found = _cuts(body.args[0], mentions)
        return None if found is None else (found[1], found[0])
    if body.op != "vcat" or any(row.op != "hcat" for row in body.args):
        return None
    widths = [tuple(part.shape.cols for part in row.args) for row in body.args]
    if any(one != other for one, other in pairwise(widths)):
        return None
    return tuple(row.shape.rows for row in body.args), widths[0]


def _selection(parts: tuple[Dim, ...], at: int) -> Expr:
    """The columns of the identity that choose a part: ``M _selection`` are its columns in M."""
    return b.vcat(*(b.eye(part) if k == at else b.zeros(part, parts[at]) for k, part in enumerate(parts)))


__all__ = ["block_below", "numerals"]
