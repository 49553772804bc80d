r"""Block matrices by their corners: complements, Fischer's inequality, and false neighbors."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

TRUE = [
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, A \succ 0, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
        r"C - B^\top A^{-1} B \succeq 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
        r"\det\begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \le \det A \det C",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
        r"A \succeq 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, A \succ 0, C - B^\top A^{-1} B \succeq 0",
        r"\begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, C \succ 0, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succ 0",
        r"A \succ B C^{-1} B^\top",
    ),
]
FALSE = [
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, A \succ 0, C \succ 0",
        r"\begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, A \succ 0, C - B^\top A^{-1} B \succeq 0",
        r"\begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succ 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, A \succ 0, C - B^\top A^{-1} B \succeq 0",
        r"\begin{pmatrix} A & B \\ -B^\top & C \end{pmatrix} \succeq 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, A \succ 0, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
        r"C - B^\top A^{-1} B \succ 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
        r"A \succ 0",
    ),
    (
        r"A \in \mathbb{R}^{n\times n}, B \in \mathbb{R}^{n\times m}, C \in \mathbb{R}^{m\times m}, C \succ 0, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succ 0",
        r"A \succ 2 B C^{-1} B^\top",
    ),
    (
        r"A, B, C \in \mathbb{R}^{n\times n}, \det\begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \ge 0",
        r"\det\begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \le \det A \det C",
    ),
    (
        r"A, B, C \in \mathbb{R}^{n\times n}, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
        r"\det\begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \ge \det A \det C",
    ),
    (
        r"A, B, C \in \mathbb{R}^{n\times n}, \begin{pmatrix} A & B \\ B^\top & C \end{pmatrix} \succeq 0",
        r"B \succeq 0",
    ),
    (r"A, B \in \mathbb{R}^{n\times n}, \begin{pmatrix} A & 0 \\ 0 & B \end{pmatrix} \succeq 0", r"A \succeq B"),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\begin{pmatrix} A & 0 \\ 0 & B \end{pmatrix} \succ 0",
    ),
    (
        r"A, B \in \mathbb{R}^{n\times n}, A \succeq 0, B \succeq 0",
        r"\begin{pmatrix} 0 & A \\ B & 0 \end{pmatrix} \succeq 0",
    ),
]
