"""Inequalities between polynomials in scalar quantities, from the inequalities that are known of these quantities.

The quantities (norms, entries, order statistics, sizes, roots) become variables; what the hypotheses and the rules say of
them becomes known polynomials; `derive.bounds.comparison.positivity` looks for a combination.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from derive.bounds.comparison.compare import multiplied, replacements
from derive.bounds.comparison.orders import Order, known_orders, least_value
from derive.bounds.comparison.positivity import Known, Polynomial, combination, degree, text_of, times
from derive.bounds.facts.distributions import is_simplex
from derive.bounds.facts.facts import POSITIVE, Facts, elementwise, size_sign
from derive.bounds.forms.bound import Bound, Step
from derive.bounds.forms.normal import ONE, cols, rows, strip
from derive.bounds.forms.polynomial import Poly, atom_text, order_key
from derive.bounds.quantities import arithmetic
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.sizes import Size

MAX_VARIABLES = 7
MAX_TERMS = 40
MAX_DEGREE = 8
MAX_KNOWN = 24


@dataclass(slots=True)
class Variables:
    """Which variable stands for which root of which quantity: ``v = atom^(1/q)``."""

    roots: dict[Expr, int] = field(default_factory=dict)

    def take(self, poly: Poly) -> None:
        for monomial, _ in poly.terms:
            for atom, exponent in monomial:
                self.roots[atom] = math.lcm(self.roots.get(atom, 1), exponent.denominator)

    @property
    def atoms(self) -> list[Expr]:
        return sorted(self.roots, key=order_key)

    @property
    def names(self) -> list[str]:
        return [atom_text(a) if q == 1 else f"{atom_text(a)}^(1/{q})" for a in self.atoms for q in (self.roots[a],)]

    def covers(self, poly: Poly) -> bool:
        return all(
            atom in self.roots and (exponent * self.roots[atom]).denominator == 1
            for monomial, _ in poly.terms
            for atom, exponent in monomial
        )

    def polynomial(self, facts: Facts, poly: Poly) -> Polynomial | None:
        """The polynomial, multiplied by something positive where there are denominators; None if a sign is unknown."""
        least = {a: Fraction(0) for a in self.roots}
        for monomial, _ in poly.terms:
            for atom, exponent in monomial:
                least[atom] = min(least[atom], exponent)
        for atom, exponent in least.items():
            if exponent < 0 and not elementwise(facts, atom):
                if self.roots[atom] != 1:
                    return None
                least[atom] = Fraction(exponent.numerator - exponent.numerator % 2)  # an even power
        result: Polynomial = {}
        order = self.atoms
        for monomial, coefficient in poly.terms:
            powers = dict(monomial)
            key = tuple(int((powers.get(a, Fraction(0)) - least[a]) * self.roots[a]) for a in order)
            result[key] = result.get(key, Fraction(0)) + coefficient
        return {e: c for e, c in result.items() if c}


def algebraic(facts: Facts, gap: Poly, strict: bool) -> tuple[Step, ...] | None:
    """Return the steps that show ``gap >= 0`` (``> 0``) by a combination of known inequalities, or None."""
    if not gap.terms or len(gap.terms) > MAX_TERMS or facts.limited:
        return None  # where work is limited, none is begun here
    try:
        return _algebraic(facts, gap, strict)
    except NotSupported:
        return None


def _algebraic(facts: Facts, gap: Poly, strict: bool) -> tuple[Step, ...] | None:
    gap = _expanded(facts, gap)
    orders = [o for o in known_orders(facts) if o.gap.terms]
    variables = _variables(facts, gap, orders)
    if variables is None or any(facts.may_be_infinite(a) for a in variables.roots):
        return None
    target = variables.polynomial(facts, gap)
    if target is None or degree(target) > 2 * MAX_DEGREE:
        return None
    known: list[Known] = []
    zeros: list[Polynomial] = []
    for order in _told(facts, variables, orders):
        polynomial = variables.polynomial(facts, order.gap) if variables.covers(order.gap) else None
        if not polynomial or any(k.polynomial == polynomial and (k.strict or not order.strict) for k in known):
            continue
        known.append(Known(polynomial, order.strict, ""))
    for poly in _vanishing(facts, variables):
        polynomial = variables.polynomial(facts, poly) if variables.covers(poly) else None
        if polynomial:
            zeros.append(polynomial)
    known, more = _opposites(known)
    zeros += more
    system = System(target, known, zeros)
    system.eliminate()
    whole = system.target
    system.divide(strict)
    found = _shown_nearby(system, variables.names, strict)
    if found is None and system.zeros and system.target != whole:  # at a zero of what was taken out less may be true
        system.target = whole
        found = _shown_nearby(system, variables.names, strict)
    return found


def _shown_nearby(system: System, names: list[str], strict: bool) -> tuple[Step, ...] | None:
    """By what speaks of the variables of the target alone, or else by all that is known."""
    near, near_names = system.restricted(names)
    found = _shown(near, near_names, strict)
    return found if found is not None or len(near_names) == len(names) else _shown(system, names, strict)


def _shown(system: System, names: list[str], strict: bool) -> tuple[Step, ...] | None:
    target, known, zeros = system.target, system.known[:MAX_KNOWN], system.zeros
    if not target:
        return None if strict else (("combination", "what is left is zero"),)
    if degree(target) > MAX_DEGREE:
        return None
    told = [Known(k.polynomial, k.strict, _bracketed(k.polynomial, names)) for k in known]
    found = combination(target, told, zeros, names, strict)
    if found is not None:
        return (("combination", f"{text_of(target, names)} = {' + '.join(found)}, each term nonnegative"),)
    return _by_contradiction(target, told, zeros, names, strict)


def _expanded(facts: Facts, poly: Poly) -> Poly:
    """Sums that stand with whole powers only are multiplied out."""
    exponents: dict[Expr, list[Fraction]] = {}
    for monomial, _ in poly.terms:
        for atom, exponent in monomial:
            exponents.setdefault(atom, []).append(exponent)
    for atom, found in sorted(exponents.items(), key=lambda f: order_key(f[0])):
        if atom.op == "add" and all(e.denominator == 1 and e > 0 for e in found):
            poly = multiplied(facts, poly, atom, Fraction(0))
    return poly


def _bracketed(polynomial: Polynomial, names: list[str]) -> str:
    text = text_of(polynomial, names)
    return f"({text})" if len(polynomial) > 1 else text


def _by_contradiction(
    target: Polynomial, known: list[Known], zeros: list[Polynomial], names: list[str], strict: bool
) -> tuple[Step, ...] | None:
    """Were p < 0, then p g < 0 for a positive g; but p g is a combination that is not negative (p <= 0 and p g > 0 alike)."""
    for factor in [k for k in known if k.strict and len(k.polynomial) > 1][:2]:
        product = times(target, factor.polynomial)
        if degree(product) > MAX_DEGREE:
            continue
        found = combination(product, known, zeros, names, strict)
        if found is not None:
            text = f"({text_of(target, names)}) * {factor.text} = {' + '.join(found)}, each term nonnegative"
            return (("combination", f"{text}, and {factor.text} > 0"),)
    return None


@dataclass(slots=True)
class System:
    """What is to be shown, what is known, and what vanishes."""

    target: Polynomial
    known: list[Known]
    zeros: list[Polynomial]

    def eliminate(self) -> None:
        """Put in what a vanishing polynomial says of a variable that it contains once, with a number in front."""
        for _ in range(len(self.zeros)):
            found = next((f for f in map(_solved_for, self.zeros) if f is not None), None)
            if found is None:
                return
            place, by = found
            self.target = _substituted(self.target, place, by)
            self.known = [Known(_substituted(k.polynomial, place, by), k.strict, k.text) for k in self.known]
            self.known = [k for k in self.known if k.polynomial]
            self.zeros = [z for z in (_substituted(z, place, by) for z in self.zeros) if z]

    def divide(self, strict: bool) -> None:
        """Take positive variables out of what is known, and what is not negative out of what is to be shown."""
        positive = {_place(k.polynomial) for k in self.known if k.strict} - {None}
        signed = {_place(k.polynomial) for k in self.known} - {None}
        kept = []
        for one in self.known:
            single = _place(one.polynomial) is not None
            kept.append(one if single else Known(_without(one.polynomial, positive), one.strict, one.text))
        self.known = kept
        self.zeros = [_without(z, positive) for z in self.zeros]
        self.target = _without(self.target, positive if strict else signed)

    def restricted(self, names: list[str]) -> tuple[System, list[str]]:
        """What speaks of the variables of the target alone, and of those that vanishing polynomials tie to them."""
        used = {k for p in (self.target, *self.zeros) for e in p for k, x in enumerate(e) if x}
        places = [k for k in range(len(names)) if k in used]

        def short(p: Polynomial) -> Polynomial:
            return {tuple(e[k] for k in places): c for e, c in p.items()}

        known = [
            Known(short(k.polynomial), k.strict, k.text)
            for k in self.known
            if all(not x or place in used for e in k.polynomial for place, x in enumerate(e))
        ]
        return System(short(self.target), known, [short(z) for z in self.zeros]), [names[k] for k in places]


def _place(polynomial: Polynomial) -> int | None:
    """K, if the polynomial is a positive multiple of the k-th variable."""
    if len(polynomial) != 1:
        return None
    ((exponents, coefficient),) = polynomial.items()
    return exponents.index(1) if sum(exponents) == 1 and coefficient > 0 else None


def _without(polynomial: Polynomial, places: set[int | None]) -> Polynomial:
    """The polynomial without the powers of these variables that all terms share."""
    if not polynomial:
        return polynomial
    least = [min(column) for column in zip(*polynomial, strict=True)]
    return {tuple(x - least[k] if k in places else x for k, x in enumerate(e)): c for e, c in polynomial.items()}


def _solved_for(zero: Polynomial) -> tuple[int, Polynomial] | None:
    """(k, p) if the vanishing polynomial says that the k-th variable is p, free of it."""
    for exponents, coefficient in sorted(zero.items(), reverse=True):
        if sum(exponents) == 1:
            place = exponents.index(1)
            rest = {e: c for e, c in zero.items() if e != exponents}
            if not any(e[place] for e in rest):
                return place, {e: -c / coefficient for e, c in rest.items()}
    return None


def _substituted(polynomial: Polynomial, place: int, by: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for exponents, coefficient in polynomial.items():
        part: Polynomial = {tuple(0 if k == place else x for k, x in enumerate(exponents)): coefficient}
        for _ in range(exponents[place]):
            part = times(part, by)
        for e, c in part.items():
            result[e] = result.get(e, Fraction(0)) + c
    return {e: c for e, c in result.items() if c}


def _variables(facts: Facts, gap: Poly, orders: list[Order]) -> Variables | None:
    """The quantities of the gap, those that it is made of, and those that the hypotheses tie to them."""
    variables = Variables()
    variables.take(gap)
    for _ in range(3):
        for poly in _vanishing(facts, variables):
            variables.take(poly)
    for _ in range(2):
        for order in orders:
            atoms = set(order.gap.atoms())
            near = atoms & set(variables.roots)
            if near and len(atoms | set(variables.roots)) <= MAX_VARIABLES:
                variables.take(order.gap)
    for atom, q in variables.roots.items():
        if q > 1 and q % 2 and not elementwise(facts, atom):
            return None
    return variables if len(variables.roots) <= MAX_VARIABLES else None


def _told(facts: Facts, variables: Variables, orders: Iterable[Order]) -> Iterator[Order]:
    """What is known of the quantities."""
    yield from orders
    for atom, q in variables.roots.items():
        sign = elementwise(facts, atom)
        root = Poly.atom(atom, Fraction(1, q))
        if sign or q % 2 == 0:
            yield Order(root, sign == POSITIVE, "sign")
        least = least_value(facts, atom)
        if least is not None and least > 0:
            yield Order(Poly.atom(atom) - Poly.number(least), False, "least value")
        for (monomial, coefficient), (_, text) in replacements(facts, atom) if sign else []:
            yield Order(Poly(((monomial, coefficient),)) - Poly.atom(atom), False, text)
        yield from _of_the_operation(facts, atom)
    yield from _of_distributions(facts, variables)


def _of_the_operation(facts: Facts, atom: Expr) -> Iterator[Order]:
    itself = Poly.atom(atom)
    if atom.op == "map" and atom.data[0] in ("abs", "relu"):
        inner = facts.value(atom.args[0]).value
        yield Order(itself - inner, False, f"x <= {atom.data[0]}(x)")
        if atom.data[0] == "abs":
            yield Order(itself + inner, False, "-x <= |x|")
    elif atom.op in ("max", "min"):
        for part in atom.args:
            one = facts.value(part).value
            yield Order(itself - one if atom.op == "max" else one - itself, False, f"{atom.op} of numbers")


def _vanishing(facts: Facts, variables: Variables) -> Iterator[Poly]:
    """What the quantities are made of, as polynomials that are zero."""
    for atom in tuple(variables.roots):
        itself = Poly.atom(atom)
        if atom.op == "add":
            inner = facts.value(atom).value
            if not inner.same(itself):
                yield itself - inner
        elif atom.op == "const":
            yield itself - Poly.number(atom.data[0])
        elif atom.op == "map" and atom.data[0] in ("abs", "relu"):
            inner = facts.value(atom.args[0]).value
            size = arithmetic.absolute(facts, Bound(inner)).value
            yield itself * itself - inner * inner if atom.data[0] == "abs" else itself + itself - inner - size
        elif atom.op in ("max", "min") and len(atom.args) == 2:
            first, second = (facts.value(part).value for part in atom.args)
            size = arithmetic.absolute(facts, Bound(first - second)).value
            yield itself + itself - first - second - (size if atom.op == "max" else -size)


def _of_distributions(facts: Facts, variables: Variables) -> Iterator[Order]:
    """Order statistics and entries of one distribution: different ones sum to at most 1, and n times the largest to at least 1."""
    found: dict[Expr, list[tuple[Expr, Size]]] = {}
    for atom in variables.atoms:
        if atom.op == "order" and is_simplex(facts, atom.args[0]):
            found.setdefault(strip(atom.args[0]), []).append((atom, atom.data[0]))
    for vector, members in found.items():
        length = rows(vector) if cols(vector) == ONE else cols(vector)
        for count in range(2, len(members) + 1):
            for group in itertools.combinations(members, count):
                if all(_apart(facts, j, k) for (_, j), (_, k) in itertools.combinations(group, 2)):
                    total = sum((Poly.atom(a) for a, _ in group), Poly(()))
                    yield Order(Poly.number(1) - total, False, "different entries of a distribution sum to at most 1")
        for (a, j), (b, k) in itertools.permutations(members, 2):
            if size_sign(facts, k - j):
                yield Order(Poly.atom(a) - Poly.atom(b), False, "x_(j) >= x_(k) for j <= k")
        largest = [a for a, k in members if k == ONE]
        for a, k in members:
            if k == ONE:
                yield Order(Poly.atom(a) * Poly.of_size(length) - Poly.number(1), False, "n x_(1) >= 1")
            elif k == Size.of(2) and largest:
                rest = Poly.atom(a) * Poly.of_size(length - 1)
                yield Order(Poly.atom(largest[0]) + rest - Poly.number(1), False, "x_(1) + (n - 1) x_(2) >= 1")


def _apart(facts: Facts, first: Size, second: Size) -> bool:
    return any(size_sign(facts, d) == POSITIVE for d in (first - second, second - first))


def _opposites(known: list[Known]) -> tuple[list[Known], list[Polynomial]]:
    """Known polynomials whose negatives are known too are zero."""
    kept, zeros = [], []
    for one in known:
        negative = {e: -c for e, c in one.polynomial.items()}
        if not one.strict and any(o.polynomial == negative for o in known):
            zeros.append(one.polynomial)
        else:
            kept.append(one)
    return kept, zeros


__all__ = ["algebraic"]
