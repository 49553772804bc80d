r"""``dX`` and ``\Delta X`` are one name where they are declared, and never ``\Delta_X``."""

from pathlib import Path

import pytest

from tests.judged import judged

MATRICES = r"X, W, P, G \in \mathbb{R}^{n \times d}, x, y \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}"
FLASH = r"Q, K, V, dO \in \mathbb{R}^{N \times d}, P := \operatorname{softmax}(Q K^\top / \sqrt{d}), O := P V, dV := P^\top dO"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (MATRICES + r", dX := W", r"\operatorname{rank}(dX) = \operatorname{rank}(X)", "refuted"),
        (MATRICES + r", dX := W", r"X^\top dX = (dX)^\top X", "refuted"),
        (MATRICES + r", dX := 3 X", r"\langle dX, X \rangle = d \|X\|_F^2", "refuted"),
        (MATRICES + r", dX := 3 X", r"\langle dX, X \rangle = 3 \|X\|_F^2", "holds"),
        (MATRICES + r", dP := 2 G", r"dP = d \cdot P", "refuted"),
        (MATRICES + r", dP := 2 G", r"dP_{ij} = 2 G_{ij}", "holds"),
        (MATRICES + r", dP := 2 G", r"\|dP^\top\|_F = 2 \|G\|_F", "holds"),
        (FLASH, r"\|dV\|_F \le \sqrt{N} \|dO\|_F", "holds"),
        (FLASH, r"\|dV\|_F \le \|dO\|_F", "refuted"),
        (r"d_W \in \mathbb{N}, dW \in \mathbb{R}^{n \times m}", r"dW = 2 dW - dW", "holds"),
        (MATRICES + r", \Delta \in \mathbb{R}_{>0}, \Delta_A := -A", r"\Delta A x = -A x", "refuted"),
        (MATRICES + r", \Delta \in \mathbb{R}_{>0}, \Delta_x \in \mathbb{R}^n", r"\Delta x = \Delta_x", "refuted"),
        (r"t, \Delta_t, \Delta \in \mathbb{R}", r"\Delta t = \Delta_t", "refuted"),
        (r"\delta, u, \delta_u \in \mathbb{R}", r"\delta u + 1 = 1 + \delta_u", "refuted"),
        (MATRICES + r", \delta_x \in \mathbb{R}^n, \delta \in (0,1)", r"x + \delta x = (1 + \delta) x", "holds"),
        (MATRICES + r", \Delta A \in \mathbb{R}^{n \times n}", r"(A + \Delta A) x = A x + \Delta A x", "holds"),
        (MATRICES + r", \Delta A \in \mathbb{R}^{n \times n}", r"\Delta A_{ij} = (\Delta A)_{ji}", "refuted"),
        (MATRICES, r"\mathrm{d}(A^2) = A \mathrm{d}A + (\mathrm{d}A) A", "holds"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize("letters", [r"\Delta A", r"\delta A", "dA"])
def test_what_is_understood_is_written_as_it_was(letters: str, tmp_path: Path) -> None:
    understood = judged(rf"{letters} = 2 {letters}", rf"{letters} \in \mathbb{{R}}^{{n \times n}}", tmp_path).understood
    assert letters in understood and "_" not in understood
