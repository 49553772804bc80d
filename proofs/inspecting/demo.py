"""The demonstration `demo:digits`: what each method of the papers does to a small Vision Transformer, in numbers, words and figures."""

from __future__ import annotations

import base64
import io
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from proofs.usage import BadInput

NAME = "demo:digits"
COLUMNS = (  # key, head, format
    ("setting", "setting", "{}"),
    ("accuracy", "accuracy", "{:.3f}"),
    ("FGSM 0.1", "FGSM .1", "{:.3f}"),
    ("PGD 0.05", "PGD .05", "{:.3f}"),
    ("PGD 0.1", "PGD .1", "{:.3f}"),
    ("norm_mean", "||J||", "{:.1f}"),
    ("norm_max", "max", "{:.0f}"),
    ("entropy", "entropy", "{:.2f}"),
    ("max_probability_init", "p_max 0", "{:.2f}"),
    ("max_probability", "p_max", "{:.2f}"),
    ("kappa_W", "k(W)", "{:.2f}"),
    ("kappa_J", "k(J)", "{:.2g}"),
)
LEGEND = (
    "accuracy on 400 digits, also under attacks of the given size; ||J||: largest singular value of tokens -> logits (mean, max over 100"
    " digits); entropy: mean of the rows of attention (at most 2.77); p_max: mean largest probability, before training and after; k: condition"
    " numbers of the weights (mean) and of the last layer's Jacobians by them (median)"
)


def run_demo(formats: list[str], folder: Path | None, *, seed: int = 0, quiet: bool = False, epochs: int = 25) -> int:
    """Train, measure and print; return the exit code, 0.

    Args:
        formats: ``table``, ``md``, ``csv``, ``json`` or ``html``.
        folder: Where the formats and the figures are written; printed where it is None, with figures in ``html`` alone.
        seed: Of data, weights and batches.
        quiet: No progress.
        epochs: Passes over the training set.

    Raises:
        BadInput: A format is not known here, or scikit-learn is not installed.
    """
    from derive.errors import NotSupported
    from numeric.models.digits import demonstrate

    if unknown := [form for form in formats if form not in (*_WRITERS, "html")]:
        raise BadInput(f"{NAME}: formats are {', '.join(_WRITERS)}, html, not {unknown[0]}")
    try:
        report = demonstrate(seed, epochs, progress=None if quiet else lambda text: print(text, file=sys.stderr))
    except NotSupported as problem:
        raise BadInput(f"{NAME}: {problem}{f'; {problem.hint}' if problem.hint else ''}") from problem
    pictures = draw(report) if folder is not None or "html" in formats else {}
    for form in formats:
        text = as_html(report, pictures) if form == "html" else _WRITERS[form](report)
        if folder is None:
            print(text, end="")
        else:
            path = folder / f"demo-digits.{'txt' if form == 'table' else form}"
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path}")
    if folder is not None:
        for name, picture in pictures.items():
            path = folder / f"demo-digits-{name}.png"
            path.write_bytes(picture)
            print(f"wrote {path}")
    return 0


def _cell(row: dict[str, Any], key: str, shape: str) -> str:
    value = row[key]
    return "> 3e6" if isinstance(value, float) and math.isinf(value) else shape.format(value)


def _cells(report: Any) -> list[list[str]]:
    return [[head for _, head, _ in COLUMNS]] + [
        [_cell(row, key, shape) for key, _, shape in COLUMNS] for row in report.rows
    ]


def as_table(report: Any) -> str:
    """The table, its legend and the sentences."""
    cells = _cells(report)
    widths = [max(len(line[i]) for line in cells) for i in range(len(COLUMNS))]
    lines = [
        "  ".join(
            c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]
    words = [f"* {line}" for line in report.words]
    return "\n".join([*lines, "", LEGEND, "", *words, f"{report.seconds:.0f} s", ""])


def as_markdown(report: Any) -> str:
    """The same as Markdown."""
    head, *cells = [[cell.replace("|", r"\|") for cell in line] for line in _cells(report)]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(line)} |" for line in cells)]
    return "\n".join([*lines, "", LEGEND, "", *(f"* {line}" for line in report.words), ""])


def as_csv(report: Any) -> str:
    """The rows, one a setting."""
    return "\n".join(",".join(line) for line in _cells(report)) + "\n"


def as_json(report: Any) -> str:
    """Rows with the course of training, and the sentences; an infinite condition number is the text ``> 3e6``."""

    def finite(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: finite(entry) for key, entry in value.items()}
        if isinstance(value, list):
            return [finite(entry) for entry in value]
        return "> 3e6" if isinstance(value, float) and math.isinf(value) else value

    data = {"kind": "demonstration", "rows": finite(report.rows), "words": report.words}
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


_WRITERS: dict[str, Callable[[Any], str]] = {"table": as_table, "md": as_markdown, "csv": as_csv, "json": as_json}


