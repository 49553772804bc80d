r"""Derivatives of a defined function at a point of another size than its argument was defined with: ``\nabla f(z)``.

A function of x in R^n may be taken at a z in R^m; so may its derivatives, as functions of a variable of that size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.language.derivatives.targets import Target
from derive.language.functions import calls
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term
from derive.language.tree.syntax import Syn
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def of_other_size(
    r: Reader, symbol: Symbol, target: Target, arguments: Sequence[Syn], syn: Syn
) -> tuple[Target, Term, Term] | None:
    """Return (variable, function of it, point); None if the point has the size of the argument, or none is written.

    Args:
        r: The reader.
        symbol: A function of one argument.
        target: That argument.
        arguments: What is written in the bracket behind the function.
        syn: The name of the function.
    """
    found = r.find(syn)
    if symbol.kind != "def" or symbol.indices or not arguments or found is None or found[2].kind != "empty":
        return None
    point = r.read(arguments[0])
    mapping = calls.sizes_of_call(r, symbol.arguments, [point])
    if not mapping or point.zero:
        return None
    shape = calls.shape_of_call(r, symbol, [point], syn)
    own = symbol.arguments[0]
    here = Shape(*(tuple(f for s in d for f in s.substitute(mapping).factors()) for d in (own.rows, own.cols)))
    variable = Target(b.fresh(target.core), here, target.latex)

    def make() -> b.Expr:
        return r.definitions().apply(symbol, {symbol.params[0]: b.var(variable.core, here)})

    return variable, Term(shape.rows, shape.cols, (), make, syn), point


__all__ = ["of_other_size"]
