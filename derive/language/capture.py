r"""Definitions with a declared index, used where a sum or a quantifier binds the same letter.

With ``i \in \{1, \dots, n\}`` declared, ``r := X_{i,:} w`` is a number for that one i: ``\sum_{i=1}^n r`` would be n r, and
nobody means that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.expand import size_names
from derive.language.names import Key
from derive.language.scope import Symbol

if TYPE_CHECKING:
    from derive.language.expressions import Reader


def check_capture(r: Reader, symbol: Symbol) -> None:
    """Refuse a definition that speaks of a declared index whose letter is bound anew where it is used.

    Raises:
        NotSupported: Naming both.

    """
    if symbol.body is None or not r.indices.bound:
        return
    for index in r.indices.bound:
        outer = r.scope.find(Key("", index.letter))
        if outer is None or outer.kind != "index":
            continue
        reached = (r.scope.by_core().get(name) for name in r.definitions().reach(symbol.core))
        if any(s is not None and s.body is not None and outer.core in size_names(s.body) for s in reached):
            raise NotSupported(
                f"{symbol.latex}, defined for the declared index {index.letter}, where {index.letter} is bound anew",
                None,
                f"write {symbol.latex}_{index.letter} := ... with its index",
            )


__all__ = ["check_capture"]
