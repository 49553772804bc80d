"""The door of the ring-generic evaluator; importing it registers the rules of all nodes."""

from __future__ import annotations

from derive.core import Expr
from derive.exact.evaluation import binders, nonlinear, structure
from derive.exact.evaluation.evaluator import RULES, Env, Evaluator
from derive.exact.rings.rings import Array, Budget, Ring


def evaluate(expr: Expr, ring: Ring, env: Env, *, operations: int = 200_000_000) -> Array:
    """Evaluate an expression.

    Args:
        expr: A core expression.
        ring: The ring of the entries.
        env: Sizes, variables (arrays of ring elements of shape (batch, rows, columns)) and indices.
        operations: Budget of scalar operations.

    Returns:
        An array of shape (batch, rows, columns); batch is one for values that are equal at all points.

    Raises:
        NotSupported: A node that this road does not know, or a budget used up.
        Undefined: The expression has no value at this point.
        Irrational: The value is not in the exact ring.

    """
    return Evaluator(ring, env, Budget(operations)).value(expr)


RULE_FILES = (structure, binders, nonlinear)

__all__ = ["RULES", "RULE_FILES", "Env", "Evaluator", "evaluate"]
