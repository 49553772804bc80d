r"""Continuous functions of a number that tends to zero: limit, upper limit and lower limit are the value at zero.

A supremum over a compact interval of what is continuous in both variables is continuous (Berge; Rudin, Principles of Mathematical
Analysis, 4.19: it is uniformly continuous there), and so is a maximum over finitely many indices.
"""

from __future__ import annotations

from derive import build
from derive.bounds.facts.facts import in_interval
from derive.bounds.forms.normal import mentions
from derive.core import Expr, walk
from derive.functions import KINK, regular
from derive.limits.smooth import ENTIRE, POLYNOMIAL
from derive.tidy import tidied

EVERYWHERE = POLYNOMIAL | frozenset("norm max min maxover minover maxentry minentry".split())
FUNCTIONS = ENTIRE | regular(KINK)


def value_at_zero(node: Expr) -> Expr | None:
    """Return what a limit, upper limit or lower limit at zero is, where its body is continuous; None elsewhere."""
    name, where = node.data
    body = node.args[0]
    if not where.startswith("zero") or not is_continuous(body, frozenset({name})):
        return None
    return build.bottom_up(tidied(build.substitute(body, {name: build.const(0)})), _without_still_extremum)


def is_continuous(expr: Expr, names: frozenset[str]) -> bool:
    """Return whether an expression is continuous in some numbers together, wherever these are."""
    stack, seen = [expr], set[Expr]()
    while stack:
        node = stack.pop()
        if node in seen or not any(mentions(node, name) for name in names):
            continue
        seen.add(node)
        if node.op in ("sup", "inf"):
            interval = in_interval(node)
            if interval is None or not is_continuous(node.args[0], names | {interval[0]}):
                return False
        elif node.op in EVERYWHERE or (node.op == "map" and node.data[0] in FUNCTIONS) or _is_whole_power(node):
            stack.extend(node.args)
        elif node.op != "var":
            return False
    return True


def _is_whole_power(node: Expr) -> bool:
    if node.op != "hpow" or node.args[1].op != "const":
        return False
    return node.args[1].data[0].denominator == 1 and node.args[1].data[0] >= 1


def _without_still_extremum(node: Expr) -> Expr:
    """The supremum over an interval of what does not vary there is that value."""
    interval = in_interval(node) if node.op in ("sup", "inf") else None
    return node if interval is None or any(_is(n, interval[0]) for n in walk(node.args[0])) else node.args[0]


def _is(node: Expr, name: str) -> bool:
    return node.op == "var" and node.data[0] == name


__all__ = ["is_continuous", "value_at_zero"]
