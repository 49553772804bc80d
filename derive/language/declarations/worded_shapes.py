r"""Shapes in words: ``A \text{ is an } m \times n \text{ matrix}``, ``x \text{ is a vector in } \mathbb{R}^n``.

They become the declarations that they are; properties among the words stay words behind them (`with_properties`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.language.declarations.assume import strip_text
from derive.language.declarations.properties import names_of, split_words
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, listed
from derive.language.tree.words import opening_text, spoken

Placed = tuple[Syn, int]
_VERB = r"(?:is|are|be|denotes?)(?: (?:an?|the|both|all|some|any|given|fixed))?"
_NOUN = {"matrix": r"matri(?:x|ces)", "vector": r"(?:column )?vectors?"}
_SIZE = r"(?: (?:of|with) (?:size|sizes|shape|order|dimensions?|length))"
_RANGE = re.compile(r"^-? ?dimensional |^-")


@about("text", untouched=listed)
def with_worded_shapes(trees: Sequence[Placed]) -> list[Placed]:
    """Put declarations for the words that tell the shapes of the names in front of them."""
    found: list[Placed] = []
    at = 0
    while at < len(trees):
        tree, line = trees[at]
        following = trees[at + 1][0] if at + 1 < len(trees) and trees[at + 1][1] == line else None
        behind = following if following is not None and following.kind == "text" else None
        told = _told(tree, "" if behind is None else spoken(behind))
        names = _names(found, line) if told is not None else []
        if told is None or not names:
            found.append((tree, line))
            at += 1
            continue
        domain, phrases, taken = told
        del found[len(found) - len(names) :]
        named = [name for group in names for name in group]
        left = named[0] if len(named) == 1 else Syn("list", ",", tuple(named), named[0].span)
        found.append((Syn("relation", "in", (left, domain), (named[0].span[0], tree.span[1])), line))
        if phrases:
            said = ("are " if len(named) > 1 else "is ") + " and ".join(phrases)
            found.append((Syn("text", said, (), tree.span), line))
        at += 2 if taken else 1
    return found


def _names(found: Sequence[Placed], line: int) -> list[list[Syn]]:
    """The names on their own at the end of a line, each with those of its list."""
    groups: list[list[Syn]] = []
    for tree, place in reversed(found):
        names = names_of(tree) if place == line and tree.kind != "relation" else []
        if not names:
            break
        groups.insert(0, names)
    return groups


def _told(tree: Syn, behind: str) -> tuple[Syn, list[str], bool] | None:
    """The set that words tell, the properties among them, and whether the text behind them is part of it."""
    text, rest = opening_text(tree), strip_text(tree)
    if text is None or rest is None or tree.kind == "text":
        return None
    words = " ".join(spoken(text).replace("-", " ").split())
    if _is_set(rest):
        phrases = _phrases(words, rf"(?:{_NOUN['vector']}|{_NOUN['matrix']}|element|point) (?:in|of|from)")
        return None if phrases is None else (rest, phrases, False)
    pair = rest.children if (rest.kind, rest.value) == ("infix", "times") else None
    kind = "vector" if pair is None else "matrix"
    sized = _phrases(words, rf"{_NOUN[kind]}{_SIZE}")
    if sized is not None:
        return _space(pair or (rest,)), sized, False
    square = _phrases(words, rf"square {_NOUN['matrix']}{_SIZE}") if pair is None else None
    if square is not None:
        return _space((rest, rest)), square, False
    front, last = _phrases(words, ""), _RANGE.sub("", behind, count=1)
    if front is None or (pair is None and last == behind):
        return None
    back, left = split_words(last)
    if left or not re.search(rf"\b{_NOUN[kind]}\b", last) or (kind == "matrix" and "vector" in last):
        return None
    return _space(pair or (rest,)), [*front, *back], True


def _phrases(words: str, end: str) -> list[str] | None:
    """The properties between a verb and the given end of some words; None if the words say anything else."""
    match = re.fullmatch(rf"{_VERB}(?P<said>.*?)(?:{' ' if end else ''}{end})", words)
    if match is None:
        return None
    phrases, left = split_words(match["said"])
    return None if left else phrases


def _is_set(node: Syn) -> bool:
    base = node.children[0] if node.kind == "script" else node
    return (base.kind, base.value) == ("name", "bb:R") and node.kind == "script"


def _space(sizes: Sequence[Syn]) -> Syn:
    span = (sizes[0].span[0], sizes[-1].span[1])
    power = sizes[0] if len(sizes) == 1 else Syn("infix", "times", tuple(sizes), span)
    return Syn("script", "", (Syn("name", "bb:R", (), span), Syn("empty"), power), span)


__all__ = ["with_worded_shapes"]
