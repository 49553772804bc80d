r"""Sets that are stated by conditions, ``C := \{x \in \mathbb{R}^d : \|x\| \le 1\}``, and what membership in them says.

``z \in C`` says that z is in the space in front of the colon and that the conditions hold of it; so does a variable under an extremum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.errors import NameProblem
from derive.language.parsing.parser import Statements
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, both, first

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope


@dataclass(frozen=True, slots=True)
class StatedSet:
    """The name of a member, the set that it is taken from (None where that is not said), and what is demanded of it."""

    member: Syn
    space: Syn | None
    conditions: tuple[Syn, ...]


def stated_set(syn: Syn) -> StatedSet | None:
    r"""Read ``\{x \in S : p, q\}``, also with a bar for the colon and without ``\in S``; None if braces hold no such set."""
    syn = bare(syn)
    if syn.kind != "group" or syn.value != "set" or len(syn.children) != 1:
        return None
    cut = _cut(syn.children[0])
    if cut is None:
        return None
    front, conditions = cut
    member, space = (front.children[0], front.children[1]) if _is_membership(front) else (front, None)
    if whole_key(member) is None or not all(c.kind == "relation" for c in conditions):
        return None
    return StatedSet(member, space, conditions)


@about("group set", known="has_sets", untouched=both)
def with_sets(scope: Scope, found: Statements) -> tuple[Scope, Statements]:
    """Return the scope with the sets that statements of a given block define, and the others with memberships as what they say."""
    definitions = {k: one for k, tree in enumerate(found) if (one := _definition(scope, tree)) is not None}
    if definitions:
        scope = scope.with_sets(dict(definitions.values()))
    placed = [
        (part, line)
        for k, (tree, line) in enumerate(zip(found, found.lines, strict=True))
        if k not in definitions
        for part in (_said(tree, scope, _declared(found)) or [under_extrema(tree, scope)])
    ]
    return scope, Statements((part for part, _ in placed), (line for _, line in placed), found.apart)


@about("group set", known="has_sets", untouched=first)
def as_conditions(tree: Syn, scope: Scope) -> Syn:
    r"""Return a claim ``z \in C`` as what it says, and variables under extrema with what their set demands."""
    said = _said(tree, scope)
    if said is None:
        return under_extrema(tree, scope)
    return said[0] if len(said) == 1 else Syn("relation", "and", tuple(said), tree.span)


@about("group set", known="has_sets", untouched=first)
def under_extrema(tree: Syn, scope: Scope) -> Syn:
    r"""Return a statement with ``\max_{x \in C}`` as ``\max_{x \in S, p}``."""
    for path, node in sorted(tree.walk(), key=lambda one: -len(one[0])):
        if node.kind != "bigop":
            continue
        below = bare(node.children[0])
        parts = below.children if (below.kind, below.value) == ("list", ",") else (below,)
        said = [_said(part, scope) or [part] for part in parts]
        if all(len(one) == 1 and one[0] is part for one, part in zip(said, parts, strict=True)):
            continue
        flat = tuple(part for one in said for part in one)
        wide = flat[0] if len(flat) == 1 else Syn("list", ",", flat, below.span)
        tree = tree.replace(path, lambda n, wide=wide: Syn(n.kind, n.value, (wide, *n.children[1:]), n.span))
    return tree


def _definition(scope: Scope, tree: Syn) -> tuple[Key, StatedSet] | None:
    if tree.kind != "relation" or tree.value not in ("assign", "=") or len(tree.children) != 2:
        return None
    key, value = whole_key(tree.children[0]), stated_set(tree.children[1])
    return None if key is None or value is None or scope.find(key) is not None else (key, value)


def _declared(found: Sequence[Syn]) -> frozenset[Key | None]:
    """The names that the statements of a block declare or define."""
    lefts = [tree.children[0] for tree in found if tree.kind == "relation" and tree.value in ("in", "assign")]
    return frozenset(whole_key(name) for left in lefts for name in (left.children if left.kind == "list" else (left,)))


def _said(tree: Syn, scope: Scope, declared: frozenset[Key | None] = frozenset()) -> list[Syn] | None:
    """What a membership in a stated set says of each member; None for other statements."""
    if not _is_membership(tree):
        return None
    left, right = tree.children
    if any(node.kind == "quantifier" for _, node in left.walk()):
        return None
    key = whole_key(right)
    found = stated_set(right) if key is None else _named(scope, key, right, declared)
    if found is None:
        return None
    names = left.children if left.kind == "list" else (left,)
    told = [] if found.space is None else [Syn("relation", "in", (left, found.space), tree.span)]
    return told + [_of(condition, found.member, name, tree) for name in names for condition in found.conditions]


def _named(scope: Scope, key: Key, syn: Syn, declared: frozenset[Key | None]) -> StatedSet | None:
    """The set with a name, where the names in its conditions still are what they were.

    Raises:
        NameProblem: One of them is declared again further in, or by the block that uses the set.
    """
    level = next((one for one in scope.levels() if key in one.symbols or key in one.sets), None)
    found = level.sets.get(key) if level is not None and key not in level.symbols else None
    if level is None or found is None:
        return None
    for condition in found.conditions:
        for _, node in condition.walk():
            name = whole_key(node) if node.kind in ("name", "script", "prime") and not node.same(found.member) else None
            anew = name is not None and level.find(name) is not scope.find(name)
            if anew or (name in declared and key not in scope.sets):
                raise NameProblem(
                    f"the set {latex_of(syn)} speaks of {latex_of(node)}, which is declared anew here",
                    syn.span[0] if syn.span[0] >= 0 else None,
                    "give the inner one a name of its own",
                )
    return found


def _of(condition: Syn, member: Syn, name: Syn, whole: Syn) -> Syn:
    """A condition of another name than the one it is written of."""
    value = name if whole_key(name) is not None else Syn("group", "(", (name,), name.span)
    for path, node in sorted(condition.walk(), key=lambda one: -len(one[0])):
        if node.same(member):
            condition = condition.replace(path, lambda _: value)
    return Syn(condition.kind, condition.value, condition.children, whole.span)


def _is_membership(tree: Syn) -> bool:
    return tree.kind == "relation" and tree.value == "in" and len(tree.children) == 2


def _cut(inner: Syn) -> tuple[Syn, tuple[Syn, ...]] | None:
    """What stands in front of the colon or bar, and the conditions behind it."""
    if (inner.kind, inner.value) == ("infix", "mid"):
        front, behind = inner.children
        return front, behind.children if (behind.kind, behind.value) == ("list", ",") else (behind,)
    first, *others = inner.children if (inner.kind, inner.value) == ("list", ",") else (inner,)
    if first.kind != "relation":
        return None
    marks = first.value.split()
    for k, side in enumerate(first.children):
        at = next((n for n, c in enumerate(side.children) if c.kind == "colon"), 0) if side.kind == "juxt" else 0
        if not at or at + 1 == len(side.children):
            continue
        front, behind = _row(side.children[:at]), _row(side.children[at + 1 :])
        condition = Syn("relation", " ".join(marks[k:]), (behind, *first.children[k + 1 :]), first.span)
        if k:
            front = Syn("relation", " ".join(marks[:k]), (*first.children[:k], front), first.span)
        return None if k + 1 == len(first.children) else (front, (condition, *others))
    return None


def _row(children: Sequence[Syn]) -> Syn:
    span = (children[0].span[0], children[-1].span[1])
    return children[0] if len(children) == 1 else Syn("juxt", "", tuple(children), span)


__all__ = ["StatedSet", "as_conditions", "stated_set", "under_extrema", "with_sets"]
