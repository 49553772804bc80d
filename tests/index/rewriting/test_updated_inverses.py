r"""Inverses of updates of rank one, by the inverse of what is updated: residuals of points that are left out."""

import pytest

from tests.judged import judged

RIDGE = (
    r"X \in \mathbb{R}^{n \times d}, \quad y \in \mathbb{R}^n, \quad \lambda > 0, \quad z \in \mathbb{R}^d, \quad s \in \mathbb{R}, \quad "
    r"H := X^\top X + \lambda I_d, \quad w := H^{-1} X^\top y, \quad h := z^\top H^{-1} z, \quad h \ne 1, \quad "
    r"v := (H - z z^\top)^{-1} (X^\top y - s z)"
)
SQUARE = r"A \in \mathbb{R}^{n \times n}, \quad x, y \in \mathbb{R}^n, \quad c \in \mathbb{R}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (RIDGE, r"s - z^\top v = \frac{s - z^\top w}{1 - h}", "holds"),
        (RIDGE, r"s - z^\top v = \frac{s - z^\top w}{1 + h}", "refuted"),
        (RIDGE, r"s - z^\top v = (1 - h) (s - z^\top w)", "refuted"),
        (RIDGE, r"v = w - \frac{H^{-1} z (s - z^\top w)}{1 - h}", "holds"),
        (RIDGE, r"v = w + \frac{H^{-1} z (s - z^\top w)}{1 - h}", "refuted"),
        (SQUARE, r"y^\top (A + c x y^\top)^{-1} x = \frac{y^\top A^{-1} x}{1 + c y^\top A^{-1} x}", "holds"),
        (SQUARE, r"y^\top (A + c x y^\top)^{-1} x = \frac{y^\top A^{-1} x}{1 + c x^\top A^{-1} y}", "refuted"),
        (SQUARE, r"y^\top (A + c x y^\top)^{-1} x = \frac{y^\top A^{-1} x}{1 + y^\top A^{-1} x}", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
