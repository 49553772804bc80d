r"""The marks with which derivatives are written: ``d``, ``\partial``, and fractions of them, on the tree alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.language.terms.readings import DIFFERENTIALS
from derive.language.tree.names import Key, bare, is_empty
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


MARKS = ("partial partial", "partial d", "name :d", "name rm:d")
"""How a mark is written: what has none of these speaks of no differential."""


def written_mark(syn: Syn) -> tuple[str, int] | None:
    r"""Return (``partial`` or ``d``, order) if a node is written as a differentiation mark, whatever is declared."""
    order = 1
    if syn.kind == "script" and is_empty(syn.children[1]):
        power = literal(syn.children[2])
        if power is None or not 1 <= power <= 6:
            return None
        order, syn = power, bare(syn.children[0])
    if syn.kind == "partial" and syn.value in ("partial", "d") and not syn.children:
        return syn.value, order
    return ("d", order) if syn.kind == "name" and syn.value in (":d", "rm:d") else None


def is_differentiation(syn: Syn) -> bool:
    r"""Whether a fraction is written like ``\frac{\partial f}{\partial x}``, whatever is declared."""
    first, below = marker_first(bare(syn.children[0])), bare(syn.children[1])
    marks = (node.children[0] if node.kind == "juxt" else node for node in (first, below))
    return all(written_mark(mark) is not None for mark in marks)


def marker(r: Reader, syn: Syn) -> tuple[str, int] | None:
    r"""Return (``partial`` or ``d``, order) if a node is a differentiation mark and no declared d."""
    mark = written_mark(syn)
    return mark if mark is not None and (not is_declared_mark(r, syn) or DIFFERENTIALS in r.tight) else None


def is_declared_mark(r: Reader, syn: Syn) -> bool:
    """Whether a mark is written with a letter d that is declared."""
    syn = bare(syn.children[0]) if syn.kind == "script" else syn
    return syn.kind == "name" and r.scope.find(Key("", "d")) is not None


def fraction_mark(syn: Syn) -> str | None:
    """The sign with which a fraction is written as a derivative."""
    first = marker_first(bare(syn.children[0]))
    mark = written_mark(first.children[0] if first.kind == "juxt" else first)
    return None if mark is None else mark[0]


def marker_first(top: Syn) -> Syn:
    r"""In \frac{\partial A \otimes B}{...} the mark governs all of the numerator, not only A."""
    path: list[Syn] = []
    node = top
    while node.kind in ("infix", "add") and node.children:
        path.append(node)
        node = node.children[0]
    if not path or node.kind != "juxt" or written_mark(node.children[0]) is None:
        return top
    mark, *others = node.children
    if not others:
        return top
    rest = others[0] if len(others) == 1 else Syn("juxt", "", tuple(others), (others[0].span[0], others[-1].span[1]))
    for parent in reversed(path):
        rest = Syn(parent.kind, parent.value, (rest, *parent.children[1:]), (rest.span[0], parent.span[1]))
    return Syn("juxt", "", (mark, rest), top.span)


__all__ = [
    "MARKS",
    "fraction_mark",
    "is_declared_mark",
    "is_differentiation",
    "marker",
    "marker_first",
    "written_mark",
]
