r"""Derivatives named by their function: ``J_F(x)``, ``D F(x) y``, ``F'(x) y``; the false neighbours must not hold."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

LINEAR = r"x, y \in \mathbb{R}^n, A \in \mathbb{R}^{m \times n} \\ F(x) := A x"
SQUARES = r"x, y, z \in \mathbb{R}^n \\ F(x) := x \odot x"
MATRIX = r"A, H, K \in \mathbb{R}^{n \times n}, c \in \mathbb{R} \\ F(A) := A^2 \\ f(A) := \operatorname{tr}(A^2)"
QUADRATIC = r"x, y \in \mathbb{R}^n \\ f(x) := x^\top x"
CHAIN = r"x, y \in \mathbb{R}^n, F, G : \mathbb{R}^n \to \mathbb{R}^n \\ H(x) := F(G(x))"
UNNAMED = r"x, y \in \mathbb{R}^n \\ p := \operatorname{softmax}(x)"

TRUE = (
    (LINEAR, "J_F(x) = A"),
    (LINEAR, "J_F = A"),
    (LINEAR, r"J_F(x) = \frac{\partial F}{\partial x}"),
    (LINEAR, r"J_F(x)^\top J_F(x) = A^\top A"),
    (LINEAR, r"\mathbf{J}_F^\top(x) = A^\top"),
    (LINEAR, r"\nabla_x \frac12 \|F(x)\|^2 = J_F(x)^\top F(x)"),
    (LINEAR, "DF(x) = A"),
    (LINEAR, r"\mathrm{D}F(x) y = A y"),
    (LINEAR, "F'(x) y = A y"),
    (SQUARES, r"J_F(y) = 2 \operatorname{diag}(y)"),
    (SQUARES, r"J_F(x + y) = 2 \operatorname{diag}(x + y)"),
    (SQUARES, r"J_F (x + y) = 2 x \odot x + 2 x \odot y"),
    (SQUARES, r"DF(y) x = 2 x \odot y"),
    (SQUARES, r"DF(x) y \odot z = 2 x \odot y \odot z"),
    (MATRIX, "DF(A) H = A H + H A"),
    (MATRIX, "F'(A) H = A H + H A"),
    (MATRIX, "DF(A)(H + K) = (A H + H A) + (A K + K A)"),
    (MATRIX, r"J_F(A) = A \otimes I + I \otimes A^\top"),
    (MATRIX, r"Df(A) H = 2 \operatorname{tr}(A H)"),
    (QUADRATIC, r"Df(x) y = 2 x^\top y"),
    (QUADRATIC, r"J_f(x) = 2 x^\top"),
    (CHAIN, "J_H(x) = J_F(G(x)) J_G(x)"),
    (CHAIN, "DH(x) y = DF(G(x)) DG(x) y"),
    (UNNAMED, r"J_p(x) = \operatorname{diag}(p) - p p^\top"),
)
FALSE = (
    (LINEAR, r"J_F(x) = A^\top", "refuted"),
    (LINEAR, "DF(x) y = 2 A y", "refuted"),
    (LINEAR, "F'(x) y = A x", "refuted"),
    (SQUARES, r"J_F(y) = 2 \operatorname{diag}(x)", "refuted"),
    (SQUARES, r"DF(x) y = x \odot y", "refuted"),
    (MATRIX, "DF(A) H = 2 A H", "refuted"),
    (MATRIX, r"J_F(A) = A \otimes I + I \otimes A", "refuted"),
    (MATRIX, r"Df(A) H = 2 \operatorname{tr}(A^\top H)", "refuted"),
    (QUADRATIC, "Df(x) = 2 x", "ill-typed"),
    (CHAIN, "J_H(x) = J_F(x) J_G(x)", "refuted"),
    (UNNAMED, r"J_p(x) = \operatorname{diag}(p)", "refuted"),
)
UNCERTAIN = (
    (MATRIX, "DF(A) = 2 A", "without a direction"),
    (MATRIX, "DF(A) H K = A H K + H A K", "several factors"),
    (MATRIX, r"DF(A) H \odot K = (A H + H A) \odot K", "several factors"),
    (MATRIX, r"DF(A)^\top H = A^\top H + H A^\top", "a linear map"),
    (MATRIX, "DF(A) c = 2 c A", "not of the shape"),
    (QUADRATIC, "f'(x) = 2 x", "functions of one number"),
)
UNNAMEABLE = (
    (LINEAR, "J_G(x) = A", r"\\frac{\\partial F}"),
    (LINEAR, "D A x = A", r"D F\(x\)\[y\]"),
    (UNNAMED, "J_p(y) = 0", "defined without an argument"),
    (CHAIN, "J_F = A", "needs its argument"),
)


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_the_true_ones_hold(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(("given", "claim", "verdict"), FALSE)
def test_the_false_ones_do_not(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(("given", "claim", "said"), UNCERTAIN)
def test_what_is_not_certain_is_refused(given: str, claim: str, said: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided" and said in result.message


@pytest.mark.parametrize(("given", "claim", "said"), UNNAMEABLE)
def test_a_name_that_is_none_says_what_to_write(given: str, claim: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match=said):
        judged(claim, given, tmp_path)


def test_a_declared_name_is_no_derivative(tmp_path: Path) -> None:
    given = r"x \in \mathbb{R}^n, D, J_F \in \mathbb{R}^{n \times n} \\ F(x) := 2 x"
    assert judged("D F(x) = 2 D x", given, tmp_path).verdict == "holds"
    assert judged("J_F = 2 I", given, tmp_path).verdict == "refuted"


def test_a_scalar_has_its_jacobian_in_two_layouts(tmp_path: Path) -> None:
    result = judged("J_f(x) = 2 x", QUADRATIC, tmp_path)
    assert (result.verdict, (result.repair or {}).get("edit")) == ("refuted", "layout: gradient")
