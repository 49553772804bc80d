r"""\partial beside d: the derivative through all definitions, or the partial one with other defined names held fixed."""

import pytest

from tests.judged import judged

NUMBERS = r"x \in \mathbb{R}, \quad h := \sin x, \quad f := x^2 h"
VECTORS = r"x \in \mathbb{R}^n, \quad W \in \mathbb{R}^{n \times n}, \quad h := W x, \quad f := x^\top h"
TOTAL, PARTIAL, BY_H = (
    r"\frac{\mathrm{d}f}{\mathrm{d}x}",
    r"\frac{\partial f}{\partial x}",
    r"\frac{\partial f}{\partial h}",
)


@pytest.mark.parametrize("given", [NUMBERS, VECTORS])
@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (rf"{TOTAL} = {PARTIAL} + {BY_H} \frac{{\partial h}}{{\partial x}}", "ambiguous"),
        (rf"{TOTAL} = {PARTIAL} + {BY_H} \frac{{\mathrm{{d}}h}}{{\mathrm{{d}}x}}", "ambiguous"),
        (rf"{TOTAL} = {PARTIAL} + 2 {BY_H} \frac{{\mathrm{{d}}h}}{{\mathrm{{d}}x}}", "refuted"),
        (rf"{TOTAL} = {PARTIAL} - {BY_H} \frac{{\mathrm{{d}}h}}{{\mathrm{{d}}x}}", "refuted"),
        (rf"{TOTAL} = {PARTIAL}", "ambiguous"),
        (rf"{TOTAL} = 2 {PARTIAL}", "refuted"),
    ],
)
def test_d_and_partial_of_one_function(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\frac{\partial f}{\partial x} = 2 x h + x^2 \cos x", "holds"),
        (r"\frac{\mathrm{d}f}{\mathrm{d}x} = 2 x h + x^2 \cos x", "holds"),
        (r"\frac{\partial f}{\partial x} = 2 x h", "refuted"),
    ],
)
def test_one_sign_alone_goes_through_all_definitions(claim: str, verdict: str, tmp_path):
    assert judged(claim, NUMBERS, tmp_path).verdict == verdict
