"""Built-in functions of what follows them: diag, vec, softmax, norms, singular values and the like.

A declared name always wins; these tables are asked only for names that are not declared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import DeriveError, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.functions import angles, entrywise, layers
from derive.language.functions.divergences import divergence
from derive.language.functions.factors import is_derivative, is_gradient, is_set_apart
from derive.language.functions.gaussians import divergence_of_normals
from derive.language.functions.leaves import parts_of, raised
from derive.language.functions.letters import product_of_letters
from derive.language.functions.rows_over_functions import is_row_of_ones, reach_of_row
from derive.language.functions.spectra import spectral, spectral_radius
from derive.language.lexing.vocabulary import MAPS
from derive.language.matrices import matrices, scripts
from derive.language.matrices.small_letters import is_pair
from derive.language.parsing import unsupported
from derive.language.relations.indicators import condition_of, indicator
from derive.language.scope.powers import is_root
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import DIAGONAL, FIRST_FACTOR, POWER_INSIDE, WHOLE_BEHIND, WHOLE_PRODUCT
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, Key, bare, base_key, bracket, is_empty, word
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)

_ENTRYWISE = tuple(MAPS)
LETTER_MAPS = {"Phi": "Phi", "phi": "phi"}
"""Only as functions of a bracket: the normal distribution function and density."""


def is_function(syn: Syn, following: Syn | None = None) -> bool:
    r"""Return whether a symbol is a built-in function of what follows it.

    Letters such as ``\Phi`` wait for a bracket only, and ``\kappa`` alone may be a number of that name.
    """
    base, sub, _ = parts_of(syn)
    key = base_key(base)
    return key is not None and base.kind != "num" and _takes(key.plain, sub, following)


def _takes(name: str, sub: Syn, following: Syn | None) -> bool:
    """Return whether a name with a subscript is a built-in function of what follows it."""
    bracketed = following is not None and bracket(following) is not None
    alone = name == "kappa" and is_empty(sub) and following is not None
    letter = name in (*LETTER_MAPS, "rho") and is_empty(sub) and bracketed
    return name in _FUNCTIONS or _is_spectral(name, sub) or alone or letter


def _note_hidden(r: Reader, children: Sequence[Syn], at: int) -> None:
    r"""Say that a declared name hides a built-in function: ``\sigma(X)`` and ``\lambda_1(A)`` are products then."""
    found = r.find(children[at])
    following = children[at + 1] if at + 1 < len(children) else None
    if found is None or following is None or bracket(following) is None:
        return
    symbol, (base, sub, _) = found[0], parts_of(children[at])
    key = base_key(base)
    if key is None or not isinstance(symbol, Symbol) or symbol.params or not _hides(key.plain, sub):
        return
    if is_root(symbol):
        raise NotSupported(
            f"{latex_of(children[at])} before a bracket, where only a power of {symbol.latex} is defined",
            r.at(children[at]),
            "write \\cdot for a product, or call the number by another letter",
        )
    r.note(f"{latex_of(children[at])} is the declared {symbol.latex}: the bracket behind it is a factor, no argument")


def _hides(name: str, sub: Syn) -> bool:
    """Whether a name would be a function in front of a bracket if it were not declared, or is written so by many."""
    return name in _FUNCTIONS or _is_spectral(name, sub) or name in (*LETTER_MAPS, "sigma")


def application(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Apply a built-in function to the factor that follows it."""
    base, sub, sup = parts_of(children[at])
    key = Key("", base.value) if base.kind == "num" else base_key(base)
    if key is None or (base.kind == "num" and key.plain != "1"):
        return None
    if base.kind != "num" and r.find(children[at]) is not None:
        _note_hidden(r, children, at)
        return None
    if key.plain in unsupported.FUNCTIONS:
        unsupported.check_function(key.plain, base)
    following = children[at + 1] if at + 1 < len(children) else None
    if key.plain in ("1", "I") and following is not None and is_empty(sub):
        condition = condition_of(following) if following.kind == "group" else None
        if condition is not None:
            return raised(r, indicator(r, condition, children[at]), sup, children[at]), at + 2
    if base.kind == "num":
        return None
    angle = angles.cosine(r, children, at) if key.plain == "cos" and is_empty(sub) else None
    if angle is not None:
        return _powered(r, angle[0], "cos", sup, children[at]), angle[1]
    handler = _handler(r, key.plain, sub, children[at], following)
    if handler is None:
        return None
    if following is None:
        raise SyntaxProblem(
            f"{key.plain} needs an argument", r.at(children[at]), f"write \\{key.plain}(...) with brackets"
        )
    inner = arguments(following)
    if inner is not None:
        content, after_sub, after_sup = inner
        if _may_be_raised(children[at], following, after_sup, key.plain) and r.chooses(POWER_INSIDE):
            content, after_sub, after_sup = (following,), EMPTY, EMPTY
        of_all = _of_power(r, key.plain, handler, children, at)
        if of_all is not None:
            return _powered(r, of_all, key.plain, sup, children[at]), len(children)
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
        raise SyntaxProblem(
            f"{key.plain} needs an argument", r.at(children[at]), f"write \\{key.plain}(...) with brackets"
        )
    product_of = key.plain in TRACES or (key.plain not in WHOLE and not r.a.is_scalar(argument))
    over = "" if key.plain in WHOLE or not r.a.is_scalar(argument) else key.plain
    over = over if key.plain == "exp" or _is_written_out(r, children[at + 1 : end]) else over and "sums"
    if key.plain in (*WHOLE, *VECTORS):
        behind = _behind_matrix(r, children, end, through=product_of)
    else:
        behind = _behind(r, children, end, through=product_of, over=over)
        behind = reach_of_row(r, argument, children, end, behind)
    if not behind:
        term = _shown(handler(r, [argument], children[at]), children[at], *children[at + 1 : end])
        return _powered(r, term, key.plain, sup, children[at]), end
    return _of_several(r, key.plain, handler, argument, children, (at, end, behind))


