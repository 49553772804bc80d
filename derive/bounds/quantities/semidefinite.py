"""Positive semidefinite matrices, recognized by their form, and what bounds their eigenvalues (Horn and Johnson, Matrix Analysis, 4.2, 7.1, 7.5).

Sums, nonnegative multiples, congruences, Kronecker and Hadamard products, powers and inverses of semidefinite matrices are semidefinite.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, Facts, elementwise, size_sign
from derive.bounds.forms.normal import ONE, canonical, chain, cols, entry_of, factors, normal, rows, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import arithmetic, loewner, norms
from derive.bounds.quantities.arithmetic import collected, is_nonnegative, same_sum
from derive.bounds.quantities.common_denominators import sign_of_entries, sign_of_scalar
from derive.bounds.quantities.full_rank import has_independent_columns
from derive.bounds.quantities.functional_calculus import is_symmetric_function, sign_of_function
from derive.bounds.quantities.patterns import softmax_jacobian_of
from derive.bounds.quantities.schur_complements import (
    is_symmetric_block,
    sign_in_block,
    sign_of_block,
    sign_of_complement,
)
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size

MAX_TERMS = 16  # of a product of sums


def is_symmetric(facts: Facts, expr: Expr) -> bool:
    """Whether a matrix equals its transpose, by form or by hypothesis."""
    expr = strip(normal(expr))
    if rows(expr) != cols(expr):
        return False
    if canonical(expr) in facts.symmetric or strip(normal(build.transpose(expr))) == expr:
        return True
    wide = _multiplied_out(facts, expr.args if expr.op == "add" else [expr]) if expr.op in ("add", "matmul") else None
    if wide is not None and facts.is_symmetric(wide):
        return True
    if expr.op == "add":
        turned = Counter(canonical(strip(normal(build.transpose(part)))) for part in expr.args)
        if turned == Counter(canonical(strip(normal(part))) for part in expr.args):  # A + A^T
            return True
        if all(facts.is_symmetric(part) for part in expr.args):
            return True
        inner = _congruent_sum(facts, expr.args)
        return inner is not None and facts.is_symmetric(inner)
    if expr.op == "vcat":
        return is_symmetric_block(facts, expr)
    if expr.op in ("inv", "kron", "hadamard", "mpow", "transpose"):
        return all(facts.is_symmetric(part) for part in expr.args)
    _, parts = factors(expr)
    if len(parts) == 1:
        return strip(parts[0]) != expr and facts.is_symmetric(parts[0])
    middle = _congruence(facts, parts)
    if middle is not None and (not middle or facts.is_symmetric(chain(middle))):
        return True
    return is_symmetric_function(facts, expr)


def is_semidefinite(facts: Facts, expr: Expr) -> bool:
    """Whether a matrix is shown to be symmetric with no negative eigenvalue."""
    return facts.once(("semidefinite", expr), False, lambda: _is_semidefinite(facts, expr))


def _is_semidefinite(facts: Facts, expr: Expr) -> bool:
    try:
        return rows(expr) == cols(expr) and _semidefinite(facts, strip(normal(expr)))
    except NotSupported:
        return False


def _semidefinite(facts: Facts, expr: Expr) -> bool:
    if (
        _by_hypothesis(facts, expr)
        or loewner.above_semidefinite(facts, expr)
        or sign_in_block(facts, expr)
        or softmax_jacobian_of(facts, expr) is not None
    ):
        return True
    if expr.op == "add":
        if _sign_of_diagonal(facts, expr.args):
            return True
        if any(same_sum(facts, told, expr) for told in loewner.told_differences(facts)):
            return True
        if all(facts.is_semidefinite(part) for part in expr.args) or _below_identity(facts, expr.args) > 0:
            return True
        if all(is_nonnegative(facts, w) and facts.is_semidefinite(a) for a, w in collected(facts, expr.args)):
            return True
        if loewner.order_of_sum(facts, expr.args) or _is_laplacian(facts, expr.args):
            return True
        if _beside_pair(facts, expr.args):
            return True
        if sign_of_complement(facts, expr.args) or loewner.beside_told(facts, expr.args):
            return True
        inner = _congruent_sum(facts, expr.args) or _scaled_identity(facts, expr.args)
        if inner is not None and facts.is_semidefinite(inner):
            return True
        wide = _multiplied_out(facts, expr.args)
        if wide is not None and facts.is_semidefinite(wide):
            return True
        return loewner.above_spectrum(facts, expr.args) or bool(sign_of_function(facts, expr))
    if expr.op == "matmul" and (wide := _multiplied_out(facts, [expr])) is not None and facts.is_semidefinite(wide):
        return True
    if expr.op in ("eye", "zeros"):
        return True
    if expr.op == "vcat":
        return bool(sign_of_block(facts, expr))
    if expr.op == "ones":
        return True  # 1 1^T
    if expr.op == "diag":
        return bool(
            sign_of_entries(facts, expr.args[0]) if cols(expr.args[0]) == ONE else elementwise(facts, expr.args[0])
        )
    if expr.op == "sum":
        return facts.is_semidefinite(expr.args[0])
    if expr.op in ("kron", "hadamard", "inv", "mpow", "transpose"):
        return all(facts.is_semidefinite(part) for part in expr.args)
    inverted = _inverted(facts, expr)
    if inverted is not None:
        return facts.is_semidefinite(inverted)
    scalars, parts = factors(expr)
    weight = arithmetic.weight(facts, scalars)
    if not is_nonnegative(facts, weight.value):
        return False
    if len(parts) == 1:
        return strip(parts[0]) != expr and facts.is_semidefinite(parts[0])
    middle = _congruence(facts, parts)
    if middle is not None and (not middle or facts.is_semidefinite(chain(middle))):
        return True
    return bool(sign_of_function(facts, expr))


def _beside_pair(facts: Facts, terms: Sequence[Expr]) -> bool:
    """Whether two terms of three or four are a difference in the Loewner order and the others semidefinite: ``A^-1 - (A + B)^-1 + B^-1``."""
    for first, second in itertools.combinations(range(len(terms)), 2) if len(terms) in (3, 4) else ():
        rest = [t for k, t in enumerate(terms) if k not in (first, second)]
        if loewner.order_of_sum(facts, [terms[first], terms[second]]):
            other = build.add(*rest) if len(rest) > 1 else rest[0]
            if facts.is_semidefinite(other):
                return True
    return False


def _multiplied_out(facts: Facts, terms: Sequence[Expr]) -> Expr | None:
    """A sum of products of sums as a sum of products, with what cancels left out; None where no factor is a sum, or they are many."""
    wide: list[Expr] = []
    for term in terms:
        scalars, parts = factors(term)
        choices = [strip(p).args if strip(p).op == "add" else (p,) for p in parts]
        if math.prod(map(len, choices)) > MAX_TERMS:
            return None
        for choice in itertools.product(*choices):
            product = strip(normal(chain(choice)))
            wide += [functools.reduce(lambda e, s: build.scale(s, e), scalars, product)]
    if len(wide) == len(terms) or not all(factors(product)[1] for product in wide):
        return None
    shape = terms[0].shape
    kept = [build.scale(to_expr(w), m) if w.is_number() != 1 else m for m, w in collected(facts, wide)]
    return build.add(*(build.reshape(m, shape) for m in kept)) if len(kept) > 1 else kept[0] if kept else None


def _is_laplacian(facts: Facts, terms: Sequence[Expr]) -> bool:
    """Whether a sum is ``a diag(W 1) + b W`` with ``a >= |b|`` and a symmetric W without negative entries.

    ``x^T (a diag(W 1) + b W) x`` is half the sum of ``W_ij (a x_i^2 + a x_j^2 + 2 b x_i x_j)``: the Laplacian of a graph.
    """
    found = dict(collected(facts, terms))
    for diagonal in [m for m in found if m.op == "diag" and cols(m.args[0]) == ONE]:
        sums = strip(normal(diagonal.args[0]))
        if sums.op != "matmul" or strip(sums.args[1]).op != "ones" or cols(sums) != ONE:
            continue
        weights = strip(normal(sums.args[0]))
        rest = {m: w for m, w in found.items() if m != diagonal}
        ratio = _multiple(facts, rest, weights) or _multiple(facts, rest, strip(normal(build.transpose(weights))))
        if ratio is None or not facts.is_symmetric(weights) or not elementwise(facts, weights):
            continue
        larger = [found[diagonal] - ratio, found[diagonal] + ratio]
        if all(not gap.terms or arithmetic.poly_sign(facts, gap) for gap in larger):
            return True
    return False


def _multiple(facts: Facts, found: Mapping[Expr, Poly], matrix: Expr) -> Poly | None:
    """The number that a sum of matrices is a multiple of a matrix by; None if it is none."""
    parts = dict(collected(facts, matrix.args if matrix.op == "add" else (matrix,)))
    if not parts or parts.keys() != found.keys():
        return None
    first = next(iter(parts))
    number = parts[first].is_number()
    if number is None:
        return None
    ratio = found[first] * Poly.number(1 / number)
    return ratio if all(found[m].same(parts[m] * ratio) for m in parts) else None


def _inverted(facts: Facts, expr: Expr) -> Expr | None:
    """Return ``c A`` of a matrix ``c A^-1`` with a number c; the two are definite together: ``c A^-1 = c^2 (c A)^-1``."""
    scalars, parts = factors(expr)
    if not scalars or len(parts) != 1 or strip(parts[0]).op != "inv":
        return None
    number = arithmetic.weight(facts, scalars).value.is_number()
    return build.scale(build.const(number), strip(parts[0]).args[0]) if number else None


def _sign_of_diagonal(facts: Facts, terms: Sequence[Expr]) -> int:
    """The sign of the entries of a sum of diagonal matrices on its diagonal, 0 if a term is something else."""
    diagonal: list[Expr] = []
    for term in terms:
        scalars, parts = factors(term)
        inner = strip(parts[0]) if len(parts) == 1 else None
        if inner is not None and inner.op == "eye":
            inner = build.diag(build.ones(inner.shape.rows, ()))
        if inner is None or inner.op != "diag" or cols(inner.args[0]) != ONE:
            return 0
        diagonal.append(build.scale(to_expr(arithmetic.weight(facts, scalars).value), inner.args[0]))
    column = build.add(*diagonal)
    return sign_of_entries(facts, column) or int(_has_nonnegative_entries(facts, column))


def _has_nonnegative_entries(facts: Facts, column: Expr) -> bool:
    """Whether no entry of a column is negative, by what is known of numbers."""
    try:
        entry = facts.value(entry_of(column, Size.of(build.fresh("i")), ONE)).value
    except NotSupported:
        return False
    return is_nonnegative(facts, entry)


def _by_hypothesis(facts: Facts, expr: Expr) -> bool:
    least = facts.signs.get(canonical(build.eig(canonical(expr), "min")), 0)
    return least >= NONNEGATIVE and facts.is_symmetric(expr)


def _congruence(facts: Facts, parts: Sequence[Expr]) -> list[Expr] | None:
    """Return S of ``B^T S B`` (empty for ``B^T B``), a single factor if the number of factors is odd; None if it is none."""
    half = len(parts) // 2
    if not all(norms.is_transposed(facts, a, c) for a, c in zip(parts[:half], reversed(parts), strict=False)):
        return None
    return list(parts[half : len(parts) - half])


def _congruent_sum(facts: Facts, terms: Sequence[Expr]) -> Expr | None:
    """Return S of a sum ``B^T S B`` of terms that all begin with ``B^T`` and end with B; None if they do not."""
    inner: list[Expr] = []
    outer: list[tuple[Expr, Expr]] = []
    for term in terms:
        scalars, parts = factors(term)
        if len(parts) < 2:
            return None
        outer.append((canonical(parts[0]), canonical(parts[-1])))
        middle = chain(parts[1:-1]) if parts[1:-1] else build.eye(parts[0].shape.cols)
        for scalar in reversed(scalars):
            middle = build.scale(scalar, middle)
        inner.append(middle)
    if len(set(outer)) != 1 or not norms.is_transposed(facts, *outer[0]):
        return None
    return build.add(*inner)


def _scaled_identity(facts: Facts, terms: Sequence[Expr]) -> Expr | None:
    """Return ``c diag(s)^-2 + M`` of a sum ``c I + diag(s) M diag(s)`` with positive s: they are definite together."""
    places = [k for k, term in enumerate(terms) if [strip(p).op for p in factors(term)[1]] == ["eye"]]
    rest = [term for k, term in enumerate(terms) if k not in places]
    inner = _congruent_sum(facts, rest) if len(places) == 1 and rest else None
    outer = strip(factors(rest[0])[1][0]) if inner is not None else None
    if inner is None or outer is None or outer.op != "diag" or cols(outer.args[0]) != ONE:
        return None
    entries = strip(outer.args[0])
    if elementwise(facts, entries) != POSITIVE:
        return None
    base, exponent = entries, Fraction(1)
    if entries.op == "hpow" and entries.args[1].op == "const":
        base, exponent = strip(entries.args[0]), entries.args[1].data[0]
    base = strip(base.args[0].args[0]) if base.op == "diagpart" and strip(base.args[0]).op == "diag" else base
    power = base if exponent == Fraction(-1, 2) else build.hpow(base, build.const(-2 * exponent))
    identity = build.diag(power)
    for scalar in reversed(factors(terms[places[0]])[0]):
        identity = build.scale(scalar, identity)
    return build.add(build.reshape(identity, inner.shape), inner)


def _below_identity(facts: Facts, terms: Sequence[Expr]) -> int:
    """The sign of ``c - ||S||_2`` for ``c I - S`` with a symmetric S: every eigenvalue of S is at most its norm."""
    found = 0
    for k, term in enumerate(terms):
        scalars, parts = factors(term)
        if len(parts) != 1 or parts[0].op != "eye":
            continue
        rest = [t for q, t in enumerate(terms) if q != k]
        if not rest or not all(facts.is_symmetric(t) for t in rest):
            continue
        room = arithmetic.weight(facts, scalars)
        if softmax_jacobian_of(facts, _opposite(facts, rest)) is not None:
            gap: Poly = room.value - Poly.number(Fraction(1, 2))  # its largest eigenvalue is at most 1/2
            found = max(found, arithmetic.poly_sign(facts, gap))
        gap = room.value
        sizes = [facts.norm(part, "2").value for part in rest]
        gap = functools.reduce(Poly.__sub__, sizes, room.value)
        found = max(found, _sign_by_orders(facts, gap))
        found = found or int(len(gap.terms) > 1 and is_nonnegative(facts, gap))
        opposite = _opposite(facts, rest)
        if found == 0 and facts.is_semidefinite(opposite):  # tr S is the sum of the eigenvalues
            gap = room.value - facts.value(build.trace(opposite)).value
            found = arithmetic.poly_sign(facts, gap) or int(is_nonnegative(facts, gap))
    return found


def _sign_by_orders(facts: Facts, gap: Poly) -> int:
    """The sign of a polynomial by that of its terms, or since it is at least what a hypothesis says to be so: ``1 - ||S||_2``.

    Theorems are not asked: what they say of eigenvalues may lead back here.
    """
    known = arithmetic.poly_sign(facts, gap)
    for small, large, strict, ranges in facts.orders if not known else ():
        if ranges:
            continue
        try:
            rest = gap - (facts.value(large).value - facts.value(small).value)
        except NotSupported:
            continue
        if not rest.terms or arithmetic.poly_sign(facts, rest):
            known = max(known, POSITIVE if strict or arithmetic.poly_sign(facts, rest) == POSITIVE else NONNEGATIVE)
    return known


def _opposite(facts: Facts, terms: Sequence[Expr]) -> Expr:
    """Minus a sum, without a number in front of the terms that are subtracted once."""
    parts: list[Expr] = []
    for term in terms:
        scalars, matrices = factors(term)
        weight = -arithmetic.weight(facts, scalars).value
        matrix = chain(matrices)
        parts.append(matrix if weight.is_number() == 1 else build.scale(to_expr(weight), matrix))
    return build.add(*parts)


def is_definite(facts: Facts, expr: Expr) -> bool:
    """Whether a matrix is shown to be symmetric with positive eigenvalues alone."""
    expr = strip(normal(expr))
    return facts.once(("definite", expr), False, lambda: _definite(facts, expr))


def _definite(facts: Facts, expr: Expr) -> bool:
    """Whether a matrix is a sum of semidefinite ones, one of them definite, nearer to ``c I`` than c, or a product of definite ones."""
    if not facts.is_semidefinite(expr):
        return False
    if POSITIVE in (sign_in_block(facts, expr), sign_of_block(facts, expr)):
        return True
    wide = _multiplied_out(facts, expr.args if expr.op == "add" else [expr]) if expr.op in ("add", "matmul") else None
    if wide is not None and facts.is_definite(wide):
        return True
    if expr.op == "add":
        if _sign_of_diagonal(facts, expr.args) == POSITIVE:
            return True
        if POSITIVE in (_below_identity(facts, expr.args), loewner.order_of_sum(facts, expr.args)):
            return True
        if POSITIVE in (sign_of_complement(facts, expr.args), sign_of_function(facts, expr)):
            return True
        if not all(facts.is_semidefinite(p) for p in expr.args):
            parts = collected(facts, expr.args)
            least = [min(arithmetic.poly_sign(facts, w), facts.is_semidefinite(a)) for a, w in parts]
            definite = (facts.is_definite(a) and arithmetic.poly_sign(facts, w) == POSITIVE for a, w in parts)
            return all(least) and any(definite)
        return any(facts.is_definite(p) for p in expr.args)
    least = facts.signs.get(canonical(build.eig(canonical(expr), "min")), 0)
    if POSITIVE in (least, loewner.above_semidefinite(facts, expr), sign_of_function(facts, expr)):
        return True
    if facts.is_nonzero(build.det(expr)):
        return True  # no eigenvalue is negative, none is zero
    if expr.op == "diag" and cols(expr.args[0]) == ONE:
        return sign_of_entries(facts, expr.args[0]) == POSITIVE
    if expr.op == "sum" and size_sign(facts, expr.data[2] - expr.data[1] + 1) == POSITIVE:
        return facts.is_definite(expr.args[0])
    if expr.op in ("kron", "hadamard", "inv", "transpose"):
        return all(facts.is_definite(part) for part in expr.args)
    inverted = _inverted(facts, expr)
    return facts.is_definite(inverted) if inverted is not None else _is_definite_product(facts, expr)


def _is_definite_product(facts: Facts, expr: Expr) -> bool:
    """A positive multiple of a definite matrix, or of ``B^T S B`` with a definite S and independent columns of B."""
    scalars, parts = factors(expr)
    if not parts or arithmetic.poly_sign(facts, arithmetic.weight(facts, scalars).value) != POSITIVE:
        return False
    if len(parts) == 1:
        return parts[0].op == "eye" or (strip(parts[0]) != expr and facts.is_definite(parts[0]))
    middle = _congruence(facts, parts)
    if middle is None or not has_independent_columns(facts, chain(parts[(len(parts) + 1) // 2 :])):
        return False
    return not middle or facts.is_definite(chain(middle))


def sign(facts: Facts, expr: Expr) -> int:
    """The sign of eigenvalues, trace, determinant, diagonal entries and forms of semidefinite matrices, and of extrema; else 0."""
    if expr.op in ("eig", "trace", "det"):
        if not facts.is_semidefinite(expr.args[0]):
            return loewner.sign_of_trace(facts, expr.args[0]) if expr.op == "trace" else 0
        return POSITIVE if facts.is_definite(expr.args[0]) else NONNEGATIVE
    if expr.op == "sigma" and expr.data[0] == "min":
        both = (expr.args[0], build.transpose(expr.args[0]))
        return POSITIVE if any(has_independent_columns(facts, m) for m in both) else NONNEGATIVE
    if expr.op in ("minover", "maxover") and expr.data[1] == ONE:
        return sign_of_scalar(facts, expr.args[0])
    if expr.op == "order" and cols(expr.args[0]) == ONE:
        return sign_of_entries(facts, expr.args[0])
    if expr.op == "entry" and expr.data[0] == expr.data[1]:
        if rows(expr.args[0]) != cols(expr.args[0]) or not facts.is_semidefinite(expr.args[0]):
            return 0
        return POSITIVE if facts.is_definite(expr.args[0]) else NONNEGATIVE
    if expr.op == "matmul" and rows(expr) == cols(expr) == ONE:
        return _sign_of_form(facts, expr) if facts.is_semidefinite(expr) else 0
    return 0


def _sign_of_form(facts: Facts, form: Expr) -> int:
    """The sign of ``x^T S x`` with a semidefinite S: positive if S is definite and x is not zero."""
    scalars, parts = factors(form)
    middle = _congruence(facts, parts)
    strict = arithmetic.poly_sign(facts, arithmetic.weight(facts, scalars).value) == POSITIVE
    if not strict or middle is None or len(parts) != len(middle) + 2 or not facts.is_nonzero(parts[-1]):
        return NONNEGATIVE
    return POSITIVE if not middle or facts.is_definite(chain(middle)) else NONNEGATIVE




__all__ = ["collected", "is_definite", "is_semidefinite", "is_symmetric", "same_sum", "sign"]
