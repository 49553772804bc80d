r"""How far a sum reaches: ``\sum_i x_i + y_i`` may be ``\sum_i (x_i + y_i)``, ``\sum_{j \ne i} x_j + x_i`` ends before ``x_i``.

A limit reaches over every term behind it with what tends: ``\lim_{t \to \infty} f(t) + g(t)`` says nothing otherwise. So does
an extremum over a variable with that variable, ``\min_w \|X w - y\|^2 + \|w\|^2``; an arg min is taken of all that stands behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from derive.errors import NotSupported
from derive.language.indices.condition_letters import bound_alone, without_conditions
from derive.language.indices.counted import as_subscript
from derive.language.indices.indices import letters_outside
from derive.language.indices.own_variables import LETTERS_OF_INDICES, speaks_of_matrix
from derive.language.indices.undeclared import stands_free
from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.names import Key, bare, base_key, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first, nothing

EXTREMAL = ("max", "min", "sup", "inf", "argmin", "argmax")

BOUNDS = frozenset({"<=", "<", ">=", ">"})


@about("bigop", untouched=nothing)
def with_wide_sums(tree: Syn, conditions: Sequence[Syn], scope: Scope) -> Syn | None:
    r"""Return ``\sum_i (x_i + y_i)`` for ``\sum_i x_i + y_i``; None if no sum can reach further.

    It can where its index occurs in a term behind it, and nowhere else outside of it.
    """
    wide = tree
    for letter in sorted(set().union(*(_bound_at_end(node, scope) for _, node in tree.walk() if node.kind == "bigop"))):
        symbol = scope.find(Key("", letter))
        if (symbol is None or symbol.kind == "index") and letter in letters_outside((wide,)):
            wider = _widened(wide, partial(_has_letter, letter), partial(_binds_at_end, scope, letter))
            if letter not in letters_outside((wider, *conditions)):
                wide = wider
    return None if wide is tree else wide


def _binds_at_end(scope: Scope, letter: str, term: Syn) -> bool:
    return letter in _bound_at_end(term, scope)


def _tends_at_end(letter: str, term: Syn) -> bool:
    return letter in _limit_at_end(term)


@about("bigop", untouched=first)
def with_wide_limits(tree: Syn) -> Syn:
    """Return a statement with the limits in it over all terms behind them that speak of what tends."""
    wide = tree
    for letter in sorted({_tending(node) for _, node in tree.walk()} - {""}):
        wide = _widened(wide, partial(_has_letter, letter), partial(_tends_at_end, letter))
    return wide


@about("bigop", untouched=first)
def with_wide_extrema(tree: Syn, scope: Scope, *, doubtful: bool = False) -> Syn:
    r"""Return a statement with the extrema over variables in it over all terms behind them that speak of these.

    Where a term is what the extremum is taken of, ``\max_x f(x) - f(x)``, that is one of two readings: then only if ``doubtful``.
    """
    names = [
        key
        for _, node in tree.walk()
        if node.kind == "bigop" and node.value in EXTREMAL
        for key in _varied(node, scope, tree)
    ]
    for key in dict.fromkeys(names):
        ends = partial(_extremum_at_end, scope=scope, whole=tree)
        wide = _widened(tree, partial(_speaks_of, key, scope), lambda term, key=key, ends=ends: key in ends(term))
        if doubtful or not _takes_off(wide):
            tree = wide
    if any(node.kind == "bigop" and node.value in ("argmin", "argmax") for _, node in tree.walk()):
        tree = _widened(tree, lambda _: True, _is_argument_at_end)
    return tree


def settled_extrema(tree: Syn, scope: Scope) -> Syn:
    """Return what a given block says with its extrema over the terms behind them.

    Raises:
        NotSupported: There are two readings.
    """
    tree = with_wide_extrema(tree, scope)
    if with_wide_extrema(tree, scope, doubtful=True) is not tree:
        place = tree.span[0] if tree.span[0] >= 0 else None
        raise NotSupported(
            "an extremum that may reach over the terms behind it, in a given block", place, "use brackets"
        )
    return tree


def _takes_off(tree: Syn) -> bool:
    """Whether an extremum was given a sum in which a term comes twice."""
    bodies = [
        bare(node.children[2].children[0])
        for _, node in tree.walk()
        if node.kind == "bigop" and _is_bracketed(node.children[2])
    ]
    return any(
        a.same(b)
        for body in bodies
        if body.kind == "add"
        for k, a in enumerate(body.children)
        for b in body.children[:k]
    )


def _varied(node: Syn, scope: Scope, whole: Syn | None = None) -> list[Key]:
    """The names under an extremum that are variables by declaration or by what stands there."""
    sub, body = bare(node.children[0]), node.children[2] if whole is None else whole
    found = []
    for part in sub.children if sub.kind == "list" else (sub,):
        member = part.kind == "relation" and part.value == "in"
        first = part.children[0] if member else part
        for key in (k for _, name in first.walk() if (k := whole_key(name)) is not None):
            symbol = scope.find(key)
            if symbol is None:
                is_variable = (member and _is_of_reals(part.children[1])) or speaks_of_matrix(key, part, body)
                is_variable = is_variable or _is_number(key, part, body)
            else:
                is_variable = symbol.kind == "var"
            found += [key] if is_variable else []
    return found


def _is_number(key: Key, part: Syn, body: Syn) -> bool:
    r"""Whether an undeclared name under an extremum is a number that moves, alone or in ``t > 0``, and no index."""
    compared = set(part.value.split()) <= BOUNDS and any(whole_key(side) == key for side in part.children)
    free = (part.kind != "relation" or compared) and key.plain.isalpha() and key.plain not in LETTERS_OF_INDICES
    return free and stands_free(body, key) and not as_subscript(body, key)


def _is_of_reals(domain: Syn) -> bool:
    r"""Whether a set is made of reals, as ``\mathbb{R}^n``, and none of indices."""
    return any((key := whole_key(node)) is not None and key == Key("bb", "R") for _, node in domain.walk())


def _speaks_of(key: Key, scope: Scope, term: Syn) -> bool:
    """Whether a term speaks of a name outside of the extrema over it."""
    if whole_key(term) == key:
        return True
    if term.kind == "bigop" and key in _varied(term, scope):
        return False
    return any(_speaks_of(key, scope, child) for child in term.children)


def _extremum_at_end(term: Syn, scope: Scope, whole: Syn | None = None) -> list[Key]:
    while term.kind in ("juxt", "infix"):
        term = term.children[-1]
    if term.kind != "bigop" or term.value not in EXTREMAL or _is_bracketed(term.children[2]):
        return []
    return [*_varied(term, scope, whole), *_extremum_at_end(term.children[2], scope, whole)]


def _is_argument_at_end(term: Syn) -> bool:
    while term.kind in ("juxt", "infix"):
        term = term.children[-1]
    return term.kind == "bigop" and term.value in ("argmin", "argmax") and not _is_bracketed(term.children[2])


def _is_bracketed(body: Syn) -> bool:
    return body.kind == "group" and body.value in ("(", "[", "set")


def _has_letter(letter: str, term: Syn) -> bool:
    return letter in letters_outside((term,))


def _tending(node: Syn) -> str:
    """The letter that tends under a limit, empty for anything else."""
    if node.kind != "bigop" or node.value not in ("lim", "limsup", "liminf"):
        return ""
    sub = bare(node.children[0])
    key = base_key(sub.children[0]) if sub.kind == "relation" and sub.value == "to" else None
    return "" if key is None else key.plain


def _limit_at_end(term: Syn) -> frozenset[str]:
    while term.kind in ("juxt", "infix"):
        term = term.children[-1]
    return frozenset({_tending(term)}) | (_limit_at_end(term.children[2]) if term.kind == "bigop" else frozenset())


def _widened(tree: Syn, speaks: Callable[[Syn], bool], at_end: Callable[[Syn], bool]) -> Syn:
    """Let every operator at the end of a term take the terms behind it up to the last one that speaks of what it binds."""
    if tree.kind == "add":
        for k, term in enumerate(tree.children[:-1]):
            reach = [j for j, other in enumerate(tree.children) if j > k and speaks(other)]
            if reach and at_end(term):
                end = reach[-1] + 1
                wide = _with_terms(term, tree.value[k + 1 : end], tree.children[k + 1 : end])
                children = (*tree.children[:k], wide, *tree.children[end:])
                signs = tree.value[: k + 1] + tree.value[end:]
                return _widened(wide if signs == "+" else Syn("add", signs, children, tree.span), speaks, at_end)
    children = tuple(_widened(c, speaks, at_end) for c in tree.children)
    same = all(x is y for x, y in zip(children, tree.children, strict=True))
    return tree if same else Syn(tree.kind, tree.value, children, tree.span)


def _bound_at_end(term: Syn, scope: Scope) -> frozenset[str]:
    """Return the letters that the sums (or extrema) at the end of a term bind."""
    while term.kind in ("juxt", "infix"):
        term = term.children[-1]
    if term.kind != "bigop" or term.value not in ("sum", "max", "min"):
        return frozenset()
    return _bound_under(bare(term.children[0]), scope) | _bound_at_end(term.children[2], scope)


def _bound_under(sub: Syn, scope: Scope) -> frozenset[str]:
    r"""Return the letters that a subscript may bind: j alone in ``j = i + 1``, in ``j \ne i`` and in ``1 \le j < i``."""
    sub, _ = without_conditions(sub)
    if sub.kind == "relation" and sub.value in ("=", "in"):
        sub = sub.children[0]
    symbols: dict[str, Symbol | None] = {}
    for _, node in sub.walk():
        key = base_key(node) if node.kind == "name" else None
        if key is not None:
            symbols[key.plain] = scope.find(Key("", key.plain))
    letters = [letter for letter, symbol in symbols.items() if symbol is None or symbol.kind == "index"]
    declared = {letter for letter in letters if symbols[letter] is not None}
    alone = bound_alone(sub, letters, declared) if sub.kind == "relation" else None
    return frozenset(letters if alone is None else [alone])


def _with_terms(term: Syn, signs: str, behind: Sequence[Syn]) -> Syn:
    """Put terms into the body of the sum at the end of a term."""
    if term.kind in ("juxt", "infix"):
        return Syn(
            term.kind, term.value, (*term.children[:-1], _with_terms(term.children[-1], signs, behind)), term.span
        )
    sub, sup, body = term.children
    whole = Syn("add", f"+{signs}", (body, *behind), body.span)
    return Syn("bigop", term.value, (sub, sup, Syn("group", "(", (whole,), body.span)), term.span)
