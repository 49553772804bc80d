r"""Whether a bracket behind a function is its argument or a factor of its value: ``p_i (x_i - \mu)`` is a product.

A function that is defined as ``p(x) := \ldots`` is written as ``p(x)`` and, for its value, as ``p``; then the text leaves a
choice in front of every bracket.  It is made by what is certain first:

* a name or another application is an argument: a product would need no bracket;
* what has not the shape of the argument is none: a factor, if the value can be one;
* a sum with the bare function, as in ``\sigma (1 - \sigma)``, is a factor, an argument only where nothing else has a type;
* any other sum is both, where the function is also written without an argument, or is a matrix in front of a sum.

Both are readings of the text then; a double bracket, ``J((x + y))``, is always an argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.language.functions.calls import is_entrywise, prefer, sizes_of_call
from derive.language.functions.factors import begins_with_gradient, is_derivative, is_nabla
from derive.language.scope.derivative_marks import is_differentiation
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import APPLIED, FACTOR
from derive.language.terms.terms import latex_of
from derive.language.tree.names import EMPTY, bare, bracket, is_empty
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)
SAME, RENAMED, MERGED, UNFIT = "same", "other sizes", "sizes of its own or 1", "no argument"
"""What an argument has: the declared shape, that shape in other sizes, or in sizes that coincide, or none of these."""


def is_value(
    r: Reader, symbol: Symbol, arguments: Sequence[Syn], sub: Syn = EMPTY, sup: Syn = EMPTY, behind: Syn = EMPTY
) -> bool:
    """Return whether a function stands for its value in front of a bracket.

    Args:
        r: The reader of the statement.
        symbol: The function, also a family of functions.
        arguments: What stands in the bracket.
        sub: The subscript between the function and the bracket.
        sup: The superscript there.
        behind: The subscript behind the bracket.
    """
    if len(arguments) != 1:
        return False
    if not (is_empty(sub) or is_empty(behind) or r.a.is_scalar(r.read(arguments[0]))):
        return True  # A_{im} (X W)_{mb}: the entry of a function has no entries
    argument = arguments[0]
    if begins_with_gradient(argument):
        return r.chooses(FACTOR)
    if symbol.kind not in ("def", "family") or not symbol.params:
        return False
    direct = speaks_of(r, symbol, argument)
    if len(symbol.params) != 1:
        return direct
    if direct and not _speaks_of_own(r, symbol, argument):
        return not r.chooses(APPLIED, plausible=False)
    if direct:
        return r.chooses(FACTOR)
    if _is_atomic(argument):
        return False  # A product needs no bracket there: what is no argument is refused.
    fit = _fit(r, symbol, argument)
    if fit == UNFIT:
        scripted = not is_empty(sub) or symbol.kind == "family"
        return _is_factor(r, symbol, argument, scripted=scripted)
    plausible = _is_sum(argument) and _may_be_factor(r, symbol, argument, fit, transposed=_is_transposed(sup))
    return r.chooses(FACTOR, plausible=plausible)


def value_of(r: Reader, symbol: Symbol, arguments: Sequence[Syn]) -> Sequence[Syn] | None:
    r"""Return the arguments of a function declared by its type, whose value a bracket is a factor of; None if it is no factor.

    ``U(x, y)^{-1} = U^{-1}(I_n)`` multiplies: what stands in the bracket is no argument, and the only arguments that the
    statement writes are x, y.
    """
    if symbol.kind != "fun" or symbol.indices or r.statement is None:
        return None
    count = len(symbol.params) - symbol.parameters
    if len(arguments) == count and (len(arguments) > 1 or _fit(r, symbol, arguments[0]) != UNFIT):
        return None
    rows = [node.children for _, node in r.statement.walk() if node.kind == "juxt"]
    found: dict[str, Sequence[Syn]] = {}
    for name, behind in (pair for row in rows for pair in pairwise(row)):
        inner, own = bracket(behind), r.find(name)
        if inner is not None and own is not None and own[0] is symbol and len(inner[0]) == count:
            if len(inner[0]) > 1 or _fit(r, symbol, inner[0][0]) != UNFIT:
                found.setdefault(", ".join(map(latex_of, inner[0])), inner[0])
    if len(found) != 1:
        return None
    ((text, own_arguments),) = found.items()
    r.note(f"{symbol.latex} in front of a bracket that is no argument is {symbol.latex}({text})")
    return own_arguments


def is_value_differentiated(r: Reader, symbol: Symbol, arguments: Sequence[Syn]) -> bool:
    """Return whether a differentiated function stands for its value in front of a bracket that speaks of it."""
    if len(arguments) != 1:
        return False
    if begins_with_gradient(arguments[0]):
        return r.chooses(FACTOR)
    one = symbol.kind == "def" and len(symbol.params) == 1
    return one and speaks_of(r, symbol, arguments[0]) and r.chooses(FACTOR)


def _is_factor(r: Reader, symbol: Symbol, argument: Syn, *, scripted: bool) -> bool:
    """Whether what cannot be an argument is read as a factor; a number in place of a vector alone is a mistake."""
    spoken = scripted or not symbol.shape.is_scalar or _is_spoken_of(r, symbol, argument, in_derivatives=True)
    if spoken:
        own = "a vector or a matrix" if not symbol.arguments[0].is_scalar else "a number"
        r.note(f"{symbol.latex} takes {own}: the bracket ({latex_of(argument)}) behind it is a factor of its value")
    return spoken


def _may_be_factor(r: Reader, symbol: Symbol, argument: Syn, fit: str, *, transposed: bool) -> bool:
    """Whether a sum that can be an argument may be a factor, too."""
    if symbol.shape.is_scalar and _has_own_term(r, symbol, argument):
        # f(x + h) beside f is the value at x + h; beside a derivative, f' = f (x + 1) is as likely.
        return not _is_applied(r, symbol) and _differentiates(r, symbol) and not _stated_alone(r, symbol)
    if _is_spoken_of(r, symbol, argument, in_derivatives=not _is_applied(r, symbol)) or fit == MERGED:
        return True
    if symbol.arguments[0].is_scalar:
        return False  # R(\theta + \pi): a number that is a factor stands in front
    rows, cols = symbol.shape.totals
    is_matrix = ONE not in (rows, cols) or (transposed and not symbol.shape.is_scalar)
    is_column = symbol.arguments[0].totals[1] == ONE
    return is_matrix and (is_column or _speaks_of_own(r, symbol, argument)) and not _is_applied(r, symbol)


# Shapes.


def _fit(r: Reader, symbol: Symbol, argument: Syn) -> str:
    """Return how the shape of an argument fits that of a function; remembered, since arguments are nested."""
    known = r.fits.get(id(argument))
    if known is None:
        known = r.fits[id(argument)] = (argument, _fit_of(r, r.adapt(symbol), argument))
    return known[1]


def _fit_of(r: Reader, symbol: Symbol, argument: Syn) -> str:
    with r.trial():
        try:
            value = r.read(argument)
        except DeriveError:
            return SAME  # It is refused where it is read.
        if value.zero or is_entrywise(r, symbol, value):
            return SAME
        prefer(r, symbol.arguments, [value])
        sizes = sizes_of_call(r, symbol.arguments, [value])
    if sizes is None:
        return UNFIT
    own = {name for shape in symbol.arguments for total in shape.totals for name in total.names}
    merged = any(size == ONE or own & size.names for size in sizes.values())
    return SAME if not sizes else MERGED if merged else RENAMED


# What texts speak of.


def speaks_of(r: Reader, symbol: Symbol, syn: Syn) -> bool:
    """Return whether a text mentions a function as its value: without a bracket behind it, and not to differentiate it."""
    return any(not differentiated for differentiated in _alone(r, symbol, syn))


def _is_spoken_of(r: Reader, symbol: Symbol, argument: Syn, *, in_derivatives: bool) -> bool:
    """Whether the value is spoken of by the statement, or by a definition that the argument uses."""
    if _stated_alone(r, symbol) or (in_derivatives and _differentiates(r, symbol)):
        return True
    return _by_definitions(r, symbol, argument, set())


def _stated_alone(r: Reader, symbol: Symbol) -> bool:
    return r.statement is not None and speaks_of(r, symbol, r.statement)


def _differentiates(r: Reader, symbol: Symbol) -> bool:
    return r.statement is not None and any(_alone(r, symbol, r.statement))


def _by_definitions(r: Reader, symbol: Symbol, syn: Syn, seen: set[int]) -> bool:
    r"""Whether a definition that a text uses speaks of a function as its value: ``\mu := p^\top x``."""
    for name, _ in _names(syn):
        used = _symbol(r, name)
        if used is None or used.written is None or used is symbol or id(used) in seen:
            continue
        seen.add(id(used))
        if speaks_of(r, symbol, used.written) or _by_definitions(r, symbol, used.written, seen):
            return True
    return False


def _is_applied(r: Reader, symbol: Symbol) -> bool:
    """Whether the statement writes the function with an argument that can be nothing else."""
    statement = r.statement
    return statement is not None and any(
        behind is not None and _is_atomic(behind[0][0]) and _symbol(r, name) is symbol
        for name, behind in _names(statement)
    )


def _speaks_of_own(r: Reader, symbol: Symbol, syn: Syn) -> bool:
    """Whether a text mentions the argument of a function as the definition calls it."""
    return any(_is_own(r, symbol, name) for name, _ in _names(syn))


def _has_own_term(r: Reader, symbol: Symbol, syn: Syn) -> bool:
    """Whether the argument of a function, as the definition calls it, is a term of a sum."""
    return any(c.kind in ("name", "script") and _is_own(r, symbol, c) for c in map(bare, bare(syn).children))


def _is_own(r: Reader, symbol: Symbol, name: Syn) -> bool:
    used = _symbol(r, name)
    return used is not None and used.core in symbol.params


def _alone(r: Reader, symbol: Symbol, syn: Syn, *, differentiated: bool = False) -> Iterator[bool]:
    """Yield for every place where a function stands without a bracket behind it whether it is differentiated there."""
    for name, behind in _names(syn):
        if behind is None and _symbol(r, name) is symbol:
            yield differentiated or _is_differentiated(syn, name)


def _is_differentiated(syn: Syn, name: Syn) -> bool:
    r"""Whether a place stands in the numerator of a derivative, or right behind a nabla or an operator."""
    if syn is name:
        return False
    if syn.kind == "frac" and is_differentiation(syn):
        return any(node is name for _, node in syn.children[0].walk())
    for k, child in enumerate(syn.children):
        if any(node is name for _, node in child.walk()):
            before = syn.children[k - 1] if syn.kind == "juxt" and k else None
            behind = before is not None and (is_nabla(before) or is_derivative(before)) and child is name
            return behind or _is_differentiated(child, name)
    return False


def _names(syn: Syn, behind: Syn | None = None) -> Iterator[tuple[Syn, tuple[tuple[Syn, ...], Syn, Syn] | None]]:
    """Yield the names in a text, scripts included, each with the bracket behind it."""
    if syn.kind in ("name", "style", "script", "prime"):
        node = syn
        while node.kind in ("script", "prime"):
            node = bare(node.children[0])
        if node.kind in ("name", "style"):
            yield syn, None if behind is None else bracket(behind)
            if syn.kind == "script":
                for script in syn.children[1:]:
                    yield from _names(script)
            return
    for k, child in enumerate(syn.children):
        follower = syn.children[k + 1] if syn.kind == "juxt" and k + 1 < len(syn.children) else None
        yield from _names(child, follower)


def _symbol(r: Reader, name: Syn) -> Symbol | None:
    """Return the declared symbol that a name begins with, None where it is none or means something local."""
    try:
        found = r.find(name)
    except DeriveError:
        return None
    return found[0] if found is not None and isinstance(found[0], Symbol) else None


def _is_atomic(syn: Syn) -> bool:
    """Whether a text is a name with its scripts, a number, a bracket, or a name with a bracket behind it."""
    syn = bare(syn)
    if syn.kind == "juxt" and len(syn.children) == 2 and bracket(syn.children[1]) is not None:
        return _is_atomic(syn.children[0])
    while syn.kind in ("script", "prime"):
        syn = bare(syn.children[0])
    return syn.kind in ("name", "style", "num", "group")


def _is_sum(syn: Syn) -> bool:
    syn = bare(syn)
    return syn.kind == "add" and len(syn.children) > 1


def _is_transposed(sup: Syn) -> bool:
    return any(node.kind == "top" for _, node in sup.walk())


__all__ = ["is_value", "is_value_differentiated", "speaks_of"]
