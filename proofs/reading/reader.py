"""Reads a paper file: Markdown with a YAML header, claim headings, option lines and math fences.

Nothing that looks like a claim is ever taken for prose.  Reading decides nothing about formulas and executes nothing.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from proofs.reading.front_matter import find_front_matter
from proofs.reading.header import (
    HEADER_KEYS,
    SETTING_KEYS,
    TEXTS,
    BadValue,
    apply_setting,
    read_as,
    read_expect,
    read_proof,
    read_uses,
    unknown,
)
from proofs.reading.headings import (
    CLAIM,
    HEADING,
    ID,
    bold_heading,
    is_underlined,
    meant_heading,
    no_heading,
    shown_lines,
    tagged_heading,
)
from proofs.reading.option_lines import (
    KNOWN,
    marked_fence,
    meant_option,
    misnamed_fence,
    misplaced,
    open_comment,
    option_of,
    strays,
)
from proofs.reading.paper import PRINTED, BadPaper, Block, Claim, Flaw, Paper, Settings, in_reading
from proofs.reading.paper_text import lines_of, load
from proofs.reading.yaml_values import BadYaml, read_pairs

_FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$")
_MID_COMMENT = (
    "the comment `<!--` that opens in the middle of this line does not end on it, and Markdown shows what follows; "
    "begin a line with `<!--`, or end the comment with `-->` on this line"
)
_HIDDEN_BREAK = (
    "this line contains a character that some programs take for the end of a line (a form feed, U+2028 or the like), "
    "with a heading, an option or a block behind it; write a line feed instead"
)
_CONDITION = re.compile(
    r"\\(?:succ|prec|ge|le|geq|leq|geqslant|leqslant|ne|neq|succeq|preceq|perp)(?![A-Za-z])|[<>]|(?<!:)="
)
"""What a block says beside declarations and definitions."""
BOLD = 7  # the level of a line in bold type that reads like a heading: below all others


@dataclass(slots=True)
class _Heading:
    level: int
    text: str
    line: int
    given: list[Block] = field(default_factory=list)
    claim: _Draft | None = None


@dataclass(slots=True)
class _Draft:
    id: str
    title: str
    line: int
    path: tuple[_Heading, ...]
    options: dict[str, tuple[str, int]] = field(default_factory=dict)
    math: list[Block] = field(default_factory=list)
    proof: str = ""
    printed: str = ""


def read_paper(path: Path | str) -> Paper:
    """Read one paper file.

    Raises:
        BadPaper: The file cannot be read, or something in it is refused; all flaws found are listed.

    Examples:
        >>> read_paper("no/such.md")
        Traceback (most recent call last):
        ...
        proofs.reading.paper.BadPaper: no/such.md: there is no such file

    """
    return read_text(load(Path(path)), path)


def read_text(text: str, path: Path | str) -> Paper:
    """Read the text of a paper file; ``path`` is used in messages and as the paper's name."""
    reader = _Reader(str(path), text)
    paper = reader.read()
    if reader.flaws:
        raise BadPaper(tuple(reader.flaws))
    return paper


