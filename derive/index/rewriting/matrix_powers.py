r"""Powers of matrices with exponents that are no numbers, ``A^k``, and products ``\prod_l W_l``, as arbitrary matrices.

Powers of one matrix beside each other are one power, ``A A^k = A^{k+1} = A^k A``, and what is certain to be a factor is
written as one: ``A^{k+2} = A A A^k``. What remains is any sequence of matrices P_0, P_1, ... for the powers of A, and any
matrix for a product of different ones: a stronger statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from derive import build
from derive.asked import about, as_stated
from derive.core import Expr, Formula, Quantified, Rel, formula_exprs, mapped_formula, walk
from derive.errors import NotSupported
from derive.index.terms.ranges import at_ends, at_least
from derive.size_names import bound_indices, map_sizes, size_names
from derive.sizes import Shape, Size

ONE = Size.of(1)
MOST = 8
"""So many certain factors are written out."""
PLACE = "%place"
"""The index of every power: no factor names it."""
Power = tuple[Expr, Size]
Ranges = dict[str, tuple[Size, Size]]


@about("mprod", untouched=as_stated)
def abstracted(goal: Rel, hypotheses: Sequence[Formula]) -> tuple[Rel, tuple[Formula, ...]]:
    """Return a statement with arbitrary matrices for its powers and products of matrices.

    Raises:
        NotSupported: A power is differentiated, or varies with an index that is bound around it.
    """
    hypotheses = [h for h in hypotheses if not (isinstance(h, Quantified) and _speaks_of_powers(h))]
    goal, *told = (mapped_formula(f, joined) for f in (goal, *hypotheses))
    moved = {name for f in (goal, *told) for e in formula_exprs(f) for node in walk(e) for name in _moved(node)}
    bound = {name for f in (goal, *told) for e in formula_exprs(f) for name in bound_indices(e)}
    families: dict[Expr, Expr] = {}
    exprs = [e for f in (goal, *told) for e in formula_exprs(f)]
    powers, ranges = [node.data for e in exprs for node in walk(e) if node.op == "mprod"], _ranges(*exprs)
    first = int(all(_is_never_negative(high - low, ranges) for _, low, high in powers))  # the power in the first row
    length = Size.of(build.fresh("N"))

    def of_any(node: Expr) -> Expr:
        if node.op != "mprod":
            return node
        index, low, high = node.data
        (body,) = node.args
        if build.free_names(body) & moved or (size_names(body) - {index}) & bound:
            raise NotSupported("a power of a matrix that varies")
        if index in size_names(body):
            if high.names & bound or low.names & bound:
                raise NotSupported("a product of matrices that varies")
            key = Expr(node.op, (map_sizes(body, {index: Size.of(PLACE)}),), (PLACE, low, high), node.shape)
            return families.setdefault(key, build.var(build.fresh("P"), node.shape))
        entries = (*node.shape.rows, *node.shape.cols)
        family = families.setdefault(body, build.var(build.fresh("P"), Shape((length,), entries)))
        member = build.transpose(build.row(family, high - low + 2 - first))
        return build.unvecr(member, node.shape.rows, node.shape.cols)

    goal, *told = (mapped_formula(f, lambda e: build.bottom_up(e, of_any)) for f in (goal, *told))
    assert isinstance(goal, Rel)
    return goal, tuple(told)


def _speaks_of_powers(formula: Formula) -> bool:
    return any(node.op == "mprod" for e in formula_exprs(formula) for node in walk(e))


def _moved(node: Expr) -> tuple[str, ...]:
    """The variables that take other values inside of a node."""
    if node.op in build.BINDS_IN_FIRST or node.op in build.LIMITS:
        return (node.data[0],)
    return tuple(name for name, _ in node.data[0]) if node.op in ("sup", "inf") else ()


def joined(expr: Expr) -> Expr:
    """Return an expression with the powers of one matrix that stand beside each other joined, and certain factors written out."""
    if not any(node.op == "mprod" for node in walk(expr)):
        return expr
    ranges = _ranges(expr)
    return build.bottom_up(expr, lambda node: _joined(node, ranges))


def _ranges(*exprs: Expr) -> Ranges:
    """What the indices of sums and products run over; nothing of those of which there are two."""
    found: dict[str, tuple[Size, Size]] = {}
    twice = set[str]()
    for node in (n for expr in exprs for n in walk(expr)):
        if node.op in build.BINDS_INDEX:
            ends = (node.data[1], node.data[2])
            if found.setdefault(node.data[0], ends) != ends:
                twice.add(node.data[0])
    return {name: ends for name, ends in found.items() if name not in twice}


def _joined(node: Expr, ranges: Ranges) -> Expr:
    if node.op == "transpose" and node.args[0].op == "mprod" and _power(node.args[0]) is not None:
        index, low, high = node.args[0].data
        return _joined(build.mprod(index, low, high, build.transpose(node.args[0].args[0])), ranges)
    if node.op == "mprod" and (entries := _of_diagonal(node, ranges)) is not None:
        return entries
    if node.op == "det" and any(f.op == "mprod" for f in chained(_upright(node.args[0]))):
        return reduce(build.scale, map(_determinant, chained(_upright(node.args[0]))))
    if node.op not in ("mprod", "matmul") or (node.op == "mprod" and _power(node) is None):
        return node
    merged: list[Power] = []
    for factor in chained(node):
        base, exponent = _power(factor) or (factor, ONE)
        before = merged[-1] if merged else (None, ONE)
        if (
            exponent == ONE
            and before[0] is not None
            and before[1].constant is not None
            and _is_inverse(before[0], base)
        ):
            merged[-1:] = [(merged[-1][0], merged[-1][1] - 1)] if merged[-1][1] != ONE else []
        elif merged and merged[-1][0] is base:
            merged[-1] = (base, merged[-1][1] + exponent)
        else:
            merged.append((base, exponent))
    parts = [part for base, exponent in merged for part in _written(base, exponent, ranges)]
    result = reduce(build.matmul, parts) if parts else build.eye(node.shape.rows)
    return build.reshape(result, node.shape)


def _of_diagonal(node: Expr, ranges: Ranges) -> Expr | None:
    """The power of a diagonal matrix as that of its entries; None if a node is none."""
    power = _power(node)
    if power is None or power[0].op != "diag" or not _is_never_negative(power[1], ranges):
        return None
    return build.diag(build.hpow(power[0].args[0], build.size(power[1])))


def _is_inverse(base: Expr, other: Expr) -> bool:
    return (other.op == "inv" and other.args[0] is base) or (base.op == "inv" and base.args[0] is other)


def chained(node: Expr) -> list[Expr]:
    """Return the factors of a product of matrices, in order."""
    if node.op == "matmul":
        return [*chained(node.args[0]), *chained(node.args[1])]
    if node.op == "mpow" and 0 < node.data[0] <= MOST:
        return [node.args[0]] * node.data[0]
    return [node]


def _is_never_negative(number: Size, ranges: Ranges) -> bool:
    """Whether a number has no negative value where the indices in it run."""
    return at_least(at_ends(number, ranges), 0)


def _upright(matrix: Expr) -> Expr:
    """A matrix with the same determinant that is no transpose."""
    return matrix.args[0] if matrix.op == "transpose" else matrix


def _determinant(factor: Expr) -> Expr:
    """The determinant of a factor of a product of square matrices."""
    if factor.op != "mprod":
        return build.det(_upright(factor))
    power = _power(factor)
    if power is None:
        index, low, high = factor.data
        return build.prod(index, low, high, build.det(_upright(factor.args[0])))
    return build.hpow(build.det(power[0]), build.size(power[1]))


def _power(node: Expr) -> Power | None:
    """The base and the exponent of a power."""
    if node.op != "mprod" or node.data[0] in size_names(node.args[0]):
        return None
    index, low, high = node.data
    return node.args[0], high - low + 1


def _written(base: Expr, exponent: Size, ranges: Ranges) -> list[Expr]:
    """The certain factors of a power, and the rest of it."""
    certain = next((c for monomial, c in exponent.terms if not monomial), 0)
    if exponent.constant is not None and not 0 <= certain <= MOST:
        return [build.mprod(PLACE, Size.of(1), exponent, base)]
    if not 0 < certain <= MOST or not _is_never_negative(exponent - int(certain), ranges):
        certain = 0
    rest = exponent - int(certain)
    power = [] if rest.constant == 0 else [build.mprod(PLACE, Size.of(1), rest, base)]
    return [base] * int(certain) + power


__all__ = ["abstracted", "chained", "joined"]
