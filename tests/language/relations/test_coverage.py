r"""Cases under chains of comparisons, ``-1 \le x \le 1``, and whether conditions cover everything."""

import pytest

from derive.language.parsing.parser import parse
from derive.language.relations.coverage import cover_everything
from tests.judged import judged

GIVEN = r"x, y, a, b, c \in \mathbb{R}"


def cases(*rows: str) -> str:
    return r"\begin{cases}" + r" \\ ".join(rows) + r"\end{cases}"


OTHERWISE = r"\text{otherwise}"
CLIPPED = cases("a & x < -1", r"b & -1 \le x \le 1", "c & x > 1")


@pytest.mark.parametrize(
    "claim",
    [
        " = ".join((CLIPPED, cases("a & x < -1", r"b & x \le 1", f"c & {OTHERWISE}"))),
        " = ".join(cases(f"1 & {c}", f"0 & {OTHERWISE}") for c in (r"0 \le x \land x \le 1", r"0 \le x \le 1")),
        r"\mathbb{1}[0 < x < y] = \mathbb{1}[x > 0] \mathbb{1}[y > x]",
        r"\mathbb{1}[x > 0 \land y > 0] = \mathbb{1}[x > 0] \mathbb{1}[y > 0]",
    ],
)
def test_a_chain_is_the_conjunction_of_its_links(claim, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    "claim",
    [
        " = ".join((CLIPPED, cases("a & x < -1", "b & x < 1", f"c & {OTHERWISE}"))),
        " = ".join(cases(f"1 & {c}", f"0 & {OTHERWISE}") for c in ("0 < x < 1", "0 < x")),
        r"\mathbb{1}[0 < x < y] = \mathbb{1}[x > 0] \mathbb{1}[y > 0]",
        r"\mathbb{1}[x > 0 \land y > 0] = \mathbb{1}[x > 0]",
    ],
)
def test_its_ends_count(claim, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    "conditions",
    [
        ("x < -1", r"-1 \le x \le 1", "x > 1"),
        ("x < a", r"a \le x \le b", "x > b"),
        ("x < 1", "x < 2", r"2 \le x"),
        ("x < 0", "x = 0", "x > 0"),
        (r"x \le \frac{1}{2}", r"x > \frac{1}{3}"),
        (r"x > 0 \land y > 0", r"x \le 0", r"y \le 0"),
        ("x = 1", r"x \ne 1"),
    ],
)
def test_what_covers_everything(conditions):
    assert cover_everything([parse(c) for c in conditions])


@pytest.mark.parametrize(
    "conditions",
    [
        ("x < -1", r"-1 < x \le 1", "x > 1"),
        ("x < a", r"a < x \le b", "x > b"),
        ("x < 1", r"x \ge 2"),
        ("x < 1", r"1 \le x \le 2", "x > 3"),
        (r"x > 0 \land y > 0", r"x \le 0 \land y \le 0"),
        ("x < a", r"x \ge b"),
        ("x = 1", "x > 1"),
        ("x < 1", r"y \ge 1"),
    ],
)
def test_what_does_not(conditions, tmp_path):
    assert not cover_everything([parse(c) for c in conditions])
    result = judged(rf"{cases(*(f'1 & {c}' for c in conditions))} \le 1", GIVEN, tmp_path)
    assert result.verdict == "undecided"
    assert "write \\text{otherwise}" in result.message


def test_a_bound_by_a_negative_number_beside_a_claim_is_no_claim(tmp_path):
    with pytest.raises(Exception, match="may be a condition or a claim"):
        judged(r"x + y = y + x, \quad x < -1", GIVEN, tmp_path)
