r"""Sums up to the smaller of two sizes, ``\sum_{i=1}^{\min(m, n)}``: the statement for m <= n and that for n <= m."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derive.language.index_ranges import at_most
from derive.language.names import bare, whole_key
from derive.language.scope import Scope, Symbol
from derive.language.syntax import Syn
from derive.sizes import Size

Relation = tuple[str, Size]


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of two sizes in one of two cases.

    Attributes:
        relation: As among the relations of a scope.
        words: The case in LaTeX.
    """

    relation: Relation
    words: str


def cases(link: Syn, scope: Scope) -> list[Case]:
    """Return the two cases of the first pair of sizes whose smaller or larger one ends a range and is not known."""
    for first, second in _ends(link, scope):
        m, n = Size.of(first.core), Size.of(second.core)
        known = scope.all_relations()
        if m != n and not at_most(m, n, known) and not at_most(n, m, known):
            return [
                Case(("<=", m - n), rf"{first.latex} \le {second.latex}"),
                Case(("<=", n - m), rf"{second.latex} \le {first.latex}"),
            ]
    return []


def _ends(link: Syn, scope: Scope) -> Iterator[tuple[Symbol, Symbol]]:
    for _, operator in link.walk():
        if operator.kind != "bigop" or operator.value not in ("sum", "prod", "max", "min"):
            continue
        for _, node in operator.children[1].walk():
            if node.kind != "bigop" or node.value not in ("min", "max"):
                continue
            group = bare(node.children[2])
            listed = bare(group.children[0]) if group.kind == "group" and group.children else group
            keys = [whole_key(part) for part in listed.children] if listed.kind == "list" else []
            symbols = [scope.find(key) for key in keys if key is not None]
            first, second = symbols if len(symbols) == len(keys) == 2 else (None, None)
            if first is not None and second is not None and first.kind == second.kind == "size":
                yield first, second


__all__ = ["Case", "Relation", "cases"]
