r"""Inferred declarations as lines of a given block, each tried on the reader of formulas before it is kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.printing.latex import to_latex
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.evidence import Evidence, Habits, evidence_of
from proofs.importing.inference.shifts import at_label, shifted, speaks_of_itself
from proofs.importing.inference.solve import Solution, solve
from proofs.importing.inference.symbols import BUILT_IN, Name, function_name, is_entry, letters, names_in
from proofs.importing.inference.types import Dim, Type, is_number, is_one

if TYPE_CHECKING:
    from derive.language.scope.options import Options
    from derive.language.scope.scope import Scope

LAYOUTS = ("numerator", "gradient", "numerator-transposed")
_SIZES = ("n", "m", "d", "k", "p", "q", "r", "h", "s", "l", "a", "b", "c")


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition of the source: the name that it defines, and its text."""

    name: str
    text: str
    tree: Syn
    position: int
    section: str


@dataclass(frozen=True, slots=True)
class Inferred:
    """What is inferred for a claim.

    Attributes:
        layouts: For each layout in which it has a type, the declarations of its names, one list for each reading.
        definitions: Those that it rests on, without what has to be left out.
        unsure: What refutes it may be what is inferred.

    """

    layouts: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    definitions: tuple[Definition, ...] = ()
    unsure: bool = False


