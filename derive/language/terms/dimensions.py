"""Dimensions with unknowns, and their unification.

The order of the factors of an ``I``, ``0`` or ``1`` is never read off its subscript but inferred from its neighbors:
such a leaf gets *dimension variables*, with or without a known total, which are bound when a product or a sum demands
that two dimensions agree.  Two known dimensions agree when their totals do, whatever their factor order.  The length of
blocks side by side is the sum of theirs: known but for one block, it tells the length of that block.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from derive.errors import NameProblem, ShapeProblem
from derive.fraction import Fraction
from derive.sizes import Dim, Size, product

ONE = Size.of(1)
LEAF_HINT = "write it as a subscript or declare it"
SUPPOSED = ("the identity", "the vector of ones")
"""What may take a size that nothing but the statement tells."""
BLOCK_HINT = "write a block of zeros as 0_{m \\times n}, or declare the shape of the matrix"


class UntoldSize(NameProblem):
    """The size of an identity or a unit vector that nothing tells."""


@dataclass(eq=False)
class DimVar:
    """An unknown dimension.

    Attributes:
        name: What it belongs to, for the error message.
        total: Its length, if known.
        written: Its factors as written, the fallback.
        fallback: Its length if nothing else tells it.
        bound: What it was found to be.
        hint: What to write if nothing tells its length.
    """

    name: str
    total: Size | None = None
    written: Dim | None = None
    fallback: Size | None = None
    bound: OpenDim | None = None
    hint: str = LEAF_HINT


OpenDim = tuple["Size | DimVar", ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """A dimension whose length is the sum of others: that of blocks one after the other."""

    whole: OpenDim
    parts: tuple[OpenDim, ...]


def quotient(whole: Size, part: Size) -> Size | None:
    """Divide sizes where the divisor is a monomial and the result an integer for all sizes, else None."""
    if len(part.terms) != 1:
        return ONE if whole == part else None
    (monomial, coefficient), *_ = part.terms
    powers = dict(monomial)
    terms = []
    for other, value in whole.terms:
        left = dict(other)
        for name, power in powers.items():
            left[name] = left.get(name, 0) - power
        if any(power < 0 for power in left.values()):
            return None
        terms.append((tuple(sorted((n, p) for n, p in left.items() if p)), value / coefficient))
    result = Size(tuple(sorted(terms)))
    return result if result.is_integer else None


@dataclass(frozen=True, slots=True)
class Mark:
    """A state of the equations between dimensions, to go back to."""

    variables: tuple[tuple[DimVar, Size | None, Size | None, OpenDim | None], ...]
    waiting: tuple[tuple[OpenDim, OpenDim], ...]
    joined: tuple[Joined, ...]
    alike: tuple[tuple[OpenDim, OpenDim], ...]


@dataclass
class Unifier:
    """Equations between dimensions, solved as they come; what is undecided waits until `finish`.

    Attributes:
        equal: Sizes that are known to be equal to others (``d`` to ``h*d_k``), substituted before comparing.
        joined: Dimensions that are sums of others, some of unknown length.
        alike: Heights and widths of diagonal blocks of zeros, which are equal where nothing else tells them.
        relations: What else is known of the sizes: ``size op 0``.
        supposed: The size of the identities and vectors of ones whose size nothing tells, and whether there are such.
    """

    equal: Mapping[str, Size] = field(default_factory=dict)
    composite: Mapping[str, Dim] = field(default_factory=dict)
    waiting: list[tuple[OpenDim, OpenDim]] = field(default_factory=list)
    variables: list[DimVar] = field(default_factory=list)
    joined: list[Joined] = field(default_factory=list)
    alike: list[tuple[OpenDim, OpenDim]] = field(default_factory=list)
    relations: tuple[tuple[str, Size], ...] = ()
    supposed: Size | None = None
    took_supposed: bool = False

    def fresh(self, name: str, total: Size | None = None, written: Dim | None = None, hint: str = LEAF_HINT) -> OpenDim:
        """Return a new unknown; a known total of one or of an atomic size needs none."""
        if written is not None and len(written) <= 1:
            return written
        variable = DimVar(name, total, written, hint=hint)
        self.variables.append(variable)
        return (variable,)

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Forget on leaving what was found out inside: terms made there cannot be used outside."""
        mark = self.mark()
        try:
            yield
        finally:
            self.back(mark)

    def join(self, parts: Sequence[OpenDim]) -> OpenDim:
        """Return the dimension of blocks one after the other: its length is the sum of theirs."""
        if len(parts) == 1:
            return parts[0]
        totals = [self.total(part) for part in parts]
        if None not in totals:
            whole = _sum(totals)
            return () if whole == ONE else (whole,)
        variable = DimVar("a block matrix", hint=BLOCK_HINT)
        self.variables.append(variable)
        self.joined.append(Joined((variable,), tuple(parts)))
        return (variable,)

    def mark(self) -> Mark:
        """Return the present state."""
        variables = tuple((v, v.total, v.fallback, v.bound) for v in self.variables)
        return Mark(variables, tuple(self.waiting), tuple(self.joined), tuple(self.alike))

    def back(self, mark: Mark) -> None:
        """Forget all that was demanded after a mark: it was a trial."""
        for variable, total, fallback, bound in mark.variables:
            variable.total, variable.fallback, variable.bound = total, fallback, bound
        self.variables = [variable for variable, *_ in mark.variables]
        self.waiting, self.joined, self.alike = list(mark.waiting), list(mark.joined), list(mark.alike)

    def resolve(self, d: OpenDim) -> OpenDim:
        """Replace bound variables by what they were found to be."""
        result: list[Size | DimVar] = []
        stack = list(reversed(d))
        while stack:
            part = stack.pop()
            if isinstance(part, DimVar) and part.bound is not None:
                stack.extend(reversed(part.bound))
            elif part != ONE:
                result.append(part)
        return tuple(result)

    def split(self, d: Dim) -> Dim:
        """Write a dimension in sizes that are not equal to others: (d,) as (h, d_k)."""
        return split_dim(d, self.composite)

    def normal(self, size: Size) -> Size:
        """Replace sizes by those they are equal to."""
        return normal_size(size, self.equal)

    def total(self, d: OpenDim) -> Size | None:
        """Return the length, if known."""
        parts = [part if isinstance(part, Size) else part.total for part in self.resolve(d)]
        return self.normal(product(p for p in parts if p is not None)) if None not in parts else None

    def is_one(self, d: OpenDim) -> bool:
        """Whether the length is known to be one."""
        return self.total(d) == ONE

    def clash(self, a: OpenDim, b: OpenDim) -> bool:
        """Return whether the two lengths are known and differ."""
        left, right = self.total(a), self.total(b)
        return left is not None and right is not None and left != right

    def unify(self, a: OpenDim, b: OpenDim) -> bool:
        """Demand that two dimensions have one length; False if they cannot."""
        return self._unify(a, b) and self._add_up()

    def _unify(self, a: OpenDim, b: OpenDim) -> bool:
        a, b = _strip(self.resolve(a), self.resolve(b))
        if self.clash(a, b):
            return False
        if all(isinstance(part, Size) for part in a + b):
            # Two known dimensions of one length: other factor orders are a legal reshape.
            return self.total(a) == self.total(b)
        if not a or not b:
            return self._all_one(a or b)
        if len(a) == 1 and isinstance(a[0], DimVar):
            return self._bind(a[0], b)
        if len(b) == 1 and isinstance(b[0], DimVar):
            return self._bind(b[0], a)
        for left, right in _splits(a, b):
            if self.total(left[0]) is not None and self.total(left[0]) == self.total(right[0]):
                return self._unify(left[0], right[0]) and self._unify(left[1], right[1])
            if self.total(left[1]) is not None and self.total(left[1]) == self.total(right[1]):
                return self._unify(left[0], right[0]) and self._unify(left[1], right[1])
        self.waiting.append((a, b))
        return True

    def _all_one(self, d: OpenDim) -> bool:
        for part in d:
            if isinstance(part, Size) or part.total not in (None, ONE):
                return False
            part.total, part.bound = ONE, ()
        return True

    def _bind(self, variable: DimVar, d: OpenDim) -> bool:
        if variable in d:
            return len(d) == 1 or self._all_one(tuple(part for part in d if part is not variable))
        unknown = [part for part in d if isinstance(part, DimVar) and part.total is None]
        if variable.total is None:
            variable.total = self.total(d)
        elif len(unknown) == 1:
            rest = product(p if isinstance(p, Size) else p.total or ONE for p in d if p is not unknown[0])
            unknown[0].total = quotient(self.normal(variable.total), self.normal(rest))
            if unknown[0].total is None:
                return False
        elif not unknown and self.total(d) != self.normal(variable.total):
            return False
        variable.bound = d
        return True

    def _add_up(self) -> bool:
        """Find the lengths that sums tell, until nothing new is found; False if one cannot be."""
        while True:
            found = [sum_ for sum_ in self.joined if self._is_told(sum_)]
            if not found:
                return True
            self.joined = [sum_ for sum_ in self.joined if sum_ not in found]
            if not all(map(self._add, found)):
                return False

    def _is_told(self, sum_: Joined) -> bool:
        """Return whether a sum tells something: at most one of its lengths is unknown."""
        return sum(self.total(d) is None for d in (sum_.whole, *sum_.parts)) <= 1

    def _add(self, sum_: Joined) -> bool:
        """Give the one unknown length of a sum its value, or compare; False if it cannot be."""
        totals = [self.total(part) for part in sum_.parts]
        known = _sum([t for t in totals if t is not None])
        whole = self.total(sum_.whole)
        if None not in totals:
            return self._unify(sum_.whole, (known,))
        assert whole is not None
        rest = whole - known
        if all(coefficient < 0 for _, coefficient in rest.terms):
            return False
        return self._unify(sum_.parts[totals.index(None)], rest.factors())

    def finish(self) -> None:
        """Decide what waits, then give every unknown its factors as written.

        Raises:
            ShapeProblem: Two lengths differ. NameProblem: The size of an ``I``, ``0`` or ``1`` cannot be inferred.
        """
        self._settle()
        self._pair_up()
        self._pair_blocks()
        self._divide()
        for variable in self.variables:
            if variable.bound is None and variable.total is None and variable.fallback is not None:
                variable.total = variable.fallback
        self._settle()
        self._suppose()
        for variable in self.variables:
            if variable.bound is None and variable.total is not None:
                variable.bound = variable.written if variable.written is not None else variable.total.factors()
        self._settle()
        for variable in self.variables:
            if variable.bound is None:
                if variable.total is None:
                    raise UntoldSize(f"the size of {variable.name} cannot be inferred", hint=variable.hint)
                variable.bound = variable.total.factors()

    def _suppose(self) -> None:
        """Give identities and vectors of ones the supposed size where nothing tells theirs."""
        for variable in self.variables if self.supposed is not None else ():
            if variable.bound is None and variable.total is None and variable.name in SUPPOSED:
                variable.total, self.took_supposed = self.supposed, True
        self._settle()

    def _pair_up(self) -> None:
        """Read what still waits factor by factor, if both sides have equally many (``e_i (x) e_j`` against L, d)."""
        waiting, self.waiting = self.waiting, []
        for a, b in waiting:
            left, right = _strip(self.resolve(a), self.resolve(b))
            if len(left) == len(right) and all(not self.clash((x,), (y,)) for x, y in zip(left, right, strict=True)):
                for x, y in zip(left, right, strict=True):
                    self.unify((x,), (y,))
            self.waiting.append((a, b))
        self._settle()

    def _divide(self) -> None:
        """Give the one unknown of a product its length where the other side's is known: ``I_n (x) e_i`` against m, n.

        The factors then stand in another order, which is a legal reshape and usually a slip.
        """
        for a, b in self.waiting:
            for whole, other in ((a, b), (b, a)):
                total, parts = self.total(whole), self.resolve(other)
                unknown = [p for p in parts if isinstance(p, DimVar) and p.total is None]
                if total is None or len(unknown) != 1:
                    continue
                known = self.normal(product(p if isinstance(p, Size) else p.total or ONE for p in parts))
                unknown[0].total = quotient(total, known)
                if unknown[0].total is None:
                    raise ShapeProblem(f"the lengths {self.show(a)} and {self.show(b)} do not match")
        self._settle()

    def _pair_blocks(self) -> None:
        """Let the blocks of two matrices conform, where one length is cut into equally many and nothing else tells theirs.

        Likewise a block of zeros on the diagonal is square, where the other blocks on the diagonal are.
        """
        for first, second in itertools.combinations(tuple(self.joined), 2):
            like = self.resolve(first.whole) == self.resolve(second.whole) and len(first.parts) == len(second.parts)
            if like and not any(self.clash(x, y) for x, y in zip(first.parts, second.parts, strict=True)):
                for x, y in zip(first.parts, second.parts, strict=True):
                    self.unify(x, y)
        for height, width in self.alike:
            if not self.clash(height, width):
                self.unify(height, width)

    def _settle(self) -> None:
        if not self._add_up():
            raise ShapeProblem("the lengths of the blocks of a matrix do not add up")
        while self.waiting:
            waiting, self.waiting = self.waiting, []
            for a, b in waiting:
                if not self.unify(a, b):
                    raise ShapeProblem(f"the lengths {self.show(a)} and {self.show(b)} do not match")
            if len(self.waiting) == len(waiting):
                break

    def known(self, d: OpenDim) -> Dim:
        """Return a dimension without unknowns (after `finish`)."""
        return tuple(part for part in self.resolve(d) if isinstance(part, Size))

    def show(self, d: OpenDim) -> str:
        """Write a dimension for a message."""
        parts = [
            ("?" if p.total is None else str(p.total)) if isinstance(p, DimVar) else str(p) for p in self.resolve(d)
        ]
        return "*".join(f"({p})" if " " in p else p for p in parts) or "1"

    def show_shape(self, rows: OpenDim, cols: OpenDim) -> str:
        """Write a shape for a message."""
        return f"{self.show(rows)} x {self.show(cols)}"


