"""Figures as static SVG: the distribution of left/right over a search, tightness against size, residual patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from proofs.extras import how_to_install, is_here
from proofs.report.evidence import number
from proofs.report.html import Html, anchor, attribute, element, join
from proofs.report.residual import Residual, residual
from proofs.results.schema import ClaimResult, Json

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, ACCENT, WRONG, FAINT = "#010203", "#040506", "#070809", "#0a0b0c"
_COLORS = {INK: "currentColor", ACCENT: "var(--near)", WRONG: "var(--bad)", FAINT: "var(--line)"}
"""Colors that matplotlib draws in -> what the style sheet makes of them, so that figures follow light and dark."""
MOST_SIZES = 12
MOST_LINKS = 3


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search left of one bound.

    Attributes:
        link: The link of a claim with several, from one.
        ratio: Largest left/right seen.
        evaluations: How many inputs were evaluated.
        histogram: Counts in bins of width 1/20 up to 2, and one beyond; may be empty.
        sizes: Sizes as text with the largest ratio there.

    """

    link: int | None
    ratio: float
    evaluations: int
    histogram: tuple[int, ...]
    sizes: tuple[tuple[str, float], ...]


def searched(claim: ClaimResult) -> list[Searched]:
    """Return the searches among the evidence of a claim."""
    return [s for e in claim.evidence if e.get("road") == "search" for s in [_read(e.get("detail") or {})] if s]


def _read(detail: Json) -> Searched | None:
    ratio = detail.get("best_ratio")
    if not isinstance(ratio, (int, float)):
        return None
    counts = detail.get("histogram") or ()
    sizes = []
    for one in detail.get("per sizes") or ():
        value = one.get("ratio")
        if isinstance(value, (int, float)) and value > 0:
            sizes.append((", ".join(f"{k}={v}" for k, v in one.get("sizes", {}).items()) or "all", float(value)))
    sound = len(counts) > 1 and all(isinstance(c, int) for c in counts) and any(counts)
    return Searched(
        detail.get("link"), float(ratio), int(detail.get("evaluations") or 0), tuple(counts) if sound else (), tuple(sizes[:MOST_SIZES])
    )  # fmt: skip


def claim_figure(claim: ClaimResult) -> Html | None:
    """Return the figures of a claim, or None if there is nothing to draw."""
    bounds = [one for one in searched(claim)[:MOST_LINKS] if one.histogram]
    pattern = residual(claim)
    if (bounds or pattern is not None) and not is_here("matplotlib"):
        return element("p", f"No figure is drawn: {how_to_install('matplotlib')}", cls="quiet")
    parts = [_bound_figure(claim, one) for one in bounds]
    if pattern is not None:
        parts.append(_residual_figure(claim, pattern))
    return join(*parts) if parts else None


