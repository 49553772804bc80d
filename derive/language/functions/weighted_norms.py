r"""Norms of vectors by their subscript: ``\|x\|_A`` with a matrix as weight, ``\|x\|_p`` with a number, ``\|x\|_0``.

Source: Horn and Johnson, Matrix Analysis, 5.2 (the norms l_p and those of inner products).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import DeriveError
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def other_norm(r: Reader, sub: Syn, term: Term, syn: Syn) -> Term | None:
    r"""Return the norm of a column that a subscript names; None if the subscript is neither a square matrix nor a number.

    Args:
        r: The reader.
        sub: The subscript, none of the words for norms.
        term: What the norm is taken of.
        syn: The norm as it is written.
    """
    sub = bare(sub)
    if not r.u.is_one(term.cols) or r.u.is_one(term.rows) or (sub.kind in ("name", "script") and r.find(sub) is None):
        return None
    if (sub.kind, sub.value) == ("num", "0"):
        r.note("\\|x\\|_0 is the number of entries that are not zero")
        return r.a.node((), (), _count, term, syn=syn)
    try:
        weight = r.read(sub)
    except DeriveError:
        return None
    if r.a.is_scalar(weight):
        r.note(f"\\|x\\|_{{{latex_of(sub)}}} is (\\sum_i |x_i|^{{{latex_of(sub)}}})^{{1/{latex_of(sub)}}}")
        return r.a.node((), (), _power_norm, term, weight, syn=syn)
    r.note(f"\\|x\\|_{{{latex_of(sub)}}} is the square root of x^\\top {latex_of(sub)} x")
    square = r.a.chain([r.a.transpose(term), r.a.square("a weight", weight), term], syn)
    return r.a.node((), (), b.sqrt, square, syn=syn)


def is_weight(r: Reader, sub: Syn, term: Term) -> bool:
    """Return whether the subscript of a norm, a word for one, is also declared as a square matrix that fits a column."""
    found = r.find(bare(sub)) if bare(sub).kind == "name" else None
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None
    if symbol is None or symbol.kind not in ("var", "def") or symbol.params or symbol.shape.is_scalar:
        return False
    rows, cols = symbol.shape.totals
    return rows == cols and r.u.total(term.rows) in (None, rows)


def _count(x: Expr) -> Expr:
    return _total(b.indicator("!=", x, b.zeros(x.shape.rows, x.shape.cols)))


def _power_norm(x: Expr, p: Expr) -> Expr:
    return b.hpow(_total(b.hpow(b.map_("abs", x), p)), b.hpow(p, b.const(-1)))


def _total(x: Expr) -> Expr:
    return b.matmul(b.transpose(b.ones(x.shape.rows)), x)


__all__ = ["is_weight", "other_norm"]
