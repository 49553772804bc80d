r"""Equations among the hypotheses, solved for other terms than the leading one; both sides times what is not zero."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, shown

TRUE = [
    (
        r"n \ge 2, x, y \in \mathbb{R}^{n}, \mathbf{1}^\top x = 1, \alpha \in \mathbb{R}, \alpha y = x \odot y - \langle x, y \rangle x",
        r"\alpha \mathbf{1}^\top y = 0",
    ),
    (
        r"n \ge 2, x, y \in \mathbb{R}^{n}, \mathbf{1}^\top x = 1, \alpha \in \mathbb{R}, \alpha y = x \odot y - \langle x, y \rangle x",
        r"\alpha \ne 0 \implies \sum_{j=1}^n y_j = 0",
    ),
    (
        r"A, X, Q \in \mathbb{R}^{n \times n}, X = X^\top, A X + X A^\top = - Q",
        r"\operatorname{tr}(Q) = -2 \operatorname{tr}(A X)",
    ),
    (r"A, B, C \in \mathbb{R}^{n \times n}, A B + B C = A C", r"A B A + B C A = A C A"),
    (r"A, B, C \in \mathbb{R}^{n \times n}, A B + B C = A C", r"\operatorname{tr}(B C) = \operatorname{tr}(A C - A B)"),
    (r"x, y \in \mathbb{R}^n, a, b \in \mathbb{R}, a x + b y = 0", r"b \, y^\top y = - a \, x^\top y"),
    (r"x, y \in \mathbb{R}^n, a, b \in \mathbb{R}, a x + b y = 0", r"a^2 x^\top x = b^2 y^\top y"),
    (
        r"A \in \mathbb{R}^{n \times n}, v, w \in \mathbb{R}^n, \lambda, \mu \in \mathbb{R}, A = A^\top, A v = \lambda v, A w = \mu w, \lambda - \mu \ne 0",
        r"v^\top w = 0",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, v, w \in \mathbb{R}^n, \lambda, \mu \in \mathbb{R}, A = A^\top, A v = \lambda v, A w = \mu w",
        r"(\lambda - \mu) v^\top w = 0",
    ),
    (
        r"A \in \mathbb{R}^{n \times n}, v, w \in \mathbb{R}^n, \lambda, \mu \in \mathbb{R}, A = A^\top, A v = \lambda v, A w = \mu w, \lambda \ne \mu",
        r"v^\top w = 0",
    ),
    (r"c \in \mathbb{R}, x, y \in \mathbb{R}^n, c x = c y, c \ne 0", r"x = y"),
]
FALSE = [
    (
        r"n \ge 2, x, y \in \mathbb{R}^{n}, \alpha \in \mathbb{R}, \alpha y = x \odot y - \langle x, y \rangle x",
        r"\alpha \mathbf{1}^\top y = 0",
    ),
    (
        r"n \ge 2, x, y \in \mathbb{R}^{n}, \mathbf{1}^\top x = 1, \alpha \in \mathbb{R}, \alpha y = x \odot y - \langle x, y \rangle x",
        r"\mathbf{1}^\top y = 0",
    ),
    (r"A, B, C \in \mathbb{R}^{n \times n}, A B + B C = A C", r"\operatorname{tr}(B C) = \operatorname{tr}(A B - A C)"),
    (
        r"A \in \mathbb{R}^{n \times n}, v, w \in \mathbb{R}^n, \lambda, \mu \in \mathbb{R}, A v = \lambda v, A w = \mu w, \lambda \ne \mu",
        r"v^\top w = 0",
    ),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_consequences_are_shown(given: str, claim: str) -> None:
    assert shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_no_consequences_do_not_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert not shown(given, claim)
    assert judged(claim, given, tmp_path).verdict != "holds"
