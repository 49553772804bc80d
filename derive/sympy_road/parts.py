"""What stands anywhere in a SymPy scalar: each shared part is looked at once, where ``has`` walks it as often as it is written out."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import sympy

from derive.sympy_road.folds import folded
from derive.sympy_road.kinks import Step

NO_NUMBER, JUMP = 1, 2
"""Flags of `Parts.of`: an infinity or nan stands in the scalar; a step does."""
NO_NUMBERS = frozenset({sympy.nan, sympy.zoo, sympy.oo, -sympy.oo})


class Parts:
    """Remembers what stands in the scalars it was asked about, and in each of their parts."""

    def __init__(self) -> None:
        self.found: dict[Any, int] = {}

    def of(self, e: Any) -> int:
        """Return the flags of all that stands in a scalar."""
        return folded(e, self.found, self._flags)

    def _flags(self, node: Any) -> int:
        own = NO_NUMBER if node in NO_NUMBERS else JUMP if isinstance(node, Step) else 0
        return reduce(or_, (self.found[a] for a in node.args), own)


__all__ = ["JUMP", "NO_NUMBER", "Parts"]