def normal_size(size: Size, equal: Mapping[str, Size]) -> Size:
    """Replace the names in a size by those they are equal to."""
    for _ in range(8):
        if equal.keys().isdisjoint(size.names):
            break
        size = size.substitute(equal)
    return size


def split_dim(d: Dim, composite: Mapping[str, Dim]) -> Dim:
    """Replace factors that are equal to products of others."""
    if not composite or all(composite.keys().isdisjoint(part.names) for part in d):
        return d
    equal = {name: product(parts) for name, parts in composite.items()}
    found: list[Size] = []
    for part in d:
        name = next(iter(part.names)) if len(part.names) == 1 else ""
        if name in composite and part == Size.of(name):
            found.extend(composite[name])
        else:
            found.append(part.substitute(equal) if part.names & equal.keys() else part)
    return tuple(s for s in found if s != ONE)


def _sum(sizes: Iterable[Size | None]) -> Size:
    return sum((size for size in sizes if size is not None), Size.of(0))


def _strip(a: OpenDim, b: OpenDim) -> tuple[OpenDim, OpenDim]:
    """Remove the common ends."""
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return a, b


def _splits(a: OpenDim, b: OpenDim) -> Iterable[tuple[tuple[OpenDim, OpenDim], tuple[OpenDim, OpenDim]]]:
    for i in range(1, len(a)):
        for j in range(1, len(b)):
            yield (a[:i], a[i:]), (b[:j], b[j:])


@lru_cache(maxsize=1024)
def solve_equal(relations: tuple[Size, ...]) -> Mapping[str, Size]:
    """Turn size equations ``size = 0`` into replacements ``name -> size`` where one is monic in a name.

    ``d - h*d_k`` gives ``d -> h*d_k``; equations that are not linear in any name stay relations only.
    """
    equal: dict[str, Size] = {}
    for relation in relations:
        relation = relation.substitute(equal)
        for name in sorted(relation.names):
            powers = [(m, c) for m, c in relation.terms if any(n == name for n, _ in m)]
            if len(powers) == 1 and powers[0][0] == ((name, 1),) and abs(powers[0][1]) == 1:
                rest = (Size.of(name) * powers[0][1] - relation) * (Fraction(1) / powers[0][1])
                if all(c.denominator == 1 and c > 0 for _, c in rest.terms) and rest.terms:
                    equal = {n: s.substitute({name: rest}) for n, s in equal.items()}
                    equal[name] = rest
                    break
    return MappingProxyType(equal)
