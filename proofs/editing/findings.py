"""What is told of a claim in an editor: a message, its weight, what mends it, and how it was understood."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from derive.errors import DeriveError
from proofs.reading.options import How
from proofs.reading.paper import BadPaper, Claim, Flaw
from proofs.report.formulas import Formulas
from proofs.report.reason import reason
from proofs.results.schema import ClaimResult, PaperResult, finish
from proofs.results.table import GLYPHS

WEIGHTS = {
    "error": 1, "ill-typed": 1, "refuted": 1, "vacuous": 1, "unread": 1, "needs-hypothesis": 2, "ambiguous": 2, "undecided": 3, "not-refuted": 3,
}  # fmt: skip
"""Severity by the protocol: 1 error, 2 warning, 3 information; what holds has none."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of a claim.

    Attributes:
        verdict: The verdict.
        weight: How grave it is, by the protocol; 0 where there is nothing to tell.
        message: What is told.
        hover: How it was understood and what stands behind the verdict, in Markdown.
        repair: A statement that can stand in its place, and what it changes.
        hypothesis: What would have to be given.
        flaws: What cannot be read.

    """

    verdict: str
    weight: int
    message: str
    hover: str
    repair: tuple[str, str] | None = None
    hypothesis: str = ""
    flaws: tuple[Flaw, ...] = ()


def warm() -> bool:
    """Make a worker ready."""
    from proofs.auditing.workers import judge_claim
    from proofs.reading.paper import Block

    judge_claim(Claim("warm", "", 0, "warm", math=(Block("1 + 1 = 2", 1),)), How(effort="quick", lean=True))
    return True


def find(claim: Claim, how: How, ledger: Path) -> Finding:
    """Judge a claim, or take what an earlier audit kept of it."""
    from proofs.auditing.auditor import failed
    from proofs.auditing.ledger import Ledger
    from proofs.auditing.workers import judge_claim, read_claim

    kept = Ledger(ledger)
    result = kept.get(claim, how)
    if result is None:
        try:
            readable = read_claim(claim).claim or claim
        except BadPaper as bad:
            said = "\n".join(dict.fromkeys(f.message for f in bad.flaws))
            return finding_of(failed(claim, said, "unread"), dict(claim.settings.macros), bad.flaws)
        result = judge_claim(readable, how).result
        assert result is not None
        try:
            kept.put(readable, how, result)
        except OSError:
            pass  # the next time it is judged again
    return finding_of(result, dict(claim.settings.macros))


def finding_of(result: ClaimResult, macros: Mapping[str, str], flaws: tuple[Flaw, ...] = ()) -> Finding:
    """Return what is told of a result."""
    ((claim,),) = (paper.claims for paper in finish([PaperResult("paper", (result,), 1)], {"paper": "paper"}))
    formulas = Formulas(dict(macros))
    why = reason(claim, formulas) or claim.message
    parts = [f"{claim.verdict}: {in_words(why, formulas)}" if why else claim.verdict]
    several = len(claim.links) > 1
    repair = None
    if claim.repair:
        edit, statement = str(claim.repair.get("edit", "")), str(claim.repair.get("statement", ""))
        parts.append(f"repair: {in_words(edit, formulas)}")
        repair = None if several else (statement, in_words(edit, formulas))
    if claim.hypothesis:
        parts.append(f"it holds if {written(claim.hypothesis, formulas)}")
    if claim.expect and claim.as_expected:
        parts.append(f"as expected (expect: {claim.expect})")
    weight = WEIGHTS.get(claim.verdict, 0)
    if weight and claim.expect:
        weight = 3 if claim.as_expected else weight
    if not claim.as_expected and claim.expect:
        parts.append(f"the file expects {claim.expect}")
        weight = weight or 2
    return Finding(claim.verdict, weight, "\n".join(parts), _hover(claim, formulas), repair, claim.hypothesis or "", flaws)


def _hover(claim: ClaimResult, formulas: Formulas) -> str:
    """What is shown over a formula, in Markdown; formulas as text, as editors set no mathematics."""
    note = f" ({claim.strength})" if claim.strength else ""
    where = f" where `{written(claim.domain, formulas)}`" if claim.domain else ""
    lines = [f"**{GLYPHS.get(claim.verdict, '·')} {claim.verdict}**{note}{where}", ""]
    if claim.understood:
        lines += ["understood as", "```", *written(claim.understood, formulas).split("\n"), "```"]
    if claim.hypotheses:
        lines += ["under", "```", *(written(one, formulas) for one in claim.hypotheses), "```"]
    lines += [f"- {in_words(note, formulas)}" for note in claim.notes]
    why = reason(claim, formulas) or claim.message
    lines += ["", in_words(why, formulas)] if why else []
    if claim.repair:
        lines += ["", "repaired, and checked:", "```", written(str(claim.repair.get("statement", "")), formulas), "```"]
    return "\n".join(lines)


def written(latex: str, formulas: Formulas) -> str:
    """Return a formula as text with Unicode symbols, a line for each statement; as LaTeX where it cannot be read."""
    from derive.language.printing.plain_text import to_text

    trees = formulas.trees(latex)
    if not trees:
        return latex.strip()
    try:
        return "\n".join(to_text(tree, str) for tree in trees)
    except (DeriveError, RecursionError, LookupError, ValueError):
        return latex.strip()


def in_words(text: str, formulas: Formulas) -> str:
    """Return a message with its formulas, which stand between dollars, as text."""
    return re.sub(r"\$([^$]+)\$", lambda m: written(m[1], formulas).replace("\n", ", "), text)


__all__ = ["Finding", "find", "finding_of", "in_words", "warm", "written"]
