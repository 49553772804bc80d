"""What a claim is judged under: its hypotheses, the restrictions of its sizes, the ranges of its indices, and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from proofs.results.schema import renumbered

if TYPE_CHECKING:
    from derive.core import Problem
    from derive.evidence import Evidence
    from derive.sizes import Size
    from proofs.judging.understand import Reading


def assumed(readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return the LaTeX of everything that the statements of a claim are judged under, in all their readings."""
    texts = dict.fromkeys(text for reading in readings for problem in reading.problems for text in conditions(problem))
    return tuple(renumbered(list(texts)))


def remarks(readings: Sequence[Reading], evidence: Sequence[Evidence]) -> tuple[str, ...]:
    """Return the conventions that were used, and the points that the roads left out."""
    problems = [problem for reading in readings for problem in reading.problems]
    used = [note for problem in problems for note in problem.notes]
    left_out = [f"left out: {text}" for e in evidence for text in e.detail.get("excluded") or ()]
    return tuple(renumbered(list(dict.fromkeys([*used, *left_out]))))


def conditions(problem: Problem) -> Iterator[str]:
    """Yield the LaTeX of the restrictions of sizes, the ranges of indices and the hypotheses of a problem."""
    from derive.language.printing.core_latex import formula_to_latex, size_latex
    from derive.language.tree.names import plain_latex

    for rules in (problem.rules, problem.aside_rules):  # aside: sizes that the others are put for, as in n = 1
        yield from (rf"{plain_latex(name)} \ge {low}" for name, low in rules.least if low > 1)
        yield from (_relation(op, size) for op, size in rules.relations)
    for name, low, high in problem.indices:
        yield rf"{size_latex(low)} \le {plain_latex(name)} \le {size_latex(high)}"
    for hypothesis in problem.hypotheses:
        try:
            yield formula_to_latex(hypothesis)
        except (DeriveError, RecursionError):
            yield r"\text{a hypothesis that cannot be printed}"


def _relation(op: str, size: Size) -> str:
    """Print ``n - m - 1 = 0`` as ``n = m + 1`` and ``2 - n <= 0`` as ``n >= 2``."""
    from derive.language.printing.core_latex import size_latex
    from derive.sizes import Size

    words = {"=": "=", "<=": r"\le", "<": "<", "!=": r"\ne"}
    if not any(c > 0 and m for m, c in size.terms):
        size, words = size * -1, {**words, "<=": r"\ge", "<": ">"}
    left = Size(tuple((m, c) for m, c in size.terms if c > 0 and m))
    return f"{size_latex(left)} {words[op]} {size_latex(left - size)}"
