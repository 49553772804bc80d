"""Differentiation of the index form: the product rule and one rule per kind of atom.

``seed(slots)`` is the derivative of the variable's own atom: a product of deltas for a Jacobian, the direction for a
directional derivative.  Everything else is the chain rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.build import map_
from derive.errors import NotSupported
from derive.functions import slope
from derive.index.atoms.atoms import argument_of, opened, power
from derive.index.atoms.functions import ARGUMENT, at_argument
from derive.index.atoms.matrices import POWER, PRODUCT, function, inverse, open_function
from derive.index.terms.algebra import (
    instantiate,
    rebuilt,
    refreshed,
    scaled,
    simplify,
    summed_over,
    times,
    with_factor,
    without,
)
from derive.index.terms.canonical import collect
from derive.index.terms.terms import Factor, Head, Index, Slot, Term, Terms, delta

Seed = Callable[[tuple[Slot, ...]], Terms]
MAX_DEPTH = 60


def differentiate(terms: Sequence[Term], name: str, seed: Seed, depth: int = 0) -> Terms:
    """The derivative of a sum with respect to the variable ``name``.

    Args:
        terms: The terms; their free indices stay free.
        name: The variable.
        seed: The derivative of the variable's entry at given slots, as terms.
        depth: Nesting of arguments so far.

    Raises:
        NotSupported: An atom without a rule, or arguments nested too deeply.

    """
    if depth > MAX_DEPTH:
        raise NotSupported("arguments nested too deeply")
    result: Terms = []
    for term in terms:
        # the summed indices are opened: d(sum) = sum(d), and every factor may be the one that is differentiated
        for place, (head, slots, exponent) in enumerate(term.factors):
            if name not in head.names:
                continue
            rest = without(term, place)
            inner = _factor(head, slots, name, seed, depth)
            if exponent != 1:
                lowered = (head, slots, exponent - 1)
                inner = times(inner, simplify(Term(exponent, (), (lowered,))))
            product = times([Term(rest.coefficient, rest.powers, rest.factors)], inner)
            result.extend(summed_over(product, term.summed))
    return refreshed(result)  # the product rule reuses the summed indices of the original term


def _factor(head: Head, slots: tuple[Slot, ...], name: str, seed: Seed, depth: int) -> Terms:
    if head.kind == "var":
        return seed(slots)
    rule = RULES.get(head.kind)
    if rule is None:
        raise NotSupported(f"no derivative rule for {head.kind}")
    return rule(head, slots, lambda terms: differentiate(terms, name, seed, depth + 1))


Rule = Callable[[Head, tuple[Slot, ...], Callable[[Terms], Terms]], Terms]


def _base(head: Head, slots: tuple[Slot, ...], d: Callable[[Terms], Terms]) -> Terms:
    return d(argument_of(head, slots))


def _map(head: Head, slots: tuple[Slot, ...], d: Callable[[Terms], Terms]) -> Terms:
    name = head.data[0]
    if name in ("step", "sign"):  # zero off the kink
        return []
    argument = argument_of(head, slots)
    inner = d(argument)
    return times(inner, outer_derivative(name, head, slots, argument)) if inner else []


def outer_derivative(name: str, head: Head, slots: tuple[Slot, ...], argument: Terms) -> Terms:
    """The derivative of an elementary function at its argument."""
    if name == "exp":
        return [Term(1, (), ((head, slots, 1),))]
    if name == "log":
        return power(refreshed(argument), -1)
    known = slope(map_(name, ARGUMENT))
    if known is None:
        raise NotSupported(f"no derivative rule for {name}")
    return at_argument(known, argument)


def _softmax(head: Head, slots: tuple[Slot, ...], d: Callable[[Terms], Terms]) -> Terms:
    """``d S_j = S_j (d z_j - sum_m S_m d z_m)``; the factor's own exponent is lowered by the caller."""
    fresh, terms = opened(head, slots)
    inner = d(terms)
    if not inner:
        return []
    own = slots[: head.bound]
    here = instantiate(inner, dict(zip(fresh, own, strict=True)))
    mean = with_factor(inner, (head, (*fresh, *slots[head.bound :]), 1), summed=fresh)
    value = [Term(1, (), ((head, slots, 1),))]
    return times([*here, *scaled(refreshed(mean), -1)], value)


