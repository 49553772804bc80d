r"""Turns a LaTeX source into a skeleton paper file: one heading per labelled or numbered statement.

Nothing is executed: definitions of macros become the `macros` of the header if the reader of formulas takes them.
Formulas that define (``:=``) go into a ``given`` block, where a person adds the shapes. What is left out is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from proofs.importing.import_definitions import braced, paired
from proofs.importing.import_displays import (
    DEFINES,
    DISPLAY,
    RELATION,
    Defined,
    definition,
    formula_of,
    inline_relations,
    rows,
    spelled_out,
    unclosed,
    unread,
)
from proofs.importing.import_introductions import introduced
from proofs.importing.import_macros import Macros
from proofs.importing.import_shapes import Shapes, candidates, shapes
from proofs.importing.import_source import LeftOut, Source, read_source

_THEOREMS = (
    "theorem", "lemma", "proposition", "corollary", "property", "claim", "fact", "remark", "definition", "assumption",
    "thm", "lem", "prop", "cor", "defn", "rem",
)  # fmt: skip
_NEW_THEOREM = re.compile(r"\\(?:new|declare)theorem\*?\s*(?:\[[^\]]*\]\s*)?\{([A-Za-z]+)\}")
_DEFINES_MACRO = re.compile(r"\\(?:def|gdef|edef|xdef|let|(?:re)?newcommand|providecommand)(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, and where in the source its display begins."""

    text: str
    position: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One environment, or display outside of one, that may hold claims and definitions; its inline formulas are not read."""

    kind: str
    title: str
    label: str
    section: str
    line: int
    formulas: tuple[Formula, ...]
    definitions: tuple[Formula, ...] = ()
    inline: tuple[str, ...] = ()


@dataclass(slots=True)
class Imported:
    """A skeleton paper file, and what of the source is not in it.

    Attributes:
        text: The paper file.
        claims: How many claims it has.
        definitions: How many formulas stand in its given block.
        left_out: (line of the source, what, why).
        shapes: How many declarations of shapes were found in its running text.

    """

    text: str
    claims: int = 0
    definitions: int = 0
    left_out: list[LeftOut] = field(default_factory=list)
    shapes: int = 0

    def summary(self) -> str:
        """Return what was taken and what was left out, one line each."""
        counted = f"{self.claims} claims, {self.definitions} definitions, {self.shapes} declarations of shapes"
        lines = [f"{counted}, {len(self.left_out)} left out"]
        lines += [f"line {line}: {what}: {why}" for line, what, why in sorted(self.left_out)]
        return "\n".join(lines)


def import_tex(source: str, title: str = "", folder: Path | None = None) -> Imported:
    """Return a skeleton paper file for a LaTeX source.

    Args:
        source: The text of the source.
        title: The title of the paper file; that of the source if empty.
        folder: Where the source lies: inputs are read from there, and from nowhere else.

    Raises:
        ValueError: The source is too long, or no displayed formula is found in it.

    """
    read = read_source(source, folder)
    delimiters = "|".join(paired(read.text))
    if delimiters:
        read.text = re.sub(rf"(\\(?:{delimiters}))(?:\*|\[\\[A-Za-z]+\])(?=\s*[\[{{])", r"\1", read.text)
    told = read.left_out
    told += unread(read.text)
    read.text = spelled_out(read.text)
    macros = Macros(read.text, told)
    plain = macros.definitions.text()
    told += unclosed(plain)
    found = statements(plain, told)
    if not any(s.formulas or s.definitions for s in found):
        raise ValueError("no displayed formula was found in it")
    header: dict[str, object] = {"title": title or _title(read.text)}
    places = [Formula(text, position) for text, position in candidates(plain)]
    found, inline = _with_macros(found, places, macros)
    table = macros.finish()
    declared = shapes(inline, table)
    if table:
        header["macros"] = table
    text = yaml.safe_dump(header, sort_keys=False, allow_unicode=True, width=10_000)
    claims = [s for s in found if s.formulas]
    definitions = [one.text for s in found for one in s.definitions]
    result = Imported("", len(claims), len(definitions), [_placed(read, one) for one in told], len(declared.declared))
    opening = _shapes(declared) or [_GIVEN]
    result.text = "\n".join([f"---\n{text}---", *opening, *_given(definitions), *_claims(claims, read)])
    return result


def _with_macros(found: list[Statement], inline: list[Formula], macros: Macros) -> tuple[list[Statement], list[str]]:
    """Statements and inline formulas with their macros under the names of the table, each as it is defined where it stands."""
    formulas = [one for s in found for one in (*s.formulas, *s.definitions)]
    for one in (*formulas, *inline):
        macros.reserve(one.text, one.position)
    macros.prefer()
    stated = [
        replace(
            s,
            formulas=tuple(replace(one, text=macros.read(one.text, one.position)) for one in s.formulas),
            definitions=tuple(replace(one, text=macros.read(one.text, one.position)) for one in s.definitions),
        )
        for s in found
    ]
    return stated, [macros.read(one.text, one.position) for one in inline]


def _placed(read: Source, left_out: LeftOut) -> LeftOut:
    """What is left out, with its line in its own file."""
    line, what, why = left_out
    file, line = read.place(line)
    return line, f"{file}: {what}" if file else what, why


_GIVEN = """# Setting

