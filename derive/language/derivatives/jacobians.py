r"""Derivatives of a function, named by the function: ``J_F(x)``, ``D F(x) y``, ``F'(x) y``.

``J_F(x)`` is the matrix that ``\frac{\partial F(x)}{\partial x}`` is. ``D F(x)`` is a linear map: of a column by a column it is
the matrix of that, and what stands behind it a factor; by a matrix, what stands behind it is the direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from derive import build as b
from derive.core import Expr
from derive.errors import NameProblem, NotSupported
from derive.functions import WORDS
from derive.language.derivatives.derivatives import bind
from derive.language.derivatives.points import point_term
from derive.language.derivatives.targets import Target, target_of
from derive.language.matrices import scripts
from derive.language.scope.marks import unmarked
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import JACOBIAN_FACTOR, JACOBIAN_ROWS
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, Key, bare, base_key, bracket, flat, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)
BUILT_IN = ("softmax", "LayerNorm", "LN", *WORDS)
"""Functions of a vector of which papers name the Jacobian."""
ENTRYWISE = ("otimes", "odot", "circ", "ast", "oslash")
OPERATORS = (Key("", "D"), Key("rm", "D"))
"""The names that differentiate the function behind them, where they are not declared."""


class _Derived(NamedTuple):
    """A function, what it is differentiated by, and where; ``sub`` and ``sup`` stand behind the bracket."""

    function: Term
    target: Target
    point: Term | None
    sub: Syn
    sup: Syn
    end: int


def jacobian(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read ``J_F(x)``, ``D F(x)`` with what it is applied to, or ``F'(x)``; None if there is none here."""
    node = children[at]
    if node.kind == "script":
        return _named_matrix(r, children, at)
    if node.kind == "name" and base_key(node) in OPERATORS and r.find(node) is None and at + 1 < len(children):
        symbol = _function(r, children[at + 1])
        return None if symbol is None else _map(r, children, at, at + 1, symbol)
    marked = unmarked(node) if node.kind == "prime" else None
    found = r.find(node) if marked is not None else None
    if marked is None or marked.order != 1 or (found is not None and is_empty(found[2])):
        return None
    symbol = _function(r, marked.base)
    ends = at + 1 == len(children) or bracket(children[at + 1]) is None
    if symbol is None or ends or not symbol.params or symbol.shape.is_scalar or symbol.arguments[0].is_scalar:
        return None
    return _map(r, children, at, at, symbol)


# The matrix.


def is_named_jacobian(r: Reader, node: Syn) -> bool:
    """Return whether a name is a J with something below it, neither of them declared."""
    if node.kind != "script" or is_empty(node.children[1]):
        return False
    key = base_key(node.children[0])
    return key is not None and key.plain == "J" and r.find(node) is None and r.find(node.children[0]) is None


