r"""Derivatives with the place behind them: ``\frac{\partial f}{\partial x}(y)``, ``\frac{\partial F_i}{\partial x_j}(y)``, ``\frac{d f(t)}{dt}(c)``.

A product with what stands in the bracket is the other reading. It would speak of the variable of the derivative: where nothing
else in the statement does, nobody means it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.degree import degree_in
from derive.errors import ShapeProblem
from derive.language.derivatives.points import is_nameless, point_term, shares_shape, term_at
from derive.language.derivatives.targets import Target
from derive.language.matrices import scripts
from derive.language.scope.derivative_marks import is_differentiation
from derive.language.scope.moving import function_at, is_written, parameters
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import EVALUATED
from derive.language.terms.terms import Term
from derive.language.tree.names import bracket, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def evaluation(
    r: Reader, children: Sequence[Syn], at: int, numerator: Sequence[Syn], targets: Sequence[Target]
) -> tuple[Term, int] | None:
    """Read a derivative of a declared function, at the place in the bracket behind it; None if that is a factor."""
    inner = bracket(children[at + 1]) if at + 1 < len(children) else None
    symbol = _function(r, numerator)
    if inner is None or symbol is None or len(inner[0]) != len(symbol.params):
        return None
    if len(symbol.params) == 1 and is_nameless(r, symbol) and shares_shape(r, symbol, 0, targets[0]):
        own = [replace(targets[0], entry=None)]  # f : R^n -> R, which is f(x) in a derivative by x
    else:
        own = [Target(core, shape, core) for core, shape in zip(symbol.params, r.adapt(symbol).arguments, strict=True)]
    if any(t.part is not None or t.core not in {o.core for o in own} for t in targets):
        return None
    if _may_be_product(r, children, at, symbol, own, targets) and not r.chooses(EVALUATED):
        return None
    term = r.read(children[at])
    places = [(target, point_term(r, target, place, children[at])) for target, place in zip(own, inner[0], strict=True)]
    result = term_at(r, term, places, children[at])
    return scripts.apply(r, result, inner[1], inner[2], children[at + 1]), at + 2


def _function(r: Reader, numerator: Sequence[Syn]) -> Symbol | None:
    """Return the declared function that is differentiated: alone, an entry of it, or at its own arguments."""
    found = r.find(numerator[0]) if numerator else None
    symbol = found[0] if found is not None else None
    if not isinstance(symbol, Symbol) or symbol.kind not in ("def", "fun") or not symbol.params or symbol.indices:
        return None
    if len(numerator) == 1:
        return symbol
    called = function_at(r, numerator, 0) if len(numerator) == 2 else None
    if called is None:
        return None
    at_own = zip((r.find(argument) for argument in called[1]), parameters(symbol), strict=True)
    return symbol if all(_is_variable(argument, core) for argument, core in at_own) else None


def _is_variable(found: tuple[object, Syn, Syn] | None, core: str) -> bool:
    if found is None or not isinstance(found[0], Symbol):
        return False
    return found[0].core == core and is_empty(found[1]) and is_empty(found[2])


def _may_be_product(
    r: Reader, children: Sequence[Syn], at: int, symbol: Symbol, own: Sequence[Target], targets: Sequence[Target]
) -> bool:
    """Whether a bracket behind a derivative may be a factor of it.

    It is none where the product would speak of a variable that the statement does not speak of.
    """
    inner = bracket(children[at + 1])
    if inner is None or len(own) != 1:
        return False
    try:
        with r.trial():
            point_term(r, own[0], inner[0][0], children[at])
    except ShapeProblem:
        return True
    return r.statement is None or not _moves(r, symbol, targets) or _is_spoken_of(r, r.statement, own[0].core)


def _moves(r: Reader, symbol: Symbol, targets: Sequence[Target]) -> bool:
    """Whether a derivative of a function still depends on the variable."""
    core = targets[0].core
    degree = None if symbol.body is None else degree_in(r.definitions().expand(symbol.body, through=[core]), core)
    return degree is None or degree > len(targets)


def _is_spoken_of(r: Reader, node: Syn, core: str) -> bool:
    """Whether a variable stands anywhere but in derivatives in front of a bracket."""
    if node.kind != "juxt":
        return is_written(r, node, core) if not node.children else _in_parts(r, node, core)
    row = node.children
    return any(
        _is_spoken_of(r, child, core)
        for k, child in enumerate(row)
        if not (child.kind == "frac" and is_differentiation(child) and k + 1 < len(row) and bracket(row[k + 1]))
    )


def _in_parts(r: Reader, node: Syn, core: str) -> bool:
    """Whether a variable stands in one of the parts of a node; a name with scripts is looked at as a whole."""
    if node.kind in ("script", "prime", "style") and r.find(node) is not None:
        return is_written(r, node, core)
    return any(_is_spoken_of(r, child, core) for child in node.children)


__all__ = ["evaluation"]
