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
            r"X \in \mathbb{R}^{n \times d}",
            r"\frac{\partial \|X\|_F^2}{\partial (X^\top)_{i,:}} = 2 (X_{:,i})^\top",
            "holds",
        ),
        (r"X \in \mathbb{R}^{n \times d}", r"\frac{\partial \|X\|_F^2}{\partial ((X))_{ij}} = 2 X_{ij}", "holds"),
        (r"X \in \mathbb{R}^{n \times d}", r"\frac{\partial \|X\|_F^2}{\partial [X]_{:,j}} = 2 X_{:,j}^\top", "holds"),
        (r"X \in \mathbb{R}^{n \times d}", r"\frac{\partial \|X\|_F^2}{\partial (X_{i,:})_j} = 2 X_{ij}", "holds"),
        (r"X \in \mathbb{R}^{n \times d}", r"\frac{\partial X_{11} X_{ij}}{\partial (X_{i,:})_j} = X_{11}", "refuted"),
        (r"X \in \mathbb{R}^{n \times d}", r"\frac{\partial \|X\|_F^2}{\partial (2X)_{ij}} = X_{ij}", "holds"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial \|x\|^2 x_i}{\partial (x)_i} = \|x\|^2", "refuted"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial \|x\|^2 x_i}{\partial (-x)_i} = -\|x\|^2 - 2 x_i^2", "holds"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial x}{\partial (-x)} = -I_n", "holds"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial x}{\partial (-x)} = I_n", "refuted"),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}",
            r"\frac{\partial \operatorname{softmax}(W x)_i}{\partial (W x)_j} = \operatorname{softmax}(W x)_i (\delta_{ij} - \operatorname{softmax}(W x)_j)",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}, b \in \mathbb{R}^n",
            r"\frac{\partial \|W x + b\|^2}{\partial (W x + b)} = 2 (W x + b)^\top",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}, b \in \mathbb{R}^n",
            r"\frac{\partial (\|W x + b\|^2 + \|b\|^2)}{\partial (W x + b)} = 2 (W x + b)^\top",
            "undecided",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}, b \in \mathbb{R}^n",
            r"\frac{\partial \|b - W x\|^2}{\partial (W x - b)} = 2 (W x - b)^\top",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}, b \in \mathbb{R}^n",
            r"\frac{\partial \|W x\|^2}{\partial b} = 0",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}, z := W x, \ell := \log \sum_i e^{z_i}",
            r"\frac{\partial \ell}{\partial (W x)} = \operatorname{softmax}(z)^\top",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}, z := W x, \ell := \log \sum_i e^{z_i} + \|W\|_F^2",
            r"\frac{\partial \ell}{\partial (W x)} = \operatorname{softmax}(z)^\top",
            "undecided",
        ),
        (r"p \in \mathbb{R}_{>0}, y \in \mathbb{R}", r"\frac{\partial y \log p}{\partial \log p} = y", "holds"),
        (r"p \in \mathbb{R}_{>0}, y \in \mathbb{R}", r"\frac{\partial y p}{\partial \log p} = y p", "holds"),
        (r"p \in \mathbb{R}_{>0}, y \in \mathbb{R}", r"\frac{\partial^2 y p}{\partial (\log p)^2} = y p", "holds"),
        (r"p \in \mathbb{R}_{>0}", r"\frac{\partial^2 \log p}{\partial (\log p)^2} = 0", "holds"),
        (
            r"\lambda \in \mathbb{R}, x \in \mathbb{R}^n",
            r"\frac{\partial e^{\lambda} \|x\|^2}{\partial e^\lambda} = \|x\|^2",
            "holds",
        ),
        (
            r"Q \in \mathbb{R}^{n \times d}, K \in \mathbb{R}^{n \times d}, V \in \mathbb{R}^{n \times d}",
            r"\frac{\partial \operatorname{softmax}(Q K^\top / \sqrt{d}) V}{\partial V} = \operatorname{softmax}(Q K^\top/\sqrt{d}) \otimes I_d",
            "holds",
        ),
        (
            r"Q \in \mathbb{R}^{n \times d}, K \in \mathbb{R}^{n \times d}",
            r"\frac{\partial \operatorname{tr}(Q K^\top / \sqrt{d})}{\partial (Q K^\top)} = \frac{1}{\sqrt{d}} \mathrm{vec}_r(I_n)^\top",
            "holds",
        ),
        (
            r"Q \in \mathbb{R}^{n \times d}, K \in \mathbb{R}^{n \times d}",
            r"\frac{\partial \operatorname{tr}(Q K^\top)}{\partial (Q K^\top/\sqrt{d})} = \sqrt{d}\, \mathrm{vec}_r(I_n)^\top",
            "holds",
        ),
        (
            r"Q \in \mathbb{R}^{n \times d}, K \in \mathbb{R}^{n \times d}, S := Q K^\top, P := \operatorname{softmax}(S/\sqrt{d})",
            r"\frac{\partial \|P\|_F^2}{\partial (S/\sqrt{d})} = \sqrt{d} \frac{\partial \|P\|_F^2}{\partial S}",
            "holds",
        ),
        (
            r"Q \in \mathbb{R}^{n \times d}, K \in \mathbb{R}^{n \times d}, S := Q K^\top, P := \operatorname{softmax}(S/\sqrt{d})",
            r"\frac{\partial \|P\|_F^2}{\partial (S/\sqrt{d})} = \frac{\partial \|P\|_F^2}{\partial S}",
            "refuted",
        ),
        (r"a \in \mathbb{R}, b \in \mathbb{R}", r"\frac{\partial (a b)^2}{\partial (a b)} = 2 a b", "holds"),
        (r"a \in \mathbb{R}, b \in \mathbb{R}", r"\frac{\partial a^2 b}{\partial (a b)} = a", "undecided"),
        (
            r"A \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \operatorname{tr}(A^{-1})}{\partial A^{-1}} = \mathrm{vec}_r(I_n)^\top",
            "holds",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \log\det A}{\partial A^{-1}} = -\mathrm{vec}_r(A^\top)^\top",
            "holds",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \operatorname{tr}(A A^{-1})}{\partial A^{-1}} = \mathrm{vec}_r(A^\top)^\top",
            "refuted",
        ),
        (
            r"X \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \operatorname{tr}(X^2)}{\partial \operatorname{tr}(X)} = 2 \operatorname{tr}(X)",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \operatorname{tr}(X)^2}{\partial \operatorname{tr}(X)} = 2 \operatorname{tr}(X)",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}",
            r"\frac{\partial \operatorname{softmax}(W x)_i}{\partial (W x)_j} = \operatorname{softmax}(W x)_i (1 - \operatorname{softmax}(W x)_j)",
            "refuted",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}",
            r"\frac{\partial \operatorname{softmax}(W x)_i}{\partial [W x]_j} = \operatorname{softmax}(W x)_i (\delta_{ij} - \operatorname{softmax}(W x)_j)",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^d, W \in \mathbb{R}^{n \times d}",
            r"\frac{\partial \|x\|^2 (W x)_i}{\partial (W x)_i} = \|x\|^2",
            "undecided",
        ),
        (
            r"\lambda \in \mathbb{R}, x \in \mathbb{R}^n",
            r"\frac{\partial e^{\lambda} \lambda}{\partial e^\lambda} = \lambda",
            "refuted",
        ),
        (
            r"\lambda \in \mathbb{R}, x \in \mathbb{R}^n",
            r"\frac{\partial e^{\lambda} \lambda}{\partial e^\lambda} = \lambda + 1",
            "holds",
        ),
        (r"p \in \mathbb{R}_{>0}, x \in \mathbb{R}^n", r"\frac{\partial p x}{\partial \log p} = p x", "holds"),
        (
            r"p \in \mathbb{R}_{>0}, X \in \mathbb{R}^{n \times d}",
            r"\frac{\partial p X}{\partial \log p} = p X",
            "holds",
        ),
        (
            r"p \in \mathbb{R}_{>0}, X \in \mathbb{R}^{n \times d}",
            r"\frac{\partial p X}{\partial \log p} = p\, \mathrm{vec}_r(X)",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^n, y \in \mathbb{R}^n \\ y = 2 x",
            r"\frac{\partial \|y\|^2 (x)_1}{\partial (x)_1} = \|y\|^2",
            "undecided",
        ),
        (
            r"x \in \mathbb{R}^n, y \in \mathbb{R}^n \\ y = 2 x",
            r"\frac{\partial \|y\|^2 \log x_1}{\partial \log x_1} = \|y\|^2",
            "undecided",
        ),
        (
            r"x \in \mathbb{R}^n, y \in \mathbb{R}^n \\ y = 2 x",
            r"\frac{\partial \|y\|^2 \|x\|}{\partial \|x\|} = \|y\|^2",
            "undecided",
        ),
        (
            r"x \in \mathbb{R}^n, y \in \mathbb{R}^n, a \in \mathbb{R}^n \\ y = 2 x",
            r"\frac{\partial y^\top a \|2x\|}{\partial (2x)} = 0",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times n} \\ X = X^\top",
            r"\frac{\partial \operatorname{tr}(X^2)}{\partial (X)_{ij}} = 2 X_{ji}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times n}",
            r"\frac{\partial^2 \operatorname{tr}(X^2)}{\partial (X^\top)_{ij}^2} = 2 \delta_{ij}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times n}",
            r"\frac{\partial^2 \operatorname{tr}(X^2)}{\partial (X)_{ij} \partial (X)_{kl}} = 2 \delta_{il}\delta_{jk}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times n}",
            r"\frac{\partial^2 \operatorname{tr}(X^2)}{\partial (X)_{ij} \partial (X)_{kl}} = 2 \delta_{ik}\delta_{jl}",
            "refuted",
        ),
        (
            r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times m}",
            r"\frac{\partial \operatorname{tr}(B^\top A^\top)}{\partial (A B)} = \mathrm{vec}_r(I_m)^\top",
            "holds",
        ),
        (
            r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times m}, C \in \mathbb{R}^{m \times m}",
            r"\frac{\partial \operatorname{tr}(C B^\top A^\top)}{\partial (A B)} = \mathrm{vec}_r(C)^\top",
            "holds",
        ),
        (
            r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times m}, C \in \mathbb{R}^{m \times m}",
            r"\frac{\partial \operatorname{tr}(C B^\top A^\top)}{\partial (A B)} = \mathrm{vec}_r(C^\top)^\top",
            "refuted",
        ),
        (
            r"x \in \mathbb{R}^n, y \in \mathbb{R}^n",
            r"\frac{\partial \|y - x\|^2}{\partial (x - y)} = 2 (x-y)^\top",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^n, y \in \mathbb{R}^n, a \in \mathbb{R}^n",
            r"\frac{\partial a^\top(y - x)}{\partial (x - y)} = a^\top",
            "refuted",
        ),
        (
            r"x \in \mathbb{R}^n, y \in \mathbb{R}^n, a \in \mathbb{R}^n",
            r"\frac{\partial a^\top(y - x)}{\partial (x - y)} = -a^\top",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^n, W \in \mathbb{R}^{m \times n}",
            r"\frac{\partial \sup_{\|x\| \le 1} \|W x\|}{\partial (W x)} = 0",
            "undecided",
        ),
        (
            r"x \in \mathbb{R}^n, \mu := \frac1n \sum_i x_i, v := \frac1n \sum_i (x_i - \mu)^2",
            r"\frac{\partial v}{\partial \mu} = -\frac{2}{n} \sum_i (x_i - \mu)",
            "holds",
        ),
        (r"x \in \mathbb{R}^n, y := x, f := \|y\|^2 + \|x\|^2", r"\frac{\partial f}{\partial y} = 2 y^\top", "holds"),
        (r"x \in \mathbb{R}^n, y := 2x, f := \|y\|^2 + \|x\|^2", r"\frac{\partial f}{\partial y} = 2 y^\top", "holds"),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := X X^\top, g := \|F(X)\|_F^2",
            r"\frac{\partial g}{\partial (F(X))_{ij}} = 2 F(X)_{ij}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := X X^\top, g := \|F(X)\|_F^2",
            r"\frac{\partial g}{\partial F(X)_{ij}} = 2 F(X)_{ij}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := X X^\top, g := \|F\|_F^2",
            r"\frac{\partial g}{\partial F_{ij}} = 2 F_{ij}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := X X^\top, Y \in \mathbb{R}^{n \times d}, g := \|F(Y)\|_F^2 + \|Y\|_F^2",
            r"\frac{\partial g}{\partial F(Y)} = 2 \mathrm{vec}_r(F(Y))^\top",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, A \in \mathbb{R}^{m \times n}, Z := A X",
            r"d \operatorname{tr}(A X) = \operatorname{tr}(A dX)",
            "ambiguous",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := X X^\top, g := \|F(X)\|_F^2",
            r"\frac{\partial g}{\partial F(X)_{ij}} = 2 \mathrm{vec}_r(F)^\top",
            "ill-typed",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := 2X, A \in \mathbb{R}^{m \times n}, g := \operatorname{tr}(A F(X))",
            r"\frac{\partial g}{\partial F(X)^\top} = \mathrm{vec}_r(A)^\top",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := 2X, A \in \mathbb{R}^{m \times n}, g := \operatorname{tr}(A F(X))",
            r"\frac{\partial g}{\partial F(X)^\top} = \mathrm{vec}_r(A^\top)^\top",
            "refuted",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := 2X, A \in \mathbb{R}^{m \times n}, g := \operatorname{tr}(A F(X))",
            r"\frac{\partial g}{\partial F(X)} = \mathrm{vec}_r(A^\top)^\top",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := 2X, A \in \mathbb{R}^{m \times n}, g := \operatorname{tr}(A F(X))",
            r"\frac{\partial g}{\partial F(X)_{i,:}} = A_{:,i}^\top",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, F(X) := 2X, A \in \mathbb{R}^{m \times n}, g := \operatorname{tr}(A F(X))",
            r"\frac{\partial g}{\partial (F(X)^\top)_{ij}} = A_{ij}",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^{n}, f(x) := 2x, g := \|f(x)\|^2",
            r"\frac{\partial g}{\partial f(x)_i} = 2 f(x)_i",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^{n}, f(x) := 2x, g := \|f(x)\|^2 f(x)_1",
            r"\frac{\partial g}{\partial f(x)_1} = \|f(x)\|^2",
            "refuted",
        ),
        (
            r"x \in \mathbb{R}^{n}, f : \mathbb{R}^n \to \mathbb{R}^m",
            r"\frac{\partial \|f(x)\|^2}{\partial f(x)_i} = 2 f(x)_i",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^{n}, f : \mathbb{R}^n \to \mathbb{R}^m",
            r"\frac{\partial \|f(x)\|^2 f(x)_1}{\partial f(x)_1} = \|f(x)\|^2",
            "refuted",
        ),
        (r"x \in \mathbb{R}^n", r"\frac{\partial \sum_j x_j^2}{\partial \sum_j x_j} = 1", "undecided"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial \sum_j x_j^2}{\partial \sum_j \log x_j} = 1", "undecided"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial \sum_j x_j^2}{\partial (x_1 + x_2)} = 1", "undecided"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial x_2 \log x_1}{\partial \log x_1} = x_2", "holds"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial x_1 \log x_1}{\partial \log x_1} = x_1", "refuted"),
        (r"x \in \mathbb{R}^n", r"\frac{\partial x_i \log x_1}{\partial \log x_1} = x_i", "refuted"),
        (
            r"x \in \mathbb{R}^n",
            r"\frac{\partial x_i \log x_1}{\partial \log x_1} = x_i + \delta_{1i} x_1 \log x_1",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}",
            r"\frac{\partial X_{ij} \log X_{11}}{\partial \log X_{11}} = X_{ij} + \delta_{1i}\delta_{1j} X_{11} \log X_{11}",
            "holds",
        ),
        (r"X \in \mathbb{R}^{n \times m}", r"\frac{\partial \|X\|_F^2}{\partial (X_{11}^2)} = 1", "holds"),
        (
            r"X \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \|X\|_F^2}{\partial (X + I)} = 2 \mathrm{vec}_r(X)^\top",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \|X\|_F^2}{\partial (X + X^\top)} = 2 \mathrm{vec}_r(X)^\top",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times n}, Y \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \|X\|_F^2}{\partial (X + Y)} = 2 \mathrm{vec}_r(X)^\top",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times n}",
            r"\frac{\partial \|X\|_F^2}{\partial \mathrm{vec}_r(X^\top)^\top} = 2 \mathrm{vec}_r(X^\top)^\top",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}",
            r"\frac{\partial \|X\|_F^2}{\partial \mathrm{vec}_r(X)_i} = 2 \mathrm{vec}_r(X)_i",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}",
            r"\frac{\partial \|X\|_F^2 \mathrm{vec}_r(X)_1}{\partial \mathrm{vec}_r(X)_1} = \|X\|_F^2",
            "refuted",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}",
            r"\frac{\partial \|X\|_F^2 \mathrm{vec}(X)_1}{\partial \mathrm{vec}(X)_1} = \|X\|_F^2",
            "refuted",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}",
            r"\frac{\partial \|X\|_F^2 \mathrm{vec}(X)_1}{\partial \mathrm{vec}(X)_1} = \|X\|_F^2 + 2 X_{11}^2",
            "undecided",
        ),
        (
            r"W \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n",
            r"\frac{\partial W x}{\partial (W)_{ab}} = e_a x_b",
            "holds",
        ),
        (
            r"W \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n",
            r"\frac{\partial (W x)_i}{\partial (W)_{i,:}} = x^\top",
            "holds",
        ),
        (
            r"W \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n",
            r"\frac{\partial (W^2 x)_i}{\partial (W)_{i,:}} = (W x)^\top",
            "refuted",
        ),
        (r"W \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n", r"\frac{\partial (W x)}{\partial (W x)} = I_n", "holds"),
        (
            r"W \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n",
            r"\frac{\partial W x}{\partial x} = \frac{\partial W x}{\partial (W x)} \frac{\partial W x}{\partial x}",
            "holds",
        ),
        (
            r"W \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n",
            r"\frac{\partial \tanh(W x)}{\partial x} = \frac{\partial \tanh(W x)}{\partial (W x)} W",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}",
            r"\frac{\partial \|X\|_F^2}{\partial (\mathrm{vec}_r(X))_i} = 2 \mathrm{vec}_r(X)_i",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}",
            r"\frac{\partial \|X\|_F^2}{\partial \mathrm{vec}_r(X)^\top} = 2 \mathrm{vec}_r(X)^\top",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}",
            r"\frac{\partial \|X\|_F^2}{\partial \mathrm{vec}(X_{i,:})} = 2 X_{i,:}",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, A \in \mathbb{R}^{m \times m}",
            r"\frac{\partial \|X A\|_F^2 \operatorname{tr}(A)}{\partial \mathrm{vec}(X A)} = 2 \mathrm{vec}(X A)^\top \operatorname{tr}(A)",
            "undecided",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, A \in \mathbb{R}^{m \times m}",
            r"\frac{\partial \|X A\|_F^2}{\partial \mathrm{vec}(X A)} = 2 \mathrm{vec}(X A)^\top",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, A \in \mathbb{R}^{m \times m}",
            r"\frac{\partial A}{\partial (A)_{11}} = \mathrm{vec}_r(e_1 e_1^\top)",
            "holds",
        ),
    ],
)
def test_all_that_varies_counts(given, claim, expected, tmp_path):
    assert judged(claim, given, tmp_path).verdict == expected