class Section:
    """The formulas of a section, from which the names in each of them are inferred.

    Args:
        trees: Its formulas.
        habits: How the whole source writes vectors.
        declared: What the running text declares, as lines, and the shapes by the LaTeX of the names.
        listed: Shapes that the section lists, as ``x : N \\times 1``.

    """

    def __init__(
        self,
        trees: Sequence[Syn],
        habits: Habits,
        declared: tuple[Sequence[str], Mapping[str, tuple[str, ...]]],
        listed: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.listed = listed or {}
        self.evidence: Evidence = evidence_of(trees, habits)
        self.outer, self.declared = declared
        self.elsewhere = False  # whether in the last claim a name is a function because other formulas say so

    def inferred(self, claim: str, definitions: Sequence[Definition], *, whole: bool = True) -> Inferred:
        """Return for each layout in which a claim has a type the declarations of its names, one list for each reading.

        The names of the definitions that it rests on are declared with it; where a claim has no type with all of them, some are
        left out: what they define is then an arbitrary value. Where no shapes fit, or too many, those that habit gives are
        declared, so that what does not fit is found where it stands.
        """
        try:
            trees = statements(claim)
        except (DeriveError, RecursionError):
            return Inferred()
        tried = [tuple(definitions)]
        tried += [_reached(trees, [one for one in definitions if one is not out]) for out in reversed(definitions)]
        tried += [()] if len(definitions) > 1 else []
        for kept in dict.fromkeys(tried):
            found = self._layouts(trees, claim, kept)
            if found:
                return Inferred(found, kept, unsure=self.elsewhere or kept != tried[0] or not whole)
        for kept in dict.fromkeys((tried[0], ())):
            lines = self._by_habit(trees, kept)
            if lines:
                return Inferred(dict.fromkeys(LAYOUTS, (lines,)), kept, unsure=True)
        return Inferred()

    def _layouts(
        self, trees: Sequence[Syn], claim: str, definitions: Sequence[Definition]
    ) -> dict[str, tuple[tuple[str, ...], ...]]:
        """The declarations for each layout in which a claim has a type, of those against which habit speaks least."""
        trees = [*trees, *(one.tree for one in definitions)]
        found: dict[str, tuple[tuple[str, ...], ...]] = {}
        costs: dict[str, float] = {}
        layouts = LAYOUTS if _differentiates(trees) else LAYOUTS[:1]
        for layout in layouts:
            fitting: list[tuple[float, tuple[str, ...]]] = []
            tried: list[Mapping[str, tuple[str, ...]]] = [{**self.declared, **self.listed}]
            tried += [self.listed] if self.declared else []
            tried += [{}] if tried[-1] else []
            for known in tried:
                fitting = fitting or self._fitting(trees, claim, definitions, layout, known)
            if fitting:
                found[layout] = tuple(dict.fromkeys(lines for _, lines in fitting))
                costs[layout] = min(cost for cost, _ in fitting)
        least = min(costs.values(), default=0)
        found = {layout: readings for layout, readings in found.items() if costs[layout] <= least}
        return found if len(layouts) > 1 else dict.fromkeys(LAYOUTS, next(iter(found.values()))) if found else {}

    def _fitting(
        self,
        trees: Sequence[Syn],
        claim: str,
        definitions: Sequence[Definition],
        layout: str,
        declared: Mapping[str, tuple[str, ...]],
    ) -> list[tuple[float, tuple[str, ...]]]:
        solved = self._solved(trees, definitions, layout, declared)
        self.elsewhere = any(one.elsewhere for one, _ in solved)
        said = tuple(one.text for one in definitions)
        return [
            (one.cost, lines) for one, lines in solved if has_type((self.outer, (*lines, *said)), claim, layout)
        ]

    def _solved(
        self,
        trees: Sequence[Syn],
        definitions: Sequence[Definition],
        layout: str,
        declared: Mapping[str, tuple[str, ...]],
        *,
        fitting: bool = True,
    ) -> list[tuple[Solution, tuple[str, ...]]]:
        """The shapes of names, and their declarations."""
        sizes = _Sizes(trees, self._taken)
        defined = frozenset(one.name for one in definitions)
        known = {latex: sizes.declared(shape) for latex, shape in declared.items()}
        try:
            solutions = solve(trees, self.evidence, known, defined, layout, fitting=fitting)
        except RecursionError:
            return []
        return [(one, tuple(_lines(one, sizes, set(known) - self.listed.keys()))) for one in solutions]

    @cached_property
    def _taken(self) -> set[str]:
        """The letters of sizes and of names that the text declares."""
        known = {**self.declared, **self.listed}
        return {size for shape in known.values() for size in shape} | {letter for name in known for letter in letters(name)}

    def _by_habit(self, trees: Sequence[Syn], definitions: Sequence[Definition]) -> tuple[str, ...]:
        """The declarations that habit gives, where they can be read."""
        trees = [*trees, *(one.tree for one in definitions)]
        for declared in ({**self.declared, **self.listed}, {}) if self.declared or self.listed else ({},):
            for _, lines in self._solved(trees, definitions, LAYOUTS[0], declared, fitting=False):
                if lines and can_be_read((self.outer, (*lines, *(one.text for one in definitions)))):
                    return lines
        return ()


def _reached(trees: Sequence[Syn], definitions: Sequence[Definition]) -> tuple[Definition, ...]:
    """Those of some definitions that formulas rest on."""
    named = {name for tree in trees for name in _named(tree)}
    while more := {name for one in definitions if one.name in named for name in _named(one.tree)} - named:
        named |= more
    return tuple(one for one in definitions if one.name in named)


def _differentiates(trees: Sequence[Syn]) -> bool:
    return any(
        node.kind == "partial" or (node.kind == "name" and node.value == ":d")
        for tree in trees
        for _, node in tree.walk()
    )


def definition_of(text: str, position: int, section: str) -> Definition | None:
    """Read a definition of the source, None where it is none that can be read."""
    try:
        trees = statements(text)
    except (DeriveError, RecursionError):
        return None
    if len(trees) != 1 or trees[0].kind != "relation" or trees[0].value.split()[:1] != ["assign"]:
        return None
    left = trees[0].children[0]
    if left.kind == "juxt" and len(left.children) == 2 and left.children[1].kind == "group":
        left = left.children[0]
    name = function_name(_whole(left) if is_entry(left) else left, frozenset())
    return None if name is None else Definition(name.latex, text, trees[0], position, section)


def _whole(entry: Syn) -> Syn:
    """What an entry is one of: ``\\delta^{(l)}`` of ``\\delta_i^{(l)}``."""
    base, _, sup = bare(entry).children
    return Syn("script", "", (base, Syn("empty"), sup)) if bare(sup).kind == "group" else base


def needed(claim: str, known: Sequence[Definition], position: int, section: str) -> tuple[list[Definition], bool]:
    """Return the definitions that a claim rests on, in an order in which they can be read, and whether these are all.

    Each is put in at one label; of a recursion, at none but its own.
    """
    try:
        trees = statements(claim)
    except (DeriveError, RecursionError):
        return [], True
    found: dict[str, Definition] = {}
    used: set[int] = set()
    whole = True
    waiting = [(name, position) for tree in trees for name in _named(tree)]
    while waiting:
        name, at = waiting.pop(0)
        if name in found:
            continue
        made = _in_force(name, known, at, section)
        if made is None:
            made, some = _at_another_label(name, [one for one in known if id(one) not in used], at, section)
            whole = whole and (made is not None or not some)
        if made is not None:
            used |= {id(one) for one in known if one.position == made.position}
            found[name] = made
            waiting += [(other, made.position + 1) for other in _named(made.tree) if other != name]
            if len(found) > 30:
                return [], False
    ordered = _ordered([_with_own_arguments(one, found.keys() - {one.name}) for one in found.values()])
    return ([], False) if ordered is None else (ordered, whole)


def _at_another_label(
    name: str, known: Sequence[Definition], position: int, section: str
) -> tuple[Definition | None, bool]:
    """A definition of a name at another label, put in at its own, and whether there is any: not where it is a recursion."""
    if "_" not in name and "^" not in name:
        return None, False
    try:
        wanted = statements(f"{name} = 1")[0].children[0]
    except (DeriveError, RecursionError):
        return None, False
    before = [one for one in known if one.position <= position] or [one for one in known if one.section == section]
    for one in reversed(before):
        left = one.tree.children[0]
        left = left.children[0] if left.kind == "juxt" else left
        defined = _whole(left) if is_entry(left) else left
        label = at_label(defined, wanted) if left.kind == "script" else None
        if label is not None:
            if speaks_of_itself(defined, one.tree.children[-1]):
                return None, True
            return definition_of(to_latex(shifted(one.tree, *label)), one.position, one.section), True
    return None, False


def _with_own_arguments(one: Definition, others: Collection[str]) -> Definition:
    """A function whose arguments have names that nothing else defines: ``Q(x; \\breve{\\mu})`` where ``\\mu`` is defined."""
    left = one.tree.children[0]
    if left.kind != "juxt":
        return one
    arguments = {name.name.latex for name, _ in names_in(left.children[1], frozenset())}
    text = one.text
    for name in sorted(arguments & set(others)):
        text = re.sub(rf"{re.escape(name)}(?![A-Za-z])(?!\s*_)", lambda _, n=name: rf"\breve{{{n}}}", text)
    return one if text == one.text else definition_of(text, one.position, one.section) or one


def _named(tree: Syn) -> list[str]:
    """The names of a formula; of an entry, that of what it is an entry of as well."""
    found = [name.name.latex for name, _ in names_in(tree, frozenset())]
    for _, node in tree.walk():
        if is_entry(node):
            name = function_name(_whole(node), frozenset())
            found += [name.latex] if name is not None else []
        elif node.kind == "name" and node.value in BUILT_IN:
            found.append(to_latex(node))
    return found


def _in_force(name: str, known: Sequence[Definition], position: int, section: str) -> Definition | None:
    """The definition of a name that holds at a place: the last before it, in its own section first, else the next behind it."""
    same = [one for one in known if one.name == name]
    before = [one for one in same if one.position <= position]
    own = [one for one in before if one.section == section]
    after = [one for one in same if one.position > position and one.section == section]
    return own[-1] if own else after[0] if after else before[-1] if before else None


def _ordered(found: list[Definition]) -> list[Definition] | None:
    """Definitions, each behind those that it speaks of."""
    done: list[Definition] = []
    waiting = list(found)
    while waiting:
        names = {one.name for one in waiting}
        ready = [one for one in waiting if not (set(_named(one.tree)) - {one.name}) & names]
        if not ready:
            return None
        done += ready
        waiting = [one for one in waiting if one not in ready]
    return done


class _Sizes:
    """Names of sizes, none of which a formula uses for something else."""

    def __init__(self, trees: Sequence[Syn], taken: Collection[str] = ()) -> None:
        used = set(taken) | {
            node.value.rpartition(":")[2] for tree in trees for _, node in tree.walk() if node.kind == "name"
        }
        self.free = [letter for letter in _SIZES if letter not in used]
        self.free += [f"n_{{{k}}}" for k in range(1, 30)]
        self.named: dict[int, str] = {}
        self._kept: list[Dim] = []

    def declared(self, shape: tuple[str, ...]) -> Type:
        """The shape that a text gives, such as ``("n", "d")``."""
        dims = [Dim(int(s) if s.isdigit() else s) for s in shape]
        return (dims[0] if dims else Dim(1)), (dims[1] if len(dims) > 1 else Dim(1))

    def of(self, dim: Dim) -> str:
        """The name of a size."""
        root = dim.root()
        if root.value is not None:
            return str(root.value)
        if id(root) not in self.named:
            self._kept.append(root)
            self.named[id(root)] = self.free.pop(0)
        return self.named[id(root)]

    def again(self) -> _Sizes:
        """The same letters for another solution."""
        made = object.__new__(_Sizes)
        made.free, made.named, made._kept = list(self.free), {}, []
        return made


def _lines(solution: Solution, sizes: _Sizes, known: set[str]) -> list[str]:
    """The declarations of a solution, variables before functions of them."""
    sizes = sizes.again()
    lines: list[str] = []
    for name in solution.naturals:
        lines.append(rf"{name.latex} \in \mathbb{{N}}, {name.latex} \ge 1")
    ordered = sorted(solution.shapes, key=lambda n: bool(solution.arguments.get(n)))
    done: set[Name] = set()
    while len(done) < len(ordered):
        ready = [n for n in ordered if n not in done and not (set(solution.arguments.get(n, ())) & set(ordered)) - done]
        if not ready:  # functions of each other
            return []
        for name in ready:
            done.add(name)
            if name.latex in known and not solution.arguments.get(name):
                continue
            arguments = ", ".join(one.latex for one in solution.arguments.get(name, ()))
            left = f"{name.latex}({arguments})" if arguments else name.latex
            lines.append(rf"{left} \in {_space(solution.shapes[name], sizes)}")
    for name, (arguments, value) in solution.functions.items():
        from_ = r" \times ".join(_space(argument, sizes) for argument in arguments)
        lines.append(rf"{name.latex} : {from_} \to {_space(value, sizes)}")
    return lines


def _space(shape: Type, sizes: _Sizes) -> str:
    if is_number(shape):
        return r"\mathbb{R}"
    if is_one(shape[1]):
        return rf"\mathbb{{R}}^{{{sizes.of(shape[0])}}}"
    return rf"\mathbb{{R}}^{{{sizes.of(shape[0])} \times {sizes.of(shape[1])}}}"


def _scope(levels: Sequence[Sequence[str]], options: Options) -> Scope:
    """The scope of some given lines, outer levels first."""
    from derive.language.scope.scope import Scope

    scope = Scope.root(options)
    for depth, lines in enumerate(levels):
        scope = scope.child() if depth else scope
        scope = scope.given(" \\\\\n".join(lines)) if lines else scope
    return scope


def can_be_read(levels: Sequence[Sequence[str]]) -> bool:
    """Whether given lines can be read."""
    from derive.language.scope.options import Options

    try:
        _scope(levels, Options())
    except (DeriveError, RecursionError):
        return False
    return True


def has_type(levels: Sequence[Sequence[str]], claim: str, layout: str) -> bool:
    """Whether the reader of formulas types a claim below some given lines, outer levels first."""
    from derive.language.problems.elaborate import block_parts, elaborate_part
    from derive.language.scope.options import Options
    from derive.language.statements.local_definitions import with_local_definitions
    from derive.language.tree.names import declared_words

    options = Options(layout=layout)
    try:
        scope = _scope(levels, options)
        parsed = statements(claim, (), declared_words(scope.visible()))
        scope, parsed, _ = with_local_definitions(scope, parsed)
        for part in block_parts(parsed, scope):
            if elaborate_part(part, scope, options).layouts:
                return False  # only in another layout
    except (DeriveError, RecursionError):
        return False
    return True


__all__ = ["LAYOUTS", "Definition", "Inferred", "Section", "definition_of", "has_type", "needed"]
