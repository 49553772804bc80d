r"""Divergences of normal distributions in closed form: ``\mathrm{KL}(\mathcal{N}(\mu, \Sigma) \| \mathcal{N}(0, I))``.

Source: Bishop, Pattern Recognition and Machine Learning, 1.6.1 and exercise 2.13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import ShapeProblem
from derive.fraction import Fraction
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import Key, base_key, bracket, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

NORMAL = (Key("cal", "N"), Key("scr", "N"))


def divergence_of_normals(r: Reader, left: Syn, right: Syn, syn: Syn) -> Term | None:
    r"""Return the divergence of two normal distributions; None if one side is no ``\mathcal{N}(\mu, \Sigma)``.

    Raises:
        ShapeProblem: The means and the covariance matrices do not fit.
    """
    sides = [_parameters(r, side) for side in (left, right)]
    if sides[0] is None or sides[1] is None:
        return None
    (mean, cov), (other_mean, other_cov) = sides
    r.a.square("a covariance matrix", cov)
    r.a.agree("cannot compare the covariance matrices", cov, other_cov)
    means = [r.a.zeros(cov.rows, (), m.syn) if m.zero and not r.a.is_scalar(cov) else m for m in (mean, other_mean)]
    for m in means:
        if r.u.clash(m.rows, cov.rows) or not (r.u.unify(m.rows, cov.rows) and r.u.unify(m.cols, ())):
            raise ShapeProblem(
                f"the mean {latex_of(m.syn)} is {r.a.shape(m)} and the covariance {latex_of(cov.syn)} is {r.a.shape(cov)}"
                "; a variance of all entries is written \\sigma^2 I",
                r.at(syn),
            )
    r.note(r"\mathcal{N}(\mu, \Sigma) has the mean \mu and the covariance (the variance) \Sigma")
    if r.a.is_scalar(cov):
        return r.a.node((), (), _of_numbers, *means, cov, other_cov, syn=syn)
    return r.a.node((), (), _of_vectors, *means, cov, other_cov, syn=syn)


def _parameters(r: Reader, side: Syn) -> tuple[Term, Term] | None:
    parts = side.children if side.kind == "juxt" else ()
    inner = bracket(parts[1]) if len(parts) == 2 else None
    if inner is None or len(inner[0]) != 2 or not (is_empty(inner[1]) and is_empty(inner[2])):
        return None
    if base_key(parts[0]) not in NORMAL or r.find(parts[0]) is not None:
        return None
    mean, cov = map(r.read, inner[0])
    return mean, cov


def _of_vectors(mean: Expr, other_mean: Expr, cov: Expr, other_cov: Expr) -> Expr:
    apart, precision = b.sub(other_mean, mean), b.inv(other_cov)
    length = b.reshape(b.matmuls(b.transpose(apart), precision, apart), b.SCALAR)
    count = b.neg(b.size(mean.shape.totals[0]))
    volumes = b.sub(b.map_("log", b.det(other_cov)), b.map_("log", b.det(cov)))
    return b.scale(b.const(Fraction(1, 2)), b.add(b.trace(b.matmul(precision, cov)), length, count, volumes))


def _of_numbers(mean: Expr, other_mean: Expr, cov: Expr, other_cov: Expr) -> Expr:
    square = b.hpow(b.sub(other_mean, mean), b.const(2))
    volumes = b.sub(b.map_("log", other_cov), b.map_("log", cov))
    return b.scale(b.const(Fraction(1, 2)), b.add(b.div(b.add(cov, square), other_cov), b.const(-1), volumes))


__all__ = ["divergence_of_normals"]
