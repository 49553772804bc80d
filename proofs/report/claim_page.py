"""The section of one claim: as written, as understood, what is wrong, the derivation, the evidence, who uses it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from proofs.report import panels
from proofs.report.context import PaperContext, shown_file
from proofs.report.evidence import evidence_table
from proofs.report.fidelity import fidelity, printed, relation_words
from proofs.report.formulas import Formulas, cut
from proofs.report.graph import ancestor_graph
from proofs.report.html import Html, anchor, details, element, join, source_code, table
from proofs.report.understanding import Understanding, annotate, dress
from proofs.report.verdicts import FAILING, badge, claim_badge, known_verdict
from proofs.results.schema import ClaimResult


@dataclass(frozen=True, slots=True)
class ClaimPage:
    """All that the section of a claim is made of."""

    paper: PaperContext
    claim: ClaimResult
    understanding: Understanding
    formulas: Formulas
    figure: Html | None = None
    options: str = ""


def claim_page(page: ClaimPage) -> Html:
    """Return the section of one claim."""
    claim, formulas = page.claim, page.formulas
    parts: list[object] = [
        _head(page),
        panels.because(claim, formulas),
        panels.message(claim, formulas),
        panels.taint(claim, links(page.paper, claim.tainted_by)),
        panels.unjudged(claim, links(page.paper, claim.unjudged)),
        panels.unshown(claim, links(page.paper, claim.unshown)),
    ]
    if claim.statement:
        parts.append(element("div", _written(page), _understood(page), cls="columns"))
    parts += [
        fidelity(claim, formulas),
        _links(claim, formulas),
        panels.counterexample(claim, formulas),
        panels.repair(claim, formulas),
        panels.hypothesis(claim, formulas),
        panels.readings(claim),
        _derivation(page),
        _proofs(page),
    ]
    if claim.evidence:
        proof = element("section", element("h4", "Evidence"), evidence_table(claim, formulas), cls="part")
        parts.append(proof if claim.verdict in FAILING else _folded_evidence(claim, proof))
    if page.figure is not None:
        parts.append(element("section", element("h4", "Figure"), page.figure, cls="part"))
    parts += [_neighbors(page), _repeat(page)]
    return element("section", *parts, id=anchor("claim", claim.id), cls=f"claim is {_weight(claim)} is-{known_verdict(claim.verdict)}")


def _weight(claim: ClaimResult) -> str:
    return "failing" if claim.verdict in FAILING else "calm"


def _head(page: ClaimPage) -> Html:
    claim = page.claim
    title = [element("span", claim.id, cls="id"), f" — {claim.title}" if claim.title else None]
    facts = [claim.kind, claim.where, page.paper.place(claim), relation_words(claim) if claim.relation else ""]
    facts += [f"{claim.seconds:.1f} s"] if claim.seconds else []
    where = element("span", "where ", page.formulas.inline(claim.domain), " ", cls="domain") if claim.domain else None
    heading = element("h3", claim_badge(claim), " ", where, *title)
    return element("header", heading, element("p", " · ".join(f for f in facts if f), cls="quiet"))


def _folded_evidence(claim: ClaimResult, proof: Html) -> Html:
    agree = [str(e.get("road")) for e in claim.evidence if e.get("outcome") == "agree"]
    words = ", ".join(dict.fromkeys(agree)) or "no road agrees"
    return details(join(element("strong", "Evidence"), f": {words}"), proof, cls="fold")


def _written(page: ClaimPage) -> Html:
    claim = page.claim
    return element(
        "section",
        element("h4", "As the paper writes it"),
        page.formulas.display(claim.statement),
        printed(claim, page.formulas),
        details(f"LaTeX source, {page.paper.place(claim)}", source_code(cut(claim.statement))),
        cls="part",
    )


def _understood(page: ClaimPage) -> Html:
    claim, known = page.claim, page.understanding
    formula = page.formulas.display(claim.understood, annotate(known), dress(known)) if claim.understood else None
    nothing = element("p", "It could not be typed.", cls="quiet") if formula is None and claim.evidence else None
    told = dict.fromkeys((*claim.notes, *known.notes))
    notes = element("ul", *(element("li", page.formulas.prose(note)) for note in told), cls="notes") if told else None
    assumed = None
    if hypotheses := claim.hypotheses or known.hypotheses:
        lines = (element("li", page.formulas.inline(h)) for h in hypotheses)
        assumed = join(element("p", "under the hypotheses", cls="quiet"), element("ul", *lines, cls="notes"))
    source = page.paper.sources.get(claim.id)
    given = source.given_text if source else ""
    declared = details("declarations in force", source_code(cut(given))) if given.strip() else None
    return element(
        "section", element("h4", "As it was understood"), formula, nothing, assumed, notes, declared, cls="part"
    )


def _links(claim: ClaimResult, formulas: Formulas) -> Html | None:
    """A chain or several relations: one line each, with its slack where a search measured it."""
    from proofs.report.chains import slack_of_link

    if len(claim.links) < 2:
        return None
    rows = [
        (str(k), formulas.inline(str(link.get("statement", ""))), badge(link.get("verdict"), str(link.get("strength", ""))), slack_of_link(claim, k))
        for k, link in enumerate(claim.links, 1)
    ]  # fmt: skip
    head = ("", "link", "verdict", "largest left/right found")
    return element("section", element("h4", "Link by link"), table(head, rows, cls="links"), cls="part")


def _derivation(page: ClaimPage) -> Html | None:
    known = page.understanding
    if not known.steps:
        return None
    rows: list[tuple[object, ...]] = [("0", "as understood", page.formulas.inline(known.start), "")]
    for k, step in enumerate(known.steps, 1):
        rows.append(
            (str(k), page.formulas.prose(step.rule), page.formulas.inline(step.latex), "✓ proved" if step.checked else "not checked")
        )
    shown = table(("", "rule", "the left side is then", "this step"), rows, cls="steps")
    return details(f"derivation of the left side, {len(known.steps)} steps", shown, cls="fold")


def _proofs(page: ClaimPage) -> Html | None:
    """Links to the pages of the proofs of a claim, one a relation."""
    found = page.paper.proofs.get(page.claim.id, ())
    if not found:
        return None
    words = ["proof, step by step"] if len(found) == 1 else [f"proof of relation {k}" for k in range(1, len(found) + 1)]
    return element("p", join(*(element("a", w, href=h) for w, h in zip(words, found, strict=True)), separator=", "))


def links(paper: PaperContext, ids: tuple[str, ...]) -> Html:
    """Return links to claims with their verdicts, across papers where a report lies beside this one."""
    return join(*(_link(paper, one) for one in ids), separator=", ")


def _link(paper: PaperContext, used: str) -> Html:
    local = paper.local(used)
    if local in paper.by_id:
        mark = badge(paper.by_id[local].verdict)
        return join(element("a", local, href="#" + anchor("claim", local)), " ", mark)
    name, _, rest = used.partition(":")
    if name in paper.beside and rest:
        return element("a", used, href=f"{paper.beside[name]}#{anchor('claim', rest)}")
    return element("code", used)


def _neighbors(page: ClaimPage) -> Html | None:
    claim, paper = page.claim, page.paper
    users = paper.used_by[claim.id]
    uses = element("p", element("strong", "uses "), links(paper, claim.uses)) if claim.uses else None
    used = element("p", element("strong", "used by "), links(paper, users)) if users else None
    graph = ancestor_graph(paper, claim.id)
    return element("section", uses, used, graph, cls="part neighbors") if uses or used or graph else None


def _repeat(page: ClaimPage) -> Html:
    return details("how to repeat this", source_code(commands(page)), cls="fold")


def commands(page: ClaimPage) -> str:
    """Return the commands that judge exactly this claim again and re-check its certificate."""
    claim, paper = page.claim, page.paper
    parts = ["derive", "audit", paper.said, "--only", claim.id, "--seed", str(paper.seed)]
    lines = [shlex.join(parts) + (f" {page.options}" if page.options else "") + " --fresh"]
    if claim.counterexample and claim.counterexample.get("certificate"):
        lines.append(shlex.join(["derive", "recheck", shown_file(claim.counterexample["certificate"])]))
    return "\n".join(lines)


__all__ = ["ClaimPage", "claim_page", "commands", "links"]
