"""How close an input is to a point where the formula is not differentiable or jumps.

Claims range over inputs where every sub-expression is differentiable.  At a kink automatic differentiation returns
the value of a convention, so a discrepancy there is no evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from derive.build import DERIVATIVES, rebuild, substitute
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.functions import JUMP, KINK, PARTIAL, regular
from numeric.evaluation.dense import evaluate

_KINKED_MAPS = regular(KINK, JUMP, PARTIAL)


def undifferentiated(root: Expr) -> list[Expr]:
    """Return expressions without derivatives that contain every kink argument of a tree.

    ``deriv(body, X, point)`` contributes its body at the point; a path of integration is looked at at its start.
    """
    found: list[Expr] = []
    memo: dict[Expr, Expr] = {}
    for e in walk(root):
        args = [memo[a] for a in e.args]
        if e.op in DERIVATIVES:
            found.append(substitute(args[0], {e.data[0]: args[1]}))
            # The derivative's own value is not needed where only arguments of kinks are read, but those may depend
            # on it: then the node stays as it is and is evaluated.
        memo[e] = rebuild(e, args) if e.op not in DERIVATIVES else e
    return [root, *found]


def has_kinks(root: Expr) -> bool:
    """Return whether a tree contains anything that is not smooth."""
    return any(_kinked(e) for e in walk(root))


def _kinked(e: Expr) -> bool:
    if e.op == "map":
        return e.data[0] in _KINKED_MAPS
    return e.op in {"indicator", "max", "min", "maxentry", "minentry", "maxover", "minover", "order", "where"}


def kink_margin(
    root: Expr,
    env: Mapping[str, Tensor],
    sizes: Mapping[str, int],
    indices: Mapping[str, int],
    functions: Mapping[str, Callable[..., Tensor]],
) -> float:
    """Return the smallest distance of an argument of a kinked function from its kink (1.0 without any).

    Only elementwise kinks and indicators are looked at; ties of maxima have probability zero at random inputs.
    """
    if not has_kinks(root):
        return 1.0
    smallest = 1.0
    for expr in undifferentiated(root):
        for e in walk(expr):
            if not (e.op == "indicator" or (e.op == "map" and e.data[0] in _KINKED_MAPS)):
                continue
            try:
                values = [evaluate(a, env, sizes, indices, functions=functions) for a in e.args]
            except NotSupported:
                continue  # under a binder whose name has no value here
            distance = values[0] if e.op == "map" else values[0] - values[1]
            if distance.numel():
                smallest = min(smallest, float(torch.nan_to_num(distance.abs(), nan=0.0).amin()))
    return smallest
