"""Pseudoinverses over a field, by a factorization of full rank.

A = B C with B the pivot columns of A and C the nonzero rows of its reduced echelon form; then
A^+ = C^T (C C^T)^-1 (B^T B)^-1 B^T (Ben-Israel and Greville, Generalized Inverses, 1.6): rational where A is.
"""

from __future__ import annotations

from typing import TypeVar

from flint import fmpq_mat, nmod_mat

M = TypeVar("M", fmpq_mat, nmod_mat)


def full_rank_pseudoinverse(a: M) -> M:
    """Return the pseudoinverse of a matrix of any rank.

    Raises:
        ZeroDivisionError: A Gram matrix is singular (over a prime field alone).

    """
    reduced, rank = a.rref()
    if rank == 0:
        return 0 * a.transpose()
    columns = range(a.ncols())
    pivots = [next(j for j in columns if reduced[i, j] != 0) for i in range(rank)]
    c = _like(a, [[reduced[i, j] for j in columns] for i in range(rank)])
    b = _like(a, [[a[i, j] for j in pivots] for i in range(a.nrows())])
    return c.transpose() * (c * c.transpose()).inv() * (b.transpose() * b).inv() * b.transpose()


def _like(a: M, rows: list[list]) -> M:
    """A matrix over the same field."""
    flat = [x for row in rows for x in row]
    if isinstance(a, fmpq_mat):
        return fmpq_mat(len(rows), len(rows[0]), flat)
    return nmod_mat(len(rows), len(rows[0]), flat, a.modulus())
