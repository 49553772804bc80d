"""No false claim gets a proof object: a sample of `tests.benchmarks.false_neighbors`, and that the sample has a bite."""

from __future__ import annotations

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
