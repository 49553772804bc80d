r"""Hypotheses that make a matrix singular, or regular: ``A^2 = 0``, ``A x = 0`` for an x other than zero, ``A B = I``.

A regular matrix cancels on either side of an equation, one with independent columns on the left. What is left when a matrix
cancels wherever it can must not be absurd (``I = 0``, ``x = 0`` for an x that is not zero): else the matrix is singular.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive import build
from derive.bounds.facts.facts import Facts, elementwise
from derive.bounds.forms.normal import canonical, chain, factors, multiplied_out, normal, strip, summands
from derive.bounds.forms.restrictions import certainly_less
from derive.bounds.quantities.kernels import always_singular
from derive.core import Expr, Formula, Rel, SizeRules, conjuncts, walk
from derive.definedness.lengths import length_of
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.index.road import prove, solved_sizes
from derive.sizes import Shape, Size
from derive.vacuity.contradictions import contradiction

if TYPE_CHECKING:
    from derive.definedness.known import Known

ONE = Size.of(1)
ROUNDS, MOST, STEPS = 8, 24, 6_000
Term = tuple[Fraction, tuple[Expr, ...], tuple[Expr, ...]]
"""A number, scalar factors, matrix factors."""


def is_singular(known: Known, matrix: Expr, tall: bool = False) -> bool:
    """Return whether the hypotheses are shown to exclude that a matrix is regular (``tall``: that its columns are independent)."""
    hypotheses = tuple(conjuncts(known.problem.hypotheses))
    for one in dict.fromkeys((matrix, _with_definitions(matrix, hypotheses))):
        plain = key(one)
        if plain.op == "zeros":
            return True
        if not tall and (always_singular(known.facts, plain) is not None or _is_narrow(known, plain)):
            return True
        if _told_singular(known, plain, hypotheses, tall) or _has_kernel(known, one, tall):
            return True
    return _cancels_to_absurd(known, key(matrix), hypotheses, tall)


def is_told_regular(known: Known, matrix: Expr) -> bool:
    """Return whether an equation says that a product with a square matrix is regular: then so are all its factors."""
    wanted = {key(matrix), key(build.transpose(matrix))}
    for h in conjuncts(known.problem.hypotheses):
        if not isinstance(h, Rel) or h.op != "=":
            continue
        for side, other in ((h.lhs, h.rhs), (h.rhs, h.lhs)):
            if side.shape.totals[0] != side.shape.totals[1] or side.shape.is_scalar:
                continue
            _, parts = factors(side)
            if all(p.shape.totals[0] == p.shape.totals[1] for p in parts) and wanted & set(map(key, parts)):
                if _is_multiple_of_eye(known, other):
                    return True
    return False


def key(expr: Expr) -> Expr:
    """Return the form under which matrices are compared."""
    return canonical(strip(normal(strip(expr))))


def _is_multiple_of_eye(known: Known, expr: Expr) -> bool:
    scalars, parts = factors(expr)
    zero = build.const(0)
    return len(parts) == 1 and parts[0].op == "eye" and all(known.shows(Rel("!=", s, zero)) for s in scalars)


def _with_definitions(expr: Expr, hypotheses: Sequence[Formula]) -> Expr:
    """The expression with what equations say that its variables are."""
    for h in hypotheses:
        if not isinstance(h, Rel) or h.op != "=":
            continue
        for side, other in ((h.lhs, h.rhs), (h.rhs, h.lhs)):
            name = side.data[0] if side.op == "var" else None
            if name in build.free_names(expr) and name not in build.free_names(other):
                try:
                    expr = build.substitute(expr, {str(name): other})
                except DeriveError:
                    continue
                break
    return expr


def _is_narrow(known: Known, matrix: Expr) -> bool:
    """Whether it is a product through a size that is smaller than its own."""
    _, parts = factors(matrix)
    rows = matrix.shape.totals[0]
    return any(certainly_less(known.problem.rules, part.shape.totals[1], rows) for part in parts[:-1])


def _told_singular(known: Known, matrix: Expr, hypotheses: Sequence[Formula], tall: bool) -> bool:
    """Whether a hypothesis says that its rank is too low, a singular value or an eigenvalue zero, or that it is skew of odd size."""
    same = {matrix, key(build.transpose(matrix))}
    length = build.size(matrix.shape.totals[1])
    for h in hypotheses:
        if not isinstance(h, Rel):
            continue
        for side, other, op in ((h.lhs, h.rhs, h.op), (h.rhs, h.lhs, {"<=": ">=", "<": ">"}.get(h.op, h.op))):
            side = strip(side)
            if side.op == "rank" and key(side.args[0]) in same and op in ("=", "<=", "<"):
                if known.shows(Rel("<=" if op == "<" else "<", other, length)):
                    return True
            if op != "=" or tall:
                continue
            if side.op in ("sigma", "eig") and build.is_zero(other) and key(side.args[0]) in same:
                return True
            if side.op == "mprod" and build.is_zero(other) and key(side.args[0]) in same:
                return True  # a power of symbolic exponent
            if side.op == "det" and build.is_zero(other) and key(side.args[0]) in same:
                return True
            if (
                key(side) in same
                and _is_odd(matrix.shape.totals[0], known.problem.rules)
                and _is_negative(other, build.transpose(side))
            ):
                return True  # skew-symmetric: det A = (-1)^n det A
    return False


def _is_negative(expr: Expr, matrix: Expr) -> bool:
    scalars, parts = factors(expr)
    number = Fraction(1)
    for scalar in scalars:
        number *= scalar.data[0] if scalar.op == "const" else 0
    return number == -1 and len(parts) == 1 and key(parts[0]) == key(matrix)


def _is_odd(size: Size, rules: SizeRules) -> bool:
    size = size.substitute(solved_sizes(rules))
    plain = [c for m, c in size.terms if not m]
    others = [c for m, c in size.terms if m]
    return bool(plain) and plain[0] % 2 == 1 and all(c.denominator == 1 and c % 2 == 0 for c in others)


def _has_kernel(known: Known, matrix: Expr, tall: bool) -> bool:
    """Whether a vector or a matrix that is not zero is shown to be taken to zero, from the right (or the left)."""
    wanted = [build.ones(matrix.shape.cols)]
    for name, shape in known.problem.variables:
        variable = build.var(name, shape)
        wanted += [v for v in (variable, build.transpose(variable)) if v.shape.totals[0] == matrix.shape.totals[1]]
    hypotheses = known.problem.hypotheses
    units = dict.fromkeys(
        n for h in conjuncts(hypotheses) if isinstance(h, Rel) for s in (h.lhs, h.rhs) for n in walk(s)
    )
    wanted += [n for n in units if n.op == "basis" and n.shape.totals == (matrix.shape.totals[1], ONE)]
    for vector in list(dict.fromkeys(wanted))[:MOST]:
        if not (vector.op in ("ones", "basis") or known.shows(_nonzero(vector))):
            continue
        for left in (matrix,) if tall else (matrix, build.transpose(matrix)):
            try:
                product = build.matmul(left, vector)
                zero = build.zeros(product.shape.rows, product.shape.cols)
                told = replace(known.problem, goal=Rel("=", product, zero))
                if prove(told, steps=STEPS).outcome == "agree":
                    return True
            except DeriveError:
                continue
    return False


def _nonzero(matrix: Expr) -> Rel:
    return Rel("!=", matrix, _zero(matrix))


# Cancelling.


def _cancels_to_absurd(known: Known, matrix: Expr, hypotheses: Sequence[Formula], tall: bool) -> bool:
    turned = key(build.transpose(matrix))
    left, right = ({matrix}, {turned}) if tall else ({matrix, turned}, {matrix, turned})
    others = [key(h.lhs.args[0]) for h in hypotheses if isinstance(h, Rel) and h.op == "!=" and h.lhs.op == "det"]
    for other in others:
        left |= {other, key(build.transpose(other))}
        right |= {other, key(build.transpose(other))}
    found: list[Rel] = []
    for h in hypotheses:
        if (
            isinstance(h, Rel)
            and h.op == "="
            and not h.lhs.shape.is_scalar
            and h.lhs.shape.totals == h.rhs.shape.totals
        ):
            found += _consequences(h, left, right)
    for rel in found[:MOST]:
        if _is_absurd(known, rel, matrix):
            return True
    if found:
        try:
            return contradiction(known.problem.rules, (*hypotheses, *found[:MOST])) is not None
        except DeriveError:
            return False
    return False


def _is_absurd(known: Known, rel: Rel, matrix: Expr) -> bool:
    for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if build.is_zero(other):
            if key(side) in (matrix, key(build.transpose(matrix))) or _is_multiple_of_eye(known, side):
                return True
            if known.shows(_nonzero(side)):
                return True
        if Rel("!=", side, other) in known.problem.hypotheses:
            return True
    return False


def _consequences(rel: Rel, left: set[Expr], right: set[Expr]) -> list[Rel]:
    """The equations that are left when factors cancel, one after the other."""
    lhs, rhs = _terms(rel.lhs), _terms(rel.rhs)
    if lhs is None or rhs is None:
        return []
    found: list[Rel] = []
    terms = [lhs, rhs]
    for _ in range(ROUNDS):
        flat = [parts for side in terms for _, _, parts in side]
        if flat and all(p and key(p[0]) in left for p in flat) and len({key(p[0]) for p in flat}) == 1:
            terms = [[(c, s, p[1:]) for c, s, p in side] for side in terms]
        elif flat and all(p and key(p[-1]) in right for p in flat) and len({key(p[-1]) for p in flat}) == 1:
            terms = [[(c, s, p[:-1]) for c, s, p in side] for side in terms]
        else:
            break
        shape = _shape(rel, terms)
        if shape is None:
            break
        try:
            found.append(Rel("=", _sum(terms[0], shape), _sum(terms[1], shape)))
        except DeriveError:
            break
    return found


def _shape(rel: Rel, terms: Sequence[Sequence[Term]]) -> Shape | None:
    """The shape of what is left of both sides; None if nothing but numbers is left of all terms and the size is not known."""
    for side in terms:
        for _, _, parts in side:
            if parts:
                return Shape(parts[0].shape.rows, parts[-1].shape.cols)
    return rel.lhs.shape if rel.lhs.shape.totals[0] == rel.lhs.shape.totals[1] else None


def _terms(side: Expr) -> list[Term] | None:
    if build.is_zero(side):
        return []
    try:
        wide = multiplied_out(normal(side)) or side
        found: list[Term] = []
        for weight, term in summands(wide):
            scalars, parts = factors(term)
            found.append((weight, tuple(scalars), tuple(p for p in parts if p.op != "eye")))
        return found
    except DeriveError:
        return None


def _sum(side: Sequence[Term], shape: Shape) -> Expr:
    if not side:
        return build.zeros(shape.rows, shape.cols)
    terms = []
    for weight, scalars, parts in side:
        product = chain(list(parts)) if parts else build.eye(shape.rows)
        for scalar in scalars:
            product = build.scale(scalar, product)
        terms.append(product if weight == 1 else build.scale(build.const(weight), product))
    return build.add(*terms)


def vanishing(hypotheses: Sequence[Formula], facts: Facts) -> list[Rel]:
    """Return which matrices are zero because a norm or a sum of squares is, or the trace of a semidefinite one."""
    found = []
    for h in hypotheses:
        if not isinstance(h, Rel) or h.op not in ("=", "<=", ">="):
            continue
        pairs = {"=": ((h.lhs, h.rhs), (h.rhs, h.lhs)), "<=": ((h.lhs, h.rhs),), ">=": ((h.rhs, h.lhs),)}[h.op]
        for side, other in pairs:
            if build.is_zero(other) and side.shape.is_scalar:
                found += [Rel("=", m, _zero(m)) for m in _zeros(side, facts)]
    return found


def _zero(m: Expr) -> Expr:
    return build.const(0) if m.shape.is_scalar else build.zeros(m.shape.rows, m.shape.cols)


def _zeros(number: Expr, facts: Facts) -> list[Expr]:
    """What is zero with a number: a base of powers, the terms of a sum without negative ones, what a norm measures."""
    base = length_of(number)
    if base is not None:
        return [base]
    if number.op == "trace" and facts.is_semidefinite(number.args[0]):
        return [number.args[0]]
    if number.op == "add" and all(elementwise(facts, term) for term in number.args):
        return [one for term in number.args for one in _zeros(term, facts)]
    inner = None
    if number.op == "hpow" and number.args[1].op == "const" and number.args[1].data[0] > 0:
        inner = number.args[0]
    elif number.op == "map" and number.data[0] in ("abs", "sqrt"):
        inner = number.args[0]
    elif number.op in ("scale", "hadamard", "matmul") and number.args[0] == number.args[1]:
        inner = number.args[0]
    elif number.op == "scale" and number.args[0].op == "const" and number.args[0].data[0]:
        inner = number.args[1]
    if inner is None:
        return [number]
    return _zeros(inner, facts) if inner.shape.is_scalar else [inner]


__all__ = ["is_singular", "is_told_regular", "key", "vanishing"]
