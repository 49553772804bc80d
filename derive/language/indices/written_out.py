r"""Sums and products over a fixed range, written out term by term: ``\sum_{k=0}^{2} A^{2-k} B x_k`` has its index in an exponent."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from derive.language.terms.terms import Term
from derive.language.tree.names import EMPTY, bare, base_key, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

LONGEST = 12


def fixed_range(sub: Syn, sup: Syn) -> tuple[str | None, int, int]:
    """Return the letter and the fixed range of a sum or product, no letter if there is none."""
    if sub.kind != "relation" or sub.value != "=" or is_empty(sup):
        return None, 0, 0
    key, ends = base_key(sub.children[0]), (sub.children[1], sup)
    if key is None or any(end.kind != "num" or not end.value.isdigit() or len(end.value) > 3 for end in ends):
        return None, 0, 0
    return key.plain, int(ends[0].value), int(ends[1].value)


def ascending(syn: Syn) -> Syn:
    r"""Return ``\prod_{t=T}^{1} A_t``, whose factors are written from the last to the first, as ``(\prod_{t=1}^T A_t^\top)^\top``.

    A range from a size down to a number is no empty one. Sums and products of numbers are the same in either order.
    """
    sub, sup, body = syn.children
    if sub.kind != "relation" or sub.value != "=" or sup.kind != "num" or sup.value not in ("0", "1"):
        return syn
    letter, last = sub.children
    if base_key(letter) is None or not any(node.kind == "name" for _, node in last.walk()):
        return syn
    at = letter.span[0]
    index = Syn(letter.kind, letter.value, letter.children, (at, at) if syn.value == "prod" else letter.span)
    start = Syn("relation", "=", (index, sup), sub.span)
    if syn.value == "sum":
        return Syn("bigop", "sum", (start, last, body), syn.span)
    turned = Syn("bigop", "prod", (start, last, _transposed(body)), syn.span)
    return _transposed(turned)


def _transposed(syn: Syn) -> Syn:
    return Syn("script", "", (Syn("group", "(", (syn,), syn.span), EMPTY, Syn("top", "", (), syn.span)), syn.span)


def is_fixed(syn: Syn) -> bool:
    """Return whether the range of a sum or product is stated in numbers."""
    letter, low, high = fixed_range(*syn.children[:2])
    return letter is not None and low <= high < low + LONGEST


def sum_of_powers(r: Reader, syn: Syn) -> Term | None:
    """Read such a sum; None where its range is not fixed or no exponent speaks of its index."""
    letter, low, high = fixed_range(*syn.children[:2])
    body = syn.children[2]
    if letter is None or not is_fixed(syn) or not _in_exponent(body, letter):
        return None
    terms = tuple(with_value(body, letter, k) for k in range(low, high + 1))
    return r.read(terms[0] if len(terms) == 1 else Syn("add", "+" * len(terms), terms, syn.span))


def _in_exponent(body: Syn, letter: str) -> bool:
    return any(node.kind == "script" and _speaks_of(node.children[2], letter) for _, node in body.walk())


def _speaks_of(syn: Syn, letter: str) -> bool:
    return any((key := base_key(node)) is not None and key.plain == letter for _, node in syn.walk())


def with_value(syn: Syn, letter: str, value: int) -> Syn:
    """Write a number for an index, but where an operator inside binds the same letter anew; exponents become single numbers."""
    key = base_key(syn) if syn.kind == "name" else None
    if key is not None and key.style == "" and key.plain == letter:
        return Syn("num", str(value), (), syn.span)
    if syn.kind == "bigop" and _speaks_of(syn.children[0], letter):
        return syn
    children = tuple(with_value(c, letter, value) for c in syn.children)
    if syn.kind == "script" and _speaks_of(syn.children[2], letter):
        is_name = bare(syn.children[2]).kind in ("name", "group")  # W^{(l)} is a name, no power
        number = None if is_name else _integer(syn.children[2], letter, value)
        children = children if number is None else (*children[:2], _written(number, syn))
    return Syn(syn.kind, syn.value, children, syn.span)


def _written(number: int, at: Syn) -> Syn:
    plain = Syn("num", str(abs(number)), (), at.span)
    return plain if number >= 0 else Syn("add", "-", (plain,), at.span)


def _integer(syn: Syn, letter: str, value: int) -> int | None:
    """Return the value of an exponent such as ``2 - k`` or ``2 k``; None if it is something else."""
    syn = bare(syn)
    if syn.kind == "num" and syn.value.isdigit():
        return int(syn.value)
    if syn.kind == "name":
        key = base_key(syn)
        return value if key is not None and (key.style, key.plain) == ("", letter) else None
    if syn.kind == "group" and syn.value == "(" and len(syn.children) == 1:
        return _integer(syn.children[0], letter, value)
    parts = [_integer(child, letter, value) for child in syn.children]
    numbers = [part for part in parts if part is not None]
    if not parts or len(numbers) < len(parts):
        return None
    if syn.kind == "add":
        return sum(n if sign == "+" else -n for sign, n in zip(syn.value, numbers, strict=True))
    names = sum(bare(child).kind == "name" for child in syn.children)
    if (syn.kind == "juxt" and names < 2) or (syn.kind, syn.value) in (("infix", "cdot"), ("infix", "times")):
        return prod(numbers)
    return None


__all__ = ["ascending", "LONGEST", "fixed_range", "is_fixed", "sum_of_powers", "with_value"]
