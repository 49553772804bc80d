r"""Definitions of families with a raised index, ``A^{(h)} := ...`` for all declared h."""

from __future__ import annotations

import pytest

from derive.errors import NameProblem
from derive.language.scope.scope import Scope
from tests.judged import judged

HEADS = (
    r"X \in \mathbb{R}^{n \times d} \\ h \in \{1, \dots, H\} \\ W_V^{(h)}, W_Q^{(h)} \in \mathbb{R}^{d \times k} \\"
    r" A^{(h)} := \operatorname{softmax}(X W_Q^{(h)} W_Q^{(h)\top} X^\top) \\ Z_V^{(h)} := X W_V^{(h)} \\"
    r" c^{(h)} := \|X W_V^{(h)}\|_F \\ Y := \sum_{h=1}^H A^{(h)} X W_V^{(h)}"
)
LAYERS = r"X \in \mathbb{R}^{n \times n} \\ l \in \{1, \dots, L\} \\ A_l \in \mathbb{R}^{n \times n} \\ B^{(l)} = A_l X"

SAMPLES = (
    r"m \in \mathbb{N}, m \ge 1 \\ w \in \mathbb{R}^n, b \in \mathbb{R} \\ x^{(i)} \in \mathbb{R}^n \quad \forall i \in \{1, \dots, m\} \\"
    r" z^{(i)}(w, b) := w^\top x^{(i)} + b \\ J(w, b) := \frac{1}{m} \sum_{i=1}^m z^{(i)}(w, b)"
)
TYPED = r"m \in \mathbb{N}, m \ge 1 \\ w \in \mathbb{R}^n \\ f^{(i)} : \mathbb{R}^n \to \mathbb{R} \quad \forall i \in \{1, \dots, m\}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (SAMPLES, r"\frac{\partial J}{\partial w_j} = \frac{1}{m} \sum_{i=1}^m x_j^{(i)}", "holds"),
        (SAMPLES, r"\frac{\partial J}{\partial w_j} = \sum_{i=1}^m x_j^{(i)}", "refuted"),
        (SAMPLES, r"\frac{\partial z^{(i)}}{\partial w_j} = x_j^{(i)}", "holds"),
        (SAMPLES, r"\frac{\partial z^{(i)}}{\partial w_j} = x_j^{(1)}", "refuted"),
        (SAMPLES, r"\sum_{i=1}^m z^{(i)}(2 w, b) = 2 w^\top \sum_{i=1}^m x^{(i)} + m b", "holds"),
        (SAMPLES, r"z^{(1)}(w, b) = z^{(m)}(w, b)", "refuted"),
        (TYPED, r"\sum_{i=1}^m 2 f^{(i)}(w) = 2 \sum_{i=1}^m f^{(i)}(w)", "holds"),
        (TYPED, r"f^{(1)}(w) = f^{(m)}(w)", "refuted"),
        (HEADS, r"Y = \sum_{h=1}^H A^{(1)} X W_V^{(h)}", "refuted"),
        (HEADS, r"c^{(1)} = c^{(2)}", "refuted"),
        (LAYERS, r"B^{(1)} = A_2 X", "refuted"),
        (HEADS, r"Y = \sum_{h=1}^H \operatorname{softmax}(X W_Q^{(h)} W_Q^{(h)\top} X^\top) X W_V^{(h)}", "holds"),
        (HEADS, r"A^{(h)} \mathbf{1} = \mathbf{1}", "holds"),
        (HEADS, r"Z_V^{(h)\top} Z_V^{(h)} = W_V^{(h)\top} X^\top X W_V^{(h)}", "holds"),
        (HEADS, r"\frac{\partial Z_V^{(h)}}{\partial X} = I_n \otimes W_V^{(h)\top}", "holds"),
        (LAYERS, r"B^{(1)} = A_1 X", "holds"),
        (LAYERS, r"\sum_{l=1}^L B^{(l)} = (\sum_{l=1}^L A_l) X", "holds"),
    ],
)
def test_members(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_a_family_is_defined_once():
    with pytest.raises(NameProblem, match="defined twice"):
        Scope.root().given(LAYERS + r" \\ B^{(l)} := 2 A_l X")
