r"""Norms, traces and sums of what is ordered entry by entry."""

import pytest

from tests.judged import judged

CLAIMS = [
    (
        r"x, y \in \mathbb{R}^n \\ x_i \le y_i \quad \forall i",
        r"\sum_i x_i \le \sum_i y_i",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ x \le y",
        r"\mathbf{1}^\top x \le \mathbf{1}^\top y",
        "holds",
    ),
    (
        r"x, y, w \in \mathbb{R}^n \\ x_i \le y_i, w_i \ge 0",
        r"w^\top x \le w^\top y",
        "holds",
    ),
    (
        r"x, y, w \in \mathbb{R}^n \\ x_i \le y_i",
        r"w^\top x \le w^\top y",
        "refuted",
    ),
    (
        r"x, y, w \in \mathbb{R}^n \\ x_i \le y_i, w_i \ge 0",
        r"\sum_i w_i x_i \le \sum_i w_i y_i",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ 0 \le x_i \le y_i",
        r"\|x\|_2 \le \|y\|_2",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ 0 \le x_i \le y_i",
        r"\|x\|_1 \le \|y\|_1",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ |x_i| \le |y_i|",
        r"\|x\|_2 \le \|y\|_2",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ |x_i| \le y_i",
        r"\|x\|_\infty \le \|y\|_\infty",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ x_i \le y_i",
        r"\|x\|_2 \le \|y\|_2",
        "refuted",
    ),
    (
        r"A, B \in \mathbb{R}^{m \times n} \\ |A_{ij}| \le |B_{ij}|",
        r"\|A\|_F \le \|B\|_F",
        "holds",
    ),
    (
        r"A, B \in \mathbb{R}^{m \times n} \\ |A_{ij}| \le |B_{ij}|",
        r"\|A\|_2 \le \|B\|_2",
        "refuted",
    ),
    (
        r"A, B \in \mathbb{R}^{m \times n} \\ |A_{ij}| \le B_{ij}",
        r"\|A\|_2 \le \|B\|_2",
        "holds",
    ),
    (
        r"A, B \in \mathbb{R}^{m \times n} \\ 0 \le A_{ij} \le B_{ij}",
        r"\|A\|_2 \le \|B\|_2",
        "holds",
    ),
    (
        r"A, B \in \mathbb{R}^{m \times n} \\ |A_{ij}| \le |B_{ij}|",
        r"\|A\|_1 \le \|B\|_1",
        "holds",
    ),
    (
        r"A, B \in \mathbb{R}^{m \times n} \\ A_{ij} \le B_{ij}",
        r"\|A\|_F \le \|B\|_F",
        "refuted",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n} \\ A_{ij} \le B_{ij}",
        r"\operatorname{tr} A \le \operatorname{tr} B",
        "holds",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n} \\ A_{ij} \le B_{ij}",
        r"\sum_{ij} A_{ij} \le \sum_{ij} B_{ij}",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ x_i < y_i",
        r"\sum_i x_i < \sum_i y_i",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ x_i \le y_i",
        r"\max_i x_i \le \max_i y_i",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, c \ge 0 \\ |x_i| \le c",
        r"\|x\|_2 \le c \sqrt{n}",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n, c \ge 0 \\ |x_i| \le c",
        r"\|x\|_2 \le c",
        "refuted",
    ),
    (
        r"x \in \mathbb{R}^n, c \ge 0 \\ |x_i| \le c",
        r"\|x\|_1 \le n c",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{m \times n}, c \ge 0 \\ |A_{ij}| \le c",
        r"\|A\|_2 \le c \sqrt{m n}",
        "holds",
    ),
    (
        r"A \in \mathbb{R}^{m \times n}, c \ge 0 \\ |A_{ij}| \le c",
        r"\|A\|_F \le c m n",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ 0 \le x_i \le y_i",
        r"\sum_i x_i^2 \le \sum_i y_i^2",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ 0 \le x_i \le y_i",
        r"x^\top x \le y^\top y",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ |x_i| \le y_i",
        r"\sum_i x_i^2 \le \sum_i y_i^2",
        "holds",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ x_i \le y_i",
        r"\sum_i x_i^2 \le \sum_i y_i^2",
        "refuted",
    ),
    (
        r"x, y \in \mathbb{R}^n \\ x_i \le y_i \quad \forall i \ge 2",
        r"\sum_i x_i \le \sum_i y_i",
        "refuted",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n} \\ A_{ij} \le B_{ij} \quad \forall i \ne j",
        r"\operatorname{tr} A \le \operatorname{tr} B",
        "refuted",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n} \\ A_{ij} \le B_{ij} \quad \forall i \ne j",
        r"\|A\|_F \le \|B\|_F",
        "refuted",
    ),
    (
        r"A, B \in \mathbb{R}^{n \times n} \\ A_{ij} \le B_{ij}",
        r"\operatorname{tr} A^2 \le \operatorname{tr} B^2",
        "refuted",
    ),
    (
        r"x, y, z \in \mathbb{R}^n \\ x_i \le y_i, z_i \ge 1",
        r"\sum_i x_i \le \sum_i y_i z_i",
        "refuted",
    ),
    (
        r"x, y, z \in \mathbb{R}^n \\ 0 \le x_i \le y_i, z_i \ge 1",
        r"\sum_i x_i \le \sum_i y_i z_i",
        "holds",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_what_is_larger_at_every_place(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
