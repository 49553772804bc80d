r"""The text of a LaTeX source as TeX would read it: its inputs put in, without comments, raw text and what is never printed.

Line ends are kept, so that every line still knows the file that it stands in; what is left out is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

MAX_CHARACTERS = 4_000_000
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_RAW = re.compile(r"\\begin\{(verbatim|lstlisting|comment|minted)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
_INPUT = re.compile(
    r"\\(?P<command>input|include|subfile|subfileinclude|import|subimport)(?![A-Za-z])\s*"
    r"(?:\{(?P<first>[^{}]*)\}(?:\s*\{(?P<second>[^{}]*)\})?|(?P<bare>[^\s\\{}]+))"
)
_CONDITIONAL = re.compile(r"\\(newif\s*\\if[A-Za-z@]*|if[A-Za-z@]*|else|fi)(?![A-Za-z@])")
_NO_CONDITIONAL = ("iff", "ifthenelse", "ifdefempty", "ifstrequal", "ifbool", "iftoggle")
_MATTERS = re.compile(r"\\begin\b|\\\[|\$\$|\\def\b|\\[A-Za-z]*command\b|\\let\b")
_END = re.compile(r"\\end\s*\{document\}|\\endinput(?![A-Za-z])")

LeftOut = tuple[int, str, str]


@dataclass(slots=True)
class Source:
    """The text of a source with its inputs put in.

    Attributes:
        text: What TeX would read.
        origin: For each line of the text its file (empty for the source itself) and its line there.
        left_out: (line of the text, what, why).

    """

    text: str
    origin: list[tuple[str, int]] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def place(self, line: int) -> tuple[str, int]:
        """Return the file (empty for the source itself) and the line there of a line of the text."""
        return self.origin[line - 1] if 0 < line <= len(self.origin) else ("", line)


def read_source(text: str, folder: Path | None = None) -> Source:
    """Return a source with the files put in that lie in its folder.

    Raises:
        ValueError: The source, or all of it together, is too long.

    """
    inputs = _Inputs(folder)
    inputs.read(text, "", ())
    text = _conditionals("\n".join(inputs.lines), inputs.left_out)
    return Source(text, inputs.origin, inputs.left_out)


class _Inputs:
    """Puts input files in, within bounds, and only such as lie in the folder of the source."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder.resolve() if folder else None
        self.lines: list[str] = []
        self.origin: list[tuple[str, int]] = []
        self.left_out: list[LeftOut] = []
        self.size = 0

    def read(self, text: str, file: str, opened: tuple[Path, ...]) -> None:
        """Take the lines of a file, those of an input in place of the command that reads it."""
        self.size += len(text)
        if self.size > MAX_CHARACTERS:
            raise ValueError(f"the source has {self.size:,} characters; at most {MAX_CHARACTERS:,} are read")
        for number, line in enumerate(self._plain(text).split("\n"), 1):
            start = 0
            for match in _INPUT.finditer(line):
                self.put(line[start : match.start()], file, number)
                start = match.end()
                self._input(match, file, number, opened)
            self.put(line[start:], file, number)

    def put(self, line: str, file: str, number: int) -> None:
        self.lines.append(line)
        self.origin.append((file, number))

    def _plain(self, text: str) -> str:
        """A text without comments, raw text and what stands behind its end, which is told."""
        text = _COMMENT.sub(r"\1", text.replace("\r\n", "\n").replace("\r", "\n"))
        text = _RAW.sub(lambda match: "\n" * match[0].count("\n"), text)
        end = _END.search(text)
        if end is None:
            return text
        if text[end.end() :].strip():
            line = len(self.lines) + text.count("\n", 0, end.start()) + 1
            self.left_out.append((line, f"the text behind {end[0]}", "TeX does not read it"))
        return text[: end.start()]

    def _input(self, match: re.Match[str], file: str, number: int, opened: tuple[Path, ...]) -> None:
        """Read the file of an input, or tell why it is not read."""
        found = self._find(match)
        if isinstance(found, Path) and found in opened:
            found = "it reads itself"
        try:
            if isinstance(found, Path) and self.folder is not None:
                text = found.read_text(encoding="utf-8", errors="replace")
                self.read(text, found.relative_to(self.folder).as_posix(), (*opened, found))
                return
        except OSError as problem:
            found = f"the file cannot be read: {problem.strerror}"
        self.left_out.append((len(self.lines), match[0], str(found)))

    def _find(self, match: re.Match[str]) -> Path | str:
        """The path of an input, or why there is none."""
        name = (match["first"] if match["first"] is not None else match["bare"]) or ""
        if match["command"] in ("import", "subimport"):
            name = f"{name}/{match['second'] or ''}"
        if self.folder is None:
            return "the file is not read: the folder of the source is not known"
        for tried in (name.strip() + ".tex", name.strip()):
            path = (self.folder / tried.lstrip("/")).resolve()
            if not path.is_relative_to(self.folder) or name.strip().startswith("/"):
                return "the file lies outside of the folder of the source; put its text in"
            if path.is_file():
                return path
        return "there is no such file beside the source"


def _conditionals(text: str, told: list[LeftOut]) -> str:
    r"""A text without the branches that TeX skips for certain (``\iffalse``); of other conditionals both are kept, and told."""
    out: list[str] = []
    opened: list[_Conditional] = []
    start = 0

    def take(end: int) -> None:
        piece = text[start:end]
        out.append(piece if all(one.reads for one in opened) else "\n" * piece.count("\n"))

    for match in _CONDITIONAL.finditer(text):
        name = match[1]
        if name.startswith("newif") or name in _NO_CONDITIONAL or (name in ("else", "fi") and not opened):
            continue
        take(match.start())
        start = match.start()
        if name.startswith("if"):
            opened.append(_Conditional(name, match.start(), name != "iffalse"))
        known = opened[-1].known
        if known:
            start = match.end()  # the command itself says nothing more
        if name == "else" and known:
            opened[-1].reads = not opened[-1].reads
        elif name == "fi":
            if not known:
                take(match.end())
                start = match.end()
            _tell(opened.pop(), text, match.start(), told)
    take(len(text))
    for one in opened:
        _tell(one, text, len(text), told)
    return "".join(out)


@dataclass(slots=True)
class _Conditional:
    name: str
    start: int
    reads: bool

    @property
    def known(self) -> bool:
        return self.name in ("iffalse", "iftrue")


def _tell(one: _Conditional, text: str, end: int, told: list[LeftOut]) -> None:
    line = text.count("\n", 0, one.start) + 1
    if one.name == "iffalse":
        told.append((line, r"the text between \iffalse and \fi", "TeX does not read it"))
    elif one.name != "iftrue" and _MATTERS.search(text, one.start, end):
        told.append((line, f"the conditional \\{one.name}", "which branch TeX reads is not known; both are read"))


__all__ = ["LeftOut", "Source", "read_source"]
