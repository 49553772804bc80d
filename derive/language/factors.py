r"""Functions that stand for their value in front of a bracket: ``\sigma(1 - \sigma)`` is a product in most papers.

Where the argument of a function speaks of the function without an argument of its own, the name means its value there, and
may do so in front of the bracket too. So may it in front of a gradient: ``\nabla f (\nabla f)^\top`` is a product, and
``\nabla f(\nabla g(y)) = y`` the gradient at a gradient. Both are readings of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.language.derivatives import is_differentiation, written_mark
from derive.language.names import bare, bracket, is_empty
from derive.language.readings import FACTOR
from derive.language.scope import Symbol
from derive.language.syntax import Syn

if TYPE_CHECKING:
    from derive.language.expressions import Reader


def speaks_of_value(r: Reader, symbol: Symbol, arguments: Sequence[Syn]) -> bool:
    """Return whether the only argument of a defined function mentions the function as its value."""
    if symbol.kind != "def" or symbol.indices or len(arguments) != 1 or len(symbol.params) != 1:
        return False
    return any(_stands_alone(r, symbol, argument) for argument in arguments)


def is_value(r: Reader, symbol: Symbol, arguments: Sequence[Syn]) -> bool:
    """Return whether a function stands for its value in front of a bracket, where the text leaves that choice."""
    if not speaks_of_value(r, symbol, arguments) and not (len(arguments) == 1 and begins_with_gradient(arguments[0])):
        return False
    return r.chooses(FACTOR)


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


def _stands_alone(r: Reader, symbol: Symbol, syn: Syn) -> bool:
    """Whether a name occurs in a text without a bracket behind it."""
    if _is(r, symbol, syn):
        return True
    for k, child in enumerate(syn.children):
        behind = syn.children[k + 1] if syn.kind == "juxt" and k + 1 < len(syn.children) else None
        if behind is not None and bracket(behind) is not None and _is(r, symbol, child):
            continue
        if _stands_alone(r, symbol, child):
            return True
    return False


def _is(r: Reader, symbol: Symbol, syn: Syn) -> bool:
    if syn.kind not in ("name", "style", "script"):
        return False
    found = r.find(syn)
    return found is not None and found[0] is symbol and is_empty(found[1])


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


__all__ = ["is_derivative", "is_gradient", "is_value", "speaks_of_value", "value_scripts"]
