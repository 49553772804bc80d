"""Two formulas compared: their LaTeX word by word, and their MathML symbol by symbol."""

from __future__ import annotations

import difflib
import re

from proofs.report.html import Html, element

_WORD = re.compile(r"\\(?:math|operatorname)[a-z]*\{\w+\}|\\[A-Za-z]+|\\.|[A-Za-z0-9]+|\s+|.", re.DOTALL)
_LEAF = re.compile(r"<(mi|mo|mn|mtext)([^>]*)>([^<]*)</\1>")


def inline_difference(old: str, new: str) -> Html:
    """Return the new text with what was inserted and deleted marked."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    parts: list[object] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            parts.append("".join(before[a:b]))
            continue
        parts.append(element("del", "".join(before[a:b])) if a < b else None)
        parts.append(element("ins", "".join(after[c:d])) if c < d else None)
    return element("pre", element("code", *parts), cls="source diff", tabindex="0")


def marked_formulas(old: Html, new: Html) -> tuple[Html, Html]:
    """Return two MathML formulas in which the symbols that only one of them has carry the classes del and ins."""
    before, after = ([m[0] for m in _LEAF.finditer(text)] for text in (old, new))
    gone: set[int] = set()
    added: set[int] = set()
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            gone.update(range(a, b))
            added.update(range(c, d))
    return _marked(old, gone, "del"), _marked(new, added, "ins")


def _marked(markup: Html, chosen: set[int], name: str) -> Html:
    count = -1

    def mark(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        tag, attributes, text = match.groups()
        return f'<{tag}{attributes} class="{name}">{text}</{tag}>' if count in chosen else match[0]

    return Html(_LEAF.sub(mark, markup))
