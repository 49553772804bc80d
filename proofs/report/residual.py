"""Which entries of a refuted identity differ: evaluated by the independent checker of certificates."""

from __future__ import annotations

import decimal
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from derive.fraction import Fraction
from proofs import recheck
from proofs.results.schema import ClaimResult

LEAST_ENTRIES, MOST_ENTRIES = 4, 2500


@dataclass(frozen=True, slots=True)
class Residual:
    """The pattern of left minus right.

    Attributes:
        rows: Number of rows of both sides.
        cols: Number of columns.
        wrong: Entries (from one) that differ for certain.
        sizes: The sizes it was computed at.
        generic: Computed at a generic input, not at the counterexample.

    """

    rows: int
    cols: int
    wrong: tuple[tuple[int, int], ...]
    sizes: Mapping[str, int]
    generic: bool


def residual(claim: ClaimResult) -> Residual | None:
    """Return the pattern for a refuted identity whose certificate is at hand, else None."""
    example = claim.counterexample or {}
    path = example.get("certificate")
    if not path or claim.verdict not in ("refuted", "needs-hypothesis"):
        return None
    try:
        data, parts = recheck.load(Path(str(path)))
        if data["kind"] != "equality-fails" or data.get("claim_id") != claim.id:
            return None
        sizes = _larger_sizes(claim, data)
        generic = _evaluate(parts, sizes, None) if sizes else None
        return generic or _evaluate(parts, data["sizes"] | data["indices"], data["inputs"])
    except _TROUBLE:
        return None


_TROUBLE = (
    recheck.Rejected, recheck.Undecided, OSError, TypeError, ValueError, LookupError, AttributeError, RecursionError,
    decimal.DecimalException, ZeroDivisionError, OverflowError,
)  # fmt: skip
"""What the checker raises for a file it does not accept; a figure is then left out."""


def _larger_sizes(claim: ClaimResult, data: dict[str, Any]) -> dict[str, int]:
    """The sizes at which the exact road saw the difference: all different, so that the pattern tells rows from columns."""
    for item in claim.evidence:
        if item.get("road") == "exact" and item.get("outcome") == "disagree":
            words = (part.partition("=") for part in str(item.get("scope", "")).split(";")[0].split(","))
            sizes = {name.strip(): int(value) for name, mark, value in words if mark and value.strip().isdigit()}
            if sizes.keys() == data["sizes"].keys() and not data["indices"]:
                return sizes
    return {}


def _evaluate(parts: dict[str, Any], sizes: Mapping[str, int], inputs: Mapping[str, Any] | None) -> Residual | None:
    """Compare all entries at an input; without one, at small rationals in general position (no hypotheses allowed)."""
    recheck.Ball.work = 0
    (goal,) = parts["goal"]
    if goal[0] != "=" or (inputs is None and parts["hypotheses"]):
        return None
    evaluator = recheck.Evaluator({json.dumps(name): value for name, value in sizes.items()}, {}, [])
    evaluator.env.update(
        _generic(parts["variables"], evaluator) if inputs is None else
        {json.dumps(n): recheck.Matrix.of_rows([[evaluator.number(x) for x in row] for row in m]) for n, m in inputs.items()}
    )  # fmt: skip
    left, right = evaluator.value(goal[1]), evaluator.value(goal[2])
    rows, cols = left.shape
    if left.shape != right.shape or not LEAST_ENTRIES <= rows * cols <= MOST_ENTRIES:
        return None
    pairs = enumerate(zip(left.flat, right.flat, strict=True))
    wrong = tuple((k // cols + 1, k % cols + 1) for k, (x, y) in pairs if _differ(x, y))
    return Residual(rows, cols, wrong, dict(sizes), inputs is None) if wrong else None


def _differ(x: Any, y: Any) -> bool:
    """Whether two entries differ for certain; enclosures that overlap do not."""
    try:
        return x.order(y) != 0
    except recheck.Undecided:
        return False


def _generic(variables: list[Any], probe: recheck.Evaluator) -> dict[str, Any]:
    """Distinct small rationals of both signs, the same on every run."""
    found: dict[str, Any] = {}
    count = 0
    for name, rows, cols in variables:
        matrix = []
        for _ in range(probe.integer(["*", "1", *rows])):
            row = []
            for _ in range(probe.integer(["*", "1", *cols])):
                count += 1
                q = Fraction((-1) ** (count * count // 3) * (1 + count * 7 % 19), 1 + count % 5)
                row.append(recheck.Ball(q))
            matrix.append(row)
        found[name] = recheck.Matrix.of_rows(matrix)
    return found
