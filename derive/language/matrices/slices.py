r"""Slices with both ends: ``x_{1:n-1}`` are the entries from the first to the last that is named, ``A_{:,1:k}`` such columns.

Both ends are places as the paper counts, from 1, and belong to the slice. Slices with an end left out, ``x_{:k}``, are to many
those of programs, which count from 0 and leave their last place out: they are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported
from derive.language.terms.dimensions import OpenDim
from derive.language.terms.index_ranges import at_most
from derive.language.terms.terms import Term
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size, dim, product

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)
Ends = tuple[Size, Size]
_HINT = "write x_{1:k} with both ends, or sum over i \\le k"
_JOINED = r"declare the parts and join them: x := \begin{pmatrix} y \\ z \end{pmatrix}, or sum over i \le k"


def chosen(r: Reader, term: Term, sub: Syn, syn: Syn) -> Term | None:
    """Return the part of a matrix or a vector that slices in a subscript choose; None if there is none.

    Raises:
        NotSupported: A slice of one place of a matrix, or one with an end that is left out or not known to lie inside.
    """
    parts = [bare(part) for part in (sub.children if (sub.kind, sub.value) == ("list", ",") else (sub,))]
    if not any(_is_slice(part) for part in parts):
        return None
    dims = [term.rows, term.cols]
    if len(parts) == 1:
        if not (r.u.is_one(term.cols) or r.u.is_one(term.rows)):
            if not all(_colon(parts[0]) or ()):
                return None  # A_{k:} is the row A_{k,:}
            raise NotSupported(
                "a slice of a matrix with one place", r.at(sub), "write A_{1:k,:} for rows, A_{:,1:k} for columns"
            )
        parts = [*parts, Syn("colon")] if r.u.is_one(term.cols) else [Syn("colon"), *parts]
    if len(parts) != 2:
        raise NotSupported("slices of three places", r.at(sub))
    ends = [_ends(r, part, d) for part, d in zip(parts, dims, strict=True)]
    rows, cols = (d if e is None else dim(e[1] - e[0] + 1) for e, d in zip(ends, dims, strict=True))
    return r.a.node(rows, cols, lambda e: _part(e, ends), term, syn=syn)


def _colon(part: Syn) -> tuple[list[tuple[str, Syn]], list[tuple[str, Syn]]] | None:
    """The signed terms on the two sides of the colon of a slice; a sum ends at it as at any other mark."""
    signs, terms = (part.value, part.children) if part.kind == "add" else ("+", (part,))
    sides: tuple[list[tuple[str, Syn]], list[tuple[str, Syn]]] = ([], [])
    found = False
    for sign, term in zip(signs, terms, strict=True):
        at = next((k for k, c in enumerate(term.children) if c.kind == "colon"), None) if term.kind == "juxt" else None
        if at is None:
            sides[found].append((sign, term))
            continue
        if found:
            return None
        found = True
        for side, nodes, own in ((sides[0], term.children[:at], sign), (sides[1], term.children[at + 1 :], "+")):
            if nodes:
                whole = nodes[0] if len(nodes) == 1 else Syn("juxt", "", nodes, (nodes[0].span[0], nodes[-1].span[1]))
                side.append((own, whole))
    return sides if found else None


def _is_slice(part: Syn) -> bool:
    return _colon(part) is not None


def _ends(r: Reader, part: Syn, along: OpenDim) -> Ends | None:
    """The first and the last place that are chosen from a dimension; None for all of them."""
    if part.kind == "colon":
        return None
    sides = _colon(part)
    if sides is None:
        value = r.indices.expression(part)
        r.indices.use(value, along)
        return value, value
    if not all(sides):
        raise NotSupported("a slice with one end", r.at(part), _HINT)
    low, high = (_size(r, side, part) for side in sides)
    total, told = r.u.total(along), r.scope.all_relations()
    if total is None or not (at_most(ONE, low, told) and at_most(low, high + 1, told)):
        raise NotSupported("a slice whose ends are not known to be in order", r.at(part), _JOINED)
    if not at_most(high, total, told):
        raise NotSupported(
            f"a slice up to {high} of {total} places", r.at(part), f"state {high} \\le {total} if that is so"
        )
    return low, high


def _size(r: Reader, side: list[tuple[str, Syn]], part: Syn) -> Size:
    total = Size.of(0)
    for sign, term in side:
        value = product(r.indices.factors(term, free=False))
        total = total + value if sign == "+" else total - value
    if any(r.indices.by_core(name) is not None for name in total.names):
        raise NotSupported("a slice that ends at an index", r.at(part), _JOINED)
    return total


def _part(e: Expr, ends: list[Ends | None]) -> Expr:
    """The matrix of the entries at the chosen places."""
    shape = Shape(
        *(d if c is None else dim(c[1] - c[0] + 1) for d, c in zip((e.shape.rows, e.shape.cols), ends, strict=True))
    )
    names = (b.fresh("i"), b.fresh("j"))
    totals = shape.totals
    i, j = (
        (ONE if total == ONE else Size.of(name)) + (c[0] - 1 if c is not None else Size.of(0))
        for name, total, c in zip(names, totals, ends, strict=True)
    )
    return b.reshape(b.blocks(names[0], totals[0], names[1], totals[1], b.entry(e, i, j)), shape)


__all__ = ["chosen"]
