r"""What varies under a d: defined names, what the statement is silent about, and names said to be constant."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

ATTENTION = r"Q, K, V \in \mathbb{R}^{n \times m}, \quad P := \operatorname{softmax}(Q K^\top), \quad O := P V, \quad S := Q K^\top"
LAYER = r"W \in \mathbb{R}^{n \times m}, \quad x \in \mathbb{R}^m, \quad b \in \mathbb{R}^n, \quad h := \tanh(W x), \quad y := h + b"
FACTORS = r"""A, B, D \in \mathbb{R}^{n \times n}, \quad C := A B, \quad L := \operatorname{tr}(C^\top C), \quad
M(B) := \operatorname{tr}(A B), \quad \mathbf{f} : \mathbb{R}^n \to \mathbb{R}^n, \quad u, v, x \in \mathbb{R}^n, \quad
\mathbf{z} := \mathbf{f}(u) + v, \quad s, t \in \mathbb{R}"""
FAMILY = r"x_k \in \mathbb{R}^n, \quad k = 1, \ldots, N, \quad W \in \mathbb{R}^{n \times n}, \quad q_k := W x_k"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        # A defined name under a d varies, and so does what it is made of.
        (ATTENTION, r"\mathrm{d}O = \mathrm{d}P\,V + P\,\mathrm{d}V", "holds"),
        (ATTENTION, r"\mathrm{d}O = 7\,\mathrm{d}P\,V + P\,\mathrm{d}V", "refuted"),
        (ATTENTION, r"\mathrm{d}(P V) = P\,\mathrm{d}V - \mathrm{d}P\,V", "refuted"),
        (ATTENTION, r"\mathrm{d}O = P\,\mathrm{d}V", "ambiguous"),
        (ATTENTION, r"\mathrm{d}S = \mathrm{d}Q\,K^\top + Q\,\mathrm{d}K^\top", "holds"),
        (ATTENTION, r"\mathrm{d}S = \mathrm{d}Q\,K^\top", "ambiguous"),
        (ATTENTION, r"\partial S = (\partial Q) K^\top", "ambiguous"),
        (ATTENTION, r"\mathrm{d}(S^\top S) = \mathrm{d}S^\top S + S^\top \mathrm{d}S", "holds"),
        (ATTENTION, r"\mathrm{d}(S^\top S) = (\mathrm{d}S)^\top S", "refuted"),
        (LAYER, r"\mathrm{d}y = \mathrm{d}h + \mathrm{d}b", "holds"),
        (LAYER, r"\mathrm{d}y = 3\,\mathrm{d}h + \mathrm{d}b", "refuted"),
        (LAYER, r"\mathrm{d}y = 3\,\mathrm{d}\tanh(W x) + \mathrm{d}b", "refuted"),
        (FACTORS, r"\mathrm{d}\log\det C = \operatorname{tr}(A^{-1}\mathrm{d}A)", "ambiguous"),
        (FACTORS, r"\mathrm{d}\log\det C = \operatorname{tr}(C^{-1}\mathrm{d}C)", "holds"),
        (FACTORS, r"\mathrm{d}L = 2\operatorname{tr}(C^\top\mathrm{d}C)", "holds"),
        (FACTORS, r"\mathrm{d}L = \operatorname{tr}(C^\top\mathrm{d}C)", "refuted"),
        (FACTORS, r"\mathrm{d}C^{-1} = -C^{-1}\mathrm{d}C\,C^{-1}", "holds"),
        (FACTORS, r"\mathrm{d}C^2 = C\,\mathrm{d}C + \mathrm{d}C\,C", "holds"),
        (FAMILY, r"\mathrm{d}q_i = W\,\mathrm{d}x_i + \mathrm{d}W\,x_i", "holds"),
        (FAMILY, r"\mathrm{d}q_1 = W\,\mathrm{d}x_2 + \mathrm{d}W\,x_1", "refuted"),
        (FAMILY, r"\mathrm{d}q_1 = W\,\mathrm{d}x_1", "ambiguous"),
        # Functions: their arguments.
        (FACTORS, r"\mathrm{d}M(D B) = \operatorname{tr}(A\,\mathrm{d}D\,B)", "ambiguous"),
        (FACTORS, r"\mathrm{d}M(D) = \operatorname{tr}(A\,\mathrm{d}D)", "holds"),
        (FACTORS, r"\mathrm{d}\mathbf{z} = \mathrm{d}\mathbf{f}(u) + \mathrm{d}v", "holds"),
        (FACTORS, r"\mathrm{d}\mathbf{z} = 3\,\mathrm{d}\mathbf{f}(u) + \mathrm{d}v", "refuted"),
        # Silence, whatever the shapes.
        (LAYER, r"\mathrm{d}(W x) = \mathrm{d}W\,x + W\,\mathrm{d}x", "holds"),
        (LAYER, r"\mathrm{d}(W x) = \mathrm{d}W\,x", "ambiguous"),
        (LAYER, r"\mathrm{d}\|W x\|^2 = 2 x^\top W^\top W\,\mathrm{d}x", "ambiguous"),
        (FACTORS, r"\mathrm{d}\tfrac12 x^\top A x = \tfrac12 x^\top (A + A^\top)\,\mathrm{d}x", "ambiguous"),
        (FACTORS, r"\mathrm{d}(s^t) = t s^{t-1}\,\mathrm{d}s", "ambiguous"),
        (FACTORS, r"\mathrm{d}e^{s t} = s e^{s t}\,\mathrm{d}t", "ambiguous"),
        # Constants.
        (rf"{FACTORS}, \quad \mathrm{{d}}A = \mathrm{{d}}B = 0", r"\mathrm{d}(A D B) = A\,\mathrm{d}D\,B", "holds"),
        (rf"{FACTORS}, \quad \mathrm{{d}}A, \mathrm{{d}}B = 0", r"\mathrm{d}(A D B) = A\,\mathrm{d}D\,B", "holds"),
        (rf"{FACTORS}, \quad \mathrm{{d}}A = 0", r"\mathrm{d}(A D B) = A\,\mathrm{d}D\,B", "ambiguous"),
        (rf"{FACTORS}, \quad dA = 0", r"d\operatorname{tr}(A D) = \operatorname{tr}(A\,dD)", "holds"),
        (rf"{FACTORS}, \quad dA = 0", r"d\operatorname{tr}(A D) = 2\operatorname{tr}(A\,dD)", "refuted"),
        (rf"{FACTORS}, \quad dA = 0", r"d(A D) = A\,dD + dA\,D", "holds"),
        (rf"{FACTORS}, \quad dA = 0", r"d(A D) = A\,dD + dD\,A", "refuted"),
        (rf"{FAMILY}, \quad \mathrm{{d}}x_k = 0", r"\mathrm{d}q_1 = \mathrm{d}W\,x_1", "holds"),
    ],
)  # fmt: skip
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_the_message_says_how_to_call_a_name_constant(tmp_path):
    message = judged(r"\mathrm{d}(A D B) = A\,\mathrm{d}D\,B", FACTORS, tmp_path).message
    assert r"if A, B are constant, write \mathrm{d}A = 0, \mathrm{d}B = 0 in the given block" in message


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (rf"{FACTORS}, \quad \mathrm{{d}}C = 0", "no declared variable"),
        (r"X \in \mathbb{R}^{d \times d}, \quad dX = 0", "where d is declared, too"),
    ],
)
def test_refused_constants(given: str, why: str, tmp_path):
    with pytest.raises(BadPaper, match=why):
        judged(r"1 = 1", given, tmp_path)
