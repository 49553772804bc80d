"""Softmax, log-sum-exp and layer normalization, lowered to core expressions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported
from derive.language.syntax import Syn
from derive.language.terms import Term
from derive.sizes import product

if TYPE_CHECKING:
    from derive.language.expressions import Reader


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


def normalize_rows(x: Expr) -> Expr:
    """Return diag(s)^-1 M with M = X - (1/n) X 1 1^T and s^2 the mean of the squares in a row of M."""
    d = x.shape.cols
    mean = b.hpow(b.size(product(d)), b.const(-1))
    ones = b.ones(d)
    centered = b.sub(x, b.scale(mean, b.matmuls(x, ones, b.transpose(ones))))
    variance = b.scale(mean, b.matmul(b.hadamard(centered, centered), ones))
    deviation = b.hpow(variance, b.const(Fraction(-1, 2)))
    return b.matmul(b.diag(deviation), centered)


def normalized(e: Expr) -> Expr | None:
    """Return the x of ``normalize_rows(x)``, or None if the expression is not of that form."""
    if e.op != "matmul" or e.args[0].op != "diag" or e.args[1].op != "add" or len(e.args[1].args) != 2:
        return None
    x = e.args[1].args[0]
    return x if normalize_rows(x) is e else None


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
