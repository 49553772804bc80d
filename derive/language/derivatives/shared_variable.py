r"""By what a nabla without a subscript differentiates: ``\nabla f(x)`` by x, ``\nabla (f g)`` by the argument of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive.language.derivatives.targets import Target, target_of
from derive.language.scope.derivative_marks import is_differentiation
from derive.language.scope.scope import Symbol
from derive.language.tree.names import bare, base_key, bracket, is_empty, whole_key
from derive.language.tree.numerals import written_number
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_NAMES = ("name", "script", "style", "prime")


def own_variable(r: Reader, symbol: Symbol, arguments: Sequence[Syn]) -> Target | None:
    """Return the variable of a function of one argument: what it is applied to, or its own."""
    if not arguments:
        core, shape = r.adapt(symbol).params[0], r.adapt(symbol).arguments[0]
        return Target(core, shape, core)
    found = r.find(arguments[0])
    if found is not None and isinstance(found[0], Symbol) and found[0].kind == "var" and is_empty(found[1]):
        return target_of(r, arguments)
    return None


def shared_variable(r: Reader, children: Sequence[Syn], at: int) -> Target | None:
    r"""Return the one variable of all functions in the bracket, root, quotient or power of e at a place.

    None if they have several, or are elsewhere.
    """
    if at + 1 < len(children) and written_number(children[at]) is not None:
        row: Sequence[Syn] | None = children[at + 1 :]  # \nabla \tfrac12 f(x)^2
    else:
        row = _whole(r, children[at]) if at < len(children) else None
    if row is None:
        return None
    shared: Target | None = None
    for symbol, arguments in functions_in(r, row):
        target = own_variable(r, symbol, arguments) if len(symbol.params) == 1 and len(arguments) < 2 else None
        if target is None or target.core != symbol.params[0] or (shared is not None and target.core != shared.core):
            return None
        shared = target
    return shared


def _whole(r: Reader, node: Syn) -> Sequence[Syn] | None:
    r"""Return what stands in a bracket, under a root, in a quotient or above e: ``\nabla e^{f(x)}``, ``\nabla \frac{1}{f(x)}``."""
    inner = bracket(node)
    if inner is not None:
        return inner[0] if len(inner[0]) == 1 else None
    if node.kind == "sqrt" or (node.kind == "frac" and not is_differentiation(node)):
        return node.children
    base = base_key(node.children[0]) if node.kind == "script" else None
    power = base is not None and base.plain == "e" and r.find(node) is None and is_empty(node.children[1])
    return (node.children[2],) if power else None


def only_variable(r: Reader, children: Sequence[Syn], at: int) -> Target | None:
    r"""Return the variable of ``\nabla \|x\|_1`` and ``\nabla (x^\top x)``: the only name in the bars or brackets at a place."""
    node = children[at] if at < len(children) else None
    base = bare(node.children[0]) if node is not None and node.kind == "script" else node
    if base is None or base.kind != "group":
        return None
    named = list(_symbols(r, base))
    symbols = {symbol.core for symbol, _ in named if symbol.kind not in ("size", "index")}
    if len(symbols) != 1:
        return None
    return next(
        (
            target_of(r, [n])
            for symbol, n in named
            if symbol.kind == "var" and not symbol.params and whole_key(n) == symbol.key
        ),
        None,
    )


def _symbols(r: Reader, node: Syn) -> Iterator[tuple[Symbol, Syn]]:
    """Yield what is declared in a text, with how it is written."""
    found = r.find(node) if node.kind in _NAMES else None
    if found is not None and isinstance(found[0], Symbol):
        yield found[0], node
    else:
        for child in node.children:
            yield from _symbols(r, child)


def functions_in(r: Reader, row: Sequence[Syn]) -> Iterator[tuple[Symbol, Sequence[Syn]]]:
    """Yield the declared functions in a row with their arguments, which are none where they stand alone."""
    for k, node in enumerate(row):
        found = r.find(node) if node.kind in _NAMES else None
        if found is None:
            parts = [node.children] if node.kind == "juxt" else [(child,) for child in node.children]
            for part in parts:
                yield from functions_in(r, part)
        elif isinstance(found[0], Symbol) and found[0].params:
            inner = bracket(row[k + 1]) if k + 1 < len(row) else None
            yield found[0], () if inner is None else inner[0]


__all__ = ["functions_in", "only_variable", "own_variable", "shared_variable"]
