r"""Inverses of products, of sums, and of matrices that have inverses themselves, put in other words.

Where a product of square matrices has an inverse all its factors have one, and ``(A B^-1 C)^-1 = C^-1 B A^-1``. A matrix that is
inverted may have a name of its own: what holds for all matrices holds for ``M = T + A (A + B)^-1 B``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from derive.build import BINDS_IN_FIRST, add, const, free_names, fresh, hpow, inv, matmuls, scale, sub, var
from derive.core import Expr, Rel, formula_exprs, walk
from derive.index.rewriting.abstract import Make, replaced
from derive.index.rewriting.determinants import factored, inverted, moving
from derive.index.rewriting.inverses import with_inverses
from derive.index.rewriting.places import binds
from derive.index.rewriting.updated_inverses import terms_of, with_updated_inverses
from derive.size_names import size_names


def of_inverses(goal: Rel) -> Iterator[tuple[Rel, list[Rel]]]:
    """Yield what an equation with inverses says in other words, with equations of inverses that are true wherever it has a value."""
    factors = _with_factors(goal) or goal
    for written in (factors, with_updated_inverses(factors), _with_names(factors)):
        more = [] if written is None else _resolvents(written)
        if written is not None and (more or written != goal):
            yield written, more


def _with_factors(goal: Rel) -> Rel | None:
    """Return a statement with the inverses of products of square matrices as products of inverses; None if there are none."""
    found = with_inverses(goal, _of_factors)
    return None if found == goal else found


def _with_names(goal: Rel) -> Rel | None:
    """Return a stronger statement with a name for each inverted matrix that has inverses itself; None if there are none."""
    nodes = list(dict.fromkeys(e for side in formula_exprs(goal) for e in walk(side)))
    bound = moving(nodes) | {name for e in nodes for name in binds(e)} | {e.data[0] for e in nodes if e.op in BINDS_IN_FIRST}
    nested = [e.args[0] for e in nodes if e.op == "inv" and any(part.op == "inv" for part in walk(e.args[0]))]
    free = [m for m in nested if m.op != "inv" and not bound & {*free_names(m), *size_names(m)}]
    return replaced(goal, {matrix: _named(matrix) for matrix in free}) if free else None


def _named(matrix: Expr) -> Make:
    name = var(fresh("M"), matrix.shape)
    return lambda _: name


def _resolvents(goal: Rel) -> list[Rel]:
    r"""Return ``P^{-1} R Q^{-1} = P^{-1} - Q^{-1} = Q^{-1} R P^{-1}`` for the inverted matrices of a statement with ``Q = P + R``."""
    nodes = [e for side in formula_exprs(goal) for e in walk(side)]
    always = sorted(inverted(goal, nodes), key=str)
    found: list[Rel] = []
    for whole in always:
        for part in always:
            rest = Counter(terms_of(whole))
            rest.subtract(terms_of(part))
            if whole.shape == part.shape and whole != part and min(rest.values()) >= 0:
                between, gap = add(*rest.elements()), sub(inv(part), inv(whole))
                found += [Rel("=", matmuls(one, between, other), gap) for one, other in permutations((inv(part), inv(whole)))]
    return found


def _of_factors(matrix: Expr) -> Expr | None:
    scalar, factors = factored(matrix)
    if len(factors) < 2 or any(one.shape.totals != matrix.shape.totals for one in factors):
        return None
    found = matmuls(*(one.args[0] if one.op == "inv" else inv(one) for one in reversed(factors)))
    return found if scalar is None else scale(hpow(scalar, const(-1)), found)


__all__ = ["of_inverses"]
