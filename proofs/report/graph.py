"""The dependency graph as static SVG: nodes link to their claims; verdict by color and glyph; dashed on shaky ground."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from proofs.report.context import PaperContext
from proofs.report.html import Html, anchor, details, element, join
from proofs.report.layout import Drawing, Position, draw
from proofs.report.verdicts import badge, counts, style_of
from proofs.results.table import GLYPHS

MARGIN = 12.0
HEIGHT = 28.0
LONGEST_LABEL = 26
MOST_ANCESTORS = 40
PHONE, DESK = 340.0, 960.0
"""Widths that fit a telephone and a desk; a wider drawing is shown smaller, with a switch to its full size."""


def overview_graph(paper: PaperContext) -> Html | None:
    """Return the graph of all claims that use others or are used, with a legend; None if there are no edges."""
    linked = [c.id for c in paper.claims if paper.uses[c.id] or paper.used_by[c.id]]
    if not linked:
        return None
    lone = len(paper.claims) - len(linked)
    note = f"{len(linked)} claims with dependencies" + (f"; {lone} stand alone and are not drawn" if lone else "")
    drawn, wide = _svg(paper, linked, f"Dependencies of {paper.title}: {note}", "graph")
    return join(
        _framed(drawn, wide, "graph"),
        _legend(paper, linked),
        element("p", note, cls="quiet"),
    )


def _framed(drawn: Html, wide: float, name: str) -> Html:
    """A drawing that fits its frame, and a switch that shows it in full size, to be scrolled."""
    frame = element("div", drawn, cls="graph", tabindex="0")
    if wide <= PHONE:
        return frame
    return element(
        "div",
        element("input", type="checkbox", id=f"{name}-zoom", cls="zoom"),
        element("label", "full size", for_=f"{name}-zoom"),
        frame,
        cls="framed" if wide > DESK else "framed fits",
    )


def _legend(paper: PaperContext, linked: Collection[str]) -> Html:
    chosen = [c for c in paper.claims if c.id in linked]
    marks = [badge(verdict, str(number)) for verdict, number in counts(chosen)]
    shaky = sum(1 for c in chosen if c.id in paper.shaken)
    dashed = element("span", f"╌╌ rests on a claim that does not hold: {shaky}", cls="badge dashed") if shaky else None
    return element("p", *(join(m, " ") for m in marks), dashed, cls="badges")


def ancestor_graph(paper: PaperContext, claim: str) -> Html | None:
    """Return the graph of what a claim rests on, folded; None if it rests on nothing."""
    above = paper.reached(claim, paper.uses)
    if not above:
        return None
    near = _nearest(paper, claim)
    chosen = [c.id for c in paper.claims if c.id in near]
    note = f" (the nearest {len(near) - 1} of {len(above)})" if len(above) + 1 > len(near) else ""
    drawn, wide = _svg(paper, chosen, f"What {claim} rests on{note}", anchor("above", claim))
    return details(f"everything this rests on: {len(above)}{note}", _framed(drawn, wide, anchor("above", claim)))


def _nearest(paper: PaperContext, claim: str) -> set[str]:
    found, edge = [claim], [claim]
    while edge and len(found) <= MOST_ANCESTORS:
        edge = list(dict.fromkeys(u for one in edge for u in paper.uses[one] if u not in found))
        found += edge
    return set(found[: MOST_ANCESTORS + 1])


def _label(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1] + "…"


def _width(name: str) -> float:
    return 34.0 + 6.6 * len(_label(name))


def _svg(paper: PaperContext, ids: Sequence[str], title: str, name: str) -> tuple[Html, float]:
    drawing = draw(ids, {i: [u for u in paper.uses[i] if u in set(ids)] for i in ids}, {i: _width(i) for i in ids})
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    arrow = f"{name}-arrow"
    head = element("path", d="M0,0 L7,3 L0,6 z")
    marker = element(
        "marker",
        head,
        id=arrow,
        viewBox="0 0 7 6",
        refX="7",
        refY="3",
        markerWidth="7",
        markerHeight="6",
        orient="auto",
    )
    edges = (element("path", d=_curve(route), marker_end=f"url(#{arrow})") for _, _, route in drawing.edges)
    drawn = element(
        "svg",
        element("title", title),
        element("desc", "Arrows lead from a claim to the claims that use it. Every node is a link to its claim."),
        element("defs", marker),
        element("g", *edges, cls="edges"),
        element("g", *_nodes(paper, drawing)),
        viewBox=f"{-MARGIN:g} {-MARGIN:g} {width:.0f} {height:.0f}",
        width=f"{width:.0f}",
        height=f"{height:.0f}",
        role="img",
        aria_label=title,
    )
    return drawn, width


def _nodes(paper: PaperContext, drawing: Drawing) -> list[Html]:
    found = []
    for claim_id, (x, y) in drawing.nodes.items():
        claim, wide = paper.by_id[claim_id], _width(claim_id)
        shaken = " shaken" if claim_id in paper.shaken else ""
        box = element(
            "rect",
            x=f"{x - wide / 2:.1f}",
            y=f"{y - HEIGHT / 2:.1f}",
            width=f"{wide:.1f}",
            height=f"{HEIGHT:g}",
            rx="14",
        )
        word = element("text", f"{GLYPHS.get(claim.verdict, '·')} {_label(claim_id)}", x=f"{x:.1f}", y=f"{y + 4:.1f}")
        told = f"{claim_id}: {claim.verdict}" + (", rests on a claim that does not hold" if shaken else "")
        link = element("a", element("title", told), box, word, href="#" + anchor("claim", claim_id))
        found.append(element("g", link, cls=f"node {style_of(claim.verdict)}{shaken}"))
    return found


def _curve(route: Sequence[Position]) -> str:
    """Return a smooth path from the lower edge of the first node to the upper edge of the last."""
    points = [(route[0][0], route[0][1] + HEIGHT / 2), *route[1:-1], (route[-1][0], route[-1][1] - HEIGHT / 2)]
    words = [f"M{points[0][0]:.1f},{points[0][1]:.1f}"]
    for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
        middle = (y0 + y1) / 2
        words.append(f"C{x0:.1f},{middle:.1f} {x1:.1f},{middle:.1f} {x1:.1f},{y1:.1f}")
    return " ".join(words)
