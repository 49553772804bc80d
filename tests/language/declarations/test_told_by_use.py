r"""What only its use tells: the k of ``\ell := -\log p_k``, the members x_1, ..., x_m of ``\frac1m \sum_{i=1}^m x_i``; lists in indicators."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

CLASS = r"z \in \mathbb{R}^n, p := \operatorname{softmax}(z), \ell := -\log p_k"
LOSS = r"z \in \mathbb{R}^n, \ell(z) := -z_y + \log \sum_{j=1}^n e^{z_j}"
BATCH = (
    r"x_i, \gamma, \beta, \epsilon \in \mathbb{R}, \epsilon > 0, \mu_B := \frac{1}{m} \sum_{i=1}^m x_i, "
    r"\sigma_B^2 := \frac{1}{m} \sum_{i=1}^m (x_i - \mu_B)^2, \hat{x}_i := \frac{x_i - \mu_B}{\sqrt{\sigma_B^2 + \epsilon}}, "
    r"y_i := \gamma \hat{x}_i + \beta"
)
POINTS = r"x_i, c \in \mathbb{R}^d, \bar{x} := \frac{1}{n} \sum_{i=1}^n x_i"
MIXTURE = (
    r"\mu_k, x \in \mathbb{R}^d, p(x) := \sum_{k=1}^K \exp(-\|x - \mu_k\|^2 / 2), "
    r"r_k(x) := \frac{\exp(-\|x - \mu_k\|^2 / 2)}{p(x)}"
)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (CLASS, r"\frac{\partial \ell}{\partial z_i} = p_i - \mathbf{1}\{i = k\}", "holds"),
        (CLASS, r"\nabla_z \ell = p - e_k", "holds"),
        (CLASS, r"\nabla_z \ell = p", "refuted"),
        (CLASS, r"\nabla_z^2 \ell = \operatorname{diag}(p) - p p^\top", "holds"),
        (CLASS, r"\sum_{k=1}^n p_k \ell \ge 0", "undecided"),
        (LOSS, r"\nabla_z \ell(z) = \operatorname{softmax}(z) - e_y", "holds"),
        (LOSS, r"\nabla_z \ell(z) = \operatorname{softmax}(z)", "refuted"),
        (BATCH, r"\sum_{i=1}^m \hat{x}_i = 0", "holds"),
        (BATCH, r"\frac{\partial y_i}{\partial \gamma} = \hat{x}_i", "holds"),
        (BATCH, r"\sum_{i=1}^m y_i = \beta", "refuted"),
        (POINTS, r"\sum_{i=1}^n (x_i - \bar{x}) = 0", "holds"),
        (POINTS, r"\sum_{i=1}^n (x_i - c) = 0", "refuted"),
        (MIXTURE, r"\nabla_x \log p(x) = \sum_{k=1}^K r_k(x) \mu_k - x", "holds"),
        (MIXTURE, r"\nabla_x \log p(x) = x - \sum_{k=1}^K r_k(x) \mu_k", "refuted"),
        (
            r"x, y \in \mathbb{R}",
            r"\mathbb{I}\{x \ge 0, y \ge 0\} = \mathbb{I}\{x \ge 0\} \mathbb{I}\{y \ge 0\}",
            "holds",
        ),
        (r"x, y \in \mathbb{R}", r"\mathbb{I}\{x \ge 0, y \ge 0\} = \mathbb{I}\{x \ge 0\}", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_the_index_is_told(tmp_path):
    assert r"1 \le k \le n" in judged(r"\nabla_z \ell = p - e_k", CLASS, tmp_path).hypotheses


@pytest.mark.parametrize(
    "given",
    [
        r"x_i \in \mathbb{R}^d, u := \sum_{i=1}^n x_i, v := \sum_{i=1}^m x_i",
        r"x_i \in \mathbb{R}^d, u := \sum_{i=0}^n x_i",
    ],
)
def test_members_without_one_number_are_refused(given: str, tmp_path):
    with pytest.raises(BadPaper, match="declared"):
        judged("u = u", given, tmp_path)
