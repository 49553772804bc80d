r"""Shapes in words: ``A \text{ is an } m \times n \text{ matrix}``."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"A \text{ is an } m \times n \text{ matrix}", r"A A^\top \in \mathbb{R}^{m \times m}", "holds"),
        (r"A \text{ is an } m \times n \text{ matrix}", r"A A^\top \in \mathbb{R}^{n \times n}", "refuted"),
        (
            r"A \text{ is a real } m \times n \text{ matrix}, B \text{ is an } n \times p \text{ matrix}",
            r"(A B)^\top = B^\top A^\top",
            "holds",
        ),
        (
            r"A \text{ is a real } m \times n \text{ matrix}, B \text{ is an } n \times p \text{ matrix}",
            r"(A B)^\top = A^\top B^\top",
            "ill-typed",
        ),
        (r"A \text{ is a symmetric } n \times n \text{ matrix}", r"A = A^\top", "holds"),
        (r"A \text{ is an } n \times n \text{ matrix}", r"A = A^\top", "refuted"),
        (r"A \text{ is an } n \times n \text{ symmetric positive definite matrix}", r"A \succ 0", "holds"),
        (r"\text{Let } A \text{ be an } m \times n \text{ matrix}", r"A^\top A \succeq 0", "holds"),
        (r"A, B \text{ are symmetric } n \times n \text{ matrices}", r"(A B)^\top = B A", "holds"),
        (r"A, B \text{ are } n \times n \text{ matrices}", r"A B = B A", "refuted"),
        (r"A \text{ is a matrix of size } m \times n", r"A x = 0", None),
        (r"x \text{ is a vector in } \mathbb{R}^n", r"\|x\|_2^2 = x^\top x", "holds"),
        (r"x \text{ is a vector of length } n", r"\|x\|_2^2 = \mathbf{1}_n^\top x", "refuted"),
        (r"x \text{ is an } n\text{-dimensional vector}", r"x^\top x = \|x\|^2", "holds"),
        (r"Q \text{ is an orthogonal } n \times n \text{ matrix}, x \in \mathbb{R}^n", r"\|Q x\| = \|x\|", "holds"),
    ],
)
def test_shapes_in_words(given: str, claim: str, verdict: str | None, tmp_path):
    if verdict is None:
        with pytest.raises(BadPaper, match="x is not declared"):
            judged(claim, given, tmp_path)
    else:
        assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "given",
    [
        r"A \text{ is a complex } m \times n \text{ matrix}",
        r"A \text{ is a row vector of length } n",
        r"A \text{ is not an } n \times n \text{ matrix}",
    ],
)
def test_other_words_are_refused(given: str, tmp_path):
    with pytest.raises(BadPaper, match="the word 'is"):
        judged(r"A = A", given, tmp_path)
