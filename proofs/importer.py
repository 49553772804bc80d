r"""Turns a LaTeX source into a skeleton paper file: one heading per labelled or numbered statement.

Nothing is executed: definitions of macros become the `macros` of the header if the reader of formulas takes them.
Formulas that define (``:=``) go into a ``given`` block, where a person adds the shapes. What is left out is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import yaml

from proofs.import_macros import braced, macros_of, paired

_THEOREMS = (
    "theorem", "lemma", "proposition", "corollary", "property", "claim", "fact", "remark", "definition", "assumption",
    "thm", "lem", "prop", "cor", "defn", "rem",
)  # fmt: skip
_DISPLAYS = ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "alignat")
_DISPLAY = re.compile(
    rf"\\begin\{{(?P<name>{'|'.join(_DISPLAYS)})(?P<star>\*?)\}}(?P<inside>.*?)\\end\{{(?P=name)(?P=star)\}}"
    r"|(?<!\\)\\\[(?P<bracket>.*?)\\\]|\$\$(?P<dollars>.*?)\$\$",
    re.DOTALL,
)
_DEFINES = re.compile(
    r":=|\\coloneqq|\\coloneq\b|\\triangleq|\\stackrel\{\\text\{def\}\}\{=\}|\\overset\{\\text\{def\}\}\{=\}|\\doteq\b|\\defeq\b"
)
_RELATION = re.compile(
    r"=|<|>|\\(?:leq?|geq?|leqslant|geqslant|lesssim|gtrsim|ll|gg|neq?|in|to|rightarrow|Rightarrow|implies|iff|equiv|approx"
    r"|sim|simeq|propto|succeq|preceq|succ|prec|subseteq|subset|perp)(?![A-Za-z])"
)
_RAW = re.compile(r"\\begin\{(verbatim|lstlisting|comment|minted)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
_MAX = 4_000_000


@dataclass(frozen=True, slots=True)
class Statement:
    """One environment, or display outside of one, that may hold claims and definitions."""

    kind: str
    title: str
    label: str
    section: str
    line: int
    formulas: tuple[str, ...]
    definitions: tuple[str, ...] = ()


@dataclass(slots=True)
class Imported:
    """A skeleton paper file, and what of the source is not in it.

    Attributes:
        text: The paper file.
        claims: How many claims it has.
        definitions: How many formulas stand in its given block.
        left_out: (line of the source, what, why).

    """

    text: str
    claims: int = 0
    definitions: int = 0
    left_out: list[tuple[int, str, str]] = field(default_factory=list)

    def summary(self) -> str:
        """Return what was taken and what was left out, one line each."""
        lines = [f"{self.claims} claims, {self.definitions} definitions, {len(self.left_out)} left out"]
        lines += [f"line {line}: {what}: {why}" for line, what, why in sorted(self.left_out)]
        return "\n".join(lines)


def import_tex(source: str, title: str = "") -> Imported:
    """Return a skeleton paper file for a LaTeX source.

    Raises:
        ValueError: The source is too long, or no displayed formula is found in it.

    """
    if len(source) > _MAX:
        raise ValueError(f"the source has {len(source):,} characters; at most {_MAX:,} are read")
    source = re.sub(r"(?<!\\)((?:\\\\)*)%.*", r"\1", source)
    source = _RAW.sub(lambda match: "\n" * match[0].count("\n"), source)
    result = Imported("")
    delimiters = "|".join(paired(source))
    if delimiters:
        source = re.sub(rf"(\\(?:{delimiters}))\*(?=\s*[\[{{])", r"\1", source)
    found = statements(source, result.left_out)
    if not any(s.formulas or s.definitions for s in found):
        raise ValueError("no displayed formula was found in it")
    header: dict[str, object] = {"title": title or _title(source)}
    macros = macros_of(source, result.left_out)
    if macros:
        header["macros"] = macros
    text = yaml.safe_dump(header, sort_keys=False, allow_unicode=True, width=10_000)
    claims = [s for s in found if s.formulas]
    definitions = [(s.line, one) for s in found for one in s.definitions]
    result.claims, result.definitions = len(claims), len(definitions)
    result.text = "\n".join([f"---\n{text}---", _GIVEN, *_given(definitions), *_claims(claims)])
    return result


_GIVEN = """# Setting

Declare every symbol here, with its shape, and write the definitions of the paper, for example:

    \\mathbf{X} \\in \\mathbb{R}^{n \\times d}, \\quad \\mathbf{F}(\\mathbf{X}) := \\mathbf{A}\\mathbf{X}

