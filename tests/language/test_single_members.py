r"""Single members of a family, above and below its declaration, and as definitions: ``m_0 = 0``, ``m_t \quad \forall t``."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from proofs.paper import BadPaper
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


def test_a_recursion_of_what_is_not_declared_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises((BadPaper, DeriveError), match="declare the members first"):
        judged("m_1 = 0", r"g \in \mathbb{R}^n \\ m_t = m_{t-1} + g", tmp_path)
