r"""Products of matrices over an index, ``\prod_{l=1}^3 W_l``: written out where the range is fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.indices import letters_outside
from derive.language.names import base_key, is_empty
from derive.language.readings import LAST_FIRST
from derive.language.syntax import Syn
from derive.language.terms import Term

if TYPE_CHECKING:
    from derive.language.expressions import Reader

LONGEST = 12


def matrix_product(r: Reader, syn: Syn) -> Term | None:
    r"""Read ``\prod_{l=1}^3 W_l`` of square matrices as ``W_1 W_2 W_3``; None where what it is taken of is no square matrix.

    Raises:
        NotSupported: The range is not fixed.
    """
    sub, sup, body = syn.children
    letter, low, high = _range(sub, sup)
    places = [] if letter is None else [_with_value(body, letter, k) for k in range(low, high + 1)]
    if letter is None or not places:
        return _of_any_length(r, syn)
    if len(places) > LONGEST:
        raise _unknown_length(r, syn)
    terms = [r.read(place) for place in places]
    if any(r.a.is_scalar(t) or r.u.clash(t.rows, t.cols) for t in terms):
        return None
    if letter in letters_outside((body,)) and r.chooses(LAST_FIRST):
        terms.reverse()
    return r.a.chain(terms, syn)


def is_fixed(syn: Syn) -> bool:
    """Return whether the range of a product is stated in numbers."""
    letter, low, high = _range(*syn.children[:2])
    return letter is not None and low <= high < low + LONGEST


def _of_any_length(r: Reader, syn: Syn) -> Term | None:
    """Refuse a product of square matrices over a range that is not fixed; None where it is not taken of such."""
    sub, sup, body = syn.children
    total = r.read(Syn("bigop", "sum", (sub, sup, body), syn.span))
    if r.a.is_scalar(total) or r.u.clash(total.rows, total.cols):
        return None
    raise _unknown_length(r, syn)


def _unknown_length(r: Reader, syn: Syn) -> NotSupported:
    return NotSupported(
        "a product of matrices over a range that is not fixed",
        r.at(syn),
        rf"state it for a small number of factors, as in \prod_{{l=1}}^{{3}} W_l (at most {LONGEST})",
    )


def _range(sub: Syn, sup: Syn) -> tuple[str | None, int, int]:
    """Return the letter and the fixed range of a product, no letter if there is none."""
    if sub.kind != "relation" or sub.value != "=" or is_empty(sup):
        return None, 0, 0
    key, ends = base_key(sub.children[0]), (sub.children[1], sup)
    if key is None or any(end.kind != "num" or not end.value.isdigit() or len(end.value) > 3 for end in ends):
        return None, 0, 0
    return key.plain, int(ends[0].value), int(ends[1].value)


def _with_value(syn: Syn, letter: str, value: int) -> Syn:
    """Write a number for an index, but where an operator inside binds the same letter anew."""
    key = base_key(syn) if syn.kind == "name" else None
    if key is not None and key.style == "" and key.plain == letter:
        return Syn("num", str(value), (), syn.span)
    if syn.kind == "bigop" and letter in {k.plain for _, n in syn.children[0].walk() if (k := base_key(n)) is not None}:
        return syn
    return Syn(syn.kind, syn.value, tuple(_with_value(c, letter, value) for c in syn.children), syn.span)


__all__ = ["is_fixed", "matrix_product"]
