"""An unsound rule is put into a road: exact arithmetic contradicts it, and both evidences are shown."""

import pytest

from derive.bounds import road
from proofs.api import check

GIVEN = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}, v \in \mathbb{R}^{k}"
FALSE = [
    r"\|A\|_F \le \|A\|_2",
    r"\|A\|_2 > \|A\|_F",
    r"\operatorname{tr}(A^\top A) < 0",
    r"A \ge 0",
    r"x^2 \ge 2 x",
    r"x > 0 \implies x > 1",
    r"\|A\|_2 \le \|A\|_F \le \tfrac12 \|A\|_F",
]


@pytest.fixture
def unsound(monkeypatch):
    """Every inequality that the comparison of polynomials is asked about follows at once."""
    monkeypatch.setattr("derive.bounds.road.dominated", lambda *_: (("unsound", "a <= b"),))


def verdict(claim, folder, effort="normal"):
    return check(claim, GIVEN, effort=effort, lean=True, certificates=folder)


@pytest.mark.parametrize("claim", FALSE)
def test_without_it_the_claim_is_refuted(claim, tmp_path):
    assert verdict(claim, tmp_path, "quick").verdict == "refuted"


@pytest.mark.parametrize("effort", ["quick", "normal"])
@pytest.mark.parametrize("claim", FALSE)
def test_a_rule_against_exact_arithmetic_is_an_error(claim, effort, unsound, tmp_path):
    result = verdict(claim, tmp_path, effort)
    assert result.verdict == "error"
    assert "contradiction: norm rules proves the claim (all sizes by unsound)" in result.message
    assert "certified counterexample" in result.message and "lhs = " in result.message
    said = {(e["road"], e["outcome"]) for e in result.evidence}
    assert {("norm rules", "agree"), ("certificate", "disagree")} <= said


@pytest.mark.parametrize("claim", FALSE)
def test_what_only_the_whole_budget_proves_is_asked_at_quick_effort_too(claim, monkeypatch, tmp_path):
    """The rules are asked briefly before points are looked at; a certificate has them asked in full."""
    from derive.bounds.facts.facts import MAX_WORK

    honest = road.prove_formula

    def late(problem, goal, extra, work=MAX_WORK):
        found = honest(problem, goal, extra, work)
        return found or ((("unsound", "a <= b"),) if work == MAX_WORK else None)

    monkeypatch.setattr(road, "prove_formula", late)
    result = verdict(claim, tmp_path, "quick")
    assert result.verdict == "error"
    assert "norm rules proves the claim (all sizes by unsound)" in result.message


def test_it_is_an_error_also_where_the_violation_cannot_be_rechecked(unsound, monkeypatch, tmp_path):
    from proofs.recheck import Report

    monkeypatch.setattr("proofs.recheck.recheck", lambda path: Report(False, "too much work"))
    result = verdict(r"\|A\|_F \le \|A\|_2", tmp_path)
    assert result.verdict == "error"
    assert "all sizes by unsound" in result.message and "too much work" in result.message


def test_a_true_claim_is_not_touched_by_it(unsound, tmp_path):
    assert verdict(r"\|A v\|_2 \le \|A\|_2 \|v\|_2".replace("v", "A^\\top"), tmp_path).verdict == "holds"
