r"""Brackets of functions that are applied: ``(f + g)(x)``, ``(f \circ g)(x)``, ``(f g)(2)``, ``f \circ g(x)``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.derivatives.jacobians import OPERATORS, is_factor, is_named_jacobian
from derive.language.functions.factors import is_derivative
from derive.language.matrices import scripts
from derive.language.scope.derivative_marks import is_differentiation
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import POINTWISE
from derive.language.tree.names import EMPTY, bare, base_key, bracket, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader
    from derive.language.terms.terms import Term


@about("group (", "group [", untouched=nothing, place=(1, 2))
def applied(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    r"""Read ``(f + g)(x)`` as ``f(x) + g(x)`` and ``(f \circ g)(x)`` as ``f(g(x))``; None if it is a product.

    Among functions alone it is the function; with other factors or terms, and for functions of matrices, the product with
    the bracket behind is the other reading.

    Raises:
        NotSupported: The function has a power or a prime, which may be that of its value.
    """
    node = children[at]
    base = bare(node.children[0]) if node.kind == "script" else node
    if base.kind != "group" or base.value not in ("(", "[") or len(base.children) != 1 or at + 1 >= len(children):
        return None
    inner, argument = bare(base.children[0]), children[at + 1]
    if argument.kind == "script":
        outer, argument = argument, argument.children[0]
    else:
        outer = None
    found = bracket(argument)
    turned = node.kind == "script" and is_empty(node.children[1]) and bare(node.children[2]).kind == "top"
    derived = _derived(r, inner, found[0]) if found is not None and (turned or node.kind == "group") else None
    if derived is not None and found is not None and derived.kind == "juxt" and is_factor(r, found[0]):
        return None
    if derived is not None:
        row = derived.children if derived.kind == "juxt" else (derived,)
        end = at + 2
        if end < len(children) and (children[end].kind, children[end].value) == ("group", "["):
            end += 1  # directions: (\nabla^2 f)(x)[h, k]
        whole = _juxt(*row, *children[at + 1 : end])
        if not turned:
            return r.read(whole), end
        term, stop = r.factor(whole.children, 0)  # (\nabla f)^\top(x)
        if term is not None and stop == len(whole.children):
            return scripts.apply(r, term, EMPTY, node.children[2], node), end
        return None  # (\frac{\partial f}{\partial x})^\top (f(x) - y): a factor, and no place
    if found is None or not _is_function(r, inner, len(found[0])):
        return None
    if len(found[0]) > 1 and any(is_derivative(n) for _, n in inner.walk()):
        raise NotSupported("derivatives in a bracket of functions that is applied", r.at(node), "apply each of them")
    composed = any((n.kind, n.value) == ("infix", "circ") for _, n in inner.walk())
    if not composed and _speaks_of_functions(r, argument):
        return None
    certain = _is_of_functions(r, inner) and (composed or _is_of_numbers(r, inner))
    if certain and node.kind == "script":
        raise NotSupported("a superscript of a function in brackets", r.at(node), "write ((f + g)(x))^2")
    if node.kind == "script" or (not certain and not r.chooses(POINTWISE)):
        return None
    value = Syn("group", "(", (_at(r, inner, argument),), base.span)
    whole = value if outer is None else replace(outer, children=(value, *outer.children[1:]))
    return r.read(whole), at + 2


def _derived(r: Reader, inner: Syn, arguments: Sequence[Syn]) -> Syn | None:
    r"""Return ``\frac{\partial f}{\partial y}`` for a bracket around it, or around ``\partial_y f``, of a function that waits for arguments.

    What stands behind is where the derivative is taken: ``(\partial_y f)(y, x)`` is no derivative of ``f(y, x)``.

    Raises:
        NotSupported: Another derivative of a function of several arguments.
    """
    if inner.kind == "frac" and is_differentiation(inner):
        row = bare(inner.children[0])
        names = row.children[1:] if row.kind == "juxt" else ()
        return inner if len(names) == 1 and _function(r, names[0]) is not None else None
    named = is_named_jacobian(r, inner) and _function(r, bare(inner.children[1])) is not None
    if named and len(arguments) == 1:
        return inner
    if inner.kind != "juxt" or len(inner.children) != 2 or (symbol := _function(r, inner.children[1])) is None:
        return None
    operator, name = inner.children
    mark = bare(operator.children[0]) if operator.kind == "script" else operator
    variable = bare(operator.children[1]) if operator.kind == "script" and is_empty(operator.children[2]) else None
    if (mark.kind, mark.value) == ("partial", "partial") and variable is not None and variable.kind == "name":
        return Syn("frac", "", (_juxt(mark, name), _juxt(mark, variable)), inner.span)
    if _is_of_own_argument(r, operator) and len(symbol.params) == len(arguments) == 1:
        return inner
    if is_derivative(operator) and len(symbol.params) > 1:
        raise NotSupported(
            f"this derivative of {symbol.latex} at a point in brackets behind it",
            r.at(inner),
            rf"write \frac{{\partial {symbol.latex}}}{{\partial y}}(x, y), or \left. ... \right|_{{y = a}}",
        )
    return None


def _is_of_own_argument(r: Reader, operator: Syn) -> bool:
    r"""Whether an operator differentiates by the argument of the function behind it: ``\nabla``, ``\nabla^2``, a D that is not declared."""
    base, below = (bare(operator.children[0]), operator.children[1]) if operator.kind == "script" else (operator, EMPTY)
    if (base.kind, base.value) == ("partial", "nabla"):
        return is_empty(below)
    return base_key(operator) in OPERATORS and r.find(operator) is None


def composed(r: Reader, syn: Syn) -> Syn | None:
    r"""Return ``f(g(x))`` for ``f \circ g(x)``, None if it may be the entrywise product of two values."""
    left, right = bare(syn.children[0]), bare(syn.children[1])
    symbol = _function(r, left)
    if symbol is None or len(symbol.params) != 1 or right.kind != "juxt" or len(right.children) != 2:
        return None
    inner = _function(r, right.children[0])
    if inner is None or bracket(right.children[1]) is None:
        return None
    if not symbol.shape.is_scalar and not r.chooses(POINTWISE):
        return None
    return _juxt(left, Syn("group", "(", (right,), right.span))


def _function(r: Reader, syn: Syn) -> Symbol | None:
    """The declared function that a name is, which may have a superscript."""
    found = r.find(syn) if syn.kind in ("name", "script", "prime") else None
    symbol = found[0] if found is not None and is_empty(found[1]) else None
    return symbol if isinstance(symbol, Symbol) and symbol.params and symbol.kind in ("def", "fun") else None


def _is_function(r: Reader, syn: Syn, count: int) -> bool:
    """Whether a tree is made of sums and products with at least one function of so many arguments that waits for them."""
    syn = bare(syn)
    symbol = _function(r, syn)
    if symbol is not None:
        return len(symbol.params) == count
    if syn.kind == "juxt":
        followed = [bracket(b) is not None and _function(r, a) is not None for a, b in _pairs(syn.children)]
        if any(followed):
            return False
    if syn.kind in ("add", "juxt") or (syn.kind == "infix" and syn.value in ("circ", "cdot", "times", "odot")):
        return any(_is_function(r, child, count) for child in syn.children)
    return (
        syn.kind == "group" and syn.value == "(" and len(syn.children) == 1 and _is_function(r, syn.children[0], count)
    )


def _pairs(row: Sequence[Syn]) -> list[tuple[Syn, Syn]]:
    return list(zip(row, row[1:], strict=False))


def _is_of_functions(r: Reader, syn: Syn) -> bool:
    """Whether nothing but functions stands in a tree of sums and products."""
    syn = bare(syn)
    if _function(r, syn) is not None:
        return True
    return (
        bool(syn.children)
        and syn.kind in ("add", "juxt", "infix", "group")
        and all(_is_of_functions(r, child) for child in syn.children)
    )


def _is_of_numbers(r: Reader, syn: Syn) -> bool:
    """Whether all functions in a tree are of numbers and have numbers as values."""
    symbols = [_function(r, node) for _, node in syn.walk()]
    return all(s is None or all(shape.is_scalar for shape in (s.shape, *s.arguments)) for s in symbols)


def _speaks_of_functions(r: Reader, syn: Syn) -> bool:
    """Whether a bracket speaks of functions without their arguments: ``(f - g)(f + g)`` is a product."""
    rows = [node.children for _, node in syn.walk() if node.kind == "juxt"]
    taken = {id(a) for row in rows for a, b in _pairs(row) if bracket(b) is not None}
    return any(_function(r, node) is not None and id(node) not in taken for _, node in syn.walk())


def _at(r: Reader, syn: Syn, argument: Syn) -> Syn:
    """Return the tree with every function applied to the argument, a composition from the right."""
    syn = bare(syn)
    if _function(r, syn) is not None:
        return _juxt(syn, argument)
    if (syn.kind, syn.value) == ("infix", "circ"):
        right = Syn("group", "(", (_at(r, syn.children[1], argument),), syn.span)
        return _at(r, syn.children[0], right)
    if not syn.children or syn.kind == "script":
        return syn
    return replace(syn, children=tuple(_grouped(_at(r, child, argument)) for child in syn.children))


def _grouped(syn: Syn) -> Syn:
    """Keep an applied function together among other factors."""
    return Syn("group", "{", (syn,), syn.span) if syn.kind == "juxt" else syn


def _juxt(*row: Syn) -> Syn:
    return Syn("juxt", "", row, (row[0].span[0], row[-1].span[1]))


__all__ = ["applied", "composed"]
