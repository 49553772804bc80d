r"""Convex, smooth, strongly convex and Lipschitz functions: in words, and as inequalities for all points; what does not follow stays open."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged, proved

CONVEX = r"f : \mathbb{R}^d \to \mathbb{R} \text{ convex}, \quad x, y \in \mathbb{R}^d, \quad t \in [0, 1]"
SMOOTH = (
    r"f : \mathbb{R}^d \to \mathbb{R}, \quad f \text{ is } L\text{-smooth}, \quad x, h \in \mathbb{R}^d, \quad \eta > 0"
)
STRONG = r"f : \mathbb{R}^d \to \mathbb{R}, \quad f \text{ is } \mu\text{-strongly convex}, \quad x, y \in \mathbb{R}^d"
LEAST = STRONG + r", \quad \nabla f(y) = 0"
LIPSCHITZ = (
    r"f : \mathbb{R}^n \to \mathbb{R}^m, \quad g : \mathbb{R}^m \to \mathbb{R}^k, \quad f \text{ is } L\text{-Lipschitz}, \quad "
    r"g \text{ is } K\text{-Lipschitz continuous}, \quad x, y \in \mathbb{R}^n"
)
RESIDUAL = r"f : \mathbb{R}^n \to \mathbb{R}^n, \quad f \text{ is } L\text{-Lipschitz}, \quad x, y \in \mathbb{R}^n"
WRITTEN = (
    r"f : \mathbb{R}^d \to \mathbb{R}, x, y \in \mathbb{R}^d, \quad f(v) \ge f(u) + \nabla f(u)^\top (v - u) \quad "
    r"\forall u, v \in \mathbb{R}^d"
)
DESCENT = r"f(x - \tfrac{1}{L} \nabla f(x)) \le f(x) - \frac{1}{2 L} \|\nabla f(x)\|^2"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (CONVEX, r"f(y) \ge f(x) + \nabla f(x)^\top (y - x)"),
        (CONVEX, r"(\nabla f(x) - \nabla f(y))^\top (x - y) \ge 0"),
        (CONVEX, r"f(t x + (1 - t) y) \le t f(x) + (1 - t) f(y)"),
        (CONVEX + r", \nabla f(y) = 0", r"f(y) \le f(x)"),
        (WRITTEN, r"(\nabla f(x) - \nabla f(y))^\top (x - y) \ge 0"),
        (WRITTEN, r"f(\frac{x + y}{2}) \le \frac{f(x) + f(y)}{2}"),
        (SMOOTH, DESCENT),
        (SMOOTH, r"f(x - \eta \nabla f(x)) \le f(x) - \eta (1 - \frac{L \eta}{2}) \|\nabla f(x)\|^2"),
        (SMOOTH, r"f(x + h) \le f(x) + \nabla f(x)^\top h + \frac{L}{2} \|h\|^2"),
        (STRONG, r"(\nabla f(x) - \nabla f(y))^\top (x - y) \ge \mu \|x - y\|^2"),
        (LEAST, r"f(x) - f(y) \ge \frac{\mu}{2} \|x - y\|^2"),
        (LIPSCHITZ, r"\|g(f(x)) - g(f(y))\| \le K L \|x - y\|"),
        (
            r"f : \mathbb{R}^n \to \mathbb{R}^m, f \text{ is 1-Lipschitz}, x, y \in \mathbb{R}^n",
            r"\|f(x) - f(y)\| \le \|x - y\|",
        ),
        (
            r"f : \mathbb{R}^d \to \mathbb{R} \text{ concave}, x, y \in \mathbb{R}^d",
            r"f(y) \le f(x) + \nabla f(x)^\top (y - x)",
        ),
    ],
)
def test_what_follows_is_proved(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (CONVEX, r"f(y) \le f(x) + \nabla f(x)^\top (y - x)"),
        (CONVEX, r"(\nabla f(x) - \nabla f(y))^\top (x - y) \ge 1"),
        (CONVEX, r"f(t x + (1 - t) y) \le t f(y) + (1 - t) f(x)"),
        (CONVEX, r"f(y) \le f(x)"),
        (SMOOTH, DESCENT.replace("2 L", "L")),
        (SMOOTH, r"f(x + h) \le f(x) + \nabla f(x)^\top h + \frac{L}{4} \|h\|^2"),
        (SMOOTH, r"f(x + h) \ge f(x) + \nabla f(x)^\top h"),
        (STRONG, r"(\nabla f(x) - \nabla f(y))^\top (x - y) \ge 2 \mu \|x - y\|^2"),
        (LEAST, r"f(x) - f(y) \ge \mu \|x - y\|^2"),
        (LIPSCHITZ, r"\|g(f(x)) - g(f(y))\| \le L \|x - y\|"),
        (LIPSCHITZ, r"\|f(x)\| \le L \|x\|"),
        (RESIDUAL, r"\|(x + f(x)) - (y + f(y))\| \le L \|x - y\|"),
        (CONVEX + r", x_1, \dots, x_n \in \mathbb{R}^d", r"\sum_{i=1}^n f(x_i) \le n f(x_1)"),
    ],
)
def test_what_does_not_follow_is_not(given: str, claim: str):
    assert not proved(given, claim)


def test_the_words_are_told_as_inequalities(tmp_path):
    found = judged(r"f(x + h) \le f(x) + \nabla f(x)^\top h + \frac{L}{2} \|h\|^2", SMOOTH, tmp_path)
    assert found.verdict == "holds"
    assert any("forall" in told and "frac{L}{2}" in told for told in found.hypotheses)


@pytest.mark.parametrize(
    "words", [r"f \text{ is convex}", r"f \text{ is } L\text{-smooth}", r"f \text{ is } L\text{-continuous}"]
)
def test_words_that_say_nothing_of_a_vector_function_are_refused(words: str, tmp_path):
    with pytest.raises(BadPaper, match="the word"):
        judged(r"\|f(x)\| \ge 0", rf"f : \mathbb{{R}}^n \to \mathbb{{R}}^m, {words}, x \in \mathbb{{R}}^n", tmp_path)