def _inverse(head: Head, slots: tuple[Slot, ...], d: Callable[[Terms], Terms]) -> Terms:
    """``d A^-1 = -A^-1 dA A^-1``."""
    fresh, terms = opened(head, slots)
    n = head.bound // 2
    rows, cols = fresh[:n], fresh[n:]
    inner = d(terms)
    params = slots[head.bound :]
    left = (head, (*slots[:n], *rows, *params), 1)
    right = (head, (*cols, *slots[n : 2 * n], *params), 1)
    return scaled(with_factor(inner, left, right, summed=fresh), -1)


def _det(head: Head, slots: tuple[Slot, ...], d: Callable[[Terms], Terms]) -> Terms:
    """``d det A = det A tr(A^-1 dA)``."""
    fresh, terms = opened(head, slots)
    n = len(fresh) // 2
    rows, cols = fresh[:n], fresh[n:]
    inner = d(terms)
    return with_factor(times(inner, _inverse_entry(terms, rows, cols)), (head, slots, 1), summed=fresh)


def _inverse_entry(terms: Terms, rows: tuple[Index, ...], cols: tuple[Index, ...]) -> Terms:
    """``inv(A)[cols, rows]`` for ``A[rows, cols]``."""
    own_rows, own_cols = tuple(Index(i.size) for i in rows), tuple(Index(i.size) for i in cols)
    copied = instantiate(terms, dict(zip((*rows, *cols), (*own_rows, *own_cols), strict=True)))
    return inverse(copied, own_rows, own_cols, (cols, rows))


def _fun(head: Head, slots: tuple[Slot, ...], d: Callable[[Terms], Terms]) -> Terms:
    """Chain rule through the arguments of an arbitrary function."""
    name, arguments, value, derivatives = open_function(head, slots)
    if name.startswith("indicator"):  # locally constant off the boundary
        return []
    if name == POWER:  # d b^N = N b^N / b db
        (base, _), (exponent, _) = arguments
        slope = times(refreshed(exponent), power(refreshed(base), -1))
        return times(times(d(base), slope), [Term(1, (), ((head, slots, 1),))])
    if name == PRODUCT:
        return _product(*arguments[0], d)
    if name.startswith("("):
        raise NotSupported(f"no derivative rule for {name}")
    result: Terms = []
    for position, (terms, bound) in enumerate(arguments):
        inner = d(terms)
        if not inner:
            continue
        again = [(refreshed(t), b) for t, b in arguments]
        outer = function(name, again, value, [*derivatives, (position, tuple(bound))])
        result.extend(summed_over(times(inner, refreshed(outer)), bound))
    return refreshed(result)


def _product(terms: Terms, bound: Sequence[Index], d: Callable[[Terms], Terms]) -> Terms:
    """``d prod_s f(s) = sum_k df(k) prod_s ([s = k] + (1 - [s = k]) f(s))``: the other factors, whether or not f(k) is 0."""
    inner = d(terms)
    if not inner:
        return []
    fresh = tuple(Index(i.size) for i in bound)
    here = tuple(delta(a, b) for a, b in zip(bound, fresh, strict=True))
    others = instantiate(terms, dict(zip(bound, fresh, strict=True)))
    others = [Term(1, (), here), *others, *scaled(with_factor(refreshed(others), *here), -1)]
    return summed_over(times(inner, function(PRODUCT, [(others, fresh)], ())), bound)


RULES: dict[str, Rule] = {
    "base": _base,
    "map": _map,
    "softmax": _softmax,
    "inverse": _inverse,
    "det": _det,
    "fun": _fun,
}


def replace_variables(terms: Sequence[Term], values: dict[str, Callable[[tuple[Slot, ...]], Terms]]) -> Terms:
    """Substitute, all at once, terms for the entries of variables, inside arguments too."""

    def own(factor: Factor) -> Terms | None:
        head, slots, exponent = factor
        return power(values[head.data[0]](slots), exponent) if head.kind == "var" else None

    return rebuilt(
        terms,
        lambda head: not head.names.isdisjoint(values),
        lambda inner: collect(replace_variables(inner, values), ()),
        own,
    )
