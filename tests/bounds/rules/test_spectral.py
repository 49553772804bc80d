r"""Traces and quadratic forms in the Loewner order, inverses, projections, reciprocals: what holds, and its false neighbours."""

# ruff: noqa: E501 - formulas stay on one line

import pytest

from tests.judged import mended


@pytest.mark.parametrize(
    ("given", "claim", "expected"),
    [
        (r"x, y \in \mathbb{R}^n", r"(x^\top y)^2 \le \|x\|_2^2 \|y\|_2^2", "holds"),
        (r"x, y \in \mathbb{R}^n", r"|x^\top y|^2 \le \|x\|_2^2 \|y\|_2^2", "holds"),
        (r"x, y \in \mathbb{R}^n", r"x^\top y \le \|x\|_2 \|y\|_2", "holds"),
        (r"a, b \in \mathbb{R}, \quad 0 < a \le b", r"\frac1b \le \frac1a", "holds"),
        (r"a, b \in \mathbb{R}", r"\min(a,b) \le \frac{a+b}{2} \le \max(a,b)", "holds"),
        (r"a, b \in \mathbb{R}, \quad a, b \ge 0", r"\sqrt{a+b} \le \sqrt a + \sqrt b", "holds"),
        (r"B \in \mathbb{R}^{n \times n}, \quad B \succeq 0", r"\|B\|_2 \le \operatorname{tr} B", "holds"),
        (
            r"B, C \in \mathbb{R}^{n \times n}, \quad B \succeq C",
            r"\operatorname{tr} B \ge \operatorname{tr} C",
            "holds",
        ),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2^2 \le \|A\|_1 \|A\|_\infty", "holds"),
        (
            r"A \in \mathbb{R}^{n \times n}, \quad \lambda \in \mathbb{R}, \quad \lambda > 0",
            r"\|(A^\top A + \lambda I)^{-1}\|_2 \le \frac{1}{\lambda}",
            "holds",
        ),
        (
            r"B, C \in \mathbb{R}^{n \times n}",
            r"\|B^{-1} - C^{-1}\|_2 \le \|B^{-1}\|_2 \|B - C\|_2 \|C^{-1}\|_2",
            "holds",
        ),
        (
            r"x \in \mathbb{R}^n, \quad p := \operatorname{softmax}(x)",
            r"-\sum_{i=1}^n p_i \log p_i \le \log n",
            "holds",
        ),
        (r"B \in \mathbb{R}^{n \times n}, \quad B^\top = B, \quad B^2 = B", r"\|B\|_2 \le 1", "holds"),
        (
            r"P \in \mathbb{R}^{n \times n}, \quad P \ge 0, \quad P \mathbf{1} = \mathbf{1}, \quad P^\top \mathbf{1} = \mathbf{1}",
            r"\|P\|_2 \le 1",
            "holds",
        ),
        (r"x, y \in \mathbb{R}^n", r"(x^\top y)^2 < \|x\|_2^2 \|y\|_2^2", "refuted"),
        (r"x, y \in \mathbb{R}^n", r"(x^\top y)^3 \le -\|x\|_2^3 \|y\|_2^3", "refuted"),
        (
            r"a, b \in \mathbb{R}, \quad a \le b, \quad a \ne 0, \quad b \ne 0",
            r"\frac1b \le \frac1a",
            "needs-hypothesis",
        ),
        (r"a, b \in \mathbb{R}, \quad 0 < a \le b", r"\frac1b < \frac1a", "refuted"),
        (r"a, b \in \mathbb{R}", r"\min(a,b) < \max(a,b)", "refuted"),
        (r"B \in \mathbb{R}^{n \times n}", r"\|B\|_2 \le \operatorname{tr} B", "refuted"),
        (r"B \in \mathbb{R}^{n \times n}, \quad B^\top = B", r"\|B\|_2 \le |\operatorname{tr} B|", "refuted"),
        (
            r"B, C \in \mathbb{R}^{n \times n}, \quad B \succeq C",
            r"\operatorname{tr} C \ge \operatorname{tr} B",
            "refuted",
        ),
        (r"B, C \in \mathbb{R}^{n \times n}, \quad B \succeq C", r"\|B\|_2 \ge \|C\|_2", "refuted"),
        (
            r"B, C \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n, \quad B \succeq C",
            r"x^\top C x \le x^\top B x",
            "holds",
        ),
        (
            r"B, C \in \mathbb{R}^{n \times n}, \quad x \in \mathbb{R}^n, \quad B \succeq C",
            r"x^\top B x \le x^\top C x",
            "refuted",
        ),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2 \le \|A\|_1", "refuted"),
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_2^2 \le \|A\|_1 \|A\|_{\max}", "refuted"),
        (
            r"A \in \mathbb{R}^{n \times n}, \quad \lambda \in \mathbb{R}, \quad \lambda > 0",
            r"\|(A + \lambda I)^{-1}\|_2 \le \frac{1}{\lambda}",
            "refuted",
        ),
        (
            r"A \in \mathbb{R}^{n \times n}, \quad \lambda \in \mathbb{R}, \quad \lambda > 0",
            r"\|(A^\top A - \lambda I)^{-1}\|_2 \le \frac{1}{\lambda}",
            "refuted",
        ),
        (r"B, C \in \mathbb{R}^{n \times n}", r"\|B^{-1} - C^{-1}\|_2 \le \|B^{-1}\|_2 \|B - C\|_2", "refuted"),
        (
            r"B, C \in \mathbb{R}^{n \times n}",
            r"\|B^{-1} + C^{-1}\|_2 \le \|B^{-1}\|_2 \|B - C\|_2 \|C^{-1}\|_2",
            "refuted",
        ),
        (r"B \in \mathbb{R}^{n \times n}, \quad B^2 = B", r"\|B\|_2 \le 1", "refuted"),
        (r"P \in \mathbb{R}^{n \times n}, \quad P \ge 0, \quad P \mathbf{1} = \mathbf{1}", r"\|P\|_2 \le 1", "refuted"),
        (
            r"P \in \mathbb{R}^{n \times n}, \quad P \mathbf{1} = \mathbf{1}, \quad P^\top \mathbf{1} = \mathbf{1}",
            r"\|P\|_2 \le 1",
            "needs-hypothesis",
        ),
    ],
)
def test_verdicts(given, claim, expected, tmp_path):
    assert mended(claim, given, tmp_path).verdict == expected
