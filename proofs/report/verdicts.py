"""How a verdict is shown: a glyph, a word and a color, so that none of them is needed to read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from proofs.reading.paper import VERDICTS
from proofs.report.html import Html, element
from proofs.results.schema import ClaimResult
from proofs.results.table import GLYPHS

FAILING = ("error", "ill-typed", "refuted", "needs-hypothesis", "vacuous", "ambiguous")
"""Verdicts that ask for a change of the paper (or of the checker), the gravest first."""
OPEN = ("unread", "undecided", "not-refuted", "not-checkable")
"""Verdicts that leave a claim open."""
ORDER = tuple(reversed([v for v in VERDICTS if v != "not-checkable"])) + ("not-checkable",)
"""All verdicts, the best first."""
MEANING = {
    "holds": "shown, with no road against it",
    "not-refuted": "neither proved nor certified false; searched for violations",
    "refuted": "false: an exact counterexample has been re-checked",
    "ill-typed": "no reading makes the sizes match",
    "vacuous": "says nothing: its right side is infinite or its hypotheses cannot be met",
    "needs-hypothesis": "false as written, true under one natural hypothesis",
    "ambiguous": "the text allows readings whose verdicts differ",
    "undecided": "nothing could be shown",
    "unread": "a formula could not be read, or one that it needs",
    "not-checkable": "prose, measurements: judged by no program",
    "error": "the checker failed on this claim",
}


def style_of(verdict: object) -> str:
    """Return the class of a verdict; unknown words get a neutral one."""
    return f"v-{verdict}" if verdict in GLYPHS else "v-none"


def known_verdict(verdict: object) -> str:
    """Return a verdict, or ``none`` for a word that is none."""
    return str(verdict) if verdict in GLYPHS else "none"


def badge(verdict: object, note: str = "") -> Html:
    """Return glyph and word of a verdict on its color."""
    glyph = GLYPHS.get(str(verdict), "·")
    mark = element("span", glyph, cls="glyph", aria_hidden="true")
    extra = element("span", f" {note}", cls="note") if note else None
    return element("span", mark, f" {verdict}", extra, cls=f"badge {style_of(verdict)}")


def claim_badge(claim: ClaimResult) -> Html:
    """Return the badge of a claim, with the strength of what holds, and a mark if it has a value only where its domain says."""
    note = claim.strength if claim.verdict in ("holds", "not-refuted") else ""
    return badge(claim.verdict, f"{note} where …" if claim.domain else note)


def counts(claims: Iterable[ClaimResult]) -> list[tuple[str, int]]:
    """Return how many claims have which verdict, the best verdict first, without zeros."""
    found = Counter(claim.verdict for claim in claims)
    return [(verdict, found[verdict]) for verdict in ORDER if found[verdict]]
