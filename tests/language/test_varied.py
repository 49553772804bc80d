r"""Derivatives by entries and rows however they are spelled, by multiples, functions of one number and expressions."""

import pytest

from tests.judged import judged


@pytest.mark.parametrize(
    ("given", "claim", "expected"),
    [
        (
            r"W_Q \in \mathbb{R}^{d \times k}",
            r"\frac{\partial ([W_Q]_{ab} \|W_Q\|_F^2)}{\partial [W_Q]_{ab}} = \|W_Q\|_F^2",
            "refuted",
        ),
        (
            r"W_Q \in \mathbb{R}^{d \times k}",
            r"\frac{\partial ([W_Q]_{ab} \|W_Q\|_F^2)}{\partial [W_Q]_{ab}} = \|W_Q\|_F^2 + 2 [W_Q]_{ab}^2",
            "holds",
        ),
        (
            r"w_Q \in \mathbb{R}^n",
            r"\frac{\partial}{\partial (w_Q)_i} \frac{(w_Q)_i}{\|w_Q\|} = \frac{1}{\|w_Q\|}",
            "refuted",
        ),
        (
            r"w_Q \in \mathbb{R}^n",
            r"\frac{\partial}{\partial (w_Q)_i} \frac{(w_Q)_i}{\|w_Q\|} = \frac{1}{\|w_Q\|} - \frac{(w_Q)_i^2}{\|w_Q\|^3}",
            "holds",
        ),
        (
            r"W_Q \in \mathbb{R}^{d \times k}, f := \|W_Q\|_F^2 + (W_Q)_{11}",
            r"\frac{\partial f}{\partial (W_Q)_{11}} = 1",
            "refuted",
        ),
        (
            r"W_Q \in \mathbb{R}^{d \times k}, f := \|W_Q\|_F^2 + (W_Q)_{11}",
            r"\frac{\partial f}{\partial (W_Q)_{11}} = 1 + 2 (W_Q)_{11}",
            "holds",
        ),
        (
            r"W_Q \in \mathbb{R}^{d \times k}, f := (W_Q)_{11}^2 \|W_Q\|_F^2",
            r"\frac{\partial^2 f}{\partial (W_Q)_{11}^2} = 2 \|W_Q\|_F^2",
            "refuted",
        ),
        (
            r"W_Q \in \mathbb{R}^{d \times k}, f := (W_Q)_{11}^2 \|W_Q\|_F^2",
            r"\frac{\partial^2 f}{\partial (W_Q)_{11}^2} = 2 \|W_Q\|_F^2 + 10 (W_Q)_{11}^2",
            "holds",
        ),
        (
            r"W_Q \in \mathbb{R}^{d \times k}",
            r"\frac{\partial (W_Q)_{11}(W_Q)_{ab}}{\partial (W_Q)_{ab}} = (W_Q)_{11}",
            "refuted",
        ),
        (
            r"W_Q \in \mathbb{R}^{d \times k}",
            r"\frac{\partial (W_Q)_{11}(W_Q)_{ab}}{\partial (W_Q)_{ab}} = (W_Q)_{11} + \delta_{1a}\delta_{1b} (W_Q)_{ab}",
            "holds",
        ),
        (
            r"W \in \mathbb{R}^{n \times n}",
            r"\frac{\partial (W^\top)_{11} \operatorname{tr}(W)}{\partial (W^\top)_{11}} = \operatorname{tr}(W)",
            "refuted",
        ),
        (
            r"W \in \mathbb{R}^{n \times n}",
            r"\frac{\partial (W^\top)_{11} \operatorname{tr}(W)}{\partial (W^\top)_{11}} = \operatorname{tr}(W) + W_{11}",
            "holds",
        ),
        (
            r"W \in \mathbb{R}^{n \times n}, A \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \operatorname{tr}(A W)}{\partial (W^\top)_{ij}} = A_{ij}",
            "holds",
        ),
        (
            r"W \in \mathbb{R}^{n \times n}, A \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \operatorname{tr}(A W)}{\partial [W^\top]_{ij}} = A_{ji}",
            "refuted",
        ),
        (
            r"X_1 \in \mathbb{R}^{n \times d}",
            r"\frac{\partial ((X_1)_{i,:} X_1^\top X_1)}{\partial (X_1)_{i,:}} = X_1^\top X_1",
            "refuted",
        ),
        (
            r"X_1 \in \mathbb{R}^{n \times d}",
            r"\frac{\partial ((X_1)_{i,:} X_1^\top X_1)}{\partial (X_1)_{i,:}} = X_1^\top X_1 + \|(X_1)_{i,:}\|^2 I_d + ((X_1)_{i,:})^\top (X_1)_{i,:}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W_Q \in \mathbb{R}^{d \times k}, Q := X W_Q",
            r"\frac{\partial (Q)_{ij} \operatorname{tr}(Q Q^\top)}{\partial (Q)_{ij}} = \operatorname{tr}(Q Q^\top)",
            "refuted",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W_Q \in \mathbb{R}^{d \times k}, Q := X W_Q",
            r"\frac{\partial (Q)_{ij} \operatorname{tr}(Q Q^\top)}{\partial (Q)_{ij}} = \operatorname{tr}(Q Q^\top) + 2 Q_{ij}^2",
            "holds",
        ),
        (
            r"N \in \mathbb{R}_{>0}, \alpha \in \mathbb{R}_{>0}, L := N^{-\alpha} + \log N",
            r"\frac{d L}{d \log N} = 1",
            "refuted",
        ),
        (
            r"N \in \mathbb{R}_{>0}, \alpha \in \mathbb{R}_{>0}, L := N^{-\alpha} + \log N",
            r"\frac{d L}{d \log N} = 1 - \alpha N^{-\alpha}",
            "holds",
        ),
        (r"x \in \mathbb{R}_{>0}^n", r"\frac{\partial (x_i \log x_i)}{\partial \log x_i} = x_i", "refuted"),
        (
            r"x \in \mathbb{R}_{>0}^n",
            r"\frac{\partial (x_i \log x_i)}{\partial \log x_i} = x_i (1 + \log x_i)",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, f := \operatorname{tr}(X X^\top) + \|X\|_F^2",
            r"\frac{\partial f}{\partial (X X^\top)} = \mathrm{vec}_r(I_n)^\top",
            "undecided",
        ),
        (
            r"w \in \mathbb{R}^n, x \in \mathbb{R}^n",
            r"\frac{\partial (w^\top x + x^\top w)}{\partial (w^\top x)} = 1",
            "refuted",
        ),
        (
            r"w \in \mathbb{R}^n, x \in \mathbb{R}^n",
            r"\frac{\partial (w^\top x + x^\top w)}{\partial (w^\top x)} = 2",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W_Q \in \mathbb{R}^{d \times k}, W_K \in \mathbb{R}^{d \times k}, S := X (W_Q W_K^\top) X^\top + X W_K W_Q^\top X^\top",
            r"\frac{\partial S}{\partial (W_Q W_K^\top)} = X \otimes X",
            "refuted",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W_Q \in \mathbb{R}^{d \times k}, W_K \in \mathbb{R}^{d \times k}, S := X (W_Q W_K^\top) X^\top + X W_K W_Q^\top X^\top",
            r"\frac{\partial S}{\partial (W_Q W_K^\top)} = X \otimes X + (X \otimes X) K_{d,d}",
            "holds",
        ),
        (r"x \in \mathbb{R}^n", r"\frac{\partial(\|2x\|^2+\|x\|^2)}{\partial(2x)} = 4x^\top", "refuted"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial(\|2x\|^2+\|x\|^2)}{\partial(2x)} = 5x^\top", "holds"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial(\|x\| x^\top x)}{\partial\|x\|} = x^\top x", "undecided"),
        (r"s \in \mathbb{R}", r"\frac{\partial(s^2 s)}{\partial(s^2)} = s", "refuted"),
        (r"s \in \mathbb{R}", r"\frac{\partial(s^2 s)}{\partial(s^2)} = \frac{3}{2} s", "holds"),
        (r"t \in \mathbb{R}, p := 1/(1+e^{-t})", r"\frac{\partial (p(1-p))}{\partial(1-p)} = p", "refuted"),
        (r"t \in \mathbb{R}, p := 1/(1+e^{-t})", r"\frac{\partial (p(1-p))}{\partial(1-p)} = 2p - 1", "holds"),
        (
            r"W \in \mathbb{R}^{n \times n}",
            r"\frac{\partial ((W)_{11} \operatorname{tr}(W))}{\partial (W)_{11}} = \operatorname{tr}(W) + W_{11}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times k}",
            r"\frac{\partial \operatorname{tr}(X W W^\top X^\top)}{\partial (X W)} = 2\,\mathrm{vec}_r(XW)^\top",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W_Q \in \mathbb{R}^{d \times k}, W_K \in \mathbb{R}^{d \times k}, S := X W_Q W_K^\top X^\top",
            r"\frac{\partial S_{ij}}{\partial (W_Q)_{ab}} = X_{ia}(X W_K)_{jb}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W_Q \in \mathbb{R}^{d \times k}, W_K \in \mathbb{R}^{d \times k}, S := X W_Q W_K^\top X^\top",
            r"\frac{\partial S_{ij}}{\partial [W_Q]_{ab}} = X_{ia}(X W_K)_{jb}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W_Q \in \mathbb{R}^{d \times k}, W_K \in \mathbb{R}^{d \times k}, S := X W_Q W_K^\top X^\top",
            r"\frac{\partial S_{ij}}{\partial (W_Q)_{ab}} = X_{ia}(X W_K)_{ib}",
            "refuted",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times n}, T \in \mathbb{R}^{n \times n}, Z := X W",
            r"\nabla_Z(\frac12\|Z - T\|_F^2 + \operatorname{tr}(X W)) = Z - T",
            "ambiguous",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times n}, T \in \mathbb{R}^{n \times n}, Z := X W",
            r"\nabla_Z(\frac12\|Z - T\|_F^2 + \operatorname{tr}(X W)) = Z - T + I",
            "ambiguous",
        ),
        (
            r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times n}, T \in \mathbb{R}^{n \times n}, Z := X W",
            r"\nabla_Z(\frac12\|Z - T\|_F^2) = Z - T",
            "holds",
        ),
    ],
)
def test_all_that_varies_counts(given, claim, expected, tmp_path):
    assert judged(claim, given, tmp_path).verdict == expected
