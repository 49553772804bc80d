"""Steps ``M u`` with a symmetric M between matrices told in the Loewner order, as those of gradient descent on a quadratic.

``||M u||_2 <= c ||u||_2`` where ``- c I <= M <= c I``; c is looked for among the numbers that the claim is a product of.
``A <= B`` and ``B <= C`` say ``A <= C``: of multiples of the identity, an inequality between numbers.

Source: Horn and Johnson, Matrix Analysis, 4.2.2 and 7.7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.facts import NONNEGATIVE, Facts, Theorem
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, is_scalar, normal, rows, strip
from derive.bounds.forms.polynomial import to_expr
from derive.bounds.forms.restrictions import is_tall
from derive.bounds.quantities.arithmetic import collected, same_sum
from derive.bounds.quantities.loewner import told_differences
from derive.core import Expr, walk
from derive.norms import norm as norm_of
from derive.size_names import size_names

MAX_FACTORS = 6
MAX_STEPS = 4
STEP = "||M u||_2 <= c ||u||_2 for a symmetric M with - c I <= M <= c I"
PRODUCTS = "||A_1 ... A_k|| <= ||A_1|| ... ||A_k|| for induced norms"
TWO = build.const(2)


def contractions(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield what is known of the norms of steps and of powers in both sides of a claim."""
    nodes = dict.fromkeys(node for side in sides for node in evaluated(facts, side))
    norms = [n for n in nodes if n.op == "norm" and n.data[0] in ("2", "F")]
    steps = [(n, found) for n in norms if cols(n.args[0]) == ONE and (found := _step(facts, n.args[0])) is not None]
    for norm, (matrix, vector) in steps[:MAX_STEPS]:
        for other in norms:
            if other.data[0] == "2" and cols(other.args[0]) != ONE and same_sum(facts, other.args[0], matrix):
                text = "||M u||_2 <= ||M||_2 ||u||_2"
                yield Theorem(norm, build.scale(other, build.norm(vector)), False, "submultiplicative", text)
    yield from _least_stretch(facts, nodes, norms)
    numbers = list(dict.fromkeys(f for side in sides for f in _scalars(side)))[:MAX_FACTORS]
    for norm, (matrix, vector) in steps[:MAX_STEPS]:
        number = _bound(facts, matrix, numbers)
        if number is not None:
            bound = build.scale(number, build.norm(vector))
            yield Theorem(norm, bound, False, "loewner order", STEP)
            yield Theorem(build.hpow(norm, TWO), build.hpow(bound, TWO), False, "loewner order", STEP)
    written = {n.data[0] for n in nodes if n.op == "norm"}
    kinds = [kind for kind in ("2", "1", "inf") if kind == "2" or kind in written]
    for power in [n for n in nodes if n.op == "mprod"][:MAX_STEPS]:
        index, low, high = power.data
        number = _bound(facts, power.args[0], numbers) if index not in size_names(power.args[0]) else None
        if number is not None:
            bound = build.hpow(number, build.size(high - low + 1))
            facts.signs[canonical(bound)] = max(facts.signs.get(canonical(bound), NONNEGATIVE), NONNEGATIVE)
            yield Theorem(build.norm(power), bound, False, "loewner order", STEP)
        for kind in kinds if number is None else kinds[1:]:
            yield Theorem(build.norm(power, kind), _of_factors(power, kind), False, "submultiplicative", PRODUCTS)


def _least_stretch(facts: Facts, nodes: Sequence[Expr], norms: Sequence[Expr]) -> Iterator[Theorem]:
    """``sigma_min(A) ||X|| <= ||A X||`` for A with at least as many rows as columns, where a claim writes the first.

    The least eigenvalue of a semidefinite matrix is its least singular value.
    """
    least = [n for n in nodes if n.op in ("sigma", "eig") and n.data[0] == "min"]
    least = [n for n in least if n.op == "sigma" or facts.is_semidefinite(n.args[0])][:MAX_STEPS]
    for norm in norms if least else ():
        _, parts = factors(norm.args[0])
        for value in least:
            matrix = value.args[0]
            if len(parts) < 2 or canonical(normal(parts[0])) != canonical(normal(matrix)):
                continue
            if is_tall(facts.rules, rows(matrix), cols(matrix)) and (norm.data[0] == "F" or cols(parts[-1]) == ONE):
                rest = build.norm(chain(parts[1:]), norm.data[0])
                whole = build.norm(chain(parts), norm.data[0])
                text = "sigma_min(A) ||X|| <= ||A X|| for A of m x n, m >= n"
                yield Theorem(build.scale(value, rest), whole, False, "least singular value", text)


