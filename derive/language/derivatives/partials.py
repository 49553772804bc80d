r"""What ``\partial_x f``, ``\partial_{xy} f``, ``\partial_i f`` and ``\partial_x^2 f`` differentiate by, one variable after the other.

The i of ``\partial_i f`` is a coordinate of the one vector that f is a function of, the 1 of ``\partial_1 f`` also the first of
several arguments, both at the argument that the definition names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NotSupported
from derive.language.derivatives.targets import Target
from derive.language.matrices import labels
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import MARK_OF_JACOBIAN, POWER_OUTSIDE
from derive.language.tree.names import EMPTY, bare, bracket, is_empty, whole_key
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

MAX_ORDER = 8


def variables_below(r: Reader, children: Sequence[Syn], at: int) -> list[Syn]:
    r"""Return the variables of the operator at a place, each as often as it differentiates.

    Raises:
        NotSupported: The order that it states is another one.
    """
    _, variable, order = children[at].children
    by = bare(variable)
    many = by.kind == "list" or (by.kind == "juxt" and all(_is_variable(r, child) for child in by.children))
    names = [_coordinate(r, name, children, at) for name in (by.children if many else (variable,))]
    if is_empty(order):
        return names
    power = bare(order)
    times = int(power.value) if power.kind == "num" and power.value.isdigit() else 0
    if not 0 < times <= MAX_ORDER or times % len(names) or 1 < len(names) != times:
        raise NotSupported("a power of this operator", r.at(children[at]), "write \\frac{\\partial^2}{\\partial x^2}")
    return names * (times // len(names))


def power_behind(r: Reader, children: Sequence[Syn], at: int) -> tuple[Sequence[Syn], Syn, int] | None:
    r"""Return a function at its argument, the power behind it, and where they end: ``\partial_i f(x)^2``; in ``\partial_x u^2`` it is u's."""
    found = r.find(children[at + 1]) if at + 2 < len(children) else None
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None
    if symbol is None or not symbol.params or bracket(children[at + 2]) is None:
        return None
    last = at + 2
    node = children[last]
    if node.kind != "script" or bare(node.children[2]).kind != "num":
        return None
    base, sub, power = node.children
    bottom = base if is_empty(sub) else Syn("script", node.value, (base, sub, EMPTY), node.span)
    return [*children[at + 1 : last], bottom], power, last + 1


def mark_behind(r: Reader, children: Sequence[Syn], at: int) -> tuple[Sequence[Syn], Syn, int] | None:
    r"""Return a number without the transpose mark behind it, the mark, and where they end: in ``\partial_{xy} f(x, y)^\top`` it is the derivative's.

    An inverse mark may be that of the number, the transpose mark behind a column that of the column.
    """
    found = r.find(children[at + 1]) if at + 1 < len(children) else None
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None
    if symbol is None or found is None or symbol.shape.cols or symbol.kind not in ("def", "fun"):
        return None
    called = bool(symbol.params) and at + 2 < len(children) and bracket(children[at + 2]) is not None
    last = at + 2 if called else at + 1
    node = children[last]
    if node.kind != "script" or (not called and is_empty(found[2])):
        return None
    base, sub, mark = node.children
    top = bare(mark).kind == "top" and not labels.declared_letter(r, bare(mark))
    if not is_empty(sub) or not (top or literal(mark) == -1):
        return None
    if symbol.shape.is_scalar:
        meant = top or r.chooses(POWER_OUTSIDE)
    else:
        meant = top and bool(symbol.params) and r.chooses(MARK_OF_JACOBIAN)
    if not meant:
        return None
    return [*children[at + 1 : last], base], mark, last + 1


def _is_variable(r: Reader, name: Syn) -> bool:
    return r.find(name) is not None or r.indices.is_index(name)


def _coordinate(r: Reader, name: Syn, children: Sequence[Syn], at: int) -> Syn:
    r"""Return ``x_i`` for the i of ``\partial_i f``, x for the 1 of ``\partial_1 f(x, y)``; the name itself if it is none of that."""
    place = next((k for k in range(at + 1, len(children)) if not _is_operator(children[k])), len(children))
    number = name.kind == "num" or r.indices.is_index(name)
    found = r.find(children[place]) if number and place < len(children) else None
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None  # F_j(x) is an entry of F
    if symbol is None or symbol.kind != "def" or not symbol.params:
        return name
    known = r.scope.by_core()
    keys = [known[core].key if core in known else None for core in symbol.params]
    inner = bracket(children[place + 1]) if place + 1 < len(children) else None
    if inner is not None and [whole_key(a) for a in inner[0]] != keys:
        return name
    first = int(name.value) - 1 if name.kind == "num" and name.value.isdigit() and len(keys) > 1 else 0
    key = keys[first] if 0 <= first < len(keys) else None
    if key is None or not key.plain.isalpha() or (len(keys) > 1 and name.kind != "num"):
        return name
    variable = Syn("name", f"{key.style}:{key.plain}", (), name.span)
    if len(keys) > 1:
        return variable
    return name if symbol.arguments[0].cols else Syn("script", "", (variable, name, EMPTY), name.span)


