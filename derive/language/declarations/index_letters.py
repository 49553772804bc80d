r"""Letters that are indices by their use: ``\beta_t \in (0, 1)`` beside ``\bar\alpha_t := \prod_{s=1}^t \alpha_s``, ``\alpha_t := 1 - \beta_t``.

A block that writes one name with a letter below, ``v_t``, and with another place in its stead, ``v_{t+1}`` or ``v_s`` under a sum over s,
speaks of a sequence; the members of all that it declares with this letter are then v_0, ..., v_T. Where it says ``t \in \mathbb{N}``,
``t \ge 1``, too, t is one of 1, ..., T.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from derive.language.declarations.recursions import LAST, OTHERS
from derive.language.declarations.summed_members import Placed, may_be_members, members_of
from derive.language.scope.scope import Scope
from derive.language.tree.names import EMPTY, Key, bare, base_key, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed

LETTERS = ("t", "k", "l")
"""Letters of steps and layers; an n below a name is more often the last of n members."""


@about(*(f"name :{letter}" for letter in LETTERS), untouched=listed)
def of_index_letters(placed: Sequence[Placed], scope: Scope) -> list[Placed]:
    r"""Return the statements, with ``\{v_t\}_{t=0}^T \subset S`` for ``v_t \in S`` where t is such a letter.

    Neither the letter nor the name is declared otherwise, in the block or further out.
    """
    placed, ranges = _without_ranges(placed, scope)
    trees = [tree for tree, _ in placed]
    ends = {id(tree) for before, tree in pairwise(trees) if before.kind == "dots"}  # the x_k of x_1, \dots, x_k
    trees = [tree for tree in trees if id(tree) not in ends]
    letters = {letter for letter in LETTERS if _may_be_index(letter, trees, scope)}
    letters = {letter for letter in letters if letter in scope.running or _has_places(letter, trees, scope)}
    if not letters:
        return list(placed)
    found = [
        (part, line)
        for tree, line in placed
        for part in ([tree] if id(tree) in ends else _as_sequences(tree, letters, trees, scope))
    ]
    return [*found, *ranges]


def _without_ranges(placed: Sequence[Placed], scope: Scope) -> tuple[Sequence[Placed], list[Placed]]:
    r"""Return the statements without ``t \in \mathbb{N}`` and ``t \ge 1`` of such a letter, and its range among the places of the members."""
    found, ranges = placed, list[Placed]()
    for letter in LETTERS:
        natural = [one for one in found if _is_natural(one[0], letter)]
        least = [one for one in found if _least(one[0], letter) == "1"]
        rest = [one for one in found if one not in natural and one not in least]
        trees = [tree for tree, _ in rest]
        last = LAST[letter]
        taken = scope.find(Key("", last)) is not None or any(base_key(n) == Key("", last) for t in trees for _, n in t.walk())
        if natural and not taken and _may_be_index(letter, trees, scope) and _has_places(letter, trees, scope):
            (tree, line), *_ = natural
            low = "1" if least or any(_after(p, letter, "-") for t in trees for p in _all_places(t)) else "0"
            ends = (Syn("num", low, (), tree.span), Syn("dots", "ldots", (), tree.span), Syn("name", f":{last}", (), tree.span))
            braces = Syn("group", "set", (Syn("list", ",", ends, tree.span),), tree.span)
            found = rest
            ranges.append((replace(tree, children=(tree.children[0], braces)), line))
    return found, ranges


def _is_natural(tree: Syn, letter: str) -> bool:
    if tree.kind != "relation" or tree.value != "in" or base_key(tree.children[0]) != Key("", letter):
        return False
    return base_key(tree.children[1]) == Key("bb", "N")


def _least(tree: Syn, letter: str) -> str | None:
    """The number that a statement says a letter is not below."""
    if tree.kind != "relation" or tree.value not in (">=", "<=", ">", "<") or len(tree.children) != 2:
        return None
    name, number = tree.children if tree.value[0] == ">" else tree.children[::-1]
    if base_key(name) != Key("", letter) or name.kind != "name" or number.kind != "num":
        return None
    return number.value if "=" in tree.value else {"0": "1"}.get(number.value)


def _all_places(tree: Syn) -> Iterator[Syn]:
    yield from (bare(node.children[1]) for _, node in tree.walk() if node.kind == "script")


def _as_sequences(tree: Syn, letters: set[str], trees: Sequence[Syn], scope: Scope) -> list[Syn]:
    members = members_of(tree)
    if any(bare(name).kind == "dots" for name in members):
        return [tree]
    chosen = [
        letter if letter in letters and _is_undeclared(name, scope, tree) else None
        for name in members
        for letter in [_letter(name)]
    ]
    if not any(chosen):
        return [tree]
    domain = tree.children[1]
    return [
        Syn("relation", "in", (name, domain), name.span) if letter is None else _set(name, letter, domain, trees, scope)
        for name, letter in zip(members, chosen, strict=True)
    ]


def _last(letter: str, scope: Scope) -> str | None:
    r"""The last number: another letter where that one is an operator, as ``\mathcal{T}`` is."""
    for last in dict.fromkeys((LAST[letter], *OTHERS)):
        known = scope.find(Key("", last))
        if known is None or known.kind == "size":
            return last
        if not known.key.style:
            return None
    return None


def _set(name: Syn, letter: str, domain: Syn, trees: Sequence[Syn], scope: Scope) -> Syn:
    """All members: to one more than the last where that one is spoken of."""
    last: Syn = Syn("name", f":{_last(letter, scope) or LAST[letter]}", (), name.span)
    if any(_after(place, letter) for tree in trees for place in _places(tree, name.children[0])):
        last = Syn("add", "++", (last, Syn("num", "1", (), name.span)), name.span)
    low = Syn("relation", "=", (bare(name.children[1]), Syn("num", "0", (), name.span)), name.span)
    braces = Syn("script", "", (Syn("group", "set", (name,), name.span), low, last), name.span)
    return Syn("relation", "subset", (braces, domain), name.span)


def _may_be_index(letter: str, trees: Sequence[Syn], scope: Scope) -> bool:
    """Whether nothing declares a letter, neither as an index with a range nor as anything else."""
    key, last = Key("", letter), scope.find(Key("", LAST[letter]))
    taken = (
        last is not None and last.kind != "size" and not last.key.style
    )  # an operator \mathcal{T} is no last number T
    if scope.find(key) is not None or taken:
        return False
    return not any(_speaks_of_alone(tree, key) for tree in trees)


def _has_places(letter: str, trees: Sequence[Syn], scope: Scope) -> bool:
    """Whether a name with the letter below has other places, too."""
    bound = {b for tree in trees for b in _bound(tree)}
    bases = {
        name.children[0]: None
        for tree in trees
        for name in _told(tree)
        if _letter(name) == letter and _is_undeclared(name, scope, tree)
    }
    if any(_after(place, letter, sign) for sign in "+-" for tree in trees for place in _declared_places(tree)):
        return False  # h_{t-1} \in \mathbb{R}^n: members are names of their own
    others = (_other(place, letter, bound) for base in bases for tree in trees for place in _places(tree, base))
    return letter not in bound and any(others)


def _is_undeclared(name: Syn, scope: Scope, tree: Syn) -> bool:
    base, whole = base_key(name.children[0]), whole_key(name)
    return (
        base is not None
        and whole is not None
        and may_be_members(base, whole, scope, tree.children[1] if members_of(tree) else None)
    )


def _told(tree: Syn) -> Iterator[Syn]:
    """The names that a statement declares or defines."""
    if tree.kind != "relation" or tree.value not in ("in", "assign", "="):
        return
    left = bare(tree.children[0])
    items = [bare(item) for item in (left.children if left.kind == "list" else (left,))]
    yield from () if any(item.kind == "dots" for item in items) else items


def _letter(name: Syn) -> str | None:
    """The letter that alone stands below a name."""
    name = bare(name)
    if name.kind != "script" or not is_empty(name.children[2]) or bare(name.children[1]).kind != "name":
        return None
    key = base_key(bare(name.children[1]))
    return key.plain if key is not None and not key.style and len(key.plain) == 1 else None


def _places(tree: Syn, base: Syn) -> Iterator[Syn]:
    """What stands below a name, wherever in a tree."""
    for _, node in tree.walk():
        if node.kind == "script" and node.children[0].same(base) and not is_empty(node.children[1]):
            yield bare(node.children[1])


def _declared_places(tree: Syn) -> Iterator[Syn]:
    """What stands below the names that a statement declares."""
    names = [bare(name) for name in members_of(tree)]
    yield from (bare(name.children[1]) for name in names if name.kind == "script")


def _other(place: Syn, letter: str, bound: set[str]) -> bool:
    """Whether a place is another one than that of the letter: the one before or behind, or that of a bound letter."""
    if _after(place, letter) or _after(place, letter, "-"):
        return True
    return place.kind == "name" and (key := base_key(place)) is not None and key.plain in bound


def _after(place: Syn, letter: str, sign: str = "+") -> bool:
    if place.kind != "add" or len(place.children) != 2 or place.value[-1] != sign:
        return False
    key, number = base_key(place.children[0]), place.children[1]
    return key == Key("", letter) and (number.kind, number.value) == ("num", "1")


def _bound(tree: Syn) -> Iterator[str]:
    """The letters that sums and products of a statement run over."""
    for _, node in tree.walk():
        sub = bare(node.children[0]) if node.kind == "bigop" else EMPTY
        name = bare(sub.children[0]) if sub.kind == "relation" else sub
        if name.kind == "name" and (key := base_key(name)) is not None:
            yield key.plain


def _speaks_of_alone(tree: Syn, key: Key) -> bool:
    """Whether a statement declares the letter, or a range for it: ``t \\in \\{1, \\dots, T\\}``, ``t \\ge 1``."""
    if tree.kind in ("quantifier", "quantified"):
        return any(base_key(node) == key for _, node in tree.walk() if node.kind == "name")
    sides = [bare(side) for side in tree.children] if tree.kind == "relation" else []
    items = [bare(item) for side in sides for item in (side.children if side.kind in ("list", "juxt") else (side,))]
    return any(base_key(item) == key for item in items if item.kind == "name")


__all__ = ["of_index_letters"]