@pytest.mark.parametrize(
    ("given", "claim", "expected"),
    [
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n",
            r"\frac{\partial \sum_{i=1}^m \|x_i\|^2}{\partial x_j} = 2 x_j^\top",
            "holds",
        ),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n",
            r"\frac{\partial \sum_{i=1}^m \|x_i\|^2}{\partial x_j} = 2 x_1^\top",
            "refuted",
        ),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n",
            r"\frac{\partial x_i^\top x_j}{\partial x_i} = x_j^\top",
            "refuted",
        ),
        (
            r"h \in \{1,\dots,H\}, W_O^{(h)} \in \mathbb{R}^{k \times d}, A^{(h)} \in \mathbb{R}^{n \times k}",
            r"\frac{\partial \sum_{h=1}^H A^{(h)} W_O^{(h)}}{\partial W_O^{(g)}} = A^{(g)} \otimes I_d",
            "holds",
        ),
        (
            r"h \in \{1,\dots,H\}, W_O^{(h)} \in \mathbb{R}^{k \times d}, A^{(h)} \in \mathbb{R}^{n \times k}",
            r"\frac{\partial \sum_{h=1}^H A^{(h)} W_O^{(h)}}{\partial W_O^{(g)}} = A^{(1)} \otimes I_d",
            "refuted",
        ),
        (
            r"h \in \{1,\dots,H\}, W_O^{(h)} \in \mathbb{R}^{k \times d}, A^{(h)} \in \mathbb{R}^{n \times k}",
            r"\frac{\partial \sum_{h=1}^H \|W_O^{(h)}\|_F^2}{\partial (W_O^{(g)})_{ab}} = 2 (W_O^{(g)})_{ab}",
            "holds",
        ),
        (
            r"i \in \{1,\dots,m\}, s_i \in \mathbb{R}",
            r"\frac{\partial \sum_{i=1}^m s_i^2}{\partial s_j} = 2 s_j",
            "holds",
        ),
        (r"i \in \{1,\dots,m\}, s_i \in \mathbb{R}", r"\frac{\partial s_1 s_j}{\partial s_j} = s_1", "refuted"),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n, y \in \mathbb{R}^n",
            r"\nabla_{x_j} \sum_{i=1}^m \|x_i - y\|^2 = 2 (x_j - y)",
            "holds",
        ),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n, y \in \mathbb{R}^n",
            r"\nabla_{x_j} \sum_{i=1}^m \|x_i - y\|^2 = 2 x_j",
            "refuted",
        ),
        (r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n, y \in \mathbb{R}^n", r"\nabla_{x_j} x_j^\top y = y", "holds"),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n, y \in \mathbb{R}^n",
            r"\nabla_{x_j} x_j^\top x_k = x_k",
            "refuted",
        ),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}",
            r"\nabla_{x_j} \tfrac12 x_j^\top A x_j = \tfrac12(A + A^\top) x_j",
            "holds",
        ),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}",
            r"\nabla_{x_j} (\tfrac12 x_j^\top A x_j) = A x_j",
            "refuted",
        ),
        (r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n, f := \sum_{i=1}^m \|x_i\|^2", r"\nabla_{x_j} f = 2 x_j", "holds"),
        (
            r"i \in \{1,\dots,m\}, x^{(i)} \in \mathbb{R}^n, f := \sum_{i=1}^m \|x^{(i)}\|^2",
            r"\nabla_{x^{(j)}} f = 2 x^{(j)}",
            "holds",
        ),
        (
            r"i \in \{1,\dots,m\}, W_i \in \mathbb{R}^{n \times k}, f := \sum_{i=1}^m \|W_i\|_F^2",
            r"\nabla_{W_1} f = 2 W_1",
            "holds",
        ),
        (
            r"i \in \{1,\dots,m\}, W_i \in \mathbb{R}^{n \times k}, f := \sum_{i=1}^m \|W_i\|_F^2",
            r"\nabla_{W_i} f = 2 W_i",
            "holds",
        ),
        (
            r"i \in \{1,\dots,m\}, W_i \in \mathbb{R}^{n \times k}, f := \sum_{i=1}^m \|W_i\|_F^2",
            r"\nabla_{W_1} f = 2 W_2",
            "refuted",
        ),
        (
            r"i \in \{1,\dots,m\}, W_i \in \mathbb{R}^{n \times k}, y_i := W_i 1_k",
            r"\frac{\partial (\|y_j\|^2 + \|y_1\|^2)}{\partial y_j} = 2 y_j^\top",
            "undecided",
        ),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n",
            r"\frac{\partial \sum_{i=1}^m x_i^\top x_j}{\partial x_j} = \sum_{i=1}^m x_i^\top + x_j^\top",
            "holds",
        ),
        (
            r"i \in \{1,\dots,m\}, x_i \in \mathbb{R}^n",
            r"\frac{\partial^2 \|x_j\|^2}{\partial x_j \partial x_k} = 2 \delta_{jk} I_n",
            "holds",
        ),
    ],
)
def test_members_of_families(given, claim, expected, tmp_path):
    assert judged(claim, given, tmp_path).verdict == expected


