r"""The reach of a slash: ``a/2b`` is ``(a/2) b`` by the order of operations and ``a/(2b)`` in the style of many journals.

Both conventions are in use: in Knuth's (TAOCP 1, section 1.2.1) and in the style guide of the Physical Review (section
IV.E) products bind tighter, in programming languages they do not. So both readings are kept where both have a type.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.language.derivatives import primes
from derive.language.functions import operators
from derive.language.functions.plain_ones import with_ones
from derive.language.parsing.folding import head, is_mark
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import SLASH_CLOSE, SLASH_INSIDE, SLASH_ONE, SLASH_WHOLE
from derive.language.tree.names import base_key, bracket
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, second

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


@about("frac /", "is num", untouched=second)
def settled(r: Reader, row: Sequence[Syn]) -> Sequence[Syn]:
    """Return a row of factors with its slashes as far as they reach, and the vectors of ones that are written as 1."""
    return with_ones(r, reach(r, row))


def reach(r: Reader, row: Sequence[Syn]) -> Sequence[Syn]:
    """Return a row of factors with slashes that reach as far as the reading says; note that other readings exist."""
    for at in range(len(row) - 1, -1, -1):
        if (row[at].kind, row[at].value) != ("frac", "/"):
            continue
        function = _open_function(r, row[at].children[0])
        if function is not None and r.chooses(SLASH_INSIDE):
            row = [*row[:at], *_inside(row[at], function), *row[at + 1 :]]
            continue
        factors, end = _behind(r, row, at)
        if len(factors) < 2 or _is_coefficient(r, row[at].children[0], factors):
            continue
        whole, one = r.chooses(SLASH_WHOLE), r.chooses(SLASH_ONE)
        close = _written_close(factors)
        attached = 1 < close < len(factors) and r.chooses(SLASH_CLOSE)
        if whole or one or attached:
            kept = factors if whole else factors[:1] if one else factors[:close]
            row = [*row[:at], _quotient(row[at], kept), *factors[len(kept) :], *row[end:]]
    return row


def _open_function(r: Reader, top: Syn) -> int | None:
    r"""Return where the last function without a bracket stands in a numerator: ``\log p/q`` may be ``\log(p/q)``."""
    row = top.children if top.kind == "juxt" else ()
    for k in range(len(row) - 2, -1, -1):
        if operators.is_function(row[k]) and r.find(row[k]) is None:
            key = base_key(head(row[k]))
            linear = key is not None and key.plain in operators.TRACES
            return None if linear or operators.arguments(row[k + 1]) is not None else k
    return None


def _inside(node: Syn, function: int) -> list[Syn]:
    """Return the factors of a quotient whose numerator has a function that takes the quotient."""
    row = node.children[0].children
    rest = row[function + 1 :]
    span = (rest[0].span[0], node.span[1])
    top = rest[0] if len(rest) == 1 else Syn("juxt", "", rest, span)
    return [*row[: function + 1], Syn("frac", "/", (top, node.children[1]), span)]


def _written_close(factors: Sequence[Syn]) -> int:
    r"""Return how many factors behind a slash are written without a space, as two in ``1/2\sigma^2 \|x\|^2``."""
    gaps = (k + 1 for k in range(len(factors) - 1) if 0 <= factors[k].span[1] < factors[k + 1].span[0])
    return next(gaps, len(factors))


def _is_coefficient(r: Reader, top: Syn, factors: Sequence[Syn]) -> bool:
    r"""Return whether a product begins with a number such as ``1/2`` or ``1/(2n)``, and the slash ends behind that.

    In ``1/2\sigma^2`` it may go on: a number without a space in front of it. A space or a bracket sets the denominator apart.
    """
    bottom, behind = factors[:2]
    if top.kind != "num":
        return False
    if (bottom.kind, bottom.value) == ("group", "("):
        return bracket(behind) is None and _is_scalar(r, bottom)
    if bottom.kind != "num":
        return False
    if 0 <= bottom.span[1] < behind.span[0]:
        return True
    is_norm = head(behind).kind == "group" and bracket(behind) is None
    return is_norm or not (_is_scalar(r, behind) or (len(factors) > 2 and _applies(r, behind, factors[2])))


def _is_scalar(r: Reader, node: Syn) -> bool:
    """Return whether a node is a number; what has no type alone may be one."""
    try:
        with r.trial():
            return r.a.is_scalar(r.read(node))
    except DeriveError:
        return True


def _quotient(node: Syn, factors: Sequence[Syn]) -> Syn:
    span = (factors[0].span[0], factors[-1].span[1])
    bottom = factors[0] if len(factors) == 1 else Syn("juxt", "", tuple(factors), span)
    return Syn("frac", "/", (node.children[0], bottom), (node.span[0], span[1]))


def _behind(r: Reader, row: Sequence[Syn], at: int) -> tuple[list[Syn], int]:
    r"""Return the factors that may belong to a denominator, and the place behind them: up to a ``\sum``, which ends it."""
    top, bottom = row[at].children
    factors = list(bottom.children) if bottom.kind == "juxt" else [bottom]
    if _is_derivative(top, factors[0]) or bottom.kind == "add":
        return [], at + 1
    if len(factors) > 1 and _applies(r, *factors[:2]):
        factors = [bottom]
    end = at + 1
    while end < len(row) and row[end].kind not in ("bigop", "partial"):
        end += 1
    while end > at + 1 and end < len(row) and head(row[end - 1]).kind == "function":
        end -= 1
    return [*factors, *row[at + 1 : end]], end


def _is_derivative(top: Syn, first: Syn) -> bool:
    if is_mark(first):
        return True
    marks = top.children if top.kind == "juxt" else (top,)
    return is_mark(first, "d") and any(is_mark(node, "d") for node in marks)


def _applies(r: Reader, syn: Syn, following: Syn) -> bool:
    """Return whether a symbol takes what follows it, a bracket if it is one, as its argument."""
    found = r.find(syn)
    if found is not None:
        return isinstance(found[0], Symbol) and bool(found[0].params)
    return operators.is_function(syn, following) or primes.slope(r, syn) is not None


__all__ = ["reach", "settled"]
