r"""What statements of a block restrict, and which of them only say something of others."""

from __future__ import annotations

from collections.abc import Sequence

from derive.build import formula_names
from derive.language.declarations.assume import strip_text
from derive.language.indices.bigops import limit_point
from derive.language.parsing.ranges import is_index_set
from derive.language.relations.relations import COMPARISONS
from derive.language.scope.scope import Scope
from derive.language.tree.names import bare, base_key, whole_key
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.words import FOR_ALL, OPENERS, REMARKS, SUCH_THAT, opening_word


def position(syn: Syn) -> int | None:
    """Return where a node begins in the source, if it has a place there."""
    return syn.span[0] if syn.span[0] >= 0 else None


def letters(tree: Syn) -> set[str]:
    """The plain names that occur, declared or not."""
    return {key.plain for _, node in tree.walk() if (key := whole_key(node)) is not None}


def is_remark(tree: Syn) -> bool:
    r"""Return whether a statement is a condition on the one before it: ``\text{as } h \to 0``, ``\text{if } n \ge 2``."""
    if tree.kind != "relation" or is_implication(tree):
        return False
    word = opening_word(tree)
    if word is not None:
        return word in REMARKS
    return tree.value == "to" and limit_point(tree.children[1]) is not None and whole_key(tree.children[0]) is not None


def is_governing(tree: Syn) -> bool:
    r"""Return whether a statement only restricts another one: ``\text{for } i \ne j``."""
    return tree.kind == "relation" and opening_word(tree) in OPENERS and not is_implication(tree)


def is_implication(tree: Syn) -> bool:
    """Whether the first sign of a relation is an implication or an equivalence."""
    return tree.kind == "relation" and tree.value.split()[0] in ("implies", "iff")


def restricted(tree: Syn, scope: Scope) -> set[str]:
    r"""Return the declared names that a condition restricts; ``x \in \mathbb{R}^n`` restricts nothing."""
    if tree.kind != "relation":
        return set()
    if tree.value == "in":
        target = bare(tree.children[-1])
        base = target.children[0] if target.kind == "script" and target.children[1].kind == "empty" else target
        key = base_key(base)
        if key is not None and key.style == "bb":
            return set()
    found = set()
    for _, node in tree.walk():
        key = whole_key(node)
        symbol = scope.find(key) if key is not None else None
        if key is not None and symbol is not None and symbol.kind in ("var", "def", "size"):
            found.add(key.plain)
    return found


def comparison(condition: Syn) -> Syn | None:
    """Return the comparison that a condition makes, without its word or quantifier."""
    prefix = prefix_of(condition)
    plain = prefix.relation if prefix is not None else strip_text(condition)
    compares = plain is not None and plain.kind == "relation" and all(w in COMPARISONS for w in plain.value.split())
    return plain if compares else None


def is_restriction(tree: Syn, scope: Scope) -> bool:
    r"""Return whether a statement only restricts a free quantity: ``b > 0`` behind ``\text{for } a > 0``, ``m \ge n``.

    As a claim it would be false: it compares free quantities with each other or with numbers.
    """
    plain = strip_text(tree)
    if plain is None or plain.kind != "relation" or any(w not in COMPARISONS for w in plain.value.split()):
        return False
    if opening_word(tree) not in (None, "and"):
        return False
    keys = [whole_key(side) for side in plain.children if not _is_number(side)]
    known = [scope.find(key) for key in keys if key is not None]
    return bool(keys) and len(known) == len(keys) and all(s is not None and s.kind in ("var", "size") for s in known)


def _is_number(syn: Syn) -> bool:
    """Return whether a number is written, as 1, -1 and 1/2 are."""
    inner = bare(syn)
    return inner.kind == "num" or (inner.kind in ("add", "frac") and all(map(_is_number, inner.children)))


def existential_names(trees: Sequence[Syn]) -> set[str]:
    """The plain names that an existential quantifier in front of one of the statements binds."""
    prefixes = [p for p in map(prefix_of, trees) if p is not None and p.kind == "exists"]
    return {key.plain for p in prefixes for name in p.names if (key := whole_key(name)) is not None}


def spoken_of(tree: Syn, scope: Scope) -> bool:
    """Return whether a hypothesis or a rule of sizes speaks of a name of a statement."""
    known = set().union(
        *(formula_names(h.formula) for h in scope.all_hypotheses()), *(s.names for _, s in scope.all_relations())
    )
    known |= scope.all_least().keys()
    symbols = [scope.find(key) for _, node in tree.walk() if (key := whole_key(node)) is not None]
    return any(symbol is not None and symbol.core in known for symbol in symbols)


def is_such_that(trees: Sequence[Syn], at: int) -> bool:
    r"""Return whether a statement restricts what ``\forall`` binds before it: ``\forall x \text{ such that } \|x\|_2 = 1``."""
    tree, before = trees[at], trees[at - 1] if at else None
    if before is None or opening_word(tree) not in SUCH_THAT or tree.kind != "relation" or is_implication(tree):
        return False
    prefix = prefix_of(before)
    return opening_word(before) in FOR_ALL if prefix is None else prefix.kind == "forall" and not prefix.leading


def is_bare_membership(tree: Syn, scope: Scope) -> bool:
    r"""Return whether a statement says where a free quantity lies, without a word: ``t \in [0, 1]``.

    What is defined, or restricted by hypotheses, may be claimed to lie there.
    """
    if tree.kind != "relation" or tree.value != "in" or opening_word(tree) is not None or prefix_of(tree) is not None:
        return False
    left, target = tree.children
    keys = [whole_key(name) for name in (left.children if left.kind == "list" else (left,))]
    if is_index_set(target) or spoken_of(tree.children[0], scope):
        return False
    known = [scope.find(key) for key in keys if key is not None]
    return len(known) == len(keys) and all(s is None or s.kind == "var" for s in known)


__all__ = [
    "comparison", "existential_names", "is_bare_membership", "is_governing", "is_implication", "is_remark", "is_restriction",
    "is_such_that", "letters", "position", "restricted", "spoken_of",
]  # fmt: skip
