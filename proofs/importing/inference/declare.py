r"""Inferred declarations as lines of a given block, each tried on the reader of formulas before it is kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.tree.syntax import Syn
from proofs.importing.inference.solve import Evidence, Habits, Solution, evidence_of, solve
from proofs.importing.inference.symbols import Name, is_entry, names_in, taken_apart
from proofs.importing.inference.types import Dim, Type, is_number, is_one

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

    def inferred(self, claim: str, definitions: Sequence[Definition]) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Return for each layout in which a claim has a type the declarations of its names, one list for each reading.

        The names of the definitions that it rests on are declared with it. Nothing where no shapes fit, or too many.
        """
        try:
            trees = [*statements(claim), *(one.tree for one in definitions)]
        except (DeriveError, RecursionError):
            return {}
        found: dict[str, tuple[tuple[str, ...], ...]] = {}
        layouts = LAYOUTS if _differentiates(trees) else LAYOUTS[:1]
        for layout in layouts:
            fitting: list[tuple[str, ...]] = []
            tried: list[Mapping[str, tuple[str, ...]]] = [{**self.declared, **self.listed}]
            tried += [self.listed] if self.declared else []
            tried += [{}] if tried[-1] else []
            for known in tried:
                fitting = fitting or self._fitting(trees, claim, definitions, layout, known)
            if fitting:
                found[layout] = tuple(dict.fromkeys(fitting))
        return found if len(layouts) > 1 else dict.fromkeys(LAYOUTS, next(iter(found.values()))) if found else {}

    def _fitting(
        self,
        trees: Sequence[Syn],
        claim: str,
        definitions: Sequence[Definition],
        layout: str,
        declared: Mapping[str, tuple[str, ...]],
    ) -> list[tuple[str, ...]]:
        sizes = _Sizes(trees, {size for shape in (*self.declared.values(), *self.listed.values()) for size in shape})
        defined = frozenset(one.name for one in definitions)
        known = {latex: sizes.declared(shape) for latex, shape in declared.items()}
        try:
            solutions = solve(trees, self.evidence, known, defined, layout)
        except RecursionError:
            return []
        said = tuple(one.text for one in definitions)
        self.elsewhere = any(one.elsewhere for one in solutions)
        fitting = [tuple(_lines(one, sizes, set(known) - self.listed.keys())) for one in solutions]
        return [lines for lines in fitting if has_type((self.outer, (*lines, *said)), claim, layout)]


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
    found = None if is_entry(left) else taken_apart(left, frozenset())
    if found is None or found.power is not None:
        return None
    return Definition(found.name.latex, text, trees[0], position, section)


def needed(claim: str, known: Sequence[Definition], position: int, section: str) -> list[Definition] | None:
    """Return the definitions that a claim rests on, in an order in which they can be read; None for a circle."""
    try:
        trees = statements(claim)
    except (DeriveError, RecursionError):
        return []
    found: dict[str, Definition] = {}
    waiting = [(name, position) for tree in trees for name in _named(tree)]
    while waiting:
        name, at = waiting.pop(0)
        if name in found:
            continue
        made = _in_force(name, known, at, section)
        if made is not None:
            found[name] = made
            waiting += [(other, made.position + 1) for other in _named(made.tree) if other != name]
            if len(found) > 30:
                return None
    return _ordered([_with_own_arguments(one, found.keys() - {one.name}) for one in found.values()])


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
            whole = Syn("script", "", (node.children[0], Syn("empty"), node.children[2]))
            name = taken_apart(whole if node.children[2].kind == "group" else node.children[0], frozenset())
            found += [name.name.latex] if name is not None else []
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
    for name, (argument, value) in solution.functions.items():
        lines.append(rf"{name.latex} : {_space(argument, sizes)} \to {_space(value, sizes)}")
    return lines


def _space(shape: Type, sizes: _Sizes) -> str:
    if is_number(shape):
        return r"\mathbb{R}"
    if is_one(shape[1]):
        return rf"\mathbb{{R}}^{{{sizes.of(shape[0])}}}"
    return rf"\mathbb{{R}}^{{{sizes.of(shape[0])} \times {sizes.of(shape[1])}}}"


def has_type(levels: Sequence[Sequence[str]], claim: str, layout: str) -> bool:
    """Whether the reader of formulas types a claim below some given lines, outer levels first."""
    from derive.language.problems.elaborate import block_parts, elaborate_part
    from derive.language.scope.options import Options
    from derive.language.scope.scope import Scope
    from derive.language.statements.local_definitions import with_local_definitions
    from derive.language.tree.names import declared_words

    options = Options(layout=layout)
    try:
        scope = Scope.root(options)
        for depth, lines in enumerate(levels):
            scope = scope.child() if depth else scope
            scope = scope.given(" \\\\\n".join(lines)) if lines else scope
        parsed = statements(claim, (), declared_words(scope.visible()))
        scope, parsed, _ = with_local_definitions(scope, parsed)
        for part in block_parts(parsed, scope):
            if elaborate_part(part, scope, options).layouts:
                return False  # only in another layout
    except (DeriveError, RecursionError):
        return False
    return True


__all__ = ["LAYOUTS", "Definition", "Section", "definition_of", "has_type", "needed"]
