"""Suprema and infima of linear and quadratic forms: dual norms and extreme eigenvalues, and what is not quite that."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, proved

MATRICES = r"G, B \in \mathbb{R}^{m \times n}"
VECTORS = r"g, x \in \mathbb{R}^{n}, \rho \in \mathbb{R}, \rho > 0"
SYMMETRIC = r"W \in \mathbb{R}^{n \times n}, W = W^\top, x \in \mathbb{R}^n"
DEFINITE = r"W \in \mathbb{R}^{n \times n}, W \succeq 0, x \in \mathbb{R}^n"
PAIR = r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, u \in \mathbb{R}^m"
LABEL = VECTORS + r", y \in \{-1, 1\}"
NUMBERS = r"a, b \in \mathbb{R}, c \in \mathbb{R}_{>0}"

TRUE = [
    (MATRICES, r"\sup_{\|B\|_2 \le 1} \langle G, B \rangle = \|G\|_*"),
    (MATRICES, r"\max_{\|B\|_* \le 1} \langle G, B \rangle = \|G\|_2"),
    (MATRICES, r"\max_{\|B\|_F = 1} \operatorname{tr}(G^\top B) = \|G\|_F"),
    (MATRICES, r"\min_{\|B\|_2 \le 1} \langle G, B \rangle = -\|G\|_*"),
    (VECTORS, r"\max_{\|x\|_2 \le \rho} x^\top g = \rho \|g\|_2"),
    (VECTORS, r"\max_{\|x\|_2^2 \le \rho} x^\top g = \sqrt{\rho} \|g\|_2"),
    (VECTORS, r"\max_{\|x\|_\infty \le \rho} x^\top g = \rho \|g\|_1"),
    (VECTORS, r"\max_{\|x\|_1 \le 1} (3 + g^\top x) = 3 + \|g\|_\infty"),
    (VECTORS, r"\max_{\|x\|_2 \le 1} |g^\top x| = \|g\|_2"),
    (VECTORS, r"\max_{x \ne 0} \frac{g^\top x}{\|x\|_2} = \|g\|_2"),
    (SYMMETRIC, r"\max_{x \ne 0} \frac{x^\top W x}{x^\top x} = \lambda_{\max}(W)"),
    (SYMMETRIC, r"\min_{\|x\|_2 = 1} x^\top W x = \lambda_{\min}(W)"),
    (SYMMETRIC, r"\max_{\|x\|_2 = 1} |x^\top W x| = \|W\|_2"),
    (SYMMETRIC, r"\max_{\|x\|_2 \le 1} x^\top W x = \max(0, \lambda_{\max}(W))"),
    (DEFINITE, r"\max_{\|x\|_2 \le 2} x^\top W x = 4 \lambda_{\max}(W)"),
    (PAIR, r"\sup_{\|u\|_2 = 1, \|x\|_2 = 1} u^\top A x = \|A\|_2"),
    (VECTORS, r"\max_{\|d\|_\infty \le \rho} g^\top (x + d) = g^\top x + \rho \|g\|_1"),
    (VECTORS, r"\min_{\|d\|_2 \le \rho} g^\top (x + d) = g^\top x - \rho \|g\|_2"),
    (MATRICES, r"\max_{\|D\|_2 \le 2} \operatorname{tr}(G^\top (B + D)) = \operatorname{tr}(G^\top B) + 2 \|G\|_*"),
    (LABEL, r"\max_{\|d\|_\infty \le \rho} y g^\top d = \rho \|g\|_1"),
    (PAIR, r"\max_{\|v\|_2 \le 2} \|A v\|_2 = 2 \|A\|_2"),
    (PAIR, r"\max_{\|v\|_2 \le 2} \|A v\|_2^2 = 4 \|A\|_2^2"),
    (PAIR, r"\max_{\|v\|_1 = 1} \|A v\|_1 = \|A\|_1"),
    (PAIR, r"\sup_{v \ne 0} \frac{\|A v\|_\infty}{\|v\|_\infty} = \|A\|_\infty"),
    (PAIR, r"\sup_{\|v\|_2 \ne 0} \frac{\|A v\|_2}{\|v\|_2} = \|A\|_2"),
    (PAIR, r"\max_{\|v\|_1 \le 1} \|A v\|_2 = \max_j \|A_{:,j}\|_2"),
    (PAIR, r"\max_{\|v\|_2 \le 1} \|A v\|_\infty = \max_i \|A_{i,:}\|_2"),
    (PAIR, r"\max_{\|v\|_1 \le 1} \|A v\|_\infty = \max_{i,j} |A_{ij}|"),
    (NUMBERS, r"\max_{|t| \le c} (a + b t) = a + c |b|"),
    (NUMBERS, r"\min_{|t| \le 2} (a + b t) = a - 2 |b|"),
    (NUMBERS, r"\max_{t \in [0, 1]} ((1 - t) a + t b) = \max(a, b)"),
    (NUMBERS, r"\min_{0 \le t \le 1} (a + b t) = \min(a, a + b)"),
]
FALSE = [
    (MATRICES, r"\max_{\|B\|_2 \le 1} \langle G, B \rangle = \|G\|_F"),
    (MATRICES, r"\max_{\|B\|_* \le 1} \langle G, B \rangle = \|G\|_*"),
    (MATRICES, r"\min_{\|B\|_2 \le 1} \langle G, B \rangle = \|G\|_*"),
    (MATRICES, r"\max_{\|B\|_F \le 1} \langle G, B \rangle = 2 \|G\|_F"),
    (VECTORS, r"\max_{\|x\|_2 \le \rho} x^\top g = \rho \|g\|_1"),
    (VECTORS, r"\max_{\|x\|_2^2 \le \rho} x^\top g = \rho \|g\|_2"),
    (VECTORS, r"\max_{\|x\|_1 \le 1} g^\top x = \|g\|_1"),
    (VECTORS, r"\max_{x \ne 0} \frac{g^\top x}{\|x\|_1} = \|g\|_2"),
    (VECTORS, r"\min_{\|x\|_2 \le 1} |g^\top x| = \|g\|_2"),
    (SYMMETRIC, r"\max_{\|x\|_2 = 1} x^\top W x = \|W\|_2"),
    (SYMMETRIC, r"\max_{\|x\|_2 \le 1} x^\top W x = \lambda_{\max}(W)"),
    (SYMMETRIC, r"\min_{\|x\|_2 = 1} x^\top W x = \lambda_{\max}(W)"),
    (SYMMETRIC, r"\min_{\|x\|_2 \le 1} x^\top W x = \lambda_{\min}(W)"),
    (DEFINITE, r"\max_{\|x\|_2 \le 2} x^\top W x = 2 \lambda_{\max}(W)"),
    (DEFINITE, r"\min_{\|x\|_2 \le 1} x^\top W x = \lambda_{\min}(W)"),
    (PAIR, r"\sup_{\|u\|_2 = 1} u^\top A x = \|A\|_2"),
    (VECTORS, r"\max_{\|d\|_\infty \le \rho} g^\top (x + d) = g^\top x + \rho \|g\|_2"),
    (VECTORS, r"\min_{\|d\|_2 \le \rho} g^\top (x + d) = g^\top x + \rho \|g\|_2"),
    (MATRICES, r"\max_{\|D\|_2 \le 2} \operatorname{tr}(G^\top (B + D)) = \operatorname{tr}(G^\top B) + 2 \|G\|_F"),
    (LABEL, r"\min_{\|d\|_\infty \le \rho} y g^\top (x + d) = y g^\top x - \rho \|g\|_2"),
    (PAIR, r"\max_{\|v\|_2 \le 2} \|A v\|_2 = \|A\|_2"),
    (PAIR, r"\max_{\|v\|_2 \le 2} \|A v\|_2^2 = 2 \|A\|_2^2"),
    (PAIR, r"\max_{\|v\|_1 = 1} \|A v\|_1 = \|A\|_\infty"),
    (PAIR, r"\max_{\|v\|_\infty = 1} \|A v\|_1 = \|A\|_1"),
    (PAIR, r"\min_{\|v\|_2 = 1} \|A v\|_2 = \|A\|_2"),
    (PAIR, r"\sup_{\|v\|_2 \ne 0} \frac{\|A v\|_2}{\|v\|_2} = \|A\|_F"),
    (PAIR, r"\sup_{v \ne 0} \frac{\|A v\|_2}{\|v\|_1} = \|A\|_2"),
    (PAIR, r"\max_{\|v\|_2 \le 1} \|A v\|_\infty = \max_j \|A_{:,j}\|_2"),
    (PAIR, r"\max_{\|v\|_2 \le 1} \|A v + u\|_2 = \|A\|_2 + \|u\|_2"),
    (r"A \in \mathbb{R}^{m \times n}, c \in \mathbb{R}", r"\max_{\|v\|_2 \le 1} c \|A v\|_2 = c \|A\|_2"),
    (NUMBERS, r"\max_{|t| \le c} (a + b t) = a + c b"),
    (NUMBERS, r"\max_{t \in [0, 2]} ((1 - t) a + t b) = \max(a, b)"),
    (NUMBERS, r"\max_{t \in [0, 1]} (a t^2 + b t) = \max(0, a + b)"),
    (NUMBERS, r"\min_{0 \le t \le 1} (a + b t) = \max(a, a + b)"),
    (r"a, b, c \in \mathbb{R}", r"\max_{|t| \le c} (a + b t) = a + c |b|"),
    (r"g, x \in \mathbb{R}^n, \rho \in \mathbb{R}", r"\max_{\|x\|_2 \le \rho} x^\top g = \rho \|g\|_2"),
    (r"W \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n", r"\max_{\|x\|_2 = 1} |x^\top W x| = \|W\|_2"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_the_values_of_forms_are_known(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_what_is_not_quite_the_value_is_not_called_it(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict != "holds"
