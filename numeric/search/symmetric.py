"""Which matrices are symmetric by how their variables are made: an equation that says so restricts nothing."""

from __future__ import annotations

from collections.abc import Mapping

from derive.core import Expr, Formula, Rel
from derive.isolate import differences, plain
from numeric.search.variables import Block


def says_symmetric(blocks: Mapping[str, Block], formula: Formula) -> bool:
    """Whether an equation says that a matrix is symmetric which its blocks make so."""
    if not isinstance(formula, Rel) or formula.op != "=":
        return False
    lhs, rhs = plain(formula.lhs), plain(formula.rhs)
    for one, other in ((lhs, rhs), (rhs, lhs)):
        if other.op == "transpose" and plain(other.args[0]) == one:
            return _is_symmetric(blocks, one) or _is_built_difference(blocks, one)
    return False


def _is_built_difference(blocks: Mapping[str, Block], expr: Expr) -> bool:
    """Whether an expression is a difference that is Z Z^T or -Z Z^T."""
    return any(
        (block := blocks.get(name)) is not None and block.kind in ("above", "below") and block.formula == [rest]
        for name, _, rest in differences(expr)
    )


def _is_symmetric(blocks: Mapping[str, Block], expr: Expr) -> bool:
    """Whether a matrix is symmetric by how its variables are made."""
    expr = plain(expr)
    if expr.op == "var":
        block = blocks.get(expr.data[0])
        if block is None:
            return False
        made = block.kind in ("above", "below") and _is_symmetric(blocks, block.formula[0])
        return made or block.kind in ("symmetric", "psd")
    if expr.op == "scale":
        return _is_symmetric(blocks, expr.args[1])
    if expr.op in ("add", "transpose", "inv"):
        return all(_is_symmetric(blocks, arg) for arg in expr.args)
    if expr.op == "matmul":
        first, second = map(plain, expr.args)
        return (first.op == "transpose" and plain(first.args[0]) == second) or (
            second.op == "transpose" and plain(second.args[0]) == first
        )
    return expr.op in ("eye", "zeros", "diag")


__all__ = ["says_symmetric"]
