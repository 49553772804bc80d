"""What has changed since an earlier result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from proofs.report.context import PaperContext
from proofs.report.html import Html, anchor, element, join, table
from proofs.report.verdicts import badge
from proofs.results.schema import ClaimResult, PaperResult


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two results.

    Attributes:
        id: The claim.
        what: ``verdict``, ``strength``, ``domain``, ``statement``, ``new`` or ``gone``.
        before: The earlier word.
        after: The word now.

    """

    id: str
    what: str
    before: str
    after: str


def compare(old: tuple[ClaimResult, ...], new: tuple[ClaimResult, ...]) -> list[Change]:
    """Return the differences, in the order of the new result; what is gone comes last."""
    before = {claim.id: claim for claim in old}
    changes: list[Change] = []
    for claim in new:
        earlier = before.pop(claim.id, None)
        if earlier is None:
            changes.append(Change(claim.id, "new", "", claim.verdict))
            continue
        for what in ("verdict", "strength", "domain", "statement"):
            a, b = getattr(earlier, what), getattr(claim, what)
            if a != b and not (what in ("strength", "domain") and earlier.verdict != claim.verdict):
                changes.append(Change(claim.id, what, a, b))
    return changes + [Change(c.id, "gone", c.verdict, "") for c in before.values()]


def earlier_claims(paper: PaperContext, against: Mapping[str, Any] | None) -> tuple[ClaimResult, ...] | None:
    """Return the claims of the same paper in an earlier result, or None if it has none.

    Raises:
        ValueError: The earlier result is none.

    """
    from proofs.results.schema import audit_from_json

    if against is None:
        return None
    same = same_paper(paper.result.paper, audit_from_json(against).papers)
    return same.claims if same is not None else None


def same_paper(file: str, papers: Sequence[PaperResult]) -> PaperResult | None:
    """Return the result of the paper of this file among others: the same file, else one of the same name."""
    from proofs.reading.paper import paper_name

    same = [p for p in papers if p.paper == file]
    named = [p for p in papers if paper_name(PurePath(p.paper)) == paper_name(PurePath(file))]
    return next(iter(same or named), None)


def changes(paper: PaperContext, against: Mapping[str, Any] | None) -> Html | None:
    """Return the section on changes; None if nothing is compared."""
    if against is None:
        return None
    old = earlier_claims(paper, against)
    if old is None:
        return element("p", "The earlier result does not contain this paper.")
    found = compare(old, paper.claims)
    if not found:
        return element("p", f"Nothing changed: {len(old)} claims, the same statements, verdicts and strengths.")
    rows = [(_name(paper, c.id), c.what, _word(c, c.before), _word(c, c.after)) for c in found]
    turned = sum(1 for c in found if c.what == "verdict")
    said = element("p", f"{turned} verdicts changed; {len(found) - turned} other differences.")
    return join(said, table(("claim", "what", "before", "now"), rows))


def _name(paper: PaperContext, claim: str) -> Html:
    known = claim in paper.by_id
    return element("a", claim, href="#" + anchor("claim", claim)) if known else element("code", claim)


def _word(change: Change, word: str) -> Html:
    if not word:
        return element("span", "—")
    return badge(word) if change.what in ("verdict", "new", "gone") else element("code", word)
