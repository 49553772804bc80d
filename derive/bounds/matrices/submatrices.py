"""Norms of the blocks of a matrix that a claim writes out: none exceeds that of the whole; least singular values of stacked blocks.

Source: Horn and Johnson, Topics in Matrix Analysis, 3.1.3; Matrix Analysis, 4.3.1 (Weyl).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import canonical, cols, normal, rows, strip
from derive.bounds.quantities.singular_values import is_at_most
from derive.core import Expr
from derive.size_names import size_names
from derive.sizes import Size

MAX_NODES = 6
JOINS = ("hcat", "vcat")


def submatrices(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield ``||A|| <= ||[A B]||`` for the norms that a claim speaks of: each is that of P [A B] Q with selections P and Q."""
    norms = [n for n in nodes if n.op == "norm"]
    text = "no norm of a block exceeds that of the whole"
    for part in norms:
        whole = sliced(strip(part.args[0]))
        if whole is not None:
            yield Theorem(part, build.norm(whole, part.data[0]), False, "submatrix", text)
    for whole in [n for n in norms if strip(n.args[0]).op in JOINS][:MAX_NODES]:
        pieces = {canonical(strip(normal(piece))) for piece in blocks_of(strip(whole.args[0]))}
        for part in norms:
            same = part.data == whole.data and canonical(strip(normal(part.args[0]))) in pieces
            if same:
                yield Theorem(build.norm(part.args[0], part.data[0]), whole, False, "submatrix", text)
    for whole in [n for n in nodes if n.op in ("sigma", "kappa") and strip(n.args[0]).op in JOINS][:MAX_NODES]:
        yield from _joined(facts, whole)


def _joined(facts: Facts, whole: Expr) -> Iterator[Theorem]:
    """Of ``C = [A; B]`` with A and B no wider than tall, ``sigma_min(A) <= sigma_min(C)`` and ``kappa(C) <= max kappa <= sum kappa`` of the blocks.

    ``C^T C = A^T A + B^T B``: the least eigenvalue is at least the sum of the least ones, and the largest at most the sum of the
    largest, which are kappa^2 times the least. Where a block is singular its kappa is infinite. So for rows of wide blocks.
    """
    matrix = strip(whole.args[0])
    parts = [strip(part) for part in matrix.args]
    for part in parts:
        short, long = (cols(part), rows(part)) if matrix.op == "vcat" else (rows(part), cols(part))
        if not is_at_most(facts, short, long):
            return
    if whole.op == "kappa":
        text = "kappa of stacked tall blocks is at most the largest of theirs"
        found = [build.kappa(part) for part in parts]
        yield Theorem(whole, build.extreme("max", *found), False, "submatrix", text)
        yield Theorem(whole, build.add(*found), False, "submatrix", text)
    elif whole.data[0] == "min":
        text = "sigma_min of stacked tall blocks is at least that of each"
        yield from (Theorem(build.sigma(part, "min"), whole, False, "submatrix", text) for part in parts)


def sliced(matrix: Expr) -> Expr | None:
    """The matrix of which one holds the entries in some rows next to one another and some columns; None if it is no such part."""
    if matrix.op != "blocks" or matrix.args[0].op != "entry":
        return None
    (i, m, j, n), entry = matrix.data, matrix.args[0]
    for (own, length), other, place in zip(((i, m), (j, n)), (j, i), entry.data, strict=True):
        moved = own in place.names and (place - Size.of(own)).names.isdisjoint((i, j))
        if other in place.names or not (moved or (length == Size.of(1) and own not in place.names)):
            return None
    whole = entry.args[0]
    return None if {i, j} & size_names(whole) else whole


def blocks_of(matrix: Expr) -> list[Expr]:
    """The blocks of which a matrix is put together, and what they are put together to on the way."""
    found = []
    for part in matrix.args:
        part = strip(part)
        found.append(part)
        if part.op in JOINS:
            found += blocks_of(part)
    return found


__all__ = ["submatrices"]
