"""Maxima and minima of numbers in the index form."""

import pytest

import derive
from tests.index.outcomes import outcome

GIVEN = r"a, b, c \in \mathbb{R}, \quad \mathbf{x}, \mathbf{y} \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (r"|a| = \max(a, -a)", "agree"),
        (r"|a| = \max(a, a)", "none"),
        (r"|a| = -\min(a, -a)", "agree"),
        (r"\max(a, b) = \tfrac12 (a + b + |a - b|)", "agree"),
        (r"\max(a, b) = \tfrac12 (a + b + |b - a|)", "agree"),
        (r"\max(a, b) = \tfrac12 (a - b + |a - b|)", "none"),
        (r"\max(a, b) + \min(a, b) = a + b", "agree"),
        (r"\max(a, b) - \min(a, b) = |a - b|", "agree"),
        (r"\max(a, b) = \min(a, b)", "none"),
        (r"\max(a, b) \min(a, b) = a b", "agree"),
        (r"\max(a, b) = \max(b, a)", "agree"),
        (r"\max(a, b) + c = \max(a + c, b + c)", "agree"),
        (r"\max(a, b) + c = \max(a + c, b)", "none"),
        (r"\max(\mathbf{x}^\top \mathbf{y}, 0) = \operatorname{ReLU}(\mathbf{x}^\top \mathbf{y})", "agree"),
        (r"\max(\mathbf{x}^\top \mathbf{y}, 0) = \operatorname{ReLU}(\mathbf{x}^\top \mathbf{x})", "none"),
        (r"\max(c a, c b) = c \max(a, b)", "none"),
    ],
)
def test_extremes_of_numbers(claim, expected):
    assert outcome(GIVEN, claim) == expected


def test_ties_are_named_as_excluded():
    result = derive.check(
        r"\frac{\partial \max(a, b)}{\partial a} = \tfrac12 (1 + \operatorname{sign}(a - b))", given=GIVEN
    )
    excluded = [e["detail"].get("excluded", []) for e in result.evidence if e["road"] == "index form"]
    assert result.verdict == "holds" and any("points where two arguments of a maximum are equal" in e for e in excluded)
