r"""What a reader should look at before taking a formula for the statement of a paper.

That a formula says nothing of its own (it is a hypothesis, a definition, arithmetic) is found in the typed problem; what
it lacks of the printed statement in the two texts. A flag changes no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive.core import Formula, Problem, Rel, formula_exprs, walk
from proofs.judging.restated import is_assumed, is_trivial

if TYPE_CHECKING:
    from proofs.judging.understand import Reading
    from proofs.reading.paper import Claim

_LETTERS = "alpha beta gamma delta epsilon varepsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi varphi chi psi omega ell"
_LETTERS += " Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega"
_SYMBOL = re.compile(rf"\\(?:{'|'.join(_LETTERS.split())})(?![A-Za-z])|(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])")
_STYLE = re.compile(r"\\(?:mathbf|boldsymbol|bm|mathit|mathcal|hat|tilde|bar|widehat|widetilde|overline)(?![A-Za-z])")
_WORDS = re.compile(
    r"\\(?:text|textrm|operatorname|mathrm|mathbb|begin|end)\*?(?:\s*\{[^{}]*\}|\s+[A-Za-z](?![A-Za-z]))|\^\s*\{?T\}?(?![A-Za-z])|(?<![A-Za-z])O(?=\s*\()"
)
"""What is no symbol: words, sets, the sign of the transpose, orders."""
_QUANTIFIERS = {
    "exists": (r"\\exists|\bthere (?:is|are|exists?)\b|\bfor some\b", r"\\exists"),
    "if and only if": (r"\\iff|\\Leftrightarrow|\bif and only if\b|\biff\b", r"\\iff|\\Leftrightarrow|\\Longleftrightarrow"),
    "sup": (r"\\sup(?![A-Za-z])|\bsupremum\b", r"\\sup(?![A-Za-z])"),
    "inf": (r"\\inf(?![A-Za-z])|\binfimum\b", r"\\inf(?![A-Za-z])"),
}
"""What a printed statement can say, and how a formula says it."""


def flags(claim: Claim, readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return what is to be said of a claim beside its verdict.

    Args:
        claim: The claim, as it is judged.
        readings: What its formulas were understood as.

    """
    problems = [link.typed.problem for reading in readings for link in reading.links if link.typed is not None]
    found = [*_of_problems(problems), *_lacking(claim)]
    return tuple(found)


def _of_problems(problems: Sequence[Problem]) -> Iterator[str]:
    if any(map(is_assumed, problems)):
        yield "the goal equals a hypothesis"
    if problems and all(_is_restated(problem.goal) for problem in problems):
        yield "a definition restated: both sides are one expression"
    if problems and all(map(_is_arithmetic, problems)):
        yield "pure arithmetic: it speaks of numbers and sizes alone"


def _is_restated(goal: Formula) -> bool:
    """Whether both sides are one expression, whatever their bound names are."""
    from derive.bounds.forms.normal import canonical

    return is_trivial(goal) or (isinstance(goal, Rel) and goal.op == "=" and canonical(goal.lhs) == canonical(goal.rhs))


def _is_arithmetic(problem: Problem) -> bool:
    nodes = [node for expr in formula_exprs(problem.goal) for node in walk(expr)]
    return bool(nodes) and not problem.functions and all(n.op != "var" and n.shape.is_scalar for n in nodes)


def _lacking(claim: Claim) -> Iterator[str]:
    """Symbols and quantifiers of the printed statement that neither the formula nor what it is given has."""
    if not claim.printed:
        return
    formula = f"{claim.statement} {claim.given_text}"
    lacking = [s for s in dict.fromkeys(_symbols(_formulas(claim.printed))) if s not in set(_symbols(formula))]
    if lacking:
        yield f"the formula lacks of the printed statement: {', '.join(lacking)}"
    for name, (printed, stated) in _QUANTIFIERS.items():
        if re.search(printed, claim.printed) and not re.search(stated, formula):
            yield f"the formula lacks of the printed statement: {name}"


def _formulas(text: str) -> str:
    r"""The formulas of a text: between dollars, or all of it where it has no words of its own."""
    inside = re.findall(r"\$([^$]+)\$", text)
    if inside:
        return " ".join(inside)
    words = re.findall(r"(?<![\\A-Za-z])[A-Za-z]{3,}", _WORDS.sub(" ", text))
    return "" if words else text


def _symbols(text: str) -> list[str]:
    bare = _STYLE.sub(" ", _WORDS.sub(" ", text))
    return [found[0].replace("\\var", "\\") for found in _SYMBOL.finditer(bare)]


__all__ = ["flags"]
