r"""In which order the statements of a given block are read: what declares a name stands in front of what speaks of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from derive.errors import DeriveError
from derive.language.declarations.assume import restricted_number
from derive.language.declarations.governing import Stated
from derive.language.declarations.size_rules import ranged_names
from derive.language.matrices.ranks import has_rank, is_ranking
from derive.language.relations.relations import COMPARISONS
from derive.language.scope.domains import Domain, read_domain
from derive.language.scope.powers import is_power_of
from derive.language.scope.scope import Scope
from derive.language.tree.names import Key, base_key, bracket, splits, whole_key
from derive.language.tree.syntax import Syn


def declared_first(scope: Scope, stated: Sequence[Stated], order: Sequence[int]) -> list[int]:
    r"""Return the order of statements in which the shape or definition of a name stands in front of what speaks of it.

    ``f := \mathbf{x}^\top \mathbf{x}, \mathbf{x} \in \mathbb{R}^m`` speaks of the x that the block declares, whatever is
    declared further out, ``\mathbf{A}_1 \mathbf{x}, \mathbf{A}_1 \in ...`` of no row of an A, and ``\gamma \le k, x \ge 0, k \in \{2, \dots, n\}``
    of that k.
    """
    places: dict[Key, int] = {}
    ranges: dict[Key, int] = {}
    rankings = {at_ for at_, k in enumerate(order) if is_ranking(stated[k].tree)}
    names = {*scope.visible(), *(key for k in order for key in declared(stated[k].tree))}
    equated = set[Key]()  # by an equation in front: to define them too is to define them twice
    for at_, k in enumerate(order):
        tree = stated[k].tree
        known = {*places, *(equated if tree.value == "assign" else ())}
        if _gives_shape(scope, tree):
            places.update((key, at_) for key in declared(tree) if key not in known)
        elif tree.kind == "relation" and tree.value == "=":
            equated.update(declared(tree))
        for key in ranged_names(tree):
            ranges.setdefault(key, at_)
    for at_, k in enumerate(order):  # \sigma_w > 0 declares a number that nothing else does, not even as a power
        number = restricted_number(stated[k].tree)
        if number is not None and number not in (*places, *equated) and scope.find(number) is None:
            places[number] = next((place for key, place in places.items() if is_power_of(key, number)), at_)
    found: dict[int, None] = {}
    waiting = list(range(len(order)))[::-1]
    opened: set[int] = set()
    while waiting:
        at_ = waiting[-1]
        if order[at_] in found:
            waiting.pop()
            continue
        one = stated[order[at_]]
        others = {places[key] for key in _used(one.tree, names) | _told_by_entry(one.tree, places) if key in places}
        if is_inequality(one.tree) and not one.conditions:
            others |= {ranges[key] for key in _letters(one.tree) if key in ranges}
        if rankings and not is_ranking(one.tree) and any(has_rank(node) for _, node in one.tree.walk()):
            others |= rankings
        others -= opened
        ahead = [place for place in sorted(others, reverse=True) if order[place] not in found and place != at_]
        if ahead and at_ not in opened:
            opened.add(at_)
            waiting += ahead
            continue
        found[order[at_]] = None
        waiting.pop()
    return list(found)


def is_inequality(tree: Syn) -> bool:
    """Whether a statement compares, without an equation."""
    return tree.kind == "relation" and all(w in COMPARISONS and w != "=" for w in tree.value.split())


def _letters(tree: Syn) -> set[Key]:
    """The names that stand anywhere in a statement, in scripts too."""
    return {key for _, node in tree.walk() if (key := whole_key(node)) is not None}


def _gives_shape(scope: Scope, tree: Syn) -> bool:
    """Whether a statement declares or defines the names on its left."""
    if tree.kind != "relation" or tree.value not in ("in", "assign"):
        return False
    domain = domain_or_none(scope, tree.children[-1]) if tree.value == "in" else None
    return tree.value == "assign" or (domain is not None and domain.kind == "matrix")


def _used(tree: Syn, names: Collection[Key]) -> set[Key]:
    """Return the names, of some, that a statement speaks of behind what it declares or defines; the longest at each place."""
    defines = tree.kind == "relation" and tree.value in ("in", "assign", "to")
    own = _used(_head(tree), names) if defines else set[Key]()
    stack, found = list((*tree.children[1:], *_arguments(tree)) if defines else (tree,)), set[Key]()
    while stack:
        node = stack.pop()
        split = next((s for s in splits(node) if s.key in names), None)
        if split is not None:
            found.add(split.key)
        stack += node.children if split is None else (split.sub, split.sup)
    return found - own


def _told_by_entry(tree: Syn, places: Collection[Key]) -> set[Key]:
    r"""Return the name, of some, of whose entries a statement says the distribution: ``m_i \sim \operatorname{Bernoulli}(p), m \in \mathbb{R}^d``."""
    if tree.kind != "relation" or not tree.value.startswith("sim") or tree.children[0].kind != "script":
        return set()
    key = base_key(tree.children[0].children[0])
    return set() if key is None else {k for k in places if k.plain == key.plain}


def _head(tree: Syn) -> Syn:
    """What a statement declares or defines, without the arguments of a function."""
    return tree.children[0].children[0] if _arguments(tree) else tree.children[0]


def _arguments(tree: Syn) -> Sequence[Syn]:
    """The bracket with the arguments of a function that a statement defines."""
    left = tree.children[0]
    applied = left.kind == "juxt" and len(left.children) == 2 and bracket(left.children[1]) is not None
    return left.children[1:] if applied and tree.value == "assign" else ()


def declared(tree: Syn) -> list[Key]:
    """Return the names that a statement declares or defines."""
    number = restricted_number(tree)
    if number is not None:
        return [number]
    if tree.kind != "relation" or tree.value.split()[0] not in ("in", "assign", "=", "sim", "sim-iid"):
        return []
    left = tree.children[0]
    applied = left.kind == "juxt" and len(left.children) == 2 and bracket(left.children[1]) is not None
    names = left.children if left.kind == "list" else left.children[:1] if applied else (left,)
    return [key for name in names if (key := whole_key(name)) is not None]


def domain_or_none(scope: Scope, target: Syn) -> Domain | None:
    """The set behind an ``in``, if it can be read before the indices of the block are declared."""
    try:
        return read_domain(scope, target, declare=False)
    except DeriveError:
        return None


__all__ = ["declared", "declared_first", "domain_or_none"]
