"""Singular values of stacks, sums and diagonal matrices, complex eigenvalues and plain numbers have objects; false neighbors have none."""

from __future__ import annotations

import pytest

from tests.proofs.proving.test_proofs_of_equations import object_of

EIGENPAIR = r"K \in \mathbb{R}^{p \times p}, r, s \in \mathbb{R}, y, z \in \mathbb{R}^p, \|y\|_2^2 + \|z\|_2^2 > 0, K y = r y - s z, K z = s y + r z"
ORTHOGONAL = r"Q \in \mathbb{R}^{p \times p}, R \in \mathbb{R}^{q \times q}, Q^\top Q = I_p, R^\top R = I_q, F, G \in \mathbb{R}^{p \times q}, t \in \mathbb{R}"
DIAGONAL = r"D \in \mathbb{R}^{p \times q}, D_{i,j} := \delta_{ij}, F \in \mathbb{R}^{p \times q}, F \ge 0, t \in \mathbb{R}"
STACK = r"F \in \mathbb{R}^{p \times n}, G \in \mathbb{R}^{q \times n}, H \in \mathbb{R}^{r \times n}"

CASES = [
    (r"\max(\frac37, \frac25) < \min(\frac12, \frac49)", r"\max(\frac37, \frac25) < \min(\frac12, \frac37)", ""),
    (r"\sqrt2 + \sqrt3 \ge \frac{314}{100}", r"\sqrt2 + \sqrt3 \ge \frac{315}{100}", ""),
    (r"a^{-c} b > 0", r"a^{-c} b > b", r"a, b, c \in \mathbb{R}, a > 0, b > 0"),
    (
        r"\left\|\begin{pmatrix} F \\ G \\ H \end{pmatrix}\right\|_2 \le \sqrt{\|F\|_2^2 + \|G\|_2^2 + \|H\|_2^2}",
        r"\left\|\begin{pmatrix} F \\ G \\ H \end{pmatrix}\right\|_2 \le \sqrt{\|F\|_2^2 + \|G\|_2^2}",
        STACK,
    ),
    (r"\sigma_{\min}(Q F R^\top + t Q G R^\top) = \sigma_{\min}(F + t G)", r"\sigma_{\min}(Q F R^\top + t Q G R^\top) = \sigma_{\min}(F + G)", ORTHOGONAL),
    (r"\sigma_{\max}(3 D) = 3", r"\sigma_{\max}(3 D) = 2", DIAGONAL),
    (r"\sigma_{\min}(t D) = |t|", r"\sigma_{\min}(t D) = t", DIAGONAL),
    (r"\sigma_{\min}(D \odot F + 2 D) = \sigma_{\min}(D \odot F) + 2", r"\sigma_{\min}(D \odot F - 2 D) = \sigma_{\min}(D \odot F) - 2", DIAGONAL),
    (r"\sigma_{\min}(F + 2 G) \ge \sigma_{\min}(2 G) - \sigma_{\max}(F)", r"\sigma_{\min}(F + 2 G) \ge \sigma_{\min}(2 G) - \sigma_{\min}(F)", ORTHOGONAL),
    (r"\operatorname{rank}(F) = \min(p, q) \implies \sigma_{\min}(F) > 0", r"\operatorname{rank}(F) = \min(p, q) \implies \sigma_{\min}(F) > 1", ORTHOGONAL),
    (r"r^2 + s^2 \le \|K\|_\infty^2", r"r^2 + s^2 \le \|K\|_\infty", EIGENPAIR),
    (r"r^2 + s^2 \le 1", r"r^2 + s^2 \le \frac{99}{100}", EIGENPAIR + r", K \ge 0, K \mathbf{1} = \mathbf{1}"),
    (r"r^2 + s^2 = 1 \implies r = 1", r"r^2 + s^2 = 1 \implies s = 1", EIGENPAIR + r", K > 0, K \mathbf{1} = \mathbf{1}"),
    (r"\|(1 - t) x + t y\|_2 \le c", r"\|(1 + t) x + t y\|_2 \le c", r"x, y \in \mathbb{R}^n, c, t \in \mathbb{R}, t \ge 0, t \le 1, \|x\|_2 \le c, \|y\|_2 \le c"),
    (r"e^{-a / b} \le 1", r"e^{a / b} \le 1", r"a, b \in \mathbb{R}, a \ge 0, b > 0"),
    (r"\nabla_T \det(P T Q) = \det(P T Q) T^{-\top}", r"\nabla_T \det(P T Q) = \det(P T Q) T^{-1}", r"P, Q, T \in \mathbb{R}^{n \times n}"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "false", "given"), CASES)
def test_true_claims_have_an_object_and_false_ones_have_none(claim: str, false: str, given: str) -> None:
    assert object_of(claim, given).data is not None
    assert object_of(false, given).data is None


def test_another_positive_matrix_may_have_several_eigenvalues_of_absolute_value_one() -> None:
    without = EIGENPAIR + r", K \ge 0, K \mathbf{1} = \mathbf{1}"
    assert object_of(r"r^2 + s^2 = 1 \implies r = 1", without).data is None
