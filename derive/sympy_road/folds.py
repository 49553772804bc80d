"""Folds over SymPy scalars: each distinct part is looked at once, where SymPy's own walks visit shared ones again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def folded(root: Any, memo: dict[Any, T], step: Callable[[Any], T]) -> T:
    """Compute ``step`` bottom-up, without recursion.

    Args:
        root: The scalar.
        memo: Values of parts, those that are known already included; ``step`` finds those of the arguments there.
        step: Called once for each distinct part without a value.
    """
    stack = [root]
    while stack:
        node = stack[-1]
        missing = [a for a in node.args if a not in memo] if node not in memo else []
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if node not in memo:
            memo[node] = step(node)
    return memo[root]


__all__ = ["folded"]
