"""Indices and sizes inside formulas: reading index expressions, ranges inferred from use.

A letter in a subscript is a bound index, a size, or else universally quantified.  The range of an index without a
stated range follows from the dimensions it runs over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from derive.build import fresh
from derive.errors import NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.scope.dependence import check_bound
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.dimensions import DimVar, OpenDim, Unifier, quotient
from derive.language.terms.index_ranges import Use, at_most, check_entries, highest, lowest, unequal
from derive.language.tree.names import Key, bare, base_key, is_index_letter, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Dim, Size, product

ONE = Size.of(1)


def letters_outside(trees: Sequence[Syn]) -> frozenset[str]:
    r"""Return the letters that trees use outside of big operators that may bind them, as ``i`` in ``\sum_{j \ne i} A_{ij} - x_i``."""
    found: set[str] = set()
    stack: list[tuple[Syn, frozenset[str]]] = [(tree, frozenset()) for tree in trees]
    while stack:
        node, bound = stack.pop()
        key = base_key(node) if node.kind == "name" else None
        if key is not None and key.plain not in bound:
            found.add(key.plain)
        if node.kind == "bigop":
            keys = (base_key(n) for _, n in node.children[0].walk() if n.kind == "name")
            bound |= {key.plain for key in keys if key is not None}
        stack.extend((child, bound) for child in node.children)
    return frozenset(found)


@dataclass(eq=False)
class Index:
    """An index name in force.

    Attributes:
        letter: As written.
        core: Its name in core expressions.
        low, high: Its range if stated.
        limits: What a comparison states of its range, which counts where it selects nothing.
        bound: Whether a big operator or a definition binds it.
        uses: (offset, dimension) of the places where it selects an entry.
        spectra: The same of the eigenvalues and singular values of square matrices.
        places: The same of singular values of others, of which there may be fewer: they count where nothing else tells the range.
        stopped: The bound indices that stop at it, as j at i in ``\\sum_{j \\le i} a_j``: what they select counts before that.
        first: The least number that it may have: 1, or what a family that it selects from begins with.
        early: The uses of families that begin at 0.
    """

    letter: str
    core: str
    low: Size | None = None
    high: Size | None = None
    limits: tuple[Size | None, Size | None] = (None, None)
    bound: bool = False
    uses: list[tuple[int, OpenDim]] = field(default_factory=list)
    spectra: list[tuple[int, OpenDim]] = field(default_factory=list)
    places: list[tuple[int, OpenDim]] = field(default_factory=list)
    stopped: list[Index] = field(default_factory=list)
    first: int = 1
    early: list[tuple[int, OpenDim]] = field(default_factory=list)

    def range(self, unifier: Unifier, *, partly: bool = False) -> tuple[Size, Size]:
        """Return the stated range, or the one that all uses allow; with ``partly`` one that `ends` may shorten.

        Raises:
            NameProblem: Nothing tells the range. ShapeProblem: It runs over two lengths that do not meet in one range.
        """
        if self.low is not None and self.high is not None:
            return self.low, self.high
        if self._is_told(unifier):
            return lowest(_lengths(self.uses + self.spectra, unifier), self._begin()), self.limits[1] or ONE
        known = self._known(unifier)
        if not known and self.limits[1] is not None:
            return self.limits[0] or ONE, self.limits[1]
        known = known or self._of_stopped(unifier) or _lengths(self.places, unifier)[:1]
        if not known:
            raise NameProblem(
                f"the range of the index {self.letter} is not known",
                hint=f"state it, as in \\sum_{{i=1}}^{{n}}, or declare {self.letter} \\in \\{{1, \\dots, n\\}}"
                f" (or {self.letter} \\in \\mathbb{{N}} if it is any number)",
            )
        high = highest(known, unifier.relations)
        if high is None and not partly:
            lengths = list(dict.fromkeys(length for _, length in known))
            raise unequal(self.letter, lengths[0], lengths[1])
        return self.low or lowest(known, self._begin()), self.high or high or known[0][1] - known[0][0]

    def _begin(self) -> int:
        r"""The least number that it may have, also where a sum stops at it: 0 for the k of ``\sum_{i=0}^k y_i``."""
        begins = [
            i.first if i.low is None else int(c) if (c := i.low.constant) is not None else 1 for i in self.stopped
        ]
        return min([self.first, *begins])

    def ends(self, unifier: Unifier) -> list[Size]:
        """Return the last values that its uses allow, if it is not known which of them is the smallest."""
        if self.high is not None or self._is_told(unifier):
            return []
        known = self._known(unifier)
        if highest(known, unifier.relations) is not None:
            return []
        return list(dict.fromkeys(length - offset for offset, length in known))

    def is_uneven(self, unifier: Unifier) -> bool:
        """Return whether its range was shortened to what several lengths allow."""
        told = self.high is not None or self._is_told(unifier)
        return not told and len({length for _, length in self._known(unifier)}) > 1

    def _is_told(self, unifier: Unifier) -> bool:
        """Return whether a comparison states where it ends, and that is within the different lengths that it selects from."""
        end, known = self.limits[1], _lengths(self.uses + self.spectra, unifier)
        if end is None or len({length for _, length in known}) < 2:
            return False
        return all(at_most(end, length - offset, unifier.relations) for offset, length in known)

    def _known(self, unifier: Unifier) -> list[Use]:
        """What it selects from, as far as its lengths are known.

        Raises:
            ShapeProblem: It selects entries of two lengths, which looks like a slip.
        """
        entries, spectra = (_lengths(found, unifier) for found in (self.uses, self.spectra))
        if self._ends_together(unifier):
            return entries + spectra
        check_entries(self.letter, [*entries, *spectra] if entries or self.bound else [], unifier.relations)
        return entries + spectra

    def _ends_together(self, unifier: Unifier) -> bool:
        r"""Whether it selects from families that end at one number, some of which begin at 0: ``z_l = W_l h_{l-1}``."""
        late = [use for use in self.uses if use not in self.early]
        ends = {length - 1 for _, length in _lengths(self.early, unifier)}
        return len(ends | {length for _, length in _lengths(late, unifier)}) == 1 and bool(ends)

    def _of_stopped(self, unifier: Unifier) -> list[Use]:
        """What the indices select from that stop at it."""
        known = [use for index in self.stopped for use in _lengths(index.uses + index.spectra, unifier)]
        check_entries(self.letter, known, unifier.relations)
        return known


def _lengths(uses: Sequence[tuple[int, OpenDim]], unifier: Unifier) -> list[Use]:
    totals = [(offset, unifier.total(d)) for offset, d in uses]
    return [(offset, total) for offset, total in totals if total is not None]


class Indices:
    """The indices of one statement: bound ones by scope, free ones collected.

    Attributes:
        values: The names that are bound as numbers or matrices where the statement is read: none of them is an index there.
        even: Whether free indices must run over one length each: the statement has another reading where they do not.
    """

    def __init__(self, scope: Scope, unifier: Unifier, values: Iterable[Key] = ()) -> None:
        self.scope = scope
        self.u = unifier
        self.values = values
        self.bound: list[Index] = []
        self.free: dict[str, Index] = {}
        self.declared: dict[str, Symbol] = {}
        self.sizes_seen: set[str] = set()
        self.even = False

    def push(self, letter: str, low: Size | None = None, high: Size | None = None) -> Index:
        """Bind a letter under a fresh core name until `pop`; raises `NotSupported` if it is bound as a number."""
        self._check_no_value(letter, None)
        stem = (
            letter
            if letter.replace("_", "").isalnum()
            else self.unused("ipqrst" if letter.endswith("row") else "kjlpqrst")
        )
        index = Index(letter, fresh(stem), low, high, bound=True)
        self.bound.append(index)
        if high is not None:
            self.stop(index, high)
        return index

    def suppose(self) -> None:
        r"""Give units of which nothing else tells the size, as in ``A \otimes E_{ij}``, the one length that a free index of theirs runs over."""
        for index in self.free.values():
            lengths = {length - offset for offset, length in _lengths(index.uses, self.u)}
            for offset, dimension in index.uses if len(lengths) == 1 else ():
                if not offset and dimension and isinstance(dimension[0], DimVar) and dimension[0].fallback is None:
                    dimension[0].fallback = next(iter(lengths))

    def stop(self, index: Index, last: Size) -> None:
        """Note that a bound index stops at another one, where it does."""
        for name in last.names:
            other = self.by_core(name)
            if other is not None and other is not index and last == Size.of(name):
                other.stopped.append(index)

    def unused(self, letters: str) -> str:
        """Return the first of some letters that is neither declared nor the letter of an index in force."""
        names = {key.plain for key in self.scope.visible()} | {index.core.split("~")[0] for index in self.bound}
        return next((letter for letter in letters if letter not in names | self.free.keys()), letters[0])

    def pop(self) -> None:
        """Release the letter that was bound last."""
        self.bound.pop()

    def _check_no_value(self, letter: str, position: int | None) -> None:
        r"""Refuse a letter that is bound as a number: the t of ``\int_0^1 x_t \, dt`` would be two things at once.

        Raises:
            NotSupported: It is one.
        """
        if any(key.plain == letter for key in self.values):
            raise NotSupported(
                f"{letter} as an index where it is bound as a real number or a matrix",
                position,
                f"an index runs over integers: write {letter} \\in \\{{1, \\dots, n\\}}, or give one of them another letter",
            )

    def find_bound(self, letter: str) -> Index | None:
        """The innermost bound index of this letter, None if it is not bound."""
        return next((i for i in reversed(self.bound) if i.letter == letter), None)

    def find_number(self, letter: str) -> Index | None:
        """Return the index that a letter is where it stands as a number: a bound one, or one whose range is stated."""
        index = self.find_bound(letter) or self.free.get(letter)
        if index is None or index in self.bound:
            return index
        return index if index.high is not None or index.limits != (None, None) else None

    def is_index(self, syn: Syn) -> bool:
        """Return whether a name is an index: bound, declared as one, or an undeclared letter."""
        syn = bare(syn)
        key = whole_key(syn) if syn.kind in ("name", "prime") else None
        if key is None:
            return False
        if self.find_bound(key.plain) is not None:
            return True
        symbol = self.scope.find(key)
        return (
            symbol.kind == "index" if symbol is not None else key.style == "" and is_index_letter(key.plain.rstrip("'"))
        )

    def highest(self, value: Size) -> Size | None:
        """Return the stated upper end of an index that stands alone, if there is one."""
        for name in value.names:
            if value == Size.of(name):
                index = self.by_core(name)
                if index is not None:
                    return index.high
                if name in self.declared:
                    return self.declared[name].indices[0][2]
        return None

    def by_core(self, core: str) -> Index | None:
        """The bound or free index of this core name, None if there is none."""
        return next((i for i in [*self.bound, *self.free.values()] if i.core == core), None)

    def use(self, value: Size, d: OpenDim, begin: Size = ONE) -> None:
        """Note that an index expression selects from a dimension, or from a family whose first member has another number."""
        for index, offset in self._offsets(value):
            index.uses.append((offset, d))
            index.first = min(index.first, int(begin.constant if begin.constant is not None else 1))
            if begin == Size.of(0):
                index.early.append((offset, d))

    def use_spectrum(self, value: Size, d: OpenDim, *, square: bool) -> None:
        """Note that an index expression selects an eigenvalue, or a singular value, of which there may be fewer.

        Of those only for an index that is free, where what has no value counts for nothing: a sum needs to know its last term.
        """
        for index, offset in self._offsets(value):
            if square:
                index.spectra.append((offset, d))
            elif index not in self.bound:
                index.places.append((offset, d))

    def _offsets(self, value: Size) -> list[tuple[Index, int]]:
        """Return the indices that an expression is, up to a whole number."""
        found = [(self.by_core(name), (value - Size.of(name)).constant) for name in value.names]
        return [(i, int(k)) for i, k in found if i is not None and k is not None and k.denominator == 1]

    def name(self, syn: Syn, *, free: bool = True) -> Size:
        """Return the size or index that a name is.

        Raises:
            NameProblem: It is neither, and ``free`` does not allow it to be universally quantified.
        """
        key = whole_key(syn)
        if key is None:
            raise SyntaxProblem("an index or a size was expected", syn.span[0] if syn.span[0] >= 0 else None)
        self._check_no_value(key.plain, syn.span[0] if syn.span[0] >= 0 else None)
        index = self.find_bound(key.plain)
        if index is not None:
            return Size.of(index.core)
        symbol = self.scope.find(key)
        if symbol is not None and symbol.kind in ("size", "index"):
            if symbol.labels:
                check_bound(symbol, (i.letter for i in self.bound), syn.span[0] if syn.span[0] >= 0 else None)
            if symbol.kind == "index":
                self.declared[symbol.core] = symbol
            return Size.of(symbol.core)
        if symbol is None and free and key.plain in self.free:
            return Size.of(self.free[key.plain].core)
        if symbol is None and free and is_index_letter(key.plain.rstrip("'")) and key.plain[0].isalpha():
            self.free[key.plain] = Index(key.plain, key.plain)
            return Size.of(key.plain)
        position = syn.span[0] if syn.span[0] >= 0 else None
        if symbol is not None:
            raise NameProblem(f"{symbol.latex} is neither a size nor an index", position)
        raise NameProblem(f"{key.plain} is not declared as a size", position, self.scope.suggest(key))

    def expression(self, syn: Syn, *, free: bool = True) -> Size:
        """Read a size or index expression: sums, products, powers, exact quotients."""
        return product(self.factors(syn, free=free))

    def factors(self, syn: Syn, *, free: bool = True) -> Dim:
        """Read a size as its factors in the order written."""
        syn = bare(syn)
        position = syn.span[0] if syn.span[0] >= 0 else None
        if syn.kind == "num":
            if not syn.value.isdigit():
                raise SyntaxProblem(f"a size or index must be an integer, not {syn.value}", position)
            return _dim(Size.of(int(syn.value[:30])))
        if syn.kind == "group" and syn.value in ("(", "[") and len(syn.children) == 1:
            return self.factors(syn.children[0], free=free)
        key = whole_key(syn)
        declared = key is not None and (self.scope.find(key) is not None or self.find_bound(key.plain) is not None)
        if syn.kind == "script" and not declared and bare(syn.children[2]).kind in ("num", "name"):
            return self._power(syn, position, free=free)
        if key is not None and (syn.kind != "juxt" or self.scope.find(key) is not None):
            word = self._word(syn, key)
            return self.u.split(word if word is not None else _dim(self.name(syn, free=free)))
        if syn.kind == "juxt" or (syn.kind == "infix" and syn.value in ("cdot", "times")):
            _check_slash(syn)
            if any(bare(child).kind == "frac" for child in syn.children):
                return self._divided(syn.children, position, free=free)
            return tuple(f for child in syn.children for f in self.factors(child, free=free))
        if syn.kind == "add":
            total = Size.of(0)
            for sign, child in zip(syn.value, syn.children, strict=True):
                value = self.expression(child, free=free)
                total = total + value if sign == "+" else total - value
            return _dim(total)
        if syn.kind == "frac":
            return self._divided((syn,), position, free=free)
        if syn.kind == "bigop" and syn.value in ("min", "max"):
            chosen = self._extreme(syn, free=free)
            if chosen is not None:
                return _dim(chosen)
            raise NotSupported(
                f"the {syn.value} of sizes", position, "say which is smaller (m \\le n) and write that one"
            )
        raise SyntaxProblem("a size or index was expected", position)

    def _extreme(self, syn: Syn, *, free: bool) -> Size | None:
        r"""Return the smallest (or largest) of the sizes in ``\min(m, n)``, if the relations in force state which it is."""
        sub, sup, body = syn.children
        listed = bare(body).children[0] if bare(body).kind == "group" and bare(body).children else bare(body)
        if listed.kind != "list" or any(bare(script).kind != "empty" for script in (sub, sup)):
            return None
        sizes = [self.expression(part, free=free) for part in listed.children]
        known = self.scope.all_relations()
        for size in sizes:
            pairs = [(size, other) if syn.value == "min" else (other, size) for other in sizes]
            if all(at_most(*pair, known) for pair in pairs):
                return size
        return None

    def _divided(self, factors: Sequence[Syn], position: int | None, *, free: bool) -> Dim:
        r"""Read a product with fractions, such as ``\frac{1}{2} n (n + 1)``: it must be an integer as a whole."""
        top = bottom = ONE
        for factor in map(bare, factors):
            upper, lower = factor.children if factor.kind == "frac" else (factor, None)
            top = top * self.u.normal(self.expression(upper, free=free))
            bottom = bottom if lower is None else bottom * self.u.normal(self.expression(lower, free=free))
        result = quotient(top, bottom)
        if result is None:
            shown = " / ".join(f"({s})" if len(s.terms) > 1 else str(s) for s in (top, bottom))
            raise ShapeProblem(f"the size {shown} is not an integer for all sizes", position)
        return _dim(result)

    def _power(self, syn: Syn, position: int | None, *, free: bool) -> Dim:
        """Read ``n^2``."""
        base, sub, sup = syn.children
        exponent = bare(sup)
        power = (
            int(exponent.value)
            if exponent.kind == "num" and exponent.value.isdigit() and len(exponent.value) < 3
            else -1
        )
        if not 0 <= power <= 12:
            raise SyntaxProblem("a power of a size must be a small integer", position)
        stripped = base if bare(sub).kind == "empty" else Syn("script", "", (base, sub, Syn("empty")), syn.span)
        return self.factors(stripped, free=free) * power

    def _word(self, syn: Syn, key: Key) -> Dim | None:
        """Read an undeclared run of letters as the product of its letters, if all are declared sizes."""
        if len(key.plain) < 2 or not key.plain.isalpha() or self.scope.find(key) is not None:
            return None
        if base_key(syn) != key:
            return None
        parts = [self.scope.find(Key("", c)) for c in key.plain]
        if all(p is not None and p.kind in ("size", "index") for p in parts):
            return tuple(Size.of(p.core) for p in parts if p is not None)
        return None


def _check_slash(syn: Syn) -> None:
    """Refuse ``n/2 h``: it may mean ``n/(2h)``.

    Raises:
        SyntaxProblem: A product follows a slash.
    """
    for child in syn.children[:-1]:
        if syn.kind == "juxt" and (child.kind, child.value) == ("frac", "/"):
            place = child.span[0] if child.span[0] >= 0 else None
            raise SyntaxProblem("it is not certain how far the slash divides", place, "write \\frac or brackets")


def _dim(value: Size) -> Dim:
    return () if value == ONE else (value,)
