"""All bounds of one quantity in one plot: which is tightest where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs.extras import how_to_install, is_here
from proofs.report.context import PaperContext
from proofs.report.evidence import number
from proofs.report.figures import ACCENT, INK, MOST_SIZES, WRONG, Searched, blank, framed, searched
from proofs.report.formulas import Formulas
from proofs.report.html import Html, anchor, element, join, table
from proofs.report.verdicts import claim_badge
from proofs.results.schema import ClaimResult

MOST_GROUPS = 30
MARKERS = "osDv^P*X<>"
DASHES = ("-", "--", ":", "-.")


@dataclass(frozen=True, slots=True)
class Bound:
    """One bound of a quantity with what a search found."""

    paper: PaperContext
    claim: ClaimResult
    quantity: str
    above: bool
    side: str
    found: Searched


def bounds_of(paper: PaperContext, formulas: Formulas) -> list[Bound]:
    """Return the bounds of a paper that were searched, by the formula that was understood."""
    found = []
    for claim in paper.claims:
        sides = _sides(claim, formulas)
        for one in searched(claim):
            k = (one.link or 1) - 1
            if k < len(sides) and sides[k] is not None and one.sizes:
                quantity, above, side = sides[k]  # type: ignore[misc]
                found.append(Bound(paper, claim, quantity, above, side, one))
    return found


def _sides(claim: ClaimResult, formulas: Formulas) -> list[tuple[str, bool, str] | None]:
    """The quantity, whether it is bounded above, and the bound, for every link."""
    from derive.errors import DeriveError
    from derive.language.parsing.parser import statements
    from derive.language.printing.conditions_told import is_told_condition
    from derive.language.printing.latex import to_latex

    if not searched(claim):
        return []
    try:
        trees = statements(claim.understood, dict(formulas.macros), formulas.words)
    except (DeriveError, RecursionError):
        return []
    sides: list[tuple[str, bool, str] | None] = []
    for tree in trees:
        if tree.value == ":=" or is_told_condition(tree):  # a definition that the claim rests on, or what governs it
            continue
        fits = tree.kind == "relation" and len(tree.children) == 2 and tree.value in ("<=", "<", ">=", ">")
        sides.append((to_latex(tree.children[0]), tree.value[0] == "<", to_latex(tree.children[1])) if fits else None)
    return sides if len(claim.links) < 2 or len(sides) == len(claim.links) else []


def comparison(paper: PaperContext, papers: Sequence[PaperContext], formulas: Formulas) -> Html | None:
    """Return a plot and a table per quantity that is bounded more than once, here or in the papers beside."""
    groups: dict[tuple[str, bool], list[Bound]] = {}
    for other in (paper, *(p for p in papers if p is not paper)):
        for bound in bounds_of(other, formulas):
            groups.setdefault((bound.quantity, bound.above), []).append(bound)
    shared = [g for g in groups.values() if len({b.side for b in g}) > 1 and any(b.paper is paper for b in g)]
    return join(*(_group(g, k, formulas) for k, g in enumerate(shared[:MOST_GROUPS]))) if shared else None


def _group(bounds: list[Bound], count: int, formulas: Formulas) -> Html:
    drawn = _plot(bounds, count) if is_here("matplotlib") else element("p", how_to_install("matplotlib"), cls="quiet")
    head = ("claim", "verdict", "bound", "largest left/right")
    lines = [
        (_link(b), claim_badge(b.claim), formulas.inline(b.side), number(b.found.ratio))
        for b in sorted(bounds, key=lambda b: -b.found.ratio)
    ]
    word = "from above" if bounds[0].above else "from below"
    title = element("h3", formulas.inline(bounds[0].quantity), f" bounded {word}, the tightest first")
    return element("section", title, table(head, lines), drawn, cls="part")


def _plot(bounds: list[Bound], count: int) -> Html:
    kept = bounds[: len(MARKERS)]
    places = list(dict.fromkeys(name for b in kept for name, _ in b.found.sizes))[:MOST_SIZES]
    height = 0.9 + 0.24 * len(places)
    figure = blank(7.4, height)
    start = 0.02 + 0.0095 * max(map(len, places))
    axes = figure.add_axes((start, 0.5 / height, 0.72 - start, 1 - 0.6 / height))
    rows = {name: k for k, name in enumerate(places)}
    axes.axvline(1.0, color=INK, linewidth=1, linestyle="--")
    for k, bound in enumerate(kept):
        points = sorted((rows[name], ratio) for name, ratio in bound.found.sizes if name in rows)
        color = WRONG if bound.found.ratio > 1 + 1e-9 else ACCENT
        style = {
            "marker": MARKERS[k],
            "linestyle": DASHES[k % len(DASHES)],
            "linewidth": 0.8,
            "markersize": 5,
            "fillstyle": "none",
        }
        axes.plot([min(r, 10.0) for _, r in points], [y for y, _ in points], color=color, label=_name(bound), **style)
    axes.set_yticks(range(len(places)), places)
    axes.invert_yaxis()
    axes.set_xlabel("largest left / right found (1: attained; beyond the dashed line: violated)")
    axes.legend(fontsize=8, frameon=False, labelcolor=INK, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    caption = f"bounds of one quantity: {', '.join(_name(b) for b in kept)}"
    said = "; ".join(f"{_name(b)}: largest {number(b.found.ratio)}" for b in kept)
    return framed(figure, caption, f"Largest left/right at each size for every bound. {said}", f"bounds/{count}")


def _name(bound: Bound) -> str:
    return bound.claim.id + (f" (link {bound.found.link})" if bound.found.link else "")


def _link(bound: Bound) -> Html:
    target = "#" + anchor("claim", bound.claim.id)
    file = bound.paper.beside.get(bound.paper.name, "")
    return element(
        "a", _name(bound), href=target if bound.paper.by_id.get(bound.claim.id) is bound.claim else file + target
    )
