r"""Which undeclared indices of hypotheses may stand for one value: the i of ``x_i = 0``, but not that of ``x_{i+1} = 2 x_i``.

What relates neighbors is a recursion or an order, said of all of them; so are a bound by a number that has no index,
``\|x_i\|_2 \le R``, and one, ``p_i \ge 0``, where a sum of the given blocks runs over the same letter.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from derive.build import free_names
from derive.core import Expr, Formula, Logic, Quantified, Rel, formula_exprs, walk
from derive.language.tree.names import base_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, unbound
from derive.size_names import size_names
from derive.sizes import Size


def may_be_fixed(index: str, formula: Formula, summed: Collection[str]) -> bool:
    """Return whether a hypothesis for all values of an index may be meant at one of them."""
    body = formula.body if isinstance(formula, Quantified) else formula
    if isinstance(body, Logic) and body.op == "implies":  # what is said under a condition is said of all that meet it
        return False
    places: dict[Expr, set[Size]] = {}
    for node in (n for e in formula_exprs(body) for n in walk(e)):
        selected = [d for d in node.data if isinstance(d, Size) and index in d.names]
        if selected and node.args:
            places.setdefault(node.args[0], set()).update(selected)
    if any(len(found) > 1 for found in places.values()):
        return False
    return not (_is_bound(body) and (index in summed or _is_uniform(body, index)))


def _is_bound(formula: Formula) -> bool:
    """Whether all that a formula says are inequalities."""
    if isinstance(formula, Logic):
        return all(map(_is_bound, formula.args))
    return isinstance(formula, Rel) and formula.op in ("<=", "<", ">=", ">")


def _is_uniform(formula: Formula, index: str) -> bool:
    """Whether a declared number bounds what has an index, and has none."""
    if not isinstance(formula, Rel) or not formula.lhs.shape.is_scalar:
        return False
    sides = (formula.lhs, formula.rhs)
    free = [side for side in sides if index not in size_names(side)]
    return len(free) == 1 and bool(free_names(free[0])) and not free_names(sides[0]) & free_names(sides[1])


@about("bigop", untouched=unbound)
def summed_letters(trees: Sequence[Syn]) -> frozenset[str]:
    """Return the letters that sums and other big operators of some statements bind."""
    nodes = (node for tree in trees for _, node in tree.walk() if node.kind == "bigop")
    below = (name for node in nodes for _, name in node.children[0].walk() if name.kind == "name")
    return frozenset(key.plain for name in below if (key := base_key(name)) is not None)


__all__ = ["may_be_fixed", "summed_letters"]
