r"""The Kullback-Leibler divergence ``\mathrm{KL}(p \| q)`` and ``D_{\mathrm{KL}}(p \,\|\, q)`` of two vectors.

Source: Cover and Thomas, Elements of Information Theory, 2.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported, ShapeProblem
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)


def divergence(r: Reader, left: Term, right: Term, syn: Syn) -> Term:
    """Return ``sum_i p_i log(p_i / q_i)``.

    Raises:
        ShapeProblem: They are no two vectors of one length.
        NotSupported: They are matrices: of transport plans all entries are added up, of stochastic matrices each row is a distribution.
    """
    r.a.agree("cannot compare", left, right)
    if not any(r.u.is_one(d) for d in (left.rows, left.cols)):
        raise NotSupported(
            "the divergence of matrices, over all entries or of each row",
            r.at(syn),
            r"write the sum \sum_{i,j} P_{ij} \log \frac{P_{ij}}{Q_{ij}}",
        )
    if r.a.is_scalar(left) or not (r.u.is_one(left.rows) or r.u.is_one(left.cols)):
        raise ShapeProblem(
            f"the divergence of {latex_of(left.syn)}, which is {r.a.shape(left)}, and no vector", r.at(syn)
        )
    r.note("\\mathrm{KL}(p \\| q) is \\sum_i p_i \\log \\frac{p_i}{q_i}")

    def make(p: Expr, q: Expr) -> Expr:
        p, q = (b.transpose(e) if e.shape.totals[1] != ONE else e for e in (p, q))
        name = b.fresh("i")
        first, second = (b.entry(e, Size.of(name), ONE) for e in (p, q))
        return b.sum_(name, ONE, p.shape.totals[0], b.scale(first, b.map_("log", b.div(first, second))))

    return r.a.node((), (), make, left, right, syn=syn)


__all__ = ["divergence"]
