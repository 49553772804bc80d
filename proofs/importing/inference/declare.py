r"""Inferred declarations as lines of a given block, each tried on the reader of formulas before it is kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem
from derive.language.parsing.parser import statements
from derive.language.printing.latex import to_latex
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.evidence import Evidence, Habits, evidence_of
from proofs.importing.inference.families import MARK, Family, entered, member_of, parts_of, with_members
from proofs.importing.inference.shifts import at_label, shifted, speaks_of_itself
from proofs.importing.inference.solve import Solution, solve
from proofs.importing.inference.symbols import (
    BUILT_IN,
    Name,
    function_name,
    is_entry,
    letters,
    name_of,
    names_in,
    primed_variables,
    with_primed_names,
)
from proofs.importing.inference.types import Dim, Type, is_number, is_one

if TYPE_CHECKING:
    from derive.language.scope.scope import Scope

LAYOUTS = ("numerator", "gradient", "numerator-transposed")
_LEFT_OUT = 100.0
"""What it costs not to take shapes that the text declares."""
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
        self.primed = primed_variables(trees)
        self.evidence: Evidence = evidence_of([with_primed_names(tree, self.primed) for tree in trees], habits)
        self.outer, self.declared = declared
        self._scopes: dict[str, Scope] = {}
        self.square: frozenset[str] = frozenset()
        self.anywhere = False  # whether the last claim may have a type in another layout
        self.elsewhere = False  # whether in the last claim a name is a function because other formulas say so

    def inferred(
        self, claim: str, definitions: Sequence[Definition], *, whole: bool = True, square: Collection[str] = ()
    ) -> Inferred:
        """Return for each layout in which a claim has a type the declarations of its names, one list for each reading.

        The names of the definitions that it rests on are declared with it; where a claim has no type with all of them, some are
        left out: what they define is then an arbitrary value. Where no shapes fit, or too many, those that habit gives are
        declared, so that what does not fit is found where it stands.

        Args:
            claim: The claim.
            definitions: The definitions that it rests on.
            whole: These are all.
            square: LaTeX of the names that are said to be square matrices.

        """
        self.square = frozenset(square)
        try:
            trees = [with_primed_names(tree, self.primed) for tree in statements(claim)]
        except (DeriveError, RecursionError):
            return Inferred()
        tried = [tuple(definitions)]
        tried += [_reached(trees, [one for one in definitions if one is not out]) for out in definitions]
        own = {name for tree in trees for name in _named(tree)}
        direct = tuple(one for one in definitions if one.name in own)
        tried += [direct, *(tuple(one for one in direct if one is not out) for out in direct)]
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
        trees = [*trees, *(with_primed_names(one.tree, self.primed) for one in definitions)]
        found: dict[str, tuple[tuple[str, ...], ...]] = {}
        costs: dict[str, float] = {}
        layouts = LAYOUTS if _differentiates(trees) else LAYOUTS[:1]
        for layout in layouts:
            self.anywhere = False
            fitting: list[tuple[float, tuple[str, ...]]] = []
            tried: list[Mapping[str, tuple[str, ...]]] = [{**self.declared, **self.listed}]
            tried += [self.listed] if self.declared else []
            tried += [{}] if tried[-1] else []
            for less, known in enumerate(tried):  # what the text declares is left out last
                if not fitting:
                    fitting = self._fitting(trees, claim, definitions, layout, known)
                    costs |= {layout: _LEFT_OUT * less + min(cost for cost, _ in fitting)} if fitting else {}
            if fitting:
                found[layout] = tuple(dict.fromkeys(lines for _, lines in fitting))
            elif not self.anywhere and not found:
                break  # what cannot be read in one layout cannot be read in another
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
        self.elsewhere = any(one.elsewhere or _takes_parts(lines) for one, lines in solved)
        fitting: list[tuple[float, tuple[str, ...]]] = []
        for one, lines in solved:
            problem = misfit(self._scope(layout), _in_order(lines, definitions), claim)
            self.anywhere = self.anywhere or isinstance(problem, ShapeProblem | NotSupported)
            fitting += [(one.cost, lines)] if problem is None else []
        return fitting

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
        of_sequences = _sequences(declared.keys() & self.listed.keys(), declared)
        bases = self.evidence.bases - of_sequences.keys()
        members, families = with_members(trees, bases)
        for tree in members if of_sequences else ():
            for one, _ in names_in(tree, bases):
                shape = of_sequences.get(one.name.base.removesuffix(MARK)) if one.name.scripted or one.name.letter.endswith(MARK) else None
                known |= {} if shape is None else {one.name.latex: sizes.declared(shape)}
        defined |= {to_latex(Syn("name", key)) for key, one in families.items() if one.member in defined}
        evidence = replace(self.evidence, bases=bases | entered(families))
        of_matrices = parts_of(members, families, defined)
        found: list[tuple[Solution, tuple[str, ...]]] = []
        for kind in (*(("rows", "columns") if of_matrices and fitting else ()), ""):
            parts = of_matrices if kind else ()
            try:
                solutions = solve(
                    members,
                    evidence,
                    known,
                    defined,
                    layout,
                    fitting=fitting,
                    parts=(kind, parts),
                    square=self.square,
                )
            except RecursionError:
                return []
            members_of = {member: (kind, matrix) for matrix, member, _ in parts}
            outer = set(declared) - self.listed.keys()
            found += [(one, tuple(_lines(one, sizes, outer, families, members_of))) for one in solutions]
            if found and kind != "rows":
                break
        lefts = {_spelled(to_latex(one.tree.children[0])) for one in definitions}
        found = [(one, lines) for one, lines in found if not any(r"\forall" in line and _spelled(line.split(r" \in ")[0]) in lefts for line in lines)]
        most = max((sizes_in(lines) for _, lines in found), default=0) if of_matrices else 0
        return [(one, lines) for one, lines in found if sizes_in(lines) >= most]  # rows, or columns that are not squeezed

    def reads(self, lines: Sequence[str]) -> bool:
        """Whether given lines can be read below what the running text declares."""
        return can_be_read(self._scope(LAYOUTS[0]), lines)

    def _scope(self, layout: str) -> Scope:
        """What the running text declares, in a layout."""
        from derive.language.scope.options import Options
        from derive.language.scope.scope import Scope

        if layout not in self._scopes:
            scope = Scope.root(Options(layout=layout))
            self._scopes[layout] = scope.given(" \\\\\n".join(self.outer)) if self.outer else scope
        return self._scopes[layout]

    @cached_property
    def _taken(self) -> set[str]:
        """The letters of sizes and of names that the text declares."""
        known = {**self.declared, **self.listed}
        return {size for shape in known.values() for size in shape} | {letter for name in known for letter in letters(name)}

    def _by_habit(self, trees: Sequence[Syn], definitions: Sequence[Definition]) -> tuple[str, ...]:
        """The declarations that habit gives, where they can be read."""
        trees = [*trees, *(with_primed_names(one.tree, self.primed) for one in definitions)]
        for declared in ({**self.declared, **self.listed}, {}) if self.declared or self.listed else ({},):
            for _, lines in self._solved(trees, definitions, LAYOUTS[0], declared, fitting=False):
                if lines and self.reads(_in_order(lines, definitions)):
                    return lines
        return ()


@dataclass(frozen=True, slots=True)
class Arranged:
    """Declarations and definitions in the order in which they can be read: unknown functions of what is defined stand behind it."""

    early: tuple[str, ...]
    definitions: tuple[str, ...]
    functions: tuple[str, ...]
    last: tuple[str, ...]


def arranged(lines: Sequence[str], definitions: Sequence[Definition]) -> Arranged:
    """Put declarations and the definitions that a claim rests on in order."""
    names = {one.name for one in definitions}
    late = [line for line in lines if _call(line)[1] & names]
    unknown = {_call(line)[0] for line in late}
    last = [one for one in definitions if unknown & {name.name.latex for name, _ in names_in(one.tree, frozenset())}]
    return Arranged(
        tuple(line for line in lines if line not in late),
        tuple(one.text for one in definitions if one not in last),
        tuple(late),
        tuple(one.text for one in last),
    )


def _in_order(lines: Sequence[str], definitions: Sequence[Definition]) -> tuple[str, ...]:
    found = arranged(lines, definitions)
    return (*found.early, *found.definitions, *found.functions, *found.last)


def _call(line: str) -> tuple[str, set[str]]:
    r"""The name and the arguments of a declared function, ``L(x, y) \in \mathbb{R}``; no arguments for anything else."""
    end = line.find(r") \in ")
    depth = 0
    for k in range(end, -1, -1):
        depth += (line[k] == ")") - (line[k] == "(")
        if not depth:
            return line[:k], set(line[k + 1 : end].split(", "))
    return line, set()


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
        for node in tree.nodes()
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
        made = in_force(name, known, at, section)
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
    for node in tree.nodes():
        if is_entry(node):
            name = function_name(_whole(node), frozenset())
            found += [name.latex] if name is not None else []
        elif node.kind == "name" and node.value in BUILT_IN:
            found.append(to_latex(node))
    return found


def in_force(name: str, known: Sequence[Definition], position: int, section: str) -> Definition | None:
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
            node.value.rpartition(":")[2] for tree in trees for node in tree.nodes() if node.kind == "name"
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


_SCRIPT = re.compile(r"[_^]\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|[A-Za-z0-9])")


def _spelled(latex: str) -> tuple[str, frozenset[str]]:
    """A name and its scripts, in whatever order."""
    return _SCRIPT.sub("", latex).strip(), frozenset(re.sub(r"[{}\s]", "", one) for one in _SCRIPT.findall(latex))


def _sequences(names: Collection[str], shapes: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The shapes of the members of sequences, ``x_t``, by the letters of these."""
    found: dict[str, tuple[str, ...]] = {}
    for latex in names:
        try:
            base, index, _ = member_of(statements(latex)[0])
        except (DeriveError, RecursionError):
            continue
        name = name_of(base) if base is not None and index else None
        found |= {} if name is None else {name.base: shapes[latex]}
    return found


