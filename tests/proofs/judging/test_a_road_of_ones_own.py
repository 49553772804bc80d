"""A road is a function from a problem to evidence and one row: it is asked where no proof is found, and what it sees is certified first."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from derive.core import Problem
from derive.evidence import Evidence, Point
from derive.fraction import Fraction
from proofs.judging import roads
from proofs.judging.roads import Heard
from proofs.reading.options import How
from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}, \quad 0 < x < 3, \quad 0 < y < 3"


def at_two(problem: Problem, how: How, sizes: list[dict[str, int]]) -> Iterator[Heard]:
    """Prove nothing, and point at x = y = 2, where a claim may fail."""
    two = ((Fraction(2),),)
    yield Heard(Evidence("at two", "none", "x = y = 2"), (Point({}, {"x": two, "y": two}),))


@pytest.mark.parametrize(
    ("claim", "asked", "verdict"),
    [
        ("x + y = y + x", False, "holds"),
        (r"\sin(\cos x) + \cos(\sin y) \ge -1", True, "holds"),  # what it points at certifies nothing
        (r"\sin(\cos x) + \cos(\sin y) \ge 2", True, "refuted"),
    ],
)
def test_a_further_road(claim: str, asked: bool, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(roads.FURTHER, "at two", at_two)
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == verdict
    assert asked == ("at two" in [one["road"] for one in result.evidence])
