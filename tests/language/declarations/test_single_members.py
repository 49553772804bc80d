r"""Single members of a family, above and below its declaration, and as definitions: ``m_0 = 0``, ``m_t \quad \forall t``."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from proofs.reading.paper import BadPaper
from tests.judged import judged

FAMILY = r"m_t \in \mathbb{R}^n, g_t \in \mathbb{R}^n \quad \forall t \in \{0,\dots,T\}"
STEPS = r"m_t = m_{t-1} + g_t \quad \forall t \in \{1,\dots,T\}"
UPPER = r"m^{(t)} \in \mathbb{R}^n, g^{(t)} \in \mathbb{R}^n \quad \forall t \in \{0,\dots,T\}"
UPPER_STEPS = r"m^{(t)} = m^{(t-1)} + g^{(t)} \quad \forall t \in \{1,\dots,T\}"
SUM = r"m_T = \sum_{t=1}^T g_t"


@pytest.mark.parametrize(
    "given",
    [
        (FAMILY, "m_0 = 0", STEPS),
        ("m_0 = 0", FAMILY, STEPS),
        ("m_0 := 0", FAMILY, STEPS),
        (FAMILY, "m_0 := 0", STEPS),
        (FAMILY, "m_0 := 0", STEPS.replace("=", ":=", 1)),
    ],
)
def test_a_first_member_is_that_of_the_family(given: tuple[str, ...], tmp_path: Path) -> None:
    assert judged(SUM, " \\\\\n".join(given), tmp_path).verdict == "holds"
    assert judged(SUM.replace("m_T", "2 m_T"), " \\\\\n".join(given), tmp_path).verdict == "refuted"


def test_so_is_one_with_a_mark_above(tmp_path: Path) -> None:
    given = " \\\\\n".join(("m^{(0)} = 0", UPPER, UPPER_STEPS))
    assert judged(r"m^{(T)} = \sum_{t=1}^T g^{(t)}", given, tmp_path).verdict == "holds"


def test_without_a_first_member_nothing_is_known_of_it(tmp_path: Path) -> None:
    given = " \\\\\n".join((FAMILY, STEPS))
    assert judged(SUM, given, tmp_path).verdict == "refuted"


def test_a_name_in_front_of_the_range_is_its_own(tmp_path: Path) -> None:
    given = "h_0 = 0 \\\\\n" + r"h_t \in \mathbb{R}^n \quad \forall t \in \{1, \dots, T\}"
    assert judged("h_0 = 0", given, tmp_path).verdict == "holds"


def test_a_label_is_no_member(tmp_path: Path) -> None:
    assert judged(r"m_* = m_0 + m_0", FAMILY + " \\\\\n" + r"m_* := 2 m_0", tmp_path).verdict == "holds"
    extreme = r"m_t \in \mathbb{R} \quad \forall t \in \{0,\dots,T\} \\ m_{\max} := \max_t m_t"
    assert judged(r"m_0 \le m_{\max}", extreme, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\sum_t m_t = \sum_{t=0}^T m_t", "holds"),
        (r"\sum_i m_i = \sum_{t=0}^T m_t", "holds"),
        (r"\sum_t m_t = \sum_{t=1}^T m_t", "refuted"),
        (r"\sum_t (m_t - m_{t-1}) = m_T - m_0", "holds"),
        (r"\sum_t x_t m_t = \sum_{t=1}^T x_t m_t", "holds"),
        (r"\|m_t\| \le \sum_{s=1}^T \|m_s\|", "refuted"),
    ],
)
def test_ranges_that_nothing_states_begin_with_the_family(claim: str, verdict: str, tmp_path: Path) -> None:
    given = FAMILY + r" \\ x \in \mathbb{R}^T"
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("said", "claim", "verdict"),
    [
        (r"c_t \ge 0", r"c_0 \ge 0", "holds"),
        (r"c_t \ge 0", r"c_0 > 0", "refuted"),
        (r"\|m_t\| \le 1", r"\sum_t \|m_t\| \le T + 1", "holds"),
        (r"\|m_t\| \le 1", r"\sum_t \|m_t\| \le T", "refuted"),
    ],
)
def test_what_is_said_of_all_members(said: str, claim: str, verdict: str, tmp_path: Path) -> None:
    given = r"m_t \in \mathbb{R}^n, c_t \in \mathbb{R} \quad \forall t \in \{0,\dots,T\} \\ " + said
    assert judged(claim, given, tmp_path).verdict == verdict


def test_a_recursion_of_what_is_not_declared_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises((BadPaper, DeriveError), match="declare the members first"):
        judged("m_1 = 0", r"a \in \mathbb{R} \\ m_t = a m_{t-1}", tmp_path)
