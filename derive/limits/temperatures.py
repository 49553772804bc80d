r"""Logarithms of sums of exponentials at temperature zero: ``\tau \log \sum_i e^{c_i / \tau} \to \max_i c_i`` for ``\tau \to 0^+``.

For M = max c_i the sum lies between e^{M/tau} and n e^{M/tau}, so that the left side lies between M and M + tau log n. With beta =
1/tau the same is said at infinity.
"""

from __future__ import annotations

from derive import build
from derive.bounds.forms.normal import scalar_factors, strip
from derive.core import Expr

MINUS_ONE = build.const(-1)


def at_zero_temperature(node: Expr) -> Expr | None:
    """Return the value of a limit of this form, None for others."""
    name, where = node.data
    if where not in ("zero+", "infinity"):
        return None
    variable = build.var(name, build.SCALAR)
    reciprocal = build.hpow(variable, MINUS_ONE)
    outer, inner = (variable, reciprocal) if where == "zero+" else (reciprocal, variable)
    factors = scalar_factors(node.args[0])
    logs = [f for f in factors if f.op == "map" and f.data[0] == "log"]
    rest = [f for f in factors if f not in logs and f != outer]
    if len(logs) != 1 or factors.count(outer) != 1 or any(name in build.free_names(f) for f in rest):
        return None
    total = strip(logs[0].args[0])
    if total.op != "sum" or strip(total.args[0]).op != "map" or strip(total.args[0]).data[0] != "exp":
        return None
    exponent = scalar_factors(strip(total.args[0]).args[0])
    others = [f for f in exponent if f != inner]
    if exponent.count(inner) != 1 or any(name in build.free_names(f) for f in others):
        return None
    index, low, high = total.data
    largest = build.over("maxover", index, low, high, _product(others))
    return _product([*rest, largest])


def _product(factors: list[Expr]) -> Expr:
    result = build.const(1)
    for factor in factors:
        result = factor if result == build.const(1) else build.scale(result, factor)
    return result


__all__ = ["at_zero_temperature"]
