"""Evidence as table rows: what each road said, where it looked and how exactly."""

from __future__ import annotations

import json
import re
from typing import Any

from derive.language.tree.names import plain_latex
from proofs.report.context import shown_file
from proofs.report.formulas import Formulas, cut
from proofs.report.html import Html, details, element, join, source_code, table
from proofs.results.schema import ClaimResult, Json
from proofs.results.verdicts import BEYOND

OUTCOMES = {"agree": ("✓", "agrees"), "disagree": ("✗", "differs"), "none": ("–", "says nothing")}
_SIZE = re.compile(r"\b([A-Za-z][A-Za-z0-9_]*) ?= ?([0-9]+)\b")
HEAD = ("road", "result", "where", "precision", "seconds")


def number(value: object) -> str:
    """Return a float with three digits, or the value as text."""
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def result_words(item: Json) -> str:
    """Return what a road found, in words."""
    detail: dict[str, Any] = item.get("detail") or {}
    writer = _WRITERS.get(str(item.get("road")))
    words = writer(detail) if writer and not ("crash" in detail or "reason" in detail) else ""
    if "crash" in detail:
        return f"crashed: {cut(str(detail['crash']), 300)}"
    reason = str(detail.get("reason", ""))
    return cut(words or reason, 400)


def _index(detail: Json) -> str:
    relations = detail.get("relations") or []
    return f"all terms cancel, using {', '.join(map(str, relations))}" if relations else "all terms cancel"


def _exact(detail: Json) -> str:
    if "lhs" in detail:
        entry = f"entry {tuple(detail['entry'])}: " if detail.get("entry") else ""
        return f"{entry}left {short(detail['lhs'])}, right {short(detail['rhs'])}"
    return (
        f"equal at {detail.get('trials', 0)} random points" if detail.get("trials") else str(detail.get("screen", ""))
    )


def _sympy(detail: Json) -> str:
    if "lhs" in detail:
        return f"entry {tuple(detail['entry'])}: left {str(detail['lhs'])[:14]}, right {str(detail['rhs'])[:14]}"
    return f"{detail.get('entries', 0)} of {detail.get('of', 0)} entries equal"


def _autograd(detail: Json) -> str:
    words = f"relative difference {number(detail.get('discrepancy'))} (cut {number(detail.get('cut'))})"
    for form in ("lambdified", "compiled"):
        told: dict[str, Any] = detail.get(form) or {}
        found = [side["discrepancy"] for key in ("left", "right") if "discrepancy" in (side := told.get(key) or {})]
        if found:
            words += f"; {form} {number(max(found))}"
    return words


def _rules(detail: Json) -> str:
    rules = [str(r.get("rule", r)) if isinstance(r, dict) else str(r) for r in detail.get("rules") or []]
    return "by " + ", ".join(dict.fromkeys(rules)) if rules else ""


def _search(detail: Json) -> str:
    ratio, count = detail.get("best_ratio"), detail.get("evaluations", 0)
    if isinstance(ratio, (int, float)) and ratio > BEYOND:
        return f"right side zero up to rounding, left/right says nothing, in {count} evaluations"
    return f"largest left/right {number(ratio)} in {count} evaluations"


def _certificate(detail: Json) -> str:
    if "rejected" in detail:
        return f"REJECTED: {detail['rejected']}"
    return f"accepted by the independent checker: left {short(detail.get('lhs'))}, right {short(detail.get('rhs'))}"


def _verifier(said: str) -> str:
    """What the verifier said; the domain stands with the claim as a formula."""
    words, mark, _ = said.partition("; on the domain ")
    return f"proof object accepted: {words}{'; on the domain that stands with the verdict' if mark else ''}"


_WRITERS = {
    "index form": _index,
    "exact": _exact,
    "sympy": _sympy,
    "autograd": _autograd,
    "norm rules": _rules,
    "search": _search,
    "certificate": _certificate,
    "verifier": lambda detail: _verifier(str(detail.get("said", ""))),
    "shapes": lambda detail: str(detail.get("why", "")),
}


