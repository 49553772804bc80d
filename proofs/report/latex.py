"""The report as a LaTeX document (article and amsmath). Formulas are printed anew from their parsed form."""

from __future__ import annotations

from proofs.report import values
from proofs.report.context import PaperContext
from proofs.report.errata import errata
from proofs.report.evidence import result_words, short, summary_line
from proofs.report.formulas import Formulas
from proofs.report.overview import certificates
from proofs.report.reason import reason
from proofs.report.tex import FIT, plain, prose, safe_math
from proofs.report.verdicts import FAILING, counts
from proofs.results.schema import ClaimResult
from proofs.results.table import not_shown

PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=2.5cm]{geometry}
\usepackage{amsmath,amssymb,graphicx}
\usepackage{textcomp}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.4em}
\emergencystretch=3em
\sloppy
"""


def latex(paper: PaperContext, formulas: Formulas) -> str:
    """Return the report of a paper as a LaTeX document."""
    parts = [PREAMBLE + FIT, rf"\title{{{plain(paper.title)}\\ \large derivation report}}", r"\author{}\date{}"]
    parts += [r"\begin{document}", r"\maketitle", *_overview(paper), *_fix_first(paper, formulas), r"\section{Claims}"]
    parts += [_claim(paper, claim, formulas) for claim in paper.claims]
    parts += [errata(paper, formulas), *_trust(paper), r"\end{document}"]
    return "\n".join(part for part in parts if part) + "\n"


def _overview(paper: PaperContext) -> list[str]:
    accepted, rejected = certificates(paper.claims)
    found = ", ".join(f"{n} {plain(v)}" for v, n in counts(paper.claims))
    left = sum(1 for c in paper.claims if c.verdict in ("not-checkable", "undecided", "unread", "error"))
    warning = [rf"\textbf{{{plain(paper.incomplete)}}}\par"] if paper.incomplete else []
    return [
        *warning,
        rf"{len(paper.claims)} claims: {found}. Certificates accepted by the independent checker: "
        rf"{accepted} of {accepted + rejected}. Claims that rest on one that does not hold: {len(paper.shaken)}. "
        rf"Not checked: {left}."
    ]


def _fix_first(paper: PaperContext, formulas: Formulas) -> list[str]:
    failing = [c for c in paper.claims if c.verdict in FAILING]
    failing.sort(key=lambda c: -len(paper.resting_on(c.id)))
    lines = [
        rf"\item \textbf{{{plain(c.id)}}} ({plain(c.verdict)}; {len(paper.resting_on(c.id))} later claims rest on it{_rescued(c)}): {prose(reason(c, formulas), formulas) or plain(summary_line(c))}"
        for c in failing
    ]
    if not lines:
        return [r"\section{What to fix first}", "Nothing was found to be false, ill-typed, vacuous or ambiguous."]
    return [r"\section{What to fix first}", r"\begin{enumerate}", *lines, r"\end{enumerate}"]


def _rescued(claim: ClaimResult) -> str:
    number = (claim.repair or {}).get("rescues")
    return "" if number is None else f", {number} of them rescued by its repair"


def _claim(paper: PaperContext, claim: ClaimResult, formulas: Formulas) -> str:
    strength = f" ({plain(claim.strength)})" if claim.strength else ""
    place = plain(", ".join(part for part in (claim.where, paper.place(claim)) if part))
    lines = [
        rf"\subsection*{{{plain(claim.id)}: {plain(claim.title)}}}",
        rf"\textbf{{{plain(claim.verdict)}}}{strength}{'' if not claim.domain else ' where'}",
        *([safe_math(claim.domain, formulas)] if claim.domain else []),
        f"{place}.",
    ]
    if said := reason(claim, formulas):
        lines.append(prose(said, formulas))
    if claim.message:
        lines.append(prose(claim.message, formulas))
    if claim.tainted_by:
        lines.append(rf"\par Rests on what does not hold: {plain(', '.join(claim.tainted_by))}.")
    if claim.unjudged:
        lines.append(rf"\par Rests on what was not judged here: {plain(', '.join(claim.unjudged))}.")
    if claim.unshown:
        lines.append(rf"\par {plain(f'R{not_shown(claim)[1:]}')}.")
    if claim.statement:
        lines.append(safe_math(claim.statement, formulas))
    if claim.understood:
        lines += ["Understood as", safe_math(claim.understood, formulas)]
    lines += _fidelity(claim, formulas)
    if claim.hypotheses:
        lines += ["under the hypotheses", *(safe_math(one, formulas) for one in claim.hypotheses)]
    lines += [rf"\par {prose(note, formulas)}" for note in claim.notes]
    lines += _wrong(claim, formulas)
    if claim.evidence:
        rows = [
            rf"\item {plain(e.get('road'))} ({plain(e.get('scope') or 'nothing tried')}): {plain(e.get('outcome'))}. {plain(result_words(e))}"
            for e in claim.evidence
        ]
        lines += [r"\begin{itemize}\small\setlength{\itemsep}{0pt}", *rows, r"\end{itemize}"]
    return "\n".join(lines)


def _fidelity(claim: ClaimResult, formulas: Formulas) -> list[str]:
    """What lies between the formula that was judged and the statement of the paper."""
    lines = [rf"\par Compared with the paper: {plain(claim.relation)}."] if claim.relation else []
    if form := claim.corrected:
        lines += [rf"\par\textbf{{Corrected form}} ({plain(form['verdict'])}):", safe_math(str(form["statement"]), formulas)]
    for one in (claim.added or {}).get("lines", ()):
        lines += [rf"\par Added, not stated by the paper ({plain(one['why'])}):", safe_math(one["latex"], formulas)]
    return lines + [rf"\par {plain(flag)}." for flag in claim.flags]


def _wrong(claim: ClaimResult, formulas: Formulas) -> list[str]:
    lines: list[str] = []
    if claim.counterexample:
        example = claim.counterexample
        at = values.as_latex(example).replace("\n", " ")
        sides = rf"left side {plain(short(example.get('lhs')))}, right side {plain(short(example.get('rhs')))}."
        lines += (
            [r"\textbf{Counterexample.}", safe_math(at, formulas, beside=True), sides]
            if at
            else [rf"False for every input: {sides}"]
        )
    if claim.repair:
        lines += [r"\par\textbf{Repair}, itself checked:", safe_math(str(claim.repair.get("statement", "")), formulas)]
    if claim.hypothesis:
        lines += [r"\par\textbf{It holds if}", safe_math(claim.hypothesis, formulas)]
    if claim.readings:
        lines.append(
            r"\par "
            + "; ".join(f"read as {plain(r.get('name'))}: {plain(r.get('verdict'))}" for r in claim.readings)
            + "."
        )
    return lines


def _trust(paper: PaperContext) -> list[str]:
    digest = rf" SHA-256 of the paper file: \texttt{{\small {paper.digest}}}." if paper.digest else ""
    return [r"\section*{Method and trust}", rf"Checker {plain(paper.checker)}, seed {paper.seed}.{digest}"]
