r"""What stands under a norm, put together from the factors that the other side writes: ``\|M\| \le \|A\| \|B\| + \|C\| \|D\|`` where ``M = A B + C D``.

Proofs write a product rule and then the norms of what it gives. The products are read off the larger side in the order in which
they stand there, ``|u|`` as u and ``\|w\|^2 \|B\|`` as the quadratic form ``w^T B w``; that they add up to the matrix (the number) on the
smaller side is shown by the index form, for all sizes. Norms that are submultiplicative then bound it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial, reduce

from derive import build
from derive.bounds.forms.normal import ONE, cols, is_scalar, is_vector, rows, strip
from derive.core import FLIP, Expr, Problem, Rel, walk
from derive.errors import DeriveError
from derive.index import prove
from derive.norms import of_all
from derive.sizes import Shape

RULE = ("products", "it is the sum of the products on the other side, as the index form shows; ||A B|| <= ||A|| ||B||")
INDUCED = of_all(lambda n: n.left == n.kind)
MAX_TERMS, MAX_FACTORS = 6, 8
MAX_NODES = 400
SIGNS = {2: ((1, 1), (1, -1), (-1, 1))}
"""Of two products; of another number of products the sum alone is tried."""

Told = tuple[Expr, Expr]
"""A product, and the product of the norms of its factors, which is no smaller than its own norm."""


def with_stated_products(problem: Problem) -> Iterator[tuple[Problem, Callable[[], bool]]]:
    """Yield the problem with the sum of the stated bounds as its smaller side, and whether what they bound is that side.

    Args:
        problem: A bound of the norm of a matrix in which something is differentiated, or of the size of a sum of numbers.

    """
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("<=", "<", ">=", ">"):
        return
    op, small, large = (goal.op, goal.lhs, goal.rhs) if goal.op in ("<=", "<") else (FLIP[goal.op], goal.rhs, goal.lhs)
    small = strip(small)
    if small.op == "norm" and small.data[0] in INDUCED:
        whole, told = small.args[0], partial(_matrix, kind=small.data[0])
        if not any(node.op in build.DERIVATIVES for node in walk(whole)):
            return
    elif small.op == "map" and small.data[0] == "abs" and is_scalar(small) and strip(small.args[0]).op == "add":
        whole, told = small.args[0], _number
    else:
        return
    listed = [_factors(strip(term)) for term in _terms(strip(large))]
    plain = [[f for f in factors if f.op != "const"] for factors in listed]  # a bound may be larger than it need be
    for terms in (listed, plain) if plain != listed else (listed,):
        try:
            found = [told(factors) for factors in terms]
        except DeriveError:
            return
        products = [
            (build.reshape(f[0], whole.shape), f[1]) for f in found if f and f[0].shape.totals == whole.shape.totals
        ]
        if len(products) != len(terms) or not products:
            return
        bound = replace(problem, goal=Rel(op, build.add(*(size for _, size in products)), large))
        for signs in SIGNS.get(len(products), ((1,) * len(products),)):
            stated = build.add(*(p if s > 0 else build.neg(p) for s, (p, _) in zip(signs, products, strict=True)))
            yield bound, partial(_is_shown, replace(problem, goal=Rel("=", whole, stated)))


def _is_shown(problem: Problem) -> bool:
    """Whether the index form shows the equality wherever both sides have derivatives."""
    goal = problem.goal
    if not isinstance(goal, Rel) or sum(1 for side in (goal.lhs, goal.rhs) for _ in walk(side)) > MAX_NODES:
        return False
    found = prove(problem)
    return found.outcome == "agree" and found.proof


def _terms(large: Expr) -> list[Expr]:
    """The terms of a sum; none where there are too many."""
    terms = list(large.args) if large.op == "add" else [large]
    return terms if len(terms) <= MAX_TERMS else []


def _factors(term: Expr) -> list[Expr]:
    """The numbers of which a term is the product, in order; the square of a norm is that norm twice."""
    found: list[Expr] = []
    stack = [term]
    while stack:
        node = strip(stack.pop())
        if node.op in ("scale", "matmul") and all(is_scalar(a) for a in node.args):
            stack.extend(reversed(node.args))
        elif node.op == "hpow" and strip(node.args[1]) == build.const(2) and strip(node.args[0]).op == "norm":
            found += [strip(node.args[0])] * 2
        else:
            found.append(build.reshape(node, build.SCALAR))
    return found


def _matrix(parts: list[Expr], kind: str) -> Told | None:
    """The matrices of a product of norms, multiplied in the order of the norms, with the numbers in front of these."""
    is_norm = [p.op == "norm" and p.data[0] == kind and not is_scalar(p.args[0]) for p in parts]
    matrices = [p.args[0] for p, wanted in zip(parts, is_norm, strict=True) if wanted]
    if not 1 <= len(matrices) <= MAX_FACTORS or any(
        cols(a) != rows(b) for a, b in zip(matrices, matrices[1:], strict=False)
    ):
        return None
    numbers = [p for p, wanted in zip(parts, is_norm, strict=True) if not wanted]
    return _with_numbers(numbers, reduce(_times, matrices), [build.norm(m, kind) for m in matrices])


def _number(parts: list[Expr]) -> Told | None:
    """``|u|``, or two vectors around matrices whose spectral norms are multiplied, with the numbers in front of these."""
    is_norm = [p.op == "norm" and p.data[0] == "2" and not is_scalar(p.args[0]) for p in parts]
    inside = [p.args[0] for p, wanted in zip(parts, is_norm, strict=True) if wanted]
    sizes = [build.norm(m, "2") for m in inside]
    numbers, products = [], []
    for part in (p for p, wanted in zip(parts, is_norm, strict=True) if not wanted):
        if part.op == "map" and part.data[0] == "abs":
            products.append(part.args[0])
            sizes.append(part)
        else:
            numbers.append(part)
    if inside:
        vectors = [m if cols(m) == ONE else build.transpose(m) for m in inside if is_vector(m)]
        matrices = [m for m in inside if not is_vector(m)]
        if len(vectors) != 2 or len(inside) > MAX_FACTORS:
            return None
        chained = [build.transpose(vectors[0]), *matrices, vectors[1]]
        if any(cols(a) != rows(b) for a, b in zip(chained, chained[1:], strict=False)):
            return None
        products.append(build.reshape(reduce(_times, chained), build.SCALAR))
    if not products:
        return None
    return _with_numbers(numbers, reduce(build.scale, products), sizes)


def _with_numbers(numbers: list[Expr], product: Expr, sizes: list[Expr]) -> Told:
    """A product times numbers, and the sizes of all these multiplied."""
    absolute = (build.map_("abs", n) for n in numbers)
    return reduce(lambda p, n: build.scale(n, p), numbers, product), reduce(build.scale, (*absolute, *sizes))


def _times(left: Expr, right: Expr) -> Expr:
    """The product, where both have the same size in the middle, in whatever order its factors are written."""
    if left.shape.cols != right.shape.rows:
        right = build.reshape(right, Shape(left.shape.cols, right.shape.cols))
    return build.matmul(left, right)


__all__ = ["RULE", "with_stated_products"]