@pytest.mark.parametrize(
    ("given", "claim", "expected"),
    [
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
        (
            r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times n}, Z := X W",
            r"\frac{\partial (Z_{11} + \operatorname{tr}(X W))}{\partial Z_{11}} = 1",
            "ambiguous",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, W \in \mathbb{R}^{m \times k}, Z := X W",
            r"d \operatorname{tr}(X^\top X) = 2 \operatorname{tr}(X^\top dX)",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, W \in \mathbb{R}^{m \times k}, Q := X W, K := X W, S := Q K^\top",
            r"\frac{\partial S}{\partial Q} = I_n \otimes K",
            "holds",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, W \in \mathbb{R}^{m \times k}, Q := X W, K := X W, S := Q (X W)^\top",
            r"\frac{\partial S}{\partial Q} = I_n \otimes K",
            "ambiguous",
        ),
        (
            r"X \in \mathbb{R}^{n \times m}, W \in \mathbb{R}^{m \times k}, Q := X W, f := \|Q\|_F^2 + \operatorname{tr}(Q W^\top X^\top)",
            r"\frac{\partial f}{\partial Q} = 3 \mathrm{vec}_r(Q)^\top",
            "ambiguous",
        ),
    ],
)
def test_definitions_written_out_beside_their_name(given, claim, expected, tmp_path):
    assert judged(claim, given, tmp_path).verdict == expected


def test_refusals_say_what_else_varies(tmp_path):
    given = r"X \in \mathbb{R}^{n \times d}, f := \operatorname{tr}(X X^\top) + \|X\|_F^2"
    result = judged(r"\frac{\partial f}{\partial (X X^\top)} = \mathrm{vec}_r(I_n)^\top", given, tmp_path)
    assert "depends on X in other ways" in result.message and "define a name" in result.message
