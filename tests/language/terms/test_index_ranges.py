r"""Indices that select from several lengths: ``\lambda_{k+1}(S) \le \lambda_k(A)``, ``x_i := y_{i+1} - y_i``."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

BORDERED = (
    r"A \in \mathbb{R}^{n \times n}, z \in \mathbb{R}^n, \alpha \in \mathbb{R}, A = A^\top, "
    r"S := \begin{pmatrix} A & z \\ z^\top & \alpha \end{pmatrix}"
)
TWO = r"A \in \mathbb{R}^{n \times n}, B \in \mathbb{R}^{m \times m}, A = A^\top, B = B^\top"
STACKED = TWO + r", M := \begin{pmatrix} A & 0 \\ 0 & B \end{pmatrix}"
WIDE = r"A \in \mathbb{R}^{m \times n}"
LONGER = r"x \in \mathbb{R}^n, y \in \mathbb{R}^{n+1}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BORDERED, r"\lambda_{k+1}(S) \le \lambda_k(A) + 1"),
        (BORDERED, r"\lambda_k(A) \le \lambda_k(S) + 1"),
        (STACKED, r"\lambda_k(A) \le \lambda_k(M)"),
        (WIDE, r"\lambda_k(A A^\top) \le \lambda_k(A^\top A) + 1"),
        (WIDE, r"\lambda_k(A^\top A) + 1 > \lambda_k(A A^\top), \quad k \le m"),
        (LONGER, r"x_i y_{i+1} - x_i y_i = x_i (y_{i+1} - y_i)"),
        (LONGER, r"\forall i \in \{1, \dots, n\}: x_i + y_i = y_i + x_i"),
        (LONGER + r", x_i := y_{i+1} - y_i, n = 3", r"\sum_{i=1}^n x_i = y_{n+1} - y_1"),
        (LONGER + r", n = 3", r"\sum_i x_i (y_{i+1} - y_i) = \sum_{i=1}^n x_i y_{i+1} - \sum_{i=1}^n x_i y_i"),
    ],
)
def test_the_range_is_what_all_lengths_allow(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict in ("holds", "not-refuted")


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (BORDERED, r"\lambda_k(S) \le \lambda_k(A)"),
        (BORDERED, r"\lambda_k(A) \le \lambda_{k+1}(S)"),
        (STACKED, r"\lambda_k(A) \ge \lambda_k(M)"),
        (WIDE, r"\lambda_k(A^\top A) < \lambda_k(A A^\top)"),
        (WIDE, r"\lambda_{k+1}(A^\top A) = \lambda_k(A A^\top)"),
        (TWO + r", m \le n", r"\lambda_k(A) - \lambda_k(B) = 0"),
        (TWO + r", A \succ 0, B \succ 0", r"\lambda_k(A) + \lambda_k(B) > 1"),
        (LONGER, r"y_{i+1} = y_i + x_i"),
        (LONGER, r"x_i = y_i, \quad i \le n"),
        (LONGER, r"x_i = y_i, \quad i = 1, \dots, n"),
        (LONGER + r", x_i := y_{i+1} - y_i", r"\sum_{i=1}^n x_i = y_n - y_1"),
        (LONGER, r"\sum_i x_i (y_{i+1} - y_i) = \sum_{i=1}^n x_i y_{i+1} - \sum_{i=1}^{n-1} x_i y_i"),
    ],
)
def test_a_false_claim_in_that_range_is_refuted(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (LONGER, r"x_i + y_i = y_i + x_i"),
        (LONGER, r"x_i + y_i = y_i + x_i, \quad i \le n + 1"),
        (LONGER, r"\sum_i x_i y_i = \sum_i y_i x_i"),
        (r"x \in \mathbb{R}^n, y \in \mathbb{R}^m", r"x_i y_{i+1} = y_{i+1} x_i"),
        (TWO + r", d \in \mathbb{R}^m", r"\lambda_i(A) + d_i = d_i + \lambda_i(A)"),
        (TWO, r"\sum_i \lambda_i(A) \lambda_i(B) = \sum_i \lambda_i(B) \lambda_i(A)"),
    ],
)
def test_lengths_that_look_like_a_slip_are_refused(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "ill-typed"


@pytest.mark.parametrize(
    "given",
    [
        LONGER + r", x_i := y_i",
        LONGER + r", x_i = y_i",
        TWO + r", \lambda_k(A) \le \lambda_k(B)",
        r"x, y \in \mathbb{R}^{n+1}, x_i := y_{i+1} - y_i",
        r"x \in \mathbb{R}^{n+1}, y \in \mathbb{R}^n, x_i := y_{i-1}",
        r"X \in \mathbb{R}^{n \times n}, y \in \mathbb{R}^n, X_{ij} := y_i y_{j+1}",
    ],
)
def test_a_given_that_leaves_entries_open_is_refused(given, tmp_path):
    with pytest.raises(BadPaper, match=r"runs over|along an index that ends"):
        judged("x_1 = x_1", given, tmp_path)


def test_the_range_is_said(tmp_path):
    result = judged(r"\lambda_k(A^\top A) < \lambda_k(A A^\top)", WIDE, tmp_path)
    assert result.notes == (r"k runs up to \min(n, m), where all that it selects exists",)
    assert result.hypotheses == (r"1 \le k \le n", r"k \le m")
