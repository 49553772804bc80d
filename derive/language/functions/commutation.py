r"""The commutation matrix ``K_{m,n}`` where K (or T) is declared for something else: keys, a number of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.language.scope.scope import Symbol
from derive.language.terms.readings import COMMUTATION
from derive.language.tree.names import Key, bare, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

COMMUTING = ("K", "T")


def is_commutation(r: Reader, key: Key, symbol: Symbol, sub: Syn) -> bool:
    """Return whether a declared letter with two sizes below is the commutation matrix all the same.

    An entry may be meant where the sizes are those of the declared matrix, or where something is said of sizes; a number
    has no entries, and a row d of a matrix with T rows need not be there.
    """
    sizes = _sizes(r, sub) if key.plain in COMMUTING else None
    if sizes is None:
        return False
    if symbol.kind in ("var", "def") and not symbol.shape.is_scalar:
        last = tuple(r.u.normal(total) for total in symbol.shape.totals) == sizes
        if (last or r.scope.all_relations()) and not r.chooses(COMMUTATION):
            return False
    elif symbol.kind not in ("size", "var", "def"):
        return False
    r.note(f"{key.plain} with two sizes below is the commutation matrix, not {symbol.latex}")
    return True


def _sizes(r: Reader, sub: Syn) -> tuple[Size, Size] | None:
    """Return the two declared sizes that a subscript is made of, None if there are others or indices."""
    sub = bare(sub)
    parts = sub.children if sub.kind in ("list", "juxt") else ()
    found: list[Size] = []
    for part in parts:
        name = whole_key(part)
        symbol = r.scope.find(name) if name is not None else None
        if name is None or symbol is None or symbol.kind != "size" or r.indices.find_bound(name.plain) is not None:
            return None
        found.append(r.u.normal(Size.of(symbol.core)))
    return (found[0], found[1]) if len(found) == 2 else None


__all__ = ["COMMUTING", "is_commutation"]
