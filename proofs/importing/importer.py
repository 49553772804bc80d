r"""Turns a LaTeX source into a paper file: displayed formulas under headings that `derive audit` can read.

The source is never executed: macros are written out by `expansion`, what only concerns the looks of a formula is left
out by `formulas`. Formulas that define (``:=``, or words that say so) go into a ``given`` block. What is left out is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from proofs.importing.abbreviations import abbreviated, abbreviations
from proofs.importing.conditionals import LeftOut
from proofs.importing.declared_shapes import Shapes, candidates, members, shapes
from proofs.importing.display_rows import (
    COMPARES,
    DEFINES,
    RELATION,
    definition,
    inline_relations,
    pieces,
    rows,
    without_reasons,
)
from proofs.importing.expansion import Expanded, expand_source
from proofs.importing.formulas import clean
from proofs.importing.given import Given, Givens
from proofs.importing.inference.declare import LAYOUTS
from proofs.importing.introductions import introduced
from proofs.importing.macros import braced
from proofs.importing.said import Said, said_of
from proofs.importing.segments import Environment, Formula, Segments, segments
from proofs.importing.source_tree import SourceTree

_DEFINITIONS = ("definition", "defn")
_TRAILING = re.compile(
    r"(?:\s|\\\\|[,.;&]|\\q?quad(?![A-Za-z])|\\text\s*\{\s*(?:and|where|then|with|so that|whence|thus|hence)[\s,]*\})+$"
)
_PROOFS = ("proof", "pf")
_NO_CLAIMS = (*_DEFINITIONS, "remark", "rem", "assumption")
"""Theorem-like environments that have no proofs and no claims of their own."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a display.

    Attributes:
        text: Its LaTeX.
        kind: The theorem-like environment that it stands in, or ``equation``.
        title: That of the environment.
        label: Its label, or that of the environment.
        section: The title of the section.
        position: Where in the text its display begins.
        end: Where it ends.
        section_start: Where its section begins.
        defines: It is a definition.
        inline: Inline formulas of its environment that say something; they are not read.
        labels: All labels of its display.
        within: The theorem-like environment or the proof that it stands in.
        proves: The theorem-like environment whose proof it stands in.
        restricted: What stands beside or around it and is not read may restrict it.

    """

    text: str
    kind: str
    title: str
    label: str
    section: str
    position: int
    end: int = 0
    section_start: int = 0
    defines: bool = False
    inline: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    within: Environment | None = None
    proves: Environment | None = None
    restricted: bool = False


@dataclass(slots=True)
class Imported:
    """A paper file made of a source, and what of the source is not in it.

    Attributes:
        text: The paper file.
        claims: How many claims it has.
        definitions: How many formulas stand in its given blocks.
        left_out: (line of the source, what, why).
        shapes: How many declarations of shapes were found in its running text.
        displays: How many displays the source has.

    """

    text: str
    claims: int = 0
    definitions: int = 0
    left_out: list[LeftOut] = field(default_factory=list)
    shapes: int = 0
    displays: int = 0

    def summary(self) -> str:
        """Return what was taken and what was left out; one cause is told once, the most frequent first."""
        counted = f"{self.displays} displays: {self.claims} claims, {self.definitions} definitions, {self.shapes} declarations of shapes"
        lines = [f"{counted}, {len(self.left_out)} left out"]
        causes: dict[tuple[str, str], list[int]] = {}
        for line, what, why in sorted(self.left_out):
            causes.setdefault((what, why), []).append(line)
        for (what, why), places in sorted(causes.items(), key=lambda pair: -len(pair[1])):
            more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
            lines.append(f"line {places[0]}: {what}: {why}{more}")
        return "\n".join(lines)


MAX_FORMULAS = 20_000
Progress = Callable[[int, int, str], None]


def import_tex(source: str, title: str = "", folder: Path | None = None, *, infer: bool = False) -> Imported:
    """Return a paper file for the text of a LaTeX source.

    Args:
        source: The text of the source.
        title: The title of the paper file; that of the source if empty.
        folder: Where the source lies: inputs are read from there, and from nowhere else.
        infer: See `import_source`.

    Raises:
        ValueError: The source is too long, or no displayed formula is found in it.

    """
    return import_source(SourceTree(source, folder=folder), title, infer=infer)


def import_source(
    tree: SourceTree, title: str = "", *, infer: bool = False, progress: Progress = lambda *_: None
) -> Imported:
    """Return a paper file for a LaTeX source; see `import_tex`.

    Args:
        tree: The source.
        title: The title of the paper file; that of the source if empty.
        infer: Give each claim the definitions that it rests on, and declarations inferred from the use of its names.
        progress: Called with (claims done, claims in all, label) after every claim for which that is done.

    """
    expanded = expand_source(tree)
    found = segments(expanded.text)
    if len(found.formulas) > MAX_FORMULAS:
        raise ValueError(
            f"the source has {len(found.formulas):,} formulas; at most {MAX_FORMULAS:,} are read: import its parts"
        )
    told = [*expanded.left_out, *found.left_out]
    stated = _with_words(statements(expanded.text, found, told))
    if not stated:
        raise ValueError("no displayed formula was found in it")
    header: dict[str, object] = {"title": title or _title(expanded.text)}
    declared = shapes(candidates(found.formulas))
    givens = None
    if infer:
        inline = [(one.start, clean(one.text).text) for one in found.formulas if one.kind == "inline"]
        def said(names: Callable[[str], Sequence[str]]) -> Sequence[Said]:
            return said_of(expanded.text, found.formulas, names)

        declared, of_sequences = members(declared, [*(one.text for one in stated), *(text for _, text in inline)])
        givens = Givens(stated, declared, expanded.text, inline, _listed(found, of_sequences), said)
        givens.infer(progress)
        stated = givens.stated
        if givens.layout != LAYOUTS[0]:
            header["layout"] = givens.layout
    text = yaml.safe_dump(header, sort_keys=False, allow_unicode=True, width=10_000)
    told_of = stated if infer else [one for one in stated if not one.defines]
    claims = [one for one in stated if not one.defines]
    definitions = [one.text for one in stated if one.defines]
    opening = _shapes(declared, " inferred=unsure" if infer else "") or ([] if infer else [_GIVEN])
    defined = [] if infer else _given(definitions)
    lines = [f"---\n{text}---", *opening, *defined, *_claims(told_of, expanded, givens)]
    displays = sum(one.kind == "display" for one in found.formulas)
    left_out = [_placed(expanded, one) for one in told]
    return Imported("\n".join(lines), len(claims), len(definitions), left_out, len(declared.declared), displays)


def _with_words(stated: list[Statement]) -> list[Statement]:
    """Statements in which letters that a definition has in front of brackets are one word: those of ``Pd(s) := ...``, no product."""
    words = {match[1] for one in stated if one.defines and (match := re.match(r"([A-Za-z]{2,})\s*\(", one.text))}
    if not words:
        return stated
    pattern = re.compile(r"(?<![A-Za-z\\])(?:" + "|".join(sorted(words, key=len, reverse=True)) + r")(?=\s*\()")
    return [replace(one, text=pattern.sub(lambda match: rf"\operatorname{{{match[0]}}}", one.text)) for one in stated]


def _placed(expanded: Expanded, left_out: LeftOut) -> LeftOut:
    """What is left out, with its line in its own file."""
    position, what, why = left_out
    file, line = expanded.place(position)
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


def _shapes(found: Shapes, mark: str) -> list[str]:
    """The shapes that the running text declares, for a person to check: they open the given block of the file."""
    if not (found.declared or found.disputed):
        return []
    lines = ["# Setting", ""]
    if found.declared:
        body = ", \\quad ".join(found.declared) if len(found.declared) < 3 else " \\\\\n".join(found.declared)
        lines += [_CHECK, ""]
        lines += [f"```math given{mark}", body, "```", ""]
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


def _claims(found: list[Statement], expanded: Expanded, givens: Givens | None) -> list[str]:
    lines: list[str] = []
    names = _Names()
    ids = {id(one): names.new(one) for one in found if not one.defines}
    used = uses([one for one in found if not one.defines], ids, expanded.text)
    section = ""
    for one in found:
        if one.section != section:
            section = one.section
            lines += [f"# {_plain(section).replace(':', ',') or 'Section'}", ""]
        file, line = expanded.place(one.position)
        where = (f"{_plain(file)} " if file else "") + f"line {line}"
        if one.defines:
            lines += [f"Defined in {where}: `{' '.join(one.text.replace('`', chr(39)).split())}`", ""]
            continue
        lines += [f"## {ids[id(one)]}: {_plain(one.title) or one.kind}"]
        where += f", {_plain(one.label)}" if _plain(one.label) else ""
        lines += [f"where: {where}", *([f"uses: {', '.join(used[id(one)])}"] if used.get(id(one)) else [])]
        if givens is not None:
            lines += _own_given(givens.of(one), lambda position: expanded.place(position)[1])
        if one.inline:
            lines += ["", _ASIDES.format(", ".join(f"`{text}`" for text in one.inline))]
        lines += ["```math", one.text, "```", ""]
    return lines


def _own_given(given: Given, line_of: Callable[[int], int]) -> list[str]:
    """What is given to one claim: inferred declarations, one block for each reading, and definitions of the source."""
    lines = [f"layout: {given.layout}"] if given.layout else []
    if given.sources:
        told = "; ".join(f"`{name}` from line{'s' * (len(places) > 1)} {', '.join(str(line_of(at)) for at in places)}" for name, places in given.sources)
        lines += ["", f"Inferred: {told}."]
    mark = "inferred=unsure" if given.unsure else "inferred"

    def blocks(readings: tuple[tuple[str, ...], ...]) -> None:
        for letter, reading in zip("abc", readings, strict=False):
            name = f" reading={letter}" if len(readings) > 1 else ""
            if reading:
                lines.extend(["", f"```math given {mark}{name}", " \\\\\n".join(reading), "```"])

    def definitions(texts: tuple[str, ...]) -> None:
        if texts:
            plain = (re.sub(r"(\\\\|[,.;\s])+$", "", text) for text in texts)
            lines.extend(["", "```math given", " \\\\\n".join(plain), "```"])

    blocks(given.readings)
    if given.said:
        told = "; ".join(f"line {line_of(one.position)}: `{one.name}` is {' and '.join(one.phrases)}" for one in given.said)
        lines += ["", f"Said of it ({told}):"]
        blocks((tuple(one.line() for one in given.said),))
    definitions(given.definitions)
    blocks(given.functions)
    definitions(given.last)
    return [*lines, ""] if lines else []


_REFERENCE = re.compile(r"\\(?:eq|c|C|auto)?ref\s*\{([^{}]*)\}")
_MOST_USED = 30


def uses(claims: Sequence[Statement], ids: Mapping[int, str], text: str) -> dict[int, tuple[str, ...]]:
    """Return for each claim the ids of those that it rests on.

    A theorem rests on what its proof says; any other claim on the earlier ones that the words in front of it refer to.
    """
    by_label: dict[str, list[Statement]] = {}
    proofs: dict[int, list[str]] = {}
    for one in claims:
        for label in {*one.labels, one.label} - {""}:
            by_label.setdefault(label, []).append(one)
        if one.proves is not None:
            proofs.setdefault(id(one.proves), []).append(ids[id(one)])
    found: dict[int, tuple[str, ...]] = {}
    end = 0
    for one in claims:
        before = re.split(r"\n\s*\n", text[max(end, one.position - _SEEN) : one.position])[-1]
        cited = [other for match in _REFERENCE.finditer(before) for label in match[1].split(",") for other in by_label.get(label.strip(), ())]
        rests = [ids[id(other)] for other in cited if other.position < one.position and (one.proves is None or other.within is not one.proves)]
        rests += proofs.get(id(one.within), []) if one.proves is None else []
        if rests:
            found[id(one)] = tuple(dict.fromkeys(rests))[:_MOST_USED]
        end = max(end, one.end) if one.position >= end else end
    return found


_SEEN = 300  # characters in front of a display in which it refers to others


class _Names:
    """The ids of claims: their labels, else what they are, with numbers."""

    def __init__(self) -> None:
        self.taken: dict[str, int] = {}

    def new(self, one: Statement) -> str:
        """Return an id that no other claim has."""
        base = re.sub(r"[^A-Za-z0-9]+", "-", one.label or one.kind).strip("-").lower() or "claim"
        if one.label and base not in self.taken:
            self.taken[base] = 1
            return base
        number = self.taken.get(base, 0) + 1
        while f"{base}-{number}" in self.taken:
            number += 1
        self.taken[base] = number
        self.taken[f"{base}-{number}"] = 1
        return f"{base}-{number}"


def _plain(text: str) -> str:
    text = re.sub(r"\\[A-Za-z]+\*?\s*|[{}$`#<>\\]", " ", text)
    return re.sub(r"\s+", " ", text).strip(" :")


def _title(text: str) -> str:
    match = re.search(r"\\title\s*(?:\[[^\]]*\])?\s*(?=\{)", text)
    return (_plain(braced(text, match.end())) if match else "") or "Untitled"


def statements(text: str, found: Segments, told: list[LeftOut]) -> list[Statement]:
    """Return what the displays of a source state, in order."""
    stated: list[Statement] = []
    named: set[str] = set()
    owners = _owners(found)
    short = abbreviations(text)
    inline = _inline(found)
    seen: set[int] = set()
    alone = _alone(found)
    for formula in found.formulas:
        if formula.kind == "display" or formula is alone.get(id(formula.within)):
            within = formula.within
            first = within is not None and id(within) not in seen
            asides = inline.get(id(within), ()) if first and formula.kind == "display" else ()
            seen.add(id(within))
            made = _statements(text, formula, asides, named, told)
            made = [replace(one, text=abbreviated(one.text, one.position, short)) for one in made] if short else made
            made = [replace(one, restricted=True) for one in made] if formula.kind == "inline" else made
            stated += [replace(one, proves=owners.get(id(within))) for one in made] if id(within) in owners else made
    for one in found.environments:
        asides = inline.get(id(one), ())
        if one.kind in _PROOFS:
            continue
        if id(one) not in seen:
            told.append((one.start, one.kind, "no displayed formula in it (inline formulas are not read)"))
        elif asides:
            what = f"{one.kind}: {_cut(', '.join(asides))}"
            told.append((one.start, what, "inline formulas are not read; hypotheses may be among them"))
    return stated


def _owners(found: Segments) -> dict[int, Environment]:
    """The theorem-like environment that each proof belongs to: the last one that began before it."""
    owners: dict[int, Environment] = {}
    last: Environment | None = None
    for one in found.environments:
        if one.kind not in _PROOFS:
            last = one if one.kind not in _NO_CLAIMS else last
        elif last is not None and last.section == one.section:
            owners[id(one)] = last
    return owners


def _inline(found: Segments) -> dict[int, tuple[str, ...]]:
    """The inline formulas of each theorem-like environment that say something."""
    texts: dict[int, list[str]] = {}
    for one in found.formulas:
        if one.kind == "inline" and one.within is not None and one.within.kind not in _PROOFS:
            texts.setdefault(id(one.within), []).append(clean(one.text).text)
    return {key: said for key, listed in texts.items() if (said := inline_relations(listed))}


def _alone(found: Segments) -> dict[int, Formula]:
    """The one inline formula of each theorem-like environment without displays that compares something: what it states, if its words allow it."""
    listed: dict[int, list[Formula]] = {}
    displayed = {id(one.within) for one in found.formulas if one.kind == "display"}
    for one in found.formulas:
        within = one.within
        if one.kind != "inline" or within is None or within.kind in (*_PROOFS, *_NO_CLAIMS):
            continue
        if id(within) not in displayed and COMPARES.search(one.text):
            listed.setdefault(id(within), []).append(one)
    return {key: formulas[0] for key, formulas in listed.items() if len(formulas) == 1}


_LISTED = re.compile(r"(?P<name>[^:]+?)&?\s*:\s*&?\s*(?P<rows>[A-Za-z]|\d+)\s*\\times\s*(?P<columns>[A-Za-z]|\d+)")


def _listed(found: Segments, everywhere: Mapping[str, tuple[str, ...]]) -> dict[str, dict[str, tuple[str, ...]]]:
    r"""The shapes that displays list, ``x : N \times 1``, by section and the LaTeX of the name, and those that all sections have."""
    listed = {formula.section: dict(everywhere) for formula in found.formulas}
    for formula in found.formulas:
        text = clean(formula.text).text if formula.kind == "display" and r"\times" in formula.text else ""
        shapes = [_LISTED.fullmatch(re.sub(r"[\s,.]+$", "", row)) for row in rows(text)]
        for one in shapes if shapes and all(shapes) else ():
            if one is not None and not RELATION.search(one["name"]):
                size = (one["rows"],) if one["columns"] == "1" else (one["rows"], one["columns"])
                listed.setdefault(formula.section, {})[one["name"].strip()] = () if size == ("1",) else size
    return listed


def _statements(
    text: str, formula: Formula, inline: tuple[str, ...], named: set[str], told: list[LeftOut]
) -> list[Statement]:
    made = clean(formula.text)
    told += [
        (formula.start, _cut(note), "text between the rows of a display is not read") for note in made.notes if note
    ]
    why = _not_read(made.text)
    if why:
        told.append((formula.start, _cut(made.text) or "a display", why))
        return []
    made.text, reasons = without_reasons(made.text)
    told += [(formula.start, _cut(one), "a reason beside a row is not read") for one in reasons]
    within = formula.within
    if within is None or within.kind in _DEFINITIONS:
        made.text = introduced(text, formula.start, made.text, named)
    claims: list[str] = []
    definitions: list[str] = []
    if DEFINES.search(made.text):
        for row in rows(made.text):
            if not DEFINES.search(row):
                claims += [one.text for one in pieces(row)]
                continue
            one = definition(row)
            definitions += [_TRAILING.sub("", one.definition)] if one.definition else []
            claims += [one.claim] if one.claim else []
            told += [(formula.start, _cut(said), _BESIDE) for said in one.left_out]
    else:
        claims = [one.text for one in pieces(made.text)]
    label = made.labels[0] if made.labels else ""
    return [
        Statement(
            said,
            *_origin(within, label),
            formula.section,
            formula.start,
            formula.end,
            formula.section_start,
            defines,
            () if defines or k else inline,
            tuple(made.labels),
            within,
            restricted=bool(reasons),
        )
        for defines, listed in ((True, definitions), (False, claims))
        for k, said in enumerate(listed)
    ]


def _origin(within: Environment | None, label: str) -> tuple[str, str, str]:
    """The kind, the title and the label of a statement."""
    if within is None or within.kind in _PROOFS:
        return "equation", "", label
    return within.kind, within.title, within.label or label


def _not_read(formula: str) -> str:
    """Why a display is left out, or an empty text."""
    if not formula:
        return "it is empty"
    if not RELATION.search(formula) and not DEFINES.search(formula):
        return "no relation (such as =, \\le, \\in) in it: it claims nothing"
    return ""


def _cut(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= 60 else text[:59] + "…"


__all__ = ["Imported", "Statement", "import_source", "import_tex", "statements"]