def by_all_arguments(r: Reader, children: Sequence[Syn], at: int, order: int) -> tuple[Syn, int] | None:
    r"""Return the column of partial derivatives that ``\nabla f(x, y)`` is for a function of numbers, ``\nabla^2 f`` the table; and its end.

    None for a function of one argument, of vectors, or at another point than the definition names.
    """
    found = r.find(children[at]) if at < len(children) else None
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) and is_empty(found[1]) else None
    if symbol is None or symbol.kind != "def" or len(symbol.params) < 2 or not is_empty(found[2] if found else EMPTY):
        return None
    known = r.scope.by_core()
    keys = [known[core].key for core in symbol.params if core in known and known[core].key.plain.isalpha()]
    inner = bracket(children[at + 1]) if at + 1 < len(children) else None
    called = inner is not None and [whole_key(a) for a in inner[0]] == keys
    numbers = symbol.shape.is_scalar and all(s.is_scalar for s in symbol.arguments) and len(keys) == len(symbol.params)
    if not numbers or (inner is not None and not called):
        return None
    end = at + 2 if called else at + 1
    names = [Syn("name", f"{key.style}:{key.plain}", (), children[at].span) for key in keys]
    r.note(f"the gradient of {symbol.latex} is the column of its derivatives by {', '.join(key.plain for key in keys)}")
    rows = [[[one]] for one in names] if order == 1 else [[[one, two] for two in names] for one in names]
    cells = tuple(
        Syn("list", "&", tuple(_partial(by, children[at:end]) for by in row), children[at].span) for row in rows
    )
    return Syn("matrix", "p", cells, children[at].span), end


def _partial(by: Sequence[Syn], function: Sequence[Syn]) -> Syn:
    mark = Syn("partial", "partial", (), by[0].span)
    operators = [Syn("script", "", (mark, name, EMPTY), name.span) for name in by]
    return Syn("juxt", "", (*operators, *function), by[0].span)


def _is_operator(node: Syn) -> bool:
    return node.kind == "script" and bare(node.children[0]).kind == "partial"


def is_jacobians(r: Reader, symbol: Symbol | None, mark: Syn, by: Syn) -> bool:
    r"""Return whether a mark behind a column that is differentiated is that of its Jacobian: ``\nabla F(x)^\top``, ``\nabla F(x)^{-1}``.

    Behind a column that is defined without an argument, ``\nabla_x p^\top v``, it may be that of the column.
    """
    top = bare(mark).kind == "top" and not labels.declared_letter(r, bare(mark))
    if not (top or literal(mark) == -1) or symbol is None or symbol.kind not in ("def", "fun"):
        return False
    if symbol.shape.is_scalar or symbol.shape.cols or any(s.cols for s in symbol.arguments):
        return False
    if symbol.params:
        return len(symbol.params) == 1
    found = r.find(bare(by)) if not is_empty(by) else None
    variable = found[0].core if found is not None and isinstance(found[0], Symbol) else None
    body = None if symbol.body is None else r.definitions().expand(symbol.body)
    return body is not None and variable in b.free_names(body) and r.chooses(MARK_OF_JACOBIAN)


def check_direction(r: Reader, symbol: Symbol | None, target: Target, node: Syn) -> None:
    r"""Refuse ``\nabla_v f(x)`` of a function of the vector x alone, where v is another vector: the direction, to many.

    Raises:
        NotSupported: It is that.
    """
    if symbol is None or symbol.kind != "def" or target.shape.is_scalar or target.part is not None or target.defined:
        return
    body = None if symbol.body is None else r.definitions().expand(symbol.body)
    if body is None or target.core in symbol.params or target.core in b.free_names(body):
        return
    if any(own.totals == target.shape.totals for own in symbol.arguments):
        raise NotSupported(
            f"a derivative by {target.latex}, on which {symbol.latex} does not depend",
            r.at(node),
            f"write D {symbol.latex}(x)[{target.latex}] for the derivative in this direction",
        )


def outer_product(children: Sequence[Syn], at: int) -> list[Syn] | None:
    r"""Write ``\nabla_x \nabla_y^\top f`` as ``\nabla^2_{xy} f`` and ``\nabla \nabla^\top f`` as ``\nabla^2 f``; None if there is no such thing."""
    first, second = children[at], children[at + 1] if at + 1 < len(children) else EMPTY
    nabla = first.children[0] if first.kind == "script" else first
    if second.kind != "script" or (bare(second.children[0]).kind, bare(second.children[0]).value) != (
        "partial",
        "nabla",
    ):
        return None
    left, above = (first.children[1], first.children[2]) if first.kind == "script" else (EMPTY, EMPTY)
    _, right, mark = second.children
    if bare(mark).kind != "top" or not is_empty(above) or is_empty(left) != is_empty(right):
        return None
    same = is_empty(left) or whole_key(bare(left)) == whole_key(bare(right))
    below = left if same else Syn("juxt", "", (bare(left), bare(right)), left.span)
    two = Syn("num", "2", (), second.span)
    return [*children[:at], Syn("script", "", (nabla, below, two), first.span), *children[at + 2 :]]


__all__ = [
    "by_all_arguments",
    "check_direction",
    "is_jacobians",
    "mark_behind",
    "outer_product",
    "power_behind",
    "variables_below",
]
