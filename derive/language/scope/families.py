r"""Families of names: ``x_i \in \mathbb{R}^n``, ``x^{(i)}``, ``f_i : \mathbb{R} \to \mathbb{R}`` for all values of declared indices.

The members of a family of matrices are the rows of one variable; a family of functions is one function whose first
arguments are the indices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Rel
from derive.errors import NameProblem, NotSupported
from derive.language.scope.dependence import labels_of
from derive.language.scope.look_alikes import check_look
from derive.language.scope.powers import check_powers
from derive.language.scope.scope import Hypothesis, Scope, Symbol, family_key, may_have
from derive.language.terms.terms import latex_of
from derive.language.tree.names import (
    EMPTY,
    Key,
    bare,
    base_key,
    bracket,
    is_empty,
    labelled,
    splits,
    upper_index,
    whole_key,
)
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, false, nothing, second
from derive.sizes import Shape, Size, dim

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader
    from derive.language.scope.domains import Domain

ONE = Size.of(1)
Ranges = tuple[tuple[str, Size, Size], ...]


def letters_of(sub: Syn) -> list[str] | None:
    """Return the letters that a script lists, None if it is not made of letters."""
    sub = bare(sub)
    items = sub.children if sub.kind in ("list", "juxt") else (sub,)
    keys = [base_key(item) for item in items]
    if any(k is None or k.style != "" for k in keys):
        return None
    return [k.plain for k in keys if k is not None]


@about("script", untouched=nothing)
def family_of(scope: Scope, name: Syn) -> tuple[Key, Key, str, Ranges] | None:
    """Return the key of the family that a name with declared indices in its scripts is, its name, LaTeX and ranges.

    Raises:
        NotSupported: There are declared indices in a place where they make no family.
    """
    syn = bare(name)
    labels = labels_of(syn)
    if syn.kind != "script" or not any(_index(scope, letter) is not None for letter in labels):
        return None
    base, sub, sup = syn.children
    lower = letters_of(sub) if not is_empty(sub) else None
    above = upper_index(sup)
    upper = letters_of(above[0]) if above is not None and is_empty(above[1]) else None
    split = labelled(syn)
    behind = letters_of(split.sub) if split is not None and is_empty(sup) else None
    if behind and lower and _index(scope, lower[0]) is None and all(_index(scope, letter) is not None for letter in behind):
        letters, rest, raised = behind, Syn("script", "", (base, bare(sub).children[0], EMPTY), syn.span), False
    elif lower and all(_index(scope, letter) is not None for letter in lower):
        letters, rest, raised = lower, Syn("script", "", (base, EMPTY, sup), syn.span), False
    elif upper and all(_index(scope, letter) is not None for letter in upper):
        letters, rest, raised = upper, Syn("script", "", (base, sub, EMPTY), syn.span), True
    else:
        letters, rest, raised = [], base, False
    rest = base if rest.kind == "script" and all(is_empty(c) for c in rest.children[1:]) else rest
    plain = whole_key(rest)
    if not letters or plain is None or any(_index(scope, letter) is not None for letter in labels_of(rest)):
        raise NotSupported(
            f"the indices of {latex_of(name)}",
            name.span[0] if name.span[0] >= 0 else None,
            "the indices of a family stand alone in a subscript or in brackets above: x_i, x_{ij}, x^{(i)}",
        )
    check_look(scope, plain, rest)
    symbols = [s for letter in letters if (s := _index(scope, letter)) is not None]
    ranges = tuple((s.core, *s.indices[0][1:]) for s in symbols)
    key = family_key(plain, len(ranges), upper=raised)
    if key in scope.symbols:
        raise NameProblem(f"{latex_of(rest)} is declared twice under this heading", name.span[0])
    return key, plain, latex_of(rest), ranges


def member_of(family: b.Expr, lengths: Sequence[Size], places: Sequence[Size], shape: Shape) -> b.Expr:
    """Return the member at one place for each index; numbers with two indices are the entries of a matrix."""
    if len(lengths) == 2 and shape.is_scalar:
        return b.entry(b.unvecr(family, dim(lengths[0]), dim(lengths[1])), *places)
    position = Size.of(0)
    for length, place in zip(lengths, places, strict=True):
        position = position * length + (place - 1)
    return b.member(family, position + 1, shape)


def _index(scope: Scope, letter: str) -> Symbol | None:
    symbol = scope.find(Key("", letter))
    return symbol if symbol is not None and symbol.kind == "index" else None


@about("script", untouched=nothing)
def declare_family(scope: Scope, name: Syn, domain: Domain) -> Scope | None:
    r"""Declare ``B_k \in \mathbb{R}^{m \times n}`` for all values of declared indices k; None if there are none in the name.

    Raises:
        NotSupported: The members are no matrices, or must satisfy conditions together.
    """
    found = family_of(scope, name)
    if found is None:
        return None
    key, plain, latex, ranges = found
    if domain.kind != "matrix":
        raise NotSupported("a family of sizes", name.span[0], "declare a vector of numbers")
    symbol = Symbol(key, "array", _core(scope, plain), latex, domain.shape, indices=ranges)
    if len(ranges) == 1:
        scope = _without_member(scope, symbol, plain)
    return with_family(scope, symbol, domain)


def _core(scope: Scope, plain: Key) -> str:
    """A name in core expressions, other than that of a symbol with the same name and no index."""
    return scope.core_name(plain if plain not in scope.visible() else Key("it", plain.plain))


@about("script _", untouched=false)
def member_again(scope: Scope, name: Syn, domain: Domain) -> bool:
    r"""Whether ``x_0 \in \mathbb{R}^n`` stands beside ``x_0, \dots, x_T \in \mathbb{R}^n``: a member, not a name of its own.

    Raises:
        NameProblem: It has another shape.
        NotSupported: More is said of it than its shape.
    """
    found = _numbered(name)
    symbol = scope.symbols.get(family_key(found[0], 1)) if found is not None else None
    if symbol is None or found is None or symbol.kind != "array" or domain.kind != "matrix":
        return False
    if not may_have(symbol, found[1]):
        return False
    equal = scope.equal_sizes()
    if not all(
        a.substitute(equal) == c.substitute(equal)
        for a, c in zip(symbol.shape.totals, domain.shape.totals, strict=True)
    ):
        raise NameProblem(
            f"{latex_of(name)} is a member of a family in {symbol.shape}, and declared in {domain.shape}", name.span[0]
        )
    if domain.bounds or domain.values or domain.simplex or domain.order or domain.demands:
        raise NotSupported(
            f"what is said of {latex_of(name)} beside its shape",
            name.span[0],
            "say it in a statement of its own, such as x_0 \\ge 0",
        )
    return True


def _numbered(name: Syn) -> tuple[Key, int] | None:
    """The name in front of a number below it, and the number: x and 0 of ``x_0``."""
    syn = bare(name)
    sub = bare(syn.children[1]) if syn.kind == "script" and is_empty(syn.children[2]) else None
    if sub is None or sub.kind != "num" or not sub.value.isdigit():
        return None
    key = base_key(syn.children[0])
    return None if key is None else (key, int(sub.value))


def _without_member(scope: Scope, symbol: Symbol, plain: Key) -> Scope:
    """The scope without a member that is declared in front of its family.

    Raises:
        NameProblem: It has another shape, or something is said of it already.
    """
    for number in range(10):
        member = scope.symbols.get(Key(plain.style, f"{plain.plain}_{number}"))
        if member is None or not may_have(symbol, number):
            continue
        said = any(member.core in h.mentions for h in scope.hypotheses)
        if member.kind != "var" or member.shape.totals != symbol.shape.totals or said:
            raise NameProblem(
                f"{member.latex} is declared beside the family {symbol.latex} of which it is a member",
                None,
                "declare the family first",
            )
        scope = replace(scope, symbols={k: v for k, v in scope.symbols.items() if v is not member})
    return scope


def with_family(scope: Scope, symbol: Symbol, domain: Domain) -> Scope:
    """Add a family of matrices with what membership demands of every entry."""
    whole = b.var(symbol.core, Shape(symbol.lengths, symbol.shape.rows + symbol.shape.cols))
    if domain.order or domain.demands:
        raise NotSupported(
            "conditions on the members of a family", None, "say them of each: A_i = A_i^\\top \\forall i"
        )
    bounds = [Rel(op, whole, b.const(value)) for op, value in domain.bounds]
    if domain.values:
        bounds += replace(domain, bounds=(), simplex=False).conditions(whole)
    if domain.simplex:
        bounds.append(Rel("=", b.matmul(whole, b.ones(symbol.shape.rows)), b.ones(symbol.lengths)))
    check_powers(scope, symbol, None)
    scope = scope.with_symbol(symbol)
    for formula in bounds:
        scope = replace(scope, hypotheses=(*scope.hypotheses, Hypothesis(formula, {symbol.core: symbol})))
    return scope


@about("group (", "group [", untouched=nothing)
def find_upper(scope: Scope, syn: Syn) -> tuple[Symbol, Syn, Syn, Syn] | None:
    r"""Return the family of ``x^{(i)}_j``, its indices and the scripts left below and above; None if it is none."""
    if bare(syn).kind != "script":
        return None
    for key, sub, sup in splits(syn):
        if scope.find(key) is not None and is_empty(sup):
            return None
        above = upper_index(sup)
        if above is None:
            continue
        items = bare(above[0])
        count = len(items.children) if items.kind in ("list", "juxt") else 1
        symbol = scope.find(family_key(key, count, upper=True)) or scope.find(family_key(key, 1, upper=True))
        if symbol is not None:
            return symbol, above[0], sub, above[1]
    return None


@about("group (", "group [", untouched=nothing)
def raised_function(scope: Scope, syn: Syn) -> tuple[Symbol, Syn, Syn] | None:
    r"""Return the family of functions of which ``f^{(i)}`` is one, its indices and the scripts left above; None if it is none."""
    upper = find_upper(scope, syn)
    return (upper[0], upper[1], upper[3]) if upper is not None and upper[0].params and is_empty(upper[2]) else None


@about("script _", untouched=second)
def with_index_in_front(scope: Scope, children: Sequence[Syn], at: int) -> Sequence[Syn]:
    """Return ``f_i(X)`` for ``f(X)_i`` of a defined family of functions."""
    inner = bracket(children[at + 1]) if at + 1 < len(children) else None
    key = whole_key(children[at]) if inner is not None and not is_empty(inner[1]) else None
    if inner is None or key is None or scope.find(key) is not None:
        return children
    symbol = scope.find_family(key, inner[1])
    if symbol is None or not symbol.params:
        return children
    name, behind = children[at], children[at + 1]
    indexed = Syn("script", "", (name, inner[1], EMPTY), (name.span[0], behind.span[1]))
    group = behind.children[0]
    if not is_empty(inner[2]):
        group = Syn("script", "", (group, EMPTY, inner[2]), behind.span)
    return [*children[:at], indexed, group, *children[at + 2 :]]


def use_places(r: Reader, symbol: Symbol, places: Sequence[Size]) -> None:
    """Note what selects a member, and where the first one of a family that does not begin at 1 is found."""
    for place, length, (_, low, _) in zip(places, symbol.lengths, symbol.indices, strict=True):
        r.indices.use(place, (length,), low)
    for _, low, _ in symbol.indices if symbol.kind == "array" else ():
        if low != ONE:
            r.note(f"{symbol.latex}_{{{low}}}, the first of its family, is row 1 of {symbol.latex}, and so on")


__all__ = [
    "declare_family",
    "family_of",
    "find_upper",
    "letters_of",
    "member_again",
    "raised_function",
    "use_places",
    "with_family",
    "with_index_in_front",
]