in a block that opens with ```math given.
"""


def _given(definitions: list[tuple[int, str]]) -> list[str]:
    """The definitions of the source as one block; declarations of shapes belong above it."""
    if not definitions:
        return []
    body = " \\\\\n".join(re.sub(r"(\\\\|[,.;\s])+$", "", text) for _, text in definitions)
    return ["These are the definitions that were found in the source:", "", "```math given", body, "```", ""]


def _claims(found: list[Statement]) -> list[str]:
    lines: list[str] = []
    taken: set[str] = set()
    section = ""
    for statement in found:
        if statement.section != section:
            section = statement.section
            lines += [f"# {_plain(section).replace(':', ',') or 'Section'}", ""]
        title = _plain(statement.title) or statement.kind
        lines += [f"## {_id(statement, taken)}: {title}"]
        where = f"line {statement.line}" + (f", {_plain(statement.label)}" if _plain(statement.label) else "")
        lines += [f"where: {where}"]
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
    text = re.sub(r"\\[A-Za-z]+\*?\s*|[{}$`#<>\\]", " ", text)
    return re.sub(r"\s+", " ", text).strip(" :")


def _title(source: str) -> str:
    match = re.search(r"\\title\s*(?:\[[^\]]*\])?\s*(?=\{)", source)
    return (_plain(braced(source, match.end())) if match else "") or "Untitled"


def statements(source: str, left_out: list[tuple[int, str, str]] | None = None) -> list[Statement]:
    """Return the theorem-like environments and the displayed formulas outside them, in order."""
    told = [] if left_out is None else left_out
    found: list[tuple[int, Statement]] = []
    covered: list[tuple[int, int]] = []
    for kind in _THEOREMS:
        for match in re.finditer(rf"\\begin\{{{kind}\*?\}}(\[[^\]]*\])?(.*?)\\end\{{{kind}\*?\}}", source, re.DOTALL):
            covered.append(match.span())
            inside = list(_DISPLAY.finditer(source, match.start(2), match.end(2)))
            title = (match[1] or "").strip("[]")
            made = _statement(source, kind, title, _label(match[2]), match.start(), inside, told)
            if not inside:
                told.append(
                    (_line(source, match.start()), kind, "no displayed formula in it (inline formulas are not read)")
                )
            found.append((match.start(), made))
    for match in _DISPLAY.finditer(source):
        if not any(low <= match.start() < high for low, high in covered):
            made = _statement(source, "equation", "", _label(match[0]), match.start(), [match], told)
            found.append((match.start(), made))
    return [statement for _, statement in sorted(found, key=lambda pair: pair[0])]


def _statement(
    source: str, kind: str, title: str, label: str, start: int, displays: list[re.Match[str]],
    told: list[tuple[int, str, str]],
) -> Statement:  # fmt: skip
    formulas: list[str] = []
    definitions: list[str] = []
    for match in displays:
        line, formula = _line(source, match.start()), _formula(match)
        if not formula:
            told.append((line, "a display", "it is empty"))
        elif not _RELATION.search(formula) and not _DEFINES.search(formula):
            told.append((line, _cut(formula), "no relation (such as =, \\le, \\in) in it: it claims nothing"))
        elif not _DEFINES.search(formula):
            formulas.append(formula)
        else:
            rows = _rows(formula)
            definitions += [_DEFINES.sub(lambda _: ":=", row).replace("&", "") for row in rows if _DEFINES.search(row)]
            claims = [row for row in rows if not _DEFINES.search(row)]
            formulas += [" \\\\\n".join(claims)] if claims else []
    line = _line(source, start)
    return Statement(kind, title, label, _section(source, start), line, tuple(formulas), tuple(definitions))


def _rows(formula: str) -> list[str]:
    """The statements of a display of several rows; a row that begins with a relation continues the one above."""
    if re.search(r"\\begin\{", formula):  # rows of matrices and cases end the same way
        return [formula]
    rows: list[str] = []
    for row in re.split(r"\\\\(?:\[[^\]]*\])?", formula):
        if rows and _RELATION.match(row.strip().lstrip("&").strip()):
            rows[-1] = f"{rows[-1]} \\\\ {row.strip()}"
        elif row.strip():
            rows.append(row.strip())
    return rows


def _formula(match: re.Match[str]) -> str:
    body = match["inside"] or match["bracket"] or match["dollars"] or ""
    if match["name"] == "alignat":
        body = re.sub(r"^\s*\{\d+\}", "", body)
    body = re.sub(r"\\label\s*\{[^}]*\}|\\(?:nonumber|notag)(?![A-Za-z])|\\intertext\{[^}]*\}", "", body).strip()
    return re.sub(r"\n\s*\n", "\n", body).replace("```", "")


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


__all__ = ["Imported", "Statement", "import_tex", "statements"]
