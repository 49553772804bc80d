"""Whose claim a verdict is about: claims counted by what their formulas are to the statements of the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from proofs.reading.paper import APART, RELATIONS
from proofs.results.schema import ClaimResult

NOT_COMPARED = "not compared"


def as_words(claim: ClaimResult) -> str:
    """Return `` as part`` and the like where what is judged is not what the paper states."""
    return f" as {claim.relation}" if claim.is_apart else ""


def held(claims: Sequence[ClaimResult]) -> list[str]:
    """Return how many claims hold, those apart that are not what the paper states.

    Examples:
        >>> c = ClaimResult("c", "", "", "", "", "", "holds", "proved", relation="part")
        >>> held([c])
        ['1 holds as part']

    """
    found = Counter(as_words(c) for c in claims if c.verdict == "holds")
    return [f"{found[words]} holds{words}" for words in ("", *(f" as {one}" for one in APART)) if found[words]]


def counts(claims: Sequence[ClaimResult]) -> list[tuple[str, int]]:
    """Return how many of the claims that state a formula are what to the paper's, the last those that nobody compared."""
    found = Counter(c.relation or NOT_COMPARED for c in claims if c.verdict != "not-checkable")
    return [(name, found[name]) for name in (*RELATIONS, NOT_COMPARED) if found[name]]


def comparison(claims: Sequence[ClaimResult]) -> list[str]:
    """Return the lines of a summary: counts by `as:`, and how many corrected forms hold; none where nobody compared."""
    found = counts(claims)
    if all(name == NOT_COMPARED for name, _ in found):
        return []
    lines = ["compared with the paper: " + ", ".join(f"{n} {name}" for name, n in found)]
    mended = [c for c in claims if c.corrected is not None]
    if mended:
        hold = sum((c.corrected or {})["verdict"] == "holds" for c in mended)
        lines.append(f"corrected forms that hold: {hold} of {len(mended)}")
    return lines


__all__ = ["NOT_COMPARED", "as_words", "comparison", "counts", "held"]
