"""Softmax, log-sum-exp and layer normalization, lowered to core expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported
from derive.language.terms.normalization import normalize_rows
from derive.language.terms.terms import Term
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def softmax(r: Reader, t: Term, syn: Syn) -> Term:
    """Softmax row by row; of a column it acts on all of it."""
    if r.a.is_scalar(t) and t.syn is not None and any(node.kind == "script" for _, node in t.syn.walk()):
        raise NotSupported(
            "softmax of a single entry, which is 1",
            r.at(syn),
            "write \\operatorname{softmax}(s)_i for the entry of the softmax of a vector",
        )
    if r.u.is_one(t.cols) and not r.u.is_one(t.rows):
        return r.a.elementwise(lambda e: b.transpose(b.softmax(b.transpose(e))), t, syn)
    if not r.u.is_one(t.rows):
        r.note("softmax of a matrix acts row by row")
    return r.a.elementwise(b.softmax, t, syn)


def layer_norm(r: Reader, t: Term, syn: Syn) -> Term:
    """Layer normalization row by row; of a column it acts on all of it."""
    r.note("LayerNorm has the 1/n variance of each row, no affine part and no epsilon")
    if r.u.is_one(t.cols) and not r.u.is_one(t.rows):
        return r.a.elementwise(lambda e: b.transpose(normalize_rows(b.transpose(e))), t, syn)
    return r.a.elementwise(normalize_rows, t, syn)


def logsumexp(r: Reader, t: Term, syn: Syn) -> Term:
    """Return the logarithm of the sum of the exponentials of a vector.

    Raises:
        NotSupported: It is a matrix.
    """
    if not (r.u.is_one(t.rows) or r.u.is_one(t.cols)):
        raise NotSupported("log-sum-exp of a matrix")

    def make(e: Expr) -> Expr:
        total = b.matmuls(b.transpose(b.ones(e.shape.rows)), b.map_("exp", e), b.ones(e.shape.cols))
        return b.map_("log", total)

    return r.a.node((), (), make, t, syn=syn)
