r"""Slices with both ends, ``x_{1:n-1}`` and ``A_{:,1:k}``; entries written as values of functions of indices, ``\pi_\theta(a)``."""

import pytest

from tests.judged import judged

SLICED = r"x \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n}, k \in \mathbb{N}, k \le n"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\sum_{i=1}^{n-1} x_i = \mathbf{1}^\top x_{1:n-1}", "holds"),
        (r"\sum_{i=1}^{n} x_i = \mathbf{1}^\top x_{1:n-1}", "refuted"),
        (r"\|x_{2:n} - x_{1:n-1}\|^2 = \sum_{i=1}^{n-1} (x_{i+1} - x_i)^2", "holds"),
        (r"\|x_{2:n} - x_{1:n-1}\|^2 = \sum_{i=1}^{n-1} (x_{i+1} - x_1)^2", "refuted"),
        (r"\|x_{1:n-1}\|^2 + x_1^2 = \|x\|^2", "refuted"),
        (r"x_{1:k} \in \mathbb{R}^k", "holds"),
        (r"x_{1:k} \in \mathbb{R}^n", "refuted"),
        (r"\|x_{1:k}\|^2 \le \|x\|^2", "holds"),
        (r"\|x_{1:k}\|^2 = \|x\|^2", "refuted"),
        (r"\|A_{:,1:k}\|_F \le \|A\|_F", "holds"),
        (r"\|A_{:,1:k}\|_2 \ge \|A\|_2", "refuted"),
        (r"x_{1:n} = x", "holds"),
        (r"x_{1:k} = x_{1:n}", "ill-typed"),
        (r"A_{i:} = A_{i,:}", "holds"),
        (r"A_{:j} = A_{:,j}", "holds"),
        (r"A_{:j} = A_{:,1}", "refuted"),
    ],
)
def test_slices(claim: str, verdict: str, tmp_path):
    assert judged(claim, SLICED, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "what"),
    [
        (r"x_{:k} = 0", "with one end"),
        (r"A_{1:k} = 0", "with one place"),
        (r"x_{1:m} = 0", "a slice up to m of n places"),
        (r"x_{k:m} = 0", "not known to be in order"),
    ],
)
def test_slices_that_may_be_others_are_refused(claim: str, what: str, tmp_path):
    result = judged(claim, SLICED, tmp_path)
    assert result.verdict == "undecided"
    assert what in str(result)


SOFTMAX = r"\theta \in \mathbb{R}^K, \pi_\theta(a) := \frac{e^{\theta_a}}{\sum_{b} e^{\theta_b}}, r \in \mathbb{R}^K"
TABLE = r"Q \in \mathbb{R}^{S \times A}, \pi(a \mid s) := \frac{\exp(Q_{s,a})}{\sum_{b} \exp(Q_{s,b})}, V(s) := \sum_a \pi(a \mid s) Q(s, a)"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (SOFTMAX, r"\frac{\partial \log \pi_\theta(a)}{\partial \theta_b} = \delta_{ab} - \pi_\theta(b)", "holds"),
        (SOFTMAX, r"\frac{\partial \log \pi_\theta(a)}{\partial \theta_b} = \delta_{ab} - \pi_\theta(a)", "refuted"),
        (SOFTMAX, r"\sum_a \pi_\theta(a) \nabla_\theta \log \pi_\theta(a) = 0", "holds"),
        (SOFTMAX, r"\sum_a \pi_\theta(a)^2 = 1", "refuted"),
        (SOFTMAX, r"\pi_\theta = \operatorname{softmax}(\theta)", "holds"),
        (
            rf"{SOFTMAX}, J(\theta) := \sum_a \pi_\theta(a) r_a",
            r"\frac{\partial J}{\partial \theta_b} = \pi_\theta(b) (r_b - J(\theta))",
            "holds",
        ),
        (
            rf"{SOFTMAX}, J(\theta) := \sum_a \pi_\theta(a) r_a",
            r"\frac{\partial J}{\partial \theta_b} = \pi_\theta(b) r_b",
            "refuted",
        ),
        (TABLE, r"\sum_a \pi(a \mid s) = 1", "holds"),
        (TABLE, r"\sum_s \pi(a \mid s) = 1", "refuted"),
        (TABLE, r"V(s) \le \max_a Q(s, a)", "holds"),
        (TABLE, r"V(s) \ge \max_a Q(s, a)", "refuted"),
        (TABLE, r"Q(s, a) = 2 Q_{s,a}", "refuted"),
        (r"v \in \mathbb{R}^S, t \in \mathbb{R}", r"v (t) = t v", "holds"),
    ],
)
def test_entries_as_values_of_functions_of_their_places(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
