"""Built-in leaves and functions: identities, ones, commutation matrices, diag, vec, softmax, norms and the like.

A declared name always wins; these tables are asked only for names that are not declared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NotSupported, ShapeProblem, SyntaxProblem
from derive.language import entrywise, labels, layers, matrices, scripts, unsupported
from derive.language.commutation import is_commutation
from derive.language.delimiters import NORMS, norm, word
from derive.language.dimensions import DimVar, OpenDim
from derive.language.factors import is_derivative, is_gradient
from derive.language.letters import product_of_letters
from derive.language.names import EMPTY, bare, base_key, bracket, flat, is_empty
from derive.language.readings import FIRST_FACTOR, POWER_INSIDE, WHOLE_BEHIND, WHOLE_PRODUCT
from derive.language.scope import Symbol
from derive.language.syntax import Syn
from derive.language.terms import Term, latex_of
from derive.language.vocabulary import MAPS
from derive.sizes import Size, product

if TYPE_CHECKING:
    from derive.language.expressions import Reader

ONE = Size.of(1)

_ENTRYWISE = (*MAPS, "cosh", "sinh")
LETTER_MAPS = {"Phi": "Phi", "phi": "phi"}
"""Only as functions of a bracket: the normal distribution function and density."""


# Leaves.


def _base(syn: Syn) -> tuple[Syn, Syn, Syn]:
    syn = bare(syn)
    if syn.kind == "script":
        return bare(syn.children[0]), bare(syn.children[1]), syn.children[2]
    return syn, EMPTY, EMPTY


def leaf(r: Reader, syn: Syn) -> Term | None:
    """Return the built-in that a symbol is, or None."""
    base, sub, sup = _base(syn)
    if base.kind == "group":
        # |x|_1 is a norm, |x|_i an entry.
        is_norm = base.value in ("||", "|||") or (base.value == "|" and word(sub) in NORMS)
        return _finish(r, norm(r, base, sub, syn), sup, syn) if is_norm else None
    key = base_key(base)
    symbol = r.scope.find(key) if key is not None else None
    if key is None or (symbol is not None and not is_commutation(r, key, symbol, sub)):
        return None
    unsupported.check_letter(key, base)
    power = bare(sup)
    power = labels.declared_letter(r, power) or power
    if key.plain == "e" and is_empty(sub) and not is_empty(sup) and power.kind not in ("top", "star"):
        exponent = r.read(power)
        if not r.a.is_scalar(exponent):
            rows, cols = r.u.total(exponent.rows), r.u.total(exponent.cols)
            if rows is not None and rows == cols:
                raise NotSupported(
                    "e to the power of a square matrix", r.at(syn), "for the exponential of each entry write \\exp(A)"
                )
            r.note("e^{...} of a matrix or vector is taken entry by entry")
        return r.a.elementwise(lambda e: b.map_("exp", e), exponent, syn)
    make = _LEAVES.get(key.plain)
    if make is None or (base.kind == "num"):
        return None
    term = make(r, sub, syn)
    return None if term is None else _finish(r, term, sup, syn)


def _finish(r: Reader, term: Term, sup: Syn, syn: Syn) -> Term:
    return term if is_empty(sup) else scripts.superscript(r, term, sup, syn)


def _dimension(r: Reader, syn: Syn, name: str) -> OpenDim:
    factors = r.indices.factors(syn, free=False)
    return r.u.fresh(name, product(factors), factors)


def _pair(sub: Syn) -> tuple[Syn, Syn] | None:
    if sub.kind in ("list", "juxt") and len(sub.children) == 2:
        return sub.children[0], sub.children[1]
    if sub.kind == "infix" and sub.value == "times":
        return sub.children[0], sub.children[1]
    return None


def _identity(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    if is_empty(sub):
        return r.a.eye(r.u.fresh("the identity"), syn)
    condition = _condition(sub)
    if condition is not None:
        return indicator(r, condition, syn)
    entry = _entry_of_identity(r, sub)
    if entry is not None:
        r.note("I with two indices is an entry of the identity")
        return _delta(r, entry, syn)
    pair = _pair(sub) if sub.kind == "infix" else None
    if pair is not None:
        rows, cols = (_dimension(r, p, "the identity") for p in pair)
        if not r.u.unify(rows, cols):
            raise ShapeProblem("an identity matrix is square", r.at(syn))
        return r.a.eye(rows, syn)
    return r.a.eye(_dimension(r, sub, "the identity"), syn)


def _entry_of_identity(r: Reader, sub: Syn) -> Syn | None:
    """Return the two indices of ``I_{ij}``; None for a size, or a product of sizes as in ``I_{nd}``."""
    parts = sub.children if sub.kind in ("list", "juxt") else ()
    plain = all(r.indices.is_index(part) or bare(part).kind == "num" for part in parts)
    if len(parts) != 2 or (sub.kind == "juxt" and not plain):
        return None
    return sub if any(r.indices.is_index(p) for part in parts for _, p in part.walk()) else None


def _constant(kind: str) -> Callable[[Reader, Syn, Syn], Term | None]:
    def make(r: Reader, sub: Syn, syn: Syn) -> Term | None:
        fill = r.a.ones if kind == "ones" else r.a.zeros
        name = "the vector of ones" if kind == "ones" else "the zero matrix"
        if is_empty(sub):
            rows = r.u.fresh(name)
            return fill(rows, () if kind == "ones" else r.u.fresh(name), syn)
        condition = _condition(sub)
        if condition is not None:
            return indicator(r, condition, syn)
        pair = _pair(sub) if sub.kind in ("infix", "list") else None
        if pair is not None:
            return fill(_dimension(r, pair[0], name), _dimension(r, pair[1], name), syn)
        return fill(_dimension(r, sub, name), (), syn)

    return make


def _condition(syn: Syn) -> Syn | None:
    """Return the relation inside ``1_{X > 0}`` or ``1\\{X > 0\\}``."""
    while syn.kind == "group" and len(syn.children) == 1:
        syn = syn.children[0]
    return syn if syn.kind == "relation" else None


def indicator(r: Reader, relation: Syn, syn: Syn, *, whole: bool = False) -> Term:
    """Return the entrywise indicator of a comparison; ``whole`` takes an equation of matrices as one of all entries."""
    if relation.value not in ("<", "<=", ">", ">=", "=", "!="):
        raise NotSupported(f"an indicator of {relation.value}")
    left, right = (condition_side(r, c) for c in relation.children)
    op = relation.value
    if r.a.is_scalar(left) and not r.a.is_scalar(right):
        left, right = right, left
        op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
    if right.zero:
        right = r.a.like(right, left)
    if not r.a.is_scalar(right):
        r.a.agree("cannot compare", left, right)
    if whole and op in ("=", "!=") and not r.a.is_scalar(left) and not r.a.is_scalar(right):
        r.note(f"{'=' if op == '=' else '!='} of matrices in a case speaks of all entries together")
        return r.a.node(
            (), (), lambda x, y: b.indicator(op, b.norm(b.sub(x, y), "max"), b.const(0)), left, right, syn=syn
        )
    return r.a.node(left.rows, left.cols, lambda x, y: b.indicator(op, x, y), left, right, syn=syn)


def condition_side(r: Reader, syn: Syn) -> Term:
    """Read one side of a comparison, where a free index may stand alone (``i = j``)."""
    key = base_key(syn)
    if key is not None and key.plain in r.indices.free and r.find(syn) is None:
        return r.a.known(b.size(r.indices.name(syn)), syn)
    return r.read(syn)


def _commutation(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    pair = _pair(sub)
    if pair is None and sub.kind == "name":
        word = r.indices.factors(sub, free=False)
        if len(word) != 2:
            return None
        m, n = (word[0],), (word[1],)
    elif pair is not None:
        m, n = (_dimension(r, p, "the commutation matrix") for p in pair)
    else:
        return None
    if r.scope.convention("commutation") == "swapped":
        m, n = n, m
        r.note("K_{m,n} vec(A) = vec(A^T) for A of shape n x m, as the given convention says")
    else:
        r.note("K_{m,n} vec(A) = vec(A^T) for A of shape m x n")
    return r.a.leaf(m + n, n + m, lambda: b.commutation(r.u.known(m), r.u.known(n)), syn)


def _selected(r: Reader, index: Size, name: str) -> OpenDim:
    """Return an unknown dimension that an index selects from; a stated range is its length if nothing else is."""
    d = r.u.fresh(name)
    if d and isinstance(d[0], DimVar):
        d[0].fallback = r.indices.highest(index)
    r.indices.use(index, d)
    return d


def _basis(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    if is_empty(sub):
        return r.a.known(b.real("e"), syn)
    labels.check_unit(r, sub, syn)
    index = r.indices.expression(sub)
    d = _selected(r, index, "the unit vector")
    if "e" in r.units and not r.u.unify(d, r.units["e"][0]):
        raise ShapeProblem("this unit vector has another size than stated", r.at(syn))
    _told(r, "e", sub, (d,))
    return r.a.leaf(d, (), lambda: b.basis(index, r.u.known(d)), syn)


def _told(r: Reader, letter: str, sub: Syn, dims: tuple[OpenDim, ...]) -> None:
    r"""Use what given blocks say of the units: ``\mathbf{e}_i \in \mathbb{R}^n`` fixes this one, and others if nothing else does."""
    stated = r.scope.unit_shapes()
    own = stated.get(f"{letter}_{flat(sub)}")
    like = {shape for name, shape in stated.items() if name.startswith(f"{letter}_")}
    if own is not None or len(like) == 1:
        shape = own or next(iter(like))
        r.note(f"{letter} with an index is a {'unit vector' if letter == 'e' else 'matrix unit'}, as declared")
        for d, stated_dim in zip(dims, (shape.rows, shape.cols), strict=False):
            if own is not None:
                r.u.unify(d, r.u.split(stated_dim))
            elif d and isinstance(d[0], DimVar):
                d[0].fallback = r.u.normal(product(stated_dim))


def _unit(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    values = scripts.index_list(r, sub, 2)
    if values is None or len(values) != 2 or None in values:
        return None
    i, j = values
    rows, cols = _selected(r, i, "the matrix unit"), _selected(r, j, "the matrix unit")
    if "E" in r.units and not all(r.u.unify(d, e) for d, e in zip((rows, cols), r.units["E"], strict=True)):
        raise ShapeProblem("this matrix unit has another size than stated", r.at(syn))
    _told(r, "E", sub, (rows, cols))

    def make() -> Expr:
        return b.matmul(b.basis(i, r.u.known(rows)), b.transpose(b.basis(j, r.u.known(cols))))

    return r.a.leaf(rows, cols, make, syn)


def _delta(r: Reader, sub: Syn, syn: Syn) -> Term | None:
    values = scripts.index_list(r, sub, 2) if not is_empty(sub) else None
    if values is None or len(values) != 2 or None in values:
        return None
    return r.a.known(b.delta(values[0], values[1]), syn)


def _real(name: str) -> Callable[[Reader, Syn, Syn], Term | None]:
    return lambda r, sub, syn: r.a.known(b.real(name), syn) if is_empty(sub) else None


_LEAVES: dict[str, Callable[..., Term | None]] = {
    "I": _identity, "Id": _identity, "1": _constant("ones"), "0": _constant("zeros"), "K": _commutation,
    "T": _commutation, "e": _basis, "E": _unit, "delta": _delta, "pi": _real("pi"), "infty": _real("infinity"),
}  # fmt: skip


# Functions.


def is_function(syn: Syn, following: Syn | None = None) -> bool:
    r"""Return whether a symbol is a built-in function of what follows it.

    Letters such as ``\Phi`` wait for a bracket only, and ``\kappa`` alone may be a number of that name.
    """
    base, sub, _ = _base(syn)
    key = base_key(base)
    return key is not None and base.kind != "num" and _takes(key.plain, sub, following)


def _takes(name: str, sub: Syn, following: Syn | None) -> bool:
    """Return whether a name with a subscript is a built-in function of what follows it."""
    bracketed = following is not None and bracket(following) is not None
    return (
        name in _FUNCTIONS
        or (name in _SPECTRAL and (not is_empty(sub) or (name == "kappa" and following is not None)))
        or (name in LETTER_MAPS and is_empty(sub) and bracketed)
    )


def _note_hidden(r: Reader, children: Sequence[Syn], at: int) -> None:
    r"""Say that a declared name hides a built-in function: ``\sigma(X)`` and ``\lambda_1(A)`` are products then."""
    found = r.find(children[at])
    following = children[at + 1] if at + 1 < len(children) else None
    if found is None or following is None or bracket(following) is None:
        return
    symbol, (base, sub, _) = found[0], _base(children[at])
    key = base_key(base)
    if key is None or not isinstance(symbol, Symbol) or symbol.params or not _hides(key.plain, sub):
        return
    r.note(f"{latex_of(children[at])} is the declared {symbol.latex}: the bracket behind it is a factor, no argument")


def _hides(name: str, sub: Syn) -> bool:
    """Whether a name would be a function in front of a bracket if it were not declared, or is written so by many."""
    return name in _FUNCTIONS or (name in _SPECTRAL and not is_empty(sub)) or name in (*LETTER_MAPS, "sigma")


def application(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Apply a built-in function to the factor that follows it."""
    base, sub, sup = _base(children[at])
    key = base_key(base)
    if key is None or base.kind == "num":
        return None
    if r.find(children[at]) is not None:
        _note_hidden(r, children, at)
        return None
    unsupported.check_function(key.plain, base)
    following = children[at + 1] if at + 1 < len(children) else None
    if key.plain in ("1", "I") and following is not None and is_empty(sub):
        condition = _condition(following) if following.kind == "group" else None
        if condition is not None:
            return _finish(r, indicator(r, condition, children[at]), sup, children[at]), at + 2
    handler = _handler(r, key.plain, sub, children[at], following)
    if handler is None:
        return None
    if following is None:
        raise SyntaxProblem(f"{key.plain} needs an argument", r.at(children[at]))
    inner = arguments(following)
    if inner is not None:
        content, after_sub, after_sup = inner
        if _may_be_raised(children[at], following, after_sup) and r.chooses(POWER_INSIDE):
            content, after_sub, after_sup = (following,), EMPTY, EMPTY
        whole = _of_brackets(r, key.plain, children, at)
        if whole is not None:
            term = _shown(handler(r, [whole], children[at]), *children[at:])
            return _powered(r, term, key.plain, sup, children[at]), len(children)
        term = _shown(handler(r, content, children[at]), children[at], following)
        term = _powered(r, term, key.plain, sup, children[at])
        power = (
            entrywise.powered(r, term, after_sup, following)
            if key.plain in _ENTRYWISE and is_empty(after_sub)
            else None
        )
        return power or scripts.apply(r, term, after_sub, after_sup, following), at + 2
    argument, end = product_of_letters(r, children, at + 1) or r.factor(children, at + 1)
    if argument is None:
        raise SyntaxProblem(f"{key.plain} needs an argument", r.at(children[at]))
    product_of = key.plain in TRACES or (key.plain not in WHOLE and not r.a.is_scalar(argument))
    behind = _behind(r, children, end, through=product_of)
    if not behind:
        term = _shown(handler(r, [argument], children[at]), children[at], *children[at + 1 : end])
        return _powered(r, term, key.plain, sup, children[at]), end
    return _of_several(r, key.plain, handler, argument, children, (at, end, behind))


