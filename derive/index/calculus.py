"""Rules of derivatives and integrals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.core import Expr
from derive.errors import NotSupported
from derive.index import atoms
from derive.index.algebra import refreshed, scaled, summed_over, times
from derive.index.canonical import collect
from derive.index.differentiate import differentiate, replace_variables
from derive.index.elaborator import Elaborator, IndexForm, copied, form_of, indices_of, rule, variable
from derive.index.terms import Index, Slot, Term, Terms, delta


def _seeded(body: IndexForm, name: str, into: Sequence[Index]) -> Terms:
    def seed(slots: tuple[Slot, ...]) -> Terms:
        if len(slots) != len(into):
            raise NotSupported(f"{name} with its dimensions factored in two ways")
        return [Term(1, (), tuple(delta(s, i) for s, i in zip(slots, into, strict=True)))]

    return collect(differentiate(body.terms, name, seed), (*body.rows, *body.cols, *into))


def _at_point(self: Elaborator, e: Expr, terms: Terms) -> Terms:
    """Give the bound name its value again."""
    name, point = e.data[0], e.args[1]
    if point.op == "var" and point.data[0] == name:
        return terms
    value = self.forms[point]
    count = len(value.rows)
    return replace_variables(terms, {name: lambda slots: value.at(slots[:count], slots[count:])})


@rule("deriv")
def _deriv(self: Elaborator, e: Expr) -> IndexForm:
    body, point = copied(self.forms[e.args[0]]), e.args[1]
    rows, cols = indices_of(point.shape.rows), indices_of(point.shape.cols)
    terms = _at_point(self, e, _seeded(body, e.data[0], (*rows, *cols)))
    if e.data[1] == "vec":
        return form_of((*body.cols, *body.rows), (*cols, *rows), terms)
    return form_of((*body.rows, *body.cols), (*rows, *cols), terms)


@rule("grad")
def _grad(self: Elaborator, e: Expr) -> IndexForm:
    body, point = copied(self.forms[e.args[0]]), e.args[1]
    rows, cols = indices_of(point.shape.rows), indices_of(point.shape.cols)
    return form_of(rows, cols, _at_point(self, e, _seeded(body, e.data[0], (*rows, *cols))))


@rule("frechet")
def _frechet(self: Elaborator, e: Expr) -> IndexForm:
    """The direction is a constant: it enters under a name of its own, and gets its value with the point."""
    body, direction = copied(self.forms[e.args[0]]), self.forms[e.args[2]]
    count = len(direction.rows)
    mark = f"{e.data[0]}~direction"
    head = variable(mark, e.args[2].shape)
    terms = differentiate(body.terms, e.data[0], lambda slots: [Term(1, (), ((head, slots, 1),))])
    values = {mark: lambda slots: direction.at(slots[:count], slots[count:])}
    name, point = e.data[0], e.args[1]
    if not (point.op == "var" and point.data[0] == name):
        value = self.forms[point]
        width = len(value.rows)
        values[name] = lambda slots: value.at(slots[:width], slots[width:])
    return form_of(body.rows, body.cols, replace_variables(collect(terms, ()), values))


@rule("integral")
def _integral(self: Elaborator, e: Expr) -> IndexForm:
    """Integral of a polynomial in the variable: ``t^k`` becomes ``(b^(k+1) - a^(k+1)) / (k + 1)``."""
    body, name = copied(self.forms[e.args[0]]), e.data[0]
    low, high = (self.forms[a].terms for a in e.args[1:])
    result: Terms = []
    for term in body.terms:
        degree, factors = 0, []
        for factor in term.factors:
            if name not in factor[0].names:
                factors.append(factor)
            elif factor[0].kind == "var" and isinstance(factor[2], int) and factor[2] > 0:
                degree += factor[2]
            else:
                raise NotSupported(f"an integral over {name} of something that is no polynomial in it")
        gap = [*atoms.power(refreshed(high), degree + 1), *scaled(atoms.power(refreshed(low), degree + 1), -1)]
        rest = Term(Fraction(term.coefficient) / (degree + 1), term.powers, tuple(factors))
        result.extend(summed_over(times([rest], gap), term.summed))
    return form_of(body.rows, body.cols, result)
