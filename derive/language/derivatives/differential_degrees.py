r"""Which degree in differentials the terms of a relation have: ``\mathrm{d}x^2 = 2x\,\mathrm{d}x`` is linear in them.

All terms of a relation between differentials have one degree. Where they do with ``\mathrm{d}x^2`` as the differential of ``x^2`` and
do not with it as the square of ``\mathrm{d}x``, nobody means the square.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from derive.fraction import Fraction
from derive.language.scope.derivative_marks import is_differentiation, marker
from derive.language.tree.names import bare, is_empty
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

Degrees = frozenset[Fraction]
NONE: Degrees = frozenset({Fraction(0)})
UNLIKE = Fraction(1, 7919)
"""The degree of a power whose exponent is no number: like that of nothing else."""
_PRODUCTS = ("juxt", "infix", "group", "style")


def is_of_first_degree(r: Reader, mark: Syn) -> bool:
    """Whether the relation around a mark is only homogeneous with powers behind marks as what is differentiated."""
    relation = _relation_around(r, mark)
    if relation is None:
        return False
    return len(_of_sides(r, relation, True)) == 1 and len(_of_sides(r, relation, False)) > 1


def _relation_around(r: Reader, mark: Syn) -> Syn | None:
    found = [] if r.statement is None else [n for _, n in r.statement.walk() if n.kind == "relation"]
    around = [n for n in found if any(s.span[0] <= mark.span[0] < s.span[1] for s in n.children)]
    return min(around, key=lambda n: n.span[1] - n.span[0], default=None)


def _of_sides(r: Reader, relation: Syn, derived: bool) -> Degrees:
    return _union(r, relation.children, derived)


def _union(r: Reader, nodes: Iterable[Syn], derived: bool) -> Degrees:
    """The degrees of terms; a zero has any."""
    return frozenset().union(*(_degrees(r, node, derived) for node in nodes if not _is_zero(node)))


def _is_zero(node: Syn) -> bool:
    node = bare(node)
    return node.kind == "num" and node.value == "0" or (node.kind == "add" and all(map(_is_zero, node.children)))


def _degrees(r: Reader, node: Syn, derived: bool) -> Degrees:
    if not node.children:
        return NONE
    if node.kind == "add":
        return _union(r, node.children, derived)
    if node.kind == "frac":
        if is_differentiation(node):
            return NONE
        above, below = (_degrees(r, child, derived) for child in node.children)
        return frozenset(x - y for x in above for y in below)
    if node.kind == "script":
        power = literal(node.children[2])
        return frozenset(x * (1 if power is None else power) for x in _degrees(r, node.children[0], derived))
    if node.kind in _PRODUCTS or len(node.children) == 1:
        return _of_row(r, node.children, derived)
    return _union(r, node.children, derived)


def _of_row(r: Reader, row: Sequence[Syn], derived: bool) -> Degrees:
    total, at = NONE, 0
    while at < len(row):
        if marker(r, row[at]) is not None and at + 1 < len(row):
            factor = frozenset({_of_power(r, row[at + 1], derived)})
            at += 2
        else:
            factor = _degrees(r, row[at], derived)
            at += 1
        total = frozenset(x + y for x in total for y in factor)
    return total


def _of_power(r: Reader, operand: Syn, derived: bool) -> Fraction:
    """The degree of a mark with what it stands in front of; of a name perhaps the power."""
    found = r.find(operand)
    if derived or found is None or is_empty(found[2]) or bare(found[2]).kind == "top":
        return Fraction(1)
    power = bare(found[2])
    if power.kind == "infix" and power.value in ("circ", "odot"):
        power = power.children[-1]
    number = literal(power)
    return UNLIKE if number is None else Fraction(number)


__all__ = ["is_of_first_degree"]
