r"""Turns a LaTeX source into a skeleton paper file: one heading per labelled or numbered statement.

Nothing is executed or expanded: ``\newcommand`` definitions without arguments become the `macros` of the header.  What
must be said by a person (shapes, definitions) is left as a commented ``given`` block to be filled in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

_THEOREMS = ("theorem", "lemma", "proposition", "corollary", "property", "claim", "fact", "thm", "lem", "prop", "cor")
_DISPLAYS = ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign")
_NEWCOMMAND = re.compile(r"\\(?:re)?newcommand\*?\s*\{?\s*(\\[A-Za-z]+)\s*\}?\s*(\[\d\])?\s*(?=\{)")
_OPERATOR = re.compile(r"\\DeclareMathOperator\*?\s*\{?\s*(\\[A-Za-z]+)\s*\}?\s*(?=\{)")
_MAX = 4_000_000


@dataclass(frozen=True, slots=True)
class Statement:
    """One environment that may hold a claim."""

    kind: str
    title: str
    label: str
    section: str
    formulas: tuple[str, ...]


def import_tex(source: str, title: str = "") -> str:
    """Return a skeleton paper file for a LaTeX source.

    Raises:
        ValueError: The source is too long, or no displayed formula is found in it.

    """
    if len(source) > _MAX:
        raise ValueError(f"the source has {len(source):,} characters; at most {_MAX:,} are read")
    source = re.sub(r"(?<!\\)%.*", "", source)
    found = statements(source)
    if not found:
        raise ValueError("no displayed formula was found in it")
    header: dict[str, object] = {"title": title or _title(source)}
    macros = macros_of(source)
    if macros:
        header["macros"] = macros
    text = yaml.safe_dump(header, sort_keys=False, allow_unicode=True, width=10_000)
    return "\n".join([f"---\n{text}---", _GIVEN, *(_claims(found))])


_GIVEN = """# Setting

Declare every symbol here, with its shape, and write the definitions of the paper, for example:

    \\mathbf{X} \\in \\mathbb{R}^{n \\times d}, \\quad \\mathbf{F}(\\mathbf{X}) := \\mathbf{A}\\mathbf{X}

in a block that opens with ```math given.
"""


def _claims(found: list[Statement]) -> list[str]:
    lines: list[str] = []
    taken: set[str] = set()
    section = ""
    for statement in found:
        if statement.section != section:
            section = statement.section
            lines += [f"# {_plain(section)}", ""]
        title = _plain(statement.title) or statement.kind
        lines += [f"## {_id(statement, taken)}: {title}"]
        if statement.label:
            lines += [f"where: {_plain(statement.label)}"]
        for formula in statement.formulas:
            lines += ["```math", formula, "```"]
        lines += [""]
    return lines


def _id(statement: Statement, taken: set[str]) -> str:
    base = re.sub(r"[^A-Za-z0-9]+", "-", statement.label or statement.kind).strip("-").lower() or "claim"
    name, number = base, 1
    while name in taken or (number == 1 and not statement.label):
        name = f"{base}-{number}"
        number += 1
        if name not in taken:
            break
    taken.add(name)
    return name


def _plain(text: str) -> str:
    text = re.sub(r"\\[A-Za-z]+\*?\s*|[{}$`#<>]", " ", text)
    return re.sub(r"\s+", " ", text).strip(" :")


def _title(source: str) -> str:
    match = re.search(r"\\title\s*(?=\{)", source)
    return _plain(_braced(source, match.end())) if match else "Untitled"


def _braced(source: str, start: int) -> str:
    """Return what stands between the brace at `start` and its partner."""
    depth = 0
    for k in range(start, min(len(source), start + 20_000)):
        if source[k] == "\\":
            continue
        escaped = k > 0 and source[k - 1] == "\\"
        depth += 0 if escaped else {"{": 1, "}": -1}.get(source[k], 0)
        if depth == 0:
            return source[start + 1 : k]
    return ""


def macros_of(source: str) -> dict[str, str]:
    r"""Return the argument-less ``\newcommand`` and ``\DeclareMathOperator`` definitions of a source."""
    found: dict[str, str] = {}
    for match in _NEWCOMMAND.finditer(source):
        body = _braced(source, match.end())
        if not match[2] and body and "\\def" not in body:
            found[match[1]] = body
    for match in _OPERATOR.finditer(source):
        found[match[1]] = rf"\operatorname{{{_braced(source, match.end())}}}"
    return found


def statements(source: str) -> list[Statement]:
    """Return the theorem-like environments and the displayed formulas outside them, in order."""
    found: list[tuple[int, Statement]] = []
    covered: list[tuple[int, int]] = []
    for kind in _THEOREMS:
        for match in re.finditer(rf"\\begin\{{{kind}\*?\}}(\[[^\]]*\])?(.*?)\\end\{{{kind}\*?\}}", source, re.DOTALL):
            formulas = tuple(_formulas(match[2]))
            covered.append(match.span())
            if formulas:
                title = (match[1] or "").strip("[]")
                section = _section(source, match.start())
                found.append((match.start(), Statement(kind, title, _label(match[2]), section, formulas)))
    for name in _DISPLAYS:
        for match in re.finditer(rf"\\begin\{{{name}\*?\}}(.*?)\\end\{{{name}\*?\}}", source, re.DOTALL):
            if any(low <= match.start() < high for low, high in covered):
                continue
            formulas = tuple(_formulas(match[0]))
            if formulas and re.search(r"=|\\le|\\ge|<|>|\\in", formulas[0]):
                section = _section(source, match.start())
                found.append((match.start(), Statement("equation", "", _label(match[1]), section, formulas)))
    return [statement for _, statement in sorted(found, key=lambda pair: pair[0])]


def _formulas(text: str) -> list[str]:
    pattern = rf"\\begin\{{({'|'.join(_DISPLAYS)})(\*?)\}}(.*?)\\end\{{\1\2\}}|\\\[(.*?)\\\]|\$\$(.*?)\$\$"
    bodies = [m[3] or m[4] or m[5] or "" for m in re.finditer(pattern, text, re.DOTALL)]
    tidy = (re.sub(r"\\label\{[^}]*\}|\\nonumber|\\notag", "", body).strip() for body in bodies)
    return [re.sub(r"\n\s*\n", "\n", body).replace("```", "") for body in tidy if body]


def _label(text: str) -> str:
    match = re.search(r"\\label\{([^}]*)\}", text)
    return match[1] if match else ""


def _section(source: str, position: int) -> str:
    """The title of the last section before a position."""
    last = ""
    for match in re.finditer(r"\\(?:sub)?section\*?\s*(?=\{)", source[:position]):
        last = _braced(source, match.end())
    return last
