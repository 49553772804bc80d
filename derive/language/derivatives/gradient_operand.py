r"""What a nabla is applied to: ``\nabla_x x^\top A x``, ``\nabla_x \log p (\nabla_x \log p)^\top``, ``\nabla_x \log f(x)^\top v``.

It ends before another gradient where a number with the variable stands in front of that, and a transpose mark on a number
is the gradient's. A function without brackets takes one factor if others depend on the variable, too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from derive.errors import ShapeProblem
from derive.language.derivatives.points import at_point, through_definition
from derive.language.derivatives.targets import Target
from derive.language.functions import operators
from derive.language.functions.factors import is_gradient
from derive.language.matrices import labels
from derive.language.scope.moving import depend
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import DERIVED_ROW, FIRST_FACTOR, TRANSPOSED_INSIDE, WHOLE_PRODUCT
from derive.language.terms.terms import Term
from derive.language.tree.names import EMPTY, bare, base_key, bracket, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def gradient_operand(
    r: Reader, children: Sequence[Syn], at: int, variables: Collection[str] | None
) -> tuple[Term | None, int]:
    r"""Read what a nabla is applied to, and the place behind it: a factor, or the longest product that is a number.

    ``\nabla_x x^\top A x`` and ``\nabla_x \tfrac12 f(x)`` mean the product: the first factor alone is no number, or a
    constant. If it is a number with the variable, and the variable occurs in the rest, too, both are meant.
    """
    stop = _before_gradient(r, children, at)
    if stop < len(children):
        with r.trial():
            function, end = _operand(r, children[:stop], at, variables)
            ends = function is not None and r.a.is_scalar(function) and depend(r, children[at:end], variables)
        children = children[:stop] if ends else children
    return _operand(r, children, at, variables)


def _before_gradient(r: Reader, children: Sequence[Syn], at: int) -> int:
    r"""Return where the first gradient stands that may end an operand: it is no argument, as in ``\nabla f(\nabla g)``."""
    k = next((k for k in range(at + 1, len(children)) if is_gradient(children[k])), len(children))
    if k == len(children):
        return k
    called = operators.is_function(children[k - 1], children[k]) and r.find(children[k - 1]) is None
    if not called and bracket(children[k]) is not None:
        with r.trial():
            called = r.factor(children[: k + 1], k - 1)[1] == k + 1
    return len(children) if called else k


def _operand(r: Reader, children: Sequence[Syn], at: int, variables: Collection[str] | None) -> tuple[Term | None, int]:
    first = first_end(r, children, at)
    if _is_open(r, children, at):
        with r.trial():
            _, end = r.factor(children, at)
            alone = first < end and _takes_one(r, children, (at, first, end), variables)
        function, end = r.factor(children[:first] if alone else children, at)
    else:
        function, end = r.factor(children, at)
    if function is None or end >= len(children):
        return function, end
    written, rest = children[at:end], children[end:]
    alone = r.a.is_scalar(function) and depend(r, written, variables)
    if alone and depend(r, rest, variables) and not r.chooses(DERIVED_ROW):
        return function, end
    again = end != first
    with r.trial():
        stop = _longest_number(r, children, (at, end), None if again else function)
    if stop is None:
        return function, end
    row = r.factors(children[at:stop]) if again else [function, *r.factors(children[end:stop])]
    return r.a.chain(row), stop


def _takes_one(
    r: Reader, children: Sequence[Syn], places: tuple[int, int, int], variables: Collection[str] | None
) -> bool:
    r"""Whether functions without brackets take one factor in front of others: ``\nabla_x \log f(x) \, g(x)``.

    A constant behind a logarithm is a factor of its gradient: nobody differentiates a logarithm of it.
    """
    at, first, end = places
    try:
        alone = r.factor(children[:first], at)[0]
    except ShapeProblem:  # \operatorname{tr} X^\top X, where no factor has a trace
        return False
    if alone is None or not r.a.is_scalar(alone) or not depend(r, children[at:first], variables):
        return False
    if _last_function(r, children, at) in operators.WHOLE:
        return FIRST_FACTOR in r.tight
    rest = children[first:end]
    if variables is None or depend(r, rest, variables):
        return WHOLE_PRODUCT not in r.tight
    constants = all(r.a.is_scalar(t) for t in r.factors(rest))
    return _last_function(r, children, at) in ("log", "ln") or not constants


def gradient_at_point(
    r: Reader, children: Sequence[Syn], at: int, target: Target
) -> tuple[Sequence[Syn], Syn, int] | None:
    r"""Return factors with the first function in them at the variable, its point, and the place behind it.

    They stand behind a nabla: ``\nabla_x \tfrac12 f(y)``.
    """
    start = at
    while start < len(children):
        end = first_end(r, children, start)
        factor = children[start:end]
        found = at_point(r, factor, target)
        if found is None and start == at:
            found = through_definition(r, factor, target)
        if found is not None:
            return [*children[:start], *found[0], *children[end:]], found[1], end
        if depend(r, factor, (target.core,)):
            return None
        start = end
    return None


def first_end(r: Reader, row: Sequence[Syn], at: int) -> int:
    """Return where the first factor of a row ends if functions without brackets take one factor."""
    while _is_open(r, row, at):
        at += 1
    if at + 1 < len(row) and operators.is_function(row[at], row[at + 1]) and r.find(row[at]) is None:
        return at + 2
    with r.trial():
        return r.factor(row, at)[1]


def _is_open(r: Reader, row: Sequence[Syn], at: int) -> bool:
    """Whether a function without brackets stands at a place."""
    if at + 1 >= len(row) or not operators.is_function(row[at], row[at + 1]) or r.find(row[at]) is not None:
        return False
    return operators.arguments(row[at + 1]) is None


def _last_function(r: Reader, row: Sequence[Syn], at: int) -> str:
    """Return the name of the last of the functions without brackets at a place."""
    name = ""
    while _is_open(r, row, at):
        node = row[at].children[0] if row[at].kind == "script" else row[at]
        key = base_key(node)
        name, at = key.plain if key is not None else "", at + 1
    return name


def _longest_number(r: Reader, children: Sequence[Syn], places: tuple[int, int], function: Term | None) -> int | None:
    """Return where the longest product of factors ends that is a number; None if there is none.

    The places are where the factors begin and where the first of them ends; that is the function, unless it has to be read
    again with what is behind it.
    """
    at, end = places
    ends = [end]
    while ends[-1] < len(children):
        ends.append(r.factor(children, ends[-1])[1])
    for stop in reversed(ends[1:]):
        try:
            if function is not None:
                product = r.a.chain([function, *r.factors(children[end:stop])])
            else:
                product = r.a.chain(r.factors(children[at:stop]))
        except ShapeProblem:
            continue
        if r.a.is_scalar(product):
            return stop
    return None


# Transpose marks.


def without_mark(r: Reader, children: Sequence[Syn], at: int) -> tuple[Sequence[Syn], Syn, Syn]:
    r"""Take the transpose mark off the first factor if that is a number: in ``\nabla_x \exp(a^\top x)^\top v`` it is the gradient's.

    Behind the bracket of a function of a matrix, ``\operatorname{tr}(A X)^\top``, it may be that of the matrix.

    Returns:
        The children without the mark, no subscript, and the mark, which is empty if there is none.
    """
    end, none = first_end(r, children, at), (children, EMPTY, EMPTY)
    last = children[end - 1]
    if (
        last.kind != "script"
        or bare(last.children[2]).kind != "top"
        or labels.declared_letter(r, bare(last.children[2]))
    ):
        return none
    base, sub, mark = last.children
    plain = base if is_empty(sub) else Syn("script", "", (base, sub, EMPTY), last.span)
    applied = end - 2 >= at and bracket(base) is not None and is_empty(sub)
    start = end - 2 if applied else end - 1
    stripped = [*children[: end - 1], plain]
    with r.trial():
        value, behind = r.factor(stripped, start)
        if value is None or behind != end or not r.a.is_scalar(value):
            return none
        by_matrix = applied and not r.a.is_scalar(r.read(base)) and not _is_declared(r, children[start])
    if by_matrix and r.chooses(TRANSPOSED_INSIDE):
        return none
    return [*stripped, *children[end:]], EMPTY, mark


def _is_declared(r: Reader, node: Syn) -> bool:
    found = r.find(node)
    return found is not None and isinstance(found[0], Symbol)


__all__ = ["first_end", "gradient_at_point", "gradient_operand", "without_mark"]
