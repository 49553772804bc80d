r"""Equations about sequences that a hypothesis tells step by step, by induction along them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

STEPS = r"\quad \forall t \in \{0,\dots,T-1\}"
NUMBERS = r"a_t \in \mathbb{R} \quad \forall t \in \{0, \dots, T\} \\ \gamma \in \mathbb{R} \\ "
POWERS = NUMBERS + r"a_{t+1} = \gamma a_t" + STEPS
COUNT = NUMBERS + r"a_0 = 0 \\ a_{t+1} = a_t + t" + STEPS
WALK = (
    r"x_t, g_t \in \mathbb{R}^n \quad \forall t \in \{0, \dots, T\} \\ \eta \in \mathbb{R} \\ x_{t+1} = x_t - \eta g_t"
    + STEPS
)
MOMENTUM = (
    r"m_t, g_t \in \mathbb{R}^n \quad \forall t \in \{0, \dots, T\} \\ \beta \in \mathbb{R} \\ m_0 = 0 \\ "
    r"m_{t} = \beta m_{t-1} + (1 - \beta) g_t \quad \forall t \in \{1,\dots,T\}"
)
FIBONACCI = (
    r"a_t \in \mathbb{R} \quad \forall t \in \{1, \dots, T\} \\ a_1 = 1 \\ a_2 = 1 \\ "
    r"a_{t+2} = a_{t+1} + a_t \quad \forall t \in \{1,\dots,T-2\}"
)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (POWERS, r"a_T = \gamma^T a_0"),
        (POWERS, r"a_T = \gamma^{T-1} a_1"),
        (POWERS, r"a_t = \gamma^t a_0 \quad \forall t \in \{0, \dots, T\}"),
        (COUNT, r"a_T = \frac{T (T - 1)}{2}"),
        (WALK, r"x_T = x_0 - \eta \sum_{s=0}^{T-1} g_s"),
        (MOMENTUM, r"m_T = (1 - \beta) \sum_{s=1}^T \beta^{T-s} g_s"),
        (FIBONACCI, r"\sum_{s=1}^{T-2} a_s = a_T - 1"),
    ],
)
def test_shown_for_all_lengths(given: str, claim: str, tmp_path: Path) -> None:
    verdict = judged(claim, given, tmp_path)
    assert verdict.verdict == "holds" and verdict.strength != "exact"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (POWERS, r"a_T = \gamma^{T+1} a_0"),
        (POWERS, r"a_T = \gamma^T a_0 + 1"),
        (NUMBERS + r"a_{t+1} = \gamma a_t \quad \forall t \in \{1,\dots,T-1\}", r"a_T = \gamma^T a_0"),
        (POWERS.replace("T-1", "T-2"), r"a_T = \gamma^T a_0"),
        (COUNT, r"a_T = \frac{T (T + 1)}{2}"),
        (WALK, r"x_T = x_0 - \eta \sum_{s=1}^{T} g_s"),
        (MOMENTUM, r"m_T = (1 - \beta) \sum_{s=1}^T \beta^{T-s+1} g_s"),
        (MOMENTUM.replace(r"m_0 = 0 \\ ", ""), r"m_T = (1 - \beta) \sum_{s=1}^T \beta^{T-s} g_s"),
        (FIBONACCI, r"\sum_{s=1}^{T-2} a_s = a_T"),
    ],
)
def test_false_neighbors_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_values_between_are_not_assumed_to_exist(tmp_path: Path) -> None:
    """The step would divide by 0 at t = 2, where the statement has no value; it is false from T = 4 on."""
    claim = r"\frac{1}{a_T - 2} = \frac{1}{a_T - 2} + (T-1)(T-2)(T-3)"
    given = NUMBERS + r"a_0 = 0 \\ a_{t+1} = a_t + 1" + STEPS
    assert judged(claim, given, tmp_path).verdict != "holds"
