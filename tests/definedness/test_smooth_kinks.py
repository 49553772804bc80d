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
        (r"f'(0) = 0", "holds", ""),
        (r"g'(0) = 0", "vacuous", ""),
    ],
)  # fmt: skip
def test_at_kinks(claim: str, verdict: str, domain: str, tmp_path):
    result = judged(claim, GIVEN, tmp_path)
    assert (result.verdict, result.domain or "") == (verdict, domain)
