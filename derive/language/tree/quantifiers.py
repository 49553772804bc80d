r"""Quantifiers: what they bind, and which side of an implication or an equivalence they govern.

A quantified statement inside another one is a node ``quantified``: its statement, and the quantifiers that govern it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.errors import SyntaxProblem
from derive.language.tree.names import base_key, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, alone, governing_all, listed, nothing
from derive.language.tree.words import FOR_ALL, opening_word, spoken

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope


@dataclass(frozen=True, slots=True)
class Prefix:
    r"""A quantifier with what it binds: ``\exists B, C \in S``, ``\forall i \ne j``, ``\exists c > 0``.

    Attributes:
        kind: ``forall`` or ``exists``.
        names: What stands behind the quantifier.
        relation: The relation without the quantifier, None if only names are given.
        leading: A colon ends it.
        mark: Where the quantifier is written; one that is repeated (``\exists x \in S, x \ne 0``) is the same one.
    """

    kind: str
    names: tuple[Syn, ...]
    relation: Syn | None
    leading: bool
    mark: tuple[int, int] | None = None


@about("quantifier", "text", untouched=nothing)
def prefix_of(tree: Syn) -> Prefix | None:
    """Return the quantifier that a statement is, None if it is none."""
    head = tree.children[0] if tree.kind == "relation" else tree
    names = head.children if head.kind == "list" else (head,)
    first = names[0]
    if first.kind != "juxt":
        return None
    quantifier, *rest = first.children
    worded = quantifier.kind == "text" and tree.kind != "relation" and spoken(quantifier) in FOR_ALL
    if not rest or (quantifier.kind != "quantifier" and not worded):
        return None
    own = rest[0] if len(rest) == 1 else Syn("juxt", "", tuple(rest), (rest[0].span[0], rest[-1].span[1]))
    names = (own, *names[1:])
    left = own if len(names) == 1 else Syn("list", ",", names, head.span)
    relation = Syn("relation", tree.value, (left, *tree.children[1:]), tree.span) if tree.kind == "relation" else None
    kind = "forall" if worded else quantifier.value
    return Prefix(kind, names, relation, bool(quantifier.children), quantifier.span)


@about("quantifier", untouched=alone)
def with_comma_behind(tree: Syn) -> list[Syn]:
    r"""Return ``\forall i :`` and ``x_i = 0`` for ``\forall i, x_i = 0``, where the last of the list is no further name; else the tree."""
    prefix = prefix_of(tree) if tree.kind == "relation" and tree.value != "in" else None
    if prefix is None or prefix.leading or prefix.kind != "forall" or len(prefix.names) < 2:
        return [tree]
    *names, last = prefix.names
    bound = {key.plain for name in names if (key := base_key(name)) is not None and name.kind == "name"}
    plain = {key.plain for _, node in last.walk() if node.kind == "name" and (key := base_key(node)) is not None}
    if len(bound) < len(names) or base_key(last) is not None or not (bound & plain or last.kind == "num"):
        return [tree]
    listed = tree.children[0].children[:-1]
    mark = listed[0].children[0]
    opening = Syn("quantifier", mark.value, (Syn("colon", "", (), mark.span),), mark.span)
    first = Syn("juxt", listed[0].value, (opening, *listed[0].children[1:]), listed[0].span)
    head = first if len(listed) == 1 else Syn("list", ",", (first, *listed[1:]), (first.span[0], listed[-1].span[1]))
    return [head, Syn("relation", tree.value, (last, *tree.children[1:]), (last.span[0], tree.span[1]))]


def quantified(trees: Sequence[Syn]) -> Syn:
    """Return the node of one statement with its quantifiers, as they were written one after the other.

    Raises:
        SyntaxProblem: There is not exactly one statement.
    """
    governing = [t for t in trees if _governs(t)]
    said = [t for t in trees if t not in governing]
    if len(said) != 1:
        raise SyntaxProblem("one statement was expected beside these quantifiers", trees[0].span[0])
    return Syn("quantified", "", (said[0], *governing), (trees[0].span[0], trees[-1].span[1]))


def _governs(tree: Syn) -> bool:
    if tree.kind == "relation" and tree.value.split()[0] in ("implies", "iff"):
        return False
    return prefix_of(tree) is not None or (tree.kind == "relation" and opening_word(tree) in FOR_ALL)


@about("relation implies", "relation iff", untouched=listed)
def joined(trees: Sequence[tuple[Syn, int]]) -> list[tuple[Syn, int]]:
    r"""Join ``A \implies \exists w \in S :`` with what exists: the statements of the line behind it that speak of it.

    Raises:
        SyntaxProblem: A further logical word follows, so that it is not certain how far the quantifier reaches.
    """
    found: list[tuple[Syn, int]] = []
    waiting = list(trees)
    while waiting:
        tree, line = waiting.pop(0)
        last = tree.children[-1] if tree.kind == "relation" and tree.value in ("implies", "iff") else None
        prefix = prefix_of(last) if last is not None else None
        if last is None or prefix is None or not prefix.leading:
            found.append((tree, line))
            continue
        parts, names = [last], {key.plain for name in prefix.names if (key := whole_key(name)) is not None}
        while waiting and waiting[0][1] == line and prefix_of(waiting[0][0]) is not None:
            parts.append(waiting.pop(0)[0])
        body: list[Syn] = []
        while (
            waiting
            and waiting[0][1] == line
            and (not body or (prefix.kind == "exists" and names & _names(waiting[0][0])))
        ):
            body.append(waiting.pop(0)[0])
        if not body or any(t.kind != "relation" or set(t.value.split()) & {"implies", "iff", "or"} for t in body):
            raise SyntaxProblem("it is not certain how far this quantifier reaches", last.span[0], "use brackets")
        span = (body[0].span[0], body[-1].span[1])
        said = body[0] if len(body) == 1 else Syn("relation", " ".join(["and"] * (len(body) - 1)), tuple(body), span)
        inner = quantified([*parts, said])
        found.append((Syn("relation", tree.value, (*tree.children[:-1], inner), (tree.span[0], inner.span[1])), line))
    return found


# Sides.


@about("relation implies", "relation iff", untouched=governing_all)
def governed_sides(
    part: Syn, conditions: Sequence[Syn], scope: Scope, *, narrow: bool = False
) -> tuple[Syn, tuple[Syn, ...]]:
    r"""Let a universal quantifier govern the only side of an implication or equivalence that speaks of what it binds.

    ``S = 0 \iff S x = 0 \quad \forall x`` says of all x what stands next to the quantifier.  In front of a statement
    (``\forall x : S x = 0 \implies S = 0``) and behind the side that it does not speak of, a quantifier may govern the
    whole statement or that side (``narrow``).  Behind a conclusion both mean the same.

    Returns:
        The statement and the conditions that still govern all of it.
    """
    if part.kind != "relation" or part.value not in ("implies", "iff") or len(part.children) != 2:
        return part, tuple(conditions)
    prefixes = [prefix_of(c) for c in conditions]
    if any(p is not None and p.kind == "exists" for p in prefixes):
        return part, tuple(conditions)
    sides, kept = list(part.children), []
    for condition, prefix in zip(conditions, prefixes, strict=True):
        side = _only_side(part, condition, scope) if _governs(condition) else None
        leading = prefix is not None and prefix.leading
        adjacent = side == 1 and not leading
        if side is None or (side == 1 and part.value == "implies") or not (adjacent or narrow):
            kept.append(condition)
            continue
        own = sides[side]
        opened = own.kind == "quantified" and own is not part.children[side]
        sides[side] = Syn("quantified", "", (*(own.children if opened else (own,)), condition), own.span)
    if len(kept) == len(conditions):
        return part, tuple(conditions)
    return Syn("relation", part.value, tuple(sides), part.span), tuple(kept)


def _only_side(part: Syn, condition: Syn, scope: Scope) -> int | None:
    """Return which side of a statement speaks of what a condition binds, None if both or none do."""
    left = condition.children[0] if condition.kind == "relation" else condition
    names = _names(left)
    if condition.kind == "relation" and condition.value != "in":
        names |= {n for n in _names(condition) if scope.find_plain(n) is None}
    speaking = [k for k, side in enumerate(part.children) if _speaks_of(side, names, scope)]
    return speaking[0] if len(speaking) == 1 else None


def _speaks_of(tree: Syn, names: set[str], scope: Scope) -> bool:
    own = _names(tree)
    if own & names:
        return True
    symbols = [scope.find_plain(name) for name in own]
    reached = {
        core for s in symbols if s is not None and s.body is not None for core in scope.definitions.reach(s.core)
    }
    return bool(reached & {s.core for name in names if (s := scope.find_plain(name)) is not None})


def _names(tree: Syn) -> set[str]:
    """Return the names in a tree, with and without their scripts."""
    found: set[str] = set()
    for _, node in tree.walk():
        for key in (base_key(node), whole_key(node) if node.kind in ("script", "juxt") else None):
            if key is not None:
                found.add(key.plain)
    return found
