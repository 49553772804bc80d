"""Entries, rows and the like that a matrix does not have make a claim empty; those that some size has do not."""

from __future__ import annotations

import pytest

from tests.judged import judged

X, A, B = r"x \in \mathbb{R}^n", r"A \in \mathbb{R}^{n \times n}", r"B \in \mathbb{R}^{2 \times 3}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x \in \mathbb{R}^2", r"x_3 \le \|x\|_2"),
        (X, r"x_{n+1} \le \|x\|_\infty"),
        (X, r"x_0 \le \|x\|_\infty"),
        (X, r"x_{n+1}/x_{n+1} = 1"),
        (X, r"x_{n+1} \ge \|x\|_2 + 1"),
        (X, r"\mathbf{e}_{n+1}^\top x \le \|x\|_2"),
        (X, r"x_{(0)} \le \|x\|_\infty"),
        (X, r"\sum_{i=0}^{n} x_i^2 = \|x\|_2^2"),
        (X, r"\sum_{i=1}^{n} x_{i+1}^2 \ge 0"),
        (X, r"\sum_{i=1}^{n-1} |x_{i+2}| \ge 0"),
        (X, r"\prod_{i=0}^{n} x_i^2 \ge 0"),
        (X, r"\sum_{i=1}^{n} \sum_{j=1}^{i} |x_{i-j}| \ge 0"),
        (rf"{X} \\ y := 2 x", r"y_{n+1} \le 2 \|x\|_2"),
        (rf"{X} \\ n \le 2", r"x_3 \le \|x\|_2"),
        (rf"{X} \\ x_{{n+1}} = 0", r"\|x\|_2 \ge 0"),
        (r"k \in \{1,\dots,m\}, \quad x_k \in \mathbb{R}^n", r"\sum_{k=1}^m \|x_{k+1}\|_2 \ge 0"),
        (A, r"A_{n+1,n+1} \le \|A\|_2"),
        (A, r"\max_{0 \le i \le n} |A_{1i}| \le \|A\|_F"),
        (A, r"\operatorname{tr} A = \sum_{i=0}^{n-1} A_{ii}"),
        (A, r"\sigma_0(A) \le 2 \|A\|_F + 1"),
        (B, r"B_{3,2} \le \|B\|_F"),
        (B, r"\|B_{3,:}\|_2 \le \|B\|_F"),
        (B, r"\|B_{:,4}\|_2 \le \|B\|_F"),
        (B, r"\sum_{i=1}^3 |B_{i1}| \ge 0"),
        (B, r"(B^\top B)_{4,4} \ge 0"),
    ],
)
def test_what_a_matrix_does_not_have(given, claim, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "vacuous"
    assert "the indices run from 1 to" in result.message


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (X, r"x_3 \le \|x\|_2"),
        (X, r"x_n \le \|x\|_2"),
        (X, r"x_{n-1} \le \|x\|_2"),
        (X, r"x_{i+1} \le \|x\|_2"),
        (X, r"\sum_{i=1}^{n-1} |x_{i+1} - x_i| \ge 0"),
        (X, r"\sum_{i=1}^{n-2} |x_{i+2}| \ge 0"),
        (X, r"\sum_{k=0}^{n-1} x_{k+1}^2 = \|x\|_2^2"),
        (X, r"\sum_{i=1}^n \mathbb{1}[i < n] x_{i+1}^2 \ge 0"),
        (X, r"\sum_{i=1}^{n} \sum_{j=1}^{i} |x_{i-j+1}| \ge 0"),
        (X, r"\sum_{i=1}^{0} |x_{n+i}| \ge 0"),
        (rf"{X}, \quad k \in \{{0,\dots,n-1\}}", r"x_{k+1} \le \|x\|_2"),
        (rf"{X}, \quad n \ge 3, \quad k \in \{{0,\dots,1\}}", r"x_{1-k} \le \|x\|_2"),
        (r"k \in \{1,\dots,m\}, \quad x_k \in \mathbb{R}^n", r"\sum_{k=1}^{m-1} \|x_{k+1}\|_2 \ge 0"),
        (A, r"\max_{1 \le i \le n} |A_{1i}| \le \|A\|_F"),
        (B, r"B_{2,3} \le \|B\|_F"),
    ],
)
def test_what_a_matrix_has_at_some_sizes(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{i=1}^n \sum_{j=i+1}^n |x_{n+i}| \ge 0",
        r"\sum_{i=1}^n \sum_{j=i+1}^n |x_{j+1}| \ge 0",
        r"\sum_{i=1}^n \sum_{j=i}^n |x_{j+1}| \ge 0",
        r"\sum_{i=0}^n \sum_{j=0}^{i} |x_i| \ge 0",
        r"\sum_{i=1}^n \sum_{j=1}^{n-i} |x_{i+j+1}| \ge 0",
        r"\sum_{i=1}^n \sum_{j=i+1}^n \sum_{k=j+1}^n |x_{k+1}| \ge 0",
        r"\sum_{i=1}^n \sum_{j=i+1}^n \sum_{k=j+1}^n |x_{i-1}| \ge 0",
    ],
)
def test_terms_of_triangular_sums_that_a_vector_does_not_have(claim, tmp_path):
    assert judged(claim, X, tmp_path).verdict == "vacuous"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{i=1}^n \sum_{j=i+1}^n x_i x_j = \frac12((\mathbf{1}^\top x)^2 - \|x\|^2)",
        r"\sum_{j=1}^n \sum_{i=1}^{j-1} |x_i x_j| \ge 0",
        r"\sum_{k=1}^n \sum_{j=1}^{n-k} |x_{j+k} x_j| \ge 0",
        r"\sum_{k=0}^{n-1} \sum_{j=1}^{k} |x_j| \ge 0",
        r"\max_{1\le i\le n} \sum_{j=i+1}^n |x_j| \ge 0",
        r"\prod_{i=1}^n \prod_{j=i+1}^n (x_i-x_j)^2 \ge 0",
        r"\sum_{i=1}^n \sum_{j=i+1}^n \sum_{k=j+1}^n |x_i x_j x_k| \ge 0",
    ],
)
def test_triangular_sums_whose_last_terms_are_empty(claim, tmp_path):
    assert judged(claim, X, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{i=1}^n \sum_{j=i+1}^n x_i x_j = \frac13((\mathbf{1}^\top x)^2 - \|x\|^2)",
        r"\sum_{j=1}^n \sum_{i=1}^{j-1} x_i x_j \le \frac14\|x\|_2^2",
        r"\sum_{k=0}^{n-1} \sum_{j=1}^{k} x_j \le \|x\|_1",
    ],
)
def test_false_claims_about_triangular_sums(claim, tmp_path):
    assert judged(claim, X, tmp_path).verdict == "refuted"


def test_numbers_from_0_beside_a_vector_are_told_how_they_are_declared(tmp_path):
    claim = r"\sum_{t=0}^{T} \gamma^t r_t = r_0 + \sum_{t=1}^T \gamma^t r_t"
    found = judged(claim, r"r \in \mathbb{R}^n, \gamma \in (0, 1), T \in \mathbb{N}", tmp_path)
    assert found.verdict == "vacuous"
    assert r"declare r_0, \dots, r_T \in \mathbb{R} in place of the vector r" in found.message
    members = judged(claim, r"r_0, \dots, r_T \in \mathbb{R}, \gamma \in (0, 1)", tmp_path)
    assert members.verdict == "holds"
