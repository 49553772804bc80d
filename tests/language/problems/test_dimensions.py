r"""Declared indices that are dimensions: ``k \in \{1, \dots, n\}, U \in \mathbb{R}^{n \times k}``."""

from __future__ import annotations

import pytest

from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.judged import judged

FRAME = r"k \in \{1,\dots,n\}, U, V \in \mathbb{R}^{n \times k}, x \in \mathbb{R}^n, U^\top U = I_k, V^\top V = I_k"
WIDE = r"A \in \mathbb{R}^{k \times n}, k \in \{1,\dots,n\}"
NESTED = r"j \in \{1,\dots,n\}, k \in \{1,\dots,j\}, y \in \mathbb{R}^k, z \in \mathbb{R}^j"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (FRAME, r"\|U\|_F^2 = k", "holds"),
        (FRAME, r"\|U\|_F^2 = n", "refuted"),
        (FRAME, r"\|U\|_F^2 \le n", "holds"),
        (FRAME, r"\|U\|_F^2 < n", "refuted"),
        (FRAME.replace(r"\dots,n", r"\dots,n-1"), r"\|U\|_F^2 < n", "holds"),
        (FRAME, r"U U^\top = I_n", "refuted"),
        (FRAME, r"\|U^\top V\|_2 \le 1", "holds"),
        (FRAME, r"\|U^\top V\|_F \le 1", "refuted"),
        (FRAME, r"\|U^\top x\|_2 \le \|x\|_2", "holds"),
        (FRAME, r"\|U^\top x\|_2 = \|x\|_2", "refuted"),
        (WIDE, r"\sigma_{\min}(A)^2 = \lambda_{\min}(A A^\top)", "holds"),
        (WIDE, r"\sigma_{\min}(A)^2 = \lambda_{\min}(A^\top A)", "refuted"),
        (WIDE, r"\operatorname{rank}(A) \le k", "holds"),
        (NESTED, r"\|y\|_1 \le \sqrt{j} \|y\|_2", "holds"),
        (NESTED, r"\|z\|_1 \le \sqrt{k} \|z\|_2", "refuted"),
    ],
)
def test_a_dimension_with_a_range_is_a_size(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_its_range_restricts_it():
    (reading,) = understand(ad_hoc_claim(r"\|y\|_2 + \|z\|_2 \ge 0", NESTED, Settings()))
    typed = reading.links[0].typed
    assert typed is not None
    problem = typed.problem
    assert problem.indices == () and problem.sizes == ("j", "k", "n")
    assert problem.rules.admits({"k": 2, "j": 3, "n": 4})
    assert not problem.rules.admits({"k": 4, "j": 3, "n": 5})
    assert not problem.rules.admits({"k": 1, "j": 3, "n": 2})


def test_other_indices_stay_indices(tmp_path):
    rows = r"i \in \{1,\dots,n\}, k \in \{1,\dots,n\}, X \in \mathbb{R}^{n \times d}, y \in \mathbb{R}^k, \|X_{i,:}\| \le 1"
    assert judged(r"\|X\|_F \le \sqrt{n}", rows, tmp_path).verdict == "holds"
    assert judged(r"\|X\|_F + \|y\|_F \le \sqrt{k} + \|y\|_F", rows, tmp_path).verdict == "refuted"
