"""Proof objects by sums of squares: of polynomials, and of traces of words in symmetric matrices."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.extras import is_here
from proofs.proving.objects import proof_of
from tests.judged import judged, problems_of

SYMMETRIC = r"M, N \in \mathbb{R}^{n \times n}, M = M^\top, N = N^\top"
TRACES = [
    (r"\operatorname{tr}((M+N)^4) \le 8 \operatorname{tr}(M^4+N^4)", r"\operatorname{tr}((M+N)^4) \le 7 \operatorname{tr}(M^4+N^4)"),
    (r"2 \operatorname{tr}(M N) \le \operatorname{tr}(M^2) + \|N\|_F^2", r"3 \operatorname{tr}(M N) \le \operatorname{tr}(M^2) + \|N\|_F^2"),
    (r"\operatorname{tr}(M^3 N) \le \operatorname{tr}(M^4) + \operatorname{tr}(M^2 N^2)", r"\operatorname{tr}(M^3 N) \le \operatorname{tr}(M^2 N^2)"),
]
PLAIN = r"x, y, z \in \mathbb{R}"
POLYNOMIALS = [
    (r"(x^2+y^2+z^2)^2 \ge 3 (x^3 y + y^3 z + z^3 x)", r"(x^2+y^2+z^2)^2 \ge \frac{16}{5} (x^3 y + y^3 z + z^3 x)"),
]


def found(given: str, claim: str):
    return [proof_of(p) for p in problems_of(given, claim)]


@pytest.mark.parametrize("given, true, false", [*((SYMMETRIC, *pair) for pair in TRACES), *((PLAIN, *pair) for pair in POLYNOMIALS)])
def test_true_ones_have_objects_and_false_ones_none(given: str, true: str, false: str) -> None:
    pytest.importorskip("clarabel")
    assert all(one.data is not None for one in found(given, true))
    assert all(one.data is None for one in found(given, false))


def test_words_turn_around_only_if_their_matrices_are_symmetric() -> None:
    pytest.importorskip("clarabel")
    claim = r"2 \operatorname{tr}(M^2 N) \le \operatorname{tr}(M^4) + \operatorname{tr}(N^2)"
    assert all(one.data is not None for one in found(SYMMETRIC, claim))
    assert all(one.data is None for one in found(r"M, N \in \mathbb{R}^{n \times n}", claim))


def test_what_is_missing_is_said_in_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.judging.roads.is_here", lambda package: package != "clarabel" and is_here(package))
    result = judged(r"x^4 y^2 + y^4 z^2 + z^4 x^2 \ge 3 x^2 y^2 z^2", PLAIN, tmp_path)
    assert result.verdict == "not-refuted"
    assert any("derive-checker[sos]" in str(e["detail"]) for e in result.evidence)
