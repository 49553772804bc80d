"""Proof chains as tables: what a result rests on in order, where it breaks, and how much every bound gives away."""

from __future__ import annotations

from proofs.report.context import PaperContext
from proofs.report.evidence import number
from proofs.report.formulas import Formulas
from proofs.report.html import Html, anchor, details, element, join, table
from proofs.report.verdicts import FAILING, claim_badge
from proofs.results.schema import ClaimResult
from proofs.results.verdicts import BEYOND

MOST_CHAINS = 40


def ratio_of(claim: ClaimResult, link: int | None = None) -> float | None:
    """Return the largest left/right that a search found for a claim, or for one link of it."""
    found = []
    for item in claim.evidence:
        detail = item.get("detail") or {}
        if item.get("road") == "search" and (link is None or detail.get("link") == link):
            value = detail.get("best_ratio")
            found += [float(value)] if isinstance(value, (int, float)) else []
    return max(found, default=None)


def slack_of_link(claim: ClaimResult, link: int) -> str:
    """Return how tight one link of a chain is, in words."""
    return _slack(ratio_of(claim, link))


def _slack(ratio: float | None) -> str:
    if ratio is None:
        return ""
    if ratio > BEYOND:
        return "not comparable (right side zero up to rounding)"
    if ratio > 1 + 1e-9:
        return f"{number(ratio)} (exceeds 1)"
    if ratio > 1 - 1e-6:
        return "1 (tight)"
    return f"{number(ratio)} (slack ×{number(1 / ratio)})" if ratio > 0 else "0"


def chains(paper: PaperContext, formulas: Formulas) -> Html | None:
    """Return a table per final result: its proof in order, the first broken step marked."""
    ends = [c for c in paper.claims if len(paper.reached(c.id, paper.uses)) >= 2 and not paper.used_by[c.id]]
    if not ends:
        return None
    shown = [_chain(paper, end, formulas) for end in ends[:MOST_CHAINS]]
    more = (
        element("p", f"{len(ends) - MOST_CHAINS} more chains are not shown.", cls="quiet")
        if len(ends) > MOST_CHAINS
        else None
    )
    return join(*shown, more)


def _chain(paper: PaperContext, end: ClaimResult, formulas: Formulas) -> Html:
    steps = _in_order(paper, end.id)
    broken = next((c.id for c in steps if c.verdict in FAILING), None)
    rows = []
    for k, claim in enumerate(steps, 1):
        mark = element("strong", " ← breaks here", cls="breaks") if claim.id == broken else None
        name = join(element("a", claim.id, href="#" + anchor("claim", claim.id)), mark)
        uses = ", ".join(paper.uses[claim.id])
        rows.append((str(k), name, claim_badge(claim), _slack(ratio_of(claim)), uses))
    word = f", breaks at {broken}" if broken else ", unbroken"
    head = ("", "step", "verdict", "largest left/right found", "from")
    return details(f"{end.id}: {len(steps)} steps{word}", table(head, rows, cls="chain"))


def _in_order(paper: PaperContext, end: str) -> list[ClaimResult]:
    """The ancestors of a claim and itself, each after what it uses (file order among equals)."""
    wanted = paper.reached(end, paper.uses) | {end}
    order: list[str] = []
    state: set[str] = set()
    todo = [c.id for c in paper.claims if c.id in wanted]
    for start in todo:
        stack = [(start, False)]
        while stack:
            one, finished = stack.pop()
            if finished:
                order.append(one)
            elif one not in state:
                state.add(one)
                stack.append((one, True))
                stack += [(u, False) for u in reversed(paper.uses[one]) if u not in state]
    return [paper.by_id[one] for one in order]