def _may_be_raised(function: Syn, following: Syn, sup: Syn) -> bool:
    r"""Return whether a power may be that of the argument: in ``\log (x)^2`` a space stands in front of the bracket."""
    if is_empty(sup) or bare(sup).kind == "top":
        return False
    return function.span[1] < following.span[0] or bare(following.children[0]).value == "{"


def _of_brackets(r: Reader, name: str, children: Sequence[Syn], at: int) -> Term | None:
    r"""Return the product that ``\operatorname{tr}(A)(B)`` may be of, where the trace of the first bracket has no type."""
    if name not in WHOLE or at + 2 >= len(children) or any(bracket(node) is None for node in children[at + 2 :]):
        return None
    rest = r.factors(children[at + 2 :])
    if all(r.a.is_scalar(t) for t in rest) or not r.chooses(WHOLE_BEHIND, plausible=False):
        return None
    r.note(f"{name} of a product of brackets is that of the whole product")
    return r.a.chain([r.read(children[at + 1]), *rest])


def _behind(r: Reader, children: Sequence[Syn], start: int, *, through: bool) -> int:
    r"""Return where the factors end that may belong to the argument of a function, 0 if there are none.

    A derivative ends them: ``\log p \nabla_x q`` is a product. ``through`` if the function may be one of the product with
    the derivative, as ``\operatorname{tr} A \nabla_X f`` and ``\operatorname{vec} A \nabla_X f`` are.
    """
    end = start
    while end < len(children):
        node, behind = children[end], children[end + 1] if end + 1 < len(children) else None
        if is_derivative(node) or is_gradient(node):
            end = len(children) if through else end
            break
        if is_function(node, behind) and r.find(node) is None or node.kind in ("bigop", "text"):
            break
        end += 1
    return end if end > start else 0


