r"""The Jacobian of softmax: its trace and the sums of its rows."""

import pytest

from tests.judged import judged

CLAIMS = [
    (
        r"p \in \Delta^{k-1}",
        r"\|p\|^2 \ge 1/k",
        "holds",
    ),
    (
        r"p \in \Delta^{k-1}",
        r"1 - \|p\|^2 \le 1 - 1/k",
        "holds",
    ),
    (
        r"p \in \Delta^{k-1}",
        r"\operatorname{tr}(\operatorname{diag}(p) - p p^\top) = 1 - \|p\|^2",
        "holds",
    ),
    (
        r"p \in \Delta^{k-1}",
        r"\operatorname{tr}(\operatorname{diag}(p) - p p^\top) \le 1 - 1/k",
        "holds",
    ),
    (
        r"p \in \Delta^{k-1}",
        r"\|\operatorname{diag}(p) - p p^\top\|_\infty = 2 \max_i p_i (1 - p_i)",
        "holds",
    ),
    (
        r"z \in \mathbb{R}^k \\ p := \operatorname{softmax}(z)",
        r"\|\frac{\partial p}{\partial z}\|_\infty = 2 \max_i p_i (1 - p_i)",
        "holds",
    ),
    (
        r"z \in \mathbb{R}^k \\ p := \operatorname{softmax}(z)",
        r"\|\frac{\partial p}{\partial z}\|_\infty = \max_i p_i (1 - p_i)",
        "refuted",
    ),
    (
        r"z \in \mathbb{R}^k \\ p := \operatorname{softmax}(z)",
        r"\operatorname{tr}(\frac{\partial p}{\partial z}) = 1 - \|p\|^2",
        "holds",
    ),
    (
        r"z \in \mathbb{R}^k \\ p := \operatorname{softmax}(z)",
        r"\operatorname{tr}(\frac{\partial p}{\partial z}) \le 1 - \frac1k",
        "holds",
    ),
    (
        r"z \in \mathbb{R}^k \\ p := \operatorname{softmax}(z)",
        r"\|\frac{\partial p}{\partial z}\|_2 \le \max_i p_i",
        "holds",
    ),
    (
        r"z \in \mathbb{R}^k \\ p := \operatorname{softmax}(z)",
        r"\|\frac{\partial p}{\partial z}\|_2 \le 2 \max_i p_i (1 - p_i)",
        "holds",
    ),
    (
        r"z \in \mathbb{R}^k \\ p := \operatorname{softmax}(z)",
        r"\|\frac{\partial p}{\partial z}\|_2 \le \max_i p_i (1 - p_i)",
        "refuted",
    ),
]


@pytest.mark.parametrize(("given", "claim", "verdict"), CLAIMS)
def test_traces_and_norms(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
