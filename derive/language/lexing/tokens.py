"""LaTeX text to tokens.

Spacing, comments, alignment wrappers and labels vanish here; what remains of spacing is the flag ``spaced`` of the token
that follows it, because a comma ends a statement only before spacing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from derive.errors import SyntaxProblem
from derive.language.lexing import spacing, unicode
from derive.language.lexing.double_bars import DIVERGENCE, without_bars
from derive.language.lexing.vocabulary import (
    DROPPED_WITH_ARGUMENT,
    IGNORED,
    LAYOUT_ENVIRONMENTS,
    TEXT_COMMANDS,
)

MAX_LENGTH = 100_000

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n\f]+)|(?P<tie>~)|(?P<comment>%[^\n]*)"
    r"|(?P<exponent>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]|E[+-]?[0-9]+(?![0-9])(?!\s*[A-Za-z\\(_^]))[0-9]*)"
    r"|(?P<number>[0-9]{1,3}(?:\\,[0-9]{3}(?![0-9]))+(?:\.[0-9]+)?|[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<letter>[A-Za-z])|(?P<open>\{)|(?P<close>\})|(?P<row>\\\\(?:\*?\[\s*-?[0-9.]+\s*[a-z]{2}\s*\])?)"
    r"|\\(?P<word>[A-Za-z]+)|\\(?P<symbol>[^A-Za-z])|(?P<char>[^\\])",
    re.DOTALL,
)
_ENVIRONMENT = re.compile(r"\s*\{([A-Za-z]+\*?)\}")
_MARKED = re.compile(r"(\s*)(\$\$?|\\\[|\\\()(.*?)(\$\$?|\\\]|\\\))(\s*)", re.DOTALL)
_OPTION = re.compile(r"\s*\[[tbc]\]")
_MODEL = re.compile(r"\s*\[\w+\]")  # of a color


@dataclass(frozen=True, slots=True)
class Token:
    """One LaTeX token.

    Attributes:
        kind: command | letter | number | char | open | close | row | text | begin | end | finish.
        text: The command without backslash, the character, the digits, the raw text, the environment.
        start: Offset of the first character.
        end: Offset behind the last character.
        spaced: How much space stands before it, as a level of `derive.language.lexing.spacing`.
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
        self.level = spacing.NONE
        self.width = 0.0

    def emit(self, kind: str, text: str, start: int) -> None:
        last = self.tokens[-1] if self.tokens else None
        joined = kind == "letter" and last is not None and last.kind == "letter" and last.end == start
        spaced = max(self.level, spacing.level(self.width)) if self.width else self.level
        self.tokens.append(Token(kind, text, start, self.position, spaced, joined))
        self.level, self.width = spacing.NONE, 0.0

    def space(self, level: int) -> None:
        """Note space of a level; what commands add up to is kept in ``width``."""
        self.level = max(self.level, level)

    def run(self) -> list[Token]:
        self.read(len(self.text))
        self.space(spacing.BLANK)
        self.emit("finish", "", len(self.text))
        return self.tokens

    def read(self, end: int) -> None:
        """Read up to a place."""
        while self.position < end:
            match = _TOKEN.match(self.text, self.position)
            if match is None:
                raise SyntaxProblem("A backslash at the end of the formula names no command.", self.position)
            start, kind = self.position, match.lastgroup or ""
            self.position = match.end()
            if kind == "space":
                self.blanks(match[kind])
            elif kind in ("word", "symbol"):
                self.command(match[kind], start)
            elif kind == "tie":
                self.command("~", start)
            elif kind == "exponent":
                raise SyntaxProblem(
                    f"{match[kind]} may be a power of ten or speak of e.",
                    start,
                    "write 2 \\cdot 10^{-3}, or 2 e - 3 with blanks",
                )
            elif kind == "number":
                self.emit(kind, re.sub(r"\{,\}|\\,", "", match[kind]), start)
            elif kind == "char":
                self.char(match[kind], start)
            elif kind != "comment":
                self.emit(kind, match[kind], start)

    def char(self, char: str, start: int) -> None:
        """Read a character; a symbol stands for its command."""
        if char in unicode.SPACES:
            self.command("enspace" if char in "\u2002\u2003" else "~", start)
        elif char in unicode.COMMANDS or char in unicode.GREEK:
            self.emit("command", unicode.COMMANDS.get(char) or unicode.GREEK[char], start)
        elif char in unicode.SETS:
            self.styled("mathbb", unicode.SETS[char], start)
        elif not char.isascii() and (letter := unicode.styled(char)) is not None:
            self.styled(*letter, start)
        elif char in unicode.SCRIPTS:
            self.script(char, start)
        else:
            self.emit("char", "-" if char == unicode.MINUS else char, start)

    def styled(self, style: str, letter: str, start: int) -> None:
        """Emit a letter in a style."""
        self.emit("command", style, start)
        for kind, text in (("open", "{"), ("letter", letter), ("close", "}")):
            self.emit(kind, text, start)

    def script(self, char: str, start: int) -> None:
        """Read a run of raised or lowered characters."""
        mark, run = unicode.SCRIPTS[char]
        while unicode.SCRIPTS.get(self.text[self.position : self.position + 1], ("", ""))[0] == mark:
            run += unicode.SCRIPTS[self.text[self.position]][1]
            self.position += 1
        self.emit("char", mark, start)
        self.emit("open", "{", start)
        for part in re.findall(r"[0-9]+|.", run):
            kind = "number" if part.isdigit() else "letter" if part.isalpha() else "char"
            self.emit("command" if part == "T" else kind, "top" if part == "T" else part, start)
        self.emit("close", "}", start)

    def blanks(self, text: str) -> None:
        """Note blanks; an empty line separates formulas."""
        lines = text.count("\n")
        self.space(spacing.BLANK if not lines else spacing.BREAK if lines == 1 else spacing.WIDE)

    def primitive(self, name: str, start: int) -> None:
        r"""Read the length behind ``\hskip`` and its kind."""
        found = spacing.bare_length(self.text, self.position)
        if found is None:
            raise SyntaxProblem(f"\\{name} needs a length such as 1em.", start)
        self.width += found[0]
        self.position = found[1]
        self.space(spacing.BLANK)

    def command(self, name: str, start: int) -> None:
        if name in spacing.WIDTHS:
            self.space(spacing.BLANK)
            self.width += spacing.WIDTHS[name]
        elif name in IGNORED:
            return
        elif name in spacing.LENGTHS:
            self.width += spacing.length(self.raw_argument(name, start))
            self.space(spacing.BLANK)
        elif name in spacing.PRIMITIVES:
            self.primitive(name, start)
        elif name in spacing.APART:
            self.raw_argument(name, start)
            self.space(spacing.WIDE)
        elif name in DROPPED_WITH_ARGUMENT:
            model = _MODEL.match(self.text, self.position)
            self.position = model.end() if model else self.position
            self.raw_argument(name, start)
            self.space(spacing.BLANK)
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
        # Two formulas next to each other stand apart.
        self.space(spacing.WIDE)
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
        content = self.raw_argument(name, start)
        parts, end = re.split(r"(?<!\\)\$", content), self.position
        if len(parts) < 3 or not len(parts) % 2 or not all(part.strip() for part in parts[1::2]):
            self.words(name, content, start)
            return
        at = end - 1 - len(content)
        for k, part in enumerate(parts):  # \text{if $x > 0$ or ...}
            self.position = at if k % 2 else at + len(part)
            if k % 2:
                self.space(spacing.BLANK)
                self.read(at + len(part))
                if self.position != at + len(part):
                    raise SyntaxProblem(f"A formula in \\{name}{{...}} is not closed.", at)
            else:
                self.words(name, part, at)
            at += len(part) + 1
        self.position = end

    def words(self, name: str, content: str, start: int) -> None:
        content = re.sub(r"\\([_%&#\- ])", r"\1", content)
        if "\\" in content or "$" in content or "{" in content:
            raise SyntaxProblem(
                f"\\{name}{{...}} may hold plain words only.", start, "close the text before a formula or a command"
            )
        if not content.strip():
            self.width += spacing.WIDTHS[" "] * len(content)
            self.space(spacing.BLANK)
            return
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
    text = _without_dollars(text)
    return _Scanner(without_bars(text) if DIVERGENCE in text else text).run()


def _without_dollars(text: str) -> str:
    r"""Return a formula without the marks around all of it (``$...$``, ``\[...\]``), in the same places."""
    found = _MARKED.fullmatch(text)
    if found is None or any(mark in found[3] for mark in ("$", r"\[", r"\]", r"\(", r"\)")):
        return text
    if {"$": "$", "$$": "$$", r"\[": r"\]", r"\(": r"\)"}[found[2]] != found[4]:
        return text
    return "".join((found[1], " " * len(found[2]), found[3], " " * len(found[4]), found[5]))
