r"""Which end ``x_{(1)}`` is counted from: as a given block says; both ways are judged where none does."""

import pytest

from tests.judged import judged

GIVEN = r"x \in \mathbb{R}^n, \quad n \ge 2"


@pytest.mark.parametrize(
    ("stated", "claim", "verdict"),
    [
        ("", r"x_{(1)} = \max_i x_i", "ambiguous"),
        ("", r"x_{(1)} = \min_i x_i", "ambiguous"),
        ("", r"x_{(1)} \le x_{(2)}", "ambiguous"),
        ("", r"x_{(1)} \le x_{(n)} + 1", "ambiguous"),
        ("", r"x_{(1)} \le \max_i x_i", "holds"),
        ("", r"x_{(1)} > \max_i x_i", "refuted"),
        (r"x_{(1)} \ge x_{(2)}", r"x_{(1)} = \max_i x_i", "holds"),
        (r"x_{(1)} \ge x_{(2)}", r"x_{(1)} = \min_i x_i", "refuted"),
        (r"x_{(1)} \ge \dots \ge x_{(n)}", r"x_{(n)} = \min_i x_i", "holds"),
        (r"x_{(n)} \le x_{(1)}", r"x_{(n)} = \min_i x_i", "holds"),
        (r"x_{(1)} \le \cdots \le x_{(n)}", r"x_{(1)} = \min_i x_i", "holds"),
        (r"x_{(1)} \le x_{(2)}", r"x_{(1)} = \max_i x_i", "refuted"),
        (r"x_{(1)} = \max_i x_i", r"x_{(1)} \ge x_{(2)}", "holds"),
        (r"x_{(1)} = \min_i x_i", r"x_{(2)} = \max_i x_i", "refuted"),
        (r"x_{(1)} > x_{(2)}", r"x_{(1)} > x_{(2)}", "holds"),
        (r"x_{(1)} \ge x_{(2)}", r"x_{(1)} > x_{(2)}", "refuted"),
    ],
)
def test_verdicts(stated: str, claim: str, verdict: str, tmp_path):
    given = rf"{GIVEN}, \quad {stated}" if stated else GIVEN
    assert judged(claim, given, tmp_path).verdict == verdict
