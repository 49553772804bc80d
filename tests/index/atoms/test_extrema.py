r"""What stands inside and outside of an extremum: ``\max_i (x_i + c)``, ``\max_i e^{x_i}``, minima as maxima."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive import build
from derive.extrema import pulled
from derive.sizes import Shape, Size
from tests.judged import judged, shown

GIVEN = r"x, z \in \mathbb{R}^n, y \in \mathbb{R}^m, p \in \mathbb{R}_{>0}^n, c \in \mathbb{R}, Q \in \mathbb{R}^{m \times n}"

TRUE = [
    r"\max_i (x_i + 1) = \max_i x_i + 1",
    r"\max_i (c - x_i) = c - \min_i x_i",
    r"\min_i (-x_i) = -\max_i x_i",
    r"\max_i |x_i|^2 = \|x\|_\infty^2",
    r"\max_i x_i^3 = (\max_i x_i)^3",
    r"\max_i \log p_i = \log \max_i p_i",
    r"\max_i \sqrt{p_i} = \sqrt{\max_i p_i}",
    r"\min_i e^{-2 x_i} = e^{-2 \max_i x_i}",
    r"\max_i \log \frac{e^{x_i}}{\sum_j e^{x_j}} = \max_i x_i - \log \sum_j e^{x_j}",
    r"\max_{i,j} (x_i - x_j) = \max_i x_i - \min_i x_i",
    r"\max_i \min_j (x_i - y_j) = \max_i x_i - \max_j y_j",
    r"\max_j (Q_{1j} - \max_k Q_{1k}) = 0",
    r"\max(x) = -\min(-x)",
]
FALSE = [
    r"\max_i (x_i + 1) = \max_i x_i",
    r"\max_i (c - x_i) = c - \max_i x_i",
    r"\max_i |x_i|^2 = \|x\|_\infty",
    r"\max_i e^{-x_i} = e^{-\max_i x_i}",
    r"\max_i (x_i + z_i) = \max_i x_i + \max_i z_i",
    r"\max_i \min_j (x_i - y_j) = \max_i x_i - \min_j y_j",
    r"\max_i \frac{1}{p_i} = \frac{1}{\max_i p_i}",
    r"\max(x) = \min(-x)",
    r"\max_i (x_i + 1) < \max_i x_i + 1",
]


@pytest.mark.parametrize("claim", TRUE)
def test_what_is_increasing_stands_outside(claim: str) -> None:
    assert shown(GIVEN, claim)


@pytest.mark.parametrize("claim", [r"\max_i (x_i + 1) \le \max_i x_i + 1", r"\max_i x_i - c \le \max_i (x_i - c)"])
def test_it_does_in_bounds(claim: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == "holds"


@pytest.mark.parametrize("claim", FALSE)
def test_what_is_not_increasing_stays(claim: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == "refuted"


def test_the_form_is_reached_in_one_step() -> None:
    n, one, i = Size.of("n"), Size.of(1), Size.of("i")
    entry, c = build.entry(build.var("x", Shape((n,), ())), i, one), build.var("c", build.SCALAR)
    bodies = [build.sub(c, entry), build.map_("exp", build.neg(entry)), build.hpow(entry, build.const(4)), entry]
    for op in ("maxover", "minover"):
        for body in bodies:
            node = build.over(op, "i", one, n, body)
            found = pulled(node) or node
            inner = [e for e in build_nodes(found) if e.op in ("maxover", "minover")]
            assert [e.op for e in inner] == ["maxover"] and pulled(inner[0]) is None


def build_nodes(e: build.Expr) -> list[build.Expr]:
    return [e, *(node for a in e.args for node in build_nodes(a))]
