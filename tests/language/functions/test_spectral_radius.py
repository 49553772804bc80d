r"""``\rho(S)`` of a symmetric S is its spectral radius, where nothing declares a rho."""

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = (
    r"S \in \mathbb{R}^{n \times n}, S = S^\top, B \in \mathbb{R}^{n \times n}, c \in \mathbb{R}, x \in \mathbb{R}^n"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\rho(S) = \|S\|_2", "holds"),
        (r"\rho(S) \le \|S\|_\infty", "holds"),
        (r"\rho(S) = \max_i |\lambda_i(S)|", "holds"),
        (r"\rho(S) = \lambda_{\max}(S)", "refuted"),
        (r"\rho(S^2) = \rho(S)^2", "holds"),
        (r"\rho(c S) = |c| \rho(S)", "holds"),
        (r"\rho(c S) = c \rho(S)", "refuted"),
        (r"|x^\top S x| \le \rho(S) \|x\|^2", "holds"),
        (r"|x^\top S x| \le \rho(S) \|x\|", "refuted"),
    ],
)
def test_spectral_radius(claim: str, verdict: str, tmp_path: Path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_of_other_matrices_it_is_not_known(tmp_path: Path):
    found = judged(r"\rho(B) = \|B\|_2", GIVEN, tmp_path)
    assert found.verdict == "undecided"
    assert r"nothing says that B is symmetric (state A = A^\top of it" in found.message


def test_a_declared_rho_is_a_factor(tmp_path: Path):
    assert judged(r"\rho(S) = \rho S", GIVEN + r", \rho > 0", tmp_path).verdict == "holds"
