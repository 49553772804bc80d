r"""The scripts behind a differentiated number that are the derivative's: ``\nabla f(x)^\top``, ``\nabla f(x)_i``, ``\nabla^2 f(x)^{-1}``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.errors import SyntaxProblem
from derive.language.derivatives.gradient_operand import without_mark
from derive.language.derivatives.partials import is_jacobians
from derive.language.functions.applications import is_value_differentiated
from derive.language.scope.scope import Symbol
from derive.language.tree.names import EMPTY, bare, bracket, is_empty
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def own_scripts(
    r: Reader, children: Sequence[Syn], at: int, order: int, by: Syn = EMPTY
) -> tuple[Sequence[Syn], Syn, Syn]:
    r"""Take off the scripts that are the gradient's: in ``\nabla f(x)^\top`` and ``\nabla f(x)_i`` f(x) is a number.

    Returns the children without them, the subscript and the superscript.

    Raises:
        SyntaxProblem: It cannot be told what a superscript belongs to.

    """
    if at >= len(children):
        return children, EMPTY, EMPTY
    found = r.find(children[at])
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None
    if symbol is not None and symbol.params and at + 1 < len(children):
        inner = bracket(children[at + 1])
        if inner is not None and is_value_differentiated(r, symbol, inner[0]):
            return children, EMPTY, EMPTY
    scalar = symbol is not None and symbol.shape.is_scalar
    if found is not None and _is_gradients(found[2], order):
        place, base, sub, sup = at, children[at].children[0], EMPTY, found[2]
        scalar = scalar and children[at].kind == "script" and is_empty(children[at].children[1])
    else:
        place = at + 1 if symbol is not None and symbol.params and is_empty(found[1] if found else EMPTY) else at
        node = children[place] if place < len(children) else EMPTY
        if bracket(node) is None or node.kind != "script":
            return without_mark(r, children, at)
        base, sub, sup = node.children
        scalar = scalar if place > at else base.kind == "group" and r.a.is_scalar(r.read(base))
    if (
        order == 1
        and is_empty(sub)
        and is_jacobians(r, symbol, sup, by)
        and (place > at or is_empty(children[at].children[1]))
    ):
        return [*children[:place], base, *children[place + 1 :]], sub, sup
    if not scalar:
        return without_mark(r, children, at)
    is_gradients = is_empty(sup) or _is_gradients(sup, order)
    if not is_gradients and place > at:
        raise SyntaxProblem(
            "is the value or its gradient meant by this superscript?",
            r.at(children[place]),
            "write (\\nabla f(x))^2 or \\nabla (f(x)^2)",
        )
    if not is_gradients or (place == at and not is_empty(sub)):
        return children, EMPTY, EMPTY
    if place == at and not is_empty(sup) and bare(sup).kind != "top":
        raise SyntaxProblem(
            "is the value or its second derivative inverted by this superscript?",
            r.at(children[place]),
            "write (\\nabla^2 f)^{-1} or \\nabla^2 (f^{-1})",
        )
    return [*children[:place], base, *children[place + 1 :]], sub, sup


def _is_gradients(sup: Syn, order: int) -> bool:
    """Whether a superscript behind a number that is differentiated is that of the derivative; a power is the number's."""
    return bare(sup).kind == "top" or (order == 2 and literal(sup) == -1)


__all__ = ["own_scripts"]
