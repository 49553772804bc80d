"""Cauchy-Schwarz in the inner product of a semidefinite matrix, and what it says of its entries and its inverse.

    (x^T S y)^2 <= (x^T S x) (y^T S y)           S_ij^2 <= S_ii S_jj                               for semidefinite S
    2 |x^T S y| <= x^T S x + y^T S y             2 |S_ij| <= S_ii + S_jj <= 2 max_k S_kk           for semidefinite S
    (x^T y)^2 <= (x^T A x) (y^T A^-1 y)          n^2 <= tr A tr A^-1                               for definite A
    |x|^2 <= lambda_max(A) x^T A^-1 x            x^T S x <= x^T T x for S <= T in the Loewner order
    w x^T A^-1 x <= 1 for w x x^T <= A           A_ii (A^-1)_ii >= 1                               for definite A
    (x^T A x) (x^T A^-1 x) <= (a + b)^2 / (4 a b) |x|^4  with the extreme eigenvalues a and b      (Kantorovich)

Source: Horn and Johnson, Matrix Analysis, 7.1, 7.4.12 (Kantorovich), 7.7.8 and 7.7.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, is_scalar, normal, opened, rows, strip
from derive.bounds.forms.polynomial import to_expr
from derive.bounds.quantities import values
from derive.bounds.quantities.semidefinite import is_definite, is_semidefinite
from derive.core import Expr
from derive.sizes import Size

MAX_NODES = 8  # forms and entries that are looked at
RULE = "cauchy-schwarz"


def inner_products(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the forms, entries and traces that are evaluated at every point of a claim."""
    forms = list(dict.fromkeys(f for n in nodes for f in _form(n)))[:MAX_NODES]
    yield from _mixed_forms(facts, forms)
    yield from _with_inverse(facts, forms, nodes)
    yield from _ordered_forms(facts, forms)
    yield from _leverages(facts, forms)
    yield from _entries(facts, nodes)
    yield from _of_inverses(facts, nodes)
    yield from _largest_entries(facts, nodes)
    yield from _traces(facts, nodes)


Form = tuple[Expr, Expr, Expr]
"""(x, S, y) of ``x^T S y``."""


def _form(node: Expr) -> Iterator[Form]:
    if node.op != "matmul" or not is_scalar(node):
        return
    _, parts = factors(node)
    if len(parts) > 2:
        yield _normal(build.transpose(parts[0])), _normal(chain(parts[1:-1])), _normal(parts[-1])


def _normal(expr: Expr) -> Expr:
    return canonical(strip(normal(expr)))


def _value(x: Expr, matrix: Expr, y: Expr) -> Expr:
    return build.reshape(build.matmul(build.transpose(x), build.matmul(matrix, y)), build.SCALAR)


def _square(expr: Expr) -> Expr:
    return build.hpow(expr, build.const(2))


def _mixed_forms(facts: Facts, forms: Sequence[Form]) -> Iterator[Theorem]:
    """(x^T S y)^2 <= (x^T S x) (y^T S y)."""
    for x, matrix, y in forms:
        if x != y and rows(x) == rows(y) and is_semidefinite(facts, matrix):
            text = "(x^T S y)^2 <= (x^T S x) (y^T S y) for semidefinite S"
            yield from _products(_value(x, matrix, y), _value(x, matrix, x), _value(y, matrix, y), text)


def _products(mixed: Expr, first: Expr, second: Expr, text: str) -> Iterator[Theorem]:
    """``m^2 <= a b`` for nonnegative a, b, and what follows: ``2 m <= a + b`` and ``-2 m <= a + b``."""
    yield Theorem(_square(mixed), build.scale(first, second), False, RULE, text)
    for sign in (2, -2):
        yield Theorem(build.scale(build.const(sign), mixed), build.add(first, second), False, RULE, text)


