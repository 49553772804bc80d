"""The value of a core expression in a tensor program."""

from __future__ import annotations

from dataclasses import dataclass

from numeric.programs.program import Node


@dataclass(frozen=True, slots=True)
class Value:
    """A tensor whose leading axes belong to index names, the rest to rows and columns."""

    node: Node
    names: tuple[str, ...]

    @property
    def axes(self) -> int:
        """The number of axes of rows and columns."""
        return len(self.node.dims) - len(self.names)