def _may_be_raised(function: Syn, following: Syn, sup: Syn, name: str) -> bool:
    r"""Return whether a power may be that of the argument: in ``\log (x)^2`` a space stands in front of the bracket.

    So it may in ``\operatorname{tr}(A - I)^2``, where the trace would not need the bracket for a letter.
    """
    if is_empty(sup) or bare(sup).kind == "top":
        return False
    within = bracket(following)
    if name in TRACES and within is not None and any(n.kind == "add" and len(n.children) > 1 for n in within[0]):
        return True
    if name == "tr" and within is not None and within[0][0].kind == "juxt" and literal(sup) == -1:
        return True  # \operatorname{tr}(X^\top X)^{-1} is the trace of the inverse to most who write it
    return function.span[1] < following.span[0] or bare(following.children[0]).value == "{"


def _of_power(r: Reader, name: str, handler: Handler, children: Sequence[Syn], at: int) -> Term | None:
    r"""Return the function of the whole product that ``\log (2 \pi)^n \det S`` may be of, which begins with the power of a number."""
    power, rest = children[at + 1], children[at + 2 :]
    if name in WHOLE or power.kind != "script" or is_empty(bare(power.children[2])) or not rest:
        return None
    if not _is_written_out(r, [power.children[0]]) or any(n.kind == "text" for n in rest):
        return None
    with r.trial():
        numbers = all(r.a.is_scalar(t) for t in r.factors(children[at + 1 :]))
    if not numbers or not r.chooses(WHOLE_PRODUCT):
        return None
    r.note(f"{name} of a product without brackets is that of the whole product")
    return _shown(handler(r, [r.a.chain(r.factors(children[at + 1 :]))], children[at]), *children[at:])


def _of_brackets(r: Reader, name: str, children: Sequence[Syn], at: int) -> Term | None:
    r"""Return the product that ``\operatorname{tr}(A)(B)`` may be of, where the trace of the first bracket has no type."""
    if name not in WHOLE or at + 2 >= len(children) or any(bracket(node) is None for node in children[at + 2 :]):
        return None
    rest = r.factors(children[at + 2 :])
    if all(r.a.is_scalar(t) for t in rest) or not r.chooses(WHOLE_BEHIND, plausible=False):
        return None
    r.note(f"{name} of a product of brackets is that of the whole product")
    return r.a.chain([r.read(children[at + 1]), *rest])


