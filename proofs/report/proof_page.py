"""Pages of proofs: every kept proof object that the verifier accepts, as numbered lines with their reasons."""

from __future__ import annotations

from pathlib import Path

from proofs.proving.lines import Line, Theorem, Written, written
from proofs.report.formulas import Formulas
from proofs.report.html import Html, element, join, table
from proofs.report.page import document
from proofs.verify import Rejected, load, read_base

FOLDER = "proofs"
"""Where the pages lie, beside the reports."""


def proof_of_file(path: Path) -> Written | None:
    """Return the proof in a file, None if the verifier does not accept it."""
    try:
        return written(load(path), read_base())
    except (Rejected, OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def proof_page(proof: Written, back: str) -> str:
    """Return a proof as one HTML document.

    Args:
        proof: The proof.
        back: Where the claim stands in the report.

    """
    formulas = Formulas()
    header = element(
        "header",
        element("h1", "Proof of ", proof.claim_id, " ", element("span", "accepted by the verifier", cls="quiet")),
        formulas.display(proof.claim) if proof.claim else None,
        element("p", element("a", "to the claim", href=back)),
        cls="top",
    )
    return document(f"Proof of {proof.claim_id}", header, proof_sections(proof))


def proof_sections(proof: Written) -> list[tuple[str, str, Html | None]]:
    """Return the sections of a proof: anchor, heading and content, None where there is none."""
    formulas = Formulas()
    facts = element("ul", *(element("li", fact) for fact in proof.facts), cls="notes") if proof.facts else None
    rows: list[tuple[object, ...]] = [
        (f"({line.label})", _formula(line, formulas), _reason(line, formulas)) for line in proof.lines
    ]
    theorems: list[tuple[object, ...]] = [
        (one.id, formulas.inline(one.claim), _assumed(one, formulas), one.source) for one in proof.theorems
    ]
    return [
        ("steps", "Steps", table(("", "it holds that", "because"), rows, cls="steps")),
        (
            "theorems",
            "Theorems that it rests on",
            table(("theorem", "says", "given", "source"), theorems) if theorems else None,
        ),
        ("used", "What the calculus of entries used", facts),
    ]


def _formula(line: Line, formulas: Formulas) -> Html:
    return formulas.inline(line.formula) if line.is_latex else element("code", line.formula)


def _reason(line: Line, formulas: Formulas) -> Html:
    put = [join("; ", name, " := ", formulas.inline(value)) for name, value in line.instance]
    return join(line.reason, *put)


def _assumed(theorem: Theorem, formulas: Formulas) -> Html:
    return formulas.inline(theorem.given) if theorem.given else Html("")


__all__ = ["FOLDER", "proof_of_file", "proof_page", "proof_sections"]
