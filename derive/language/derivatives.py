r"""The notations of derivatives: fractions of \partial or d, \nabla, D_X F(X)[H], differentials, evaluation bars.

All of them bind a name in the expanded expression and keep the place where it is evaluated, so that the name has its
definition again afterwards.  A derivative by a declared symbol goes through all definitions that depend on it; one by a
defined name treats that name as free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language import scripts
from derive.language.expand import free_names, replace_part
from derive.language.names import EMPTY, Key, bare, base_key, bracket, is_empty, whole_key
from derive.language.scope import Symbol
from derive.language.syntax import Syn
from derive.language.terms import Term, latex_of
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.expressions import Reader

SCALAR = Shape()


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """What is differentiated by.

    Attributes:
        core, shape: The name that is bound.
        defined: It has a definition (then it must occur).
        latex: As written.
        mode: ``vecr`` or ``vec`` if the denominator says so, else None.
        entry: Indices, if it is one entry of the name (None stands for all: a row or a column).
        part: The sub-expression, if it is no name.
    """

    core: str
    shape: Shape
    latex: str
    defined: bool = False
    mode: str | None = None
    entry: tuple[Size | None, Size | None] | None = None
    part: Term | None = None


# Binding a name.


def bind(
    r: Reader, e: Expr, target: Target, part: Expr | None = None, *, of: Syn | None = None
) -> tuple[Expr, str, Expr]:
    """Return (body, bound name, point): the expression (written ``of``) as a function of the target.

    Raises:
        NameProblem: A defined name or a sub-expression does not occur.
    """
    definitions = r.definitions()
    name = b.fresh(target.core)
    if part is not None:
        variable = b.var(name, part.shape)
        for numerator, inner in ((e, part), (definitions.expand(e), definitions.expand(part))):
            body = replace_part(numerator, inner, variable)
            if body is not numerator and body != numerator:
                return body, name, part
        raise NameProblem(_absent(target, of))
    body = definitions.expand(e, through=[target.core])
    if target.defined and target.core not in free_names(body):
        raise NameProblem(_absent(target, of))
    point = b.var(target.core, target.shape)
    return b.substitute(body, {target.core: b.var(name, target.shape)}), name, point


def _absent(target: Target, of: Syn | None) -> str:
    return f"{target.latex} does not occur in {'what is differentiated' if of is None else latex_of(of)}"


def directional(r: Reader, term: Term, target: Target, direction: Term | Expr, syn: Syn) -> Term:
    """Return the derivative of a term in a direction."""
    args = [term] + ([direction] if isinstance(direction, Term) else [])

    def make(e: Expr, *rest: Expr) -> Expr:
        body, name, point = bind(r, e, target, of=term.syn)
        return b.frechet(body, name, point, rest[0] if rest else direction)

    return Term(term.rows, term.cols, tuple(args), make, syn)


def derivative(r: Reader, term: Term, target: Target, syn: Syn) -> Term:
    """Return dF/dX in the layout and vectorization in force."""
    if target.entry is not None and None in target.entry:
        return _by_slice(r, term, target, syn)
    if target.entry is not None:
        i, j = target.entry
        assert i is not None and j is not None
        rows, cols = target.shape.rows, target.shape.cols
        direction = b.matmul(b.basis(i, rows), b.transpose(b.basis(j, cols))) if cols else b.basis(i, rows)
        result = directional(r, term, target, direction, syn)
        return _column(r, result, syn)
    if target.shape.is_scalar and target.part is None:
        return _column(r, directional(r, term, target, b.const(1), syn), syn)
    mode = target.mode or r.options.derivative_mode
    r.note("dF/dX is d vec_r(F) / d vec_r(X)^T" if mode == "vecr" else "dF/dX is d vec(F) / d vec(X)^T")
    if target.part is None:
        into = (target.shape.rows, target.shape.cols)
        args: tuple[Term, ...] = (term,)
    else:
        into = (target.part.rows, target.part.cols)
        args = (term, target.part)
    if r.options.layout == "gradient" and r.a.is_scalar(term) and target.mode is None:
        r.note("the derivative of a scalar has the shape of the variable")

        def make_gradient(e: Expr, *part: Expr) -> Expr:
            return b.grad(*bind(r, e, target, *part, of=term.syn))

        return Term(*into, args, make_gradient, syn)
    if r.a.is_scalar(term) and target.mode is None:
        r.note("the derivative of a scalar is a row")

    def make(e: Expr, *part: Expr) -> Expr:
        return b.deriv(*bind(r, e, target, *part, of=term.syn), mode)

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


def _column(r: Reader, term: Term, syn: Syn) -> Term:
    """A derivative by a scalar: the vectorized column, or in the shape of the function as the other reading."""
    if r.u.is_one(term.cols) or "scalar-shape" in r.tight:
        return term
    r.by_scalar = True
    return r.a.vectorize(term, r.options.derivative_mode, syn)


# Targets.


def target_of(r: Reader, parts: Sequence[Syn]) -> Target:
    """Read what stands behind a \\partial in a denominator."""
    mode = None
    parts = _opened(parts)
    if len(parts) == 2 and parts[0].kind == "function" and parts[0].value in ("vec", "vec_r"):
        mode = "vecr" if parts[0].value == "vec_r" else "vec"
        inner = bracket(parts[1])
        if inner is None or len(inner[0]) != 1:
            raise SyntaxProblem("the variable of this derivative cannot be read", r.at(parts[1]))
        parts = [inner[0][0]]
    syn = bare(parts[0]) if len(parts) == 1 else Syn("juxt", "", tuple(parts), (parts[0].span[0], parts[-1].span[1]))
    if len(parts) == 1 and syn.kind == "script" and bare(syn.children[2]).kind == "top":
        base, sub, _ = syn.children
        syn = base if is_empty(sub) else Syn("script", "", (base, sub, EMPTY), syn.span)
    while syn.kind == "group" and syn.value == "(" and len(syn.children) == 1:
        syn = bare(syn.children[0])
    if syn.kind == "juxt" and len(syn.children) == 2 and bracket(syn.children[1]) is not None:
        found = r.find(syn.children[0])
        if found is not None and isinstance(found[0], Symbol) and _at_own_arguments(r, found[0], syn.children[1]):
            syn = syn.children[0]
    joined = _joined(r, syn)
    found = (joined, EMPTY, EMPTY) if joined is not None else r.find(syn)
    if found is None:
        if whole_key(syn) is not None and syn.kind != "juxt":
            r.undeclared(syn)
        return _part(r, syn, mode)
    symbol, sub, sup = found
    if not is_empty(sup):
        return _part(r, syn, mode)
    return _named(r, symbol, sub, syn, mode)


def _opened(parts: Sequence[Syn]) -> Sequence[Syn]:
    r"""Open ``(\mathrm{vec}_r(X))^\top``."""
    if len(parts) != 1:
        return parts
    syn = bare(parts[0])
    if syn.kind == "script" and bare(syn.children[2]).kind == "top" and is_empty(syn.children[1]):
        syn = bare(syn.children[0])
    if syn.kind == "group" and syn.value == "(" and bare(syn.children[0]).kind == "juxt":
        inner = bare(syn.children[0]).children
        if inner[0].kind == "function" and inner[0].value in ("vec", "vec_r"):
            return inner
    return parts


def _at_own_arguments(r: Reader, symbol: Symbol, argument: Syn) -> bool:
    """Return whether a function is written at the arguments of its definition."""
    inner = bracket(argument)
    if inner is None or len(inner[0]) != len(symbol.params):
        return False
    found = [r.find(a) for a in inner[0]]
    return all(
        f is not None and isinstance(f[0], Symbol) and f[0].core == name and is_empty(f[1]) and is_empty(f[2])
        for f, name in zip(found, symbol.params, strict=True)
    )


def _joined(r: Reader, syn: Syn) -> Symbol | None:
    key = whole_key(syn) if syn.kind == "juxt" else None
    return r.scope.find(key) if key is not None else None


def _part(r: Reader, syn: Syn, mode: str | None) -> Target:
    return Target("part", SCALAR, latex_of(syn), mode=mode, part=r.read(syn))


def _named(r: Reader, symbol: Symbol | Key, sub: Syn, syn: Syn, mode: str | None) -> Target:
    if not isinstance(symbol, Symbol):
        if symbol not in r.local:
            raise NameProblem(f"{symbol.plain} is an index, no variable", r.at(syn))
        core, shape = r.local[symbol]
        return Target(core, shape, symbol.plain, mode=mode)
    if symbol.kind not in ("var", "def"):
        raise NotSupported(f"a derivative by {symbol.latex}", r.at(syn))
    r.mention(symbol)
    symbol = r.adapt(symbol)
    entry = None
    if not is_empty(sub):
        vector = not symbol.shape.rows or not symbol.shape.cols
        values = scripts.index_list(r, sub, 1 if vector else 2)
        if values is None or len(values) != (1 if vector else 2) or all(v is None for v in values):
            raise NotSupported("a derivative by these entries", r.at(syn))
        entry = (values[0], values[1]) if len(values) == 2 else (values[0], Size.of(1))
        if len(values) == 1 and not symbol.shape.rows:
            entry = (Size.of(1), values[0])
        for value, d in zip(entry, (symbol.shape.rows, symbol.shape.cols), strict=True):
            if value is not None:
                r.indices.use(value, d)
    return Target(symbol.core, symbol.shape, symbol.latex, symbol.kind == "def", mode, entry)


# Fractions.


def marker(r: Reader, syn: Syn) -> tuple[str, int] | None:
    r"""Return (``partial`` or ``d``, order) if a node is a differentiation mark."""
    order = 1
    if syn.kind == "script" and is_empty(syn.children[1]):
        power = scripts.literal(syn.children[2])
        if power is None or not 1 <= power <= 6:
            return None
        order, syn = power, bare(syn.children[0])
    if syn.kind == "partial" and syn.value in ("partial", "d") and not syn.children:
        return syn.value, order
    if syn.kind == "name" and syn.value in (":d", "rm:d") and r.scope.find(Key("", "d")) is None:
        return "d", order
    return None


def fraction(r: Reader, syn: Syn) -> Term | None:
    """Read a fraction that is a derivative; None if it is an ordinary one (or an operator without operand)."""
    found = _derivative_fraction(r, syn)
    if found is None:
        return None
    numerator, targets, function = found
    if not numerator:
        raise SyntaxProblem("what is differentiated is missing", r.at(syn))
    return repeated(r, r.a.chain(r.factors(numerator), function), targets, syn)


def repeated(r: Reader, term: Term, targets: Sequence[Target], syn: Syn) -> Term:
    for target in targets:
        term = derivative(r, term, target, syn)
    return term


def _derivative_fraction(r: Reader, syn: Syn) -> tuple[tuple[Syn, ...], list[Target], Syn] | None:
    top, bottom = (bare(c) for c in syn.children)
    top = _marker_first(r, top)
    upper = top.children if top.kind == "juxt" else (top,)
    lower = bottom.children if bottom.kind == "juxt" else (bottom,)
    first = marker(r, upper[0])
    if first is None or marker(r, lower[0]) is None:
        return None
    rest = upper[1:]
    function = (
        Syn("juxt", "", rest, (rest[0].span[0], rest[-1].span[1])) if len(rest) > 1 else (rest[0] if rest else top)
    )
    targets = [t for piece in _pieces(r, lower) for t in _powers(r, piece)]
    if len(targets) != first[1]:
        raise SyntaxProblem(
            f"the numerator says a derivative of order {first[1]}, the denominator one of order {len(targets)}",
            r.at(syn),
        )
    return rest, targets, function


def _marker_first(r: Reader, top: Syn) -> Syn:
    r"""In \frac{\partial A \otimes B}{...} the mark governs all of the numerator, not only A."""
    path: list[Syn] = []
    node = top
    while node.kind in ("infix", "add") and node.children:
        path.append(node)
        node = node.children[0]
    if not path or node.kind != "juxt" or marker(r, node.children[0]) is None:
        return top
    mark, *others = node.children
    if not others:
        return top
    rest = others[0] if len(others) == 1 else Syn("juxt", "", tuple(others), (others[0].span[0], others[-1].span[1]))
    for parent in reversed(path):
        rest = Syn(parent.kind, parent.value, (rest, *parent.children[1:]), (rest.span[0], parent.span[1]))
    return Syn("juxt", "", (mark, rest), top.span)


def _pieces(r: Reader, lower: Sequence[Syn]) -> list[list[Syn]]:
    pieces: list[list[Syn]] = []
    for child in lower:
        mark = marker(r, child)
        if mark is not None:
            if mark[1] != 1:
                raise SyntaxProblem("write \\partial X^2, not \\partial^2 X, in a denominator", r.at(child))
            pieces.append([])
        else:
            pieces[-1].append(child)
    if any(not p for p in pieces):
        raise SyntaxProblem("the variable of this derivative is missing")
    return pieces


def _powers(r: Reader, piece: list[Syn]) -> list[Target]:
    last = piece[-1]
    if last.kind == "script":
        power = scripts.literal(last.children[2])
        if power is not None and 1 <= power <= 6:
            base, sub, _ = last.children
            stripped = base if is_empty(sub) else Syn("script", "", (base, sub, EMPTY), last.span)
            return [target_of(r, [*piece[:-1], stripped])] * power
    return [target_of(r, piece)]


# Operators written in front of their operand.


def operator(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read a differentiation operator and its operand; None if there is none here."""
    node = children[at]
    if node.kind == "frac":
        return _fraction_operator(r, children, at)
    base = bare(node.children[0]) if node.kind == "script" else node
    if base.kind == "partial" and base.value == "nabla":
        return _nabla(r, children, at)
    if base.kind == "name" and base_key(base) in (Key("", "D"), Key("rm", "D")):
        result = _frechet(r, children, at)
        if result is not None:
            return result
    mark = marker(r, node)
    if mark is not None and at + 1 < len(children):
        return _differential(r, children, at, mark)
    return None


