r"""A prime on a function of numbers is its derivative, unless a primed name is declared."""

import pytest

from derive.errors import NotSupported
from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import BadPaper, Settings

GIVEN = (
    r"t, c' \in \mathbb{R}, \quad s(t) := \frac{1}{1 + e^{-t}}, \quad p(t) := t^3, \quad \phi : \mathbb{R} \to \mathbb{R}, \quad "
    r"x \in \mathbb{R}^{n}, \quad X \in \mathbb{R}^{m \times n}, \quad h(x) := x^\top x"
)


def link(claim: str):
    (reading,) = understand(ad_hoc_claim(claim, GIVEN, Settings()))
    return reading.links[0]


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        (r"s'(t) = s(t)(1 - s(t))", "agree"),
        (r"s'(t) = s(t)(1 + s(t))", "none"),
        (r"s^{\prime}(t) = s(t)(1 - s(t))", "agree"),
        (r"s''(t) = s'(t)(1 - 2s(t))", "agree"),
        (r"s''(t) = s'(t)", "none"),
        (r"p'(t)^2 = 9t^4", "agree"),
        (r"p'^2(t) = 9t^4", "agree"),
        (r"p'(2t) = 12t^2", "agree"),
        (r"p'(2t) = 24t^2", "none"),
        (r"p'''(t) = 6", "agree"),
        (r"p'(X) = 3 X \odot X", "agree"),
        (r"p'(X) = 3 X", "none"),
        (r"\frac{\partial \phi(x)}{\partial x^\top} = \operatorname{diag}(\phi'(x))", "agree"),
        (r"\frac{\partial \phi(x)}{\partial x^\top} = \operatorname{diag}(\phi(x))", "none"),
        (r"\frac{d}{dt} \phi(p(t)) = 3t^2 \phi'(t^3)", "agree"),
        (r"\frac{d}{dt} \phi(p(t)) = 3t^2 \phi'(t)", "none"),
        (r"\tanh'(t) = 1 - \tanh^2(t)", "agree"),
        (r"\exp'(t) = e^t", "agree"),
        (r"c'(t) = t c'", "agree"),
    ],
)
def test_values(claim: str, outcome: str):
    found = link(claim)
    assert found.typed is not None, found.message
    assert prove(found.typed.problem).outcome == outcome


@pytest.mark.parametrize(
    ("claim", "message"), [(r"h'(x) = 2x", "functions of one number"), (r"p'''''(t) = 0", "more than 4 primes")]
)
def test_what_a_prime_cannot_mean(claim: str, message: str):
    found = link(claim)
    assert found.typed is None and isinstance(found.failure, NotSupported)
    assert message in found.message


@pytest.mark.parametrize("claim", [r"q'(t) = t", r"t'(t) = 1", r"s' = t"])
def test_names_that_are_no_functions(claim: str):
    with pytest.raises(BadPaper, match="is not declared"):
        link(claim)
