"""The readings that a text allows: which there are, what they are called, and whether two of them say the same."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import TypeVar

from derive.core import Expr, Formula, Logic, Quantified, Rel, walk
from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.expressions import Reader
from derive.language.scope import Scope
from derive.language.slashes import SINGLE, WHOLE
from derive.language.syntax import Syn

Found = TypeVar("Found")

NO_FLAGS: frozenset[str] = frozenset()
BRACKETINGS = (frozenset({"kron"}), frozenset({"hadamard"}), frozenset({"kron", "hadamard"}))
OPEN = {"slash": (frozenset({WHOLE}), frozenset({SINGLE})), "power": (frozenset({"entry-power"}),)}
"""The other readings of what a reader left open."""
NAMED = {
    WHOLE: "a slash dividing by the whole product behind it",
    SINGLE: "a slash dividing by one factor",
    "entry-power": "A^2_{ij} as the power of the entry",
}


def alternatives(reader: Reader, *, bracketings: bool = True) -> list[frozenset[str]]:
    """Return the other readings that a text allows, after it was read once, in all their combinations."""
    choices = [(NO_FLAGS, *BRACKETINGS)] if bracketings and reader.bracketings else []
    choices += [(NO_FLAGS, *OPEN[what]) for what in sorted(reader.open)]
    found = [NO_FLAGS.union(*chosen) for chosen in itertools.product(*choices)]
    return found[1:]


def reading_name(tight: frozenset[str]) -> str:
    """Return what an alternative reading is called."""
    tighter = sorted(tight - NAMED.keys())
    words = [f"{' and '.join(tighter)} binding tighter"] if tighter else []
    return ", ".join([*words, *(NAMED[flag] for flag in sorted(tight & NAMED.keys()))])


def only_reading(
    scope: Scope, read: Callable[[Reader], Found], formula: Callable[[Found], Formula], written: Syn
) -> Found:
    """Return what a statement of a given block means, where only one reading has a type or all say the same.

    Raises:
        SyntaxProblem: Two readings have types and differ: whatever uses the statement would depend on the choice.
        DeriveError: The statement cannot be read.
    """
    first = Reader(scope, scope.options)
    found: list[Found] = []
    failure: DeriveError | None = None
    try:
        found.append(read(first))
    except (ShapeProblem, NameProblem) as problem:
        failure = problem
    for tight in alternatives(first, bracketings=False):
        try:
            other = read(Reader(scope, scope.options, tight=tight))
        except (ShapeProblem, NameProblem, NotSupported, SyntaxProblem):
            continue
        if all(formula_key(formula(other)) != formula_key(formula(known)) for known in found):
            found.append(other)
    if not found:
        assert failure is not None
        raise failure
    if len(found) > 1:
        if "slash" in first.open:
            message, hint = "it is not certain how far the slash divides", "write \\frac or brackets: a/(2b), (a/2)b"
        else:
            message, hint = "a power in front of a subscript may be the entry's", "write (A^2)_{ij} or A_{ij}^2"
        raise SyntaxProblem(message, written.span[0] if written.span[0] >= 0 else None, hint)
    return found[0]


def formula_key(f: Formula) -> tuple[object, ...]:
    """Return a key of a formula up to the names of bound variables."""
    lines: list[str] = []
    seen: dict[Expr, int] = {}

    def of(g: Formula) -> str:
        if isinstance(g, Rel):
            return f"{g.op} {expr(g.lhs)} {expr(g.rhs)} {g.data}"
        if isinstance(g, Logic):
            return f"{g.op}({', '.join(of(a) for a in g.args)})"
        return f"{g.kind} {g.names} {of(g.body)}"

    def expr(e: Expr) -> int:
        for node in walk(e):
            if node not in seen:
                data = [of(d) if isinstance(d, (Rel, Logic, Quantified)) else str(d) for d in node.data]
                seen[node] = len(seen)
                lines.append(f"{node.op} {data} {[seen[a] for a in node.args]} {node.shape}")
        return seen[e]

    lines.append(of(f))
    numbers: dict[str, str] = {}
    text = "\n".join(lines)
    return (re.sub(r"~\d+", lambda m: numbers.setdefault(m.group(), f"~{len(numbers)}"), text),)


__all__ = ["BRACKETINGS", "NO_FLAGS", "alternatives", "formula_key", "only_reading", "reading_name"]
