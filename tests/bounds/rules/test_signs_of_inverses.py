"""Inverses without negative entries: ``(I - E)^-1`` for an E without negative entries and with a norm below 1."""

import pytest

from tests.judged import judged, proved

CHAIN = r"\gamma \in (0, 1), \quad P \in \mathbb{R}^{s \times s}, \quad P \ge 0, \quad P \mathbf{1} = \mathbf{1}, \quad r \in \mathbb{R}^s"
MATRIX = r"A \in \mathbb{R}^{n \times n}, \quad A \ge 0"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (CHAIN, r"(I - \gamma P)^{-1} \ge 0"),
        (CHAIN, r"(I - \gamma P^\top)^{-1} \ge 0"),
        (rf"{CHAIN}, \quad r \ge 0", r"(I - \gamma P)^{-1} r \ge 0"),
        (rf"{CHAIN}, \quad r \ge 0", r"r^\top (I - \gamma P)^{-1} r \ge 0"),
        (rf"{MATRIX}, \quad \|A\|_2 < 1", r"(I - A)^{-1} \ge 0"),
    ],
)
def test_true(given, claim):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (CHAIN.replace("(0, 1)", "(0, 2)"), r"(I - \gamma P)^{-1} \ge 0"),
        (CHAIN, r"(I + \gamma P)^{-1} \ge 0"),
        (CHAIN, r"(I - \gamma P)^{-1} r \ge 0"),
        (MATRIX, r"(I - A)^{-1} \ge 0"),
        (r"A \in \mathbb{R}^{n \times n}, \quad \|A\|_2 < 1", r"(I - A)^{-1} \ge 0"),
    ],
)
def test_false_neighbours(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
