"""Reads a paper file: Markdown with a YAML header, claim headings, option lines and math fences.

Nothing that looks like a claim is ever taken for prose.  Reading decides nothing about formulas and executes nothing.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from proofs.header import (
    HEADER_KEYS,
    SETTING_KEYS,
    TEXTS,
    BadValue,
    apply_setting,
    read_expect,
    read_uses,
    unknown,
)
from proofs.option_lines import (
    KNOWN,
    marked_fence,
    meant_option,
    misnamed_fence,
    misplaced,
    open_comment,
    option_of,
    strays,
)
from proofs.paper import BadPaper, Block, Claim, Flaw, Paper, Settings, in_reading

MAX_BYTES = 4_000_000
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_CLAIM = re.compile(r"([A-Za-z0-9][\w.\-]*):(?:\s+(.*))?$")
_FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$")
_NO_HEADING = re.compile(r"\s*#{2,6}\s*[A-Za-z0-9][\w.\-]*:(?:\s|$)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_MID_COMMENT = (
    "the comment `<!--` that opens in the middle of this line does not end on it, and Markdown shows what follows; "
    "begin a line with `<!--`, or end the comment with `-->` on this line"
)


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


def read_paper(path: Path | str) -> Paper:
    """Read one paper file.

    Raises:
        BadPaper: The file cannot be read, or something in it is refused; all flaws found are listed.

    Examples:
        >>> read_paper("no/such.md")
        Traceback (most recent call last):
        ...
        proofs.paper.BadPaper: no/such.md: there is no such file

    """
    return read_text(_load(Path(path)), path)


def read_text(text: str, path: Path | str) -> Paper:
    """Read the text of a paper file; ``path`` is used in messages and as the paper's name."""
    reader = _Reader(str(path), text)
    paper = reader.read()
    if reader.flaws:
        raise BadPaper(tuple(reader.flaws))
    return paper


def _load(path: Path) -> str:
    def refuse(message: str) -> BadPaper:
        return BadPaper((Flaw(str(path), 0, 0, message),))

    try:
        if path.is_dir():
            raise refuse("this is a folder, not a paper file")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise refuse(f"the file has {size:,} bytes; a paper file has at most {MAX_BYTES:,}")
        data = path.read_bytes()
    except FileNotFoundError:
        raise refuse("there is no such file") from None
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise refuse(f"the file cannot be read: {reason}") from None
    if not data.strip():
        raise refuse("the file is empty")
    if b"\0" in data:
        raise refuse("this is a binary file, not a paper file (Markdown)")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise refuse(f"the file is not UTF-8 text (byte {problem.start}); is it a binary file?") from None


