"""Softmaxes as arbitrary distributions: what holds of all positive rows with the sum one holds of them (of nonnegative ones where logits may be infinite)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive import build
from derive.bounds.forms.normal import ONE
from derive.core import Expr, Problem, Rel, formula_exprs, mapped_formula, walk
from derive.infinite import is_finite
from derive.size_names import size_names
from derive.sizes import Size

DISTRIBUTIONS = ("distributions", "rows of a softmax are nonnegative and have the sum one: shown for all such rows")
_OF_ENTRIES = frozenset(("sum", "maxover", "minover", "maxentry", "minentry", "order"))


def with_any_distributions(problem: Problem) -> Iterator[Problem]:
    """Yield the problem with a variable for each softmax, where the claim speaks of sums or extrema of entries.

    Not if a softmax is differentiated or depends on an index or on what is bound around it.
    """
    nodes = [n for e in formula_exprs(problem.goal) for n in walk(e)]
    bound = any(n.op in build.BINDS_IN_FIRST or n.op in build.LIMITS or n.op in ("sup", "inf") for n in nodes)
    if bound or not any(n.op in _OF_ENTRIES and any(m.op == "softmax" for m in walk(n)) for n in nodes):
        return
    indices = {n.data[0] for n in nodes if n.op in build.BINDS_INDEX} | {i for i, _, _ in problem.indices}
    found: dict[Expr, Expr] = {}
    hypotheses: list[Rel] = []

    def of_any(e: Expr) -> Expr:
        column = e.op == "transpose" and e.args[0].op == "softmax" and e.shape.totals[1] == ONE
        if not column and e.op != "softmax":
            return build.rebuild(e, [of_any(a) for a in e.args])
        if e not in found:
            found[e] = build.var(build.fresh("p"), e.shape)
            hypotheses.extend(_distribution(found[e], ">" if is_finite(e) else ">=", column=column))
        return found[e]

    if any(indices & size_names(n) for n in nodes if n.op == "softmax"):
        return
    goal = mapped_formula(problem.goal, of_any)
    variables = (*problem.variables, *((p.data[0], p.shape) for p in found.values()))
    yield replace(problem, variables=variables, hypotheses=(*problem.hypotheses, *hypotheses), goal=goal)


def _distribution(p: Expr, sign: str, *, column: bool) -> list[Rel]:
    if column:
        letter = build.fresh("i")
        entry = build.entry(p, Size.of(letter), ONE)
        total = build.sum_(letter, ONE, p.shape.totals[0], entry)
        return [Rel(sign, p, build.const(0)), Rel("=", total, build.const(1))]
    sums = build.matmul(p, build.ones(p.shape.cols, ()))
    return [Rel(sign, p, build.const(0)), Rel("=", sums, build.ones(p.shape.rows, ()))]


__all__ = ["DISTRIBUTIONS", "with_any_distributions"]
