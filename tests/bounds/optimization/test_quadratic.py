"""Smoothness, descent and co-coercivity of quadratic functions, and the nearest claims that are false."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judged import judged, proved

SPACE = r"H \in \mathbb{R}^{n \times n}, b, x, y \in \mathbb{R}^n, \eta \in \mathbb{R}, \eta \ge 0"
FUNCTION = r", f(x) := \frac12 x^\top H x - b^\top x, L := \|H\|_2"
SYMMETRIC = SPACE + r", H = H^\top" + FUNCTION
CONVEX = SPACE + r", H \succeq 0" + FUNCTION
STRONG = SPACE + r", \mu \in \mathbb{R}, H = H^\top, \mu I \preceq H" + FUNCTION
SMALL = SPACE + r", H \succ 0" + FUNCTION + r", \eta \le 1 / L"
LINE = r"f(x) + \langle \nabla f(x), y - x \rangle"
MOVED = r"\langle \nabla f(x) - \nabla f(y), x - y \rangle"
GAP = r"\|\nabla f(x) - \nabla f(y)\|"

TRUE = [
    (SYMMETRIC, rf"f(y) \le {LINE} + \frac{{L}}{{2}} \|y - x\|^2"),
    (SYMMETRIC, rf"f(y) \ge {LINE} - \frac{{L}}{{2}} \|y - x\|^2"),
    (SYMMETRIC, r"f(x - \eta \nabla f(x)) \le f(x) - \eta (1 - \frac{L \eta}{2}) \|\nabla f(x)\|^2"),
    (SYMMETRIC, rf"{GAP} \le L \|x - y\|"),
    (CONVEX, rf"{MOVED} \ge \frac{{1}}{{L}} {GAP}^2"),
    (CONVEX, rf"f(y) \ge {LINE}"),
    (STRONG, rf"f(y) \ge {LINE} + \frac{{\mu}}{{2}} \|y - x\|^2"),
    (
        r"A \in \mathbb{R}^{m \times n}, b \in \mathbb{R}^m, x, y \in \mathbb{R}^n, f(x) := \frac12 \|A x - b\|^2",
        rf"{GAP} \le \|A\|_2^2 \|x - y\|",
    ),
]
FALSE = [
    (SYMMETRIC, rf"f(y) \le {LINE} + \frac{{L}}{{4}} \|y - x\|^2"),
    (SYMMETRIC, rf"f(y) \le {LINE} - \frac{{L}}{{2}} \|y - x\|^2"),
    (SYMMETRIC, rf"f(y) < {LINE} + \frac{{L}}{{2}} \|y - x\|^2"),
    (SYMMETRIC, rf"f(y) \ge {LINE}"),
    (SYMMETRIC, r"f(x - \eta \nabla f(x)) \le f(x) - \eta \|\nabla f(x)\|^2"),
    (SYMMETRIC, rf"{GAP} \le \frac{{L}}{{2}} \|x - y\|"),
    (SYMMETRIC, rf"{MOVED} \ge \frac{{1}}{{L}} {GAP}^2"),
    (CONVEX, rf"{MOVED} \ge \frac{{2}}{{L}} {GAP}^2"),
    (CONVEX, rf"f(y) \le {LINE}"),
    (STRONG, rf"f(y) \ge {LINE} + \mu \|y - x\|^2"),
    (SMALL, r"f(x - \eta \nabla f(x)) \le f(x) - \eta \|\nabla f(x)\|^2"),
    (SPACE + FUNCTION, rf"{MOVED} \ge 0"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_lemmas_about_quadratic_functions_are_shown(given: str, claim: str) -> None:
    assert proved(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_their_false_neighbors_are_not(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict != "holds"


@pytest.mark.parametrize(
    ("given", "holds"),
    [
        (r"A, B \in \mathbb{R}^{n \times n}, A = A^\top, B = B^\top", True),
        (r"A, B \in \mathbb{R}^{n \times n}, A = A^\top", False),
    ],
)
def test_products_of_symmetric_matrices_are_turned(given: str, holds: bool, tmp_path: Path) -> None:
    assert (judged(r"\|A B\|_2 = \|B A\|_2", given, tmp_path).verdict == "holds") is holds