def as_html(report: Any, pictures: dict[str, bytes]) -> str:
    """The table, its legend, the sentences and the figures as one page that needs nothing else."""
    from proofs.report.html import element, join, table
    from proofs.report.page import document

    head, *cells = _cells(report)
    images = (
        element(
            "img",
            src=f"data:image/png;base64,{base64.b64encode(picture).decode()}",
            alt=name,
            style="display:block;max-width:100%",
        )
        for name, picture in pictures.items()
    )
    top = element("header", element("h1", NAME), element("p", LEGEND, cls="quiet"), cls="top")
    sections = [
        ("settings", "By setting", table(tuple(head), [tuple(row) for row in cells], cls="numbers")),
        ("words", "In words", element("ul", *(element("li", line) for line in report.words))),
        ("figures", "The papers' figures at this size", join(*images)),
    ]
    return document(NAME, top, sections)


def draw(report: Any) -> dict[str, bytes]:
    """Draw the papers' figures at this size; return name -> PNG.

    Source: attention_distribution figures 3 and 4, spectral_conditioning figures 2 to 4, curvature_gap figures 3 to 6.
    """
    import matplotlib

    from numeric.device import one_thread

    matplotlib.use("Agg")
    made = {}
    for name, figure in (
        ("norms", _norms), ("rows", _rows), ("conditioning", _conditioning), ("hessian", _hessian), ("landscape", _landscape),
    ):  # fmt: skip
        with one_thread():
            stream, drawn = io.BytesIO(), figure(report)
        drawn.savefig(stream, dpi=110, format="png")
        made[name] = stream.getvalue()
        _close(drawn)
    return made


def _close(figure: Any) -> None:
    from matplotlib import pyplot

    pyplot.close(figure)


def _axes(title: str, columns: int = 1) -> tuple[Any, Any]:
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, columns, figsize=(5.2 * columns, 3.6), layout="constrained")
    figure.suptitle(title, fontsize=10)
    return figure, axes


def _norms(report: Any) -> Any:
    from numeric.models.digits import jacobian_norms

    figure, axis = _axes("Largest singular value of tokens -> logits, 100 test digits")
    for name, model in report.models.items():
        axis.hist(
            jacobian_norms(model, report.data.test[0][:100]).log10().numpy(), bins=24, histtype="step", label=name
        )
    axis.set_xlabel("log10 of the norm")
    axis.legend(fontsize=6)
    return figure


def _rows(report: Any) -> Any:
    import torch

    from numeric.models.digits import heads_at
    from numeric.models.kernels import g, softmax_jacobian_norm

    figure, axis = _axes("Rows of attention: g_1 against the exact norm of the softmax Jacobian")
    model, x = report.models["baseline"], report.data.test[0]
    maps = torch.cat([head.map for image in x[:8] for head in heads_at(model, image)])
    axis.scatter(softmax_jacobian_norm(maps).numpy(), g(maps, 1).numpy(), s=3)
    axis.plot([0, 0.5], [0, 0.5], color="black", linewidth=0.7)
    axis.set_xlabel("||diag(p) - p p^T||")
    axis.set_ylabel("g_1(p)")
    return figure


def _conditioning(report: Any) -> Any:
    figure, axes = _axes("Weights in use during training, means over heads, layers and q, k, v", 3)
    for axis, key in zip(axes, ("sigma_min", "sigma_max", "kappa"), strict=True):
        for row in report.rows:
            axis.plot(range(1, len(row["history"]) + 1), [step[key] for step in row["history"]], label=row["setting"])
        axis.set_xlabel("epoch")
        axis.set_ylabel(key)
    axes[2].legend(fontsize=6)
    return figure


def _hessian(report: Any) -> Any:
    from numeric.models.curvature import hessian_blocks

    figure, axis = _axes("log10 of the norms of Hessian blocks, baseline, 16 test digits")
    x, y = report.data.test
    found = hessian_blocks(report.models["baseline"], "ce", (x[:16], y[:16]), dense_limit=0, tolerance=1e-3)
    shown = axis.imshow(found.norms.clamp_min(1e-12).log10().numpy())
    figure.colorbar(shown, ax=axis)
    axis.set_xticks(range(len(found.names)), found.names)
    axis.set_yticks(range(len(found.names)), found.names)
    axis.set_xlabel(f"||H|| {found.norm:.3g}, of the matrix of block norms {found.composed:.3g}")
    return figure


def _landscape(report: Any) -> Any:
    import numpy as np

    from numeric.models.landscape import landscape

    figure, axis = _axes("|L_{k+1} - L_k| at the trained weights, baseline, training digits")
    found = landscape(report.models["baseline"], "ce", report.data.train)
    k = np.arange(1, found.differences.shape[1] + 1)
    for order in found.differences:
        axis.loglog(k, np.maximum(order, 1e-12), linewidth=0.4)
    axis.loglog(k, float(found.losses.max()) / (k + 1), color="black", label="max l / (k + 1)")
    low, high = found.band
    axis.set_xlabel(
        f"k; slope {low:.2f} to {high:.2f}, identity to {found.residual:.0e}, |gradient| {found.gradient_norm:.2g}"
    )
    axis.legend(fontsize=7)
    return figure
