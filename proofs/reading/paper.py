"""A paper file as data: header, settings, claims and their blocks. Nothing here knows what a formula means."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import zip_longest
from pathlib import Path, PurePath
from typing import Any

VERDICTS = (
    "error",
    "unread",
    "ill-typed",
    "refuted",
    "needs-hypothesis",
    "ambiguous",
    "undecided",
    "not-refuted",
    "vacuous",
    "holds",
    "not-checkable",
)
"""All verdicts, worst first (`not-checkable` is never combined with others)."""


RELATIONS = ("verbatim", "general", "instance", "part", "consequence", "interpretation", "corrected")
"""What a claim can be to the statement of the paper (`as:`)."""
APART = ("instance", "part", "consequence", "interpretation")
"""Relations of claims that are not the paper's: they are counted apart."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with an input file.

    Attributes:
        file: The file as the user named it.
        line: Line number from one, or 0 if the whole file is meant.
        column: Column from one, or 0 if unknown.
        message: What was expected and what was found.

    """

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])
        return f"{place}: {self.message}"


class BadPaper(Exception):
    """A paper file that cannot be read; `flaws` says where and why."""

    def __init__(self, flaws: tuple[Flaw, ...]) -> None:
        super().__init__("\n".join(map(str, flaws)))
        self.flaws = flaws


@dataclass(frozen=True, slots=True)
class Settings:
    """The conventions and sizes that a header or a claim's own options fix."""

    vectorization: str = "vec_r"
    norm: str = "spectral"
    operator_norm: str = "frobenius"
    layout: str = "numerator"
    prime: str = "mark"
    exp: str = "either"
    small: tuple[tuple[tuple[str, int], ...], ...] = ()
    full: tuple[tuple[str, int], ...] = ()
    macros: tuple[tuple[str, str], ...] = ()

    @property
    def commands(self) -> tuple[tuple[str, str], ...]:
        """The macros that are commands."""
        return tuple(pair for pair in self.macros if pair[0].startswith("\\"))

    @property
    def notations(self) -> tuple[tuple[str, str], ...]:
        """The macros that are lines of notations, under their numbers."""
        return tuple(pair for pair in self.macros if not pair[0].startswith("\\"))

    @property
    def texts(self) -> dict[str, Any]:
        """All that decides how a formula is read, as a certificate records it."""
        return {**self.conventions, "macros": dict(self.macros)}

    @property
    def conventions(self) -> dict[str, str]:
        """The conventions by their header keys."""
        return {
            "vectorization": self.vectorization,
            "norm": self.norm,
            "operator-norm": self.operator_norm,
            "layout": self.layout,
            "prime": self.prime,
            "exp": self.exp,
        }


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one math fence.

    Attributes:
        text: The LaTeX between the fences.
        line: Line number of its first line.
        reading: Name of the reading it belongs to, or None.
        indent: Columns cut off every line (an indented fence).
        heading: Line of the heading it stands under.
        inferred: Its lines are inferred from the use of names (``shapes``); ``unsure`` where the words around the claim may
            restrict it.
        added: Why its hypotheses, which the paper does not state, were added; empty for what the paper states.

    """

    text: str
    line: int
    reading: str | None = None
    indent: int = 0
    heading: int = 0
    inferred: str = ""
    added: str = ""

    def place(self, position: int | None) -> tuple[int, int]:
        """Return (line, column) in the file of an offset in the text."""
        if position is None or position < 0:
            return self.line, 0
        before = self.text[: min(position, len(self.text))]
        return self.line + before.count("\n"), len(before) - before.rfind("\n") + self.indent


BREAK = r"\\"
"""What ends a statement."""
PRINTED = "printed"
"""The reading that is the statement as it is printed, beside its corrected form."""
Levels = tuple[tuple[Block, ...], ...]
"""Given blocks, one tuple per heading level, outermost first."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim with everything that is needed to judge it alone.

    Attributes:
        id: Identifier, unique in its paper.
        title: Rest of the heading.
        line: Line of the heading.
        file: The paper file, as the user named it.
        where: Place in the paper.
        uses: Ids of other claims (``paper:id`` across files).
        expect: The pinned verdict, or None.
        not_checkable: The reason, or None.
        source: The book or survey that states it (theorems of the base).
        proof: ``axiom``, or the text of its proof block, or empty.
        settings: Header settings with the claim's own overrides.
        given: Given blocks in scope, one tuple per heading level, outermost first, without those that are added.
        math: The claim blocks; of a corrected claim those of its printed form.
        added: Blocks of hypotheses that the paper does not state, level by level. The claim is judged without them first.
        relation: What the formula is to the statement of the paper, one of `RELATIONS`; empty if nobody compared them.
        printed: The statement as the paper prints it, LaTeX or words.
        corrected: Of a claim that is judged as printed, the blocks of its corrected form: those given and its own.
        lemmas: The claims of this paper that it uses.
        basis: Hash of everything that the lemmas say, and of what they rest on in turn; empty where there are none.
        option_lines: Key and line of its option lines.
        remarks: What the reader of the file has to say about its scope.

    """

    id: str
    title: str
    line: int
    file: str
    where: str = ""
    uses: tuple[str, ...] = ()
    expect: str | None = None
    not_checkable: str | None = None
    source: str = ""
    proof: str = ""
    settings: Settings = field(default_factory=Settings)
    given: Levels = ()
    math: tuple[Block, ...] = ()
    added: Levels = ()
    relation: str = ""
    printed: str = ""
    corrected: tuple[Levels, tuple[Block, ...]] | None = None
    lemmas: tuple[Claim, ...] = field(default=(), compare=False, repr=False)
    option_lines: tuple[tuple[str, int], ...] = field(default=(), compare=False, repr=False)
    remarks: tuple[str, ...] = field(default=(), compare=False, repr=False)
    basis: str = field(init=False, default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "basis", _hash([one.content for one in self.lemmas]) if self.lemmas else "")

    @property
    def content(self) -> list[object]:
        """Everything that a verdict may depend on besides the options, as JSON data: which claim uses which included."""
        blocks = [[[b.text, b.reading] for b in level] for level in (*self.given, self.math)]
        said = [list(self.remarks)] if self.remarks else []
        inferred = sorted({block.inferred for block in self.inferred})
        beside: list[object] = [[[[b.text, b.reading, b.added] for b in level] for level in self.added]] if self.lines_added else []
        beside += [form.content for form in (self.corrected_form,) if form is not None]
        beside += [self.printed] if self.printed else []
        return [self.id, self.not_checkable, asdict(self.settings), blocks, self.basis, *said, *inferred, *beside]

    @property
    def lines_added(self) -> tuple[Block, ...]:
        """The hypotheses that the paper does not state, each as a block of its own."""
        return tuple(line for level in self.added for block in level for line in _lines(block))

    def under(self, lines: Iterable[Block]) -> Claim:
        """Return the claim under some of `lines_added`."""
        kept = set(lines)
        levels = zip_longest(self.given, self.added, fillvalue=())
        given = tuple((*level, *(one for b in more for one in _lines(b) if one in kept)) for level, more in levels)
        return replace(self, given=given, added=())

    @property
    def corrected_form(self) -> Claim | None:
        """The claim in its corrected form, None if it is not judged as printed."""
        if self.corrected is None:
            return None
        given, math = self.corrected
        return replace(self, given=given, math=math, corrected=None, relation="", printed="")

    @property
    def forms(self) -> tuple[Claim, ...]:
        """The claim, its corrected form, and both under all that was added."""
        stated = [form for form in (self, self.corrected_form) if form is not None]
        return (*stated, *(form.under(form.lines_added) for form in stated if form.lines_added))

    @property
    def inferred(self) -> tuple[Block, ...]:
        """The given blocks whose lines are inferred."""
        return tuple(block for level in self.given for block in level if block.inferred)

    @property
    def statement(self) -> str:
        r"""The claim as it is written; what stands in several blocks are several statements, so that ``\\`` goes between."""
        *others, last = (block.text for block in self.math) if self.math else ("",)
        return "".join(f"{text.rstrip().removesuffix(BREAK).rstrip()} {BREAK}\n" for text in others) + last

    @property
    def given_text(self) -> str:
        """All given blocks in scope, joined."""
        return joined(block.text for level in self.given for block in level)

    def given_in(self, reading: str | None) -> str:
        """The given blocks of one reading, joined."""
        return joined(block.text for level in self.given for block in level if in_reading(block, reading))

    def readings(self) -> tuple[str | None, ...]:
        """Names of the alternative readings; ``(None,)`` if there is only one."""
        given = _names(block for level in self.given for block in level)
        math = _names(self.math)
        if given and math and not set(given) & set(math):
            return tuple(f"{g}/{m}" for g in given for m in math)
        return tuple(dict.fromkeys((*given, *math))) or (None,)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle a claim and all it rests on side by side: claims that use each other in a long chain nest too deep."""
        order = _each_after_its_lemmas(self)
        place = {id(claim): k for k, claim in enumerate(order)}
        names = [f.name for f in fields(self) if f.init and f.name != "lemmas"]
        rows = [({n: getattr(c, n) for n in names}, tuple(place[id(one)] for one in c.lemmas)) for c in order]
        return _restored, (rows,)


