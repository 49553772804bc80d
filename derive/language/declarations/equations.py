r"""Equations with a function on their left: a definition of it, or a statement about its value at this argument."""

from __future__ import annotations

from derive.build import SCALAR, free_names
from derive.errors import NameProblem
from derive.language.declarations.define import define
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.terms import latex_of
from derive.language.tree.syntax import Syn


def check_depends(scope: Scope, defined: Scope, left: Syn) -> None:
    r"""Refuse ``f(x) = c`` with a c free of x: it may define a constant function, or say something of this x only.

    Raises:
        NameProblem: The new function depends on none of its arguments.
    """
    symbol = _new_function(scope, defined)
    if symbol is not None and not _depends(scope, symbol):
        raise NameProblem(
            f"the right side does not depend on the argument: this may define a constant function {symbol.latex}, "
            f"or say something of {latex_of(left)} only, where {symbol.latex} is not known",
            left.span[0],
            f"write := for a definition, or declare {symbol.latex} first",
        )


def redefinition(scope: Scope, tree: Syn, where: str) -> Scope | None:
    r"""Return the scope with ``\phi(x) = W x``, which defines another function than the built-in of that letter.

    Returns:
        None if the equation says something of the built-in: the right side does not depend on the argument.

    Raises:
        NameProblem: It may do either.
    """
    left = tree.children[0]
    defined = define(scope, left, tree.children[1], where)
    symbol = _new_function(scope, defined)
    if symbol is None or not _depends(scope, symbol):
        return None
    built_in = SCALAR if symbol.key.plain in ("kappa", "rho") else symbol.arguments[0]
    if len(symbol.params) != 1 or symbol.shape.totals != built_in.totals:
        return defined
    raise NameProblem(
        f"{symbol.latex} is built in: this may define another {symbol.latex}, or say something of this argument",
        left.span[0],
        f"write := for a definition, or {symbol.latex} on the right for an equation",
    )


def _new_function(scope: Scope, defined: Scope) -> Symbol | None:
    """Return the function with a body that a scope declares beyond another one."""
    new = (s for key, s in defined.symbols.items() if scope.symbols.get(key) is not s)
    return next((s for s in new if s.params and s.body is not None), None)


def _depends(scope: Scope, symbol: Symbol) -> bool:
    """Return whether a function depends on one of its arguments, directly or through definitions."""
    assert symbol.body is not None
    reached = {n for name in free_names(symbol.body) for n in scope.definitions.reach(name)}
    return not reached.isdisjoint(symbol.params)


__all__ = ["check_depends", "redefinition"]
