"""Figures of an inspection: heat maps over layers and heads, and the papers' own figures on the user's model."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proofs.inspecting.columns import number, typical
from proofs.report.figures import ACCENT, FAINT, INK, WRONG, blank, framed
from proofs.report.html import Html, element
from proofs.usage import BadInput

if TYPE_CHECKING:
    from proofs.inspecting.report import Report

MAPS = {
    "bounds": (
        ("log10 centered bound / measured", "centered/measured", math.log10),
        ("log10 Theorem 3 / measured", "thm-3/measured", math.log10),
        ("alpha", "alpha", float),
    ),
    "spectra": (
        ("exp of the row entropy", "exp_row_entropy", float),
        ("decay from i = 2", "decay_from_2", float),
        ("effective rank", "rank_participation", float),
    ),
    "conditioning": (
        ("log10 kappa(W_Q)", "kappa_WQ", math.log10),
        ("log10 kappa(W_V)", "kappa_WV", math.log10),
        ("log10 kappa(J)", "kappa_J", math.log10),
    ),
}  # fmt: skip
"""Part -> its heat maps: caption, key of a row, transformation."""


def grid(report: Report, key: str, change: Callable[[float], float]) -> list[list[float]]:
    """Layers x heads, medians over samples; NaN where there is none."""
    layers, heads = (
        sorted({r["layer"] for r in report.details}),
        1 + max((r["head"] for r in report.details), default=0),
    )
    by_head: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in report.details:
        by_head.setdefault((row["layer"], row["head"]), []).append(row)

    def at(layer: int, head: int) -> float:
        value = typical(by_head.get((layer, head), []), key)
        return (
            math.nan
            if value is None or not math.isfinite(value) or (change is math.log10 and value <= 0)
            else change(value)
        )

    return [[at(layer, head) for head in range(heads)] for layer in layers]


def _drawn(report: Report, what: str) -> list[tuple[str, list[list[float]]]]:
    maps = [(name, grid(report, key, change)) for name, key, change in MAPS.get(what, ())]
    return [(name, values) for name, values in maps if any(not math.isnan(v) for row in values for v in row)]


def heat_maps(report: Report, what: str) -> Any:
    """Return the heat maps of one part side by side, as a matplotlib figure.

    Raises:
        BadInput: There is nothing of that part to draw.
    """
    drawn = _drawn(report, what)
    if not drawn:
        raise BadInput(f"there is nothing to draw of {what!r}; parts with figures are {', '.join(MAPS)}")
    figure = blank(7.4, 0.9 + 0.16 * max(6, len(drawn[0][1])))
    wide = 0.96 / len(drawn)
    for k, (name, values) in enumerate(drawn):
        axes = figure.add_axes((0.05 + k * wide, 0.2, wide * 0.66, 0.62))
        layers = sorted({r["layer"] for r in report.details})
        cells = axes.pcolormesh(
            range(len(values[0])), range(len(layers)), values, shading="nearest", cmap="viridis", edgecolors="face", linewidth=0.1
        )  # fmt: skip
        axes.invert_yaxis()
        axes.xaxis.get_major_locator().set_params(integer=True)
        step = math.ceil(len(layers) / 8)
        axes.set_yticks(range(0, len(layers), step), [str(layer) for layer in layers[::step]])
        axes.set_title(name, fontsize=8, color=INK)
        axes.set_xlabel("head")
        if not k:
            axes.set_ylabel("layer")
        bar = figure.add_axes((0.05 + k * wide + wide * 0.69, 0.2, wide * 0.04, 0.62))
        figure.colorbar(cells, cax=bar)
    return figure


def heat_map_figure(report: Report, what: str) -> Html | None:
    """The heat maps as a figure of the page."""
    drawn = _drawn(report, what)
    if not drawn:
        return None
    said = "; ".join(f"{name}: {_range(values)}" for name, values in drawn)
    return framed(
        heat_maps(report, what), f"{what}: layers down, heads across, medians over samples", said, f"heat/{what}"
    )


def _range(values: list[list[float]]) -> str:
    flat = [v for row in values for v in row if not math.isnan(v)]
    return f"{min(flat):.3g} to {max(flat):.3g}"


def _axes(figure: Any, place: tuple[float, float, float, float], xlabel: str, ylabel: str) -> Any:
    axes = figure.add_axes(place)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    return axes


def _plain(axes: Any) -> None:
    """Powers of ten as plain text: mathematics is not set in these figures."""
    from matplotlib.ticker import NullFormatter

    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log":
            axis.set_major_formatter(lambda value, _: f"{value:g}")
            axis.set_minor_formatter(NullFormatter())


def ratio_histogram(report: Report) -> Html | None:
    """Fig. 3 of attention_distribution: g_1 of a row over the exact norm of the softmax Jacobian, for every row."""
    ratios = [
        b / a
        for c in report.curves.values()
        for a, b in zip(c.get("alpha_rows", ()), c.get("g_1_rows", ()), strict=True)
        if a > 0
    ]
    if not ratios:
        return None
    figure = blank(7.4, 2.2)
    axes = _axes(figure, (0.09, 0.22, 0.87, 0.72), "g_1 / exact norm, one a row of a map", "rows")
    axes.hist(ratios, bins=40, color=ACCENT)
    axes.axvline(1.0, color=INK, linewidth=1, linestyle="--")
    middle = sorted(ratios)[len(ratios) // 2]
    caption = f"g_1 over the exact norm: {len(ratios)} rows, median {middle:.4f}, largest {max(ratios):.4f}, smallest {min(ratios):.4f}"
    return framed(figure, caption, caption, "fig-3")


def bounds_by_layer(report: Report) -> Html | None:
    """Fig. 6 of attention_distribution: bounds and the exact norm of a head, on a logarithmic scale."""
    keys = (
        ("measured", "sigma"),
        ("centered", "centered"),
        ("Theorem 3", "thm-3"),
        ("Theorem 2", "thm-2"),
        ("Theorem 1", "thm-1"),
    )
    layers = report.layers()
    series = [(name, [typical(own, key) for own in layers.values()]) for name, key in keys]
    series = [(name, ys) for name, ys in series if all(y is not None and math.isfinite(y) and y > 0 for y in ys)]
    if not layers or len(series) < 2:
        return None
    figure = blank(7.4, 2.8)
    axes = _axes(figure, (0.09, 0.18, 0.72, 0.76), "layer", "log10, median over heads")
    for k, (name, ys) in enumerate(series):
        style = {
            "color": INK if not k else ACCENT,
            "linestyle": ("-", "-", "--", "-.", ":")[k],
            "marker": "o",
            "markersize": 3,
        }
        axes.plot(list(layers), [math.log10(y) for y in ys], label=name, **style)
        axes.annotate(
            name,
            (list(layers)[-1], math.log10(ys[-1])),
            xytext=(6, 0),
            textcoords="offset points",
            fontsize=8,
            va="center",
        )
    axes.xaxis.get_major_locator().set_params(integer=True)
    said = "; ".join(f"{name}: {ys[0]:.3g} to {ys[-1]:.3g}" for name, ys in series)
    return framed(figure, "bounds of the Jacobian of a head beside its norm, by layer", said, "fig-6")


def spectrum(report: Report) -> Html | None:
    """Fig. 2 of attention_spectra: singular values of maps on log-log axes."""
    curves = {at: c["singular_values"] for at, c in report.curves.items() if c.get("singular_values")}
    if not curves:
        return None
    figure = blank(7.4, 2.8)
    axes = _axes(figure, (0.09, 0.18, 0.87, 0.76), "i", "singular value")
    for (_, head), s in curves.items():
        kept = [v for v in s if v > 1e-12 * s[0]]
        axes.loglog(range(1, len(kept) + 1), kept, color=FAINT if head else ACCENT, linewidth=0.8)
    _plain(axes)
    power, exponential = (typical(report.details, f"decay_from_2_r2_{k}") for k in ("power", "exponential"))
    better = sum(
        (r.get("decay_from_2_r2_exponential") or 0) > (r.get("decay_from_2_r2_power") or 0) for r in report.details
    )
    caption = f"singular values of {len(curves)} maps; median R^2 from i = 2: power law {power or math.nan:.3f}, exponential {exponential or math.nan:.3f}"
    return framed(
        figure, caption, f"{caption}; the exponential fits better in {better} of {len(report.details)}", "fig-2"
    )


def norm_scaling(report: Report) -> Html | None:
    """Fig. 3 of attention_spectra: exponents of both norms over the length, a point a head."""
    rows = [r for r in report.details if r.get("spectral_exponent") is not None]
    if not rows:
        return None
    figure = blank(7.4, 2.4)
    axes = _axes(figure, (0.09, 0.2, 0.87, 0.74), "layer", "exponent over n")
    axes.plot([r["layer"] for r in rows], [r["spectral_exponent"] for r in rows], "o", color=ACCENT, markersize=3)
    axes.plot([r["layer"] + 0.2 for r in rows], [r["frobenius_exponent"] for r in rows], "s", color=INK, markersize=3)
    axes.axhline(0.5, color=WRONG, linewidth=1, linestyle="--")
    axes.xaxis.get_major_locator().set_params(integer=True)
    a, b = (typical(rows, f"{k}_exponent") for k in ("spectral", "frobenius"))
    caption = f"exponents of ||P||_2 (dots, median {a:.2f}) and ||P||_F (squares, median {b:.2f}) over the length; dashed: 1/2"
    return framed(figure, caption, caption, "fig-3-scaling")


def rank_against_entropy(report: Report) -> Html | None:
    """Eq. 5 of attention_spectra: effective rank against exp of the row entropy, which it says are equal."""
    rows = [
        r for r in report.details if r.get("rank_participation") is not None and r.get("exp_row_entropy") is not None
    ]
    if len(rows) < 2:
        return None
    x, y = [r["exp_row_entropy"] for r in rows], [r["rank_participation"] for r in rows]
    figure = blank(7.4, 2.6)
    axes = _axes(figure, (0.09, 0.19, 0.87, 0.75), "exp(row entropy)", "effective rank")
    axes.plot(x, y, "o", color=ACCENT, markersize=3)
    axes.plot([0, max(x + y)], [0, max(x + y)], color=INK, linewidth=1, linestyle="--")
    caption = f"effective rank against exp(row entropy): correlation {_correlation(x, y):.2f}; eq. 5 says they are equal (dashed)"
    return framed(figure, caption, caption, "eq-5")


def some_maps(report: Report) -> Html | None:
    """Fig. 2 of attention_distribution and fig. 4 of attention_spectra: three maps, by their norm of the softmax Jacobian, and their spectra."""
    rows = [
        r for r in report.details
        if r["sample"] == 0 and r.get("alpha") is not None and "map" in report.curves.get((r["layer"], r["head"]), {})
    ]  # fmt: skip
    if not rows:
        return None
    rows.sort(key=lambda r: r["alpha"])
    chosen = [rows[k] for k in sorted({0, len(rows) // 2, len(rows) - 1})]
    figure = blank(7.4, 3.9)
    said = []
    for k, row in enumerate(chosen):
        curves = report.curves[row["layer"], row["head"]]
        axes = _axes(figure, (0.07 + 0.32 * k, 0.42, 0.25, 0.5), "key", "query" if not k else "")
        axes.imshow(curves["map"], cmap="viridis", aspect="auto", interpolation="nearest")
        told = f"layer {row['layer']} head {row['head']}"
        axes.set_title(told, fontsize=8, color=INK)
        below = _axes(figure, (0.07 + 0.32 * k, 0.12, 0.25, 0.16), "i-th singular value", "")
        s = [v for v in curves.get("singular_values", ()) if v > 0]
        if s:
            below.semilogy(range(1, len(s) + 1), s, color=ACCENT, linewidth=1)
            _plain(below)
        rank, sparse = row.get("rank_participation"), row.get("sparsity_0.1/n")
        more = (
            f", effective rank {rank:.3g}, {sparse:.0%} below 0.1/n" if rank is not None and sparse is not None else ""
        )
        said.append(f"{told}: alpha {row['alpha']:.3g}, g_1 {row['g_1']:.3g}{more}")
    return framed(figure, "; ".join(said), "; ".join(said), "maps")


def model_norms(report: Report) -> Html | None:
    """Fig. 4 of attention_distribution: norms from the first block to the output, over samples."""
    norms = [row["sigma"] for row in report.model]
    if not norms:
        return None
    loose = report.model[0]["log10 product of block bounds"]
    product = f"the product of the bounds of blocks is 10^{loose:.1f}"
    if len(norms) == 1:
        return element("p", f"one sample: {norms[0]:.3g}; {product}")
    figure = blank(7.4, 1.9)
    axes = _axes(figure, (0.09, 0.25, 0.87, 0.7), "norm of the Jacobian from the first block to the output", "samples")
    axes.hist(norms, bins=min(20, max(3, len(norms))), color=ACCENT)
    axes.yaxis.get_major_locator().set_params(integer=True)
    caption = f"{len(norms)} samples: {min(norms):.3g} to {max(norms):.3g}; {product}"
    return framed(figure, caption, caption, "fig-4")


def _correlation(x: list[float], y: list[float]) -> float:
    from statistics import StatisticsError, correlation

    try:
        return correlation(x, y)
    except StatisticsError:
        return math.nan


def conditioning(report: Report) -> Html | None:
    """Figs. 2 to 4 of spectral_conditioning: condition numbers of weights and of the Jacobian, before and after both corrections."""
    layers = report.layers()
    figure = blank(7.4, 2.8)
    said = []
    for k, (name, key) in enumerate((("kappa(W), mean of q, k, v", "kappa_W"), ("kappa(J)", "kappa_J"))):
        axes = _axes(figure, (0.09 + 0.48 * k, 0.18, 0.39, 0.66), "layer", "median over heads" if not k else "")
        axes.set_title(name, fontsize=8, color=INK)
        lines = [
            ("as they are", key, "-o", INK),
            ("+ 10 I", f"{key} eye", "--o", ACCENT),
            ("+ SVD", f"{key} svd", ":o", ACCENT),
        ]
        lines += [("corrected bound", "kappa_J_bound", "-.", WRONG)] if k else []
        for label, column, line, color in lines:
            values = {layer: typical(own, column) for layer, own in layers.items()}
            known = {layer: v for layer, v in values.items() if v is not None and math.isfinite(v)}
            if known:
                axes.plot(list(known), list(known.values()), line, color=color, markersize=3, label=label)
                said.append(f"{name} {label}: {number(min(known.values()))} to {number(max(known.values()))}")
        if axes.lines:
            axes.set_yscale("log" if k else "linear")
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.legend(fontsize=7, frameon=False, labelcolor=INK)
            _plain(axes)
        else:
            axes.set_axis_off()
    if not said:
        return None
    caption = f"{'; '.join(said)}; values beyond 3e6 and those that were not computed are left out"
    return framed(figure, caption, caption, "conditioning")


def hessian(report: Report) -> Html | None:
    """Figs. 3 to 5 of curvature_gap: norms of the blocks of the Hessian."""
    norms = {(row["row"], row["column"]): row["norm"] for row in report.curvature if row["part"] == "block"}
    names = list(dict.fromkeys(a for a, _ in norms))
    if not names:
        return None
    figure = blank(4.2, 3.2)
    axes = figure.add_axes((0.14, 0.12, 0.62, 0.82))
    values = [[math.log10(max(norms[a, b], 1e-300)) for b in names] for a in names]
    cells = axes.imshow(values, cmap="viridis")
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    figure.colorbar(cells, cax=figure.add_axes((0.8, 0.12, 0.04, 0.82)))
    return framed(figure, "log10 of the norms of the blocks of the Hessian", f"{names}: {_range(values)}", "hessian")


def differences(report: Report) -> Html | None:
    """Fig. 6 of curvature_gap: how far the mean loss moves with one sample more, beside what it can move at most."""
    if not report.differences:
        return None
    figure = blank(6.8, 2.4)
    axes = _axes(figure, (0.11, 0.2, 0.7, 0.72), "samples k", "|L_(k+1) - L_k|")
    largest, k = report.landscape[0]["largest_loss"], range(1, 1 + len(report.differences[0]))
    for steps in report.differences:
        axes.loglog(k, [max(step, 1e-16) for step in steps], color=ACCENT, linewidth=0.6)
    axes.loglog(k, [largest / (j + 1) for j in k], color=INK, linestyle="--", linewidth=1)
    slopes = ", ".join(number(row["slope"]) for row in report.landscape)
    said = f"{len(report.differences)} orders of the samples; dashed: the largest loss / (k + 1), never exceeded; slopes {slopes}"
    return framed(figure, "differences of the mean loss at fixed weights", said, "differences")
