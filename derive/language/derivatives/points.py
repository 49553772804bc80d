r"""Derivatives of functions at a point: ``\nabla_x f(y)``, ``\frac{\partial f(y)}{\partial x}``, ``\frac{\partial f}{\partial x}(y)``.

By a variable that y does not move with, ``\nabla_x f(y)`` is the gradient of f at y: the derivative of the number f(y) would
be zero, which nobody writes so. A fraction in front of f(y) may say that zero, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.language.derivatives.independent import Independent
from derive.language.derivatives.targets import Target
from derive.language.scope.moving import any_depends, depend, function_at, is_written, parameters
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import AT_POINT, CONSTANT
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import Key, whole_key
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


@dataclass(slots=True)
class _Calls:
    """The functions in a text that are differentiated at a point.

    Attributes:
        name: The variable, which is written in the place of the points.
        points: What stood there.
        others: Functions of arguments of that shape that go by another name.
    """

    name: Syn
    points: list[Syn] = field(default_factory=list)
    others: list[Symbol] = field(default_factory=list)


def at_point(r: Reader, row: Sequence[Syn], target: Target) -> tuple[Sequence[Syn], Syn] | None:
    """Return what is differentiated as a function of the variable, and the point: ``f(x)`` and y for ``f(y)``.

    Returns:
        None if the row moves with the variable, or speaks of no function at a point.

    Raises:
        Independent: It cannot be told which functions are differentiated, at which point.
    """
    if target.part is not None or depend(r, row, (target.core,)):
        return None
    calls = _Calls(name_of(r, target))
    moved = _moved(r, row, target, calls)
    if calls.others:
        raise _refused(calls.others[0], target)
    if not calls.points:
        return None
    if len({latex_of(point) for point in calls.points}) > 1:
        raise Independent(
            f"functions at several points, differentiated by {target.latex}",
            None,
            "write a derivative for each of them, or \\left. \\frac{\\partial f}{\\partial x} \\right|_{x = y}",
        )
    point = calls.points[0]
    if not set(_names([point])).isdisjoint(_names(moved)):
        raise Independent(
            f"a function at {latex_of(point)}, differentiated by {target.latex}, beside this point itself",
            None,
            "write \\left. \\frac{\\partial f}{\\partial x} \\right|_{x = y}, with what moves in the numerator",
        )
    return moved, point


def _names(parts: Iterable[Syn]) -> Iterator[Key]:
    """The names in a text, with all of their scripts."""
    for part in parts:
        key = whole_key(part)
        if key is not None:
            yield key
        else:
            yield from _names(part.children)


def through_definition(r: Reader, row: Sequence[Syn], target: Target) -> tuple[Sequence[Syn], Syn] | None:
    r"""Read ``\nabla_x f(y)`` at a point y whose definition speaks of x as the gradient at y, the other reading.

    The first one is the gradient of the composition. Where x itself is written in the argument, it is the only one.
    """
    position = _position(r, row, 0, target) if len(row) == 2 else None
    if position is None or target.part is not None:
        return None
    arguments = list(function_at(r, row, 0)[1])  # pyright: ignore[reportOptionalSubscript]
    point = arguments.pop(position)
    if is_written(r, point, target.core) or any_depends(r, arguments, (target.core,)):
        return None
    if not r.chooses(AT_POINT):
        return None
    return (row[0], _with_argument(row[1], position, name_of(r, target))), point


def fraction_at_points(
    r: Reader, row: Sequence[Syn], targets: Sequence[Target]
) -> tuple[Sequence[Syn], dict[str, tuple[Target, Syn]]]:
    r"""Return the numerator of ``\frac{\partial f(y)}{\partial x}`` at its variables, and the points.

    That f(y) does not move with x is the other reading.
    """
    points: dict[str, tuple[Target, Syn]] = {}
    moved: Sequence[Syn] = row
    for target in targets:
        if target.core in points:
            continue
        found = at_point(r, moved, target)
        if found is not None:
            moved, point = found
            points[target.core] = target, point
    return (row, {}) if points and r.chooses(CONSTANT) else (moved, points)


def placed(r: Reader, term: Term, points: dict[str, tuple[Target, Syn]], syn: Syn) -> Term:
    """Return a derivative, a function of its variables, at the points."""
    if not points:
        return term
    targets = [target for target, _ in points.values()]
    return term_at(r, term, [(t, point_term(r, t, points[t.core][1], syn)) for t in targets], syn)


def point_term(r: Reader, target: Target, point: Syn, syn: Syn) -> Term:
    """Read a point; it has the shape of the variable."""
    term = r.read(point)
    own = r.a.known(b.var(target.core, target.shape), syn)
    term = r.a.like(term, own) if term.zero else term
    r.a.agree("the point does not fit", own, term)
    return term


def term_at(r: Reader, term: Term, places: Sequence[tuple[Target, Term]], syn: Syn) -> Term:
    """Return a term with points in the place of variables."""
    targets = [target for target, _ in places]

    def make(e: Expr, *points: Expr) -> Expr:
        found = {t.core: b.reshape(p, t.shape) for t, p in zip(targets, points, strict=True)}
        return b.substitute(r.definitions().expand(e, through=list(found)), found)

    return Term(term.rows, term.cols, (term, *(point for _, point in places)), make, syn)


# The trees.


def name_of(r: Reader, target: Target) -> Syn:
    """Return the variable as it is written alone."""
    symbol = r.scope.by_core().get(target.core)
    local = next((key for key, (core, _) in r.local.items() if core == target.core), None)
    key = local if local is not None or symbol is None else symbol.key
    return Syn("name", ":" + target.core) if key is None else Syn("name", f"{key.style}:{key.plain}")


def _moved(r: Reader, row: Sequence[Syn], target: Target, calls: _Calls) -> tuple[Syn, ...]:
    """Write the variable in the place of every point in a row; notes what stood there."""
    out: list[Syn] = []
    at = 0
    while at < len(row):
        position = _position(r, row, at, target)
        if position is not None:
            calls.points.append(function_at(r, row, at)[1][position])  # pyright: ignore[reportOptionalSubscript]
            out += [row[at], _with_argument(row[at + 1], position, calls.name)]
            at += 2
            continue
        called = function_at(r, row, at)
        if called is not None and _is_alike(r, *called, target):
            calls.others.append(called[0])
        node = row[at]
        if r.find(node) is None:
            children = _moved_children(r, node, target, calls)
            node = replace(node, children=children)
        out.append(node)
        at += 1
    return tuple(out)


def _moved_children(r: Reader, node: Syn, target: Target, calls: _Calls) -> tuple[Syn, ...]:
    if node.kind == "juxt":
        return _moved(r, node.children, target, calls)
    return tuple(new for child in node.children for new in _moved(r, (child,), target, calls))


def _position(r: Reader, row: Sequence[Syn], at: int, target: Target) -> int | None:
    """Return which argument of a function in a row the variable is: the one of its name, or the only one if it has none."""
    called = function_at(r, row, at)
    if called is None:
        return None
    own = parameters(called[0])
    if target.core in own:
        return own.index(target.core)
    return 0 if len(own) == 1 and is_nameless(r, called[0]) and shares_shape(r, called[0], 0, target) else None


def _is_alike(r: Reader, symbol: Symbol, arguments: Sequence[Syn], target: Target) -> bool:
    """Whether a function is at a point that could be one of the variable, which its argument is not called."""
    own = parameters(symbol)
    return any(
        shares_shape(r, symbol, k, target) and not depend(r, (argument,), (own[k],))
        for k, argument in enumerate(arguments)
    )


def is_nameless(r: Reader, symbol: Symbol) -> bool:
    r"""Whether a function was declared by its type, ``f : \mathbb{R}^n \to \mathbb{R}``."""
    return symbol.kind == "fun" and not any(name in r.scope.by_core() for name in symbol.params)


def shares_shape(r: Reader, symbol: Symbol, position: int, target: Target) -> bool:
    """Whether an argument of a function has the shape of the variable."""
    shapes = r.adapt(symbol).arguments
    skipped = len(symbol.params) - len(parameters(symbol))
    return shapes[skipped + position].totals == target.shape.totals


def _with_argument(node: Syn, position: int, argument: Syn) -> Syn:
    """Return the bracket behind a function with one argument replaced, and its scripts."""
    if node.kind == "script":
        return replace(node, children=(_with_argument(node.children[0], position, argument), *node.children[1:]))
    inner = node.children[0]
    if inner.kind == "list":
        inner = replace(inner, children=(*inner.children[:position], argument, *inner.children[position + 1 :]))
    else:
        inner = argument
    return replace(node, children=(inner,))


def _refused(symbol: Symbol, target: Target) -> Independent:
    return Independent(
        f"{symbol.latex} is no function of {target.latex}, by which it is differentiated at a point",
        None,
        f"write \\nabla {symbol.latex}(y), or declare {symbol.latex}({target.latex})",
    )


__all__ = [
    "at_point",
    "fraction_at_points",
    "is_nameless",
    "name_of",
    "placed",
    "point_term",
    "shares_shape",
    "term_at",
    "through_definition",
]
