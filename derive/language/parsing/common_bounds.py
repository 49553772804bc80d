r"""Bounds that a list shares: ``0 \le a, b \le 1`` says ``0 \le a \le 1`` and ``0 \le b \le 1``, whatever its comma seems to cut.

The bounds are shared where they are numbers on the left and an expression without the listed names on the right. Two
statements stand there where an end is listed, too (``a \le c, b \le c``), where a number is listed (``a \ge 0, b \ge 0``),
or where both begin and end alike (``\|A\| \le a, \|B\| \le b``). What may be either, as ``a \le b, c \le d``, is refused if the
space behind the comma does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import SyntaxProblem
from derive.language.lexing.spacing import WIDE, WORD
from derive.language.lexing.vocabulary import LOGIC
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

DIRECTIONS = (
    frozenset({"<=", "<"}),
    frozenset({">=", ">"}),
    frozenset({"preceq", "prec"}),
    frozenset({"succeq", "succ"}),
)
ARITHMETIC = ("num", "name", "script", "add", "juxt", "frac", "group", "infix", "empty")


@about(*(f"relation {word}" for words in DIRECTIONS for word in sorted(words)), untouched=nothing)
def common_bounds(trees: Sequence[Syn], index: int, apart: Sequence[int], inside: bool) -> tuple[list[Syn], int] | None:
    """Return the chains of every item of the list that begins in a tree, and where what comes behind it begins.

    Args:
        trees: The parts of a comma list.
        index: Which of them is looked at.
        apart: The space between each and the comma before it (`derive.language.lexing.spacing`).
        inside: Whether the list stands in brackets or below an operator, where conditions are listed.

    Raises:
        SyntaxProblem: It may be such a list, or two statements.
    """
    end = index + 1
    while end < len(trees) and trees[end].kind not in ("relation", "not", "dots"):
        end += 1
    if end == len(trees) or max(apart[index + 1 : end + 1]) >= WIDE:
        return None
    left, right = _last(trees[index]), _first(trees[end])
    if left is None or right is None or not _same_direction(left, right):
        return None
    head, low = _split_head(left.children[0])
    _, last = _split_head(right.children[0], like=head)
    items, high = [left.children[-1], *trees[index + 1 : end], last], right.children[-1]
    if _are_two(low, items, high):
        return None
    short = len(left.children) == len(right.children) == 2
    spaced = not inside and max(apart[index + 1 : end + 1]) >= WORD
    common = short and _are_common(low, items, high)
    if spaced or not common:
        if inside or (not common and (spaced or _begin_alike(low, items))):
            return None
        raise SyntaxProblem(
            "It is not certain whether this comma ends a statement or lists what both bounds are meant for.",
            trees[end].span[0],
            "write a chain for each item, 0 \\le a \\le 1, or put \\quad behind the comma between two statements",
        )
    words = f"{left.value} {right.value}"
    chains = [_chain(words, _with_head(head, low), item, high, left.span) for item in items]
    if left is trees[index] and right is trees[end]:
        return chains, end + 1
    both = Syn("relation", " ".join("and" for _ in chains[1:]), tuple(chains), (left.span[0], right.span[1]))
    if left is trees[index]:
        return [_put(trees[end], right, both)], end + 1
    if right is trees[end]:
        return [_put(trees[index], left, both)], end + 1
    return None


def _chain(words: str, low: Syn, item: Syn, high: Syn, span: tuple[int, int]) -> Syn:
    return Syn("relation", words, (low, item, high), span)


# Where the list is.


def _last(tree: Syn) -> Syn | None:
    """The inequality that a statement ends with."""
    while tree.kind == "relation" and set(tree.value.split()) <= LOGIC:
        tree = tree.children[-1]
    return tree if _is_order(tree) else None


def _first(tree: Syn) -> Syn | None:
    """The inequality that a statement begins with."""
    while tree.kind == "relation" and set(tree.value.split()) <= LOGIC:
        tree = tree.children[0]
    return tree if _is_order(tree) else None


def _is_order(tree: Syn) -> bool:
    orders = tree.kind == "relation" and any(set(tree.value.split()) <= words for words in DIRECTIONS)
    return orders and all(side.kind not in ("empty", "list") for side in tree.children)


def _same_direction(left: Syn, right: Syn) -> bool:
    words = set(left.value.split()) | set(right.value.split())
    return any(words <= direction for direction in DIRECTIONS)


def _put(tree: Syn, old: Syn, new: Syn) -> Syn:
    """Return a logical statement with another part in place of its first or last one."""
    if tree is old:
        return new
    return Syn(tree.kind, tree.value, tuple(_put(c, old, new) for c in tree.children), tree.span)


def _split_head(side: Syn, like: Syn | None = None) -> tuple[Syn | None, Syn]:
    r"""Split ``\text{for all } 1`` and ``\forall 0`` into the word and what stands behind it."""
    first = side.children[0] if side.kind == "juxt" else None
    if first is None or first.kind not in ("text", "quantifier"):
        return None, side
    if like is not None and (first.kind, first.value) != (like.kind, like.value):
        return None, side
    rest = side.children[1:]
    return first, rest[0] if len(rest) == 1 else Syn("juxt", side.value, rest, side.span)


def _with_head(head: Syn | None, low: Syn) -> Syn:
    return low if head is None else Syn("juxt", "", (head, low), (head.span[0], low.span[1]))


# What the comma separates.


def _are_two(low: Syn, items: Sequence[Syn], high: Syn) -> bool:
    """Two statements for certain: a number is listed, or an end of one is an end of the other, too."""
    first, last = items[0], items[-1]
    alike = low.same(high) or first.same(last) or any(low.same(item) or high.same(item) for item in items)
    listed = frozenset[str]().union(*map(_names, items))
    depends = bool(listed & _names(low)) and not listed & _names(high)
    return alike or depends or _is_number(first) or _is_number(last)


def _are_common(low: Syn, items: Sequence[Syn], high: Syn) -> bool:
    names = frozenset[str]().union(*map(_names, items))
    plain = all(node.kind in ARITHMETIC for _, node in high.walk())
    return _is_number(low) and plain and not names & _names(high)


def _begin_alike(low: Syn, items: Sequence[Syn]) -> bool:
    r"""Two statements of one form: ``\|A\| \le a, \|B\| \le b``."""
    return _form(low) == _form(items[-1]) != _form(items[0])


def _form(syn: Syn) -> tuple[str, str]:
    while syn.kind in ("script", "prime"):
        syn = syn.children[0]
    return (syn.kind, syn.value if syn.kind == "group" else "")


def _names(syn: Syn) -> frozenset[str]:
    return frozenset(node.value for _, node in syn.walk() if node.kind == "name" and node.value != ":infty")


def _is_number(syn: Syn) -> bool:
    return all(node.kind in ARITHMETIC for _, node in syn.walk()) and not _names(syn)


__all__ = ["common_bounds"]
