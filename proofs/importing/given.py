r"""What is given to each claim of a source: the definitions that it rests on, and declarations inferred from use.

A formula that introduces a name (the first use of its left side, where no words say that it follows from something) is a
definition. What no shapes fit, or too many, stays undeclared: nothing is guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.printing.latex import to_latex
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.declared_shapes import Shapes
from proofs.importing.display_rows import Defined, definition
from proofs.importing.formulas import clean
from proofs.importing.inference.declare import (
    LAYOUTS,
    Definition,
    Inferred,
    Section,
    arranged,
    definition_of,
    in_force,
    needed,
    sizes_in,
)
from proofs.importing.inference.evidence import Habits, habits_of
from proofs.importing.inference.symbols import INDICES, function_name, is_entry, names_in, taken_apart
from proofs.importing.inference.typing import arguments_of, derivative_of, nabla_of
from proofs.importing.layers import are_labels, with_labels
from proofs.importing.primes import are_transposes, with_transposes
from proofs.importing.said import SQUARE, Said

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
_DEFINED = re.compile(r"\b(?:(?P<names>where|with|let|define|denoted? by|set|write|put)|so that|and)\s*$", re.IGNORECASE)
_WHERE = re.compile(r"\b(?:where|with)[\s,:}&\\]*(?:\$\$|\\\]|\\end\s*\{[^{}]*\})?\s*$|其中[，,:\s]*$", re.IGNORECASE)
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
        said: What the words around it say of its names.
        sources: Names whose declarations are inferred, with where the section speaks of them.
        unsure: Words around it may restrict it, or the layout is not certain.

    """

    readings: tuple[tuple[str, ...], ...] = ()
    definitions: tuple[str, ...] = ()
    functions: tuple[tuple[str, ...], ...] = ()
    last: tuple[str, ...] = ()
    layout: str = ""
    said: tuple[Said, ...] = ()
    sources: tuple[tuple[str, tuple[int, ...]], ...] = ()
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
        said: Callable[[Callable[[str], Sequence[str]]], Sequence[Said]] = lambda _: (),
    ) -> None:
        self.text = text
        self.declared = declared
        self.trees: dict[str, tuple[Syn, ...]] = {}
        self.listed = listed
        self._remarked: set[int] = {one.position for one in stated if one.restricted}
        stated, inline = self._in_other_marks(stated, inline)
        self._inline = [said for _, said in inline]
        self._inline_definitions: list[Definition] = []
        self._defined: set[str] = set()  # so far, while definitions are sought
        self.stated = self._introduced(stated, inline)
        in_displays = [
            made
            for one in self.stated
            if one.defines and (made := definition_of(one.text, one.position, one.section)) is not None
        ]
        self.definitions = sorted([*in_displays, *self._inline_definitions], key=lambda one: one.position)
        self.said = said(self._named)
        self._sections: dict[str, Section] = {}
        self._found: dict[int, Inferred] = {}
        self._put_in: dict[str, list[Said]] = {}  # by section, what is said of what stands for parameters
        self._said_of: dict[int, Sequence[Said]] = {}
        self._spoken: dict[str, Mapping[str, Sequence[int]]] = {}

    def _in_other_marks(
        self, stated: Sequence[Statement], inline: Sequence[tuple[int, str]]
    ) -> tuple[Sequence[Statement], Sequence[tuple[int, str]]]:
        r"""The formulas of a source with ``X^\top`` for ``X'`` and ``w^{(l)}`` for ``w^l`` where it shows that these are meant.

        Claims that have such marks are not certain.
        """
        for shows, mark in ((are_transposes, with_transposes), (are_labels, with_labels)):
            if shows(tree for text in (*(one.text for one in stated), *(said for _, said in inline)) for tree in self.parsed(text)):
                self._remarked |= {one.position for one in stated if mark(one.text) != one.text}
                stated, inline = [replace(one, text=mark(one.text)) for one in stated], [(at, mark(said)) for at, said in inline]
        return stated, inline

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
            self._said_of[id(one)] = said = self._in_force(one)
            square = {other.name for other in said if set(other.phrases) & SQUARE}
            found = self._section(one.section).inferred(one.text, rests_on, whole=whole, square=square)
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
        readings = [arranged(reading, inferred.definitions) for reading in found[layout]]
        early = [one.early for one in readings]
        own = "" if layout == self.layout else layout
        unsure = unsure or bool(own)
        said = self._hypotheses(claim, early)
        told = {one.name for one in said if any(map(_KINDS.search, one.phrases))}
        square = {line.split(r" \in ")[0] for reading in early for line in reading if _SQUARE.search(line) and r"\breve" not in line}
        return Given(
            tuple(early),
            readings[0].definitions,
            tuple(one.functions for one in readings),
            readings[0].last,
            own,
            said,
            self._sources(claim, [line for reading in found[layout] for line in reading]),
            unsure
            or (self._special and not square <= told)
            or inferred.unsure
            or self._restricted(claim),
        )

    def _named(self, text: str) -> list[str]:
        """The names that an inline formula is, lists, or declares."""
        found: list[str] = []
        for tree in self.parsed(clean(text).text):
            node = tree.children[0] if tree.kind == "relation" and tree.value == "in" else tree
            parts = [taken_apart(one, frozenset()) for one in (node.children if node.kind == "list" else (node,))]
            if any(part is None or part.power is not None for part in parts):
                return []
            found += [part.name.latex for part in parts if part is not None]
        return found

    def _in_force(self, claim: Statement) -> list[Said]:
        """What the words of a source say of the names of a claim: of a parameter of a function they say it of what stands for it in a section."""
        if claim.section not in self._put_in:
            self._put_in[claim.section] = self._said_of_arguments(claim.section)
        return [*(one for one in self.said if one.start <= claim.position <= one.end), *self._put_in[claim.section]]

    def _said_of_arguments(self, section: str) -> list[Said]:
        found: dict[tuple[str, tuple[str, ...]], Said] = {}
        functions = [one for one in self.definitions if one.tree.children[0].kind == "juxt"]
        for stated in self.stated:
            for tree in self.parsed(stated.text) if stated.section == section and functions else ():
                for name, given in _calls(tree, {one.name for one in functions}):
                    one = in_force(name, functions, stated.position, section)
                    if one is None or one.position == stated.position:
                        continue
                    parameters = _plain_names(arguments_of(one.tree.children[0].children[1]))
                    for parameter, argument in zip(parameters, _plain_names(given), strict=False):
                        said = [other for other in self.said if other.start <= one.position <= other.end and other.name == parameter]
                        found |= {(argument, other.phrases): replace(other, name=argument) for other in said if argument}
        return list(found.values())

    def _hypotheses(self, claim: Statement, readings: Sequence[Sequence[str]]) -> tuple[Said, ...]:
        """What the words around a claim say of its names, where it can be read in every reading of their shapes."""
        kept: list[Said] = []
        section = self._section(claim.section)
        for one in self._said_of.get(id(claim), ()):
            declared = all(_declares(reading, one.name) for reading in readings) if readings else False
            if not (declared or one.name in self.declared.sizes):
                continue
            lines = [*(s.line() for s in kept), one.line()]
            known = any(s.name == one.name and set(one.phrases) <= set(s.phrases) for s in kept)
            if not known and all(section.reads([*reading, *lines]) for reading in readings or ((),)):
                kept.append(one)
        return tuple(kept)

    def _sources(self, claim: Statement, lines: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Where the section speaks of the names that lines declare, those nearest to a claim."""
        found: dict[str, tuple[int, ...]] = {}
        for name in dict.fromkeys(re.split(r"\(| \\in | : ", line)[0] for line in lines):
            places = self._places(claim.section).get(name, ())
            near = sorted(sorted(places, key=lambda at: abs(at - claim.position))[:3])
            found |= {name: tuple(near)} if near else {}
        return tuple(found.items())

    def _places(self, section: str) -> Mapping[str, Sequence[int]]:
        """Where the displays of a section speak of names."""
        if section not in self._spoken:
            found: dict[str, dict[int, None]] = {}
            for one in self.stated:
                for name in self._names(one.text) if one.section == section else ():
                    found.setdefault(name, {})[one.position] = None
            self._spoken[section] = {name: list(places) for name, places in found.items()}
        return self._spoken[section]

    @cached_property
    def _special(self) -> bool:
        """Whether the text says anywhere of matrices that they are symmetric, orthogonal or the like."""
        return _KINDS.search(self.text) is not None

    def _restricted(self, claim: Statement) -> bool:
        """Whether words in front of a display, or directly behind it, may restrict what it says, or its marks may mean something else."""
        if claim.position in self._remarked:
            return True
        before = _BLANK.split(self.text[max(0, claim.position - _SEEN) : claim.position])[-1]
        return _RESTRICTS.search(before) is not None or _BEHIND.match(self.text, claim.end) is not None

    def _introduced(self, stated: Sequence[Statement], inline: Sequence[tuple[int, str]]) -> list[Statement]:
        """The statements, those that introduce a name as definitions; what else they say of it stays a claim."""
        seen: set[str] = set()
        displayed: set[str] = set()
        section, position = "", -1
        earlier: tuple[set[str], set[str]] = set(), set()  # what was seen in front of the display before, and of this one
        waiting = list(inline)
        found: list[Statement] = []
        for one in stated:
            if one.section != section:
                section, seen, displayed, earlier = one.section, set(), set(), (set(), set())
                while waiting and waiting[0][0] < one.section_start:
                    waiting.pop(0)
            while waiting and waiting[0][0] < one.position:
                at, text = waiting.pop(0)
                self._define_inline(at, text, section, seen)
                seen |= self._names(text)
            if one.position != position:
                position, earlier = one.position, (earlier[1], set(seen))
            new = _WHERE.search(self.text, max(0, position - _SEEN), position) is not None
            made = None if one.defines else self._introduces(one, earlier[0] | self._defined if new else seen, displayed, new=new)
            if one.defines:
                self._defined |= self._names(one.text.split(":=")[0] + " = 0")
            if made is not None:
                self._defined |= self._names(made.definition.split(":=")[0] + " = 0")
                found.append(replace(one, text=made.definition, defines=True))
                found += [replace(one, text=made.claim)] if made.claim else []
            else:
                found.append(one)
            displayed |= self._names(one.text)
            seen |= displayed
        return found

    def _define_inline(self, position: int, text: str, section: str, seen: set[str]) -> None:
        """Note an inline formula that the words in front of it introduce as the definition of a new name."""
        words = _DEFINED.search(self.text, max(0, position - 60), position) if "=" in text else None
        if words is None:
            return
        trees = self.parsed(text)
        if len(trees) != 1 or trees[0].kind != "relation" or trees[0].value != "=" or len(trees[0].children) != 2:
            return
        left, right = trees[0].children
        made = definition_of(text.replace("=", ":=", 1), position, section)
        others = {n.name.latex for n, _ in names_in(right, frozenset())}
        if made is None or not others or made.name in others or right.kind in ("name", "script", "num"):
            return
        if made.name in (self._defined if words["names"] else seen):
            return
        if left.kind == "name" and left.value.removeprefix(":") in INDICES:
            return
        self._inline_definitions.append(made)
        self._defined.add(made.name)

    def _denoted(self, one: Statement, tree: Syn, seen: set[str]) -> Defined | None:
        r"""A new name at the end of a chain that begins with a derivative: ``\nabla_y L = \delta`` defines ``\delta``."""
        if tree.kind != "relation" or set(tree.value.split()) != {"="} or one.kind != "equation":
            return None
        first, last = tree.children[0], tree.children[-1]
        name = None if is_entry(last) else taken_apart(last, frozenset())
        if name is None or name.power is not None or not _is_derivative(first):
            return None
        if _without_label(name.name.latex) in {_without_label(one) for one in seen}:
            return None
        if name.name.letter in ("I", "e", "E") or name.name.letter.isdigit():
            return None
        texts = [to_latex(child) for child in tree.children]
        claim = " = ".join(texts[:-1]) if len(texts) > 2 else ""
        return Defined(f"{texts[-1]} := {texts[0]}", claim)

    def _names(self, text: str) -> set[str]:
        return {name.name.latex for tree in self.parsed(text) for name, _ in names_in(tree, frozenset())}

    def _introduces(self, one: Statement, seen: set[str], displayed: set[str], *, new: bool) -> Defined | None:
        """What a statement defines: a name that is new, or a function that no display has spoken of (words may name it before).

        Behind "where" a name is new that first stands in the display in front of it.
        """
        trees = self.parsed(one.text)
        if len(trees) == 1 and (made := self._denoted(one, trees[0], seen)) is not None:
            return made
        if (
            len(trees) != 1
            or trees[0].kind != "relation"
            or set(trees[0].value.split()) != {"="}
            or (one.kind != "equation" and not new)
        ):
            return None
        left, right = trees[0].children[0], trees[0].children[1]
        called = _called(left)
        left, known = (left, seen) if called is None else (called, displayed)
        name = None if is_entry(left) else taken_apart(left, frozenset())
        if name is None or name.power is not None or name.name.latex in known:
            return None
        others = {n.name.latex for n, _ in names_in(right, frozenset())}
        alone = bare(right.children[0] if right.kind == "script" else right).kind == "name"
        if not others or name.name.latex in others or alone or right.kind == "matrix":
            return None
        before = _BLANK.split(self.text[max(0, one.position - _SEEN) : one.position])[-1]
        if _FOLLOWS.search(re.split(r"[.。]\s", before)[-1]):
            return None
        return definition(one.text.replace("=", ":=", 1))


def _called(left: Syn) -> Syn | None:
    """The function of a left side ``J(w, b)``, whose arguments are different names; None if it is none."""
    if left.kind != "juxt" or len(left.children) != 2 or (left.children[1].kind, left.children[1].value) != ("group", "("):
        return None
    given = [taken_apart(one, frozenset()) for one in arguments_of(left.children[1])]
    names = [one.name.latex for one in given if one is not None and not one.places and one.power is None and not one.name.scripted]
    return left.children[0] if len(set(names)) == len(given) else None


def _calls(tree: Syn, functions: Collection[str]) -> Iterator[tuple[str, Sequence[Syn]]]:
    """The calls of functions in a formula, with what stands in the brackets."""
    for node in tree.nodes():
        for one, behind in zip(node.children, node.children[1:], strict=False) if node.kind == "juxt" else ():
            name = function_name(one, frozenset()) if (behind.kind, behind.value) == ("group", "(") else None
            if name is not None and name.latex in functions:
                yield name.latex, arguments_of(behind)


def _plain_names(arguments: Sequence[Syn]) -> list[str]:
    """The LaTeX of arguments that are names, empty for others."""
    parts = [taken_apart(one, frozenset()) for one in arguments]
    return [one.name.latex if one is not None and not one.places and one.power is None else "" for one in parts]


def _without_label(latex: str) -> str:
    """A name with an empty label: at another label it is known as well."""
    return re.sub(r"\([^()]*\)", "()", latex)


def _declares(lines: Sequence[str], name: str) -> bool:
    return any(line.startswith(rf"{name} \in \mathbb{{R}}") for line in lines)


def _is_derivative(node: Syn) -> bool:
    first = node.children[0] if node.kind == "juxt" else node
    return derivative_of(first) is not None or nabla_of(first) is not None


def _most_general(found: Mapping[str, tuple[tuple[str, ...], ...]]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The layouts in which the fewest sizes have to be the same: another one only fits where more of them are."""
    counts = {layout: max(map(sizes_in, readings)) for layout, readings in found.items()}
    most = max(counts.values(), default=0)
    return {layout: readings for layout, readings in found.items() if counts[layout] == most}


__all__ = ["Given", "Givens"]
