r"""Which undeclared indices of hypotheses may stand for one value: the i of ``x_i = 0``, but not that of ``x_{i+1} = 2 x_i``.

What relates neighbors is a recursion or an order, said of all of them; so is a bound, ``p_i \\ge 0``, where a sum of the given
blocks runs over the same letter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from derive.core import Expr, Formula, Logic, Quantified, Rel, formula_exprs, walk
from derive.language.tree.names import base_key
from derive.language.tree.syntax import Syn
from derive.sizes import Size


def may_be_fixed(index: str, formula: Formula, summed: Collection[str]) -> bool:
    """Return whether a hypothesis for all values of an index may be meant at one of them."""
    body = formula.body if isinstance(formula, Quantified) else formula
    places: dict[Expr, set[Size]] = {}
    for node in (n for e in formula_exprs(body) for n in walk(e)):
        selected = [d for d in node.data if isinstance(d, Size) and index in d.names]
        if selected and node.args:
            places.setdefault(node.args[0], set()).update(selected)
    if any(len(found) > 1 for found in places.values()):
        return False
    return index not in summed or not _is_bound(body)


def _is_bound(formula: Formula) -> bool:
    """Whether all that a formula says are inequalities."""
    if isinstance(formula, Logic):
        return all(map(_is_bound, formula.args))
    return isinstance(formula, Rel) and formula.op in ("<=", "<", ">=", ">")


def summed_letters(trees: Iterable[Syn]) -> frozenset[str]:
    """Return the letters that sums and other big operators of some statements bind."""
    nodes = (node for tree in trees for _, node in tree.walk() if node.kind == "bigop")
    below = (name for node in nodes for _, name in node.children[0].walk() if name.kind == "name")
    return frozenset(key.plain for name in below if (key := base_key(name)) is not None)


__all__ = ["may_be_fixed", "summed_letters"]
