r"""A LaTeX source as one text: inputs put in, macros and environments of the author written out, comments left out.

Macros are expanded where they stand, with the definitions in force there (`macros`), as TeX does; nothing is executed.
A macro that cannot be written out becomes a command that nobody knows (``\detLeftOut``), so that no formula is read as
something else. What a source may ask for is bounded.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

from pylatexenc.latexwalker import get_default_latex_context_db

from proofs.importing.conditionals import LeftOut, without_false_branches
from proofs.importing.macros import Definition, Macros, argument_end, optional_end
from proofs.importing.source_tree import MAX_CHARACTERS, SourceTree

MAX_CALLS = 20_000  # expansions that one macro of the text may lead to
MAX_DEPTH = 150  # macros whose bodies are open at once
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*(?:\n[ \t]*(?=\S))?")
_RAW = re.compile(r"\\begin\{(verbatim|lstlisting|comment|minted|filecontents)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
_VERB = re.compile(r"\\verb\*?([^A-Za-z\s*])[^\n]*?\1")
_END = re.compile(r"\\end\s*\{document\}|\\endinput(?![A-Za-z])")
_TOKEN = re.compile(r"\\([A-Za-z]+)|\\([^A-Za-z])|([{}])|[^\\{}]+|\\$", re.DOTALL)
_TOKEN_AT = re.compile(r"\\([A-Za-z@]+)|\\([^A-Za-z@])|([{}])|[^\\{}]+|\\$", re.DOTALL)
_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"\s*\{([^{}]*)\}")
_INPUTS = ("input", "include", "subfile", "subfileinclude", "import", "subimport")
_PACKAGES = ("usepackage", "RequirePackage", "documentclass", "LoadClass")
_NOW = ("AtBeginDocument", "AtEndPreamble", "AfterEndPreamble", "AtEndOfPackage", "AtEndOfClass", "ensuremath")
_OPENS, _CLOSES = ("begingroup", "bgroup"), ("endgroup", "egroup")


@dataclass(slots=True)
class Expanded:
    """The text of a source, and where each part of it stands.

    Attributes:
        text: What TeX would read, without definitions.
        left_out: (place in the text, what, why).
        starts: Where the pieces of the text begin.
        places: Of each piece the file, the place there, and whether it is a copy of what stands there.

    """

    text: str
    left_out: list[LeftOut] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    places: list[tuple[_File, int, bool]] = field(default_factory=list)

    def place(self, position: int) -> tuple[str, int]:
        """Return the file (empty for the main one) and the line there of a place in the text."""
        k = bisect_right(self.starts, position) - 1
        if k < 0:
            return "", 1
        file, at, verbatim = self.places[k]
        return file.name, file.line(at + position - self.starts[k] if verbatim else at)


class _File:
    """A file of the source, without comments and raw text."""

    def __init__(self, name: str, text: str, told: list[tuple[str, str, int]]) -> None:
        self.name = name
        text = _COMMENT.sub(_without_comment, text.replace("\r\n", "\n").replace("\r", "\n"))
        text = _RAW.sub(lambda match: "\n" * match[0].count("\n"), text)
        text = _VERB.sub("", text)
        end = _END.search(text)
        if end is not None:
            if text[end.end() :].strip():
                told.append((f"the text behind {end[0]}", "TeX does not read it", end.start()))
            text = text[: end.start()]
        self.text = without_false_branches(text, told)
        self._breaks = [k for k, char in enumerate(self.text) if char == "\n"]

    def line(self, position: int) -> int:
        return bisect_right(self._breaks, position - 1) + 1


def _without_comment(match: re.Match[str]) -> str:
    """TeX takes the end of the line with a comment; it is kept, so that every line keeps its number."""
    return match[1] + ("\n" if match[0].endswith(("\n", " ", "\t")) and "\n" in match[0] else "")


@dataclass(slots=True)
class _Frame:
    """A text that is being read: a file, or the body of a macro called `name`."""

    text: str
    file: _File
    at: int = 0  # of a body: where in the file its macro stands
    name: str = ""
    position: int = 0

    def has_braced(self, count: int) -> bool:
        """Whether so many arguments in braces follow."""
        position = self.position
        for _ in range(count):
            space = _SPACE.match(self.text, position)
            position = space.end() if space else position
            end = argument_end(self.text, position)
            if self.text[position : position + 1] != "{" or end == position:
                return False
            position = end
        return True


@dataclass(slots=True)
class _Call:
    """A macro of the text that is being written out: what holds if that has to be given up."""

    name: str
    line: int
    pieces: int
    length: int
    groups: int
    count: int = 0


def expand_source(tree: SourceTree) -> Expanded:
    """Return a source as one text.

    Raises:
        ValueError: The source, or all of it together, is too long.

    """
    return _Expansion(tree).run()


class _Expansion:
    def __init__(self, tree: SourceTree) -> None:
        self.tree = tree
        self.macros = Macros()
        self.out: list[str] = []
        self.length = 0
        self.starts: list[int] = []
        self.places: list[tuple[_File, int, bool]] = []
        self.told: list[LeftOut] = []
        self.frames: list[_Frame] = []
        self.call: _Call | None = None
        self.letters = False  # \makeatletter
        self.has_document = re.search(r"\\begin\s*\{document\}", tree.text) is not None
        self.read_characters = 0
        self.word = False  # the last piece ends with a control word
        self.last = ""  # the last character that is no space

    def run(self) -> Expanded:
        self._open("", self.tree.text)
        while self.frames:
            frame = self.frames[-1]
            if frame.position >= len(frame.text):
                self.frames.pop()
                continue
            self._step(frame)
        return Expanded("".join(self.out), self.told, self.starts, self.places)

    # Files.

    def _open(self, name: str, text: str) -> None:
        self.read_characters += len(text)
        if self.read_characters > MAX_CHARACTERS:
            raise ValueError(f"the source has {self.read_characters:,} characters; at most {MAX_CHARACTERS:,} are read")
        told: list[tuple[str, str, int]] = []
        file = _File(name, text, told)
        self.told += [(self.length, what, why) for what, why, _ in told]
        self.frames.append(_Frame(file.text, file))

    def _input(self, frame: _Frame, word: str, start: int) -> None:
        first = self._file_name(frame)
        name = f"{first}/{self._file_name(frame)}" if word in ("import", "subimport") else first
        found = self.tree.find(name)
        if not isinstance(found, str):
            if any(one.file.name == found[0] for one in self.frames if not one.name) or found[0] == self.tree.main:
                found = "it reads itself"
            else:
                self._emit("\n", frame)
                self._open(*found)
                return
        self._tell(frame.text[start : frame.position], found)

    def _file_name(self, frame: _Frame) -> str:
        braced = re.compile(r"\s*\{([^{}]*)\}|[ \t]*([^\s\\{}]+)").match(frame.text, frame.position)
        if braced is None:
            return ""
        frame.position = braced.end()
        return braced[1] if braced[1] is not None else braced[2]

    def _packages(self, frame: _Frame, word: str) -> None:
        """Read the packages that lie beside the source: their definitions hold; others are left to TeX."""
        self._optional()
        name = _NAME.match(frame.text, frame.position)
        if name is None:
            return
        frame.position = name.end()
        ending = ".cls" if word in ("documentclass", "LoadClass") else ".sty"
        for one in reversed(name[1].split(",")):
            found = self.tree.find(one.strip(), (ending,)) if self.tree.is_known and one.strip() else ""
            if not isinstance(found, str) and not any(other.file.name == found[0] for other in self.frames):
                self._open(*found)

    # Reading.

    def _step(self, frame: _Frame) -> None:
        at_letter = self.letters or frame.file.name.endswith((".sty", ".cls"))
        match = (_TOKEN_AT if at_letter else _TOKEN).match(frame.text, frame.position)
        assert match is not None
        word, sign, brace = match[1], match[2], match[3]
        if word is None and sign is None:
            frame.position = match.end()
            if brace == "{":
                self.macros.open()
            elif brace == "}":
                self.macros.close()
            self._emit(match[0], frame, match.start())
            return
        name = match[0]
        made = self.macros.get(name)
        start, frame.position = frame.position, match.end()
        if made is not None:
            self._expand(frame, name, made, start)
        elif sign is not None:
            if sign == "[":
                self.macros.open()
            elif sign == "]":
                self.macros.close()
            self._emit(name, frame, start)
        else:
            self._command(frame, word or "", start)

    def _command(self, frame: _Frame, word: str, start: int) -> None:
        if word == "global":
            self.macros.everywhere = True
            return
        if self.macros.is_definition(word):
            in_preamble = self.has_document and not self.macros.in_document
            end = self.macros.define(word, frame.text, frame.position, frame.file.line(self._at(frame)), in_preamble)
            frame.position = end
        elif word in ("newenvironment", "renewenvironment", "NewDocumentEnvironment", "RenewDocumentEnvironment"):
            frame.position = self.macros.define_environment(word, frame.text, frame.position)
        elif word in _INPUTS:
            self._input(frame, word, start)
        elif word in _PACKAGES:
            self._packages(frame, word)
        elif word in _NOW:
            self._push(frame, self._argument(), word)
        elif word in ("makeatletter", "makeatother"):
            self.letters = word == "makeatletter"
        elif word in _OPENS:
            self.macros.open()
        elif word in _CLOSES:
            self.macros.close()
        elif word in ("begin", "end"):
            self._environment(frame, word, start)
        else:
            self._emit(f"\\{word}", frame, start)
            count = _arguments(word)
            following = _SPACE.match(frame.text, frame.position)
            after = following.end() if following else frame.position
            if (count > 1 and not frame.has_braced(count)) or (count == 1 and frame.text[after : after + 1] == "\\"):
                self._braced_arguments(frame, count)

    def _braced_arguments(self, frame: _Frame, count: int) -> None:
        r"""Put braces around the arguments of a command: the expansion of ``\frac\a\b`` is one of whole arguments."""
        options = self._optional()
        arguments = [self._argument() for _ in range(count)]
        option = f"[{options}]" if options is not None else ""
        self._push(frame, option + "".join(f"{{{one}}}" for one in arguments), "{")

    def _environment(self, frame: _Frame, word: str, start: int) -> None:
        found = _NAME.match(frame.text, frame.position)
        if found is None:
            self._emit(f"\\{word}", frame, start)
            return
        frame.position = found.end()
        name = found[1].strip()
        own = self.macros.environments.get(name)
        if word == "begin":
            self.macros.open()
            if name == "document":
                self.macros.begin_document()
        if own is None or own.why:
            self._emit(f"\\{word}{{{name}}}", frame, start)
        if own is not None and not own.why:
            if word == "begin":
                self._expand(frame, name, own.begin, start)
            else:
                self._push(frame, own.end + "\\endgroup ", name)
                return
        if word == "end":
            self.macros.close()

    # Macros.

    def _expand(self, frame: _Frame, name: str, made: Definition, start: int) -> None:
        if made.literal:
            self._emit(made.body, frame, start)
            return
        if made.why:
            self._without(frame, name, made.why, made.line)
            return
        if self.call is None or not any(one.name for one in self.frames):
            self.call = _Call(name, made.line, len(self.out), self.length, self.macros.depth)
        self.call.count += 1
        if self.call.count > MAX_CALLS or len(self.frames) > MAX_DEPTH:
            self._give_up("it uses itself, or too many others")
            return
        body = self._substituted(made)
        if body is None:
            self._give_up("what stands behind it does not fit its definition")
            return
        if self.last in ("^", "_") and len(body) > 1:
            body = f"{{{body}}}"
        self._push(frame, body, name)

    def _substituted(self, made: Definition) -> str | None:
        arguments: list[str] = []
        for kind in made.arguments:
            frame = self._ready()
            if kind in ("m", "o", "s"):
                found = self._optional() if kind == "o" else self._star() if kind == "s" else self._argument()
                arguments.append(found if found is not None else made.default)
            else:  # delimited: all up to that text
                end = frame.text.find(kind, frame.position, frame.position + MAX_CHARACTERS // 100)
                if end < 0:
                    return None
                arguments.append(frame.text[frame.position : end])
                frame.position = end + len(kind)
        if not arguments:
            return made.body
        return re.sub(r"#([1-9])", lambda m: arguments[int(m[1]) - 1] if int(m[1]) <= len(arguments) else "", made.body)

    def _push(self, frame: _Frame, text: str, name: str) -> None:
        self.frames.append(_Frame(text, frame.file, self._at(frame), name))

    def _at(self, frame: _Frame) -> int:
        return frame.at if frame.name else frame.position

    def _give_up(self, why: str) -> None:
        call = self.call
        assert call is not None
        del self.out[call.pieces :]
        self.length = call.length
        while self.starts and self.starts[-1] > self.length:
            self.starts.pop()
            self.places.pop()
        while self.macros.depth > call.groups:
            self.macros.close()
        while self.frames and self.frames[-1].name:
            self.frames.pop()
        self.call = None
        self._without(self.frames[-1], call.name, why, call.line)

    def _without(self, frame: _Frame, name: str, why: str, line: int) -> None:
        self._tell(f"the macro {name}", why)
        self._emit((name if name[1:].isalpha() and name[0] == "\\" else r"\symbol") + "LeftOut", frame)

    def _ready(self) -> _Frame:
        """The text that is read next: an argument may stand behind the body of the macro that asks for it."""
        while True:
            frame = self.frames[-1]
            space = _SPACE.match(frame.text, frame.position)
            if (space and space.end() < len(frame.text)) or not frame.name or len(self.frames) < 2:
                return frame
            self.frames.pop()

    def _argument(self) -> str:
        """The next argument of a macro, without its braces."""
        frame = self._ready()
        space = _SPACE.match(frame.text, frame.position)
        frame.position = space.end() if space else frame.position
        end = argument_end(frame.text, frame.position)
        self._spend(end - frame.position)
        text = frame.text[frame.position : end]
        frame.position = end
        return text[1:-1] if text.startswith("{") and text.endswith("}") and len(text) > 1 else text

    def _optional(self) -> str | None:
        frame = self._ready()
        end = optional_end(frame.text, frame.position)
        if end is None:
            return None
        self._spend(end - frame.position)
        text = frame.text[frame.position : end].strip()
        frame.position = end
        return text[1:-1]

    def _star(self) -> str:
        """A star, which asks for other spacing: it says nothing."""
        frame = self._ready()
        star = re.compile(r"\s*\*").match(frame.text, frame.position)
        frame.position = star.end() if star else frame.position
        return ""

    def _spend(self, characters: int) -> None:
        self.read_characters += max(0, characters) // 20
        if self.read_characters > 2 * MAX_CHARACTERS:
            raise ValueError("the macros of the source are nested too deeply to be written out")

    # Writing.

    def _emit(self, text: str, frame: _Frame, start: int | None = None) -> None:
        if not text:
            return
        if self.word and text[0].isalpha():
            self.out.append(" ")
            self.length += 1
        verbatim = not frame.name and start is not None
        at = start if verbatim and start is not None else self._at(frame)
        if not self._goes_on(frame, at, verbatim):
            self.starts.append(self.length)
            self.places.append((frame.file, at, verbatim))
        self.out.append(text)
        self.length += len(text)
        if self.length > 2 * MAX_CHARACTERS:
            raise ValueError(
                f"the source has more than {2 * MAX_CHARACTERS:,} characters when its macros are written out"
            )
        self.word = text[0] == "\\" and text[-1].isalpha()
        self.last = text.rstrip()[-1:] or self.last

    def _goes_on(self, frame: _Frame, at: int, verbatim: bool) -> bool:
        """Whether a piece stands directly behind the one before it, in the source as in the text."""
        if not self.places or self.places[-1][0] is not frame.file or self.places[-1][2] != verbatim:
            return False
        _, before, _ = self.places[-1]
        return before + self.length - self.starts[-1] == at if verbatim else before == at

    def _tell(self, what: str, why: str) -> None:
        self.told.append((self.length, what, why))


@lru_cache(maxsize=4096)
def _arguments(word: str) -> int:
    """How many arguments in braces a standard command of formulas takes, if it takes nothing else but an option."""
    spec = get_default_latex_context_db().get_macro_spec(word)
    pattern = getattr(getattr(spec, "args_parser", None), "argspec", "") or ""
    return (
        pattern.count("{")
        if re.fullmatch(r"\[?\{{1,2}", pattern)
        else 1
        if word in ("bm", "boldsymbol", "mathbb")
        else 0
    )


__all__ = ["Expanded", "expand_source"]
