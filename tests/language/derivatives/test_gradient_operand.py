"""What a nabla is applied to: outer products of gradients, transpose marks, functions of functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged

SOFTMAX = r"z \in \mathbb{R}^c, \quad p := \operatorname{softmax}(z)"
EXPONENTIAL = r"a,\theta \in \mathbb{R}^n" "\n\\\\\n" r"p(\theta) := e^{-a^\top\theta}"
QUADRATIC = (
    r"x,v \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad A = A^\top" "\n\\\\\n" r"f(x) := x^\top A x"
)
LINEAR = r"a,x,y,v \in \mathbb{R}^n" "\n\\\\\n" r"f(x) := a^\top x"
LEGENDRE = (
    r"x,y \in \mathbb{R}^n, \quad A \in \mathbb{R}^{n \times n}, \quad A = A^\top"
    "\n\\\\\n"
    r"f(x) := x^\top A x, \quad g(y) := \frac14 y^\top A^{-1} y"
)
LOG_SUM = r"z \in \mathbb{R}^n" "\n\\\\\n" r"\ell(z) := \log \sum_{i=1}^n e^{z_i}"
MATRICES = r"X, A \in \mathbb{R}^{n \times n}"
WIDE = r"X \in \mathbb{R}^{m \times n}"
REWARD = r"\theta, r \in \mathbb{R}^n, \quad b \in \mathbb{R}, \quad \pi := \operatorname{softmax}(\theta)"

HOLDING = [
    (WIDE, r"\nabla_X \operatorname{tr} X^\top X = 2 X"),
    (WIDE, r"\nabla_X \log \det X^\top X = 2 X (X^\top X)^{-1}"),
    (SOFTMAX, r"\sum_{k=1}^c p_k \nabla_{z}\log p_k(\nabla_{z}\log p_k)^\top = \operatorname{diag}(p) - p p^\top"),
    (
        SOFTMAX,
        r"\sum_{k=1}^c p_k \nabla_z\log p_k\left(\nabla_z\log p_k\right)^\top = \operatorname{diag}(p) - p p^\top",
    ),
    (SOFTMAX, r"\sum_{k=1}^c p_k \nabla_z\log p_k\,[\nabla_z\log p_k]^\top = \operatorname{diag}(p) - p p^\top"),
    (SOFTMAX, r"\sum_{k=1}^c p_k \nabla_z\log p_k \nabla_z\log p_k^\top = \operatorname{diag}(p) - p p^\top"),
    (EXPONENTIAL, r"\nabla_\theta \log p(\theta) \nabla_\theta \log p(\theta)^\top = a a^\top"),
    (EXPONENTIAL, r"\nabla_\theta \log p (\nabla_\theta \log p)^\top = a a^\top"),
    (QUADRATIC, r"\nabla f (\nabla f)^\top = 4 A x x^\top A"),
    (QUADRATIC, r"\nabla_x f (\nabla_x f)^\top = 4 A x x^\top A"),
    (QUADRATIC, r"\nabla_x f(x) v^\top \nabla_x f(x) = 4 A x v^\top A x"),
    (QUADRATIC, r"\nabla_x v^\top \nabla_x f(x) = 2 A v"),
    (QUADRATIC, r"\nabla_x \log f(x)^\top v = \frac{2 v^\top A x}{f(x)}"),
    (LEGENDRE, r"\nabla f(\nabla g(y)) = y"),
    (LEGENDRE, r"f(\nabla g(y)) = g(y)"),
    (LOG_SUM, r"\nabla^2_z \ell + \nabla_z \ell (\nabla_z \ell)^\top = \operatorname{diag}(\operatorname{softmax}(z))"),
    (LINEAR, r"\nabla_x \exp(a^\top x)^\top v = \exp(a^\top x) a^\top v"),
    (LINEAR, r"v \nabla_x \exp(a^\top x)^\top = \exp(a^\top x) v a^\top"),
    (LINEAR, r"\nabla_x \|x\|_2 \nabla_x \|x\|_2^\top = \frac{x x^\top}{\|x\|_2^2}"),
    (LINEAR, r"\nabla \log f(x) = \frac{a}{a^\top x}"),
    (LINEAR, r"\nabla \log f(y) = \frac{a}{a^\top y}"),
    (LINEAR, r"\nabla \sqrt{f(x)} = \frac{a}{2\sqrt{f(x)}}"),
    (LINEAR, r"\nabla^2 \log f(x) = -\frac{a a^\top}{(a^\top x)^2}"),
    (MATRICES, r"\nabla_X \log\det X (\nabla_X \log\det X)^\top = X^{-\top} X^{-1}"),
    (MATRICES, r"\operatorname{tr} A^\top \nabla_X \log\det(X) = \operatorname{tr}(A^\top X^{-\top})"),
    (
        MATRICES,
        r"\operatorname{vec} A \nabla_X \operatorname{tr}(X^\top X) = 2 (X^\top \otimes I) \operatorname{vec}(A)",
    ),
    (REWARD, r"\nabla_\theta \log \pi_i (r_i - b) = (r_i - b)(e_i - \pi)"),
    (REWARD, r"\log \frac{\pi_k}{r_k^2} \nabla_\theta\log\pi_k = \log \frac{\pi_k}{r_k^2} (e_k - \pi)"),
]
FALSE = [
    (SOFTMAX, r"\sum_{k=1}^c p_k \nabla_{z}\log p_k(\nabla_{z}\log p_k)^\top = \operatorname{diag}(p) - 2 p p^\top"),
    (EXPONENTIAL, r"\nabla_\theta \log p (\nabla_\theta \log p)^\top = -a a^\top"),
    (EXPONENTIAL, r"\nabla_\theta \log p(\theta) \nabla_\theta \log p(\theta)^\top = -a a^\top"),
    (QUADRATIC, r"\nabla f (\nabla f)^\top = 2 A x x^\top A"),
    (QUADRATIC, r"\nabla_x v^\top \nabla_x f(x) = A v"),
    (QUADRATIC, r"\nabla_x \log f(x)^\top v = \frac{v^\top A x}{f(x)}"),
    (LEGENDRE, r"\nabla f(\nabla g(y)) = 2 y"),
    (LOG_SUM, r"\nabla^2_z \ell - \nabla_z \ell (\nabla_z \ell)^\top = \operatorname{diag}(\operatorname{softmax}(z))"),
    (LINEAR, r"v \nabla_x \exp(a^\top x)^\top = \exp(a^\top x) a v^\top"),
    (LINEAR, r"\nabla_x \|x\|_2 \nabla_x \|x\|_2^\top = \frac{2 x x^\top}{\|x\|_2^2}"),
    (LINEAR, r"\nabla \log f(x) = \frac{2 a}{a^\top x}"),
    (LINEAR, r"\nabla_x \log f(x) (a^\top x) = 3 a"),
    (MATRICES, r"\nabla_X \log\det X (\nabla_X \log\det X)^\top = X^{-1} X^{-\top}"),
    (MATRICES, r"\nabla_X \operatorname{tr}(A X)^\top = 2 A"),
    (WIDE, r"\nabla_X \operatorname{tr} X^\top X = X"),
    (WIDE, r"\nabla_X \log \det X^\top X = X (X^\top X)^{-1}"),
    (REWARD, r"\nabla_\theta \log \pi_i (r_i - b) = e_i - \pi"),
]
OPEN = [
    (LINEAR, r"\nabla_x \log f(x) (a^\top x) = a"),
    (LINEAR, r"\nabla_x \log (a^\top x) (a^\top x) = a"),
    (MATRICES, r"\nabla_X \operatorname{tr}(A X)^\top = A"),
    (MATRICES, r"\nabla_X \operatorname{tr}(A X)^\top = A^\top"),
    (
        r"t \in \mathbb{R}" "\n\\\\\n" r"p(t) := e^{2 t}, \quad q(t) := e^{t^2}",
        r"\frac{\partial}{\partial t} \log p(t) \frac{\partial}{\partial t} \log q(t) = 4 t",
    ),
]


@pytest.mark.parametrize(("given", "claim"), HOLDING)
def test_true_claims_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_false_claims_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(("given", "claim"), OPEN)
def test_texts_with_two_readings_are_ambiguous(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "ambiguous"
