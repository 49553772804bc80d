r"""How far a function without brackets reaches that stands in front of a row: ``\log \mathbf{1}^\top \exp(x)``.

The row is a number with the column behind it, which may be the value of another function: ``\tanh a^\top B \exp(x)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.language.functions.leaves import parts_of
from derive.language.terms.terms import Term
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def reach_of_row(r: Reader, argument: Term, children: Sequence[Syn], start: int, behind: int) -> int:
    """Return where the factors end that may belong to the argument of a function, if that begins with a row.

    Args:
        r: The reader.
        argument: The first factor behind the function.
        children: The factors of the product.
        start: Where the factors behind the argument begin.
        behind: Where those end that belong to any argument, 0 if there are none: at another function, for one.
    """
    from derive.language.functions.factors import is_derivative, is_gradient
    from derive.language.functions.operators import is_function

    end = behind or start
    if r.a.is_scalar(argument) or not r.u.is_one(argument.rows) or end >= len(children):
        return behind
    node, following = children[end], children[end + 1] if end + 1 < len(children) else None
    applied = node.kind == "bigop" or (is_function(node, following) and r.find(node) is None)
    if not applied or is_derivative(node) or is_gradient(node):
        return behind
    try:
        with r.trial():
            while end == start or not r.a.is_scalar(r.a.chain([argument, *r.factors(children[start:end])])):
                if end == len(children) or is_derivative(children[end]) or is_gradient(children[end]):
                    break
                _, end = r.factor(children, end)
    except DeriveError:
        return behind
    return end


def is_row_of_ones(syn: Syn) -> bool:
    r"""Whether this is ``\mathbf{1}^\top``, of which nobody takes a function entry by entry."""
    base, _, mark = parts_of(syn)
    return base.kind in ("name", "num") and base.value.rpartition(":")[2] == "1" and bare(mark).kind == "top"


__all__ = ["is_row_of_ones", "reach_of_row"]
