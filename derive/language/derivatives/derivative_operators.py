r"""Derivatives written in front of their operand: \partial/\partial X, \nabla, D_X F(X)[H], differentials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.derivatives.derivative_reach import takes_row
from derive.language.derivatives.derivatives import bind, derivative_fraction, repeated, with_fixed_arguments
from derive.language.derivatives.differentials import differential
from derive.language.derivatives.divergence_operator import laplacian
from derive.language.derivatives.evaluation import evaluation
from derive.language.derivatives.functions_by_argument import of_other_size
from derive.language.derivatives.gradient_operand import first_end, gradient_at_point, gradient_operand
from derive.language.derivatives.hessian_maps import directions, hessian_map, is_bracketed_hessian, jacobian_of_column
from derive.language.derivatives.independent import Independent
from derive.language.derivatives.jacobians import in_front_of_factor, jacobian
from derive.language.derivatives.own_scripts import own_scripts
from derive.language.derivatives.partials import (
    by_all_arguments,
    check_direction,
    mark_behind,
    outer_product,
    power_behind,
    variables_below,
)
from derive.language.derivatives.points import at_point, fraction_at_points, placed, point_term, through_definition
from derive.language.derivatives.shared_variable import only_variable, own_variable, shared_variable
from derive.language.derivatives.targets import Target, target_of
from derive.language.derivatives.time_derivatives import of_time, time_operator
from derive.language.derivatives.unapplied import applied
from derive.language.functions import square_brackets
from derive.language.functions.applications import is_value_differentiated
from derive.language.functions.factors import is_derivative
from derive.language.functions.operators import is_function
from derive.language.matrices import scripts
from derive.language.scope.derivative_marks import fraction_mark, marker
from derive.language.scope.moving import depend
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import DERIVED_ROW, DERIVED_TERM, DIRECTED, DIRECTIONAL, POWER_OUTSIDE
from derive.language.terms.terms import Term
from derive.language.tree.names import EMPTY, Key, bare, base_key, bracket, is_empty, whole_key
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


MAX_IN_A_ROW = 8
"""Derivatives of derivatives, each of which may take one factor or all that follows."""


@about(
    "frac", "partial", "prime", "group eval", "name :D", "name rm:D", "name :d", "name rm:d", "name :Delta", "letter J",
    untouched=nothing, place=(1, 2),
)  # fmt: skip
def operator(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read a differentiation operator and its operand; None if there is none here.

    Raises:
        SyntaxProblem: So many stand in a row that there are too many ways to read them.

    """
    node = children[at]
    if is_derivative(node) and all(map(is_derivative, children[at + 1 : at + 1 + MAX_IN_A_ROW])):
        if len(children) > at + MAX_IN_A_ROW:
            text = f"more than {MAX_IN_A_ROW} derivatives in a row"
            raise SyntaxProblem(text, r.at(node), r"write \frac{d^n}{dx^n}, or define what is differentiated")
    if node.kind == "frac":
        return _fraction_operator(r, children, at)
    base = bare(node.children[0]) if node.kind == "script" else node
    if node.kind == "group" and is_bracketed_hessian(children, at):
        row = node.children[0].children
        found = _nabla(r, row, 0, children[at + 1])
        return (found[0], at + 2) if found[1] > len(row) else None
    if (base.kind, base.value) == ("group", "eval") and node.kind == "script":
        return _evaluated_operator(r, children, at)
    if base.kind == "partial" and base.value == "nabla":
        return _nabla(r, children, at)
    if node.kind == "script" and base.kind == "partial" and not is_empty(node.children[1]):
        return _subscripted(r, children, at)
    if base.kind == "name" and base_key(base) in (Key("", "D"), Key("rm", "D")):
        result = _frechet(r, children, at)
        if result is not None:
            return result
    found = laplacian(r, children, at)
    if found is not None:
        return r.read(found[0]), found[1]
    mark = marker(r, node)
    if mark is not None and at + 1 < len(children):
        return differential(r, children, at, mark)
    return jacobian(r, children, at)


