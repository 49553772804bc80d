"""Verdicts that rest on inferred declarations: what is not known of a text refutes nothing.

An import infers shapes, but neither facts nor definitions that a text states in words or further away. An equation of
which one side speaks of a name that the other lacks may define that name, or use such a fact; so may one that says
something of a single name (``P^2 = P``), or of a function that the text calls and does not define (``g(z) = 1/(1 + e^{-z})``,
``k(x, y) = k(y, x)``, ``g' = g (1 - g)``). Such a claim, false as an identity of arbitrary inputs, is `ambiguous`. One that
holds for all inputs of these shapes holds whatever else the text says of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from derive.build import DERIVATIVES
from derive.core import Problem, Rel, walk
from proofs.judging.understand import Reading
from proofs.reading.paper import Block, Claim
from proofs.results.schema import ClaimResult

_FAILING = ("refuted", "ill-typed", "needs-hypothesis", "vacuous")


def resting_on_inference(claim: Claim, result: ClaimResult, readings: Sequence[Reading]) -> ClaimResult:
    """Return a result with what it rests on, and `ambiguous` where what is not known of the text may decide."""
    blocks = _concerning(claim)
    if not blocks:
        return result
    note = f"inferred from the use of names: {'; '.join(_lines(blocks))}"
    result = replace(result, notes=(note, *result.notes))
    why = _doubt(blocks, result, readings)
    if not why:
        return result
    said = f"{result.verdict} as it stands, but {why} (declare what is meant, and take `inferred` from the block)"
    message = f"{said}; {result.message}" if result.message else said
    return replace(result, verdict="ambiguous", strength="", message=message, repair=None)


def is_in_doubt(claim: Claim, result: ClaimResult, readings: Sequence[Reading]) -> bool:
    """Whether a result would become `ambiguous`, so that no repair of it is told."""
    return bool(_doubt(_concerning(claim), result, readings))


_TOKEN = re.compile(r"\\[A-Za-z]+|[A-Za-z]")
_STYLE = re.compile(r"\\text\{[^{}]*\}|\\(?:math[a-z]+|bm|boldsymbol|hat|widehat|tilde|widetilde|bar|overline|operatorname|vec)(?![A-Za-z])")


def _concerning(claim: Claim) -> tuple[Block, ...]:
    """The inferred blocks of a claim without those further out whose letters it does not speak of."""
    if not claim.inferred:
        return ()
    own = claim.given[-1]
    texts = [claim.statement, *(block.text for level in claim.given for block in level if block not in claim.inferred or block in own)]
    spoken = {token for text in texts for token in _TOKEN.findall(_STYLE.sub(" ", text))}
    return tuple(block for block in claim.inferred if block in own or _letters(block) & spoken)


def _letters(block: Block) -> set[str]:
    """The letters of the names that a block declares."""
    lefts = (re.split(r"\\in(?![A-Za-z])|:=|:", line)[0] for line in block.text.split(r"\\"))
    return {token for left in lefts for token in _TOKEN.findall(_STYLE.sub(" ", left))}


def _lines(blocks: Iterable[Block]) -> list[str]:
    return [" ".join(block.text.split()) + (f" ({block.reading})" if block.reading else "") for block in blocks]


def _doubt(blocks: Sequence[Block], result: ClaimResult, readings: Sequence[Reading]) -> str:
    if result.verdict not in _FAILING:
        return ""
    if result.verdict in ("ill-typed", "vacuous"):
        return "its shapes are inferred"
    if any(block.inferred == "unsure" for block in blocks):
        return "the words around it may restrict it, or the layout of its derivatives is not known"
    sizes = (result.counterexample or {}).get("sizes", {})
    if len(set(sizes.values())) > 1:
        return "it fails where sizes differ that the text may mean to be the same"
    called = any(re.search(r" : .* \\to ", line) for block in blocks for line in block.text.split("\n"))
    for reading in readings:
        for link, verdict in zip(reading.links, result.links or ({"verdict": result.verdict},), strict=False):
            if verdict["verdict"] not in _FAILING or link.typed is None:
                continue
            if link.typed.layouts:
                return "the layout of its derivatives is not known"
            if not _is_identity(link.typed.problem, called):
                return "a side speaks of names that the other lacks, or of a single one: it may be a definition or a condition"
    return ""


def _is_identity(problem: Problem, called: bool) -> bool:
    """Whether both sides of a relation speak of the same inputs, at least two of them, and of functions as rules of calculus do.

    Args:
        problem: What is claimed.
        called: Unknown functions stand in front of their arguments: an equation says something of them, unless it
            differentiates several.

    """
    goal = problem.goal
    if not isinstance(goal, Rel):
        return False
    left, right = ({node.data[0] for node in walk(side) if node.op in ("var", "fun")} for side in (goal.lhs, goal.rhs))
    functions = {name for name, *_ in problem.functions}
    known = functions | {name for name, _ in problem.variables}
    if left & known != right & known or len(left & known) < 2:
        return False
    differentiates = any(node.op in DERIVATIVES for side in (goal.lhs, goal.rhs) for node in walk(side))
    return not (functions and called) or (len(functions) > 1 and differentiates)


__all__ = ["is_in_doubt", "resting_on_inference"]
