r"""Braces do not print: ``\mathbf{AB}^T`` is the product of A and the transpose of B, as the page shows it."""

from pathlib import Path

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

SQUARE = r"\mathbf{A}, \mathbf{B}, \mathbf{C} \in \mathbb{R}^{n \times n}"
WIDE = r"\mathbf{X} \in \mathbb{R}^{n \times d}, \mathbf{a}, \mathbf{b} \in \mathbb{R}^n"
ORTHOGONAL = r"\mathbf{Q} \in \mathbb{R}^{n \times n}, \mathbf{QQ}^T = \mathbf{I}"
NUMBERS = r"a, b \in \mathbb{R}"
WORD = r"\mathbf{dP}, \mathbf{A} \in \mathbb{R}^{n \times m}"
LABELLED = r"\mathbf{dP}^{(1)}, \mathbf{A} \in \mathbb{R}^{n \times m}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (SQUARE, r"\mathbf{AB}^T = \mathbf{A}\mathbf{B}^T", "holds"),
        (SQUARE, r"\mathbf{AB}^T = \mathbf{B}^T \mathbf{A}^T", "refuted"),
        (SQUARE, r"(\mathbf{AB})^T = \mathbf{B}^T \mathbf{A}^T", "holds"),
        (SQUARE, r"\boldsymbol{AB}^{-1} = \mathbf{B}^{-1} \mathbf{A}^{-1}", "refuted"),
        (SQUARE, r"\det(\mathbf{AB}^{-1}) = \det(\mathbf{A}) / \det(\mathbf{B})", "holds"),
        (SQUARE, r"\mathbf{A^T B}^T = \mathbf{B}^T \mathbf{A}", "refuted"),
        (SQUARE, r"\mathbf{A B}^2 = \mathbf{A} \mathbf{B} \mathbf{B}", "holds"),
        (SQUARE, r"{\bf AB}^T = {\bf A}{\bf B}^T", "holds"),
        (SQUARE, r"{\mathbf{AB}}^T = \mathbf{B}^T \mathbf{A}^T", "refuted"),
        (SQUARE, r"\operatorname{tr}(\mathbf{ABC}^T) = \operatorname{tr}(\mathbf{C}^T \mathbf{AB})", "holds"),
        (WIDE, r"\operatorname{tr}(\mathbf{XX}^T) = \|\mathbf{X}\|_F^2", "holds"),
        (WIDE, r"\operatorname{tr}(\mathbf{ab}^T) = \mathbf{b}^T \mathbf{a}", "holds"),
        (WIDE, r"\operatorname{tr}(\mathbf{ab}^T) = \mathbf{b}^T \mathbf{b}", "refuted"),
        (ORTHOGONAL, r"\mathbf{Q}\mathbf{Q} = \mathbf{I}", "refuted"),
        (ORTHOGONAL, r"\mathbf{Q}\mathbf{Q}^\top = \mathbf{I}", "holds"),
        (NUMBERS, "{ab}^2 = a b^2", "holds"),
        (NUMBERS, "{ab}^2 = a^2 b^2", "refuted"),
        (WORD, r"\mathbf{dP}^\top \mathbf{A} = (\mathbf{A}^\top \mathbf{dP})^\top", "holds"),
        (LABELLED, r"\mathbf{dP}^{(1)\top} \mathbf{A} = (\mathbf{A}^\top \mathbf{dP}^{(1)})^\top", "holds"),
        (LABELLED, r"\mathbf{dP}^{(1)} = \mathbf{A}", "refuted"),
    ],
)  # fmt: skip
def test_scripts_behind_braces(given: str, claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize("text", [r"\mathbf{A + B}^T", "{A - B}^{-1}", r"{A \otimes B}^T", r"{\sum_{i=1}^n A}^2"])
def test_scripts_behind_braces_with_sums_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper, match="do not print"):
        judged(f"{text} = 0", r"A, B, \mathbf{A}, \mathbf{B} \in \mathbb{R}^{n \times n}", tmp_path)
