r"""Undeclared indices as numbers: the t of ``h_t = \sum_{s=1}^t A^{t-s} u_s`` and of ``t m_t``, an index elsewhere in the statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term
from derive.language.tree.names import base_key, is_empty
from derive.language.tree.syntax import Syn

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
    return None


__all__ = ["free_index"]
