r"""Zeros are added to the best inputs: bounds that divide by a size and fail where it is large."""

from pathlib import Path

import pytest

from derive.exact.decision.weight import tape
from numeric.search.padding import enlarged, named_sizes
from numeric.search.search import search
from proofs.recheck import recheck
from tests.judged import judged, problems_of

GIVEN = r"A \in \mathbb{R}^{m \times n}, \quad B \in \mathbb{R}^{n \times k}, \quad x \in \mathbb{R}^{n}"

FALSE = [
    r"\|x\|_2 \le \frac{100}{n} \|x\|_2",
    r"\|A B\|_2 \le \frac{90}{n} \|A\|_2 \|B\|_2",
    r"\|A x\|_2 \le \frac{1500}{m n} \|A\|_F \|x\|_2",
]
TRUE = [
    r"\|x\|_1 \le \sqrt{n} \|x\|_2",
    r"\|x\|_2 \le \frac{n + 7}{n} \|x\|_2",
    r"\|A\|_F \le \sqrt{m} \|A\|_2",
]


@pytest.mark.parametrize("claim", FALSE)
def test_a_large_size_is_reached(claim: str):
    (problem,) = problems_of(GIVEN, claim)
    found = search(problem, effort="quick")
    assert found.violated
    assert max(found.witnesses[0].sizes.values()) > 36


@pytest.mark.parametrize("claim", TRUE)
def test_true_bounds_stay(claim: str):
    (problem,) = problems_of(GIVEN, claim)
    assert not search(problem, effort="quick").violated


def test_the_violation_is_certified(tmp_path: Path):
    found = judged(FALSE[0], GIVEN, tmp_path)
    assert found.verdict == "refuted"
    (certificate,) = tmp_path.rglob("*.json")
    assert recheck(certificate).accepted


def test_sizes_that_equations_define_follow():
    given = r"n_1 := m n, \quad A \in \mathbb{R}^{m \times n}, \quad y \in \mathbb{R}^{n_1}"
    (problem,) = problems_of(given, r"\|y\|_2 \|A\|_F \le \frac{9}{n} \|A\|_F \|y\|_2")
    assert named_sizes(problem) == ["n"]
    assert enlarged(problem, {"m": 2, "n": 3, "n_1": 6}, "n", 12) == {"m": 2, "n": 12, "n_1": 24}


def test_a_tape_holds_a_body_for_each_entry_of_its_value():
    (problem,) = problems_of(
        GIVEN,
        r"\left\|\frac{\partial \operatorname{vec}(A B)}{\partial \operatorname{vec}(B)}\right\|_F \le \sqrt{k} \|A\|_F",
    )
    m, n, k = 3, 5, 7
    assert tape(problem, {"m": m, "n": n, "k": k}) == (m * k) * (n * k)
