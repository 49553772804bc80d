"""The HTML pages of one paper, put together section by section."""

from __future__ import annotations

import base64
import hashlib
import re
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
from proofs.report.html import Html, anchor, element, join, source_code
from proofs.report.method import method
from proofs.report.overview import contents, facts, fix_first, side, verdict_bar
from proofs.report.symbols import symbols
from proofs.report.understanding import Understanding
from proofs.report.verdicts import ORDER
from proofs.results.schema import ClaimResult

ONE_PAGE = 1_200_000
"""Bytes of the claims up to which they stand on the page of the paper."""
PART = 900_000
"""Bytes of claims on a page of their own; a single claim may be longer."""
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
)
_LINK = re.compile(r'(<a [^<>]*?href=")#([^"]*)"')
Figure = Callable[[ClaimResult], Html | None]


@cache
def style() -> Html:
    """Return the style sheet with the mathematical font inside."""
    package = files("proofs.report")
    font = base64.b64encode(package.joinpath("fonts/derive-math.woff2").read_bytes()).decode("ascii")
    face = f'@font-face{{font-family:"Derive Report Math";src:url(data:font/woff2;base64,{font}) format("woff2")}}\n'
    chosen = [f"body:has(#show-{word}:checked) .is:not(.is-{word})" for word in (*ORDER, "none")]
    chosen.append("body:has(#show-failing:checked) .is:not(.failing)")
    choices = f"{', '.join(chosen)} {{ display: none; }}\n"
    return Html(face + package.joinpath("style.css").read_text(encoding="utf-8") + choices)


@cache
def script() -> tuple[str, str]:
    """Return the script that searches the claims, and the source expression that admits it and no other."""
    text = files("proofs.report").joinpath("search.js").read_text(encoding="utf-8")
    return text, f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def pages(
    paper: PaperContext,
    known: Mapping[str, Understanding],
    formulas: Formulas,
    *,
    name: str,
    against: Mapping[str, Any] | None = None,
    figure: Figure = lambda _: None,
    comparison: Html | None = None,
    options: str = "",
    whole: bool = False,
) -> dict[str, str]:
    """Return the report of a paper as HTML documents by their places, the page of the paper first.

    Each needs nothing but itself. A paper whose claims are too long for one page has them on pages of their own, in the
    folder `name`.pages.

    Args:
        paper: The judged paper.
        known: Claim id -> what its file says of it.
        formulas: Sets the formulas of this paper.
        name: File name of the page, without its ending.
        against: An earlier result to compare with.
        figure: Draws the figure of a claim, or returns None.
        comparison: The figure of bounds of the same quantity, if there is one.
        options: Options of the audit, as they are given on the command line.
        whole: Write one page, however long.

    """
    claims = [
        claim_page(ClaimPage(paper, c, known.get(c.id, Understanding()), formulas, figure(c), options))
        for c in paper.claims
    ]
    parts = [list(range(len(claims)))] if whole else _parts([len(text.encode()) for text in claims])
    first = f"{name}.html"
    files_of = [first] if len(parts) == 1 else [f"{name}.pages/{k}.html" for k in range(1, len(parts) + 1)]
    places = {
        anchor("claim", paper.claims[k].id): file for file, part in zip(files_of, parts, strict=True) for k in part
    }
    shown = join(*claims) if len(parts) == 1 else contents(paper, landing=True)
    draft = errata(paper, formulas)
    nothing = element("p", "Nothing to correct.")
    sections = [
        ("fix", "What to fix first", fix_first(paper, formulas)),
        ("graph", "Dependencies", overview_graph(paper)),
        ("changes", "Changes since the earlier result", changes(paper, against)),
        ("claims", "Claims", shown),
        ("bounds", "Bounds of one quantity compared", comparison),
        ("chains", "Proof chains", chains(paper, formulas)),
        ("symbols", "Symbols and conventions", symbols(paper, known, formulas)),
        ("errata", "Errata draft", source_code(draft) if draft else nothing),
        ("method", "Method and trust", method(paper, options)),
    ]
    title, beside = f"{paper.title} — derivation report", side(paper)
    written = {first: document(title, _header(paper, formulas), sections, beside)}
    menu = [(f"{first}#{section}", heading) for section, heading, content in sections if content]
    for k, (file, part) in enumerate(zip(files_of, parts, strict=True) if len(parts) > 1 else (), 1):
        header = _part_header(paper, first, k, files_of, part)
        body = element("section", *(claims[j] for j in part), id="claims", cls="block")
        written[file] = frame(f"{title}, {k} of {len(parts)}", header, _menu(menu), beside, body)
    return {file: _linked(text, file, places) for file, text in written.items()}


