"""Closed existence: a witness proves, no witness says nothing, and what is quantified over more is left alone."""

import pytest

import derive
from derive.errors import DeriveError
from proofs.reading.paper import BadPaper

TRUE = [
    r"\exists T \in \mathbb{R}^{2 \times 2} : \operatorname{softmax}(T) \ne \operatorname{softmax}(T)^\top",
    r"\exists T \in \mathbb{R}^{2 \times 3} : \|T\|_F > \|T\|_2",
]
FALSE = [
    r"\exists x \in \mathbb{R} : x^2 < 0",
    r"\exists T \in \mathbb{R}^{2 \times 3} : \|T\|_2 > \|T\|_F",
    r"\exists T \in \mathbb{R}^{2 \times 2} : \|\operatorname{softmax}(T)\|_F > \sqrt{2}",
    r"\exists T \in \mathbb{R}^{n \times n} : \|T\|_2 > \sqrt{n} \|T\|_F + 1",
    r"\exists x \in \mathbb{R} : x < b \land x > b",
]


@pytest.mark.parametrize("claim", TRUE)
def test_an_exact_witness_proves(claim):
    result = derive.check(claim)
    assert result.verdict == "holds" and result.strength != "exact"
    found = [e["detail"]["witness"] for e in result.evidence if e["road"] == "exact"]
    assert [list(one) for one in found] == ([] if result.strength == "proved" else [["T"]])  # an object has its own example


@pytest.mark.parametrize("claim", FALSE)
def test_what_has_no_witness_never_holds(claim):
    result = derive.check(claim, given=r"b \in \mathbb{R}, \quad B \in \mathbb{R}^{n \times n}")
    assert result.verdict in ("undecided", "refuted", "not-refuted")


@pytest.mark.parametrize(
    "claim",
    [
        r"\exists x \in \mathbb{R} : b < x < b",
        r"\exists x \in \mathbb{R} : (x < b) \land (x > b)",
        r"\exists x, y \in \mathbb{R} : y = x + 1 \land y = x",
        r"\exists x \in \mathbb{R} : b < x = b",
        r"x < b \land x > b \quad \exists x \in \mathbb{R}",
    ],
)
def test_one_thing_must_satisfy_all_that_is_said_of_it(claim):
    try:
        result = derive.check(claim, given=r"b \in \mathbb{R}")
    except (DeriveError, BadPaper):
        return
    assert result.verdict not in ("holds", "not-refuted") and not result.links
