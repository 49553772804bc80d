r"""Claims about arbitrary functions, at quadratic ones: what is said of a function for all arguments becomes a condition on its curvature.

A smooth function is tried as ``f(x) = c + g^\top x + h \|x\|^2 / 2`` with numbers c, h and a vector g (with h = 0 where no curved
one obeys the hypotheses), a map of a space into itself as ``f(x) = c + h x``. A hypothesis for all u, v whose two sides differ
by a polynomial p of degree two then says ``p(w) = p(0) + b^\top w + w^\top H w / 2 >= 0``, for which p(0) >= 0, b = 0 and a semidefinite H
suffice; for quadratics of one curvature H is G (x) I with a matrix G of two rows, so that all of this is decided by exact arithmetic.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from derive import build
from derive.core import Expr, Formula, Problem, Quantified, Rel, conjuncts, mapped_formula
from derive.degree import degree_in
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.certify import eliminate, examine
from derive.exact.certification.truth import Purse
from derive.exact.points.quadric import polynomial
from derive.exact.rings.rings import Irrational, Uncertain, Undefined
from derive.fraction import Fraction
from derive.sizes import Shape, Size, product

ONE = Size.of(1)
ZERO = build.const(0)
SIZES, DRAWS = (1, 2), 150
CORNERS, MAX_NUMBERS = (1, 2, 4), 3
OPERATIONS = 30_000_000
POSITIVE = (Fraction(1), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3), Fraction(1, 4), Fraction(4))


def at_quadratics(problem: Problem) -> Problem | None:
    """Return the problem with quadratic functions in place of arbitrary ones and no hypothesis for all vectors, or None."""
    if not problem.functions or not any(_is_for_vectors(h) for h in conjuncts(problem.hypotheses)):
        return None
    added: list[tuple[str, Shape]] = []
    for name, arguments, value in problem.functions:
        if len(arguments) != 1 or not (value.is_scalar or value.totals == arguments[0].totals):
            return None
        added += [(f"{name}~c", value), (f"{name}~h", build.SCALAR)]
        added += [(f"{name}~g", arguments[0])] if value.is_scalar else []
    found = None
    for put in (_put, _put_affine):  # no curved function is Lipschitz on the whole space
        try:
            goal = mapped_formula(problem.goal, put)
            hypotheses = [mapped_formula(h, put) for h in conjuncts(problem.hypotheses)]
            told = [f for h in hypotheses for f in (_conditions(h) if _is_for_vectors(h) else [h])]
        except DeriveError:
            continue
        used = {name for formula in (goal, *told) for name in build.formula_names(formula)}
        variables = (*problem.variables, *((name, shape) for name, shape in added if name in used))
        one = replace(problem, functions=(), variables=variables, goal=goal, hypotheses=tuple(dict.fromkeys(told)))
        found = found or one
        if not any(map(_is_for_vectors, told)):
            return one
    return found


def is_quadratic(point: Point) -> bool:
    """Whether a point is one of a problem that `at_quadratics` returned."""
    return any(name.endswith("~c") for name in point.inputs)


def violated(problem: Problem, seed: int) -> Point | None:
    """Return a point of the problem at quadratics where the goal is violated for certain, None if none is found."""
    reduced = eliminate(problem, known=set())
    used = {n for f in (reduced.goal, *reduced.hypotheses) for n in build.formula_names(f)}
    drawn = [(n, s) for n, s in problem.variables if n in used]
    purse, goal = Purse(OPERATIONS), replace(problem, hypotheses=())
    for point in itertools.chain(_corners(problem, drawn), _draws(problem, drawn, seed)):
        if purse.left < 0:
            return None
        try:  # the goal alone costs little beside the hypotheses
            if all(examine(one, point, purse)[1] is not None for one in (goal, problem)):
                return point
        except (DeriveError, Undefined, Irrational, Uncertain):
            continue
    return None


def _draws(problem: Problem, drawn: Sequence[tuple[str, Shape]], seed: int) -> Iterator[Point]:
    for length, turn in itertools.product(SIZES, range(DRAWS)):
        sizes = dict.fromkeys(problem.sizes, length)
        if problem.rules.admits(sizes):
            chance = random.Random(f"{seed} quadratic {length} {turn}")
            yield Point(sizes, {n: _drawn(n, s, sizes, chance) for n, s in drawn})


def _corners(problem: Problem, drawn: Sequence[tuple[str, Shape]]) -> Iterator[Point]:
    """The functions at the ends of a class: curvatures that are one of its numbers, or zero, at single vectors that are not zero."""
    sizes = dict.fromkeys(problem.sizes, 1)
    numbers = [n for n, s in drawn if s.is_scalar and "~" not in n]
    curved = [n for n, _ in drawn if n.endswith("~h")]
    vectors = [n for n, s in drawn if not s.is_scalar and "~" not in n]
    if not curved or len(numbers) > MAX_NUMBERS or not problem.rules.admits(sizes):
        return
    shapes = {n: s.evaluate(sizes) for n, s in drawn}
    for values in itertools.product(CORNERS, repeat=len(numbers)):
        for h, chosen in itertools.product(dict.fromkeys((*values, 0)), [[n] for n in vectors] + [vectors]):
            put = dict(zip(numbers, values, strict=True)) | dict.fromkeys(curved, h) | dict.fromkeys(chosen, 1)
            yield Point(sizes, {n: ((Fraction(put.get(n, 0)),) * c,) * r for n, (r, c) in shapes.items()})


def _drawn(
    name: str, shape: Shape, sizes: Mapping[str, int], chance: random.Random
) -> tuple[tuple[Fraction, ...], ...]:
    rows, cols = shape.evaluate(sizes)
    if shape.is_scalar and not name.endswith("~c"):
        return ((chance.choice(POSITIVE) * (chance.choice((1, 1, 1, -1, 0)) if name.endswith("~h") else 1),),)
    least = 0 if name.endswith(("~c", "~g")) and chance.random() < 0.7 else 2
    return tuple(tuple(Fraction(chance.randint(-least, least)) for _ in range(cols)) for _ in range(rows))


def _is_for_vectors(formula: Formula) -> bool:
    """Whether a hypothesis speaks of a function at all vectors of some spaces."""
    return (
        isinstance(formula, Quantified)
        and formula.kind == "forall"
        and all(len(n) == 2 for n in formula.names)
        and isinstance(formula.body, Rel)
    )


def _put_affine(expr: Expr) -> Expr:
    """Affine functions in place of arbitrary ones that are numbers."""
    return _put(expr, curved=False)


def _put(expr: Expr, curved: bool = True) -> Expr:
    """Quadratic functions in place of arbitrary ones."""

    def put(node: Expr) -> Expr:
        if node.op != "fun":
            return node
        name, x = node.data[0], node.args[0]
        constant, slope = build.var(f"{name}~c", node.shape), build.var(f"{name}~h", build.SCALAR)
        if not node.shape.is_scalar:
            return build.add(constant, build.reshape(build.scale(slope, x), node.shape))
        column = build.vecr(x)
        linear = build.matmul(build.transpose(build.vecr(build.var(f"{name}~g", x.shape))), column)
        if not curved:
            return build.add(constant, _number(linear))
        square = build.matmul(build.transpose(column), column)
        half = build.scale(build.const(Fraction(1, 2)), build.scale(slope, _number(square)))
        return build.add(constant, _number(linear), half)

    return build.bottom_up(expr, put)


def _number(e: Expr) -> Expr:
    return build.reshape(e, build.SCALAR)


def _conditions(formula: Formula) -> list[Formula]:
    """What suffices for an inequality between polynomials of degree two for all vectors; the formula itself for others."""
    assert isinstance(formula, Quantified)
    assert isinstance(formula.body, Rel)
    names = [(str(n[0]), n[1]) for n in formula.names]
    rel = formula.body
    if rel.op not in ("<=", ">=") or not rel.lhs.shape.is_scalar or not rel.rhs.shape.is_scalar:
        return [formula]
    small, large = (rel.lhs, rel.rhs) if rel.op == "<=" else (rel.rhs, rel.lhs)
    gap, signs = _gap(small, large, {n for n, _ in names})
    degree = degree_in(gap, *(n for n, _ in names), sharp=True)
    if degree is None or degree > 2:
        return [formula]
    origin = {n: build.zeros(s.rows, s.cols) for n, s in names}
    found: list[Formula] = [*signs, Rel(">=", build.substitute(gap, origin), ZERO)]
    for name, shape in names:
        slope = build.substitute(build.deriv(gap, name, origin[name]), origin)
        found.append(Rel("=", slope, build.zeros((), (*shape.rows, *shape.cols))))
    return [*found, *_semidefinite(gap, names, origin)]


def _gap(small: Expr, large: Expr, bound: set[str]) -> tuple[Expr, list[Formula]]:
    """What is to be nonnegative: of norms the difference of squares, where the factor in front is not negative."""
    factor, norm = _factored(large, bound)
    below, other = _factored(small, bound)
    if norm is None or other is None:
        return polynomial(build.sub(large, small)), []
    two = build.const(2)
    squares = [build.scale(build.hpow(c, two), build.hpow(n, two)) for c, n in ((factor, norm), (below, other))]
    return polynomial(build.sub(*squares)), [Rel(">=", factor, ZERO)]


def _factored(side: Expr, bound: set[str]) -> tuple[Expr, Expr | None]:
    """A number and a norm whose product a side is; None if it is none."""
    if side.op == "norm" and side.data[0] in ("2", "F"):
        return build.const(1), side
    if side.op == "scale":
        for c, rest in (side.args, side.args[::-1]):
            factor, norm = _factored(rest, bound)
            if norm is not None and not build.free_names(c) & bound:
                return build.scale(c, factor), norm
    return side, None


def _semidefinite(gap: Expr, names: Sequence[tuple[str, Shape]], origin: Mapping[str, Expr]) -> Iterator[Formula]:
    """The Hessian is G (x) I for one or two vectors, and G is semidefinite."""
    entries: dict[tuple[int, int], Expr] = {}
    for (i, (u, s)), (j, (v, t)) in itertools.combinations_with_replacement(list(enumerate(names)), 2):
        first = build.transpose(build.deriv(gap, u, build.var(u, s)))
        block = build.substitute(build.deriv(first, v, origin[v]), origin)
        number = _number(build.entry(block, ONE, ONE))
        entries[i, j] = number
        length = (*s.rows, *s.cols)
        if product(length) != product((*t.rows, *t.cols)):
            raise DeriveError("vectors of different lengths")
        yield Rel("=", block, build.scale(number, build.eye(length)))
    if len(names) > 2:
        raise DeriveError("more than two vectors")
    for i in range(len(names)):
        yield Rel(">=", entries[i, i], ZERO)
    if len(names) == 2:
        square = build.hpow(entries[0, 1], build.const(2))
        yield Rel(">=", build.scale(entries[0, 0], entries[1, 1]), square)


__all__ = ["at_quadratics", "is_quadratic", "violated"]
