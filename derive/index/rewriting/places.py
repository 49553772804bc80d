"""Where the parts of an expression are evaluated: at which point, and for which values of the indices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from derive.build import BINDS_IN_FIRST, BINDS_INDEX, DERIVATIVES, LIMITS, substitute
from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.index.terms.ranges import is_never_empty
from derive.size_names import size_names
from derive.sizes import Size

ONE = Size.of(1)
ENTRIES = ("entry", "row", "col")
PRODUCTS = ("scale", "matmul", "kron", "hadamard")
Ranges = Mapping[str, tuple[Size, Size]]


@dataclass(frozen=True, slots=True)
class Place:
    """A node where a claim evaluates it.

    Attributes:
        node: The node; the body of a derivative is taken at the point of the derivative.
        ranges: The indices bound around it.
        free: False below a supremum, an integral or a limit, whose variables take other values.
        always: False where some points of the claim do without its value: in a branch of a definition by cases, in a sum
            over a range that may be empty, beside an indicator. That it is undefined leaves no such point out.

    """

    node: Expr
    ranges: Ranges
    free: bool
    always: bool

    @property
    def tells(self) -> bool:
        """Whether every point of the claim has a value there."""
        return self.free and self.always


def places(top: Expr) -> Iterator[Place]:
    """Yield the places of an expression's nodes.

    Raises:
        DeriveError: A body does not fit its point.

    """
    seen: set[tuple[Expr, frozenset[object], bool, bool]] = set()
    stack: list[tuple[Expr, dict[str, tuple[Size, Size]], bool, bool]] = [(top, {}, True, True)]
    while stack:
        node, ranges, free, always = stack.pop()
        if (state := (node, frozenset(ranges.items()), free, always)) in seen:
            continue
        seen.add(state)
        yield Place(node, ranges, free, always)
        if node.op in DERIVATIVES:
            body = substitute(node.args[0], {node.data[0]: node.args[1]})
            stack += [(part, ranges, free, always) for part in (body, *node.args[1:])]
            continue
        inner = {**ranges, **binds(node)}
        for k, part in enumerate(node.args):
            below = (k == 0 and node.op in BINDS_IN_FIRST) or node.op in ("sup", "inf", *LIMITS)
            needed = always and is_needed(node, k)
            stack.append((part, inner if k == 0 else ranges, free and not below, needed))


def is_needed(node: Expr, k: int) -> bool:
    """Return whether a node's value always takes that of its k-th part."""
    return is_switched_on(node, k) and (k > 0 or all(is_never_empty(low, high) for low, high in binds(node).values()))


def is_switched_on(node: Expr, k: int) -> bool:
    """Return whether no case and no indicator beside it may switch the k-th part of a node off."""
    if node.op == "where":
        return k == 0
    return node.op not in PRODUCTS or not any(_may_switch_off(part) for j, part in enumerate(node.args) if j != k)


def divides_everywhere(sides: Sequence[Expr]) -> bool:
    """Return whether the index form divides only by what every point of a statement divides by.

    It also divides where the statement does not: ``d x^n = n x^n / x``, ``d det A = det A tr(A^-1 dA)``.
    """
    try:
        found = [place for side in sides for place in places(side)]
    except DeriveError:
        return False
    ops = {place.node.op for place in found}
    if "det" in ops and ops & {*DERIVATIVES}:
        return False
    return all(
        place.always and (place.node.op != "hpow" or place.node.args[1].op == "const")
        for place in found
        if _is_partial(place.node)
    )


def _is_partial(node: Expr) -> bool:
    """Whether a function or its derivative is not defined everywhere."""
    if node.op == "hpow":
        (exponent,) = node.args[1].data if node.args[1].op == "const" else (Fraction(-1),)
        return exponent < 0 or exponent.denominator > 1
    return node.op in ("inv", "norm") or (node.op == "map" and node.data[0] in ("log", "sqrt"))


def _may_switch_off(factor: Expr) -> bool:
    """Whether a factor is a case distinction: zero says that the rest of the product does not matter."""
    seen, stack = set[Expr](), [factor]
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if part.op in ("indicator", "delta", "zeros") or (part.op == "map" and part.data[0] == "step"):
            return True
        if part.op in (*ENTRIES, "reshape", "transpose", "diag", "sum"):
            stack.append(part.args[-1])
        elif part.op == "scale":
            stack.extend(part.args)
    return False


def binds(node: Expr) -> dict[str, tuple[Size, Size]]:
    """Return the indices that a node binds in its body, with their ranges."""
    if node.op in BINDS_INDEX:
        return {node.data[0]: node.data[1:3]}
    if node.op == "blocks":
        return {node.data[0]: (ONE, node.data[1]), node.data[2]: (ONE, node.data[3])}
    return {}


def all_entries(argument: Expr, ranges: Ranges) -> Expr:
    """Return the matrix all of whose entries an argument runs through, else the argument."""
    while argument.op in (*ENTRIES, "reshape", "transpose"):
        if argument.op in ENTRIES:
            rows, cols = argument.args[0].shape.totals
            totals = {"entry": (rows, cols), "row": (rows,), "col": (cols,)}[argument.op]
            if not _is_whole(argument.data, totals, ranges):
                return argument
        argument = argument.args[0]
    return argument


def _is_whole(indices: Sequence[Size], totals: Sequence[Size], ranges: Ranges) -> bool:
    """Whether different indices run over whole dimensions."""
    letters = [str(i) for i, total in zip(indices, totals, strict=True) if total != ONE]
    runs = all(
        ranges.get(str(i)) == (ONE, total) if total != ONE else i == ONE
        for i, total in zip(indices, totals, strict=True)
    )
    return runs and len(letters) == len(set(letters))


def against_zero(hypotheses: Sequence[Formula]) -> Iterator[tuple[str, Expr]]:
    """Yield ("!=", M) or (">", M) where hypotheses say it of every entry of M, or of all entries with all indices."""
    for formula in hypotheses:
        if isinstance(formula, Logic) and formula.op == "and":
            yield from against_zero(formula.args)
        elif isinstance(formula, Rel):
            yield from _compared(formula, {})
        elif isinstance(formula, Quantified) and formula.kind == "forall" and isinstance(formula.body, Rel):
            if all(len(n) == 3 for n in formula.names):
                yield from _compared(formula.body, {str(n[0]): (n[1], n[2]) for n in formula.names})


def _compared(rel: Rel, ranges: Ranges) -> Iterator[tuple[str, Expr]]:
    turned = {"<": ">", ">": "<", "!=": "!="}
    for op, side, other in ((rel.op, rel.lhs, rel.rhs), (turned.get(rel.op), rel.rhs, rel.lhs)):
        if not (other.op == "zeros" or (other.op == "const" and other.data[0] == 0)):
            continue
        if op in ("<", ">") or (op == "!=" and side.shape.is_scalar):
            argument = all_entries(side, ranges)
            if not size_names(argument) & ranges.keys():
                yield (">" if op == ">" else "!="), argument


__all__ = [
    "DERIVATIVES",
    "ENTRIES",
    "Place",
    "Ranges",
    "against_zero",
    "all_entries",
    "binds",
    "divides_everywhere",
    "is_needed",
    "is_switched_on",
    "places",
]