class _Reader:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = lines_of(text)
        self.flaws: list[Flaw] = []
        self.top = _Heading(0, "", 0)
        self.stack: list[_Heading] = [self.top]
        self.drafts: list[_Draft] = []
        self.settings = Settings()
        self.texts = {"title": "", "source": ""}
        self.cut_off = False  # an unclosed block: what follows is not read

    def flaw(self, line: int, message: str, column: int = 0) -> None:
        self.flaws.append(Flaw(self.file, line, column, message))

    def read(self) -> Paper:
        self._body(self._header())
        claims = self._claims()
        sha256 = hashlib.sha256("\n".join(self.lines).encode()).hexdigest()
        return Paper(Path(self.file), self.texts["title"], self.texts["source"], self.settings, claims, sha256)

    # Header.

    def _header(self) -> int:
        """Read the YAML header; return the index of the first line after it."""
        found = find_front_matter(self.lines)
        if found.refused:
            self.flaw(found.start + 1, found.refused)
            return found.after
        try:
            pairs = read_pairs("\n".join(self.lines[found.start : max(found.end, found.start)]), TEXTS)
        except BadYaml as problem:
            self.flaw(found.start + 1 + problem.line, str(problem))
            return found.after
        for key, value, line in pairs:
            if key not in HEADER_KEYS:
                self.flaw(found.start + 1 + line, unknown("header key", key, HEADER_KEYS))
            elif key in TEXTS:
                self.texts[key] = value
            else:
                self._set(key, value, found.start + 1 + line)
        return found.after

    def _set(self, key: str, value: Any, line: int) -> None:
        try:
            self.settings = apply_setting(self.settings, key, value)
        except BadValue as problem:
            self.flaw(line, str(problem))

    # Body.

    def _body(self, start: int) -> None:
        index, options_open = start, False
        while index < len(self.lines):
            line = self.lines[index]
            fence = _fence_of(line)
            heading = HEADING.match(line)
            if fence:
                index = self._fence(index, fence)
                options_open = False
                continue
            if line.lstrip().startswith("<!--"):
                index = self._comment(index)
                continue
            if open_comment(line):
                self.flaw(index + 1, _MID_COMMENT)
            if any(map(is_markup, shown_lines(line)[1:])):
                self.flaw(index + 1, _HIDDEN_BREAK)
            if heading:
                options_open = self._open_heading(len(heading[1]), (heading[2] or "").strip(), index + 1)
            elif meant_heading(line):
                self.flaw(index + 1, no_heading(line))
            elif marked_fence(line):
                self.flaw(index + 1, "a math block inside a quotation or a list is not read; take it out of the marks")
            elif self._plain_heading(index):
                options_open = False
            elif options_open:
                options_open = self._option(line, index + 1)
            elif found := strays(line, opens=self._opens(index)):
                self.flaw(index + 1, misplaced(*found) + self._no_claim())
            index += 1

    def _comment(self, index: int) -> int:
        """Pass over a comment; return the index of the line after it."""
        for k in range(index, len(self.lines)):
            _, ended, rest = self.lines[k].partition("-->")
            if ended:
                if open_comment(rest):
                    self.flaw(k + 1, _MID_COMMENT)
                elif is_markup(rest):
                    self.flaw(k + 1, f"`{rest.strip()}` stands in the last line of a comment; begin a new line with it")
                return k + 1
        self.flaw(index + 1, "the comment `<!--` that opens here is never closed with `-->`")
        return len(self.lines)

    def _plain_heading(self, index: int) -> bool:
        """Open a heading that is written in another way than with `#`: underlined, in HTML, in bold type."""
        line = self.lines[index]
        following = self.lines[index + 1] if index + 1 < len(self.lines) else ""
        option = option_of(line)
        if tagged := tagged_heading(line):
            self._open_heading(tagged[0], tagged[1], index + 1, plain=True)
        elif is_underlined(line, following) and not (option and option[0] in KNOWN) and not strays(line):
            self._open_heading(1 if "=" in following else 2, line.strip(), index + 1, plain=True)
        elif bold_heading(line) and self._is_told():
            self._open_heading(BOLD, line.strip(" \t*_"), index + 1, plain=True)
        else:
            return False
        return True

    def _is_told(self) -> bool:
        """Whether the claim above has its formula, or needs none: what follows may be another one."""
        heading = self.stack[-1]
        told = heading.claim is not None and (heading.claim.math or "not-checkable" in heading.claim.options)
        return heading.level == BOLD or bool(told)

    def _opens(self, index: int) -> bool:
        """Whether a line begins a paragraph between the heading of a claim and its formula."""
        claim = self.stack[-1].claim
        return claim is not None and not claim.math and not self.lines[index - 1].strip()

    def _no_claim(self) -> str:
        """Name the heading above, if it opens no claim although it might have been meant to."""
        heading = self.stack[-1]
        if heading.claim is not None or not heading.line:
            return ""
        return f"; the heading `{heading.text}` (line {heading.line}) opens no claim: {_hint(heading.text)}"

    def _open_heading(self, level: int, text: str, line: int, plain: bool = False) -> bool:
        while self.stack[-1].level >= level:
            self.stack.pop()
        heading = _Heading(level, text, line)
        match = None if plain or level < 2 else CLAIM.match(text)
        if match:
            heading.claim = _Draft(match[1], (match[2] or "").strip(), line, (*self.stack, heading))
            self.drafts.append(heading.claim)
        self.stack.append(heading)
        return match is not None

    def _option(self, line: str, number: int) -> bool:
        found = option_of(line)
        meant = meant_option(line)
        if not found and meant:
            self.flaw(number, misplaced(*meant))
            return True
        if not found:
            return False
        (key, value), draft = found, self.stack[-1].claim
        assert draft is not None
        if key not in KNOWN:
            self.flaw(number, unknown("option", key, KNOWN))
        elif key in draft.options:
            self.flaw(number, f"the option `{key}` is given twice (first in line {draft.options[key][1]})")
        elif not value:
            self.flaw(number, f"the option `{key}` has no value")
        else:
            draft.options[key] = (value, number)
        return True

    def _fence(self, index: int, opening: re.Match[str]) -> int:
        """Read one fenced block; return the index of the line after it."""
        indent, mark, info = len(opening[1]), opening[2], opening[3]
        words = info.split()
        closing = re.compile(rf"[ \t]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
        end = next((k for k in range(index + 1, len(self.lines)) if closing.match(self.lines[k])), None)
        is_math, is_read = words[:1] == ["math"], words[:1] in (["math"], ["proof"], ["paper"])
        inside = self.lines[index + 1 : end]
        if end is None or (is_read and any(HEADING.match(s) or _FENCE.match(s) for s in inside)):
            self.flaw(index + 1, f"the {words[0] if is_read else 'code'} block that opens here is never closed")
            self.cut_off = True
            return len(self.lines)
        if is_math:
            cut = [_outdent(line, indent) for line in inside]
            self._block("\n".join(cut), words[1:], index + 1, indent)
        elif words[:1] == ["proof"]:
            self._proof("\n".join(_outdent(line, indent) for line in inside), index + 1)
        elif words == ["paper"]:
            self._printed("\n".join(_outdent(line, indent) for line in inside), index + 1)
        elif misnamed_fence(info):
            self.flaw(index + 1, misnamed_fence(info))
        return end + 1

    def _block(self, text: str, words: list[str], line: int, indent: int) -> None:
        given, reading, inferred, added = False, None, "", ""
        if "added:" in words:
            place = words.index("added:")
            words, added = words[:place], " ".join(words[place + 1 :])
            if not added or "given" not in words:
                self.flaw(line, "hypotheses that the paper does not state are written ```math given added: WHY, with the reason")
                return
        for word in words:
            if word == "given" and not given:
                given = True
            elif word.startswith("reading=") and reading is None and re.fullmatch(r"[A-Za-z0-9][\w.-]*", word[8:]):
                reading = word[8:]
            elif word in ("inferred", "inferred=unsure") and given and not inferred:
                inferred = word.partition("=")[2] or "shapes"
            else:
                self.flaw(line, unknown("fence word", word, ("given", "reading=NAME", "inferred", "added: WHY")))
                return
        if not text.strip():
            self.flaw(line, "the math block that opens here is empty")
            return
        block = Block(text, line + 1, reading, indent, self.stack[-1].line, inferred, added)
        if given and self.stack[-1].level < BOLD:
            (self.stack[-1] if self.drafts else self.top).given.append(block)
        elif self.stack[-1].claim is None:
            self._homeless(line)
        else:
            self.stack[-1].claim.math.append(block)

    def _proof(self, text: str, line: int) -> None:
        claim = self.stack[-1].claim
        if claim is None:
            self.flaw(line, "the proof block that opens here stands under no claim; a claim needs `## id: title`")
        elif not text.strip():
            self.flaw(line, "the proof block that opens here is empty")
        elif claim.proof or "proof" in claim.options:
            self.flaw(line, f"the claim `{claim.id}` has a proof already")
        else:
            claim.proof = text.strip()

    def _printed(self, text: str, line: int) -> None:
        claim = self.stack[-1].claim
        if claim is None:
            self.flaw(line, "the paper block that opens here stands under no claim; a claim needs `## id: title`")
        elif not text.strip():
            self.flaw(line, "the paper block that opens here is empty")
        elif claim.printed:
            self.flaw(line, f"the claim `{claim.id}` has a paper block already")
        else:
            claim.printed = text.strip()

    def _homeless(self, line: int) -> None:
        heading = self.stack[-1]
        where = f"the heading `{heading.text}` (line {heading.line})" if heading.line else "the top of the file"
        hint = _hint(heading.text) if heading.level > 1 else "a claim needs `## id: title`"
        self.flaw(
            heading.line or line,
            f"the claim block in line {line} stands under {where}, which has no id; {hint}",
        )

    # Claims.

    def _claims(self) -> tuple[Claim, ...]:
        seen: dict[str, int] = {}
        for draft in self.drafts:
            if draft.id in seen:
                self.flaw(draft.line, f"the id `{draft.id}` is used twice, in lines {seen[draft.id]} and {draft.line}")
            seen.setdefault(draft.id, draft.line)
        claims = tuple(self._claim(draft) for draft in self.drafts)
        for draft, claim in zip(self.drafts, claims, strict=True):
            for one in claim.uses:
                if ":" not in one and one not in seen:
                    self.flaw(draft.options["uses"][1], unknown("id in `uses`:", one, seen))
        return with_lemmas(claims)

    def _claim(self, draft: _Draft) -> Claim:
        values: dict[str, Any] = {}
        settings = self.settings
        for key, (value, line) in draft.options.items():
            try:
                if key in SETTING_KEYS:
                    settings = apply_setting(settings, key, self._scalar(key, value, line))
                else:
                    readers = {"uses": read_uses, "expect": read_expect, "proof": read_proof, "as": read_as}
                    values["relation" if key == "as" else key.replace("-", "_")] = readers.get(key, str)(value)
            except BadValue as problem:
                self.flaw(line, str(problem))
        if draft.proof:
            values["proof"] = draft.proof
        claim = Claim(
            id=draft.id,
            title=draft.title,
            line=draft.line,
            file=self.file,
            settings=settings,
            **self._forms(draft, values.get("relation", "")),
            printed=draft.printed,
            option_lines=tuple((key, line) for key, (_, line) in draft.options.items()),
            remarks=self._from_elsewhere(draft),
            **values,
        )
        self._complete(claim)
        return claim

    def _forms(self, draft: _Draft, relation: str) -> dict[str, Any]:
        """The blocks of a claim: as it is judged, those that are added, and those of its corrected form."""
        levels = tuple(tuple(heading.given) for heading in draft.path)
        given = tuple(tuple(b for b in level if not b.added) for level in levels)
        blocks: dict[str, Any] = {"given": given, "math": tuple(draft.math)}
        if any(b.added for level in levels for b in level):
            blocks["added"] = tuple(tuple(b for b in level if b.added) for level in levels)
        marked = [b for b in (*(b for level in levels for b in level), *draft.math) if b.reading == PRINTED]
        if relation == "corrected" and marked:
            own, other = ([b for b in draft.math if (b.reading == PRINTED) is printed] for printed in (True, False))
            said = [b for b in draft.math if b.reading is None] if not own else own
            mended = tuple(tuple(b for b in level if b.reading != PRINTED) for level in given)
            as_printed = tuple(tuple(b for b in level if b.reading in (None, PRINTED)) for level in given)
            return blocks | {
                "given": tuple(tuple(replace(b, reading=None) for b in level) for level in as_printed),
                "math": tuple(replace(b, reading=None) for b in said),
                "corrected": (mended, tuple(other)),
            }
        if marked and relation != "corrected":
            say = "write `as: corrected` below the heading of the claim, or give the reading another name"
            self.flaw(marked[0].line - 1, f"`reading=printed` is what `as: corrected` mends; {say}")
        return blocks

    def _from_elsewhere(self, draft: _Draft) -> tuple[str, ...]:
        """Say which conditions hold for a claim because they stand before the first claim, under a heading with claims of its own."""
        own = {heading.line for heading in draft.path}
        others = {heading.line: heading for one in self.drafts for heading in one.path if heading.line not in own}
        return tuple(
            f"what is given under `{others[block.heading].text}` stands before the first claim: it holds for the whole file"
            for block in self.top.given
            if block.heading in others and _CONDITION.search(block.text)
        )

    def _scalar(self, key: str, value: str, line: int) -> Any:
        """The value of an overriding option line: plain text for a convention, YAML for sizes and macros."""
        if key not in ("small", "full", "macros"):
            return value
        try:
            ((_, found, _),) = read_pairs(f"{key}: {value}")
        except BadYaml as problem:
            said = str(problem)
            raise BadValue(said if "YAML" not in said else f"the value of `{key}` is not valid YAML") from None
        except ValueError:
            raise BadValue(f"the value of `{key}` is not valid YAML") from None
        return found

    def _complete(self, claim: Claim) -> None:
        if self.cut_off:
            return
        if claim.relation:
            self._compared(claim)
        if not claim.math and claim.not_checkable is None:
            hint = "write the claim in a ```math block, or the heading without `id:`"
            self.flaw(claim.line, f"the claim `{claim.id}` has no claim block; {hint}")
        elif claim.math:
            for reading in claim.readings():
                if not any(in_reading(block, reading) for block in claim.math):
                    self.flaw(claim.line, f"the claim `{claim.id}` has no claim block for its reading `{reading}`")


    def _compared(self, claim: Claim) -> None:
        """Refuse an `as:` that says nothing of this claim."""
        line = dict(claim.option_lines)["as"]
        if claim.not_checkable is not None:
            self.flaw(line, f"`as` compares a formula with the paper's, and `{claim.id}` has none (`not-checkable`)")
        elif claim.relation == "corrected" and claim.corrected is None:
            self.flaw(line, "`as: corrected` needs the statement as printed beside it, in a ```math reading=printed block")
        elif claim.corrected is not None and not claim.corrected[1]:
            self.flaw(line, "`as: corrected` needs the corrected statement, in a ```math block beside the printed one")


def with_lemmas(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Let every claim know the claims it uses; of a circle of uses the last step is left out."""
    drafts = {claim.id: claim for claim in claims}
    done: dict[str, Claim] = {}
    for first in drafts:
        path = [first]
        while path:
            claim = drafts[path[-1]]
            missing = [u for u in claim.uses if u in drafts and u not in done and u not in path]
            if missing:
                path.append(missing[0])
                continue
            lemmas = tuple(done[u] for u in claim.uses if u in done)
            done[claim.id] = replace(claim, lemmas=lemmas) if lemmas else claim
            path.pop()
    return tuple(done.get(claim.id, claim) for claim in claims)


def is_markup(line: str) -> bool:
    """True for a line with a heading, an option or a block that counts where it begins a line."""
    return bool(
        HEADING.match(line.lstrip())
        or meant_heading(line)
        or tagged_heading(line)
        or bold_heading(line)
        or strays(line)
        or marked_fence(f"- {line}")
        or (_fence_of(line) and "math" in line)
    )


def _fence_of(line: str) -> re.Match[str] | None:
    fence = _FENCE.match(line)
    return None if fence and "`" in fence[3] and fence[2][0] == "`" else fence


def _hint(text: str) -> str:
    """Return what to write for a heading that opens no claim."""
    if re.fullmatch(ID, text):
        return f"write `## {text}: title`"
    if CLAIM.match(text):
        return f"write `## {text}`"
    return "a claim needs `## id: title`, the id one word of letters, digits, `.`, `_` and `-`"


def _outdent(line: str, indent: int) -> str:
    spaces = len(line) - len(line.lstrip(" \t"))
    return line[min(indent, spaces) :]
