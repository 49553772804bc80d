"""Existence is shown by a witness in closed form; what does not exist, or only where nothing is defined, is not shown."""

from __future__ import annotations

import pytest

from derive.bounds import prove_bound
from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = r"A \in \mathbb{R}^{n \times n}, \quad C \in \mathbb{R}^{m \times n}, \quad a, b \in \mathbb{R}"


def witness(claim: str) -> str | None:
    (reading,) = understand(ad_hoc_claim(claim, GIVEN, Settings()))
    (link,) = reading.links
    assert link.typed is not None
    for road in (prove, prove_bound):
        evidence = road(link.typed.problem)
        if evidence.outcome == "agree":
            rules = evidence.detail.get("rules", [])
            return evidence.detail.get("witness") or next(r["statement"] for r in rules if r["rule"] == "witness")
    return None


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        (r"\exists x \in \mathbb{R}^n : A x = 0", r"x = \mathbf{0}_{n}"),
        (r"\exists X \in \mathbb{R}^{n \times n} : A X = A", r"X = \mathbf{I}_{n}"),
        (r"\exists X \in \mathbb{R}^{n \times n} : A X = X A + X - A", "X = A"),
        (r"\exists X \in \mathbb{R}^{n \times m} : \operatorname{tr}(C X) = \|C\|_F^2", r"X = C^{\top}"),
        (r"\exists t > 0 : \forall X \in \mathbb{R}^{m \times n} : \|X\|_2 \le t\|X\|_F", "t = 1"),
        (r"\exists X, Y \in \mathbb{R}^{n \times n} : X A = Y + A", r"X = \mathbf{I}_{n}, Y = \mathbf{0}_{n \times n}"),
    ],
)
def test_a_witness_shows_existence(claim: str, found: str):
    assert witness(claim) == found


@pytest.mark.parametrize(
    "claim",
    [
        r"\exists t \in \mathbb{R} : t^2 < 0",
        r"\exists t > 0 : t \le a",
        r"\exists t \in \mathbb{R} : \forall s \in \mathbb{R} : t \ge s",
        r"\exists t > 0 : \forall X \in \mathbb{R}^{m \times n} : \|X\|_F \le t\|C X^\top\|_F",
        r"\exists t \in \mathbb{R} : t\,t^{-1} = 0",
        r"\exists x \in \mathbb{R}^n : x \|x\|_2^{-1} = 0",
        r"\exists x \in \mathbb{R}^n : A x = \mathbf{1}_n",
        r"\exists X \in \mathbb{R}^{n \times n} : X A = \mathbf{I}_n",
        r"\exists X \in \mathbb{R}^{n \times n} : X A - A X = \mathbf{I}_n",
        r"\exists t \in \mathbb{R} : t = a \text{ and } t = b",
        r"\exists t \in \mathbb{R} : a \le t",
        r"\exists t < 1 + |a| : a \le t",
    ],
)
def test_what_does_not_exist_is_not_shown(claim: str):
    assert witness(claim) is None