def over_operator(r: Reader, syn: Syn) -> Syn | None:
    r"""Return ``\operatorname{tr}(A \otimes B)`` for ``\operatorname{tr} A \otimes B``, where the trace of A alone leaves no type."""
    left, right = syn.children
    row = left.children if left.kind == "juxt" else ()
    at = next((k for k, node in enumerate(row[:-1]) if _is_whole(r, node) and arguments(row[k + 1]) is None), None)
    if at is None or not r.chooses(WHOLE_BEHIND, plausible=False):
        return None
    argument = row[at + 1] if at + 2 == len(row) else Syn("juxt", "", row[at + 1 :], left.span)
    group = Syn("group", "(", (Syn("infix", syn.value, (argument, right), syn.span),), syn.span)
    return Syn("juxt", "", (*row[: at + 1], group), syn.span)


def _is_whole(r: Reader, node: Syn) -> bool:
    key = base_key(node)
    return key is not None and key.plain in WHOLE and r.find(node) is None


def _is_written_out(r: Reader, nodes: Sequence[Syn]) -> bool:
    r"""Whether a number is written with numerals and sizes alone, as the ``\frac{1}{n}`` of ``\log \frac{1}{n} \sum_i x_i``."""
    names = [n for node in nodes for _, n in node.walk() if n.kind == "name"]
    found = [(n, r.find(n)) for n in names]
    return all(
        (isinstance(f[0], Symbol) and f[0].kind == "size") if f is not None else _is_constant(n) for n, f in found
    )


def _is_constant(name: Syn) -> bool:
    key = base_key(name)
    return key is not None and key.plain in ("pi", "e")


def _behind(r: Reader, children: Sequence[Syn], start: int, *, through: bool, over: str = "") -> int:
    r"""Return where the factors end that may belong to the argument of a function, 0 if there are none.

    A derivative or a differential ends them: ``\log p \nabla_x q`` and ``\cos x \, dx`` are products. ``through`` if the function may be one of the product with
    the derivative, as ``\operatorname{tr} A \nabla_X f`` and ``\operatorname{vec} A \nabla_X f`` are. So do other functions and sums, unless they
    may belong to the argument of the function ``over``, for numbers that are written out, or of one of ``"sums"``.
    """
    end = start
    while end < len(children):
        node, behind = children[end], children[end + 1] if end + 1 < len(children) else None
        if is_derivative(node) or is_gradient(node) or (behind is not None and _is_differential(r, node)):
            end = len(children) if through else end
            break
        if is_function(node, behind) and r.find(node) is None or node.kind in ("bigop", "text"):
            key = base_key(node)
            taken = node.kind == "bigop" or (key is not None and key.plain in (*WHOLE, *_SPECTRAL))
            taken = taken or (over != "sums" and key is not None and key.plain != over)  # \log 2 \log x is a product
            end = len(children) if over and end == start and node.kind != "text" and taken else end
            break
        end += 1
    return end if end > start else 0


def _behind_matrix(r: Reader, children: Sequence[Syn], start: int, *, through: bool) -> int:
    r"""Return where the factors end that may belong to the matrix a trace, determinant or vec is taken of, 0 if there are none.

    Functions and sums that are matrices may, ``\operatorname{tr} A \operatorname{diag}(x) B`` and ``\operatorname{tr} A \sum_i x_i x_i^\top``;
    numbers may in front of matrices alone, so that ``\operatorname{tr} A \operatorname{tr} B`` and ``\det A \exp t`` are products.
    """
    end, number = start, 0
    while end < len(children):
        node, behind = children[end], children[end + 1] if end + 1 < len(children) else None
        if is_derivative(node) or is_gradient(node) or (behind is not None and _is_differential(r, node)):
            end, number = (len(children), 0) if through else (end, number)
            break
        if node.kind == "text":
            break
        if not number and not _is_applied(r, node, behind):
            end += 1
            continue
        term, following = _read_factor(r, children, end)
        if term is None:
            break
        number, end = (number or end) if r.a.is_scalar(term) else 0, following
    end = number or end
    return end if end > start else 0