def precision(item: Json) -> str:
    """Return the arithmetic of a road's word."""
    detail: dict[str, Any] = item.get("detail") or {}
    road = item.get("road")
    if road == "exact":
        kind = str(detail.get("kind", ""))
        if kind:
            return {"balls": "ball arithmetic", "exact": "rational"}.get(kind, kind)
        return f"modulo a prime, error {detail['error']}" if "error" in detail else "exact"
    known = {"index form": "symbolic", "norm rules": "symbolic", "shapes": "symbolic", "sympy": "symbolic entries"}
    known |= {"certificate": "rational or balls", "verifier": "symbolic", "search": "float64"}
    return str(detail.get("dtype") or known.get(str(road), ""))


def evidence_table(claim: ClaimResult, formulas: Formulas) -> Html:
    """Return the evidence of a claim: road, result, scope, precision, seconds; residual terms and raw details below."""
    several = len(claim.links) > 1
    rows = []
    for item in claim.evidence:
        glyph, word = OUTCOMES.get(str(item.get("outcome")), ("·", str(item.get("outcome"))))
        outcome = element("span", f"{glyph} {word}", cls=f"o-{item.get('outcome')}")
        link = (item.get("detail") or {}).get("link")
        road = f"{item.get('road')} (link {link})" if several and link else item.get("road")
        said = result_words(item)
        result = join(outcome, element("span", formulas.prose(said), cls="said") if said else None)
        rows.append((road, result, _scope(item, formulas), precision(item), f"{float(item.get('seconds') or 0):.2f}"))
    if not rows:
        return element("p", "No road was asked.", cls="quiet")
    return join(table(HEAD, rows, cls="evidence"), _residual(claim), raw(claim))


def _scope(item: Json, formulas: Formulas) -> Html:
    """Where a road looked: sizes as formulas."""
    words = str(item.get("scope") or "—")
    return formulas.prose(_SIZE.sub(lambda m: f"${plain_latex(m[1])} = {m[2]}$", words))


def _residual(claim: ClaimResult) -> Html | None:
    for item in claim.evidence:
        terms = (item.get("detail") or {}).get("residual")
        if terms:
            shown = "\n".join(cut(str(t), 300) for t in terms[:12])
            return details(f"terms that do not cancel in the index form ({len(terms)})", source_code(shown))
    return None


def raw(claim: ClaimResult) -> Html:
    """Return all details of the evidence as JSON, folded."""
    lines = (json.dumps(_placeless({k: v for k, v in e.items() if k != "seconds"}), ensure_ascii=True) for e in claim.evidence)
    return details("all details", source_code(cut("\n".join(lines), 12_000)))


def _placeless(item: Json) -> Json:
    """The same without folders of the machine."""
    detail = item.get("detail")
    if not isinstance(detail, dict) or "file" not in detail:
        return item
    return {**item, "detail": {**detail, "file": shown_file(detail["file"])}}


def summary_line(claim: ClaimResult) -> str:
    """Return the evidence of a claim in one line."""
    if claim.counterexample:
        example = claim.counterexample
        sizes = ", ".join(f"{k} = {v}" for k, v in example.get("sizes", {}).items()) or "every size"
        return f"exact counterexample at {sizes}: left {short(example.get('lhs'))}, right {short(example.get('rhs'))}"
    if claim.message:
        return cut(claim.message, 300)
    roads = [str(e.get("road")) for e in claim.evidence if e.get("outcome") == "agree"]
    return "shown by " + ", ".join(dict.fromkeys(roads)) if roads else ""


def short(side: object) -> str:
    """Return one side of a violation, an enclosure cut to eight digits."""
    text = str(side)
    if text.startswith("[") and "," in text:
        low, _, high = text.strip("[]").partition(",")
        try:
            return (
                f"{float(low):.8g}"
                if f"{float(low):.8g}" == f"{float(high):.8g}"
                else f"[{float(low):.8g}, {float(high):.8g}]"
            )
        except ValueError:
            return cut(text, 60)
    return cut(text, 60)
