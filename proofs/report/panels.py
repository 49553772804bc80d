"""The boxes of a claim's page that say what is wrong with it: counterexample, repair, hypothesis, readings."""

from __future__ import annotations

import json
from pathlib import Path

from derive.language.tree.names import plain_latex
from proofs.report import values
from proofs.report.context import shown_file
from proofs.report.difference import differences, fresh, marked_source, marking
from proofs.report.formulas import Formulas
from proofs.report.html import Html, details, element, escape, join, source_code, table
from proofs.report.reason import reason
from proofs.report.verdicts import badge
from proofs.results.schema import ClaimResult

LARGEST_CERTIFICATE = 40_000
"""Bytes of a certificate up to which it is part of what can be copied."""


def counterexample(claim: ClaimResult, formulas: Formulas) -> Html | None:
    """Return the exact inputs at which a claim fails, both sides, and the same to copy."""
    example = claim.counterexample
    if not example:
        return None
    sizes = formulas.prose(", ".join(f"${plain_latex(k)} = {v}$" for k, v in example.get("sizes", {}).items()))
    inputs = [formulas.inline(values.latex_input(name, value)) for name, value in example.get("inputs", {}).items()]
    certificate = example.get("certificate")
    entry = next((e["detail"].get("entry") for e in claim.evidence if e.get("road") == "certificate"), "")
    sides = element(
        "p",
        element("span", f"entry {entry} ", cls="quiet") if entry else None,
        element("strong", "left "), _side(example.get("lhs"), formulas),
        element("strong", " right "), _side(example.get("rhs"), formulas),
        cls="sides",
    )  # fmt: skip
    checked = element(
        "p", "Re-checked in exact or ball arithmetic by a program that shares no code with the checker.", cls="quiet"
    )
    return element(
        "section",
        element("h4", "Counterexample, exact"),
        element("p", "At ", sizes or "every size", " with" if inputs else "") if sizes or inputs else None,
        element("div", *(element("span", one, cls="input") for one in inputs), cls="inputs", tabindex="0")
        if inputs
        else None,
        sides,
        checked,
        element(
            "div",
            details("copy as LaTeX", source_code(values.as_latex(example))),
            details("copy as Python", source_code(values.as_python(example, _kept(certificate)))),
            details("copy as JSON", source_code(values.as_json(example))),
            cls="copies",
        ),
        element("p", "certificate: ", element("code", shown_file(certificate)), cls="quiet") if certificate else None,
        cls="panel bad",
    )


def _kept(certificate: object) -> str | None:
    """The text of a certificate that is at hand, is not huge, and is accepted."""
    from proofs.recheck import recheck

    if not certificate:
        return None
    try:
        path = Path(str(certificate))
        if path.stat().st_size > LARGEST_CERTIFICATE or not recheck(path).accepted:
            return None
        return json.dumps(json.loads(path.read_bytes()), separators=(",", ":"))
    except (OSError, ValueError, RecursionError):
        return None


def _side(value: object, formulas: Formulas) -> Html:
    latex = values.latex_side(str(value))
    return formulas.inline(latex) if latex and len(latex) < 400 else element("code", value)


def repair(claim: ClaimResult, formulas: Formulas) -> Html | None:
    """Return the smallest edit that makes a claim hold: the formula with its change marked, and the same as LaTeX."""
    mended = claim.repair
    if not mended:
        return None
    new = str(mended.get("statement", ""))
    old = failing_statement(claim, formulas)
    shown, source = _change(old, new, formulas)
    verdict = badge(mended.get("verdict"), str(mended.get("strength", "")))
    return element(
        "section",
        element("h4", "Repair, itself checked: ", verdict),
        element("p", formulas.prose(str(mended.get("edit", "")))),
        shown,
        details("the repaired statement as LaTeX", source),
        cls="panel good",
    )


def _change(old: str, new: str, formulas: Formulas) -> tuple[Html | None, Html]:
    """Both statements as formulas, and the new one as LaTeX, with the parts marked that the other has not."""
    before, after = ([fresh(tree) for tree in formulas.trees(text) or ()] for text in (old, new))
    if not before or not after:
        return None, source_code(new)
    gone, added = differences(before, after)
    was, now = formulas.shown(before, marks=marking(gone, "del")), formulas.shown(after, marks=marking(added, "ins"))
    lines = (("was", was), ("now", now))
    shown = element("dl", *(join(element("dt", word), element("dd", line)) for word, line in lines), cls="facts change")
    return (shown if was and now else None), marked_source(new, added, "ins")


def failing_statement(claim: ClaimResult, formulas: Formulas) -> str:
    """Return the LaTeX of the statement that fails, printed the way repairs are."""
    from derive.errors import DeriveError
    from derive.language.parsing.parser import statements
    from derive.language.printing.latex import to_latex

    links = [k for k in claim.links if k.get("verdict") == claim.verdict]
    if links:
        return str(links[0].get("statement", ""))
    try:
        trees = statements(claim.statement, dict(formulas.macros), formulas.words)
        return " \\\\ ".join(to_latex(tree) for tree in trees)
    except (DeriveError, RecursionError):
        return claim.statement


def hypothesis(claim: ClaimResult, formulas: Formulas) -> Html | None:
    """Return the hypothesis under which a claim holds as it is written."""
    if not claim.hypothesis:
        return None
    return element(
        "section",
        element("h4", "It holds if"),
        formulas.display(claim.hypothesis),
        element("p", "False as written; with this hypothesis the same roads show it.", cls="quiet"),
        cls="panel good",
    )


def readings(claim: ClaimResult) -> Html | None:
    """Return the verdict of every reading of the text."""
    if not claim.readings:
        return None
    rows = [(element("code", r.get("name")), badge(r.get("verdict"))) for r in claim.readings]
    return element("section", element("h4", "Readings"), table(("reading", "verdict"), rows), cls="panel plain")


def because(claim: ClaimResult, formulas: Formulas) -> Html | None:
    """Return the sentence that says why a claim does not hold."""
    said = reason(claim, formulas)
    return element("p", formulas.prose(said), cls="because") if said else None


def message(claim: ClaimResult, formulas: Formulas) -> Html | None:
    """Return what the checker has to say, and whether the verdict was expected."""
    parts: list[Html] = []
    if claim.message and not claim.hypothesis:
        parts.append(element("p", formulas.prose(claim.message), cls="message"))
    if claim.expect and not claim.as_expected:
        parts.append(element("p", "The paper file expects ", badge(claim.expect), " here.", cls="message"))
    return join(*parts) if parts else None


def taint(claim: ClaimResult, links: Html) -> Html | None:
    """Return a word of warning where a claim uses one that does not hold."""
    if not claim.tainted_by:
        return None
    return element("p", "⚠ Rests on what does not hold: ", escape(links), cls="message warn")


def unjudged(claim: ClaimResult, links: Html) -> Html | None:
    """Return a word where a claim uses one that has no verdict in this result."""
    if not claim.unjudged:
        return None
    return element("p", "Rests on what was not judged here: ", escape(links), cls="message")


def unshown(claim: ClaimResult, links: Html) -> Html | None:
    """Return a word where a claim rests on others that were neither shown nor found false."""
    if not claim.unshown:
        return None
    several = f"{len(claim.unshown)} claims that were" if len(claim.unshown) > 1 else "1 claim that was"
    return element("p", f"Rests on {several} not shown: ", escape(links), cls="message")
