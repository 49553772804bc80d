r"""Words between relations: ``and`` binds tighter than an implication, ``if ... then`` is one, two claims of a line stay two."""

import pytest

import derive
from proofs.reading.paper import BadPaper

GIVEN = r"a, b, c \in \mathbb{R}"


@pytest.mark.parametrize(
    "claim",
    [
        r"a \le b \text{ and } b \le c \implies a \le c",
        r"a \le b \implies a - b \le 0 \text{ and } b - a \ge 0",
        r"\text{if } a > 0 \text{ and } b > 0 \text{ then } a b > 0",
        r"\text{If } a > 0, \text{ then } a + a > 0",
        r"a \le b \text{ if and only if } b \ge a",
    ],
)
def test_a_true_statement_is_one_claim(claim: str) -> None:
    result = derive.check(claim, given=GIVEN)
    assert result.verdict == "holds"
    assert not result.links


@pytest.mark.parametrize(
    "claim",
    [
        r"a > 0 \text{ and } b > 0 \implies a b > 1",
        r"\text{if } a > 0 \text{ then } a + a > 3",
        r"a \le b \implies a - b \le 0 \text{ and } b - a \ge 1",
    ],
)
def test_a_false_one_is_refuted_with_its_premise_met(claim: str) -> None:
    result = derive.check(claim, given=GIVEN)
    assert result.verdict == "refuted"
    if "a > 0" in claim:
        assert float(result.counterexample["inputs"]["a"][0][0]) > 0


def test_two_claims_of_one_line_stay_two() -> None:
    result = derive.check(r"a^2 \ge 0 \text{ and } b^2 \ge 1", given=GIVEN)
    assert [link["verdict"] for link in result.links] == ["holds", "refuted"]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"a b > 0 \quad \text{for } a > 0, b > 0", "holds"),
        (r"a b > 0 \text{ if } a > 0 \text{ and } b > 0", "holds"),
        (r"a b > 0 \text{ if } a > 0 \text{ or } b > 0", "refuted"),
        (r"a + 1 > 1 \text{ only if } a > 0", "holds"),
        (r"a b > 0 \text{ only if } a > 0", "refuted"),
        (r"a > 0 \text{ implies that } a + 1 > 1", "holds"),
    ],
)
def test_conditions_behind_a_claim(claim: str, verdict: str) -> None:
    result = derive.check(claim, given=GIVEN)
    assert result.verdict == verdict
    assert not result.links


@pytest.mark.parametrize("word", ["unless", "since", "except if"])
def test_words_that_change_a_claim_are_refused(word: str) -> None:
    with pytest.raises(BadPaper, match=f"the word '{word}'"):
        derive.check(rf"a^2 > 0 \quad \text{{{word} }} a = 0", given=GIVEN)
