r"""What equations say of differentials: under ``Q^\top Q = I`` those of Q satisfy ``dQ^\top Q + Q^\top dQ = 0``.

The names move along curves on which the hypotheses hold, so that an equation holds of its differentials too (Magnus and
Neudecker, Matrix Differential Calculus, chapter 8).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from derive import build
from derive.build import formula_names
from derive.core import Expr, Formula, Logic, Rel, walk
from derive.directions import written_out
from derive.errors import DeriveError
from derive.sizes import Shape, Size

Moving = Mapping[str, tuple[str, Shape]]
"""The variables that vary, with the names and shapes of their differentials."""


def equations_of(formulas: Sequence[Formula]) -> list[Rel]:
    """Return the equations among hypotheses, those of a conjunction one by one."""
    found: list[Rel] = []
    for formula in formulas:
        if isinstance(formula, Logic) and formula.op == "and":
            found += equations_of(formula.args)
        elif isinstance(formula, Rel) and formula.op == "=":
            found.append(formula)
    return found


def with_tied(equations: Sequence[Rel], moving: Moving, constants: Collection[str]) -> dict[str, tuple[str, Shape]]:
    """Return what varies with what equations tie to it: in ``S u = lambda u`` an eigenvector moves with its matrix.

    A statement that is silent about such a variable is claimed however it moves, unless the given block makes it a constant.
    """
    found = dict(moving)
    taken = {direction for direction, _ in found.values()}.union(found, *(formula_names(rel) for rel in equations))
    while True:
        tied: dict[str, Shape] = {}
        for rel in equations:
            names = formula_names(rel)
            if names & found.keys():
                shapes = {n.data[0]: n.shape for e in (rel.lhs, rel.rhs) for n in walk(e) if n.op == "var"}
                tied |= {n: shapes[n] for n in names - found.keys() - set(constants) if n in shapes}
        if not tied:
            return found
        for name, shape in sorted(tied.items()):
            direction = f"d{name}"
            while direction in taken:
                direction += "'"
            taken.add(direction)
            found[name] = (direction, shape)


def tangents(equations: Sequence[Rel], moving: Moving) -> list[Formula]:
    """Return the differentials of equations along everything that moves."""
    found: list[Formula] = []
    for rel in equations:
        found += _tangent(rel, moving)
    return found


def _tangent(rel: Rel, moving: Moving) -> list[Rel]:
    left, right = (_squared(rel.lhs, rel.rhs), _squared(rel.rhs, rel.lhs))
    try:
        sides = [_differential(side, moving) for side in (left, right)]
    except DeriveError:
        return []
    return [Rel("=", *sides)] if sides[0] != sides[1] else []


def _squared(side: Expr, other: Expr) -> Expr:
    """A length, and what it equals, squared: ``||x|| = 1`` says ``x^T x = 1``, which has a derivative everywhere."""
    for norm, whole in ((side, True), (other, False)):
        column = norm.args[0] if norm.op == "norm" else None
        if column is not None and (
            norm.data[0] == "F" or (norm.data[0] == "2" and column.shape.totals[1] == Size.of(1))
        ):
            return (
                build.trace(build.matmul(build.transpose(column), column))
                if whole
                else build.hpow(side, build.const(2))
            )
    return side


def _differential(side: Expr, moving: Moving) -> Expr:
    names = build.free_names(side)
    parts = [
        written_out(build.frechet(side, core, build.var(core, shape), build.var(direction, shape)))
        for core, (direction, shape) in moving.items()
        if core in names
    ]
    parts = [part for part in parts if not build.is_zero(part)]
    return build.add(*parts) if parts else build.zeros(side.shape.rows, side.shape.cols)


__all__ = ["tangents"]
