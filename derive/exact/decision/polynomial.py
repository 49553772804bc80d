"""A proof at one size: both sides as polynomials in the entries and in atoms, their difference reduced to zero.

Everything that is no polynomial becomes an *atom*, a new generator with the one relation that defines it:

    z = 1/u        z u = 1
    s = sqrt(u)    s^2 = u
    e = exp(u)     exponents in the integer span of earlier ones become products of their atoms
    log, erf, pi   free

An identity that follows from these relations holds for the real functions, wherever they are defined. The converse is
not true: a difference that does not reduce to zero shows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from flint import Ordering, fmpq, fmpq_mat, fmpq_mpoly, fmpq_mpoly_ctx

from derive.core import Expr
from derive.errors import NotSupported
from derive.exact.evaluation.evaluate import Env, Evaluator
from derive.exact.rings.exactring import to_fmpq
from derive.exact.rings.rings import Array, Budget, ObjectRing, Undefined, each, fill
from derive.fraction import Fraction
from derive.sizes import Shape

MAX_TERMS = 4000
MAX_WORK = 200_000
SPARE = (12, 48)  # generators for atoms: few first, for short exponent vectors


class TooManyTerms(NotSupported):
    """The polynomials outgrow the budget."""


class TooManyAtoms(NotSupported):
    """The generators set aside for atoms are used up."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A generator beyond the entries: ``kind`` of the polynomial ``argument``; ``generator`` is its number."""

    kind: str
    argument: fmpq_mpoly
    generator: int


