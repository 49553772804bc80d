r"""The macros of a LaTeX source, as the header of a paper file takes them: names, bodies with ``#1`` to ``#9``.

A macro that the reader of formulas would refuse is left out and told: one that changes what a standard command means
where the reader knows that command already (``\argmin``, ``\tr``), or a body that is no formula.
"""

from __future__ import annotations

import re

from derive.errors import DeriveError
from derive.language.macros import expand
from derive.language.tokens import tokenize

_COMMAND = r"\s*\{?\s*(\\[A-Za-z]+)\s*\}?\s*"
_NEWCOMMAND = re.compile(rf"\\(?:re|provide)?(?:newcommand|command)\*?{_COMMAND}((?:\[[^\]]*\]\s*){{0,2}})(?=\{{)")
_DEF = re.compile(r"\\def\s*(\\[A-Za-z]+)\s*((?:#\d)*)\s*(?=\{)")
_OPERATOR = re.compile(rf"\\DeclareMathOperator\s*(\*?){_COMMAND}(?=\{{)")
_PAIRED = re.compile(rf"\\DeclarePairedDelimiter{_COMMAND}(?=\{{)")
_NAME_ONLY = re.compile(r"\\[A-Za-z]+")


def macros_of(source: str, left_out: list[tuple[int, str, str]] | None = None) -> dict[str, str]:
    """Return the macros of a source that formulas can be read with; the others are added to what is left out."""
    told = [] if left_out is None else left_out
    found: dict[str, tuple[int, str]] = {}
    for position, name, body, why in sorted(_definitions(source)):
        line = source.count("\n", 0, position) + 1
        if why:
            told.append((line, f"the macro {name}", why))
        else:
            found[name] = (line, body)
    kept: dict[str, str] = {}
    for name, (line, body) in found.items():
        why = _refused(name, body)
        if why:
            told.append((line, f"the macro {name}", why))
        else:
            kept[name] = body
    return _without_cycles(kept, {name: line for name, (line, _) in found.items()}, told)


def _definitions(source: str) -> list[tuple[int, str, str, str]]:
    """(position, name, body, why it is left out)."""
    found: list[tuple[int, str, str, str]] = []
    for match in _NEWCOMMAND.finditer(source):
        optional = len(re.findall(r"\[", match[2])) > 1
        body = braced(source, match.end())
        found.append((match.start(), match[1], body, "it has an optional argument" if optional else ""))
    found += [(m.start(), m[1], braced(source, m.end()), "") for m in _DEF.finditer(source)]
    for match in _OPERATOR.finditer(source):
        body = braced(source, match.end())
        found.append((match.start(), match[2], rf"\operatorname{{{body}}}", ""))
    for match in _PAIRED.finditer(source):
        left = braced(source, match.end())
        after = match.end() + len(left) + 2
        space = len(source[after:]) - len(source[after:].lstrip())
        right = braced(source, after + space)
        found.append(
            (match.start(), match[1], rf"\left{left} #1 \right{right}", "" if left and right else "no delimiters")
        )
    return found


def paired(source: str) -> list[str]:
    """The names, without backslash, of the delimiters that a source declares in pairs: a star after them says nothing."""
    return [match[1][1:] for match in _PAIRED.finditer(source)]


def _refused(name: str, body: str) -> str:
    """Why the reader of formulas does not take a macro, or an empty text."""
    if not body.strip():
        return "its body is empty or not closed"
    if re.search(r"\\(?:def|newcommand|if[a-z]*|else|fi|ensuremath|xspace|mathpalette|@)", body):
        return "its body is a program, no formula"
    known = {"argmin": "arg\\,min", "argmax": "arg\\,max"}
    try:
        expand(tokenize("x"), {name: body})
    except DeriveError as problem:
        word = re.sub(r"\\(?:operatorname\*?|mathrm|text|,|;|!)|[{}\s]", "", body)
        if word in (name[1:], re.sub(r"\\,", "", known.get(name[1:], ""))):
            return f"{name} is known to the reader of formulas with this meaning"
        return str(problem)
    return ""


def _without_cycles(macros: dict[str, str], lines: dict[str, int], told: list[tuple[int, str, str]]) -> dict[str, str]:
    """Drop macros that use themselves, directly or through others: no formula would end."""
    uses = {name: {n for n in _NAME_ONLY.findall(body) if n in macros} for name, body in macros.items()}
    kept: dict[str, str] = {}
    for name, body in macros.items():
        reached, waiting = set[str](), list(uses[name])
        while waiting:
            other = waiting.pop()
            if other not in reached:
                reached.add(other)
                waiting += uses[other]
        if name in reached:
            told.append((lines[name], f"the macro {name}", "it uses itself"))
        else:
            kept[name] = body
    return kept


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


__all__ = ["braced", "macros_of"]
