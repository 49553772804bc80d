r"""Cosines of the angle between two vectors: ``\cos \angle(x, y)``, ``\cos(\angle(x, y))`` and ``\cos(x, y)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NotSupported
from derive.language.terms.terms import Term
from derive.language.tree.names import base_key, bracket, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def cosine(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    r"""Return ``\frac{x^\top y}{\|x\|_2 \|y\|_2}`` for the cosine of an angle, and where it ends; None for other cosines.

    Raises:
        NotSupported: The angle is not one between two columns.
    """
    behind = children[at + 1 :]
    if behind and _is_angle(behind[0]) and len(behind) > 1:
        between, end = bracket(behind[1]), at + 3
    else:
        between, end = (bracket(behind[0]) if behind else None), at + 2
        inner = between[0][0] if between is not None and len(between[0]) == 1 else None
        if inner is not None:
            angled = inner.kind == "juxt" and len(inner.children) == 2 and _is_angle(inner.children[0])
            outer, between = between, bracket(inner.children[1]) if angled else None
            if outer is not None and not (is_empty(outer[1]) and is_empty(outer[2])):
                return None
    if between is None or len(between[0]) != 2 or not (is_empty(between[1]) and is_empty(between[2])):
        return None
    x, y = (r.read(side) for side in between[0])
    whole = Syn("juxt", "", tuple(children[at:end]), (children[at].span[0], children[end - 1].span[1]))
    if any(r.a.is_scalar(t) or not r.u.is_one(t.cols) for t in (x, y)):
        raise NotSupported(
            "the angle between anything but two columns", r.at(children[at]), "write \\cos(t) of a number t"
        )
    r.a.agree("there is no angle", x, y)
    r.note("\\cos of two vectors is that of the angle between them, x^\\top y / (\\|x\\|_2 \\|y\\|_2)")

    def make(u: b.Expr, v: b.Expr) -> b.Expr:
        lengths = b.scale(b.norm(u, "2"), b.norm(v, "2"))
        return b.div(b.matmul(b.transpose(u), v), lengths)

    return r.a.node((), (), make, x, y, syn=whole), end


def _is_angle(node: Syn) -> bool:
    key = base_key(node)
    return key is not None and key.plain == "angle" and node.kind == "function"


__all__ = ["cosine"]
