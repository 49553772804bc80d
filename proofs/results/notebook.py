"""How results display themselves in notebooks: a small table, everything escaped."""

from __future__ import annotations

import html as escaping
from collections.abc import Sequence

from proofs.results.schema import ClaimResult
from proofs.results.table import GLYPHS, clean, details, ground, verdict_word

LONGEST = 4_000
"""Characters up to which a statement is set."""


def markdown(claims: Sequence[ClaimResult]) -> str:
    """Return a Markdown table of claims, with details of those that do not hold or rest on such."""
    lines = ["| | verdict | claim | |", "|---|---|---|---|"]
    lines += [f"| {GLYPHS[c.verdict]} | {verdict_word(c)} | {_cell(c.id)} | {_cell(c.title)} |" for c in claims]
    for claim in claims:
        if below := _below(claim):
            lines += ["", f"**{_cell(claim.id)}**", "", *(f"* {_cell(line)}" for line in below)]
    return "\n".join(lines)


def _below(claim: ClaimResult) -> list[str]:
    """Details of a claim that does not hold; of one that does, whether it rests on others that do not."""
    return details(claim) if claim.verdict != "holds" else ground(claim)


def _cell(text: str) -> str:
    return escaping.escape(clean(text)).replace("|", "\\|")


def html(claims: Sequence[ClaimResult]) -> str:
    """Return an HTML table of claims, with details of those that do not hold or rest on such."""
    rows = []
    for claim in claims:
        notes = "".join(f"<br><small>{escaping.escape(line)}</small>" for line in _below(claim))
        statement = _formula(claim.statement)
        cells = [GLYPHS[claim.verdict], escaping.escape(verdict_word(claim)), escaping.escape(clean(claim.id))]
        rows.append("<tr>" + "".join(f"<td>{c}</td>" for c in cells) + f"<td>{statement}{notes}</td></tr>")
    return "<table><tr><th></th><th>verdict</th><th>claim</th><th>statement</th></tr>" + "".join(rows) + "</table>"


def _formula(latex: str) -> str:
    """A statement as MathML; as escaped source where it cannot be read."""
    from derive.errors import DeriveError
    from derive.language.parsing.parser import statements
    from derive.language.printing.mathml import to_mathml

    if "$" not in latex and len(latex) <= LONGEST:
        try:
            trees = statements(latex)
            if trees:
                return "".join(to_mathml(tree) for tree in trees)
        except (DeriveError, RecursionError, LookupError, ValueError):
            pass
    return f"<code>{escaping.escape(clean(latex))}</code>"