def _with_inverse(facts: Facts, forms: Sequence[Form], nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """(x^T y)^2 <= (x^T A x) (y^T A^-1 y); of x = y, Kantorovich's inequality; |x|^2 <= lambda_max(A) x^T A^-1 x."""
    own = [(x, matrix) for x, matrix, y in forms if x == y]
    for x, inverse in own:
        inner = _normal(inverse.args[0]) if inverse.op == "inv" else None
        for end in nodes if inner is not None and is_definite(facts, inner) else ():
            if end.op == "eig" and end.data[0] == "max" and _normal(end.args[0]) == inner:
                large = build.scale(end, _value(x, inverse, x))
                text = "|x|^2 <= lambda_max(A) x^T A^-1 x for definite A"
                yield Theorem(_square(build.norm(x, "2")), large, False, "rayleigh", text)
    for (x, matrix), (y, other) in itertools.permutations(own, 2):
        if other.op != "inv" or _normal(other.args[0]) != matrix or not is_definite(facts, matrix):
            continue
        product = build.scale(_value(x, matrix, x), _value(y, other, y))
        inner = build.reshape(build.matmul(build.transpose(x), y), build.SCALAR)
        text = "(x^T y)^2 <= (x^T A x) (y^T A^-1 y) for definite A"
        yield from _products(inner, _value(x, matrix, x), _value(y, other, y), text)
        if x == y and any(n.op == "eig" and _normal(n.args[0]) == matrix for n in nodes):
            yield Theorem(product, _kantorovich(matrix, x), False, "kantorovich", "with the extreme eigenvalues of A")


def _ordered_forms(facts: Facts, forms: Sequence[Form]) -> Iterator[Theorem]:
    """X^T S x <= x^T T x where T - S is semidefinite; ``x^T x`` is one of the forms."""
    own = [(x, matrix) for x, matrix, y in forms if x == y]
    own += [(x, build.eye(matrix.shape.rows)) for x, matrix in own]
    for (x, small), (y, large) in itertools.permutations(own, 2):
        if x == y and is_semidefinite(facts, build.sub(large, build.reshape(small, large.shape))):
            text = "x^T S x <= x^T T x for S <= T in the Loewner order"
            yield Theorem(_value(x, small, x), _value(x, large, x), False, "loewner order", text)


def _leverages(facts: Facts, forms: Sequence[Form]) -> Iterator[Theorem]:
    """W x^T A^-1 x <= 1 for a definite A with ``w x x^T <= A``, strictly if the difference is definite."""
    for x, inverse, y in forms:
        inner = _normal(inverse.args[0]) if inverse.op == "inv" and x == y else None
        if inner is None or inner.op != "add" or not is_definite(facts, inner):
            continue
        for k, term in enumerate(inner.args):
            scalars, parts = factors(term)
            if len(parts) != 2 or _normal(parts[0]) != x or _normal(build.transpose(parts[1])) != x:
                continue
            weight = to_expr(values.weight(facts, scalars).value)
            rest = build.add(*(t for q, t in enumerate(inner.args) if q != k))
            if is_semidefinite(facts, rest):
                text = "w x^T A^-1 x <= 1 for definite A with w x x^T <= A"
                leverage = build.scale(weight, _value(x, inverse, x))
                yield Theorem(leverage, build.const(1), is_definite(facts, rest), "leverage", text)


def _kantorovich(matrix: Expr, x: Expr) -> Expr:
    """``(a + b)^2 / (4 a b) |x|^4``."""
    most, least = build.eig(matrix, "max"), build.eig(matrix, "min")
    product = build.scale(build.const(4), build.scale(most, least))
    factor = build.div(_square(build.add(most, least)), product)
    return build.scale(factor, build.hpow(build.norm(x, "2"), build.const(4)))


def _entries(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """S_ij^2 <= S_ii S_jj."""
    for node in [n for n in nodes if n.op == "entry" and n.data[0] != n.data[1]][:MAX_NODES]:
        matrix, (i, j) = node.args[0], node.data
        if is_semidefinite(facts, matrix):
            text = "S_ij^2 <= S_ii S_jj for semidefinite S"
            yield from _products(node, build.entry(matrix, i, i), build.entry(matrix, j, j), text)
            for largest in (n for n in nodes if n.op == "maxover" and _is_diagonal(n, matrix)):
                text = "|S_ij| <= max_k S_kk for semidefinite S"
                yield Theorem(build.map_("abs", node), largest, False, RULE, text)


def _of_inverses(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """A_ii (A^-1)_ii >= 1: Cauchy-Schwarz for ``e_i = A^1/2 A^-1/2 e_i``."""
    for node in [n for n in nodes if n.op == "entry" and n.data[0] == n.data[1]][:MAX_NODES]:
        inverse = strip(normal(node.args[0]))
        if inverse.op == "inv" and is_definite(facts, inverse.args[0]):
            entry = build.entry(inverse.args[0], *node.data)
            text = "A_ii (A^-1)_ii >= 1 for definite A"
            yield Theorem(build.const(1), build.scale(entry, node), False, RULE, text)


def _largest_entries(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """||S||_max = max_k S_kk: no entry is larger than the larger of two on the diagonal, and these are not negative."""
    for node in [n for n in nodes if n.op == "norm" and n.data[0] == "max"][:MAX_NODES]:
        matrix = strip(normal(node.args[0]))
        if rows(matrix) != ONE and rows(matrix) == cols(matrix) and is_semidefinite(facts, matrix):
            for largest in (n for n in nodes if n.op == "maxover" and _is_diagonal(n, matrix)):
                text = "||S||_max = max_k S_kk for semidefinite S"
                yield Theorem(node, largest, False, RULE, text)
                yield Theorem(largest, node, False, RULE, text)


def _is_diagonal(largest: Expr, matrix: Expr) -> bool:
    """Whether it is the largest of all diagonal entries of a matrix."""
    name, low, high, body = opened(largest)
    return low == ONE and high == rows(matrix) and strip(body) == build.entry(matrix, Size.of(name), Size.of(name))


def _traces(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """n^2 <= tr A tr A^-1."""
    for node in [n for n in nodes if n.op == "trace"][:MAX_NODES]:
        inverse = strip(normal(node.args[0]))
        if inverse.op == "inv" and is_definite(facts, inverse.args[0]):
            product = build.scale(node, build.trace(inverse.args[0]))
            order = _square(build.size(rows(inverse)))
            yield Theorem(order, product, False, RULE, "n^2 <= tr A tr A^-1 for definite A")


__all__ = ["inner_products"]
