"""What a road returns: one piece of evidence, and possibly a counterexample candidate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from derive.fraction import Fraction

LOOKED_AT = "looked at"  # detail "thresholds": both sides were compared where signs and comparisons jump, too
Matrix = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One road's word on one problem.

    Attributes:
        road: ``shapes``, ``index form``, ``exact``, ``sympy``, ``autograd``, ``norm rules``, ``search`` or ``certificate``.
        outcome: ``agree`` (the claim is shown true in this scope), ``disagree`` (shown false) or ``none``.
        scope: ``all sizes``, ``L=2, d=3; L=3, d=2`` and the like, in words.
        detail: JSON-able facts: relations used, residual terms, error bounds, tolerance, best ratio, evaluations.
        seconds: Time taken.
        proof: True if the outcome is a proof in its scope (not a random screen, not floating point).
    """

    road: str
    outcome: str
    scope: str
    detail: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    proof: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A concrete input: sizes and an exact matrix for every variable (and index values, if quantified)."""

    sizes: Mapping[str, int]
    inputs: Mapping[str, Matrix]
    indices: Mapping[str, int] = field(default_factory=dict)