@dataclass(slots=True)
class PolynomialRing(ObjectRing):
    """Polynomials over the rationals in the entries of the variables and in atoms."""

    context: Any
    entries: int
    atoms: list[Atom] = field(default_factory=list)
    work: int = 0

    name = "polynomials"

    @staticmethod
    def over(entries: int, spare: int) -> PolynomialRing:
        """A ring with one generator per entry and ``spare`` ones for atoms, in degree reverse lexicographic order."""
        names = [f"x{k}" for k in range(entries)] + [f"atom{k}" for k in range(spare)]
        return PolynomialRing(fmpq_mpoly_ctx.get(names, Ordering.degrevlex), entries)

    def one(self) -> Any:
        """The constant polynomial 1."""
        return self.context.constant(fmpq(1))

    def scalar(self, value: Fraction) -> Any:
        """A rational as a constant polynomial."""
        return self.context.constant(to_fmpq(value))

    def vanishes(self, x: Any) -> bool:
        """Whether it is the zero polynomial; relations between atoms are not used."""
        return x == 0

    def mul(self, a: Array, b: Array) -> Array:
        """Entrywise product with broadcasting; raises `TooManyTerms` beyond the budget."""
        wide_a, wide_b = np.broadcast_arrays(a, b)
        out = np.empty(wide_a.shape, dtype=object)
        flat = out.reshape(-1)
        for k, (x, y) in enumerate(zip(wide_a.reshape(-1), wide_b.reshape(-1), strict=True)):
            flat[k] = self.times(x, y)
        return out

    def matmul(self, a: Array, b: Array) -> Array:
        """Matrix product without the zero entries; raises `TooManyTerms` beyond the budget."""
        out = self.zeros(a.shape[0], a.shape[1], b.shape[2])
        for i in range(a.shape[1]):
            present = [k for k in range(a.shape[2]) if a[0, i, k] != 0]
            for j in range(b.shape[2]):
                for k in present:
                    if b[0, k, j] != 0:
                        out[0, i, j] = out[0, i, j] + self.times(a[0, i, k], b[0, k, j])
        return out

    def times(self, x: Any, y: Any) -> Any:
        """A product within the budget of terms."""
        size = len(x) * len(y)
        self.work += size + 1
        if size > 40 * MAX_TERMS or self.work > MAX_WORK:
            raise TooManyTerms("the polynomials of a proof at this size have too many terms")
        return x * y

    def matinv(self, a: Array) -> Array:
        """The adjugate over the determinant (Faddeev and LeVerrier), so that one atom is enough."""
        n = a.shape[1]
        identity = self.zeros(1, n, n)
        for k in range(n):
            identity[0, k, k] = self.one()
        m, adjugate, c = identity, identity, self.one()
        for k in range(1, n + 1):
            product, adjugate = self.matmul(a, m), m
            trace = self.context.constant(fmpq(0))
            for r in range(n):
                trace = trace + product[0, r, r]
            c = trace * fmpq(-1, k)
            m = product + self.mul(identity, fill(c, (1, 1, 1)))
        # A M_n = -c_n I
        return self.mul(adjugate, fill(self.element_inverse(-c), (1, 1, 1)))

    # Atoms.

    def atom(self, kind: str, argument: Any) -> Any:
        """The generator of a function of a polynomial; the same for equal arguments."""
        for known in self.atoms:
            if known.kind == kind and known.argument == argument:
                return self.context.gen(known.generator)
        number = self.entries + len(self.atoms)
        if number >= self.context.nvars():
            raise TooManyAtoms("more atoms than a proof at this size allows")
        self.atoms.append(Atom(kind, argument, number))
        return self.context.gen(number)

    def element_inverse(self, x: Any) -> Any:
        """The product of atoms ``1/f``, one per irreducible factor of a short polynomial; `Undefined` for zero."""
        if x == 0:
            raise Undefined("division by zero")
        if x.is_constant():
            return self.context.constant(1 / constant(x))
        content, factors = x.factor() if len(x) <= 40 else (fmpq(1), [(x, 1)])
        result = self.context.constant(1 / fmpq(content))
        for factor, power in factors:
            for _ in range(int(power)):
                result = self.times(result, self.atom("inverse", factor))
        return result

    def power(self, a: Array, exponent: Fraction) -> Array:
        """Entrywise half-integer power, by the atom of a square root; other exponents raise `NotSupported`."""
        if exponent.denominator != 2:
            raise NotSupported(f"no proof with the power {exponent}")
        return each(lambda x: self._half_power(x, exponent.numerator), a)

    def _half_power(self, x: Any, numerator: int) -> Any:
        if x == 0:
            raise NotSupported("a root of zero")
        root = self._root(x)
        base = root if numerator > 0 else self.times(root, self.element_inverse(x))  # 1/sqrt u = sqrt u / u
        result = self.one()
        for _ in range(abs(numerator)):
            result = self.times(result, base)
        return result

    def _root(self, x: Any) -> Any:
        if x.is_constant():
            from derive.exact.rings import surds

            value = surds.sqrt(constant(x))
            if not isinstance(value, surds.Surd):
                return self.context.constant(value)
            ((inside, outside),) = value.terms.items()
            result = self.context.constant(outside)
            for prime, _ in _factor(inside):
                result = self.times(result, self.atom("root", self.context.constant(fmpq(prime))))
            return result
        return self.atom("root", x)

    def function(self, name: str, a: Array) -> Array:
        """Entrywise function as an atom; sums in an exponential become products of the atoms of earlier ones."""
        if name == "exp":
            return each(self._exp, a)
        return each(lambda x: self.atom(name, x), a)

    def _exp(self, u: Any) -> Any:
        if u == 0:
            return self.one()
        basis = [a for a in self.atoms if a.kind == "exp"]
        if any(a.argument == u for a in basis):
            return self.atom("exp", u)
        weights = combination(u, [a.argument for a in basis])
        if weights is None or any(w.q != 1 or abs(int(w.p)) > 64 for w in weights):
            return self.atom("exp", u)
        result = self.one()
        for atom, weight in zip(basis, weights, strict=True):
            generator = self.context.gen(atom.generator)
            factor = generator if weight > 0 else self.atom("inverse", generator)
            for _ in range(abs(int(weight.p))):
                result = self.times(result, factor)
        return result

    def real(self, name: str) -> Array:
        """The atom of pi, shape (1, 1, 1); `NotSupported` for any other name."""
        if name != "pi":
            raise NotSupported(f"no proof with the constant {name}")
        return fill(self.atom("pi", self.one()), (1, 1, 1))

    def sign(self, a: Array) -> Array:
        """Entrywise signs of constants; raises `NotSupported` if an entry is no constant."""
        if all(x.is_constant() for x in a.flat):
            values = [constant(x) for x in a.flat]
            return np.array([(v > 0) - (v < 0) for v in values], dtype=np.int64).reshape(a.shape)
        raise NotSupported("no proof with signs")

    # Reduction.

    def reduces_to_zero(self, x: Any) -> bool:
        """Whether a polynomial vanishes by the relations of the atoms, the last atom eliminated first."""
        open_: list[Any] = [x]
        for atom in reversed(self.atoms):
            if atom.kind in ("inverse", "root"):
                open_ = [part for poly in open_ for part in self._eliminate(poly, atom)]
        return all(poly == 0 for poly in open_)

    def _eliminate(self, poly: Any, atom: Atom) -> Sequence[Any]:
        degree = int(poly.degrees()[atom.generator]) if poly != 0 else 0
        if degree == 0:
            return [poly]
        self.work += len(poly)
        coefficients = self._coefficients(poly, atom.generator, degree)
        if atom.kind == "inverse":
            # sum c_k z^k times u^degree, z u = 1
            total, power = self.context.constant(fmpq(0)), self.one()
            for c in reversed(coefficients):
                total = total + self.times(c, power)
                power = self.times(power, atom.argument)
            return [total]
        even, odd, power = self.context.constant(fmpq(0)), self.context.constant(fmpq(0)), self.one()
        for k in range(0, degree + 1, 2):
            even = even + self.times(coefficients[k], power)
            if k < degree:
                odd = odd + self.times(coefficients[k + 1], power)
            power = self.times(power, atom.argument)
        return [even, odd]

    def _coefficients(self, poly: Any, generator: int, degree: int) -> list[Any]:
        parts: list[dict[tuple[int, ...], fmpq]] = [{} for _ in range(degree + 1)]
        for exponents, c in poly.to_dict().items():
            parts[int(exponents[generator])][(*exponents[:generator], 0, *exponents[generator + 1 :])] = c
        return [self.context.from_dict(part) for part in parts]


