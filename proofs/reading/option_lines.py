r"""Lines of a paper file that are options or math fences, and those that were meant to be: refused, never prose."""

from __future__ import annotations

import difflib
import re
import unicodedata

from derive.language.lexing.unicode import LOOKALIKES
from proofs.reading.header import CHOICES, CLAIM_OPTIONS, EXPECTABLE, SETTING_KEYS, BadValue, read_uses, unknown
from proofs.reading.paper import RELATIONS

KNOWN = (*CLAIM_OPTIONS, *SETTING_KEYS)
OPTION = re.compile(r"[ \t]*([A-Za-z][A-Za-z_-]*)[ \t]*:(?:[ \t]+(.*?))?[ \t]*$")
_CLOSE = re.compile(rf"[ \t]*({'|'.join(KNOWN)})[ \t]*:[ \t]*(.*?)[ \t]*$")
_MARKS = re.compile(r"[\s>*_`|+\-\u2022\u2013\u2014]*(?:\d+[.)]\s+)?[\s*_`]*")
_NEARLY = re.compile(r"([a-z]+(?:[ _-][a-z]+)?)[\s*_`]*([:=])[\s*_`]*(.*?)[\s*_`|]*$", re.IGNORECASE)
_MARKED_FENCE = re.compile(r"\s*(?:>|[-*+][ \t]|\d+[.)][ \t])[\s>*+-]*(?:`{3,}|~{3,})[ \t]*([^`]*?)[ \t]*$")
_OTHER_LANGUAGES = ("matlab", "mathematica", "wolfram", "go", "git")


def plain_letters(text: str) -> str:
    """Return a text with the Latin letters that its letters look like."""
    return "".join(LOOKALIKES.get(char, char) for char in unicodedata.normalize("NFKC", text))


def option_of(line: str) -> tuple[str, str] | None:
    """Return key and value of an option line; of a known key the blank behind the colon may be missing.

    Examples:
        >>> option_of("norm:frobenius")
        ('norm', 'frobenius')

    """
    match = OPTION.match(line) or _CLOSE.match(line)
    return (match[1], (match[2] or "").strip()) if match else None


def meant_option(line: str) -> tuple[str, str] | None:
    """Return the known key and the value of a line that was probably meant to be an option line.

    Examples:
        >>> meant_option("- **norm**: frobenius")
        ('norm', 'frobenius')

    """
    text = plain_letters(line)
    marks = _MARKS.match(text)
    match = _NEARLY.match(text, marks.end() if marks else 0)
    if match is None:
        return None
    key = re.sub(r"[ _]", "-", match[1].lower())
    if key not in KNOWN or (match[2] == "=" and not _takes(key, match[3])):
        return None
    return key, match[3]


def strays(line: str, *, opens: bool = False) -> tuple[str, str] | None:
    """Return key and value of a line that reads as an option with a value of its key: away from its heading, too.

    Args:
        line: A line of prose.
        opens: It is the first of a paragraph that stands between the heading of a claim and its formula.

    Examples:
        >>> strays("uses: thm-1, thm-2"), strays("uses: the chain rule"), strays("expects: refuted")
        (('uses', 'thm-1, thm-2'), None, ('expect', 'refuted'))

    """
    found = meant_option(line) or _nearly_option(line)
    if found is None:
        return None
    key, value = found
    if key == "where":
        return found if opens and value and line.startswith("where:") else None
    if key in ("uses", "not-checkable"):
        colon = ":" in line.partition("=")[0]
        return found if colon and (key != "uses" or _are_ids(value)) else None
    return found if _takes(key, value) else None


def _nearly_option(line: str) -> tuple[str, str] | None:
    """A misspelled key with a value that tells which one was meant."""
    found = option_of(line)
    close = difflib.get_close_matches(found[0].lower(), (*CHOICES, "expect"), n=1, cutoff=0.7) if found else []
    return (close[0], found[1]) if found and close and _takes(close[0], found[1]) else None


def _takes(key: str, value: str) -> bool:
    """True for a value that only an option can have, also where it is misspelled."""
    values = CHOICES.get(key, {"expect": EXPECTABLE, "as": RELATIONS}.get(key, ()))
    if values:
        return bool(difflib.get_close_matches(value.lower(), values, n=1, cutoff=0.8))
    return key in ("small", "full", "macros") and value[:1] in "[{" and bool(value)


def _are_ids(value: str) -> bool:
    try:
        return bool(read_uses(value))
    except BadValue:
        return False


def misplaced(key: str, value: str) -> str:
    """Return what to write for a line that was meant as an option."""
    what = f"`{key}: {value}`".replace(": `", ":`") if value else f"`{key}: ...`"
    header = " (or, for the whole file, in its header)" if key in SETTING_KEYS else ""
    return (
        f"this line reads like the option `{key}` and would be prose; write {what}, with nothing in front of it, "
        f"directly below the heading of the claim{header}"
    )


def misnamed_fence(info: str) -> str:
    """Return what is wrong with the info of a code block that was probably meant as mathematics, or an empty text.

    Examples:
        >>> misnamed_fence("python")
        ''

    """
    words = plain_letters(info).lower().split()
    if not words or words[0] in _OTHER_LANGUAGES:
        return ""
    parts = re.findall(r"[a-z]+", words[0])
    meant = any(difflib.get_close_matches(part, ("math", "given"), n=1, cutoff=0.75) for part in parts)
    meant = meant or unknown("", words[0], ("math",)).endswith("`math`?")
    if not meant and not any(word == "given" or word.startswith("reading=") for word in words[1:]):
        return ""
    said = unknown("fence word", info.split(maxsplit=1)[0], ("math",))
    if not said.endswith("`math`?"):
        said = f"unknown fence word `{info.split(maxsplit=1)[0]}`"
    return f"{said.rstrip('?')}: write ```math given for hypotheses and declarations, ```math for a claim; blocks of other languages are not read"


def marked_fence(line: str) -> bool:
    """True for a line that opens a math block inside a quotation or a list."""
    match = _MARKED_FENCE.match(line)
    words = match[1].split() if match else []
    return bool(words) and (words[0] == "math" or bool(misnamed_fence(match[1] if match else "")))


def open_comment(line: str) -> bool:
    r"""True for a line in the middle of which a comment opens that does not end on it."""
    without_code = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)
    return "<!--" in re.sub(r"<!--.*?-->", "", without_code)


__all__ = [
    "KNOWN",
    "marked_fence",
    "meant_option",
    "misnamed_fence",
    "misplaced",
    "open_comment",
    "option_of",
    "plain_letters",
    "strays",
]
