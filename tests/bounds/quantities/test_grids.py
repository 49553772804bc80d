r"""Matrices that are written out, as rotations are: the index form shows that their columns are orthonormal."""

import pytest

from tests.judged import judged, proved

ROTATION = (
    r"t \in \mathbb{R}, q, k \in \mathbb{R}^2, R := \begin{pmatrix} \cos t & -\sin t \\ \sin t & \cos t \end{pmatrix}"
)
BLOCKS = (
    r"A \in \mathbb{R}^{m \times n}, C \in \mathbb{R}^{p \times q}, B := \begin{pmatrix} A & 0 \\ 0 & C \end{pmatrix}"
)
CROSSED = r"A \in \mathbb{R}^{m \times n}, B := \begin{pmatrix} 0 & A \\ A^\top & 0 \end{pmatrix}"
SKEWED = ROTATION.replace(r"-\sin t", r"\sin t")


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (ROTATION, r"\|R\|_2 = 1"),
        (ROTATION, r"|q^\top R k| \le \|q\|_2 \|k\|_2"),
        (ROTATION, r"\|R q\|_2 = \|q\|_2"),
        (ROTATION, r"\|\operatorname{blockdiag}(R, R^\top)\|_2 = 1"),
        (BLOCKS, r"\|B\|_2 = \max(\|A\|_2, \|C\|_2)"),
        (BLOCKS, r"\|B\|_\infty = \max(\|A\|_\infty, \|C\|_\infty)"),
        (CROSSED, r"\|B\|_2 = \|A\|_2"),
    ],
)
def test_true(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SKEWED, r"\|R\|_2 = 1"),
        (SKEWED, r"|q^\top R k| \le \|q\|_2 \|k\|_2"),
        (ROTATION, r"\|\operatorname{blockdiag}(R, 2 R^\top)\|_2 = 1"),
        (BLOCKS, r"\|B\|_F = \max(\|A\|_F, \|C\|_F)"),
        (BLOCKS, r"\|B\|_2 = \|A\|_2"),
        (CROSSED.replace(r"A^\top & 0", r"A^\top & I"), r"\|B\|_2 = \|A\|_2"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "refuted"
