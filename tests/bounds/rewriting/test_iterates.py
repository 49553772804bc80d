"""Rates of iterates that a recursion gives, toward a fixed point that a claim writes down."""

import pytest

from tests.judged import judged

BELLMAN = (
    r"P \in \mathbb{R}^{S \times S}, P \ge 0, P \mathbf{1} = \mathbf{1}, r \in \mathbb{R}^S, \gamma \in (0, 1), V, V' \in \mathbb{R}^S \\ "
    r"T(V) := r + \gamma P V, V^\pi := (I - \gamma P)^{-1} r, V_{k+1} = T(V_k), V_0 \in \mathbb{R}^S"
)
DESCENT = r"A \in \mathbb{R}^{n \times n}, A \succ 0, b, x \in \mathbb{R}^n, x_0 \in \mathbb{R}^n, \eta > 0, x_{k+1} := x_k - \eta (A x_k - b)"
SMALL = rf"{DESCENT}, \eta \le \frac{{1}}{{\lambda_{{\max}}(A)}}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (BELLMAN, r"\|V_{k+1} - V^\pi\|_\infty \le \gamma \|V_k - V^\pi\|_\infty", "holds"),
        (BELLMAN, r"\|V_{k+1} - V^\pi\|_\infty \le \gamma^2 \|V_k - V^\pi\|_\infty", "refuted"),
        (BELLMAN, r"\|V_k - V^\pi\|_\infty \le \gamma^k \|V_0 - V^\pi\|_\infty", "holds"),
        (BELLMAN, r"\|V_k - V^\pi\|_\infty \le \gamma^{k+1} \|V_0 - V^\pi\|_\infty", "refuted"),
        (BELLMAN, r"\|V_k - V^\pi\|_2 \le \gamma^k \|V_0 - V^\pi\|_2", "refuted"),
        (DESCENT, r"\|x_k - A^{-1} b\| \le \|I - \eta A\|_2^k \|x_0 - A^{-1} b\|", "holds"),
        (DESCENT, r"\|x_k - A^{-1} b\| \le \|x_0 - A^{-1} b\|", "refuted"),
        (SMALL, r"\|x - \eta (A x - b) - A^{-1} b\| \le (1 - \eta \lambda_{\min}(A)) \|x - A^{-1} b\|", "holds"),
        (SMALL, r"\|x_k - A^{-1} b\| \le (1 - \eta \lambda_{\min}(A))^k \|x_0 - A^{-1} b\|", "holds"),
        (SMALL, r"\|x_k - A^{-1} b\| \le (1 - \eta \lambda_{\max}(A))^k \|x_0 - A^{-1} b\|", "refuted"),
        (DESCENT, r"\|x_k - A^{-1} b\| \le (1 - \eta \lambda_{\min}(A))^k \|x_0 - A^{-1} b\|", "refuted"),
        (SMALL.replace("A x_k - b", "A x_k + b"), r"\|x_k - A^{-1} b\| \le \|x_0 - A^{-1} b\|", "refuted"),
    ],
)
def test_rates(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
