r"""Signs and other marks in scripts: ``z^{+}``, ``z^{+\top}``, ``U^{*\top}``, ``f^{\prime\top}``, ``A_{+1}``.

In a formula a plus sign in front says nothing; in a script it may be all that tells one name from another, and it is kept
as a sum of one term. A mark in front of a transpose mark is that of the name: ``z^{+\top}`` is ``(z^{+})^\top``.
"""

from __future__ import annotations

from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, false, first, nothing, zero_of

PLUS = Syn("name", ":+")
_TRANSPOSED = frozenset({":T", "rm:T", "sf:T", "tt:T"})
_TOPS = ("top", *(f"name {name}" for name in sorted(_TRANSPOSED)))
_MARKS = frozenset("+ - prime dagger ddagger perp bot bullet circ odot otimes oplus pm mp".split())
"""What a superscript may hold that is no letter and no number."""
_POWERS = frozenset({"circ", "odot", "otimes"})
"""Operators in front of an exponent, which may be called T."""


@about("add +", untouched=false)
def is_plus(syn: Syn) -> bool:
    """Return whether a tree is a plus sign in front of something."""
    return syn.kind == "add" and syn.value == "+" and len(syn.children) == 1


def without_plus(syn: Syn) -> Syn:
    """Return a tree without the plus signs that stand in front of sums: what they stand in is no name."""
    while is_plus(syn):
        syn = syn.children[0]
    if not any(is_plus(node) for _, node in syn.walk()):
        return syn
    return Syn(syn.kind, syn.value, tuple(without_plus(child) for child in syn.children), syn.span)


@about("add +", untouched=first)
def with_signs(script: Syn) -> Syn:
    """Return a script with the plus signs that may be parts of a name, and without the others."""
    brackets = script.kind == "group" and script.value in ("(", "[", "{")
    if is_plus(script) or brackets or script.kind in ("list", "juxt"):
        children = tuple(with_signs(child) for child in script.children)
        return Syn(script.kind, script.value, children, script.span)
    return without_plus(script)


@about(*_TOPS, untouched=first)
def superscript(sup: Syn) -> Syn:
    r"""Return a superscript whose transpose mark is told from a letter, and marks in front of it from signs and operators.

    A lone T, also behind a mark, is the transpose mark; an italic one is remembered. ``-\top`` stays: it is the inverse
    of the transpose, unless the name with a minus is declared.
    """
    top = _top(sup)
    if top is not None:
        return top
    last = _top(sup.children[-1]) if sup.children else None
    if last is None:
        return sup
    if sup.kind == "add" and sup.value == "-":
        return Syn("add", "-", (last,), sup.span)
    if is_plus(sup):
        return _marked(Syn("name", ":+", (), sup.span), last, sup)
    if sup.kind == "infix" and sup.children[0].kind == "empty" and (last.value == "" or sup.value not in _POWERS):
        mark = Syn("star", "", (), sup.span) if sup.value == "ast" else Syn("name", f":{sup.value}", (), sup.span)
        return _marked(mark, last, sup)
    if sup.kind in ("juxt", "list") and all(_is_mark(part) for part in sup.children[:-1]):
        return Syn(sup.kind, sup.value, (*sup.children[:-1], last), sup.span)
    return sup


def _marked(mark: Syn, top: Syn, sup: Syn) -> Syn:
    return Syn("juxt", "", (mark, top), sup.span)


def _top(node: Syn) -> Syn | None:
    if node.kind == "name" and node.value in _TRANSPOSED:
        return Syn("top", "T" if node.value == ":T" else "", (), node.span)
    return node if node.kind == "top" else None


def _is_mark(node: Syn) -> bool:
    return node.kind == "star" or (node.kind == "name" and node.value.removeprefix(":") in _MARKS)


@about("name :prime", untouched=zero_of)
def leading_primes(sup: Syn) -> tuple[int, Syn]:
    r"""Split the superscript of ``f^{\prime\top}`` into the number of primes and what stands behind them."""
    parts = sup.children if sup.kind in ("juxt", "list") else ()
    count = next((k for k, part in enumerate(parts) if (part.kind, part.value) != ("name", ":prime")), 0)
    if not count:
        return 0, sup
    rest = parts[count:]
    return count, rest[0] if len(rest) == 1 else Syn(sup.kind, sup.value, rest, sup.span)


def computes(node: Syn) -> bool:
    r"""Return whether the superscript of a symbol is a power or a transpose mark, and no label: ``x^2``, ``A^{-1}``, ``A^\top``, ``x^k``.

    A prime behind it and an accent over it are those of the value, not of the symbol: ``\overline{x^2}`` is no ``\bar{x}^2``.
    """
    while node.kind == "group" and node.value == "{":
        node = node.children[0]
    return node.kind == "script" and (_computes(node.children[2]) or computes(node.children[0]))


def _computes(sup: Syn) -> bool:
    if sup.kind == "name":
        letter = sup.value.removeprefix(":")
        return letter not in _MARKS and ":" not in letter and letter.islower()
    in_brackets = sup.kind == "group" and sup.value in ("(", "[")
    return sup.kind in ("num", "top", "frac") or (not in_brackets and any(map(_computes, sup.children)))


@about(*_TOPS, untouched=nothing)
def label_and_mark(sup: Syn) -> tuple[Syn, Syn] | None:
    r"""Split ``(2)\top``, ``+\top``, ``(2),T`` or ``-\top`` into what may be part of a name and the transpose mark."""
    if sup.kind == "add" and len(sup.children) == 1:
        (inner,) = sup.children
        if inner.kind == "top":
            return Syn("name", f":{sup.value}", (), sup.span), inner
        found = label_and_mark(inner)
        return None if found is None else (Syn("add", sup.value, (found[0],), sup.span), found[1])
    if sup.kind not in ("juxt", "list") or len(sup.children) < 2:
        return None
    *label, last = sup.children
    mark = _top(last)
    if mark is None or any(node.kind == "top" for part in label for _, node in part.walk()):
        return None
    return label[0] if len(label) == 1 else Syn(sup.kind, sup.value, tuple(label), sup.span), mark


def is_inverse_transposed(syn: Syn) -> bool:
    r"""Return whether the superscript of a symbol is ``-\top``."""
    sup = syn.children[2] if syn.kind == "script" else syn
    return sup.kind == "add" and sup.value == "-" and sup.children[0].kind == "top"


__all__ = [
    "PLUS", "computes", "is_inverse_transposed", "is_plus", "label_and_mark", "leading_primes", "superscript", "with_signs", "without_plus",
]  # fmt: skip
