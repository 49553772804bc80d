"""The report as text, Markdown and CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from proofs.inspecting.columns import COLUMNS, Column, number, typical, value_of

if TYPE_CHECKING:
    from proofs.inspecting.report import Report

SHOWN = 12
"""Skipped modules that are written one by one without -v; of others the reasons are counted."""


def shown_columns(report: Report) -> list[Column]:
    """The columns that have a value in some row."""
    what = report.meta.get("what", ["spectra"])
    return [c for c in COLUMNS if c.part in what and typical(report.details, c.key) is not None]


def lines(report: Report, *, verbose: bool = False) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table: a line a layer with medians, or a line a head and sample."""
    columns = shown_columns(report)
    if verbose:
        head = ["layer", "head", "sample", *(c.heading for c in columns), "verdict"]
        rows = [
            [
                str(r["layer"]),
                str(r["head"]),
                str(r["sample"]),
                *(c.write(value_of(r, c.key)) for c in columns),
                verdict([r]),
            ]
            for r in report.details
        ]
        return head, rows
    head = ["layer", *(c.heading for c in columns), "verdict"]
    rows = [
        [str(layer), *(c.write(typical(own, c.key)) for c in columns), verdict(own)]
        for layer, own in report.layers().items()
    ]
    return head, rows


def verdict(rows: Sequence[Mapping[str, Any]]) -> str:
    """How many bounds hold in some heads, how many are violated, or why nothing is said."""
    found = [v for r in rows for k, v in r.items() if k.endswith(" verdict")]
    violated = sum(v == "VIOLATED" for v in found)
    reasons = {r["n/a"] for r in rows if r.get("n/a")}
    said = [f"{violated} VIOLATED"] if violated else []
    said += [f"{sum(v == 'holds' for v in found)} hold"] if found else []
    return ", ".join(said + [f"n/a: {r}" for r in sorted(reasons)]) or "-"


def title(report: Report) -> str:
    """The first line: model, tokens, heads, precision."""
    meta = report.meta
    tokens = meta.get("tokens") or []
    length = f"{tokens[0]} tokens" if len(tokens) == 1 else f"{tokens[0]} to {tokens[-1]} tokens" if tokens else ""
    parts = [report.title, length, f"{meta.get('heads', 0)} heads"]
    if meta.get("samples", 1) > 1:
        parts.append(f"{meta['samples']} samples")
    return ", ".join(p for p in [*parts, meta.get("computed in", "")] if p)


def closing(report: Report, *, verbose: bool = False) -> list[str]:
    """The last lines: what was checked, what was left out and why, and the seconds."""
    counts = report.summary["verdicts"]
    said = []
    if any(value_of(r, "thm-1/measured") is not None for r in report.details):
        said.append(
            "* Theorem 1 is false as stated (N = D = d = 1, X = R = 1/3, W_Q = 0, W_V = 1); in the table it is evaluated at R -> 0"
        )
    if any("sigma" in r for r in report.details):
        said.append(
            "bounds are written as bound / measured; ||J|| is the largest singular value of the Jacobian by the tokens"
        )
    for module in report.modules:
        if module.get("n/a"):
            said.append(
                f"module {module['name']}, sample {module['sample']}: ||J|| {number(module['sigma'])}, measured alone: n/a: {module['n/a']}"
            )
    for module in report.modules if verbose else []:
        if module.get("n/a"):
            continue
        said.append(
            f"module {module['name']}, sample {module['sample']}: ||J|| {number(module['sigma'])}, heads together {number(module['rss'])}, "
            f"by their bounds {number(module['centered'])}"
        )
    for block in report.blocks:
        said.append(
            f"block {block['name']}, sample {block['sample']}: ||J|| {number(block['sigma'])}, composed bound {number(block['bound'])}: "
            f"{block['verdict']}"
        )
    said += [*_corrections(report), *loss_lines(report)]
    for one in report.model:
        said.append(
            f"from {one['from']} to the output, sample {one['sample']}: ||J|| {number(one['sigma'])}, product of the bounds of blocks "
            f"10^{one['log10 product of block bounds']:.1f}"
        )
    for one in report.printed:
        mark = "FAILS" if one["fails"] else "holds"
        said.append(
            f"as printed, {one['paper']} {one['id']}: {one['says']}: {mark} at {one['at']} ({number(one['left'])} against "
            f"{number(one['right'])}); {one['heads against it']} of {len(report.details)} heads here contradict it; corrected: {one['corrected']}"
        )
    for one in report.violations:
        known = f"; known to be false: {one['known']}" if one["known"] else ""
        where = f"layer {one['layer']}" + (f" head {one['head']}" if one["head"] is not None else "")
        said.append(
            f"VIOLATED: {one['bound']} ({one['paper']}) in {where}, sample {one['sample']}: measured {one['measured']:.9g} > bound "
            f"{one['value']:.9g}{known}"
        )
    said += [f"note: {note}" for note in report.notes]
    said += _skipped(report, verbose)
    deviation = report.meta.get("largest deviation of recomputed attention")
    if deviation is not None:
        said.append(f"recomputed attention differs from the model's own by at most {deviation:.1e}")
    said.append(f"{sum(counts.values())} stated bounds checked: {counted(counts)}; {report.meta.get('seconds', 0)} s")
    return said


