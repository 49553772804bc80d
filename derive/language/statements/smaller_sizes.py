r"""Sums up to the smaller of two sizes, ``\sum_{i=1}^{\min(m, n)}``: the statement for m <= n and that for n <= m."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.index_ranges import at_most
from derive.language.tree.names import Key, bare, base_key, bracket, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, none
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


@about("bigop", untouched=none)
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
        yield from _of_singular_values(operator, scope)
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


def _of_singular_values(operator: Syn, scope: Scope) -> Iterator[tuple[Symbol, Symbol]]:
    r"""The sizes of the matrix of ``\sum_i \sigma_i(A)^2``, whose value does not depend on how many zeros are counted."""
    letter, body = whole_key(operator.children[0]), bare(operator.children[2])
    alone = operator.value in ("sum", "max") and body.kind == "juxt" and len(body.children) == 2
    rows = [body.children] if alone else []
    for row in rows if letter is not None and is_empty(operator.children[1]) else ():
        for name, behind in zip(row, row[1:], strict=False):
            inner = bracket(behind)
            if name.kind != "script" or base_key(name.children[0]) != Key("", "sigma") or inner is None:
                continue
            key = whole_key(inner[0][0]) if whole_key(name.children[1]) == letter and len(inner[0]) == 1 else None
            symbol = scope.find(key) if key is not None else None
            sizes = symbol.shape.totals if symbol is not None and scope.find(Key("", "sigma")) is None else ()
            known = [scope.by_core().get(core) for size in sizes for core in size.names if size == Size.of(core)]
            first, second = known if len(known) == 2 else (None, None)
            if first is not None and second is not None and first is not second:
                yield first, second


__all__ = ["Case", "Relation", "cases"]
