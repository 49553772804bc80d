"""Definitions: of a name, a function, the entries or the members of one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from derive import build as b
from derive.alike import formula_key
from derive.core import Expr, Rel
from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem
from derive.language.declarations.left_sides import LeftSide, left_side
from derive.language.declarations.parts_of_names import check_no_entry
from derive.language.formulas import untold_sizes
from derive.language.formulas.expressions import Reader
from derive.language.indices.indices import Index
from derive.language.indices.wide_sums import settled_extrema
from derive.language.matrices.matrix_functions import check_roots
from derive.language.matrices.roots import Semidefinite
from derive.language.scope.dependence import check_expression, labels_of
from derive.language.scope.look_alikes import check_look
from derive.language.scope.powers import check_powers, with_root
from derive.language.scope.scope import Scope, Symbol, family_key
from derive.language.terms.readings import COMMUTATOR, only_reading
from derive.language.terms.terms import Term, latex_of, realize
from derive.language.tree.names import Key
from derive.language.tree.syntax import Syn
from derive.sizes import Size

ONE = Size.of(1)


def define(scope: Scope, left: Syn, right: Syn, where: str) -> Scope:
    """Define a name, a function, or the entries or members of one."""
    side = left_side(scope, left, right)
    key, letters, params = side.key, side.letters, side.params
    check_look(scope, key, side.head)
    own = scope.symbols.get(key) if not side.raised else None
    typed = own if own is not None and own.kind == "fun" and params else None
    if typed is not None:
        scope, own = _of_type(scope, typed, params, left), None
    family = family_key(key, len(letters), upper=side.raised) if letters else None
    if (own is not None and own.kind != "var" and not letters) or family in scope.symbols:
        raise NameProblem(f"{latex_of(left)} is defined twice under this heading", left.span[0])
    symbol = only_reading(
        scope,
        lambda reader: _definition(reader, side, right, own, where),
        _content,
        frozenset({COMMUTATOR}),  # W := [W_1, W_2] puts matrices side by side, square ones, too.
    )
    _fits_type(symbol, typed)
    if symbol.kind == "family" and family is not None:
        symbol = replace(symbol, key=family, core=scope.core_name(Key(key.style, f"{key.plain}_{''.join(letters)}")))
    elif own is not None and own.kind != "var":
        raise NameProblem(f"{own.latex} is defined twice under this heading", left.span[0])
    check_no_entry(scope, side.head, symbol)
    check_powers(scope, symbol, left.span[0])
    symbol = replace(symbol, parameters=_parameters(left)) if symbol.params else symbol
    if side.called and symbol.kind != "def":
        raise NotSupported(f"{latex_of(left)} with values that are no numbers", left.span[0], "write x_i for members")
    symbol = replace(symbol, called=side.called)
    return with_root(scope.with_symbol(symbol), symbol)


def _parameters(left: Syn) -> int:
    """How many arguments of ``f(x; W, b)`` stand behind the semicolon."""
    last = left.children[-1] if left.kind == "juxt" else left
    inner = last.children[0] if (last.kind, last.value) == ("group", "(") else last
    if (inner.kind, inner.value) != ("list", ";") or len(inner.children) != 2:
        return 0
    behind = inner.children[1]
    return len(behind.children) if behind.kind == "list" else 1


def _of_type(scope: Scope, own: Symbol, params: Sequence[Symbol], left: Syn) -> Scope:
    r"""Return the scope without the type ``f : \mathbb{R}^n \to \mathbb{R}``, which a definition replaces.

    Raises:
        NameProblem: The arguments do not fit, or something was said of f before.
    """
    if [p.shape.totals for p in params] != [s.totals for s in own.arguments]:
        shapes = ", ".join(map(str, own.arguments))
        raise NameProblem(f"{own.latex} is declared as a function of {shapes}", left.span[0])
    known = [*(h.mentions for h in scope.hypotheses), *(s.mentions for s in scope.symbols.values())]
    if any(own in mentions.values() for mentions in known):
        raise NameProblem(
            f"{own.latex} is used before it is defined", left.span[0], "define it in front of what speaks of it"
        )
    return replace(scope, symbols={key: symbol for key, symbol in scope.symbols.items() if symbol is not own})


def _fits_type(symbol: Symbol, own: Symbol | None) -> None:
    """Compare a definition with the type declared before.

    Raises:
        NameProblem: The value has another shape.
    """
    if own is not None and own.kind == "fun" and own.shape.totals != symbol.shape.totals:
        raise NameProblem(f"{own.latex} is declared with values in {own.shape} but defined as {symbol.shape}", None)


def _content(symbol: Symbol) -> tuple[object, ...]:
    """What a definition says, up to the names of bound variables."""
    return symbol.kind, formula_key(Rel("=", symbol.body, symbol.body)) if symbol.body is not None else None


def _definition(reader: Reader, side: LeftSide, right: Syn, own: Symbol | None, where: str) -> Symbol:
    """Read the right side of a definition."""
    scope, reader.statement = reader.scope, right
    key, head, letters, params = side.key, side.head, side.letters, side.params
    indices = []
    for letter in letters:
        symbol = scope.find(Key("", letter))
        stated = symbol.indices[0][1:] if symbol is not None else (None, None)
        indices.append(reader.indices.push(letter, *stated))
    term = reader.read(settled_extrema(right, scope))
    entries = bool(letters) and reader.a.is_scalar(term) and not side.members
    if side.transposed:
        term = reader.a.transpose(term, right)
        indices = indices[::-1] if entries else indices
    term = _fit(reader, term, own, entries, indices)
    if reader.indices.free:
        raise _undeclared(reader, next(iter(reader.indices.free.values())), right)
    untold_sizes.finish(reader, right)
    body = realize(term)
    check_roots(reader, reader.under_roots, Semidefinite(h.formula for h in scope.hypotheses))
    for param in params:
        check_expression(reader, body, param.key, param.shape, right.span[0])
    ranges = [index.range(reader.u) for index in indices]
    if any(low != ONE for low, _ in ranges):  # no entries of a matrix: members of a family
        if own is not None or any(low.constant is None for low, _ in ranges):
            raise NotSupported("a definition whose index does not begin at 1", right.span[0])
        entries = False
    if entries and own is not None:
        _check_all(reader, own, ranges, right)
    kind, running = "def", ()
    if entries:
        body = _from_entries(body, indices, ranges)
    elif letters:
        kind = "family"
        running = tuple((i.core, low, high) for i, (low, high) in zip(indices, ranges, strict=True))
    mentions = {**reader.mentions, **{p.core: p for p in params}}
    if kind == "family":
        own = None
    if own is not None and own.shape.totals == body.shape.totals:
        body = b.reshape(body, own.shape)
    if own is not None and own.core in mentions:
        raise NameProblem(f"{own.latex} is defined by itself", right.span[0])
    return Symbol(
        key, kind, own.core if own is not None else scope.core_name(key), latex_of(head), body.shape, body,
        tuple(p.core for p in params), tuple(p.shape for p in params), running, mentions, where, labels_of(head) - set(letters), right,
    )  # fmt: skip


class UndeclaredIndex(NameProblem):
    """A letter below a name on the right side of a definition that nothing binds, with the range that it selects from."""

    letter = ""
    ends: tuple[Size, Size] | None = None


def _undeclared(reader: Reader, index: Index, right: Syn) -> UndeclaredIndex:
    hint = reader.scope.suggest(Key("", index.letter))
    problem = UndeclaredIndex(f"{index.letter} is not declared", right.span[0], hint)
    problem.letter = index.letter
    with suppress(DeriveError):
        reader.u.finish()
        problem.ends = index.range(reader.u)
    return problem


def with_index(scope: Scope, problem: UndeclaredIndex) -> Scope:
    r"""Declare the k of ``\ell := -\log p_k``: a fixed index, which may be any.

    Raises:
        UndeclaredIndex: Nothing tells where it ends.
    """
    if problem.ends is None or len(problem.letter) != 1:
        raise problem
    key = Key("", problem.letter)
    ends = ("", *problem.ends)
    return scope.with_symbol(Symbol(key, "index", scope.core_name(key), problem.letter, indices=(ends,)))


def _fit(reader: Reader, term: Term, own: Symbol | None, entries: bool, indices: Sequence[Index]) -> Term:
    """Make a defining expression agree with a shape declared before."""
    if own is None:
        return term
    declared = reader.a.known(b.var(own.core, own.shape))
    if entries:
        for index, d in zip(indices, (own.shape.rows, own.shape.cols), strict=False):
            index.uses.append((0, d))
        return term
    if indices:
        return term
    if term.zero:
        return reader.a.like(term, declared)
    try:
        reader.a.agree("the definition does not fit", declared, term)
    except ShapeProblem as problem:
        raise NameProblem(
            f"{own.latex} is declared as {own.shape} but defined as {reader.a.shape(term)}", problem.position
        ) from problem
    return term


def _check_all(reader: Reader, own: Symbol, ranges: Sequence[tuple[Size, Size]], right: Syn) -> None:
    r"""Refuse ``x_i := y_{i+1} - y_i`` where x is declared with more entries than that: the last one has no value.

    Raises:
        NameProblem: There are such entries.
    """
    for (_, high), d in zip(ranges, (own.shape.rows, own.shape.cols), strict=False):
        length = reader.u.total(d)
        if length is not None and reader.u.normal(high) != length:
            raise NameProblem(f"{own.latex} has {length} entries along an index that ends at {high}", right.span[0])


def _from_entries(body: Expr, indices: Sequence[Index], ranges: Sequence[tuple[Size, Size]]) -> Expr:
    """Build the matrix (or column) whose entries are given."""
    if len(indices) == 1:
        return b.blocks(indices[0].core, ranges[0][1], b.fresh("j"), ONE, body)
    if len(indices) != 2:
        raise NotSupported("a definition by more than two indices")
    return b.blocks(indices[0].core, ranges[0][1], indices[1].core, ranges[1][1], body)
