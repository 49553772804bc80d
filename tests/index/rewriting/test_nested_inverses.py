r"""Inverses of products, of sums, and of matrices that have inverses themselves."""

import pytest

from tests.judged import judged

PARTS = r"A, B \in \mathbb{R}^{n \times n}, \quad a, b \in \mathbb{R}^n, \quad A = A^\top, \quad B = B^\top"
MEAN = rf"{PARTS}, \quad S := A (A + B)^{{-1}} B, \quad m := B (A + B)^{{-1}} a + A (A + B)^{{-1}} b"
NESTED = r"H, P, T \in \mathbb{R}^{n \times n}, \quad s \in \mathbb{R}^n, \quad A := P (P + H)^{-1} H, \quad B := T + A"
FORM = r"a^\top A^{-1} a + b^\top B^{-1} b - m^\top S^{-1} m"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (MEAN, r"S^{-1} m = A^{-1} a + B^{-1} b", "holds"),
        (MEAN, r"S^{-1} m = A^{-1} b + B^{-1} a", "refuted"),
        (MEAN, rf"{FORM} = (b - a)^\top (A + B)^{{-1}} (b - a)", "holds"),
        (MEAN, rf"{FORM} = (b + a)^\top (A + B)^{{-1}} (b + a)", "refuted"),
        (PARTS, r"(A B)^{-1} = B^{-1} A^{-1}", "holds"),
        (PARTS, r"(A B)^{-1} = A^{-1} B^{-1}", "refuted"),
        (PARTS, r"A^{-1} - (A + B)^{-1} = A^{-1} B (A + B)^{-1}", "holds"),
        (PARTS, r"A^{-1} - (A + B)^{-1} = A^{-1} B (A - B)^{-1}", "refuted"),
        (NESTED, "s - A B^{-1} s = B B^{-1} s - A B^{-1} s", "holds"),
        (NESTED, "s - A B^{-1} s = T B^{-1} s - A B^{-1} s", "refuted"),
        # what is differentiated gets no name of its own
        (rf"{PARTS}, \quad x \in \mathbb{{R}}", r"\frac{\partial}{\partial x} \operatorname{tr}((A + (B + x I)^{-1})^{-1}) = 0", "refuted"),
        (r"A \in \mathbb{R}^{m \times n}, \quad B \in \mathbb{R}^{n \times m}", r"(A B)^{-1} A B = I", "holds"),
    ],
)  # fmt: skip
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
