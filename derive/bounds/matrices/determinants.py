"""Inequalities for determinants that a claim writes down: Hadamard's, Fischer's, Oppenheim's, Minkowski's, and means of eigenvalues.

    |det A| <= prod_j ||A e_j||_2 <= (||A||_F / sqrt n)^n      for every square A (Hadamard)
    det A <= prod_i A_ii,  det A^(1/n) <= tr A / n             for semidefinite A: geometric and arithmetic mean
    lambda_min^n <= det A <= lambda_max^n,  det A <= exp(tr A - n)
    det(A + B) >= det A + det B,  det(I + B) >= 1 + tr B       for semidefinite A, B
    det(A o B) >= det A det B                                  for semidefinite A, B (Oppenheim)
    det [A B; B^T C] <= det A det C                            for a semidefinite block matrix (Fischer)

Sources: Horn and Johnson, Matrix Analysis, 7.8.1 to 7.8.21; ``x <= exp(x - 1)`` for each eigenvalue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import ONE, factors, normal, opened, rows, strip
from derive.bounds.forms.polynomial import to_expr
from derive.bounds.quantities import values
from derive.bounds.quantities.schur_complements import corners
from derive.bounds.quantities.semidefinite import is_semidefinite
from derive.core import Expr
from derive.errors import NotSupported
from derive.sizes import Size

MAX_NODES = 8  # determinants that are looked at
MAX_TERMS = 4  # of a sum


def determinants(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the theorems about the determinants among the scalars that are evaluated at every point of a claim."""
    for node in [n for n in nodes if n.op == "det"][:MAX_NODES]:
        matrix = strip(normal(node.args[0]))
        products = [n for n in nodes if n.op == "prod" and n.data[1] == ONE and n.data[2] == rows(matrix)]
        yield from _columns(facts, node, matrix, products)
        yield from _frobenius(facts, node, matrix, nodes)
        if is_semidefinite(facts, matrix):
            yield from _diagonal(facts, node, matrix, products)
            yield from _powers(facts, node, matrix, nodes)
            yield from _exponentials(facts, node, matrix, nodes)
            yield from _sums(facts, node, matrix)
            yield from _hadamard_products(facts, node, matrix)
            yield from _blocks(node, matrix)


def same(facts: Facts, first: Expr, second: Expr) -> bool:
    """Whether two scalars are the same polynomial of the same quantities."""
    try:
        return values.value(facts, first).value.same(values.value(facts, second).value)
    except NotSupported:
        return False


# Hadamard's inequalities.


def _columns(facts: Facts, node: Expr, matrix: Expr, products: Sequence[Expr]) -> Iterator[Theorem]:
    """|det A|^p <= prod_j ||A e_j||_2^p: of the columns, or of the rows."""
    for product in products:
        name, _, _, body = opened(product)
        for turned in (matrix, build.transpose(matrix)):
            power = _power_of_length(facts, body, turned, Size.of(name))
            if power is not None:
                whole = node if power % 2 == 0 else build.map_("abs", node)
                text = "|det A| <= prod_j ||A e_j||_2, of the columns or the rows"
                yield Theorem(build.hpow(whole, build.const(power)), product, False, "hadamard inequality", text)
                break


def _power_of_length(facts: Facts, body: Expr, matrix: Expr, place: Size) -> int | None:
    """1 or 2 if a factor is the length of a column or its square, however it is written; else None."""
    index = build.fresh("i")
    square = build.hpow(build.entry(matrix, Size.of(index), place), build.const(2))
    columns = [build.col(matrix, place), build.matmul(matrix, build.basis(place, matrix.shape.cols))]
    lengths = [build.norm(column, "2") for column in columns]
    lengths.append(build.sqrt(build.sum_(index, ONE, rows(matrix), square)))
    return next(
        (p for p in (1, 2) for length in lengths if same(facts, body, build.hpow(length, build.const(p)))), None
    )


