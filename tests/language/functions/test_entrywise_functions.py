"""A function from numbers to numbers acts entry by entry on vectors and matrices, as exp does; others are refused as before."""

import pytest

from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = (
    r"t, \alpha \in \mathbb{R}, \quad f(t) := t^2 + \alpha, \quad g(t) := \frac{1}{1 + e^{-t}}, \quad "
    r"\phi : \mathbb{R} \to \mathbb{R}, \quad x, y \in \mathbb{R}^{n}, \quad h(x) := x^\top x, \quad X \in \mathbb{R}^{m \times n}"
)


def link(claim: str):
    (reading,) = understand(ad_hoc_claim(claim, GIVEN, Settings()))
    return reading.links[0]


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        (r"f(x) = x \odot x + \alpha\mathbf{1}_n", "agree"),
        (r"f(x) = x \odot x + \alpha x", "none"),
        (r"f(X) = X \odot X + \alpha\mathbf{1}_{m \times n}", "agree"),
        (r"f(X^\top) = f(X)^\top", "agree"),
        (r"f(x^\top) = f(x)^\top", "agree"),
        (r"f(X)_{1,2} = X_{1,2}^2 + \alpha", "agree"),
        (r"f(X)_{1,2} = X_{2,1}^2 + \alpha", "none"),
        (r"\phi(x)^\top \mathbf{1}_n = \sum_{i=1}^n \phi(x_i)", "agree"),
        (r"\phi(x)^\top \mathbf{1}_n = \phi(x^\top \mathbf{1}_n)", "none"),
        (r"\frac{\partial g(x)}{\partial x} = \operatorname{diag}(g(x) \odot (\mathbf{1}_n - g(x)))", "agree"),
        (r"\frac{\partial g(x)}{\partial x} = \operatorname{diag}(g(x))", "none"),
        (r"f(t) = t^2 + \alpha", "agree"),
    ],
)
def test_values(claim: str, outcome: str):
    found = link(claim)
    assert found.typed is not None
    assert prove(found.typed.problem).outcome == outcome


def test_the_reader_is_told():
    assert any("entry by entry" in note for note in link(r"f(x) = \alpha\mathbf{1}_n + x \odot x").typed.notes)
    assert not any("entry by entry" in note for note in link(r"f(\alpha) = \alpha^2 + \alpha").typed.notes)


@pytest.mark.parametrize("claim", [r"f(x) = x^\top x + \alpha", r"f(X) = X", r"h(X) = \alpha", r"f(x) = y^\top"])
def test_shapes_are_still_checked(claim: str):
    found = link(claim)
    assert found.typed is None or prove(found.typed.problem).outcome == "none"
