"""The conformance files: every refusal of `bad/`, every verdict of `good.paper.md`."""

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.auditing.auditor import audit
from proofs.reading.options import AuditOptions, How
from proofs.reading.reader import read_paper

FOLDER = Path(__file__).parent.parent / "conformance"
GOOD = FOLDER / "good.paper.md"
REFUSALS = {
    "undeclared": (9, ["Q"]),
    "two-shapes": (5, ["A", "m x n", "n x p"]),
    "unbalanced": (9, ["(", "never closed"]),
    "no-id": (7, ["A heading without an id", "`## id: title`"]),
    "duplicate-id": (11, ["`c`", "7", "11"]),
    "unknown-option": (8, ["`expects`", "did you mean `expect`"]),
    "unknown-key": (3, ["`vectorisation`", "did you mean `vectorization`"]),
    "unknown-fence": (4, ["`givens`"]),
    "unknown-uses": (8, ["`nowhere`"]),
    "shadowed-in-use": (12, ["F", "A", "declared anew"]),
    "derivative-by-absent": (9, ["Y", "does not occur"]),
    "unclosed": (8, ["never closed"]),
}


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    folder = tmp_path_factory.mktemp("audit")
    return AuditOptions(how=How(effort="quick", certificates=folder / "certificates"), ledger=folder / "ledger")


@pytest.fixture(scope="module")
def good(options):
    return {claim.id: claim for claim in audit(GOOD, options).claims}


def test_every_bad_file_is_known():
    assert {path.stem for path in (FOLDER / "bad").glob("*.md")} == set(REFUSALS)


def test_bad_files_are_refused(options):
    """All at once: one bad paper does not hide another."""
    result = audit(FOLDER / "bad", options)
    assert result.exit_code == 2
    assert {claim.verdict for claim in result.claims} <= {"unread"}
    for name, (line, words) in REFUSALS.items():
        (message,) = [error for error in result.errors if f"{name}.md:" in error]
        assert message.startswith(f"{FOLDER / 'bad' / name}.md:{line}")
        assert all(word in message for word in words), message


@pytest.mark.parametrize("claim", read_paper(GOOD).claims, ids=lambda claim: claim.id)
def test_good_verdicts(good, claim):
    result = good[claim.id]
    assert result.as_expected, f"expected {claim.expect}: {result}"


def test_certificates_stand(good):
    from proofs.recheck import recheck

    files = [c.counterexample["certificate"] for c in good.values() if c.counterexample]
    assert files
    for file in files:
        assert recheck(Path(file)).accepted


def test_two_audits_with_one_seed_are_equal(good, options):
    """Another process, another order of work: the same JSON but for seconds."""
    some = AuditOptions(
        how=options.how, only=("k-rows-exchanged", "chain", "readings", "layout-other"), ledger=None, jobs=1
    )
    for again in audit(GOOD, some).claims:
        assert _timeless(again) == _timeless(good[again.id])


def _timeless(claim):
    evidence = tuple({k: v for k, v in e.items() if k != "seconds"} for e in claim.evidence)
    return replace(claim, seconds=0.0, evidence=evidence, flags=())  # which others are the same formula depends on them


def test_an_unchanged_paper_comes_from_the_ledger(good, options, monkeypatch):
    monkeypatch.setattr("proofs.auditing.auditor.judge_claim", None)  # nothing may be judged again
    kept = {c.id for c in good.values() if c.verdict != "error"}
    again = audit(GOOD, replace(options, only=tuple(sorted(kept))))
    assert {c.id: c for c in again.claims} == {i: good[i] for i in kept}


def test_a_result_with_a_tampered_certificate_is_judged_again(tmp_path):
    paper = tmp_path / "t.md"
    paper.write_text("## false: a claim\n```math\n2 = 3\n```\n")
    options = AuditOptions(how=How(effort="quick", certificates=tmp_path / "c"), ledger=tmp_path / "ledger")
    (before,) = audit(paper, options).claims
    certificate = Path(before.counterexample["certificate"])
    whole = certificate.read_text()
    certificate.write_text(whole.replace('"3"', '"2"'))
    (after,) = audit(paper, options).claims
    assert (after.verdict, certificate.read_text()) == ("refuted", whole)
