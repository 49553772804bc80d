"""Convex functions that are smooth: their gradients are co-coercive, and so is more than each property says alone."""

import pytest

from tests.judged import proved

CONVEX = r"h : \mathbb{R}^d \to \mathbb{R}, \quad h \text{ is convex and } L\text{-smooth}, \quad x, y \in \mathbb{R}^d"
APART = r"h : \mathbb{R}^d \to \mathbb{R}, \quad h \text{ is } L\text{-smooth}, \quad h \text{ is convex}, \quad x, y \in \mathbb{R}^d"
STRONG = r"h : \mathbb{R}^d \to \mathbb{R}, \quad h \text{ is } \mu\text{-strongly convex and } L\text{-smooth}, \quad x, y \in \mathbb{R}^d"
SMOOTH = r"h : \mathbb{R}^d \to \mathbb{R}, \quad h \text{ is } L\text{-smooth}, \quad x, y \in \mathbb{R}^d"
SLOPES = r"\langle \nabla h(x) - \nabla h(y), x - y \rangle"
SQUARE = r"\|\nabla h(x) - \nabla h(y)\|^2"
TANGENT = r"h(y) \ge h(x) + \langle \nabla h(x), y - x \rangle"
STEP = r"\nabla h(y) = 0, \quad 0 < \eta \le"
BOTH = r"\frac{\mu L}{\mu + L} \|x - y\|^2"


@pytest.mark.parametrize(
    ("given", "claim", "holds"),
    [
        (CONVEX, rf"{SLOPES} \ge \frac{{1}}{{L}} {SQUARE}", True),
        (APART, rf"{SLOPES} \ge \frac{{1}}{{L}} {SQUARE}", True),
        (CONVEX, rf"{SLOPES} \ge \frac{{2}}{{L}} {SQUARE}", False),
        (SMOOTH, rf"{SLOPES} \ge \frac{{1}}{{L}} {SQUARE}", False),
        (CONVEX, rf"{TANGENT} + \frac{{1}}{{2 L}} {SQUARE}", True),
        (CONVEX, rf"{TANGENT} + \frac{{1}}{{L}} {SQUARE}", False),
        (SMOOTH, rf"{TANGENT} + \frac{{1}}{{2 L}} {SQUARE}", False),
        (STRONG, rf"{SLOPES} \ge {BOTH} + \frac{{1}}{{\mu + L}} {SQUARE}", True),
        (STRONG, rf"{SLOPES} \ge {BOTH} + \frac{{1}}{{L}} {SQUARE}", False),
        (CONVEX, rf"{SLOPES} \ge {BOTH.replace('mu', 'nu')} + \frac{{1}}{{\nu + L}} {SQUARE}", False),
        (STRONG, rf"{SLOPES} \ge \mu \|x - y\|^2", True),
        (STRONG, rf"{SLOPES} \ge L \|x - y\|^2", False),
        (STRONG, rf"{SLOPES} \le L \|x - y\|^2", True),
        (rf"{CONVEX}, \quad {STEP} \frac{{2}}{{L}}", r"\|x - \eta \nabla h(x) - y\|^2 \le \|x - y\|^2", True),
        (rf"{CONVEX}, \quad {STEP} \frac{{3}}{{L}}", r"\|x - \eta \nabla h(x) - y\|^2 \le \|x - y\|^2", False),
        (rf"{SMOOTH}, \quad {STEP} \frac{{2}}{{L}}", r"\|x - \eta \nabla h(x) - y\|^2 \le \|x - y\|^2", False),
    ],
)
def test_cocoercive(given, claim, holds):
    given = rf"{given}, \quad \nu > 0" if r"\nu" in claim else given
    assert proved(given, claim) == holds
