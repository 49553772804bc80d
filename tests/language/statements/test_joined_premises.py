r"""Premises with commas between them: ``a \ge 0, b \ge 0 \implies a + b \ge 0``."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

NUMBERS = r"a, b, c \in \mathbb{R}"
VECTORS = r"x, y \in \mathbb{R}^n"
SQUARE = r"A, B \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NUMBERS, r"a \ge 0, b \ge 0 \implies a + b \ge 0"),
        (NUMBERS, r"a \ge 0, b \ge 0 \land c \ge 0 \implies a + b + c \ge 0"),
        (NUMBERS, r"0 \le a \le 1, 0 \le b \le 1 \implies a b \le 1"),
        (NUMBERS, r"a, b \ge 0, c \ge 0 \implies a + b + c \ge 0"),
        (NUMBERS, r"\forall a, b \in \mathbb{R}: a \ge 0, b \ge 0 \implies a + b \ge 0"),
        (VECTORS, r"\|x\|_2 \le 1, \|y\|_2 \le 1 \implies x^\top y \le 1"),
        (VECTORS, r"x_i \ge 0, y_i \ge 0 \implies x_i y_i \ge 0"),
        (SQUARE, r"A \succeq 0, B \succeq 0 \implies A + B \succeq 0"),
        (SQUARE, r"A = A^\top, B = B^\top \implies (A B)^\top = B A"),
    ],
)
def test_comparisons_of_free_quantities_are_premises(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NUMBERS, r"a \ge 0, b \ge 0 \implies a - b \ge 0"),
        (NUMBERS, r"a, b \ge 0, c \ge 0 \implies a + b - c \ge 0"),
        (VECTORS, r"\|x\|_2 \le 1, \|y\|_2 \le 1 \implies x^\top y \le \frac{1}{2}"),
        (SQUARE, r"A \succeq 0, B \succeq 0 \implies A - B \succeq 0"),
        (SQUARE, r"A = A^\top, B = B^\top \implies (A B)^\top = A B"),
    ],
)
def test_false_implications_are_refuted(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NUMBERS + r", c := a^2", r"c \ge 1, b \ge 0 \implies b + c \ge 0"),
        (NUMBERS, r"a^2 \ge 1, b \ge 0 \implies a^2 + b \ge 0"),
        (NUMBERS + r", a \le 1", r"a \le 0, b \ge 0 \implies b - a \ge 0"),
        (NUMBERS, r"a \ge 0, a + b = 1, b \ge 0 \implies a \le 1"),
        (NUMBERS, r"a \ge 0 \implies b^2 \ge 0, c \ge 0, b \ge 0 \implies b + c \ge 0"),
        (NUMBERS, r"a \ge 0, b \ge 0 \lor c \ge 0 \implies a + b + c \ge 0"),
        (NUMBERS, r"a \ge 0, b \ge 0 \iff a + b \ge 0"),
    ],
)
def test_what_may_be_a_claim_of_its_own_is_refused(claim, given, tmp_path):
    with pytest.raises(BadPaper, match="in front of an implication|behind an implication"):
        judged(claim, given, tmp_path)
