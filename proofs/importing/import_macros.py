r"""The macros of a LaTeX source, as the header of a paper file takes them: names, bodies with ``#1`` to ``#9``.

A paper file has one table of macros, a source has definitions that change from place to place. A macro that means
several things gets several names, in the table and in the formulas; so does one that changes what a standard command
means (``\det`` for a trace becomes ``\detB``). One that the reader of formulas would refuse is left out and told; where a
formula uses it, it gets a name that no one knows, so that the formula cannot be read as something else.
"""

from __future__ import annotations

import re

from derive.errors import DeriveError
from derive.language.lexing.macros import expand
from derive.language.lexing.tokens import tokenize
from derive.language.lexing.vocabulary import known_commands
from proofs.importing.import_definitions import Definition, Definitions, Scope
from proofs.importing.import_source import LeftOut

_COMMAND = re.compile(r"\\([A-Za-z]+|[^A-Za-z\s])")
_PROGRAM = re.compile(r"\\(?:def|newcommand|if[a-z]*|else|fi|ensuremath|xspace|mathpalette)(?![A-Za-z])|@")
_DEEPEST = 50
_WORDS = {"argmin": "arg\\,min", "argmax": "arg\\,max"}


class Macros:
    """The table of macros of a paper file, filled as the formulas of the source ask for it."""

    def __init__(self, source: str, told: list[LeftOut]) -> None:
        self.definitions = Definitions(source)
        self.table: dict[str, str] = {}
        self._told = told
        self._said: set[tuple[str, int]] = set()
        self._written = {f"\\{name}" for name in re.findall(r"\\([A-Za-z]+)", source)}
        self._plain: set[str] = set()  # names that stand for themselves somewhere
        self._named: dict[tuple[str, str], str] = {}  # by the name and the body in which all has its name
        self._known: dict[tuple[int, str], str] = {}  # by the definitions in force and the name

    def reserve(self, formula: str, position: int) -> None:
        """Note which commands of a formula no macro of the source stands behind; before `read` of any formula."""
        scope = self.definitions.at(position)
        seen, waiting = set[str](), [formula]
        while waiting:
            for name in {match[0] for match in _COMMAND.finditer(waiting.pop())} - seen:
                made = scope.get(name)
                seen.add(name)
                if made is None:
                    self._plain.add(name)
                elif made.literal:
                    self._plain.add(made.body)
                else:
                    waiting.append(made.body)

    def prefer(self) -> None:
        """Give what holds at the beginning of the text its own names, as far as they are free."""
        self._enter_all(self.definitions.at(self.definitions.beginning))

    def read(self, formula: str, position: int) -> str:
        """Return a formula with the macros that the table knows under other names written so."""
        return self._renamed(formula, self.definitions.at(position), ())

    def finish(self) -> dict[str, str]:
        """Return the table, with the macros in force at the end that no formula uses, and tell what is left out."""
        for name, made in self.definitions.all:
            if made.why:
                self._tell(name, made, made.why)
        self._enter_all(self.definitions.at(len(self.definitions.source)))
        return self.table

    def _enter_all(self, scope: Scope) -> None:
        for name in scope:
            if re.fullmatch(r"\\[A-Za-z]+", name):
                self._name(name, scope, ())

    def _renamed(self, text: str, scope: Scope, active: tuple[str, ...]) -> str:
        def new(match: re.Match[str]) -> str:
            name = self._name(match[0], scope, active)
            following = text[match.end() : match.end() + 1]
            apart = " " if name != match[0] and re.match("[A-Za-z]", following) else ""
            return name + apart

        return _COMMAND.sub(new, text)

    def _name(self, name: str, scope: Scope, active: tuple[str, ...]) -> str:
        """The name under which the table has a command, or the command itself where no macro stands behind it."""
        made = scope.get(name)
        if made is None:
            return name
        if name in active or len(active) > _DEEPEST:
            return self._without(name, made, "it uses itself" if name in active else "it uses too many others")
        known = self._known.get((id(scope), name))
        if known is None:
            known = self._known[id(scope), name] = self._new_name(name, made, scope, active)
        return known

    def _new_name(self, name: str, made: Definition, scope: Scope, active: tuple[str, ...]) -> str:
        why = made.why or _unusable(made.body)
        if why:
            return self._without(name, made, why)
        body = made.body if made.literal else self._renamed(made.body, scope, (*active, name))
        if re.search(r"\\[A-Za-z]+LeftOut(?![A-Za-z])", body):
            return self._without(name, made, "it uses a macro that is left out")
        if (name, body) not in self._named:
            self._named[name, body] = self._enter(name, body, made)
        return self._named[name, body]

    def _enter(self, name: str, body: str, made: Definition) -> str:
        why = _refused(name, body)
        if why and _says_its_name(name, body):
            self._tell(name, made, f"{name} is known to the reader of formulas with this meaning")
            return name
        if made.provided and (why or name[1:] in known_commands()):
            return self._without(name, made, "it may be known already, and then it is not provided")
        if not why and name not in self._plain and name not in self.table:
            self.table[name] = body
            return name
        fresh = self._fresh(name)
        why = _refused(fresh, body)
        if why:
            return self._without(name, made, why)
        self.table[fresh] = body
        return fresh

    def _fresh(self, name: str) -> str:
        """A name that the source does not use, with the old one in it."""
        base = name if name[1:].isalpha() else r"\symbol"
        letters = "BCDEFGHIJKLMNOPQRSTUVWXYZ"
        tried = (base + first + second for first in ("", *letters) for second in letters)
        return next(one for one in tried if one not in self._written and one not in self.table)

    def _without(self, name: str, made: Definition, why: str) -> str:
        self._tell(name, made, why)
        return (name if name[1:].isalpha() else r"\symbol") + "LeftOut"

    def _tell(self, name: str, made: Definition, why: str) -> None:
        if (name, made.line) not in self._said:
            self._said.add((name, made.line))
            self._told.append((made.line, f"the macro {name}", why))


def _unusable(body: str) -> str:
    """Why a body is no formula, or an empty text."""
    if not body.strip():
        return "its body is empty or not closed"
    return "its body is a program, no formula" if _PROGRAM.search(body) else ""


def _refused(name: str, body: str) -> str:
    """Why the reader of formulas does not take a macro of this name, or an empty text."""
    try:
        expand(tokenize("x"), {name: body})
    except DeriveError as problem:
        return str(problem)
    return ""


def _says_its_name(name: str, body: str) -> bool:
    r"""True for a macro that only writes the command of its name (``\DeclareMathOperator{\det}{det}``)."""
    word = re.sub(r"\\(?:operatorname\*?|mathrm|text|,|;|!)|[{}\s]", "", body)
    return word in (name[1:], re.sub(r"\\,", "", _WORDS.get(name[1:], "")))


__all__ = ["Macros"]