def _named_matrix(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read ``J_F(x)``, where neither J nor J_F is declared and F is a function."""
    node = children[at]
    if not is_named_jacobian(r, node):
        return None
    base, sub, sup = node.children
    symbol = _function(r, bare(sub)) if r.scope.find_plain("J") is None else None
    if symbol is None:
        return _of_built_in(r, children, at)
    if not is_empty(sup) and bare(sup).kind != "top":
        raise NotSupported(
            f"a superscript of {latex_of(base)}_{latex_of(sub)}", r.at(node), "put it behind the argument: J_F(x)^{-1}"
        )
    derived = _derived(r, children, at, at + 1, symbol)
    result = _in_layout(r, _matrix(r, derived, node), derived, node)
    result = scripts.apply(r, result, EMPTY, sup, node)
    return scripts.apply(r, result, derived.sub, derived.sup, node), derived.end


def _of_built_in(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    r"""Read ``J_{\operatorname{softmax}}(z)`` as ``\frac{\partial \operatorname{softmax}(z)}{\partial z}``; None for other names."""
    node = children[at]
    _, sub, sup = node.children
    name = flat(bare(sub))
    inner = bracket(children[at + 1]) if at + 1 < len(children) and is_empty(sup) else None
    if name not in BUILT_IN or inner is None or len(inner[0]) != 1 or whole_key(inner[0][0]) is None:
        return None
    mark, (argument,) = Syn("partial", "partial", (), node.span), inner[0]
    function = Syn("juxt", "", (mark, Syn("function", name, (), sub.span), Syn("group", "(", (argument,))), node.span)
    fraction = Syn("frac", "frac", (function, Syn("juxt", "", (mark, argument), node.span)), node.span)
    return scripts.apply(r, r.read(fraction), inner[1], inner[2], node), at + 2


def _in_layout(r: Reader, matrix: Term, derived: _Derived, node: Syn) -> Term:
    """Return the matrix in the layout in force; that J has the rows of F in any layout is the other reading."""
    scalar = r.a.is_scalar(derived.function)
    if derived.target.shape.is_scalar and scalar:
        return matrix
    turned = r.options.layout == "denominator" or (r.options.layout == "gradient" and scalar)
    if not turned or r.chooses(JACOBIAN_ROWS):
        return matrix
    r.note("J_F is dF/dx in the layout in force")
    return r.a.transpose(matrix, node)


def _matrix(r: Reader, derived: _Derived, node: Syn) -> Term:
    """Return d vec_r(F) / d vec_r(x)^T (or with vec) at the point."""
    function, target, point = derived.function, derived.target, derived.point
    mode = r.options.derivative_mode
    r.note("dF/dX is d vec_r(F) / d vec_r(X)^T" if mode == "vecr" else "dF/dX is d vec(F) / d vec(X)^T")

    def make(e: Expr, *place: Expr) -> Expr:
        body, bound, own = bind(r, e, target, of=function.syn)
        return b.deriv(body, bound, b.reshape(place[0], target.shape) if place else own, mode)

    shape = target.shape
    rows = function.rows + function.cols if mode == "vecr" else function.cols + function.rows
    cols = shape.rows + shape.cols if mode == "vecr" else shape.cols + shape.rows
    return Term(rows, cols, (function, *(() if point is None else (point,))), make, node)


# The linear map.


def _map(r: Reader, children: Sequence[Syn], at: int, name: int, symbol: Symbol) -> tuple[Term, int]:
    """Read ``D F(x)`` (at a place) of the function that stands at another, and the direction behind a map of matrices."""
    node = children[at]
    derived = _derived(r, children, name, name + 1, symbol)
    if _is_of_columns(derived.target.shape) and (r.a.is_scalar(derived.function) or _is_of_columns(symbol.shape)):
        result = _matrix(r, derived, node)
        return scripts.apply(r, result, derived.sub, derived.sup, node), derived.end
    if derived.end == len(children) and any(children[0] is first for first in r.maps):
        r.note("the norm of a derivative by a matrix is that of its matrix")
        return _matrix(r, derived, node), derived.end
    written = "".join(map(latex_of, children[at : derived.end]))
    direction, end = _direction(r, children, derived, node, written)
    return _along(r, derived, direction, node), end


def _direction(r: Reader, children: Sequence[Syn], derived: _Derived, node: Syn, written: str) -> tuple[Term, int]:
    """Read the one factor that a derivative by a matrix is applied to.

    Raises:
        NotSupported: There is none, or it is not certain how far it reaches.
    """
    name = latex_of(derived.function.syn)
    hint = f"write D {name}(X)[H] for the derivative in the direction H, \\frac{{\\partial {name}}}{{\\partial X}} for its matrix"
    if not (is_empty(derived.sub) and is_empty(derived.sup)):
        raise NotSupported(f"a script of {written}, which is a linear map of matrices", r.at(node), hint)
    if derived.end == len(children):
        raise NotSupported(f"{written} without a direction, by or of a matrix", r.at(node), hint)
    direction, end = r.factor(children, derived.end)
    shape = derived.target.shape
    if direction is None or end != len(children) or _is_beside_product(r, node):
        raise NotSupported(f"{written} in front of several factors", r.at(node), hint)
    direction = r.a.placed(direction, shape)
    fits = shape.is_scalar or not r.a.is_scalar(direction)
    if not fits or r.u.clash(direction.rows, shape.rows) or r.u.clash(direction.cols, shape.cols):
        raise NotSupported(f"{written} in front of what is not of the shape {shape}", r.at(node), hint)
    return direction, end


def _along(r: Reader, derived: _Derived, direction: Term, node: Syn) -> Term:
    """Return the derivative in a direction."""
    function, target, point = derived.function, derived.target, derived.point
    r.a.agree("the direction does not fit", r.a.known(b.var(target.core, target.shape), node), direction)

    def make(e: Expr, along: Expr, *place: Expr) -> Expr:
        body, bound, own = bind(r, e, target, of=function.syn)
        return b.frechet(body, bound, b.reshape(place[0], target.shape) if place else own, along)

    places = () if point is None else (point,)
    return Term(function.rows, function.cols, (function, direction, *places), make, node)


def _is_of_columns(shape: Shape) -> bool:
    return shape.totals[1] == ONE


def _is_beside_product(r: Reader, node: Syn) -> bool:
    r"""Whether a product such as ``\odot`` follows, which may belong to the direction: ``D F(A) H \odot K``."""
    if r.statement is None:
        return True
    products = [n for _, n in r.statement.walk() if n.kind == "infix" and n.value in ENTRYWISE]
    return any(node in row.children for n in products for row in n.children[:1] if row.kind == "juxt")


# The function and its argument.


def _function(r: Reader, syn: Syn) -> Symbol | None:
    """Return the function, or the name with a definition, that a text is as a whole."""
    found = r.find(syn)
    if found is None or not isinstance(found[0], Symbol) or not (is_empty(found[1]) and is_empty(found[2])):
        return None
    symbol = found[0]
    return symbol if symbol.kind in ("def", "fun") and not symbol.indices else None


def _derived(r: Reader, children: Sequence[Syn], name: int, at: int, symbol: Symbol) -> _Derived:
    """Read the bracket at a place as the argument of the function.

    Raises:
        NameProblem: The text does not say by what is differentiated.
        NotSupported: The function has several arguments.
    """
    syn = children[name]
    if len(symbol.params) > 1:
        raise NotSupported(
            f"the derivative of {symbol.latex}, which has several arguments",
            r.at(syn),
            f"write by which: \\frac{{\\partial {symbol.latex}}}{{\\partial x}}",
        )
    inner = bracket(children[at]) if at < len(children) else None
    if inner is not None and (len(inner[0]) != 1 or is_factor(r, inner[0])):
        inner = None
    r.mention(symbol)
    own = r.adapt(symbol)
    if not own.params:
        return _by_argument(r, own, inner, at, syn)
    if own.kind == "fun" and inner is None:
        raise NameProblem(f"the derivative of {own.latex} needs its argument", r.at(syn))
    core, shape = own.params[0], own.arguments[0]
    declared = r.scope.by_core().get(core)
    target = Target(core, shape, core if declared is None else declared.latex)
    value = b.var(own.core, own.shape) if own.kind == "def" else b.fun(own.core, [b.var(core, shape)], own.shape)
    function = r.a.known(value, _name(symbol))
    if inner is None:
        return _Derived(function, target, None, EMPTY, EMPTY, at)
    return _Derived(function, target, point_term(r, target, inner[0][0], children[at]), inner[1], inner[2], at + 1)


def _by_argument(
    r: Reader, symbol: Symbol, inner: tuple[tuple[Syn, ...], Syn, Syn] | None, at: int, syn: Syn
) -> _Derived:
    """Read ``J_F(x)`` of ``F := A x``, a name that is defined without an argument.

    Raises:
        NameProblem: What stands in the bracket is no variable that the definition speaks of.
    """
    variable = None if inner is None or whole_key(inner[0][0]) is None else target_of(r, inner[0])
    if variable is None or variable.core not in r.definitions().reach(symbol.core):
        raise NameProblem(
            f"{symbol.latex} is defined without an argument: it is not said by what it is differentiated",
            r.at(syn),
            f"write \\frac{{\\partial {symbol.latex}}}{{\\partial x}}",
        )
    assert inner is not None
    if variable.entry is not None or variable.part is not None or variable.transposed:
        raise NotSupported(
            "a derivative by this", r.at(syn), f"write \\frac{{\\partial {symbol.latex}}}{{\\partial x}}"
        )
    function = r.a.known(b.var(symbol.core, symbol.shape), _name(symbol))
    return _Derived(function, variable, None, inner[1], inner[2], at + 1)


def _name(symbol: Symbol) -> Syn:
    return Syn("name", f"{symbol.key.style}:{symbol.key.plain}")


def is_factor(r: Reader, arguments: Sequence[Syn]) -> bool:
    r"""Whether a bracket behind a derivative of a function is read as its factor: a sum, as in ``J_F (x - y)``."""
    syn = bare(arguments[0])
    return len(arguments) == 1 and syn.kind == "add" and len(syn.children) > 1 and r.chooses(JACOBIAN_FACTOR)


def in_front_of_factor(r: Reader, children: Sequence[Syn], at: int) -> Sequence[Syn]:
    r"""Return the children up to the function at a place if a bracket behind its mark is a factor: ``\nabla f^\top (x - y)``."""
    node, inner = children[at], bracket(children[at + 1]) if at + 1 < len(children) else None
    found = r.find(node) if inner is not None and node.kind == "script" else None
    symbol = found[0] if found is not None and bare(found[2]).kind == "top" else None
    if inner is None or not isinstance(symbol, Symbol) or len(symbol.params) != 1 or not is_factor(r, inner[0]):
        return children
    return children[: at + 1]


__all__ = ["OPERATORS", "in_front_of_factor", "is_factor", "is_named_jacobian", "jacobian"]
