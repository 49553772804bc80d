"""Norms of Jacobians of affine expressions are those of a Kronecker product, as equalities."""

from pathlib import Path

import pytest

from tests.judged import judged

GIVEN = r"""\mathbf{A} \in \mathbb{R}^{a \times b}, \quad \mathbf{X} \in \mathbb{R}^{b \times c}, \quad \mathbf{B}, \mathbf{C} \in \mathbb{R}^{c \times d} \\
\mathbf{S} \in \mathbb{R}^{b \times b}, \quad \mathbf{V} \in \mathbb{R}^{b \times b}, \quad \mathbf{N} \in \mathbb{R}^{a \times d}"""
BY_X, BY_V = r"}{\partial \mathbf{X}}\right\|", r"}{\partial \mathbf{V}}\right\|"
START = r"\left\|\frac{\partial "
TRUE = {
    "product": START + r"(\mathbf{A}\mathbf{X}\mathbf{B})" + BY_X + r"_2 = \|\mathbf{A}\|_2 \|\mathbf{B}\|_2",
    "constant term": START
    + r"(3\mathbf{A}\mathbf{X}\mathbf{B} + \mathbf{N})"
    + BY_X
    + r"_F = 3 \|\mathbf{A}\|_F \|\mathbf{B}\|_F",
    "entries moved": START
    + r"\operatorname{vec}((\mathbf{A}\mathbf{X}\mathbf{B})^\top)"
    + BY_X
    + r"_2 = \|\mathbf{A}\|_2 \|\mathbf{B}\|_2",
    "common factor": START
    + r"(\mathbf{A}\mathbf{X}\mathbf{B} - 2\mathbf{A}\mathbf{X}\mathbf{C})"
    + BY_X
    + r"_2 = \|\mathbf{A}\|_2 \|\mathbf{B} - 2 \mathbf{C}\|_2",
    "turned twice": START
    + r"(\mathbf{S}\mathbf{V} + (\mathbf{V}^\top\mathbf{S}^\top)^\top)"
    + BY_V
    + r"_F = 2 \sqrt{b} \|\mathbf{S}\|_F",
    "active units": START
    + r"(\operatorname{ReLU}(\mathbf{S})\mathbf{X} + \mathbf{X})"
    + BY_X
    # the rows of X are as many as those of S
    + r"_2 = \|\operatorname{ReLU}(\mathbf{S}) + \mathbf{I}_b\|_2",
}
FALSE = {
    "other norm": START + r"(\mathbf{A}\mathbf{X}\mathbf{B})" + BY_X + r"_2 = \|\mathbf{A}\|_2 \|\mathbf{B}\|_F",
    "other sign": START
    + r"(\mathbf{A}\mathbf{X}\mathbf{B} - 2\mathbf{A}\mathbf{X}\mathbf{C})"
    + BY_X
    + r"_2 = \|\mathbf{A}\|_2 \|\mathbf{B} + 2 \mathbf{C}\|_2",
    "a variable and its transpose": START
    + r"(\mathbf{S}\mathbf{V} + \mathbf{S}\mathbf{V}^\top)"
    + BY_V
    + r"_F = 2 \sqrt{b} \|\mathbf{S}\|_F",
    "a product and its transpose": START
    + r"(\mathbf{S}\mathbf{V} + (\mathbf{S}\mathbf{V})^\top)"
    + BY_V
    + r"_F = 2 \sqrt{b} \|\mathbf{S}\|_F",
    "two orders of entries": START
    + r"(\operatorname{vec}(\mathbf{S}\mathbf{V}) + \mathrm{vec}_r(\mathbf{S}\mathbf{V}))"
    + BY_V
    + r"_F = 2 \sqrt{b} \|\mathbf{S}\|_F",
    "both sides": START + r"(\mathbf{S}\mathbf{V} + \mathbf{V}\mathbf{S})" + BY_V + r"_2 = 2 \|\mathbf{S}\|_2",
    "quadratic": START + r"(\mathbf{S}\mathbf{V}\mathbf{V})" + BY_V + r"_2 = \|\mathbf{S}\|_2 \|\mathbf{V}\|_2",
    "a trace as factor": START
    + r"(\operatorname{tr}(\mathbf{V})\mathbf{V})"
    + BY_V
    + r"_2 = |\operatorname{tr}(\mathbf{V})|",
}


@pytest.mark.parametrize("name", sorted(TRUE))
def test_norms_are_those_of_the_kronecker_form(name: str, tmp_path: Path) -> None:
    result = judged(TRUE[name], GIVEN, tmp_path)
    assert result.verdict == "holds" and result.strength != "exact", result.evidence


@pytest.mark.parametrize("name", sorted(FALSE))
def test_other_norms_are_refuted(name: str, tmp_path: Path) -> None:
    assert judged(FALSE[name], GIVEN, tmp_path).verdict == "refuted"
