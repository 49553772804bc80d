"""Proofs as mathematics: numbered lines, each with its reason and instances written out; the theorems that they rest on at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from derive.errors import DeriveError
from derive.language.printing.core_latex import core_to_latex, formula_to_latex
from derive.prefix import formula_from_prefix, from_prefix
from proofs import verify

Json = Mapping[str, Any]
LONG = 400
REASONS = {
    "hypothesis": "a hypothesis", "defined": "a condition of the domain", "assume": "assumed", "shape": "the sizes agree",
    "sign": "by the signs of its parts", "identity": "both sides have the same entries", "weaken": "a fortiori",
    "and": "together", "rewrite": "equals put for equals", "combine": "a combination",
    "cases": "in all cases", "for-all": "as it was arbitrary", "implies": "under the assumptions",
    "instance": "an instance", "exists": "an example", "over": "for every index",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a proof.

    Attributes:
        label: ``H1`` of a hypothesis, ``D1`` of a condition of the domain, the number of a step.
        formula: What it says, as LaTeX; its prefix text where there is none.
        is_latex: Whether it is LaTeX.
        reason: Why it holds, in words.
        instance: What is put for the names of a theorem: name and LaTeX.
    """

    label: str
    formula: str
    is_latex: bool
    reason: str
    instance: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        put = "".join(f"; {name} := {value}" for name, value in self.instance)
        return f"({self.label}) {self.formula}" + (f"    [{self.reason}{put}]" if self.reason else "")


@dataclass(frozen=True, slots=True)
class Theorem:
    """A theorem that a proof rests on: its statement and hypotheses as LaTeX, and the book that states it."""

    id: str
    given: str
    claim: str
    source: str


@dataclass(frozen=True, slots=True)
class Written:
    """An accepted proof, to be shown."""

    claim_id: str
    claim: str
    given: str
    lines: tuple[Line, ...]
    theorems: tuple[Theorem, ...]
    facts: tuple[str, ...]


def written(data: Json, base: Json) -> Written:
    """Return an accepted proof as lines.

    Raises:
        Rejected: It is none.

    """
    verify.begin()
    proof = verify.Proof(data, base)
    proof.run()
    found = [_line(f"H{n}", f, "") for n, f in enumerate(proof.problem.hypotheses, 1)]
    found += [_line(f"D{n}", f, "where the claim has a value") for n, f in enumerate(proof.domain, 1)]
    for number, (step, (says, _)) in enumerate(zip(data["steps"], proof.known, strict=True), 1):
        found.append(_line(str(number), says, _reason(step), _instance(step, proof)))
    theorems = tuple(Theorem(n, base[n].get("given", ""), base[n].get("claim", ""), s) for n, s in sorted(proof.axioms.items()))
    texts = str(data.get("claim_id", "")), str(data.get("claim", "")), ", ".join(data.get("given", ()))
    return Written(*texts, tuple(found), theorems, tuple(sorted(proof.facts)))


def lines(data: Json, base: Json) -> Iterator[str]:
    """Yield the lines of an accepted proof as text.

    Raises:
        Rejected: It is none.

    """
    proof = written(data, base)
    yield from map(str, proof.lines)
    yield from (f"theorem {one.id}: {one.source}" for one in proof.theorems)
    yield from (f"used: {fact}" for fact in proof.facts)


def _reason(step: Json) -> str:
    by = step["by"]
    said = f"theorem {step['id']}" if by == "theorem" else str(REASONS.get(by, by))
    numbers = [k for k in (*step.get("from", ()), *step.get("using", ())) if isinstance(k, int)]
    numbers += [k for _, ks in step.get("products", ()) for k in ks if isinstance(k, int)]
    numbers += [k for _, k, _ in step.get("cofactors", ())]
    more = [f"from {', '.join(f'({k})' for k in dict.fromkeys(numbers))}"] if numbers else []
    more += ["A A^{-1} = I"] if step.get("inverses") else []
    more += ["by the definitions of the functions"] if step.get("unfold") else []
    more += ["by the chain rule, for any function in the place of a layer"] if step.get("functions") else []
    return "; ".join([said, *more])


def _instance(step: Json, proof: verify.Proof) -> tuple[tuple[str, str], ...]:
    """What a step of a theorem puts for the theorem's variables."""
    if step["by"] != "theorem":
        return ()
    found = []
    for name, text in step.get("with", {}).items():
        try:
            found.append((name, core_to_latex(from_prefix(verify.text_of(proof.read(text), sharing=True)))))
        except (DeriveError, TypeError, ValueError):
            found.append((name, r"\ldots"))
    return tuple(found)


def _line(label: str, f: verify.Node, reason: str, instance: tuple[tuple[str, str], ...] = ()) -> Line:
    """A line with its formula as LaTeX; what is too long, or has no LaTeX, as its prefix text."""
    text = verify.text_of(f, sharing=True)
    try:
        found, is_latex = formula_to_latex(formula_from_prefix(text)), True
    except (DeriveError, TypeError, ValueError):
        found, is_latex = text, False
    cut = found if len(found) <= LONG else found[:LONG] + " ..."
    return Line(label, cut, is_latex and cut == found, reason, instance)


__all__ = ["Line", "Theorem", "Written", "lines", "written"]
