"""From the blocks of a claim to typed problems: scopes are opened, statements parsed and elaborated, errors placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from derive.build import free_names, var
from derive.core import Problem
from derive.errors import DeriveError, NotSupported, ShapeProblem
from proofs.reading.paper import BadPaper, Block, Claim, Flaw, Settings, in_reading

if TYPE_CHECKING:
    from derive.core import Expr
    from derive.language.parsing.parser import Statements
    from derive.language.problems.elaborate import Part, Typed
    from derive.language.scope.options import Options
    from derive.language.scope.scope import Scope, Symbol
    from derive.language.tree.syntax import Syn


@dataclass(frozen=True, slots=True)
class Link:
    """One relation of a claim.

    Attributes:
        statement: Its LaTeX.
        typed: The typed problem with its readings, or None if it has no type.
        failure: Why it has no type, or is not supported, where `typed` is None.
        syntax: Its surface tree (for repairs).
        conditions: The statements of the block that govern it (for repairs).
        definitions: What the block defines for itself, with the words in front.

    """

    statement: str
    typed: Typed | None
    failure: ShapeProblem | NotSupported | None = None
    syntax: Syn | None = None
    conditions: tuple[Syn, ...] = ()
    definitions: tuple[Syn, ...] = ()

    @property
    def message(self) -> str:
        """Why it has no type or is not supported, naming the product or sum and both shapes."""
        return "" if self.failure is None else str(self.failure)

    @property
    def wording(self) -> str:
        """The statement with its conditions, such as the range of an index, and definitions: alone it would say more."""
        from derive.language.printing.latex import to_latex

        return r" \quad ".join(dict.fromkeys([self.statement, *map(to_latex, (*self.definitions, *self.conditions))]))


@dataclass(frozen=True, slots=True)
class Reading:
    """All links of a claim in one reading of the file, with the scope they were read in."""

    name: str | None
    links: tuple[Link, ...]
    scope: Scope
    options: Options

    @property
    def problems(self) -> Iterator[Problem]:
        """What the links state, in all that their texts can mean."""
        for typed in (link.typed for link in self.links if link.typed is not None):
            yield typed.problem
            yield from (read for _, read in typed.readings if isinstance(read, Problem))


def language_options(settings: Settings) -> Options:
    """Return the elaborator's options for the settings of a paper or claim."""
    from derive.language.scope.options import Options

    return Options(
        vectorization=settings.vectorization,
        norm=settings.norm,
        operator_norm=settings.operator_norm,
        layout=settings.layout,
        prime=settings.prime,
        exp=settings.exp,
        macros=dict(settings.macros),
    )


@lru_cache(maxsize=1024)  # first all claims are read, then each is judged
def understand(claim: Claim) -> tuple[Reading, ...]:
    """Type every statement of a claim, in each of its readings.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared; file, line and column are named, also of the other
            formulas of the claim that cannot be parsed.

    """
    try:
        return tuple(_reading(claim, name) for name in claim.readings())
    except BadPaper as bad:
        flaws = dict.fromkeys((*bad.flaws, *_unparsed(claim)))
        raise BadPaper(tuple(sorted(flaws, key=lambda flaw: flaw.line))) from bad.__cause__


def _unparsed(claim: Claim) -> Iterator[Flaw]:
    """Find the lines that cannot be parsed, whatever is declared; what would only follow from another flaw is not among them."""
    from derive.language.parsing.parser import statements

    options = language_options(claim.settings)
    for block in (*(block for level in claim.given for block in level), *claim.math):
        text = block.text
        for _ in range(text.count("\n") + 1):
            try:
                statements(text, options.macros)
                break
            except DeriveError as problem:
                yield from _placed(claim, block, problem).flaws
                if problem.position is None:
                    break
                start = text.rfind("\n", 0, problem.position) + 1
                end = (text.find("\n", start) + 1 or len(text) + 1) - 1
                line = text[start:end]
                if not line.strip() or not _is_closed(line):
                    break  # what it opens ends on another line
                text = text[:start] + " " * len(line) + text[end:]


def _is_closed(line: str) -> bool:
    """Whether a line closes the brackets and environments that it opens."""
    pairs = (("{", "}"), ("(", ")"), ("[", "]"), (r"\begin", r"\end"), (r"\left", r"\right"))
    return all(line.count(left) == line.count(right) for left, right in pairs)


def _reading(claim: Claim, name: str | None) -> Reading:
    options = language_options(claim.settings)
    scope = open_scope(claim, options, name)
    links: list[Link] = []
    for block in claim.math:
        if in_reading(block, name):
            scope, parsed, defined = _parsed(claim, block, scope, options)
            links.extend(replace(link, definitions=defined) for link in _links(claim, block, parsed, scope, options))
    return Reading(name, tuple(links), scope, options)


