r"""``x_i \in \mathbb{R}^d`` beside ``\frac{1}{m} \sum_{i=1}^m x_i``: the sum tells that there are members x_1, ..., x_m."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from derive.language.scope.scope import Scope
from derive.language.tree.names import Key, bare, base_key, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed

Placed = tuple[Syn, int]
"""A statement and its line."""


@about("bigop", untouched=listed)
def of_sums(placed: Sequence[Placed], scope: Scope) -> list[Placed]:
    r"""Return the statements, with ``\{x_i\}_{i=1}^m \subset S`` for ``x_i \in S`` where sums over x_i run from 1 to one m.

    Neither i nor x is declared otherwise, in the block or further out.
    """
    trees = [tree for tree, _ in placed]
    told = {key for tree in trees for key in _told(tree)}
    found: list[Placed] = []
    for tree, line in placed:
        members = members_of(tree)
        ends = {k: end for k, name in enumerate(members) if (end := _end(name, trees, told, scope)) is not None}
        if not ends:
            found.append((tree, line))
            continue
        for k, name in enumerate(members):
            domain = tree.children[1]
            found.append((_set(name, ends[k], domain) if k in ends else _in(name, domain), line))
    return found


def members_of(tree: Syn) -> Sequence[Syn]:
    """Return the names in front of the sign of membership."""
    if tree.kind != "relation" or tree.value != "in":
        return ()
    left = tree.children[0]
    return left.children if left.kind == "list" else (left,)


def _in(name: Syn, domain: Syn) -> Syn:
    return Syn("relation", "in", (name, domain), name.span)


def _set(name: Syn, end: Syn, domain: Syn) -> Syn:
    low = Syn("relation", "=", (bare(name.children[1]), Syn("num", "1")), name.span)
    braces = Syn("script", "", (Syn("group", "set", (name,), name.span), low, end), name.span)
    return Syn("relation", "subset", (braces, domain), name.span)


def _told(tree: Syn) -> list[Key]:
    """The plain names that a statement declares, defines or lets run."""
    if tree.kind != "relation" or not tree.value:
        return []
    left = tree.children[0]
    names = [node for part in (left.children if left.kind in ("list", "juxt") else (left,)) for node in (bare(part),)]
    return [key for node in names if node.kind == "name" and (key := base_key(node)) is not None]


def _end(name: Syn, trees: Sequence[Syn], told: Collection[Key], scope: Scope) -> Syn | None:
    """The upper end of the sums over a member's index, if they have one."""
    if name.kind != "script" or not is_empty(name.children[2]) or bare(name.children[1]).kind != "name":
        return None
    index, base, whole = base_key(bare(name.children[1])), base_key(name.children[0]), whole_key(name)
    if index is None or base is None or whole is None or len(index.plain) != 1 or not index.plain.islower():
        return None
    if {index, base} & set(told) or scope.find(index) is not None or not may_be_members(base, whole, scope):
        return None
    ends: list[Syn] = []
    for tree in trees:
        for _, node in tree.walk():
            end = sum_end(node, index) if node.kind == "bigop" else None
            if end is None or not any(is_member(part, name) for _, part in node.children[2].walk()):
                continue
            if end.kind == "empty":
                return None
            ends += [] if any(end.same(other) for other in ends) else [end]
    return ends[0] if len(ends) == 1 and ends[0].kind == "name" else None


def may_be_members(base: Key, whole: Key, scope: Scope, domain: Syn | None = None) -> bool:
    r"""Return whether nothing declares a member or all of them.

    A size of that letter has no members (``\mathbb{R}^{m \times r}`` and r_t), and the entries of a column are no vectors (``w_t \in \mathbb{R}^p``
    beside ``w \in \mathbb{R}^p``).
    """
    known = scope.find(base)
    if known is None or known.kind == "size":
        return scope.find(whole) is None
    is_column = known.kind == "var" and bool(known.shape.rows) and not known.shape.cols
    has_vectors = domain is not None and domain.kind == "script" and not is_empty(domain.children[2])
    return is_column and has_vectors and scope.find(whole) is None


def is_member(part: Syn, name: Syn) -> bool:
    """Return whether a part is the name, perhaps with a superscript: ``x_i^\\top``."""
    return part.kind == "script" and all(a.same(b) for a, b in zip(part.children[:2], name.children[:2], strict=True))


def sum_end(node: Syn, index: Key) -> Syn | None:
    """Return the upper end of an operator over an index that begins at 1, empty for one that begins elsewhere; None for other indices."""
    sub, sup, _ = node.children
    sub = bare(sub)
    if sub.kind == "name" and base_key(sub) == index:
        return bare(sup)
    if sub.kind == "relation" and sub.value == "=" and base_key(bare(sub.children[0])) == index:
        low = sub.children[1]
        return bare(sup) if (low.kind, low.value) == ("num", "1") else Syn("empty")
    return None


__all__ = ["Placed", "is_member", "may_be_members", "members_of", "of_sums", "sum_end"]
