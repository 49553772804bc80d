"""Tampered certificates are rejected, each for its own reason (the benchmark runs ten times as many)."""

from __future__ import annotations

from pathlib import Path

from tampering import bases, sealed, tampered

from proofs.recheck import recheck


def test_the_untouched_ones_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    for name, data in bases().items():
        path.write_text(sealed(data))
        report = recheck(path)
        assert report.accepted, (name, report.reason)


def test_tampered_ones_are_rejected_for_the_right_reason(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    cases = list(tampered(seed=7, rounds=1))[::4]
    assert len(cases) > 100
    for case in cases:
        path.write_text(case.text)
        report = recheck(path)
        assert not report.accepted, case.how
        assert any(reason in report.reason for reason in case.reasons), (case.how, case.reasons, report.reason)
