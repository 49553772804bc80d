r"""Numbers written by cases: a relation holds where it does under the condition of each case, with the value of that case.

``\\begin{cases} a & x > 0 \\\\ b & x \\le 0 \\end{cases}`` is a where x > 0 and b elsewhere, wherever it stands in the two sides.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.normal import is_scalar
from derive.core import Expr, Rel

OTHERWISE = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}


@dataclass(frozen=True, slots=True)
class Case:
    """Both sides of a relation under a condition."""

    condition: Rel
    lhs: Expr
    rhs: Expr


def cases_of(facts: Facts, lhs: Expr, rhs: Expr) -> list[Case] | None:
    """Return the two cases of the first number written by cases in two sides; None if there is none."""
    for side in (lhs, rhs):
        for node in evaluated(facts, side):
            condition = node.args[0] if node.op == "where" and is_scalar(node) else None
            if condition is None or condition.op != "indicator" or condition.data[0] not in OTHERWISE:
                continue
            op, (a, b) = condition.data[0], condition.args
            return [
                Case(
                    Rel(relation, a, b),
                    *(build.replaced(s, {node: build.reshape(value, node.shape)}) for s in (lhs, rhs)),
                )
                for relation, value in ((op, node.args[1]), (OTHERWISE[op], node.args[2]))
            ]
    return None


__all__ = ["Case", "cases_of"]
