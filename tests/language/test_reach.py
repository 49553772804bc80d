r"""Notations that papers use, with what they mean: true claims hold, and their false neighbors do not."""

import pytest

from proofs.api import ad_hoc_claim
from proofs.judge import judge
from proofs.options import How
from proofs.paper import Settings

SHAPES = r"""A, E \in \mathbb{R}^{m \times n}, \quad S \in \mathbb{R}^{n \times n}, \quad x, y, z \in \mathbb{R}^n, \quad \alpha, t \in \mathbb{R}"""


def verdict_of(given: str, claim: str, folder) -> str:
    text = rf"{SHAPES}, \quad {given}" if given else SHAPES
    return judge(ad_hoc_claim(claim, text, Settings()), How(effort="quick", certificates=folder)).verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\langle A, E\rangle_F = \operatorname{tr}(A^\top E)", "holds"),
        (r"\langle A, E\rangle_{\mathrm{F}} = 2 \operatorname{tr}(A^\top E)", "refuted"),
        (r"\langle x, y\rangle_2 = x^\top y", "holds"),
        (r"y x^\top z = (x\cdot z) y", "holds"),
        (r"y x^\top z = (x\cdot y) z", "refuted"),
        (r"\alpha x \cdot y = \alpha y^\top x", "holds"),
        (r"S \cdot x = S x", "holds"),
    ],
)
def test_inner_products(claim: str, verdict: str, tmp_path):
    assert verdict_of("", claim, tmp_path) == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"g(x) := A x", r"\frac{\partial g}{\partial x}(y) = A", "holds"),
        (r"g(x) := x^\top x", r"\frac{\partial g}{\partial x}(y) = 2 y^\top", "holds"),
        (r"g(x) := x^\top x", r"\frac{\partial g}{\partial x}(y) = 2 x^\top", "refuted"),
        (r"g(x) := x^\top x", r"\frac{\partial g}{\partial x}(y) = 2 x^\top y", "holds"),
        (r"g(x) := x^\top x", r"\nabla g(y) = 2 y", "holds"),
        (r"h(t) := t^2", r"\frac{\partial h}{\partial t}(\alpha) = 2 \alpha", "ambiguous"),
    ],
)
def test_derivatives_at_a_point(given: str, claim: str, verdict: str, tmp_path):
    assert verdict_of(given, claim, tmp_path) == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"L \in \mathbb{R}, \quad L = x^\top x", r"\frac{\partial L}{\partial x} = 2 x^\top", "undecided"),
        (r"L \in \mathbb{R}, \quad L = x^\top x", r"\frac{\partial L}{\partial x} = 0", "undecided"),
        (r"L, h \in \mathbb{R}, \quad L = h, \quad h = x^\top x", r"\frac{\partial L}{\partial x} = 0", "undecided"),
        (r"L \in \mathbb{R}, \quad L = x^\top x", r"L \ge 0", "holds"),
        (r"L := x^\top x", r"\frac{\partial L}{\partial x} = 2 x^\top", "holds"),
        (r"S = S^\top", r"\frac{\partial x^\top S x}{\partial x} = 2 x^\top S", "holds"),
    ],
)
def test_derivatives_of_declared_names_with_an_equation(given: str, claim: str, verdict: str, tmp_path):
    assert verdict_of(given, claim, tmp_path) == verdict
