r"""Names that move with a time that nothing declares: ``\tau \frac{dW}{dt} = A W`` beside ``W \in \mathbb{R}^{n \times n}``.

An equation of a given block for the derivative by a time says that W is a function of it: ``t \in \mathbb{R}, W(t) \in \mathbb{R}^{n \times n}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from derive.language.lexing.vocabulary import TIMES
from derive.language.tree.names import Key, bare, base_key, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed

REAL = Syn("name", "bb:R")
Placed = tuple[Syn, int]


@about("frac", untouched=listed)
def with_times(placed: Sequence[Placed], find: Callable[[Key], object]) -> list[Placed]:
    """Return the statements of a block with the time declared, and what moves with it as functions of it."""
    found = {pair for tree, _ in placed if tree.kind == "relation" and tree.value == "=" for pair in _moving(tree)}
    times = {time for time, _ in found}
    declared = [key for tree, _ in placed for name, _ in _declared(tree) if (key := whole_key(name)) is not None]
    if len(times) != 1 or any(Key("", t) in declared or find(Key("", t)) is not None for t in times):
        return list(placed)
    (time,) = times
    moving = {key for _, key in found if key in declared}
    made: list[Placed] = []
    for tree, line in placed:
        names = _declared(tree)
        moves = [name for name, _ in names if whole_key(name) in moving]
        if not moves:
            made.append((tree, line))
            continue
        still = tuple(name for name, _ in names if whole_key(name) not in moving)
        if still:
            left = still[0] if len(still) == 1 else Syn("list", ",", still, tree.span)
            made.append((replace(tree, children=(left, tree.children[1])), line))
        letter = Syn("name", f":{time}", (), tree.span)
        for name in moves:
            called = Syn("juxt", "", (name, Syn("group", "(", (letter,), tree.span)), tree.span)
            made.append((Syn("relation", "in", (called, names[0][1]), tree.span), line))
    if not moving:
        return list(placed)
    front = Syn("relation", "in", (Syn("name", f":{time}"), REAL), placed[0][0].span)
    return [(front, placed[0][1]), *made]


def _declared(tree: Syn) -> list[tuple[Syn, Syn]]:
    r"""The names of ``W, A \in S`` and ``W : \mathbb{R} \to S``, with S."""
    if tree.kind != "relation" or len(tree.children) != 2:
        return []
    left, right = tree.children
    if tree.value == "in":
        return [(bare(name), right) for name in (left.children if left.kind == "list" else (left,))]
    if tree.value == "to" and left.kind == "juxt" and len(left.children) == 3 and left.children[1].kind == "colon":
        return [(bare(left.children[0]), right)] if base_key(left.children[2]) == Key("bb", "R") else []
    return []


def _moving(tree: Syn) -> Iterator[tuple[str, Key]]:
    r"""The times and names of the ``\frac{dW}{dt}`` in a statement."""
    for node in tree.nodes():
        if node.kind != "frac" or len(node.children) != 2:
            continue
        top, bottom = bare(node.children[0]), bare(node.children[1])
        if not all(part.kind == "juxt" and len(part.children) == 2 and _is_d(part.children[0]) for part in (top, bottom)):
            continue
        time, key = base_key(bottom.children[1]), whole_key(top.children[1])
        if time is not None and time.plain in TIMES and bottom.children[1].kind == "name" and key is not None:
            yield time.plain, key


def _is_d(syn: Syn) -> bool:
    return base_key(syn) == Key("", "d") or (syn.kind, syn.value) == ("partial", "d")


__all__ = ["with_times"]
