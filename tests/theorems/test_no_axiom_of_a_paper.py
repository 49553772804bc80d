"""No axiom of the base states a claim of an audited paper, up to names and the order of sides: that would show the paper by itself."""

from __future__ import annotations

import re

import pytest

from derive.core import FLIP, Formula, Rel
from derive.prefix import formula_to_prefix
from derive.theorems.base import AXIOM, base
from proofs.judging.understand import understand
from proofs.reading.reader import read_paper
from proofs.reading.shipped import shipped_papers

PAPERS = (
    "attention_distribution",
    "attention_spectra",
    "attention_spectral_bound",
    "spectral_conditioning",
    "curvature_gap",
)
CITED = {
    "attention_spectral_bound:norm-equivalence": "spectral-frobenius",
    "curvature_gap:property-7-max-2": "largest-spectral",
    "curvature_gap:property-7-1-max": "column-sums-largest",
    "curvature_gap:property-7-1-2": "column-sums-spectral",
    "curvature_gap:property-7-inf-max": "row-sums-largest",
    "curvature_gap:property-7-inf-2": "row-sums-spectral",
    "curvature_gap:property-7-2-1": "spectral-column-sums",
    "curvature_gap:property-7-2-inf": "spectral-row-sums",
    "curvature_gap:property-7-2-F": "spectral-frobenius",
    "curvature_gap:property-7-F-max": "frobenius-largest",
    "curvature_gap:property-7-F-1": "frobenius-column-sums",
    "curvature_gap:property-7-F-inf": "frobenius-row-sums",
    "curvature_gap:property-7-F-2": "frobenius-rank",
    "curvature_gap:property-7-max-1": "largest-column-sums",
    "curvature_gap:property-7-max-inf": "largest-row-sums",
    "curvature_gap:property-8-sum": "sum-2",
    "curvature_gap:property-9-kron": "kronecker-2",
    "curvature_gap:property-11-block-diagonal-equality": "block-diagonal",
    "curvature_gap:def-1-norms": "row-sums",
    "curvature_gap:c6-vec-identity-norm": "spectral-identity",
    "curvature_gap:c1-step-3max": "sum-2",
    "spectral_conditioning:def-3.1": "condition-number",
}
"""What the papers quote of textbooks: such a claim is cited, not proved."""
BESIDE = {("attention_spectral_bound:norm-equivalence", "frobenius-rank"), ("curvature_gap:def-1-norms", "largest-entry")}
"""The same of claims that quote two facts."""
_NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')


def key_of(formula: Formula) -> str:
    """A text that is the same for formulas that differ in names and in which side is written first."""
    if isinstance(formula, Rel) and formula.op in (">=", ">"):
        formula = Rel(FLIP[formula.op], formula.rhs, formula.lhs, formula.data)
    numbers: dict[str, str] = {}
    return _NAME.sub(lambda m: numbers.setdefault(m[1], f'"{len(numbers)}"'), formula_to_prefix(formula))


def test_names_and_the_order_of_sides_do_not_matter() -> None:
    goal = base()["minkowski-determinant"].typed.goal
    assert isinstance(goal, Rel)
    assert key_of(goal) == key_of(Rel(FLIP[goal.op], goal.rhs, goal.lhs))
    assert key_of(goal) != key_of(Rel("<", goal.lhs, goal.rhs))
    assert key_of(goal) != key_of(base()["oppenheim"].typed.goal)


@pytest.mark.parametrize("paper", PAPERS)
def test_no_axiom_states_a_claim_of_a_paper(paper: str) -> None:
    axioms = {key_of(one.typed.goal): one.id for one in base().values() if one.status == AXIOM}
    stated: set[tuple[str, str]] = set()
    for claim in read_paper(shipped_papers()[paper]).claims:
        links = [link for reading in understand(claim) for link in reading.links]
        keys = {key_of(link.typed.problem.goal) for link in links if link.typed is not None}
        stated |= {(f"{paper}:{claim.id}", axioms[key]) for key in keys & axioms.keys()}
    assert stated <= {*CITED.items(), *BESIDE}
