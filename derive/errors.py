"""Errors that a user can cause; each carries where, what was expected and what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class DeriveError(Exception):
    """Base of all input errors.

    Attributes:
        message: One sentence: what was expected and what was found.
        position: Offset in the LaTeX text, if known; the paper reader turns it into file, line and column.
        hint: What to do, if known.
    """

    message: str
    position: int | None = None
    hint: str | None = None

    def __str__(self) -> str:
        return self.message if not self.hint else f"{self.message} ({self.hint})"


class SyntaxProblem(DeriveError):
    """The LaTeX cannot be read."""


class NameProblem(DeriveError):
    """An undeclared, doubly declared or shadowed name."""


class ShapeProblem(DeriveError):
    """No reading makes the sizes match: in a claim this is the verdict ``ill-typed``, not bad input."""


class NotSupported(DeriveError):
    """A road cannot handle this construct (the claim is not refused; the road abstains)."""
