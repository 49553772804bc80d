r"""Differentials under equations: what is tied moves together, and false statements about it do not hold."""

from pathlib import Path

import pytest

from tests.judged import judged

EIGEN = r"S \in \mathbb{R}^{n \times n}, u \in \mathbb{R}^n, \lambda \in \mathbb{R}, S = S^\top, S u = \lambda u, u^\top u = 1"
SQUARE = r"A, B, P, Q, X, L \in \mathbb{R}^{n \times n}, x, y, p \in \mathbb{R}^n"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"Q \in \mathbb{R}^{n \times k}, Q^\top Q = I_k", r"Q^\top \mathrm{d}Q + (\mathrm{d}Q)^\top Q = 0"),
        (EIGEN, r"\mathrm{d}\lambda = u^\top (\mathrm{d} S) u"),
        (EIGEN, r"u^\top \mathrm{d}u = 0"),
        (SQUARE + r", A = A^\top", r"\mathrm{d} A = (\mathrm{d} A)^\top"),
        (SQUARE + r", A = -A^\top", r"\operatorname{tr} \mathrm{d} A = 0"),
        (SQUARE + r", \|x\|_2 = 1", r"x^\top \mathrm{d} x = 0"),
        (SQUARE + r", \mathbf{1}^\top p = 1", r"\mathbf{1}^\top \mathrm{d} p = 0"),
        (SQUARE + r", P^2 = P", r"P (\mathrm{d}P) P = 0"),
        (SQUARE + r", A = L L^\top", r"\mathrm{d} A = (\mathrm{d}L) L^\top + L (\mathrm{d} L)^\top"),
    ],
)
def test_what_equations_say_of_differentials(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"Q \in \mathbb{R}^{n \times k}, Q^\top Q = I_k", r"\mathrm{d}Q = 0"),
        (EIGEN, r"(\mathrm{d} S) u = (\mathrm{d}\lambda) u"),
        (EIGEN, r"\mathrm{d}\lambda = 2 u^\top (\mathrm{d} S) u"),
        (SQUARE + r", A = A^\top", r"\mathrm{d} A = 0"),
        (SQUARE + r", A = A^\top", r"\mathrm{d}(A^2) = 2 A \mathrm{d}A"),
        (SQUARE + r", \|x\|_2 = 1", r"y^\top \mathrm{d} x = 0"),
        (SQUARE + r", A = L L^\top", r"\mathrm{d} A = 2 (\mathrm{d}L) L^\top"),
        (SQUARE + r", A B = I", r"\mathrm{d} B = - (\mathrm{d} A) B B"),
    ],
)
def test_false_statements_do_not_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("refuted", "undecided", "not-refuted")
