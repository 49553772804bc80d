r"""Traces of projections: ``tr P = rank P`` where P^2 = P, so ``tr(A A^+) = tr(A^+ A) = rank A`` and ``rank(I - 1 1^T / n) = n - 1``.

The eigenvalues of P are 0 and 1 and it has as many independent eigenvectors; A B is such a matrix, of the rank of A, if
A B A = A (Horn and Johnson, Matrix Analysis, 1.3.P2 and 7.3.P7; Ben-Israel and Greville, Generalized Inverses, 2.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.common_factors import common_matrices
from derive.bounds.forms.normal import canonical, factors, normal, strip
from derive.core import Expr

MAX_NODES = 4
RULE, TEXT = "projection", "tr P = rank P where P^2 = P; tr(A B) = rank A where A B A = A"


def traces_of_projections(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the ranks that the traces of projections are, which are evaluated at every point of a claim."""
    for node in [n for n in nodes if n.op == "rank"][:MAX_NODES]:
        for matrix in _less_than_identity(strip(normal(node.args[0]))):
            if are_equal(facts, build.matmul(matrix, matrix), matrix):
                trace = build.trace(matrix)
                yield Theorem(node, trace, False, RULE, f"{TEXT}; rank(A P B) <= rank P")
                yield Theorem(trace, build.rank(matrix), False, RULE, TEXT)
    for node in [n for n in nodes if n.op == "trace"][:MAX_NODES]:
        for matrix in _of_this_rank(facts, strip(normal(node.args[0]))):
            rank = build.rank(matrix)
            yield Theorem(node, rank, False, RULE, TEXT)
            yield Theorem(rank, node, False, RULE, TEXT)


def _less_than_identity(matrix: Expr) -> Iterator[Expr]:
    """The sums with a multiple of the identity that a matrix is, or that are among its factors."""
    shared = [rest for rest, _, alone in common_matrices(matrix) if alone] if matrix.op == "add" else []
    for part in map(strip, (matrix, *factors(matrix)[1], *shared)):
        if part.op == "add" and any(strip(factors(term)[1][0]).op == "eye" for term in part.args):
            yield part


def _of_this_rank(facts: Facts, matrix: Expr) -> Iterator[Expr]:
    """The matrices whose rank is the trace of a product, by what the hypotheses say of it."""
    if canonical(matrix) in facts.idempotent:
        yield matrix
    scalars, parts = factors(matrix)
    for pair in (parts, parts[::-1]) if len(parts) == 2 and not scalars else ():
        if tuple(canonical(strip(part)) for part in pair) in facts.inner_inverses:
            yield pair[0]


__all__ = ["traces_of_projections"]
