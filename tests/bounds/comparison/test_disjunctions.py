"""Premises with several cases, and products that vanish: what polynomials on a triangle say of its corners."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

TRIANGLE = r"a, b \in \mathbb{R}, \quad a \ge b, \quad b \ge 0, \quad a + b \le 1"
PRODUCT = "a (1 - a + b) = 0"


@pytest.mark.parametrize(
    "claim",
    [
        rf"{PRODUCT} \implies b = 0",
        rf"{PRODUCT} \implies a b = 0",
        rf"{PRODUCT} \implies (a = 1 \lor a = 0)",
        rf"(a = 1 \land b = 0) \lor (a = 0 \land b = 0) \implies {PRODUCT}",
        rf"{PRODUCT} \iff (a = 1 \land b = 0) \lor (a = 0 \land b = 0)",
    ],
)
def test_corners(claim: str):
    assert proved(TRIANGLE, claim)


@pytest.mark.parametrize(
    "claim",
    [
        rf"{PRODUCT} \implies a = 1",
        rf"{PRODUCT} \implies a = 0",
        rf"(a = 1 \land b = 0) \lor (a = \frac{{1}}{{2}} \land b = 0) \implies {PRODUCT}",
        rf"{PRODUCT} \iff (a = 1 \land b = 0) \lor (a = \frac{{1}}{{2}} \land b = \frac{{1}}{{2}})",
        rf"{PRODUCT} \iff (a = 1 \land b = 0)",
    ],
)
def test_false_neighbors(claim: str, tmp_path: Path):
    assert not proved(TRIANGLE, claim)
    assert judged(claim, TRIANGLE, tmp_path).verdict != "holds"


def test_without_the_order_it_has_more_zeros():
    assert not proved(TRIANGLE.replace(r"a \ge b", r"a \ge 0"), rf"{PRODUCT} \implies b = 0")