def _is_applied(r: Reader, node: Syn, behind: Syn | None) -> bool:
    """Whether a node begins a sum or the application of a built-in function."""
    return node.kind == "bigop" or (is_function(node, behind) and r.find(node) is None)


def _read_factor(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term | None, int]:
    """Read a factor for what it is; None if it cannot be read alone."""
    try:
        with r.trial():
            return r.factor(children, at)
    except DeriveError:
        return None, at


def _is_differential(r: Reader, node: Syn) -> bool:
    """Whether a node is the mark of a differential in the statement that is read."""
    from derive.language.scope.derivative_marks import marker

    return bool(r.differentials) and marker(r, node) is not None


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
        ones = is_row_of_ones(children[at + 1]) and r.a.is_scalar(r.a.chain([argument, *rest]))
        first = number and not literal and (not numbers or is_set_apart(children, end))
        first = first or not (ones or r.chooses(WHOLE_PRODUCT))
    _, _, sup = parts_of(children[at])
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
    """The operands in the brackets behind a function, and the scripts on the brackets; None without brackets."""
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
VECTORS = ("vec", "vec_r")


def _handler(r: Reader, name: str, sub: Syn, syn: Syn, following: Syn | None) -> Handler | None:
    if _is_spectral(name, sub) or name in ("kappa", "cond"):
        return _unary(spectral(name, sub))
    if name == "rho" and _takes(name, sub, following):
        return _unary(spectral_radius)
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
        scripted = _scripted_function(r, name, handler, sub)
        if scripted is not None:
            return scripted
        hint = "write \\operatorname{blockdiag}(B_i) for the blocks of all i" if handler is _blockdiag else None
        raise NotSupported(f"{name} with the subscript {latex_of(sub)}", r.at(syn), hint)
    return handler


def _scripted_function(r: Reader, name: str, handler: Handler, sub: Syn) -> Handler | None:
    r"""Return ``\log_2``, a logarithm to a base, or ``\operatorname{softmax}_i``, an entry of that of a vector; else None."""
    base = bare(sub)
    if name == "log" and base.kind == "num" and base.value.isdigit() and int(base.value) > 1:
        whole = b.hpow(b.map_("log", b.const(int(base.value))), b.const(-1))
        return _unary(lambda r_, t, s: r_.a.elementwise(lambda e: b.scale(whole, b.map_("log", e)), t, s))
    if name in ("softmax", "Softmax", "SoftMax") and r.indices.is_index(base):
        return lambda r_, given, s: _entry_of(r_, handler(r_, given, s), sub, s)
    return None


def _entry_of(r: Reader, term: Term, sub: Syn, syn: Syn) -> Term:
    if r.a.is_scalar(term) or not r.u.is_one(term.cols):
        raise NotSupported(
            f"softmax with the subscript {word(sub)}, of what is no column",
            r.at(syn),
            "write \\operatorname{softmax}(X) for that of the rows, \\frac{e^{x_i}}{\\sum_j e^{x_j}} for one entry",
        )
    return scripts.subscript(r, term, sub, syn)


