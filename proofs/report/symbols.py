"""All symbols of a paper: shapes, definitions, where they are in force, and letters that mean two things."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.report.context import PaperContext
from proofs.report.formulas import Formulas
from proofs.report.html import Html, anchor, details, element, join, table
from proofs.report.understanding import SymbolLine, Understanding

KINDS = {
    "var": "free",
    "def": "defined",
    "fun": "function",
    "family": "defined, indexed",
    "array": "free, indexed",
    "size": "size",
    "index": "index",
}
MANY = 8


def symbols(paper: PaperContext, known: Mapping[str, Understanding], formulas: Formulas) -> Html:
    """Return the table of symbols with their clashes, and the conventions in force."""
    found: dict[SymbolLine, list[str]] = {}
    for claim in paper.claims:
        for line in known[claim.id].symbols if claim.id in known else ():
            found.setdefault(line, []).append(claim.id)
    clashes = _clashes(found)
    lines = sorted(
        (line for line in found if line.kind not in ("size", "index")),
        key=lambda s: (_name(s.latex), s.latex, s.shape, s.body),
    )
    rows = [
        (
            formulas.inline(line.latex), KINDS.get(line.kind, line.kind), formulas.prose(line.shape),
            formulas.inline(line.body) if line.body else "", _where(paper, found[line]), "⚠ clash" if line in clashes else "",
        )
        for line in lines
    ]  # fmt: skip
    sizes = sorted({line.latex for line in found if line.kind == "size"})
    return join(
        _conventions(paper, formulas),
        element("p", "Sizes: ", join(*map(formulas.inline, sizes), separator=", ")) if sizes else None,
        _clash_list(clashes, found, formulas),
        details(f"{len(rows)} symbols", table(("symbol", "kind", "shape", "definition", "in force for", ""), rows, cls="symbols"), open_=len(rows) <= 40),
    )  # fmt: skip


def _name(latex: str) -> str:
    for word in (r"\mathbf", r"\mathrm", r"\mathcal", "{", "}", "\\"):
        latex = latex.replace(word, "")
    return latex.strip()


def _clashes(found: Mapping[SymbolLine, list[str]]) -> set[SymbolLine]:
    """Symbols whose letter has another shape or definition elsewhere in the paper."""
    by_name: dict[str, list[SymbolLine]] = {}
    for line in found:
        by_name.setdefault(_name(line.latex), []).append(line)
    return {line for lines in by_name.values() if len(lines) > 1 for line in lines}


def _clash_list(clashes: set[SymbolLine], found: Mapping[SymbolLine, list[str]], formulas: Formulas) -> Html | None:
    if not clashes:
        return element("p", "No letter stands for two things.", cls="quiet")
    names = sorted({_name(line.latex) for line in clashes})
    items = []
    for name in names:
        lines = sorted((s for s in clashes if _name(s.latex) == name), key=lambda s: (s.shape, s.body, s.kind))
        words = (
            join(formulas.inline(s.latex), f": {KINDS.get(s.kind, s.kind)} ", formulas.prose(s.shape), f" ({len(found[s])} claims)")
            for s in lines
        )
        items.append(element("li", join(*words, separator="; ")))
    return details(f"⚠ {len(names)} letters stand for more than one thing", element("ul", *items))


def _where(paper: PaperContext, ids: list[str]) -> Html:
    if len(ids) == len(paper.claims) or len(ids) > MANY:
        return element("span", f"{len(ids)} claims")
    return join(*(element("a", one, href="#" + anchor("claim", one)) for one in ids), separator=", ")


def _conventions(paper: PaperContext, formulas: Formulas) -> Html:
    if paper.file is None:
        return element("p", "The paper file could not be read, so its declarations are not shown.", cls="quiet")
    settings = paper.file.settings
    words = formulas.prose("; ".join(f"{key}: {value}" for key, value in settings.conventions.items()))
    full = formulas.prose(", ".join(f"${name} = {value}$" for name, value in settings.full))
    return join(element("p", "Conventions: ", words), element("p", "Full size: ", full) if full else None)