def _fraction_operator(
    r: Reader, children: Sequence[Syn], at: int, written: Syn | None = None
) -> tuple[Term, int] | None:
    node = children[at]
    timed = time_operator(r, children, at)
    if timed is not None or of_time(r, node):
        return timed
    found = derivative_fraction(r, node)
    if found is not None and found[0]:
        return evaluation(r, children, at, found[0], found[1])
    if found is None:
        return None
    children = [*children[: at + 1], *applied(r, children[at + 1 :], found[1])]
    rest = children[at + 1 :]
    if not rest:
        raise SyntaxProblem("what is differentiated is missing", r.at(node))
    marked = mark_behind(r, children, at) if written is None else None
    if marked is not None:
        inner = _fraction_operator(r, [node, *marked[0]], 0, node)
        return inner and (scripts.apply(r, inner[0], EMPTY, marked[1], node), marked[2])
    partial = fraction_mark(node) == "partial"
    if not takes_row(r, written or node, rest):
        term, end = r.factor(children, at + 1)
        assert term is not None
        rest = rest[: end - at - 1] if partial else ()
        return repeated(r, term, with_fixed_arguments(r, rest, found[1]), node), end
    targets = with_fixed_arguments(r, rest if partial else (), found[1])
    moved, points = fraction_at_points(r, rest, targets)
    return placed(r, repeated(r, r.a.chain(r.factors(moved)), targets, node), points, node), len(children)


