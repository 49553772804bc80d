r"""Where the largest of several values, a singular value or an eigenvalue has a derivative: where it is the only one of its size.

At a tie the largest entry has two slopes. That there is no tie is said by counting, ``\sum_i 1[x_i = \max_j x_j] \le 1``, so that it is
said in one formula whatever the lengths are.
"""

from __future__ import annotations

from collections.abc import Iterator

from derive import build
from derive.core import Expr, Formula, Quantified, Rel
from derive.language.printing.bound_letters import renamed
from derive.sizes import Size

ONE, TWO = Size.of(1), Size.of(2)
EXTREMES = ("max", "min", "maxover", "minover", "maxentry", "minentry", "order")
SPECTRAL = ("sigma", "eig", "rank", "kappa")


def no_ties(node: Expr) -> Iterator[Formula]:
    """Conditions under which an extreme value or a function of singular values or eigenvalues has a derivative by what is in it.

    Those of norms that are smooth off zero, and of the sum of absolute values, are none of these.
    """
    a = node.args[0]
    if node.op in ("max", "min") and len(node.args) == 2:  # noqa: PLR2004
        yield Rel("!=", *node.args)
    elif node.op in ("max", "min"):
        yield _at_most_one(build.add(*(build.indicator("=", part, node) for part in node.args)))
    elif node.op in ("maxover", "minover"):
        name, low, high = node.data
        new = build.fresh("i")
        yield _at_most_one(build.sum_(new, low, high, build.indicator("=", renamed(a, {name: new}), node)))
    elif node.op in ("maxentry", "minentry", "order"):
        yield _at_most_one(_total(build.indicator("=", a, node)))
    elif node.op == "eig":
        yield from _simple(a, node)
    elif node.op == "norm":
        yield from _of_norm(node, a)
    elif node.op in SPECTRAL:
        values = {"rank": ("min",), "kappa": ("max", "min")}.get(node.op, node.data)
        for which in values:
            value = build.sigma(a, which)
            yield Rel("!=", value, build.const(0))
            if node.op != "rank":
                yield from _simple(build.matmul(build.transpose(a), a), build.hpow(value, build.const(2)))


def _of_norm(node: Expr, a: Expr) -> Iterator[Formula]:
    """Of the largest singular value, the sum of them, the largest entry and the largest sum of a row or a column."""
    kind, sizes = node.data[0], build.map_("abs", a)
    if kind == "2":
        yield Rel("!=", build.norm(a, "F"), build.const(0))
        yield from _simple(build.matmul(build.transpose(a), a), build.hpow(node, build.const(2)))
    elif kind == "nuc":
        yield Rel("!=", build.sigma(a, "min"), build.const(0))
    elif kind == "max" or ONE in a.shape.totals:
        yield Rel("!=", build.norm(a, "F"), build.const(0))
        yield _at_most_one(_total(build.indicator("=", sizes, node)))
    elif kind in ("1", "inf"):
        sums = build.matmul(sizes, build.ones(a.shape.cols)) if kind == "inf" else build.matmul(build.transpose(sizes), build.ones(a.shape.rows))
        yield _at_most_one(_total(build.indicator("=", sums, node)))


def _simple(a: Expr, value: Expr) -> Iterator[Formula]:
    """That a symmetric matrix has an eigenvalue once; of the largest one that all others are less, which balls can see."""
    name, total = build.fresh("k"), a.shape.totals[0]
    if total == ONE:
        return
    if (value.op == "eig" and value.data[0] in ("max", ONE)) or (value.op == "hpow" and _is_largest(value.args[0])):
        largest = build.eig(a, "max")
        yield Quantified("forall", ((name, TWO, total),), Rel("<", build.eig(a, Size.of(name)), largest))
    else:
        yield _at_most_one(build.sum_(name, ONE, total, build.indicator("=", build.eig(a, Size.of(name)), value)))


def _is_largest(value: Expr) -> bool:
    return value.op == "norm" or value.data[0] in ("max", ONE)


def _total(a: Expr) -> Expr:
    """The sum of all entries."""
    if a.shape.totals[1] != ONE:
        a = build.matmul(a, build.ones(a.shape.cols))
    return a if a.shape.is_scalar else build.matmul(build.transpose(build.ones(a.shape.rows)), build.reshape(a, build.ones(a.shape.rows).shape))


def _at_most_one(count: Expr) -> Formula:
    return Rel("<=", count, build.const(1))


__all__ = ["EXTREMES", "SPECTRAL", "no_ties"]
