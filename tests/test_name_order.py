"""What a problem draws, and in which order, depends on what it says: not on names, on the order of sides or on that of premises."""

from __future__ import annotations

import pytest

from derive import build as b
from derive.core import Logic, Problem, Rel
from derive.name_order import name_order
from derive.sizes import Shape
from numeric.evaluation.sampling import sample
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = (
    r"<A> \in \mathbb{R}^{<m> \times <n>}, <B> \in \mathbb{R}^{<n> \times <p>}, <x> \in \mathbb{R}^<p>, "
    r"\|<x>\|_2 = 1, <A>^\top <A> = I_<n>"
)
CLAIM = r"\|<A> <B> <x>\|_2 \le \|<B>\|_F"
PLAIN = {"A": "A", "B": "B", "x": "x", "m": "m", "n": "n", "p": "p"}
OTHER = {"A": "Z", "B": "C", "x": "u", "m": "s", "n": "q", "p": "k"}


def problem(claim: str, given: str, names: dict[str, str]) -> Problem:
    for name, new in names.items():
        claim, given = claim.replace(f"<{name}>", new), given.replace(f"<{name}>", new)
    ((link,),) = [reading.links for reading in understand(ad_hoc_claim(claim, given, Settings()))]
    assert link.typed is not None
    return link.typed.problem


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (CLAIM, GIVEN),
        (r"\|<B>\|_F \ge \|<A> <B> <x>\|_2", GIVEN),
        (CLAIM, GIVEN.replace(r"\|<x>\|_2 = 1, <A>^\top <A> = I_<n>", r"I_<n> = <A>^\top <A>, 1 = \|<x>\|_2")),
    ],
)
def test_the_order_is_that_of_the_claim_as_it_was_first_written(claim: str, given: str) -> None:
    first = problem(CLAIM, GIVEN, PLAIN)
    other = problem(claim, given, OTHER)
    assert [OTHER[name] for name, _ in first.variables] == [name for name, _ in other.variables]
    assert [OTHER[name] for name in first.sizes] == list(other.sizes)


def test_inputs_are_drawn_alike_whatever_the_names() -> None:
    sizes = {"m": 5, "n": 2, "p": 3}
    first = sample(problem(CLAIM, GIVEN, PLAIN), sizes, 7)
    other = sample(problem(CLAIM, GIVEN, OTHER), {OTHER[name]: size for name, size in sizes.items()}, 7)
    assert all(first.env[name].equal(other.env[OTHER[name]]) for name in "ABx")


def test_what_says_something_else_may_have_another_order() -> None:
    x, y = b.var("x", Shape.of("n")), b.var("y", Shape.of("n"))
    below, above = Rel("<=", x, y), Rel("<=", y, x)
    assert name_order(below, (), {"x", "y"}) == {"x": 0, "y": 1}
    assert name_order(above, (), {"x", "y"}) == {"y": 0, "x": 1}
    assert name_order(Logic("implies", (above, below)), (), {"x", "y", "z"}) == {"y": 0, "x": 1, "z": 2}
