"""No false claim gets a proof object: a sample of `tests.benchmarks.false_neighbors`, and that the sample has a bite."""

from __future__ import annotations

import pytest

from derive.core import Rel
from proofs.proving.objects import proof_of
from tests.benchmarks.false_neighbors import is_false, measure, neighbors
from tests.proofs.proving.test_proofs_of_equations import problems


def test_no_false_claim_has_an_object() -> None:
    tried, accepted = measure(every=600)
    assert tried.total() >= 5
    assert accepted == []


def test_neighbors_of_a_proved_claim_are_false_and_it_is_not() -> None:
    (true,) = problems(r"\|A B\|_F \le \|A\|_2 \|B\|_F", r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}")
    assert isinstance(true.goal, Rel)
    assert not is_false(true)
    assert proof_of(true).data is not None
    assert [kind for kind, other in neighbors(true) if is_false(other)] == ["a summand more", "another multiple", "the other direction"]


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"\operatorname{rank}(\operatorname{vec}_r(A)) = \operatorname{rank}(A)", r"A \in \mathbb{R}^{m \times n}"),
        (r"\|\operatorname{vec}_r(A)\|_* = \|A\|_*", r"A \in \mathbb{R}^{m \times n}"),
        (r"\|\operatorname{vec}_r(A)\|_1 = \|A\|_1", r"A \in \mathbb{R}^{m \times n}"),
        (r"\sigma_{\max}(\operatorname{vec}_r(A)) = \sigma_{\max}(A)", r"A \in \mathbb{R}^{m \times n}"),
    ],
)
def test_the_same_entries_in_another_shape_are_another_matrix(claim: str, given: str) -> None:
    assert all(proof_of(problem).data is None for problem in problems(claim, given))


@pytest.mark.parametrize("relation", ["=", r"\le"])
def test_the_square_of_the_absolute_value_of_a_sum_is_that_of_the_sum(relation: str) -> None:
    given = r"x, y \in \mathbb{R}^n"
    assert all(proof_of(problem).data is None for problem in problems(rf"|x^\top y|^2 {relation} \sum_{{i=1}}^n x_i^2 y_i^2", given))
    assert all(proof_of(problem).data is not None for problem in problems(r"|x^\top y|^2 = (x^\top y)^2", given))
