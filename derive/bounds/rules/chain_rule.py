"""Norms of Jacobians by the chain rule: what the derivative of an expression is at most, by the derivatives of its parts.

``||d vec F / d vec X||_2`` is the largest ``||dF||_F`` over directions with ``||dX||_F = 1``. Each rule bounds ``||dF||_F``
by the increments of the parts of F, and is true of the best local Lipschitz constant of F: where F has a derivative,
its norm is at most that, also if a part of F (a ReLU at its kink) has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from derive import build
from derive.bounds.facts.facts import Facts, in_interval
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.bound import Bound, atom, number
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, normal, opened, rows, strip
from derive.bounds.quantities import arithmetic, values
from derive.bounds.quantities.norms import exact
from derive.bounds.quantities.patterns import softmax_jacobian_of
from derive.bounds.rules.increments import LIPSCHITZ, difference
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Shape, Size, dim
from derive.steps import expand

MOVES = ("transpose", "vec", "vecr", "reshape", "unvecr", "diag", "diagpart", "row", "col", "entry")
"""Entries are moved, repeated nowhere, or left out."""

LIMIT = 6  # bounds kept per expression
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Along:
    """The derivative that is bounded: by which name, at which point, and whose norms are wanted."""

    facts: Facts
    name: str
    point: Expr
    wanted: frozenset[Expr]

    def moves(self, expr: Expr) -> bool:
        """Whether the name occurs free, so that the derivative along it need not vanish."""
        return self.name in build.free_names(expr)

    def at_point(self, expr: Expr) -> Expr:
        """The expression with the point in place of the name."""
        return build.substitute(expr, {self.name: self.point})

    def norm(self, expr: Expr, kind: str) -> Bound:
        """The norm at the point as a polynomial in atoms, by equalities alone."""
        return exact(self.facts, self.at_point(expr), kind)


def jacobian_norms(facts: Facts, expr: Expr, kind: str, wanted: frozenset[Expr]) -> Iterator[Bound]:
    """Upper bounds of the spectral norm of a derivative, by its parts.

    Args:
        facts: What is known.
        expr: A ``deriv`` node.
        kind: The norm; only ``"2"`` is bounded.
        wanted: The matrices whose norms occur on the other side (`derive.bounds.rules.rules.targets_of`).

    """
    if kind != "2":
        return
    body, point = expr.args
    along = Along(facts, expr.data[0], point, wanted)
    try:
        yield from _parts(along, strip(body))
    except NotSupported:
        return


def _bounds(along: Along, expr: Expr) -> list[Bound]:
    """The best local Lipschitz constants of an expression that the rules give, at least one.

    Raises:
        NotSupported: No rule for a part that depends on the variable.

    """
    expr = strip(expr)
    if not along.moves(expr):
        return [number(0)]
    if expr.op == "var":
        return [number(1)]
    found = list(_wanted(along, expr))
    try:
        found += _parts(along, expr)
    except NotSupported:
        if not found:
            raise
    return found[:LIMIT]


def _wanted(along: Along, expr: Expr) -> Iterator[Bound]:
    """The norm of the derivative of this part itself, if the other side speaks of it; of an outer function of it likewise."""
    whole = canonical(normal(build.deriv(expr, along.name, along.point)))
    if whole in along.wanted:
        yield exact(along.facts, whole, "2").by("chain rule", "the derivative of a part is kept")


def _parts(along: Along, expr: Expr) -> list[Bound]:
    rule = RULES.get(expr.op)
    if expr.op in MOVES:
        return _bounds(along, expr.args[0])
    if rule is None:
        raise NotSupported(f"no rule for the derivative of {expr.op}")
    return rule(along, expr)


def _sum_of(parts: list[list[Bound]]) -> list[Bound]:
    totals = [number(0)]
    for options in parts:
        totals = [t + o for t in totals for o in options][:LIMIT]
    return totals


def _add(along: Along, expr: Expr) -> list[Bound]:
    totals = _sum_of([_bounds(along, a) for a in expr.args])
    return [t.by("chain rule", "||d(A + B)|| <= ||dA|| + ||dB||") for t in totals]


def _product(along: Along, expr: Expr) -> list[Bound]:
    """d(A B C) = dA B C + A dB C + A B dC, and ||A M C||_F <= ||A||_2 ||M||_F ||C||_2."""
    scalars, parts = factors(expr)
    terms: list[list[Bound]] = []
    outside = arithmetic.absolute(along.facts, arithmetic.weight(along.facts, [along.at_point(s) for s in scalars]))
    if any(along.moves(s) for s in scalars):
        raise NotSupported("a scalar factor that depends on the variable")
    for k, part in enumerate(parts):
        if not along.moves(part):
            continue
        around = outside
        for side in (parts[:k], parts[k + 1 :]):
            if side:
                around = around * along.norm(chain(side), "2")
        whole = [around * bound for bound in _bounds(along, part)]
        terms.append([*whole, *_rowwise(along, outside, parts, k)])
    return [t.by("chain rule", "||d(A B)||_F <= ||A||_2 ||dB||_F + ||dA||_F ||B||_2") for t in _sum_of(terms)]


def _rowwise(along: Along, outside: Bound, parts: list[Expr], k: int) -> Iterator[Bound]:
    """Row i of d softmax(Z) B is dZ_i (diag(p_i) - p_i p_i^T) B: at most the largest norm of these matrices times ||dZ||_F."""
    part = strip(parts[k])
    if part.op != "softmax" or rows(part) == ONE or k + 1 == len(parts):
        return
    left = along.norm(chain(parts[:k]), "2") if k else number(1)
    row, after = "%softmax row", along.at_point(chain(parts[k + 1 :]))
    spread = _spread(build.row(along.at_point(part), Size.of(row)))
    body = build.norm(build.matmul(spread, build.reshape(after, Shape(spread.shape.cols, after.shape.cols))), "2")
    largest = values.value(along.facts, build.over("maxover", row, ONE, rows(part), body))
    text = "||d softmax(Z) B||_F <= max_i ||(diag(p_i) - p_i p_i^T) B||_2 ||dZ||_F"
    for bound in _bounds(along, part.args[0]):
        yield (outside * left * largest * bound).by("chain rule", text)


def _softmax(along: Along, expr: Expr) -> list[Bound]:
    """Row i changes by J_i = diag(p) - p p^T times the change of its argument, p the row: at most max ||J_i||_2 <= 1/2."""
    inner = _bounds(along, expr.args[0])
    sizes = softmax_slopes(along.facts, along.at_point(expr))
    return [(size * bound).by("chain rule", SOFTMAX) for bound in inner for size in sizes]


SOFTMAX = "||d softmax(Z)||_F <= max_i ||diag(p_i) - p_i p_i^T||_2 ||dZ||_F"


def softmax_slopes(facts: Facts, matrix: Expr) -> list[Bound]:
    """The largest spectral norm of diag(p) - p p^T over the rows p of a softmax, and 1/2, which it never exceeds."""
    if rows(matrix) == ONE:
        largest = facts.norm(_spread(matrix), "2")
    else:
        row = "%softmax row"
        body = build.norm(_spread(build.row(matrix, Size.of(row))), "2")
        largest = facts.value(build.over("maxover", row, ONE, rows(matrix), body))
    return [largest, number(HALF)]


def directional_norms(facts: Facts, expr: Expr, kind: str) -> Iterator[Bound]:
    """Upper bounds of the norm of the directional derivative of a row softmax at its argument."""
    (body, point, direction), (name,) = expr.args, expr.data
    inner = strip(body)
    if inner.op != "softmax" or kind not in ("2", "F", "max"):
        return
    variable = strip(inner.args[0])
    if variable.op == "var" and variable.data[0] == name:
        for size in softmax_slopes(facts, build.substitute(inner, {name: point})):
            yield (size * facts.norm(direction, "F")).by("chain rule", SOFTMAX)


def _spread(row: Expr) -> Expr:
    """diag(p) - p p^T of a row p."""
    column = build.reshape(build.transpose(row), Shape(dim(cols(row)), ()))
    return build.sub(build.diag(column), build.matmul(column, build.transpose(column)))


def _elementwise(along: Along, expr: Expr) -> list[Bound]:
    constant = LIPSCHITZ.get(expr.data[0])
    if constant is None:
        raise NotSupported(f"no rule for the derivative of {expr.data[0]}")
    text = f"|d {expr.data[0]}(x)| <= {constant} |dx|"
    return [b.scaled(constant).by("chain rule", text) for b in _bounds(along, expr.args[0])]


def _stacked(along: Along, expr: Expr) -> list[Bound]:
    """Entries next to each other: squares add, and a single part that moves is the whole."""
    moving = [_bounds(along, a) for a in expr.args if along.moves(a)]
    if len(moving) == 1:
        return moving[0]
    total = number(0)
    for options in moving:
        total = total + arithmetic.power(along.facts, options[0], Fraction(2))
    return [arithmetic.power(along.facts, total, HALF).by("chain rule", "||d[A B]||_F^2 = ||dA||_F^2 + ||dB||_F^2")]


def _derivative(along: Along, expr: Expr) -> list[Bound]:
    """A second derivative: the first is written as a matrix."""
    return _bounds(along, expand(expr)[1])


def along_the_segment(facts: Facts, first: Expr, second: Expr, sizes: Iterable[Expr]) -> Iterator[Bound]:
    """||softmax(A) - softmax(B)||_F <= max_i sup_t ||diag(p) - p p^T||_2 ||A - B||_F, p the i-th row of softmax(B + t (A - B)).

    The supremum over t in [0, 1] is looked for among the given quantities: none is made here.
    """
    name = "%t"
    t = build.var(name, Shape())
    gap = build.sub(first, second)
    path = build.add(second, build.scale(t, gap))
    for size in sizes:
        if size.op != "maxover":
            continue
        index, low, high, body = opened(size)
        interval = in_interval(body) if body.op == "sup" else None
        if interval is None or interval[1:] != (0, 1) or (low, high) != (ONE, rows(first)):
            continue
        inner = build.substitute(body.args[0], {interval[0]: t})
        p = softmax_jacobian_of(facts, inner.args[0]) if inner.op == "norm" and inner.data[0] == "2" else None
        argument = None if p is None else _argument(strip(normal(build.transpose(p))), Size.of(index))
        if argument is not None and are_equal(facts, argument, build.row(path, Size.of(index))):
            text = "||f(A) - f(B)|| <= sup_t ||Df(B + t (A - B))|| ||A - B||"
            yield (atom(size) * facts.norm(difference(first, second), "F")).by("mean value", text)


def _argument(row: Expr, index: Size) -> Expr | None:
    """The row z of a row softmax(z), or of the row of a softmax."""
    if row.op == "softmax":
        return row.args[0]
    whole = row.op == "row" and row.data[0] == index and strip(row.args[0]).op == "softmax"
    return build.row(strip(row.args[0]).args[0], index) if whole else None


RULES: dict[str, Callable[[Along, Expr], list[Bound]]] = {
    "add": _add,
    "matmul": _product,
    "scale": _product,
    "softmax": _softmax,
    "map": _elementwise,
    "hcat": _stacked,
    "vcat": _stacked,
    "deriv": _derivative,
}
