"""What is said of a size further out is not said of another name that is declared with its letter under a deeper heading."""

import pytest

from derive.errors import NameProblem
from derive.language.scope.scope import Scope

OUTER = r"k, m \in \mathbb{N}, \quad k \ge 3, \quad m \le 2 k, \quad x \in \mathbb{R}^{n}, \quad n \ge 4"


@pytest.mark.parametrize("inner", [r"k \in \mathbb{R}", r"k \in \{1, \dots, n\}"])
def test_another_k_is_not_restricted(inner: str) -> None:
    scope = Scope.root().given(OUTER).child().given(inner)
    assert scope.all_least() == {"m": 1, "n": 4}
    assert not scope.all_relations()


def test_the_same_k_is() -> None:
    scope = Scope.root().given(OUTER).child().given(r"z \in \mathbb{R}^{k}, \quad m \ge 2")
    assert scope.all_least() == {"k": 3, "m": 2, "n": 4}
    assert len(scope.all_relations()) == 1


@pytest.mark.parametrize("inner", [r"k \in \mathbb{N}", r"m \in \mathbb{N}", r"n \in \mathbb{N}, \quad n \ge 1"])
def test_a_size_that_is_restricted_is_not_declared_anew(inner: str) -> None:
    with pytest.raises(NameProblem, match="restricted further out"):
        Scope.root().given(OUTER).child().given(inner)


def test_a_size_without_restrictions_may_be() -> None:
    scope = (
        Scope.root()
        .given(r"k \in \mathbb{N}, \quad x \in \mathbb{R}^{k}")
        .child()
        .given(r"k \in \mathbb{N}, \quad k \ge 2")
    )
    assert scope.all_least() == {"k": 2}
