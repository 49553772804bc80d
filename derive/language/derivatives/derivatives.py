r"""The notations of derivatives: fractions of \partial or d, \nabla, D_X F(X)[H], differentials, evaluation bars.

All of them bind a name in the expanded expression and keep the place where it is evaluated, so that the name has its
definition again afterwards.  A derivative by a declared symbol goes through all definitions that depend on it; one by a
defined name treats that name as free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, walk
from derive.errors import NotSupported, ShapeProblem, SyntaxProblem
from derive.language.derivatives.bound_parts import bind_part, of_name
from derive.language.derivatives.derivative_notes import note_order
from derive.language.derivatives.points import fraction_at_points, placed
from derive.language.derivatives.targets import Target, target_of
from derive.language.derivatives.through_time import of_member, through_time
from derive.language.derivatives.ties import check_members, check_ties
from derive.language.derivatives.time_derivatives import time_fraction
from derive.language.derivatives.unapplied import applied
from derive.language.derivatives.unrolled import at_member, unrolled
from derive.language.derivatives.varied import unit, varied
from derive.language.functions import calls
from derive.language.scope import powers
from derive.language.scope.derivative_marks import (
    fraction_mark,
    is_declared_mark,
    is_differentiation,
    marker_first,
    written_mark,
)
from derive.language.scope.options import NUMERATOR_TRANSPOSED
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import PARTIAL, QUOTIENT
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, Key, bare, is_empty
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def bind(
    r: Reader, e: Expr, target: Target, part: Expr | None = None, *, of: Syn | None = None
) -> tuple[Expr, str, Expr]:
    """Return (body, bound name, point): the expression (written ``of``) as a function of the target.

    Raises:
        NameProblem: A defined name or a sub-expression does not occur.
        NotSupported: A hypothesis ties other names to the target, or a sub-expression does not tell all that varies.
    """
    written = None if of is None else latex_of(of)
    member, told = _member_of(target, part), ()
    if member is not None:
        found = unrolled(r, e, *member)
        far = through_time(r, e, *member, part) if found is None and part is not None else None
        if far is not None:
            own, told = far
            check_ties(r, own[0], [own[1], member[0]], target.latex, told)
            return own
        if found is None:
            check_members(r, member[0], target.latex)
        e, told = found if found is not None else (e, ())
        own = at_member(e, part) if found is not None and part is not None else None
        if own is not None:
            check_ties(r, own[0], [own[1], member[0]], target.latex, told)
            return own
    if part is not None:
        return bind_part(r, e, part, target.latex, written, told)
    body = of_name(r, e, target.core, target.latex, written, occurs=target.defined, direct=target.direct, told=told)
    name = b.fresh(target.core)
    point, variable = b.var(target.core, target.shape), b.var(name, target.shape)
    if target.transposed:
        point, variable = b.transpose(point), b.transpose(b.var(name, b.transpose(point).shape))
    return b.substitute(body, {target.core: variable}), name, point


def _member_of(target: Target, part: Expr | None) -> tuple[str, Size | None] | None:
    """The family, or vector, of which a target is a member, and which one it is; the place is None where that is no number."""
    if target.entry is not None:
        return target.core, None if target.shape.cols else target.entry[0]
    rows = [] if part is None else [node for node in walk(part) if node.op == "row" and node.args[0].op == "var"]
    whole = None if part is None else varied(part).base
    if whole is None or whole.op != "var":
        return None
    return whole.data[0], rows[0].data[0] if len(rows) == 1 and rows[0].args[0] == whole else None


def directional(r: Reader, term: Term, target: Target, direction: Term | Expr, syn: Syn) -> Term:
    """Return the derivative of a term in a direction."""
    args = [term] + ([direction] if isinstance(direction, Term) else [])

    def make(e: Expr, *rest: Expr) -> Expr:
        body, name, point = bind(r, e, target, of=term.syn)
        return b.frechet(body, name, point, rest[0] if rest else direction)

    return Term(term.rows, term.cols, tuple(args), make, syn)


def derivative(r: Reader, term: Term, target: Target, syn: Syn) -> Term:
    """Return dF/dX in the layout and vectorization in force."""
    if r.options.layout != "denominator" or target.marked:
        return _by_columns(r, term, target, syn)
    if r.a.is_scalar(term) and target.mode is None and target.entry is None:
        return _by_columns(r, term, target, syn)  # in the shape of the variable already
    r.note("in the denominator layout dF/dX is the transpose of that")
    return r.a.transpose(_by_columns(r, term, target, syn), syn)


def _by_columns(r: Reader, term: Term, target: Target, syn: Syn) -> Term:
    if target.entry is not None and None in target.entry:
        return _by_slice(r, term, target, syn)
    if target.entry is not None:
        i, j = target.entry
        assert i is not None and j is not None
        rows, cols = target.shape.rows, target.shape.cols
        result = directional(r, term, target, unit(i, j, rows, cols), syn)
        return _column(r, result, syn)
    if target.shape.is_scalar and target.part is None:
        return _column(r, directional(r, term, target, b.const(1), syn), syn)
    if target.part is not None and r.a.is_scalar(target.part):
        return _column(
            r, _by_number(r, term, target, r.a.need_scalar("what is differentiated by", target.part), syn), syn
        )
    mode = target.mode or r.options.derivative_mode
    r.note("dF/dX is d vec_r(F) / d vec_r(X)^T" if mode == "vecr" else "dF/dX is d vec(F) / d vec(X)^T")
    if target.part is None:
        shape = target.shape
        into = (shape.cols, shape.rows) if target.transposed else (shape.rows, shape.cols)
        args: tuple[Term, ...] = (term,)
    else:
        into = (target.part.rows, target.part.cols)
        args = (term, target.part)
    shaped = r.options.layout != "numerator" and not target.marked
    if shaped and r.a.is_scalar(term) and target.mode is None:
        r.note("the derivative of a scalar has the shape of the variable")

        def make_gradient(e: Expr, *part: Expr) -> Expr:
            return b.grad(*bind(r, e, target, *part, of=term.syn))

        gradient = Term(*into, args, make_gradient, syn)
        if r.options.layout != NUMERATOR_TRANSPOSED:
            return gradient
        r.note("in the numerator-transposed layout the derivative of a scalar is the transpose of that")
        return r.a.transpose(gradient, syn)
    if r.a.is_scalar(term) and target.mode is None:
        r.note("the derivative of a scalar is a row")

    def make(e: Expr, *part: Expr) -> Expr:
        body, name, point = bind(r, e, target, *part, of=term.syn)
        steps = of_member(body, name) if mode == "vecr" and body.op == "unvecr" else None
        return b.deriv(body, name, point, mode) if steps is None else steps

    rows = term.rows + term.cols if mode == "vecr" else term.cols + term.rows
    cols = into[0] + into[1] if mode == "vecr" else into[1] + into[0]
    return Term(rows, cols, args, make, syn)


def _by_slice(r: Reader, term: Term, target: Target, syn: Syn) -> Term:
    """Return the derivative by a row X_{i,:}: of X + e_i z by the row z, at z = 0 (and likewise for a column)."""
    i, j = target.entry or (None, None)
    rows, cols = target.shape.rows, target.shape.cols
    shape = Shape((), cols) if i is not None else Shape(rows)
    mode = target.mode or r.options.derivative_mode

    def make(e: Expr) -> Expr:
        body, name, point = bind(r, e, target, of=term.syn)
        step = b.fresh("z")
        z = b.var(step, shape)
        moved = (
            b.matmul(b.basis(i, rows), z) if i is not None else b.matmul(z, b.transpose(b.basis(j or Size.of(1), cols)))
        )
        return b.deriv(b.substitute(body, {name: b.add(point, moved)}), step, b.zeros(shape.rows, shape.cols), mode)

    out = term.rows + term.cols if mode == "vecr" else term.cols + term.rows
    return Term(out, shape.rows + shape.cols, (term,), make, syn)


def _by_number(r: Reader, term: Term, target: Target, part: Term, syn: Syn) -> Term:
    """Return the derivative by an expression that is a number, in the shape of the function."""

    def make(e: Expr, number: Expr) -> Expr:
        return b.frechet(*bind(r, e, target, number, of=term.syn), b.const(1))

    return Term(term.rows, term.cols, (term, part), make, syn)


def _column(r: Reader, term: Term, syn: Syn) -> Term:
    """A derivative by a scalar: the vectorized column, or in the shape of the function as the other reading."""
    if r.u.is_one(term.cols) or "scalar-shape" in r.tight:
        return term
    r.by_scalar = True
    return r.a.vectorize(term, r.options.derivative_mode, syn)


def fraction(r: Reader, syn: Syn) -> Term | None:
    """Read a fraction that is a derivative; None if it is an ordinary one (or an operator without operand)."""
    timed = time_fraction(r, syn)
    if timed is not None:
        return timed
    found = derivative_fraction(r, syn)
    if found is None:
        return None
    numerator, targets, function = found
    if not numerator:
        raise SyntaxProblem("what is differentiated is missing", r.at(syn))
    if _has_total(r, syn) and r.chooses(PARTIAL):
        targets = [replace(target, direct=True) for target in targets]
    elif fraction_mark(syn) == "partial":
        targets = with_fixed_arguments(r, numerator, targets)
    moved, points = fraction_at_points(r, applied(r, numerator, targets), targets)
    term = repeated(r, r.a.chain(r.factors(moved), function), targets, syn)
    return placed(r, term, points, syn) if points else term


def with_fixed_arguments(r: Reader, row: Sequence[Syn], targets: Sequence[Target]) -> list[Target]:
    r"""Return the variables of partial derivatives of a function one of whose arguments is defined by another.

    Of ``f(x, y)`` with ``y := x^2``, ``\frac{\partial f}{\partial x}`` holds y fixed to many; that y moves along is the first reading.
    """
    cores = {target.core for target in targets}
    reach = r.definitions().reach
    for part in row:
        for _, node in part.walk():
            found = r.find(node) if node.kind in ("name", "script", "prime") else None
            symbol = found[0] if found is not None else None
            params = set(symbol.params) if isinstance(symbol, Symbol) and symbol.kind == "def" else set()
            by = cores & params
            if by and any(by & (reach(p) - {p}) for p in params) and r.chooses(PARTIAL):
                return [replace(target, direct=True) for target in targets]
    return list(targets)


def _has_total(r: Reader, syn: Syn) -> bool:
    r"""Whether a derivative with ``\partial`` stands in one statement with one with d, which may be the total derivative."""
    fractions = [] if r.statement is None else [node for _, node in r.statement.walk() if node.kind == "frac"]
    marks = [fraction_mark(node) for node in fractions if is_differentiation(node)]
    return fraction_mark(syn) == "partial" and "d" in marks


def repeated(r: Reader, term: Term, targets: Sequence[Target], syn: Syn) -> Term:
    """Return the derivative by one target after the other.

    Raises:
        ShapeProblem: A second derivative in the denominator layout, where authors differ in the order of the indices.
    """
    if r.options.layout == "denominator" and len(targets) > 1 and not all(t.shape.is_scalar for t in targets):
        raise ShapeProblem("second derivatives have no denominator layout", r.at(syn))
    if len(targets) > 1:
        note_order(r, targets)
    for target in targets:
        term = derivative(r, term, target, syn)
    return term


def derivative_fraction(r: Reader, syn: Syn) -> tuple[tuple[Syn, ...], list[Target], Syn] | None:
    """Return what stands behind the upper mark, what is derived by, and the function; None if it is no derivative."""
    top, bottom = (bare(c) for c in syn.children)
    lower = bottom.children if bottom.kind == "juxt" else (bottom,)
    whole = marker_first(top)
    upper = whole.children if whole.kind == "juxt" else (whole,)
    first = written_mark(upper[0])
    if first is None or written_mark(lower[0]) is None:
        return None
    if any(is_declared_mark(r, node) for node in (upper[0], lower[0])) and not _is_meant(
        r, lower, summed=whole is not top
    ):
        return None
    rest = upper[1:]
    function = (
        Syn("juxt", "", rest, (rest[0].span[0], rest[-1].span[1])) if len(rest) > 1 else (rest[0] if rest else whole)
    )
    pieces = _pieces(r, lower)
    targets = [t for piece in pieces for t in _powers(r, piece)]
    if first[1] == 1 and len(pieces) == 1 < len(targets):
        targets = [target_of(r, [Syn("group", "(", (_row(pieces[0]),), syn.span)])]  # \partial f / \partial \sigma^2
    if len(targets) != first[1]:
        raise SyntaxProblem(
            f"the numerator says a derivative of order {first[1]}, the denominator one of order {len(targets)}",
            r.at(syn),
        )
    return rest, targets, function


def _is_meant(r: Reader, lower: Sequence[Syn], *, summed: bool) -> bool:
    r"""Whether ``\frac{d f}{d x}`` is a derivative although a d is declared, too.

    The size d would cancel, so nobody writes it so; a number d or one in front of a sum leaves both readings.
    """
    by = lower[1:3] if len(lower) > 2 and lower[1].kind == "function" else lower[1:2]
    if written_mark(lower[-1]) is not None or not any(speaks_of_variables(r, node) for node in by):
        return False
    symbol = r.scope.find(Key("", "d"))
    if summed or (symbol is not None and symbol.kind not in ("size", "index") and symbol.shape.is_scalar):
        return not r.chooses(QUOTIENT)
    r.note("\\frac{d f}{d x} is a derivative, although d is declared")
    return True


def speaks_of_variables(r: Reader, syn: Syn) -> bool:
    """Whether a variable or a definition is named, and not only numbers, sizes and indices."""
    found = [r.find(node) for _, node in syn.walk() if node.kind in ("name", "script", "style", "prime")]
    symbols = [f[0] for f in found if f is not None]
    return any(
        symbol in r.local if isinstance(symbol, Key) else symbol.kind not in ("size", "index") for symbol in symbols
    )


def _pieces(r: Reader, lower: Sequence[Syn]) -> list[list[Syn]]:
    pieces: list[list[Syn]] = []
    for child in lower:
        mark = written_mark(child)
        if mark is not None:
            if mark[1] != 1:
                raise SyntaxProblem("write \\partial X^2, not \\partial^2 X, in a denominator", r.at(child))
            pieces.append([])
        else:
            pieces[-1].append(child)
    if any(not p for p in pieces):
        raise SyntaxProblem("the variable of this derivative is missing")
    return pieces


def _row(piece: Sequence[Syn]) -> Syn:
    return piece[0] if len(piece) == 1 else Syn("juxt", "", tuple(piece), (piece[0].span[0], piece[-1].span[1]))


def _powers(r: Reader, piece: list[Syn]) -> list[Target]:
    last = piece[-1]
    if last.kind == "script":
        power = literal(last.children[2])
        if power is not None and 1 <= power <= 6 and not powers.is_name(r, last):
            base, sub, _ = last.children
            stripped = base if is_empty(sub) else Syn("script", "", (base, sub, EMPTY), last.span)
            return [target_of(r, [*piece[:-1], stripped])] * power
    return [target_of(r, piece)]


def composition(r: Reader, syn: Syn) -> Term | None:
    """Read ``f \\circ g`` of a declared function f and a function or expression g; None if it is a Hadamard product."""
    found = r.find(syn.children[0])
    if found is None or not isinstance(found[0], Symbol) or not (is_empty(found[1]) and is_empty(found[2])):
        return None
    symbol = found[0]
    inner = r.find(syn.children[1])
    if not symbol.params or inner is None or not isinstance(inner[0], Symbol):
        return None
    if not inner[0].params and inner[0].kind != "def":
        return None
    takes = {shape.is_scalar for shape in symbol.arguments}
    if symbol.shape.totals == inner[0].shape.totals and not symbol.shape.is_scalar and takes == {True}:
        return None  # what it takes are numbers: these are matrices that depend on them
    if len(symbol.params) != 1:
        raise NotSupported(f"a composition with {symbol.latex}, which has several arguments")
    return calls.call(r, symbol, [syn.children[1]], syn)


__all__ = [
    "bind",
    "composition",
    "derivative",
    "derivative_fraction",
    "directional",
    "fraction",
    "repeated",
    "speaks_of_variables",
    "with_fixed_arguments",
]
