r"""Members of families: ``x_i`` under ``\sum_{i=1}^n``, and in ``[x_1, x_2, \dots, x_n]``, where no x stands alone; ``\Sigma_{c,t}``.

A member is read as a name of its own, so that its shape is found as that of any other; its declaration says it of all members,
from the first to the last that the formula speaks of: under ``\sum_{t=1}^T`` those of ``x_{t-1}`` begin at 0. An index that runs
may be a label as well: ``x^{(i)}`` under ``\sum_{i=1}^m`` is a member, of which ``x^{(i)}_j`` is an entry.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from derive.language.printing.latex import to_latex
from derive.language.tree.names import bare, flat
from derive.language.tree.syntax import Syn
from proofs.importing.inference.shifts import linear
from proofs.importing.inference.symbols import INDICES, is_entry, name_of, whole_name

MARK = "~"
"""What marks the letter of a member (no user can write it)."""


LABEL = "^()"
"""What marks the letter of a member whose index is its label."""
LABELS = ("group", "star")
"""What stands above a name as a part of it."""


@dataclass(frozen=True, slots=True)
class Family:
    """The members of a family.

    Attributes:
        member: LaTeX of a member.
        index: The letter of the index.
        count: LaTeX of how far it runs, empty if it is not known.
        first: Where it begins.
        beyond: How far members stand behind the last that the index runs to.

    """

    member: str
    index: str
    count: str
    first: int = 1
    beyond: int = 0

    def values(self, count: str) -> str:
        """LaTeX of the set that its index runs over, where ``count`` is how far."""
        last = f"{count}{self.beyond:+d}".replace("+", " + ").replace("-", " - ") if self.beyond else count
        return rf"\{{{self.first}, \dots, {last}\}}"


def with_members(trees: Sequence[Syn], alone: frozenset[str]) -> tuple[list[Syn], dict[str, Family]]:
    """Return formulas with members for names, and the families by the letters of these.

    Args:
        trees: The formulas.
        alone: Letters that stand without an index somewhere in the section: what has one is an entry, unless it is transposed.

    """
    counts: dict[str, tuple[int, str]] = {}
    for tree in trees:
        counts |= _running(tree)
    listed: dict[str, tuple[str, str]] = {}
    for tree in trees:
        listed |= _listed(tree)
    here = {name for tree in trees for name in _unindexed(tree)}
    vectors = {name for tree in trees for name in _transposed(tree)}
    families: dict[str, Family] = {}
    for tree in trees:
        for node in tree.nodes():
            base, index, step = _labelled_member(node, counts)
            labelled = base is not None
            if base is None:
                base, index, step = member_of(node)
            name = name_of(base) if base is not None else None
            if base is None or name is None:
                continue
            if not labelled and (name.base in here or (name.base in alone and name.base not in vectors)):
                continue
            if index in counts or name.base in listed:
                letter, count = listed.get(name.base, (index, ""))
                first, end = counts.get(index, (1, ""))
                index = index if index in counts else letter
                old = families.get(f"{base.value}{MARK}")
                family = Family(to_latex(_with_index(node, Syn("name", f":{index}"))), index, end or count, min(first + step, 1), max(step, 0))
                if old is not None and old.index:
                    family = replace(old, first=min(old.first, family.first), beyond=max(old.beyond, family.beyond))
                families[f"{base.value}{MARK}"] = family
    families = {key: one for key, one in families.items() if one.index and (one.first >= 0 or not one.count)}
    return [_replaced(tree, families) for tree in trees], families


def entered(families: Mapping[str, Family]) -> frozenset[str]:
    """The letters of the members whose label is their index: a subscript of theirs is a place in them."""
    return frozenset(key.rpartition(":")[2] for key in families if key.endswith(f"{LABEL}{MARK}"))


def parts_of(
    trees: Sequence[Syn], families: Mapping[str, Family], defined: frozenset[str]
) -> list[tuple[str, str, str]]:
    """The letters of matrices that a formula speaks of beside members with the same small letter, with these and their number."""
    capitals = {
        name.letter
        for tree in trees
        for node in tree.nodes()
        if node.kind == "name" and (name := name_of(node)) is not None and name.capital and name.latex not in defined
    }
    letters = {key: key.rpartition(":")[2].removesuffix(MARK) for key in families}
    return [
        (letter.capitalize(), f"{letter}{MARK}", families[key].count)
        for key, letter in letters.items()
        if letter.capitalize() in capitals
    ]


def member_of(node: Syn) -> tuple[Syn | None, str, int]:
    r"""The name and the index of ``x_i``, with what is added to it, and of ``x_1`` with an empty index; that of ``\Sigma_{c,t}`` has the c."""
    node = bare(node)
    if node.kind != "script" or bare(node.children[0]).kind != "name":
        return None, "", 0
    base, sub, sup = (bare(child) for child in node.children)
    if sup.kind in LABELS:  # with a label it is another name
        if flat(sup) is None or any(one.kind == "name" for one in sup.nodes()):
            return None, "", 0
        base = Syn("name", f"{base.value}^{flat(sup)}", (), base.span)
    if sub.kind == "list" and len(sub.children) == 2:
        label, sub = flat(sub.children[0]), bare(sub.children[1])
        if label is None or label in INDICES or label.isdigit() or sub.kind == "num":
            return None, "", 0
        base = Syn("name", f"{base.value}_{label}", (), base.span)
    if sub.kind == "num" and sub.value.isdigit():
        return base, "", 0
    index, step = linear(sub) or ("", 0)
    return (base, index, step) if index in INDICES else (None, "", 0)


def _labelled_member(node: Syn, running: Collection[str]) -> tuple[Syn | None, str, int]:
    r"""The name and the index of ``x^{(i)}``, with what is added to it, where this runs; its subscripts are places in it."""
    node = bare(node)
    if node.kind != "script" or bare(node.children[0]).kind != "name" or bare(node.children[2]).kind != "group":
        return None, "", 0
    base, sub, sup = (bare(child) for child in node.children)
    index, step = (linear(sup.children[0]) if len(sup.children) == 1 else None) or ("", 0)
    if index not in running or not (sub.kind == "empty" or is_entry(node)):
        return None, "", 0
    return Syn("name", f"{base.value}{LABEL}", (), base.span), index, step


def _with_index(node: Syn, index: Syn) -> Syn:
    """A member at another index, without the power above it."""
    base, sub, sup = bare(node).children
    if _labelled_member(node, INDICES)[0] is not None:
        return Syn("script", "", (base, Syn("empty"), Syn("group", bare(sup).value, (index,))))
    inner = bare(sub)
    inner = Syn("list", ",", (inner.children[0], index)) if inner.kind == "list" else index
    return Syn("script", "", (base, inner, sup if bare(sup).kind in LABELS else Syn("empty")))


def _running(tree: Syn) -> dict[str, tuple[int, str]]:
    """The letters that sums run over, with where they begin and how far they go."""
    found: dict[str, tuple[int, str]] = {}
    for node in tree.nodes():
        if node.kind != "bigop" or node.value not in ("sum", "prod", "max", "min"):
            continue
        sub, sup = bare(node.children[0]), bare(node.children[1])
        letter = bare(sub.children[0]) if sub.kind == "relation" else sub
        if letter.kind == "name" and letter.value.removeprefix(":") in INDICES:
            low = bare(sub.children[-1]) if sub.kind == "relation" else sub
            end = whole_name(sup)
            first = int(low.value) if low.kind == "num" and low.value.isdigit() else 1
            found[letter.value.removeprefix(":")] = first, end.latex if end is not None else ""
    return found


def _rows(node: Syn) -> list[Syn]:
    """The elements of a row or a column with dots, ``[x_1, \\\\dots, x_n]``; none if it is none."""
    if node.kind == "group" and node.value in ("[", "(") and len(node.children) == 1 and node.children[0].kind == "list":
        listed = list(node.children[0].children)
    elif node.kind == "matrix" and len(node.children) == 1:
        listed = list(node.children[0].children)
    elif node.kind == "matrix" and all(len(row.children) == 1 for row in node.children):
        listed = [row.children[0] for row in node.children]
    else:
        return []
    return listed if len(listed) > 2 and bare(listed[-2]).kind == "dots" else []


def _listed(tree: Syn) -> dict[str, tuple[str, str]]:
    """The letters of members in rows with dots, with a letter for the index and how many there are."""
    found: dict[str, tuple[str, str]] = {}
    for node in tree.nodes():
        elements = _rows(node)
        first, last = (elements[0], elements[-1]) if elements else (node, node)
        for (_, one), (_, other) in zip(first.walk(), last.walk(), strict=False) if elements else ():
            if one.kind == "script" and other.kind == "script" and bare(one.children[1]).kind == "num":
                name, end = name_of(one.children[0]), whole_name(other.children[1])
                if name is not None and end is not None:
                    found[name.base] = ("i" if end.latex != "i" else "j", end.latex)
    return found


def _unindexed(tree: Syn) -> set[str]:
    """The letters that stand without an index in a formula."""
    found: set[str] = set()
    stack = [tree]
    while stack:
        node = stack.pop()
        if member_of(node)[0] is not None:
            stack.append(bare(node).children[2])
            continue
        name = name_of(node) if node.kind == "name" else None
        found |= {name.base} if name is not None else set()
        stack += [child for k, child in enumerate(node.children) if not (node.kind == "script" and k == 1)]
    return found


def _transposed(tree: Syn) -> set[str]:
    """The letters of members that are transposed, in a norm, or in a row with dots: no entries."""
    found: set[str] = set()
    for node in tree.nodes():
        parts = [node] if node.kind == "script" and node.children[2].kind == "top" else _rows(node)
        parts += [node.children[0]] if node.kind == "group" and node.value == "||" else []
        for part in parts:
            for term in bare(part).children if bare(part).kind == "add" else (part,):
                base = member_of(term)[0]
                name = name_of(base) if base is not None else None
                found |= {name.base} if name is not None else set()
    return found


def _replaced(tree: Syn, families: Mapping[str, Family]) -> Syn:
    base = _labelled_member(tree, INDICES)[0]
    if base is not None and f"{base.value}{MARK}" in families:
        name, sub = Syn("name", f"{base.value}{MARK}", (), tree.span), bare(tree).children[1]
        return name if bare(sub).kind == "empty" else Syn("script", "", (name, sub, Syn("empty")), tree.span)
    base = member_of(tree)[0]
    if base is not None and f"{base.value}{MARK}" in families:
        name = Syn("name", f"{base.value}{MARK}", (), tree.span)
        sup = bare(tree).children[2]
        return name if sup.kind in ("empty", *LABELS) else Syn("script", "", (name, Syn("empty"), sup), tree.span)
    elements = _rows(tree)
    if elements:
        found = _listed(tree)
        count = next(iter(found.values()))[1] if found else ""
        kind = "rows" if tree.kind == "matrix" and len(tree.children) > 1 else "columns"
        return Syn("dotted", f"{kind} {count}", (_replaced(elements[0], families), _replaced(elements[-1], families)), tree.span)
    return Syn(tree.kind, tree.value, tuple(_replaced(child, families) for child in tree.children), tree.span)


__all__ = ["MARK", "Family", "entered", "member_of", "parts_of", "with_members"]
