"""Searches for proof objects that end: at numbers that are too long for the exact evaluator, and where all that they may take is spent."""

from __future__ import annotations

import pytest

from proofs.proving import steps
from proofs.verify import recheck
from tests.proofs.proving.test_proofs_of_equations import object_of

NUMBERS = r"\sqrt2 + \sqrt3 \ge \frac{314}{100}"
BOUND = r"\|F (2 G)\|_F \le 2 \|F\|_2 \|G\|_F"
SHAPES = r"F \in \mathbb{R}^{p \times q}, G \in \mathbb{R}^{q \times r}"


def test_a_step_that_the_exact_evaluator_refuses_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert object_of(NUMBERS, "").data is not None
    monkeypatch.setattr(recheck, "MAX_WORK", 1)
    assert object_of(NUMBERS, "").data is None


def test_a_search_ends_where_it_has_taken_all_that_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    assert object_of(BOUND, SHAPES).data is not None
    monkeypatch.setattr(steps, "MAX_EFFORT", 100)
    assert object_of(BOUND, SHAPES).reason == "too much work in all"
