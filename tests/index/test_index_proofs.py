"""Identities that must be shown for all sizes, each with planted errors that must leave a residue."""

from __future__ import annotations

import pytest
from index_claims import Claim, all_claims

from derive.build import const, scale
from derive.core import Problem, Rel, SizeRules
from derive.index import prove


def problem(claim: Claim, rhs) -> Problem:
    return Problem((), (), claim.indices, (), SizeRules(), claim.hypotheses, Rel("=", claim.lhs, rhs))


CLAIMS = all_claims()


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.name)
def test_true_identity_is_proved(claim: Claim) -> None:
    evidence = prove(problem(claim, claim.rhs))
    assert (evidence.outcome, evidence.proof, evidence.scope) == ("agree", True, "all sizes"), evidence.detail


@pytest.mark.parametrize(
    ("claim", "wrong"), [(c, w) for c in CLAIMS for w in c.wrong], ids=lambda x: getattr(x, "name", "wrong")
)
def test_planted_error_leaves_a_residue(claim: Claim, wrong) -> None:
    evidence = prove(problem(claim, wrong))
    assert evidence.outcome == "none"
    assert not evidence.proof
    assert evidence.detail["reason"]


NONZERO = [c for c in CLAIMS if c.rhs.op != "zeros" and not c.name.startswith("block")]


@pytest.mark.parametrize("claim", NONZERO, ids=lambda c: c.name)
def test_twice_the_right_side_is_not_proved(claim: Claim) -> None:
    evidence = prove(problem(claim, scale(const(2), claim.rhs)))
    assert evidence.outcome == "none"
    assert "terms do not cancel" in evidence.detail["reason"]
