r"""Lists in round brackets: ``(x_1, \dots, x_n)`` is a column, as nearly all texts have it.

``(s, t)^\top`` is a column, too: with the mark the list is thought of as a row.  Square brackets are rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.language.matrices import matrices
from derive.language.terms.readings import TUPLE_OF_ROW, TUPLE_ROW, TUPLE_STACKED
from derive.language.terms.terms import Term
from derive.language.tree.names import bare, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def tuple_of(syn: Syn) -> Syn | None:
    """Return the list that stands in round brackets, None if there is no such list."""
    syn = bare(syn)
    if (syn.kind, syn.value) != ("group", "(") or len(syn.children) != 1:
        return None
    inner = syn.children[0]
    return inner if (inner.kind, inner.value) == ("list", ",") else None


def read_tuple(r: Reader, listed: Syn) -> Term:
    r"""Read a list in round brackets without a transpose mark.

    Of numbers it is a column, or a row where only that has a type; columns may be stacked or stand side by side; anything
    else stands side by side, as in ``(A, B)``.
    """
    kinds = _kinds(r, listed)
    if kinds == {"number"} and not r.chooses(TUPLE_ROW, plausible=False):
        r.note("a list of numbers in round brackets is a column")
        return matrices.stacked(r, listed.children, listed)
    if kinds == {"number", "column"} or (kinds == {"column"} and r.chooses(TUPLE_STACKED)):
        r.note("a list of columns in round brackets is one column")
        return matrices.stacked(r, listed.children, listed)
    return matrices.side_by_side(r, listed.children, listed)


def transposed_tuple(r: Reader, syn: Syn) -> Term | None:
    r"""Read ``(s, t)^\top``, a column; None if it is no list of numbers with a transpose mark."""
    base, sub, sup = syn.children
    listed = tuple_of(base)
    if listed is None or not is_empty(sub) or bare(sup).kind != "top" or _kinds(r, listed) != {"number"}:
        return None
    if r.chooses(TUPLE_OF_ROW, plausible=False):
        return matrices.side_by_side(r, listed.children, syn)
    return matrices.stacked(r, listed.children, syn)


def _kinds(r: Reader, listed: Syn) -> set[str]:
    """What the elements are: numbers, columns, or something else."""
    # Unknown sizes of this first look are none of the statement.
    mark = r.u.mark()
    terms = [r.read(child) for child in listed.children if bare(child).kind != "dots"]
    found = {
        "number" if r.a.is_scalar(t) else "column" if r.u.is_one(t.cols) and not r.u.is_one(t.rows) else "other"
        for t in terms
    }
    r.u.back(mark)
    return found


__all__ = ["read_tuple", "transposed_tuple", "tuple_of"]
