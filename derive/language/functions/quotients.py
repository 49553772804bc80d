r"""Quotients with a vector or a matrix below: ``\frac{1}{x}``, ``\frac{a}{b}``, ``\frac{m}{\sqrt{v} + \epsilon}``, ``a \oslash b``.

Between two columns, two rows or two matrices of one shape that is not square the quotient of the entries is the only one
that there is, so it is read where nothing else has a type, and said in the echo. A quotient of square matrices may be
a product with the inverse. The sign ``\oslash`` says that entries are divided, whatever the shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NotSupported
from derive.language.terms.readings import ENTRYWISE
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)


def quotient(r: Reader, syn: Syn) -> Term:
    """Read a quotient of two operands.

    Raises:
        ShapeProblem: The denominator is no scalar, and there is no quotient of the entries.
        NotSupported: A quotient of two square matrices.
    """
    top, bottom = r.read(syn.children[0]), _below(r, syn.children[1])
    _check_square(r, top, bottom, syn)
    if _has_entries(r, top, bottom, syn.children[0]) and r.chooses(ENTRYWISE, plausible=False):
        below = "a vector" if is_vector(r, bottom) else "a matrix"
        r.note(f"a quotient with {below} below is taken entry by entry")
        return _divided(r, top, bottom, syn)
    return r.a.divide(top, bottom, syn)


def entry_by_entry(r: Reader, top: Term, bottom: Term, syn: Syn) -> Term:
    r"""Return ``a \oslash b``.

    Raises:
        ShapeProblem: The operands have two shapes, and none is a number above.
    """
    if r.a.is_scalar(bottom):
        return r.a.divide(top, bottom, syn)
    if not r.a.is_scalar(top):
        r.a.agree("cannot take the entrywise quotient", top, bottom)
    return _divided(r, top, bottom, syn)


def is_below(r: Reader, whole: Syn) -> bool:
    """Return whether a sum stands below a quotient, itself, as a term of one that does, or under a root there."""
    return any(whole is node for row in r.below for node in row)


def sums(syn: Syn) -> Iterator[Syn]:
    r"""Yield the sums of a denominator whose value is one of each entry: ``\sqrt{v} + \epsilon``, ``\sqrt{v + \epsilon}``."""
    syn = bare(syn)
    if syn.kind == "sqrt":
        yield from sums(syn.children[0])
    elif syn.kind == "add":
        yield syn
        for child in syn.children:
            yield from sums(child)


def _below(r: Reader, syn: Syn) -> Term:
    """Read a denominator, whose sums may be such of every entry."""
    r.below.append(list(sums(syn)))
    try:
        return r.read(syn)
    finally:
        r.below.pop()


def _divided(r: Reader, top: Term, bottom: Term, syn: Syn) -> Term:
    inverse = r.a.elementwise(lambda e: b.hpow(e, b.const(-1)), bottom, syn)
    return r.a.scale(top, inverse, syn) if r.a.is_scalar(top) else r.a.hadamard(top, inverse, syn)


def _has_entries(r: Reader, top: Term, bottom: Term, written: Syn) -> bool:
    """Whether a quotient is one of a numeral and a vector, or of two vectors or matrices of one shape."""
    if is_numeral(written):
        return is_vector(r, bottom)
    return not (top.zero or bottom.zero) and _same_shape(r, top, bottom) and not may_be_square(r, bottom)


def _same_shape(r: Reader, top: Term, bottom: Term) -> bool:
    shapes = [[r.u.total(d) for d in (t.rows, t.cols)] for t in (top, bottom)]
    return None not in shapes[0] and shapes[0] == shapes[1]


def _check_square(r: Reader, top: Term, bottom: Term, syn: Syn) -> None:
    if _same_shape(r, top, bottom) and may_be_square(r, bottom) and not r.u.is_one(bottom.rows):
        above, below = (latex_of(child) for child in syn.children)
        raise NotSupported(
            "a quotient of two square matrices, which may be one of their entries or a product with an inverse",
            syn.span[0] if syn.span[0] >= 0 else None,
            rf"write {above} \oslash {below} for the quotient of the entries, {above} {below}^{{-1}} for the product",
        )


def is_numeral(syn: Syn) -> bool:
    """Whether a node is a number that is written out."""
    syn = bare(syn)
    if syn.kind == "frac":
        return all(is_numeral(child) for child in syn.children)
    return syn.kind == "num"


def is_vector(r: Reader, t: Term) -> bool:
    """Whether a term is a column or a row of known length."""
    totals = (r.u.total(t.rows), r.u.total(t.cols))
    return None not in totals and (totals[0] == ONE) != (totals[1] == ONE)


def may_be_square(r: Reader, t: Term) -> bool:
    """Whether a term is a square matrix, or one of unknown shape."""
    totals = (r.u.total(t.rows), r.u.total(t.cols))
    return None in totals or totals[0] == totals[1]
