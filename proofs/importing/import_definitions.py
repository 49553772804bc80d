r"""Which macros are in force at each place of a LaTeX source: definitions by position and by group, as TeX has them.

A definition holds from its place to the end of the group that it stands in; ``\providecommand`` defines what is not
defined yet, ``\newcommand`` what must not be defined yet, ``\renewcommand`` and ``\def`` anew.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace

_NAME = r"\s*\{?\s*(\\[A-Za-z@]+|\\[^A-Za-z\s])\s*\}?\s*"
_ANY = re.compile(rf"\*?{_NAME}")
_COMMAND = re.compile(rf"\*?{_NAME}((?:\[[^\]]*\]\s*){{0,2}})(?=\{{)")
_DEF = re.compile(r"\s*(\\[A-Za-z@]+|\\[^A-Za-z\s])\s*((?:#\d\s*)*)(?=\{)")
_LET = re.compile(r"\s*(\\[A-Za-z@]+|\\[^A-Za-z\s])\s*=?\s*(\\[A-Za-z@]+|\\[^A-Za-z\s]|[^\\\s{}])")
_DOCUMENT = re.compile(rf"{_NAME}\{{([^{{}}]*)\}}\s*(?=\{{)")
_EVENT = re.compile(r"\\([A-Za-z@]+)|\\.|([{}])", re.DOTALL)
_ENVIRONMENT = re.compile(r"\s*\{([^{}]*)\}")

_KINDS: dict[str, str] = {
    **dict.fromkeys(("newcommand", "newrobustcmd", "DeclareMathOperator", "DeclarePairedDelimiter", "NewDocumentCommand"), "new"),
    **dict.fromkeys(("providecommand", "providerobustcmd", "ProvideDocumentCommand"), "provide"),
    **dict.fromkeys(("renewcommand", "renewrobustcmd", "DeclareRobustCommand", "RenewDocumentCommand"), "renew"),
    **dict.fromkeys(("DeclareDocumentCommand", "def", "let", "edef"), "renew"),
    **dict.fromkeys(("gdef", "xdef"), "global"),
    **dict.fromkeys(("DeclarePairedDelimiterX", "DeclarePairedDelimiterXPP", "DeclareMathSymbol", "mathchardef"), "unread"),
    **dict.fromkeys(("NewCommandCopy", "RenewCommandCopy", "newcommandx", "renewcommandx", "futurelet"), "unread"),
}  # fmt: skip

_OPENS = {"begingroup": "endgroup", "bgroup": "egroup"}
_CLOSES = {**_OPENS, "{": "}", "begin": "end", r"\[": r"\]"}


@dataclass(frozen=True, slots=True)
class Definition:
    r"""One definition of a macro.

    Attributes:
        body: What stands for it, with ``#1`` to ``#9``.
        line: The line of the source.
        why: Why it cannot be used, or an empty text.
        literal: The body is a command that means what it meant without any definition (``\let\a\b``).
        provided: It holds only if the command is not known already.

    """

    body: str
    line: int = 0
    why: str = ""
    literal: bool = False
    provided: bool = False

    def same(self, other: Definition) -> bool:
        """True if both say the same."""
        return (self.body, self.why, self.literal) == (other.body, other.why, other.literal)


Scope = Mapping[str, Definition]


@dataclass(slots=True)
class _Group:
    """An open group: how it opened, and what holds again behind it (None: it restores nothing)."""

    opening: str
    scope: dict[str, Definition] | None


class Definitions:
    """The definitions of a source; `at` gives those in force at a place."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.all: list[tuple[str, Definition]] = []
        self._starts: list[int] = [0]
        self._scopes: list[dict[str, Definition]] = [{}]
        self._groups: list[_Group] = []
        self._spans: list[tuple[int, int]] = []
        body = re.search(r"\\begin\s*\{document\}", source)
        self.beginning = body.start() if body else 0
        self._read()

    def at(self, position: int) -> Scope:
        """Return the definitions in force at a position of the source."""
        return self._scopes[bisect_right(self._starts, position) - 1]

    def text(self) -> str:
        """Return the source, in the same places, without what its definitions hold: that is no text of it."""
        spans = [*self._spans, *_environments(self.source)]
        parts = list(self.source)
        for start, end in spans:
            parts[start:end] = ["\n" if char == "\n" else " " for char in parts[start:end]]
        return "".join(parts)

    def _now(self, position: int, scope: dict[str, Definition]) -> None:
        self._starts.append(position)
        self._scopes.append(scope)

    def _read(self) -> None:
        position, open_brace, everywhere = 0, True, False
        while match := _EVENT.search(self.source, position):
            position = match.end()
            word, brace = match[1], match[2]
            if word == "global":
                everywhere = True
                continue
            if word in _KINDS:
                position = self._define(word, match.start(), position, everywhere)
            elif word == "AtBeginDocument":
                open_brace = False  # what it defines holds in all of the text
                continue
            elif brace == "{" or word in _OPENS or match[0] == r"\[":
                self._groups.append(_Group(word or match[0], self._scopes[-1] if open_brace else None))
            elif brace == "}" or word in _OPENS.values() or match[0] == r"\]":
                self._close(word or match[0], position)
            elif word in ("begin", "end"):
                name = _ENVIRONMENT.match(self.source, position)
                position = name.end() if name else position
                if name and name[1].strip() == "document":
                    self._groups.clear()
                elif word == "begin":
                    self._groups.append(_Group("begin", self._scopes[-1]))
                else:
                    self._close("end", position)
            open_brace, everywhere = True, False

    def _close(self, closing: str, position: int) -> None:
        """End a group; a brace also ends the groups inside it that are still open (``\\newenvironment``)."""
        opens = [k for k, group in enumerate(self._groups) if _CLOSES[group.opening] == closing]
        if not opens or (closing != "}" and opens[-1] != len(self._groups) - 1):
            return
        outer = self._groups[opens[-1]].scope
        del self._groups[opens[-1] :]
        if outer is not None and outer is not self._scopes[-1]:
            self._now(position, outer)

    def _define(self, word: str, start: int, position: int, everywhere: bool) -> int:
        """Take a definition; return where it ends."""
        named = _ANY.match(self.source, position)
        if named is None:
            return position
        name, body, end, why = self._parts(word, position) or (named[1], "", named.end(), "its definition is not read")
        line = self.source.count("\n", 0, start) + 1
        made = Definition(body, line, why, provided=_KINDS[word] == "provide")
        if word == "let" and not why:
            made = replace(self._scopes[-1].get(body, replace(made, literal=True)), line=line)
        if start < self.beginning and any(group.scope is not None for group in self._groups):
            made = replace(made, why="it is defined inside braces of the preamble, and whether it holds is not known")
            everywhere = True
        self._spans.append((start + len(word) + 1, end))
        self._take(name, made, _KINDS[word], end, everywhere)
        return end

    def _take(self, name: str, made: Definition, kind: str, end: int, everywhere: bool) -> None:
        old = self._scopes[-1].get(name)
        if old is not None and (kind == "provide" or (old.same(made) and not everywhere)):
            return
        if old is not None and kind == "new":
            made = replace(made, why="it is defined twice, which TeX refuses")
        self.all.append((name, made))
        if everywhere or kind == "global":
            for group in self._groups:
                group.scope = None if group.scope is None else {**group.scope, name: made}
        self._now(end, {**self._scopes[-1], name: made})

    def _parts(self, word: str, position: int) -> tuple[str, str, int, str] | None:
        """The name, the body, the end and why it cannot be used, of a definition whose form is known."""
        if _KINDS[word] == "unread":
            return None
        if word == "let":
            match = _LET.match(self.source, position)
            return (match[1], match[2], match.end(), "") if match else None
        if word.endswith("def"):
            match = _DEF.match(self.source, position)
            expands = "it is expanded where it is defined" if word in ("edef", "xdef") else ""
            return self._body(match, (match[2] or "").count("#"), expands) if match else None
        if word.endswith("DocumentCommand"):
            match = _DOCUMENT.match(self.source, position)
            plain = match is not None and not match[2].replace("m", "").strip()
            why = "" if plain else "it has other than plain arguments"
            return self._body(match, match[2].count("m"), why) if match else None
        match = _COMMAND.match(self.source, position)
        if match is None:
            return None
        if word == "DeclareMathOperator":
            name, body, end, why = self._body(match, 0, "")
            return name, rf"\operatorname{{{body}}}" if body else "", end, why
        if word == "DeclarePairedDelimiter":
            return self._paired(match)
        options = re.findall(r"\[([^\]]*)\]", match[2])
        count = int(options[0]) if options and options[0].strip().isdigit() else 0
        return self._body(match, count, "it has an optional argument" if len(options) > 1 else "")

    def _body(self, match: re.Match[str], count: int, why: str) -> tuple[str, str, int, str]:
        body = braced(self.source, match.end())
        used = max([0, *(int(digit) for digit in re.findall(r"#([1-9])", body))])
        if not why and used != count:
            why = f"it takes {count} arguments and its body uses {used}"
        return match[1], body, match.end() + len(body) + (2 if body else 0), why

    def _paired(self, match: re.Match[str]) -> tuple[str, str, int, str]:
        left = braced(self.source, match.end())
        after = match.end() + len(left) + 2
        after += len(self.source[after : after + 200]) - len(self.source[after : after + 200].lstrip())
        right = braced(self.source, after)
        why = "" if left and right else "no delimiters"
        return match[1], rf"\left{left} #1 \right{right}", after + len(right) + (2 if right else 0), why


def _environments(source: str) -> list[tuple[int, int]]:
    """Where a source defines environments."""
    found: list[tuple[int, int]] = []
    for match in re.finditer(r"\\(?:re)?newenvironment\*?\s*\{[^{}]*\}\s*(?:\[[^\]]*\]\s*){0,2}(?=\{)", source):
        end = match.end() + len(braced(source, match.end())) + 2
        second = re.compile(r"\s*(?=\{)").match(source, end)
        found.append((match.start(), second.end() + len(braced(source, second.end())) + 2 if second else end))
    return found


def paired(source: str) -> list[str]:
    """The names, without backslash, of the delimiters that a source declares in pairs: a star after them says nothing."""
    return re.findall(r"\\DeclarePairedDelimiter\s*\{?\s*\\([A-Za-z]+)", source)


def braced(source: str, start: int) -> str:
    """Return what stands between the brace at `start` and its partner."""
    depth = 0
    k = start
    while k < min(len(source), start + 20_000):
        if source[k] == "\\":
            k += 2
            continue
        depth += {"{": 1, "}": -1}.get(source[k], 0)
        if depth == 0:
            return source[start + 1 : k]
        k += 1
    return ""


__all__ = ["Definition", "Definitions", "Scope", "braced", "paired"]
