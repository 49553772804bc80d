"""Unit vectors and projections: how far directions are apart, and what is left of a vector beside another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, proved

PAIR = r"u, v \in \mathbb{R}^n, u \ne 0, v \ne 0"
APART = r"\left\|\frac{u}{\|u\|} - \frac{v}{\|v\|}\right\|"
COSINE = PAIR + r" \\ c(u, v) := \frac{u^\top v}{\|u\| \|v\|}"
ROWS = r"x, y \in \mathbb{R}^n, X, Y \in \mathbb{R}^{m \times n}"

TRUE = [
    (PAIR, APART + r" \le \frac{2 \|u - v\|}{\|u\| + \|v\|}"),
    (PAIR, APART + r" \le \frac{2 \|u - v\|}{\max(\|u\|, \|v\|)}"),
    (PAIR, APART + r" \le \frac{2 \|u - v\|}{\|u\|}"),
    (PAIR, APART + r" \le \frac{\|u - v\|}{\sqrt{\|u\| \|v\|}}"),
    (PAIR, r"\left\|\frac{u}{\|u\|} + \frac{v}{\|v\|}\right\| \le \frac{2 \|u + v\|}{\|u\| + \|v\|}"),
    (r"u, v \in \mathbb{R}^n, \|u\| \ge 1, \|v\| \ge 1", APART + r" \le \|u - v\|"),
    (r"u, v \in \mathbb{R}^n", r"\left\| \|v\| u - \|u\| v \right\| \le 2 \|u\| \|u - v\|"),
    (COSINE, r"\|\nabla_u c(u, v)\| \le \frac{1}{\|u\|}"),
    (PAIR, r"\left\|v - \frac{u^\top v}{\|u\|^2} u\right\| \le \|v\|"),
    (PAIR, r"\left\|v - 2 \frac{u^\top v}{\|u\|^2} u\right\| \le \|v\|"),
    (r"u, v \in \mathbb{R}^n, \|u\| \le 1", r"\|v - (u^\top v) u\| \le \|v\|"),
    (r"a, b \in \mathbb{R}", r"|a - b| \ge |a| - |b|"),
    (r"a, b \in \mathbb{R}", r"|a| - |b| \le |a + b|"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\|A\|_2 = \max(\lambda_{\max}(A), -\lambda_{\min}(A))"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\|A\|_2 = \max(|\lambda_{\max}(A)|, |\lambda_{\min}(A)|)"),
    (ROWS, r"\|\operatorname{softmax}(x) - \operatorname{softmax}(y)\|_1 \le \|x - y\|_\infty"),
    (ROWS, r"\|\operatorname{softmax}(x) - \operatorname{softmax}(y)\|_1 \le \frac{1}{2} \|x - y\|_1"),
    (ROWS, r"\|\operatorname{softmax}(x) - \operatorname{softmax}(y)\|_\infty \le \frac{1}{2} \|x - y\|_\infty"),
    (ROWS, r"\|\operatorname{softmax}(X) - \operatorname{softmax}(Y)\|_\infty \le \|X - Y\|_{\max}"),
]
FALSE = [
    (PAIR, APART + r" \le \frac{\|u - v\|}{\max(\|u\|, \|v\|)}"),
    (PAIR, APART + r" \le \frac{\|u - v\|}{\|u\| \|v\|}"),
    (PAIR, r"\left\|\frac{u}{\|u\|_1} - \frac{v}{\|v\|_1}\right\|_1 \le \frac{2 \|u - v\|_1}{\|u\|_1 + \|v\|_1}"),
    (r"u, v \in \mathbb{R}^n, \|u\| \ge 1, v \ne 0", APART + r" \le \|u - v\|"),
    (r"u, v \in \mathbb{R}^n", r"\left\| \|v\| u - \|u\| v \right\| \le \|u\| \|u - v\|"),
    (r"u, v \in \mathbb{R}^n", r"\left\| \|u\| u - \|v\| v \right\| \le 2 \|u\| \|u - v\|"),
    (COSINE, r"\|\nabla_u c(u, v)\| \le \frac{1}{\|v\|}"),
    (COSINE, r"\|\nabla_u c(u, v)\| \le \frac{1}{2 \|u\|}"),
    (PAIR, r"\left\|v - \frac{u^\top v}{\|u\|} u\right\| \le \|v\|"),
    (PAIR, r"\left\|v + \frac{u^\top v}{\|u\|^2} u\right\| \le \|v\|"),
    (PAIR, r"\left\|v - 3 \frac{u^\top v}{\|u\|^2} u\right\| \le \|v\|"),
    (PAIR, r"\left\|u - \frac{u^\top v}{\|u\|^2} v\right\| \le \|u\|"),
    (r"u, v \in \mathbb{R}^n, \|u\| \le 2", r"\|v - (u^\top v) u\| \le \|v\|"),
    (r"a, b \in \mathbb{R}", r"|a - b| \ge |a| + |b|"),
    (r"a, b \in \mathbb{R}", r"|a| - |b| \le \frac{1}{2} |a + b|"),
    (r"A \in \mathbb{R}^{n \times n}, A = A^\top", r"\|A\|_2 = \max(\lambda_{\max}(A), \lambda_{\min}(A))"),
    (ROWS, r"\|\operatorname{softmax}(x) - \operatorname{softmax}(y)\|_1 \le \frac{9}{10} \|x - y\|_\infty"),
    (ROWS, r"\|\operatorname{softmax}(x) - \operatorname{softmax}(y)\|_\infty \le \frac{1}{4} \|x - y\|_\infty"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_what_is_known_of_directions(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_what_is_too_much_to_say(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"