def _of_several(
    r: Reader, name: str, handler: Handler, argument: Term, children: Sequence[Syn], places: tuple[int, int, int]
) -> tuple[Term, int]:
    r"""Read ``\log a b`` and ``\operatorname{tr} A B``, where the argument may be the first factor or the whole product.

    A trace, a determinant and a rank are those of the product, unless that has none or nothing around it has a type then,
    as in ``\det X X^{-\top} = \nabla_X \det X``; other functions take the first factor, and the product is the other
    reading.
    """
    at, end, stop = places
    whole = name in WHOLE
    if whole:
        stop = _without_numbers(r, children, end, stop)
        with r.trial():
            scalars = stop == end or all(r.a.is_scalar(t) for t in r.factors(children[end:stop]))
        if stop == end or r.chooses(FIRST_FACTOR, plausible=scalars and name not in TRACES):
            stop = end
    rest = r.factors(children[end:stop]) if stop > end else []
    numbers, number = _are_numbers(r, rest), r.a.is_scalar(argument)
    if whole:
        first = not rest
    else:
        # A number in front of a vector is a factor of it, \cos\theta\, x; perhaps not in \tanh 2 x.
        literal = children[at + 1].kind == "num"
        first = (number and not numbers and not literal) or not r.chooses(WHOLE_PRODUCT)
    _, _, sup = _base(children[at])
    if not first:
        taken = r.a.chain([argument, *rest], Syn("juxt", "", tuple(children[at + 1 : stop]), children[at].span))
        term = _shown(handler(r, [taken], children[at]), children[at], *children[at + 1 : stop])
        r.note(f"{name} of a product without brackets is that of the whole product")
        return _powered(r, term, name, sup, children[at]), stop
    term = _shown(handler(r, [argument], children[at]), children[at], *children[at + 1 : end])
    term = _powered(r, term, name, sup, children[at])
    return r.a.chain([term, *rest], Syn("juxt", "", tuple(children[at:stop]), children[at].span)), stop