def sizes_in(lines: Sequence[str]) -> int:
    """How many sizes declarations speak of."""
    spaces = (space for line in lines for space in re.findall(r"\\mathbb\{R\}\^\{((?:[^{}]|\{[^{}]*\})*)\}", line))
    return len({size.strip() for space in spaces for size in space.split(r"\times")} - {"1"})


def _takes_parts(lines: Sequence[str]) -> bool:
    """Whether members are taken to be rows or columns of a matrix."""
    return any(re.search(r" := .*(?:\{i,:\}|\{:,i\})".replace("i", "[a-z]"), line) for line in lines)


def _lines(
    solution: Solution,
    sizes: _Sizes,
    known: set[str],
    families: Mapping[str, Family],
    members_of: Mapping[str, tuple[str, str]],
) -> list[str]:
    """The declarations of a solution, variables before functions of them."""
    members = [*solution.shapes, *solution.functions]
    marked = {name: families[f"{name.style}:{name.letter}"] for name in members if name.letter.endswith(MARK)}
    if any(marked.get(one) for listed in solution.arguments.values() for one in listed) or set(solution.arguments) & set(marked):
        return []
    sizes = sizes.again()
    lines: list[str] = []
    for name in solution.naturals:
        lines.append(rf"{name.latex} \in \mathbb{{N}}, {name.latex} \ge 1")
    ordered = sorted(solution.shapes, key=lambda n: (bool(solution.arguments.get(n)), n.letter in members_of))
    done: set[Name] = set()
    while len(done) < len(ordered):
        ready = [n for n in ordered if n not in done and not (set(solution.arguments.get(n, ())) & set(ordered)) - done]
        if not ready:  # functions of each other
            return []
        for name in ready:
            done.add(name)
            if name.latex in known and not solution.arguments.get(name):
                continue
            family = marked.get(name)
            if family is not None and name.letter in members_of:
                kind, matrix = members_of[name.letter]
                part = f"_{{{family.index},:}}^\\top" if kind == "rows" else f"_{{:,{family.index}}}"
                latex = next(n.latex for n in solution.shapes if n.letter == matrix)
                lines.append(f"{family.member} := {latex}{part}")
                continue
            if family is not None:
                count = family.count or sizes.of(Dim())
                member = rf"{family.member} \in {_space(solution.shapes[name], sizes)}"
                lines.append(rf"{member} \quad \forall {family.index} \in {family.values(count)}")
                continue
            arguments = ", ".join(one.latex for one in solution.arguments.get(name, ()))
            left = f"{name.latex}({arguments})" if arguments else name.latex
            lines.append(rf"{left} \in {_space(solution.shapes[name], sizes)}")
    for name, (arguments, value) in solution.functions.items():
        from_ = r" \times ".join(_space(argument, sizes) for argument in arguments)
        family = marked.get(name)
        latex = name.latex if family is None else family.member
        line = rf"{latex} : {from_} \to {_space(value, sizes)}"
        lines.append(line if family is None else rf"{line} \quad \forall {family.index} \in {family.values(family.count or sizes.of(Dim()))}")
    return lines


