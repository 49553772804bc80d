r"""Letters that a comparison makes indices: ``k \le n``, ``1 \le k \le \min(m, n)``.

Such a letter is one index of the statement, as a subscript and as a number. What is compared with numbers alone
(``c \ge 1``) is a real number, unless it stands as a subscript somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive.errors import DeriveError, NotSupported
from derive.language.tree.names import Key, bare, base_key, whole_key
from derive.language.tree.numerals import written_number
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

LETTERS = (*"ijklmpqrs", "ell")
"""Letters that papers use for integers."""
HINT = r"say what it is: {0} \in \{{1, \dots, n\}}, or {0} \in \mathbb{{R}}"


def is_counted(r: Reader, part: Syn, relation: Syn, key: Key, place: int | None) -> bool:
    """Return whether a letter that a comparison binds is an index.

    Raises:
        NotSupported: It may be an integer or a real number.
    """
    if as_subscript(part, key):
        return True
    bounds = [bound for _, _, bound in _bounds(relation, key)]
    sized = any(_has_size(r, bound) for bound in bounds)
    if sized and key.plain in LETTERS:
        return True
    numbers = bool(bounds) and all(written_number(bound) is not None for bound in bounds)
    if sized or (numbers and key.plain in (*"ijkln", "ell")):
        name = key.plain if len(key.plain) == 1 else f"\\{key.plain}"
        raise NotSupported(f"{name} may be an integer or a real number here", place, HINT.format(name))
    return False


def as_subscript(part: Syn, key: Key) -> bool:
    """Return whether a letter stands in a subscript of a statement as an index; that of a norm is none."""
    return any(
        node.kind == "script"
        and not (node.children[0].kind == "group" and node.children[0].value == "||")
        and any(n.kind == "name" and base_key(n) == key for _, n in node.children[1].walk())
        for _, node in part.walk()
    )


def limits(r: Reader, relations: Sequence[Syn], key: Key) -> tuple[Size | None, Size | None, bool]:
    """Return the least and the largest value that comparisons state, and whether they state nothing else."""
    low: Size | None = None
    high: Size | None = None
    said = 0
    for below, strict, bound in (b for relation in relations for b in _bounds(relation, key)):
        size = _size(r, bound)
        if size is None or (low if below else high) is not None:
            continue
        said += 1
        if below:
            low = size + int(strict)
        else:
            high = size - int(strict)
    alone = all(side.kind != "list" for relation in relations for side in relation.children)
    return low, high, alone and said == sum(len(relation.value.split()) for relation in relations)


def taken_apart(relation: Syn) -> list[Syn]:
    r"""Return ``k \le m`` and ``k \le n`` for ``k \le \min(m, n)``; other comparisons as they are."""
    words = relation.value.split()
    if not any(_extremes(side) for side in relation.children):
        return [relation]
    found: list[Syn] = []
    for word, *pair in zip(words, relation.children, relation.children[1:], strict=False):
        rising = word in ("<=", "<")
        for k, side in enumerate(pair):
            extremes = _extremes(side)
            if extremes is not None and extremes[0] == ("min" if (k == 1) == rising else "max"):
                found += [_compared(word, pair, k, part) for part in extremes[1]]
                break
        else:
            found.append(Syn("relation", word, tuple(pair), relation.span))
    return found


def _compared(word: str, pair: Sequence[Syn], place: int, part: Syn) -> Syn:
    sides = (pair[0], part) if place else (part, pair[1])
    return Syn("relation", word, sides, pair[0].span)


def _extremes(side: Syn) -> tuple[str, Sequence[Syn]] | None:
    r"""Read ``\min(m, n)`` or ``\min\{m, n\}``."""
    side = bare(side)
    if side.kind == "bigop" and side.value in ("min", "max") and all(c.kind == "empty" for c in side.children[:2]):
        inner = bare(side.children[2])
        listed = inner.children[0] if inner.kind == "group" and inner.value in ("(", "set") else inner
        return (side.value, listed.children) if listed.kind == "list" else None
    return None


def _bounds(relation: Syn, key: Key) -> Iterator[tuple[bool, bool, Syn]]:
    """The sides that a letter is compared with: whether they stand below it, strictly or not."""
    for word, left, right in zip(relation.value.split(), relation.children, relation.children[1:], strict=False):
        if word not in ("<=", "<", ">=", ">"):
            continue
        for side, other, rising in ((right, left, True), (left, right, False)):
            names = side.children if side.kind == "list" else (side,)
            if any(whole_key(name) == key for name in names):
                yield rising == (word in ("<=", "<")), word in ("<", ">"), other


def _size(r: Reader, syn: Syn) -> Size | None:
    try:
        return r.indices.expression(syn, free=False)
    except DeriveError:
        return None


def _has_size(r: Reader, syn: Syn) -> bool:
    extremes = _extremes(syn)
    if extremes is not None:
        return all(_has_size(r, part) for part in extremes[1])
    size = _size(r, syn)
    return size is not None and bool(size.names)


__all__ = ["as_subscript", "is_counted", "limits", "taken_apart"]
