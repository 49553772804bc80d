r"""Which differentials a statement speaks of: ``df = 2 x^\top dx`` of a declared x."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.language.derivatives import marker, speaks_of_variables, written_mark
from derive.language.names import Key, bracket, is_empty
from derive.language.readings import DIFFERENTIALS
from derive.language.scope import Symbol
from derive.language.syntax import Syn
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.expressions import Reader


def differentials_of(r: Reader, statement: Syn) -> dict[str, tuple[str, Shape]]:
    """Find the variables whose differentials occur: ``dX`` or ``d vec_r(X)`` of a declared, undefined X."""
    _check_letter(r, statement)
    found: dict[str, tuple[str, Shape]] = {}
    for _, node in statement.walk():
        if node.kind != "juxt":
            continue
        for k, child in enumerate(node.children[:-1]):
            if marker(r, child) is None:
                continue
            operand = node.children[k + 1]
            if operand.kind == "function" and operand.value in ("vec", "vec_r") and k + 2 < len(node.children):
                inner = bracket(node.children[k + 2])
                operand = inner[0][0] if inner is not None and len(inner[0]) == 1 else operand
            symbol = r.find(operand)
            if symbol is not None and isinstance(symbol[0], Symbol) and symbol[0].kind == "var":
                core = symbol[0].core
                found[core] = (f"d{core}", symbol[0].shape)
    return found


def _check_letter(r: Reader, statement: Syn) -> None:
    """Note that a declared d may be the mark of differentials: where it stands in every term, or before a function.

    As a factor of every term it would cancel.
    """
    if statement.kind != "relation" or r.scope.find(Key("", "d")) is None:
        return
    terms = [t for side in statement.children for t in (side.children if side.kind == "add" else (side,))]
    everywhere = all(t.kind == "num" or _marked(r, t) for t in terms) and any(_marked(r, t) for t in terms)
    if everywhere or any(_marks_function(r, t) for t in terms):
        r.chooses(DIFFERENTIALS)


def _marked(r: Reader, term: Syn) -> bool:
    """Whether a factor d stands in front of a variable."""
    rows = [node.children for _, node in term.walk() if node.kind == "juxt"]
    return any(
        written_mark(x) is not None and speaks_of_variables(r, y)
        for row in rows
        for x, y in zip(row, row[1:], strict=False)
    )


def _marks_function(r: Reader, term: Syn) -> bool:
    """Whether a term is d in front of a declared function and nothing else."""
    if term.kind != "juxt" or written_mark(term.children[0]) is None:
        return False
    found = r.find(term.children[1])
    symbol = found[0] if found is not None and is_empty(found[1]) else None
    arguments = [bracket(node) for node in term.children[2:]]
    return isinstance(symbol, Symbol) and bool(symbol.params) and len(arguments) < 2 and None not in arguments


__all__ = ["differentials_of"]
