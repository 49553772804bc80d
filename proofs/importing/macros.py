r"""The macros of a LaTeX source: which are in force, by group, as TeX has them, and how definitions are written.

A definition holds from its place to the end of the group that it stands in; ``\providecommand`` defines what is not
defined yet, ``\newcommand`` what must not be defined yet, ``\renewcommand`` and ``\def`` anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from derive.language.lexing.vocabulary import known_commands

LONGEST = 200_000  # characters of an argument or a body
_NAME = r"\s*\{?\s*(\\[A-Za-z@]+|\\[^A-Za-z\s])\s*\}?\s*"
_ANY = re.compile(rf"\*?{_NAME}")
_DEF = re.compile(r"\s*(\\[A-Za-z@]+|\\[^A-Za-z\s])([^{}\\]{0,200})(?=\{)")
_LET = re.compile(r"\s*(\\[A-Za-z@]+|\\[^A-Za-z\s])\s*=?\s*(\\[A-Za-z@]+|\\[^A-Za-z\s]|[^\\\s{}])")
_ENVIRONMENT = re.compile(r"\*?\s*\{([^{}]*)\}\s*")
_OPTION = re.compile(r"\s*\[")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_BRACKETS = re.compile(r"\\.|[{}\[\]]", re.DOTALL)
_PROGRAM = re.compile(
    r"\\(?:if[A-Za-z@]*|else|fi|expandafter|csname|futurelet|mathpalette|IfNoValueTF|IfBooleanTF)(?![A-Za-z])|@"
)
_XPARSE = re.compile(r"\s*(?:([mos])|O\s*\{([^{}]*)\})")
_WORDS = {"argmin": "argmin", "argmax": "argmax"}

_KINDS: dict[str, str] = {
    **dict.fromkeys(("newcommand", "newrobustcmd", "DeclareMathOperator", "DeclarePairedDelimiter", "NewDocumentCommand"), "new"),
    **dict.fromkeys(("providecommand", "providerobustcmd", "ProvideDocumentCommand"), "provide"),
    **dict.fromkeys(("renewcommand", "renewrobustcmd", "DeclareRobustCommand", "RenewDocumentCommand"), "renew"),
    **dict.fromkeys(("DeclareDocumentCommand", "def", "let", "edef"), "renew"),
    **dict.fromkeys(("gdef", "xdef"), "global"),
    **dict.fromkeys(("DeclarePairedDelimiterX", "DeclarePairedDelimiterXPP", "DeclareMathSymbol", "mathchardef"), "unread"),
    **dict.fromkeys(("NewCommandCopy", "RenewCommandCopy", "newcommandx", "renewcommandx", "futurelet"), "unread"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Definition:
    r"""One definition of a macro.

    Attributes:
        body: What stands for it, with ``#1`` to ``#9``.
        arguments: What it takes: ``m`` in braces, ``o`` in square brackets, ``s`` a star, else all up to that text.
        default: What stands for an argument in square brackets that is not given.
        line: The line of the source.
        why: Why it cannot be written out, or an empty text.
        literal: The body is a command that means what it meant without any definition (``\let\a\b``).

    """

    body: str
    arguments: tuple[str, ...] = ()
    default: str = ""
    line: int = 0
    why: str = ""
    literal: bool = False

    def same(self, other: Definition) -> bool:
        """True if both say the same."""
        return replace(self, line=0) == replace(other, line=0)


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment of the author: what stands for its beginning and its end."""

    begin: Definition
    end: str
    why: str = ""


