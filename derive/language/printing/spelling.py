"""How the parts of an expression are called: definitions, expanded for the checker, get their names back for the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from derive import build
from derive.core import Expr
from derive.errors import DeriveError
from derive.language.printing.bound_letters import anonymous
from derive.language.terms.normalization import normalized
from derive.language.tree.names import plain_latex

if TYPE_CHECKING:
    from derive.language.scope.expand import Definitions
    from derive.language.scope.scope import Scope, Symbol


@dataclass(frozen=True, slots=True)
class Spelling:
    """Names of expanded definitions.

    Attributes:
        names: What a matrix is called, by its complete expansion (its bound names `anonymous`).
        functions: The defined functions, with their expanded bodies; the parameters stand in them as variables.
        definitions: Applies the functions, so that a match is verified and never guessed.
        taken: Declared names, which no bound name is called in place of its own letter.

    """

    names: Mapping[Expr, str] = field(default_factory=dict)
    functions: tuple[tuple[Symbol, Expr], ...] = ()
    definitions: Definitions | None = None
    taken: frozenset[str] = frozenset()

    @staticmethod
    def of_scope(scope: Scope) -> Spelling:
        """Collect what is defined in a scope."""
        names: dict[Expr, str] = {}
        functions: list[tuple[Symbol, Expr]] = []
        definitions = scope.definitions
        for name, symbol in scope.by_core().items():
            if symbol.kind != "def" or symbol.body is None or not symbol.body.args:
                continue
            try:
                names.setdefault(anonymous(definitions.expand(build.var(name, symbol.shape))), plain_latex(name))
                if symbol.params:
                    functions.append((symbol, definitions.expand(symbol.body, keep=symbol.params)))
            except DeriveError:  # too large to be expanded
                continue
        return Spelling(names, tuple(functions), definitions, frozenset(scope.by_core()))

    def of(self, node: Expr, own: Expr, printed: Callable[[Expr], str]) -> str | None:
        """Return what a node is called, an applied function with its arguments; None if it has no name.

        Args:
            node: The node.
            own: The node with its bound names `anonymous`.
            printed: Prints its parts.
        """
        if own in self.names:
            return self.names[own]
        rows = normalized(node)
        if rows is not None:
            return rf"\operatorname{{LayerNorm}}({printed(rows)})"
        for symbol, body in self.functions:
            if body.op != node.op or len(body.args) != len(node.args):
                continue
            values = _match(body, node, frozenset(symbol.params))
            if values is not None and len(values) == len(symbol.params) and self._is(symbol, values, own):
                return f"{plain_latex(symbol.core)}({', '.join(printed(values[p]) for p in symbol.params)})"
        return None

    def _is(self, symbol: Symbol, values: Mapping[str, Expr], own: Expr) -> bool:
        assert self.definitions is not None
        try:
            return anonymous(self.definitions.expand(self.definitions.apply(symbol, values))) is own
        except DeriveError:
            return False


def _match(pattern: Expr, node: Expr, holes: frozenset[str]) -> dict[str, Expr] | None:
    """Return what stands for the holes, comparing operations only (sizes differ from use to use)."""
    found: dict[str, Expr] = {}
    seen: set[tuple[Expr, Expr]] = set()
    stack = [(pattern, node)]
    while stack:
        pair = stack.pop()
        if pair in seen:
            continue
        seen.add(pair)
        a, b = pair
        if a.op == "var" and a.data[0] in holes:
            if found.setdefault(a.data[0], b) is not b:
                return None
        elif a.op != b.op or len(a.args) != len(b.args):
            return None
        else:
            stack += zip(a.args, b.args, strict=True)
    return found
