r"""The statements that a block claims, each with what governs it, and what governs several of them.

A condition behind ``A \text{ and } B \text{ if } C`` governs both; behind ``A, \; B \text{ if } C`` it may govern the last alone,
which is a second reading. A quantifier over a name that nothing else declares governs all statements that speak of it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from derive.errors import NotSupported
from derive.language.parsing.ranges import is_index_set, without_word
from derive.language.scope.scope import Scope
from derive.language.statements.restrictions import is_bare_membership, letters, position
from derive.language.tree.names import Key, base_key, whole_key
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, unbound
from derive.language.tree.words import FOR_ALL, REMARKS, opening_word

ALL_BEFORE, LAST_ALONE = "the condition governing all statements before it", "the condition governing the last alone"
ORDERS = ("O", "o", "Theta")


@dataclass(slots=True)
class Claimed:
    """A statement of a block with what governs it.

    Attributes:
        statement: What is claimed.
        line: The line it stands on.
        leading: Conditions in front of it.
        trailing: Conditions behind it.
        carried: Quantifiers of statements before it that bind what it speaks of.
        shared: Conditions behind a later statement that govern it, too.
        doubtful: The shared ones may govern the later statement alone.
        joined: It is the last of a list that 'and' ends.
    """

    statement: Syn
    line: int
    leading: tuple[Syn, ...]
    trailing: tuple[Syn, ...]
    carried: tuple[Syn, ...] = ()
    joined: bool = False
    shared: list[Syn] = field(default_factory=list)
    doubtful: bool = False

    @property
    def conditions(self) -> tuple[Syn, ...]:
        """All that governs the statement for certain, in the order of reading; `shared` is left out."""
        return (*self.carried, *self.leading, *self.trailing)


# Names that the block binds.


@about("quantifier", "text", "relation in", untouched=unbound)
def bound_names(trees: Sequence[Syn], scope: Scope) -> Set[str]:
    r"""Return the names that quantifiers and memberships of a block bind and that are no indices.

    ``t \ge 1`` beside ``\forall t \in \mathbb{R}`` is a claim about t, ``i < j`` beside ``\forall i, j`` a condition.
    """
    return {name for tree in trees for name in _bound(tree, scope) if not _is_index(name, tree, trees)}


def _bound(tree: Syn, scope: Scope) -> set[str]:
    prefix = prefix_of(tree)
    if prefix is not None:
        relation, names = prefix.relation, prefix.names
        if relation is None and prefix.kind == "forall":
            return set()
    elif tree.kind == "relation" and (is_bare_membership(tree, scope) or opening_word(tree) in REMARKS):
        relation = tree if opening_word(tree) is None else without_word(tree)
        if relation is None or (relation.value != "in" and opening_word(tree) not in FOR_ALL):
            return set()
        left = relation.children[0]
        names = left.children if left.kind == "list" else (left,)
    else:
        return set()
    sides = [*names, *(relation.children[1:] if relation is not None and relation.value != "in" else ())]
    return {key.plain for name in sides if (key := whole_key(name)) is not None}


def _is_index(name: str, tree: Syn, trees: Sequence[Syn]) -> bool:
    """Return whether a bound name is an index: its range says so, or it is compared as one and stands as a subscript."""
    prefix = prefix_of(tree)
    if prefix is not None and prefix.kind == "exists":
        return False
    relation = prefix.relation if prefix is not None else tree if opening_word(tree) is None else without_word(tree)
    if relation is not None and relation.value == "in":
        return is_index_set(relation.children[1])
    sides = relation.children if relation is not None else ()
    return sum(bool(_keys(side)) for side in sides) > 1 or any(
        node.kind == "script" and name in {key.plain for key in _keys(node.children[1])}
        for other in trees
        for _, node in other.walk()
    )


def _keys(tree: Syn) -> list[Key]:
    return [key for _, node in tree.walk() if node.kind == "name" and (key := base_key(node)) is not None]


def undeclared(conditions: Sequence[Syn], scope: Scope) -> set[str]:
    """Return the names that conditions bind and that are not declared: what speaks of them is governed by these."""
    return {n for n in bound_names(conditions, scope) if scope.find_plain(n) is None}


def carried(before: Sequence[Claimed], statement: Syn, conditions: Sequence[Syn], scope: Scope) -> tuple[Syn, ...]:
    r"""Return the quantifiers in front of an earlier statement that bind what a statement speaks of.

    ``\forall t > 0 : t + 1 > 1, \; 2 t > t`` says both of all t, where nothing else declares t.
    """
    wanted = letters(statement) - undeclared(conditions, scope)
    for other in reversed(before):
        said = (*other.carried, *other.leading)
        if any((p := prefix_of(c)) is not None and p.kind == "exists" for c in said):
            continue
        if wanted & undeclared(said, scope):
            return said
    return ()


# Conditions behind several statements.


def share_conditions(claims: Sequence[Claimed], scope: Scope) -> None:
    """Let the conditions behind a statement govern those before it that they may govern.

    Raises:
        NotSupported: A limit stands behind one of several lines that need one.
    """
    for k, claim in enumerate(claims):
        names = undeclared(claim.trailing, scope)
        beside, joined = bool(claim.trailing), claim.joined
        for at in range(k - 1, -1, -1):
            other = claims[at]
            beside &= other.line == claim.line and not other.trailing and not claims[at + 1].leading
            binds = bool(names & letters(other.statement)) and not names & undeclared(other.conditions, scope)
            if not beside and not binds:
                continue
            found = [c for c in claim.trailing if binds or _concerns(c, other.statement, scope)]
            other.shared += [c for c in found if c not in other.shared]
            certain = joined or binds or all(_is_limit(c) or is_bare_membership(c, scope) for c in found)
            other.doubtful |= bool(found) and not certain
    _check_limits(claims, scope)


def _concerns(condition: Syn, statement: Syn, scope: Scope) -> bool:
    """Return whether a condition may matter to a statement: it speaks of the same names, or of sizes."""
    if _is_limit(condition):
        return _has_order(statement)
    names = letters(condition)
    if any((s := scope.find_plain(n)) is not None and s.kind == "size" for n in names):
        return True
    return bool(_reached(names, scope) & _reached(letters(statement), scope))


def _reached(names: set[str], scope: Scope) -> set[str]:
    """Names, and those that their definitions mention."""
    symbols = [s for name in names if (s := scope.find_plain(name)) is not None]
    cores = {core for s in symbols if s.body is not None for core in scope.definitions.reach(s.core)}
    return names | cores | {s.core for s in symbols}


def _is_limit(condition: Syn) -> bool:
    return condition.kind == "relation" and condition.value == "to"


def _has_order(statement: Syn) -> bool:
    r"""Return whether a statement needs a limit: ``f = O(g)``, ``f \to L``, ``f \sim g``."""
    if any(node.kind == "relation" and set(node.value.split()) & {"to", "sim"} for _, node in statement.walk()):
        return True
    juxtaposed = [node for _, node in statement.walk() if node.kind == "juxt" and len(node.children) == 2]
    return any(
        (key := base_key(node.children[0])) is not None and key.plain in ORDERS and node.children[1].kind == "group"
        for node in juxtaposed
    )


def _check_limits(claims: Sequence[Claimed], scope: Scope) -> None:
    r"""Refuse ``f = O(t)`` above ``g = O(t) \text{ as } t \to \infty``: it may be meant for the same limit.

    Raises:
        NotSupported: There is such a line.
    """
    limits = [c for claim in claims for c in claim.trailing if _is_limit(c)]
    for claim in claims:
        told = any(map(_is_limit, (*claim.conditions, *claim.shared)))
        if told or not _has_order(claim.statement):
            continue
        if any(letters(limit.children[0]) & letters(claim.statement) for limit in limits):
            raise NotSupported(
                "an order without a limit beside one with a limit: it may be meant for the same",
                position(claim.statement),
                "say the limit behind each of them",
            )


__all__ = [
    "ALL_BEFORE", "LAST_ALONE", "Claimed", "bound_names", "carried", "share_conditions", "undeclared",
]  # fmt: skip
