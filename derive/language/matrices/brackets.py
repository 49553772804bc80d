r"""Subscripts behind brackets that choose nothing: ``[x]_+``, ``(x)_-``, ``\langle x, y \rangle_A``, ``[f(x)]_{x=2}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import bare, is_empty, word
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_SIGNS = {"+": "positive", "-": "negative"}


def part(r: Reader, term: Term, sign: str, syn: Syn) -> Term:
    """Return ``[x]_+``, the larger of x and zero entry by entry, or ``[x]_-``, that of -x.

    Raises:
        NotSupported: The sign stands behind a name.
    """
    base = syn.children[0] if syn.kind == "script" else syn
    if base.kind != "group" or base.value not in ("(", "[", "{"):
        raise NotSupported(
            f"the subscript {sign} of a name",
            r.at(syn),
            f"declare the name, or write [x]_{sign} for the {_SIGNS[sign]} part",
        )
    r.note(f"[.]_{sign} is the {_SIGNS[sign]} part, \\max({'' if sign == '+' else '-'}x, 0), entry by entry")

    def make(e: Expr) -> Expr:
        return b.map_("relu", e if sign == "+" else b.neg(e))

    return r.a.elementwise(make, term, syn)


def inner_product(r: Reader, group: Syn, sub: Syn, syn: Syn) -> Term:
    r"""Return ``\langle x, y \rangle_A``, ``x^\top A y`` of columns with a declared square matrix, or that of Frobenius.

    Raises:
        NotSupported: The subscript is neither.
    """
    if word(sub) in ("F", "2", "Fro", "fro"):
        return r.read(group)
    found = r.find(bare(sub)) if bare(sub).kind in ("name", "script", "prime") else None
    inner = group.children[0]
    weight = r.read(sub) if found is not None and isinstance(found[0], Symbol) and is_empty(found[1]) else None
    if weight is None or r.a.is_scalar(weight) or inner.kind != "list" or len(inner.children) != 2:
        raise NotSupported(
            f"the inner product with the subscript {latex_of(sub)}",
            r.at(syn),
            "write x^\\top A y for that of a matrix, \\langle x, y \\rangle for the usual one",
        )
    left, right = (r.read(c) for c in inner.children)
    r.a.agree("cannot take the inner product", left, right)
    if not r.u.is_one(left.cols):
        raise NotSupported(
            "an inner product with a weight, of matrices", r.at(syn), "write \\operatorname{tr}(X^\\top A Y)"
        )
    r.note(f"\\langle x, y \\rangle_{{{latex_of(sub)}}} is x^\\top {latex_of(sub)} y")
    return r.a.chain([r.a.transpose(left), r.a.square("a weight", weight), right], syn)


def check_number(r: Reader, term: Term, sub: Syn, sup: Syn, syn: Syn) -> None:
    r"""Refuse a subscript behind a bracket around a number, unless it is an index, which a number has not.

    Raises:
        NotSupported: It is one, as in ``[f(x)]_{x=2}``, ``[F(x)]_a^b``, ``(\frac{\partial f}{\partial x})_y``.
    """
    base = syn.children[0] if syn.kind == "script" else syn
    inner = bare(sub)
    signed = inner.kind == "name" and inner.value in (":+", ":-")
    if signed or base.kind != "group" or base.value not in ("(", "[") or not r.a.is_scalar(term):
        return
    evaluated = inner.kind == "relation"
    between = not evaluated and base.value == "[" and not is_empty(sup)
    if not (evaluated or between) and (r.indices.is_index(inner) or inner.kind in ("num", "list", "group")):
        return
    hint = (
        "write \\left. f(x) \\right|_{x = 2} for the value at a point"
        if evaluated
        else "write f(b) - f(a) for the difference of two values"
        if between
        else "write out what it says; a number has no entries"
    )
    raise NotSupported(f"the subscript {latex_of(sub)} behind a number in brackets", r.at(syn), hint)


__all__ = ["check_number", "inner_product", "part"]
