"""The first page: verdicts in numbers, what was not checked, and what to fix first."""

from __future__ import annotations

from proofs.report.context import PaperContext
from proofs.report.evidence import summary_line
from proofs.report.formulas import Formulas
from proofs.report.html import Html, anchor, details, element, join, table
from proofs.report.reason import reason
from proofs.report.verdicts import FAILING, MEANING, badge, claim_badge, counts, known_verdict, style_of
from proofs.results.fidelity import counts as relations
from proofs.results.schema import ClaimResult
from proofs.results.table import GLYPHS
from proofs.results.verdicts import tally


def verdict_bar(paper: PaperContext) -> Html:
    """Return the bar of verdicts and the same as words with counts."""
    found = counts(paper.claims)
    parts = (element("span", cls=style_of(verdict), style=f"flex-grow:{number}") for verdict, number in found)
    said = ", ".join(f"{number} {verdict}" for verdict, number in found)
    marks = (join(badge(verdict, str(number)), " ") for verdict, number in found)
    return join(element("div", *parts, cls="bar", role="img", aria_label=said), element("p", *marks, cls="badges"))


def facts(paper: PaperContext, audited: int, formulas: Formulas) -> Html:
    """Return numbers of the audit: claims, strengths, certificates, taint, time, and what was not checked."""
    claims = paper.claims
    held, apart = ([(c.strength, c.domain) for c in claims if c.verdict == "holds" and c.is_apart is one] for one in (False, True))
    accepted, rejected = certificates(claims)
    rows: list[tuple[object, ...]] = [("incomplete", element("strong", paper.incomplete))] if paper.incomplete else []
    rows += [
        ("claims", f"{len(claims)} judged" + (f" of {audited} in the file" if audited > len(claims) else "")),
        ("what holds", tally(held).partition(": ")[2] if held else "nothing was shown to hold"),
        *([("and apart from the paper's claims", tally(apart).partition(": ")[2])] if apart else []),
        ("compared with the paper", ", ".join(f"{n} {name}" for name, n in relations(claims)) or "no claim states a formula"),
        ("certificates", f"{accepted} of {accepted + rejected} accepted by the independent checker" if accepted + rejected else "none were needed"),
        ("on shaky ground", f"{len(paper.shaken)} rest on a claim that does not hold" if paper.shaken else "no claim rests on one that does not hold"),
        ("work", f"{sum(c.seconds for c in claims):.1f} s"),
        ("not checked", _not_checked(paper, audited, formulas)),
    ]  # fmt: skip
    return element("dl", *(join(element("dt", a), element("dd", b)) for a, b in rows), cls="facts")


def certificates(claims: tuple[ClaimResult, ...]) -> tuple[int, int]:
    """Return how many certificates the independent checker accepted and rejected."""
    found = [e.get("detail", {}) for c in claims for e in c.evidence if e.get("road") == "certificate"]
    rejected = sum(1 for detail in found if "rejected" in detail)
    return len(found) - rejected, rejected


def _not_checked(paper: PaperContext, audited: int, formulas: Formulas) -> Html:
    """A quiet report must say what it leaves open."""
    claims = paper.claims
    left = [c for c in claims if c.verdict in ("not-checkable", "undecided", "unread", "error")]
    words = [f"{n} {v}" for v, n in counts(left)]
    searched = sum(1 for c in claims if c.verdict == "not-refuted")
    words += [f"{searched} searched but not proved"] if searched else []
    missing = len(paper.result.missing)
    words += [f"{missing} without a verdict: the audit is not complete"] if missing else []
    words += [f"{audited - len(claims) - missing} not selected"] if audited > len(claims) + missing else []
    if not words:
        return element("span", "nothing was left out")
    rows = [(_link(c), badge(c.verdict), formulas.prose(c.message or MEANING.get(c.verdict, ""))) for c in left]
    listed = details("which, and why", table(("claim", "verdict", "reason"), rows)) if rows else None
    return join(", ".join(words), listed)


def _link(claim: ClaimResult) -> Html:
    return element("a", claim.id, href="#" + anchor("claim", claim.id))


