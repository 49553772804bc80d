r"""Which letters a condition under an operator binds: both of ``\sum_{i < j}``, the first of ``\sum_{j \ne i}``.

A letter that the statement uses outside of the operator is not bound by it. Where nothing else uses the letters, their order
tells: a sum over pairs is written in the order of the alphabet, ``\sum_{i \ne j}``; ``\sum_{j \ne i}`` is a sum over j for a
given i, but some authors mean the pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from derive.errors import NotSupported, SyntaxProblem
from derive.language.terms.readings import OVER_PAIRS
from derive.language.tree.names import base_key, whole_key
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def bound_letters(r: Reader, condition: Syn, body: Syn) -> list[str]:
    r"""Return the letters that a condition such as ``i < j`` binds: those that stand for nothing else.

    Raises:
        SyntaxProblem: None does. NotSupported: It is not certain which do.
    """
    letters, declared = _letters(r, condition)
    used = {key.plain for _, node in body.walk() if (key := base_key(node)) is not None}
    new = [letter for letter in letters if letter not in declared]
    if new:  # A declared index that nothing under the operator speaks of is a number: \sum_{i < k} x_i.
        letters = [letter for letter in letters if letter in new or letter in used]
    if not letters:
        raise SyntaxProblem("no index is bound here")
    if len(letters) == 1:
        return letters
    inner = [letter for letter in letters if letter not in r.outside]
    if len(new) == 1 and new[0] not in inner:
        inner = new
    if len(inner) > 1 and _stops(condition, used.intersection(inner)):
        return [letter for letter in inner if letter in used]
    if not inner or (len(inner) > 1 and not used.issuperset(inner)):
        raise NotSupported(
            "an operator of which it is not certain which letter it binds",
            r.at(condition),
            "say the range of each index: \\sum_{j \\in \\{1, \\dots, n\\}}",
        )
    alone = bound_alone(condition, inner, declared)
    return inner if alone is None or r.chooses(OVER_PAIRS) else [alone]


def _stops(condition: Syn, used: Collection[str]) -> bool:
    r"""Return whether a condition says where the only letter that the body speaks of stops, as in ``\sum_{j \le i} a_j``."""
    if condition.value not in ("<", "<=") or len(used) != 1:
        return False
    key = base_key(condition.children[0])
    return key is not None and key.plain in used and whole_key(condition.children[1]) is not None


def _letters(r: Reader, condition: Syn) -> tuple[list[str], set[str]]:
    """The letters of a condition that may be bound by it, in order, and which of them are declared as indices."""
    letters: list[str] = []
    declared: set[str] = set()
    for _, node in condition.walk():
        key = base_key(node)
        if key is None or node.kind != "name" or r.indices.find_bound(key.plain) is not None:
            continue
        symbol = r.scope.find(key)
        if symbol is None or symbol.kind == "index":
            letters.append(key.plain)
            declared |= set() if symbol is None else {key.plain}
    return list(dict.fromkeys(letters)), declared


def bound_alone(condition: Syn, letters: Sequence[str], declared: Collection[str]) -> str | None:
    r"""Return the letter that may be the only bound one, as j in ``j \ne i``, in ``1 \le j < i`` and in ``i < j \le n``."""
    if len(letters) < 2:
        return None
    keys = [whole_key(side) for side in condition.children]
    sides = [key.plain if key is not None and key.plain in letters else None for key in keys]
    ordered = list(letters) == sorted(letters)
    if len(sides) == 3 and "!=" not in condition.value and sides[1] is not None:
        low, _, high = sides
        return sides[1] if not ordered or (low is not None and high is None) else None
    given = set(letters) - {sides[0]} <= set(declared) and sides[0] not in declared
    return sides[0] if not ordered or given else None


def without_conditions(sub: Syn) -> tuple[Syn, tuple[Syn, ...]]:
    r"""Split ``i = 1, i \ne j`` into what binds the indices and the conditions on them; all of it binds where nothing else does."""
    if sub.kind != "list" or sub.value not in (",", ";"):
        return sub, ()
    parts = sub.children
    if all(map(_restricts, parts)) and len({whole_key(part.children[0]) for part in parts} - {None}) == 1:
        return parts[0], parts[1:]  # of one letter: s \ne i, s \ne j
    end = next((k for k, part in enumerate(parts) if _restricts(part)), len(parts))
    while end < len(parts) and not all(map(_restricts, parts[end:])):
        end += 1
    head, conditions = parts[:end], parts[end:]
    if not head or not conditions:
        return sub, ()
    return (head[0] if len(head) == 1 else Syn("list", sub.value, head, sub.span)), conditions


def _restricts(part: Syn) -> bool:
    return part.kind == "relation" and part.value in ("!=", "<", ">", "<=", ">=")


def check_condition_letters(r: Reader, conditions: Sequence[Syn]) -> None:
    r"""Refuse conditions that would bind a letter: the j of ``\sum_{i = 1, j < i}^n``, which nothing outside speaks of.

    Raises:
        NotSupported: There is one.
    """
    for condition in conditions:
        letters, declared = _letters(r, condition)
        if any(letter not in declared and letter not in r.outside for letter in letters):
            raise NotSupported(
                "an operator of which it is not certain which letter it binds",
                r.at(condition),
                "say the range of each index: \\sum_{i=1}^n \\sum_{j=1}^{i-1}",
            )
