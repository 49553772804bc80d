r"""Equations among the hypotheses and what follows from several of them: ``A B = B A``, ``H v = a v`` and ``|v| = 1``."""

import pytest

from tests.judged import shown


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            r"X \in \mathbb{R}^{m \times n}, w, v \in \mathbb{R}^{n}, y \in \mathbb{R}^m, X w = y, X v = y",
            r"X (w - v) = 0",
        ),
        (
            r"X \in \mathbb{R}^{m \times n}, w, v \in \mathbb{R}^{n}, y \in \mathbb{R}^m, X w = y, X v = y",
            r"X w - X v = 0",
        ),
        (r"X \in \mathbb{R}^{m \times n}, w, v \in \mathbb{R}^{n}, X w = X v", r"X (w - v) = 0"),
        (r"X \in \mathbb{R}^{m \times n}, w \in \mathbb{R}^{n}, y \in \mathbb{R}^m, X w = y", r"X^\top X w = X^\top y"),
        (
            r"H \in \mathbb{R}^{n \times n}, v \in \mathbb{R}^n, \lambda \in \mathbb{R}, H v = \lambda v",
            r"v^\top H v = \lambda v^\top v",
        ),
        (
            r"H \in \mathbb{R}^{n \times n}, v \in \mathbb{R}^n, \lambda \in \mathbb{R}, H v = \lambda v, v^\top v = 1",
            r"v^\top H v = \lambda",
        ),
        (
            r"H \in \mathbb{R}^{n \times n}, v \in \mathbb{R}^n, \lambda \in \mathbb{R}, H v = \lambda v, \|v\|_2 = 1",
            r"v^\top H v = \lambda",
        ),
        (r"A, B \in \mathbb{R}^{n \times n}, A B = B A", r"(A + B)^2 = A^2 + 2 A B + B^2"),
        (r"A, B \in \mathbb{R}^{n \times n}, A B = B A", r"A^2 B = B A^2"),
        (r"A, B \in \mathbb{R}^{n \times n}, A B = B A", r"A B - B A = 0"),
        (r"A, Q, D \in \mathbb{R}^{n \times n}, A Q = Q D, Q^\top Q = I", r"Q^\top A Q = D"),
        (r"A, B, C \in \mathbb{R}^{n \times n}, A B = B A, A C = C A", r"A B C = B C A"),
        (r"A, B \in \mathbb{R}^{n \times n}, A B = -B A", r"(A + B)^2 = A^2 + B^2"),
        (r"A, B \in \mathbb{R}^{n \times n}, A B = B A", r"(A B)^2 = A^2 B^2"),
        (r"A \in \mathbb{R}^{n \times n}, A A^\top = A^\top A", r"A A^\top A = A^\top A A"),
        (
            r"H \in \mathbb{R}^{n \times n}, v \in \mathbb{R}^n, \lambda \in \mathbb{R}, H v = \lambda v, \|v\|_2 = 2",
            r"v^\top H v = 4 \lambda",
        ),
    ],
)
def test_consequences_are_shown(given, claim):
    assert shown(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"A, B \in \mathbb{R}^{n \times n}, A B = B A", r"A B = B^\top A"),
        (r"A, B, C \in \mathbb{R}^{n \times n}, A B = B A, B C = C B", r"A C = C A"),
        (r"A, B \in \mathbb{R}^{n \times n}, A B = -B A", r"A^2 B = -B A^2"),
        (r"A, B \in \mathbb{R}^{n \times n}, A B = B A", r"(A + B)^2 = A^2 + A B + B^2"),
        (r"A, B \in \mathbb{R}^{n \times n}, \operatorname{tr}(A B) = \operatorname{tr}(B A)", r"A B = B A"),
        (r"A \in \mathbb{R}^{n \times n}, A A^\top = A^\top A", r"A = A^\top"),
        (
            r"H \in \mathbb{R}^{n \times n}, v \in \mathbb{R}^n, \lambda \in \mathbb{R}, H v = \lambda v, \|v\|_2 = 2",
            r"v^\top H v = 2 \lambda",
        ),
    ],
)
def test_what_does_not_follow_is_not(given, claim):
    assert not shown(given, claim)
