r"""How far a derivative in front of a product reaches: ``\frac{d}{dt} (t - u) t``, ``\frac{d}{dt} t \cdot e^t``, ``\nabla_x f g``.

Without brackets authors mean the first factor, all that is juxtaposed, or all of the term. Where a factor that may be left
outside contains the variable, or has a shape of its own, the derivatives differ and every reading that has a type is kept.
A number without the variable is a factor of either side: then the derivative of the product is the only reading.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from derive.errors import DeriveError, ShapeProblem
from derive.language.derivatives.derivatives import derivative_fraction
from derive.language.derivatives.divergence_operator import divergence
from derive.language.functions import expected_reach
from derive.language.functions.factors import is_derivative
from derive.language.functions.operators import over_operator
from derive.language.lexing.vocabulary import HADAMARD_OPS, KRONECKER_OPS, PRODUCT_OPS
from derive.language.scope.derivative_marks import is_differentiation, marker, written_mark
from derive.language.scope.moving import depend
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import DERIVED_FIRST, DERIVED_ROW, DERIVED_TERM
from derive.language.tree.names import bare, bracket, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, second

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_PRODUCTS = (HADAMARD_OPS | KRONECKER_OPS | PRODUCT_OPS) - {"oplus"}
_NAMES = ("name", "script", "style", "prime")


@dataclass(frozen=True, slots=True)
class _Open:
    """A derivative in a term whose operand has no marked end.

    Attributes:
        operator: The derivative.
        row: What is juxtaposed behind it.
        outside: What stands further to the right in the term.
        divided: Whether that begins with a denominator.
        operand: All that stands behind it.
        placed: Returns the term with other factors for the derivative and its operand.
    """

    operator: Syn
    row: tuple[Syn, ...]
    outside: tuple[Syn, ...]
    divided: bool
    operand: Syn
    placed: Callable[[Sequence[Syn]], Syn]

    def widened(self) -> Syn:
        """Return the term in which the derivative takes all that stands behind it."""
        return self.placed((self.operator, Syn("group", "{", (self.operand,), self.operand.span)))


def widened(r: Reader, term: Syn) -> Syn | None:
    r"""Return the term whose derivative takes what stands behind ``\cdot``, ``\odot``, ``\otimes`` or a slash, if asked for.

    So do expectations (`derive.language.functions.expected_reach`).
    """
    if (term.kind, term.value) == ("infix", "cdot") and (diverging := divergence(r, term)) is not None:
        return diverging
    if term.kind == "infix" and term.value in ("otimes", "odot") and (whole := over_operator(r, term)) is not None:
        return whole
    for found in _opens(r, term):
        if not found.outside or _is_closed(r, found):
            continue
        variables = _variables(r, found.operator, found.row)
        if _are_constants(r, found.outside, variables) or r.chooses(DERIVED_TERM):
            return found.widened()
    return expected_reach.widened(r, term)


@about("frac", untouched=second)
def widened_row(r: Reader, row: Sequence[Syn]) -> Sequence[Syn]:
    """Return factors written next to each other, with the derivatives in quotients among them as asked for."""
    if len(row) < 2 or not any(_is_slash(node) for node in row):
        return row
    wide = widened(r, _joined(row))
    return row if wide is None else wide.children if wide.kind == "juxt" else (wide,)


def takes_row(r: Reader, operator: Syn, row: Sequence[Syn]) -> bool:
    r"""Whether ``\frac{d}{dt}`` or ``\partial_t`` takes all that is juxtaposed behind it, and not its first factor alone.

    In front of a bracket both are meant, but in front of ``(x - a)^\top W (x - a)`` the number; a name behind ``\partial_t`` may be all that it takes, and one in front of
    another derivative all that any takes.
    """
    by_fraction = operator.kind == "frac" and not any(is_derivative(node) for node in row[1:])
    if len(row) < 2 or (by_fraction and bracket(row[0]) is None):
        return True
    variables = _variables(r, operator, row)
    end = r.factor(row, 0)[1]
    first, rest = row[:end], row[end:]
    if not rest or not depend(r, first, variables) or _are_constants(r, rest, variables):
        return True
    if bracket(row[0]) is not None:
        return _is_form(r, row, rest, variables) or r.chooses(DERIVED_ROW)
    return not (depend(r, rest, variables) and r.chooses(DERIVED_FIRST))


def _is_form(r: Reader, row: Sequence[Syn], rest: Sequence[Syn], variables: Collection[str] | None) -> bool:
    """Whether a transposed bracket is the left factor of a number whose other factors vary, too."""
    if not _is_transposed(row[0]) or not depend(r, rest, variables):
        return False
    try:
        with r.trial():
            return r.a.is_scalar(r.a.chain(r.factors(row))) and not r.a.is_scalar(r.a.chain(r.factors(rest)))
    except DeriveError:
        return False


def differential_takes_row(r: Reader, mark: Syn, row: Sequence[Syn], end: int) -> bool:
    r"""Whether ``\mathrm{d}`` takes all that is juxtaposed behind it: perhaps in ``\mathrm{d}(x - a)^\top (x - a)``.

    A name is all that it takes, but ``\mathrm{d}x^\top A x`` without another differential on its side of the relation may
    be that of the quadratic form. A number, as in ``\mathrm{d}\tfrac12 x^\top x``, is never all.
    """
    if end >= len(row) or _is_argument(row[0], row[1:]):
        return False
    if _is_name(r, row[0]) and not (_is_transposed(row[0]) and _is_alone(r, mark)):
        return False
    rest = depend(r, row[end:], r.differentials)
    return rest and (not depend(r, row[:end], r.differentials) or r.chooses(DERIVED_ROW))


def _is_transposed(node: Syn) -> bool:
    return node.kind == "script" and bare(node.children[2]).kind == "top"


def _is_alone(r: Reader, mark: Syn) -> bool:
    """Whether a differential is the only one on its side of the relation."""
    relations = [] if r.statement is None else [n for _, n in r.statement.walk() if n.kind == "relation"]
    sides = [s for n in relations for s in n.children if s.span[0] <= mark.span[0] < s.span[1]]
    side = min(sides, key=lambda s: s.span[1] - s.span[0], default=None)
    return side is not None and sum(marker(r, node) is not None for _, node in side.walk()) == 1


def _are_constants(r: Reader, nodes: Sequence[Syn], variables: Collection[str] | None) -> bool:
    """Whether these are numbers without the variable."""
    if depend(r, nodes, variables):
        return False
    try:
        return all(r.a.is_scalar(t) for node in nodes for t in r.factors_of(node))
    except ShapeProblem:
        return False


def _variables(r: Reader, operator: Syn, row: Sequence[Syn]) -> Collection[str] | None:
    """Return what a derivative is taken by; None if that is not written."""
    if operator.kind == "script" and bare(operator.children[0]).value == "eval":
        operator = bare(bare(operator.children[0]).children[0])
    if marker(r, operator) is not None:
        return r.differentials
    by = operator.children[1] if operator.kind in ("frac", "script") else None
    nodes = () if by is None or is_empty(by) else tuple(by.walk())
    names = [found[0] for _, node in nodes if node.kind in _NAMES and (found := r.find(node)) is not None]
    cores = {r.local[name][0] for name in names if not isinstance(name, Symbol) and name in r.local}
    cores |= {name.core for name in names if isinstance(name, Symbol) and name.kind not in ("size", "index")}
    return cores or None


# The trees of terms.


def _opens(r: Reader, node: Syn) -> Iterator[_Open]:
    """Find the derivatives of a term whose operand may reach to its end, from the left."""
    if node.kind == "juxt":
        yield from _opens_in_row(r, node.children)
    elif _is_slash(node) or (node.kind == "infix" and node.value in _PRODUCTS):
        left, right = node.children
        for found in _opens(r, left):
            operand = Syn(node.kind, node.value, (found.operand, right), (found.operand.span[0], node.span[1]))
            divided = found.divided if found.outside else _is_slash(node)
            yield replace(found, outside=(*found.outside, right), divided=divided, operand=operand)
        if node.kind == "infix":
            yield from (_within(found, node, (left,)) for found in _opens(r, right))
    elif node.kind == "add" and len(node.children) == 1:
        yield from (_within(found, node, ()) for found in _opens(r, node.children[0]))


def _within(found: _Open, node: Syn, before: tuple[Syn, ...]) -> _Open:
    """Put a term that is the last operand of a node into that node."""
    return replace(
        found,
        placed=lambda factors: Syn(node.kind, node.value, (*before, found.placed(factors)), node.span),
    )


def _opens_in_row(r: Reader, row: tuple[Syn, ...]) -> Iterator[_Open]:
    for at, node in enumerate(row):
        before, behind = row[:at], row[at + 1 :]
        if _is_operator(r, node):
            if behind:
                yield _Open(
                    node, behind, (), False, _joined(behind), lambda new, before=before: _joined((*before, *new))
                )
        elif _is_slash(node):
            for found in _opens(r, node):
                yield replace(
                    found,
                    outside=(*found.outside, *behind),
                    operand=_joined((found.operand, *behind)),
                    placed=lambda new, before=before, found=found: _joined((*before, found.placed(new))),
                )


def _joined(row: Sequence[Syn]) -> Syn:
    flat = [child for node in row for child in (node.children if node.kind == "juxt" else (node,))]
    return flat[0] if len(flat) == 1 else Syn("juxt", "", tuple(flat), (flat[0].span[0], flat[-1].span[1]))


def _is_slash(node: Syn) -> bool:
    return (node.kind, node.value) == ("frac", "/") and not is_differentiation(node)


def _is_operator(r: Reader, node: Syn) -> bool:
    """Whether a node is a derivative that stands in front of what is differentiated."""
    base = bare(node.children[0]) if node.kind == "script" else node
    if base.value == "eval":
        return _is_operator(r, bare(base.children[0]))
    if node.kind == "frac":
        return written_mark(bare(node.children[0])) is not None and derivative_fraction(r, node) is not None
    return (base.kind, base.value) == ("partial", "nabla") or _is_subscripted(node) or marker(r, node) is not None


def _is_subscripted(node: Syn) -> bool:
    return node.kind == "script" and bare(node.children[0]).kind == "partial" and not is_empty(node.children[1])


def _is_closed(r: Reader, found: _Open) -> bool:
    r"""Whether all texts agree that a derivative ends before an operator: ``\nabla f(x) / g(x)``, ``\mathrm{d}A \odot B``."""
    operator, row = found.operator, found.row
    if marker(r, operator) is not None:
        return found.divided or _is_name(r, row[0]) or _is_argument(row[0], (*row[1:], *found.outside))
    named = _is_name(r, row[0]) and (len(row) == 1 or (len(row) == 2 and bracket(row[1]) is not None))
    prefix = (
        _is_subscripted(operator) or bare(operator).kind == "partial" or bare(operator.children[0]).kind == "partial"
    )
    return found.divided and named and operator.kind != "frac" and prefix


def _is_name(r: Reader, node: Syn) -> bool:
    return r.find(node) is not None


def _is_argument(node: Syn, behind: Sequence[Syn]) -> bool:
    r"""Whether the bracket behind a d is there to end its operand: ``\mathrm{d}(X^{-1}) X``; a factor would not need it."""
    inner = bracket(node)
    if inner is None or not is_empty(inner[1]) or not is_empty(inner[2]) or len(inner[0]) != 1:
        return False
    return inner[0][0].kind != "add" and all(bracket(other) is None for other in behind)


__all__ = ["differential_takes_row", "takes_row", "widened", "widened_row"]
