"""Method and trust: what a verdict means, what must be believed, how to repeat everything."""

from __future__ import annotations

import shlex

from proofs.report.context import PaperContext
from proofs.report.html import Html, element, join, source_code, table
from proofs.report.verdicts import MEANING, ORDER, badge

ROADS = (
    ("shapes", "sizes match or do not, for all sizes", "types of matrices with symbolic sizes"),
    ("index form", "equal for all sizes, or nothing", "indices renamed, deltas eliminated, terms compared completely after canonical labelling"),
    ("exact", "equal or different at the listed small sizes", "jets over a large random prime field, polynomials, rationals and balls"),
    ("sympy", "equal or different entry by entry", "explicit matrices, entrywise differentiation"),
    ("autograd", "agrees or differs in float64", "torch.func; a supporting witness, never a proof, and it refutes nothing alone"),
    ("norm rules", "an upper bound for all sizes", "named rules, listed with the claim"),
    ("verifier", "a proof object is accepted, down to named theorems", "a program of one file that shares no code with the other roads"),
    ("search", "the largest left/right found", "looks for violations; not finding one proves nothing"),
    ("certificate", "violated at this exact input", "exact or ball arithmetic, re-checked by a separate program"),
)  # fmt: skip


def method(paper: PaperContext, options: str) -> Html:
    """Return the last section."""
    again = [
        shlex.join(["derive", "audit", paper.said, "--seed", str(paper.seed)])
        + (f" {options}" if options else "")
    ]
    devices = sorted(
        {str(e["detail"]["device"]) for c in paper.claims for e in c.evidence if (e.get("detail") or {}).get("device")}
    )
    rows = [(badge(verdict), MEANING[verdict]) for verdict in ORDER]
    facts = [f"checker {paper.checker}", f"seed {paper.seed}"]
    facts += [f"SHA-256 of {paper.path.name}: {paper.digest}"] if paper.digest else []
    facts += [f"computed on {', '.join(devices)}"] if devices else []
    return join(
        element("p", "A verdict is computed from the evidence of roads that share the parsed claim and nothing else. ",
            "“holds” needs a road that proves and no road against it; “refuted” needs a certificate that an independent program accepts."),
        element("p", "To be believed: the reading of each formula (compare “as the paper writes it” with “as it was understood”), the conventions above, "
            "and that the roads that proved a claim have no common error. A proof “at sizes” speaks of those sizes only. "
            "Of a claim that holds, “proved” says that a proof object was accepted by the verifier, “cited” that it is an instance of one theorem "
            "of the base, with its source, and “by rules” that it is the word of a road: no object shows it yet."),
        table(("road", "what it can say", "how"), [tuple(row) for row in ROADS]),
        table(("verdict", "meaning"), rows),
        element("ul", *(element("li", fact) for fact in facts), cls="notes"),
        element("p", "To repeat the whole audit:"),
        source_code("\n".join(again)),
    )  # fmt: skip