def open_scope(claim: Claim, options: Options, reading: str | None) -> Scope:
    """Read the given blocks of a claim, one scope per heading level.

    Raises:
        BadPaper: A block cannot be read.

    """
    from derive.language.problems.notated import root_for

    scope = root_for((b.text for b in (*(b for level in claim.given for b in level), *claim.math)), options)
    for depth, level in enumerate(claim.given):
        if depth and level:
            scope = scope.child()
        for block in level:
            if in_reading(block, reading):
                try:
                    scope = scope.given(block.text)
                except DeriveError as problem:
                    raise _placed(claim, block, problem) from problem
    return scope


def _parsed(claim: Claim, block: Block, scope: Scope, options: Options) -> tuple[Scope, Statements, tuple[Syn, ...]]:
    """Return the scope with what a block defines for itself, its other statements, and these definitions."""
    from derive.language.declarations.transposed_primes import with_marks
    from derive.language.parsing.parser import statements
    from derive.language.statements.local_definitions import with_local_definitions
    from derive.language.tree.names import declared_words

    try:
        words = declared_words(scope.visible())
        parsed = with_marks(statements(block.text, options.macros, words), options)
        scope, parsed, defined = with_local_definitions(scope, parsed)
    except DeriveError as problem:
        raise _placed(claim, block, problem) from problem
    if not parsed:
        raise BadPaper((Flaw(claim.file, block.line, 0, f"the claim `{claim.id}` has an empty math block"),))
    return scope, parsed, defined


def _links(claim: Claim, block: Block, parsed: Statements, scope: Scope, options: Options) -> Iterator[Link]:
    from derive.language.problems.elaborate import block_parts

    try:
        parts = block_parts(parsed, scope)
    except DeriveError as problem:
        raise _placed(claim, block, problem) from problem
    for part in parts:
        yield _link(claim, block, part, parts, scope, options)


def _link(claim: Claim, block: Block, part: Part, parts: Sequence[Part], scope: Scope, options: Options) -> Link:
    from derive.language.printing.latex import to_latex
    from derive.language.problems.elaborate import elaborate_beside

    try:
        typed = elaborate_beside(part, parts, scope, options)
    except (ShapeProblem, NotSupported) as problem:
        return Link(to_latex(part.link), None, problem, part.link, part.conditions)
    except DeriveError as problem:
        raise _placed(claim, block, problem) from problem
    return Link(to_latex(part.link), typed, syntax=part.link, conditions=part.conditions)


def definitions(reading: Reading) -> tuple[str, ...]:
    """The definitions that the statements of a claim rest on, directly or through others, as they were understood."""
    if not reading.scope.has_definitions:
        return ()
    waiting: list[Symbol] = []
    for link in reading.links:
        tree = link.typed.statement if link.typed is not None else link.syntax
        waiting += _named(tree, reading.scope) if tree is not None else []
    found: dict[Symbol, str] = {}
    while waiting:
        symbol = waiting.pop(0)
        if symbol not in found and symbol.kind in ("def", "family") and symbol.body is not None:
            found[symbol] = _definition(symbol, symbol.body)
            named = free_names(symbol.body)
            waiting += [other for other in symbol.mentions.values() if other.core in named]
    return tuple(dict.fromkeys(text for text in found.values() if text))


def _named(tree: Syn, scope: Scope) -> list[Symbol]:
    """The declared names of a statement; what stands in the subscript of a name is a part of it."""
    from derive.repair.tree import parts_of

    found: list[Symbol] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        symbol = parts_of(node, scope)[0] if node.kind in ("name", "script") else None
        if symbol is not None:
            found.append(symbol)
        stack += node.children[2:][::-1] if symbol is not None else node.children[::-1]
    return found


def _definition(symbol: Symbol, body: Expr) -> str:
    from derive.language.printing.core_latex import core_to_latex

    try:
        arguments = ", ".join(core_to_latex(var(n, s)) for n, s in zip(symbol.params, symbol.arguments, strict=False))
        name = symbol.latex + (f"_{{{', '.join(name for name, _, _ in symbol.indices)}}}" if symbol.indices else "")
        return f"{name}{f'({arguments})' if arguments else ''} := {core_to_latex(body)}"
    except (DeriveError, RecursionError):
        return ""


def _placed(claim: Claim, block: Block, problem: DeriveError) -> BadPaper:
    line, column = block.place(problem.position)
    file = claim.file if claim.line or block in claim.math else "given"  # of a claim that stands in no file
    return BadPaper((Flaw(file, line, column, str(problem)),))
