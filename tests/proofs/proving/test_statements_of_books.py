"""Statements that books state have proof objects by lines of the base; false neighbors, and what lacks a hypothesis, have none."""

from __future__ import annotations

import pytest

from tests.proofs.proving.test_proofs_of_equations import object_of

LOWER = r"L, E \in \mathbb{R}^{n \times n}, L = \operatorname{tril}(L), \det L \ne 0"
GAUSS = (
    r"k, c \in \mathbb{R}, b, z \in \mathbb{R}^n, C \in \mathbb{R}^{n \times n}, C \succ 0, K := \begin{bmatrix} k & b^\top \\ b & C \end{bmatrix}, "
    r"y := \begin{bmatrix} c \\ z \end{bmatrix}, \begin{bmatrix} k & b^\top \\ b & C \end{bmatrix} \succ 0"
)
CLOSE = r"S, T \in \mathbb{R}^{n \times n}, \delta \ge 0, |S_{ij} - T_{ij}| \le \frac{\delta}{2} \text{ for all } i, j"
STATES = r"h_t \in \mathbb{R} \quad \forall t \in \{0, \dots, T\}, a, b \in \mathbb{R}^T, h_t = a_t h_{t-1} + b_t \text{ for all } t \in \{1, \dots, T\}"
MEAN = r"X \in \mathbb{R}^{n \times d}, p \in \mathbb{R}^n, p \ge 0, \sum_{i=1}^n p_i = 1, R \ge 0, \|X_{i,:}\|_2 \le R \text{ for all } i"
PAIR, SQUARE = r"A \in \mathbb{R}^{m \times n}, C \in \mathbb{R}^{n \times m}", r"P \in \mathbb{R}^{n \times n}"
CENTERED = r"\operatorname{rank}((I_m - \frac{1}{m} \mathbf{1} \mathbf{1}^\top) A C) \le m - %s"
STATEMENTS = [  # given, the statement, what is given of its neighbor, the neighbor
    (LOWER + r", E = \operatorname{tril}(E)", r"\operatorname{tril}(L^{-1} E) = L^{-1} E", LOWER, r"\operatorname{tril}(L^{-1} E) = L^{-1} E"),
    (GAUSS, r"b^\top C^{-1} z = c - \frac{[K^{-1} y]_1}{[K^{-1}]_{11}}", GAUSS, r"b^\top C^{-1} z = c + \frac{[K^{-1} y]_1}{[K^{-1}]_{11}}"),
    (CLOSE, r"(1 - \delta) \operatorname{softmax}(S)_{ij} \le \operatorname{softmax}(T)_{ij}", CLOSE, r"(1 - \frac{\delta}{2}) \operatorname{softmax}(S)_{ij} \le \operatorname{softmax}(T)_{ij}"),
    (STATES, r"h_T = \left(\prod_{t=1}^T a_t\right) h_0 + \sum_{t=1}^T \left(\prod_{s=t+1}^T a_s\right) b_t", STATES, r"h_T = \left(\prod_{t=1}^T a_t\right) h_0 + \sum_{t=1}^T \left(\prod_{s=t}^T a_s\right) b_t"),
    (MEAN, r"\sum_{i=1}^n p_i \|X_{i,:} - \sum_{j=1}^n p_j X_{j,:}\|_2^2 \le R^2", MEAN, r"\sum_{i=1}^n p_i \|X_{i,:} - \sum_{j=1}^n p_j X_{j,:}\|_2^2 \le \frac{R^2}{2}"),
    (r"s, p \in \mathbb{R}, s \ge -1, p \ge 1", r"1 + p s \le (1 + s)^p", r"s, p \in \mathbb{R}, s \ge -1, p \ge 0", r"1 + p s \le (1 + s)^p"),
    (PAIR + ", A C A = A", r"\operatorname{tr}(C A) = \operatorname{rank}(A)", PAIR + ", C A C = C", r"\operatorname{tr}(C A) = \operatorname{rank}(A)"),
    (PAIR, r"\operatorname{tr}(A^{+} A) = \operatorname{rank}(A)", PAIR, r"\operatorname{tr}(C A) = \operatorname{rank}(A)"),
    (SQUARE + ", P^2 = P", r"\operatorname{tr}(P) \le n", SQUARE, r"\operatorname{tr}(P) \le n"),
    (PAIR, CENTERED % "1", PAIR, CENTERED % "2"),
    (r"x, y \in \mathbb{R}", r"x^2 \le y \implies x \le \sqrt{y}", r"x, y \in \mathbb{R}", r"x^2 \le y \implies x \le \frac{\sqrt{y}}{2}"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim", "told", "neighbor"), STATEMENTS)
def test_statements_have_objects_for_the_whole_of_their_hypotheses(given: str, claim: str, told: str, neighbor: str) -> None:
    found = object_of(claim, given)
    assert found.data is not None
    assert found.total
    assert object_of(neighbor, told).data is None


@pytest.mark.parametrize(
    ("given", "left", "right", "false"),
    [
        (r"A \in \mathbb{R}^{m \times n}", r"\|A\|_*", r"\operatorname{tr}((A^\top A)^{1/2})", r"\operatorname{tr}(A^\top A)"),
        (r"A \in \mathbb{R}^{n \times n}", r"\det e^A", r"e^{\operatorname{tr} A}", r"e^{\det A}"),
    ],
)
def test_an_equation_of_a_theorem_is_one_from_either_side(given: str, left: str, right: str, false: str) -> None:
    assert all(object_of(f"{a} = {b}", given).cited for a, b in ((left, right), (right, left)))
    assert all(object_of(f"{a} = {b}", given).data is None for a, b in ((left, false), (false, left)))
