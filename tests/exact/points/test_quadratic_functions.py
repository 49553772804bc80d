"""Claims about smooth, convex and Lipschitz functions: false ones fail at a quadratic function whose curvature is allowed."""

import pytest

from tests.judged import judged

SMOOTH = r"f : \mathbb{R}^n \to \mathbb{R} \text{ is } L\text{-smooth}, \quad x, y \in \mathbb{R}^n, \quad L > 0"
CONVEX = SMOOTH.replace("is }", "is convex and }")
STRONG = r"f : \mathbb{R}^n \to \mathbb{R} \text{ is } \mu\text{-strongly convex}, \quad x, y \in \mathbb{R}^n, \quad \mu > 0"
IN_WORDS = (
    r"f : \mathbb{R}^n \to \mathbb{R}, \quad x, y \in \mathbb{R}^n, \quad L > 0, \quad "
    r"\|\nabla f(u) - \nabla f(v)\|_2 \le L \|u - v\|_2 \text{ for all } u, v \in \mathbb{R}^n"
)
LIPSCHITZ = SMOOTH.replace("smooth", "Lipschitz")
MAP = (
    r"T : \mathbb{R}^n \to \mathbb{R}^n, \quad \gamma \in (0, 1), \quad x, y \in \mathbb{R}^n, \quad "
    r"\|T(u) - T(v)\|_2 \le \gamma \|u - v\|_2 \text{ for all } u, v \in \mathbb{R}^n"
)
FIRST = r"f(x) + \nabla f(x)^\top (y - x)"
GAP = r"\|\nabla f(y) - \nabla f(x)\|_2^2"


@pytest.mark.parametrize(
    ("claim", "given", "verdict"),
    [
        (rf"f(y) \le {FIRST} + \frac{{L}}{{4}} \|y - x\|_2^2", SMOOTH, "refuted"),
        (rf"f(y) \le {FIRST} + \frac{{L}}{{2}} \|y - x\|_2^2", SMOOTH, "holds"),
        (rf"f(y) \le {FIRST} + \frac{{L}}{{4}} \|y - x\|_2^2", IN_WORDS, "refuted"),
        (r"f(x - \frac{1}{L} \nabla f(x)) \le f(x) - \frac{1}{2L} \|\nabla f(x)\|_2^2", SMOOTH, "holds"),
        (r"f(x - \frac{1}{L} \nabla f(x)) \le f(x) - \frac{1}{L} \|\nabla f(x)\|_2^2", SMOOTH, "refuted"),
        (r"f(x - \frac{2}{L} \nabla f(x)) \le f(x) - \frac{1}{2L} \|\nabla f(x)\|_2^2", SMOOTH, "refuted"),
        (r"f(x - \frac{3}{L} \nabla f(x)) \le f(x)", SMOOTH, "refuted"),
        (rf"f(y) \ge {FIRST}", SMOOTH, "refuted"),
        (rf"f(y) \ge {FIRST} + \frac{{1}}{{2L}} {GAP}", CONVEX, "holds"),
        (rf"f(y) \ge {FIRST} + \frac{{1}}{{L}} {GAP}", CONVEX, "refuted"),
        (rf"f(y) \ge {FIRST} + \frac{{\mu}}{{2}} \|y - x\|_2^2", STRONG, "holds"),
        (rf"f(y) \ge {FIRST} + \mu \|y - x\|_2^2", STRONG, "refuted"),
        (r"|f(x) - f(y)| \le L \|x - y\|_2", LIPSCHITZ, "holds"),
        (r"|f(x) - f(y)| \le \frac{9}{10} L \|x - y\|_2", LIPSCHITZ, "refuted"),
        (r"|f(x) - f(y)| < L \|x - y\|_2", LIPSCHITZ, "refuted"),
        (r"\|\nabla f(x)\|_2 \le \frac{L}{2}", LIPSCHITZ, "refuted"),
        (r"\|T(T(x)) - T(T(y))\|_2 \le \gamma^3 \|x - y\|_2", MAP, "refuted"),
    ],
)
def test_constants_of_functions(claim, given, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (rf"f(y) \le {FIRST} + \frac{{L}}{{2}} \|y - x\|_2^2", IN_WORDS),
        (r"\|T(T(x)) - T(T(y))\|_2 \le \gamma^2 \|x - y\|_2", MAP),
        (r"f(x - \frac{2}{L} \nabla f(x)) \le f(x)", SMOOTH),
        (r"f(x) \le f(x - \frac{3}{L} \nabla f(x)) + \frac{15}{2 L} \|\nabla f(x)\|_2^2", SMOOTH),
    ],
)
def test_true_claims_are_not_refuted(claim, given, tmp_path):
    assert judged(claim, given, tmp_path).verdict in ("holds", "undecided", "not-refuted")
