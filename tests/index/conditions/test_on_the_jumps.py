r"""Gradients of ReLU and indicators at the points where their arguments are zero."""

import pytest

from tests.judged import judged

CLAIMS = [
    (
        r"u \in \mathbb{R}",
        r"\operatorname{ReLU}(u) = u \mathbf{1}\{u \ge 0\}",
        "holds",
    ),
    (
        r"w, x \in \mathbb{R}^n",
        r"\operatorname{ReLU}(w^\top x) = w^\top x \mathbf{1}\{w^\top x \ge 0\}",
        "holds",
    ),
    (
        r"a, b \in \mathbb{R}",
        r"\operatorname{ReLU}(a - b) = (a - b) \mathbf{1}\{a \ge b\}",
        "holds",
    ),
    (
        r"a, b \in \mathbb{R}",
        r"|a - b| = (a - b) (2 \cdot \mathbf{1}\{a \ge b\} - 1)",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n",
        r"\operatorname{ReLU}(x) = x \odot \mathbf{1}\{x \ge 0\}",
        "holds",
    ),
    (
        r"a, b \in \mathbb{R}",
        r"\max(a, b) = a \mathbf{1}\{a \ge b\} + b \mathbf{1}\{b \ge a\}",
        "refuted",
    ),
    (
        r"a, b \in \mathbb{R}",
        r"\max(a, b) = a \mathbf{1}\{a \ge b\} + b \mathbf{1}\{b > a\}",
        "holds",
    ),
    (
        r"a, b \in \mathbb{R}",
        r"\max(a, b) = b + (a - b) \mathbf{1}\{a \ge b\}",
        "holds",
    ),
    (
        r"x \in \mathbb{R}^n",
        r"\sum_i |x_i| = \sum_i x_i (2 \cdot \mathbf{1}\{x_i \ge 0\} - 1)",
        "holds",
    ),
    (
        r"w, x \in \mathbb{R}^n",
        r"\nabla_w \operatorname{ReLU}(w^\top x) = x \mathbf{1}\{w^\top x > 0\}",
        "holds",
    ),
    (
        r"w, x \in \mathbb{R}^n",
        r"\nabla_w \operatorname{ReLU}(w^\top x) = x \mathbf{1}\{w^\top x \ge 0\}",
        "holds",
    ),
    (
        r"w, x \in \mathbb{R}^n",
        r"\nabla_w \operatorname{ReLU}(w^\top x) = w \mathbf{1}\{w^\top x \ge 0\}",
        "refuted",
    ),
    (
        r"W \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, a \in \mathbb{R}^m",
        r"\nabla_W a^\top \operatorname{ReLU}(W x) = (a \odot \mathbf{1}\{W x \ge 0\}) x^\top",
        "holds",
    ),
    (
        r"W \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, a \in \mathbb{R}^m",
        r"\nabla_W a^\top \operatorname{ReLU}(W x) = (a \odot \mathbf{1}\{W x \ge 0\}) a^\top",
        "ill-typed",
    ),
    (
        r"W \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, a \in \mathbb{R}^m",
        r"\nabla_W a^\top \operatorname{ReLU}(W x) = (a \odot \mathbf{1}\{W x \le 0\}) x^\top",
        "refuted",
    ),
    (
        r"w, x \in \mathbb{R}^n",
        r"\nabla_x \operatorname{ReLU}(w^\top x) = w \mathbf{1}\{w^\top x \ge 0\}",
        "holds",
    ),
    (
        r"w, x \in \mathbb{R}^n",
        r"\nabla_w \operatorname{ReLU}(w^\top x) + \mathbf{1}\{w^\top x \ge 0\} x = 2 x \mathbf{1}\{w^\top x > 0\}",
        "holds",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_where_the_argument_is_zero(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            r"w, x, y \in \mathbb{R}^n",
            r"\nabla_w \operatorname{ReLU}(w^\top x) = x \mathbf{1}\{w^\top x \ge 0\}"
            r" + y (1 - \mathbf{1}\{w^\top x > 0\} - \mathbf{1}\{w^\top x < 0\})",
        ),
        (
            r"w, x \in \mathbb{R}^n",
            r"x^\top \nabla_w \operatorname{ReLU}(w^\top x) + \mathbf{1}\{w^\top x \ge 0\}"
            r" = (1 + \|x\|^2) \mathbf{1}\{w^\top x > 0\}",
        ),
        (
            r"w, x \in \mathbb{R}^n",
            r"\operatorname{ReLU}(w^\top x) = w^\top x \mathbf{1}\{w^\top x \ge 0\}"
            r" + 1 - \mathbf{1}\{w^\top x > 0\} - \mathbf{1}\{w^\top x < 0\}",
        ),
    ],
)
def test_what_is_false_at_the_jump_alone_does_not_hold(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "undecided")
