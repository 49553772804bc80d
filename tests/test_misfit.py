r"""Edits of a statement without a type are tried where its shapes do not match: the smallest part that has no type by itself."""

from __future__ import annotations

import pytest

from derive.language.parsing.parser import statements
from derive.language.printing.latex import to_latex
from derive.language.problems.elaborate import NO_FLAGS
from derive.language.scope.scope import Scope
from derive.language.tree.syntax import Syn
from derive.repair import proposals
from derive.repair.misfit import misfit, touches

SCOPE = Scope().given(
    r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, C \in \mathbb{R}^{p \times q}, D \in \mathbb{R}^{m \times q}, "
    r"x, y \in \mathbb{R}^n"
)


def read(text: str) -> Syn:
    (tree,) = statements(text, (), {key.plain for key in SCOPE.visible()})
    return tree


def parts(text: str) -> list[str]:
    tree = read(text)
    return [to_latex(tree.at(path)) for path in misfit(tree, SCOPE, SCOPE.options, (NO_FLAGS,))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"D = A B^\top C", ["A", r"B^\top"]),
        (r"D = A B C + A C B", ["A", "C"]),
        (r"D = A (B + B^\top) C", [r"B + B^\top"]),
        (r"D = x^\top y D C", ["D", "C"]),
        (r"D^\top = A B C", []),  # each side has a type
    ],
)
def test_the_smallest_part_without_a_type(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize(
    ("path", "expected"), [((1,), True), ((1, 0), True), ((1, 0, 2), True), ((1, 1), False), ((0,), False), ((), True)]
)
def test_an_edit_touches_what_it_is_in_or_around(path: tuple[int, ...], expected: bool) -> None:
    assert touches(path, ((1, 0),)) is expected
    assert touches(path, ())


def test_the_repair_is_found_at_the_part() -> None:
    scope = SCOPE.given("E := A B C")
    (tree,) = statements(r"E = A B^\top C", (), {key.plain for key in scope.visible()})
    first = next(proposals(tree, scope))
    assert to_latex(first.statement) == "E = A B C"
