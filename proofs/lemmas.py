"""What a claim rests on: relations of the claims it ``uses`` that are proved, as facts for the norm rules.

A lemma is taken only where it says the same as it did where it was proved: its variables have the same shapes, its
hypotheses are among the claim's own, and every operation that may be undefined (a derivative, an inverse, a logarithm)
also stands in the claim, so that it is defined wherever the claim is.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from derive.bounds.normal import canonical
from derive.core import Expr, Formula, Problem, SizeRules, formula_exprs, walk
from derive.errors import DeriveError
from proofs.options import How
from proofs.paper import BadPaper, Claim

TOTAL = frozenset(
    "var const size zeros ones eye basis commutation delta add scale matmul kron hadamard transpose reshape vec vecr unvecr "
    "diag diagpart trace blocks blockdiag hcat vcat row col entry sum softmax norm sigma rank max min maxover indicator".split()
)
"""Operations that are defined for all inputs."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """A proved relation: the claim it is of, and the problem it was proved as."""

    id: str
    problem: Problem


class Known:
    """The lemmas of one claim, looked up when they are first needed."""

    def __init__(self, claim: Claim, how: How) -> None:
        self.claim, self.how = claim, how

    def facts(self, problem: Problem) -> list[tuple[str, Formula]]:
        """Return the (claim id, relation) pairs that may be used as hypotheses of a problem."""
        present = set(_nodes(problem.goal)) | {n for h in problem.hypotheses for n in _nodes(h)}
        found: list[tuple[str, Formula]] = []
        for claim in self.claim.lemmas:
            if any(_fits(stated, problem, present) for stated in statements(claim)):  # a proof costs more than a look
                found += [(m.id, m.problem.goal) for m in proved(claim, self.how) if _fits(m.problem, problem, present)]
        return found


@functools.lru_cache(maxsize=1024)
def statements(claim: Claim) -> tuple[Problem, ...]:
    """Return the relations that a claim states, nothing where one can be read in several ways or not at all."""
    from proofs.understand import understand

    try:
        readings = understand(claim) if claim.not_checkable is None else ()
    except (BadPaper, DeriveError):
        return ()
    if len(readings) != 1 or any(k.typed is None or len(k.typed.readings) > 1 for k in readings[0].links):
        return ()
    return tuple(link.typed.problem for link in readings[0].links if link.typed is not None)


@functools.lru_cache(maxsize=256)
def proved(claim: Claim, how: How) -> tuple[Lemma, ...]:
    """Return the relations of a claim if all of them hold for all sizes, else nothing."""
    from proofs.judge import judge_problem

    quick = how.for_proofs()
    problems = statements(claim)
    try:
        known = Known(claim, how)
        decisions = [judge_problem(p, claim.settings, None, quick, known).decision for p in problems]
    except (BadPaper, DeriveError):
        return ()
    if any(d.verdict != "holds" or d.strength != "proved" for d in decisions):
        return ()
    return tuple(Lemma(claim.id, problem) for problem in problems)


def _nodes(formula: Formula) -> Iterator[Expr]:
    for top in formula_exprs(formula):
        yield from walk(canonical(top))


def _fits(lemma: Problem, problem: Problem, present: set[Expr]) -> bool:
    shapes = dict(problem.variables)
    if (
        lemma.indices
        or lemma.rules not in (problem.rules, SizeRules())
        or not set(lemma.hypotheses) <= set(problem.hypotheses)
    ):
        return False
    nodes = set(_nodes(lemma.goal))
    same = all(shapes.get(n.data[0]) == n.shape for n in nodes if n.op == "var" and n not in present)
    return same and all(n in present or n.op in TOTAL for n in nodes)
