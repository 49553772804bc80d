"""Declarations: shapes, arrays of names, arbitrary functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive import build as b
from derive.core import Logic, Quantified
from derive.errors import NameProblem, NotSupported, SyntaxProblem
from derive.language.scope.dependence import labels_of
from derive.language.scope.domains import Domain, read_domain
from derive.language.scope.families import Ranges, declare_family, family_of, letters_of, member_again
from derive.language.scope.look_alikes import check_look
from derive.language.scope.powers import check_powers
from derive.language.scope.scope import Hypothesis, Scope, Symbol
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, base_key, bracket, flat, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size


def declare(scope: Scope, name: Syn, domain: Domain, where: str) -> Scope:
    """Declare one name with a shape (or a function value with its shape)."""
    if name.kind == "juxt" and len(name.children) == 2 and bracket(name.children[1]) is not None:
        if whole_key(name) is None or scope.find(whole_key(name)) is None:
            return declare_function(scope, name, domain, where)
    key = whole_key(name)
    if key is None:
        raise SyntaxProblem("a name was expected", name.span[0])
    if "_" in key.plain or "^" in key.plain:
        check_look(scope, key, name)
    own = scope.symbols.get(key)
    if own is not None:
        return declared_again(scope, own, domain, name)
    if _is_constant(scope, name, key, domain):
        return _constant(scope, name, key, domain)
    if _is_unit(scope, name, domain):
        return replace(scope, units={**scope.units, key.plain: domain.shape})
    if member_again(scope, name, domain):
        return scope
    family = declare_family(scope, name, domain)
    if family is not None:
        return family
    if domain.kind == "index":
        symbol = Symbol(key, "index", scope.core_name(key), latex_of(name), indices=(("", domain.low, domain.high),))
        return scope.with_symbol(symbol)
    if domain.kind == "size":
        _check_is_free(scope, key, name)
        scope = scope.with_symbol(Symbol(key, "size", key.plain, latex_of(name), labels=labels_of(name)))
        return replace(scope, least={**scope.least, key.plain: domain.least})
    symbol = Symbol(key, "var", scope.core_name(key), latex_of(name), domain.shape, where=where, labels=labels_of(name))
    if scope.powers or "^" in key.plain:
        check_powers(scope, symbol, name.span[0])
    scope = scope.with_symbol(symbol)
    return _with_conditions(scope, symbol, domain)


def _check_is_free(scope: Scope, key: Key, name: Syn) -> None:
    """Refuse to declare a size anew that is restricted further out: it may be that one, or any.

    Raises:
        NameProblem: It is.

    """
    outer = scope.find(key)
    if outer is None or outer.kind != "size":
        return
    if scope.all_least().get(outer.core, 1) > 1 or any(outer.core in size.names for _, size in scope.all_relations()):
        raise NameProblem(
            f"the size {outer.latex} is restricted further out, and declared anew here",
            name.span[0],
            "leave its declaration out, or use another name",
        )


def _with_conditions(scope: Scope, symbol: Symbol, domain: Domain) -> Scope:
    variable = b.var(symbol.core, symbol.shape)
    formulas = domain.conditions(variable)
    found = tuple(Hypothesis(f, {symbol.core: symbol}) for f in formulas)
    return replace(scope, hypotheses=(*scope.hypotheses, *found))


def declared_again(scope: Scope, own: Symbol, domain: Domain, name: Syn) -> Scope:
    """Return the scope after a second declaration; raises `NameProblem` unless kind and shape are the same."""
    if own.kind == "size" and domain.kind == "size":
        return scope
    if own.kind not in ("var", "def") or domain.kind != "matrix":
        raise NameProblem(f"{own.latex} is declared twice under this heading", name.span[0])
    left, right = own.shape.totals, domain.shape.totals
    equal = scope.equal_sizes()
    if [s.substitute(equal) for s in left] != [s.substitute(equal) for s in right]:
        raise NameProblem(
            f"{own.latex} is declared with two shapes under this heading: {own.shape} and {domain.shape}", name.span[0]
        )
    return _with_conditions(scope, own, domain)


def _is_unit(scope: Scope, name: Syn, domain: Domain) -> bool:
    r"""Return whether ``\mathbf{e}_i \in \mathbb{R}^n`` says where the unit vectors live (``E_{ij}``: the matrix units).

    An index that is a letter names no single vector, so this declares no variable beside the ``\mathbf{e}_j`` of a formula.
    A time t is no such index: ``e_t`` is an error vector.
    """
    syn = bare(name)
    base = base_key(syn.children[0]) if syn.kind == "script" and bare(syn.children[2]).kind == "empty" else None
    if base is None or base.plain not in ("e", "E") or scope.find(base) is not None or domain.kind != "matrix":
        return False
    if domain.shape.is_scalar or (base.plain == "e" and domain.shape.cols) or domain.bounds or not domain.is_entrywise:
        return False
    letters = letters_of(syn.children[1]) or []
    symbols = [scope.find(Key("", letter)) for letter in letters]
    indices = all(len(letter) == 1 and letter.islower() and letter != "t" for letter in letters)
    indices = indices and all(s is None or s.kind in ("index", "size") for s in symbols)
    return indices and len(letters) == (1 if base.plain == "e" else 2)


def _is_constant(scope: Scope, name: Syn, key: Key, domain: Domain) -> bool:
    r"""Return whether a declaration tells the shape of ones, zeros or of an identity: ``\mathbf{1} \in \mathbb{R}^n``.

    No paper has an arbitrary vector of that name.  ``I_n \in \mathbb{R}^{n \times n}`` is the identity, for its size says so.
    """
    syn = bare(name)
    base = base_key(syn.children[0]) if syn.kind == "script" else key
    if base is None or domain.kind != "matrix" or not domain.is_entrywise or domain.shape.is_scalar:
        return False
    if syn.kind == "script" and (bare(syn.children[2]).kind != "empty" or scope.find(base) is not None):
        return False
    sizes = [str(total) for total in domain.shape.totals]
    plain = syn.kind != "script" or flat(syn.children[1]).replace(r"\times", " ").split() in (sizes[:1], sizes)
    if base.plain in ("1", "0"):
        return plain
    return base.plain == "I" and sizes[0] == sizes[1] and plain


def _constant(scope: Scope, name: Syn, key: Key, domain: Domain) -> Scope:
    """Return the scope in which a name is the constant of its shape; a column and what has its size below is built in.

    Raises:
        NotSupported: It is an I of which nothing tells that it is the identity.
    """
    shape, scripted = domain.shape, bare(name).kind == "script"
    if (
        base_key(bare(name).children[0] if scripted else bare(name)) in (Key("", "I"), Key("bf", "I"), Key("bi", "I"))
        and not scripted
    ):
        raise NotSupported(
            f"{latex_of(name)} as the name of a square matrix: it may be the identity",
            name.span[0],
            "the identity needs no declaration; call another matrix by another letter",
        )
    if scripted or not shape.cols:
        return replace(scope, units={**scope.units, key.plain: shape})
    fill = b.ones if key.plain == "1" else b.zeros
    body = fill(shape.rows, shape.cols)
    return scope.with_symbol(Symbol(key, "def", scope.core_name(key), latex_of(name), shape, body))


def declare_function(scope: Scope, name: Syn, domain: Domain, where: str) -> Scope:
    """Declare an arbitrary smooth function of declared arguments: ``A(X) \\in R^{p x r}``."""
    key, params = signature(scope, name)
    check_look(scope, key, name.children[0])
    if key in scope.symbols:
        own = scope.symbols[key]
        if own.kind == "def" and own.params == tuple(p.core for p in params):
            return declared_again(scope, own, domain, name)
        raise NameProblem(f"{own.latex} is declared twice under this heading", name.span[0])
    if domain.kind != "matrix":
        raise NotSupported("a function with these values", name.span[0])
    core = scope.core_name(key)
    body = b.fun(core, [b.var(p.core, p.shape) for p in params], domain.shape)
    symbol = Symbol(
        key, "def", core, latex_of(name.children[0]), domain.shape, body, tuple(p.core for p in params),
        tuple(p.shape for p in params), mentions={p.core: p for p in params}, where=where,
        labels=labels_of(name.children[0]),
    )  # fmt: skip
    return _with_values(scope.with_symbol(symbol), symbol, params, domain)


def _with_values(scope: Scope, symbol: Symbol, arguments: Sequence[Symbol], domain: Domain, sources: Sequence[Domain] = ()) -> Scope:
    """Suppose of a function that its values lie in their set, at all arguments that lie in theirs."""
    names = [(b.fresh(f"{symbol.core}_{k}"), one.shape) for k, one in enumerate((*sources, *arguments))]
    places = [b.var(*name) for name in names]
    within = [condition for source, place in zip(sources, places, strict=False) for condition in source.conditions(place)]
    found = domain.conditions(b.fun(symbol.core, places, domain.shape))
    told = [Quantified("forall", tuple(names), Logic("implies", (*within, one)) if within else one) for one in found]
    return replace(scope, hypotheses=(*scope.hypotheses, *(Hypothesis(one, {symbol.core: symbol}) for one in told)))


INDEX_LETTERS = frozenset("abcijklmnst")
"""Letters that stand for actions, classes and steps as well as for numbers."""


class UndeclaredArgument(NameProblem):
    """An argument of a function that nothing declares."""


def signature(scope: Scope, name: Syn) -> tuple[Key, list[Symbol]]:
    """Read ``F(X, Y)``: the name, and its arguments, which must be declared."""
    key = whole_key(name.children[0])
    inner = bracket(name.children[1])
    if key is None or inner is None:
        raise SyntaxProblem("a function was expected, such as F(X)", name.span[0])
    params = []
    for argument in inner[0]:
        own = whole_key(argument)
        symbol = scope.find(own) if own is not None else None
        if own is None or symbol is None:
            word = own.plain if own else latex_of(argument)
            base = name.children[0].children[0] if name.children[0].kind == "script" else name.children[0]
            hint = rf"or where it is an index write {latex_of(base)}_{word} := ... for the entries of a vector"
            raise UndeclaredArgument(
                f"the argument {word} of {key.plain} is not declared",
                argument.span[0],
                f"declare it in front, {hint}" if word in INDEX_LETTERS else None,
            )
        if symbol.kind not in ("var", "def"):
            raise NameProblem(f"the argument {symbol.latex} of {key.plain} is no variable", argument.span[0])
        params.append(symbol)
    return key, params


def function_type(scope: Scope, tree: Syn, where: str) -> Scope | None:
    r"""Read ``f : \mathbb{R}^n \to \mathbb{R}^m``."""
    left, parts = tree.children[0], argument_sets(tree.children[0])
    if not parts:
        return None
    key = whole_key(left.children[0])
    domains = [read_domain(scope, p, declare=False) for p in parts]
    value = read_domain(scope, tree.children[1], declare=False)
    if key is None or value is None or any(d is None or d.kind != "matrix" for d in domains) or value.kind != "matrix":
        raise NotSupported("this type of a function", tree.span[0])
    check_look(scope, key, left.children[0])
    if key in scope.symbols:
        raise NameProblem(f"{latex_of(left.children[0])} is declared twice under this heading", tree.span[0])
    shapes = tuple(d.shape for d in domains if d is not None)
    family = family_of(scope, left.children[0])
    if family is not None:
        if value.conditions(b.var(b.fresh("f"), value.shape)):
            raise NotSupported("a family of functions with values in a part of a space", tree.span[0])
        return scope.with_symbol(_function_family(scope, *family, shapes, value.shape))
    core = scope.core_name(key)
    own = _parameters(scope, left.children[0])
    params = (*(b.fresh(f"{core}_{k}") for k in range(len(shapes))), *(one.core for one in own))
    symbol = Symbol(
        key, "fun", core, latex_of(left.children[0]), value.shape, None, params, (*shapes, *(one.shape for one in own)), where=where,
        labels=frozenset() if own else labels_of(left.children[0]), parameters=len(own),
    )  # fmt: skip
    return _with_values(scope.with_symbol(symbol), symbol, own, value, [d for d in domains if d is not None])


def _parameters(scope: Scope, name: Syn) -> list[Symbol]:
    r"""The declared variables below the name of a function, which may depend on them: the theta of ``p_\theta : \mathbb{R}^n \to \mathbb{R}``."""
    name = bare(name)
    if name.kind != "script" or not is_empty(name.children[2]):
        return []
    below = bare(name.children[1])
    keys = [whole_key(one) for one in (below.children if below.kind == "list" else (below,))]
    found = [scope.find(key) if key is not None else None for key in keys]
    return [one for one in found if one is not None] if all(one is not None and one.kind == "var" for one in found) else []


def argument_sets(left: Syn) -> list[Syn]:
    r"""Return the sets of the arguments in ``f : A \times B``, in front of the arrow; none if it is no type of a function."""
    if left.kind != "juxt" or len(left.children) < 3 or left.children[1].kind != "colon":
        return []
    source = left.children[2] if len(left.children) == 3 else Syn("juxt", "", left.children[2:], left.span)
    return list(source.children) if source.kind == "infix" and source.value == "times" else [source]


def _function_family(
    scope: Scope, key: Key, plain: Key, latex: str, ranges: Ranges, shapes: Sequence[Shape], value: Shape
) -> Symbol:
    r"""Declare ``f_i : \mathbb{R}^n \to \mathbb{R}`` as one function whose first arguments are the indices.

    Raises:
        NotSupported: An index does not begin at 1.
    """
    if any(low != Size.of(1) for _, low, _ in ranges):
        raise NotSupported("a family of functions whose index does not begin at 1")
    core = scope.core_name(plain)
    arguments = (*(Shape() for _ in ranges), *shapes)
    params = tuple(b.fresh(f"{core}_{k}") for k in range(len(arguments)))
    return Symbol(key, "fun", core, latex, value, None, params, arguments, ranges)