def _without_numbers(r: Reader, children: Sequence[Syn], start: int, stop: int) -> int:
    r"""Return where the factors end without the numbers in brackets at their end: ``\det A (1 + v^\top u)`` is a product."""
    if bracket(children[stop - 1]) is None:
        return stop
    with r.trial():
        places = [start]
        while places[-1] < stop:
            places.append(r.factor(children[:stop], places[-1])[1])
        while len(places) > 1 and places[-1] - places[-2] == 1 and bracket(children[places[-2]]) is not None:
            if not r.a.is_scalar(r.read(children[places[-2]])):
                break
            places.pop()
    return places[-1]


def _are_numbers(r: Reader, factors: Sequence[Term]) -> bool:
    """Whether factors are numbers, or their product is one, such as ``u^T v``."""
    if all(r.a.is_scalar(t) for t in factors):
        return True
    try:
        return r.a.is_scalar(r.a.chain(factors))
    except ShapeProblem:
        return False


def _powered(r: Reader, term: Term, name: str, sup: Syn, syn: Syn) -> Term:
    r"""Apply the superscript of a function; a power of one that acts entry by entry does so too: ``\tanh^2(x)``."""
    if is_empty(sup):
        return term
    if name in (*_ENTRYWISE, *LETTER_MAPS, *_ROWWISE):
        scripts.check_inverse_function(name, sup, syn)
    entrywise = scripts.entrywise_power(r, term, sup, syn) if name in _ENTRYWISE else None
    return entrywise or scripts.superscript(r, term, sup, syn)