def _parts(sizes: Sequence[int]) -> list[list[int]]:
    """Claims by number, page by page."""
    if sum(sizes) <= ONE_PAGE:
        return [list(range(len(sizes)))]
    found: list[list[int]] = [[]]
    total = 0
    for k, size in enumerate(sizes):
        if found[-1] and total + size > PART:
            found.append([])
            total = 0
        found[-1].append(k)
        total += size
    return found


def _linked(text: str, file: str, places: Mapping[str, str]) -> str:
    """Lead the links of a page to claims on other pages there, and all links from a folder out of it."""
    out = "../" if "/" in file else ""

    def led(match: re.Match[str]) -> str:
        place = places.get(match[2], file)
        return match[0] if place == file else f'{match[1]}{out}{place}#{match[2]}"'

    text = _LINK.sub(led, text)
    return re.sub(r'(<a [^<>]*?href=")(?![#.])', rf"\1{out}", text) if out else text


def _part_header(paper: PaperContext, first: str, number: int, names: Sequence[str], part: Sequence[int]) -> Html:
    ends = [paper.claims[part[0]].id, paper.claims[part[-1]].id]
    steps = [("previous page", number - 2), ("next page", number)]
    around = [element("a", word, href=names[k]) for word, k in steps if 0 <= k < len(names)]
    return element(
        "header",
        element("h1", element("a", paper.title, href=first), " ", element("span", "derivation report", cls="quiet")),
        element("p", f"Claims {ends[0]} to {ends[1]}; page {number} of {len(names)}. ", join(*around, separator=" · ")),
        cls="top",
    )


def _header(paper: PaperContext, formulas: Formulas) -> Html:
    source = paper.file.source if paper.file else ""
    warning = element("p", "⚠ ", element("strong", paper.incomplete), cls="message warn") if paper.incomplete else None
    return element(
        "header",
        element("h1", paper.title, " ", element("span", "derivation report", cls="quiet")),
        element("p", source, cls="quiet") if source else None,
        warning,
        verdict_bar(paper),
        facts(paper, len(paper.file.claims) if paper.file else len(paper.claims), formulas),
        cls="top",
    )


def document(
    title: str, header: Html, sections: Sequence[tuple[str, str, Html | None]], beside: Html | None = None
) -> str:
    """Return an HTML document that needs nothing else.

    Args:
        title: Of the window.
        header: What stands first.
        sections: Anchor, heading and content; those without content are left out, the others are listed in a menu.
        beside: What stays in view under the menu; with it comes the script that searches.

    """
    present = [(name, heading, content) for name, heading, content in sections if content]
    body = (element("section", element("h2", h), content, id=name, cls="block") for name, h, content in present)
    return frame(title, header, _menu([(f"#{name}", h) for name, h, _ in present]), beside, join(*body))


def _menu(lines: Sequence[tuple[str, str]]) -> Html:
    return element("nav", *(join(element("a", h, href=place), " ") for place, h in lines), aria_label="sections")


def frame(title: str, header: Html, menu: Html, beside: Html | None, body: Html) -> str:
    """Return a whole document; where something stands beside the text, the menu stands there, too."""
    code, admitted = script()
    policy = f"{POLICY}; script-src {admitted}" if beside else POLICY
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        element("style", style()),
    )
    if beside is None:
        content = element("main", header, menu, body)
    else:
        aside = element(
            "aside",
            element("input", type="checkbox", id="menu"),
            element("label", "Contents", for_="menu"),
            element("div", menu, beside, cls="inside"),
            aria_label="contents",
        )
        content = join(element("div", aside, element("main", header, body), cls="frame"), element("script", Html(code)))
    return f"<!DOCTYPE html>\n{element('html', head, element('body', content), lang='en')}\n"