class Macros:
    """The definitions in force while a source is read."""

    def __init__(self) -> None:
        self.environments: dict[str, Environment] = {}
        self.everywhere = False  # \global
        self.in_document = False
        self._table: dict[str, Definition] = {}
        self._groups: list[list[tuple[str, Definition | None]]] = []

    @property
    def depth(self) -> int:
        """How many groups are open."""
        return len(self._groups)

    def get(self, name: str) -> Definition | None:
        """Return the definition of a command, None where the source has none."""
        return self._table.get(name)

    def open(self) -> None:
        """Begin a group."""
        self._groups.append([])

    def close(self) -> None:
        """End a group: what it defines is forgotten."""
        for name, old in reversed(self._groups.pop() if self._groups else []):
            if old is None:
                self._table.pop(name, None)
            else:
                self._table[name] = old

    def begin_document(self) -> None:
        """Begin the text: groups that the preamble left open are none."""
        self.in_document = True
        self._groups = [[]]

    @staticmethod
    def is_definition(word: str) -> bool:
        """Whether a command defines a macro."""
        return word in _KINDS

    def define(self, word: str, text: str, position: int, line: int, in_preamble: bool) -> int:
        """Take the definition behind a command; return where it ends."""
        everywhere, self.everywhere = self.everywhere or _KINDS[word] == "global", False
        named = _ANY.match(text, position)
        if named is None:
            return position
        try:
            name, made, end = self._read(word, text, position)
        except _Unread as unread:
            name, made, end = named[1], Definition("", why=str(unread)), unread.end or named.end()
        made = replace(made, line=line)
        if not made.why and not made.literal and _says_its_name(name, made):
            made = replace(made, body=name, arguments=(), literal=True)
        if not made.why and not made.literal:
            made = replace(made, why=_unusable(name, made))
        if in_preamble and self._groups:
            made = replace(made, why="it is defined inside braces of the preamble, and whether it holds is not known")
            everywhere = True
        self._take(name, made, _KINDS[word], everywhere)
        return end

    def _take(self, name: str, made: Definition, kind: str, everywhere: bool) -> None:
        old = self._table.get(name)
        if kind == "provide":
            if old is not None:
                return
            if name[1:] in known_commands():
                made = replace(made, why="it may be known already, and then it is not provided", literal=False)
        elif kind == "new" and old is not None and not old.same(made):
            made = replace(made, why="it is defined twice, which TeX refuses", literal=False)
        if everywhere:
            self._groups = [[one for one in group if one[0] != name] for group in self._groups]
        elif self._groups:
            self._groups[-1].append((name, old))
        self._table[name] = made

    def _read(self, word: str, text: str, position: int) -> tuple[str, Definition, int]:
        if _KINDS[word] == "unread":
            raise _Unread("its definition is not read")
        if word == "let":
            return self._let(text, position)
        if word.endswith("def"):
            return _def(word, text, position)
        named = _ANY.match(text, position)
        assert named is not None
        if word.endswith("DocumentCommand"):
            spec, end = _group(text, named.end())
            kinds, default = _kinds(spec)
            body, end = _group(text, end)
            return named[1], Definition(body, kinds, default), end
        if word == "DeclarePairedDelimiter":
            left, end = _group(text, named.end())
            right, end = _group(text, end)
            return named[1], Definition(rf"\left{left} #3 \right{right}", ("s", "o", "m")), end
        options, end = list[str](), named.end()
        while len(options) < 2 and (stop := optional_end(text, end)) is not None:
            options.append(text[end:stop].strip()[1:-1])
            end = stop
        body, end = _group(text, end)
        if word == "DeclareMathOperator":
            return named[1], Definition(rf"\operatorname{{{body}}}" if body else ""), end
        count = int(options[0]) if options and options[0].strip().isdigit() else 0
        kinds = ("m",) * min(count, 9)
        if len(options) > 1 and kinds:
            kinds = ("o", *kinds[1:])
        return named[1], Definition(body, kinds, options[1] if len(options) > 1 else ""), end

    def _let(self, text: str, position: int) -> tuple[str, Definition, int]:
        match = _LET.match(text, position)
        if match is None:
            raise _Unread("its definition is not read")
        if "@" in match[2]:
            raise _Unread("it stands for a command of a package", match.end())
        return match[1], self._table.get(match[2], Definition(match[2], literal=True)), match.end()

    def define_environment(self, word: str, text: str, position: int) -> int:
        """Take the definition of an environment; return where it ends."""
        named = _ENVIRONMENT.match(text, position)
        if named is None:
            return position
        try:
            if "Document" in word:
                spec, end = _group(text, named.end())
                kinds, default = _kinds(spec)
            else:
                options, end = list[str](), named.end()
                while len(options) < 2 and (stop := optional_end(text, end)) is not None:
                    options.append(text[end:stop].strip()[1:-1])
                    end = stop
                count = int(options[0]) if options and options[0].strip().isdigit() else 0
                kinds = ("m",) * min(count, 9)
                kinds, default = (("o", *kinds[1:]), options[1]) if len(options) > 1 and kinds else (kinds, "")
            begin, end = _group(text, end)
            close, end = _group(text, end)
        except _Unread as unread:
            return unread.end or named.end()
        why = "its body is a program" if _PROGRAM.search(begin + close) else ""
        self.environments[named[1].strip()] = Environment(Definition(begin, kinds, default), close, why)
        return end


