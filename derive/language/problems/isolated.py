r"""Derivatives of cases that hold at single points: ``f(t) = 1 if t = 0`` says nothing about the slope of f at 0.

Off the boundaries of its conditions a definition by cases is differentiated branch by branch; a boundary is a kink and
left out. Where a condition is an equation its whole branch is boundary, and the branch's own derivative means nothing.
"""

from __future__ import annotations

from derive.build import DERIVATIVES, free_names
from derive.core import Expr, walk
from derive.errors import NotSupported


def refuse_isolated_cases(node: Expr) -> None:
    """Look at one node of an expression.

    Raises:
        NotSupported: It differentiates cases by a variable for which a condition is an equation.

    """
    if node.op not in DERIVATIVES:
        return
    name = node.data[0]
    for inner in walk(node.args[0]):
        if inner.op == "indicator" and inner.data[0] in ("=", "!=") and name in free_names(inner):
            raise NotSupported(
                "a derivative of cases that hold at single points (a condition with = or \\ne)",
                hint="state the derivative away from these points, and at them as a limit of its own",
            )


__all__ = ["refuse_isolated_cases"]
