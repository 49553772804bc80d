r"""Variables that hypotheses tie to others, or to themselves: A \succeq B, unit rows, conjugate exponents, A^2 = A, A^3 = 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

ORDERED = r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B \succeq 0"
DIFFERENCE = r"A, B \in \mathbb{R}^{n\times n}, A = A^\top, B = B^\top, A - B \succeq 0, B \succeq 0"
CHAIN = r"A, B, C \in \mathbb{R}^{n\times n}, A \succeq B \succeq C \succeq 0"
CONJUGATE = r"x, y \in \mathbb{R}^n, p, q \in \mathbb{R}, p > 1, q > 1, \frac1p+\frac1q = 1"
ROWS = (
    r"X \in \mathbb{R}^{n\times d}, \|X_{i,:}\|_2 = 1",
    r"X \in \mathbb{R}^{n\times d}, x_i := X_{i,:}^\top, \|x_i\| = 1",
    r"X \in \mathbb{R}^{n\times d}, \operatorname{diag}(XX^\top) = \mathbf{1}",
    r"X \in \mathbb{R}^{n\times d}, \|X_{i,:}\|_2 \le 1 \forall i",
    r"X \in \mathbb{R}^{n\times d}, \max_i \|X_{i,:}\|_2 \le 1",
    r"X \in \mathbb{R}^{n\times d}, \sum_j X_{ij}^2 = 1",
)
GAUSSIANS = r"S, T \in \mathbb{R}^{n\times n}, S \succ 0, T \succ 0"


def _power(relation: str) -> str:
    return rf"A \in \mathbb{{R}}^{{n\times n}}, {relation}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (ORDERED, r"A^2 \succeq B^2"),
        (ORDERED, r"A^3 \succeq B^3"),
        (ORDERED, r"AB + BA \succeq 0"),
        (DIFFERENCE, r"\lambda_{\min}(A^2 - B^2) \ge 0"),
        (ORDERED.replace("B \\succeq 0", "B \\succ 0"), r"A^{-2} \preceq B^{-2}"),
        (CHAIN, r"A^2 \succeq C^2"),
        (_power(r"A \succeq I"), r"A^2 \preceq A"),
        (_power(r"A \preceq I, A = A^\top"), r"A^2 \preceq I"),
        (CONJUGATE, r"\sum_i |x_i y_i| \le (\sum_i |x_i|^q)^{1/p} (\sum_i |y_i|^p)^{1/q}"),
        (CONJUGATE, r"|x_1 y_1| \le \frac{|x_1|^p}{q} + \frac{|y_1|^q}{p}"),
        (GAUSSIANS, r"\log\frac{\det T}{\det S} - n + \operatorname{tr}(S^{-1}T) \ge 0"),
        (r"A \in \mathbb{R}^{n\times n}, b \in \mathbb{R}^n, A \succ 0, b^\top A^{-1} b \le 1", r"A \succeq 2bb^\top"),
        *((given, r"\|X\|_2 \le 1") for given in ROWS),
        (_power("A^3 = 0"), r"(I-A)^{-1} = I + A"),
        (_power("A^3 = 0"), "A^2 = 0"),
        (_power("A^2 = 0"), "A = 0"),
        (_power("A^2 = I"), r"A = A^\top"),
        (_power("A^2 = I"), r"\|A\|_2 \le 1"),
        (_power("A^2 = A"), r"\operatorname{tr}(A) = 1"),
        (_power(r"A^2 = A, A = A^\top"), r"\operatorname{tr}(A) = 1"),
        (_power(r"A^2 = I, A = A^\top"), r"\det(A) = -1"),
    ],
)
def test_false_where_few_inputs_are_admissible(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (ORDERED, r"\operatorname{tr}(A^2) \ge \operatorname{tr}(B^2)"),
        (ORDERED.replace("B \\succeq 0", "B \\succ 0"), r"A^{-1} \preceq B^{-1}"),
        (_power(r"A \succeq I"), r"A^2 \succeq A"),
        (CONJUGATE, r"\sum_i |x_i y_i| \le (\sum_i |x_i|^p)^{1/p} (\sum_i |y_i|^q)^{1/q}"),
        (GAUSSIANS, r"\frac12[\log\frac{\det T}{\det S} - n + \operatorname{tr}(T^{-1}S)] \ge 0"),
        (r"A \in \mathbb{R}^{n\times n}, b \in \mathbb{R}^n, A \succ 0, b^\top A^{-1} b \le 1", r"A \succeq bb^\top"),
        *((given, r"\|X\|_F \le \sqrt{n}") for given in ROWS),
        (
            rf"{ROWS[1]}, \beta \in \mathbb{{R}}_{{>0}}",
            r"\frac{1}{2\beta n^2}\sum_{ij} e^{\beta\langle x_i, x_j\rangle} \le \frac{e^\beta}{2\beta}",
        ),
        (_power("A^3 = 0"), r"(I-A)^{-1} = I + A + A^2"),
        (_power("A^2 = 0"), r"(I-A)^{-1} = I + A"),
        (_power("A^2 = A"), r"(I+A)^{-1} = I - \frac12 A"),
    ],
)
def test_true_neighbors(given: str, claim: str, tmp_path: Path) -> None:
    """A violation by rounding, at an input that misses a hypothesis or at a tie, does not end the search."""
    assert judged(claim, given, tmp_path).verdict in ("holds", "not-refuted")
