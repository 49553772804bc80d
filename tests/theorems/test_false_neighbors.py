"""Neighbors of the theorems of the base by the thinnest margin: equality is attained, so that the strict inequality is false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derive.bounds import prove_bound
from derive.core import Rel
from derive.theorems.base import Statement, base
from tests.parts import is_drawn

NEIGHBORS = [one for one in base().values() if isinstance(one.typed.goal, Rel) and one.typed.goal.op in ("<=", ">=")]


def test_every_subject_has_neighbors() -> None:
    assert len(NEIGHBORS) >= 60
    assert {one.subject for one in NEIGHBORS} == {one.subject for one in base().values()}


ASKED = [one for one in NEIGHBORS if is_drawn(one.hash)]


@pytest.mark.parametrize("one", ASKED, ids=lambda one: one.id)
def test_no_theorem_is_shown_in_a_stricter_form(one: Statement) -> None:
    goal = one.typed.goal
    assert isinstance(goal, Rel)
    assert prove_bound(replace(one.typed, goal=Rel(goal.op[0], goal.lhs, goal.rhs))).outcome == "none"
