r"""What a text abbreviates: "we abbreviate $J(W, b; x, y)$ to $J$", "we write $f$ for $f(x)$".

From there to the end of its section the short form and the long one are the same; displays are read with the short one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FORMULA = r"\$\s*(?P<{}>[^$]{{1,80}}?)\s*\$"
_SHORTENS = re.compile(
    rf"\babbreviat\w*\s+{_FORMULA.format('long')}\s+(?:to|as|by|with)\s+{_FORMULA.format('short')}"
    rf"|\b(?:write|use)\s+{_FORMULA.format('brief')}\s+(?:for|instead\s+of|in\s+place\s+of)\s+{_FORMULA.format('full')}",
    re.IGNORECASE,
)
_SECTION = re.compile(r"\\(?:sub)*section\b")
_CALL = re.compile(r"(?P<name>[^()]+?)\s*\((?P<arguments>[^()]*)\)")


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A function with its arguments for which a text writes its name alone, and where it does."""

    pattern: re.Pattern[str]
    short: str
    start: int
    end: int


def abbreviations(text: str) -> list[Abbreviation]:
    r"""Return what a text abbreviates: calls of a function for which its name stands.

    Examples:
        >>> one, = abbreviations(r"where we have abbreviated $J(W,b; x)$ to $J$.")
        >>> one.pattern.sub(one.short, r"\partial J(W, b;x) = J(W,b)")
        '\\partial J = J(W,b)'

    """
    found: list[Abbreviation] = []
    for match in _SHORTENS.finditer(text):
        call = _CALL.fullmatch((match["long"] or match["full"] or "").strip())
        short = (match["short"] or match["brief"] or "").strip()
        if call is None or call["name"].strip() != short:
            continue
        words = re.findall(r"\\[A-Za-z]+|[^\s\\]", f"{short}({call['arguments']})")
        pattern = re.compile((r"(?<![A-Za-z\\])" if short[0].isalpha() else "") + r"\s*".join(map(re.escape, words)))
        section = _SECTION.search(text, match.end())
        start = max((m.start() for m in _SECTION.finditer(text, 0, match.start())), default=0)
        found.append(Abbreviation(pattern, short, start, section.start() if section else len(text)))
    return found


def abbreviated(formula: str, position: int, known: list[Abbreviation]) -> str:
    """Return a formula with the short forms that are in force where it stands; what defines a function keeps its arguments."""
    for one in known:
        if one.start <= position <= one.end and not re.match(rf"\s*{one.pattern.pattern}\s*&?\s*(?:=|:=)", formula):
            formula = one.pattern.sub(lambda _, short=one.short: short, formula)
    return formula


__all__ = ["Abbreviation", "abbreviated", "abbreviations"]
