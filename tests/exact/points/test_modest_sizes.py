"""Where the usual small sizes are too large, claims are looked at where all sizes are twos and threes."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

from pathlib import Path

import pytest

from derive.core import Problem, Rel, SizeRules
from derive.exact.points.sizes_choice import modest_sizes
from derive.sizes import Size
from proofs.judging.hypotheses import ZERO
from tests.judged import judged

FUNCTIONS = r"\mathbf{X} \in \mathbb{R}^{s \times t}, \mathbf{A}(\mathbf{X}) \in \mathbb{R}^{n \times q}, \mathbf{B}(\mathbf{X}) \in \mathbb{R}^{p \times r}"
NORMALIZED = r"\mathbf{W} \in \mathbb{R}^{p \times q}, \mathbf{V} \in \mathbb{R}^{s \times t}, \mathbf{N}(\mathbf{W}, \mathbf{V}) \in \mathbb{R}^{L \times d}"
PRODUCT = r"\frac{\partial \mathbf{A}(\mathbf{X}) \otimes \mathbf{B}(\mathbf{X})}{\partial \mathbf{X}} = "
TERMS = r" \left((\mathrm{vec}_r \mathbf{A} \otimes \mathbf{I}_{pr}) \frac{\partial \mathbf{B}}{\partial \mathbf{X}} + (\mathbf{I}_{nq} \otimes \mathrm{vec}_r \mathbf{B}) \frac{\partial \mathbf{A}}{\partial \mathbf{X}} \right)"
SECOND = r"\frac{\partial^2 \operatorname{LayerNorm}(\mathbf{N})}{\partial \mathbf{W} \partial \mathbf{V}} = "
OUTER = r"\left(\frac{\partial \operatorname{LayerNorm}(\mathbf{N})}{\partial \mathbf{N}} \otimes \mathbf{I}_{pq}\right) \frac{\partial^2 \mathbf{N}}{\partial \mathbf{W} \partial \mathbf{V}}"
INNER = r"\left(\mathbf{I}_{Ld} \otimes \frac{\partial \mathbf{N}}{\partial \mathbf{W}}^\top\right) \frac{\partial^2 \operatorname{LayerNorm}(\mathbf{N})}{\partial \mathbf{N}^2} \frac{\partial \mathbf{N}}{\partial \mathbf{V}}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (FUNCTIONS, PRODUCT + r"(\mathbf{I}_n \otimes \mathbf{K}_{p,q} \otimes \mathbf{I}_r)" + TERMS, "holds"),
        (FUNCTIONS, PRODUCT + r"(\mathbf{I}_r \otimes \mathbf{K}_{p,q} \otimes \mathbf{I}_n)" + TERMS, "refuted"),
        (FUNCTIONS, PRODUCT + r"\frac{1}{\sqrt{n}} (\mathbf{I}_n \otimes \mathbf{K}_{p,q} \otimes \mathbf{I}_r)" + TERMS, "refuted"),
        (NORMALIZED, SECOND + OUTER + "+" + INNER, "holds"),
        (NORMALIZED, SECOND + OUTER + "-" + INNER, "refuted"),  # where a size is one, LayerNorm divides by zero
    ],
)  # fmt: skip
def test_claims_about_arbitrary_functions_are_decided(given: str, claim: str, verdict: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_modest_sizes_are_twos_and_threes_and_what_follows_from_them():
    n, m, k = Size.of("n"), Size.of("m"), Size.of("k")
    rules = SizeRules(relations=(("=", k - m * n),))
    problem = Problem((), (), (), ("m", "n", "k"), rules, (), Rel("=", ZERO, ZERO))
    assert modest_sizes(problem) == [
        {"m": 2, "n": 2, "k": 4},
        {"m": 2, "n": 3, "k": 6},
        {"m": 3, "n": 2, "k": 6},
        {"m": 3, "n": 3, "k": 9},
    ]
