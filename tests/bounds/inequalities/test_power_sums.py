r"""Products of power sums with majorized exponents (Karamata for the convex ``log sum b^s``)."""

from pathlib import Path

import pytest

from tests.judged import judged, proved

A, B = r"\alpha", r"\beta"
SIZE = r"n \in \mathbb{N}, \quad \alpha, \beta \in \mathbb{R}, \quad 0 \le \alpha, \quad \alpha \le \beta"
VECTOR = r"x \in \mathbb{R}^{m}, \quad x > 0, \quad s, t \in \mathbb{R}, \quad 0 \le s, \quad s \le t"


def rank(exponent: str) -> str:
    return rf"\frac{{\left(\sum_{{i=1}}^n i^{{-{exponent}}}\right)^2}}{{\sum_{{i=1}}^n i^{{-2 {exponent}}}}}"


def total(exponent: str) -> str:
    return rf"\sum_{{i=1}}^m x_i^{{{exponent}}}"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SIZE, rf"{rank(B)} \le {rank(A)}"),
        (VECTOR, rf"\left({total('s + t')}\right)^2 \le \left({total('2 s')}\right) \left({total('2 t')}\right)"),
        (VECTOR, rf"\left({total('2')}\right)^2 \le \left({total('1')}\right) \left({total('3')}\right)"),
        (
            VECTOR,
            rf"\left({total('s')}\right) \left({total('t')}\right) \le \left({total('2 s - t')}\right) \left({total('2 t - s')}\right)",
        ),
    ],
)
def test_majorized_exponents(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SIZE, rf"{rank(A)} \le {rank(B)}"),
        (SIZE.replace(r"0 \le \alpha", r"-2 \le \alpha"), rf"{rank(B)} \le {rank(A)}"),
        (SIZE.replace(r"\alpha \le \beta", r"0 \le \beta"), rf"{rank(B)} \le {rank(A)}"),
        (SIZE, rf"{rank(B)} \le \frac{{1}}{{2}} {rank(A)}"),
        (VECTOR, rf"\left({total('2 s')}\right) \left({total('2 t')}\right) \le \left({total('s + t')}\right)^2"),
        (VECTOR, rf"\left({total('2')}\right)^2 \le \left({total('1')}\right) \left({total('2')}\right)"),
        (
            VECTOR.replace("x > 0", r"x \ge -1"),
            rf"\left({total('2')}\right)^2 \le \left({total('1')}\right) \left({total('3')}\right)",
        ),
        (
            VECTOR,
            rf"\left({total('s')}\right) \left({total('2 t')}\right) \le \left({total('s + t')}\right) \left({total('t')}\right)",
        ),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert not proved(given, claim)
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")
