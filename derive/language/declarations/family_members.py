r"""Single members of families that a block declares by their type: ``m_0 = 0`` above or below ``m_t \in \mathbb{R}^n \quad \forall t``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import NameProblem
from derive.fraction import Fraction
from derive.language.declarations.governing import Stated
from derive.language.scope.scope import Scope
from derive.language.terms.terms import latex_of
from derive.language.tree.names import bare, base_key, whole_key
from derive.language.tree.syntax import Syn


def as_equations(scope: Scope, stated: Sequence[Stated]) -> list[Stated]:
    r"""Return the statements with ``m_0 := 0`` as an equation where ``m_t \quad \forall t`` is declared by its type.

    Raises:
        NameProblem: A member is given by itself: ``x_i := 2 x_i``.
    """
    return [_as_equation(scope, stated, s) for s in stated]


def _as_equation(scope: Scope, stated: Sequence[Stated], one: Stated) -> Stated:
    tree = one.tree
    if tree.kind != "relation" or tree.value != "assign" or not _family_of(scope, stated, *tree.children):
        return one
    member, value = tree.children
    if any(node.same(member) for _, node in value.walk()):
        raise NameProblem(f"{latex_of(member)} is defined by itself", member.span[0], "give the new value another name")
    return replace(one, tree=replace(tree, value="="))


def speaks_ahead(scope: Scope, stated: Sequence[Stated], at: int) -> bool:
    r"""Return whether an equation stands above the declaration of the family of which it is: ``m_0 = 0`` above ``m_t \quad \forall t``."""
    tree = stated[at].tree
    if tree.kind != "relation" or tree.value != "=" or stated[at].conditions:
        return False
    return _family_of(scope, stated[at + 1 :], tree.children[0])


def _family_of(scope: Scope, stated: Sequence[Stated], member: Syn, value: Syn | None = None) -> bool:
    r"""Whether a name with a script is a member of a family that some statements declare by its type.

    A letter that is not declared is an index where the value of the member has it below a name, too: ``w_{t+1} := w_t - g_t``.
    """
    member = bare(member)
    key = whole_key(member) if member.kind == "script" else None
    if key is None or scope.find(key) is not None:
        return False
    for other in stated:
        if not other.conditions or other.tree.kind != "relation" or other.tree.value != "in":
            continue
        left = other.tree.children[0]
        names = [bare(n) for n in (left.children if left.kind == "list" else (left,))]
        families = [n for n in names if n.kind == "script" and base_key(n.children[0]) == base_key(member.children[0])]
        if families and _is_place(member, (*families, *other.conditions, *_free_letters(scope, value))):
            return not any(_is_before(member, c) for c in other.conditions)
    return False


def _free_letters(scope: Scope, value: Syn | None) -> list[Syn]:
    """The letters that are not declared in the scripts of what a member is."""
    scripts = [
        part
        for _, node in (value.walk() if value is not None else ())
        for part in node.children[1:]
        if node.kind == "script"
    ]
    letters = [node for part in scripts for _, node in part.walk() if node.kind == "name"]
    keys = [(node, base_key(node)) for node in letters]
    return [node for node, key in keys if key is not None and len(key.plain) == 1 and scope.find(key) is None]


def _is_place(member: Syn, told: Sequence[Syn]) -> bool:
    r"""Whether the scripts of a name are numbers made of the letters of a family and its range: no label, as in ``x_*``."""
    nodes = [node for script in member.children[1:] for _, node in script.walk()]
    letters = {key for tree in told for _, node in tree.walk() if (key := base_key(node)) is not None}
    known = all(base_key(node) in letters for node in nodes if node.kind == "name")
    return known and all(node.kind in ("num", "name", "add", "group", "juxt", "empty") for node in nodes)


def _is_before(member: Syn, condition: Syn) -> bool:
    r"""Whether a number below a name is one in front of a range: the ``h_0`` beside ``t \in \{1, \dots, T\}``."""
    values = condition.children[-1] if condition.kind == "relation" and condition.value == "in" else condition
    numbers = [n for n in (bare(member.children[1]), *(node for _, node in values.walk())) if n.kind == "num"]
    return (
        len(numbers) > 1
        and bare(member.children[1]).kind == "num"
        and Fraction(numbers[0].value) < Fraction(numbers[1].value)
    )


__all__ = ["as_equations", "speaks_ahead"]
