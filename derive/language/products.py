r"""Products with a second meaning: ``x \cdot y\, z``, ``x \times y`` and ``[A, B]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.readings import COMMUTATOR, NEAREST_DOT
from derive.language.syntax import Syn
from derive.language.terms import Term
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.expressions import Reader


def multiplied(r: Reader, op: str, left: Sequence[Term], right: Sequence[Term], syn: Syn) -> Term:
    r"""Multiply factors with a dot or a cross between them that is no inner product of all of them.

    Raises:
        NotSupported: The cross of two columns, a cross product.
    """
    columns = [t for t in (left[-1], right[0]) if r.u.is_one(t.cols) and not r.u.is_one(t.rows)]
    if op == "times" and len(columns) == 2:
        raise NotSupported("the cross product", r.at(syn), "write its entries")
    if op == "cdot" and len(columns) == 2 and len(left) + len(right) > 2:
        near = r.a.dot(left[-1:], right[:1], syn) if r.chooses(NEAREST_DOT, plausible=False) else None
        if near is not None:
            return r.a.chain([*left[:-1], near, *right[1:]], syn)
    return r.a.chain([*left, *right], syn)


def commutator(r: Reader, inner: Syn) -> Term | None:
    """Return ``[A, B]`` of two square matrices as ``AB - BA``, where two matrices side by side have no type."""
    pair = [r.read(child) for child in inner.children]
    totals = {total for t in pair for total in (r.u.total(t.rows), r.u.total(t.cols))}
    if len(totals) != 1 or totals & {None, Size.of(1)} or not r.chooses(COMMUTATOR, plausible=False):
        return None
    x, y = pair
    return r.a.add([r.a.chain([x, y]), r.a.negate(r.a.chain([y, x]))], inner)


__all__ = ["commutator", "multiplied"]
