r"""Derivatives of what does not depend on the variable: ``\frac{\partial Y}{\partial x}`` of declared Y and x.

Declared names are independent of each other, so such a derivative is zero. Who states ``\frac{\partial Y}{\partial x} = 0``
says just that; who writes it in a larger formula or a hypothesis means a Y that depends on x, and with 0 in
its place false chain rules would hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from derive.build import DERIVATIVES, free_names
from derive.core import Expr, Formula, Logic, Quantified, formula_exprs, walk
from derive.errors import NotSupported

if TYPE_CHECKING:
    from derive.language.expressions import Reader

_SAME = ("vecr", "vec", "reshape", "transpose", "norm", "entry", *DERIVATIVES)
"""What is zero if its argument is."""


class Independent(NotSupported):
    """A derivative by a variable that does not occur."""


def check_claim(r: Reader, goal: Formula) -> None:
    """Refuse derivatives by variables that do not occur, except in the statement that they vanish.

    Raises:
        Independent: There is one.
    """
    _check(r, r.definitions().expand_formula(goal))


def _check(r: Reader, goal: Formula) -> None:
    if isinstance(goal, Quantified):
        _check(r, goal.body)
    elif isinstance(goal, Logic):
        premises = goal.args[:-1] if goal.op == "implies" else ()
        for part in premises:
            check_formula(r, part)
        for part in goal.args[len(premises) :]:
            _check(r, part)
    else:
        sides = (goal.lhs, goal.rhs)
        if goal.op not in ("=", "!=") or not any(map(_is_zero, sides)) or not any(map(_is_vanishing, sides)):
            check_formula(r, goal)


def check_formula(r: Reader, formula: Formula) -> None:
    """Refuse every derivative by a variable that does not occur.

    Raises:
        Independent: There is one.
    """
    directions = {direction for direction, _ in r.differentials.values()}
    for node in (n for e in formula_exprs(r.definitions().expand_formula(formula)) for n in _vanishing(e)):
        if node.op == "frechet" and free_names(node.args[2]) & directions:
            continue  # one of the parts of a differential
        raise _refused(r, node)


def _vanishing(e: Expr) -> Iterator[Expr]:
    for node in walk(e):
        if node.op in DERIVATIVES and _vanishes(node):
            yield node


def _is_vanishing(side: Expr) -> bool:
    """Whether a side is a derivative that vanishes, in whatever order its entries stand."""
    while side.op in _SAME:
        if side.op in DERIVATIVES and _vanishes(side):
            return True
        side = side.args[0]
    return False


def _vanishes(node: Expr) -> bool:
    names = free_names(node.args[0])
    return bool(names) and node.data[0] not in names


def _is_zero(side: Expr) -> bool:
    return side.op == "zeros" or (side.op == "const" and side.data[0] == 0)


def _refused(r: Reader, node: Expr) -> Independent:
    symbols = r.scope.by_core()
    by = node.data[0].partition("~")[0]
    variable = symbols[by].latex if by in symbols else by
    functions = {n.data[0] for n in walk(node.args[0]) if n.op == "fun"}
    names = sorted(name.partition("~")[0] for name in functions or free_names(node.args[0]))
    written = [symbols[name].latex if name in symbols else name for name in dict.fromkeys(names)]
    what = written[0] if len(written) == 1 else f"what is differentiated (of {', '.join(written)})"
    return Independent(
        f"{what} does not depend on {variable}",
        None,
        f"what depends on {variable} is declared as a function, {written[0]}({variable}) \\in ..., behind {variable}",
    )


__all__ = ["Independent", "check_claim", "check_formula"]
