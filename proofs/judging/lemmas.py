"""What a claim rests on: relations of the claims it ``uses`` that are proved, as facts for the norm rules.

A lemma is taken only where it says the same as it did where it was proved: its variables have the same shapes, its
hypotheses are among the claim's own, and every operation that may be undefined (a derivative, an inverse, a logarithm)
also stands in the claim, so that it is defined wherever the claim is.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from derive.bounds.forms.normal import canonical
from derive.core import Expr, Formula, Problem, SizeRules, formula_exprs, walk
from derive.errors import DeriveError
from proofs.reading.options import How
from proofs.reading.paper import BadPaper, Claim

TOTAL = frozenset(
    "var const size zeros ones eye basis commutation delta add scale matmul kron hadamard transpose reshape vec vecr unvecr "
    "diag diagpart trace blocks blockdiag hcat vcat row col entry sum softmax norm sigma rank max min maxover indicator".split()
)
"""Operations that are defined for all inputs."""


class Known:
    """The lemmas of one claim, looked up when they are first needed."""

    def __init__(self, claim: Claim, how: How) -> None:
        self.claim, self.how = claim, how

    def facts(self, problem: Problem) -> list[tuple[str, Formula]]:
        """Return the (claim id, relation) pairs that may be used as hypotheses of a problem."""
        present = set(_nodes(problem.goal)) | {n for h in problem.hypotheses for n in _nodes(h)}
        found: list[tuple[str, Formula]] = []
        for claim in (form for one in self.claim.lemmas for form in one.forms):
            fitting = [stated for stated in statements(claim) if _fits(stated, problem, present)]
            if fitting and is_proved(claim, self.how):  # a proof costs more than a look
                found += [(claim.id, stated.goal) for stated in fitting]
        return found


@functools.lru_cache(maxsize=1024)
def statements(claim: Claim) -> tuple[Problem, ...]:
    """Return the relations that a claim states, nothing where one can be read in several ways or not at all."""
    from proofs.judging.understand import understand

    try:
        readings = understand(claim) if claim.not_checkable is None else ()
    except (BadPaper, DeriveError):
        return ()
    if len(readings) != 1 or any(k.typed is None or len(k.typed.readings) > 1 for k in readings[0].links):
        return ()
    return tuple(link.typed.problem for link in readings[0].links if link.typed is not None)


@functools.lru_cache(maxsize=256)
def is_proved(claim: Claim, how: How) -> bool:
    """Return whether all relations of a claim hold for all sizes."""
    from proofs.judging.judge import judge_problem

    quick = how.for_proofs()
    known, problems = Known(claim, how), statements(claim)
    try:
        decisions = [judge_problem(p, claim.settings, None, quick, known).decision for p in problems]
    except (BadPaper, DeriveError):
        return False
    return bool(decisions) and all(d.verdict == "holds" and d.strength != "exact" for d in decisions)


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
