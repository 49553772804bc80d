r"""Traces of projections: ``tr P = rank P`` where P^2 = P, so ``tr(A A^+) = tr(A^+ A) = rank A``.

The eigenvalues of P are 0 and 1 and it has as many independent eigenvectors; A B is such a matrix, of the rank of A, if
A B A = A (Horn and Johnson, Matrix Analysis, 1.3.P2 and 7.3.P7; Ben-Israel and Greville, Generalized Inverses, 2.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import canonical, factors, normal, strip
from derive.core import Expr

MAX_NODES = 4
RULE, TEXT = "projection", "tr P = rank P where P^2 = P; tr(A B) = rank A where A B A = A"


def traces_of_projections(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the ranks that the traces of projections are, which are evaluated at every point of a claim."""
    for node in [n for n in nodes if n.op == "trace"][:MAX_NODES]:
        for matrix in _of_this_rank(facts, strip(normal(node.args[0]))):
            rank = build.rank(matrix)
            yield Theorem(node, rank, False, RULE, TEXT)
            yield Theorem(rank, node, False, RULE, TEXT)


def _of_this_rank(facts: Facts, matrix: Expr) -> Iterator[Expr]:
    """The matrices whose rank is the trace of a product, by what the hypotheses say of it."""
    if canonical(matrix) in facts.idempotent:
        yield matrix
    scalars, parts = factors(matrix)
    for pair in (parts, parts[::-1]) if len(parts) == 2 and not scalars else ():
        if tuple(canonical(strip(part)) for part in pair) in facts.inner_inverses:
            yield pair[0]


__all__ = ["traces_of_projections"]
