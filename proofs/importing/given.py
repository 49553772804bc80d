r"""What is given to each claim of a source: the definitions that it rests on, and declarations inferred from use.

A formula that introduces a name (the first use of its left side, where no words say that it follows from something) is a
definition. What no shapes fit, or too many, stays undeclared: nothing is guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.printing.latex import to_latex
from derive.language.tree.syntax import Syn
from proofs.importing.declared_shapes import Shapes
from proofs.importing.display_rows import Defined, definition
from proofs.importing.inference.declare import LAYOUTS, Inferred, Section, definition_of, needed
from proofs.importing.inference.evidence import Habits, habits_of
from proofs.importing.inference.symbols import is_entry, names_in, taken_apart
from proofs.importing.inference.typing import derivative_of, nabla_of

if TYPE_CHECKING:
    from proofs.importing.importer import Statement

_SEEN = 300  # characters in front of a display in which words may restrict it
_FOLLOWS = re.compile(
    r"\b(?:then|thus|hence|therefore|so|follows?|gives?|yields?|impl(?:y|ies)|shows?|obtain\w*|get|have|has|find|holds?|equals?|is equal to|which|"
    r"becomes?|reduces?|derivative|gradient|because|since|recall|satisf\w*|using|by)\b|则|故|因此|于是|从而|有|得|可知",
    re.IGNORECASE,
)
_RESTRICTS = re.compile(
    r"\b(?:assum\w*|suppos\w*|if|when\w*|let|given|such that|satisf\w*|commut\w*|symmetric|orthogonal|orthonormal|unitary|diagonal|unit|normali[sz]\w*|constrain\w*|"
    r"requir\w*|condition\w*|independent|constant|since|because|provided|special case|case|invertible|positive|definite|idempotent|projection)\b"
    r"|若|设|假设|当|取|记|令|其中|对称",
    re.IGNORECASE,
)
_KINDS = re.compile(
    r"symmetric|self-adjoint|orthogonal|orthonormal|unitary|diagonal|definite|projection|idempotent|commut|covariance|对称|正定|正交",
    re.IGNORECASE,
)
_SQUARE = re.compile(r"\{(\S+) \\times \1\}")
_BEHIND = re.compile(r"\s*[.,;]?\s*(?:where|if|when|with|provided|assuming|whenever|unless|其中|若)\b", re.IGNORECASE)
_BLANK = re.compile(r"\n\s*\n|\\(?:sub)*section\b|\\(?:end|begin)\s*\{(?!itemize|enumerate)|\\item\b|\\\]|\$\$")


@dataclass(frozen=True, slots=True)
class Given:
    """What is given to a claim.

    Attributes:
        readings: Inferred declarations, one list for each way in which the names can be meant.
        definitions: The definitions that it rests on.
        functions: Inferred declarations of unknown functions of defined names, one list for each reading.
        last: The definitions that speak of these functions.
        layout: The layout of derivatives, where it is another one than that of the file.
        unsure: Words around it may restrict it, or the layout is not certain.

    """

    readings: tuple[tuple[str, ...], ...] = ()
    definitions: tuple[str, ...] = ()
    functions: tuple[tuple[str, ...], ...] = ()
    last: tuple[str, ...] = ()
    layout: str = ""
    unsure: bool = False


class Givens:
    """The statements of a source, and what is given to each of its claims.

    Attributes:
        stated: The statements; those that introduce a name are definitions now.

    """

    def __init__(
        self,
        stated: Sequence[Statement],
        declared: Shapes,
        text: str,
        inline: Sequence[tuple[int, str]],
        listed: Mapping[str, Mapping[str, tuple[str, ...]]],
    ) -> None:
        self.text = text
        self.declared = declared
        self.trees: dict[str, tuple[Syn, ...]] = {}
        self.listed = listed
        self._inline = [said for _, said in inline]
        self.stated = self._introduced(stated, inline)
        self.definitions = [
            made
            for one in self.stated
            if one.defines and (made := definition_of(one.text, one.position, one.section)) is not None
        ]
        self._sections: dict[str, Section] = {}
        self._found: dict[int, Inferred] = {}

    def parsed(self, text: str) -> tuple[Syn, ...]:
        """The trees of a formula, none where it cannot be read."""
        if text not in self.trees:
            try:
                self.trees[text] = tuple(statements(text))
            except (DeriveError, RecursionError):
                self.trees[text] = ()
        return self.trees[text]

    @cached_property
    def habits(self) -> Habits:
        """How the source writes vectors, in displays and in its running text."""
        return habits_of(
            tuple(tree for text in (*self._inline, *(one.text for one in self.stated)) for tree in self.parsed(text))
        )

    def _section(self, title: str) -> Section:
        if title not in self._sections:
            trees = [tree for one in self.stated if one.section == title for tree in self.parsed(one.text)]
            declared = (self.declared.declared, self.declared.sizes)
            self._sections[title] = Section(trees, self.habits, declared, self.listed.get(title, {}))
        return self._sections[title]

    def infer(self, progress: Callable[[int, int, str], None]) -> None:
        """Infer what every claim needs."""
        claims = [one for one in self.stated if not one.defines]
        for k, one in enumerate(claims):
            rests_on, whole = needed(one.text, self.definitions, one.position, one.section)
            found = self._section(one.section).inferred(one.text, rests_on, whole=whole)
            self._found[id(one)] = replace(found, layouts=_most_general(found.layouts))
            progress(k + 1, len(claims), one.label or one.kind)

    @cached_property
    def layout(self) -> str:
        """The layout in which most claims have a type that do not have one in all."""
        listed = [found.layouts for found in self._found.values()]
        votes = Counter(layout for layouts in listed if len(layouts) < len(LAYOUTS) for layout in layouts)
        return max(LAYOUTS, key=lambda layout: (votes[layout], -LAYOUTS.index(layout)))

    def of(self, claim: Statement) -> Given:
        """Return what is given to a claim."""
        inferred = self._found.get(id(claim), Inferred())
        found = inferred.layouts
        if not found:
            return Given()
        layout = self.layout if self.layout in found else next(iter(found))
        alike = found.keys() == {"numerator", "numerator-transposed"} and len(set(found.values())) == 1
        unsure = (1 < len(found) < len(LAYOUTS) and not alike) or (
            len(found) == len(LAYOUTS) and len(set(found.values())) > 1
        )
        rests_on = inferred.definitions
        names = {one.name for one in rests_on}
        late = [[line for line in reading if _arguments(line) & names] for reading in found[layout]]
        early = [
            tuple(line for line in reading if line not in of) for reading, of in zip(found[layout], late, strict=True)
        ]
        unknown = {line.partition("(")[0] for lines in late for line in lines}
        last = [one for one in rests_on if unknown & {name.name.latex for name, _ in names_in(one.tree, frozenset())}]
        definitions = tuple(one.text for one in rests_on if one not in last)
        own = "" if layout == self.layout else layout
        return Given(
            tuple(early),
            definitions,
            tuple(map(tuple, late)),
            tuple(one.text for one in last),
            own,
            unsure
            or (self._special and any(_SQUARE.search(line) for reading in early for line in reading))
            or inferred.unsure
            or self._restricted(claim),
        )

    @cached_property
    def _special(self) -> bool:
        """Whether the text says anywhere of matrices that they are symmetric, orthogonal or the like."""
        return _KINDS.search(self.text) is not None

    def _restricted(self, claim: Statement) -> bool:
        """Whether words in front of a display, or directly behind it, may restrict what it says."""
        before = _BLANK.split(self.text[max(0, claim.position - _SEEN) : claim.position])[-1]
        return _RESTRICTS.search(before) is not None or _BEHIND.match(self.text, claim.end) is not None

    def _introduced(self, stated: Sequence[Statement], inline: Sequence[tuple[int, str]]) -> list[Statement]:
        """The statements, those that introduce a name as definitions; what else they say of it stays a claim."""
        seen: set[str] = set()
        section = ""
        waiting = list(inline)
        found: list[Statement] = []
        for one in stated:
            if one.section != section:
                section, seen = one.section, set()
                while waiting and waiting[0][0] < one.section_start:
                    waiting.pop(0)
            while waiting and waiting[0][0] < one.position:
                seen |= self._names(waiting.pop(0)[1])
            made = None if one.defines else self._introduces(one, seen)
            if made is not None:
                found.append(replace(one, text=made.definition, defines=True))
                found += [replace(one, text=made.claim)] if made.claim else []
            else:
                found.append(one)
            seen |= self._names(one.text)
        return found

    def _denoted(self, one: Statement, tree: Syn, seen: set[str]) -> Defined | None:
        r"""A new name at the end of a chain that begins with a derivative: ``\nabla_y L = \delta`` defines ``\delta``."""
        if tree.kind != "relation" or set(tree.value.split()) != {"="} or one.kind != "equation":
            return None
        first, last = tree.children[0], tree.children[-1]
        name = None if is_entry(last) else taken_apart(last, frozenset())
        if name is None or name.power is not None or name.name.latex in seen or not _is_derivative(first):
            return None
        if name.name.letter in ("I", "e", "E") or name.name.letter.isdigit():
            return None
        texts = [to_latex(child) for child in tree.children]
        claim = " = ".join(texts[:-1]) if len(texts) > 2 else ""
        return Defined(f"{texts[-1]} := {texts[0]}", claim)

    def _names(self, text: str) -> set[str]:
        return {name.name.latex for tree in self.parsed(text) for name, _ in names_in(tree, frozenset())}

    def _introduces(self, one: Statement, seen: set[str]) -> Defined | None:
        trees = self.parsed(one.text)
        if len(trees) == 1 and (made := self._denoted(one, trees[0], seen)) is not None:
            return made
        if (
            len(trees) != 1
            or trees[0].kind != "relation"
            or set(trees[0].value.split()) != {"="}
            or one.kind != "equation"
        ):
            return None
        left, right = trees[0].children[0], trees[0].children[1]
        name = None if is_entry(left) else taken_apart(left, frozenset())
        if name is None or name.power is not None or name.name.latex in seen:
            return None
        others = {n.name.latex for n, _ in names_in(right, frozenset())}
        if not others or name.name.latex in others or right.kind in ("name", "script", "matrix"):
            return None
        before = _BLANK.split(self.text[max(0, one.position - _SEEN) : one.position])[-1]
        if _FOLLOWS.search(re.split(r"[.。]\s", before)[-1]):
            return None
        return definition(one.text.replace("=", ":=", 1))


def _is_derivative(node: Syn) -> bool:
    first = node.children[0] if node.kind == "juxt" else node
    return derivative_of(first) is not None or nabla_of(first) is not None


def _arguments(line: str) -> set[str]:
    """The arguments of a declared function, ``L(x, y) \\in \\mathbb{R}``."""
    found = re.match(r"[^()]+\((.*?)\) \\in ", line)
    return set(found[1].split(", ")) if found else set()


def _most_general(found: Mapping[str, tuple[tuple[str, ...], ...]]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The layouts in which the fewest sizes have to be the same: another one only fits where more of them are."""
    counts = {
        layout: max(len(set(re.findall(r"(?<=[{ ])[a-z](?:_\{\d+\})?(?=[} ])", " ".join(one)))) for one in readings)
        for layout, readings in found.items()
    }
    most = max(counts.values(), default=0)
    return {layout: readings for layout, readings in found.items() if counts[layout] == most}


__all__ = ["Given", "Givens"]