def _fraction_operator(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    node = children[at]
    found = _derivative_fraction(r, node)
    if found is None or found[0]:
        return None
    rest = children[at + 1 :]
    if not rest:
        raise SyntaxProblem("what is differentiated is missing", r.at(node))
    if len(rest) > 1 and bracket(rest[0]) is not None:
        # \frac{\partial}{\partial X}(A X) B: only the bracket is meant.
        term, end = r.factor(children, at + 1)
        assert term is not None
        return repeated(r, term, found[1], node), end
    return repeated(r, r.a.chain(r.factors(rest)), found[1], node), len(children)


def _operand(r: Reader, children: Sequence[Syn], at: int) -> tuple[Syn | None, Symbol | None, Sequence[Syn], int]:
    """Return (function, its symbol, arguments, next position) of a declared function that may be applied."""
    if at >= len(children):
        raise SyntaxProblem("what is differentiated is missing")
    found = r.find(children[at])
    symbol = found[0] if found is not None and isinstance(found[0], Symbol) and is_empty(found[1]) else None
    if symbol is None or symbol.kind not in ("def", "fun") or not symbol.params:
        return None, None, (), at
    inner = bracket(children[at + 1]) if at + 1 < len(children) else None
    if inner is not None and is_empty(inner[1]) and is_empty(inner[2]):
        return children[at], symbol, inner[0], at + 2
    return children[at], symbol, (), at + 1


def _at_point(r: Reader, symbol: Symbol, arguments: Sequence[Syn], syn: Syn) -> tuple[Target, Term, Term | None]:
    """Return (variable, function at its own arguments, point) of a function of one argument."""
    if len(symbol.params) != 1:
        raise NotSupported(f"write by which argument of {symbol.latex} is differentiated")
    r.mention(symbol)
    symbol = r.adapt(symbol)
    core, shape = symbol.params[0], symbol.arguments[0]
    own = r.scope.by_core().get(core)
    target = Target(core, shape, own.latex if own is not None else core)
    if symbol.kind == "fun":
        function = r.a.known(b.fun(symbol.core, [b.var(core, shape)], symbol.shape), syn)
    else:
        function = r.a.known(b.var(symbol.core, symbol.shape), syn)
    point = r.read(arguments[0]) if arguments else None
    if point is not None and not (r.u.unify(point.rows, shape.rows) and r.u.unify(point.cols, shape.cols)):
        raise ShapeProblem(f"{symbol.latex} takes an argument of shape {shape}, not {r.a.shape(point)}", r.at(syn))
    return target, function, point


def _nabla(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int]:
    node = children[at]
    sub, sup = (node.children[1], node.children[2]) if node.kind == "script" else (EMPTY, EMPTY)
    order = 1 if is_empty(sup) else scripts.literal(sup)
    if order not in (1, 2):
        raise NotSupported("this power of \\nabla", r.at(node))
    name, symbol, arguments, end = _operand(r, children, at + 1)
    if not is_empty(sub):
        target = target_of(r, [sub])
        function, end = r.factor(children, at + 1)
        point: Term | None = None
        if function is None:
            raise SyntaxProblem("what is differentiated is missing", r.at(node))
    elif symbol is None or name is None:
        raise NameProblem("write by what \\nabla differentiates: \\nabla_X f", r.at(node))
    else:
        target, function, point = _at_point(r, symbol, arguments, name)
    if target.entry is not None or target.part is not None:
        raise NotSupported("a gradient by this", r.at(node))
    function = r.a.need_scalar("what \\nabla is applied to", function)
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
    return Term(rows, cols, (function, own), make, node), end


def _frechet(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read ``D_X F(X)[H]`` (also ``D F(X)[H]`` and second order ``D^2 F(X)[H, K]``)."""
    node = children[at]
    if r.find(node) is not None and not _by_variable(r, node):
        return None
    end = next((k for k in range(at + 1, len(children)) if _square(children[k]) is not None), None)
    if end is None or end == at + 1:
        return None
    content, after_sub, after_sup = _square(children[end]) or ((), EMPTY, EMPTY)
    sub = node.children[1] if node.kind == "script" else EMPTY
    order = scripts.literal(node.children[2]) if node.kind == "script" and not is_empty(node.children[2]) else 1
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
        function = r.a.chain(r.factors(inner))
    if target.entry is not None or target.part is not None:
        raise NotSupported("a directional derivative by this", r.at(node))
    for direction in directions:
        r.a.agree("the direction does not fit", r.a.known(b.var(target.core, target.shape), sub or node), direction)
    args = (function, *directions, *(() if point is None else (point,)))
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

    term = Term(function.rows, function.cols, args, make, node)
    return scripts.apply(r, term, after_sub, after_sup, children[end]), end + 1


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


def _square(syn: Syn) -> tuple[tuple[Syn, ...], Syn, Syn] | None:
    if syn.kind == "group" and syn.value == "[":
        inner = syn.children[0]
        return (inner.children if inner.kind == "list" else (inner,)), EMPTY, EMPTY
    if syn.kind == "script":
        found = _square(syn.children[0])
        return None if found is None else (found[0], syn.children[1], syn.children[2])
    return None


# Differentials.


def _differential(r: Reader, children: Sequence[Syn], at: int, mark: tuple[str, int]) -> tuple[Term, int]:
    node = children[at]
    if mark[1] != 1:
        raise NotSupported("a differential of higher order", r.at(node))
    key_symbol = r.find(children[at + 1])
    term, end = r.factor(children, at + 1)
    if term is None:
        raise SyntaxProblem("what is differentiated is missing", r.at(node))
    if not r.differentials:
        raise NameProblem("by what is differentiated? No dX with a declared X occurs", r.at(node))
    r.note("a differential dX is an arbitrary direction of the shape of X")
    parts: list[Term] = []
    for core, (direction, shape) in r.differentials.items():
        symbol = key_symbol[0] if key_symbol is not None else None
        if isinstance(symbol, Symbol) and symbol.core == core and key_symbol is not None and end == at + 2:
            own = r.a.known(b.var(direction, shape), node)
            return scripts.apply(r, own, key_symbol[1], key_symbol[2], node), end
        target = Target(core, shape, core)
        parts.append(directional(r, term, target, b.var(direction, shape), node))
    return r.a.add(parts, node), end


def differentials_of(r: Reader, statement: Syn) -> dict[str, tuple[str, Shape]]:
    """Find the variables whose differentials occur: ``dX`` or ``d vec_r(X)`` of a declared, undefined X."""
    found: dict[str, tuple[str, Shape]] = {}
    for _, node in statement.walk():
        if node.kind != "juxt":
            continue
        for k, child in enumerate(node.children[:-1]):
            if marker(r, child) is None:
                continue
            operand = node.children[k + 1]
            if operand.kind == "function" and operand.value in ("vec", "vec_r") and k + 2 < len(node.children):
                inner = bracket(node.children[k + 2])
                operand = inner[0][0] if inner is not None and len(inner[0]) == 1 else operand
            symbol = r.find(operand)
            if symbol is not None and isinstance(symbol[0], Symbol) and symbol[0].kind == "var":
                core = symbol[0].core
                found[core] = (f"d{core}", symbol[0].shape)
    return found


# Composition and evaluation.


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
    if len(symbol.params) != 1:
        raise NotSupported(f"a composition with {symbol.latex}, which has several arguments")
    return r.call(symbol, [syn.children[1]], syn)


def evaluated(r: Reader, syn: Syn) -> Term:
    r"""Read ``\left. expression \right|_{x = value}``."""
    group, sub, sup = syn.children
    condition = bare(sub)
    if condition.kind != "relation" or condition.value != "=" or not is_empty(sup):
        raise NotSupported("this evaluation bar")
    target = target_of(r, [condition.children[0]])
    if target.entry is not None or target.part is not None:
        raise NotSupported("an evaluation at this")
    term, value = r.read(group.children[0]), r.read(condition.children[1])
    if value.zero:
        value = r.a.like(value, r.a.known(b.var(target.core, target.shape)))
    r.a.agree("the value does not fit", r.a.known(b.var(target.core, target.shape), condition.children[0]), value)

    def make(e: Expr, v: Expr) -> Expr:
        return b.substitute(r.definitions().expand(e, through=[target.core]), {target.core: v})

    return Term(term.rows, term.cols, (term, value), make, syn)


__all__ = ["composition", "differentials_of", "evaluated", "fraction", "operator", "repeated"]
