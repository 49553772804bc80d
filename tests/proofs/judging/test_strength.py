"""`proved` is said only of what the independent verifier accepted; the word of a road is `by rules`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.judging.strength import VERIFIER, Object, graded
from proofs.proving.objects import Found
from proofs.results.schema import ClaimResult, PaperResult, finish
from proofs.results.verdicts import Decision, tally
from tests.judged import judged

MATRICES = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, x, y \in \mathbb{R}^n, x \ne y"
BY_RULES = Decision("holds", "by rules")


def test_an_equation_with_an_object_is_proved(tmp_path: Path) -> None:
    result = judged(r"(A B)^\top = B^\top A^\top", MATRICES, tmp_path)
    (word,) = [e for e in result.evidence if e["road"] == VERIFIER]
    assert (result.strength, word["outcome"], word["detail"]["theorems"]) == ("proved", "agree", {})


def test_a_bound_without_an_object_is_the_word_of_a_road(tmp_path: Path) -> None:
    result = judged(r"\sum_{j=1}^n e^{x_j} \ge e^{x_1}", MATRICES, tmp_path)
    assert (result.verdict, result.strength) == ("holds", "by rules")
    assert VERIFIER not in {e["road"] for e in result.evidence}


def test_what_is_false_is_not_put_to_the_verifier(tmp_path: Path) -> None:
    result = judged(r"(A B)^\top = A^\top B^\top", MATRICES.replace("p}", "n}").replace("{m", "{n"), tmp_path)
    assert (result.verdict, result.strength) == ("refuted", "certified")


def test_a_chain_is_as_strong_as_its_weakest_link(tmp_path: Path) -> None:
    result = judged(r"\|A + 0\|_2 = \|A\|_2 \le \|A\|_F", MATRICES, tmp_path)
    assert [link["strength"] for link in result.links] == ["proved", "cited"]
    assert result.strength == "cited"


@pytest.mark.parametrize(
    ("domain", "told", "expected"),
    [
        ([], "", "proved"),
        (["(!= x y)"], r"x \ne y", "proved"),
        (["(!= x y)"], "", "by rules"),
        ([], r"x \ne y", "proved"),
    ],
)
def test_an_object_on_a_domain_shows_nothing_everywhere(
    monkeypatch: pytest.MonkeyPatch, domain: list[str], told: str, expected: str
) -> None:
    monkeypatch.setattr("proofs.proving.objects.proof_of", lambda _: Found({"domain": domain}, "1 steps"))
    decision, evidence = graded(Object(None), replace(BY_RULES, domain=told))  # type: ignore[arg-type]
    assert (decision.strength, bool(evidence)) == (expected, expected == "proved")


@pytest.mark.parametrize(
    "decision", [Decision("refuted", "certified"), Decision("vacuous", "proved"), Decision("undecided")]
)
def test_only_what_holds_is_graded(monkeypatch: pytest.MonkeyPatch, decision: Decision) -> None:
    monkeypatch.setattr("proofs.proving.objects.proof_of", lambda _: pytest.fail("asked of what does not hold"))
    assert graded(Object(None), decision) == (decision, ())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "expected"), [("proved", True), ("cited", True), ("exact", True), ("by rules", False)]
)
def test_a_strict_audit_expects_more_than_the_word_of_a_road(found: str, expected: bool) -> None:
    claim = ClaimResult("c", "", "", "bound", "a", "a", "holds", found)
    for strict in (True, False):
        (paper,) = finish([PaperResult("p.md", (claim,), 1)], {"p.md": "p"}, strict=strict)
        assert paper.claims[0].as_expected == (expected or not strict)


def test_the_summary_counts_strengths_and_domains() -> None:
    found = [("proved", "")] * 98 + [("cited", "")] * 7 + [("cited", "x > 0")] * 7 + [("by rules", "")] * 8
    assert tally(found) == "holds 120: 98 proved, 14 cited, 8 by rules; 7 on part of their domain"
