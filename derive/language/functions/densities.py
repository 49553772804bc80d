r"""Densities of normal distributions, ``\mathcal{N}(x; \mu, \Sigma)`` and ``\mathcal{N}(x \mid \mu, \Sigma)``.

Source: Bishop, Pattern Recognition and Machine Learning, 2.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import ShapeProblem
from derive.fraction import Fraction
from derive.language.functions.gaussians import NORMAL
from derive.language.matrices import scripts
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import bare, base_key, bracket
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

HALF = Fraction(1, 2)


def density(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    r"""Read ``\mathcal{N}(x; \mu, \Sigma)`` and the scripts behind it; None where none begins.

    Raises:
        ShapeProblem: The point, the mean and the covariance do not fit.
    """
    inner = bracket(children[at + 1]) if at + 1 < len(children) else None
    if inner is None or base_key(children[at]) not in NORMAL or r.find(children[at]) is not None:
        return None
    group = bare(children[at + 1])
    parts = _parts(group if group.kind == "group" else group.children[0])
    if parts is None:
        return None
    term = _density(r, *parts, children[at])
    return scripts.apply(r, term, inner[1], inner[2], children[at + 1]), at + 2


def _parts(group: Syn) -> tuple[Syn, Syn, Syn] | None:
    """The point, the mean and the covariance in the brackets of a density."""
    content = bare(group.children[0]) if group.kind == "group" and len(group.children) == 1 else group
    if (content.kind, content.value) not in (("list", ";"), ("infix", "mid")) or len(content.children) != 2:
        return None
    point, rest = content.children
    if (rest.kind, rest.value) != ("list", ",") or len(rest.children) != 2:
        return None
    return point, rest.children[0], rest.children[1]


def _density(r: Reader, point: Syn, mean: Syn, covariance: Syn, syn: Syn) -> Term:
    x, m, cov = map(r.read, (point, mean, covariance))
    m = r.a.zeros(x.rows, x.cols, m.syn) if m.zero and not r.a.is_scalar(x) else m
    r.a.agree("a normal density is taken at a point of the shape of its mean", x, m)
    if not (r.u.unify(x.cols, ()) and r.u.unify(cov.rows, x.rows) and r.u.unify(cov.cols, x.rows)):
        raise ShapeProblem(
            f"the point {latex_of(point)} is {r.a.shape(x)} and the covariance {latex_of(covariance)} is {r.a.shape(cov)}"
            "; a variance of all entries is written \\sigma^2 I",
            r.at(syn),
        )
    r.note(r"\mathcal{N}(x; \mu, \Sigma) is the density with the mean \mu and the covariance (the variance) \Sigma")
    return r.a.node((), (), _of_numbers if r.a.is_scalar(x) else _of_vectors, x, m, cov, syn=syn)


def _of_vectors(x: Expr, mean: Expr, cov: Expr) -> Expr:
    """``(2 pi)^(-n / 2) det(S)^(-1/2) exp(-1/2 (x - m)^T S^-1 (x - m))``."""
    apart = b.sub(x, mean)
    square = b.reshape(b.matmuls(b.transpose(apart), b.inv(cov), apart), b.SCALAR)
    circle = b.hpow(_two_pi(), b.scale(b.const(-HALF), b.size(x.shape.totals[0])))
    volume = b.hpow(b.det(cov), b.const(-HALF))
    return b.scale(circle, b.scale(volume, b.map_("exp", b.scale(b.const(-HALF), square))))


def _of_numbers(x: Expr, mean: Expr, variance: Expr) -> Expr:
    square = b.div(b.hpow(b.sub(x, mean), b.const(2)), variance)
    factor = b.hpow(b.scale(_two_pi(), variance), b.const(-HALF))
    return b.scale(factor, b.map_("exp", b.scale(b.const(-HALF), square)))


def _two_pi() -> Expr:
    return b.scale(b.const(2), b.real("pi"))


__all__ = ["density"]