def _shown(term: Term, *written: Syn) -> Term:
    """Let messages show a function with its argument."""
    term.syn = Syn("juxt", "", written, (written[0].span[0], written[-1].span[1]))
    return term


def arguments(syn: Syn) -> tuple[tuple[Syn, ...], Syn, Syn] | None:
    inner = bracket(syn)
    if inner is not None:
        return inner
    if syn.kind == "group" and syn.value in ("[", "{", "set"):
        content = syn.children[0]
        return (content.children if content.kind == "list" else (content,)), EMPTY, EMPTY
    if syn.kind == "script" and syn.children[0].kind == "group" and syn.children[0].value in ("[", "{", "set"):
        found = arguments(syn.children[0])
        return None if found is None else (found[0], syn.children[1], syn.children[2])
    return None


Handler = Callable[["Reader", Sequence["Syn | Term"], Syn], Term]
_ROWWISE = ("softmax", "Softmax", "SoftMax", "SM", "sm", "LayerNorm", "layernorm", "Layernorm", "LN", "vec", "vec_r")
TRACES = ("tr", "Tr", "trace", "Trace")
WHOLE = (*TRACES, "det", "rank", "Rank", "rk")


def _handler(r: Reader, name: str, sub: Syn, syn: Syn, following: Syn | None) -> Handler | None:
    if name in _SPECTRAL and (not is_empty(sub) or name in ("kappa", "cond")):
        return _spectral(name, sub)
    if name in LETTER_MAPS and _takes(name, sub, following):
        unsupported.check_density(name, syn)
        r.note("\\Phi is the distribution function of the standard normal distribution, since it is not declared")
        return _unary(lambda r_, t, s: r_.a.elementwise(lambda e: b.map_(LETTER_MAPS[name], e), t, s))
    handler = _FUNCTIONS.get(name)
    if handler is None:
        return None
    if not is_empty(sub):
        if name == "vec" and word(sub) == "r":
            return _FUNCTIONS["vec_r"]
        if name in ("softmax", "Softmax", "SoftMax") and word(sub) in ("row", "rows"):
            return handler
        raise NotSupported(f"{name} with the subscript {word(sub)}", r.at(syn))
    return handler


