"""Inputs that meet equations among the hypotheses up to a residual: what is nearly singular there may be singular."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from derive.core import Expr, walk
from derive.errors import NotSupported
from numeric.autograd.sides import Run
from numeric.evaluation.dense import evaluate

NOTHING = 1e-6
"""What a matrix may be that is nothing as far as a residual tells: of inputs, whose entries are of order one."""
SINGULAR = 1e-3  # a residual of 1e-10 moves what vanishes doubly by 1e-5, and an inverse of that in its second digit


def almost_singular(run: Run) -> bool:
    """Whether a side inverts what all but vanishes: ``L`` where ``L L^T`` equals a matrix of smaller rank."""
    return any(_vanishes(run, node) for side in (run.relation.lhs, run.relation.rhs) for node in _inverted(side))


def _inverted(side: Expr) -> Iterator[Expr]:
    """Yield the matrices that are inverted, and the entries whose inverses are taken, as diagonal matrices are."""
    for node in dict.fromkeys(walk(side)):
        if node.op in ("inv", "kappa") or (node.op == "hpow" and _is_negative(node.args[1])):
            yield node


def _is_negative(exponent: Expr) -> bool:
    return exponent.op != "const" or exponent.data[0] < 0


def _vanishes(run: Run, node: Expr) -> bool:
    """Whether the least singular value, or the least entry, is nearly nothing beside the largest (beside 1, of a scalar), or all are."""
    try:
        value = evaluate(node.args[0], run.env, run.sizes, run.indices, functions=run.functions)
        sizes = value.abs() if node.op == "hpow" else torch.linalg.svdvals(value)
    except (NotSupported, RuntimeError):  # below a binder, or not computed
        return False
    if value.numel() == 1:
        return bool(sizes.amin() <= SINGULAR)
    return bool(sizes.amin() <= max(NOTHING, SINGULAR * float(sizes.amax())))
