r"""Square brackets behind a function: ``f[2x]``, ``\mathcal{L}[A]``, ``f\left[t x + (1 - t) y\right]``.

They are round ones there, with all that these leave open; the pass is made on the tree, before anything is read.  Behind
``D f`` they hold a direction and are left alone; behind ``\nabla f`` both are readings, which the reader chooses from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.functions.factors import is_nabla
from derive.language.scope.derivative_marks import is_differentiation, written_mark
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.readings import POINT_IN_SQUARE
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, base_key, bracket, splits
from derive.language.tree.syntax import SPACED, Syn
from derive.language.tree.triggers import about, second

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


@about("group [", untouched=second)
def rounded(scope: Scope, tree: Syn) -> Syn:
    """Return a tree with round brackets for the square ones that hold the arguments of declared functions.

    Raises:
        NotSupported: It is not certain what a square bracket behind a function holds.
    """
    if tree.kind == "frac" and is_differentiation(tree):
        children = (_numerator(scope, tree.children[0]), rounded(scope, tree.children[1]))
    else:
        children = tuple(rounded(scope, child) for child in tree.children)
    if tree.kind == "juxt":
        children = _row(scope, children)
    same = all(x is y for x, y in zip(children, tree.children, strict=True))
    return tree if same else replace(tree, children=children)


def _numerator(scope: Scope, syn: Syn) -> Syn:
    r"""Return the numerator of ``\frac{df[x]}{dx}``, whose mark speaks of what is behind it."""
    inner = bare(syn)
    if inner.kind != "juxt" or written_mark(inner.children[0]) is None:
        return rounded(scope, syn)
    row = tuple(rounded(scope, child) for child in inner.children)
    return replace(inner, children=(row[0], *_row(scope, row[1:])))


def _row(scope: Scope, row: tuple[Syn, ...]) -> tuple[Syn, ...]:
    found = list(row)
    directed = False
    for k, node in enumerate(row):
        directed = directed or _is_operator(node)
        if not is_square(node):
            continue
        symbol = _function(scope, row[k - 1]) if k else None
        composed = k > 0 and _is_of_functions(scope, row[k - 1])
        if (symbol is None and not composed) or _is_condition(node) or (symbol is not None and _is_entry(symbol, node)):
            directed = False
            continue
        if directed or (k > 1 and is_nabla(row[k - 2])):
            directed = False
            if k > 1:
                _check_mark(scope, row[k - 2], row[k - 1], node)
            continue
        if k > 1:
            _check_differential(scope, row[k - 2], row[k - 1], node)
        _check_content(symbol, row[k - 1], node)
        found[k] = as_round(node)
    return tuple(found)


def is_square(node: Syn) -> bool:
    """Return whether a node is a square bracket, with or without scripts."""
    while node.kind == "script":
        node = node.children[0]
    return (node.kind, node.value) == ("group", "[")


def as_round(node: Syn) -> Syn:
    """Return a square bracket as a round one, with its scripts; rows that spaces make stay in square ones inside."""
    if node.kind == "script":
        return replace(node, children=(as_round(node.children[0]), *node.children[1:]))
    inner = node.children[0]
    made_row = (inner.kind == "juxt" and inner.value == SPACED) or (inner.kind == "list" and inner.value == ";")
    return replace(node, value="(", children=(node,) if made_row else node.children)


def _is_operator(node: Syn) -> bool:
    r"""Whether square brackets further to the right hold a direction: behind ``D``, ``D_x`` and ``D^2``."""
    base = bare(node.children[0]) if node.kind == "script" else node
    return base.kind == "name" and base_key(base) in (Key("", "D"), Key("rm", "D"))


def _is_entry(symbol: Symbol, node: Syn) -> bool:
    r"""Whether a bracket is an entry beside a number: ``u [V]_{ij}`` with ``u(x) \in \mathbb{R}``, whose value has none."""
    valued = symbol.kind == "def" and symbol.shape.is_scalar and symbol.body is not None and symbol.body.op == "fun"
    return valued and node.kind == "script" and bare(node.children[1]).kind not in ("empty", "relation")


def _is_condition(node: Syn) -> bool:
    while node.kind in ("script", "group"):
        node = node.children[0]
    return node.kind == "relation"


def _function(scope: Scope, node: Syn) -> Symbol | None:
    """Return the declared function that a name with its scripts and primes is, None if it is none."""
    node = bare(node)
    while node.kind == "prime":
        node = bare(node.children[0])
    if node.kind not in ("name", "function", "script", "style"):
        return None
    if node.kind == "script" and bare(node.children[0]).kind == "prime":
        return _function(scope, node.children[0])
    for key, sub, _ in splits(node):
        symbol = scope.find_family(key, sub) or scope.find(key)
        if symbol is not None:
            return symbol if symbol.params and symbol.kind in ("def", "fun", "family") else None
    return None


def _is_of_functions(scope: Scope, node: Syn) -> bool:
    r"""Whether a node is a bracket around nothing but functions: ``(f + g)[x]``, ``(f \circ g)[x]``."""
    node = bare(node)
    if (node.kind, node.value) != ("group", "(") or len(node.children) != 1:
        return False
    return _are_functions(scope, node.children[0])


def _are_functions(scope: Scope, node: Syn) -> bool:
    node = bare(node)
    if _function(scope, node) is not None:
        return True
    inner = node.kind in ("add", "infix", "juxt") or (node.kind, node.value) == ("group", "(")
    return inner and bool(node.children) and all(_are_functions(scope, child) for child in node.children)


def _check_content(symbol: Symbol | None, function: Syn, node: Syn) -> None:
    """Refuse what a function may be applied to or multiplied by.

    Raises:
        NotSupported: The bracket is the positive part, or lists more or fewer arguments than the function has.
    """
    place, name = _place(node), latex_of(function)
    if node.kind == "script" and (bare(node.children[1]).kind, bare(node.children[1]).value) == ("name", ":+"):
        raise NotSupported(
            f"a positive part behind the function {name}",
            place,
            f"write ({name}(x))_+ for that of the value, {name}([x]_+) for the value at it, {name} \\cdot [x]_+ for a product",
        )
    inner = bracket(as_round(node))
    own = 0 if symbol is None else len(symbol.params) - (len(symbol.indices) if symbol.kind == "fun" else 0)
    if inner is not None and len(inner[0]) > 1 and symbol is not None and len(inner[0]) != own:
        raise NotSupported(
            f"a list of {len(inner[0])} in square brackets behind {name}, a function of {own}",
            place,
            f"write {name}([\\ldots]) for its value there, {name} \\cdot [\\ldots] for a product",
        )


def _check_mark(scope: Scope, mark: Syn, function: Syn, node: Syn) -> None:
    r"""Refuse ``D f[h]`` with a declared D: a product, or a derivative in a direction.

    Raises:
        NotSupported: It is one.
    """
    base = mark.children[0] if mark.kind == "script" else mark
    key = base_key(base)
    if _is_operator(mark) and key is not None and scope.find(key) is not None:
        name = latex_of(function)
        raise NotSupported(
            f"{latex_of(mark)} {name} in front of square brackets, where {latex_of(base)} is declared",
            _place(node),
            f"write {latex_of(mark)} \\cdot {name}(h) for the product, or call the matrix by another letter",
        )


def _check_differential(scope: Scope, mark: Syn, function: Syn, node: Syn) -> None:
    r"""Refuse ``df[h]``: the differential of f(h) to some, the derivative of f in the direction h to others.

    Raises:
        NotSupported: It is one.
    """
    written = written_mark(mark)
    if written is not None and written[0] == "d" and scope.find(Key("", "d")) is None:
        name = latex_of(function)
        raise NotSupported(
            f"a differential in front of {name} with square brackets",
            _place(node),
            f"write D {name}(x)[h] for the derivative in a direction, d({name}(h)) for the differential",
        )


def at_point(r: Reader, children: Sequence[Syn], at: int) -> Sequence[Syn]:
    r"""Return ``f(y)`` for ``f[y]`` behind a nabla, the other reading of a direction and of a factor."""
    if at + 1 >= len(children) or not is_square(children[at + 1]) or _function(r.scope, children[at]) is None:
        return children
    inner = bracket(as_round(children[at + 1]))
    if inner is None or len(inner[0]) != 1 or not r.chooses(POINT_IN_SQUARE):
        return children
    return [*children[: at + 1], as_round(children[at + 1]), *children[at + 2 :]]


def _place(syn: Syn) -> int | None:
    return syn.span[0] if syn.span[0] >= 0 else None


__all__ = ["as_round", "at_point", "is_square", "rounded"]
