r"""Given blocks: properties in words, numbers of which only an inequality is said, sizes T; bars of divergences."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

SQUARE = r"R \in \mathbb{R}^{r \times r}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SQUARE + r" \text{ invertible}", r"R^{-1} R = I"),
        (SQUARE + r", \quad R \text{ is invertible}", r"\det R \ne 0"),
        (SQUARE + r" \text{ symmetric}", r"R = R^\top"),
        (SQUARE + r" \text{ symmetric and invertible}", r"R^{-1} = R^{-\top}"),
        (r"\text{Let } " + SQUARE + r" \text{ be symmetric}, \quad c \in \mathbb{R}", r"c R = (c R)^\top"),
        (r"R, S \in \mathbb{R}^{r \times r} \text{ symmetric}", r"R S = (S R)^\top"),
        (SQUARE + r" \text{ is orthogonal}", r"R R^\top = I"),
        (
            SQUARE + r", \quad S \in \mathbb{R}^{r \times r}, \quad R, S \text{ are orthogonal}",
            r"R S S^\top R^\top = I",
        ),
        (SQUARE + r" \text{ skew-symmetric}", r"R^\top = -R"),
        (SQUARE + r" \text{ symmetric positive definite}", r"\det R > 0"),
        (r"\text{Let } " + SQUARE + r" \text{ be symmetric and positive definite.}", r"R R^{-1} = I"),
        (SQUARE + r", \quad R \text{ is positive semidefinite}, \quad x \in \mathbb{R}^r", r"x^\top R x \ge 0"),
        (r"A \in \mathbb{R}^{m \times n} \text{ of full column rank}", r"(A^\top A)^{-1} A^\top A = I"),
        (r"A \in \mathbb{R}^{m \times n}, \quad A \text{ has full row rank}", r"A A^\top (A A^\top)^{-1} = I"),
        (r"Q \in \mathbb{R}^{m \times n} \text{ with orthonormal columns}", r"\|Q\|_2 = 1"),
        (SQUARE + r" \text{ diagonal}", r"R = R^\top"),
        (SQUARE + r" \text{ doubly stochastic}", r"\|R\|_2 \le 1"),
        (SQUARE + r" \text{ is an orthogonal projection}", r"R^3 = R"),
        (r"u \in \mathbb{R}^n \text{ a unit vector}", r"u^\top u = 1"),
        (r"w \in \mathbb{R}^n \text{ nonnegative}", r"\mathbf{1}^\top w \ge 0"),
        (r"x \in \mathbb{R}^n, \quad \alpha > 0", r"\alpha \|x\|_2^2 \ge 0"),
        (r"x \in \mathbb{R}^n, \quad \alpha, \beta > 0", r"\alpha \beta \|x\|_2^2 \ge 0"),
        (r"0 < \lambda < 1", r"\lambda^2 < \lambda"),
        (r"\alpha > 1, \quad x \in \mathbb{R}^\alpha", r"\alpha \ge 2"),
        (r"x \in \mathbb{R}^{T}", r"x^\top x \ge 0"),
    ],
)
def test_true_claims_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SQUARE + r" \text{ invertible}", r"R^{-1} = R^{-\top}"),
        (SQUARE + r" \text{ symmetric}", r"R R^\top = I"),
        (SQUARE + r" \text{ is orthogonal}", r"R = R^\top"),
        (SQUARE + r" \text{ positive semidefinite}", r"\det R > 0"),
        (SQUARE + r" \text{ symmetric positive definite}", r"R \ge 0"),
        (r"A \in \mathbb{R}^{m \times n} \text{ of full column rank}", r"A (A^\top A)^{-1} A^\top = I"),
        (SQUARE + r" \text{ row-stochastic}", r"\|R\|_2 \le 1"),
        (SQUARE + r" \text{ idempotent}", r"R = R^\top"),
        (r"R, S \in \mathbb{R}^{r \times r}, \quad S \text{ is symmetric}", r"R = R^\top"),
        (r"\alpha > 0", r"\alpha > 1"),
        (r"0 < \lambda", r"\lambda^2 < \lambda"),
    ],
)
def test_false_claims_do_not_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    ("given", "claim", "message"),
    [
        (SQUARE + r" \text{ not symmetric}", r"R = R^\top", "the word 'not symmetric'"),
        (SQUARE + r", \quad \text{neither } R \text{ is symmetric}", r"R = R^\top", "the word 'neither'"),
        (r"u, v \in \mathbb{R}^n \text{ orthogonal}", r"\|u\|_2 = 1", r"write u\^\\top v = 0 for vectors"),
        (r"u, v \in \mathbb{R}^n, \quad u, v \text{ are orthogonal}", r"\|u\|_2 = 1", "of a square matrix alone"),
        (r"Q \in \mathbb{R}^{m \times n} \text{ orthogonal}", r"Q^\top Q = I", "for orthonormal columns"),
        (
            r"Q \in \mathbb{R}^{m \times n} \text{ of full rank}",
            r"\det(Q^\top Q) \ne 0",
            "full column rank or full row rank",
        ),
        (SQUARE + r" \text{ positive}", r"R > 0", "a positive definite one"),
        (SQUARE + r" \text{ symmetric and circulant}", r"R = R^\top", "the word 'symmetric and circulant'"),
        (r"k > 0", r"2^k > 0", "k is not declared"),
        (r"\lambda_i > 0", r"\lambda_1 > 0", "not declared"),
        (r"p \in \Delta_n", r"p = p", r"write \\Delta\^\{n-1\}"),
    ],
)
def test_what_is_refused_says_what_to_write(given: str, claim: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match=message):
        judged(claim, given, tmp_path)


TWO = r"A \in \mathbb{R}^{n \times n}, B \in \mathbb{R}^{n \times n}"
THREE = r"A, B, C \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "true", "false"),
    [
        (TWO + r" \text{ are symmetric}", r"A = A^\top", r"A B = B A"),
        (TWO + r", \text{ both symmetric}", r"A = A^\top", r"A B = B A"),
        (TWO + r", C \in \mathbb{R}^{n \times n} \text{ all symmetric}", r"A + B = (A + B)^\top", r"A B C = C B A + I"),
        (TWO.replace(",", r" \text{ and }") + r" \text{ are orthogonal}", r"A A^\top = I", r"A = A^\top"),
        (TWO + r" \text{ is symmetric}", r"B = B^\top", r"A = A^\top"),
        (r"x \in \mathbb{R}^n, A, B \in \mathbb{R}^{n \times n} \text{ are symmetric}", r"A = A^\top", r"x = 0"),
        (r"C \in \mathbb{R}^{n \times n} \text{ and } " + r"A, B \in \mathbb{R}^{n \times n}" + r" \text{ are symmetric}", r"C = C^\top", r"A = B"),
        (r"\text{Let } A, B \in \mathbb{R}^{n \times n} \text{ be symmetric}", r"A + B = (A + B)^\top", r"A B = (A B)^\top"),
        (r"\text{Let } A \in \mathbb{R}^{n \times n} \text{ be symmetric and } B \in \mathbb{R}^{n \times n} \text{ be orthogonal}", r"A = A^\top", r"B = B^\top"),
        (THREE + r", \quad A, B \text{ are symmetric, } C \text{ is orthogonal}", r"C^\top C = I", r"C = C^\top"),
        (THREE + r", \quad A, B \text{ are symmetric and } C \text{ is orthogonal}", r"A = A^\top", r"A A^\top = I"),
    ],
)  # fmt: skip
def test_properties_of_several_names(given: str, true: str, false: str, tmp_path: Path) -> None:
    assert judged(true, given, tmp_path).verdict == "holds"
    assert judged(false, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    "given",
    [
        r"x \in \mathbb{R}^n, " + TWO + r" \text{ are symmetric}",
        r"C \in \mathbb{R}^{n \times n}, \; A, B \in \mathbb{R}^{n \times n} \text{ are symmetric}",
        TWO + r", \; x \in \mathbb{R}^n, \text{ both symmetric}",
    ],
)
def test_a_property_of_it_is_not_certain_which_names_is_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="a property of several declarations"):
        judged(r"A = A^\top", given, tmp_path)