def _bound(facts: Facts, matrix: Expr, numbers: Sequence[Expr]) -> Expr | None:
    """The first of some numbers c with ``- c I <= M <= c I`` for a symmetric M."""
    speaks = any(n.op == "eig" for number in numbers for n in walk(number))
    if not (speaks or told_differences(facts)) or not facts.is_symmetric(matrix):
        return None
    for number in numbers:
        room = build.scale(number, build.eye(matrix.shape.rows))
        if facts.is_semidefinite(build.sub(room, matrix)) and facts.is_semidefinite(build.add(room, matrix)):
            return number
    return None


def _of_factors(power: Expr, kind: str) -> Expr:
    """The product of the norms of the factors; of equal ones a power."""
    index, low, high = power.data
    factor = power.args[0]
    turned = factor.op == "transpose"
    norm = build.norm(factor.args[0], norm_of(kind).transposed) if turned else build.norm(factor, kind)
    if index in size_names(power.args[0]):
        return build.prod(index, low, high, norm)
    return build.hpow(norm, build.size(high - low + 1))


def told_numbers(facts: Facts) -> Iterator[Theorem]:
    """Yield what two told bounds of one matrix say: their difference is a semidefinite multiple of the identity, a number >= 0."""
    for first, second in combinations(told_differences(facts), 2):
        if first.shape.totals != second.shape.totals:
            continue
        rest = collected(facts, [*first.args, *second.args])
        if len(rest) == 1 and rest[0][0].op == "eye":
            text = "A <= B and B <= C say A <= C"
            yield Theorem(build.const(0), to_expr(rest[0][1]), False, "loewner order", text)


def _step(facts: Facts, vector: Expr) -> tuple[Expr, Expr] | None:
    """(M, u) of ``M u``, where M is a sum, and of ``M u - M v`` with u - v, as products or as sums of products."""
    fronts: dict[Expr, list[Expr]] = {}
    for scalars, parts in _terms(vector):
        if not parts or cols(parts[-1]) != ONE or rows(parts[-1]) == ONE:
            return None
        front = chain(parts[:-1]) if len(parts) > 1 else build.eye((rows(parts[-1]),))
        for scalar in scalars:
            front = build.scale(scalar, front)
        fronts.setdefault(canonical(parts[-1]), []).append(front)
    if not 1 <= len(fronts) <= 2 or len({f.shape.totals for own in fronts.values() for f in own}) > 1:
        return None
    (last, own), *rest = fronts.items()
    matrix = _sum(own)
    for second, other in rest:
        if not same_sum(facts, matrix, build.reshape(_sum([build.neg(f) for f in other]), matrix.shape)):
            return None
        return matrix, build.sub(last, build.reshape(second, last.shape))
    return None if strip(matrix).op not in ("add", "matmul", "scale") else (matrix, last)


def _terms(vector: Expr) -> Iterator[tuple[list[Expr], list[Expr]]]:
    """The numbers and the matrices of each product in a sum, sums at the end of products multiplied out."""
    whole = strip(normal(vector))
    for term in whole.args if whole.op == "add" else (whole,):
        scalars, parts = factors(term)
        if len(parts) > 1 and strip(parts[-1]).op == "add":
            for inner, last in _terms(parts[-1]):
                yield [*scalars, *inner], [*parts[:-1], *last]
        else:
            yield scalars, parts


def _sum(parts: Sequence[Expr]) -> Expr:
    moved = [build.reshape(part, parts[0].shape) for part in parts]
    return build.add(*moved) if len(moved) > 1 else moved[0]


def _scalars(side: Expr) -> Iterator[Expr]:
    """The numbers that a side is a product of; of powers their bases."""
    seen, stack = set[Expr](), [side]
    while stack:
        node = strip(stack.pop())
        if node in seen:
            continue
        seen.add(node)
        if node.op in ("scale", "hadamard") and is_scalar(node):
            stack += node.args
        elif node.op == "hpow" and node.args[1].op in ("size", "add", "const"):
            stack.append(node.args[0])
        elif is_scalar(node) and not any(n.op == "norm" for n in walk(node)):
            yield node


__all__ = ["contractions", "told_numbers"]
