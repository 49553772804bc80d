"""Headings of a paper file, and lines that a person takes for one although they are none."""

from __future__ import annotations

import re
import unicodedata

from proofs.reading.option_lines import plain_letters

ID = r"[A-Za-z0-9][\w.\-]*"
HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
CLAIM = re.compile(rf"({ID}):(?:\s+(.*))?$")
UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_ANY_LINE_END = re.compile(r"[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_MARKS = r"(?:\s|[>|+*\-\u2022\u2013\u2014\\]|\d+[.)]\s|<h[1-6]\b[^>]*>)*"
_MEANT = re.compile(rf"{_MARKS}#{{2,}}\s*[*_`\[]*({ID})[*_`]*:(?:\s|$)")
_TAGGED = re.compile(r"\s*<h([1-6])\b[^>]*>\s*(.*?)\s*(?:</h[1-6]>\s*)?$", re.IGNORECASE)
_BOLD = re.compile(
    rf"\s*(?:\*{{1,3}}|_{{1,3}}|<(?:b|strong)>)\s*({ID})\s*:\s*[^*]*(?:\*{{1,3}}|_{{1,3}}|</(?:b|strong)>)\s*$"
)
_LEADING_ID = re.compile(rf"\s*(?:\*{{1,3}}|_{{1,3}}|<(?:b|strong)>)\s*({ID})\s*:\s*(?:\*{{1,3}}|_{{1,3}}|</)")


def visible(text: str) -> str:
    r"""Return a text as it looks: common letters, no zero-width characters.

    Examples:
        >>> visible("\u200b## b: t")
        '## b: t'

    """
    return "".join(char for char in plain_letters(text) if unicodedata.category(char) != "Cf")


def shown_lines(line: str) -> list[str]:
    """Return the lines that other programs may show for one line: some take a form feed or U+2028 for a line end."""
    return _ANY_LINE_END.split(line)


def meant_heading(line: str) -> bool:
    """True for a line with the `##` and the `id:` of a claim that is no heading in Markdown.

    Examples:
        >>> meant_heading("> ## b: title"), meant_heading("####### b: title"), meant_heading("- text")
        (True, True, False)

    """
    return bool(_MEANT.match(visible(line)))


def tagged_heading(line: str) -> tuple[int, str] | None:
    """Return level and text of a heading that is written in HTML.

    Examples:
        >>> tagged_heading("<h2>b: title</h2>")
        (2, 'b: title')

    """
    match = _TAGGED.match(visible(line))
    return (int(match[1]), match[2]) if match else None


def bold_heading(line: str) -> bool:
    """True for a line in bold type that reads like the heading of a claim; `**Note:** and text` is none.

    Examples:
        >>> bold_heading("**thm-2: title**"), bold_heading("**thm-2:** title"), bold_heading("**Note:** a word")
        (True, True, False)

    """
    text = visible(line)
    leading = _LEADING_ID.match(text)
    return bool(_BOLD.match(text)) or bool(leading and re.search(r"[\d_.\-]", leading[1]))


def is_underlined(line: str, following: str) -> bool:
    """True for a heading written as a line of text with a line of = or - below it."""
    text = bool(line.strip()) and not re.match(r" {4}|\s*([-*+>|]|\d+[.)])", line)
    return text and bool(UNDERLINE.match(following))


def no_heading(line: str) -> str:
    """Return the message for a line that was meant as the heading of a claim."""
    return f"`{line.strip()}` is no heading in Markdown; write `## id: title` at the start of the line"
