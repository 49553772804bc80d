r"""Products and sums with a second meaning: ``x \cdot y\, z``, ``x \times y``, ``[A, B]``, ``A * B`` and ``A \oplus B``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NotSupported
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import COMMUTATOR, ENTRY_BY_ENTRY, NEAREST_DOT
from derive.language.terms.terms import Term
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


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
    """Return ``[A, B]`` of two square matrices as ``AB - BA``, if asked for: side by side they may have a type, too."""
    pair = [r.read(child) for child in inner.children]
    totals = {total for t in pair for total in (r.u.total(t.rows), r.u.total(t.cols))}
    if len(totals) != 1 or totals & {None, Size.of(1)} or not r.chooses(COMMUTATOR):
        return None
    x, y = pair
    return r.a.add([r.a.chain([x, y]), r.a.negate(r.a.chain([y, x]))], inner)


def starred(r: Reader, left: Sequence[Term], right: Sequence[Term], syn: Syn) -> Term:
    r"""Return the product with a star between the factors where one side is a number: ``2 * x``, ``x^\top x * a``.

    Raises:
        NotSupported: Neither is: a convolution to some, a product to others; or both sides are functions.
    """
    near = (left[-1], right[0])
    alike = not any(r.a.is_scalar(t) for t in near) and not (
        r.u.clash(near[0].rows, near[1].rows) or r.u.clash(near[0].cols, near[1].cols)
    )
    if not alike and not any(_is_bare_function(r, side) for side in syn.children):
        first, second = r.a.chain(left, syn.children[0]), r.a.chain(right, syn.children[1])
        if r.a.is_scalar(first) or r.a.is_scalar(second):
            return r.a.chain([first, second], syn)
    raise NotSupported(
        "a star between vectors, matrices or functions, which is a convolution to some and a product to others",
        r.at(syn),
        "write \\odot for the product entry by entry, \\cdot or nothing for the matrix product, a convolution as a sum",
    )


def _is_bare_function(r: Reader, side: Syn) -> bool:
    found = r.find(side) if side.kind in ("name", "script", "prime") else None
    return found is not None and isinstance(found[0], Symbol) and bool(found[0].params)


@about("colon", "name :bullet", untouched=nothing)
def contracted(r: Reader, whole: Syn) -> Term | None:
    r"""Return ``A : B`` and ``A \bullet B`` of two matrices, ``\operatorname{tr}(A^\top B)``; None where no such sign stands.

    The colon is that of mechanics (Gurtin, An Introduction to Continuum Mechanics, section 1), the bullet that of
    semidefinite programs (Vandenberghe and Boyd, Semidefinite Programming, 1996), and to some the product entry by entry.

    Raises:
        NotSupported: A side is no matrix.
    """
    children = whole.children
    places = [k for k, node in enumerate(children) if node.kind == "colon" or _is_bullet(r, node)]
    if len(places) != 1 or not 0 < places[0] < len(children) - 1:
        return None
    at = places[0]
    left, right = (r.a.chain(r.factors(side)) for side in (children[:at], children[at + 1 :]))
    sign = ":" if children[at].kind == "colon" else "\\bullet"
    if any(r.u.is_one(d) for t in (left, right) for d in (t.rows, t.cols)):
        raise NotSupported(
            f"{sign} between anything but two matrices", r.at(children[at]), "write x^\\top y for vectors"
        )
    if sign != ":" and r.chooses(ENTRY_BY_ENTRY):
        r.note("A \\bullet B is the product entry by entry")
        return r.a.hadamard(left, right, whole)
    r.a.agree(f"cannot take {sign}", left, right)
    r.note(f"A {sign} B is \\operatorname{{tr}}(A^\\top B), the sum of the products of the entries")
    return r.a.node((), (), lambda x, y: b.trace(b.matmul(b.transpose(x), y)), left, right, syn=whole)


def _is_bullet(r: Reader, node: Syn) -> bool:
    return (node.kind, node.value) == ("name", ":bullet") and r.find(node) is None


def check_direct_sum(r: Reader, syn: Syn) -> None:
    r"""Refuse ``A \oplus B``: the direct sum to some, the Kronecker sum to others, and no sum.

    Raises:
        NotSupported: Always.
    """
    raise NotSupported(
        "\\oplus: a direct sum to some, the Kronecker sum to others",
        r.at(syn),
        "write \\operatorname{blockdiag}(A, B) for the direct sum, \\begin{pmatrix} x \\\\ y \\end{pmatrix} for that of columns, "
        "A \\otimes I_n + I_m \\otimes B for the Kronecker sum, + for the sum",
    )


__all__ = ["check_direct_sum", "commutator", "contracted", "multiplied", "starred"]
