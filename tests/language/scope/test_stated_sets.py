r"""Sets that are stated by conditions: ``C := \{x \in \mathbb{R}^d : \|x\| \le 1\}``; membership says the conditions of the member."""

from pathlib import Path

import pytest

from derive.errors import NameProblem
from derive.language.scope.scope import Scope
from tests.judged import judged

BALL = r"C := \{x \in \mathbb{R}^d : \|x\|_2 \le 1\}, x, y \in C, v \in \mathbb{R}^d, w \in \mathbb{R}^m, t \in [0, 1]"
BAR = r"v \in \mathbb{R}^d, r > 0, \mathcal{B} = \left\{ z \in \mathbb{R}^d \;\middle|\; \|z\| \le r \right\}, z \in \mathcal{B}"
SIMPLEX = r"v \in \mathbb{R}^d, S := \{p \in \mathbb{R}^d : p \ge 0, \mathbf{1}^\top p = 1\}, p \in S"
PROJECTIONS = r"\mathcal{P} := \{P \in \mathbb{R}^{n \times n} : P^2 = P, P = P^\top\}, P \in \mathcal{P}"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (BALL, r"\|x - y\| \le 2", "holds"),
        (BALL, r"\|x - y\| \le 1", "refuted"),
        (BALL, r"t x + (1 - t) y \in C", "holds"),
        (BALL, r"x + y \in C", "refuted"),
        (BALL, r"\max_{u \in C} v^\top u = \|v\|", "holds"),
        (BALL, r"\max_{u \in C} v^\top u = 2 \|v\|", "refuted"),
        (BALL, r"\sup_{u \in \{u : \|u\| \le 1\}} v^\top u = \|v\|", "holds"),
        (BAR, r"|v^\top z| \le r \|v\|", "holds"),
        (BAR, r"|v^\top z| \le \|v\|", "refuted"),
        (SIMPLEX, r"\operatorname{softmax}(v) \in S", "holds"),
        (SIMPLEX, r"\operatorname{softmax}(v) + v \in S", "refuted"),
        (SIMPLEX, r"\|p\|_1 = 1", "holds"),
        (SIMPLEX, r"\|p\|_2 = 1", "refuted"),
        (PROJECTIONS, r"\|P\|_2 \le 1", "holds"),
        (PROJECTIONS, r"\|P\|_F \le 1", "refuted"),
    ],
)
def test_members(given: str, claim: str, verdict: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_the_space_of_a_set_is_part_of_it(tmp_path: Path):
    assert judged(r"w \in C", BALL + r", \|w\| \le 1", tmp_path).verdict != "holds"


def test_a_set_whose_radius_is_another_one_further_in_is_refused():
    outer = Scope.root().given(r"r > 0, B := \{x \in \mathbb{R}^d : \|x\| \le r\}")
    assert outer.child().given(r"s \in (0, 1), z \in B").find_plain("z") is not None
    with pytest.raises(NameProblem, match="the set B speaks of r, which is declared anew here"):
        outer.child().given(r"r \in (0, 1), z \in B")
