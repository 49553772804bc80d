"""Which entries of a refuted identity differ: evaluated by the independent checker of certificates."""

from __future__ import annotations

import decimal
import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofs import recheck
from proofs.schema import ClaimResult

MOST_ENTRIES = 2500


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
        data = recheck.load(Path(str(path)))
        if data["kind"] != "equality-fails" or data.get("claim_id") != claim.id:
            return None
        parts, bound = _problem(data["problem"])
        sizes = _larger_sizes(claim, data)
        generic = _evaluate(parts, bound, sizes, None) if sizes else None
        return generic or _evaluate(parts, bound, data["sizes"] | data["indices"], data["inputs"])
    except _TROUBLE:
        return None


_TROUBLE = (
    recheck.Rejected, recheck.Undecided, OSError, TypeError, ValueError, LookupError, AttributeError, RecursionError,
    decimal.DecimalException, ZeroDivisionError, OverflowError,
)  # fmt: skip
"""What the checker raises for a file it does not accept; a figure is then left out."""


def _problem(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    tree, bound = recheck.read_tree(text), {}
    if tree[0] == "let":
        for name, body in tree[1]:
            recheck.Evaluator({}, bound).names(body)
            bound[name] = body
        tree = tree[2]
    return {part[0]: part[1:] for part in tree[1:]}, bound


def _larger_sizes(claim: ClaimResult, data: dict[str, Any]) -> dict[str, int]:
    """The sizes at which the exact road saw the difference: all different, so that the pattern tells rows from columns."""
    for item in claim.evidence:
        if item.get("road") == "exact" and item.get("outcome") == "disagree":
            words = (part.partition("=") for part in str(item.get("scope", "")).split(";")[0].split(","))
            sizes = {name.strip(): int(value) for name, mark, value in words if mark and value.strip().isdigit()}
            if sizes.keys() == data["sizes"].keys() and not data["indices"]:
                return sizes
    return {}


def _evaluate(
    parts: dict[str, Any], bound: dict[str, Any], sizes: Mapping[str, int], inputs: Mapping[str, Any] | None
) -> Residual | None:
    """Compare all entries at an input; without one, at small primes in general position (no hypotheses allowed)."""
    recheck.Ball.down.prec = recheck.Ball.up.prec = recheck.DIGITS[0]
    (goal,) = parts["goal"]
    if goal[0] != "=" or (inputs is None and parts["hypotheses"]):
        return None
    env: dict[str, Any] = {json.dumps(name): value for name, value in sizes.items()}
    probe = recheck.Evaluator(env, bound)
    if inputs is None:
        env |= _generic(parts["variables"], probe)
    else:
        env |= {json.dumps(n): [[recheck.number(x) for x in row] for row in matrix] for n, matrix in inputs.items()}
    evaluator = recheck.Evaluator(env, bound)
    left, right = evaluator.value(goal[1]), evaluator.value(goal[2])
    rows, cols = max(len(left), len(right)), max(len(left[0]), len(right[0]))
    if rows * cols > MOST_ENTRIES or rows * cols < 4:
        return None
    evaluator.failures = []
    if evaluator.holds(goal):
        return None
    wrong = tuple(sorted({f[1] for f in evaluator.failures if f[1] is not None}))
    return Residual(rows, cols, wrong, dict(sizes), inputs is None)


def _generic(variables: list[Any], probe: recheck.Evaluator) -> dict[str, Any]:
    """Distinct small rationals of both signs, the same on every run."""
    found: dict[str, Any] = {}
    count = 0
    for name, rows, cols in variables:
        height, width = probe.dim(rows), probe.dim(cols)
        matrix = []
        for _ in range(height):
            row = []
            for _ in range(width):
                count += 1
                row.append(Fraction((-1) ** (count * count // 3) * (1 + count * 7 % 19), 1 + count % 5))
            matrix.append(row)
        found[name] = matrix
    return found