def _unary(make: Callable[[Reader, Term, Syn], Term]) -> Handler:
    def handler(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
        if len(arguments) != 1:
            raise SyntaxProblem(f"one argument was expected, not {len(arguments)}", r.at(syn))
        only = arguments[0]
        return make(r, only if isinstance(only, Term) else r.read(only), syn)

    return handler


def _spectral(name: str, sub: Syn) -> Handler:
    def make(r: Reader, t: Term, syn: Syn) -> Term:
        if name in ("kappa", "cond"):
            if not is_empty(sub) and word(sub) != "2":
                raise NotSupported(f"the condition number with the subscript {word(sub)}", r.at(syn))
            return r.a.node((), (), b.kappa, t, syn=syn)
        text = word(sub)
        which: str | Size = text if text in ("max", "min") else r.indices.expression(sub)
        if isinstance(which, Size):
            square = name == "lambda" or r.u.total(t.rows) == r.u.total(t.cols)
            r.indices.use(which, t.rows, place=not square)
        if name == "lambda":
            r.a.square("an eigenvalue", t)
            return r.a.node((), (), lambda e: b.eig(e, which), t, syn=syn)
        return r.a.node((), (), lambda e: b.sigma(e, which), t, syn=syn)

    return _unary(make)


_SPECTRAL = ("sigma", "lambda", "s", "kappa", "cond")


def _trace(r: Reader, t: Term, syn: Syn) -> Term:
    return r.a.node((), (), b.trace, r.a.square("the trace", t), syn=syn)


def _det(r: Reader, t: Term, syn: Syn) -> Term:
    return r.a.node((), (), b.det, r.a.square("the determinant", t), syn=syn)


def _diag(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
    if len(arguments) > 1:
        columns = [a for a in arguments if isinstance(a, Syn)]
        return r.a.diag(r.a.transpose(matrices.side_by_side(r, columns, syn)), syn)
    only = arguments[0]
    t = only if isinstance(only, Term) else r.read(only)
    one = r.u.is_one(t.rows) or r.u.is_one(t.cols)
    known = r.u.total(t.rows) is not None and r.u.total(t.cols) is not None
    if known and not one and not r.u.clash(t.rows, t.cols):
        r.note("diag of a square matrix is the vector of its diagonal")
        return r.a.node(t.rows, (), b.diagpart, r.a.square("the diagonal", t), syn=syn)
    return r.a.diag(t, syn)


def _blockdiag(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
    return matrices.block_diagonal(r, [a for a in arguments if isinstance(a, Syn)], syn)


def _extreme(op: str) -> Handler:
    def handler(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
        written = [a for a in arguments if isinstance(a, Syn)]
        if len(written) == len(arguments) > 1 and any(bare(a).kind == "dots" for a in written):
            listed = matrices.side_by_side(r, written, syn)
            return r.a.node((), (), lambda e: b.extreme(f"{op}entry", e), listed, syn=syn)
        terms = [a if isinstance(a, Term) else r.read(a) for a in arguments]
        if len(terms) == 1:
            return r.a.node((), (), lambda e: b.extreme(f"{op}entry", e), terms[0], syn=syn)
        found = entrywise.extreme(r, op, terms, written, syn)
        if found is not None:
            return found
        scalars = [r.a.need_scalar(f"an argument of {op}", t) for t in terms]
        return r.a.node((), (), lambda *e: b.extreme(op, *e), *scalars, syn=syn)

    return handler


def scripted(r: Reader, term: Term, sub: Syn, sup: Syn, syn: Syn) -> Term:
    """Apply the scripts after an argument bracket."""
    return scripts.apply(r, term, sub, sup, syn)


def _hyperbolic(sign: int) -> Handler:
    """Return cosh (+1) or sinh (-1), half the sum or difference of exp(t) and exp(-t)."""

    def make(e: Expr) -> Expr:
        up, down = b.map_("exp", e), b.map_("exp", b.neg(e))
        return b.scale(b.const(Fraction(1, 2)), b.add(up, down if sign > 0 else b.neg(down)))

    return _unary(lambda r, t, s: r.a.elementwise(make, t, s))


extreme = _extreme

_FUNCTIONS: dict[str, Handler] = {
    **{name: _unary(lambda r, t, s, f=f: entrywise.mapped(r, f, t, s)) for name, f in MAPS.items()},
    **dict.fromkeys(("tr", "Tr", "trace", "Trace"), _unary(_trace)),
    **dict.fromkeys(("rank", "Rank", "rk"), _unary(lambda r, t, s: r.a.node((), (), b.rank, t, syn=s))),
    **dict.fromkeys(("diag", "Diag"), _diag),
    **dict.fromkeys(("blockdiag", "blkdiag", "Blockdiag", "BlockDiag"), _blockdiag),
    **dict.fromkeys(("softmax", "Softmax", "SoftMax", "SM", "sm"), _unary(layers.softmax)),
    **dict.fromkeys(("LayerNorm", "layernorm", "Layernorm", "LN"), _unary(layers.layer_norm)),
    **dict.fromkeys(("logsumexp", "LogSumExp", "LSE"), _unary(layers.logsumexp)),
    "cosh": _hyperbolic(1),
    "sinh": _hyperbolic(-1),
    "det": _unary(_det),
    "sqrt": _unary(lambda r, t, s: r.a.elementwise(b.sqrt, t, s)),
    "vec": _unary(lambda r, t, s: r.a.vectorize(t, "vec", s)),
    "vec_r": _unary(lambda r, t, s: r.a.vectorize(t, "vecr", s)),
    "cond": _spectral("cond", EMPTY),
    "max": _extreme("max"),
    "min": _extreme("min"),
}
