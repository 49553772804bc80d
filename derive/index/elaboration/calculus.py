"""Rules of derivatives and integrals."""

from __future__ import annotations

from collections.abc import Sequence

from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.index.atoms.atoms import power
from derive.index.elaboration.differentiate import differentiate, replace_variables
from derive.index.elaboration.elaborator import Elaborator, IndexForm, copied, form_of, indices_of, rule, variable
from derive.index.terms.algebra import refreshed, scaled, summed_over, times, with_factor
from derive.index.terms.canonical import collect
from derive.index.terms.terms import Index, Slot, Term, Terms, delta, free_indices
from derive.sizes import Shape


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
    """A polynomial is integrated: ``t^k`` becomes ``(b^(k+1) - a^(k+1)) / (k + 1)``; other terms may stay as they are."""
    body, name = copied(self.forms[e.args[0]]), e.data[0]
    ends = [self.forms[a].terms for a in e.args[1:] if a in self.forms]  # infinity has no form
    low, high = ends if len(ends) == 2 else ([], [])
    result: Terms = []
    others: Terms = []
    for term in body.terms:
        degree = _degree(term, name) if len(ends) == 2 and e.args[1].shape.is_scalar else None
        if degree is None:
            others.append(term)
            continue
        gap = [*power(refreshed(high), degree + 1), *scaled(power(refreshed(low), degree + 1), -1)]
        factors = tuple(f for f in term.factors if name not in f[0].names)
        rest = Term(Fraction(term.coefficient) / (degree + 1), term.powers, factors)
        result.extend(summed_over(times([rest], gap), term.summed))
    if others:
        result.extend(_kept(self, e, others))
    return form_of(body.rows, body.cols, result)


def _degree(term: Term, name: str) -> int | None:
    """The power of a scalar variable in a term; None if it stands in something else than a whole power."""
    degree = 0
    for head, _, exponent in term.factors:
        if name in head.names:
            if head.kind != "var" or not isinstance(exponent, int) or exponent < 0:
                return None
            degree += exponent
    return degree


def _kept(self: Elaborator, e: Expr, terms: Terms) -> Terms:
    """The integrand at an arbitrary point, times an arbitrary measure."""
    name = e.data[0]
    if not self.integrals:
        raise NotSupported(f"an integral over {name} of something that is no polynomial in it")
    if any(free_indices(self.forms[limit].terms) for limit in e.args[1:] if limit in self.forms):
        raise NotSupported("an integral whose limits depend on an index")
    number = self.limits.setdefault(e.args[1:], len(self.limits))
    self.unsolved[e] = None
    point, measure = (variable(f"{stem}~integral {number}", shape) for stem, shape in (("t", e.args[1].shape), ("dt", Shape())))
    moved = replace_variables(terms, {name: lambda slots: [Term(1, (), ((point, slots, 1),))]})
    return with_factor(moved, (measure, (), 1))
