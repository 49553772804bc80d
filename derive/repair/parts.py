"""Terms that a statement may lack, made of its own parts.

A term that was left out is like what stands around it: a part of the formula, its transpose, the identity or ones, the
diagonal matrix or the outer product of a vector, and each of them times or over a number that the formula speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from derive.core import Rel
from derive.errors import DeriveError
from derive.functions import FUNCTIONS, PARTIAL, WORDS
from derive.language.printing.latex import to_latex
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.scalars import monomial_of
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope
    from derive.repair.search import Search

MAX_PARTS, MAX_TERMS = 30, 16
CURVED = {word for word, name in WORDS.items() if FUNCTIONS[name].parity != 1 and FUNCTIONS[name].regularity != PARTIAL}
ONE = Size.of(1)


@dataclass(slots=True)
class Material:
    """What terms can be made of.

    Attributes:
        search: The search for repairs.
        parts: Parts of the statement with their shapes, in the order in which they are met.

    """

    search: Search
    parts: list[tuple[Syn, Shape]] = field(default_factory=list)

    @staticmethod
    def of(search: Search) -> Material:
        """Take a statement apart, also what it differentiates."""
        material = Material(search)
        seen: set[str] = set()
        for found in _parts(search.statement, search):
            part = without_numbers(found, search.scope)
            text = to_latex(part)
            if text not in seen and part.kind != "add" and len(seen) < MAX_PARTS:
                seen.add(text)
                shape = material.shape(part)
                if shape is not None:
                    material.parts.append((part, shape))
        return material

    def shape(self, part: Syn) -> Shape | None:
        """The shape of a part alone, if it has one: nothing that it says is bound outside of it."""
        try:
            goals = [p.goal for p in self.search.problems(Syn("relation", "=", (part, part)))]
        except DeriveError:
            return None
        return goals[0].lhs.shape if len(goals) == 1 and isinstance(goals[0], Rel) else None

    def numbers(self) -> list[Syn]:
        """The parts that are numbers and no constants."""
        return [part for part, shape in self.parts if shape.is_scalar and part.kind != "num"][:8]

    def terms(self, shape: Shape) -> list[Syn]:
        """Terms of a shape, no two written alike."""
        found = {to_latex(term): term for term in self._terms(shape)}
        return list(found.values())[:MAX_TERMS]

    def _terms(self, shape: Shape) -> Iterator[Syn]:
        rows, columns = shape.totals
        square = rows == columns != ONE
        if shape.is_scalar:
            yield t.num(1)
        yield from (_sized("I", name) for name in self.search.words.sizes if square and rows == Size.of(name))
        yield from (_sized("1", name) for name in self.search.words.sizes if columns == ONE and rows == Size.of(name))
        for part, own in self.parts:
            if square and own.totals == (rows, ONE):
                yield t.juxt(Syn("function", "diag"), Syn("group", "(", (part,)))
                yield t.juxt(t.bracket(part), t.transposed(t.bracket(part)))
        for part, own in self.parts:
            if own.totals == shape.totals:
                yield part
                opposite = _opposite(part)
                if opposite is not None:
                    yield opposite
            if own.totals == (columns, rows) and not shape.is_scalar:
                yield t.transposed(t.bracket(part))


def without_numbers(term: Syn, scope: Scope) -> Syn:
    """A term without the numbers and sizes in front of it."""
    term = t.naked(term)
    factors = list(term.children) if term.kind == "juxt" else [term]
    while len(factors) > 1 and monomial_of(factors[0], scope) is not None:
        del factors[0]
    return t.naked(t.juxt(*factors))


def _sized(letter: str, name: str) -> Syn:
    return Syn("script", "", (Syn("name", f"bf:{letter}"), t.name(name), t.EMPTY))


def _opposite(part: Syn) -> Syn | None:
    """A function that is not linear at the opposite argument: ``f(-x)`` for ``f(x)``."""
    if part.kind != "juxt" or len(part.children) != 2 or part.children[0].value not in CURVED:
        return None
    inner = t.naked(part.children[1])
    if inner.kind == "add" and inner.value == "-" and len(inner.children) == 1:
        return Syn("juxt", "", (part.children[0], Syn("group", "(", inner.children)))
    return Syn("juxt", "", (part.children[0], Syn("group", "(", (t.negated(inner),))))


def _parts(statement: Syn, search: Search) -> Iterator[Syn]:
    for _, node in statement.walk():
        if node.kind == "add":
            yield from map(t.naked, node.children)
        elif node.kind == "group" and len(node.children) == 1 and node.children[0].kind not in ("list", "add"):
            yield node if node.value in ("||", "|") else node.children[0]
        elif node.kind == "juxt":
            yield from _factors(node, search)
        elif node.kind in ("name", "script"):
            symbol = t.symbol_of(node, search.scope)
            if symbol is not None and symbol.kind in ("var", "def") and not symbol.params:
                yield node
            elif node.kind == "script" and node.children[0].kind == "group":
                yield node


def _factors(node: Syn, search: Search) -> Iterator[Syn]:
    """A product, its factors, and the function of a derivative."""
    units = t.units(node, search.scope)
    if not units and len(node.children) > 1:  # \partial f
        yield t.juxt(*node.children[1:])
        return
    yield node
    for unit in units:
        yield t.juxt(*node.children[unit.start : unit.end])


__all__ = ["Material", "without_numbers"]
