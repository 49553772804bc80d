r"""Left sides of definitions: the name, its indices and arguments, and what a superscript says.

``x_i^\top := ...`` defines x_i by the transpose of the right side; any other superscript is a part of the name, as the 2 of
``\sigma_i^2 := ...`` and the label of ``h_i^{(1)} := ...``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from derive.errors import NotSupported, SyntaxProblem
from derive.language.declarations.declare import signature
from derive.language.functions.called_entries import places_of
from derive.language.matrices.scripts import fraction
from derive.language.scope.families import letters_of
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.terms import latex_of
from derive.language.tree.names import (
    EMPTY,
    Key,
    bare,
    base_key,
    bracket,
    flat,
    is_empty,
    splits,
    upper_index,
    whole_key,
    with_prime_inside,
)
from derive.language.tree.syntax import Syn


@dataclass(frozen=True, slots=True)
class LeftSide:
    """What a left side defines.

    Attributes:
        key: The name.
        head: The name as written, without indices and arguments.
        letters: The indices, in order.
        params: The arguments of a function.
        raised: The indices stand above, ``A^{(h)}``.
        members: Numbers with indices are members of a family, and no entries of one matrix.
        transposed: The right side is the transpose of what is defined.
        called: The indices stand in brackets, ``\\pi_\\theta(a)``.
    """

    key: Key
    head: Syn
    letters: Sequence[str] = ()
    params: Sequence[Symbol] = ()
    raised: bool = False
    members: bool = False
    transposed: bool = False
    called: bool = False


class _Indexed(NamedTuple):
    letters: list[str]
    head: Syn
    raised: bool
    members: bool


def left_side(scope: Scope, left: Syn, right: Syn) -> LeftSide:
    """Read the left side of a definition.

    Raises:
        SyntaxProblem: It is no name and no function of declared names. NotSupported: A superscript says neither that
            the transpose is defined nor can it be a part of the name.
    """
    left = bare(left)
    if left.kind == "juxt" and len(left.children) == 2 and bracket(left.children[1]) is not None:
        return _function(scope, left, right)
    name, transposed = untransposed(scope, left)
    indexed = _indexed(scope, name, right)
    key = whole_key(indexed.head)
    if key is None:
        raise SyntaxProblem(
            "the left side of a definition must be a name or a function of declared names", left.span[0]
        )
    letters, head, raised, members = indexed
    return LeftSide(key, head, letters, (), raised, members, transposed)


def _function(scope: Scope, left: Syn, right: Syn) -> LeftSide:
    """Read ``F(X)``, ``F(X)_{ij}`` or ``F_{ij}(X)``."""
    inner = bracket(left.children[1])
    assert inner is not None
    if not is_empty(inner[2]):
        raise SyntaxProblem("a power or another superscript cannot be defined", left.span[0], "define the function")
    name, transposed = untransposed(scope, bare(left.children[0]))
    places = places_of(scope, inner[0], right) if is_empty(inner[1]) and not transposed else None
    own = whole_key(name)
    if places is not None and own is not None:
        return LeftSide(own, name, places, called=True)
    key, params = signature(scope, Syn("juxt", left.value, (name, left.children[1]), left.span))
    letters, head, raised, members = letters_of(inner[1]) or [] if not is_empty(inner[1]) else [], name, False, False
    if not letters and head.kind in ("script", "prime"):
        letters, head, raised, members = _indexed(scope, name, right)
        key = whole_key(head) or key
    return LeftSide(key, head, letters, params, raised=raised, members=members, transposed=transposed)


def untransposed(scope: Scope, left: Syn) -> tuple[Syn, bool]:
    r"""Return a left side without its transpose mark, and whether it has one: ``x_i^\top``, ``W^{(2)\top}``.

    Raises:
        NotSupported: The mark is a declared T.
    """
    if left.kind != "script":
        return left, False
    base, sub, sup = left.children
    sup = bare(sup)
    *label, mark = sup.children if sup.kind in ("juxt", "list") and len(sup.children) == 2 else (sup,)
    if bare(mark).kind != "top":
        return left, False
    if bare(mark).value == "T" and scope.find(Key("", "T")) is not None:
        raise NotSupported(
            f"{latex_of(left)} on the left side of a definition, where T is declared",
            left.span[0],
            "write \\top for the transpose, or give the name another label",
        )
    above = label[0] if label else EMPTY
    return bare(base) if is_empty(sub) and is_empty(above) else Syn(
        "script", left.value, (base, sub, above), left.span
    ), True


def _indexed(scope: Scope, left: Syn, right: Syn) -> _Indexed:
    """Split a left side into its indices and the rest, which is the name."""
    raised = _raised(scope, left)
    if raised is not None:
        return _Indexed(*raised, raised=True, members=True)
    left = with_prime_inside(left)
    if left.kind != "script" or not _are_indices(scope, left, right):
        return _Indexed([], left, raised=False, members=False)
    base, sub, sup = left.children
    letters, head = letters_of(sub) or [], bare(base)
    members = False
    if not is_empty(sup):
        _check_superscript(left, letters)
        members = fraction(sup) is not None and len(letters) > 1
        head = Syn("script", "", (base, EMPTY, sup), left.span)
    elif head.kind == "group" and head.value in ("[", "("):
        head = head.children[0]
    return _Indexed(letters, head, raised=False, members=members)


def _check_superscript(left: Syn, letters: Sequence[str]) -> None:
    r"""Refuse a superscript that is no part of a name: ``[s]_i^2``, ``s_i^{\circ 2}``, ``A_{ij}^{-1}``.

    Raises:
        NotSupported: It is none.
    """
    base, _, sup = left.children
    number = fraction(sup)
    name = latex_of(base)
    if bare(base).kind == "group" or flat(sup) is None:
        raise NotSupported(
            f"the superscript {latex_of(sup)} on the left side of a definition",
            left.span[0],
            f"define {name} with its indices alone, and take the root or the inverse on the right",
        )
    if number is not None and number < 0 and len(letters) > 1:
        raise NotSupported(
            f"{latex_of(left)} on the left side of a definition: the reciprocal of an entry or an entry of the inverse",
            left.span[0],
            f"define {name} with its indices alone, or the inverse under a name of its own",
        )


def _raised(scope: Scope, left: Syn) -> tuple[list[str], Syn] | None:
    r"""Return the declared indices above a name, ``h`` of ``A^{(h)}``, and the name; None if there are none."""
    above = upper_index(left.children[2]) if left.kind == "script" else None
    letters = letters_of(above[0]) if above is not None and is_empty(above[1]) else None
    symbols = [scope.find(Key("", letter)) for letter in letters or ()]
    if not letters or any(s is None or s.kind != "index" for s in symbols):
        return None
    base, sub, _ = left.children
    return letters, bare(base) if is_empty(sub) else Syn("script", "", (base, sub, EMPTY), left.span)


def _are_indices(scope: Scope, syn: Syn, right: Syn) -> bool:
    """Return whether the subscript of a left side is made of indices: undeclared letters that the right side uses."""
    letters = letters_of(syn.children[1])
    if not letters:
        return False
    symbols = [scope.find(Key("", letter)) for letter in letters]
    if any(s is not None and s.kind != "index" for s in symbols):
        return False
    if any(s is not None for s in symbols):
        return True
    used = _undeclared_letters(scope, right)
    return all(letter in used and len(letter) == 1 for letter in letters)


def _undeclared_letters(scope: Scope, syn: Syn) -> set[str]:
    """Return the names in an expression that are neither declared nor a part of a declared name."""
    if syn.kind in ("name", "script", "prime"):
        for key, sub, sup in splits(syn):
            if scope.find_family(key, sub) is not None or scope.find(key) is not None:
                if scope.find(key) is None or syn.kind == "script":
                    return _undeclared_letters(scope, sub) | _undeclared_letters(scope, sup)
                return set()
    key = base_key(syn) if syn.kind == "name" else None
    found = {key.plain} if key is not None else set()
    return found.union(*(_undeclared_letters(scope, c) for c in syn.children))


def without_logarithm(tree: Syn) -> Syn:
    r"""Return ``p(x) = e^{...}`` for ``\log p(x) = ...``, another statement as it is."""
    left = bare(tree.children[0])
    name = base_key(left.children[0]) if left.kind == "juxt" else None
    if name not in (Key("", "log"), Key("", "ln")) or len(left.children) > 3:
        return tree
    if len(left.children) == 3 and bracket(left.children[2]) is None:
        return tree
    inner = left.children[1:]
    around = bracket(inner[0]) if len(inner) == 1 else None
    if around is not None:
        if len(around[0]) != 1 or not (is_empty(around[1]) and is_empty(around[2])):
            return tree
        inner = around[0]
    value = Syn("group", "(", (tree.children[1],), tree.children[1].span)
    power = Syn("juxt", "", (Syn("function", "exp", (), value.span), value), value.span)
    named = inner[0] if len(inner) == 1 else replace(left, children=inner)
    return replace(tree, children=(named, power))


__all__ = ["LeftSide", "left_side", "untransposed", "without_logarithm"]
