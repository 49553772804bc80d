r"""A norm against a product of norms: ``\|A\| \le \|B_1\| \cdots \|B_m\|`` where A is the product of the matrices, in some order, as the index form shows.

Induced norms are submultiplicative, and the spectral norm of a matrix is that of its transpose (Horn and Johnson, Matrix Analysis, 5.6).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.normal import cols, rows, scalar_factors, strip
from derive.core import Expr
from derive.norms import of_all
from derive.sizes import Shape, dim

INDUCED = of_all(lambda n: n.left == n.kind)
MAX_FACTORS = 4
MAX_PRODUCTS = 4
TEXT = "||A|| <= ||B|| ||C|| for A = B C, which the index form shows"


def factored_norms(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield this for a claim that compares one norm with a product of norms."""
    for node, product in (sides, sides[::-1]) if len(sides) == 2 else ():
        norm, others = strip(node), [strip(part) for part in scalar_factors(product)]
        if norm.op != "norm" or norm.data[0] not in INDUCED or not 2 <= len(others) <= MAX_FACTORS:
            continue
        if any(part.op != "norm" or part.data != norm.data for part in others):
            continue
        matrix = flat(norm.args[0])
        products = products_of(matrix, [flat(part.args[0]) for part in others], turned=norm.data[0] == "2")
        if any(are_equal(facts, matrix, whole) for whole in itertools.islice(products, MAX_PRODUCTS)):
            yield Theorem(node, product, False, "submultiplicativity", TEXT)


def flat(matrix: Expr) -> Expr:
    """The matrix with plain rows and columns."""
    return build.reshape(matrix, Shape(dim(rows(matrix)), dim(cols(matrix))))


def products_of(matrix: Expr, parts: list[Expr], *, turned: bool) -> Iterator[Expr]:
    """The products of the matrices, or of their transposes, that have the shape of a matrix; those that are written first."""
    choices = [(part, build.transpose(part)) if turned else (part,) for part in parts]
    chosen = sorted(itertools.product(*(range(len(c)) for c in choices)), key=sum)
    for turns, order in itertools.product(chosen, itertools.permutations(range(len(parts)))):
        line = [choices[k][turns[k]] for k in order]
        fits = all(left.shape.cols == right.shape.rows for left, right in itertools.pairwise(line))
        if fits and (line[0].shape.rows, line[-1].shape.cols) == (matrix.shape.rows, matrix.shape.cols):
            yield reduce(build.matmul, line)


__all__ = ["INDUCED", "MAX_FACTORS", "MAX_PRODUCTS", "factored_norms", "flat", "products_of"]
