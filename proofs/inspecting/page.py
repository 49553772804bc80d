"""The report of an inspection as one HTML document that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from proofs.inspecting import figures
from proofs.inspecting.columns import number
from proofs.inspecting.table import closing, counted, lines, title
from proofs.report.html import Html, details, element, join, table
from proofs.report.page import document

if TYPE_CHECKING:
    from proofs.inspecting.report import Report


@dataclass(frozen=True, slots=True)
class Told:
    """A figure with what the paper says, what holds, and the claims that say so.

    Attributes:
        name: Heading.
        draw: Draws it, or returns None.
        paper: What the paper says.
        corrected: What holds.
        claims: Paper and ids of claims, for ``derive report PAPER``.
    """

    name: str
    draw: Callable[[Report], Html | None]
    paper: str
    corrected: str
    claims: tuple[str, tuple[str, ...]]


TOLD = (
    Told(
        "Bounds of a head (attention_distribution, figure 6)", figures.bounds_by_layer,
        "the bound of Theorem 3 is the tightest, and always below those of Theorems 1 and 2",
        "the centered bound is never above that of Theorem 3; Theorem 1 is false for small X, and neither it nor Theorem 2 is always above Theorem 3",
        ("attention_distribution", ("thm-1", "thm-3", "intro-outperforms-prior")),
    ),
    Told(
        "g_1 and the exact norm of the softmax Jacobian (attention_distribution, figure 3)", figures.ratio_histogram,
        "g_1 is a closed form of the norm, and the ratio is greater than 1",
        "g_1 is an upper bound; the ratio is 1 at n = 2 and where the two largest entries are equal; alpha here is exact",
        ("attention_distribution", ("abstract-closed-form", "fig-3-ratio")),
    ),
    Told(
        "Maps of three heads (attention_distribution, figure 2; attention_spectra, figure 4)", figures.some_maps,
        "g_1 stands for the exact norm; the sparser a map, the lower its effective rank",
        "both numbers are given; a sparse map may have full rank, as the identity has",
        ("attention_spectra", ("sparsity-concentrates-spectrum", "sparse-low-rank")),
    ),
    Told(
        "The model from its first block on (attention_distribution, figure 4)", figures.model_norms,
        "bounds of layers multiply to a bound of the model",
        "they do, and the product is larger than the norm by orders of magnitude",
        ("attention_distribution", ("sec2.1-composition-product",)),
    ),
    Told(
        "Singular values of maps (attention_spectra, figure 2)", figures.spectrum,
        "they decay like i^-a with a between 1/2 and 1",
        "no such law holds for all maps; both fits are given with their R^2",
        ("attention_spectra", ("eq-2-theoretical", "eq-3")),
    ),
    Told(
        "Norms over the length (attention_spectra, figure 3)", figures.norm_scaling,
        "||P||_F grows like sqrt(n), ||P||_2 like log(n)",
        "1 <= ||P||_F <= sqrt(n) and 1 <= ||P||_2 <= sqrt(largest column sum); both exponents can be anything from 0 to 1/2",
        ("attention_spectra", ("frobenius-theta", "spectral-log-n")),
    ),
    Told(
        "Effective rank and entropy (attention_spectra, equation 5)", figures.rank_against_entropy,
        "the effective rank is about exp of the row entropy",
        "uniform attention has rank 1 and the largest entropy, the identity rank n and entropy 0",
        ("attention_spectra", ("max-entropy-max-rank", "min-entropy-rank-1")),
    ),
    Told(
        "Condition numbers, before and after the corrections (spectral_conditioning, figures 2 to 4)", figures.conditioning,
        "the correction lowers the condition number of the weights and with it that of the Jacobian, which Theorem 3.4 bounds",
        "the bound of Theorem 3.4 is infinite for every input; that of the Jacobian may rise where those of the weights fall; a finite bound is drawn",
        ("spectral_conditioning", ("thm-3.4-kappa-lambda", "thm-3.8", "reduces-kappa")),
    ),
    Told(
        "Blocks of the Hessian (curvature_gap, figures 3 to 5)", figures.hessian,
        "Theorem 1 bounds the norm of the Hessian of attention by M",
        "M as printed is false; the norm of the matrix of block norms is a bound, and a corrected M is proved for one head",
        ("corrections", ("block-QQ", "block-KK", "block-VV")),
    ),
    Told(
        "Differences of the mean loss (curvature_gap, figure 6)", figures.differences,
        "the difference is bounded by M |w - w*|^2 / (k + 1), and the measured trend follows 1/k",
        "for losses between 0 and B the difference is at most B / (k + 1) at any weights, without a Hessian",
        ("curvature_gap", ("thm-7", "s2-decay-1-over-k", "fig-6")),
    ),
)  # fmt: skip


def page(report: Report, *, against: Mapping[str, Any] | None = None) -> str:
    """Return the page.

    Args:
        report: What was measured.
        against: The data of an earlier report.
    """
    sections = [
        ("table", "By layer", _table(report, verbose=False) if report.details else None),
        ("maps", "Layers and heads", _maps(report)),
        ("figures", "The papers' figures on this model", _figures(report)),
        ("curvature", "Curvature of the loss", _curvature(report)),
        ("landscape", "Landscape of the loss", _landscape(report)),
        ("violations", "Violations", _violations(report)),
        ("printed", "Statements as printed", _printed(report)),
        ("compared", "Before and now", _compared(report, against)),
        (
            "heads",
            "By head",
            details("every head and sample", _table(report, verbose=True)) if report.details else None,
        ),
        ("limits", "Limits", element("ul", *(element("li", line) for line in closing(report, verbose=True)))),
    ]
    top = element(
        "header",
        element("h1", report.title, " ", element("span", "inspection", cls="quiet")),
        element("p", title(report).removeprefix(f"{report.title}, "), cls="quiet"),
        _strip(report),
        cls="top",
    )
    return document(f"{report.title} — inspection", top, sections)


_KINDS = {"holds": "holds", "VIOLATED": "refuted", "vacuous": "vacuous", "n/a": "undecided"}


def _strip(report: Report) -> Html:
    """The verdicts as a bar, with their numbers."""
    counts = report.summary["verdicts"]
    bars = [
        element("span", cls=f"v-{_KINDS[k]}", style=f"flex-grow:{v}", title=f"{k}: {v}") for k, v in counts.items() if v
    ]
    return join(element("div", *bars, cls="bar", aria_hidden="true"), element("p", f"stated bounds: {counted(counts)}"))


def _table(report: Report, *, verbose: bool) -> Html:
    head, rows = lines(report, verbose=verbose)
    return table(tuple(head), [tuple(row) for row in rows], cls="numbers")


def _maps(report: Report) -> Html | None:
    drawn = [f for what in figures.MAPS if (f := figures.heat_map_figure(report, what)) is not None]
    return join(*drawn) if drawn else None


def _figures(report: Report) -> Html | None:
    parts = []
    for told in TOLD:
        drawn = told.draw(report)
        if drawn is None:
            continue
        paper, ids = told.claims
        said = element(
            "dl",
            element("dt", "paper says"), element("dd", told.paper),
            element("dt", "corrected"), element("dd", told.corrected),
            element("dt", "claims"), element("dd", f"{', '.join(ids)} in ", element("code", f"derive report {paper}")),
            cls="facts",
        )  # fmt: skip
        parts.append(element("article", element("h3", told.name), drawn, said))
    return join(*parts) if parts else None


def _curvature(report: Report) -> Html | None:
    """Norms of Hessian blocks as a square, the whole Hessian, and every LayerNorm beside equations 28 and 29."""
    rows = report.curvature
    blocks = {(row["row"], row["column"]): number(row["norm"]) for row in rows if row["part"] == "block"}
    names = list(dict.fromkeys(a for a, _ in blocks))
    parts = []
    if names:
        square: list[tuple[object, ...]] = [(a, *(blocks[a, b] for b in names)) for a in names]
        parts.append(table(("norm of the block", *names), square, cls="numbers"))
    whole = ("norm", "composed", "loss", "gradient_norm", "parameters_norm")
    if found := [(*(number(row[key]) for key in whole), row["how"]) for row in rows if row["part"] == "whole"]:
        head = ("||H||", "norm of the matrix of block norms", "loss", "|gradient|", "|parameters|", "how")
        parts.append(table(head, list(found)))
    keys = ("jacobian", "eq 28", "eq 28 rows", "hessian", "eq 29", "eq 29 rows")
    norms: list[tuple[object, ...]] = [
        (row["name"], *(number(row.get(key)) for key in keys), row.get("reason", ""))
        for row in rows if row["part"] == "layer norm"
    ]  # fmt: skip
    if norms:
        head = ("LayerNorm", "||J||", "equation 28", "28 with norms of rows, as printed", "second derivative", "equation 29", "29 with norms of rows, as printed", "n/a")  # fmt: skip
        parts.append(table(head, norms, cls="words"))
    return join(*parts) if parts else None


def _landscape(report: Report) -> Html | None:
    """One line an order of the samples."""
    if not report.landscape:
        return None
    keys = ("slope", "ratio_to_bound", "residual", "gradient_norm")
    head = (
        "order",
        "exponent of k in |L_(k+1) - L_k|",
        "largest ratio to max l / (k + 1)",
        "identity to",
        "|gradient|",
    )
    return table(head, [(row["order"], *(number(row[key]) for key in keys)) for row in report.landscape])


def _violations(report: Report) -> Html | None:
    if not report.violations:
        return None
    rows = [
        (f"{v['name']} head {v['head']} sample {v['sample']}", v["bound"], v["paper"], number(v["measured"], 9), number(v["value"], 9), v["known"])
        for v in report.violations
    ]  # fmt: skip
    return table(("where", "bound", "paper", "measured", "bound's value", "known to be false"), list(rows), cls="words")


def _printed(report: Report) -> Html | None:
    if not report.printed:
        return None
    rows: list[tuple[object, ...]] = [
        (p["id"], p["says"], "fails" if p["fails"] else "holds", p["at"], f"{number(p['left'])} against {number(p['right'])}",
         f"{p['heads against it']} of {len(report.details)}", p["corrected"])
        for p in report.printed
    ]  # fmt: skip
    head = ("claim", "as printed", "", "at", "both sides", "heads here against it", "corrected")
    return table(head, rows, cls="words")


def _compared(report: Report, against: Mapping[str, Any] | None) -> Html | None:
    from proofs.inspecting.report import compared

    if against is None:
        return None
    rows: list[tuple[object, ...]] = [(name, number(a), number(b)) for name, a, b in compared(report, against)]
    return table(("median", "before", "now"), rows, cls="numbers")
