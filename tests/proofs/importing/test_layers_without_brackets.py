r"""Layers above names are labels where a source shows it, ``w^l_{jk} a^{l-1}_k``, and powers everywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.importing.layers import with_labels
from tests.proofs.importing.test_inference import claims_of, verdict

NET = r"The input is \[ z_j^l := \sum_{k=1}^{n} w^l_{jk} a^{l-1}_k + b^l_j. \] The cost is \[ C := \frac{1}{2} \sum_{j=1}^m (a_j^L - y_j)^2. \] "


@pytest.mark.parametrize(("source", "expected"), [
    (NET + r"\[ \frac{\partial C}{\partial a_j^L} = a_j^L - y_j \]", "holds"),
    (NET + r"\[ \frac{dC}{da_j^L} = a_j^L - y_j \]", "holds"),
    (NET + r"\[ \frac{\partial C}{\partial a_j^L} = 2 (a_j^L - y_j) \]", "ambiguous"),
    (NET + r"\[ \frac{\partial z_j^l}{\partial w^l_{jk}} = a^{l-1}_k \]", "holds"),
    (NET + r"\[ \frac{\partial z_j^l}{\partial w^l_{jk}} = a^l_k \]", "ambiguous"),
    (NET + r"\[ \delta^l + b^l = b^l + \delta^l \]", "holds"),
    (r"\[ l \in \mathbb{N} \] \[ A^{l+1} = A A^l \]", "holds"),  # powers
    (r"\[ A^{l+1} = A A^{l-1} \]", "ambiguous"),
])  # fmt: skip
def test_what_stands_above(source: str, expected: str, tmp_path: Path) -> None:
    found = verdict(claims_of(source)[-1], tmp_path)
    assert found in (("ambiguous", "refuted") if expected == "ambiguous" else (expected,))


@pytest.mark.parametrize("text", [r"\sum_{l=1}^L x_l", r"\gamma^l r_l", r"2^l + 3^{l+1}", r"\lambda_1^{l}", r"(1 - x)^l", r"x^{lm}"])
def test_limits_and_powers_stay(text: str) -> None:
    assert with_labels(text) == text
