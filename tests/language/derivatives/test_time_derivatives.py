r"""``\frac{d}{dt}`` with an undeclared t along equations for dotted variables; the others stand still, unless a hypothesis ties them."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

LAYERS = (
    r"W_1 \in \mathbb{R}^{h \times d}, \quad W_2 \in \mathbb{R}^{k \times h}, \quad X \in \mathbb{R}^{d \times n}, \quad "
    r"Y \in \mathbb{R}^{k \times n} \\ L(W_1, W_2) := \frac{1}{2} \|W_2 W_1 X - Y\|_F^2 \\ "
    r"\dot{W}_1 = -\nabla_{W_1} L, \quad \dot{W}_2 = -\nabla_{W_2} L, \quad W := W_2 W_1, \quad G := (W X - Y) X^\top"
)
LINEAR = r"y, u \in \mathbb{R}^n, \quad H \in \mathbb{R}^{n \times n}, \quad \dot{u} = H (y - u)"
SYMMETRIC = LINEAR + r", \quad H = H^\top"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (LAYERS, r"\frac{d}{dt} (W_2^\top W_2 - W_1 W_1^\top) = 0", "holds"),
        (LAYERS, r"\frac{d}{dt} (W_2^\top W_2 + W_1 W_1^\top) = 0", "refuted"),
        (LAYERS, r"\dot{W} = -G W_1^\top W_1 - W_2 W_2^\top G", "holds"),
        (LAYERS, r"\dot{W} = -G W_1^\top W_1", "refuted"),
        (LAYERS, r"\frac{d L}{dt} = -\|\nabla_{W_1} L\|_F^2 - \|\nabla_{W_2} L\|_F^2", "holds"),
        (LAYERS, r"\frac{d L}{dt} = -\|\nabla_{W_1} L\|_F^2", "refuted"),
        (LINEAR, r"\frac{\mathrm{d}}{\mathrm{d}t} \|y - u\|_2^2 = -2 (y - u)^\top H (y - u)", "holds"),
        (LINEAR, r"\frac{\mathrm{d}}{\mathrm{d}t} \|y - u\|_2^2 = 2 (y - u)^\top H (y - u)", "refuted"),
        (LINEAR, r"\frac{d u}{dt} = H (y - u)", "holds"),
        (LINEAR, r"\frac{d y}{dt} = 0", "undecided"),
        (SYMMETRIC, r"\frac{d}{dt} \|y - u\|_2^2 \le -2 \lambda_{\min}(H) \|y - u\|_2^2", "holds"),
        (SYMMETRIC, r"\frac{d}{dt} \|y - u\|_2^2 \le -4 \lambda_{\min}(H) \|y - u\|_2^2", "refuted"),
        (
            r"u, z \in \mathbb{R}^n, \dot{u} = u, z = 2 u",
            r"\frac{d}{dt} (u + z)^\top u = 2 \|u\|^2 + z^\top u",
            "undecided",
        ),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_what_moves_and_what_stands_still_is_said(tmp_path):
    found = judged(r"\frac{d}{dt} \|y - u\|_2^2 = -2 (y - u)^\top H (y - u)", LINEAR, tmp_path)
    assert "what has a dot moves with the time, y stands still" in found.notes


def test_without_a_dot_the_time_must_be_declared(tmp_path):
    with pytest.raises(BadPaper, match="t is not declared"):
        judged(r"\frac{d u}{dt} = 0", r"u \in \mathbb{R}^n", tmp_path)
