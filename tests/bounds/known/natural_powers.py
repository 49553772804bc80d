r"""Powers with exponents that are sizes, of numbers and of matrices, products of matrices over ranges of any length, and false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

MATRIX = r"A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, k \in \mathbb{N}"
NUMBER = r"a, b \in \mathbb{R}, k \in \mathbb{N}"
STEP = MATRIX + r" \\ A = A^\top, \mu, L, \eta \in \mathbb{R}_{>0}, \mu I \preceq A \preceq L I"
LAYERS = r"W_l \in \mathbb{R}^{d \times d} \quad \forall l \in \{1,\dots,L\}"
TRUE = [
    (NUMBER + r" \\ 0 \le a \le 1", r"a^k \le 1"),
    (NUMBER + r" \\ 0 \le a \le 1", r"a^k \le a"),
    (NUMBER + r" \\ a \ge 1", r"a^k \ge 1"),
    (NUMBER + r" \\ 0 \le a \le b", r"a^k \le b^k"),
    (MATRIX + r", \rho \in \mathbb{R} \\ \|A\| \le \rho", r"\|A^k\| \le \rho^k"),
    (MATRIX + r" \\ \|A\| < 1", r"\|A^k\| \le 1"),
    (MATRIX, r"\|A^k\|_2 \le \|A\|_2^k"),
    (MATRIX, r"\|A^k\|_1 \le \|A\|_1^k"),
    (MATRIX, r"\|A^k x\| \le \|A\|^k \|x\|"),
    (STEP + r" \\ \eta \le 1/L", r"\|(I - \eta A)^k x\| \le (1 - \eta \mu)^k \|x\|"),
    (MATRIX, r"\|A^k x\|^2 \le \|A\|^{2k} \|x\|^2"),
    (r"x \in \mathbb{R}^n, c \in \mathbb{R}, \|x\| \le 1", r"\|c x\|^2 \le c^2"),
    (LAYERS, r"\|W_L \cdots W_1\| \le \prod_{l=1}^L \|W_l\|"),
    (LAYERS, r"\|W_1 \cdots W_L\|_1 \le \prod_{l=1}^L \|W_l\|_1"),
    (r"M \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, k \in \mathbb{N}, \rho \in \mathbb{R}, \|M\| \le (1 - \rho)^k", r"\|M x\| \le (1-\rho)^k \|x\|"),
]  # fmt: skip
FALSE = [
    (r"a \in \mathbb{R}, 0 \le a \le 1, N \in \mathbb{N}, i \in \{0, \dots, N\}", r"a^i \le a"),
    (r"x \in \mathbb{R}^n, c \in \mathbb{R}", rf"\|c x\|^2 \le 1{'0' * 350}"),
    (MATRIX, r"\|A^k x\|^2 \le \|A\|^{k} \|x\|^2"),
    (r"x \in \mathbb{R}^n, c \in \mathbb{R}", r"\|c x\|^2 \le c^2"),
    (NUMBER + r" \\ a \le 1", r"a^k \le 1"),
    (NUMBER + r" \\ 0 \le a \le 2", r"a^k \le 2"),
    (NUMBER + r" \\ a \ge 1", r"a^k \le a"),
    (NUMBER + r" \\ a \le b", r"a^k \le b^k"),
    (NUMBER + r" \\ 0 \le a \le b", r"a^{k+1} \le b^k"),
    (MATRIX, r"\|A^k\|_2 = \|A\|_2^k"),
    (MATRIX, r"\|A^k x\| \le \|A\|^{k-1} \|x\|"),
    (MATRIX, r"\|A^k\|_2 > 0"),
    (MATRIX, r"\|A^k\|_{\max} \le \|A\|_{\max}^k"),
    (STEP + r" \\ \eta \le 2/L", r"\|(I - \eta A)^k x\| \le (1 - \eta \mu)^k \|x\|"),
    (LAYERS, r"\|W_L \cdots W_1\| = \prod_{l=1}^L \|W_l\|"),
    (LAYERS, r"\|W_1 \cdots W_L\|_F \le \prod_{l=1}^L \|W_l\|_2"),
]
