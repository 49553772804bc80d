r"""An equivalence says nothing where one side has no value and the other has: ``\sqrt{a} \le 1 \iff a \le 1``."""

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"a, b \in \mathbb{R}"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sqrt{a} \le 1 \iff a \le 1",
        r"\sqrt{a} < \sqrt{b} \iff a < b",
        r"a = b \iff \sqrt{a} = \sqrt{b}",
        r"\frac{a}{b} = 0 \iff a b = 0",
    ],
)
def test_what_has_no_value_on_one_side_is_told(claim: str, tmp_path: Path) -> None:
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == "undecided"
    assert "no value on one side" in result.message


@pytest.mark.parametrize(
    ("given", "claim"),
    [(GIVEN + r", a \ge 0", r"\sqrt{a} \le 1 \iff a \le 1"), (GIVEN, r"\sqrt{a} \le 1 \iff 1 \ge \sqrt{a}")],
)
def test_equivalences_with_values_on_both_sides_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"
