r"""Functions declared by their type alone, without their argument: the f of ``\frac{\partial f}{\partial \theta}``.

``f : \mathbb{R}^p \to \mathbb{R}^d`` names no argument. In a derivative by a variable of that shape ``f`` is f at that variable, as it
is for functions whose declaration names one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.language.derivatives.points import is_nameless, name_of, shares_shape
from derive.language.derivatives.targets import Target
from derive.language.scope.moving import parameters
from derive.language.scope.scope import Symbol
from derive.language.tree.names import bracket
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def applied(r: Reader, row: Sequence[Syn], targets: Sequence[Target]) -> tuple[Syn, ...]:
    """Write the variable behind the functions of a row that stand without an argument and take one like it."""
    target = targets[0]
    if len({t.core for t in targets}) != 1 or target.part is not None or target.core not in r.scope.by_core():
        return tuple(row)
    return _row(r, row, target)


def _row(r: Reader, row: Sequence[Syn], target: Target) -> tuple[Syn, ...]:
    out: list[Syn] = []
    for k, node in enumerate(row):
        symbol, followed = _function(r, node), k + 1 < len(row) and bracket(row[k + 1]) is not None
        if symbol is None:
            out.append(node if followed or r.find(node) is not None else _inside(r, node, target))  # (f + g)(x)
            continue
        out.append(node)
        if not followed and shares_shape(r, symbol, 0, target):
            out.append(Syn("group", "(", (name_of(r, target),), node.span))
            r.note(f"{symbol.latex} is {symbol.latex}({target.latex})")
    return tuple(out)


def _inside(r: Reader, node: Syn, target: Target) -> Syn:
    if (node.kind, node.value) == ("infix", "circ"):
        return node  # f \circ g is a function of its own
    if node.kind == "juxt":
        children = _row(r, node.children, target)
    else:
        rows = [_row(r, (child,), target) for child in node.children]
        children = tuple(row[0] if len(row) == 1 else Syn("juxt", "", row, row[0].span) for row in rows)
    return node if children == node.children else replace(node, children=children)


def _function(r: Reader, node: Syn) -> Symbol | None:
    """Return the function of one argument without a name that a node is, perhaps with scripts."""
    found = r.find(node) if node.kind in ("name", "script", "prime", "style") else None
    symbol = found[0] if found is not None else None
    if not isinstance(symbol, Symbol) or symbol.kind != "fun" or len(parameters(symbol)) != 1 or symbol.indices:
        return None
    return symbol if is_nameless(r, symbol) else None


__all__ = ["applied"]