def _space(shape: Type, sizes: _Sizes) -> str:
    if is_number(shape):
        return r"\mathbb{R}"
    if is_one(shape[1]):
        return rf"\mathbb{{R}}^{{{sizes.of(shape[0])}}}"
    return rf"\mathbb{{R}}^{{{sizes.of(shape[0])} \times {sizes.of(shape[1])}}}"


def can_be_read(outer: Scope, lines: Sequence[str]) -> bool:
    """Whether given lines can be read."""
    try:
        outer.child().given(" \\\\\n".join(lines))
    except (DeriveError, RecursionError):
        return False
    return True


def misfit(outer: Scope, lines: Sequence[str], claim: str) -> DeriveError | None:
    """Why a claim has no type below some given lines; None if it has one."""
    from derive.language.problems.elaborate import block_parts, has_type, scope_beside
    from derive.language.statements.local_definitions import with_local_definitions
    from derive.language.tree.names import declared_words

    try:
        scope = outer.child()
        scope = scope.given(" \\\\\n".join(lines)) if lines else scope
        parsed = statements(claim, (), declared_words(scope.visible()))
        scope, parsed, _ = with_local_definitions(scope, parsed)
        parts = block_parts(parsed, scope)
        for part in parts:
            try:
                fits = has_type(part, scope, scope.options)
            except NameProblem:
                beside = scope_beside(part, parts, scope)
                if beside is None:
                    raise
                fits = has_type(part, beside, scope.options)
            if not fits:
                return ShapeProblem("it has a type in another layout only")
    except DeriveError as problem:
        return problem
    except RecursionError:
        return NotSupported("it is nested too deeply")
    return None


__all__ = ["LAYOUTS", "Arranged", "Definition", "Inferred", "Section", "arranged", "definition_of", "in_force", "misfit", "needed", "sizes_in"]
