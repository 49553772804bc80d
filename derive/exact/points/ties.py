r"""Hypotheses that tie one variable to others by an equation or an order that is solved by construction.

M - S positive semidefinite:  M = S + Z Z^T
R^2 = V^T V:                  V = Q R with orthonormal columns of Q, which is given by its polar decomposition (Horn and Johnson, 7.3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from derive import build
from derive.core import Expr, Formula, Rel, walk
from derive.exact.points.families import FAMILIES, Family
from derive.isolate import differences, plain
from derive.sizes import Shape, Size, product

Make = Callable[[Mapping[str, Expr]], Expr]
"""A variable from the members of the others."""
Tie = tuple[Family, str, Make]
ABOVE = Family("another matrix and a semidefinite one", lambda p: p, lambda shape: shape, square_only=True)
ROOTED = Family("a matrix with orthonormal columns and a root", lambda p: p, lambda shape: shape)
DEFINITE = {">=": "positive semidefinite", ">": "positive definite"}


def ties(names: list[str], formulas: list[Formula], shapes: Mapping[str, Shape]) -> Iterator[Tie]:
    """Yield the variables that hypotheses tie to others, and how they are made of the members of the others."""
    for rel in formulas:
        if isinstance(rel, Rel) and rel.op in DEFINITE and rel.lhs.op == "eig" and rel.rhs == build.const(0):
            yield from _shifts(rel, names, shapes)
        elif isinstance(rel, Rel) and rel.op == "=":
            for power, gram in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
                yield from ((ROOTED, name, make) for name, make in _roots(plain(power), plain(gram)) if name in names)


def _shifts(rel: Rel, names: list[str], shapes: Mapping[str, Shape]) -> Iterator[Tie]:
    """Variables of which a hypothesis says that the least eigenvalue of a difference is not negative."""
    definite = next(f for f in FAMILIES if f.name == DEFINITE[rel.op])
    for name, sign, rest in differences(rel.lhs.args[0]) if rel.lhs.data[0] == "min" else ():
        others = {n for e in walk(rest) for n in ([e.data[0]] if e.op == "var" else [])}
        if name in names and others <= set(names) - {name}:
            made = definite.make(build.var(name, shapes[name]))
            yield ABOVE, name, partial(_moved, rest, made if sign > 0 else build.neg(made))


def _moved(rest: Expr, difference: Expr, members: Mapping[str, Expr]) -> Expr:
    return build.add(build.substitute(rest, dict(members)), difference)


def _roots(power: Expr, gram: Expr) -> Iterator[tuple[str, Make]]:
    """Variables of whose Gram matrix a hypothesis gives a root with an even power."""
    if power.op != "mpow" or power.data[0] % 2 or plain(power.args[0]).op != "var" or gram.op != "matmul":
        return
    first, second = map(plain, gram.args)
    root, half = plain(power.args[0]).data[0], power.data[0] // 2
    if first.op == "transpose" and plain(first.args[0]) == second and second.op == "var":
        yield second.data[0], partial(_of_root, second, root, half)
    if second.op == "transpose" and plain(second.args[0]) == first and first.op == "var":
        yield first.data[0], partial(_of_root_turned, first, root, half)


def _of_root(variable: Expr, root: str, half: int, members: Mapping[str, Expr]) -> Expr:
    return build.matmul(_orthonormal_columns(variable), build.mpow(members[root], half))


def _of_root_turned(variable: Expr, root: str, half: int, members: Mapping[str, Expr]) -> Expr:
    return build.transpose(_of_root(build.transpose(variable), root, half, members))


def _orthonormal_columns(parameter: Expr) -> Expr:
    """The first columns E of a rotation, by Cayley: ``(I - S)(I + S)^-1 E`` for the skew ``S = P E^T - E P^T``."""
    shape, i, j = parameter.shape, build.fresh("i"), build.fresh("j")
    first = build.blocks(i, product(shape.rows), j, product(shape.cols), build.delta(Size.of(i), Size.of(j)))
    first = build.reshape(first, shape)
    one = build.matmul(parameter, build.transpose(first))
    skew, unit = build.sub(one, build.transpose(one)), build.eye(shape.rows)
    return build.matmuls(build.sub(unit, skew), build.inv(build.add(unit, skew)), first)


__all__ = ["ties"]