def counted(counts: Mapping[str, int]) -> str:
    """Numbers of verdicts in words."""
    return f"{counts['holds']} hold, {counts['VIOLATED']} violated, {counts['vacuous']} vacuous, {counts['n/a']} not applicable"


def _corrections(report: Report) -> list[str]:
    """What both corrections of spectral_conditioning would do to these heads."""
    keys = ("kappa_J", "kappa_J eye", "kappa_J svd", "max_probability", "max_probability eye", "max_probability svd")
    found = [typical(report.details, key) for key in keys]
    if found[3] is None or found[4] is None:
        return []
    k, eye, svd, p, p_eye, p_svd = ("n/a" if v is None else "> 3e6" if v == math.inf else number(v) for v in found)
    condition = "" if found[0] is None else f"k(J) {k} -> {eye} by 10 I, {svd} by the SVD; "
    said = [
        f"corrected weights, heads at the same tokens (medians): {condition}mean largest probability of a row {p} -> {p_eye} by 10 I,"
        f" {p_svd} by the SVD"
    ]
    said.append(
        "Theorem 3.4 of spectral_conditioning as printed: the bound of k(J) is infinite (vacuous) for every input; k(J)<= is the corrected one"
    )
    if found[4] > 0.9:
        said.append(
            "warning: 10 I makes attention one-hot here: the softmax has almost no derivative; a smaller lambda helps"
        )
    failing = sum(row.get("theorem 3.8 printed fails", 0) for row in report.details)
    if failing:
        said.append(
            f"Theorem 3.8 as printed (lambda = 10) fails at {failing} weights of these heads: its hypothesis holds, kappa grows"
        )
    return said


def loss_lines(report: Report) -> list[str]:
    """Curvature and landscape in lines."""
    said = []
    blocks = [row for row in report.curvature if row["part"] == "block"]
    if blocks:
        names = list(dict.fromkeys(row["row"] for row in blocks))
        norms = {(row["row"], row["column"]): row["norm"] for row in blocks}
        said.append("norms of Hessian blocks: " + "  ".join(["", *names]))
        said += [f"  {a}: " + "  ".join(number(norms[a, b]) for b in names) for a in names]
    for row in report.curvature:
        if row["part"] == "whole":
            said.append(
                f"||H|| {number(row['norm'])} ({row['how']}), norm of the matrix of block norms {number(row['composed'])}, loss"
                f" {number(row['loss'])}, |gradient| {number(row['gradient_norm'])}, |parameters| {number(row['parameters_norm'])}"
            )
        elif row["part"] == "layer norm" and "jacobian" in row:
            false = " (with norms of rows, as printed, false here)" if row["eq 28 rows"] < row["jacobian"] else ""
            said.append(
                f"LayerNorm {row['name']}: ||J|| {number(row['jacobian'])} against {number(row['eq 28'])} of equation 28, second derivative"
                f" {number(row['hessian'])} against {number(row['eq 29'])} of equation 29{false}"
            )
        elif row["part"] == "layer norm":
            said.append(f"LayerNorm {row['name']}: {row['reason']}")
    for row in report.landscape:
        said.append(
            f"order {row['order']}: |L_(k+1) - L_k| falls as k^{number(row['slope'])}, at most {number(row['ratio_to_bound'])} of max l / (k + 1);"
            f" identity to {row['residual']:.0e}; |gradient| {number(row['gradient_norm'])}"
        )
    return said


def _skipped(report: Report, verbose: bool) -> list[str]:
    if verbose or len(report.skipped) <= SHOWN:
        return [f"skipped: {one['name'] or 'the model'}: {one['reason']}" for one in report.skipped]
    reasons: dict[str, list[str]] = {}
    for one in report.skipped:
        reasons.setdefault(one["reason"], []).append(one["name"])
    return [
        f"skipped: {', '.join(names[:SHOWN])}{f' and {len(names) - SHOWN} more' if len(names) > SHOWN else ''}: {reason}"
        for reason, names in reasons.items()
    ]


def text(report: Report, *, verbose: bool = False, against: Mapping[str, Any] | None = None) -> str:
    """The table as text."""
    head, rows = lines(report, verbose=verbose)
    widths = [max(len(line[k]) for line in [head, *rows]) for k in range(len(head))]
    body = [
        "  ".join(
            cell.rjust(w) if k < len(line) - 1 else cell for k, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        for line in [head, *rows]
    ]
    body = body if report.details else []
    return "\n".join([title(report), *body, *closing(report, verbose=verbose), *_comparison(report, against)]) + "\n"


def _comparison(report: Report, against: Mapping[str, Any] | None) -> list[str]:
    from proofs.inspecting.report import compared

    if against is None:
        return []
    rows = [("", "before", "now")] + [(name, number(a), number(b)) for name, a, b in compared(report, against)]
    return ["compared with the earlier report (medians over heads):"] + [
        f"  {a:12} {b:>10} {c:>10}" for a, b, c in rows
    ]


def markdown(report: Report, *, verbose: bool = False) -> str:
    """The table as Markdown."""
    head, rows = lines(report, verbose=verbose)
    body = [head, ["---"] * len(head), *rows]
    table = "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in body)
    notes = "\n".join(
        f"* {line.removeprefix('* ').replace('|', chr(92) + '|')}" for line in closing(report, verbose=verbose)
    )
    return f"# {title(report)}\n\n{table}\n\n{notes}\n"


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """All rows with all their columns."""
    names = list(dict.fromkeys(k for row in rows for k in row))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
