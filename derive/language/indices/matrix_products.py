r"""Products of matrices over an index, ``\prod_{l=1}^3 W_l``: written out where the range is fixed."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported
from derive.language.indices.indices import letters_outside
from derive.language.indices.written_out import LONGEST, fixed_range, with_value
from derive.language.terms.readings import LAST_FIRST
from derive.language.terms.terms import Term
from derive.language.tree.names import bare, base_key
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def matrix_product(r: Reader, syn: Syn) -> Term | None:
    r"""Read ``\prod_{l=1}^3 W_l`` of square matrices as ``W_1 W_2 W_3``; None where what it is taken of is no square matrix.

    Raises:
        NotSupported: The range is not fixed.
    """
    sub, sup, body = syn.children
    letter, low, high = fixed_range(sub, sup)
    places = [] if letter is None else [with_value(body, letter, k) for k in range(low, high + 1)]
    if letter is None or not places:
        return _of_any_length(r, syn)
    if len(places) > LONGEST:
        raise _unknown_length(r, syn)
    terms = [r.read(place) for place in places]
    if any(r.a.is_scalar(t) or r.u.clash(t.rows, t.cols) for t in terms):
        return None
    if letter in letters_outside((body,)) and r.chooses(LAST_FIRST):
        terms.reverse()
    return r.a.chain(terms, syn)


def _of_any_length(r: Reader, syn: Syn) -> Term | None:
    """Read a product of square matrices over a range that is not fixed; None where it is not taken of such."""
    sub, sup, body = syn.children
    total = r.read(Syn("bigop", "sum", (sub, sup, body), syn.span))
    if r.a.is_scalar(total) or r.u.clash(total.rows, total.cols):
        return None
    named = letters_outside((body,)) & _letters(sub)
    open_ = named and not _is_dotted(sub) and not _counts_down(body, named)
    last_first = open_ and r.chooses(LAST_FIRST)

    def make(e: Expr) -> Expr:
        if e.op != "sum":
            raise _unknown_length(r, syn)
        index, low, high = e.data
        (factor,) = e.args
        if not last_first:
            return b.mprod(index, low, high, factor)
        return b.transpose(b.mprod(index, low, high, b.transpose(factor)))

    return r.a.node(total.rows, total.cols, make, total, syn=syn)


def _is_dotted(sub: Syn) -> bool:
    r"""Whether the index stands for dots, as in ``W_1 \cdots W_n``: these say which factor comes first."""
    index = bare(sub.children[0]) if sub.kind == "relation" else sub
    return index.span[0] == index.span[1]


def _counts_down(body: Syn, letters: Collection[str]) -> bool:
    r"""Whether an index stands behind a minus only: ``\prod_{k=0}^{T-1} A_{T-k}`` says itself which factor comes first."""
    places = [
        path for path, node in body.walk() if node.kind == "name" and (k := base_key(node)) and k.plain in letters
    ]
    adds = {path: node for path, node in body.walk() if node.kind == "add"}
    return all(path[:-1] in adds and adds[path[:-1]].value[path[-1]] == "-" for path in places)


def _letters(sub: Syn) -> set[str]:
    return {key.plain for _, node in sub.walk() if node.kind == "name" and (key := base_key(node)) is not None}


def _unknown_length(r: Reader, syn: Syn) -> NotSupported:
    return NotSupported(
        "a product of matrices over a range that is not fixed",
        r.at(syn),
        rf"state it for a small number of factors, as in \prod_{{l=1}}^{{3}} W_l (at most {LONGEST})",
    )


__all__ = ["matrix_product"]
