r"""Semidefinite matrices plus multiples of the identity: their norms and condition numbers."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

GIVEN = (
    r"X \in \mathbb{R}^{N \times d}, \quad y \in \mathbb{R}^{N}, \quad w \in \mathbb{R}^{d}, \quad \lambda > 0, \quad c \in \mathbb{R},"
    r" \quad \ell(w) := \frac{1}{2N} \|X w - y\|_2^2 + \frac{\lambda}{2} \|w\|_2^2, \quad S \in \mathbb{S}^{d}"
)
HESSIAN = r"\tfrac{1}{N} X^\top X + \lambda I_d"


@pytest.mark.parametrize(
    "claim",
    [
        rf"\|{HESSIAN}\|_2 = \frac{{1}}{{N}} \|X\|_2^2 + \lambda",
        rf"\kappa({HESSIAN}) \le 1 + \frac{{\|X\|_2^2}}{{N \lambda}}",
        r"\|\nabla^2 \ell(w)\|_2 = \frac{1}{N} \|X\|_2^2 + \lambda",
        r"\kappa(\nabla^2 \ell(w)) \le 1 + \frac{\|X\|_2^2}{N \lambda}",
        r"\|X X^\top + I_N\|_2 = \|X\|_2^2 + 1",
    ],
)
def test_shifted(claim: str):
    assert proved(GIVEN, claim)


@pytest.mark.parametrize(
    "claim",
    [
        rf"\|{HESSIAN}\|_2 = \frac{{1}}{{N}} \|X\|_2^2",
        rf"\|{HESSIAN}\|_2 = \|X\|_2^2 + \lambda",
        rf"\kappa({HESSIAN}) \le \frac{{\|X\|_2^2}}{{N \lambda}}",
        r"\kappa(X^\top X + \lambda I_d) \le 1 + \frac{\|X\|_2^2}{N \lambda}",
        r"\|X X^\top + c I_N\|_2 = \|X\|_2^2 + c",
        r"\|X X^\top - \lambda I_N\|_2 = \|X\|_2^2 - \lambda",
        r"\|S + \lambda I_d\|_2 = \|S\|_2 + \lambda",
    ],
)
def test_false_neighbors(claim: str, tmp_path: Path):
    assert not proved(GIVEN, claim)
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"
