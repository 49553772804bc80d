"""The HTML page of one paper, put together section by section."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from proofs.report.chains import chains
from proofs.report.changes import changes
from proofs.report.claim_page import ClaimPage, claim_page
from proofs.report.context import PaperContext
from proofs.report.errata import errata
from proofs.report.formulas import Formulas
from proofs.report.graph import overview_graph
from proofs.report.html import Html, element, join, source_code
from proofs.report.method import method
from proofs.report.overview import contents, facts, fix_first, verdict_bar
from proofs.report.symbols import symbols
from proofs.report.understanding import Understanding
from proofs.results.schema import ClaimResult

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
)
Figure = Callable[[ClaimResult], Html | None]


@cache
def style() -> Html:
    """Return the style sheet with the mathematical font inside."""
    package = files("proofs.report")
    font = base64.b64encode(package.joinpath("fonts/derive-math.woff2").read_bytes()).decode("ascii")
    face = f'@font-face{{font-family:"Derive Report Math";src:url(data:font/woff2;base64,{font}) format("woff2")}}\n'
    return Html(face + package.joinpath("style.css").read_text(encoding="utf-8"))


def page(
    paper: PaperContext,
    known: Mapping[str, Understanding],
    formulas: Formulas,
    *,
    against: Mapping[str, Any] | None = None,
    figure: Figure = lambda _: None,
    comparison: Html | None = None,
    options: str = "",
) -> str:
    """Return the report of a paper as one HTML document that needs nothing else.

    Args:
        paper: The judged paper.
        known: Claim id -> what its file says of it.
        formulas: Sets the formulas of this paper.
        against: An earlier result to compare with.
        figure: Draws the figure of a claim, or returns None.
        comparison: The figure of bounds of the same quantity, if there is one.
        options: Options of the audit, as they are given on the command line.

    """
    claims = [
        claim_page(ClaimPage(paper, c, known.get(c.id, Understanding()), formulas, figure(c), options))
        for c in paper.claims
    ]
    draft = errata(paper, formulas)
    nothing = element("p", "Nothing to correct.")
    sections = [
        ("fix", "What to fix first", fix_first(paper, formulas)),
        ("graph", "Dependencies", overview_graph(paper)),
        ("changes", "Changes since the earlier result", changes(paper, against)),
        ("claims", "Claims", join(contents(paper), *claims)),
        ("bounds", "Bounds of one quantity compared", comparison),
        ("chains", "Proof chains", chains(paper, formulas)),
        ("symbols", "Symbols and conventions", symbols(paper, known, formulas)),
        ("errata", "Errata draft", source_code(draft) if draft else nothing),
        ("method", "Method and trust", method(paper, options)),
    ]
    return document(f"{paper.title} — derivation report", _header(paper, formulas), sections)


def _header(paper: PaperContext, formulas: Formulas) -> Html:
    source = paper.file.source if paper.file else ""
    return element(
        "header",
        element("h1", paper.title, " ", element("span", "derivation report", cls="quiet")),
        element("p", source, cls="quiet") if source else None,
        verdict_bar(paper),
        facts(paper, len(paper.file.claims) if paper.file else len(paper.claims), formulas),
        cls="top",
    )


def document(title: str, header: Html, sections: Sequence[tuple[str, str, Html | None]]) -> str:
    """Return an HTML document that needs nothing else.

    Args:
        title: Of the window.
        header: What stands first.
        sections: Anchor, heading and content; those without content are left out, the others are listed in a menu.

    """
    present = [(name, heading, content) for name, heading, content in sections if content]
    menu = element(
        "nav", *(join(element("a", h, href=f"#{name}"), " ") for name, h, _ in present), aria_label="sections"
    )
    body = (element("section", element("h2", h), content, id=name, cls="block") for name, h, content in present)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        element("style", style()),
    )
    whole = element("html", head, element("body", element("main", header, menu, *body)), lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"
