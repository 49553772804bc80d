r"""Positive scalars, symmetric matrices, and what a message says where a declaration is missing."""

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from tests.judged import mended


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"\gamma \in \mathbb{R}^+", r"\gamma > 0", "holds"),
        (r"\gamma \in \mathbb{R}_{++}", r"\gamma > 0", "holds"),
        (r"\gamma \in \mathbb{R}^{++}", r"\gamma > 0", "holds"),
        (r"\gamma \in \mathbb{R}_+", r"\gamma \ge 0", "holds"),
        (r"\gamma \in \mathbb{R}_{+}", r"\gamma > 0", "refuted"),
        (r"g \in \mathbb{R}_{++}^n", r"g_i > 0", "holds"),
        (r"P \in \mathbb{S}^k", r"P^\top = P", "holds"),
        (r"P \in \mathbb{S}^k", r"P_{11} \ge 0", "needs-hypothesis"),
        (r"P \in \mathbb{S}^k_+", r"P_{11} \ge 0", "holds"),
        (r"P \in \mathbb{S}^k_+", r"P_{11} > 0", "refuted"),
        (r"P \in \mathbb{S}_{++}^k", r"P P^{-1} = I", "holds"),
        (r"P \in \mathbb{R}^{k \times k}", r"P \in \mathbb{S}^k", "refuted"),
        (r"P\in\mathbb{R}^{k\times k},u,v\in\mathbb{R}^k", r"u^\top P v = v^\top P^\top u", "holds"),
        (r"P\in\mathbb{R}^{k\times k},u,v\in\mathbb{R}^k", r"u^\top P v = v^\top P u", "refuted"),
    ],
)
def test_sets(given: str, claim: str, verdict: str, tmp_path):
    assert mended(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (r"d > 0", r"write d \in \mathbb{R}_{>0}"),
        (
            r"z \in \mathbb{R}^n, \quad \pi_z(a) := \frac{a e^{z_a}}{\sum_b e^{z_b}}",
            r"where it is an index write \pi_a := ... for the entries",
        ),
        (r"0 < d < 1", r"write d \in \mathbb{R}_{>0}"),
        (r"x \in \mathbb{S}^{n+1}", r"\|x\|_2 = 1"),
        (r"k_1, k_3, \dots, k_N \in \mathbb{R}^d", r"k_i := K_{i,:}^\top"),
        (r"\{k_i\}_{i=2}^N \subset \mathbb{R}^d", r"k_i := K_{i,:}^\top"),
    ],
)
def test_messages(given: str, said: str):
    with pytest.raises(DeriveError) as problem:
        Scope.root().given(given)
    assert said in str(problem.value)
