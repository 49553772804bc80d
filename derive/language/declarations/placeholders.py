r"""Dots in the place of an argument: ``F := \operatorname{vec}(\cdot)^\top \otimes I_m`` defines ``F(Z) := \operatorname{vec}(Z)^\top \otimes I_m``."""

from __future__ import annotations

from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first

DOT = ":cdot"
LETTERS = "ZYXVUTSQ"
"""Names that the argument may get: the first that the definition does not speak of."""


@about(f"name {DOT}", untouched=first)
def with_argument(tree: Syn) -> Syn:
    r"""Return a definition with a name for the argument where ``(\cdot)`` stands on its right side; other statements as they are."""
    if tree.kind != "relation" or tree.value not in ("assign", "=") or len(tree.children) != 2 or not _has_dot(tree.children[1]):
        return tree
    used = {node.value for node in tree.nodes() if node.kind == "name"}
    letter = next((x for x in LETTERS if f":{x}" not in used), None)
    left, right = tree.children
    if letter is None:
        return tree
    argument = Syn("name", f":{letter}")
    if not _has_dot(left):
        left = Syn("juxt", "", (left, Syn("group", "(", (argument,))), left.span)
    return Syn(tree.kind, tree.value, (_put(left, argument), _put(right, argument)), tree.span)


def _has_dot(tree: Syn) -> bool:
    """Whether a dot stands alone in round brackets somewhere."""
    return any(node.kind == "group" and node.value == "(" and len(node.children) == 1 and _is_dot(node.children[0]) for node in tree.nodes())


def _is_dot(node: Syn) -> bool:
    return bare(node).kind == "name" and bare(node).value == DOT


def _put(tree: Syn, argument: Syn) -> Syn:
    if _is_dot(tree):
        return Syn(argument.kind, argument.value, (), tree.span)
    return Syn(tree.kind, tree.value, tuple(_put(child, argument) for child in tree.children), tree.span)


__all__ = ["with_argument"]
