"""Largest and smallest values of linear and quadratic forms over balls, spheres and all directions, as equalities.

    sup_{||Y|| <= r} <G, Y> = r ||G||_*  (the dual norm)        sup_{|y| = 1} y^T S y = lambda_max(S), S symmetric
    sup_{Y != 0} <G, Y> / ||Y|| = ||G||_*                       sup_{y != 0} y^T S y / y^T y = lambda_max(S)
    sup_{||y||_p <= r} ||A y||_q = r ||A||_{p,q}                for norms with a closed form

The values are attained: balls and spheres are compact and not empty, for all sizes. The norms dual to each other are the
spectral and the nuclear one, 1 and infinity of vectors; the Frobenius norm (the Euclidean length) is its own dual. A linear
function is as large on the sphere as on the ball; a quadratic form on the ball may be largest at 0.
Source: Horn and Johnson, Matrix Analysis, 4.2.2, 5.4.12, 5.6.P; Boyd and Vandenberghe, Convex Optimization, A.1.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial, reduce

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.linear_forms import curvature, slope
from derive.bounds.forms.normal import ONE, chain, cols, factors, is_scalar, mentions, normal, rows, strip
from derive.bounds.forms.polynomial import Monomial, Poly, to_expr
from derive.bounds.quantities import arithmetic, norms
from derive.bounds.quantities.intervals import over_interval
from derive.bounds.quantities.singular_values import is_at_most
from derive.core import Expr, Formula, Rel
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.sizes import Size

DUAL_OF_VECTORS = {"2": "2", "1": "max", "max": "1"}
DUAL_OF_MATRICES = {"F": "F", "2": "nuc", "nuc": "2"}


@dataclass(frozen=True, slots=True)
class Region:
    """Where y ranges: ``norm(y) <= radius``, ``norm(y) = radius``, or y not zero (no radius)."""

    y: Expr
    kind: str
    radius: Bound | None
    whole: bool


def extremum(facts: Facts, expr: Expr) -> Bound | None:
    """Return a supremum or infimum of a linear or quadratic form by norms and eigenvalues, None if it is none."""
    try:
        names, conditions = expr.data[0], _told_apart(expr.data[1])
        expr = build.bound(expr.op, names, conditions, expr.args[0])
        if len(names) == 1 and names[0][1].is_scalar:
            return over_interval(facts, expr)
        if len(names) == 1 and len(conditions) == 1:
            return _least_stretch(facts, expr) or _over_one(facts, expr)
        return _one_after_the_other(facts, expr) if expr.op == "sup" and len(names) == 2 else None
    except DeriveError:
        return None


def _least_stretch(facts: Facts, expr: Expr) -> Bound | None:
    """``inf_{|y| = 1} |A y| = sigma_min(A)`` for A no wider than tall: the least eigenvalue of ``A^T A`` is its square."""
    (name, shape), condition = expr.data[0][0], expr.data[1][0]
    single = facts.value(expr.args[0]).value.single() if expr.op == "inf" else None
    if single is None or single[1] != 1 or len(single[0]) != 1 or not isinstance(condition, Rel):
        return None
    y, ((image, exponent),) = build.var(name, shape), single[0]
    length, one = strip(condition.lhs), strip(condition.rhs)
    of_length = length.op == "norm" and length.data[0] in ("2", "F") and strip(length.args[0]) == y
    if exponent <= 0 or condition.op != "=" or not of_length or one != build.const(1) or cols(y) != ONE:
        return None
    matrix = applied(image, y)
    if matrix is None or not is_at_most(facts, cols(matrix), rows(matrix)):
        return None
    least = arithmetic.power(facts, facts.value(build.sigma(matrix, "min")), exponent)
    return least.by(
        "smallest singular value", "sigma_min(A) is the least |A y| over unit vectors y, for A no wider than tall"
    )


def _told_apart(conditions: Sequence[Formula]) -> tuple[Formula, ...]:
    """The conditions, where ``a = b`` and ``b = c`` with a number c say ``a = c`` and ``b = c``."""
    values = {f.lhs: f.rhs for f in conditions if isinstance(f, Rel) and f.op == "=" and not build.free_names(f.rhs)}
    return tuple(
        Rel("=", f.lhs, values[f.rhs]) if isinstance(f, Rel) and f.op == "=" and f.rhs in values else f
        for f in conditions
    )


def _one_after_the_other(facts: Facts, expr: Expr) -> Bound | None:
    """The supremum over u and v, whose conditions are apart, is that over v of that over u."""
    names, conditions = expr.data
    own = [[c for c in conditions if _speaks_of(c, name)] for name, _ in names]
    if [len(found) for found in own] != [1, 1] or len(conditions) != 2 or own[0] == own[1]:
        return None
    inner = _over_one(facts, build.bound("sup", names[:1], own[0], expr.args[0]))
    if inner is None:
        return None
    outer = facts.value(build.bound("sup", names[1:], own[1], to_expr(inner.value)))
    return Bound(outer.value, inner.steps + outer.steps) if all(a.op != "sup" for a in outer.value.atoms()) else None


def _speaks_of(condition: Formula, name: str) -> bool:
    return isinstance(condition, Rel) and any(mentions(side, name) for side in (condition.lhs, condition.rhs))


def _over_one(facts: Facts, expr: Expr) -> Bound | None:
    ((name, shape),), (condition,) = expr.data
    y = build.var(build.fresh("direction"), shape)  # what is known of a variable of that name is not known of it
    if not isinstance(condition, Rel) or ONE == rows(y):
        return None
    sides = [build.substitute(side, {name: y}) for side in (condition.lhs, condition.rhs)]
    body = facts.value(build.bottom_up(build.substitute(expr.args[0], {name: y}), partial(_apart, y)))
    still = Poly(tuple((m, c) for m, c in body.value.terms if not _moves(m, y)))
    moving = Poly(tuple((m, c) for m, c in body.value.terms if _moves(m, y)))
    region = _region(facts, Rel(condition.op, *sides), y, moving)
    if region is None or not moving.terms:
        return None
    found = _extreme_form(facts, expr.op, region, moving)
    return None if found is None else Bound(still, body.steps) + found


def _apart(y: Expr, node: Expr) -> Expr:
    """A product that is a number, or the trace of one, with a sum that holds y multiplied out."""
    if node.op not in ("matmul", "trace") or not is_scalar(node) or not mentions(node, y.data[0]):
        return node
    scalars, parts = factors(strip(normal(node.args[0] if node.op == "trace" else node)))
    sums = [k for k, part in enumerate(parts) if strip(part).op == "add" and mentions(part, y.data[0])]
    if len(sums) != 1:
        return node
    (k,) = sums
    terms = [chain([*parts[:k], term, *parts[k + 1 :]]) for term in strip(parts[k]).args]
    numbers = [build.trace(t) if node.op == "trace" else build.reshape(t, build.SCALAR) for t in terms]
    return build.reshape(reduce(lambda total, s: build.scale(s, total), scalars, build.add(*numbers)), node.shape)


def _moves(monomial: Monomial, y: Expr) -> bool:
    return any(mentions(a, y.data[0]) for a, _ in monomial)


# Where it ranges.


def _dual(y: Expr) -> dict[str, str]:
    return DUAL_OF_VECTORS if cols(y) == ONE else DUAL_OF_MATRICES


def _kind_of(atom: Expr, y: Expr) -> str | None:
    """Which norm of y an atom is."""
    return next((k for k in _dual(y) if norms.norm_atom(y, k).value.same(Poly.atom(atom))), None)


def _region(facts: Facts, condition: Rel, y: Expr, moving: Poly) -> Region | None:
    """Read ``||y|| <= r``, ``||y||^2 = r``, ``y != 0``, ``||y|| != 0``."""
    if condition.op == "!=":
        left = strip(condition.lhs)
        if y not in (left, *(left.args if left.op == "norm" else ())) or not build.is_zero(strip(condition.rhs)):
            return None
        kinds = {_kind_of(a, y) for m, _ in moving.terms for a, e in m if e < 0 and mentions(a, y.data[0])}
        kind = kinds.pop() if len(kinds) == 1 else None
        return None if kind is None else Region(y, kind, None, False)
    turned = {"<=": "<=", "=": "=", ">=": "<="}.get(condition.op)
    sides = (condition.lhs, condition.rhs) if condition.op != ">=" else (condition.rhs, condition.lhs)
    if turned == "=" and mentions(sides[1], y.data[0]):
        sides = sides[::-1]
    if turned is None or mentions(sides[1], y.data[0]):
        return None
    size, radius = facts.value(sides[0]).value.single(), facts.value(sides[1])
    if size is None or size[1] != 1 or len(size[0]) != 1 or not arithmetic.poly_sign(facts, radius.value):
        return None
    ((atom, exponent),) = size[0]
    kind = _kind_of(atom, y)
    if kind is None or exponent not in (1, 2):
        return None
    return Region(y, kind, arithmetic.power(facts, radius, 1 / exponent), turned == "<=")


# The forms.


def _extreme_form(facts: Facts, op: str, region: Region, moving: Poly) -> Bound | None:
    found = _operator_norm(facts, op, region, moving)
    if found is not None:
        return found
    size = _is_size(facts, op, moving)
    terms = (moving if size is None else size).terms
    for degree in (1, 2):
        parts = [_coefficient(region, m, c, degree) for m, c in terms]
        if all(p is not None for p in parts):
            whole = build.add(*(p for p in parts if p is not None)) if len(parts) > 1 else parts[0]
            assert whole is not None
            if degree == 1:
                return _linear(facts, op, region, whole)
            return _quadratic(facts, op, region, whole, absolute=size is not None)
    return None


def _operator_norm(facts: Facts, op: str, region: Region, moving: Poly) -> Bound | None:
    """``c ||A y||_q^e`` over ``||y||_p <= r`` (over all directions: divided by ``||y||_p^e``), c not negative."""
    single = moving.single()
    if single is None or op != "sup" or cols(region.y) != ONE:
        return None
    powers = {a: e for a, e in single[0] if mentions(a, region.y.data[0])}
    still = Poly(((frozenset((a, e) for a, e in single[0] if a not in powers), single[1]),))
    (length,) = norms.norm_atom(region.y, region.kind).value.atoms()
    below = powers.pop(length, None) if region.radius is None else None
    if len(powers) != 1 or not arithmetic.poly_sign(facts, still):
        return None
    ((atom, exponent),) = powers.items()
    matrix = applied(atom, region.y, atom.data[0]) if atom.op == "norm" else None
    if matrix is None or exponent <= 0 or (region.radius is None and below != -exponent):
        return None
    largest = _induced(matrix, region.kind, atom.data[0])
    if largest is None:
        return None
    found = facts.value(largest)
    found = found if region.radius is None else found * region.radius
    text = f"the largest ||A y||_{atom.data[0]} over ||y||_{region.kind} <= 1 is attained"
    return (arithmetic.power(facts, found, exponent) * Bound(still)).by("operator norm", text)


def _induced(matrix: Expr, kind: str, image: str) -> Expr | None:
    """The largest ``||A y||`` over the unit ball of a norm of vectors (``max`` is the largest modulus)."""
    if (kind, image) == ("1", "max"):
        return build.norm(matrix, "max")
    if kind == "1":  # a convex function is largest at a corner
        return _largest_column(matrix, image)
    if image == "max":
        return _largest_column(build.transpose(matrix), _dual(build.ones(matrix.shape.rows))[kind])
    return build.norm(matrix, "2") if kind == image == "2" else None


def _largest_column(matrix: Expr, kind: str) -> Expr:
    j = build.fresh("j")
    column = build.col(matrix, Size.of(j))
    return build.over("maxover", j, ONE, cols(matrix), build.norm(column, kind))


def _is_size(facts: Facts, op: str, moving: Poly) -> Poly | None:
    """The form f of a supremum of ``c |f|`` with c not negative, times c; a length squared is one of these anyway."""
    single = moving.single()
    if single is None or op != "sup" or single[1] <= 0:
        return None
    inside = [(a, e) for a, e in single[0] if a.op == "map" and a.data[0] == "abs" and e == 1]
    if len(inside) != 1 or not arithmetic.monomial_sign(facts, single[0]):
        return None
    rest = Poly(((single[0] - {inside[0]}, single[1]),))
    return facts.value(inside[0][0].args[0]).value * rest


def _coefficient(region: Region, monomial: Monomial, factor: Fraction, degree: int) -> Expr | None:
    """The coefficient of one term of the form, with the factors that do not move."""
    name = region.y.data[0]
    moving = {a: e for a, e in monomial if mentions(a, name)}
    still = to_expr(Poly(((frozenset((a, e) for a, e in monomial if a not in moving), factor),)))
    if region.radius is None:
        (length,) = norms.norm_atom(region.y, region.kind).value.atoms()
        if moving.pop(length, None) != -degree:
            return None
    if len(moving) != 1:
        return None
    ((atom, exponent),) = moving.items()
    found: Expr | None = None
    if exponent == 1:
        found = slope(atom, region.y) if degree == 1 else curvature(atom, region.y)
    elif exponent == 2 and degree == 2 and atom.op == "norm":
        found = _gram(atom, region.y)
    return None if found is None else build.scale(still, found)


def _gram(atom: Expr, y: Expr) -> Expr | None:
    """S of ``|A y|^2 = y^T A^T A y``."""
    if cols(y) != ONE:
        return None
    if norms.norm_atom(y, "2").value.same(Poly.atom(atom)):
        return build.eye(y.shape.rows)
    matrix = applied(atom, y)
    return None if matrix is None else build.matmul(build.transpose(matrix), matrix)


def _linear(facts: Facts, op: str, region: Region, whole: Expr) -> Bound:
    """On a ball, a sphere or over all directions: the dual norm and its negative."""
    found = facts.norm(whole, _dual(region.y)[region.kind])
    found = found if region.radius is None else found * region.radius
    text = "the largest <G, Y> over ||Y|| <= 1 is the dual norm of G, the smallest its negative"
    return (found if op == "sup" else found.scaled(Fraction(-1))).by("dual norm", text)


def _quadratic(facts: Facts, op: str, region: Region, whole: Expr, *, absolute: bool) -> Bound | None:
    """On a sphere: the extreme eigenvalues of the symmetric part of S; on the ball 0 is a value too."""
    if region.kind != "2" or cols(region.y) != ONE:
        return None
    if not facts.is_symmetric(whole):  # y^T S y is that of the symmetric part
        whole = build.scale(build.const(Fraction(1, 2)), build.add(whole, build.transpose(whole)))
    if absolute:
        extreme = build.norm(whole, "2")
    else:
        extreme = build.eig(whole, "max" if op == "sup" else "min")
        if region.whole and not (op == "sup" and facts.is_semidefinite(whole)):
            extreme = build.extreme("max" if op == "sup" else "min", build.const(0), extreme)
    found = facts.value(extreme)
    found = found if region.radius is None else found * region.radius * region.radius
    return found.by("rayleigh", "lambda_min |y|^2 <= y^T S y <= lambda_max |y|^2 with equality at the eigenvectors")


def applied(image: Expr, y: Expr, kind: str = "2") -> Expr | None:
    """Return A if the atom is a norm ||A y|| (or the length ||y^T A^T||) with A free of y."""
    if image.op != "norm" or image.data[0] != kind:
        return None
    for turned in (image.args[0], *([normal(build.transpose(image.args[0]))] if kind == "2" else [])):
        scalars, parts = factors(turned)
        if not scalars and len(parts) > 1 and parts[-1] == y and not any(mentions(p, y.data[0]) for p in parts[:-1]):
            return chain(parts[:-1])
    return None


__all__ = ["extremum"]