Declare every symbol here, with its shape, and write the definitions of the paper, for example:

    \\mathbf{X} \\in \\mathbb{R}^{n \\times d}, \\quad \\mathbf{F}(\\mathbf{X}) := \\mathbf{A}\\mathbf{X}

in a block that opens with ```math given.
"""

_ASIDES = (
    "Not read from the source, as inline formulas may be hypotheses, claims or asides: {}. "
    "Write the hypotheses among them into a `math given` block here."
)

_CHECK = (
    "These shapes are declared in the running text. Check them, declare what is missing, and add what the words beside "
    "them say (symmetric, positive, ...)."
)

_BESIDE = "it stands beside a definition: write it as a hypothesis or as a claim"


def _shapes(found: Shapes) -> list[str]:
    """The shapes that the running text declares, for a person to check: they open the given block of the file."""
    if not (found.declared or found.disputed):
        return []
    lines = ["# Setting", ""]
    if found.declared:
        body = ", \\quad ".join(found.declared) if len(found.declared) < 3 else " \\\\\n".join(found.declared)
        lines += [_CHECK, ""]
        lines += ["```math given", body, "```", ""]
    if found.disputed:
        said = ", ".join(f"`{one}`" for one in found.disputed)
        lines += [f"Given in different places with different shapes, write the ones in force: {said}.", ""]
    return lines


def _given(definitions: list[str]) -> list[str]:
    """The definitions of the source as one block; declarations of shapes belong above it."""
    if not definitions:
        return []
    body = " \\\\\n".join(re.sub(r"(\\\\|[,.;\s])+$", "", text) for text in definitions)
    return ["These are the definitions that were found in the source:", "", "```math given", body, "```", ""]


def _claims(found: list[Statement], source: Source) -> list[str]:
    lines: list[str] = []
    taken: set[str] = set()
    section = ""
    for statement in found:
        if statement.section != section:
            section = statement.section
            lines += [f"# {_plain(section).replace(':', ',') or 'Section'}", ""]
        title = _plain(statement.title) or statement.kind
        lines += [f"## {_id(statement, taken)}: {title}"]
        file, line = source.place(statement.line)
        where = (f"{_plain(file)} " if file else "") + f"line {line}"
        where += f", {_plain(statement.label)}" if _plain(statement.label) else ""
        lines += [f"where: {where}"]
        if statement.inline:
            lines += ["", _ASIDES.format(", ".join(f"`{one}`" for one in statement.inline))]
        for formula in statement.formulas:
            lines += ["```math", formula.text, "```"]
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
    text = re.sub(r"\\[A-Za-z]+\*?\s*|[{}$`#<>\\]", " ", text)
    return re.sub(r"\s+", " ", text).strip(" :")


def _title(source: str) -> str:
    match = re.search(r"\\title\s*(?:\[[^\]]*\])?\s*(?=\{)", source)
    return (_plain(braced(source, match.end())) if match else "") or "Untitled"


