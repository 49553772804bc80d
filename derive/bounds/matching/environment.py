"""What the names of a pattern stand for, and a pattern with this put in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from derive import build
from derive.bounds.forms.normal import ONE, cols, entry_of, key, reindex, rows, strip
from derive.bounds.matching.patterns import MARK
from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.size_names import map_formula_sizes, map_sizes, size_names
from derive.sizes import Shape, Size, dim

EMPTY: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Environment:
    """Sizes and indices, and matrices, by the names of a pattern; it is never changed."""

    sizes: Mapping[str, Size] = field(default_factory=lambda: EMPTY)  # type: ignore[assignment,return-value]
    values: Mapping[str, Expr] = field(default_factory=lambda: EMPTY)  # type: ignore[assignment,return-value]

    @property
    def identity(self) -> object:
        """What tells it from others."""
        return frozenset((*self.sizes.items(), *((name, key(value)) for name, value in self.values.items())))

    def knows(self, names: frozenset[str]) -> bool:
        """Whether all of some names stand for something."""
        return all(name in self.values or name in self.sizes for name in names)

    def with_size(self, name: str, size: Size) -> Environment:
        """The same with one more size."""
        return Environment({**self.sizes, name: size}, self.values)

    def with_value(self, name: str, value: Expr) -> Environment:
        """The same with one more matrix."""
        return Environment(self.sizes, {**self.values, name: value})

    def put_in(self, pattern: Expr) -> Expr:
        """Return the pattern with what its names stand for."""
        return reduced(build.substitute(map_sizes(pattern, self.sizes), self.values))  # type: ignore[arg-type]

    def put_in_formula(self, formula: Formula) -> Formula:
        """Return a formula with what its names stand for."""
        told = build.substitute_formula(map_formula_sizes(formula, self.sizes), self.values)
        return _reduced_formula(_with_ranges(told, self.sizes))


def _with_ranges(formula: Formula, sizes: Mapping[str, Size]) -> Formula:
    """The ranges of quantified indices in sizes of the claim."""
    if isinstance(formula, Rel):
        return formula
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(_with_ranges(part, sizes) for part in formula.args))
    names = tuple(
        (n[0], n[1].substitute(sizes), n[2].substitute(sizes)) if len(n) == 3 and n[1] is not None else n
        for n in formula.names
    )
    return Quantified(formula.kind, names, _with_ranges(formula.body, sizes))


def _reduced_formula(formula: Formula) -> Formula:
    if isinstance(formula, Rel):
        return Rel(formula.op, reduced(formula.lhs), reduced(formula.rhs), formula.data)
    if isinstance(formula, Logic):
        return Logic(formula.op, tuple(map(_reduced_formula, formula.args)))
    return Quantified(formula.kind, formula.names, _reduced_formula(formula.body))


def reduced(expr: Expr) -> Expr:
    """Return an expression with the entries, rows and columns of what is written out in place of these, and one number in front."""

    def step(node: Expr) -> Expr:
        if node.op == "scale" and (inner := strip(node.args[1])).op == "scale":
            front, number = strip(node.args[0]), strip(inner.args[0])
            if front.op == number.op == "const":
                share = front.data[0] * number.data[0]
                return build.reshape(
                    inner.args[1] if share == 1 else build.scale(build.const(share), inner.args[1]), node.shape
                )
        if node.op == "entry":
            return build.reshape(entry_of(node.args[0], *node.data), node.shape)
        if node.op in ("row", "col"):
            inner = strip(node.args[0])
            if inner.op == "transpose":
                turned = (build.col if node.op == "row" else build.row)(inner.args[0], node.data[0])
                return build.reshape(build.transpose(turned), node.shape)
        return node

    return build.bottom_up(expr, step)


def flat(matrix: Expr) -> Expr:
    """Return a matrix with plain rows and columns."""
    return build.reshape(matrix, Shape(dim(rows(matrix)), dim(cols(matrix))))


def abstracted(scalar: Expr, places: tuple[Size, Size], lengths: tuple[Size, Size]) -> Expr:
    """Return the matrix whose entry at two places, names or one, a scalar is."""
    i, j = places
    scalar = strip(scalar)
    if scalar.op == "entry":
        matrix, (a, b) = scalar.args[0], scalar.data
        moving = {str(p) for p in places if p != ONE}
        still = moving.isdisjoint(size_names(matrix))
        if still and places == (a, b) and matrix.shape.totals == lengths:
            return matrix
        if still and places == (b, a) and matrix.shape.totals == lengths[::-1]:
            return build.transpose(matrix)
        if still and j == ONE and i == a and rows(matrix) == lengths[0] and str(i) not in b.names:
            return build.col(matrix, b)
        if still and j == ONE and i == b and cols(matrix) == lengths[0] and str(i) not in a.names:
            return build.transpose(build.row(matrix, a))
    names = [build.fresh("i"), build.fresh("j")]
    body = reindex(scalar, {str(p): Size.of(n) for p, n in zip(places, names, strict=True) if p != ONE})
    return build.blocks(names[0], lengths[0], names[1], lengths[1], build.reshape(body, Shape()))


def is_name(expr: Expr) -> bool:
    """Return whether an expression is a variable of a pattern."""
    return expr.op == "var" and expr.data[0].startswith(MARK)


__all__ = ["Environment", "abstracted", "flat", "is_name", "reduced"]