def fix_first(paper: PaperContext, formulas: Formulas) -> Html:
    """Return the claims that do not hold, those first on which most later claims rest."""
    failing = [c for c in paper.claims if c.verdict in FAILING]
    if not failing:
        return element("p", "Nothing: no claim was found to be false, ill-typed, vacuous or ambiguous.")
    breaks = {c.id: len(paper.resting_on(c.id)) for c in failing}
    order = {c.id: k for k, c in enumerate(paper.claims)}
    failing.sort(key=lambda c: (-breaks[c.id], FAILING.index(c.verdict), order[c.id]))
    rows = []
    for claim in failing:
        name = join(_link(claim), element("span", claim.title, cls="said"))
        rows.append(
            (badge(claim.verdict), name, _statements(_first(claim), formulas), _why(claim, breaks[claim.id], formulas))
        )
    return table(("verdict", "claim", "statement as checked", "evidence and repair"), rows, cls="first")


def _first(claim: ClaimResult) -> str:
    failing = [str(k.get("statement")) for k in claim.links if k.get("verdict") == claim.verdict]
    return failing[0] if failing else claim.statement


def _statements(latex: str, formulas: Formulas) -> Html:
    """Set what was checked: a statement on each line where there are several."""
    lines = formulas.lines(latex) or []
    shown = [element("span", line, cls="line") for line in lines] if len(lines) > 1 else [formulas.inline(latex)]
    return element("div", *shown, cls="clip")


def _why(claim: ClaimResult, breaks: int, formulas: Formulas) -> Html:
    said = reason(claim, formulas) or summary_line(claim)
    parts: list[Html] = [element("span", formulas.prose(said), cls="line")]
    if claim.repair:
        if not reason(claim, formulas):
            parts.append(element("span", "repair: ", formulas.prose(str(claim.repair.get("edit", ""))), cls="line"))
        parts.append(element("span", "repaired: ", formulas.inline(str(claim.repair.get("statement", ""))), cls="line"))
    elif claim.hypothesis and not reason(claim, formulas):
        parts.append(element("span", "holds if ", formulas.inline(claim.hypothesis), cls="line"))
    rescued = int((claim.repair or {}).get("rescues") or 0)
    if rescued:
        parts.append(element("span", f"the repair rescues {rescued} claim{'s' if rescued > 1 else ''}", cls="line"))
    if breaks:
        parts.append(element("span", f"breaks {breaks} later claim{'s' if breaks > 1 else ''}", cls="line breaks"))
    return join(*parts)


def contents(paper: PaperContext, *, landing: bool = False) -> Html:
    """Return the table of all claims.

    Args:
        paper: The judged paper.
        landing: The claims stand on pages of their own: links from elsewhere lead to the rows of this table.

    """
    rows = [
        (
            claim_badge(c),
            element("span", _link(c), id=anchor("claim", c.id)) if landing else _link(c),
            c.title,
            c.where,
        )
        for c in paper.claims
    ]
    return table(("verdict", "claim", "title", "place"), rows, cls="contents")


def side(paper: PaperContext) -> Html:
    """Return what stays in view beside the claims: choices of verdicts, and the list of all claims.

    The choices work without a script: `page.CHOICES` hides what is not chosen. The script of the page adds the search.
    """
    found = counts(paper.claims)
    failing = sum(number for verdict, number in found if verdict in FAILING)
    choices = [("all", element("span", f"all {len(paper.claims)}", cls="badge v-none"))]
    if failing and failing < len(paper.claims):
        choices.append(("failing", element("span", f"does not hold {failing}", cls="badge v-none")))
    choices += [(verdict, badge(verdict, str(number))) for verdict, number in found if len(found) > 1]
    radios = (
        join(
            element("input", type="radio", name="verdict", id=f"show-{name}", checked=name == "all" or None),
            element("label", mark, for_=f"show-{name}"),
        )
        for name, mark in choices
    )
    lines = (
        element(
            "li",
            element("a", element("span", GLYPHS.get(c.verdict, "·"), cls="glyph"), " ", element("b", c.id), " ", c.title, href="#" + anchor("claim", c.id)),
            cls=f"is {'failing' if c.verdict in FAILING else 'calm'} is-{known_verdict(c.verdict)} {style_of(c.verdict)}",
        )
        for c in paper.claims
    )  # fmt: skip
    return join(
        element("div", *radios, cls="choices", role="radiogroup", aria_label="verdicts shown"),
        element("div", id="find"),
        element("ol", *lines, id="all"),
    )
