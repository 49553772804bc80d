r"""Derivatives of what does not depend on the variable: ``\frac{\partial Y}{\partial x}`` of declared Y and x.

Declared names are independent of each other, so such a derivative is zero. Who states ``\frac{\partial Y}{\partial x} = 0``
says just that, and the verdict says it, too; who writes it in a larger formula, under a condition or in a hypothesis means a
Y that depends on x, and with 0 in its place false chain rules would hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from derive.build import DERIVATIVES, free_names, is_zero
from derive.core import Expr, Formula, Logic, Quantified, Rel, formula_exprs, walk
from derive.errors import NotSupported

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

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
    elif isinstance(goal, Logic) and goal.op == "and":
        for part in goal.args:
            _check(r, part)
    elif isinstance(goal, Rel) and goal.op in ("=", "!=") and (zero := _said_zero(goal)) is not None:
        r.note(f"{_independence(r, zero)[0]}: the derivative of a constant is 0")
    else:
        check_formula(r, goal)


def _said_zero(goal: Rel) -> Expr | None:
    """Return the derivative that vanishes, of which a statement says so; None if it says anything else."""
    sides = (goal.lhs, goal.rhs)
    if not any(is_zero(side.args[0] if side.op == "transpose" else side) for side in sides):
        return None
    return next((found for side in sides if (found := _vanishing_side(side)) is not None), None)


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


def _vanishing_side(side: Expr) -> Expr | None:
    """Return the derivative that vanishes and that a side is, in whatever order its entries stand; None if it is none."""
    while side.op in _SAME:
        if side.op in DERIVATIVES and _vanishes(side):
            return side
        side = side.args[0]
    return None


def _vanishes(node: Expr) -> bool:
    names = free_names(node.args[0])
    return bool(names) and node.data[0] not in names


def _refused(r: Reader, node: Expr) -> Independent:
    text, written, variable = _independence(r, node)
    return Independent(
        text,
        None,
        f"what depends on {variable} is declared as a function, {written}({variable}) \\in ..., behind {variable}",
    )


def _independence(r: Reader, node: Expr) -> tuple[str, str, str]:
    """Return what a derivative that vanishes says in words, and a name in it and its variable as they are written."""
    symbols = r.scope.by_core()
    by = node.data[0].partition("~")[0]
    variable = symbols[by].latex if by in symbols else by
    functions = {n.data[0] for n in walk(node.args[0]) if n.op == "fun"}
    names = sorted(name.partition("~")[0] for name in functions or free_names(node.args[0]))
    written = [symbols[name].latex if name in symbols else name for name in dict.fromkeys(names)]
    what = written[0] if len(written) == 1 else f"what is differentiated (of {', '.join(written)})"
    return f"{what} does not depend on {variable}", written[0], variable


__all__ = ["Independent", "check_claim", "check_formula"]
