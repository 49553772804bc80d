r"""What indices run over, as papers write it behind a claim: ``i = 1, \dots, n``, ``(1 \le i \le n)``, ``i, j \in [n]``, ``for all i``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.language.lexing.vocabulary import COMPARISONS
from derive.language.parsing.folding import head
from derive.language.tree.names import bare, base_key
from derive.language.tree.syntax import KINDS, Syn
from derive.language.tree.triggers import about, false, nothing
from derive.language.tree.words import FOR_ALL, opening_word

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope

OPENING = ("for", "where", "with", *FOR_ALL)


@about("text", "list", "group set", "group [", untouched=nothing)
def as_range(tree: Syn, scope: Scope, *, quantified: bool = True) -> Syn | None:
    r"""Return ``\forall i \in \{1, \dots, n\}`` for a statement that only says what indices run over, else None.

    Args:
        tree: A statement.
        scope: What is declared: other names than indices make it a statement of its own.
        quantified: False for the bare membership, which declares indices in a given block.
    """
    word = opening_word(tree)
    plain = tree if word is None else without_word(tree)
    if word is not None and (word not in OPENING or plain is None):
        return None
    assert plain is not None
    if plain.kind == "relation" and plain.value in ("=", "in"):
        target = bare(plain.children[1])
        if plain.value == "=":
            if not (target.kind == "list" and _runs(target)):
                return None
            target = Syn("group", "set", (target,), target.span)
        elif not is_index_set(target):
            return None
        names = _listed(plain.children[0])
        if not all(_is_index(name, scope) for name in names):
            return None
        if not quantified:
            return Syn("relation", "in", (tree.children[0], target), tree.span)
        return Syn("relation", "in", (_forall(names), target), tree.span)
    if word in FOR_ALL and all(base_key(name) is not None and name.kind == "name" for name in _listed(plain)):
        return _forall(_listed(plain))
    return None


@about(*(f"relation {word}" for word in COMPARISONS), untouched=false, unless=KINDS.keys() - {"relation", "num", "add", "empty", "name"})
def of_indices(tree: Syn, scope: Scope) -> bool:
    r"""Return whether a statement compares indices with each other or with sizes and numbers: ``i \ne j``, ``1 \le i < n``."""
    if tree.kind != "relation" or any(w not in COMPARISONS for w in tree.value.split()):
        return False
    found = False
    for _, node in tree.walk():
        if node.kind in ("relation", "num", "add", "empty"):
            continue
        key = base_key(node)
        if key is None or node.kind != "name":
            return False
        symbol = scope.find(key)
        if symbol is not None and symbol.kind not in ("size", "index"):
            return False
        found |= symbol is None or symbol.kind == "index"
    return found


@about("group set", "group [", untouched=false)
def is_index_set(target: Syn) -> bool:
    r"""Return whether a set is written as a range of integers: ``\{1, \dots, n\}`` or ``[n]``."""
    if target.kind != "group" or len(target.children) != 1:
        return False
    content = target.children[0]
    if target.value == "[":
        return content.kind not in ("list", "relation", "empty")
    return target.value == "set" and content.kind == "list" and _runs(content)


@about("group of relation", "group of list", untouched=nothing)
def behind_brackets(tree: Syn) -> tuple[Syn, Sequence[Syn]] | None:
    r"""Split ``A_{ij} = 0 \quad (1 \le i \le n)`` into the statement and the relations in the brackets behind it."""
    if tree.kind == "group" or not tree.children:
        return None
    last = tree.children[-1]
    if tree.kind == "juxt" and last.kind == "group" and last.value == "(" and _are_relations(last.children[0]):
        rest = tree.children[:-1]
        if _may_apply(rest[-1]):
            return None
        kept = rest[0] if len(rest) == 1 else Syn("juxt", "", rest, (rest[0].span[0], rest[-1].span[1]))
        return kept, _listed(last.children[0])
    if tree.kind not in ("juxt", "relation", "add", "infix", "list", "bigop"):
        return None
    found = behind_brackets(last)
    if found is None:
        return None
    return Syn(tree.kind, tree.value, (*tree.children[:-1], found[0]), (tree.span[0], found[0].span[1])), found[1]


def _may_apply(syn: Syn) -> bool:
    r"""Whether a bracket with a relation is the argument of what stands before it: ``\mathbf{1}(i = j)``, ``\mathbb{P}(i = j)``."""
    node = head(syn)
    key = base_key(node)
    if key is None:
        return (node.kind, node.value) == ("num", "1")
    return node.kind == "function" or key.style == "bb" or key.plain in ("1", "I", "delta")


def _are_relations(content: Syn) -> bool:
    return all(part.kind == "relation" for part in _listed(content))


def _runs(listed: Syn) -> bool:
    """Whether a list is ``1, \\dots, n`` or ``1, 2, \\dots, n``: consecutive numbers up to the dots."""
    *first, dots, last = listed.children if len(listed.children) >= 3 else (listed, listed, listed)
    if dots.kind != "dots" or last.kind == "dots":
        return False
    values = [node.value for node in first]
    if len(first) == 1:
        return True
    if any(node.kind != "num" or not node.value.isdigit() for node in first):
        return False
    return [int(v) for v in values] == list(range(int(values[0]), int(values[0]) + len(values)))


def _listed(tree: Syn) -> Sequence[Syn]:
    return tree.children if tree.kind == "list" else (tree,)


def _forall(names: Sequence[Syn]) -> Syn:
    first = names[0]
    mark = Syn("quantifier", "forall", (), (first.span[0], first.span[0]))
    head = Syn("juxt", "", (mark, first), first.span)
    return head if len(names) == 1 else Syn("list", ",", (head, *names[1:]), (first.span[0], names[-1].span[1]))


def _is_index(name: Syn, scope: Scope) -> bool:
    key = base_key(name)
    if key is None or name.kind != "name" or len(key.plain) != 1 or not key.plain.isalpha():
        return False
    symbol = scope.find(key)
    return symbol is None or symbol.kind == "index"


def without_word(tree: Syn) -> Syn | None:
    """Return a statement without the word that it begins with, None if nothing else is there."""
    if tree.kind == "text":
        return None
    if tree.kind == "juxt" and tree.children[0].kind == "text":
        rest = tree.children[1:]
        return rest[0] if len(rest) == 1 else Syn("juxt", "", rest, tree.span)
    if tree.kind in ("relation", "list") and tree.children:
        first = without_word(tree.children[0])
        return None if first is None else Syn(tree.kind, tree.value, (first, *tree.children[1:]), tree.span)
    return None


__all__ = ["as_range", "behind_brackets", "is_index_set", "of_indices", "without_word"]
