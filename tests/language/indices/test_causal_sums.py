r"""Sums that stop at an index: ``\sum_{j \le i} a_j``, scans, softmax over a causal prefix."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

A = r"a \in \mathbb{R}^n"
POSITIVE = A + r", a \ge 0"
COUNTED = A + r", i \in \{1, \dots, n\}"
STATE = r"k_i \in \mathbb{R}^d, v_i \in \mathbb{R}^p, i \in \{1, \dots, n\}, S_i := \sum_{j \le i} k_j v_j^\top, n = 3, d = 2, p = 2"
LOWER = r"x, y \in \mathbb{R}^n, L \in \mathbb{R}^{n \times n}, L_{ij} := \mathbb{1}[j \le i], y := L x"
SCAN = (
    r"a, b, x, y \in \mathbb{R}^n, n = 3, "
    r"y_t := \sum_{s \le t} \left(\prod_{r=s+1}^{t} a_r\right) b_s x_s"
)
HEADS = r"q_i, k_i \in \mathbb{R}^d, i \in \{1, \dots, n\}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (A, r"\sum_{j \le i} a_j = \sum_{l=1}^{i} a_l"),
        (A + r", x \in \mathbb{R}^n", r"\sum_{j=1}^{i} a_j x_j = \sum_{j \le i} x_j a_j"),
        (POSITIVE, r"\sum_{j \le i} a_j \ge 0"),
        (COUNTED, r"\sum_{j \le i} a_j = \sum_{j=1}^i a_j"),
        (LOWER, r"y_i = \sum_{j \le i} x_j"),
        (SCAN, r"y_2 = a_2 b_1 x_1 + b_2 x_2"),
        (STATE, r"S_3 = S_2 + k_3 v_3^\top"),
        (
            r"k_1, \dots, k_n \in \mathbb{R}^d, n = 3, d = 2, S_i := \sum_{j \le i} k_j k_j^\top",
            r"S_3 = S_2 + k_3 k_3^\top",
        ),
    ],
)
def test_the_letter_that_the_body_speaks_of_is_bound(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (A, r"\sum_{j \le i} a_j = \sum_{l=1}^{n} a_l"),
        (A, r"\sum_{j < i} a_j = \sum_{l=1}^{i} a_l"),
        (A, r"\sum_{j \le i} a_j \ge 0"),
        (POSITIVE, r"\sum_{j \le i} a_j \ge \sum_{j=1}^n a_j"),
        (A, r"\sum_{j=1}^{i+1} a_j = \sum_{j=1}^{i} a_j + a_i"),
        (A, r"\sum_i \sum_{j \le i} a_j = \sum_{j} (n - j) a_j"),
        (COUNTED, r"\sum_{j \le i} a_j = a_i"),
        (COUNTED + ", a_1 = 0", r"a_i = 0, \quad i = 2, \dots, n"),
        (LOWER, r"y_i = \sum_{j \ge i} x_j"),
        (SCAN, r"y_2 = a_1 b_1 x_1 + b_2 x_2"),
        (STATE, r"S_i = S_{i-1} + k_{i-1} v_i^\top, \quad i = 2, \dots, n"),
        (HEADS, r"\sum_{j} \frac{\exp(q_i^\top k_j)}{\sum_{l \le i} \exp(q_i^\top k_l)} = 1"),
    ],
)
def test_false_ones_are_refuted(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


def test_pairs_remain_a_reading_where_the_body_speaks_of_both(tmp_path):
    given = r"X \in \mathbb{R}^{n \times d}, i \in \{1, \dots, n\}"
    claim = r"\sum_{j < i} \|X_{i,:} - X_{j,:}\|_2^2 = n \|X\|_F^2 - \|X^\top \mathbf{1}\|_2^2"
    assert judged(claim, given, tmp_path).verdict == "ambiguous"


def test_an_index_that_stops_sums_over_two_lengths_has_no_range(tmp_path):
    given = r"a \in \mathbb{R}^n, b \in \mathbb{R}^m"
    assert judged(r"\sum_{j=1}^{i} a_j + \sum_{j=1}^{i} b_j = 0", given, tmp_path).verdict == "ill-typed"


@pytest.mark.parametrize("end", [r"n + 1", "m"])
def test_a_claim_does_not_widen_a_declared_index(end, tmp_path):
    with pytest.raises(BadPaper, match="declared otherwise"):
        judged(rf"a_i = a_1, \quad i = 1, \dots, {end}", COUNTED + r", b \in \mathbb{R}^m", tmp_path)
