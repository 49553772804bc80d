r"""The statements of a block: which are claims, and which only say something of others.

Quantifiers and remarks (``\text{as } h \to 0``, ``\text{if } n \ge 2``, ``(n \to \infty)``) belong to the statement before
them; a quantifier that a colon ends belongs to what follows, and so does an existence claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive.errors import NotSupported, SyntaxProblem
from derive.language.assume import strip_text
from derive.language.bigops import limit_point
from derive.language.names import bare, base_key, whole_key
from derive.language.relations import COMPARISONS
from derive.language.scope import Scope
from derive.language.syntax import Syn

LOGIC = ("implies", "iff", "and", "or")
OPENERS = (
    "if", "for", "for all", "for any", "for every", "when", "whenever", "as long as", "so long as", "given", "given that",
    "assuming", "assuming that", "assume", "assume that", "suppose", "suppose that", "under",
)  # fmt: skip
UNCLEAR = ("unless", "except", "except for", "except if", "except when", "since", "because", "not", "either", "neither")
REMARKS = (*OPENERS, "as", "with", "where", "provided", "provided that")


@dataclass(frozen=True, slots=True)
class Part:
    """One relation of a block, with what else is said of it.

    Attributes:
        link: The relation: one link of a chain.
        statement: The whole statement it comes from.
        conditions: Statements that govern it: quantifiers, remarks, conditions on indices.
    """

    link: Syn
    statement: Syn
    conditions: tuple[Syn, ...] = ()


@dataclass(frozen=True, slots=True)
class Prefix:
    r"""A quantifier with what it binds: ``\exists B, C \in S``, ``\forall i \ne j``, ``\exists c > 0``.

    Attributes:
        kind: ``forall`` or ``exists``.
        names: What stands behind the quantifier.
        relation: The relation without the quantifier, None if only names are given.
        leading: A colon ends it.
    """

    kind: str
    names: tuple[Syn, ...]
    relation: Syn | None
    leading: bool


def position(syn: Syn) -> int | None:
    """Return where a node begins in the source, if it has a place there."""
    return syn.span[0] if syn.span[0] >= 0 else None


def prefix_of(tree: Syn) -> Prefix | None:
    """Return the quantifier that a statement is, None if it is none."""
    head = tree.children[0] if tree.kind == "relation" else tree
    names = head.children if head.kind == "list" else (head,)
    first = names[0]
    if first.kind != "juxt" or first.children[0].kind != "quantifier":
        return None
    quantifier, *rest = first.children
    if not rest:
        return None
    own = rest[0] if len(rest) == 1 else Syn("juxt", "", tuple(rest), (rest[0].span[0], rest[-1].span[1]))
    names = (own, *names[1:])
    left = own if len(names) == 1 else Syn("list", ",", names, head.span)
    relation = Syn("relation", tree.value, (left, *tree.children[1:]), tree.span) if tree.kind == "relation" else None
    return Prefix(quantifier.value, names, relation, bool(quantifier.children))


def is_remark(tree: Syn) -> bool:
    r"""Return whether a statement is a condition on the one before it: ``\text{as } h \to 0``, ``\text{if } n \ge 2``."""
    if tree.kind != "relation":
        return False
    word = _opening_word(tree)
    if word is not None:
        return word in REMARKS
    return tree.value == "to" and limit_point(tree.children[1]) is not None and whole_key(tree.children[0]) is not None


def is_governing(tree: Syn) -> bool:
    r"""Return whether a statement only restricts another one: ``\text{for } i \ne j``."""
    return tree.kind == "relation" and _opening_word(tree) in OPENERS


def _opening_word(tree: Syn) -> str | None:
    first = tree.children[0]
    while first.kind in ("list", "relation"):
        first = first.children[0]
    return (
        first.children[0].value.strip(" ,~").lower()
        if first.kind == "juxt" and first.children[0].kind == "text"
        else None
    )


def is_condition(tree: Syn, scope: Scope) -> bool:
    r"""Return whether a statement only restricts undeclared indices, such as ``i \ne j`` or ``1 \le i < j``."""
    if tree.kind != "relation" or any(w not in COMPARISONS for w in tree.value.split()):
        return False
    letters = 0
    for _, node in tree.walk():
        if node.kind in ("relation", "num", "add", "empty"):
            continue
        key = base_key(node)
        if key is None or node.kind != "name":
            return False
        symbol = scope.find(key)
        if symbol is not None and symbol.kind not in ("size", "index"):
            return False
        letters += symbol is None
    return letters > 0


def block_parts(trees: Sequence[Syn], scope: Scope) -> list[Part]:
    r"""Cut the statements of one block into links; conditions on indices (``i \ne j``) govern all of them.

    Raises:
        SyntaxProblem: A statement is no relation.
    """
    trees = [part for tree in trees for part in _unbracketed(tree)]
    for tree in trees:
        _check_words(tree)
    bound = _existential_names(trees)
    free = [t for t in trees if is_condition(t, scope) and not is_remark(t) and prefix_of(t) is None]
    whole = [t for t in free if not bound & _letters(t)]
    whole = whole if len(whole) < len(trees) else []
    found: list[Part] = []
    leading: list[Syn] = []
    k = 0
    while k < len(trees):
        tree, k = trees[k], k + 1
        prefix = prefix_of(tree)
        if tree in whole:
            continue
        if prefix is not None and (prefix.leading or prefix.kind == "exists" or not found):
            leading.append(tree)
            continue
        if not found and k < len(trees) and is_governing(tree):
            leading.append(tree)
            continue
        if not tree.children and tree.kind == "quantifier":
            continue
        governed, k = _governed(trees, k - 1, leading)
        trailing, k = _trailing(trees, k, scope)
        conditions = (*leading, *whole, *trailing)
        statement = governed[0] if len(governed) == 1 else _conjunction(governed)
        links = [statement] if len(governed) > 1 else cut(statement, conditions)
        found += [Part(link, statement, conditions) for link in links]
        leading = []
    if leading:
        raise SyntaxProblem("nothing is claimed behind this quantifier", position(leading[-1]))
    return found


def _unbracketed(tree: Syn) -> list[Syn]:
    r"""Take the remark out of ``f = O(h) \quad (h \to 0)``."""
    last = tree.children[-1] if tree.kind == "relation" else tree
    if last.kind != "juxt" or last.children[-1].kind != "group" or last.children[-1].value != "(":
        return [tree]
    remark = last.children[-1].children[0]
    if remark.kind != "relation" or remark.value != "to":
        return [tree]
    rest = last.children[:-1]
    kept = rest[0] if len(rest) == 1 else Syn("juxt", "", rest, (rest[0].span[0], rest[-1].span[1]))
    return [Syn("relation", tree.value, (*tree.children[:-1], kept), tree.span), remark]


def _existential_names(trees: Sequence[Syn]) -> set[str]:
    prefixes = [p for p in map(prefix_of, trees) if p is not None and p.kind == "exists"]
    return {key.plain for p in prefixes for name in p.names if (key := whole_key(name)) is not None}


def _letters(tree: Syn) -> set[str]:
    return {key.plain for _, node in tree.walk() if (key := whole_key(node)) is not None}


def _governed(trees: Sequence[Syn], at: int, leading: Sequence[Syn]) -> tuple[list[Syn], int]:
    """Return the statement at a place with those after it that speak of what exists, and the next place."""
    names = _existential_names(leading)
    end = at + 1
    while names and end < len(trees):
        following = trees[end]
        if is_remark(following) or prefix_of(following) is not None or not names & _letters(following):
            break
        end += 1
    return list(trees[at:end]), end


def _trailing(trees: Sequence[Syn], at: int, scope: Scope) -> tuple[list[Syn], int]:
    """Return the remarks and quantifiers behind a statement with what further restricts them, and the next place."""
    found: list[Syn] = []
    while at < len(trees):
        prefix = prefix_of(trees[at])
        remark = is_remark(trees[at]) or (prefix is not None and not prefix.leading and prefix.kind != "exists")
        if not remark and not (found and _is_restriction(trees[at], scope)):
            break
        found.append(trees[at])
        at += 1
    return found, at


def _is_restriction(tree: Syn, scope: Scope) -> bool:
    r"""Return whether a statement only restricts a free quantity: ``b > 0`` behind ``\text{for } a > 0``, ``m \ge n``.

    As a claim it would be false: it compares free quantities with each other or with numbers.
    """
    plain = strip_text(tree)
    if plain is None or plain.kind != "relation" or any(w not in COMPARISONS for w in plain.value.split()):
        return False
    if _opening_word(tree) not in (None, "and"):
        return False
    keys = [whole_key(side) for side in plain.children if side.kind != "num"]
    known = [scope.find(key) for key in keys if key is not None]
    return bool(keys) and len(known) == len(keys) and all(s is not None and s.kind in ("var", "size") for s in known)


def _check_words(tree: Syn) -> None:
    """Refuse a statement whose first word changes what is claimed, and how is not known here.

    Raises:
        NotSupported: It does.
    """
    word = _opening_word(tree) if tree.kind == "relation" else None
    if word in UNCLEAR:
        raise NotSupported(
            f"the word '{word}' in front of a statement", position(tree), "use a given block, \\implies or \\text{if}"
        )


def _conjunction(trees: Sequence[Syn]) -> Syn:
    parts = [strip_text(t) or t for t in trees]
    words = " ".join(["and"] * (len(parts) - 1))
    return Syn("relation", words, tuple(parts), (parts[0].span[0], parts[-1].span[1]))


def cut(statement: Syn, conditions: Sequence[Syn]) -> list[Syn]:
    """Return the relations that are claimed one by one: all together behind ``exists``, which one thing has to satisfy.

    Raises:
        SyntaxProblem: It is no relation.
    """
    links = statement_links(statement)
    if len(links) > 1 and _existential_names(list(conditions)):
        return [strip_text(statement) or statement]
    return links


def statement_links(statement: Syn) -> list[Syn]:
    """Return the relations that a statement is made of; words in front of it are dropped.

    Raises:
        SyntaxProblem: It is no relation.
    """
    tree = strip_text(statement)
    if tree is None:
        return []
    while tree.kind == "group" and len(tree.children) == 1 and tree.children[0].kind in ("relation", "not"):
        tree = tree.children[0]
    if tree.kind == "not":
        return [tree]
    if tree.kind != "relation":
        raise SyntaxProblem("a claim must be a relation such as A = B", position(tree))
    return list(links_of(tree))


def links_of(tree: Syn) -> Iterator[Syn]:
    """Split a chain into its links; an implication stays whole, the parts of an 'and' are links of their own."""
    words = tree.value.split()
    if all(w == "and" for w in words):
        for child in tree.children:
            yield from links_of(child) if child.kind == "relation" else (child,)
        return
    if any(w in LOGIC for w in words):
        yield tree
        return
    for k, word in enumerate(words):
        left, right = tree.children[k], tree.children[k + 1]
        if word == "in" and left.kind == "list":
            for part in left.children:
                yield Syn("relation", word, (part, right), (part.span[0], right.span[1]))
        else:
            yield Syn("relation", "=" if word == "assign" else word, (left, right), (left.span[0], right.span[1]))


__all__ = [
    "LOGIC",
    "Part",
    "Prefix",
    "bare",
    "block_parts",
    "is_condition",
    "is_remark",
    "links_of",
    "position",
    "prefix_of",
    "cut",
    "statement_links",
]
