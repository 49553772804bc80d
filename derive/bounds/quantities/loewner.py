"""The Loewner order: what follows from ``B - A`` being semidefinite for inverses, Kronecker and Hadamard products, and traces.

    0 < A <= B  gives  B^-1 <= A^-1            A <= B, C >= 0  gives  A (x) C <= B (x) C,  A o C <= B o C,  tr(A C) <= tr(B C)
    0 <= A <= B gives  0 <= B                  0 <= A_k <= B_k gives  A_1 (x) A_2 <= B_1 (x) B_2
    0 <= A <= B, B > 0 gives  A B^-1 A <= A

Source: Horn and Johnson, Matrix Analysis, 7.5.3 (Schur), 7.7; Topics in Matrix Analysis, 4.2.12.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, UNKNOWN, Facts, Theorem
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, normal, rows, strip
from derive.bounds.forms.polynomial import Poly, order_key, to_expr
from derive.bounds.quantities import arithmetic, norms
from derive.bounds.quantities.arithmetic import collected
from derive.core import Expr
from derive.errors import NotSupported

PRODUCTS = ("kron", "hadamard")  # semidefinite where both factors are, and linear in each


def told_differences(facts: Facts) -> list[Expr]:
    """Sums that the hypotheses say to be symmetric and semidefinite."""
    least = [e for e, sign in facts.signs.items() if e.op == "eig" and e.data[0] == "min" and sign >= NONNEGATIVE]
    return [m for m in (strip(e.args[0]) for e in least) if m.op == "add" and facts.is_symmetric(m)]


def beside_told(facts: Facts, terms: Sequence[Expr]) -> bool:
    """Whether a sum is a nonnegative multiple of a difference that the hypotheses say to be semidefinite, and a semidefinite rest.

    ``w H + c I = w (H - m I) + (c + w m) I``.
    """
    whole = dict(collected(facts, terms))
    for told in told_differences(facts):
        part = dict(collected(facts, told.args))
        for matrix, number in part.items():
            share = number.is_number()
            if matrix.op == "eye" or not share or matrix not in whole:
                continue
            factor = whole[matrix] * Poly.number(1 / share)
            rest = {m: whole.get(m, Poly(())) - factor * part.get(m, Poly(())) for m in {**whole, **part}}
            if not is_nonnegative(facts, factor):
                continue
            if all(
                is_nonnegative(facts, weight) and facts.is_semidefinite(m)
                for m, weight in rest.items()
                if weight.terms
            ):
                return True
    return False


def above_spectrum(facts: Facts, terms: Sequence[Expr]) -> bool:
    """Whether a sum is ``w A + c I`` with a symmetric A and ``w lambda + c >= 0`` at its extreme eigenvalue."""
    whole = dict(collected(facts, terms))
    units = [m for m in whole if m.op == "eye"]
    others = [m for m in whole if m.op != "eye"]
    if len(units) != 1 or len(others) != 1 or not facts.is_symmetric(others[0]):
        return False
    weight, shift = whole[others[0]], whole[units[0]]
    before = facts.work
    try:
        for sign, end in ((weight, "min"), (weight * Poly.number(-1), "max")):
            if arithmetic.poly_sign(facts, sign):
                extreme = facts.value(build.eig(others[0], end)).value
                return is_nonnegative(facts, shift + weight * extreme)
    except NotSupported:
        pass
    finally:
        facts.work = before
    return False


def is_nonnegative(facts: Facts, weight: Poly) -> bool:
    """Return whether the rules show that a number is not negative."""
    if not weight.terms or arithmetic.poly_sign(facts, weight):
        return True
    return facts.nonnegative(weight) is not None or facts.algebraic(weight, False) is not None


def by_order(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """``||S||_2 <= c`` for a symmetric S with ``- c I <= S <= c I``, ``lambda_max(S) <= c`` and ``S_ii <= c`` with ``S <= c I``.

    Each is strict where the differences are definite: there are finitely many eigenvalues.
    They are asked for the norm, the eigenvalue or the entry on one side of a claim, and the number on the other.
    """
    for node, other in (sides, sides[::-1]):
        node = strip(node)
        spectral = node.op == "norm" and node.data[0] == "2"
        extreme = node.data[0] if node.op == "eig" and node.data[0] in ("min", "max") else ""
        if not spectral and not extreme and (node.op != "entry" or node.data[0] != node.data[1]):
            continue
        matrix = node.args[0]
        if rows(matrix) != cols(matrix) or rows(matrix) == ONE or strip(normal(matrix)).op == "var":
            continue
        room = build.scale(other, build.eye(matrix.shape.rows))
        if extreme == "min":
            gap = build.sub(matrix, room)
            if facts.is_symmetric(matrix) and facts.is_semidefinite(gap):
                strict = facts.is_definite(gap)
                yield Theorem(other, node, strict, "loewner order", "lambda_min(S) >= c for S >= c I")
            continue
        above, below = build.sub(room, matrix), build.add(room, matrix)
        if not facts.is_symmetric(matrix) or not facts.is_semidefinite(above):
            continue
        if not spectral:
            told = "lambda_max(S)" if extreme else "S_ii"
            yield Theorem(node, other, facts.is_definite(above), "loewner order", f"{told} <= c for S <= c I")
        elif facts.is_semidefinite(below):
            text = "||S||_2 <= c for a symmetric S with - c I <= S <= c I"
            strict = facts.is_definite(above) and facts.is_definite(below)
            yield Theorem(node, other, strict, "loewner order", text)


def order_of_sum(facts: Facts, terms: Sequence[Expr]) -> int:
    """The sign of a difference of two inverses or of two products, of matrices in the Loewner order."""
    if _is_shorted(facts, terms):
        return NONNEGATIVE
    pair = _opposite(facts, terms)
    if pair is None:
        return _identity_and_inverse(facts, terms)
    large, small = pair
    if large.op == small.op == "inv":
        # A <= B and A > 0: B^-1 <= A^-1; here the larger inverse is that of the smaller matrix
        first, second = (strip(normal(m.args[0])) for m in (large, small))
        gap = build.sub(second, first)
        if facts.is_definite(first) and facts.is_semidefinite(gap):
            return POSITIVE if facts.is_definite(gap) else NONNEGATIVE
    if large.op == small.op and large.op in PRODUCTS and _is_larger_product(facts, large.args, small.args):
        return NONNEGATIVE
    return UNKNOWN


def _is_shorted(facts: Facts, terms: Sequence[Expr]) -> bool:
    """Whether a sum is ``w (M - M C^-1 M)`` with 0 <= M <= C, definite C and w >= 0: ``C^-1/2 M C^-1/2 <= I``."""
    if len(terms) != 2:
        return False
    (first, outer), (second, parts) = sorted(map(factors, terms), key=lambda f: len(f[1]))
    n, weights = len(outer), [arithmetic.weight(facts, scalars).value for scalars in (first, second)]
    middle = strip(parts[n]) if len(parts) == 2 * n + 1 else None
    if (
        not outer
        or middle is None
        or middle.op != "inv"
        or (weights[0] + weights[1]).terms
        or not is_nonnegative(facts, weights[0])
    ):
        return False
    matrix, *sides = (canonical(strip(normal(chain(part)))) for part in (outer, parts[:n], parts[n + 1 :]))
    if sides != [matrix, matrix] or not facts.is_semidefinite(matrix):
        return False
    inner = middle.args[0]
    return facts.is_definite(inner) and facts.is_semidefinite(build.sub(inner, build.reshape(matrix, inner.shape)))


def _identity_and_inverse(facts: Facts, terms: Sequence[Expr]) -> int:
    """``c I - w A^-1`` has the sign of ``A - (w / c) I``, and ``w A^-1 - c I`` that of ``(w / c) I - A``, for definite A and c, w > 0."""
    split = [(arithmetic.weight(facts, s).value, strip(p[0])) for s, p in map(factors, terms) if len(p) == 1]
    if len(terms) != 2 or len(split) != 2 or {m.op for _, m in split} != {"eye", "inv"}:
        return UNKNOWN
    (front, _), (weight, inverse) = sorted(split, key=lambda pair: pair[1].op != "eye")
    inner = strip(normal(inverse.args[0]))
    signs = [[arithmetic.poly_sign(facts, p) for p in (poly, -poly)] for poly in (front, weight)]
    if sorted(signs[0]) != [0, POSITIVE] or signs[0] != signs[1][::-1] or not facts.is_definite(inner):
        return UNKNOWN
    shift = build.scale(
        to_expr(arithmetic.power(facts, Bound(front), -arithmetic.UNITY).value * weight), build.eye(inner.shape.rows)
    )
    gap = build.add(inner, shift) if signs[0][0] else build.add(build.neg(inner), build.neg(shift))
    return (POSITIVE if facts.is_definite(gap) else NONNEGATIVE) if facts.is_semidefinite(gap) else UNKNOWN


def _opposite(facts: Facts, terms: Sequence[Expr]) -> tuple[Expr, Expr] | None:
    """(M, N) of ``c M - c N`` with c not negative."""
    if len(terms) != 2:
        return None
    split = [factors(t) for t in terms]
    first, second = (arithmetic.weight(facts, scalars).value for scalars, _ in split)
    if any(len(parts) != 1 for _, parts in split) or (first + second).terms:
        return None
    matrices = [strip(parts[0]) for _, parts in split]
    if arithmetic.poly_sign(facts, first):
        return matrices[0], matrices[1]
    return (matrices[1], matrices[0]) if arithmetic.poly_sign(facts, second) else None


def _is_larger_product(facts: Facts, large: Sequence[Expr], small: Sequence[Expr]) -> bool:
    """B_1 (x) B_2 - A_1 (x) A_2 = (B_1 - A_1) (x) B_2 + A_1 (x) (B_2 - A_2), or with the other factor first."""
    if any(a.shape.totals != b.shape.totals or rows(a) != cols(a) for a, b in zip(large, small, strict=True)):
        return False
    (b1, b2), (a1, a2) = large, small
    return _telescopes(facts, b1, a1, b2, a2) or _telescopes(facts, b2, a2, b1, a1)


def _telescopes(facts: Facts, b1: Expr, a1: Expr, b2: Expr, a2: Expr) -> bool:

    moved = [(b1, a1, b2), (b2, a2, a1)]
    needed = [(b, a, c) for b, a, c in moved if canonical(normal(b)) != canonical(normal(a))]
    return all(facts.is_semidefinite(build.sub(b, a)) and facts.is_semidefinite(c) for b, a, c in needed)


def above_semidefinite(facts: Facts, matrix: Expr) -> int:
    """The sign of B where ``B - A`` is semidefinite by hypothesis: that of A."""
    wanted = canonical(strip(normal(matrix)))
    return facts.once(("above", wanted), UNKNOWN, lambda: _above(facts, wanted))


def _above(facts: Facts, wanted: Expr) -> int:

    found = UNKNOWN
    for difference in told_differences(facts):
        for k, term in enumerate(difference.args):
            rest = [build.neg(t) for q, t in enumerate(difference.args) if q != k]
            below = build.add(*rest)
            if canonical(strip(normal(term))) == wanted and facts.is_semidefinite(below):
                found = max(found, POSITIVE if facts.is_definite(below) else NONNEGATIVE)
    return found


# Traces.


def cyclic(facts: Facts, parts: list[Expr]) -> Expr:
    """Of the products with the same trace, ``tr(A B) = tr(B A) = tr(A^T B^T)``, the one that comes first."""
    found = []
    for chosen in (norms.symmetrized(facts, parts), norms.turned(facts, parts)):
        for start in range(len(chosen)):
            try:
                found.append(canonical(chain([*chosen[start:], *chosen[:start]])))
            except NotSupported:
                continue
    return min(found, key=order_key)


def sign_of_trace(facts: Facts, matrix: Expr) -> int:
    """The sign of a trace by those of the products with the same trace: ``tr(A B) >= 0`` for semidefinite A and B.

    It is positive for a definite A and a B that is not zero: it is ``tr(A^1/2 B A^1/2)``.
    """
    scalars, parts = factors(strip(normal(matrix)))
    if scalars:
        return UNKNOWN
    for start in range(len(parts)):
        turned = [*parts[start:], *parts[:start]]
        whole = chain(turned)
        if start and facts.is_semidefinite(whole):
            return POSITIVE if facts.is_definite(whole) else NONNEGATIVE
        for cut in range(1, len(turned)):
            halves = [chain(turned[:cut]), chain(turned[cut:])]
            if all(rows(h) == cols(h) and facts.is_semidefinite(h) for h in halves):
                positive = any(
                    facts.is_definite(a) and (facts.is_definite(b) or facts.is_nonzero(b))
                    for a, b in (halves, halves[::-1])
                )
                return POSITIVE if positive else NONNEGATIVE
    return UNKNOWN


__all__ = [
    "above_semidefinite",
    "above_spectrum",
    "beside_told",
    "by_order",
    "cyclic",
    "is_nonnegative",
    "order_of_sum",
    "sign_of_trace",
    "told_differences",
]