def _bound_figure(claim: ClaimResult, one: Searched) -> Html:
    beyond = sum(one.histogram[len(one.histogram) // 2 :])
    place = f"link {one.link}: " if one.link else ""
    caption = f"{place}left/right at {one.evaluations} inputs of the search; the largest is {number(one.ratio)}, {beyond} exceed 1"
    figure = blank(7.4, 2.1)
    widest = max((len(label) for label in _labels(one)), default=0)
    _histogram(figure.add_axes((0.075, 0.22, 0.49, 0.74)), one)
    start = 0.6 + 0.0088 * widest
    _by_size(figure.add_axes((start, 0.22, 0.975 - start, 0.74)), one)
    return framed(
        figure,
        caption,
        f"Left: histogram of left/right. Right: the largest left/right at each size. {_said(one)}",
        f"{claim.id}/{one.link}",
    )


def _said(one: Searched) -> str:
    return "; ".join(f"{name}: {number(ratio)}" for name, ratio in one.sizes)


def _histogram(axes: Any, one: Searched) -> None:
    bins = len(one.histogram) - 1
    step = 2 / bins
    last = max(k for k, c in enumerate(one.histogram) if c)
    shown = max(last + 1, bins // 2 + 2)
    edges = [k * step for k in range(shown + 1)]
    axes.stairs(one.histogram[:shown], edges, fill=True, color=ACCENT)
    axes.axvline(1.0, color=INK, linewidth=1, linestyle="--")
    worst = min(one.ratio, edges[-1])
    top = max(one.histogram)
    axes.plot(
        [worst], [top * 1.9], marker="D", color=WRONG if one.ratio > 1 + 1e-9 else INK, markersize=5, clip_on=False
    )
    axes.annotate(
        "worst", (worst, top * 1.9), xytext=(-7, 0), textcoords="offset points", ha="right", va="center", fontsize=8
    )
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.minorticks_off()
    axes.set(ylim=(0.7, top * 3.5), xlim=(0, edges[-1]), xlabel="left / right (dashed: the claim)", ylabel="inputs")


def _labels(one: Searched) -> list[str]:
    return [name if len(name) <= 22 else name[:21] + "…" for name, _ in one.sizes]


def _by_size(axes: Any, one: Searched) -> None:
    labels = _labels(one)
    values = [min(ratio, 10.0) for _, ratio in one.sizes]
    rows = range(len(labels))
    axes.axvline(1.0, color=INK, linewidth=1, linestyle="--")
    axes.hlines(rows, [min([*values, 0.9])] * len(labels), values, color=FAINT, linewidth=1)
    axes.plot(values, rows, "o", color=ACCENT, markersize=4)
    wrong = [(v, k) for k, v in enumerate(values) if v > 1 + 1e-9]
    axes.plot([v for v, _ in wrong], [k for _, k in wrong], "D", color=WRONG, markersize=5)
    axes.set_yticks(list(rows), labels)
    axes.invert_yaxis()
    axes.set_xlabel("largest left / right")


def _residual_figure(claim: ClaimResult, pattern: Residual) -> Html:
    wrong = set(pattern.wrong)
    total = pattern.rows * pattern.cols
    at = ", ".join(f"{k} = {v}" for k, v in pattern.sizes.items()) or "every size"
    where = "a generic input" if pattern.generic else "the counterexample"
    caption = f"entries that differ at {at}, {where}: {len(wrong)} of {total} ({pattern.rows} × {pattern.cols}; filled squares differ for certain, dots do not)"
    cell = 0.16 if max(pattern.rows, pattern.cols) <= 24 else 4.0 / max(pattern.rows, pattern.cols)
    width, height = 0.8 + cell * (pattern.cols + 1), 0.65 + cell * (pattern.rows + 1)
    figure = blank(width, height)
    axes = figure.add_axes((0.6 / width, 0.5 / height, 1 - 0.7 / width, 1 - 0.6 / height))
    cells = [(i, j) for i in range(1, pattern.rows + 1) for j in range(1, pattern.cols + 1)]
    same = [c for c in cells if c not in wrong]
    size = cell * 72
    axes.plot([j for _, j in same], [i for i, _ in same], ".", color=INK, markersize=max(1.0, size / 5))
    axes.plot([j for _, j in pattern.wrong], [i for i, _ in pattern.wrong], "s", color=WRONG, markersize=size * 0.72)
    axes.set(
        xlim=(0.4, pattern.cols + 0.6), ylim=(pattern.rows + 0.6, 0.4), aspect="equal", xlabel="column", ylabel="row"
    )
    axes.set_xticks(_ticks(pattern.cols))
    axes.set_yticks(_ticks(pattern.rows))
    return framed(figure, caption, f"Rows and columns of left minus right; {caption}.", f"{claim.id}/residual")


def _ticks(count: int) -> list[int]:
    return sorted({1, count}) if count < 12 else [1, *range(10, count - 2, 10), count]


def blank(width: float, height: float) -> Figure:
    """Return an empty figure, in inches; axes are placed by hand, because automatic layout takes most of the time."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def framed(figure: Figure, caption: str, description: str, salt: str) -> Html:
    """Return a figure with its caption; title and description stand in for it where it cannot be seen."""
    drawn = svg(figure, caption, description, salt)
    return element("figure", drawn, element("figcaption", caption), cls="figure")


def svg(figure: Figure, title: str, description: str, salt: str) -> Html:
    """Return a matplotlib figure as inline SVG: the same bytes on every run, colors of the style sheet."""
    import matplotlib

    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8, colors=INK)
        axes.xaxis.label.set(color=INK, fontsize=8)
        axes.yaxis.label.set(color=INK, fontsize=8)
        for spine in axes.spines.values():
            spine.set_color(INK)
    stream = StringIO()
    # Text stays text: the labels are small, can be searched, and need no glyphs in the file.
    with matplotlib.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": anchor("figure", salt), "text.parse_math": False}
    ):
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _tidy(stream.getvalue(), title, description)


_MARKS = re.compile(r'<g>\n((?:<use [^>]*style="([^"]*)"/>\n)(?:<use [^>]*style="\2"/>\n)+)</g>')


def _hoisted(group: re.Match[str]) -> str:
    """Marks of one style, which their group may have for all of them."""
    style = group[2]
    return f'<g style="{style}">\n' + group[1].replace(f' style="{style}"', "") + "</g>"


def _tidy(text: str, title: str, description: str) -> Html:
    """Keep the drawing alone: no prolog, no metadata, no ids but those that are referred to."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"<style type=\"text/css\">.*?</style>", "", text, flags=re.DOTALL)
    used = set(re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", text))
    kept = {name for pair in used for name in pair if name}
    text = re.sub(r' id="([^"]*)"', lambda m: m[0] if m[1] in kept else "", text)
    for color, own in _COLORS.items():
        text = text.replace(color, own)
    text = re.sub(r"font-family: [^;\"]*; ?", "", text)  # that of the page
    text = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\.\d\d)\d+", r"\1", tag[0]), text)
    text = re.sub(r"\s*\n\s*", "\n", text).strip()
    text = re.sub(r' transform="rotate\(-0 [^)]*\)"', "", text)
    text = _MARKS.sub(_hoisted, text).replace(">\n<", "><")
    head, _, rest = text.partition(">")
    told = f"{element('title', title)}{element('desc', description)}"
    return Html(f'{head} role="img" aria-label="{attribute(title)}">{told}{rest}')
