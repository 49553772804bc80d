r"""What is declared where: symbols, sizes, hypotheses and conventions, in nested levels.

A ``Scope`` is a chain of levels that are never changed: reading a given block returns a new scope of the same level.
An inner level may declare a name anew; a definition of an outer level that mentions such a name can then not be used.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from derive.core import Expr, Formula
from derive.errors import NameProblem
from derive.language.lexing.vocabulary import BOLD
from derive.language.scope.options import Options
from derive.language.terms.dimensions import normal_size, solve_equal
from derive.language.tree.names import Key, bare
from derive.language.tree.syntax import Syn
from derive.sizes import Dim, Shape, Size, product

if TYPE_CHECKING:
    from derive.language.functions.distributions import Law
    from derive.language.printing.spelling import Spelling
    from derive.language.scope.expand import Definitions
    from derive.language.scope.stated_sets import StatedSet
    from derive.language.tree.short_forms import ShortForm


@dataclass(frozen=True, eq=False, slots=True)
class Symbol:
    """A declared name.

    Attributes:
        key: How it is written.
        kind: ``var`` (arbitrary matrix), ``def`` (has a body), ``fun`` (arbitrary function), ``family`` (definition with
            indices), ``array`` (arbitrary matrices with indices, stored as the rows of one), ``slope`` (a derivative
            written with primes), ``size`` or ``index``.
        core: Its name in core expressions.
        latex: How it is printed.
        shape: Its shape; of a function the shape of its value.
        body: The defining expression, in which other defined names still stand as variables.
        params: Core names of the arguments, in order.
        indices: Index names of a family, as they stand in the body, with their ranges.
        mentions: The symbols that the definition was read with.
        where: Where it was declared, for messages.
        labels: Letters in its scripts that are no indices: ``t`` of a name ``x_t``.
        written: The defining text.
        parameters: How many of the arguments stand behind a semicolon, and may be left out: ``f(x)`` of ``f(x; W, b)``.
        called: Its entries are written as the values of a function of their places, ``\\pi(a)``.
        implied: What is said of it where it is used, if nothing declares it but that it is the argument of a function.
    """

    key: Key
    kind: str
    core: str
    latex: str
    shape: Shape = Shape()
    body: Expr | None = None
    params: tuple[str, ...] = ()
    arguments: tuple[Shape, ...] = ()
    indices: tuple[tuple[str, Size, Size], ...] = ()
    mentions: Mapping[str, Symbol] = field(default_factory=dict)
    where: str = ""
    labels: frozenset[str] = frozenset()
    written: Syn | None = None
    parameters: int = 0
    called: bool = False
    implied: tuple[str, ...] = ()

    @property
    def lengths(self) -> Dim:
        """How many values each index of a family has."""
        return tuple(high - low + 1 for _, low, high in self.indices)


@dataclass(frozen=True, eq=False, slots=True)
class Hypothesis:
    """A formula in force, and the symbols it was read with.

    Attributes:
        formula: What is said.
        mentions: The symbols it was read with.
        indices: Those it is quantified over because nothing declares them: it may be meant at one of each.
    """

    formula: Formula
    mentions: Mapping[str, Symbol]
    indices: tuple[tuple[str, Size, Size], ...] = ()


def family_key(key: Key, count: int, *, upper: bool = False) -> Key:
    """Return the key under which a family with so many indices is declared (no user can write it)."""
    return Key(key.style, f"{key.plain} with {count} {'upper ' if upper else ''}indices")


def may_have(family: Symbol, number: int) -> bool:
    """Whether a number may be one of those of a family with one index: it is not below the first."""
    low = family.indices[0][1].constant if family.indices else None
    return low is not None and low <= number


def declared_text(key: Key) -> str:
    """Return the text of a declared name, without the indices of a family."""
    return re.split(r" with \d+ (?:upper )?indices$", key.plain)[0]


def index_count(sub: Syn) -> int:
    """Return how many indices a subscript holds; a colon is none of a family."""
    sub = bare(sub)
    if sub.kind == "empty" or any(node.kind == "colon" for _, node in sub.walk()):
        return 0
    return len(sub.children) if sub.kind in ("list", "juxt") else 1


_READ: dict[tuple[object, ...], Scope] = {}
"""Given blocks read before, by the chain of texts that led there: claims under one heading share them."""


def _options_key(options: Options) -> tuple[object, ...]:
    words = (options.vectorization, options.norm, options.operator_norm, options.layout, options.prime, options.exp)
    return (*words, tuple(sorted(options.macros.items())))


@dataclass(frozen=True, eq=False)
class Scope:
    """One level of declarations and the levels around it; see the module."""

    options: Options = field(default_factory=Options)
    parent: Scope | None = None
    symbols: Mapping[Key, Symbol] = field(default_factory=dict)
    hypotheses: tuple[Hypothesis, ...] = ()
    settled: tuple[Hypothesis, ...] = ()
    least: Mapping[str, int] = field(default_factory=dict)
    relations: tuple[tuple[str, Size], ...] = ()
    conventions: Mapping[str, str] = field(default_factory=dict)
    factorings: Mapping[str, Dim] = field(default_factory=dict)
    units: Mapping[str, Shape] = field(default_factory=dict)
    fixed: tuple[Symbol, ...] = ()
    laws: Mapping[str, Law] = field(default_factory=dict)
    running: frozenset[str] = frozenset()
    summed: frozenset[str] = frozenset()
    sets: Mapping[Key, StatedSet] = field(default_factory=dict)
    short: tuple[ShortForm, ...] = ()
    waiting: tuple[Syn, ...] = ()
    trail: tuple[object, ...] = ()

    @staticmethod
    def root(options: Options | None = None) -> Scope:
        """Return an empty scope."""
        options = options or Options()
        return Scope(options, trail=(_options_key(options),))

    def child(self, options: Options | None = None) -> Scope:
        """Return a deeper level, in which names may be declared anew."""
        options = options or self.options
        return Scope(options, self, trail=(*self.trail, _options_key(options)))

    def with_running(self, letters: Iterable[str]) -> Scope:
        """Return this level for a part of a block whose other parts tell that these letters are indices."""
        found = frozenset(letters)
        return replace(self, running=found, trail=(*self.trail, found))

    def given(self, text: str, *, where: str = "") -> Scope:
        """Return this level with the declarations and hypotheses of a given block.

        Raises:
            SyntaxProblem, NameProblem, ShapeProblem: With the position in ``text``.
        """
        from derive.language.declarations.given import read_given

        key = (*self.trail, (text, where))
        if key not in _READ:
            while len(_READ) >= 256:
                del _READ[next(iter(_READ))]
            _READ[key] = replace(read_given(self, text, where), trail=key)
        return _READ[key]

    # The chain.

    def levels(self) -> Iterator[Scope]:
        """Yield the levels, innermost first."""
        level: Scope | None = self
        while level is not None:
            yield level
            level = level.parent

    def visible(self) -> Mapping[Key, Symbol]:
        """Return every symbol that can be named here."""
        return self._visible

    @cached_property
    def _visible(self) -> dict[Key, Symbol]:
        found: dict[Key, Symbol] = {}
        for level in self.levels():
            for key, symbol in level.symbols.items():
                found.setdefault(key, symbol)
        return found

    @cached_property
    def _by_text(self) -> dict[str, list[Symbol]]:
        found: dict[str, list[Symbol]] = {}
        for key, symbol in self._visible.items():
            found.setdefault(key.plain, []).append(symbol)
        return found

    def find(self, key: Key) -> Symbol | None:
        r"""Return what a name means: the same style first, else the only symbol of that text.

        ``\mathbf{X}`` and ``X`` are one symbol if just one of them is declared.
        """
        for level in self.levels():
            if key in level.symbols:
                return level.symbols[key]
        like = self._by_text.get(key.plain, ())
        if len(like) > 1 and key.style in BOLD:
            like = [symbol for symbol in like if symbol.key.style in BOLD]
        return like[0] if len(like) == 1 else None

    def find_plain(self, text: str) -> Symbol | None:
        """Return the only symbol of a text, in whatever style."""
        like = self._by_text.get(text, ())
        return like[0] if len(like) == 1 else None

    def find_family(self, key: Key, sub: Syn) -> Symbol | None:
        """Return the family ``P_i`` that a name with this many indices is, which may stand beside a matrix P."""
        count = index_count(sub)
        return None if not count else self.find(family_key(key, count))

    def is_inner(self, symbol: Symbol, other: Symbol) -> bool:
        """Return whether a symbol is declared at a deeper level than another one."""
        for level in self.levels():
            if any(s is other for s in level.symbols.values()):
                return False
            if any(s is symbol for s in level.symbols.values()):
                return True
        return False

    def by_core(self) -> Mapping[str, Symbol]:
        """Return the visible symbols by their core names."""
        return self._by_core

    @cached_property
    def _by_core(self) -> dict[str, Symbol]:
        return {s.core: s for s in reversed(list(self._visible.values()))}

    def core_name(self, key: Key) -> str:
        """Return a core name for a new symbol: its text, with the style in front if that is taken."""
        taken = {s.core for k, s in self.visible().items() if k != key}
        if key.plain not in taken:
            return key.plain
        name = f"{key.style or 'it'}.{key.plain}"
        while name in taken:
            name += "'"
        return name

    def suggest(self, key: Key) -> str | None:
        """Return what could be meant by an undeclared name."""
        names = sorted({k.plain for k in self.visible() if declared_text(k) == k.plain})
        marked = key.plain.replace("'", "")
        if marked != key.plain and (marked in names or marked.startswith("(")):
            return "for a transpose write X^\\top, or say prime: transpose in the header if all primes are meant so"
        close = difflib.get_close_matches(key.plain, names, 3, 0.6)
        if not close:
            close = [n for n in names if n.split("_")[0] == key.plain.split("_")[0]][:3]
        if close:
            return "did you mean " + " or ".join(close) + "?"
        return f"declared are {', '.join(names[:12])}" if names else "nothing is declared; use a given block"

    # Level contents.

    def with_symbol(self, symbol: Symbol) -> Scope:
        """Return this level with one more symbol."""
        return replace(self, symbols={**self.symbols, symbol.key: symbol})

    @cached_property
    def has_definitions(self) -> bool:
        """Whether something is defined here."""
        return any(symbol.body is not None for symbol in self.visible().values())

    @cached_property
    def has_labels(self) -> bool:
        """Whether names with letters in their scripts are declared."""
        return any(symbol.labels for symbol in self.visible().values())

    @cached_property
    def has_arbitrary_functions(self) -> bool:
        """Whether functions are declared that nothing defines."""
        return any(symbol.kind == "fun" for symbol in self.visible().values())

    @cached_property
    def has_functions(self) -> bool:
        """Whether functions are defined here."""
        return any(symbol.kind == "def" and symbol.params for symbol in self.visible().values())

    @cached_property
    def has_sets(self) -> bool:
        """Whether sets that are stated by conditions are known here."""
        return any(level.sets for level in self.levels())

    def with_sets(self, sets: Mapping[Key, StatedSet]) -> Scope:
        """Return this level with more sets that are stated by conditions."""
        return replace(self, sets={**self.sets, **sets})

    def all_hypotheses(self) -> tuple[Hypothesis, ...]:
        """Return the hypotheses in force that speak of the names that are visible here."""
        return self._all_hypotheses

    @cached_property
    def _all_hypotheses(self) -> tuple[Hypothesis, ...]:
        return tuple(h for level in reversed(list(self.levels())) for h in level.hypotheses if self._is_visible(h))

    def all_short(self) -> tuple[ShortForm, ...]:
        """Return the short forms of the given blocks."""
        return tuple(form for level in self.levels() for form in level.short)

    def all_summed(self) -> frozenset[str]:
        """Return the letters that sums of the given blocks run over."""
        return frozenset().union(*(level.summed for level in self.levels()))

    def all_settled(self) -> tuple[Hypothesis, ...]:
        """Return the statements of given blocks that follow from the definitions, of the names that are visible here."""
        return tuple(h for level in reversed(list(self.levels())) for h in level.settled if self._is_visible(h))

    def _is_visible(self, hypothesis: Hypothesis) -> bool:
        names = self.by_core()
        return all(names.get(n) is s for n, s in hypothesis.mentions.items())

    def all_relations(self) -> tuple[tuple[str, Size], ...]:
        """The relations of the sizes of all levels that are visible here, ``size op 0``, outer levels first."""
        return tuple(
            (op, size)
            for level in reversed(list(self.levels()))
            for op, size in level.relations
            if all(self._sees(level, name) for name in size.names)
        )

    def _sees(self, level: Scope, name: str) -> bool:
        """Whether a name of an outer level means the same here."""
        return level is self or self.by_core().get(name) is level.by_core().get(name)

    def all_least(self) -> dict[str, int]:
        """The largest lower bound of every size that has one, at least 1."""
        least: dict[str, int] = {}
        for level in self.levels():
            for name, low in level.least.items():
                if self._sees(level, name):
                    least[name] = max(low, least.get(name, 1))
        return least

    def convention(self, name: str) -> str | None:
        """The value of a convention at the innermost level that states it, None if none does."""
        for level in self.levels():
            if name in level.conventions:
                return level.conventions[name]
        return None

    def constants(self) -> frozenset[str]:
        """Return the core names of the variables whose differentials are said to be zero."""
        names = self.by_core()
        return frozenset(s.core for level in self.levels() for s in level.fixed if names.get(s.core) is s)

    def all_laws(self) -> dict[str, Law]:
        """Return the distributions of the variables that are visible here, by core name."""
        names = self.by_core()
        found: dict[str, Law] = {}
        for level in self.levels():
            found = {**{core: law for core, law in level.laws.items() if names.get(core) is law.symbol}, **found}
        return found

    def law(self, symbol: Symbol) -> Law | None:
        """Return the distribution of a variable."""
        found = self.all_laws().get(symbol.core)
        return found if found is not None and found.symbol is symbol else None

    def unit_shapes(self) -> Mapping[str, Shape]:
        """Return where the unit vectors ``e_i`` and matrix units ``E_ij`` of these spellings are said to live."""
        found: dict[str, Shape] = {}
        for level in self.levels():
            found = {**level.units, **found}
        return found

    def equal_sizes(self) -> Mapping[str, Size]:
        """Return replacements of sizes by those they are equal to."""
        return solve_equal(tuple(size for op, size in self.all_relations() if op == "="))

    def composite_sizes(self) -> Mapping[str, Dim]:
        """Return the factors of sizes that are equal to others: ``d`` is ``(h, d_k)`` if ``d = h d_k``."""
        return self._composite_sizes

    @cached_property
    def powers(self) -> Mapping[str, list[Symbol]]:
        r"""The names that are powers, such as ``\sigma^2``, by the text of what they are powers of."""
        if not any("^" in key.plain for key in self.visible()):
            return {}
        from derive.language.scope.powers import powers_of

        return powers_of(self.visible())

    @cached_property
    def definitions(self) -> Definitions:
        """The definitions in force, in sizes that are not equal to others; their expansions are remembered."""
        from derive.language.scope.expand import Definitions

        return Definitions(Adapted(self))

    @cached_property
    def spelling(self) -> Spelling:
        """How the matrices and functions defined here are called when a formula is printed."""
        from derive.language.printing.spelling import Spelling

        return Spelling.of_scope(self)

    @cached_property
    def _composite_sizes(self) -> dict[str, Dim]:
        equal = self.equal_sizes()
        written: dict[str, Dim] = {}
        for level in self.levels():
            written = {**level.factorings, **written}
        found: dict[str, Dim] = {}
        for name, size in equal.items():
            parts = written.get(name, ())
            flat = tuple(f for p in parts for f in (equal[str(p)].factors() if str(p) in equal else (p,)))
            found[name] = flat if flat and product(flat) == size else size.factors()
        return found

    def check_use(self, symbol: Symbol) -> None:
        """Refuse a definition that mentions a name which means something else here.

        Raises:
            NameProblem: Naming both.
        """
        names = self.by_core()
        seen: set[int] = set()
        stack = [symbol]
        while stack:
            top = stack.pop()
            for core, mentioned in top.mentions.items():
                if names.get(core) is not mentioned:
                    raise NameProblem(
                        f"the definition of {symbol.latex} mentions {mentioned.latex}, which is declared anew here",
                        hint=f"define {symbol.latex} again in this block, or use another name",
                    )
                if id(mentioned) not in seen:
                    seen.add(id(mentioned))
                    stack.append(mentioned)


class Adapted(Mapping[str, Symbol]):
    """The symbols of a scope by core name, with the sizes that are equal to others replaced when they are asked for."""

    def __init__(self, scope: Scope) -> None:
        self._symbols = scope.by_core()
        self._composite = scope.composite_sizes()
        self._equal = scope.equal_sizes()
        self._adapted: dict[str, Symbol] = {}

    def __getitem__(self, core: str) -> Symbol:
        if core not in self._adapted:
            self._adapted[core] = self.adapt(self._symbols[core])
        return self._adapted[core]

    def __iter__(self) -> Iterator[str]:
        return iter(self._symbols)

    def __len__(self) -> int:
        return len(self._symbols)

    def adapt(self, symbol: Symbol) -> Symbol:
        """Return a symbol with the sizes that are equal to others replaced."""
        from derive.language.scope.expand import split_shape, split_sizes
        from derive.size_names import size_names

        if not self._composite or symbol.kind in ("size", "index"):
            return symbol
        body = symbol.body
        if body is not None and size_names(body) & self._composite.keys():
            body = split_sizes(body, self._composite)
        return replace(
            symbol,
            shape=split_shape(symbol.shape, self._composite),
            arguments=tuple(split_shape(s, self._composite) for s in symbol.arguments),
            body=body,
            indices=tuple((n, low, normal_size(high, self._equal)) for n, low, high in symbol.indices),
        )
