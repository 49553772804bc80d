"""Is a polynomial in nonnegative atoms nonnegative? Term-by-term domination, with named replacements of atoms.

The question ``small <= large`` is put as ``large - small >= 0``; after cancellation every negative term must be paid for
by positive terms. A negative term m is paid for by a positive term M if m / M is at most a number: replacing an atom by a
larger one, or by its least value where it divides, until a number is left.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from derive import build
from derive.bounds.comparison.orders import known_orders, least_value, upper_ends
from derive.bounds.facts.distributions import is_simplex, is_stochastic
from derive.bounds.facts.facts import POSITIVE, Facts, elementwise, size_sign
from derive.bounds.forms.bound import Step, merge
from derive.bounds.forms.inner_sizes import inner_sizes
from derive.bounds.forms.normal import ONE, canonical, cols, is_vector, mentions, normal, opened, rows, strip
from derive.bounds.forms.polynomial import (
    UNIT,
    Monomial,
    Poly,
    as_size,
    monomial_key,
    monomial_text,
    number_power,
    order_key,
    over,
    root_above,
    times,
    times_number,
    to_expr,
)
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.norms import size_power, size_root
from derive.bounds.quantities.patterns import softmax_jacobian_of
from derive.bounds.rules import rules
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.functions import FUNCTIONS
from derive.norms import norm, of_all
from derive.sizes import Shape, Size, dim

MAX_STATES = 200  # steps of one search for a ratio
COMPARISON = 4  # steps that a comparison counts, apart from its searches
MAX_CLOSURE = 60  # atoms that replacements lead to
MAX_MEANS = 6  # positive terms between which means are tried


@dataclass(slots=True)
class Ledger:
    """Open negative terms and what is left of the positive ones."""

    debts: list[tuple[Monomial, Fraction]]
    funds: dict[Monomial, Fraction]
    steps: tuple[Step, ...] = field(default=())


def nonnegative(facts: Facts, poly: Poly, strict: bool = False, depth: int = 3) -> tuple[Step, ...] | None:
    """Return the steps that show ``poly >= 0`` (``> 0``), or None if nothing is shown."""
    _spend(facts, COMPARISON)
    poly = _clear_denominators(facts, poly, strict)
    size = as_size(poly)
    if size is not None and size_sign(facts, size) >= (POSITIVE if strict else 1):
        return (("sizes", f"{size} {'>' if strict else '>='} 0 for the admitted sizes"),)
    found = _pay(facts, poly, strict)
    if found is not None or depth == 0:
        return found
    return _with_known_orders(facts, poly, strict, depth)


def _clear_denominators(facts: Facts, poly: Poly, strict: bool) -> Poly:
    """Multiply by positive composite denominators, so that they expand (one over infinity is 0, not positive)."""
    for _ in range(4):
        lowest: dict[Expr, Fraction] = {}
        for monomial, _c in poly.terms:
            for factor, exponent in monomial:
                whole = exponent < 0 and exponent.denominator == 1 and _is_composite(factor)
                if whole and elementwise(facts, factor) and not (strict and facts.may_be_infinite(factor)):
                    lowest[factor] = min(exponent, lowest.get(factor, Fraction(0)))
        if not lowest:
            return poly
        factor, exponent = min(lowest.items(), key=lambda f: order_key(f[0]))
        poly = multiplied(facts, poly, factor, -exponent)
    return poly


def _is_composite(factor: Expr) -> bool:
    return factor.op == "add" or (factor.op == "size" and len(factor.data[0].terms) > 1)


def multiplied(facts: Facts, poly: Poly, factor: Expr, exponent: Fraction) -> Poly:
    """Multiply by a power of a sum, whose whole powers are multiplied out."""
    expanded = facts.value(factor).value
    total = Poly(())
    for monomial, coefficient in poly.terms:
        power = dict(monomial).get(factor, Fraction(0)) + exponent
        rest = frozenset((a, e) for a, e in monomial if a != factor)
        whole = power.numerator // power.denominator
        part = Poly(((rest, coefficient),)) * expanded.power(whole)
        total = total + (part if power == whole else part * Poly.atom(factor, power - whole))
    return total


# Paying term by term.


def _pay(facts: Facts, poly: Poly, strict: bool) -> tuple[Step, ...] | None:
    ledger = _open_ledger(facts, poly)
    options = [(d, _payers(facts, d[0], ledger.funds)) for d in ledger.debts]
    options.sort(key=lambda o: (len(o[1]), monomial_key(o[0][0])))
    for (monomial, amount), payers in options:
        left = _pay_one(facts, ledger, monomial, amount, payers)
        if left:
            return None
    if strict and not any(c > 0 and arithmetic.monomial_sign(facts, m) == POSITIVE for m, c in ledger.funds.items()):
        return None
    return ledger.steps or (("equal terms", "the terms cancel or have one sign"),)


def _open_ledger(facts: Facts, poly: Poly) -> Ledger:
    debts: list[tuple[Monomial, Fraction]] = []
    funds: dict[Monomial, Fraction] = {}
    for monomial, coefficient in poly.terms:
        if not arithmetic.monomial_sign(facts, monomial):
            debts.append((_absolute(facts, monomial), abs(coefficient)))
        elif coefficient < 0:
            debts.append((monomial, -coefficient))
        else:
            funds[monomial] = coefficient
    return Ledger(debts, funds)


def _absolute(facts: Facts, monomial: Monomial) -> Monomial:
    """|monomial|: factors of unknown sign become absolute values."""
    result: Monomial = UNIT
    for factor, exponent in monomial:
        known = elementwise(facts, factor) or exponent.denominator != 1
        result = times(result, frozenset([(factor if known else build.map_("abs", factor), exponent)]))
    return result


Payer = tuple[Fraction, Monomial, tuple[Step, ...]]


def _payers(facts: Facts, debt: Monomial, funds: dict[Monomial, Fraction]) -> list[Payer]:
    """Positive terms M with debt <= number * M, cheapest first."""
    found = []
    for fund in funds:
        ratio = facts.once(("quotient", debt, fund), None, lambda fund=fund: ratio_bound(facts, over(debt, fund)))
        if ratio is not None:
            found.append((ratio[0], fund, ratio[1]))
    return sorted(found, key=lambda p: (p[0], monomial_key(p[1])))


def _pay_one(facts: Facts, ledger: Ledger, debt: Monomial, amount: Fraction, payers: list[Payer]) -> Fraction:
    for rate, fund, steps in payers:
        if amount <= 0:
            break
        part = min(amount, ledger.funds[fund] / rate) if rate else amount
        if part > 0:
            amount -= part
            ledger.funds[fund] -= part * rate
            ledger.steps = merge(
                ledger.steps,
                (*steps, ("domination", f"{monomial_text(debt)} <= {rate} * {monomial_text(fund) or '1'}")),
            )
    return amount if amount <= 0 else _pay_by_mean(facts, ledger, debt, amount)


def _pay_by_mean(facts: Facts, ledger: Ledger, debt: Monomial, amount: Fraction) -> Fraction:
    """2 sqrt(C D) m <= C M + D N if m^2 <= M N (arithmetic and geometric mean)."""
    if len(ledger.funds) > MAX_MEANS:
        return amount
    squared = frozenset((a, 2 * e) for a, e in debt)
    for first, second in itertools.combinations(sorted(ledger.funds, key=monomial_key), 2):
        ratio = ratio_bound(facts, over(squared, times(first, second)))
        if ratio is not None and amount * amount * ratio[0] <= 4 * ledger.funds[first] * ledger.funds[second]:
            ledger.funds[first] = ledger.funds[second] = Fraction(0)
            ledger.steps = merge(ledger.steps, (*ratio[1], ("means", "2 a b <= a^2 + b^2")))
            return Fraction(0)
    return amount


# Ratios of monomials.


def ratio_bound(facts: Facts, ratio: Monomial) -> tuple[Fraction, tuple[Step, ...]] | None:
    """Return a number at least the monomial for all admitted inputs, with the replacements used, or None."""
    ratio = _absolute(facts, ratio)
    return facts.once(("ratio", ratio), None, lambda: _search_ratio(facts, ratio) if _may_end(facts, ratio) else None)


def _may_end(facts: Facts, ratio: Monomial) -> bool:
    """Whether replacements may lead from every factor of a monomial to what is divided by, or to a number."""
    dividers = {factor for factor, exponent in ratio if exponent < 0}
    first = [factor for factor, exponent in ratio if exponent > 0]
    larger: dict[Expr, Larger] = {}
    stack = list(first)
    while stack:
        factor = stack.pop()
        if factor in larger or factor.op == "const":
            continue
        if len(larger) >= MAX_CLOSURE:
            return True
        options, below = _larger(facts, factor)
        larger[factor] = options
        dividers |= below
        stack.extend(a for option in options for a in option)
    ended = {factor for factor in larger if factor in dividers}
    while new := {factor for factor, options in larger.items() if factor not in ended and _one_ends(options, ended)}:
        ended |= new
    return _one_ends([first], ended)


Larger = tuple[tuple[Expr, ...], ...]


def _larger(facts: Facts, factor: Expr) -> tuple[Larger, frozenset[Expr]]:
    """What multiplies in each replacement of a factor, and what divides in any."""
    found = replacements(facts, factor) if elementwise(facts, factor) else []
    if not found:  # perhaps they are being found
        return (), frozenset()
    return facts.once(("larger", factor), ((), frozenset()), lambda: _sorted_apart(found))


def _sorted_apart(found: list[tuple[tuple[Monomial, Fraction], Step]]) -> tuple[Larger, frozenset[Expr]]:
    monomials = [monomial for (monomial, _), _ in found]
    options = tuple(tuple(a for a, e in monomial if e > 0) for monomial in monomials)
    return options, frozenset(a for monomial in monomials for a, e in monomial if e < 0)


def _one_ends(options: Iterable[Iterable[Expr]], ended: set[Expr]) -> bool:
    return any(all(factor in ended or factor.op == "const" for factor in option) for option in options)


def _search_ratio(facts: Facts, ratio: Monomial) -> tuple[Fraction, tuple[Step, ...]] | None:
    counter = itertools.count()
    start = (_excess(ratio), next(counter), Fraction(1), ratio, ())
    queue: list[tuple[Fraction, int, Fraction, Monomial, tuple[Step, ...]]] = [start]
    seen = {ratio}
    best: tuple[Fraction, tuple[Step, ...]] | None = None
    while queue and next(counter) < MAX_STATES:
        _, _, factor, monomial, steps = heapq.heappop(queue)
        _spend(facts)
        done = _number_above(facts, monomial)
        if done is not None and (best is None or factor * done < best[0]):
            best = factor * done, steps
            if best[0] <= 1:
                return best
        for option, step in _moves(facts, monomial):
            new, coefficient = times_number(option[0], option[1])
            if new not in seen:
                seen.add(new)
                heapq.heappush(queue, (_excess(new), next(counter), factor * coefficient, new, merge(steps, (step,))))
    return best


def _spend(facts: Facts, steps: int = 1) -> None:
    """Count steps of work.

    Raises:
        NotSupported: The budget of the claim is spent.

    """
    facts.work += steps
    if facts.work > facts.most:
        raise NotSupported("the rules leave too many possibilities")


def _excess(monomial: Monomial) -> Fraction:
    return sum((abs(e) for a, e in monomial if a.op != "size"), Fraction(0)) + sum(
        (e for _, e in monomial if e > 0), Fraction(0)
    )


def _moves(facts: Facts, monomial: Monomial) -> Iterator[tuple[tuple[Monomial, Fraction], Step]]:
    """Replace one factor (or its first power) by something at least as large."""
    for factor, exponent in sorted(monomial, key=lambda f: (order_key(f[0]), f[1])):
        if exponent <= 0 or not elementwise(facts, factor):
            continue
        rest = monomial - {(factor, exponent)}
        for (larger, coefficient), step in replacements(facts, factor):
            for power in {exponent, min(Fraction(1), exponent)}:
                if power.denominator == 1:
                    scaled, number = frozenset((a, e * power) for a, e in larger), coefficient**power.numerator
                else:
                    if coefficient <= 0 or not all(elementwise(facts, a) for a, _ in larger):
                        continue
                    roots, number = number_power(coefficient, power)
                    scaled = times(frozenset((a, e * power) for a, e in larger), roots)
                kept = times(rest, frozenset([(factor, exponent - power)]) if exponent != power else UNIT)
                yield (times(kept, scaled), number), step


def _number_above(facts: Facts, monomial: Monomial) -> Fraction | None:
    """A number at least the monomial: roots of primes are rounded up, atoms may only divide and only with a least value."""
    total = Fraction(1)
    for factor, exponent in monomial:
        base = factor.data[0] if factor.op == "const" else least_value(facts, factor)
        if base is None or base <= 0 or (factor.op != "const" and exponent > 0):
            return None
        root = root_above(base, exponent)
        if root is None:
            return None
        total *= root
    return total


# Replacements of one atom by a larger monomial.


def replacements(facts: Facts, factor: Expr) -> list[tuple[tuple[Monomial, Fraction], Step]]:
    """Monomials at least as large as a nonnegative atom."""
    return facts.once(("replacements", factor), [], lambda: list(_single_replacements(facts, factor)))


def _single_replacements(facts: Facts, factor: Expr) -> Iterator[tuple[tuple[Monomial, Fraction], Step]]:
    for poly, step in _replacements(facts, factor):
        single = poly.single()
        if single is not None and single[1] > 0 and single[0] != frozenset([(factor, Fraction(1))]):
            yield single, step
        elif not poly.terms:
            yield (UNIT, Fraction(0)), step


def _replacements(facts: Facts, factor: Expr) -> Iterator[tuple[Poly, Step]]:
    op = factor.op
    if op == "norm":
        yield from _norm_equivalences(facts, factor.args[0], factor.data[0])
    elif op == "map" and factor.data[0] == "abs":
        yield from _entry_bounds(facts, factor.args[0])
    elif op in ("entry", "maxentry", "order", "maxover", "minover"):
        yield from _entry_bounds(facts, factor)
    elif op == "sigma":
        yield facts.norm(factor.args[0], "2").value, ("singular values", "sigma_k(A) <= ||A||_2")
        yield from _softmax_singular_values(facts, factor)
    elif op == "eig":
        yield facts.norm(factor.args[0], "2").value, ("eigenvalues", "|lambda| <= ||A||_2")
    elif op == "sum":
        yield from _sum_of_squares(facts, factor)
    elif op == "rank":
        yield Poly.of_size(rows(factor.args[0])), ("rank", "rank A <= number of rows")
        yield Poly.of_size(cols(factor.args[0])), ("rank", "rank A <= number of columns")
        both = build.extreme("min", build.size(rows(factor.args[0])), build.size(cols(factor.args[0])))
        yield facts.value(both).value, ("rank", "rank A <= both sizes")
        for size in inner_sizes(factor.args[0]):
            yield Poly.of_size(size), ("rank", rules.INNER)
    elif op == "min":
        for part in factor.args:
            yield facts.value(part).value, ("minimum", "min(a, b) <= a")
    elif op == "map" and FUNCTIONS[factor.data[0]].high == 1:
        yield Poly.number(1), ("elementwise", f"{factor.data[0]} <= 1")
    elif op in ("indicator", "delta") and rows(factor) == cols(factor) == ONE:
        yield Poly.number(1), ("indicator", "an indicator is at most 1")
    for name, low, high in facts.indices:
        if mentions(factor, name):
            largest = build.over("maxover", name, low, high, factor)
            yield facts.value(largest).value, ("maximum", "a value at one index is at most the largest")
    yield from upper_ends(facts).get(factor, ())


def _sum_of_squares(facts: Facts, factor: Expr) -> Iterator[tuple[Poly, Step]]:
    """Sum f^2 <= (sum f)^2 for f >= 0."""
    name, low, high, body = opened(factor)
    single = facts.value(body).value.single()
    if single is not None and single[1] == 1 and all(e % 2 == 0 and elementwise(facts, a) for a, e in single[0]):
        half = to_expr(Poly(((frozenset((a, e / 2) for a, e in single[0]), single[1]),)))
        total = facts.value(build.sum_(name, low, high, half)).value
        yield total * total, ("squares", "sum f^2 <= (sum f)^2 for f >= 0")


def _norm_equivalences(facts: Facts, expr: Expr, kind: str) -> Iterator[tuple[Poly, Step]]:
    """The classical table for an m x n matrix (each constant is attained)."""
    expr = strip(expr)
    m, n = size_root(rows(expr)).value, size_root(cols(expr)).value
    one = Poly.number(1)
    if is_vector(expr):
        length = m if cols(expr) == ONE else n
        total = "1" if cols(expr) == ONE else "inf"
        table = {
            "2": [(total, one), ("max", length)],
            "max": [("2", one), (total, one)],
            total: [("2", length), ("max", length * length)],
        }
    else:
        table = {kind: list(_compared(facts, expr, kind))}
    for radius in facts.radii.get(canonical(normal(expr)), []) if kind in ("2", "F", "max") else []:
        scaled = facts.value(radius).value * (one if kind == "max" else m)
        yield scaled, ("rows", "||X||_F^2 is the sum of the squared rows, at most m R^2")
    if expr.op == "row" and kind in ("2", "F", "max"):
        for radius in facts.radii.get(canonical(normal(expr.args[0])), []):
            yield facts.value(radius).value, ("rows", "every row has norm at most R")
    for other, constant in table.get(kind, []):
        value = facts.norm(expr, other).value
        yield (
            value * constant,
            ("norm equivalence", f"||A||_{kind} <= c ||A||_{other} with the constant of the sizes or the rank"),
        )
    if is_stochastic(facts, expr) and kind == "max":
        yield one, ("stochastic", "entries of a distribution are at most 1")
    if is_simplex(facts, expr):
        yield one, ("distribution", "||p||_2 <= 1, p_i <= 1")
    if is_stochastic(facts, expr) and kind in ("2", "F"):
        yield m, ("stochastic", f"||P||_{kind} <= sqrt(number of rows)")


def _compared(facts: Facts, expr: Expr, kind: str) -> Iterator[tuple[str, Poly]]:
    """Norms of a matrix with the constants by which another norm is at most them, as the records say; unitary ones by their powers.

    With p-norms of the singular values, of which at most ``rank A <= min(m, n)`` are not zero:
    ``||s||_p <= ||s||_q`` for p >= q, and ``||s||_p <= rank^(1/p - 1/q) ||s||_q`` for p < q.
    """
    record, one, (m, n) = norm(kind), Poly.number(1), (rows(expr), cols(expr))
    for other, by_rows, by_cols in record.at_most:
        yield other, (size_power(m, by_rows) * size_power(n, by_cols)).value
    if kind == "2" and facts.is_symmetric(expr):
        yield from (
            (other, one) for other in of_all(lambda o: o.left == o.kind != kind)
        )  # at least the spectral radius
    for other in (
        of_all(lambda o: o.unitary and o.kind != kind and (o.common or o.kind in facts.norms)) if record.unitary else ()
    ):
        gap = record.root - norm(other).root
        if gap <= 0:
            yield other, one
            continue
        yield from ((other, size_power(size, gap).value) for size in (m, n))
        for extent in (build.extreme("min", build.size(m), build.size(n)), build.rank(expr)):
            yield other, arithmetic.power(facts, facts.value(extent), gap).value


def _entry_bounds(facts: Facts, factor: Expr) -> Iterator[tuple[Poly, Step]]:
    """Entries, largest entries and order statistics of a distribution are at most 1; entries are at most the norms."""
    if factor.op in ("entry", "maxentry", "order"):
        matrix = strip(factor.args[0])
        if is_stochastic(facts, matrix) or is_simplex(facts, matrix):
            yield Poly.number(1), ("distribution", "entries of a distribution are at most 1")
        if factor.op == "entry":
            yield facts.norm(matrix, "max").value, ("entry", "|A_ij| <= ||A||_max")
        if factor.op == "order" and size_sign(facts, factor.data[0] - 2):
            before = factor.data[0] - 1
            yield Poly.atom(canonical(build.order(matrix, before))), ("order statistics", "x_(k+1) <= x_(k)")
            if is_simplex(facts, matrix):
                flat = build.reshape(matrix, Shape(dim(rows(matrix))))
                spread = build.sub(build.diag(flat), build.matmul(flat, build.transpose(flat)))
                value = facts.value(build.sigma(spread, before)).value
                yield value, ("interlacing", "x_(k+1) <= sigma_k(diag(x) - x x^T)")
        if factor.op == "order" and elementwise(facts, matrix) and factor.data[0] != ONE:
            yield Poly.atom(canonical(build.order(matrix, ONE))), ("order statistics", "x_(k) <= x_(1)")
            if is_simplex(facts, matrix) and size_sign(facts, factor.data[0]) == POSITIVE:
                yield (
                    Poly.atom(build.size(factor.data[0]), -1),
                    ("order statistics", "k x_(k) <= x_(1) + ... + x_(k) <= 1"),
                )
    if factor.op in ("maxover", "minover"):
        body = facts.value(opened(factor)[3])
        single = body.value.single()
        if single is not None and single[1] > 0:
            bound = ratio_bound(facts, single[0])
            if bound is not None:
                yield Poly.number(bound[0] * single[1]), ("maximum", "every term is at most this number")


def _softmax_singular_values(facts: Facts, factor: Expr) -> Iterator[tuple[Poly, Step]]:
    """J = diag(p) - p p^T is positive semidefinite and at most diag(p): sigma_k(J) = lambda_k(J) <= p_(k) (Weyl)."""
    p = softmax_jacobian_of(facts, factor.args[0])
    if p is not None and isinstance(factor.data[0], Size):
        yield Poly.atom(canonical(build.order(p, factor.data[0]))), ("weyl", "sigma_k(diag(p) - p p^T) <= p_(k)")


def _divides(base: Monomial, powers: Mapping[Expr, Fraction], of_sizes: bool) -> bool:
    """Whether nothing is left to divide by but sizes (nothing at all if the order is one of sizes)."""
    for a, e in base:
        if a not in powers and e.numerator > 0 and (of_sizes or a.op != "size"):  # nearly always
            return False
    taken = {a: e for a, e in base if of_sizes or a.op != "size"}
    kept = [a for a in powers if of_sizes or a.op != "size"]
    return all(powers.get(a, 0) >= taken.get(a, 0) for a in {*kept, *taken})


def _with_known_orders(facts: Facts, poly: Poly, strict: bool, depth: int) -> tuple[Step, ...] | None:
    """Subtract a nonnegative multiple of a known gap that removes one negative term, and try again."""
    debts = [(m, c) for m, c in poly.terms if c < 0 or not arithmetic.monomial_sign(facts, m)]
    powers = {monomial: dict(monomial) for monomial, _ in debts}
    for order in known_orders(facts):
        of_sizes = all(a.op == "size" for base, _ in order.gap.terms for a, _ in base)  # these are divided by nothing
        for monomial, coefficient in debts:
            for base, slope in order.gap.terms:
                if coefficient.numerator * slope.numerator < 0 or not _divides(base, powers[monomial], of_sizes):
                    continue
                multiplier = over(monomial, base)
                factor = coefficient / slope
                if not arithmetic.monomial_sign(facts, multiplier):
                    continue
                if any(facts.may_be_infinite(a) for a, _ in multiplier):
                    continue  # 0 times infinity
                rest = poly - order.gap * Poly(((multiplier, factor),))
                if len(rest.terms) > len(poly.terms) + len(order.gap.terms):
                    continue
                found = facts.nonnegative(rest, strict and not order.strict, depth - 1)
                if found is not None and not (
                    strict and order.strict and arithmetic.monomial_sign(facts, multiplier) != POSITIVE
                ):
                    return merge(((order.rule, order.text),), found)
    return None
