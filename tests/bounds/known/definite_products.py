r"""Definite products and inverses, ranks, multiples of the identity, and false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

TRUE = [
    (r"A \in \mathbb{R}^{m\times n}, \operatorname{rank}(A)=n", r"A^\top A \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0, \det A \ne 0", r"A \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"A^{-1} \succ 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq B, B \succ 0", r"B^{-1} \succeq A^{-1}"),
    (r"A, B \in \mathbb{R}^{n\times n}, C \in \mathbb{R}^{m\times n}, A \succeq B", r"C A C^\top \succeq C B C^\top"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_* \le \sqrt{\operatorname{rank}(A)} \|A\|_F"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_F \le \sqrt{\operatorname{rank}(A)} \|A\|_2"),
    (r"A \in \mathbb{R}^{m\times n}", r"\|A\|_* \le \operatorname{rank}(A) \|A\|_2"),
    (r"A \in \mathbb{R}^{n\times n}, A \prec 0", r"A^{-1} \prec 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0", r"A \odot B \succ 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succ 0, B \succ 0", r"A \otimes B \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0, \operatorname{rank}(A) = n", r"A \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \succ 0", r"A^2 \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, \det A \ne 0", r"A^\top A \succ 0"),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, A \succ 0, \operatorname{rank}(B) = m",
        r"B^\top A B \succ 0",
    ),
    (r"X \in \mathbb{R}^{n\times d}, \lambda > 0", r"\lambda I + X^\top X \succ 0"),
    (r"X \in \mathbb{R}^{n\times d}, \lambda > 0", r"(\lambda I + X^\top X)^{-1} \preceq \frac1\lambda I"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"\operatorname{tr}(A) \le \operatorname{rank}(A) \|A\|_2"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top, \|A\|_2 \le 1", r"A \preceq I"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"A \preceq \lambda_{\max}(A) I"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"\lambda_{\min}(A) I \preceq A"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"A \preceq \operatorname{tr}(A) I"),
    (
        r"A, B \in \mathbb{R}^{n\times n}",
        r"\operatorname{rank}(AB) \ge \operatorname{rank}(A) + \operatorname{rank}(B) - n",
    ),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq \mu I", r"A^{-1} \preceq \frac1\mu I"),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq \mu I", r"A \succ 0"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, 0 \prec A \preceq L I", r"A^{-1} \succeq \frac1L I"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top, \|A\|_2 < 1", r"A \prec I"),
    (r"A \in \mathbb{R}^{m\times n}", r"\operatorname{rank}(A)=n \implies A^\top A \succ 0"),
]
FALSE = [
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, A \preceq L I, A = A^\top", r"A^{-1} \succeq \frac1L I"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, 0 \prec A \preceq L I", r"A^{-1} \preceq \frac1L I"),
    (r"L \in \mathbb{R}_{>0}, A \in \mathbb{R}^{n\times n}, 0 \prec A \preceq L I", r"A^{-1} \succ \frac1L I"),
    (r"\mu > 0, A \in \mathbb{R}^{n\times n}, A \succeq -\mu I", r"A^{-1} \preceq \frac1\mu I"),
    (r"\mu \in \mathbb{R}, A \in \mathbb{R}^{n\times n}, A \succeq \mu I", r"A^{-1} \preceq \frac1\mu I"),
    (r"X \in \mathbb{R}^{n\times d}, \lambda > 0", r"(\lambda I + X^\top X)^{-1} \prec \frac1\lambda I"),
    (r"X \in \mathbb{R}^{n\times d}, \lambda > 0", r"(\lambda I + X^\top X)^{-1} \succeq \frac1\lambda I"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top, \|A\|_2 \le 1", r"A \prec I"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top, \|A\|_2 \le 2", r"A \preceq I"),
    (r"A \in \mathbb{R}^{n\times n}, \|A\|_2 \le 1", r"A \preceq I"),
    (r"A, B \in \mathbb{R}^{n\times n}, A = A^\top, \|B\|_2 \le 1", r"A \preceq I"),
    (r"A \in \mathbb{R}^{n\times n}, A = A^\top", r"A \preceq \operatorname{tr}(A) I"),
    (r"A \in \mathbb{R}^{n\times n}, A \succeq 0", r"A \prec \operatorname{tr}(A) I"),
    (
        r"A, B \in \mathbb{R}^{n\times n}",
        r"\operatorname{rank}(AB) \ge \operatorname{rank}(A) + \operatorname{rank}(B) - n + 1",
    ),
    (
        r"A \in \mathbb{R}^{m\times n}, B \in \mathbb{R}^{n\times k}",
        r"\operatorname{rank}(AB) \ge \operatorname{rank}(A) + \operatorname{rank}(B) - m",
    ),
    (r"A \in \mathbb{R}^{m\times n}, \operatorname{rank}(A)=n", r"A A^\top \succ 0"),
    (r"A \in \mathbb{R}^{m\times n}, \operatorname{rank}(A)=\min(m,n)", r"A^\top A \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, \det A \ne 0", r"A \succ 0"),
    (r"A \in \mathbb{R}^{m\times n}, m \le n, \sigma_{\min}(A) > 0", r"A^\top A \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, A \prec 0", r"A^2 \prec 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succ 0", r"A \odot B \succ 0"),
    (r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succ 0", r"A \otimes B \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, A \succ 0", r"B^\top A B \succ 0"),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, A \succ 0, \operatorname{rank}(B) = n",
        r"B^\top A B \succ 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, A \succeq 0, \operatorname{rank}(B) = m",
        r"B^\top A B \succ 0",
    ),
    (r"A \in \mathbb{R}^{m\times n}, \operatorname{rank}(A) \ge 1", r"A^\top A \succ 0"),
    (r"A \in \mathbb{R}^{m\times n}, \operatorname{rank}(A) \le n", r"A^\top A \succ 0"),
    (r"A \in \mathbb{R}^{n\times n}, \operatorname{tr} A \ne 0, A \succeq 0", r"A \succ 0"),
]
