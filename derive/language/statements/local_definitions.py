r"""Definitions behind a claim: ``\nabla f(x) = A^\top r, \text{ where } r = A x - y``, ``\text{with } p := \operatorname{softmax}(x)``.

An equation behind such a word defines what stands on its left if that is a name that nothing declares, for the claim alone. A
declared name makes it the condition that it is without this, and a letter that is an index, or that the claim binds, defines nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from derive.errors import DeriveError, NameProblem, NotSupported, SyntaxProblem
from derive.language.declarations.assume import strip_text
from derive.language.declarations.define import define
from derive.language.declarations.equations import check_depends
from derive.language.declarations.given import is_new
from derive.language.declarations.left_sides import left_side
from derive.language.functions.square_brackets import rounded
from derive.language.parsing.parser import Statements
from derive.language.parsing.trailing import marked
from derive.language.scope.marks import check_marks
from derive.language.scope.scope import Scope
from derive.language.statements.claimed import bound_names
from derive.language.statements.restrictions import is_restriction, position
from derive.language.tree.names import base_key, bracket
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, undefined
from derive.language.tree.words import opening_text, opening_word

OPENING = ("where", "with")
FURTHER = (None, "and")
"""What may stand in front of the second and later statements behind such a word."""


@dataclass(slots=True)
class _Tail:
    """What stands behind one word: the word, its definitions, and whether something else follows them."""

    word: Syn
    line: int
    found: list[Syn]
    more: bool = False
    closed: bool = False


@about("text", untouched=undefined)
def with_local_definitions(scope: Scope, trees: Statements) -> tuple[Scope, Statements, tuple[Syn, ...]]:
    """Return the scope with what a block of claims defines behind them, the block without that, and the definitions.

    Raises:
        NameProblem: A definition cannot be read, or defines a name twice. NotSupported: It is one of entries, and what
            else is said may be said of their indices. SyntaxProblem: Nothing is claimed beside it.
    """
    letters = _letters_taken(trees, scope)
    kept: list[tuple[Syn, int]] = []
    tails: list[_Tail] = []
    for tree, line in zip(trees, trees.lines, strict=True):
        tail = _tail_of(tree, line, tails)
        equation = None if tail is None else _equation(tree, scope, letters)
        if tail is None or equation is None:
            kept.append((_follower(tree, tail, trees, scope) if kept else tree, line))
            continue
        tail.found.append(equation)
    waiting = [equation for tail in tails for equation in tail.found]
    if not waiting:
        return scope, trees, ()
    if not kept:
        raise SyntaxProblem("nothing is claimed beside this definition", waiting[0].span[0])
    for tail in tails:
        _check_entries(scope, tail)
    told = tuple(marked(tail.word, equation) for tail in tails for equation in tail.found)
    rest = Statements((t for t, _ in kept), (n for _, n in kept), trees.apart)
    return _defined(scope.child(), waiting), rest, told


# Which statements are definitions.


def _tail_of(tree: Syn, line: int, tails: list[_Tail]) -> _Tail | None:
    """Return the word that governs a statement; what opens with another word, or stands on another line, ends it."""
    word = opening_word(tree)
    if word in OPENING:
        text = opening_text(tree)
        assert text is not None
        tails.append(_Tail(text, line, []))
        return tails[-1]
    if not tails or tails[-1].closed or tails[-1].line != line:
        return None
    if word not in FURTHER or prefix_of(tree) is not None:
        tails[-1].more = True
        tails[-1].closed = True
        return None
    return tails[-1]


def _equation(tree: Syn, scope: Scope, letters: Collection[str]) -> Syn | None:
    """Return a statement without its word if it defines a name that is not declared."""
    if tree.kind != "relation" or tree.value not in ("=", "assign", "equiv"):
        return None
    plain = strip_text(tree)
    if plain is None or plain.kind != "relation" or len(plain.children) != 2:
        return None
    name = plain.children[0]
    called = name.kind == "juxt" and len(name.children) == 2 and bracket(name.children[1]) is not None
    head = base_key(_base(name.children[0] if called else name))
    if head is None or head.plain in letters or not is_new(scope, name):
        return None
    return plain


def _base(name: Syn) -> Syn:
    while name.kind in ("script", "prime"):
        name = name.children[0]
    return name


def _follower(tree: Syn, tail: _Tail | None, trees: Statements, scope: Scope) -> Syn:
    """Put the word in front of a restriction that follows its definitions: it governs that, too.

    Raises:
        NotSupported: Something else follows, which may be a claim.
    """
    if tail is None:
        return tree
    tail.more = True
    plain = strip_text(tree)
    if not tail.found or opening_word(tree) in OPENING or plain is None:
        return tree
    _check_entries(scope, tail)
    if tree.span[0] in trees.apart or not is_restriction(tree, scope):
        raise NotSupported(
            "a statement behind a definition on one line: it may be a condition or a claim",
            position(tree),
            "put a claim on a line of its own, write \\text{if} in front of a condition",
        )
    return marked(tail.word, plain)


def _letters_taken(trees: Sequence[Syn], scope: Scope) -> set[str]:
    r"""Return the letters that are indices, or bound by a quantifier or an operator: ``\sigma_r(A) = 0 \text{ where } r = n``."""
    return {letter for tree in trees for letter in _in_scripts(tree)} | bound_names(trees, scope)


def _in_scripts(tree: Syn) -> Iterator[str]:
    for _, node in tree.walk():
        scripts: Sequence[Syn] = ()
        if node.kind == "script":
            scripts = node.children[1:]
        elif node.kind == "bigop":
            scripts = node.children[:2]
        elif (prefix := prefix_of(node)) is not None:
            scripts = prefix.names
        yield from (key.plain for s in scripts for _, n in s.walk() if (key := base_key(n)) is not None)


# What they define.


def _check_entries(scope: Scope, tail: _Tail) -> None:
    r"""Refuse ``\text{where } r_i = a_i - y_i, \; i = 2, \dots, n``: what the range governs is not certain.

    Raises:
        NotSupported: Something else stands behind a definition of entries.
    """
    for equation in tail.found if tail.more else ():
        if left_side(scope, *equation.children).letters:
            raise NotSupported(
                "a definition of entries with more behind it",
                equation.span[0],
                "put the definition and the range of its indices into a given block",
            )


def _defined(scope: Scope, waiting: Sequence[Syn]) -> Scope:
    """Return the scope with all definitions, each behind those that it speaks of."""
    while waiting:
        problems: list[DeriveError] = []
        later: list[Syn] = []
        for equation in waiting:
            try:
                scope = _with_definition(scope, equation)
            except NameProblem as problem:
                problems.append(problem)
                later.append(equation)
        if len(later) == len(waiting):
            raise problems[0]
        waiting = later
    return scope


def _with_definition(scope: Scope, equation: Syn) -> Scope:
    name, value = equation.children
    try:
        defined = define(scope, name, rounded(scope, value), "")
        if equation.value == "=":
            check_depends(scope, defined, name)
        check_marks(scope, defined, equation.span[0])
    except DeriveError as problem:
        if problem.position is None:
            problem.position = equation.span[0]
        raise
    return defined


__all__ = ["with_local_definitions"]
