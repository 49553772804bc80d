r"""Singular values, eigenvalues, condition numbers and spectral radii: ``\sigma_{\max}(A)``, ``\lambda_k(S)``, ``\kappa(A)``, ``\rho(S)``.

Eigenvalues are those of symmetric matrices; whether a matrix is symmetric is asked where a claim is judged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NameProblem, NotSupported
from derive.language.terms.index_ranges import at_most
from derive.language.terms.terms import Term
from derive.language.tree.names import is_empty, word
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

Make = Callable[["Reader", Term, Syn], Term]


def spectral(name: str, sub: Syn) -> Make:
    """Return what reads a condition number (kappa, cond), an eigenvalue (lambda) or a singular value of a matrix."""

    def make(r: Reader, t: Term, syn: Syn) -> Term:
        if name in ("kappa", "cond"):
            if not is_empty(sub) and word(sub) != "2":
                raise NotSupported(f"the condition number with the subscript {word(sub)}", r.at(syn))
            return r.a.node((), (), b.kappa, t, syn=syn)
        text = word(sub)
        which: str | Size = text if text in ("max", "min") else r.indices.expression(sub)
        if isinstance(which, Size):
            m, n, told = r.u.total(t.rows), r.u.total(t.cols), r.scope.all_relations()
            square = name == "lambda" or m == n
            smaller = m is not None and n is not None and not square and (at_most(m, n, told) or at_most(n, m, told))
            fewer = t.cols if smaller and m is not None and n is not None and not at_most(m, n, told) else t.rows
            r.indices.use_spectrum(which, fewer, square=square or smaller)
        if name == "lambda":
            r.a.square("an eigenvalue", t)
            return r.a.node((), (), lambda e: b.eig(e, which), t, syn=syn)
        return r.a.node((), (), lambda e: b.sigma(e, which), t, syn=syn)

    return make


def spectral_radius(r: Reader, t: Term, syn: Syn) -> Term:
    """Return the largest absolute value of an eigenvalue, by the extreme ones."""

    def make(e: Expr) -> Expr:
        return b.extreme("max", b.eig(e, "max"), b.neg(b.eig(e, "min")))

    if r.a.is_scalar(t):
        hint = r"of a number it is no spectral radius; declare it, \rho : \mathbb{R} \to \mathbb{R}"
        raise NameProblem("rho is not declared", r.at(syn), hint)
    r.note("\\rho(.) is the spectral radius, since it is not declared")
    return r.a.node((), (), make, r.a.square("the spectral radius", t), syn=syn)


__all__ = ["spectral", "spectral_radius"]