def _evaluated_operator(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    r"""Read ``\left. \frac{d}{dt} \right|_{t=0} f(t)``: the derivative of one factor, evaluated.

    Raises:
        NotSupported: Several factors follow, so that it is not certain what is differentiated.
    """
    bar = children[at]
    inside = bare(bar.children[0]).children[0]
    found = derivative_fraction(r, inside) if inside.kind == "frac" else None
    if found is None or found[0] or at + 1 == len(children):
        return None
    _, end = r.factor(children, at + 1)
    if end != len(children):
        raise NotSupported(
            "a derivative with its point in front of several factors",
            r.at(bar),
            "write \\left. \\frac{d}{dt} (...) \\right|_{t=0}",
        )
    whole = Syn("juxt", "", (inside, *children[at + 1 :]), (inside.span[0], children[-1].span[1]))
    group = Syn("group", "eval", (whole,), whole.span)
    return r.read(Syn("script", bar.value, (group, *bar.children[1:]), bar.span)), end


def _subscripted(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    r"""Read ``\partial_x f`` as ``\frac{\partial}{\partial x} f``, ``\partial_{xy} f`` as a second derivative."""
    mark, span = children[at].children[0], children[at].span
    names = variables_below(r, children, at)
    if len(names) == 1:
        check_direction(r, _operand(r, children, at + 1)[1], target_of(r, [names[0]]), children[at])
    top = mark if len(names) == 1 else Syn("script", "", (mark, EMPTY, Syn("num", str(len(names)), (), span)), span)
    fraction = Syn(
        "frac", "", (top, Syn("juxt", "", tuple(part for name in names for part in (mark, name)), span)), span
    )
    raised = mark_behind(r, children, at)
    if raised is None:
        raised = power_behind(r, children, at)
        raised = raised if raised is not None and r.chooses(POWER_OUTSIDE) else None
    if raised is not None:
        base, power, end = raised
        found = _fraction_operator(r, [fraction, *base], 0, children[at])
        return found and (scripts.apply(r, found[0], EMPTY, power, children[at]), end)
    return _fraction_operator(r, [*children[:at], fraction, *children[at + 1 :]], at, children[at])


def _operand(r: Reader, children: Sequence[Syn], at: int) -> tuple[Syn | None, Symbol | None, Sequence[Syn], int]:
    """Return (function, its symbol, arguments, next position) of a declared function that may be applied."""
    if at >= len(children):
        raise SyntaxProblem("what is differentiated is missing")
    found = r.find(children[at])
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None
    if symbol is None or found is None or symbol.kind not in ("def", "fun") or not symbol.params:
        return None, None, (), at
    if not is_empty(found[1]) and (symbol.shape.is_scalar or symbol.shape.cols or symbol.indices):
        return None, None, (), at  # \nabla f_i(x) is of the i-th entry of a vector
    inner = bracket(children[at + 1]) if at + 1 < len(children) else None
    if (
        inner is not None
        and is_empty(inner[1])
        and is_empty(inner[2])
        and not is_value_differentiated(r, symbol, inner[0])
    ):
        return children[at], symbol, inner[0], at + 2
    return children[at], symbol, (), at + 1


def _at_point(r: Reader, symbol: Symbol, arguments: Sequence[Syn], syn: Syn) -> tuple[Target, Term, Term | None]:
    r"""Return (variable, function at its own arguments, point) of a function of one argument.

    A superscript of its name is one of its value: in ``\nabla f^2(x)`` the square is differentiated.
    """
    if len(symbol.params) != 1:
        raise NotSupported(f"write by which argument of {symbol.latex} is differentiated")
    r.mention(symbol)
    symbol = r.adapt(symbol)
    core, shape = symbol.params[0], symbol.arguments[0]
    own = r.scope.by_core().get(core)
    target = Target(core, shape, own.latex if own is not None else core)
    applied = of_other_size(r, symbol, target, arguments, syn)
    if applied is not None:
        return applied
    if symbol.kind == "fun":
        function = r.a.known(b.fun(symbol.core, [b.var(core, shape)], symbol.shape), syn)
    else:
        function = r.a.known(b.var(symbol.core, symbol.shape), syn)
    found = r.find(syn)
    if found is not None and not is_empty(found[1]):
        function = scripts.apply(r, function, found[1], EMPTY, syn)
    if found is not None:
        function = scripts.raised_function(r, symbol, function, found[2], syn)
    return target, function, _read_point(r, arguments[0], shape, symbol.latex) if arguments else None


def _read_point(r: Reader, argument: Syn, shape: Shape, name: str) -> Term:
    """Read where a function is differentiated; a zero has the shape of its argument."""
    point = r.a.placed(r.read(argument), shape)
    if not (r.u.unify(point.rows, shape.rows) and r.u.unify(point.cols, shape.cols)):
        raise ShapeProblem(f"{name} takes an argument of shape {shape}, not {r.a.shape(point)}", r.at(argument))
    return point


def _nabla(r: Reader, children: Sequence[Syn], at: int, behind: Syn | None = None) -> tuple[Term, int]:
    """Read a gradient or a Hessian; ``behind`` is what stands behind the bracket around all of it."""
    once = outer_product(children, at)
    if once is not None:
        term, end = _nabla(r, once, at, behind)
        return term, end + 1
    node = children[at]
    children = square_brackets.at_point(r, children, at + 1)
    sub, sup = (node.children[1], node.children[2]) if node.kind == "script" else (EMPTY, EMPTY)
    order = 1 if is_empty(sup) else literal(sup)
    if order not in (1, 2):
        raise NotSupported("this power of \\nabla", r.at(node))
    pair = _two_variables(r, sub)
    if pair is not None:
        return _mixed(r, children, at, pair, order)
    if at + 1 < len(children):
        children = in_front_of_factor(r, children, at + 1)
    if not is_empty(sub):
        children = [*children[: at + 1], *applied(r, children[at + 1 :], [target_of(r, [sub])])]
    children, entry, mark = own_scripts(r, children, at + 1, order, sub)
    closed = not (is_empty(entry) and is_empty(mark))
    name, symbol, arguments, end = _operand(r, children, at + 1)
    if not is_empty(sub):
        target = target_of(r, [sub])
        check_direction(r, symbol, target, node)
        target = with_fixed_arguments(r, children[at + 1 :], [target])[0]
        function, point, end = _gradient_by(r, children, at + 1, target, closed=closed)
    elif (product := _own_product(r, children, at + 1, closed=closed)) is not None:
        (target, function, end), point = product, None
    elif (composed := _of_functions(r, children, at + 1, closed=closed)) is not None:
        (target, function, end), point = composed, None
    elif (shared := shared_variable(r, children, at + 1) or only_variable(r, children, at + 1)) is not None:
        target, point = shared, None
        function, end = _of_gradient(r, children, at + 1, target, closed=closed)
    elif (table := by_all_arguments(r, children, at + 1, order)) is not None:
        return scripts.apply(r, r.read(table[0]), entry, mark, node), table[1]
    elif symbol is None or name is None:
        raise NameProblem("write by what \\nabla differentiates: \\nabla_X f", r.at(node))
    else:
        target, function, point = _at_point(r, symbol, arguments, name)
    by_part = target.part is not None and order == 1 and point is None
    if target.entry is not None or (target.part is not None and not by_part) or target.transposed:
        raise NotSupported("a gradient by this", r.at(node))
    written = DERIVED_TERM not in r.tight
    if written and not r.a.is_scalar(function) and any(n.value == "nabla" for _, n in children[at + 1].walk()):
        raise NotSupported(
            "a gradient of a gradient",
            r.at(node),
            "write \\nabla^2_{xy} f or \\frac{\\partial^2 f}{\\partial x \\partial y}",
        )
    plain = order == 1 and target.part is None
    column = jacobian_of_column(r, children[at:], end - at, function, target, point) if plain else None
    if column is not None:
        return scripts.apply(r, column, entry, mark, node), end
    function = r.a.need_scalar("what \\nabla is applied to", function)
    if target.part is not None:
        return scripts.apply(r, _by_part(r, function, target, target.part, node), entry, mark, node), end
    if is_empty(entry) and is_empty(mark):
        if behind is not None and end == len(children):
            children = (*children, behind)
        directed = _directed(r, children, end, function, target, point, order)
        if directed is not None:
            return directed
        along = children[end] if end < len(children) else None
        mapped = hessian_map(r, function, target, point, along, node) if order == 2 else None
        if mapped is not None:
            return mapped, end + 1
    own = point if point is not None else r.a.known(b.var(target.core, target.shape))

    def make(e: Expr, place: Expr) -> Expr:
        body, bound, _ = bind(r, e, target, of=function.syn)
        place = b.reshape(place, target.shape)
        if order == 1:
            return b.grad(body, bound, place)
        inner = b.fresh(target.core)
        gradient = b.grad(body, bound, b.var(inner, target.shape))
        return b.deriv(gradient, inner, place, r.options.derivative_mode)

    rows, cols = target.shape.rows, target.shape.cols
    if order == 2:
        d = rows + cols if r.options.derivative_mode == "vecr" else cols + rows
        rows, cols = d, d
    return scripts.apply(r, Term(rows, cols, (function, own), make, node), entry, mark, node), end


def _gradient_by(
    r: Reader, children: Sequence[Syn], at: int, target: Target, *, closed: bool
) -> tuple[Term, Term | None, int]:
    """Read what a nabla with a variable is applied to, and the point if that is not the variable.

    Raises:
        Independent: A function at a point stands beside the variable.
    """
    found = gradient_at_point(r, children, at, target)
    if found is None:
        function, end = _of_gradient(r, children, at, target, closed=closed)
        return function, None, end
    moved, place, behind = found
    point = point_term(r, target, place, children[at])
    with r.trial():
        is_number = r.a.is_scalar(r.a.chain(r.factors(moved[at:behind])))
    if is_number:
        return r.a.chain(r.factors(moved[at:behind])), point, behind
    function, end = _of_gradient(r, moved, at, target, closed=closed)
    if depend(r, children[behind:end], (target.core,)):
        raise Independent(
            f"a function at a point beside {target.latex}, both differentiated",
            r.at(children[at]),
            "put brackets around the gradient",
        )
    return function, point, end


def _of_gradient(
    r: Reader, children: Sequence[Syn], at: int, target: Target, *, closed: bool = False
) -> tuple[Term, int]:
    """Read what a nabla with a variable is applied to; ``closed`` if its scripts stand behind the first factor."""
    variables = None if target.part is not None and not target.is_member else (target.core,)
    if closed and depend(r, children[at : first_end(r, children, at)], variables):
        function, end = r.factor(children[: first_end(r, children, at)], at)
    else:
        function, end = gradient_operand(r, children, at, variables)
    if function is None:
        raise SyntaxProblem("what is differentiated is missing", r.at(children[at - 1]))
    return function, end


def _own_product(r: Reader, children: Sequence[Syn], at: int, *, closed: bool) -> tuple[Target, Term, int] | None:
    r"""Read the other reading of ``\nabla f(x) g(x)`` and ``\nabla f(x) \cdot g(x)``, the gradient of the product."""
    row: Sequence[Syn] = children[at:]
    while len(row) == 1 and bare(row[0]).kind in ("juxt", "infix", "frac"):
        inner = bare(row[0])
        row = inner.children if inner.kind == "juxt" else inner.children[:1]
    if not row:
        return None
    _, symbol, arguments, end = _operand(r, row, 0)
    whole = len(children) == at + 1 and row[0] is not children[at]
    if symbol is None or len(symbol.params) != 1 or closed or (not whole and end >= len(row)):
        return None
    target = own_variable(r, symbol, arguments)
    if target is None:
        return None
    if not whole and not (depend(r, row[end:], (target.core,)) and r.chooses(DERIVED_ROW)):
        return None
    return target, *_of_gradient(r, children, at, target)


def _of_functions(r: Reader, children: Sequence[Syn], at: int, *, closed: bool) -> tuple[Target, Term, int] | None:
    r"""Read what is differentiated in ``\nabla \log f(x)``: built-in functions of a declared one, by the variable of that."""
    row = children[at : first_end(r, children, at)]
    while row and r.find(row[0]) is None:
        inner = bracket(row[0])
        if len(row) > 1 and is_function(row[0], row[1]):
            row = row[1:]
        elif len(row) == 1 and (row[0].kind == "sqrt" or (inner is not None and len(inner[0]) == 1)):
            content = row[0].children[0] if inner is None else inner[0][0]
            row = content.children if content.kind == "juxt" else (content,)
        else:
            return None
    if not row or row[0] is children[at]:
        return None
    _, symbol, arguments, end = _operand(r, row, 0)
    if symbol is None or len(symbol.params) != 1 or end != len(row):
        return None
    target = own_variable(r, symbol, arguments)
    return None if target is None else (target, *_of_gradient(r, children, at, target, closed=closed))


def _by_part(r: Reader, function: Term, target: Target, own: Term, node: Syn) -> Term:
    r"""Return ``\nabla_{x_j} f`` of a family of variables ``x_j``, and ``\nabla_{\Sigma^{-1}} f``."""

    def make(e: Expr, part: Expr) -> Expr:
        return b.grad(*bind(r, e, target, part, of=function.syn))

    return Term(own.rows, own.cols, (function, own), make, node)


def _two_variables(r: Reader, sub: Syn) -> tuple[Syn, Syn] | None:
    r"""Return the two variables of ``\nabla^2_{xy}``."""
    sub = bare(sub)
    if sub.kind not in ("juxt", "list") or len(sub.children) != 2 or _declared_whole(r, sub):
        return None
    found = [r.find(child) for child in sub.children]
    named = [f is not None and isinstance(f[0], Symbol) and f[0].kind in ("var", "def") for f in found]
    return (sub.children[0], sub.children[1]) if all(named) else None


def _declared_whole(r: Reader, sub: Syn) -> bool:
    key = whole_key(sub)
    return key is not None and r.scope.find(key) is not None


def _mixed(r: Reader, children: Sequence[Syn], at: int, pair: tuple[Syn, Syn], order: int) -> tuple[Term, int]:
    r"""Read ``\nabla^2_{xy} f`` or ``\nabla_{xy} f``, the matrix with the entries ``\partial^2 f / \partial x_i \partial y_j``.

    Raises:
        NotSupported: It is ``\nabla_{x,y}``, or of another order.
    """
    node = children[at]
    if order != 2 and not (order == 1 and bare(node.children[1]).kind == "juxt"):
        raise NotSupported("a gradient by two variables", r.at(node), "write \\nabla^2_{xy}")
    first, second = (target_of(r, [child]) for child in pair)
    if any(t.entry is not None or t.part is not None or t.transposed for t in (first, second)):
        raise NotSupported("a second derivative by these", r.at(node))
    marked = mark_behind(r, children, at)
    row = children if marked is None else [*children[: at + 1], *marked[0]]
    function, end = _of_gradient(r, row, at + 1, first)
    function = r.a.need_scalar("what \\nabla is applied to", function)
    r.note("\\nabla^2_{xy} f has the rows of x and the columns of y")
    mode = r.options.derivative_mode

    def make(e: Expr) -> Expr:
        body, name, point = bind(r, e, first, of=function.syn)
        body, name, point = bind(r, b.grad(body, name, point), second, of=function.syn)
        return b.deriv(body, name, point, mode)

    rows, cols = (
        t.shape.rows + t.shape.cols if mode == "vecr" else t.shape.cols + t.shape.rows for t in (first, second)
    )
    term = Term(rows, cols, (function,), make, node)
    return (term, end) if marked is None else (scripts.apply(r, term, EMPTY, marked[1], node), marked[2])


def _frechet(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read ``D_X F(X)[H]`` (also ``D F(X)[H]`` and second order ``D^2 F(X)[H, K]``)."""
    node = children[at]
    if r.find(node) is not None and not _by_variable(r, node) and not _is_of_function(r, children, at):
        return None
    end = next((k for k in range(at + 1, len(children)) if _square(children[k]) is not None), None)
    if end is None or end == at + 1:
        return None
    content, after_sub, after_sup = _square(children[end]) or ((), EMPTY, EMPTY)
    sub = node.children[1] if node.kind == "script" else EMPTY
    order = literal(node.children[2]) if node.kind == "script" and not is_empty(node.children[2]) else 1
    if order != len(content):
        raise SyntaxProblem(f"this derivative needs {order} direction(s), not {len(content)}", r.at(node))
    inner = children[at + 1 : end]
    directions = [r.read(d) for d in content]
    name, symbol, arguments, stop = _operand(r, inner, 0)
    if is_empty(sub):
        if symbol is None or name is None or stop != len(inner):
            raise NameProblem("write by what D differentiates: D_X F(X)[H]", r.at(node))
        target, function, point = _at_point(r, symbol, arguments, name)
    else:
        target, point = target_of(r, [sub]), None
        inner = applied(r, inner, [target])
        found = at_point(r, inner, target) or through_definition(r, inner, target)
        if found is not None:
            inner, point = found[0], point_term(r, target, found[1], node)
        function = r.a.chain(r.factors(inner))
    if target.entry is not None or target.part is not None or target.transposed:
        raise NotSupported("a directional derivative by this", r.at(node))
    by = sub if not is_empty(sub) else arguments[0] if arguments else node
    term = _along(r, function, target, point, directions, by)
    return scripts.apply(r, term, after_sub, after_sup, children[end]), end + 1


def _directed(
    r: Reader, children: Sequence[Syn], at: int, function: Term, target: Target, point: Term | None, order: int
) -> tuple[Term, int] | None:
    r"""Read ``\nabla^2 f(x)[h, k]`` and ``\nabla f(x)[h]`` as derivatives in directions, the other reading of a product."""
    found = _square(children[at]) if at < len(children) else None
    if found is None and at < len(children) and order == 2:
        between = directions(children[at])
        found = None if between is None else (between, EMPTY, EMPTY)
    if found is None or len(found[0]) != order or not (is_empty(found[1]) and is_empty(found[2])):
        return None
    if not r.chooses(DIRECTED):
        return None
    return _along(r, function, target, point, [r.read(d) for d in found[0]], children[at]), at + 1


def _along(
    r: Reader, function: Term, target: Target, point: Term | None, directions: Sequence[Term], node: Syn
) -> Term:
    """Return the derivative of a function in directions, as many as its order, at a point or at the variable."""
    own = r.a.known(b.var(target.core, target.shape), node)
    directions = [r.a.placed(d, target.shape) for d in directions]
    for direction in directions:
        r.a.agree("the direction does not fit", own, direction)
    count = len(directions)

    def make(e: Expr, *rest: Expr) -> Expr:
        place = b.var(target.core, target.shape) if point is None else b.reshape(rest[count], target.shape)
        body, bound, _ = bind(r, e, target, of=function.syn)
        for k, direction in enumerate(rest[:count]):
            if k == count - 1:
                return b.frechet(body, bound, place, direction)
            moved = b.fresh(target.core)
            body, bound = b.frechet(body, bound, b.var(moved, target.shape), direction), moved
        return body

    args = (function, *directions, *(() if point is None else (point,)))
    return Term(function.rows, function.cols, args, make, node)


def _by_variable(r: Reader, node: Syn) -> bool:
    """Return whether the subscript of a (declared) D is a variable: then it is no entry of D but a derivative."""
    found = r.find(node.children[1]) if node.kind == "script" and not is_empty(node.children[1]) else None
    whole = r.find(node)
    if found is None or whole is None or is_empty(whole[1]):
        return False
    symbol = found[0]
    return (
        isinstance(symbol, Symbol)
        and symbol.kind in ("var", "def")
        and is_empty(found[1])
        and not r.indices.find_bound(symbol.core)
    )


def _is_of_function(r: Reader, children: Sequence[Syn], at: int) -> bool:
    """Return whether ``D f(X)[H]`` with a declared number D is a derivative: a direction stands behind a function."""
    found = r.find(children[at])
    symbol = found[0] if found is not None else None
    if found is None or not isinstance(symbol, Symbol) or symbol.params or not is_empty(found[1]):
        return False
    name, _, _, end = _operand(r, children, at + 1) if at + 1 < len(children) else (None, None, (), at)
    if name is None or end >= len(children) or _square(children[end]) is None:
        return False
    if symbol.kind in ("size", "index"):
        r.note("D f(X)[H] is a derivative, although D is declared")
        return True
    return not r.chooses(DIRECTIONAL)


def _square(syn: Syn) -> tuple[tuple[Syn, ...], Syn, Syn] | None:
    if syn.kind == "group" and syn.value == "[":
        inner = syn.children[0]
        return (inner.children if inner.kind == "list" else (inner,)), EMPTY, EMPTY
    if syn.kind == "script":
        found = _square(syn.children[0])
        return None if found is None else (found[0], syn.children[1], syn.children[2])
    return None


__all__ = ["operator"]