def _unary(make: Callable[[Reader, Term, Syn], Term]) -> Handler:
    def handler(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
        if len(arguments) != 1:
            raise SyntaxProblem(f"one argument was expected, not {len(arguments)}", r.at(syn))
        only = arguments[0]
        return make(r, only if isinstance(only, Term) else r.read(only), syn)

    return handler


def _in_any_layout(make: Callable[[Reader, Term, Syn], Term]) -> Handler:
    """Return the handler of a function that is the same of a matrix and of its transpose."""
    handler = _unary(make)

    def reading(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
        outer, only = r.layout_free, arguments[0] if arguments else None
        r.layout_free = only if isinstance(only, Syn) and only.kind == "juxt" else None
        try:
            return handler(r, arguments, syn)
        finally:
            r.layout_free = outer

    return reading


_SPECTRAL = ("sigma", "lambda", "s", "kappa", "cond")


def _is_spectral(name: str, sub: Syn) -> bool:
    return name in _SPECTRAL and not is_empty(sub) and not is_pair(bare(sub))  # \sigma_{ij} is an entry


def _trace(r: Reader, t: Term, syn: Syn) -> Term:
    return r.a.node((), (), b.trace, r.a.square("the trace", t), syn=syn)


def _det(r: Reader, t: Term, syn: Syn) -> Term:
    return r.a.node((), (), b.det, r.a.square("the determinant", t), syn=syn)


def _sqrt(r: Reader, t: Term, syn: Syn) -> Term:
    entrywise.rooted(r, t)
    return r.a.elementwise(b.sqrt, t, syn)


def _diag(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
    if len(arguments) > 1:
        columns = [a for a in arguments if isinstance(a, Syn)]
        return r.a.diag(r.a.transpose(matrices.side_by_side(r, columns, syn)), syn)
    only = arguments[0]
    t = only if isinstance(only, Term) else r.read(only)
    scripts.check_no_length(r, t)
    one = r.u.is_one(t.rows) or r.u.is_one(t.cols)
    known = r.u.total(t.rows) is not None and r.u.total(t.cols) is not None
    if known and not one and not r.u.clash(t.rows, t.cols):
        if r.chooses(DIAGONAL, plausible=False):
            r.note("diag of a square matrix is the diagonal matrix with its diagonal")
            return r.a.node(t.rows, t.cols, lambda e: b.diag(b.diagpart(e)), r.a.square("the diagonal", t), syn=syn)
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


def _clip(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
    if len(arguments) != 3:
        raise NotSupported("clip without a number, a lower and an upper end", r.at(syn), "write \\min(\\max(x, a), b)")
    return entrywise.clipped(r, [a if isinstance(a, Term) else r.read(a) for a in arguments], syn)


def _divergence(r: Reader, arguments: Sequence[Syn | Term], syn: Syn) -> Term:
    if len(arguments) != 2:
        raise NotSupported("KL of anything but two distributions", r.at(syn), r"write \mathrm{KL}(p \| q)")
    written = [a for a in arguments if isinstance(a, Syn)]
    normals = divergence_of_normals(r, written[0], written[1], syn) if len(written) == 2 else None
    if normals is not None:
        return normals
    left, right = (a if isinstance(a, Term) else r.read(a) for a in arguments)
    return divergence(r, left, right, syn)


extreme = _extreme

_FUNCTIONS: dict[str, Handler] = {
    **{name: _unary(lambda r, t, s, f=f: entrywise.mapped(r, f, t, s)) for name, f in MAPS.items()},
    **dict.fromkeys(("tr", "Tr", "trace", "Trace"), _in_any_layout(_trace)),
    **dict.fromkeys(("rank", "Rank", "rk"), _unary(lambda r, t, s: r.a.node((), (), b.rank, t, syn=s))),
    **dict.fromkeys(("diag", "Diag"), _diag),
    "tril": _unary(lambda r, t, s: matrices.triangle(r, t, ">=", s)),
    "triu": _unary(lambda r, t, s: matrices.triangle(r, t, "<=", s)),
    **dict.fromkeys(("blockdiag", "blkdiag", "Blockdiag", "BlockDiag"), _blockdiag),
    **dict.fromkeys(("softmax", "Softmax", "SoftMax", "SM", "sm"), _unary(layers.softmax)),
    **dict.fromkeys(("LayerNorm", "layernorm", "Layernorm", "LN"), _unary(layers.layer_norm)),
    **dict.fromkeys(("logsumexp", "LogSumExp", "LSE"), _unary(layers.logsumexp)),
    "KL": _divergence,
    "det": _in_any_layout(_det),
    "expm": _unary(lambda r, t, s: r.a.elementwise(b.expm, t, s)),
    "sqrt": _unary(_sqrt),
    "vec": _unary(lambda r, t, s: r.a.vectorize(t, "vec", s)),
    "vec_r": _unary(lambda r, t, s: r.a.vectorize(t, "vecr", s)),
    "cond": _unary(spectral("cond", EMPTY)),
    "max": _extreme("max"),
    "min": _extreme("min"),
    **dict.fromkeys(("clip", "clamp"), _clip),
}
