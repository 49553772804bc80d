"""LaTeX text to tokens.

Spacing, comments, alignment wrappers and labels vanish here; what remains of spacing is the flag ``spaced`` of the token
that follows it, because a comma ends a statement only before spacing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from derive.errors import SyntaxProblem
from derive.language.vocabulary import (
    DROPPED_WITH_ARGUMENT,
    IGNORED,
    LAYOUT_ENVIRONMENTS,
    SPACING,
    SPACING_WITH_ARGUMENT,
    TEXT_COMMANDS,
    WIDE,
)

MAX_LENGTH = 100_000

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n\f~]+)|(?P<comment>%[^\n]*)|(?P<number>[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<letter>[A-Za-z])|(?P<open>\{)|(?P<close>\})|(?P<row>\\\\(?:\*?\[\s*-?[0-9.]+\s*[a-z]{2}\s*\])?)"
    r"|\\(?P<word>[A-Za-z]+)|\\(?P<symbol>[^A-Za-z])|(?P<char>[^\\])",
    re.DOTALL,
)
_ENVIRONMENT = re.compile(r"\s*\{([A-Za-z]+\*?)\}")
_OPTION = re.compile(r"\s*\[[tbc]\]")


@dataclass(frozen=True, slots=True)
class Token:
    """One LaTeX token.

    Attributes:
        kind: command | letter | number | char | open | close | row | text | begin | end | finish.
        text: The command without backslash, the character, the digits, the raw text, the environment.
        start: Offset of the first character.
        end: Offset behind the last character.
        spaced: How much space stands before it: 0 none, 1 blanks, 2 a command such as ``\\;``, 3 ``\\quad`` or wider.
        joined: True for a letter that directly follows a letter.

    """

    kind: str
    text: str
    start: int
    end: int
    spaced: int = 0
    joined: bool = False

    def is_char(self, char: str) -> bool:
        """True if this is the plain character ``char``."""
        return self.kind == "char" and self.text == char

    def is_command(self, name: str) -> bool:
        """True if this is the command ``name`` (without backslash)."""
        return self.kind == "command" and self.text == name

    def shown(self) -> str:
        """The token as its author wrote it, for messages."""
        if self.kind == "command":
            return "\\" + self.text
        if self.kind in ("begin", "end"):
            return f"\\{self.kind}{{{self.text}}}"
        return {"row": "\\\\", "finish": "the end"}.get(self.kind, self.text)


class _Scanner:
    """Walks over the text once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.tokens: list[Token] = []
        self.spaced = 0

    def emit(self, kind: str, text: str, start: int) -> None:
        last = self.tokens[-1] if self.tokens else None
        joined = kind == "letter" and last is not None and last.kind == "letter" and last.end == start
        self.tokens.append(Token(kind, text, start, self.position, self.spaced, joined))
        self.spaced = 0

    def run(self) -> list[Token]:
        while self.position < len(self.text):
            match = _TOKEN.match(self.text, self.position)
            if match is None:
                raise SyntaxProblem("A backslash at the end of the formula names no command.", self.position)
            start, kind = self.position, match.lastgroup or ""
            self.position = match.end()
            if kind == "space":
                self.spaced = max(self.spaced, 1)
            elif kind in ("word", "symbol"):
                self.command(match[kind], start)
            elif kind == "number":
                self.emit(kind, match[kind].replace("{,}", ""), start)
            elif kind != "comment":
                self.emit(kind, match[kind], start)
        self.spaced = 1
        self.emit("finish", "", len(self.text))
        return self.tokens

    def command(self, name: str, start: int) -> None:
        if name in SPACING:
            self.spaced = max(self.spaced, 3 if name in WIDE else 1 if name in ("\n", "\t", " ") else 2)
        elif name in IGNORED:
            return
        elif name in DROPPED_WITH_ARGUMENT or name in SPACING_WITH_ARGUMENT:
            self.raw_argument(name, start)
            self.spaced = max(self.spaced, 2)
        elif name in TEXT_COMMANDS:
            self.text_argument(name, start)
        elif name in ("begin", "end"):
            self.environment(name, start)
        else:
            self.emit("command", name, start)

    def environment(self, name: str, start: int) -> None:
        match = _ENVIRONMENT.match(self.text, self.position)
        if match is None:
            raise SyntaxProblem(f"\\{name} needs the name of an environment in braces.", start)
        self.position = match.end()
        if match[1] not in LAYOUT_ENVIRONMENTS:
            self.emit(name, match[1], start)
            return
        self.spaced = max(self.spaced, 1)
        if name == "begin":
            if "alignat" in match[1] or match[1] == "alignedat":
                self.raw_argument(match[1], start)
            option = _OPTION.match(self.text, self.position)
            self.position = option.end() if option else self.position

    def raw_argument(self, name: str, start: int) -> str:
        """Read ``{...}`` (after an optional star) without looking inside."""
        match = re.compile(r"\*?\s*\{").match(self.text, self.position)
        if match is None:
            raise SyntaxProblem(f"\\{name} needs an argument in braces.", start)
        depth, index = 1, match.end()
        while index < len(self.text) and depth:
            char = self.text[index]
            depth += (char == "{") - (char == "}")
            index += 2 if char == "\\" else 1
        if depth:
            raise SyntaxProblem(f"The brace of \\{name}{{ is never closed.", match.end() - 1)
        self.position = index
        return self.text[match.end() : index - 1]

    def text_argument(self, name: str, start: int) -> None:
        content = re.sub(r"\\([_%&#\- ])", r"\1", self.raw_argument(name, start))
        if "\\" in content or "$" in content or "{" in content:
            raise SyntaxProblem(
                f"\\{name}{{...}} may hold plain words only.", start, "close the text before a formula or a command"
            )
        self.emit("text", content, start)


def tokenize(text: str) -> list[Token]:
    """Split LaTeX into tokens; the last one has kind ``finish``.

    Args:
        text: A formula or a block of formulas.

    Raises:
        SyntaxProblem: Text longer than `MAX_LENGTH`, an open brace of a raw argument, commands inside \\text.

    Example:
        >>> [token.text for token in tokenize(r"\\mathbf{A}, 1{,}000")]
        ['mathbf', '{', 'A', '}', ',', '1000', '']

    """
    if len(text) > MAX_LENGTH:
        raise SyntaxProblem(f"A block of formulas may have {MAX_LENGTH} characters; this one has {len(text)}.", 0)
    return _Scanner(text).run()
