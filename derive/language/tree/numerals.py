"""Rational numbers that a text writes out."""

from __future__ import annotations

from derive.fraction import Fraction
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn


def written_number(syn: Syn) -> Fraction | None:
    r"""Return the rational number that is written out (``2``, ``-1``, ``\tfrac{1}{2}``), None for anything else."""
    syn = bare(syn)
    if syn.kind == "num":
        try:
            return Fraction(syn.value)
        except ValueError:
            return None
    if syn.kind == "add" and len(syn.children) == 1:
        value = written_number(syn.children[0])
        return value if value is None or syn.value == "+" else -value
    if syn.kind == "frac":
        top, bottom = map(written_number, syn.children)
        return None if top is None or not bottom else top / bottom
    return None


def literal(syn: Syn) -> int | None:
    """Return the integer that an exponent is."""
    syn = bare(syn)
    if syn.kind == "num" and syn.value.isdigit() and len(syn.value) <= 4:
        return int(syn.value)
    if syn.kind == "add" and len(syn.children) == 1:
        inner = literal(syn.children[0])
        return -inner if inner is not None and syn.value == "-" else inner
    return None


def is_transposed_one(syn: Syn) -> bool:
    r"""Return whether a tree is ``1^\top``, a row of ones."""
    base = bare(syn.children[0]) if syn.kind == "script" else syn
    return syn.kind == "script" and (base.kind, base.value) == ("num", "1") and bare(syn.children[2]).kind == "top"


__all__ = ["is_transposed_one", "literal", "written_number"]
