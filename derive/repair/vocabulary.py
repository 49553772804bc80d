"""The names that an edit may put into a statement: those in it, then those that have to do with them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.syntax import Syn
from derive.repair import tree as t


@dataclass(frozen=True, slots=True)
class Words:
    """What may be written in a statement.

    Attributes:
        symbols: Declared names that occur, then the others, with a tree for each.
        sizes: Size names that occur, then the others.

    """

    scope: Scope
    symbols: tuple[tuple[Symbol, Syn], ...]
    sizes: tuple[str, ...]


def vocabulary(statement: Syn, scope: Scope) -> Words:
    """Collect the names that an edit may put into a statement, those that occur in it first."""
    from derive.language.parsing.parser import parse

    seen: dict[str, tuple[Symbol, Syn]] = {}
    for _, node in t.operands(statement, scope):
        symbol, _, _ = t.parts_of(node, scope)
        if symbol is not None and symbol.kind in ("var", "def"):
            seen.setdefault(symbol.core, (symbol, _plain(node, symbol, scope)))
    near = _related({s.core: s for _, node in statement.walk() if (s := t.parts_of(node, scope)[0]) is not None}, scope)
    for symbol in scope.visible().values():
        if symbol.kind in ("var", "def") and not symbol.params and symbol.core not in seen and near(symbol):
            seen[symbol.core] = (symbol, parse(symbol.latex, scope.options.macros))
    mentioned = [s.core for s in scope.visible().values() if s.kind == "size"]
    shapes = [
        str(n)
        for symbol, _ in seen.values()
        for d in (symbol.shape.rows, symbol.shape.cols)
        for s in d
        for n in sorted(s.names)
    ]
    return Words(scope, tuple(seen.values()), tuple(dict.fromkeys([*shapes, *mentioned])))


def _related(named: dict[str, Symbol], scope: Scope) -> Callable[[Symbol], bool]:
    """Whether a symbol has to do with some others: by their definitions or hypotheses, or it is made of such symbols.

    A name that occurs in nothing that a statement rests on is no likely slip.
    """
    known, waiting = dict(named), list(named.values())
    hypotheses = [h.mentions for level in scope.levels() for h in level.hypotheses]
    while waiting:
        symbol = waiting.pop()
        beside = (m for m in hypotheses if any(s.core == symbol.core for s in m.values()))
        for other in itertools.chain(symbol.mentions.values(), *(m.values() for m in beside)):
            if other.core not in known:
                known[other.core] = other
                waiting.append(other)
    made = {
        symbol.core
        for symbol in scope.visible().values()
        if symbol.kind == "def"
        and all(s.core in known or s.kind in ("size", "index") for s in symbol.mentions.values())
    }
    return lambda symbol: symbol.core in known or symbol.core in made


def _plain(node: Syn, symbol: Symbol, scope: Scope) -> Syn:
    """A name without its transpose mark or exponent; a superscript that is part of it stays."""
    from derive.language.parsing.parser import parse

    for name in (node, _without_superscript(node)):
        found, _, sup = t.parts_of(name, scope)
        if found is symbol and sup.kind == "empty":
            return t.naked(name)
    return parse(symbol.latex, scope.options.macros)


def _without_superscript(node: Syn) -> Syn:
    if node.kind != "script":
        return node
    base, sub, _ = node.children
    return t.naked(base) if sub.kind == "empty" else Syn("script", "", (base, sub, t.EMPTY))


__all__ = ["Words", "vocabulary"]
