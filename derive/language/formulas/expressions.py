"""From surface tree to typed terms: names, products, scripts, groups and sums."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from derive import build as b
from derive.core import Formula
from derive.errors import DeriveError, NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.fraction import Fraction
from derive.language.derivatives import derivative_operators, derivative_reach, derivatives, primes, time_derivatives
from derive.language.derivatives.directions import check_directions
from derive.language.derivatives.jacobians import jacobian
from derive.language.formulas import pointwise, slashes
from derive.language.formulas.free_indices import free_index
from derive.language.formulas.scripted import read_script
from derive.language.functions import calls, delimiters, entrywise, expectations, leaves, operators, products, quotients
from derive.language.functions.applications import is_value, value_of
from derive.language.functions.commutation import COMMUTING, is_commutation
from derive.language.functions.expected_reach import widened_sum
from derive.language.functions.factors import value_scripts
from derive.language.indices import bigops
from derive.language.indices.indices import Indices
from derive.language.indices.proximal import proximal
from derive.language.indices.undeclared import meant
from derive.language.matrices import indexing, labels, matrices, scripts, tuples
from derive.language.parsing import unsupported
from derive.language.scope import dependence, families, powers, siblings
from derive.language.scope.expand import Definitions
from derive.language.scope.options import Options
from derive.language.scope.scope import Adapted, Scope, Symbol
from derive.language.terms.dimensions import OpenDim, Unifier
from derive.language.terms.readings import INVERSE
from derive.language.terms.terms import Algebra, Term, latex_of
from derive.language.tree.increments import increment
from derive.language.tree.names import EMPTY, Key, bare, base_key, bracket, is_empty, is_grouping, splits, whole_key
from derive.language.tree.script_marks import is_inverse_transposed
from derive.language.tree.syntax import Syn
from derive.size_names import map_sizes
from derive.sizes import Dim, Shape, Size

DEPTH_LIMIT = 90


class Reader:
    """Reads the expressions of one statement.

    Attributes:
        scope, options: What is declared and how formulas are read.
        u, a: The unifier of all dimensions of the statement, and the typed operations over it.
        indices, mentions: Bound and free indices; the symbols that occur, by core name.
        local: Names bound inside the statement (integration variable, supremum, differentials): core name and shape.
        supposed: Those whose shape is tried out, with their rows and columns.
        notes, told: Conventions and readings used; what is told of a choice, where its name does not say enough.
        implied: What holds of what a claim speaks of: covariance matrices are semidefinite; None in given blocks.
        uncovered: Scalars that differ in the statement, since cases cover only that; None where that cannot be said.
        statement, outside: What is read, for what its quantifiers govern; letters outside of all that could bind them.
        layout_free: The product that a trace or a determinant is taken of, which may as well be transposed.
        tight: What is read otherwise than in the first reading: products that bind tighter, the choices of `derive.language.terms.readings`.
        choices: The choices met, and whether the other reading is plausible beside the first.
        fits: How what stands in a bracket fits the function in front of it, by the identity of its text, which is kept.
        under_roots, below, maps: What stands under root signs; the sums of the denominators that are being read; what terms in norms begin with.
        guessed: An undeclared name, read as a part of the matrix with its capital letter.
    """

    def __init__(self, scope: Scope, options: Options, *, tight: frozenset[str] = frozenset()) -> None:
        self.scope, self.options, self.tight = scope, options, tight
        self.composite = scope.composite_sizes()
        self.u = Unifier(scope.equal_sizes(), self.composite, relations=scope.all_relations())
        self.a = Algebra(self.u)
        self.local: dict[Key, tuple[str, Shape]] = {}
        self.supposed: dict[Key, tuple[OpenDim, OpenDim]] = {}
        self.indices = Indices(scope, self.u, self.local)
        self.mentions: dict[str, Symbol] = {}
        self.notes: list[str] = []
        self.bracketings = self.depth = 0
        self.choices: dict[str, bool] = {}
        self.told: dict[str, str] = {}
        self.by_scalar = False
        self.tending: list[tuple[str, str]] = []
        self.roles_of_t: set[str] = set()  # what a declared T is said to do as a superscript
        self.extra: dict[str, Shape] = {}
        self.differentials: dict[str, tuple[str, Shape]] = {}
        self.implied: list[Formula] | None = None
        self.uncovered: list[tuple[Term, Term]] | None = None
        self.units: dict[str, tuple[Dim, Dim]] = {}
        self.outside: frozenset[str] = frozenset()
        self.statement: Syn | None = None
        self.layout_free: Syn | None = None
        self.guessed: Syn | None = None
        self.fits: dict[int, tuple[Syn, str]] = {}
        self.under_roots: list[Term] = []
        self.below: list[list[Syn]] = []
        self.maps: tuple[Syn, ...] = ()

    # Messages.

    def note(self, text: str) -> None:
        """Keep a convention or reading that was used, once."""
        if text not in self.notes:
            self.notes.append(text)

    def chooses(self, name: str, *, plausible: bool = True) -> bool:
        """Note a choice that the text leaves; return whether the other reading is asked for."""
        self.choices[name] = plausible or self.choices.get(name, False)
        return name in self.tight

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Read something for what it tells, not for its term: sizes and notes from inside are forgotten, choices are not."""
        notes, bracketings = list(self.notes), self.bracketings
        with self.u.trial():
            try:
                yield
            finally:
                self.notes[:], self.bracketings = notes, bracketings

    def tell(self, name: str, text: str) -> None:
        """Say more of a choice than its name does."""
        self.told[name] = text

    @staticmethod
    def at(syn: Syn) -> int | None:
        """The position of a node for a message; None for one that was not written."""
        return syn.span[0] if syn.span[0] >= 0 else None

    # Expressions.

    def read(self, syn: Syn) -> Term:
        """Return the term of a tree; what is wrong with it is raised as a `DeriveError` with its position, if known."""
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise SyntaxProblem(f"the formula is nested more than {DEPTH_LIMIT} deep", self.at(syn))
        try:
            term = self._read(syn)
        except DeriveError as problem:
            if problem.position is None:
                problem.position = self.at(syn)
            raise
        finally:
            self.depth -= 1
        if term.syn is None:
            term.syn = syn
        return term

    def _read(self, syn: Syn) -> Term:
        handler = _HANDLERS.get(syn.kind)
        if handler is None:
            unsupported.check_kind(syn)
            raise SyntaxProblem(
                f"a {syn.kind} ({syn.value}) cannot stand here" if syn.value else f"a {syn.kind} cannot stand here"
            )
        return handler(self, syn)

    def number(self, syn: Syn) -> Term:
        """A rational of at most 400 digits; zero is a literal that takes any shape."""
        if len(syn.value) > 400:
            raise SyntaxProblem("a number of more than 400 digits")
        value = Fraction(syn.value)
        term = self.a.scalar(b.const(value), syn)
        term.zero = value == 0
        return term

    def name(self, syn: Syn) -> Term:
        """A declared name, a built-in letter, a marked derivative or a free index; raises `NameProblem` for others."""
        found = self.find(syn)
        if found is not None and is_empty(found[1]) and is_empty(found[2]):
            return self.symbol(found[0], syn)
        term = leaves.leaf(self, syn)
        if term is None:
            term = self.slope(syn) or free_index(self, syn)
        if term is None:
            self.undeclared(syn)
        assert term is not None
        return term

    def slope(self, syn: Syn) -> Term | None:
        """Return the derivative of a function that a marked name without an argument is; None if it is none."""
        timed = time_derivatives.dotted(self, syn)
        if timed is not None:
            return timed
        found = primes.at_own_argument(self, syn)
        whole = jacobian(self, [syn], 0) if found is None else None
        return whole[0] if whole is not None else None if found is None else scripts.apply(self, *found, syn)

    def undeclared(self, syn: Syn) -> None:
        """Always raises: what a name lacks, with the name that may have been meant."""
        key = whole_key(syn) or base_key(syn) or Key("", latex_of(syn))
        matrices.check_mark(key, self.at(syn))
        if operators.is_function(syn):
            raise SyntaxProblem(f"{key.plain} needs an argument", self.at(syn))
        raise NameProblem(f"{key.plain} is not declared", self.at(syn), meant(key) or self.scope.suggest(key))

    def find(self, syn: Syn) -> tuple[Symbol | Key, Syn, Syn] | None:
        """Return the longest declared (or locally bound) name that a symbol begins with, and the scripts left."""
        for key, sub, sup in splits(syn):
            local = next((k for k in (key, *self.local) if k in self.local and k.plain == key.plain), None)
            if local is not None or self.indices.find_number(key.plain) is not None:
                return local or key, sub, sup
            family, symbol = self.scope.find_family(key, sub), self.scope.find(key)
            commutes = family is None and symbol is not None and key.plain in COMMUTING
            if commutes and symbol is not None and is_commutation(self, key, symbol, sub):
                continue
            if symbol is not None and "_" in symbol.key.plain and siblings.is_hidden(self, symbol, syn):
                continue
            beside = family is not None and symbol is not None
            symbol = siblings.family_or_entry(self, key, family, symbol) if beside else family or symbol
            if symbol is not None and self._is_inverse(key, sub, syn):
                continue
            if symbol is not None and (is_empty(sub) or not siblings.is_other(self, symbol, sub, syn)):
                self._check_labels(symbol, syn)
                if symbol.kind in siblings.KINDS and not is_empty(sub):
                    siblings.check_entry(self, key, sub, syn)
                    powers.check_entry(self, symbol, sub, syn)
                return symbol, sub, sup
        root = powers.root(self, syn) if self.scope.powers else None
        if root is not None:
            self._check_labels(root[0], syn)
        return root if root is not None else siblings.with_label(self, syn)

    def _is_inverse(self, key: Key, sub: Syn, syn: Syn) -> bool:
        r"""Return whether ``A^{-\top}`` is the inverse of A, transposed, although A^- is declared: both may be meant."""
        if not (key.plain.endswith("^-") and is_inverse_transposed(syn)):
            return False
        base = Key(key.style, key.plain[:-2])
        symbol = self.scope.find_family(base, sub) or self.scope.find(base)
        if symbol is None or symbol.shape.is_scalar or self.adapt(symbol).shape.rows != self.adapt(symbol).shape.cols:
            return False
        return self.chooses(INVERSE)

    def _check_labels(self, symbol: Symbol, syn: Syn) -> None:
        """Refuse one name where a letter of its scripts varies."""
        if symbol.labels:
            dependence.check_bound(symbol, (i.letter for i in self.indices.bound), self.at(syn))
            dependence.check_local(self, symbol, self.at(syn))

    def symbol(self, symbol: Symbol | Key, syn: Syn) -> Term:
        """Return the term of a declared name standing alone."""
        if isinstance(symbol, tuple):
            if symbol in self.local:
                core, shape = self.local[symbol]
                if symbol in self.supposed:
                    return self._supposed(core, *self.supposed[symbol], syn)
                return self.a.known(b.var(core, shape), syn)
            index = self.indices.find_number(symbol.plain)
            if index is None:
                raise NameProblem(f"{symbol.plain} is not declared", self.at(syn))
            return self.a.known(b.size(Size.of(index.core)), syn)
        self.mention(symbol)
        if symbol.kind in ("size", "index"):
            if symbol.kind == "index":
                self.indices.declared[symbol.core] = symbol
            return self.a.known(b.size(Size.of(symbol.core)), syn)
        if symbol.kind in ("family", "array"):
            raise NameProblem(f"{symbol.latex} needs its index", self.at(syn))
        if symbol.kind == "fun":
            raise NameProblem(f"{symbol.latex} needs its argument", self.at(syn))
        own = dataclasses.replace(symbol, params=()) if symbol.params else symbol
        if own.body is not None:
            dependence.check_definition(self, own, self.at(syn))
        return self.a.known(b.var(symbol.core, self.adapt(symbol).shape), syn)

    def _supposed(self, core: str, rows: OpenDim, cols: OpenDim, syn: Syn) -> Term:
        return self.a.leaf(rows, cols, lambda: b.var(core, Shape(self.u.known(rows), self.u.known(cols))), syn)

    def mention(self, symbol: Symbol) -> None:
        """Record a symbol that occurs, with the conventions it brings; refuses one that cannot be used here."""
        if symbol.core not in self.mentions:
            self.scope.check_use(symbol)
            self.mentions[symbol.core] = symbol
        for text in symbol.implied:  # again behind a trial, which forgets notes
            self.note(text)

    def declare_size(self, symbol: Symbol, least: int) -> None:
        """Declare a size for this statement."""
        scope = self.scope.with_symbol(symbol)
        self.scope = dataclasses.replace(scope, least={**scope.least, symbol.core: least})
        self.indices.scope = self.scope

    def definitions(self) -> Definitions:
        """Return the definitions in force, in sizes that are not equal to others."""
        return self.scope.definitions

    def adapt(self, symbol: Symbol) -> Symbol:
        """Return a symbol with the sizes that are equal to others replaced."""
        if not self.composite:
            return symbol
        adapted = self.definitions().symbols
        if self.scope.by_core().get(symbol.core) is symbol:
            return adapted[symbol.core]
        assert isinstance(adapted, Adapted)
        return adapted.adapt(symbol)

    # Families: definitions and arrays with indices.

    def member(self, symbol: Symbol, sub: Syn, syn: Syn) -> Term:
        """Return one member of a family, such as ``P_i``."""
        return self.a.known(self.member_body(symbol, sub, syn), syn)

    def member_body(self, symbol: Symbol, sub: Syn, syn: Syn) -> b.Expr:
        """Return the defining expression of one member."""
        self.mention(symbol)
        symbol = self.adapt(symbol)
        values = scripts.index_list(self, sub, len(symbol.indices))
        if values is None or len(values) != len(symbol.indices):
            raise NameProblem(f"{symbol.latex} needs {len(symbol.indices)} indices", self.at(syn))
        lengths = symbol.lengths
        places = [value - low + 1 for (_, low, _), value in zip(symbol.indices, values, strict=True)]
        families.use_places(self, symbol, places)
        if symbol.kind == "family":
            assert symbol.body is not None
            return map_sizes(
                symbol.body, {name: value for (name, *_), value in zip(symbol.indices, values, strict=True)}
            )
        shape = symbol.shape
        whole = b.var(symbol.core, Shape(lengths, shape.rows + shape.cols))
        return families.member_of(whole, lengths, places, shape)

    # Products and application.

    def juxt(self, syn: Syn) -> Term:
        """A product of neighbors, which is cut where their shapes demand it (`Algebra.chain`)."""
        return products.contracted(self, syn) or self.a.chain(self.factors(syn.children), syn)

    def factors(self, children: Sequence[Syn]) -> list[Term]:
        """Read factors written next to each other: functions take the next one."""
        terms: list[Term] = []
        at = 0
        labels.check_row(self, children)
        check_directions(children)
        children = derivative_reach.widened_row(self, children)
        children = slashes.settled(self, children)
        while at < len(children):
            term, at = self.factor(children, at)
            if term is not None:
                terms.append(term)
        if not terms:
            raise SyntaxProblem("an operand is missing")
        return terms

    def factor(self, children: Sequence[Syn], at: int) -> tuple[Term | None, int]:
        """Read the factor that begins at a position, with an index in brackets behind it; return it and the next position."""
        term, end = self._factor(children, at)
        while term is not None and (chosen := indexing.indexed(self, term, children, at, end)) is not None:
            term, end = chosen
        return term, end

    def _factor(self, children: Sequence[Syn], at: int) -> tuple[Term | None, int]:
        taken, later = value_scripts(children, at)
        for attempt in _FACTORS:
            result = attempt(self, taken, at)
            if result is None:
                continue
            term, end = result
            if later and (term is None or end != at + 2):
                return attempt(self, children, at) or result
            for script in later:
                assert term is not None
                term = scripts.apply(self, term, script.children[1], script.children[2], script)
            return term, end
        return self.read(children[at]), at + 1

    def _increment(self, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
        r"""Read ``\Delta X`` if it is declared."""
        found = increment(children, at, self.local, self.scope.find)
        if found is None:
            return None
        return scripts.apply(self, self.symbol(found[0], children[at + 1]), *found[1:], children[at + 1]), at + 2

    def _application(self, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
        """Apply a declared function to the bracket that follows."""
        children = families.with_index_in_front(self.scope, children, at)
        found = families.raised_function(self.scope, children[at]) or self.find(children[at])
        if found is None or not is_empty(found[2]):
            found = primes.slope(self, children[at]) or found
        if found is None or not isinstance(found[0], Symbol):
            return None
        symbol, sub, sup = found
        if symbol.kind == "fun" and symbol.indices and not is_empty(sub):
            return self._of_function_family(symbol, sub, sup, children, at)
        if symbol.kind in ("family", "array") and not is_empty(sub):
            inner = bracket(children[at + 1]) if symbol.params and at + 1 < len(children) else None
            if inner is None or is_value(self, symbol, inner[0], sub, sup):
                return scripts.apply(self, self.member(symbol, sub, children[at]), EMPTY, sup, children[at]), at + 1
            body = self.member_body(symbol, sub, children[at])
            symbol, sub = dataclasses.replace(symbol, kind="def", body=body), EMPTY
        if not symbol.params or at + 1 >= len(children):
            return None
        inner = bracket(children[at + 1])
        if inner is None:
            unsupported.check_braces(symbol.latex, children[at + 1])
            return None
        arguments, after_sub, after_sup = inner
        calls.check_bar(self, symbol, arguments, children[at + 1])
        if found[0].kind != "family" and is_value(self, symbol, arguments, sub, sup, after_sub):
            return None
        own = None if is_empty(sup) else value_of(self, symbol, arguments)
        if own is not None:
            return scripts.apply(self, calls.call(self, symbol, own, children[at]), sub, sup, children[at]), at + 1
        term = calls.call(self, symbol, arguments, children[at])
        if is_empty(sub):
            term = scripts.raised_function(self, symbol, term, sup, children[at])
        else:
            term = scripts.apply(self, term, sub, sup, children[at])
        return scripts.apply(self, term, after_sub, after_sup, children[at + 1]), at + 2

    def _built_in(self, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
        """Apply a built-in function. A declared name is none; something is said of it in front of a bracket."""
        node = bare(children[at])
        base = bare(node.children[0]) if node.kind == "script" else node
        before_bracket = at + 1 < len(children) and bracket(children[at + 1]) is not None
        if base.kind != "num" and (base_key(base) is None or (not before_bracket and self.find(children[at]) is not None)):
            return None
        return operators.application(self, children, at)

    def _of_function_family(
        self, symbol: Symbol, sub: Syn, sup: Syn, children: Sequence[Syn], at: int
    ) -> tuple[Term, int]:
        """Apply a member of a family of functions, ``f_i(x)``: the indices are its first arguments."""
        inner = bracket(children[at + 1]) if at + 1 < len(children) else None
        values = scripts.index_list(self, sub, len(symbol.indices))
        if inner is None or values is None or None in values or len(values) != len(symbol.indices):
            raise NameProblem(f"{symbol.latex} needs its indices and its argument", self.at(children[at]))
        if not is_empty(sup):
            raise NotSupported(
                f"a superscript of {symbol.latex}", self.at(children[at]), "put brackets around its value"
            )
        self.mention(symbol)
        symbol = self.adapt(symbol)
        for (_, _, high), value in zip(symbol.indices, values, strict=True):
            self.indices.use(value or Size.of(1), (high,))
        indices = [self.a.known(b.size(v), children[at]) for v in values if v is not None]
        arguments = [self.read(argument) for argument in inner[0]]
        if len(indices) + len(arguments) != len(symbol.params):
            raise ShapeProblem(
                f"{symbol.latex} takes {len(symbol.params) - len(indices)} argument(s)", self.at(children[at])
            )
        term = calls.abstract(self, symbol, [*indices, *arguments], children[at])
        return scripts.apply(self, term, inner[1], inner[2], children[at + 1]), at + 2

    # Sums, fractions, infix operators.

    def add(self, syn: Syn) -> Term:
        """A sum with its signs; numbers may be added to every entry, an expectation may take the terms behind it."""
        wide = widened_sum(self, syn)
        if wide is not None:
            return self.read(wide)
        terms = []
        for sign, child in zip(syn.value, syn.children, strict=True):
            term = self.read(child)
            terms.append(self.a.negate(term, child) if sign == "-" else term)
        if len(terms) == 1:
            return terms[0]
        return self.a.add(entrywise.with_numbers(self, terms, syn), syn)

    def frac(self, syn: Syn) -> Term:
        """A fraction: a derivative if it is written as one, else a quotient."""
        derivative = derivatives.fraction(self, syn)
        if derivative is not None:
            return derivative
        wide = derivative_reach.widened(self, syn)
        if wide is not None:
            return self.read(wide)
        row = slashes.reach(self, [syn])
        if len(row) > 1:
            return self.a.chain(self.factors(row), syn)
        return quotients.quotient(self, syn)

    def sqrt(self, syn: Syn) -> Term:
        """An entrywise root; its degree is a positive integer."""
        term = self.read(syn.children[0])
        entrywise.rooted(self, term)
        if len(syn.children) == 2 and not is_empty(syn.children[1]):
            degree = bare(syn.children[1])
            if degree.kind != "num" or not degree.value.isdigit() or int(degree.value) < 1:
                raise NotSupported("a root of this degree")
            exponent = b.const(Fraction(1, int(degree.value)))
            return self.a.elementwise(lambda e: b.hpow(e, exponent), term, syn)
        return self.a.elementwise(b.sqrt, term, syn)

    def infix(self, syn: Syn) -> Term:
        """A product or quotient by its sign; signs without a meaning here raise `NotSupported`."""
        op = syn.value
        wide = derivative_reach.widened(self, syn)
        if wide is not None:
            return self.read(wide)
        if op in ("cdot", "times"):
            left, right = (self.factors_of(c) for c in syn.children)
            dotted = self.a.dot(left, right, syn) if op == "cdot" else None
            return dotted if dotted is not None else products.multiplied(self, op, left, right, syn)
        if op in ("otimes", "odot", "circ", "ast", "oslash"):
            if op == "circ":
                composed = derivatives.composition(self, syn)
                if composed is not None:
                    return composed
                applied = pointwise.composed(self, syn)
                if applied is not None:
                    return self.read(applied)
            if op == "ast":
                first, second = (self.factors_of(c) for c in syn.children)
                return products.starred(self, first, second, syn)
            return self._binary("kron" if op == "otimes" else "hadamard", syn)
        if op == "oplus":
            products.check_direct_sum(self, syn)
        raise NotSupported(f"the operator {op}", None, "write both equations out" if op in ("pm", "mp") else None)

    def factors_of(self, syn: Syn) -> list[Term]:
        """The factors of a product sign's operand, those of products inside included."""
        if syn.kind == "juxt":
            return self.factors(syn.children)
        if syn.kind == "infix" and syn.value in ("cdot", "times"):
            return [f for c in syn.children for f in self.factors_of(c)]
        return [self.read(syn)]

    def _binary(self, kind: str, syn: Syn) -> Term:
        operation: Callable[..., Term] = getattr(self.a, kind)
        if syn.value == "oslash":
            operation = partial(quotients.entry_by_entry, self)
        left, right = (self.factors_of(c) for c in syn.children)
        if len([t for t in left if not self.a.is_scalar(t)]) > 1 or len(right) > 1:
            self.bracketings += 1
        if kind in self.tight:
            # The other bracketing: only the neighbors of the operator are joined.
            return self.a.chain([*left[:-1], operation(left[-1], right[0], syn), *right[1:]], syn)
        first, second = self.a.chain(left, syn.children[0]), self.a.chain(right, syn.children[1])
        return operation(first, second, syn)

    def group(self, syn: Syn) -> Term:
        """What brackets hold; bars, norms and the like are read as delimiters."""
        if syn.value in ("(", "[", "{") or (syn.value == "set" and is_grouping(syn.children[0])):
            if len(syn.children) == 1:
                return self.group_content(syn)
            raise SyntaxProblem("a list cannot stand here")
        return delimiters.delimited(self, syn)

    def group_content(self, syn: Syn) -> Term:
        """A commutator, columns side by side, a tuple, or the formula in the brackets."""
        inner = syn.children[0]
        if syn.value == "[" and inner.kind == "list" and inner.value == "," and len(inner.children) == 2:
            commutator = products.commutator(self, inner)
            if commutator is not None:
                return commutator
        if syn.value == "[" and (inner.kind, inner.value) == ("infix", "mid"):
            return matrices.side_by_side(self, matrices.between_bars(inner), inner)
        listed = tuples.tuple_of(syn)
        if listed is not None:
            return tuples.read_tuple(self, listed)
        columns = matrices.bracketed(self, inner, square=syn.value == "[") if syn.value in ("(", "[") else None
        return columns if columns is not None else self.read(inner)

    def prime(self, syn: Syn) -> Term:
        """A declared name with primes, or the derivative of a function that they mark."""
        found = self.find(syn)
        if found is None:
            slope = self.slope(syn)
            if slope is not None:
                return slope
            self.undeclared(syn)
        assert found is not None
        return scripts.apply(self, self.symbol(found[0], syn), found[1], found[2], syn)


def _differentiated(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Read a differentiation operator with its operand; messages show both."""
    found = derivative_operators.operator(r, children, at)
    if found is not None and found[0].syn is children[at] and found[1] > at + 1:
        written = tuple(children[at : found[1]])
        found[0].syn = Syn("juxt", "", written, (written[0].span[0], written[-1].span[1]))
    return found


_FACTORS: tuple[Callable[[Reader, Sequence[Syn], int], tuple[Term | None, int] | None], ...] = (
    _differentiated,
    Reader._increment,
    pointwise.applied,
    Reader._application,
    expectations.read,
    proximal,
    Reader._built_in,
)
"""What a factor may begin with, the first that applies."""

_HANDLERS: dict[str, Callable[[Reader, Syn], Term]] = {
    "num": Reader.number,
    "name": Reader.name,
    "function": Reader.name,
    "script": read_script,
    "group": Reader.group,
    "juxt": Reader.juxt,
    "frac": Reader.frac,
    "sqrt": Reader.sqrt,
    "add": Reader.add,
    "infix": Reader.infix,
    "bigop": bigops.read_bigop,
    "matrix": matrices.read_matrix,
    "prime": Reader.prime,
}