def _each_after_its_lemmas(claim: Claim) -> list[Claim]:
    order: dict[int, Claim] = {}
    stack = [claim]
    while stack:
        missing = [one for one in stack[-1].lemmas if id(one) not in order]
        if missing:
            stack.extend(missing)
        else:
            last = stack.pop()
            order[id(last)] = last
    return list(order.values())


def _restored(rows: list[tuple[dict[str, Any], tuple[int, ...]]]) -> Claim:
    claims: list[Claim] = []
    for values, lemmas in rows:
        claims.append(Claim(**values, lemmas=tuple(claims[k] for k in lemmas)))
    return claims[-1]


def _lines(block: Block) -> Iterator[Block]:
    """The hypotheses of an added block, a line each: what ends in a row break, or the block."""
    line = block.line
    for text in re.split(r"(?<=\\\\)[ \t]*\n", block.text):
        said = text.strip().removesuffix(BREAK).rstrip().rstrip(",;").rstrip()
        if said:
            yield replace(block, text=said, line=line + len(text) - len(text.lstrip("\n")))
        line += text.count("\n") + 1


def joined(texts: Iterable[str]) -> str:
    """Return texts as one, a row break between them on a line of its own: a comment at the end of one does not hide it."""
    return "\n\\\\\n".join(text.strip() for text in texts)


def _hash(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _names(blocks: Iterator[Block] | tuple[Block, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(block.reading for block in blocks if block.reading is not None))


def in_reading(block: Block, reading: str | None) -> bool:
    """Return whether a block takes part in a reading (unnamed blocks take part in all)."""
    return block.reading is None or (reading is not None and block.reading in reading.split("/"))


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper file that has been read."""

    path: Path
    title: str
    source: str
    settings: Settings
    claims: tuple[Claim, ...]
    sha256: str = ""
    """Hash of the text of the file, whatever its line ends are."""

    @property
    def name(self) -> str:
        """What other papers call it in ``uses: name:id``."""
        return paper_name(self.path)


def paper_name(path: PurePath) -> str:
    """Return the name of a paper file: its file name without ``.md`` and ``.paper``."""
    return path.name.removesuffix(".md").removesuffix(".paper")
