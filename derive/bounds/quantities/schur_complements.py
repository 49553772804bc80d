"""Semidefinite block matrices by their corners: [A B; B^T D] is semidefinite if and only if D - B^T A^-1 B is, for definite A.

The corners of a (semi)definite block matrix are (semi)definite. Source: Horn and Johnson, Matrix Analysis, 7.1.2 and 7.7.7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import NONNEGATIVE, POSITIVE, UNKNOWN, Facts
from derive.bounds.forms.normal import canonical, chain, cols, factors, normal, rows, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import values
from derive.core import Expr

Corners = tuple[Expr, Expr, Expr, Expr]


def corners(matrix: Expr) -> Corners | None:
    """(A, B, C, D) of a square matrix [A B; C D] with square A and D; None if it is not written like this."""
    lines = [strip(line) for line in matrix.args] if matrix.op == "vcat" else []
    if len(lines) != 2 or any(line.op != "hcat" or len(line.args) != 2 for line in lines):
        return None
    a, b, c, d = (strip(part) for line in lines for part in line.args)
    return (a, b, c, d) if rows(a) == cols(a) and rows(d) == cols(d) else None


def is_symmetric_block(facts: Facts, matrix: Expr) -> bool:
    """Whether a block matrix is [A B; B^T D] with symmetric A and D."""
    from derive.bounds.quantities.norms import is_transposed
    from derive.bounds.quantities.semidefinite import is_symmetric

    found = corners(matrix)
    if found is None:
        return False
    a, b, c, d = found
    return is_transposed(facts, b, c) and is_symmetric(facts, a) and is_symmetric(facts, d)


def sign_of_block(facts: Facts, matrix: Expr) -> int:
    """The sign of a symmetric block matrix by a definite corner and its complement, or by the corners if the rest is zero."""
    from derive.bounds.quantities.semidefinite import is_definite, is_semidefinite

    found = corners(matrix)
    if found is None or not is_symmetric_block(facts, matrix):
        return UNKNOWN
    a, b, _, d = found
    known = [UNKNOWN]
    if build.is_zero(b) and is_semidefinite(facts, a) and is_semidefinite(facts, d):
        known.append(POSITIVE if is_definite(facts, a) and is_definite(facts, d) else NONNEGATIVE)
    for corner, complement in _complements(found):
        if is_definite(facts, corner) and is_semidefinite(facts, complement):
            known.append(POSITIVE if is_definite(facts, complement) else NONNEGATIVE)
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
    from derive.bounds.quantities.norms import is_transposed
    from derive.bounds.quantities.semidefinite import is_definite, is_semidefinite

    found = [(values.weight(facts, scalars).value, parts) for scalars, parts in map(factors, terms)]
    if len(found) != 2 or min(len(parts) for _, parts in found) != 1:
        return UNKNOWN
    (front, outer), (weight, parts) = sorted(found, key=lambda pair: len(pair[1]))
    half, corner = len(parts) // 2, strip(outer[0])
    middle = strip(parts[half])
    if len(parts) < 3 or len(parts) % 2 == 0 or middle.op != "inv":
        return UNKNOWN
    if not all(is_transposed(facts, a, b) for a, b in zip(parts[:half], reversed(parts), strict=False)):
        return UNKNOWN
    if values.poly_sign(facts, front) != POSITIVE or values.poly_sign(facts, -weight) != POSITIVE:
        return UNKNOWN
    inner = strip(normal(middle.args[0]))
    square = build.reshape(_between(corner, parts[:half], parts[half + 1 :]), inner.shape)
    twin = build.sub(_times(front, inner), _times(-weight, square))
    if not is_definite(facts, inner) or not is_definite(facts, corner) or not is_semidefinite(facts, twin):
        return UNKNOWN
    return POSITIVE if is_definite(facts, twin) else NONNEGATIVE


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
    from derive.bounds.quantities.semidefinite import is_definite, is_symmetric, same_sum

    known = UNKNOWN
    for least, sign in list(facts.signs.items()):
        block = strip(least.args[0]) if least.op == "eig" and least.data[0] == "min" and sign else None
        found = corners(block) if block is not None else None
        if block is None or found is None or not is_symmetric(facts, block):
            continue
        if any(canonical(strip(normal(corner))) == wanted for corner in (found[0], found[3])):
            known = max(known, sign)
        for corner, complement in _complements(found) if wanted.op == "add" else ():
            if same_sum(facts, complement, wanted) and is_definite(facts, corner):
                known = max(known, sign)
    return known


__all__ = ["corners", "is_symmetric_block", "sign_in_block", "sign_of_complement", "sign_of_block"]
