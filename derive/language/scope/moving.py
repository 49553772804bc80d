r"""What moves with a variable, on the tree: ``x^\top A x`` and ``f(x)`` with x, and ``f`` alone if it is a function of x.

A declared name is looked at as a whole: ``x_k`` and ``x'`` are other names than x. A definition moves with all that it goes
through; a function in front of a bracket moves with what stands in the bracket, and no longer with its own arguments.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from derive.language.scope.marks import order_of, unmarked
from derive.language.scope.scope import Symbol
from derive.language.tree.names import Key, bracket, whole_key
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_NAMES = ("name", "script", "style", "prime")


def depend(r: Reader, row: Sequence[Syn], variables: Collection[str] | None) -> bool:
    """Whether what is written in a row moves with one of the variables; None stands for any variable."""
    return variables is None or any(_moves(r, row, k, variables) for k in range(len(row)))


def any_depends(r: Reader, arguments: Sequence[Syn], variables: Collection[str]) -> bool:
    """Whether one of several texts moves with one of the variables."""
    return any(depend(r, (argument,), variables) for argument in arguments)


def is_written(r: Reader, syn: Syn, core: str) -> bool:
    """Whether a variable stands in a text itself, and not only in the definitions that it speaks of."""
    found = _named(r, syn)
    if found is None:
        return any(is_written(r, child, core) for child in syn.children)
    symbol, sub, sup = found
    own = _core(r, symbol)
    return own == core or any(is_written(r, script, core) for script in (sub, sup))


def function_at(r: Reader, row: Sequence[Syn], at: int) -> tuple[Symbol, tuple[Syn, ...]] | None:
    """Return a declared function, perhaps with scripts or primes, and the arguments in the bracket behind it."""
    inner = bracket(row[at + 1]) if at + 1 < len(row) else None
    found = _named(r, row[at]) if inner is not None else None
    if inner is None or found is None or not isinstance(found[0], Symbol):
        return None
    symbol = found[0]
    own = parameters(symbol)
    return (symbol, inner[0]) if own and len(inner[0]) == len(own) else None


def parameters(symbol: Symbol) -> tuple[str, ...]:
    """Return the arguments that stand in the bracket behind a function: the indices of a family do not."""
    return symbol.params[len(symbol.indices) :] if symbol.kind == "fun" else symbol.params


def _moves(r: Reader, row: Sequence[Syn], at: int, variables: Collection[str]) -> bool:
    """Whether the node at a place of a row moves; a bracket behind a function is looked at by itself."""
    node = row[at]
    found = _named(r, node)
    if found is None:
        joined = whole_key(node) if node.kind == "juxt" else None
        symbol = None if joined is None else r.scope.find(joined)
        if symbol is not None:
            return bool(_reach(r, symbol) & set(variables))
        if node.kind == "juxt":
            return depend(r, node.children, variables)
        return any_depends(r, node.children, variables)
    symbol, sub, sup = found
    if any_depends(r, (sub, sup), variables):
        return True
    if not isinstance(symbol, Symbol):
        return _core(r, symbol) in variables
    reach = _reach(r, symbol)
    applied = function_at(r, row, at)
    return bool((reach if applied is None else reach - set(symbol.params)) & set(variables))


def _named(r: Reader, node: Syn) -> tuple[Symbol | Key, Syn, Syn] | None:
    """Return the declared name that a node is, without the marks of a derivative, and the scripts left."""
    if node.kind not in _NAMES:
        return None
    found = r.find(node)
    if found is None:
        marked = unmarked(node) or order_of(node)
        found = None if marked is None else r.find(marked.base)
    return found


def _core(r: Reader, symbol: Symbol | Key) -> str | None:
    if isinstance(symbol, Symbol):
        return None if symbol.kind in ("size", "index") else symbol.core
    return r.local[symbol][0] if symbol in r.local else None


def _reach(r: Reader, symbol: Symbol) -> frozenset[str]:
    """Return all variables that a name standing alone moves with."""
    if symbol.kind in ("size", "index"):
        return frozenset()
    return r.definitions().reach(symbol.core) | {symbol.core, *symbol.params}


__all__ = ["any_depends", "depend", "function_at", "is_written", "parameters"]
