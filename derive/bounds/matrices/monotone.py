"""What grows in the Loewner order, and what is negative for negative matrices.

    A <= B       gives  tr A <= tr B;  lambda_k(A) <= lambda_k(B)  for symmetric A, B
    0 <= A <= B  gives  ||A|| <= ||B|| in the spectral, Frobenius and nuclear norm, s_k(A) <= s_k(B), det A <= det B
    c I <= A     gives  c <= lambda_min(A);  A <= c I gives lambda_max(A) <= c
    A < 0        gives  tr A < 0, lambda_k(A) < 0, A_ii < 0

Source: Horn and Johnson, Matrix Analysis, 4.3.3 and 7.7.4.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import cols, factors, normal, rows, strip
from derive.bounds.forms.polynomial import Poly, to_expr
from derive.bounds.quantities import values
from derive.bounds.quantities.loewner import told_differences
from derive.bounds.quantities.norms import UNITARY
from derive.bounds.quantities.semidefinite import is_definite, is_semidefinite, is_symmetric
from derive.core import Expr

MAX_NODES = 8  # of each kind that are looked at
RULE = "loewner order"


def monotone(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the scalars that are evaluated at every point of a claim."""
    yield from _negative(facts, nodes)
    yield from _multiples_of_identity(facts, nodes)
    kept = [n for n in nodes if n.op in ("eig", "sigma", "det", "trace") or (n.op == "norm" and n.data[0] in UNITARY)]
    for kind in dict.fromkeys((n.op, n.data) for n in kept):
        alike = [n for n in kept if (n.op, n.data) == kind][:MAX_NODES]
        for small, large in itertools.permutations(alike, 2):
            if _grows(facts, small, large):
                text = f"A <= B in the Loewner order gives {small.op}(A) <= {small.op}(B)"
                yield Theorem(small, large, False, RULE, text)
    logarithms = [n for n in nodes if n.op == "map" and n.data[0] == "log" and strip(n.args[0]).op == "det"]
    for small, large in itertools.permutations(logarithms[:MAX_NODES], 2):
        first, second = strip(small.args[0]), strip(large.args[0])
        if _grows(facts, first, second) and is_definite(facts, first.args[0]):
            yield Theorem(small, large, False, RULE, "0 < A <= B in the Loewner order gives log det A <= log det B")


def _grows(facts: Facts, small: Expr, large: Expr) -> bool:
    """Whether the matrix of a quantity is below that of another, and semidefinite where that is needed."""
    a, b = (strip(normal(n.args[0])) for n in (small, large))
    if a == b or a.shape.totals != b.shape.totals or rows(a) != cols(a):
        return False
    if small.op == "eig":
        enough = is_symmetric(facts, a) and is_symmetric(facts, b)
    else:
        enough = small.op == "trace" or is_semidefinite(facts, a)
    return enough and is_semidefinite(facts, build.sub(b, build.reshape(a, b.shape)))


def _multiples_of_identity(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Lambda_min(R) >= -c where a hypothesis says that ``R + c I`` is semidefinite; ||S||_2 <= c for -c I <= S <= c I."""
    if not any(n.op in ("eig", "sigma", "norm", "kappa") for n in nodes):
        return
    for difference in told_differences(facts)[:MAX_NODES]:
        shift, rest = _shifted(facts, difference)
        if rest is None or not shift.terms:
            continue
        strict = is_definite(facts, difference)
        text = "lambda_min(R) >= -c for semidefinite R + c I"
        yield Theorem(to_expr(-shift), build.eig(rest, "min"), strict, RULE, text)
        for node in (n for n in nodes if n.op == "norm" and n.data[0] == "2"):
            matrix = strip(normal(node.args[0]))
            room = build.scale(to_expr(shift), build.eye(matrix.shape.rows))
            if rows(matrix) != cols(matrix) or rows(matrix) != rows(difference):
                continue
            if is_semidefinite(facts, build.sub(room, matrix)) and is_semidefinite(facts, build.add(room, matrix)):
                yield Theorem(node, to_expr(shift), False, RULE, "||S||_2 <= c for -c I <= S <= c I, S symmetric")


def _shifted(facts: Facts, total: Expr) -> tuple[Poly, Expr | None]:
    """(c, R) of a sum ``R + c I``."""
    shift, rest = Poly(()), []
    for term in total.args:
        scalars, parts = factors(term)
        if len(parts) == 1 and strip(parts[0]).op == "eye":
            shift = shift + values.weight(facts, scalars).value
        else:
            rest.append(term)
    return shift, build.add(*rest) if rest else None


def _negative(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Traces, eigenvalues and diagonal entries of A where -A is semidefinite."""
    diagonal = [n for n in nodes if n.op in ("trace", "eig") or (n.op == "entry" and n.data[0] == n.data[1])]
    for node in diagonal[:MAX_NODES]:
        matrix = strip(normal(node.args[0]))
        minus = build.neg(matrix)
        if rows(matrix) == cols(matrix) and is_semidefinite(facts, minus):
            strict = is_definite(facts, minus)
            text = "eigenvalues and diagonal entries of a negative (semi)definite matrix are negative (not positive)"
            yield Theorem(node, build.const(0), strict, RULE, text)


__all__ = ["monotone"]
