r"""Factors that may be written behind a function: gradients, derivatives, brackets with several scripts.

In front of a gradient a function may stand for its value: ``\nabla f (\nabla f)^\top`` is a product, and
``\nabla f(\nabla g(y)) = y`` the gradient at a gradient. Both are readings of the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.language.scope.derivative_marks import is_differentiation, written_mark
from derive.language.tree.names import bare, base_key, bracket
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, unnamed


def begins_with_gradient(syn: Syn) -> bool:
    r"""Return whether a text is a gradient, as ``\nabla_x f`` is."""
    first = syn.children[0] if syn.kind == "juxt" else syn
    return is_nabla(first)


def is_nabla(node: Syn) -> bool:
    """Return whether a node is a nabla, with or without a variable."""
    base = bare(node.children[0]) if node.kind == "script" else node
    return (base.kind, base.value) == ("partial", "nabla")


def is_gradient(node: Syn) -> bool:
    r"""Return whether a factor is a gradient: a nabla, or a bracket around one as in ``(\nabla_x f)^\top``."""
    while node.kind == "script":
        node = node.children[0]
    bracketed = node.kind == "group" and node.value in ("(", "[", "set") and len(node.children) == 1
    return is_nabla(node) or (bracketed and begins_with_gradient(node.children[0]))


def is_derivative(node: Syn) -> bool:
    r"""Return whether a node is a derivative in front of its operand: ``\nabla_x``, ``\partial_t``, ``\frac{d}{dt}``."""
    base = bare(node.children[0]) if node.kind == "script" else node
    if base.kind == "partial":
        return True
    return node.kind == "frac" and written_mark(bare(node.children[0])) is not None and is_differentiation(node)


def is_set_apart(children: Sequence[Syn], at: int) -> bool:
    r"""Return whether written space sets a sum in brackets apart from the name in front of it: ``\cos\theta\,(a + b)`` is a product.

    A blank between them shows on no page.
    """
    inner = bracket(children[at])
    name = bare(children[at - 1])
    if inner is None or len(inner[0]) != 1 or name.kind not in ("name", "script") or base_key(name) is None:
        return False
    return bare(inner[0][0]).kind == "add" and children[at].span[0] - children[at - 1].span[1] > len(" ")


@about("script twice", untouched=unnamed)
def value_scripts(children: Sequence[Syn], at: int) -> tuple[Sequence[Syn], list[Syn]]:
    r"""Take the second and later scripts off a bracket that may be an argument: in ``f(x)^\top{}^2`` they are f's.

    Returns the children with the bracket keeping its first script only, and the scripts taken off, innermost first.
    """
    later: list[Syn] = []
    if at + 1 < len(children):
        node = children[at + 1]
        while node.kind == "script" and node.children[0].kind == "script":
            later.append(node)
            node = node.children[0]
        if later and node.children[0].kind == "group":
            return [*children[: at + 1], node, *children[at + 2 :]], later[::-1]
    return children, []


__all__ = ["begins_with_gradient", "is_derivative", "is_gradient", "is_nabla", "is_set_apart", "value_scripts"]
