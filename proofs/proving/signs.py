"""Bounds of functions of one number, by the signs of their derivatives: ``log(1 + x) >= x / (1 + x)`` for ``x > -1``.

On an interval a function is taken apart into factors, each of one sign; it is above its value at an end from where its derivative has
one sign (the step `slope`); on a bounded piece where it stays away from zero, balls enclose it (the step `enclosure`). Where neither
is so the interval is cut: at zeros of the function, and where its derivatives change their signs. Floats choose the cuts and decide
what is tried; only accepted steps count. Before differentiating a function may be multiplied by something positive: division by
``e^p`` makes the polynomial beside it vanish after some derivatives (Polya and Szego, Problems and Theorems in Analysis II, part V, 1).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np
import sympy

from proofs import verify
from proofs.proving.angles import arguments
from proofs.proving.citing import cite
from proofs.proving.combinations import combined
from proofs.proving.elementary import (
    SMALL,
    TINY,
    Density,
    Distribution,
    Step,
    Where,
    Z,
    changes_of,
    compiled,
    factors_of,
    in_letters,
    is_zero,
    measure,
    number_at,
    of_sympy,
    sign_of,
    simpler,
    simplest,
    to_sympy,
    values_of,
    zero_between,
)
from proofs.verify import Fraction, Node, Rejected

MAX_DEPTH, MAX_CUTS, MAX_TRIED, MAX_OPERATIONS, MAX_OPTIONS = 14, 12, 120, 160, 3
"""Functions one inside another, cuts and functions that are looked at in all, operations in a function, slopes that are tried."""
MAX_PIECES, LEAST_PIECE = 300, Fraction(1, 4096)
"""Pieces of enclosures and their least length."""
AHEAD = [Fraction(k, 4) for k in (1, 2, 3, 4, 6, 8, 12, 16, 20, 28, 40, 60, 100)]


@dataclass(frozen=True)
class Tail:
    """What is below a function after multiplication with a positive factor: by ``Phi(z)``, or ``Phi(-z)``, beside which something of one sign stands."""

    below: sympy.Expr
    sign: int
    factor: sympy.Expr
    beside: sympy.Expr


@dataclass(frozen=True)
class Rise:
    """A function that may rise from an end on (side 1) or fall towards it (-1): its slope that way, how complicated that is, its value there."""

    measure: int
    function: sympy.Expr
    positive: sympy.Expr | None
    side: int
    slope: sympy.Expr
    start: float


class Signs:
    """Signs of functions of a number of the proof's own, between given numbers, on a live proof.

    Args:
        live: The proof.
        given: What is known.
        known: Gives the number of a step that says a formula.

    """

    def __init__(self, live: Any, given: Iterable[Node], known: Callable[[Node], int]) -> None:
        self.live, self.given, self.known = live, list(given), known
        taken = live.proof.variables.keys() | live.proof.sizes.least.keys()
        self.place = next(n for k in range(len(taken) + 1) if (n := f"z{k}") not in taken)
        self.own: Node | None = None
        self.sharp: dict[int, tuple[Step, ...]] = {}
        self.begin()

    def begin(self) -> None:
        """Forget what was looked at: another function, or another interval."""
        self.tried = self.cuts = self.pieces = 0
        self.memo: dict[Any, Step | None] = {}

    def _last(self, formula: Node) -> Step:
        """The number of a step in scope that says a formula, or a stronger one."""
        wanted = verify.stronger(formula)
        for k in range(len(self.live.proof.known), 0, -1):
            f = self.live.proof.known[k - 1][0]
            if f is formula and self.live._in_scope(k):
                return k
        for k in range(len(self.live.proof.known), 0, -1):
            f = self.live.proof.known[k - 1][0]
            if f in wanted and self.live._in_scope(k):
                return self.live.add(by="weaken", says=says_of(formula), **{"from": [k]})
        return self.known(formula)

    def _split(self, c: Fraction, formula: Node, where: Where, shown: Callable[[Where], Step | None]) -> Step | None:
        """A bound on both sides of a number."""
        self.cuts += 1
        if self.cuts > MAX_CUTS:
            return None
        z, end, add = self.variable(), verify.const(c), self.live.add
        split = cite(self.live, "order-total", self.known, a=end, b=z)

        def on_side(place: int, case: Node, assumed: Step) -> Step | None:
            side = (1, -1)[place]
            step = add(by="combine", says=says_of(verify.make(">=" if side > 0 else "<=", (), (z, end))), products=[["1", [assumed]]])
            part = replace(where, low=c, above=step, over=None) if side > 0 else replace(where, high=c, below=step, under=None)
            if (number := shown(part)) is None or self.live.proof.known[number - 1][0] is formula:
                return number
            self.define(formula, part)
            return add(by="combine", says=says_of(formula), products=[["1", [number]]])

        if (cases := self.live.in_cases(split, on_side)) is None:
            return None
        self.define(formula, where)
        return add(by="cases", says=says_of(formula), split=split, **{"from": cases})

    def show(self, f: sympy.Expr, where: Where, strict: bool, depth: int = 0) -> Step | None:
        """Return the number of a step that says that a function is not negative (positive) on an interval; None if none was found."""
        key = f, where, strict
        if key not in self.memo:
            self.memo[key] = None  # until it is found
            self.memo[key] = tried(self._show, f, where, strict, depth)
        return self.memo[key]

    def _show(self, f: sympy.Expr, where: Where, strict: bool, depth: int) -> Step | None:
        self.tried += 1
        if depth > MAX_DEPTH or self.tried > MAX_TRIED or f.count_ops() > MAX_OPERATIONS:
            return None
        if not f.has(Z):
            return self._constant(self.node(f), strict)
        formula = self._formula(f, strict)
        x, values = values_of(f, where)
        if not len(values) or not np.all(values >= -TINY * (1 + np.abs(values))):
            return None
        ends = [e for e, left_out in ((where.low, where.over), (where.high, where.under)) if e is not None and left_out is None]
        if strict and any(abs(number_at(f, float(e))) < TINY and is_zero(f.subs(Z, sympy.Rational(e.numerator, e.denominator))) for e in ends):
            return None
        self.define(formula, where)
        if (line := self._line(f, formula, where, strict)) is not None:
            return line
        if (number := self.live._try(by="sign", says=says_of(formula))) is not None:
            return number
        if (parts := factors_of(f)) is not None:
            return self._product(f, parts, where, strict, depth)
        if (number := self._enclosed(f, formula, where, x, values)) is not None:
            return number
        options = [one for g, positive in self._multiples(f, where) for side in (1, -1) if (one := self._rise(g, positive, where, side)) is not None]
        for rise in sorted(options, key=lambda one: one.measure)[:MAX_OPTIONS]:
            number = tried(self._rising, rise, where, strict, depth)
            if number is not None and rise.positive is not None:
                number = self._divided(f, rise.positive, number, strict, where)
            if number is not None:
                return number
        if (spare := self._spare(f, where)) is not None and (number := tried(self._without, f, spare, where, strict, depth)) is not None:
            return number
        for tail in self._tails(f, where):
            if (number := tried(self._by_tail, f, tail, where, strict, depth)) is not None:
                return number
        if (number := tried(self._by_circle, formula) or tried(self._by_logarithm, f, formula, where, strict, depth)) is not None:
            return number
        c = self._cut(f, where, x, values)
        if c is None:
            return None
        return self._split(c, formula, where, lambda w: self.show(f, w, strict, depth + 1))

    def _constant(self, e: Node, strict: bool) -> Step | None:
        """The sign of a number."""
        says = verify.make(">" if strict else ">=", (), (e, verify.const(0)))
        self.define(says)
        value = to_sympy(e, self.variable())
        if is_zero(value):
            says = verify.make("=", (), (e, verify.const(0)))
            zero = None if strict else self.live._try(by="identity", says=says_of(says)) or self.live._try(by="identity", says=says_of(says), using=self._logarithms(e))
            says = verify.make(">=", (), says.args)
            return zero and self.live._try(by="weaken", says=says_of(says), **{"from": [zero]})
        return self.live._try(by="sign", says=says_of(says)) or self.live._try(by="enclosure", says=says_of(says))

    def _logarithms(self, e: Node) -> list[Step]:
        """What the logarithms of numbers are in those of primes."""
        found = []
        for n in sorted((n for n in verify.nodes(e) if n.op == "map" and n.data[0] == "log"), key=verify.text_of):
            q = verify.rational(n.args[0])
            powers = sympy.factorrat(sympy.Rational(q.numerator, q.denominator)) if q is not None and q > 0 else {}
            parts = [verify.power(verify.const(p), k) for p, k in powers.items()]
            for k, part in enumerate(parts):
                found.append(cite(self.live, "logarithm-power", self._shown, a=part.args[0], c=part.args[1]))
                if k:
                    found.append(cite(self.live, "logarithm-product", self._shown, a=reduce(verify.scale, parts[:k]), b=part))
        return found

    def _shown(self, formula: Node) -> Step:
        """A step that says the sign of a number."""
        return self.live.add(by="sign", says=says_of(formula))

    def _line(self, f: sympy.Expr, formula: Node, where: Where, strict: bool) -> Step | None:
        """A polynomial of degree one, by an end."""
        if not f.is_polynomial(Z) or sympy.degree(f, Z) != 1:
            return None
        slope, start = (Fraction(int(c.p), int(c.q)) for c in sympy.Poly(f, Z).all_coeffs() if c.is_Rational)
        end, weak, sharp = (where.low, where.above, where.over) if slope > 0 else (where.high, where.below, where.under)
        step = sharp if strict and sharp is not None else weak
        if end is None or step is None or (there := slope * end + start) < 0:
            return None
        return self.live._try(by="combine", says=says_of(formula), products=[[str(abs(slope)), [step]], *([[str(there), []]] if there else [])])

    def _product(self, f: sympy.Expr, parts: list[tuple[sympy.Expr, int]], where: Where, strict: bool, depth: int) -> Step | None:
        """A product, by the signs of its factors."""
        number, steps, sign = sympy.Integer(1), [], 1
        for base, power in parts:
            if not base.has(Z):
                number *= base**power
                continue
            if power > 0 and power % 2 == 0 and not strict:
                steps.append(says_of(self.node(base ** (power // 2))))
                self.define(verify.make(">=", (), (self.node(base), verify.const(0))), where)
                continue
            if power % 2 and (changes := changes_of(base, where)):
                return self._split(changes[0], self._formula(f, strict), where, lambda w: self.show(f, w, strict, depth + 1))
            own = sign_of(base, where)
            base = sympy.expand(own * base) if own < 0 else base
            one = self.show(base, where, strict or power < 0, depth + 1)
            if one is None:
                return None
            sign *= own if power % 2 else 1
            if power > 0:
                steps += [one] * power
                continue
            root = verify.power(self.node(base), -((1 - power) // 2))
            square = verify.make(">", (), (verify.power(root, 2), verify.const(0)))
            self.define(square, where, one)
            steps += [one] * (power % 2) + [self.live.add(by="sign", says=says_of(square)) if strict else says_of(root)]
        number *= sign
        if number.is_Rational:
            verify.demand(number > 0, "a product of another sign")
            scale = str(number)
        else:
            positive = self._constant(self.node(number), True)
            verify.demand(positive is not None, "a product of another sign")
            scale, steps = "1", [*steps, positive]
        formula = self._formula(f, strict)
        self.define(formula, where)
        return self.live.add(by="combine", says=says_of(formula), products=[[scale, steps]])

    def _enclosed(self, f: sympy.Expr, formula: Node, where: Where, x: Any, values: Any) -> Step | None:
        """A function that stays away from zero on a bounded interval."""
        if where.low is None or where.high is None or where.low >= where.high or values.min() < SMALL * (1 + values.max() if values.max() < 1 / SMALL else 1):
            return None
        slope, waiting, cuts = sympy.diff(f, Z), [(where.low, where.high)], []
        while waiting:
            a, b = waiting.pop()
            points = np.linspace(float(a), float(b), 9)
            with np.errstate(all="ignore"):
                there, slopes = (np.asarray(compiled(g)(points), dtype=float) * np.ones(9) for g in (f, slope))
            if there[4] > np.abs(slopes).max() * float(b - a):  # half of it is what the slopes may take away
                cuts.append(b)
            elif b - a < LEAST_PIECE * (where.high - where.low) or self.pieces + len(waiting) + len(cuts) > MAX_PIECES:
                return None
            else:
                waiting += [((a + b) / 2, b), (a, (a + b) / 2)]
        self.pieces += len(cuts)
        step = {"by": "enclosure", "says": says_of(formula), "name": self.variable().data[0], "from": [where.above, where.below]}
        return self.live._try(**step, cuts=list(map(str, cuts[:-1]))) or self.live._try(**step, cuts=[str(c) for a, b in itertools.pairwise([where.low, *cuts]) for c in ((a + b) / 2, b)][:-1])

    def _multiples(self, f: sympy.Expr, where: Where) -> Iterator[tuple[sympy.Expr, sympy.Expr | None]]:
        """The function, and what it is after division by something positive."""
        yield f, None
        exponents = {e.args[0] for e in f.atoms(sympy.exp) if e.args[0].is_polynomial(Z)}
        for p in sorted(exponents, key=sympy.default_sort_key)[:4]:
            yield sympy.expand(f * sympy.exp(-p)), sympy.exp(p)
        for log in sorted((n for n in f.atoms(sympy.log) if n.has(Z)), key=sympy.default_sort_key)[:2]:
            whole = sympy.collect(sympy.expand(f), log)
            beside = whole.coeff(log)
            if beside.has(Z) and not beside.has(log):
                beside *= sign_of(beside, where)
                yield sympy.Add(*(in_letters(sympy.cancel, t / beside) for t in sympy.Add.make_args(whole))), beside

    def _divided(self, f: sympy.Expr, positive: sympy.Expr, number: Step, strict: bool, where: Where) -> Step | None:
        """From ``g`` back to its product with something positive."""
        other = self.show(positive, where, strict)
        self.define(self._formula(f, strict), where)
        return None if other is None else self.live._try(by="combine", says=says_of(self._formula(f, strict)), products=[["1", [number, other]]])

    def _rise(self, f: sympy.Expr, positive: sympy.Expr | None, where: Where, side: int) -> Rise | None:
        """A function that seems to rise from an end of the interval on, or to fall towards it, and not to be negative there."""
        end, step = (where.low, where.above) if side > 0 else (where.high, where.below)
        if end is None or step is None or not (start := number_at(f, float(end))) > -TINY:
            return None
        slope = simpler(side * sympy.diff(f, Z))
        _, values = values_of(slope, where.without("over" if side > 0 else "under"))
        if not len(values) or not np.all(values >= -TINY * (1 + np.abs(values))):
            return None
        return Rise(measure(slope), f, positive, side, slope, start)

    def _rising(self, rise: Rise, where: Where, strict: bool, depth: int) -> Step | None:
        """The same, shown."""
        f, side, slope, start = rise.function, rise.side, rise.slope, rise.start
        end, step, sharp = (where.low, where.above, where.over) if side > 0 else (where.high, where.below, where.under)
        z, c = self.variable(), verify.const(end)
        here = where.without("over" if side > 0 else "under")
        formula = self._formula(f, strict)
        self.define(formula, where)
        body = self.node(f)
        base = self._constant(verify.replaced(body, {z.data[0]: c}, {}), strict and start > SMALL)
        if base is None:
            return None
        weak = self.show(slope, here, False, depth + 1)
        if weak is None:
            return None
        add, op = self.live.add, ">" if side > 0 else "<"
        grad = verify.make("grad", (z.data[0],), (body, z))

        def turned(number: Step, sign: str, w: Where) -> Step:
            says = verify.make(sign, (), (grad, verify.const(0)))
            self.define(says, w)
            return add(by="combine", says=says_of(says), products=[["1", [number]]])

        slopes = [turned(weak, op + "=", here)]
        if (sharply := strict and start <= SMALL):
            number = None if sharp is None else self.show(slope, where, True, depth + 1)
            if number is None:
                return None
            slopes.append(turned(number, op, where))
            step = sharp
        more = verify.make(">" if sharply else ">=", (), (body, verify.replaced(body, {z.data[0]: c}, {})))
        self.define(more, where)
        number = add(by="slope", says=says_of(more), name=z.data[0], **{"from": [step, *slopes]})
        self.define(formula, where)
        return add(by="combine", says=says_of(formula), products=[["1", [number]], ["1", [base]]])

    def _spare(self, f: sympy.Expr, where: Where) -> sympy.Expr | None:
        """A term that is not negative, and without which the function seems not to be, either."""
        for term in sorted(sympy.Add.make_args(sympy.expand(f)), key=sympy.default_sort_key):
            rest = sympy.expand(f - term)
            values = [values_of(e, where)[1] for e in (term, rest)]
            if term.has(Z) and rest != 0 and all(len(v) and np.all(v >= 0) for v in values):
                return term
        return None

    def _without(self, f: sympy.Expr, spare: sympy.Expr, where: Where, strict: bool, depth: int) -> Step | None:
        """A sum of two functions of one sign."""
        steps = [self.show(sympy.expand(f - spare), where, strict, depth + 1), self.show(spare, where, False, depth + 1)]
        if None in steps:
            return None
        formula = self._formula(f, strict)
        self.define(formula, where)
        return self.live.add(by="combine", says=says_of(formula), products=[["1", [k]] for k in steps])

    def _tails(self, f: sympy.Expr, where: Where) -> Iterator[Tail]:
        """What is below a function that speaks of the normal distribution once: ``0 <= Phi <= 1``, ``-z Phi(z) <= phi(z)`` for z < 0, and so for 1 - Phi."""
        found, whole = sorted(f.atoms(Distribution), key=sympy.default_sort_key), sympy.expand(f)
        if len(found) != 1 or found[0].args[0] != Z:
            return
        q = whole.coeff(found[0])
        p = sympy.expand(whole - q * found[0])
        if p.has(Distribution) or q.has(Distribution):
            return
        sign = sign_of(q, where)
        bounds = [Tail(p if sign > 0 else p + q, sign, sympy.Integer(1), q)]
        if where.high is not None and where.high < 0 and sign < 0:
            bounds.append(Tail(sympy.expand(-Z * p + q * Density(Z)), sign, -Z, q))
        if where.low is not None and where.low > 0 and sign > 0:
            bounds.append(Tail(sympy.expand(Z * (p + q) - q * Density(Z)), sign, Z, q))
        for tail in bounds:
            _, values = values_of(tail.below, where)
            if len(values) and np.all(values >= -TINY * (1 + np.abs(values))):
                yield tail

    def _by_tail(self, f: sympy.Expr, tail: Tail, where: Where, strict: bool, depth: int) -> Step | None:
        """A function by what is below it."""
        low, side = self.show(tail.below, where, strict, depth + 1), self.show(sympy.expand(tail.sign * tail.beside), where, False, depth + 1)
        if low is None or side is None:
            return None
        z, add = self.variable(), self.live.add
        at, parts = z if tail.sign > 0 else verify.scale(verify.const(-1), z), []
        if tail.factor == 1:
            fact = add(by="sign", says=says_of(verify.make(">=", (), (verify.apply("Phi", at), verify.const(0)))))
        else:
            positive = self.show(tail.factor, where, True, depth + 1)
            verify.demand(positive is not None, "not on one side of zero")
            add(by="combine", says=says_of(verify.make(">", (), (at, verify.const(0)))), products=[["1", [positive]]])
            fact = cite(self.live, "mills", self._last, t=at)
            above = verify.make(">", (), (verify.power(self.node(tail.factor), -1), verify.const(0)))
            self.define(above, where, positive)
            parts = [add(by="combine", says=says_of(above), products=[["1", [positive, self._square(above.args[0])]]])]
        formula = self._formula(f, strict)
        self.define(formula, where)
        mirrored = (tail.factor == 1) == (tail.sign < 0)
        cofactors = [[says_of(self.node(tail.beside)), cite(self.live, "distribution-mirrored", self._last, t=z), None]] if mirrored else []
        return add(by="combine", says=says_of(formula), products=[["1", [low, *parts]], ["1", [side, fact, *parts]]], cofactors=cofactors)

    def _by_circle(self, formula: Node) -> Step | None:
        """A polynomial in sines and cosines, by how they are related."""
        angles = arguments(formula)
        if not angles or len(angles) > 2:  # noqa: PLR2004
            return None
        facts = [self.live.proof.known[cite(self.live, "sine-cosine", self.known, t=a) - 1][0] for a in angles]
        return combined(self.live, formula, facts, self._last)

    def _by_logarithm(self, f: sympy.Expr, formula: Node, where: Where, strict: bool, depth: int) -> Step | None:
        """``log A >= y`` from ``A >= e^y``, or the same turned."""
        logs = [n for n in f.atoms(sympy.log) if n.has(Z)]
        if len(logs) != 1:
            return None
        (log,), whole = logs, sympy.expand(f)
        times = whole.coeff(log)
        rest = sympy.expand(whole - times * log)
        if not times.is_Rational or not times or rest.has(log):
            return None
        y, inner = sympy.expand(-rest / times), log.args[0]
        exponential = sympy.exp(y)
        gap = sympy.expand(inner - exponential if times > 0 else exponential - inner)
        number = self.show(gap, where, strict, depth + 1)
        small, large = (exponential, inner) if times > 0 else (inner, exponential)
        if number is None or self.show(small, where, True, depth + 1) is None:
            return None
        a, b = self.node(small), verify.less(self.node(large), self.node(small))
        for says, k in ((verify.make(">", (), (a, verify.const(0))), self.show(small, where, True)), (verify.make(">" if strict else ">=", (), (b, verify.const(0))), number)):
            self.live.add(by="combine", says=says_of(says), products=[["1", [k]]])
        larger = cite(self.live, "logarithm-larger-strict" if strict else "logarithm-larger", self._last, a=a, b=b)
        plain = cite(self.live, "logarithm-exponential", self._last, t=self.node(y))
        equal = self.live.add(by="identity", says=says_of(verify.make("=", (), (verify.apply("log", verify.add(a, b)), verify.apply("log", self.node(large))))))
        cofactors = [[says_of(verify.const(str(c))), k, None] for c, k in ((times, plain), (-abs(times), equal))]
        return self.live.add(by="combine", says=says_of(formula), products=[[str(abs(times)), [larger]]], cofactors=cofactors)

    def _cut(self, f: sympy.Expr, where: Where, x: Any, values: Any) -> Fraction | None:
        """Where to cut: at a zero inside, at the least value, or where the function rises from its end."""
        low, high = where.low, where.high
        inside = [k for k in range(1, len(x) - 1) if values[k] <= min(values[k - 1], values[k + 1])]
        for k in sorted(inside, key=lambda k: values[k])[:3]:
            if values[k] < 1e-3 * (1 + np.median(values)):  # perhaps a zero
                c = zero_between(f, x[k - 1], x[k + 1])
                if c is not None and (low is None or c > low) and (high is None or c < high):
                    return c
        least = int(np.argmin(values))
        at_low = low is not None and (least == 0 or values[0] < SMALL)
        at_high = high is not None and (least == len(x) - 1 or values[-1] < SMALL)
        if low is None or high is None:
            if low is None and high is None:
                return simplest(x[max(least - 1, 0)], x[min(least + 1, len(x) - 1)])
            side, end = (1, low) if high is None else (-1, high)
            for step in AHEAD:
                c = end + side * step
                part = replace(where, low=c, over=None) if side > 0 else replace(where, high=c, under=None)
                if self._spare(f, part) is not None or next(self._tails(f, part), None) is not None:
                    return c
                for g, _ in self._multiples(f, part):
                    if number_at(g, float(c)) > 0:
                        _, slopes = values_of(side * sympy.diff(g, Z), part)
                        if len(slopes) and np.all(slopes >= 0):
                            return c
            return None
        if at_low == at_high:
            return simplest(x[max(least - 2, 1)], x[min(least + 2, len(x) - 2)]) if not at_low else simplest(*(float(low + (high - low) * t) for t in (Fraction(2, 5), Fraction(3, 5))))
        side = 1 if at_low else -1
        grows = values_of(side * sympy.diff(f, Z), where)[1]
        grows = grows if side > 0 else grows[::-1]
        falls = np.nonzero(grows < -TINY)[0]
        reach = (x if side > 0 else x[::-1])[falls[0] if len(falls) else len(x) // 2]
        start = float(low if side > 0 else high)
        if abs(reach - start) < 1e-4:  # noqa: PLR2004
            return None
        return simplest(*sorted(start + (reach - start) * t for t in (0.45, 0.75)))

    def _square(self, e: Node) -> Step:
        """A step that says that the square of a reciprocal is positive."""
        return self.live.add(by="sign", says=says_of(verify.make(">", (), (verify.power(e, 2), verify.const(0)))))

    def _conditions(self, formula: Node) -> list[Node]:
        return sorted(self.live.proof.conditions_of(formula) - self.live.proof.allowed, key=verify.text_of)

    def define(self, formula: Node, where: Where | None = None, shown: Step | None = None) -> None:
        """Have steps say that what a formula speaks of has a value.

        Raises:
            Rejected: That is not shown.

        """
        for c in self._conditions(formula):
            wanted = verify.stronger(c)
            out = {k for side, end in (((1, where.over), (-1, where.under)) if where is not None else ()) if end is None for k in self.sharp.get(side, ())}
            ways = [(k, f, assumed) for k, (f, assumed) in reversed([*enumerate(self.live.proof.known, 1)]) if f in wanted]
            fine = [k for k, _, assumed in ways if self.live._in_scope(k) and out.isdisjoint(assumed)]
            if fine:  # the verifier takes the latest of those that rest on least
                if min(ways, key=lambda way: len(way[2]))[0] not in fine:
                    self._again(fine[0])
                continue
            if where is None or self.own is None or not c.free:
                self.known(c)
                continue
            e = to_sympy(c.args[0], self.own)
            sign = sign_of(e, where)
            number = shown or self.show(simpler(sign * e), where, c.op != ">=")
            verify.demand(number is not None and (sign > 0 or c.op == "!="), "not shown to be defined")
            op = c.op if c.op != "!=" else ">" if sign > 0 else "<"
            number = self.live.add(by="combine", says=says_of(verify.make(op, (), c.args)), products=[["1", [number]]])
            if op != c.op:
                self.live.add(by="weaken", says=says_of(c), **{"from": [number]})

    def _again(self, k: Step) -> None:
        """Say again what a step says, so that it is the latest that says so."""
        f = self.live.proof.known[k - 1][0]
        if f.op != "!=":
            self.live.add(by="combine", says=says_of(f), products=[["1", [k]]])
            return
        own = verify.make(">", (), f.args), verify.make("<", (), f.args)
        k = next(n for n in range(len(self.live.proof.known), 0, -1) if self.live.proof.known[n - 1][0] in own and self.live.proof.known[n - 1][1] <= self.live.proof.known[k - 1][1])
        again = self.live.add(by="combine", says=says_of(self.live.proof.known[k - 1][0]), products=[["1", [k]]])
        self.live.add(by="weaken", says=says_of(f), **{"from": [again]})

    def variable(self) -> Node:
        """Return the own variable, of which nothing is supposed but between which numbers it lies."""
        if self.own is None:
            self.own = verify.var(self.live.variable((), ()), (), ())
        assert self.own is not None
        return self.own

    def node(self, f: sympy.Expr) -> Node:
        """Return a function of the own number."""
        return of_sympy(f, self.variable())

    def _formula(self, f: sympy.Expr, strict: bool) -> Node:
        return verify.make(">" if strict else ">=", (), (self.node(f), verify.const(0)))

    def for_all(self, number: Step) -> Step:
        """What a step says of the own variable, for all."""
        assert self.own is not None
        formula = self.live.proof.known[number - 1][0]
        says = verify.make("forall", (self.own.data[0], "matrix", (), ()), (formula,))
        return self.live.add(by="for-all", says=says_of(says), name=self.own.data[0], **{"from": [number]})


def tried(shown: Callable[..., Step | None], *args: Any) -> Step | None:
    """What an attempt shows; None where the verifier, or SymPy, does not follow."""
    try:
        return shown(*args)
    except (Rejected, KeyError, ArithmeticError, ValueError, TypeError, sympy.PolynomialError):
        return None


def says_of(node: Node) -> str:
    """Return the text of a formula or an expression."""
    return verify.text_of(node, sharing=True)


__all__ = ["Signs", "says_of", "tried"]
