r"""Equations about members of declared sequences are hypotheses, sequences may begin at 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

FROM_ONE = r"x_i \in \mathbb{R}^n \quad \forall i \in \{1, \dots, m\} \\ "
RAISED = r"i \in \{1,\dots,m\}, x^{(i)} \in \mathbb{R}^n \\ "
FROM_ZERO = r"a_0, a_1, \dots, a_T \in \mathbb{R} \\ "


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (FROM_ONE + r"x_{i+1} = 2 x_i \quad \forall i \in \{1, \dots, m-1\}", r"x_{i+1} = 2 x_i \quad \forall i \in \{1, \dots, m-1\}"),
        (RAISED + r"x^{(i+1)} = 2 x^{(i)} \quad \forall i \in \{1, \dots, m-1\}", r"x^{(i+1)} = x^{(i)} + x^{(i)} \quad \forall i \in \{1, \dots, m-1\}"),
        (FROM_ONE + r"x_1 = 0", r"x_1 + x_m = x_m"),
        (FROM_ZERO, r"\sum_{t=0}^{T-1} (a_{t+1} - a_t) = a_T - a_0"),
        (r"\{a_t\}_{t=0}^T \subset \mathbb{R}", r"\sum_{t=1}^{T} (a_t - a_{t-1}) = a_T - a_0"),
        (FROM_ZERO + r"t \in \{0, \dots, T\} \\ c_t := 2 a_t", r"\sum_{t=0}^T c_t = 2 \sum_{t=0}^T a_t"),
        (r"t \in \{0, \dots, T\}, x_t \in \mathbb{R}^n", r"\frac{\partial \|x_0\|^2}{\partial x_0} = 2 x_0^\top"),
    ],
)  # fmt: skip
def test_holds(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (FROM_ONE + r"x_{i+1} = 2 x_i \quad \forall i \in \{1, \dots, m-1\}", r"x_m = 2^m x_1"),
        (FROM_ONE, r"x_{i+1} = 2 x_i \quad \forall i \in \{1, \dots, m-1\}"),
        (FROM_ZERO, r"\sum_{t=0}^{T-1} (a_{t+1} - a_t) = a_T - a_1"),
        (FROM_ZERO + r"t \in \{0, \dots, T\} \\ c_t := 2 a_t", r"\sum_{t=0}^T c_t = 2 \sum_{t=1}^T a_t"),
    ],
)
def test_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_a_hypothesis_about_members_is_in_force(tmp_path: Path) -> None:
    """It was taken for the definition of a new name, so that the claim was refuted without it."""
    given = FROM_ONE + r"x_{i+1} = 2 x_i \quad \forall i \in \{1, \dots, m-1\}"
    assert judged(r"x_m = 2^{m-1} x_1", given, tmp_path).verdict == "holds"


def test_places_in_front_of_the_first_member_have_no_value(tmp_path: Path) -> None:
    assert judged(r"\sum_{t=0}^{T} (a_t - a_{t-1}) = a_T", FROM_ZERO, tmp_path).verdict != "holds"