class _Reader:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = re.split(r"\r\n|\n|\r", text)
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
        if self.lines[0].rstrip() != "---":
            return 0
        ends = [i for i, line in enumerate(self.lines) if i and line.rstrip() in ("---", "...")]
        if not ends:
            self.flaw(1, "the header that opens here is never closed with `---`")
            return len(self.lines)
        for key, value, line in self._yaml_pairs("\n".join(self.lines[1 : ends[0]])):
            if key not in HEADER_KEYS:
                self.flaw(line, unknown("header key", key, HEADER_KEYS))
            elif key in TEXTS:
                self.texts[key] = "" if value is None else str(value)
            else:
                self._set(key, value, line)
        return ends[0] + 1

    def _set(self, key: str, value: Any, line: int) -> None:
        try:
            self.settings = apply_setting(self.settings, key, value)
        except BadValue as problem:
            self.flaw(line, str(problem))

    def _yaml_pairs(self, text: str) -> list[tuple[str, Any, int]]:
        try:
            if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
                self.flaw(1, "the header uses a YAML alias (`*name`); write the value out")
                return []
            root = yaml.compose(text, yaml.SafeLoader)
            values = yaml.safe_load(text)
        except (yaml.YAMLError, ValueError, RecursionError) as problem:
            mark = getattr(problem, "problem_mark", None)
            reason = getattr(problem, "problem", None) or str(problem).splitlines()[0]
            self.flaw(2 + mark.line if mark else 1, f"the header is not valid YAML: {reason}")
            return []
        if root is None:
            return []
        if not isinstance(root, yaml.MappingNode) or not isinstance(values, dict):
            self.flaw(2, "the header must be a list of `key: value` lines")
            return []
        lines: dict[str, int] = {}
        for node, _ in root.value:
            name, line = str(getattr(node, "value", "")), node.start_mark.line + 2
            if name in lines:
                self.flaw(line, f"the header key `{name}` is given twice (first in line {lines[name]})")
            lines.setdefault(name, line)
        return [(str(key), value, lines.get(str(key), 2)) for key, value in values.items()]

    # Body.

    def _body(self, start: int) -> None:
        index, options_open = start, False
        while index < len(self.lines):
            line = self.lines[index]
            fence = _FENCE.match(line)
            heading = _HEADING.match(line)
            if fence and not ("`" in fence[3] and fence[2][0] == "`"):
                index = self._fence(index, fence)
                options_open = False
                continue
            if line.lstrip().startswith("<!--"):
                index = self._comment(index)
                continue
            if open_comment(line):
                self.flaw(index + 1, _MID_COMMENT)
            if heading:
                options_open = self._open_heading(len(heading[1]), (heading[2] or "").strip(), index + 1)
            elif _NO_HEADING.match(line):
                self.flaw(
                    index + 1,
                    f"`{line.strip()}` is no heading in Markdown; write `## id: title` at the start of the line",
                )
            elif marked_fence(line):
                self.flaw(index + 1, "a math block inside a quotation or a list is not read; take it out of the marks")
            elif self._underlined(index):
                self._open_heading(2, line.strip(), index + 1, plain=True)
                options_open = False
            elif options_open:
                options_open = self._option(line, index + 1)
            elif self.stack[-1].claim and strays(line):
                self.flaw(index + 1, misplaced(*(strays(line) or ("", ""))))
            index += 1

    def _comment(self, index: int) -> int:
        for k in range(index, len(self.lines)):
            if "-->" in self.lines[k]:
                return k + 1
        self.flaw(index + 1, "the comment `<!--` that opens here is never closed with `-->`")
        return len(self.lines)

    def _underlined(self, index: int) -> bool:
        """A heading written as a line of text with a line of = or - below it."""
        line = self.lines[index]
        following = self.lines[index + 1] if index + 1 < len(self.lines) else ""
        text = bool(line.strip()) and not re.match(r" {4}|\s*([-*+>|]|\d+[.)])", line)
        return text and bool(_UNDERLINE.match(following)) and not option_of(line)

    def _open_heading(self, level: int, text: str, line: int, plain: bool = False) -> bool:
        while self.stack[-1].level >= level:
            self.stack.pop()
        heading = _Heading(level, text, line)
        match = None if plain or level < 2 else _CLAIM.match(text)
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
        is_math = bool(words) and words[0] == "math"
        inside = self.lines[index + 1 : end]
        if end is None or (is_math and any(_HEADING.match(s) or _FENCE.match(s) for s in inside)):
            self.flaw(index + 1, f"the {'math' if is_math else 'code'} block that opens here is never closed")
            self.cut_off = True
            return len(self.lines)
        if is_math:
            cut = [_outdent(line, indent) for line in inside]
            self._block("\n".join(cut), words[1:], index + 1, indent)
        elif misnamed_fence(info):
            self.flaw(index + 1, misnamed_fence(info))
        return end + 1

    def _block(self, text: str, words: list[str], line: int, indent: int) -> None:
        given, reading = False, None
        for word in words:
            if word == "given" and not given:
                given = True
            elif word.startswith("reading=") and reading is None and re.fullmatch(r"[A-Za-z0-9][\w.-]*", word[8:]):
                reading = word[8:]
            else:
                self.flaw(line, unknown("fence word", word, ("given", "reading=NAME")))
                return
        if not text.strip():
            self.flaw(line, "the math block that opens here is empty")
            return
        block = Block(text, line + 1, reading, indent)
        if given:
            (self.stack[-1] if self.drafts else self.top).given.append(block)
        elif self.stack[-1].claim is None:
            self._homeless(line)
        else:
            self.stack[-1].claim.math.append(block)

    def _homeless(self, line: int) -> None:
        heading = self.stack[-1]
        where = f"the heading `{heading.text}` (line {heading.line})" if heading.line else "the top of the file"
        named = heading.level > 1 and re.fullmatch(r"[A-Za-z0-9][\w.\-]*", heading.text)
        hint = f"write `## {heading.text}: title`" if named else "a claim needs `## id: title`"
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
                    readers = {"uses": read_uses, "expect": read_expect}
                    values[key.replace("-", "_")] = readers.get(key, str)(value)
            except BadValue as problem:
                self.flaw(line, str(problem))
        claim = Claim(
            id=draft.id,
            title=draft.title,
            line=draft.line,
            file=self.file,
            settings=settings,
            given=tuple(tuple(heading.given) for heading in draft.path),
            math=tuple(draft.math),
            **values,
        )
        self._complete(claim)
        return claim

    def _scalar(self, key: str, value: str, line: int) -> Any:
        """The value of an overriding option line: plain text for a convention, YAML for sizes and macros."""
        if key not in ("small", "full", "macros"):
            return value
        pairs = self._yaml_pairs(f"{key}: {value}")
        if not pairs:
            self.flaws[-1:] = []  # say it once, with the right line
            raise BadValue(f"the value of `{key}` is not valid YAML")
        return pairs[0][1]

    def _complete(self, claim: Claim) -> None:
        if self.cut_off:
            return
        if not claim.math and claim.not_checkable is None:
            hint = "write the claim in a ```math block, or the heading without `id:`"
            self.flaw(claim.line, f"the claim `{claim.id}` has no claim block; {hint}")
        elif claim.math:
            for reading in claim.readings():
                if not any(in_reading(block, reading) for block in claim.math):
                    self.flaw(claim.line, f"the claim `{claim.id}` has no claim block for its reading `{reading}`")


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


def _outdent(line: str, indent: int) -> str:
    spaces = len(line) - len(line.lstrip(" \t"))
    return line[min(indent, spaces) :]
