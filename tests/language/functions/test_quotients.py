r"""Quotients with a vector or a matrix below are those of the entries where there is no other; square matrices are asked about."""

from __future__ import annotations

import pytest

from tests.judged import judged

GIVEN = r"""
a, b, c, g, v \in \mathbb{R}^n, \quad A, B \in \mathbb{R}^{m \times n}, \quad S, T \in \mathbb{R}^{n \times n} \\
\epsilon > 0, \quad v > 0, \quad y \in \mathbb{R}^m
"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\frac{a}{b} \odot b = a", r"\frac{a}{b} \odot a = b"),
        (r"(a / b) \odot b = a", r"(b / a) \odot b = a"),
        (r"a \oslash b \odot c = (a \odot c) \oslash b", r"a \oslash b \odot c = a \oslash (b \odot c)"),
        (r"\frac{a^\top}{b^\top} b = \mathbf{1}^\top a", r"\frac{a^\top}{b^\top} b = \mathbf{1}^\top b"),
        (r"\frac{A}{B} \odot B = A", r"\frac{A}{B} \odot A = B"),
        (r"(S \oslash T) \odot T = S", r"(S \oslash T) T = S"),
        (
            r"\frac{g}{\sqrt{v} + \epsilon} \odot (\sqrt{v} + \epsilon \mathbf{1}) = g",
            r"\frac{g}{\sqrt{v} + \epsilon} \odot (v + \epsilon \mathbf{1}) = g",
        ),
        (
            r"\frac{g}{\sqrt{v + \epsilon}} = g \odot (v + \epsilon \mathbf{1})^{\circ -1/2}",
            r"\frac{g}{\sqrt{v} + \epsilon} = g \odot (v + \epsilon \mathbf{1})^{\circ -1/2}",
        ),
        (
            r"\frac{\partial}{\partial g} \frac{g}{v} = \operatorname{diag}(v)^{-1}",
            r"\frac{\partial}{\partial g} \frac{g}{v} = \operatorname{diag}(v)",
        ),
    ],
)
def test_the_entries_are_divided(true, false, tmp_path):
    assert judged(true, GIVEN, tmp_path).verdict == "holds"
    assert judged(false, GIVEN, tmp_path).verdict == "refuted"


def test_the_convention_is_said(tmp_path):
    result = judged(
        r"\frac{g}{\sqrt{v} + \epsilon} = g \odot (\sqrt{v} + \epsilon \mathbf{1})^{\circ -1}", GIVEN, tmp_path
    )
    notes = " ".join(result.notes)
    assert "a quotient with a vector below is taken entry by entry" in notes
    assert r"\epsilon is added to every entry" in notes


@pytest.mark.parametrize("claim", [r"\frac{S}{T} \odot T = S", r"S / T = S T^{-1}"])
def test_square_matrices_are_not_guessed(claim, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == "undecided"
    assert r"S \oslash T" in (result.message or "") and "S T^{-1}" in (result.message or "")


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (r"\frac{a}{y} = a", "a denominator must be a scalar"),
        (r"\frac{a}{b^\top} = a", "a denominator must be a scalar"),
        (r"a \oslash y = a", "cannot take the entrywise quotient"),
        (r"a \odot (v + \epsilon) = a \odot v + \epsilon a", "cannot add"),
        (r"\frac{a^\top b}{v + \epsilon} v = b", "cannot add"),
    ],
)
def test_other_quotients_have_no_type(claim, said, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert result.verdict == "ill-typed"
    assert said in (result.message or "")
