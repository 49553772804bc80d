r"""Derivatives at kinks: ``x |x|`` has one at zero, ``|x|`` has none."""

import pytest

from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}, \quad w, z \in \mathbb{R}^n, \quad f(t) := t |t|, \quad g(t) := |t|, \quad h(t) := |t|^3"
GIVEN += r", \quad q(t) := (t^2)^{3/4}, \quad k(t) := |t|^3 - |t|, \quad l(t) := \max(t, t^2), \quad p(w) := \|w\|_2^3, \quad \nu(w) := \|w\|_2, \quad \lambda(t) := \log t"


@pytest.mark.parametrize(
    ("claim", "verdict", "domain"),
    [
        (r"\frac{d}{dx} (x |x|) = 2 |x|", "holds", ""),
        (r"\frac{d}{dx} (x |x|) = |x|", "refuted", ""),
        (r"\frac{d}{dx} (x |x|) = 2 |x| + 1 - \operatorname{sign}(x)^2", "undecided", ""),
        (r"\frac{d}{dx} (x |x| + |x|) = 2 |x| + \operatorname{sign}(x)", "holds", r"x \ne 0"),
        (r"\frac{d}{dx} \frac{x^2 |x|}{x} = 2 |x|", "holds", r"x \ne 0"),
        (r"\frac{d}{dx} \operatorname{ReLU}(x)^2 = 2 \operatorname{ReLU}(x)", "holds", ""),
        (r"\frac{d}{dx} \operatorname{ReLU}(x)^2 = 2 x \mathbb{1}[x \ge 0]", "holds", ""),
        (r"\frac{d}{dx} \operatorname{ReLU}(x)^2 = 2 x \mathbb{1}[x \ge 0] + 1 - \operatorname{sign}(x)^2", "undecided", ""),
        (r"\nabla_w \max(0, 1 - y w^\top z)^2 = -2 y \max(0, 1 - y w^\top z) z", "holds", ""),
        (r"\frac{d^2}{dx^2} \operatorname{ReLU}(x)^2 = 2 \cdot \mathbb{1}[x > 0]", "holds", r"x \ne 0"),
        (r"\frac{d}{dx} \operatorname{softsign}(x) = \frac{1}{(1 + |x|)^2}", "holds", ""),
        (r"\frac{d}{dx} \frac{x}{1 - |x|} = \frac{1}{(1 - |x|)^2}", "holds", r"\left|x\right| \ne 1"),
        (r"f'(0) = 0", "holds", ""),
        (r"g'(0) = 0", "vacuous", ""),
        (r"g'(1) = 0", "refuted", ""),
        (r"h''(0) = 0", "undecided", ""),  # true: a second derivative at a kink
        (r"h''(0) = 1", "undecided", ""),
        (r"q'(0) = 0", "undecided", ""),  # true: a root of a square
        (r"k'(0) = 0", "vacuous", ""),
        (r"l'(1) = 1", "vacuous", ""),
        (r"l'(\tfrac12) = 1", "holds", ""),
        (r"\nabla p(0) = 0", "undecided", ""),  # true: a power of a norm
        (r"\nabla \nu(0) = 0", "undecided", ""),  # a norm has no derivative at 0
        (r"\lambda'(0) = 0", "vacuous", ""),  # the function has no value there
    ],
)  # fmt: skip
def test_at_kinks(claim: str, verdict: str, domain: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, result.domain or "") == (verdict, domain)


@pytest.mark.parametrize(
    ("premise", "claim", "verdict", "domain"),
    [
        (r"\frac{d}{dx} |x|^{3/2} \ge 0", r"\frac{x}{x} = 1", "holds", r"x \ne 0"),  # at 0 the derivative is 0
        (r"\frac{d}{dx} \log x \ge 0", r"\frac{x}{x} = 1", "holds", ""),
        (r"\nabla_w \|w\|_2^3 = 0", r"\frac{\|w\|_2}{\|w\|_2} = 1", "undecided", ""),
        (r"\left\|\nabla_w \|w\|_2^3\right\|_2 \ge 0", r"\frac{\|w\|_2}{\|w\|_2} = 1", "holds", r"w \ne 0"),
    ],
)  # fmt: skip
def test_a_premise_may_speak_of_a_derivative_at_a_kink(premise: str, claim: str, verdict: str, domain: str, tmp_path):
    result = judged(claim, rf"x \in \mathbb{{R}}, \quad w \in \mathbb{{R}}^n, \quad {premise}", tmp_path)
    assert (result.verdict, result.domain or "") == (verdict, domain)


@pytest.mark.parametrize(
    ("given", "claim", "verdict", "domain"),
    [
        ("", r"\sin(\arcsin x) = x", "holds", r"x \ge -1, x \le 1"),
        ("", r"\arcsin x + \arccos x = \frac{\pi}{2}", "holds", r"x \ge -1, x \le 1"),
        ("", r"\cos(\arcsin x) = x", "refuted", ""),
        ("", r"\arccos(\cos x) \ge 0", "holds", ""),
        ("", r"\frac{d}{dx} \arcsin x = \frac{1}{\sqrt{1 - x^2}}", "holds", r"x^{2} < 1"),
        (r", |x| \le 1", r"\sin(\arcsin x) = x", "holds", ""),
        (r", x > 1", r"\sin(\arcsin x) = x", "vacuous", ""),
    ],
)  # fmt: skip
def test_functions_of_an_interval(given: str, claim: str, verdict: str, domain: str, tmp_path):
    result = judged(claim, rf"x \in \mathbb{{R}}{given}", tmp_path)
    assert (result.verdict, result.domain or "") == (verdict, domain)
