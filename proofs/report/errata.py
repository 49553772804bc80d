"""An errata draft in LaTeX: what an author can paste, claim by claim with counterexample and correction."""

from __future__ import annotations

from proofs.report import values
from proofs.report.context import PaperContext
from proofs.report.evidence import short
from proofs.report.formulas import Formulas
from proofs.report.panels import failing_statement
from proofs.report.tex import FIT, plain, prose, safe_math
from proofs.report.verdicts import FAILING
from proofs.results.schema import ClaimResult


def errata(paper: PaperContext, formulas: Formulas) -> str:
    """Return the LaTeX of an itemized list, or an empty text if nothing needs correction."""
    failing = [c for c in paper.claims if c.verdict in FAILING and c.verdict != "error"]
    if not failing:
        return ""
    items = "\n".join(_item(claim, formulas) for claim in failing)
    return f"{FIT}\\section*{{Errata (draft)}}\n\\begin{{itemize}}\n{items}\n\\end{{itemize}}\n"


def _item(claim: ClaimResult, formulas: Formulas) -> str:
    place = f" ({plain(claim.where)})" if claim.where else ""
    lines = [f"\\item \\textbf{{{plain(claim.id)}}}{place}: {plain(claim.title)}. As written,"]
    lines += [safe_math(failing_statement(claim, formulas), formulas), f"is {_verdict(claim, formulas)}."]
    lines += _example(claim, formulas)
    if claim.repair:
        lines += [
            f"It should read ({prose(str(claim.repair.get('edit', '')), formulas)})",
            safe_math(str(claim.repair["statement"]), formulas),
        ]
    if claim.hypothesis:
        lines += ["It holds under the hypothesis", safe_math(claim.hypothesis, formulas)]
    return "\n".join(lines)


def _verdict(claim: ClaimResult, formulas: Formulas) -> str:
    words = {
        "refuted": "false",
        "ill-typed": f"not well-formed: {prose(claim.message, formulas)}",
        "vacuous": f"without content: {prose(claim.message, formulas)}",
        "ambiguous": f"ambiguous: {prose(claim.message, formulas)}",
        "needs-hypothesis": "false as written",
    }
    return words.get(claim.verdict, plain(claim.verdict))


def _example(claim: ClaimResult, formulas: Formulas) -> list[str]:
    example = claim.counterexample
    if not example:
        return []
    at = (
        safe_math(values.as_latex(example).replace("\n", " "), formulas, beside=True)
        if values.as_latex(example)
        else ""
    )
    sides = (
        f"the left side is {plain(short(example.get('lhs')))} and the right side {plain(short(example.get('rhs')))}."
    )
    return ["A counterexample:", at, sides] if at else [f"For every input {sides}"]
