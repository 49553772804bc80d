r"""``(f + g)(x)`` and ``(f \circ g)(x)`` are values of functions, not products."""

import pytest

from tests.judged import judged

NUMBERS = r"x \in \mathbb{R}, \quad f(x) := x^2 + 1, \quad g(x) := x^3"
ANY = r"x \in \mathbb{R}, \quad f : \mathbb{R} \to \mathbb{R}, \quad g : \mathbb{R} \to \mathbb{R}"
MATRICES = r"W, V \in \mathbb{R}^{n \times n}, \quad F(W) := W W, \quad G(W) := W"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (NUMBERS, r"(f + g)(2) = 13", "holds"),
        (NUMBERS, r"[f + g](2) = 13", "holds"),
        (NUMBERS, r"(f + g)(2) = 2 x^2 + 2 + 2 x^3", "refuted"),
        (NUMBERS, r"(f g)(2) = 40", "holds"),
        (NUMBERS, r"(f \circ g)(x) = x^6 + 1", "holds"),
        (NUMBERS, r"(g \circ f)(x) = x^6 + 1", "refuted"),
        (NUMBERS, r"(f \circ g \circ f)(x)^2 = ((x^2 + 1)^6 + 1)^2", "holds"),
        (NUMBERS, r"f \circ g(x) = x^6 + 1", "holds"),
        (NUMBERS, r"f \circ g(x) = x^5 + x^3", "refuted"),
        (NUMBERS, r"(f - g)(f + g) = f^2 - g^2", "holds"),
        (NUMBERS, r"(f(x) + 1)(3) = 3 x^2 + 6", "holds"),
        (NUMBERS, r"(2 f)(3) = 20", "ambiguous"),
        (NUMBERS, r"(f + 1)(3) = 3 x^2 + 6", "ambiguous"),
        (NUMBERS, r"(f + g)^2(2) = 169", "undecided"),
        (ANY, r"\frac{d}{dx} (f \circ g)(x) = f'(g(x)) g'(x)", "holds"),
        (ANY, r"\frac{d}{dx} (f \circ g)(x) = f'(x) g'(x)", "refuted"),
        (MATRICES, r"(F + G)(V) = V V + V", "ambiguous"),
        (MATRICES, r"(F \circ G)(V) = V V", "holds"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
