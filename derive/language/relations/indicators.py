"""Indicators of comparisons, ``1_{x > 0}``: one where the comparison holds, zero elsewhere, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NotSupported
from derive.language.relations.coverage import OPPOSITE, comparisons
from derive.language.terms.terms import Term
from derive.language.tree.names import base_key
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def condition_of(syn: Syn) -> Syn | None:
    """Return the relation inside ``1_{X > 0}`` or ``1\\{X > 0\\}``; a list ``1\\{x > 0, y > 0\\}`` is one of all its members."""
    while syn.kind == "group" and len(syn.children) == 1:
        syn = syn.children[0]
    if syn.kind == "list" and syn.value == "," and all(part.kind == "relation" for part in syn.children):
        return Syn("relation", " ".join(["and"] * (len(syn.children) - 1)), syn.children, syn.span)
    return syn if syn.kind == "relation" else None


def indicator(r: Reader, relation: Syn, syn: Syn, *, whole: bool = False) -> Term:
    """Return the entrywise indicator of a comparison; ``whole`` takes an equation of matrices as one of all entries."""
    links = comparisons(relation)
    if len(links) > 1:
        return _all_of(r, [indicator(r, link, link, whole=whole) for link in links], syn)
    relation = links[0]
    if relation.value not in OPPOSITE:
        raise NotSupported(
            f"an indicator of {relation.value}",
            r.at(relation),
            "write one comparison, a chain such as -1 \\le x \\le 1, or several joined by \\land",
        )
    left, right = (_free_index(r, c) or condition_side(r, c) for c in relation.children)
    op = relation.value
    if r.a.is_scalar(left) and not r.a.is_scalar(right):
        left, right = right, left
        op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
    if right.zero:
        right = r.a.like(right, left)
    if not r.a.is_scalar(right):
        r.a.agree("cannot compare", left, right)
    if whole and op in ("=", "!=") and not r.a.is_scalar(left) and not r.a.is_scalar(right):
        r.note(f"{'=' if op == '=' else '!='} of matrices in a case speaks of all entries together")
        return r.a.node(
            (), (), lambda x, y: b.indicator(op, b.norm(b.sub(x, y), "max"), b.const(0)), left, right, syn=syn
        )
    return r.a.node(left.rows, left.cols, lambda x, y: b.indicator(op, x, y), left, right, syn=syn)


def _all_of(r: Reader, tests: Sequence[Term], syn: Syn) -> Term:
    """Return the indicator of a conjunction: the product of the indicators."""
    first, *others = tests
    for other in others:
        small, large = (first, other) if r.a.is_scalar(first) else (other, first)
        first = r.a.scale(small, large, syn) if r.a.is_scalar(small) else r.a.hadamard(first, other, syn)
    return first


def _free_index(r: Reader, syn: Syn) -> Term | None:
    r"""Return the value of an undeclared letter that the statement has as an index: the i of ``1_{i = j} x_i``."""
    key = base_key(syn) if syn.kind == "name" else None
    if key is None or r.statement is None or r.find(syn) is not None or not r.indices.is_index(syn):
        return None
    subscripts = (node.children[1] for _, node in r.statement.walk() if node.kind == "script")
    used = any(base_key(part) == key for sub in subscripts if condition_of(sub) is None for _, part in sub.walk())
    return r.a.known(b.size(r.indices.name(syn)), syn) if used else None


def condition_side(r: Reader, syn: Syn) -> Term:
    """Read one side of a comparison, where a free index may stand alone (``i = j``)."""
    key = base_key(syn)
    if key is not None and key.plain in r.indices.free and r.find(syn) is None:
        return r.a.known(b.size(r.indices.name(syn)), syn)
    return r.read(syn)


__all__ = ["condition_of", "condition_side", "indicator"]