class _Unread(Exception):
    """A definition that is not read, and where it ends if that is known."""

    def __init__(self, why: str, end: int = 0) -> None:
        super().__init__(why)
        self.end = end


def _def(word: str, text: str, position: int) -> tuple[str, Definition, int]:
    match = _DEF.match(text, position)
    if match is None:
        raise _Unread("its definition is not read")
    body, end = _group(text, match.end())
    first, *rest = re.split(r"#[1-9]", match[2])
    if word in ("edef", "xdef"):
        raise _Unread("it is expanded where it is defined", end)
    if first.strip() and rest:
        raise _Unread("a text has to stand in front of its arguments", end)
    return match[1], Definition(body, tuple(one if one.strip() else "m" for one in rest)), end


def _kinds(spec: str) -> tuple[tuple[str, ...], str]:
    """What a macro takes, from the way that xparse writes it."""
    found, default, position = list[str](), "", 0
    while position < len(spec.rstrip()):
        match = _XPARSE.match(spec, position)
        if match is None:
            raise _Unread("it has other than plain arguments")
        found.append(match[1] or "o")
        default = match[2] or default
        position = match.end()
    if found.count("o") > 1:
        raise _Unread("it has several optional arguments")
    return tuple(found), default


def _group(text: str, position: int) -> tuple[str, int]:
    """What stands in the next braces, and where they end."""
    position += len(text[position : position + 500]) - len(text[position : position + 500].lstrip())
    end = argument_end(text, position)
    if end <= position:
        raise _Unread("its body is not closed")
    found = text[position:end]
    return (found[1:-1] if found[0] == "{" else found), end


def argument_end(text: str, position: int) -> int:
    """Return where the argument ends that begins at a place: braces and what is in them, a command, or one character."""
    if position >= len(text):
        return position
    if text[position] == "\\":
        match = re.compile(r"\\(?:[A-Za-z@]+|.|$)", re.DOTALL).match(text, position)
        return match.end() if match else position + 1
    if text[position] != "{":
        return position + (text[position] != "}")
    return _partners(text).get(position, position)


@lru_cache(maxsize=32)
def _partners(text: str) -> dict[int, int]:
    """Where the braces end that open in a text, by where they open: found once, whoever asks."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACES.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            ends[opened.pop()] = match.end()
    return ends


def optional_end(text: str, position: int) -> int | None:
    """Return where the square brackets end that open at a place, None if there are none."""
    opening = _OPTION.match(text, position)
    if opening is None:
        return None
    depth, brackets = 0, 1
    if text.find("]", opening.end(), opening.end() + LONGEST // 100) < 0:
        return None
    for match in _BRACKETS.finditer(text, opening.end(), opening.end() + LONGEST // 100):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        brackets += {"[": 1, "]": -1}.get(match[0], 0) if depth == 0 else 0
        if not brackets:
            return match.end()
        if depth < 0:
            return None
    return None


def braced(text: str, start: int) -> str:
    """Return what stands between the brace at `start` and its partner."""
    end = argument_end(text, start)
    return text[start + 1 : end - 1] if end > start and text[start] == "{" else ""


def _unusable(name: str, made: Definition) -> str:
    """Why a macro cannot be written out, or an empty text."""
    used = max([0, *(int(digit) for digit in re.findall(r"(?<!#)#([1-9])", made.body))])
    if used > len(made.arguments):
        return f"it takes {len(made.arguments)} arguments and its body uses {used}"
    if not made.body.strip() and not made.arguments and name[1:] in known_commands():
        return "its body is empty"
    if len(made.arguments) > used and name[1:] in known_commands() and made.body.strip():
        return f"it takes {len(made.arguments)} arguments and its body uses {used}"
    return "its body is a program, no formula" if _PROGRAM.search(made.body) else ""


def _says_its_name(name: str, made: Definition) -> bool:
    r"""True for a macro that only writes the known command of its name (``\DeclareMathOperator{\det}{det}``)."""
    if made.arguments or name[1:] not in known_commands():
        return False
    word = re.sub(r"\\(?:operatorname\*?|mathrm|mathop|ensuremath|text|rm|,|;|!)|[{}\s]", "", made.body)
    return word == name[1:]


__all__ = ["Definition", "Environment", "Macros", "argument_end", "braced", "optional_end"]
