r"""Derivatives at kinks: ``x |x|`` has one at zero, ``|x|`` has none."""

import pytest

from tests.judged import judged

GIVEN = r"x, y \in \mathbb{R}, \quad w, z \in \mathbb{R}^n, \quad f(t) := t |t|, \quad g(t) := |t|"


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
    ],
)  # fmt: skip
def test_at_kinks(claim: str, verdict: str, domain: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
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
