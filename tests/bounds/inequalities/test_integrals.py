r"""Integrals against suprema of what is integrated, increments against integrals of norms, and upper limits of continuous functions."""

import pytest

from derive.bounds import prove_bound
from derive.limits import without_limits
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.judged import proved

PATH = (
    r"S, D \in \mathbb{R}^{n \times n}, \quad t \in \mathbb{R}, \quad P(t) := \operatorname{softmax}(S + t D), \quad p_i(t) := P(t)_{i,:}"
    r", \quad x \in \mathbb{R}^{1 \times n}, \quad J(x) := \operatorname{Diag}(x) - x^\top x, \quad G := P(1) - P(0)"
    r", \quad \alpha := \max_{1 \le i \le n} \sup_{t \in [0,1]} \|J(p_i(t))\|_2"
)
SUM = r"\int_0^1 \|D_{i,:}\|_2 \|J(p_i(t))\|_2 \, dt"
SMALL = r"S, H \in \mathbb{R}^{n \times m}, \quad \varepsilon \in \mathbb{R}, \quad t \in \mathbb{R}"
LARGEST = r"\limsup_{\varepsilon \to 0} \sup_{t \in [0,1]} \|S + t \varepsilon H\|_2"


@pytest.mark.parametrize(
    "claim",
    [
        rf"\|G_{{i,:}}\|_2 \le {SUM}",
        rf"{SUM} \le \alpha \|D_{{i,:}}\|_2",
        r"\int_0^1 3 \|J(p_i(t))\|_2 \, dt \le 3 \alpha",
        r"\int_0^2 \|D_{i,:}\|_2 \, dt \le 2 \|D_{i,:}\|_2",
    ],
)
def test_integrals(claim: str):
    assert proved(PATH, claim)


@pytest.mark.parametrize(
    "claim",
    [
        rf"\|G_{{i,:}}\|_2 \le \frac{{1}}{{2}} {SUM}",
        r"\|G_{i,:}\|_2 \le \int_0^1 \|D_{i,:}\|_2 \|J(p_i(t))\|_2^2 \, dt",
        r"\|G_{i,:}\|_2 \le \int_0^{1/2} \|D_{i,:}\|_2 \|J(p_i(t))\|_2 \, dt",
        rf"\|P(1)_{{i,:}}\|_2 \le {SUM}",
        rf"{SUM} \le \frac{{1}}{{2}} \alpha \|D_{{i,:}}\|_2",
        r"\int_0^2 \|D_{i,:}\|_2 \|J(p_i(t))\|_2 \, dt \le \alpha \|D_{i,:}\|_2",
        r"\int_0^1 (-1) \|J(p_i(t))\|_2 \, dt \le -\alpha",
    ],
)
def test_false_neighbors(claim: str):
    assert not proved(PATH, claim)


def _with_values(given: str, claim: str) -> bool:
    """Whether the norm rules prove a claim with its limits as values."""
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    (link,) = reading.links
    assert link.typed is not None
    return prove_bound(without_limits(link.typed.problem)).outcome == "agree"


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        (rf"{LARGEST} = \|S\|_2", True),
        (rf"{LARGEST} \le \|S\|_F", True),
        (rf"{LARGEST} = \|S + H\|_2", False),
        (rf"{LARGEST} = 2 \|S\|_2", False),
        (r"\limsup_{\varepsilon \to 0} \|S + \frac{1}{\varepsilon} H\|_2 = \|S\|_2", False),
        (r"\limsup_{\varepsilon \to 0} \sup_{t \in \mathbb{R}} \|S + t \varepsilon H\|_2 = \|S\|_2", False),
        (r"\limsup_{\varepsilon \to 0} \operatorname{rank}(S + \varepsilon H) = \operatorname{rank}(S)", False),
        (r"\limsup_{\varepsilon \to 0} \kappa(S + \varepsilon H) = \kappa(S)", False),
    ],
)
def test_upper_limits_of_continuous_functions(claim: str, holds: bool):
    assert _with_values(SMALL, claim) == holds
