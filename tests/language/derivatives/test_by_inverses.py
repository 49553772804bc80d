r"""Derivatives by the inverse of a matrix: ``\frac{\partial \log\det \Sigma}{\partial \Sigma^{-1}}``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

SQUARE = r"A, B \in \mathbb{R}^{n \times n}"
COVARIANCE = r"\Sigma \in \mathbb{R}^{n \times n}, \quad \Sigma \succ 0, \quad x \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (COVARIANCE, r"\frac{\partial \log\det \Sigma}{\partial \Sigma^{-1}} = -\Sigma", "holds"),
        (COVARIANCE, r"\frac{\partial \log\det \Sigma}{\partial \Sigma^{-1}} = \Sigma", "refuted"),
        (COVARIANCE, r"\frac{\partial (\log\det \Sigma + x^\top \Sigma^{-1} x)}{\partial \Sigma^{-1}} = x x^\top - \Sigma", "holds"),
        (COVARIANCE, r"\frac{\partial (\log\det \Sigma + x^\top \Sigma^{-1} x)}{\partial \Sigma^{-1}} = x x^\top - \Sigma^{-1}", "refuted"),
        (SQUARE, r"\frac{\partial \operatorname{tr}(B A)}{\partial A^{-1}} = -(A B A)^\top", "holds"),
        (SQUARE, r"\frac{\partial \operatorname{tr}(B A)}{\partial A^{-1}} = -A B A", "refuted"),
        (SQUARE, r"\frac{\partial \operatorname{tr}(B A^{-\top})}{\partial A^{-1}} = B", "holds"),
        (SQUARE, r"\frac{\partial \operatorname{tr}(B A^{-\top})}{\partial A^{-1}} = B^\top", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path, "gradient").verdict == verdict
