"""The report as Markdown with math fences, which code-hosting sites render."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from proofs.report import values
from proofs.report.changes import compare, earlier_claims
from proofs.report.context import PaperContext
from proofs.report.evidence import OUTCOMES, precision, result_words, short, summary_line
from proofs.report.formulas import LONGEST, Formulas, cut
from proofs.report.html import visible
from proofs.report.overview import certificates
from proofs.report.reason import reason
from proofs.report.tex import printed_anew
from proofs.report.verdicts import FAILING, MEANING, ORDER, counts
from proofs.results.fidelity import counts as relations
from proofs.results.schema import ClaimResult
from proofs.results.table import GLYPHS, clean, not_shown

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~$&]|^[-+#=]|^\d+(?=[.)]))")


def text(value: object) -> str:
    r"""Return text that Markdown prints as it stands: no markup, no HTML, no links.

    Example:
        >>> text("<b> a_1 [x](javascript:y)")
        '\\<b\\> a\\_1 \\[x\\](javascript:y)'

    """
    words = re.sub(r"\s+", " ", visible(value)).strip()
    # an entity for & and < would do for HTML; a backslash serves Markdown and HTML alike
    words = _SPECIAL.sub(r"\\\1", words)
    return re.sub(r"(?i)\b(https?|ftp|www)([:.])", r"\1&#8203;\2", words)


def fence(content: str, kind: str = "") -> str:
    """Return a fenced block whose fence is longer than any in its content."""
    inner = visible(content.replace("\r", "\n").strip("\n").replace("\n", "\ue000")).replace("\ue000", "\n")
    ticks = "`" * max(3, 1 + max((len(m) for m in re.findall(r"`+", inner)), default=0))
    return f"{ticks}{kind}\n{inner}\n{ticks}"


def formula(latex: str, formulas: Formulas, *, beside: bool = False) -> str:
    """Return a displayed formula, printed anew from its parsed form; source that is not understood stays source.

    Args:
        latex: One or several statements.
        formulas: Reads them.
        beside: Put statements on one line.

    """
    printed = printed_anew(latex, formulas)
    if printed is None:
        return fence(cut(latex, LONGEST), "latex")
    if beside:
        printed = [r", \quad ".join(printed)]
    body = printed[0] if len(printed) == 1 else "\\begin{gathered}\n" + " \\\\\n".join(printed) + "\n\\end{gathered}"
    return fence(body, "math")


def prose(words: str, formulas: Formulas) -> str:
    """Return a message with its formulas, ``$...$``, set; none of them ends a cell of a table."""
    parts = []
    for k, piece in enumerate(re.split(r"\$([^$]+)\$", words)):
        printed = printed_anew(piece, formulas) if k % 2 else None
        bare = ", ".join(printed).replace(r"\|", r"\Vert ").replace("|", r"\vert ") if printed else ""
        parts.append(f"${clean(bare)}$" if bare and "`" not in bare else text(piece))
    return "".join(parts)


def markdown(paper: PaperContext, formulas: Formulas, *, against: Mapping[str, Any] | None = None) -> str:
    """Return the report of a paper as Markdown."""
    blocks = [f"# {text(paper.title)}: derivation report", *_overview(paper)]
    blocks += ["## What to fix first", *_fix_first(paper, formulas)]
    blocks += _changes(paper, against)
    blocks += ["## Claims", _contents(paper)]
    for claim in paper.claims:
        blocks += _claim(paper, claim, formulas)
    blocks += [
        "## Method and trust",
        "| verdict | meaning |\n|---|---|\n" + "\n".join(f"| {_mark(v)} | {MEANING[v]} |" for v in ORDER),
    ]
    facts = f"Checker {text(paper.checker)}, seed {paper.seed}"
    blocks.append(facts + (f", SHA-256 of {text(paper.path.name)}: `{paper.digest}`." if paper.digest else "."))
    return "\n\n".join(blocks) + "\n"


def _mark(verdict: str) -> str:
    return f"{GLYPHS.get(verdict, '·')} **{text(verdict)}**"


def _overview(paper: PaperContext) -> list[str]:
    claims = paper.claims
    accepted, rejected = certificates(claims)
    said = " · ".join(f"{_mark(v)} {n}" for v, n in counts(claims))
    left = [c for c in claims if c.verdict in ("not-checkable", "undecided", "unread", "error")]
    lines = [
        f"- {len(claims)} claims judged" + (f" of {len(paper.file.claims)}" if paper.file else ""),
        f"- compared with the paper: {', '.join(f'{n} {name}' for name, n in relations(claims))}",
        f"- certificates accepted by the independent checker: {accepted} of {accepted + rejected}",
        f"- claims that rest on one that does not hold: {len(paper.shaken)}",
        f"- not checked: {len(left)}" + (f" ({', '.join(f'{n} {v}' for v, n in counts(left))})" if left else ""),
    ]
    warning = [f"**{text(paper.incomplete)}**"] if paper.incomplete else []
    return [*warning, said, "\n".join(lines)]


def _fix_first(paper: PaperContext, formulas: Formulas) -> list[str]:
    failing = [c for c in paper.claims if c.verdict in FAILING]
    if not failing:
        return ["Nothing: no claim was found to be false, ill-typed, vacuous or ambiguous."]
    order = {c.id: k for k, c in enumerate(paper.claims)}
    failing.sort(key=lambda c: (-len(paper.resting_on(c.id)), FAILING.index(c.verdict), order[c.id]))
    rows = [
        f"| {_mark(c.verdict)} | {_link(c)} | {prose(reason(c, formulas), formulas) or text(summary_line(c))} | {len(paper.resting_on(c.id))} | {_rescues(c)} |"
        for c in failing
    ]
    return ["| verdict | claim | evidence | breaks | its repair rescues |\n|---|---|---|---|---|\n" + "\n".join(rows)]


def _rescues(claim: ClaimResult) -> str:
    return "" if claim.repair is None else str(claim.repair.get("rescues", ""))


def _link(claim: ClaimResult) -> str:
    return f"[{text(claim.id)}](#{_anchor(claim)})"


def _anchor(claim: ClaimResult) -> str:
    """The id that code-hosting sites give to the heading, which is the id of the claim alone."""
    return re.sub(r"[^\w-]", "", claim.id.lower())


def _where(claim: ClaimResult) -> str:
    """Where a claim that holds has a value, as a formula in a line (and in a cell of a table)."""
    domain = clean(claim.domain).replace(r"\|", r"\Vert ").replace("|", r"\vert ")
    return f" where ${domain}$" if domain else ""


def _contents(paper: PaperContext) -> str:
    rows = [
        f"| {_mark(c.verdict)} {text(c.strength)}{_where(c)} | {_link(c)} | {text(c.title)} | {text(c.where)} |"
        for c in paper.claims
    ]
    return "| verdict | claim | title | place |\n|---|---|---|---|\n" + "\n".join(rows)


def _changes(paper: PaperContext, against: Mapping[str, Any] | None) -> list[str]:
    if against is None:
        return []
    old = earlier_claims(paper, against)
    if old is None:
        return ["## Changes since the earlier result", "The earlier result does not contain this paper."]
    found = compare(old, paper.claims)
    rows = "\n".join(
        f"| {text(c.id)} | {c.what} | {text(cut(c.before, 200))} | {text(cut(c.after, 200))} |" for c in found
    )
    table = f"| claim | what | before | now |\n|---|---|---|---|\n{rows}" if found else "Nothing changed."
    return ["## Changes since the earlier result", table]


def _claim(paper: PaperContext, claim: ClaimResult, formulas: Formulas) -> list[str]:
    facts = " · ".join(text(f) for f in (claim.title, claim.kind, claim.where, paper.place(claim)) if f)
    blocks = [f"### {text(claim.id)}", f"{_mark(claim.verdict)} {text(claim.strength)}{_where(claim)} · {facts}"]
    if claim.message:
        blocks.append(text(claim.message))
    if claim.tainted_by:
        blocks.append(f"Rests on what does not hold: {text(', '.join(claim.tainted_by))}")
    if claim.unjudged:
        blocks.append(f"Rests on what was not judged here: {text(', '.join(claim.unjudged))}")
    if claim.unshown:
        blocks.append(text(f"R{not_shown(claim)[1:]}"))
    if claim.statement:
        blocks.append(formula(claim.statement, formulas))
    if claim.understood:
        blocks += ["As it was understood:", formula(claim.understood, formulas)]
    blocks += _fidelity(claim, formulas)
    if claim.hypotheses:
        blocks += ["under the hypotheses", *(formula(one, formulas) for one in claim.hypotheses)]
    if claim.notes:
        blocks.append("\n".join(f"- {text(note)}" for note in claim.notes))
    blocks += _wrong(claim, formulas)
    if claim.evidence:
        rows = "\n".join(_evidence_row(item) for item in claim.evidence)
        blocks.append(f"| road | result | where | precision |\n|---|---|---|---|\n{rows}")
    if claim.uses:
        blocks.append(f"Uses {text(', '.join(claim.uses))}.")
    return blocks


def _printed(paper: str) -> str:
    """A statement with its formulas between dollars."""
    parts = re.split(r"\$([^$`]+)\$", " ".join(paper.split()))
    told = (f"${clean(p)}$".replace("<", r"\lt ").replace(">", r"\gt ") if k % 2 else text(p) for k, p in enumerate(parts))
    spaces = [" " * (k % 2 == 0 and k > 0 and part[:1] == " ") for k, part in enumerate(parts)]
    ends = [" " * (k % 2 == 0 and len(part) > 1 and part[-1] == " ") for k, part in enumerate(parts)]
    return "".join(before + said + after for before, said, after in zip(spaces, told, ends, strict=True)).strip()


def _fidelity(claim: ClaimResult, formulas: Formulas) -> list[str]:
    """What lies between the formula that was judged and the statement of the paper."""
    blocks = [f"Compared with the paper: {text(claim.relation)}"] if claim.relation else []
    blocks += [f"As it is printed: {_printed(claim.paper)}"] if claim.paper else []
    if form := claim.corrected:
        blocks += [f"Corrected form, {_mark(str(form['verdict']))}:", formula(str(form["statement"]), formulas)]
    needed = {True: "needed", False: "not needed", None: "not known whether it is needed"}
    for line in (claim.added or {}).get("lines", ()):
        blocks += [f"Added, not stated by the paper ({text(line['why'])}; {needed[line['needed']]}):"]
        blocks += [formula(line["latex"], formulas)]
    return blocks + ["\n".join(f"- flag: {text(flag)}" for flag in claim.flags)] * bool(claim.flags)


def _wrong(claim: ClaimResult, formulas: Formulas) -> list[str]:
    blocks: list[str] = []
    if claim.counterexample:
        example = claim.counterexample
        sides = f"left {text(short(example.get('lhs')))}, right {text(short(example.get('rhs')))}"
        at = values.as_latex(example).replace("\n", " ")
        blocks += (
            [f"**Counterexample**, exact: {sides}, at", formula(at, formulas, beside=True)]
            if at
            else [f"**False for every input**: {sides}"]
        )
        blocks.append(fence(values.as_json(example), "json"))
    if claim.repair:
        blocks += [
            f"**Repair**, itself checked ({text(claim.repair.get('strength', ''))}):",
            formula(str(claim.repair.get("statement", "")), formulas),
        ]
    if claim.hypothesis:
        blocks += ["**It holds if**", formula(claim.hypothesis, formulas)]
    if claim.readings:
        blocks.append(
            "\n".join(f"- read as {text(r.get('name'))}: {_mark(str(r.get('verdict')))}" for r in claim.readings)
        )
    return blocks


def _evidence_row(item: dict[str, Any]) -> str:
    glyph, word = OUTCOMES.get(str(item.get("outcome")), ("·", str(item.get("outcome"))))
    said = f"{glyph} {text(word)}: {text(result_words(item))}"
    return f"| {text(item.get('road'))} | {said} | {text(item.get('scope'))} | {text(precision(item))} |"
