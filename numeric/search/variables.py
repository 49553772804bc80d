"""How the variables of a problem are made from free numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.core import Expr, Formula
from derive.fraction import Fraction
from derive.recurrent import Recurrence
from derive.sizes import Shape
from numeric.search.lines import Lines

COMPUTED = ("defined", "radius", "solved", "above", "below", "recurrent")
"""Kinds of variables that are made after others."""


@dataclass(slots=True)
class Block:
    """How one variable is made.

    Attributes:
        name: The variable.
        shape: Its symbolic shape.
        kind: ``free``, ``interval``, ``simplex`` (every column), ``stochastic`` (every row), ``sphere``, ``orthonormal``,
            ``symmetric``, ``psd``, ``lines``, ``ball``, ``radius``, ``defined``, ``solved``, ``above``, ``below`` or
            ``recurrent``.
        low: Lower end of an interval (None: none).
        high: Upper end.
        strict: Whether the ends are excluded.
        norm: Kind of norm of a ball.
        radius: Radius of a ball, an expression.
        formula: Definition of a ``defined`` or ``solved`` variable, the expressions that a ``radius`` is at least, or the matrix
            that one is ``above`` or ``below``.
        lines: What all rows or columns satisfy.
        recurrence: What its rows are one after the other.

    """

    name: str
    shape: Shape
    kind: str = "free"
    low: Fraction | None = None
    high: Fraction | None = None
    strict: bool = False
    norm: str = "2"
    radius: Expr | None = None
    formula: list[Expr] = field(default_factory=list)
    lines: Lines | None = None
    recurrence: Recurrence | None = None

    def length(self, sizes: Mapping[str, int]) -> int:
        """The number of free numbers."""
        rows, cols = self.shape.evaluate(sizes)
        if self.kind in ("defined", "solved"):
            return 0
        if self.kind == "radius":
            return 1
        return max(rows, cols) ** 2 if self.kind == "orthonormal" else rows * cols


@dataclass(frozen=True, slots=True)
class Space:
    """The blocks of a problem in an order in which they can be computed, and the hypotheses that remain."""

    blocks: tuple[Block, ...]
    residual: tuple[Formula, ...]

    def length(self, sizes: Mapping[str, int]) -> int:
        """The number of free numbers of all blocks together."""
        return sum(b.length(sizes) for b in self.blocks)


__all__ = ["COMPUTED", "Block", "Space"]
