"""The base's own audit: no theorem fails at the points that are looked at; what is false is found there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from derive.core import FLIP, Problem, Rel
from derive.theorems.base import Statement, base
from proofs.judging import roads
from proofs.judging.hearing import Hearing
from proofs.reading.options import How
from proofs.reading.paper import Settings
from tests.judged import judged
from tests.parts import is_drawn

FALSE = (
    "kantorovich", "trace-order", "hadamard-columns", "minkowski-determinant", "weyl-largest", "rank-one-largest-along", "commutator",
    "gibbs", "bernoulli", "means", "weyl-singular", "log-sum-exp-above", "average-largest", "centered-frobenius",
)  # fmt: skip


def points_against(problem: Problem) -> Iterator[object]:
    """The inputs at which a statement seems to fail; the rules that prove are not asked."""
    told = roads.with_values(problem)
    hearing = Hearing(told, roads.form_of(told), Settings(), How(effort="quick"), written=problem)
    hearing._choose_sizes()
    hearing._ask("exact", roads.exact_road)
    hearing._search("token")
    yield from hearing.points


LOOKED_AT = [one for one in base().values() if is_drawn(one.hash)]


@pytest.mark.parametrize("one", LOOKED_AT, ids=lambda one: one.id)
def test_no_theorem_is_refuted(one: Statement, tmp_path: Path) -> None:
    if any(points_against(one.typed)):  # by floating point: only a certificate tells
        assert judged(one.claim, one.given, tmp_path).verdict not in ("refuted", "needs-hypothesis", "vacuous")


@pytest.mark.parametrize("name", FALSE)
def test_the_opposite_of_a_theorem_fails(name: str) -> None:
    problem = base()[name].typed
    assert isinstance(problem.goal, Rel)
    opposite = Rel(FLIP[problem.goal.op], problem.goal.lhs, problem.goal.rhs)
    assert any(points_against(replace(problem, goal=opposite)))
