r"""Conditions in front of an implication: ``A_{ij} = 0 \text{ for all } i \ne j \implies A = A^\top``.

They govern the side that they follow, as brackets around both would say: with the side they become one node ``quantified``
with the value 'behind'.  Behind words that do not quantify (``if``, ``where``) other readings exist:
`other_reaches`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.errors import NotSupported
from derive.language.lexing.spacing import WIDE
from derive.language.lexing.vocabulary import COMPARISONS, LOGIC
from derive.language.parsing.folding import Item, operand
from derive.language.parsing.ranges import as_range, of_indices, without_word
from derive.language.parsing.runs import fold_run, repeated, runs
from derive.language.tree.quantifiers import prefix_of, quantified
from derive.language.tree.syntax import BEHIND, Syn
from derive.language.tree.triggers import about, none
from derive.language.tree.words import (
    FOR_ALL,
    OPENERS,
    REMARKS,
    check_reason,
    connects,
    opening_text,
    opening_word,
    spoken,
)

if TYPE_CHECKING:
    from derive.language.parsing.parser import Statements
    from derive.language.scope.scope import Scope

READINGS_BEHIND = (
    "the condition binding what it speaks of, for its side alone",
    "the condition governing its side alone",
    "the condition governing the whole statement",
)
"""Readings where the condition is one of ``if``, ``where`` and their kind."""
HINT = "write brackets around each side: (A \\text{ for all } x) \\implies B"


def with_governed_sides(found: Sequence[tuple[int, list[Item]]]) -> list[tuple[int, list[Item]]]:
    r"""Join a statement with the conditions between it and a ``\implies`` or ``\iff``.

    Args:
        found: The runs of a block with their lines, as `derive.language.parsing.runs.runs` cuts them.

    Raises:
        NotSupported: It is not certain what such a condition governs.
    """
    result: list[tuple[int, list[Item]]] = []
    for line, run in found:
        mark = next((k for k, item in enumerate(run) if item.kind == "rel" and item.value in ("implies", "iff")), None)
        start = None if mark is None else next((k for k in range(mark - 1, -1, -1) if _opens_condition(run[k])), None)
        if mark is None or start is None:
            result.append((line, run))
            continue
        worded, behind_comma = run[start], start > 0
        conditions, side = [run[start:mark]], _stripped(run[:start])
        if start > 0 and run[start - 1].kind != "comma":
            raise NotSupported("a condition inside a statement", worded.start, HINT)
        taken = 0
        while not side and taken < len(result) and result[-1 - taken][0] == line:
            taken += 1
            before = result[-taken][1]
            if before and _opens_condition(before[0]):
                conditions.insert(0, before)
            else:
                side = _stripped(before)
        if not side or _ends_quantifier(side):
            result.append((line, run))  # the condition stands in front of everything
            continue
        del result[len(result) - taken :]
        leading, node = _governed(side, conditions, behind_comma)
        result += [(line, [operand(tree, 1)]) for tree in leading]
        result.append((line, [operand(node, 1), *run[mark:]]))
    return result


def with_words(found: Sequence[tuple[int, list[Item]]]) -> list[tuple[int, list[Item]]]:
    r"""Put ``\text{for}`` in front of a condition in brackets, as in ``\frac{a}{a} = 1 \quad (a \ne 0)``.

    A comma or a wide space stands in front of it, and it ends its statement: no product and no argument.
    """
    result: list[tuple[int, list[Item]]] = []
    for line, run in found:
        at = next((k for k in range(len(run)) if _is_bracketed_condition(run, k)), None)
        if at is None:
            result.append((line, run))
            continue
        content = run[at].node.children[0]
        parts = content.children if content.kind == "list" else (content,)
        items = [operand(marked(Syn("text", "for ", (), (run[at].start, run[at].start)), p), 1) for p in parts]
        comma = Item("comma", "", run[at].start, run[at].start)
        listed = [item for k, own in enumerate(items) for item in ([comma, own] if k else [own])]
        result += [(line, _stripped(run[:at])), (line, [*listed, *run[at + 1 :]])]
    return result


def ends_conditions(trees: Statements, at: int) -> bool:
    r"""Return whether the conditions before a statement certainly end there, so that it may be a claim of its own.

    They end with the bracket around them, ``a^3 \ge 0 \quad (a \ge 0), \; b \ge a``, and at wide space behind a comma.
    """
    mark = _opening(trees[at - 1]) if at else None
    in_brackets = mark is not None and mark.kind == "text" and mark.span[0] == mark.span[1]  # a word that was put there
    return in_brackets or trees[at].span[0] in trees.apart


def _is_bracketed_condition(run: Sequence[Item], at: int) -> bool:
    node = run[at].node
    if run[at].kind != "operand" or (node.kind, node.value) != ("group", "(") or at == 0:
        return False
    content = node.children[0]
    parts = content.children if content.kind == "list" else (content,)
    if not parts or any(p.kind != "relation" or set(p.value.split()) - {*COMPARISONS, "in"} for p in parts):
        return False
    before, behind = run[at - 1], run[at + 1] if at + 1 < len(run) else None
    apart = before.kind == "comma" or (before.kind == "operand" and run[at].spaced == WIDE)
    ends = behind is None or behind.kind == "comma" or (behind.kind == "rel" and behind.value in ("implies", "iff"))
    return apart and ends and any(item.kind == "rel" for item in run[:at])


def _opens_condition(item: Item) -> bool:
    node = item.node
    if item.kind != "operand":
        return False
    if node.kind == "quantifier":
        return node.value == "forall" and not node.children
    return opening_word(node) in REMARKS


def _ends_quantifier(items: Sequence[Item]) -> bool:
    return any(item.node.kind == "quantifier" and item.node.children for item in items)


def _stripped(items: Sequence[Item]) -> list[Item]:
    """Items without commas at their end."""
    found = list(items)
    while found and found[-1].kind == "comma":
        found.pop()
    return found


def _governed(side: list[Item], conditions: Sequence[list[Item]], behind_comma: bool) -> tuple[list[Syn], Syn]:
    """Return what stands in front of a side, and the side with its conditions.

    Raises:
        NotSupported: It is not certain what these govern.
    """
    place = conditions[0][0].start
    *leading, said = fold_run(repeated(side))
    governing = [tree for items in conditions for tree in _with_marks(fold_run(repeated(_stripped(items))))]
    for tree in governing:
        check_reason(tree)
    word = opening_word(said)
    if word is not None and ((word == "if" and not leading) or connects(word)):
        said, word = _without_opening(said), None
    uncertain = word in OPENERS or any(item.kind == "rel" and item.node.kind == "relation" for item in side)
    uncertain |= any(tree.kind == "relation" and set(tree.value.split()) & LOGIC for tree in (said, *governing))
    uncertain |= behind_comma and not all(quantifies(tree) or opening_word(tree) == "for" for tree in governing)
    if uncertain:
        raise NotSupported("a condition in front of an implication: what it governs is not certain", place, HINT)
    return leading, Syn("quantified", BEHIND, (said, *governing), (said.span[0], governing[-1].span[1]))


def quantifies(tree: Syn) -> bool:
    r"""Return whether a condition is a universal quantifier, in words or as ``\forall``."""
    return prefix_of(tree) is not None or opening_word(tree) in FOR_ALL


def _with_marks(trees: list[Syn]) -> list[Syn]:
    r"""Repeat the word of a list: ``\text{for all } a > 0, b > 0`` binds both."""
    mark = _opening(trees[0])
    return [trees[0], *(tree if _opening(tree) is not None else marked(mark, tree) for tree in trees[1:])]


def _opening(tree: Syn) -> Syn | None:
    while tree.kind in ("list", "relation", "juxt") and tree.children:
        tree = tree.children[0]
    return tree if tree.kind in ("text", "quantifier") else None


def marked(mark: Syn | None, tree: Syn) -> Syn:
    """Put a word or a quantifier in front of a statement."""
    if tree.kind in ("relation", "list"):
        return Syn(tree.kind, tree.value, (marked(mark, tree.children[0]), *tree.children[1:]), tree.span)
    assert mark is not None
    return Syn("juxt", "", (mark, *(tree.children if tree.kind == "juxt" else (tree,))), tree.span)


def _without_opening(tree: Syn) -> Syn:
    """Remove the word at the left end."""
    first, *rest = tree.children
    if tree.kind == "juxt" and first.kind == "text":
        return rest[0] if len(rest) == 1 else Syn("juxt", "", tuple(rest), tree.span)
    return Syn(tree.kind, tree.value, (_without_opening(first), *rest), tree.span)


def fold_quantified(items: list[Item]) -> Syn | None:
    r"""Fold the statement of a bracket with its quantifiers: ``(\forall i : x_i = 0)``; None if there are none."""
    nodes = [item.node for item in items if item.kind == "operand"]
    if not any(n.kind == "quantifier" or (n.kind == "text" and spoken(n) in FOR_ALL) for n in nodes):
        return None
    trees = [tree for _, run in with_governed_sides(runs(items)) for tree in fold_run(repeated(run))]
    if len(trees) == 1:
        return trees[0] if trees[0].kind == "relation" and trees[0].value in ("implies", "iff") else None
    return quantified(trees)


# Readings.


@about("relation implies", "relation iff", untouched=none)
def other_reaches(part: Syn, conditions: Sequence[Syn], scope: Scope) -> list[tuple[str, Syn, tuple[Syn, ...]]]:
    r"""Return the other readings of ``A \text{ if } c > 0 \implies B``: name, statement and what governs all of it.

    In the first reading the condition binds what it speaks of, as ``for all`` would.
    """
    while part.kind == "group" and len(part.children) == 1:
        part = part.children[0]
    sides = list(part.children) if part.kind == "relation" and set(part.value.split()) & {"implies", "iff"} else []
    if not any(_is_worded(side, scope) for side in sides):
        return []
    alone = [Syn("quantified", "", s.children, s.span) if _is_worded(s, scope) else s for s in sides]
    whole = [s.children[0] if _is_worded(s, scope) else s for s in sides]
    moved = tuple(c for s in sides if _is_worded(s, scope) for c in s.children[1:])
    _, own, all_of_it = READINGS_BEHIND
    return [
        (own, Syn("relation", part.value, tuple(alone), part.span), tuple(conditions)),
        (all_of_it, Syn("relation", part.value, tuple(whole), part.span), (*conditions, *moved)),
    ]


def _is_worded(side: Syn, scope: Scope) -> bool:
    """Return whether a side has conditions behind it that need not quantify."""
    if (side.kind, side.value) != ("quantified", BEHIND):
        return False
    return not all(quantifies(c) or _is_for_indices(c, scope) for c in side.children[1:])


def _is_for_indices(condition: Syn, scope: Scope) -> bool:
    plain = without_word(condition) if opening_word(condition) == "for" else None
    return plain is not None and (of_indices(plain, scope) or as_range(condition, scope) is not None)


def as_for_all(condition: Syn) -> Syn:
    r"""Return ``\text{for all } x \ne 0`` for a comparison behind another word."""
    text = opening_text(condition)
    if text is None or condition.kind != "relation" or any(w not in COMPARISONS for w in condition.value.split()):
        return condition
    return _with_text(condition, Syn("text", FOR_ALL[0], (), text.span))


def _with_text(tree: Syn, text: Syn) -> Syn:
    if tree.kind == "text":
        return text
    return Syn(tree.kind, tree.value, (_with_text(tree.children[0], text), *tree.children[1:]), tree.span)
