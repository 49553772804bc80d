"""One range for each bound index: the index form knows an index by its name.

The norm rules name bound indices by how deep they stand, so that ``sum_{i=1}^n f(i)`` and ``sum_{i=1}^{n-1} f(i)`` have one name
for two ranges when they ask whether two expressions are equal.
"""

from __future__ import annotations

from derive import build
from derive.asked import about, itself
from derive.core import Expr, Formula, mapped_formula, walk
from derive.errors import NotSupported
from derive.size_names import bound_indices, map_sizes
from derive.sizes import Size

Range = tuple[Size, Size]
ONE = Size.of(1)


@about(*build.BINDS_INDEX, "blocks", untouched=itself)
def with_own_names(formula: Formula) -> Formula:
    """Return the formula with another name for an index wherever its name was seen with another range.

    Raises:
        NotSupported: A binder stands inside another one of its own name.
    """
    names: dict[tuple[str, Range], str] = {}
    taken: dict[str, Range] = {}
    return mapped_formula(formula, lambda side: _renamed(side, names, taken))


def _renamed(expr: Expr, names: dict[tuple[str, Range], str], taken: dict[str, Range]) -> Expr:
    bound = [entry for node in walk(expr) for entry in _binds(node)]
    first = [taken.setdefault(name, own) for name, own in bound]
    if all(seen == own for seen, (_, own) in zip(first, bound, strict=True)):
        return expr
    done: dict[Expr, Expr] = {}
    for node in walk(expr):
        args = [done[a] for a in node.args]
        new = {name: _name(name, own, names, taken) for name, own in _binds(node)}
        moved = {name: Size.of(other) for name, other in new.items() if name != other}
        if not moved:
            done[node] = build.rebuild(node, args)
            continue
        if moved.keys() & bound_indices(args[0]):
            raise NotSupported("an index bound again under its own name")
        data = tuple(new.get(part, part) if isinstance(part, str) else part for part in node.data)
        done[node] = Expr(node.op, (map_sizes(args[0], moved), *args[1:]), data, node.shape)
    return done[expr]


def _name(name: str, own: Range, names: dict[tuple[str, Range], str], taken: dict[str, Range]) -> str:
    if taken[name] == own:
        return name
    return names.setdefault((name, own), build.fresh(name))


def _binds(node: Expr) -> list[tuple[str, Range]]:
    """The indices that a node binds, with their ranges."""
    if node.op in build.BINDS_INDEX:
        name, low, high = node.data
        return [(name, (low, high))]
    if node.op == "blocks":
        i, m, j, n = node.data
        return [(i, (ONE, m)), (j, (ONE, n))]
    return []


__all__ = ["with_own_names"]
