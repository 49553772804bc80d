"""Proofs as mathematics: numbered lines, each with its reason; the theorems that they rest on at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derive.errors import DeriveError
from derive.language.printing.core_latex import formula_to_latex
from derive.prefix import formula_from_prefix
from proofs import verify

Json = Mapping[str, Any]
LONG = 400
REASONS = {
    "hypothesis": "a hypothesis", "defined": "a condition of the domain", "assume": "assumed", "shape": "the sizes agree",
    "sign": "by the signs of its parts", "identity": "both sides have the same entries", "weaken": "a fortiori",
    "and": "together", "part": "a part of it", "rewrite": "equals put for equals", "combine": "a combination",
    "cancel": "an invertible matrix cancelled", "cases": "in all cases", "for-all": "as it was arbitrary", "implies": "under the assumptions",
    "iff": "both ways", "exists": "an instance", "instance": "an instance", "over": "for every index",
}  # fmt: skip


def lines(data: Json, base: Json) -> Iterator[str]:
    """Yield the lines of an accepted proof.

    Raises:
        Rejected: It is none.

    """
    verify.Node.table.clear()
    proof = verify.Proof(data, base)
    proof.run()
    for number, f in enumerate(proof.problem.hypotheses, 1):
        yield f"(H{number}) {_latex(f)}"
    for number, f in enumerate(proof.domain, 1):
        yield f"(D{number}) {_latex(f)}    [where the claim has a value]"
    for number, (step, (says, _)) in enumerate(zip(data["steps"], proof.known, strict=True), 1):
        yield f"({number}) {_latex(says)}    [{_reason(step, data, base)}]"
    for name, source in sorted(proof.axioms.items()):
        yield f"theorem {name}: {source}"
    for fact in sorted(proof.facts):
        yield f"used: {fact}"


def _reason(step: Json, data: Json, base: Json) -> str:
    by = step["by"]
    said = f"theorem {step['id']}" if by == "theorem" else REASONS.get(by, by)
    numbers = [k for k in (*step.get("from", ()), *step.get("using", ())) if isinstance(k, int)]
    numbers += [k for _, ks in step.get("products", ()) for k in ks if isinstance(k, int)]
    numbers += [k for _, k, _ in step.get("cofactors", ())]
    more = [f"from {', '.join(f'({k})' for k in dict.fromkeys(numbers))}"] if numbers else []
    more += ["A A^{-1} = I"] if step.get("inverses") else []
    more += ["by the definitions of the functions"] if step.get("unfold") else []
    more += ["by the chain rule, for any function in the place of a layer"] if step.get("functions") else []
    return "; ".join([said, *more])


def _latex(f: verify.Node) -> str:
    """A formula as LaTeX; what is too long, or has no LaTeX, as its prefix text."""
    text = verify.text_of(f, sharing=True)
    try:
        found = formula_to_latex(formula_from_prefix(text))
    except (DeriveError, TypeError, ValueError):
        found = text
    return found if len(found) <= LONG else found[:LONG] + " ..."


__all__ = ["lines"]
