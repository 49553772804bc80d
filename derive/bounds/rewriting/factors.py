r"""Norms of products of many matrices by those of the factors: ``\|A_1 \cdots A_n\| \le c^n`` where ``\|A_k\| \le c`` for every k.

The norms are submultiplicative and 1 at the identity (the 2-, 1- and inf-norm), so that c^n bounds the product; c is the base of a power with
as many factors that the claim writes, or 1. That every factor is bounded so is asked as a claim of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive import build
from derive.bounds.forms.normal import strip
from derive.core import FLIP, Expr, Problem, Rel, walk
from derive.index.sequences.recurrences import at_members
from derive.index.terms.ranges import facts_of
from derive.norms import norm, of_all
from derive.size_names import bound_indices, map_sizes, size_names
from derive.sizes import Size

RULE = ("product", "||A_1 ... A_n|| <= c^n where ||A_k|| <= c for every k")
INDUCED = of_all(lambda n: n.left == n.kind)


def with_bounded_factors(problem: Problem) -> Iterator[tuple[Problem, tuple[Problem, ...]]]:
    """Yield a problem with a power in place of the norm of a product on its smaller side, and claims one of which it rests on."""
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("<=", "<", ">=", ">"):
        return
    op, small, large = (goal.op, goal.lhs, goal.rhs) if goal.op in ("<=", "<") else (FLIP[goal.op], goal.rhs, goal.lhs)
    found = _product(strip(small))
    if found is None:
        return
    (name, low, high), factor, kind = found
    place = build.fresh("k")
    if name in bound_indices(factor) or (low.names | high.names) & bound_indices(small):
        return
    factor = map_sizes(factor, {name: Size.of(place)})
    count = build.size(high - low + 1)
    known = facts_of(problem.sizes, problem.rules, [shape for _, shape in problem.variables], problem.indices)
    powers = (
        walk(large) if known.is_nonnegative(high - low + 1) else ()
    )  # c^-1 does not bound what an empty range leaves, I
    bases = [build.const(1), *(n.args[0] for n in powers if n.op == "hpow" and strip(n.args[1]) == count)]
    for base in dict.fromkeys(bases):
        if place in size_names(base):
            continue
        bounded = replace(
            problem,
            goal=Rel("<=", build.norm(factor, kind), base),
            indices=(*problem.indices, (place, low, high)),
        )
        power = base if base == build.const(1) else build.hpow(base, count)
        members = at_members(bounded)
        yield (
            replace(problem, goal=Rel(op, power, large)),
            (bounded,) if members is None else (bounded, members),
        )


def _product(side: Expr) -> tuple[tuple[str, Size, Size], Expr, str] | None:
    """The range of a product of matrices of which a side is the norm, a factor, and the norm of that."""
    if side.op != "norm" or side.data[0] not in INDUCED:
        return None
    inner, kind = _upright(strip(side.args[0]), side.data[0])
    if inner.op != "mprod":
        return None
    factor, kind = _upright(strip(inner.args[0]), kind)
    return inner.data, factor, kind


def _upright(matrix: Expr, kind: str) -> tuple[Expr, str]:
    """A matrix without transposition, and the norm of it that is the norm of the transpose."""
    while matrix.op == "transpose":
        matrix, kind = strip(matrix.args[0]), norm(kind).transposed
    return matrix, kind


__all__ = ["RULE", "with_bounded_factors"]
