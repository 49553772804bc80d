"""Whose claim a page is about: the printed statement, what was added to it, its corrected form, what to look at."""

from __future__ import annotations

from proofs.report.formulas import Formulas
from proofs.report.html import Html, element, join
from proofs.report.verdicts import badge
from proofs.results.fidelity import NOT_COMPARED
from proofs.results.schema import ClaimResult

_MEANS = {
    "verbatim": "the formula is the statement of the paper",
    "general": "the formula says more than the statement of the paper",
    "instance": "the formula is an instance of the statement of the paper",
    "part": "the formula is a part of the statement of the paper",
    "consequence": "the formula follows from the statement of the paper, and says less",
    "interpretation": "the formula is what the words of the paper were taken to mean",
    "corrected": "the verdict is that of the printed form",
}
_NEEDED = {True: "needed", False: "not needed", None: "not known whether it is needed"}


def relation_words(claim: ClaimResult) -> str:
    """Return what the formula of a claim is to the statement of the paper, in words."""
    return _MEANS.get(claim.relation, f"{NOT_COMPARED} with the paper")


def printed(claim: ClaimResult, formulas: Formulas) -> Html | None:
    """Return the statement as the paper prints it, where the paper file has it."""
    if not claim.paper:
        return None
    return element("div", element("h4", "As it is printed"), element("p", formulas.prose(claim.paper)), cls="printed")


def fidelity(claim: ClaimResult, formulas: Formulas) -> Html | None:
    """Return what lies between the formula that was judged and the statement of the paper."""
    parts: list[object] = []
    if form := claim.corrected:
        mark = badge(str(form["verdict"]), str(form.get("strength", "")))
        parts += [element("h4", "Corrected form ", mark), formulas.display(str(form["statement"]))]
    lines = (claim.added or {}).get("lines", ())
    if lines:
        rows = [
            element("li", formulas.inline(k["latex"]), f" ({k['why']}; {_NEEDED[k['needed']]})") for k in lines
        ]
        parts += [element("h4", "Added, not stated by the paper"), element("ul", *rows, cls="notes")]
    parts += [element("p", "⚑ ", formulas.prose(flag), cls="quiet") for flag in claim.flags]
    return element("section", join(*parts), cls="part fidelity") if parts else None


__all__ = ["fidelity", "printed", "relation_words"]
