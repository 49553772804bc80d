"""What stands anywhere in a SymPy scalar: each shared part is looked at once, where ``has`` walks it as often as it is written out."""

from __future__ import annotations

from typing import Any

import sympy

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
        stack = [e]
        while stack:
            node = stack[-1]
            missing = [a for a in node.args if a not in self.found]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            flags = NO_NUMBER if node in NO_NUMBERS else JUMP if isinstance(node, Step) else 0
            for a in node.args:
                flags |= self.found[a]
            self.found[node] = flags
        return self.found[e]


__all__ = ["JUMP", "NO_NUMBER", "Parts"]
