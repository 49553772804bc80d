r"""Undeclared indices as numbers: the t of ``h_t = \sum_{s=1}^t A^{t-s} u_s`` and of ``t m_t``, an index elsewhere in the statement.

Or one that runs in the given blocks: ``1 - \beta^t`` beside ``m_t := \beta m_{t-1} + (1 - \beta) g_t``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Quantified
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term
from derive.language.tree.names import base_key, is_empty
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

LETTERS = frozenset("ijklmnst")


def free_index(r: Reader, syn: Syn) -> Term | None:
    """Return the number that an undeclared letter is if it stands below a declared name in the statement; None for others."""
    key = base_key(syn) if syn.kind == "name" else None
    if key is None or key.style or key.plain not in LETTERS or r.statement is None:
        return None
    if r.scope.find(key) is not None or r.indices.find_bound(key.plain) is not None:
        return None
    for _, node in r.statement.walk():
        if node.kind == "script" and any(base_key(part) == key for _, part in node.children[1].walk()):
            found = r.find(node)
            if found is not None and isinstance(found[0], Symbol) and not is_empty(found[1]):
                return r.a.known(b.size(r.indices.name(syn)), syn)
    return _running(r, key.plain, syn)


def _running(r: Reader, letter: str, syn: Syn) -> Term | None:
    """The number that a letter is which runs in the given blocks over one range: the t of ``1 - \\beta^t`` beside ``m_t := ...``."""
    ranges = _ranges(r, letter)
    lows, ends = {low.constant for low, _ in ranges}, {high for _, high in ranges}
    if len(ends) != 1 or None in lows:
        return None
    value = r.indices.name(syn)
    index = r.indices.by_core(next(iter(value.names)))
    if index is None or index.bound:
        return None
    low = Size.of(int(max(c for c in lows if c is not None)))
    index.limits = (index.limits[0] or low, index.limits[1] or next(iter(ends)))
    r.note(f"{letter} is any number from {low} to {next(iter(ends))}, as in the given blocks")
    return r.a.known(b.size(value), syn)


def _ranges(r: Reader, letter: str) -> set[tuple[Size, Size]]:
    """The ranges over which a letter runs in the definitions and hypotheses in force."""
    stated = [h.formula for h in r.scope.all_hypotheses()]
    names = [n for f in stated if isinstance(f, Quantified) and f.kind == "forall" for n in f.names]
    names += [n for symbol in r.scope.visible().values() for n in symbol.indices]
    tables = [
        s.body.data
        for s in r.scope.visible().values()
        if s.kind == "def" and s.body is not None and s.body.op == "blocks"
    ]
    names += [
        (name, Size.of(1), high) for i, m, j, n in tables for name, high in ((i, m), (j, n)) if high != Size.of(1)
    ]
    return {(n[1], n[2]) for n in names if len(n) == 3 and str(n[0]).partition("~")[0] == letter}


__all__ = ["free_index"]
