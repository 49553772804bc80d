r"""Names of two letters: a declared ``dX`` is neither d times X nor a differential, ``\Delta x`` is not ``\Delta_x``."""

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import BadPaper, Settings
from tests.judged import judged

PAIR = r"X, W \in \mathbb{R}^{n \times d} \\ "
FREE = r"P, G \in \mathbb{R}^{N \times m} \\ "
ATTENTION = r"""Q, K, V, dO \in \mathbb{R}^{N \times %s} \\
P := \operatorname{softmax}(QK^\top), O := PV, dV := P^\top dO"""
SQUARE = r"X, dX \in \mathbb{R}^{n \times n}, \quad Y := X^2"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (PAIR + "dX := W", r"\operatorname{rank}(dX) = \operatorname{rank}(X)", "refuted"),
        (PAIR + "dX := W", r"X^\top dX = (dX)^\top X", "refuted"),
        (PAIR + "dX := W", r"\|dX\|_F = \|W\|_F", "holds"),
        (PAIR + "dX := 3X", r"\langle dX, X\rangle = d\|X\|_F^2", "refuted"),
        (PAIR + "dX := 3X", r"\langle dX, X\rangle = 3\|X\|_F^2", "holds"),
        (PAIR + "dX := 3X", r"dX = d \cdot X", "refuted"),
        (FREE + "dP = 3P", "dP = 3P", "holds"),
        (FREE + "dP = 3P", "dP = 2P", "refuted"),
        (FREE + "dP := 2 G", r"dP^\top = 2G^\top", "holds"),
        (FREE + "dP := 2 G", r"dP_{ij} = 2 G_{ij}", "holds"),
        (FREE + "dP := 2 G", r"dP_{ij} = 3 G_{ij}", "refuted"),
        (FREE + "dP_{ij} := 2 G_{ij}", "dP = 2 G", "holds"),
        (FREE + r"\mathrm{d}P := 2 G", r"\mathrm{d}P = 2 G", "holds"),
        (r"\mathbf{W}_1, G \in \mathbb{R}^{n \times m} \\ d\mathbf{W}_1 := G", r"d\mathbf{W}_1 = G", "holds"),
        (r"\mathbf{W}_1, G \in \mathbb{R}^{n \times m} \\ d\mathbf{W}_1 := G", r"d\mathbf{W}_1 = 2 G", "refuted"),
        (ATTENTION % "d", r"dV = P^\top dO", "holds"),
        (ATTENTION % "m", r"dV = P^\top dO", "holds"),
        (ATTENTION % "m", r"\|dV\|_F \le \sqrt{N} \|dO\|_F", "holds"),
        (ATTENTION % "d", r"dV = P dO", "refuted"),
        (r"d_W \in \mathbb{N}, \quad dW \in \mathbb{R}^{n \times d_W}", r"\|dW\|_F^2 = d_W", "refuted"),
        (r"dt, x \in \mathbb{R} \\ x_1 := x + x\,dt", "x_1 = x(1 + dt)", "holds"),
        (r"dt, x \in \mathbb{R} \\ x_1 := x + x\,dt", "x_1 = x(1 - dt)", "refuted"),
        # A free dX of the shape of X is its differential; derivatives and integrals stay what they are.
        (SQUARE, r"dY = X dX + dX\,X", "holds"),
        (SQUARE, r"dY = X dX", "refuted"),
        (r"dx, x \in \mathbb{R}, \quad f(x) := x^2", r"\frac{df}{dx} = 2x", "holds"),
        (r"dx, x \in \mathbb{R}, \quad f(x) := x^2", r"\int_0^1 f(x) dx = \frac13", "holds"),
    ],
)  # fmt: skip
def test_with_d(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "message"),
    [
        (PAIR + "dX := W", r"\|d\,X\| = d\|X\|", "d X with a space"),
        (PAIR + "dX := W", r"\sum_{d=1}^n \operatorname{tr}(X^\top dX) = 0", "the letter d runs"),
        (r"dx, dy \in \mathbb{R}", r"\frac{dy}{dx} \ge 0", "may be a derivative, or a quotient"),
    ],
)  # fmt: skip
def test_refused(given: str, claim: str, message: str):
    with pytest.raises(BadPaper, match=message):
        understand(ad_hoc_claim(claim, given, Settings()))


def test_no_direction_beside_a_definition():
    given = r"X, W \in \mathbb{R}^{n \times n}, \quad Y := X^2, \quad dX := W"
    (reading,) = understand(ad_hoc_claim(r"dY = X dX + dX\,X", given, Settings()))
    assert "no arbitrary direction" in reading.links[0].message


def test_an_equation_may_speak_of_the_product():
    with pytest.raises(DeriveError, match="may define a name or speak of a product"):
        Scope.root().given(PAIR + "dX = W")


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (
            r"A, \Delta_A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, \Delta \in \mathbb{R}_{>0} \\ \Delta_A := -A",
            r"\Delta A x = -Ax", "refuted",
        ),
        (r"\Delta \in \mathbb{R}_{>0}, \Delta_B, B \in \mathbb{R}^{n} \\ B' := \Delta B", r"B' = \Delta_B", "refuted"),
        (r"\Delta \in \mathbb{R}_{>0}, \Delta_B, B \in \mathbb{R}^{n} \\ B' := \Delta\, B", r"B' = \Delta \cdot B", "holds"),
        (r"t, \Delta_t, \Delta \in \mathbb{R}", r"\Delta t = \Delta_t", "refuted"),
        (r"t, \Delta_t, \Delta \in \mathbb{R}", r"\boldsymbol\Delta t = \Delta_t", "refuted"),
        (r"t, \Delta_t, \Delta t \in \mathbb{R}", r"\Delta t = \Delta_t", "refuted"),
        (r"t, \Delta t \in \mathbb{R}", r"(t + \Delta t)^2 = t^2 + 2t\Delta t + (\Delta t)^2", "holds"),
        (r"\delta, u, \delta_u \in \mathbb{R}", r"\delta u + 1 = 1 + \delta_u", "refuted"),
        (r"A \in \mathbb{R}^{n \times n}, \delta_x, x, y \in \mathbb{R}^n, \delta \in (0,1) \\ y := x + \delta x", r"y = (1+\delta) x", "holds"),
        (
            r"A, \Delta_A \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n, \Delta \in \mathbb{R}_{>0} \\ h(x) := x + \Delta A x",
            r"h(x) = x + A(\Delta x)", "holds",
        ),
    ],
)  # fmt: skip
def test_with_delta(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
