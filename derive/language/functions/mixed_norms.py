r"""Mixed norms ``\|A\|_{p,q}`` and norms of linear maps between two norms, ``\|A\|_{p \to q}``.

A mixed norm is the q-norm of the p-norms of the columns, or of the rows: authors differ, so both are readings.  Of the norms
``sup \|A x\|_q / \|x\|_p`` those are read that have a formula (Golub and Van Loan, 2.3): with p = 1 the largest q-norm of a
column, with q = infinity the largest dual norm of a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.language.terms.readings import BY_ROWS
from derive.language.terms.terms import Term
from derive.language.tree.syntax import Syn
from derive.sizes import Size, product

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

KINDS = {"1": "1", "2": "2", "infty": "inf"}
DUAL = {"1": "inf", "2": "2", "inf": "1"}
ONE = Size.of(1)


def mixed(r: Reader, first: str | None, second: str | None, term: Term, syn: Syn) -> Term | None:
    r"""Read ``\|A\|_{p,q}``; None if p or q is none of 1, 2 and infinity."""
    p, q = KINDS.get(first or ""), KINDS.get(second or "")
    if p is None or q is None:
        return None
    rows = p != q and r.chooses(BY_ROWS)
    if p != q:
        of = "rows" if rows else "columns"
        r.note(f"\\|.\\|_{{{first},{second}}} is the {second}-norm of the {first}-norms of the {of}")
    return r.a.node((), (), lambda e: _over(b.transpose(e) if rows else e, p, q), term, syn=syn)


def induced(r: Reader, first: str | None, second: str | None, term: Term, syn: Syn) -> Term | None:
    r"""Read ``\|A\|_{p \to q}``; None if p or q is none of 1, 2 and infinity, or the norm has no formula."""
    p, q = KINDS.get(first or ""), KINDS.get(second or "")
    if p is None or q is None:
        return None
    if p == q:
        return r.a.node((), (), lambda e: b.norm(e, p), term, syn=syn)
    if p == "1":
        return r.a.node((), (), lambda e: _over(e, q, "inf"), term, syn=syn)
    if q == "inf":
        return r.a.node((), (), lambda e: _over(b.transpose(e), DUAL[p], "inf"), term, syn=syn)
    return None


def _over(a: Expr, p: str, q: str) -> Expr:
    """The q-norm of the p-norms of the columns."""
    if p == q == "inf":
        return b.norm(a, "max")
    if p == q == "1":
        return b.matmuls(b.ones((), a.shape.rows), b.map_("abs", a), b.ones(a.shape.cols))
    if p == q:
        return b.norm(a, "F")
    index, last = b.fresh("j"), product(a.shape.cols)
    inner = b.norm(b.col(a, Size.of(index)), p)
    if q == "inf":
        return b.over("maxover", index, ONE, last, inner)
    if q == "1":
        return b.sum_(index, ONE, last, inner)
    return b.sqrt(b.sum_(index, ONE, last, b.hpow(inner, b.const(2))))


__all__ = ["induced", "mixed"]
