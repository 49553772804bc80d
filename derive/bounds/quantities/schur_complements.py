"""Semidefinite block matrices by their corners: [A B; B^T D] is semidefinite if and only if D - B^T A^-1 B is, for definite A.

The corners of a (semi)definite block matrix are (semi)definite. Source: Horn and Johnson, Matrix Analysis, 7.1.2 and 7.7.7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, UNKNOWN, Facts
from derive.bounds.forms.normal import canonical, chain, corners, factors, normal, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.arithmetic import same_sum
from derive.bounds.quantities.norms import is_transposed
from derive.core import Expr

Corners = tuple[Expr, Expr, Expr, Expr]


def is_symmetric_block(facts: Facts, matrix: Expr) -> bool:
    """Whether a block matrix is [A B; B^T D] with symmetric A and D."""
    found = corners(matrix)
    if found is None:
        return False
    a, b, c, d = found
    return is_transposed(facts, b, c) and facts.is_symmetric(a) and facts.is_symmetric(d)


def sign_of_block(facts: Facts, matrix: Expr) -> int:
    """The sign of a symmetric block matrix by a definite corner and its complement, or by the corners if the rest is zero."""
    found = corners(matrix)
    if found is None or not is_symmetric_block(facts, matrix):
        return UNKNOWN
    a, b, _, d = found
    known = [UNKNOWN]
    if build.is_zero(b) and facts.is_semidefinite(a) and facts.is_semidefinite(d):
        known.append(POSITIVE if facts.is_definite(a) and facts.is_definite(d) else NONNEGATIVE)
    for corner, complement in _complements(found):
        if facts.is_definite(corner) and facts.is_semidefinite(complement):
            known.append(POSITIVE if facts.is_definite(complement) else NONNEGATIVE)
    return max(known)


def _complements(found: Corners) -> Iterator[tuple[Expr, Expr]]:
    """(A, D - C A^-1 B) and (D, A - B D^-1 C)."""
    a, b, c, d = found
    yield a, _complement(d, c, a, b)
    yield d, _complement(a, b, d, c)


def _complement(corner: Expr, left: Expr, middle: Expr, right: Expr) -> Expr:
    product = build.matmul(build.matmul(left, build.inv(middle)), right)
    return build.sub(corner, build.reshape(product, corner.shape))


def sign_of_complement(facts: Facts, terms: Sequence[Expr]) -> int:
    """The sign of ``c D - w B C^-1 B^T`` for definite C and D, c and w > 0: that of its twin ``c C - w B^T D^-1 B``, if that is one."""
    found = [(arithmetic.weight(facts, scalars).value, parts) for scalars, parts in map(factors, terms)]
    if len(found) != 2 or min(len(parts) for _, parts in found) != 1:
        return UNKNOWN
    (front, outer), (weight, parts) = sorted(found, key=lambda pair: len(pair[1]))
    half, corner = len(parts) // 2, strip(outer[0])
    middle = strip(parts[half])
    if len(parts) < 3 or len(parts) % 2 == 0 or middle.op != "inv":
        return UNKNOWN
    if not all(is_transposed(facts, a, b) for a, b in zip(parts[:half], reversed(parts), strict=False)):
        return UNKNOWN
    if arithmetic.poly_sign(facts, front) != POSITIVE or arithmetic.poly_sign(facts, -weight) != POSITIVE:
        return UNKNOWN
    inner = strip(normal(middle.args[0]))
    square = build.reshape(_between(corner, parts[:half], parts[half + 1 :]), inner.shape)
    twin = build.sub(_times(front, inner), _times(-weight, square))
    if not facts.is_definite(inner) or not facts.is_definite(corner) or not facts.is_semidefinite(twin):
        return UNKNOWN
    return POSITIVE if facts.is_definite(twin) else NONNEGATIVE


def _between(corner: Expr, left: Sequence[Expr], right: Sequence[Expr]) -> Expr:
    """``B^T D^-1 B`` for ``B = left`` and ``B^T = right``; of ``B = D F`` it is ``F^T D F``."""
    if corner.op == "eye":
        return chain([*right, *left])
    if canonical(strip(left[0])) == canonical(corner) and len(left) > 1:
        return chain([*right[:-1], corner, *left[1:]])
    return chain([*right, build.inv(corner), *left])


def _times(weight: Poly, matrix: Expr) -> Expr:
    return matrix if weight.is_number() == 1 else build.scale(to_expr(weight), matrix)


def sign_in_block(facts: Facts, matrix: Expr) -> int:
    """The sign of a corner of a block matrix that a hypothesis says to be semidefinite, or of the complement of a corner."""
    wanted = canonical(strip(normal(matrix)))
    return facts.once(("in block", wanted), UNKNOWN, lambda: _in_told_block(facts, wanted))


def _in_told_block(facts: Facts, wanted: Expr) -> int:
    known = UNKNOWN
    for least, sign in list(facts.signs.items()):
        block = strip(least.args[0]) if least.op == "eig" and least.data[0] == "min" and sign else None
        found = corners(block) if block is not None else None
        if block is None or found is None or not facts.is_symmetric(block):
            continue
        if any(canonical(strip(normal(corner))) == wanted for corner in (found[0], found[3])):
            known = max(known, sign)
        for corner, complement in _complements(found) if wanted.op == "add" else ():
            if same_sum(facts, complement, wanted) and facts.is_definite(corner):
                known = max(known, sign)
    return known


__all__ = ["is_symmetric_block", "sign_in_block", "sign_of_complement", "sign_of_block"]