def _frobenius(facts: Facts, node: Expr, matrix: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """|det A| <= (||A||_F / sqrt n)^n: the geometric mean of the squared lengths is at most the arithmetic one."""
    order = build.size(rows(matrix))
    average = build.div(build.norm(matrix, "F"), build.sqrt(order))
    for power in (n for n in nodes if n.op == "hpow"):
        if same(facts, power.args[1], order) and same(facts, power.args[0], average):
            text = "|det A| <= (||A||_F / sqrt n)^n"
            yield Theorem(build.map_("abs", node), power, False, "hadamard inequality", text)


def _diagonal(facts: Facts, node: Expr, matrix: Expr, products: Sequence[Expr]) -> Iterator[Theorem]:
    """Det A <= prod_i A_ii."""
    for product in products:
        name, _, _, body = opened(product)
        if same(facts, body, build.entry(matrix, Size.of(name), Size.of(name))):
            text = "det A <= prod_i A_ii for semidefinite A"
            yield Theorem(node, product, False, "hadamard inequality", text)


# Means of the eigenvalues.


def mean(matrix: Expr) -> Expr:
    """``tr A / n``."""
    return build.scale(build.hpow(build.size(rows(matrix)), build.const(-1)), build.trace(matrix))


def _powers(facts: Facts, node: Expr, matrix: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Det A^(1/n) <= tr A / n, det A <= (tr A / n)^n, lambda_min^n <= det A <= lambda_max^n."""
    order = build.size(rows(matrix))
    least, largest = build.eig(matrix, "min"), build.eig(matrix, "max")
    for power in (n for n in nodes if n.op == "hpow"):
        base, exponent = power.args
        if strip(base) == node and same(facts, exponent, build.hpow(order, build.const(-1))):
            yield Theorem(power, mean(matrix), False, "means", "det A^(1/n) <= tr A / n for semidefinite A")
        elif same(facts, exponent, order):
            if same(facts, base, mean(matrix)):
                yield Theorem(node, power, False, "means", "det A <= (tr A / n)^n for semidefinite A")
            if same(facts, base, largest):
                yield Theorem(node, power, False, "determinant", "det A <= lambda_max(A)^n for semidefinite A")
            if same(facts, base, least):
                yield Theorem(power, node, False, "determinant", "lambda_min(A)^n <= det A for semidefinite A")


def _exponentials(facts: Facts, node: Expr, matrix: Expr, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Det A <= exp(tr A - n), since x <= exp(x - 1)."""
    excess = build.sub(build.trace(matrix), build.size(rows(matrix)))
    for power in (n for n in nodes if n.op == "map" and n.data[0] == "exp"):
        if same(facts, power.args[0], excess):
            text = "det A <= exp(tr A - n) for semidefinite A: x <= exp(x - 1) for the eigenvalues"
            yield Theorem(node, power, False, "determinant", text)


# Sums, products entry by entry, blocks.


def _sums(facts: Facts, node: Expr, matrix: Expr) -> Iterator[Theorem]:
    """Det(A + B) >= det A + det B; det(I + B) >= 1 + tr B: the product of 1 + b_k is at least 1 + their sum."""
    if matrix.op != "add" or len(matrix.args) > MAX_TERMS or not all(is_semidefinite(facts, t) for t in matrix.args):
        return
    for k, term in enumerate(matrix.args):
        rest = build.add(*(t for q, t in enumerate(matrix.args) if q != k))
        total = build.add(_determinant(facts, term), _determinant(facts, rest))
        yield Theorem(total, node, False, "minkowski", "det(A + B) >= det A + det B for semidefinite A, B")
        if _is_identity(facts, term):
            least = build.add(build.const(1), build.trace(rest))
            yield Theorem(least, node, False, "determinant", "det(I + B) >= 1 + tr B for semidefinite B")


def _is_identity(facts: Facts, term: Expr) -> bool:
    scalars, parts = factors(term)
    one = values.weight(facts, scalars).value.is_number() == 1
    return one and len(parts) == 1 and strip(parts[0]).op == "eye"


def _determinant(facts: Facts, term: Expr) -> Expr:
    """The determinant; that of ``c I`` as ``c^n``."""
    scalars, parts = factors(term)
    if len(parts) != 1 or strip(parts[0]).op != "eye":
        return build.det(term)
    front = values.weight(facts, scalars).value
    return build.const(1) if front.is_number() == 1 else build.hpow(to_expr(front), build.size(rows(term)))


def _hadamard_products(facts: Facts, node: Expr, matrix: Expr) -> Iterator[Theorem]:
    """Det(A o B) >= det A det B."""
    if matrix.op == "hadamard" and all(is_semidefinite(facts, part) for part in matrix.args):
        product = build.scale(*(build.det(part) for part in matrix.args))
        yield Theorem(product, node, False, "oppenheim", "det(A o B) >= det A det B for semidefinite A, B")


def _blocks(node: Expr, matrix: Expr) -> Iterator[Theorem]:
    """Det [A B; B^T C] <= det A det C."""
    found = corners(matrix)
    if found is not None:
        product = build.scale(build.det(found[0]), build.det(found[3]))
        text = "det [A B; B^T C] <= det A det C for a semidefinite block matrix"
        yield Theorem(node, product, False, "fischer", text)


__all__ = ["determinants", "mean", "same"]