def statements(source: str, told: list[LeftOut]) -> list[Statement]:
    """Return the theorem-like environments and the displayed formulas outside them, in order."""
    found: list[tuple[int, Statement]] = []
    covered: list[tuple[int, int]] = []
    named: set[str] = set()
    for kind in dict.fromkeys((*_THEOREMS, *_NEW_THEOREM.findall(source))):
        for match in re.finditer(rf"\\begin\{{{kind}\*?\}}(.*?)\\end\{{{kind}\*?\}}", source, re.DOTALL):
            covered.append(match.span())
            title, start = _bracketed(source, match.start(1))
            inside = list(DISPLAY.finditer(source, start, match.end(1)))
            names = named if kind in ("definition", "defn") else None
            made = _statement(source, kind, title, _label(match[1]), match.start(), inside, told, names)
            inline = inline_relations(DISPLAY.sub(" ", source[start : match.end(1)]))
            if not inside:
                told.append(
                    (_line(source, match.start()), kind, "no displayed formula in it (inline formulas are not read)")
                )
            elif inline:
                what = f"{kind}: {_cut(', '.join(inline))}"
                told.append(
                    (_line(source, match.start()), what, "inline formulas are not read; hypotheses may be among them")
                )
            found.append((match.start(), replace(made, inline=inline)))
    for match in DISPLAY.finditer(source):
        if not any(low <= match.start() < high for low, high in covered):
            made = _statement(source, "equation", "", _label(match[0]), match.start(), [match], told, named)
            found.append((match.start(), made))
    return [statement for _, statement in sorted(found, key=lambda pair: pair[0])]


def _bracketed(source: str, start: int) -> tuple[str, int]:
    """What stands in the square brackets at a place, brackets and braces inside it counted, and where it ends."""
    opening = re.compile(r"\s*\[").match(source, start)
    if opening is None:
        return "", start
    brackets, braces = 1, 0
    for match in re.compile(r"\\.|[\[\]{}]", re.DOTALL).finditer(source, opening.end(), opening.end() + 2_000):
        braces += {"{": 1, "}": -1}.get(match[0], 0)
        brackets += {"[": 1, "]": -1}.get(match[0], 0) if not braces else 0
        if brackets == 0:
            return source[opening.end() : match.start()], match.end()
    return "", start


def _statement(
    source: str,
    kind: str,
    title: str,
    label: str,
    start: int,
    displays: list[re.Match[str]],
    told: list[LeftOut],
    named: set[str] | None = None,
) -> Statement:
    formulas: list[Formula] = []
    definitions: list[Formula] = []
    for match in displays:
        line, formula = _line(source, match.start()), formula_of(match)
        if named is not None:
            formula = replace(formula, text=introduced(source, match.start(), formula.text, named))
        told += [(line, _cut(text), "text between the rows of a display is not read") for text in formula.texts]
        claims: list[str] = []
        why = _not_read(formula.text)
        if why:
            told.append((line, _cut(formula.text) or "a display", why))
        elif not DEFINES.search(formula.text):
            formulas.append(Formula(formula.text, match.start()))
        else:
            for row in rows(formula.text):
                one = definition(row) if DEFINES.search(row) else Defined("", row)
                definitions += [Formula(one.definition, match.start())] if one.definition else []
                claims += [one.claim] if one.claim else []
                told += [(line, _cut(text), _BESIDE) for text in one.left_out]
            formulas += [Formula(" \\\\\n".join(claims), match.start())] if claims else []
    line = _line(source, start)
    return Statement(kind, title, label, _section(source, start), line, tuple(formulas), tuple(definitions))


def _not_read(formula: str) -> str:
    """Why a display is left out, or an empty text."""
    if not formula:
        return "it is empty"
    if _DEFINES_MACRO.search(formula):
        return "it defines a macro inside a formula"
    if not RELATION.search(formula) and not DEFINES.search(formula):
        return "no relation (such as =, \\le, \\in) in it: it claims nothing"
    return ""


def _cut(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= 60 else text[:59] + "…"


def _line(source: str, position: int) -> int:
    return source.count("\n", 0, position) + 1


def _label(text: str) -> str:
    match = re.search(r"\\label\s*\{([^}]*)\}", text)
    return match[1] if match else ""


def _section(source: str, position: int) -> str:
    """The title of the last section before a position."""
    last = ""
    for match in re.finditer(r"\\(?:sub)*section\*?\s*(?=\{)", source[:position]):
        last = braced(source, match.end())
    return last


__all__ = ["Formula", "Imported", "Statement", "import_tex", "statements"]
