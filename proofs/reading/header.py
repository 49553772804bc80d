"""Header keys and claim options of a paper file: which exist, what values they take, what was probably meant."""

from __future__ import annotations

import difflib
import importlib.util
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from derive.errors import DeriveError, SyntaxProblem
from derive.language.lexing.macros import NOTATION, check
from derive.language.parsing.notations import lines_of
from derive.language.scope.options import ALLOWED
from proofs.reading.paper import RELATIONS, VERDICTS, Settings

CHOICES: dict[str, tuple[str, ...]] = {key.replace("_", "-"): allowed for key, allowed in ALLOWED.items()}
TEXTS = ("title", "source")
SETTING_KEYS = (*CHOICES, "small", "full", "macros", "notation")
HEADER_KEYS = (*TEXTS, *SETTING_KEYS)
CLAIM_OPTIONS = ("where", "uses", "as", "expect", "not-checkable", "source", "proof")
AXIOM = "axiom"
"""The proof of a theorem of the base that follows from no other line of it."""
EXPECTABLE = tuple(v for v in VERDICTS if v != "error")
SIZE_NAME = re.compile(r"[A-Za-z\\][A-Za-z0-9_\\{}']*")
_ID = re.compile(r"[A-Za-z0-9][\w.\-]*(?::[A-Za-z0-9][\w.\-]*)?")


class BadValue(ValueError):
    """A header value or an option that cannot be used; the text says what is allowed."""


MOST_KNOWN = 12
"""Words that a message lists."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``, did you mean `x`?`` for the closest known word, or the list of what is known."""
    known = list(known)
    close = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    if close:
        return f", did you mean `{close[0]}`?"
    more = len(known) - MOST_KNOWN
    shown = ", ".join(known) if more <= 1 else f"{', '.join(known[:MOST_KNOWN])} and {more} more"
    return f"; known are {shown}" if known else ""


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """Return the message for an unknown word."""
    return f"unknown {what} `{word}`{did_you_mean(word, known)}"


def apply_setting(settings: Settings, key: str, value: Any) -> Settings:
    """Return settings with one key of the header set.

    Raises:
        BadValue: The value is not allowed for the key.

    """
    if key in CHOICES:
        if not isinstance(value, str) or value not in CHOICES[key]:
            raise BadValue(f"`{key}` is {value!r}; it can be {' or '.join(CHOICES[key])}")
        return replace(settings, **{key.replace("-", "_"): value})
    if key == "notation":
        return replace(settings, macros=(*settings.commands, *_notations(value)))
    if key == "macros":
        return replace(settings, macros=(*_macros(value), *settings.notations))
    readers: dict[str, Callable[[Any], Any]] = {"small": _small, "full": _full}
    return replace(settings, **{key: readers[key](value)})


def _small(value: Any) -> tuple[tuple[tuple[str, int], ...], ...]:
    if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
        raise BadValue("`small` is a list of sizes such as [{L: 2, d: 3}]")
    return tuple(sizes_of("small", item) for item in value)


def _full(value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping):
        raise BadValue("`full` is one set of sizes such as {L: 197, d: 768}")
    return sizes_of("full", value)


def sizes_of(key: str, value: Mapping[Any, Any]) -> tuple[tuple[str, int], ...]:
    """Return sizes as sorted pairs.

    Raises:
        BadValue: A name is not a size name or a value is not an integer of at least one.

    """
    for name, number in value.items():
        if not isinstance(name, str) or not SIZE_NAME.fullmatch(name):
            raise BadValue(f"`{key}`: {name!r} is not the name of a size")
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise BadValue(f"`{key}`: the size {name} is {number!r}; it must be an integer of at least 1")
    return tuple(sorted(value.items()))


def _macros(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, Mapping):
        raise BadValue('`macros` is a table of commands such as {\\R: "\\\\mathbb{R}"}')
    commands = {name: text for name, text in value.items() if not (isinstance(name, str) and name.startswith(NOTATION))}
    for name, text in commands.items():
        if not isinstance(name, str) or not isinstance(text, str) or not re.fullmatch(r"\\[A-Za-z]+", name):
            raise BadValue(f"`macros`: {name!r} must be a command such as \\R, with a text to replace it")
    try:
        check(commands)
    except SyntaxProblem as problem:
        raise BadValue(f"`macros`: {problem}") from None
    return (*commands.items(), *_notations([text for name, text in value.items() if name not in commands]))


def _notations(value: Any) -> tuple[tuple[str, str], ...]:
    """Lines of notations, each checked; the name of an installed package stands for those of its ``notations.tex``."""
    from derive.language.problems.notated import check_notation

    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise BadValue(r"`notation` is a list of lines such as 'A \in \mathbb{R}^{n \times n}, \quad \operatorname{f}(A) := A A'")
    lines = [line for item in value for line in ([item] if ":=" in item else _of_package(item))]
    for line in lines:
        try:
            check_notation(line)
        except (DeriveError, ValueError) as problem:
            raise BadValue(f"`notation`: {line}: {problem}") from None
    return tuple((f"{NOTATION}{k}", line) for k, line in enumerate(lines, start=1))


def _of_package(name: str) -> list[str]:
    """The lines that an installed package brings; it is found, and nothing of it is run."""
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    folders = spec.submodule_search_locations if spec is not None else None
    files = [file for folder in folders or () if (file := Path(folder) / "notations.tex").is_file()]
    if not files:
        raise BadValue(f"`notation`: {name!r} is no LEFT := RIGHT, and no installed package with a file notations.tex")
    return lines_of(files[0].read_text(encoding="utf-8"))


def read_uses(value: str) -> tuple[str, ...]:
    """Split the value of ``uses:`` into ids.

    Raises:
        BadValue: A part is no id.

    """
    ids = tuple(part.strip() for part in value.split(","))
    for one in ids:
        if not _ID.fullmatch(one):
            raise BadValue(f"`uses` takes claim ids separated by commas, not {one!r}")
    return tuple(dict.fromkeys(ids))


def read_proof(value: str) -> str:
    """Return ``axiom``, the only value of ``proof:``; steps stand in a block.

    Raises:
        BadValue: It is anything else.

    """
    if value != AXIOM:
        raise BadValue(f"`proof` is {value!r}; it can be `{AXIOM}`, and the steps of a proof stand in a ```proof block")
    return value


def _one_of(value: str, words: Collection[str], what: str) -> str:
    if value not in words:
        raise BadValue(unknown(what, value, words))
    return value


def read_as(value: str) -> str:
    """Return what a claim is to the statement of the paper.

    Raises:
        BadValue: It is no such word.

    """
    return _one_of(value, RELATIONS, "word in `as`:")


def read_expect(value: str) -> str:
    """Return the pinned verdict.

    Raises:
        BadValue: It is not a verdict.

    """
    return _one_of(value, EXPECTABLE, "verdict in `expect`:")
