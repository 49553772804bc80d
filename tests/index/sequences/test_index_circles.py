"""Sines and cosines: squares that sum to one, and sums of angles."""

import pytest

from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.judged import judged

GIVEN = (
    r"s, t \in \mathbb{R}, \quad x \in \mathbb{R}^n, \quad "
    r"R(t) := \begin{pmatrix} \cos t & -\sin t \\ \sin t & \cos t \end{pmatrix}"
)


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        (r"\sin^2 t + \cos^2 t = 1", "agree"),
        (r"\cos^4 t - \sin^4 t = 1 - 2 \sin^2 t", "agree"),
        (r"\cos^4 t - \sin^4 t = 1 + 2 \sin^2 t", "none"),
        (r"\sin(s + t) = \sin s \cos t + \cos s \sin t", "agree"),
        (r"\sin(s - t) = \sin s \cos t + \cos s \sin t", "none"),
        (r"\cos(3t) = 4 \cos^3 t - 3 \cos t", "agree"),
        (r"\sin(-t) = -\sin t", "agree"),
        (r"\sin(-t) = \sin t", "none"),
        (r"\frac{d}{dt} \sin(2t) = 2 - 4 \sin^2 t", "agree"),
        (r"\cos(x^\top x + t) = \cos(x^\top x) \cos t - \sin(x^\top x) \sin t", "agree"),
        (r"R(t)^\top R(s) = R(s - t)", "agree"),
        (r"R(t)^\top R(s) = R(t - s)", "none"),
    ],
)
def test_identities(claim, outcome):
    (reading,) = understand(ad_hoc_claim(claim, GIVEN, Settings()))
    assert prove(reading.links[0].typed.problem).outcome == outcome


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [(r"R(t)^\top R(t) = \mathbf{I}_2", "holds"), (r"R(t)^\top = R(t)", "refuted"), (r"\sin t \le \cos t", "refuted")],
)
def test_verdicts(claim, verdict, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
