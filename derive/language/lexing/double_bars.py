r"""The double bar of a divergence, ``\mathrm{KL}(p \| q)`` or ``D_{\mathrm{KL}}(p \,\|\, q)``, opens no norm: in the text it becomes a comma."""

from __future__ import annotations

import re

DIVERGENCE = "KL"
"""The letters in front of the bracket."""
_STYLE = r"(?:\\(?:mathrm|mathsf|text|mathit|operatorname\*?)\s*)?"
_NAME = re.compile(
    rf"(D\s*_\s*\{{\s*)?{_STYLE}(\{{\s*)?{DIVERGENCE}\s*((?:\}}\s*)*)(?:\\!\s*|\\,\s*)*(?:\\(?:left|[bB]igg?l?)\s*)?([(\[])"
)
_BAR = re.compile(r"(?:\\(?:middle|[bB]igg?[lrm]?)\s*)?(?:\\\||\\Vert\b|\\parallel\b|\|\|)")
_CLOSING = {"(": ")", "[": "]"}


def without_bars(text: str) -> str:
    """Return a text in which a comma stands for the double bar of a divergence; every other character keeps its place."""
    for found in list(_NAME.finditer(text)):
        end = _end(text, found.end() - 1)
        bars = [bar for bar in _BAR.finditer(text, found.end(), end)] if end > 0 else []
        if len(bars) != 1:
            continue
        (bar,) = bars
        text = f"{text[: bar.start()]},{' ' * (len(bar[0]) - 1)}{text[bar.end() :]}"
        if found[1]:  # D_{...}: the name is what stands below
            last = text.rindex("}", 0, found.end())
            text = text[: found.start(1)] + " " * len(found[1]) + text[found.end(1) : last] + " " + text[last + 1 :]
    return text


def _end(text: str, start: int) -> int:
    """Where the bracket closes that opens at a place, -1 if it does not."""
    depth = 0
    for k in range(start, len(text)):
        depth += (text[k] in "([{") - (text[k] in ")]}")
        if depth == 0:
            return k if text[k] == _CLOSING[text[start]] else -1
    return -1


__all__ = ["DIVERGENCE", "without_bars"]
