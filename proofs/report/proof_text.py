"""Proofs as Markdown and LaTeX: numbered lines with their reasons, and the theorems that they rest on."""

from __future__ import annotations

from proofs.proving.lines import Written
from proofs.report.latex import PREAMBLE
from proofs.report.tex import plain


def markdown(proof: Written) -> str:
    """Return a proof as Markdown."""
    parts: list[str] = [
        f"# Proof of {proof.claim_id or 'a claim'}",
        f"```math\n{proof.claim}\n```" if proof.claim else "",
    ]
    for line in proof.lines:
        shown = f"${line.formula}$" if line.is_latex else f"`{line.formula}`"
        put = "".join(f"; ${name} := {value}$" for name, value in line.instance)
        parts.append(f"({line.label}) {shown}" + (f" — {line.reason}{put}" if line.reason else ""))
    parts += ["## Theorems that it rests on"] if proof.theorems else []
    parts += [f"**{t.id}** ({t.source})\n\n```math\n{t.claim}\n```" for t in proof.theorems]
    parts += ["What the calculus of entries used: " + "; ".join(proof.facts) + "."] if proof.facts else []
    return "\n\n".join(part for part in parts if part) + "\n"


def latex(proof: Written) -> str:
    """Return a proof as a LaTeX document."""
    parts = [PREAMBLE, r"\begin{document}", rf"\section*{{Proof of {plain(proof.claim_id or 'a claim')}}}"]
    for line in proof.lines:
        put = "".join(f"; ${name} := {value}$" for name, value in line.instance)
        shown = f"${line.formula}$" if line.is_latex else rf"\texttt{{{plain(line.formula)}}}"
        parts.append(rf"({line.label})\quad {shown}\quad {plain(line.reason)}{put}" + "\n")
    parts += [r"\subsection*{Theorems that it rests on}"] if proof.theorems else []
    parts += [rf"\textbf{{{plain(t.id)}}} ({plain(t.source)}): \[ {t.claim} \]" for t in proof.theorems]
    parts += [f"What the calculus of entries used: {plain('; '.join(proof.facts))}."] if proof.facts else []
    return "\n".join([*parts, r"\end{document}"]) + "\n"


__all__ = ["latex", "markdown"]
