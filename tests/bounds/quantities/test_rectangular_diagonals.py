r"""Rectangular diagonal matrices: ``sigma_k(D + c E) = sigma_k(D) + c``, sums between orthogonal factors, stacked blocks, what makes a sum well conditioned."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

SVD = (
    r"U \in \mathbb{R}^{m \times m}, \quad V \in \mathbb{R}^{n \times n}, \quad U^\top U = I_m, \quad V^\top V = I_n"
    r", \quad s \in \mathbb{R}^{m \times n}, \quad s \ge 0, \quad E \in \mathbb{R}^{m \times n}, \quad E_{i,j} := \delta_{ij}"
    r", \quad W := U (E \odot s) V^\top, \quad c \in \mathbb{R}, \quad c \ge 0, \quad C := c U E V^\top"
)
ONES = r"E \in \mathbb{R}^{m \times n}, \quad E_{i,j} := \delta_{ij}, \quad \lambda \in \mathbb{R}"
STACK = r"A, B \in \mathbb{R}^{p k \times q k}, \quad J := \begin{pmatrix} A \\ B \end{pmatrix}, \quad F := \begin{pmatrix} A & B \end{pmatrix}"
TALL = STACK + r", \quad p \ge q"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SVD, r"\sigma_{\max}(W + C) = \sigma_{\max}(W) + c"),
        (SVD, r"\sigma_{\min}(W + C) = \sigma_{\min}(W) + c"),
        (SVD, r"\|W + C\|_2 = \|W\|_2 + c"),
        (SVD + r", \quad c > 0", r"\kappa(W + C) = \frac{\sigma_{\max}(W) + c}{\sigma_{\min}(W) + c}"),
        (ONES, r"\sigma_{\max}(\lambda E) = |\lambda|"),
        (ONES, r"\sigma_{\min}(\lambda E) = |\lambda|"),
        (ONES, r"\kappa(E) = 1"),
        (TALL, r"\sigma_{\min}(J) \ge \max(\sigma_{\min}(A), \sigma_{\min}(B))"),
        (TALL, r"\kappa(J) \le \max(\kappa(A), \kappa(B))"),
        (TALL, r"\kappa(J) \le \kappa(A) + \kappa(B)"),
        (STACK + r", \quad p \le q", r"\sigma_{\min}(F) \ge \sigma_{\min}(B)"),
        (r"W \in \mathbb{R}^{m \times n}", r"\exists B \in \mathbb{R}^{m \times n} : \kappa(W + B) \le 1"),
        (r"W \in \mathbb{R}^{m \times n}", r"\exists B \in \mathbb{R}^{m \times n} : \kappa(B + W) \le 2"),
    ],
)
def test_spectra(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SVD.replace(r"\quad c \ge 0", r"\quad c \le 0"), r"\sigma_{\max}(W + C) = \sigma_{\max}(W) + c"),
        (SVD.replace(r"\quad s \ge 0, ", ""), r"\sigma_{\max}(W + C) = \sigma_{\max}(W) + c"),
        (SVD, r"\sigma_{\min}(W + C) = \sigma_{\min}(W) + 2 c"),
        (SVD.replace(r"C := c U E V^\top", r"C := c E"), r"\sigma_{\max}(W + C) = \sigma_{\max}(W) + c"),
        (SVD.replace(r"\quad U^\top U = I_m, ", ""), r"\sigma_{\min}(W + C) = \sigma_{\min}(W) + c"),
        (SVD.replace(r"E \odot s", r"s"), r"\sigma_{\max}(W + C) = \sigma_{\max}(W) + c"),
        (SVD, r"\kappa(W + C) \le \frac{\sigma_{\max}(W) + c}{\sigma_{\min}(W) + c + 1}"),
        (ONES, r"\sigma_{\max}(\lambda E) = \lambda"),
        (ONES, r"\sigma_{\min}(\lambda E) = 2 |\lambda|"),
        (STACK, r"\sigma_{\min}(J) \ge \sigma_{\min}(A)"),
        (STACK, r"\kappa(J) \le \kappa(A) + \kappa(B)"),
        (TALL, r"\sigma_{\min}(F) \ge \sigma_{\min}(B)"),
        (TALL, r"\kappa(J) \le \min(\kappa(A), \kappa(B))"),
        (TALL, r"\sigma_{\min}(J) \ge \sigma_{\min}(A) + \sigma_{\min}(B)"),
        (r"W \in \mathbb{R}^{m \times n}", r"\exists B \in \mathbb{R}^{m \times n} : \kappa(W + B) < 1"),
        (
            r"W \in \mathbb{R}^{m \times n}, \quad k \in \mathbb{N}, \quad Q \in \mathbb{R}^{k \times n}",
            r"\exists B \in \mathbb{R}^{m \times k} : \kappa(W + B Q) \le 2",
        ),
    ],
)
def test_false_neighbors(given: str, claim: str):
    assert not proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (ONES, r"\sigma_{\max}(\lambda E) = \lambda"),
        (STACK, r"\sigma_{\min}(J) \ge \sigma_{\min}(A)"),
        (TALL, r"\kappa(J) \le \min(\kappa(A), \kappa(B))"),
    ],
)
def test_they_are_refuted(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")