def constant(x: Any) -> fmpq:
    """The value of a constant polynomial."""
    return fmpq(x.leading_coefficient()) if x != 0 else fmpq(0)


def _factor(n: int) -> list[tuple[int, int]]:
    from flint import fmpz

    return [(int(p), int(k)) for p, k in fmpz(n).factor()]


def combination(u: Any, basis: Sequence[Any]) -> list[fmpq] | None:
    """Rational weights with u = sum of weights times basis (linearly independent), None if there are none."""
    if not basis:
        return None
    columns = [b.to_dict() for b in basis]
    target = u.to_dict()
    monomials = list({m: None for d in (*columns, target) for m in d})
    few = monomials[:: max(1, len(monomials) // (2 * len(basis) + 8))]
    if _weights(columns, target, few) == "none":  # a few coefficients already exclude it
        return None
    found = _weights(columns, target, monomials)
    return found if isinstance(found, list) else None


def _weights(columns: list[dict[Any, fmpq]], target: dict[Any, fmpq], monomials: list[Any]) -> list[fmpq] | str:
    """The unique solution of the system of the given coefficients, ``none`` or ``many``."""
    zero = fmpq(0)
    rows = [[d.get(m, zero) for d in columns] + [target.get(m, zero)] for m in monomials]
    reduced, rank = fmpq_mat(rows).rref()
    n = len(columns)
    if any(reduced[rank - 1, k] != 0 for k in range(n)) if rank else True:
        unique = rank == n and all(reduced[k, k] == 1 for k in range(n))
        return [reduced[k, n] for k in range(n)] if unique else "many"
    return "none"


def prove_equal(
    lhs: Expr, rhs: Expr, variables: Sequence[tuple[str, Shape]], sizes: dict[str, int], indices: dict[str, int]
) -> bool:
    """Whether the difference of two expressions reduces to zero at a size.

    Raises:
        NotSupported: A node has no polynomial form, or the polynomials outgrow the budget.
        Undefined: Something is undefined everywhere.

    """
    shapes = [(name, shape.evaluate(sizes)) for name, shape in variables]
    count = sum(r * c for _, (r, c) in shapes)
    if count > 200:
        raise TooManyTerms("too many entries for a proof at this size")
    try:
        return _proves(PolynomialRing.over(count, SPARE[0]), lhs, rhs, shapes, sizes, indices)
    except TooManyAtoms:
        return _proves(PolynomialRing.over(count, SPARE[1]), lhs, rhs, shapes, sizes, indices)


def _proves(
    ring: PolynomialRing,
    lhs: Expr,
    rhs: Expr,
    shapes: Sequence[tuple[str, tuple[int, int]]],
    sizes: dict[str, int],
    indices: dict[str, int],
) -> bool:
    values, start = {}, 0
    for name, (rows, columns) in shapes:
        array = np.empty((1, rows, columns), dtype=object)
        for k in range(rows * columns):
            array.reshape(-1)[k] = ring.context.gen(start + k)
        values[name], start = array, start + rows * columns
    evaluator = Evaluator(ring, Env(sizes, values, indices), Budget(2_000_000))
    a, b = np.broadcast_arrays(evaluator.value(lhs), evaluator.value(rhs))
    return all(ring.reduces_to_zero(x - y) for x, y in zip(a.flat, b.flat, strict=True))
