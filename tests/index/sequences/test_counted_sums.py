r"""Sums over pairs in order of what one of them tells, ``\sum_i \sum_{j \le i} x_j``, and discounted sums that telescope."""

import pytest

from tests.judged import shown

VECTOR = r"x \in \mathbb{R}^n"
REWARDS = r"r_0, \dots, r_T, V_0, \dots, V_T \in \mathbb{R}, \gamma \in \mathbb{R}"
ERRORS = REWARDS + r" \\ \delta_t := r_t + \gamma V_{t+1} - V_t"

TRUE = [
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^i x_j = \sum_{j=1}^n (n - j + 1) x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^{i-1} x_j = \sum_{j=1}^n (n - j) x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=i}^n x_j = \sum_{j=1}^n j x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=i+1}^n x_j = \sum_{j=1}^n (j - 1) x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^i x_j = \sum_{j=1}^n \sum_{i=j}^n x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^n \mathbf{1}[j \le i] x_j = \sum_{j=1}^n (n - j + 1) x_j"),
    (VECTOR, r"\frac1n \sum_{i=1}^n \sum_{j \le i} x_j^2 = \sum_{j=1}^n \left(1 - \frac{j - 1}{n}\right) x_j^2"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j < i} e^{x_j} = \sum_{j=1}^n (n - j) e^{x_j}"),
    (REWARDS, r"\sum_{t=0}^{T-1} \gamma^t (\gamma V_{t+1} - V_t) = \gamma^T V_T - V_0"),
    (
        REWARDS,
        r"\sum_{t=0}^{T-1} \gamma^t (r_t + \gamma V_{t+1} - V_t) = \sum_{t=0}^{T-1} \gamma^t r_t + \gamma^T V_T - V_0",
    ),
    (ERRORS, r"\sum_{t=0}^{T-1} \gamma^t \delta_t = \sum_{t=0}^{T-1} \gamma^t r_t + \gamma^T V_T - V_0"),
]
FALSE = [
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^i x_j = \sum_{j=1}^n (n - j) x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^{i-1} x_j = \sum_{j=1}^n (n - j + 1) x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=i}^n x_j = \sum_{j=1}^n (j - 1) x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=i+1}^n x_j = \sum_{j=1}^n j x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^i x_j = \sum_{j=1}^n \sum_{i=1}^j x_j"),
    (VECTOR, r"\sum_{i=1}^n \sum_{j=1}^n \mathbf{1}[j < i] x_j = \sum_{j=1}^n (n - j + 1) x_j"),
    (REWARDS, r"\sum_{t=0}^{T-1} \gamma^t (\gamma V_{t+1} - V_t) = \gamma^{T-1} V_T - V_0"),
    (REWARDS, r"\sum_{t=0}^{T-1} \gamma^t (V_{t+1} - V_t) = \gamma^T V_T - V_0"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_true_equations_are_shown(given, claim):
    assert shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_equations_are_not(given, claim):
    assert not shown(given, claim)
