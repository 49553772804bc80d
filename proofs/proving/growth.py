"""Bounds of functions of one number, by the signs of their derivatives: ``log(1 + x) >= x / (1 + x)`` for ``x > -1``.

On an interval a function is taken apart into factors, each of one sign; it is above its value at an end from where its derivative has
one sign (the step `slope`); on a bounded piece where it stays away from zero, balls enclose it (the step `enclosure`). Where neither
is so the interval is cut: at zeros of the function, and where its derivatives change their signs. Floats choose the cuts and decide
what is tried; only accepted steps count. Before differentiating a function may be multiplied by something positive: division by
``e^p`` makes the polynomial beside it vanish after some derivatives (Polya and Szego, Problems and Theorems in Analysis II, part V, 1).
A number is put as ``e^z``, ``z^2`` or ``1/z`` where the bound speaks of its logarithm, its root, or of what it is at infinity.
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
from proofs.proving.citing import cite, instance
from proofs.proving.combinations import combined
from proofs.verify import Fraction, Node, Rejected

MAX_DEPTH, MAX_CUTS, MAX_TRIED, MAX_OPERATIONS = 14, 12, 120, 160
"""Functions one inside another, cuts and functions that are looked at in all, operations in a function."""
MAX_PIECES, LEAST_PIECE = 300, Fraction(1, 4096)
"""Pieces of an enclosure and their least length."""
TINY, SMALL, MAX_OPTIONS = 1e-11, 1e-6, 3
AHEAD = [Fraction(k, 4) for k in (1, 2, 3, 4, 6, 8, 12, 16, 20, 28, 40, 60, 100)]
FAR = 40.0
Step = int
Bounds = dict[tuple[int, bool], tuple[Fraction, Step]]
"""By the side and whether it is strict a number and the step that says so."""


class Distribution(sympy.Function):
    """The distribution function of the standard normal distribution."""

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        return Density(self.args[0])


class Density(sympy.Function):
    """Its density."""

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        return -self.args[0] * self


NAMES = {"exp": sympy.exp, "log": sympy.log, "sin": sympy.sin, "cos": sympy.cos, "tanh": sympy.tanh, "arctan": sympy.atan, "arcsin": sympy.asin,
         "Phi": Distribution, "phi": Density}  # fmt: skip
Z = sympy.Symbol("z", real=True)


@dataclass(frozen=True)
class Where:
    """Between which numbers the own number lies; the steps that say so, also strictly where an end is left out."""

    low: Fraction | None = None
    high: Fraction | None = None
    above: Step | None = None
    below: Step | None = None
    over: Step | None = None
    under: Step | None = None

    def without(self, *ends: str) -> Where:
        """Return the same where nothing strict is known at some ends."""
        return replace(self, **dict.fromkeys(ends))


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


class Growth:
    """Bounds of functions of one number on a live proof.

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
        self.tried = self.cuts = self.pieces = 0
        self.memo: dict[Any, Step | None] = {}
        self.sharp: dict[int, tuple[Step, ...]] = {}

    # a bound of a quantity

    def bound(self, formula: Node) -> Step | None:
        """Return the number of a step that says a bound; None if none was found."""
        if formula.op not in ("<=", ">=", "<", ">") or (x := quantity_of(formula)) is None:
            return None
        gap = verify.less(*(formula.args if formula.op[0] == ">" else formula.args[::-1]))
        return _tried(self._lengths, formula) or _tried(self._plainly, formula, gap, x)

    def _lengths(self, formula: Node) -> Step | None:
        """``|f| <= c`` from ``f <= c`` and ``-f <= c``."""
        small, large = formula.args if formula.op[0] == "<" else formula.args[::-1]
        if small.op != "map" or small.data[0] != "abs" or small.args[0] is quantity_of(formula):
            return None
        f, add = small.args[0], self.live.add
        sides = [self.bound(verify.make(formula.op.replace(">", "<"), (), (e, large))) for e in (f, verify.scale(verify.const(-1), f))]
        if None in sides:
            return None
        split, cases = cite(self.live, "order-total", self.known, a=verify.const(0), b=f), []
        for sign, case, side in zip((1, -1), self.live.proof.known[split - 1][0].args, sides, strict=True):
            assumed = add(by="assume", says=_says(case))
            above = add(by="combine", says=_says(verify.make(">=", (), (f if sign > 0 else verify.scale(verify.const(-1), f), verify.const(0)))), products=[["1", [assumed]]])
            self.live.scope |= {assumed}
            try:
                cofactors = [[_says(verify.const(-1)), self._equal(small, f, sign, above), None]]
                cases.append([assumed, add(by="combine", says=_says(formula), products=[["1", [side]]], cofactors=cofactors)])
            finally:
                self.live.scope -= {assumed}
        return add(by="cases", says=_says(formula), split=split, **{"from": cases})

    def _plainly(self, formula: Node, gap: Node, x: Node) -> Step | None:
        """A function of the quantity, or of a number of which the quantity is a function."""
        bounds = self._bounds(x)
        if not bounds and (hole := next((c for c in sorted(self.live.proof.allowed, key=verify.text_of) if c.op == "!=" and c.args[0] is x and verify.rational(c.args[1]) is not None), None)) is not None:
            return self._beside(formula, gap, x, hole)
        return self._at_places(formula, gap, x, bounds)

    def _at_places(self, formula: Node, gap: Node, x: Node, bounds: Bounds) -> Step | None:
        for inner, at, ends in self._places(gap, x, bounds):
            self.memo, self.tried, self.cuts, self.pieces = {}, 0, 0, 0
            if (found := self._of_all(formula, inner, at, ends)) is not None:
                return found
        return None

    def _beside(self, formula: Node, gap: Node, x: Node, hole: Node) -> Step | None:
        """On both sides of a number at which something has no value."""
        end, cases = verify.rational(hole.args[1]), []
        self._source(hole)
        split = cite(self.live, "order-apart", self._last, a=x, b=hole.args[1])
        for side, case in zip((-1, 1), self.live.proof.known[split - 1][0].args, strict=True):
            assumed = self.live.add(by="assume", says=_says(case))
            self.live.scope.add(assumed)
            try:
                signs = ("<", "<=") if side < 0 else (">", ">=")
                sharp = self.live.add(by="combine", says=_says(verify.make(signs[0], (), (x, hole.args[1]))), products=[["1", [assumed]]])
                weak = self.live.add(by="weaken", says=_says(verify.make(signs[1], (), (x, hole.args[1]))), **{"from": [sharp]})
                number = self._at_places(formula, gap, x, {(side, True): (end, sharp), (side, False): (end, weak)})
            finally:
                self.live.scope.discard(assumed)
            if number is None:
                return None
            cases.append([assumed, number])
        return self.live.add(by="cases", says=_says(formula), split=split, **{"from": cases})

    def _bounds(self, x: Node) -> Bounds:
        """What is known of a quantity: by the side and whether it is strict a number and the step that says so."""
        found: Bounds = {}
        proof, add = self.live.proof, self.live.add

        def take(side: int, strict: bool, end: Fraction, parts: Callable[[], list[Any]]) -> None:
            old = found.get((side, strict))
            if old is None or side * (end - old[0]) > 0:
                op = {1: ">", -1: "<"}[side] + "=" * (not strict)
                says = verify.make(op, (), (x, verify.const(end)))
                told = says in self.given or says in proof.allowed
                step = self._source(says) if told else self.live._try(by="combine", says=_says(says), products=parts())
                if step is not None:
                    found[side, strict] = end, step

        zero = verify.make(">=", (), (x, verify.const(0)))
        if x.op == "size":
            least = proof.sizes.least.get(next(iter(x.free)), 0)
            says = verify.make(">=", (), (verify.less(x, verify.const(least)), verify.const(0)))
            if (step := self.live._try(by="sign", says=_says(says))) is not None:
                take(1, False, Fraction(least), lambda: [["1", [step]]])
        elif (step := self.live._try(by="sign", says=_says(zero))) is not None:
            take(1, False, Fraction(0), lambda: [["1", [step]]])
        elif x.op == "entry":
            for name, strict in (("entry-positive", True), ("entry-nonnegative", False)):
                if verify.make(">" if strict else ">=", (), (x.args[0], verify.const(0))) in proof.problem.hypotheses and () in x.args[0].shape[1:]:
                    step = instance(self.live, name, self.known, {"x": x.args[0]}, {"n": x.args[0].rows, "i": (x.data[0],)})
                    take(1, strict, Fraction(0), lambda: [["1", [step]]])  # noqa: B023
        for f in dict.fromkeys([*self.given, *sorted(proof.allowed, key=verify.text_of)]):
            if f.op not in ("<=", "<", ">=", ">") or not x.free <= f.free or not all(a.scalar for a in f.args):
                continue
            inside = [n for n in verify.nodes(f) if n.op == "map" and n.data[0] == "abs" and n.scalar]
            for signs in ((1, -1),) if len(inside) == 1 and f.args[0] is inside[0] and f.op[0] == "<" else ((0,),):
                for sign in signs:
                    try:
                        e = verify.less(*(f.args if f.op[0] == ">" else f.args[::-1]))
                        e = e if not sign else verify.less(f.args[1], verify.scale(verify.const(sign), inside[0].args[0]))
                        line = sympy.Poly(to_sympy(e, x), Z)
                    except (Rejected, sympy.PolynomialError):
                        continue
                    if line.degree() != 1 or not all(c.is_Rational for c in line.all_coeffs()):
                        continue
                    slope, start = (Fraction(int(c.p), int(c.q)) for c in line.all_coeffs())

                    def parts(f: Node = f, sign: int = sign, slope: Fraction = slope) -> list[Any]:
                        c = str(1 / abs(slope))
                        at = [] if not sign else [[c, [cite(self.live, "absolute-above", self.known, t=verify.scale(verify.const(sign), inside[0].args[0]))]]]  # noqa: B023
                        return [[c, [self._source(f)]], *at]

                    take(1 if slope > 0 else -1, f.op in ("<", ">"), -start / slope, parts)
        for side in (1, -1):
            if (strict := found.get((side, True))) is not None and ((weak := found.get((side, False))) is None or side * (strict[0] - weak[0]) >= 0):
                op = ">=" if side > 0 else "<="
                found[side, False] = strict[0], add(by="weaken", says=_says(verify.make(op, (), (x, verify.const(strict[0])))), **{"from": [strict[1]]})
            elif strict is not None:
                del found[side, True]
        return found

    def _source(self, f: Node) -> Step:
        """A step that says what is known, or a condition of the domain."""
        return self.known(f) if f in self.given else self.live.add(by="defined", says=_says(f))

    def _places(self, gap: Node, x: Node, bounds: Bounds) -> Iterator[tuple[Node, Node, Bounds]]:
        """The gap as a function of the own number, what that number is, and between which numbers it lies."""
        z, low = self.variable(), bounds.get((1, False), (None,))[0]
        yield verify.swapped(_plain(gap, x), x, z), x, bounds
        heads = sorted(verify.nodes(gap), key=verify.text_of)
        for log in (n for n in heads if n.op == "map" and n.data[0] == "log" and n.scalar):
            line = sympy.Poly(to_sympy(log.args[0], x), Z) if x in verify.nodes(log) and to_sympy(log.args[0], x).is_polynomial(Z) else None
            if line is None or line.degree() != 1 or not all(c.is_Rational for c in line.all_coeffs()):
                continue
            slope, start = (Fraction(int(c.p), int(c.q)) for c in line.all_coeffs())
            inner = verify.scale(verify.const(1 / slope), verify.add(verify.apply("exp", z), verify.const(-start)))
            inner = verify.apply("exp", z) if (slope, start) == (1, 0) else inner
            yield verify.swapped(verify.swapped(_plain(gap, x), log, z), x, inner), log, {}
        if any(n.op == "hpow" and n.args[0] is x and (q := verify.rational(n.args[1])) is not None and q.denominator == 2 for n in heads) and low is not None and low >= 0:  # noqa: PLR2004
            root = verify.power(x, Fraction(1, 2))

            def change(n: Node, visit: Any) -> Node | None:
                q = verify.rational(n.args[1]) if n.op == "hpow" and n.args[0] is x else None
                return verify.power(z, 2 * q) if q is not None and q.denominator <= 2 else verify.power(z, 2) if n is x else None  # noqa: PLR2004

            number = self.live._try(by="sign", says=_says(verify.make(">=", (), (root, verify.const(0)))))
            if number is not None:
                yield verify.rebuilt(gap, change), root, {(1, False): (Fraction(0), number)}
        if low is not None and (low > 0 or (1, True) in bounds and low == 0) and (-1, False) not in bounds:
            other, strict, weak = verify.power(x, -1), bounds.get((1, True)), bounds[1, False][1]
            positive = strict[1] if strict is not None else self.live.add(by="combine", says=_says(verify.make(">", (), (x, verify.const(0)))), products=[["1", [weak]], [str(low), []]])
            self.define(verify.make(">", (), (other, verify.const(0))))
            number = self.live.add(by="combine", says=_says(verify.make(">", (), (other, verify.const(0)))), products=[["1", [positive, self._square(other)]]])
            ends = {(1, True): (Fraction(0), number), (1, False): (Fraction(0), self.live.add(by="weaken", says=_says(verify.make(">=", (), (other, verify.const(0)))), **{"from": [number]}))}
            if low > 0:
                end = verify.make("<=", (), (other, verify.const(1 / low)))
                ends[-1, False] = 1 / low, self.live.add(by="combine", says=_says(end), products=[[str(1 / low), [weak, number]]])
            yield verify.swapped(verify.swapped(_plain(gap, x), other, z), x, verify.power(z, -1)), other, ends

    def _square(self, e: Node) -> Step:
        """A step that says that the square of a reciprocal is positive."""
        return self.live.add(by="sign", says=_says(verify.make(">", (), (verify.power(e, 2), verify.const(0)))))

    def _of_all(self, formula: Node, inner: Node, at: Node, ends: Bounds) -> Step | None:
        """A bound from what is shown of all numbers between the ends, at one of them."""
        z, op, add = self.variable(), formula.op.replace("<", ">"), self.live.add
        if inner.free - z.free or (len(ends) > 1 and (1, False) in ends and (-1, False) in ends and ends[1, False][0] >= ends[-1, False][0]):
            return None
        assumed: dict[tuple[int, bool], Step] = {}
        for (side, strict), (end, _) in sorted(ends.items()):
            sign = (">" if side > 0 else "<") + "=" * (not strict)
            assumed[side, strict] = add(by="assume", says=_says(verify.make(sign, (), (z, verify.const(end)))))
        low, high = (ends.get((side, False), (None,))[0] for side in (1, -1))
        where = Where(low, high, *(assumed.get(k) for k in ((1, False), (-1, False), (1, True), (-1, True))))
        self.live.scope |= {*assumed.values()}
        self.sharp = {side: (k,) for (side, strict), k in assumed.items() if strict}
        try:
            number = self._of_node(verify.make(op, (), (inner, verify.const(0))), where)
            if number is None:
                return None
            wanted = [self._last(c) for c in sorted(self._conditions(self.live.proof.known[number - 1][0]), key=lambda c: c.weight)]
        finally:
            self.live.scope -= {*assumed.values()}
        steps, premises = [*assumed.values()], [k for _, k in (ends[key] for key in assumed)]
        there = None
        for k in (*wanted, number):
            f = self.live.proof.known[k - 1][0]
            said = f
            if steps:
                said = verify.make("implies", (), (*(self.live.proof.known[a - 1][0] for a in steps), f))
                k = add(by="implies", says=_says(said), assumed=steps, **{"from": [k]})
            k = self.for_all(k)
            there = verify.replaced(f, {z.data[0]: at}, {})
            if f is not self.live.proof.known[number - 1][0] and there in self.live.proof.allowed:
                continue
            number_there = add(by="instance", says=_says(there), **{"with": _says(at), "from": [k, *premises]})
        if at.op == "map" and at.data[0] == "log":
            inverse = cite(self.live, "exponential-logarithm", self.known, a=at.args[0])
            plain = verify.swapped(there, verify.apply("exp", at), at.args[0])
            self.define(plain)
            number_there = add(by="rewrite", says=_says(plain), **{"from": [number_there, inverse]})
        return add(by="combine", says=_says(formula), products=[["1", [number_there]]])

    # functions of the own number, as nodes

    def _of_node(self, formula: Node, where: Where) -> Step | None:
        """A bound ``f >= 0`` or ``f > 0`` on an interval; absolute values, maxima and hyperbolic tangents are put in other words first."""
        f, z = formula.args[0], self.variable()
        odd = sorted((n for n in verify.nodes(f) if _is_piecewise(n) and not any(_is_piecewise(m) for a in n.args for m in verify.nodes(a))), key=verify.text_of)
        for n in odd[:1]:
            inner = verify.less(*n.args) if n.op == "max" else n.args[0]
            e = to_sympy(inner, z)
            changes = self._changes(e, where)
            if changes is None:
                return None
            if changes:
                return self._split(changes[0], formula, where, lambda w: self._of_node(formula, w))
            sign = self._sign_of(e, where)
            side = self.show(sign * e, where, False)
            if side is None:
                return None
            number = self._equal(n, inner, sign, side)
            plain = verify.swapped(formula, *self.live.proof.known[number - 1][0].args)
            found = self._of_node(plain, where)
            if found is None:
                return None
            self.define(formula, where)
            return self.live.add(by="rewrite", says=_says(formula), **{"from": [found, number]})
        e = to_sympy(f, z)
        if any(n.op in verify.DERIVATIVES for n in verify.nodes(f)):
            number = self._of_node(verify.make(formula.op, (), (self.node(simpler(e)), verify.const(0))), where)
            self.define(formula, where)
            return None if number is None else self.live.add(by="combine", says=_says(formula), products=[["1", [number]]])
        tanh = sorted((n for n in verify.nodes(f) if n.op == "map" and n.data[0] == "tanh"), key=verify.text_of)
        if tanh:
            n, same = tanh[0], verify.UNFOLDED["tanh"](tanh[0].args[0])
            number = self.live.add(by="identity", says=_says(verify.make("=", (), (n, same))), unfold=True)
            found = self._of_node(verify.swapped(formula, n, same), where)
            return None if found is None else self.live.add(by="rewrite", says=_says(formula), **{"from": [found, number]})
        if (apart := self._logarithms_apart(f, e, where)) is not None:
            plain, equations = apart
            found = self._of_node(verify.make(formula.op, (), (plain, verify.const(0))), where)
            self.define(formula, where)
            return None if found is None else self.live.add(by="rewrite", says=_says(formula), **{"from": [found, *equations]})
        number = self.show(e, where, formula.op == ">")
        if number is None:
            return None
        self.define(formula, where)
        return self.live.add(by="combine", says=_says(formula), products=[["1", [number]]])

    def _logarithms_apart(self, f: Node, e: sympy.Expr, where: Where) -> tuple[Node, list[Step]] | None:
        """Logarithms of quotients as differences, where some of them cancel then."""
        z, parts = self.variable(), {}
        for n in sorted((n for n in verify.nodes(f) if n.op == "map" and n.data[0] == "log"), key=verify.text_of):
            top, bottom = sympy.fraction(sympy.cancel(to_sympy(n.args[0], z)))
            if bottom.has(Z):
                parts[n] = top, bottom
        apart = {to_sympy(n, z): (sympy.log(a) if a != 1 else 0) - sympy.log(b) for n, (a, b) in parts.items()}
        other = sympy.expand(e.subs(apart))
        if not parts or len({n for n in other.atoms(sympy.log) if n.has(Z)}) >= len({n for n in sympy.expand(e).atoms(sympy.log) if n.has(Z)}):
            return None
        equations, plain = [], f
        for n, (top, bottom) in parts.items():
            a, b = self.node(top), self.node(bottom)
            for one in (top, bottom):
                verify.demand(self.show(one, where, True) is not None, "not shown to be positive")
            reciprocal = verify.power(b, -1)
            self.define(verify.make(">", (), (reciprocal, verify.const(0))), where, self.show(bottom, where, True))
            above = verify.make(">", (), (reciprocal, verify.const(0)))
            self.live.add(by="combine", says=_says(above), products=[["1", [self.show(bottom, where, True), self._square(reciprocal)]]])
            self.live.add(by="combine", says=_says(verify.make(">", (), (verify.scale(a, reciprocal), verify.const(0)))), products=[["1", [self.show(top, where, True), len(self.live.data["steps"])]]])
            used = [cite(self.live, "logarithm-power", self._last, a=b, c=verify.const(-1)), cite(self.live, "logarithm-product", self._last, a=a, b=reciprocal)]
            same = verify.less(verify.apply("log", a), verify.apply("log", b))
            whole = self.live.add(by="identity", says=_says(verify.make("=", (), (verify.apply("log", verify.scale(a, reciprocal)), same))), using=used)
            self.define(verify.make("=", (), (n, n)), where)
            inner = self.live.add(by="identity", says=_says(verify.make("=", (), (n, verify.apply("log", verify.scale(a, reciprocal))))))
            equations.append(self.live.add(by="rewrite", says=_says(verify.make("=", (), (n, same))), **{"from": [inner, whole]}))
            plain = verify.swapped(plain, n, same)
        return plain, equations

    def _equal(self, n: Node, inner: Node, sign: int, side: Step) -> Step:
        """A step that says what an absolute value, a positive part or an extreme is, where the sign of its inner part is known."""
        add = self.live.add
        if n.op == "map" and n.data[0] == "abs":
            same = inner if sign > 0 else verify.scale(verify.const(-1), inner)
            add(by="combine", says=_says(verify.make(">=", (), (same, verify.const(0)))), products=[["1", [side]]])
            number = cite(self.live, "absolute-nonnegative", self._last, t=same)
            return number if sign > 0 else add(by="identity", says=_says(verify.make("=", (), (n, same))), using=[number])
        length = self._equal(verify.apply("abs", inner), inner, sign, side)
        if n.op == "map":
            half = cite(self.live, "positive-part-split", self._last, X=inner)
            return add(by="identity", says=_says(verify.make("=", (), (n, inner if sign > 0 else verify.const(0)))), using=[half, length])
        a, b = n.args
        larger = a if sign > 0 else b
        half = cite(self.live, "maximum-written", self._last, a=a, b=b)
        return add(by="identity", says=_says(verify.make("=", (), (n, larger))), using=[half, length])

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
                return self.live.add(by="weaken", says=_says(formula), **{"from": [k]})
        return self.known(formula)

    def _split(self, c: Fraction, formula: Node, where: Where, shown: Callable[[Where], Step | None]) -> Step | None:
        """A bound on both sides of a number."""
        self.cuts += 1
        if self.cuts > MAX_CUTS:
            return None
        z, end, add = self.variable(), verify.const(c), self.live.add
        split = cite(self.live, "order-total", self.known, a=end, b=z)
        cases = []
        for side, case in zip((1, -1), self.live.proof.known[split - 1][0].args, strict=True):
            assumed = add(by="assume", says=_says(case))
            self.live.scope.add(assumed)
            try:
                step = add(by="combine", says=_says(verify.make(">=" if side > 0 else "<=", (), (z, end))), products=[["1", [assumed]]])
                part = replace(where, low=c, above=step, over=None) if side > 0 else replace(where, high=c, below=step, under=None)
                if (number := shown(part)) is None:
                    return None
                if self.live.proof.known[number - 1][0] is not formula:
                    self.define(formula, part)
                    number = add(by="combine", says=_says(formula), products=[["1", [number]]])
                cases.append([assumed, number])
            finally:
                self.live.scope.discard(assumed)
        self.define(formula, where)
        return add(by="cases", says=_says(formula), split=split, **{"from": cases})

    # signs

    def show(self, f: sympy.Expr, where: Where, strict: bool, depth: int = 0) -> Step | None:
        """Return the number of a step that says that a function is not negative (positive) on an interval; None if none was found."""
        key = f, where, strict
        if key not in self.memo:
            self.memo[key] = None  # until it is found
            self.memo[key] = _tried(self._show, f, where, strict, depth)
        return self.memo[key]

    def _show(self, f: sympy.Expr, where: Where, strict: bool, depth: int) -> Step | None:
        self.tried += 1
        if depth > MAX_DEPTH or self.tried > MAX_TRIED or f.count_ops() > MAX_OPERATIONS:
            return None
        if not f.has(Z):
            return self._constant(self.node(f), strict)
        formula = self._formula(f, strict)
        x, values = self._values(f, where)
        if not len(values) or not np.all(values >= -TINY * (1 + np.abs(values))):
            return None
        ends = [e for e, left_out in ((where.low, where.over), (where.high, where.under)) if e is not None and left_out is None]
        if strict and any(abs(_number(f, float(e))) < TINY and is_zero(f.subs(Z, sympy.Rational(e.numerator, e.denominator))) for e in ends):
            return None
        self.define(formula, where)
        if (line := self._line(f, formula, where, strict)) is not None:
            return line
        if (number := self.live._try(by="sign", says=_says(formula))) is not None:
            return number
        if (parts := factors_of(f)) is not None:
            return self._product(f, parts, where, strict, depth)
        if (number := self._enclosed(f, formula, where, x, values)) is not None:
            return number
        options = [one for g, positive in self._multiples(f, where) for side in (1, -1) if (one := self._rise(g, positive, where, side)) is not None]
        for rise in sorted(options, key=lambda one: one.measure)[:MAX_OPTIONS]:
            number = _tried(self._rising, rise, where, strict, depth)
            if number is not None and rise.positive is not None:
                number = self._divided(f, rise.positive, number, strict, where)
            if number is not None:
                return number
        if (spare := self._spare(f, where)) is not None and (number := _tried(self._without, f, spare, where, strict, depth)) is not None:
            return number
        for tail in self._tails(f, where):
            if (number := _tried(self._by_tail, f, tail, where, strict, depth)) is not None:
                return number
        if (number := _tried(self._by_circle, formula) or _tried(self._by_logarithm, f, formula, where, strict, depth)) is not None:
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
            zero = None if strict else self.live._try(by="identity", says=_says(says)) or self.live._try(by="identity", says=_says(says), using=self._logarithms(e))
            says = verify.make(">=", (), says.args)
            return zero and self.live._try(by="weaken", says=_says(says), **{"from": [zero]})
        return self.live._try(by="sign", says=_says(says)) or self.live._try(by="enclosure", says=_says(says))

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
        return self.live.add(by="sign", says=_says(formula))

    def _line(self, f: sympy.Expr, formula: Node, where: Where, strict: bool) -> Step | None:
        """A polynomial of degree one, by an end."""
        if not f.is_polynomial(Z) or sympy.degree(f, Z) != 1:
            return None
        slope, start = (Fraction(int(c.p), int(c.q)) for c in sympy.Poly(f, Z).all_coeffs() if c.is_Rational)
        end, weak, sharp = (where.low, where.above, where.over) if slope > 0 else (where.high, where.below, where.under)
        step = sharp if strict and sharp is not None else weak
        if end is None or step is None or (there := slope * end + start) < 0:
            return None
        return self.live._try(by="combine", says=_says(formula), products=[[str(abs(slope)), [step]], *([[str(there), []]] if there else [])])

    def _product(self, f: sympy.Expr, parts: list[tuple[sympy.Expr, int]], where: Where, strict: bool, depth: int) -> Step | None:
        """A product, by the signs of its factors."""
        number, steps, sign = sympy.Integer(1), [], 1
        for base, power in parts:
            if not base.has(Z):
                number *= base**power
                continue
            if power > 0 and power % 2 == 0 and not strict:
                steps.append(_says(self.node(base ** (power // 2))))
                self.define(verify.make(">=", (), (self.node(base), verify.const(0))), where)
                continue
            if power % 2 and (changes := self._changes(base, where)):
                return self._split(changes[0], self._formula(f, strict), where, lambda w: self.show(f, w, strict, depth + 1))
            own = self._sign_of(base, where)
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
            steps += [one] * (power % 2) + [self.live.add(by="sign", says=_says(square)) if strict else _says(root)]
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
        return self.live.add(by="combine", says=_says(formula), products=[[scale, steps]])

    def _enclosed(self, f: sympy.Expr, formula: Node, where: Where, x: Any, values: Any) -> Step | None:
        """A function that stays away from zero on a bounded interval."""
        if where.low is None or where.high is None or where.low >= where.high or values.min() < SMALL * (1 + values.max() if values.max() < 1 / SMALL else 1):
            return None
        slope, waiting, cuts = sympy.diff(f, Z), [(where.low, where.high)], []
        while waiting:
            a, b = waiting.pop()
            points = np.linspace(float(a), float(b), 9)
            with np.errstate(all="ignore"):
                there, slopes = (np.asarray(_compiled(g)(points), dtype=float) * np.ones(9) for g in (f, slope))
            if there[4] > np.abs(slopes).max() * float(b - a):  # half of it is what the slopes may take away
                cuts.append(b)
            elif b - a < LEAST_PIECE * (where.high - where.low) or self.pieces + len(waiting) + len(cuts) > MAX_PIECES:
                return None
            else:
                waiting += [((a + b) / 2, b), (a, (a + b) / 2)]
        self.pieces += len(cuts)
        step = {"by": "enclosure", "says": _says(formula), "name": self.variable().data[0], "from": [where.above, where.below]}
        return self.live._try(**step, cuts=list(map(str, cuts[:-1]))) or self.live._try(**step, cuts=[str(c) for a, b in itertools.pairwise([where.low, *cuts]) for c in ((a + b) / 2, b)][:-1])

    def _spare(self, f: sympy.Expr, where: Where) -> sympy.Expr | None:
        """A term that is not negative, and without which the function seems not to be, either."""
        for term in sorted(sympy.Add.make_args(sympy.expand(f)), key=sympy.default_sort_key):
            rest = sympy.expand(f - term)
            values = [self._values(e, where)[1] for e in (term, rest)]
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
        return self.live.add(by="combine", says=_says(formula), products=[["1", [k]] for k in steps])

    def _tails(self, f: sympy.Expr, where: Where) -> Iterator[Tail]:
        """What is below a function that speaks of the normal distribution once: ``0 <= Phi <= 1``, ``-z Phi(z) <= phi(z)`` for z < 0, and so for 1 - Phi."""
        found, whole = sorted(f.atoms(Distribution), key=sympy.default_sort_key), sympy.expand(f)
        if len(found) != 1 or found[0].args[0] != Z:
            return
        q = whole.coeff(found[0])
        p = sympy.expand(whole - q * found[0])
        if p.has(Distribution) or q.has(Distribution):
            return
        sign = self._sign_of(q, where)
        bounds = [Tail(p if sign > 0 else p + q, sign, sympy.Integer(1), q)]
        if where.high is not None and where.high < 0 and sign < 0:
            bounds.append(Tail(sympy.expand(-Z * p + q * Density(Z)), sign, -Z, q))
        if where.low is not None and where.low > 0 and sign > 0:
            bounds.append(Tail(sympy.expand(Z * (p + q) - q * Density(Z)), sign, Z, q))
        for tail in bounds:
            _, values = self._values(tail.below, where)
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
            fact = add(by="sign", says=_says(verify.make(">=", (), (verify.apply("Phi", at), verify.const(0)))))
        else:
            positive = self.show(tail.factor, where, True, depth + 1)
            verify.demand(positive is not None, "not on one side of zero")
            add(by="combine", says=_says(verify.make(">", (), (at, verify.const(0)))), products=[["1", [positive]]])
            fact = cite(self.live, "mills", self._last, t=at)
            above = verify.make(">", (), (verify.power(self.node(tail.factor), -1), verify.const(0)))
            self.define(above, where, positive)
            parts = [add(by="combine", says=_says(above), products=[["1", [positive, self._square(above.args[0])]]])]
        formula = self._formula(f, strict)
        self.define(formula, where)
        mirrored = (tail.factor == 1) == (tail.sign < 0)
        cofactors = [[_says(self.node(tail.beside)), cite(self.live, "distribution-mirrored", self._last, t=z), None]] if mirrored else []
        return add(by="combine", says=_says(formula), products=[["1", [low, *parts]], ["1", [side, fact, *parts]]], cofactors=cofactors)

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
            self.live.add(by="combine", says=_says(says), products=[["1", [k]]])
        larger = cite(self.live, "logarithm-larger-strict" if strict else "logarithm-larger", self._last, a=a, b=b)
        plain = cite(self.live, "logarithm-exponential", self._last, t=self.node(y))
        equal = self.live.add(by="identity", says=_says(verify.make("=", (), (verify.apply("log", verify.add(a, b)), verify.apply("log", self.node(large))))))
        cofactors = [[_says(verify.const(str(c))), k, None] for c, k in ((times, plain), (-abs(times), equal))]
        return self.live.add(by="combine", says=_says(formula), products=[[str(abs(times)), [larger]]], cofactors=cofactors)

    def _multiples(self, f: sympy.Expr, where: Where) -> Iterator[tuple[sympy.Expr, sympy.Expr | None]]:
        """The function, and what it is after division by something positive."""
        yield f, None
        exponents = {e.args[0] for e in f.atoms(sympy.exp) if e.args[0].is_polynomial(Z)}
        for p in sorted(exponents, key=sympy.default_sort_key)[:4]:
            yield sympy.expand(f * sympy.exp(-p)), sympy.exp(p)
        for log in sorted((n for n in f.atoms(sympy.log) if n.has(Z)), key=sympy.default_sort_key)[:2]:
            beside = sympy.expand(f).coeff(log)
            if beside.has(Z) and not beside.has(log):
                sign = self._sign_of(beside, where)
                yield sympy.expand(sympy.expand(f) / (sign * beside)) if beside.is_Pow or beside.is_Symbol else sum(sympy.cancel(t / (sign * beside)) for t in sympy.Add.make_args(sympy.collect(sympy.expand(f), log))), sign * beside

    def _divided(self, f: sympy.Expr, positive: sympy.Expr, number: Step, strict: bool, where: Where) -> Step | None:
        """From ``g`` back to its product with something positive."""
        other = self.show(positive, where, strict)
        self.define(self._formula(f, strict), where)
        return None if other is None else self.live._try(by="combine", says=_says(self._formula(f, strict)), products=[["1", [number, other]]])

    def _rise(self, f: sympy.Expr, positive: sympy.Expr | None, where: Where, side: int) -> Rise | None:
        """A function that seems to rise from an end of the interval on, or to fall towards it, and not to be negative there."""
        end, step = (where.low, where.above) if side > 0 else (where.high, where.below)
        if end is None or step is None or not (start := _number(f, float(end))) > -TINY:
            return None
        slope = simpler(side * sympy.diff(f, Z))
        _, values = self._values(slope, where.without("over" if side > 0 else "under"))
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
            return add(by="combine", says=_says(says), products=[["1", [number]]])

        slopes = [turned(weak, op + "=", here)]
        if (sharply := strict and start <= SMALL):
            number = None if sharp is None else self.show(slope, where, True, depth + 1)
            if number is None:
                return None
            slopes.append(turned(number, op, where))
            step = sharp
        more = verify.make(">" if sharply else ">=", (), (body, verify.replaced(body, {z.data[0]: c}, {})))
        self.define(more, where)
        number = add(by="slope", says=_says(more), name=z.data[0], **{"from": [step, *slopes]})
        self.define(formula, where)
        return add(by="combine", says=_says(formula), products=[["1", [number]], ["1", [base]]])

    # cuts

    def _cut(self, f: sympy.Expr, where: Where, x: Any, values: Any) -> Fraction | None:
        """Where to cut: at a zero inside, at the least value, or where the function rises from its end."""
        low, high = where.low, where.high
        inside = [k for k in range(1, len(x) - 1) if values[k] <= min(values[k - 1], values[k + 1])]
        for k in sorted(inside, key=lambda k: values[k])[:3]:
            if values[k] < 1e-3 * (1 + np.median(values)):  # perhaps a zero
                c = self._zero(f, x[k - 1], x[k + 1])
                if c is not None and (low is None or c > low) and (high is None or c < high):
                    return c
        least = int(np.argmin(values))
        at_low = low is not None and (least == 0 or values[0] < SMALL)
        at_high = high is not None and (least == len(x) - 1 or values[-1] < SMALL)
        if low is None or high is None:
            if low is None and high is None:
                return _simple(x[max(least - 1, 0)], x[min(least + 1, len(x) - 1)])
            side, end = (1, low) if high is None else (-1, high)
            for step in AHEAD:
                c = end + side * step
                part = replace(where, low=c, over=None) if side > 0 else replace(where, high=c, under=None)
                if self._spare(f, part) is not None or next(self._tails(f, part), None) is not None:
                    return c
                for g, _ in self._multiples(f, part):
                    if _number(g, float(c)) > 0:
                        _, slopes = self._values(side * sympy.diff(g, Z), part)
                        if len(slopes) and np.all(slopes >= 0):
                            return c
            return None
        if at_low == at_high:
            return _simple(x[max(least - 2, 1)], x[min(least + 2, len(x) - 2)]) if not at_low else _simple(*(float(low + (high - low) * t) for t in (Fraction(2, 5), Fraction(3, 5))))
        side = 1 if at_low else -1
        grows = self._values(side * sympy.diff(f, Z), where)[1]
        grows = grows if side > 0 else grows[::-1]
        falls = np.nonzero(grows < -TINY)[0]
        reach = (x if side > 0 else x[::-1])[falls[0] if len(falls) else len(x) // 2]
        start = float(low if side > 0 else high)
        if abs(reach - start) < 1e-4:  # noqa: PLR2004
            return None
        return _simple(*sorted(start + (reach - start) * t for t in (0.45, 0.75)))

    def _zero(self, f: sympy.Expr, a: float, b: float) -> Fraction | None:
        """A rational number between two others at which a function is zero, and has its least value."""
        for _ in range(60):
            p, q = a + (b - a) / 3, b - (b - a) / 3
            a, b = (a, q) if _number(f, p) < _number(f, q) else (p, b)
        guess = Fraction((a + b) / 2).limit_denominator(60)
        if abs(float(guess) - (a + b) / 2) > SMALL:
            return None
        value = f.subs(Z, sympy.Rational(guess.numerator, guess.denominator))
        return guess if is_zero(value) else None

    def _changes(self, f: sympy.Expr, where: Where) -> list[Fraction] | None:
        """The rational numbers inside at which a function changes its sign; None where it does so elsewhere."""
        x, values = self._values(f, where)
        found = []
        for k in range(len(x) - 1):
            if values[k] * values[k + 1] < 0 or (values[k] == 0 and 0 < k):
                a, b = (x[k], x[k + 1]) if values[k] else (x[k], x[k])
                for _ in range(80):
                    middle = (a + b) / 2
                    a, b = (a, middle) if _number(f, a) * _number(f, middle) <= 0 else (middle, b)
                guess = Fraction((a + b) / 2).limit_denominator(60)
                if f.subs(Z, sympy.Rational(guess.numerator, guess.denominator)) != 0:
                    return None
                found.append(guess)
        inside = [c for c in dict.fromkeys(found) if (where.low is None or c > where.low) and (where.high is None or c < where.high)]
        return inside

    def _sign_of(self, f: sympy.Expr, where: Where) -> int:
        _, values = self._values(f, where)
        return 1 if len(values) and values[np.argmax(np.abs(values))] > 0 else -1

    def _values(self, f: sympy.Expr, where: Where) -> tuple[Any, Any]:
        """Numbers of the interval and the values there, where they are finite."""
        low, high = (None if e is None else float(e) for e in (where.low, where.high))
        t = np.linspace(0, 1, 121)
        if low is not None and high is not None:
            x = low + (high - low) * np.unique(np.concatenate([t, t[1:60] ** 4 / 50, 1 - t[1:60] ** 4 / 50]))
        elif low is not None:
            x = low + np.concatenate([t**2 * 3, 3 + t[1:] ** 2 * FAR])
        elif high is not None:
            x = high - np.concatenate([t**2 * 3, 3 + t[1:] ** 2 * FAR])[::-1]
        else:
            x = np.concatenate([-(3 + t[:0:-1] ** 2 * FAR), np.linspace(-3, 3, 241), 3 + t[1:] ** 2 * FAR])
        x = x[1:] if where.over is not None else x
        x = x[:-1] if where.under is not None else x
        with np.errstate(all="ignore"):
            values = np.asarray(_compiled(f)(x), dtype=float) * np.ones(len(x))
        good = np.isfinite(values)
        return x[good], values[good]

    # conditions

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
            sign = self._sign_of(e, where)
            number = shown or self.show(simpler(sign * e), where, c.op != ">=")
            verify.demand(number is not None and (sign > 0 or c.op == "!="), "not shown to be defined")
            op = c.op if c.op != "!=" else ">" if sign > 0 else "<"
            number = self.live.add(by="combine", says=_says(verify.make(op, (), c.args)), products=[["1", [number]]])
            if op != c.op:
                self.live.add(by="weaken", says=_says(c), **{"from": [number]})

    def _again(self, k: Step) -> None:
        """Say again what a step says, so that it is the latest that says so."""
        f = self.live.proof.known[k - 1][0]
        if f.op != "!=":
            self.live.add(by="combine", says=_says(f), products=[["1", [k]]])
            return
        own = verify.make(">", (), f.args), verify.make("<", (), f.args)
        k = next(n for n in range(len(self.live.proof.known), 0, -1) if self.live.proof.known[n - 1][0] in own and self.live.proof.known[n - 1][1] <= self.live.proof.known[k - 1][1])
        again = self.live.add(by="combine", says=_says(self.live.proof.known[k - 1][0]), products=[["1", [k]]])
        self.live.add(by="weaken", says=_says(f), **{"from": [again]})

    # steps

    def variable(self) -> Node:
        """Return the own variable, of which nothing is supposed but between which numbers it lies."""
        if self.own is None:
            self.own = verify.var(self.live.variable((), ()), (), ())
        return self.own

    def node(self, f: sympy.Expr) -> Node:
        """Return a function of the own number."""
        return of_sympy(f, self.variable())

    def _formula(self, f: sympy.Expr, strict: bool) -> Node:
        return verify.make(">" if strict else ">=", (), (self.node(f), verify.const(0)))

    def everywhere(self, formula: Node) -> Step | None:
        """Return the number of a step that says a bound of a function of the own number, wherever that is; None if none was found."""
        self.memo, self.tried, self.cuts, self.pieces = {}, 0, 0, 0
        gap = verify.less(*(formula.args if formula.op[0] == ">" else formula.args[::-1]))
        number = self._of_node(verify.make(formula.op.replace("<", ">"), (), (gap, verify.const(0))), Where())
        return None if number is None else self.live.add(by="combine", says=_says(formula), products=[["1", [number]]])

    def for_all(self, number: Step) -> Step:
        """What a step says of the own variable, for all."""
        assert self.own is not None
        formula = self.live.proof.known[number - 1][0]
        says = verify.make("forall", (self.own.data[0], "matrix", (), ()), (formula,))
        return self.live.add(by="for-all", says=_says(says), name=self.own.data[0], **{"from": [number]})


def is_zero(value: sympy.Expr) -> bool:
    """Return whether a number is zero, as far as thirty digits and SymPy tell."""
    return value == 0 or bool(not value.is_Rational and abs(_number(value, 0.0)) < TINY and abs(value.evalf(30)) < 1e-24 and sympy.simplify(value) == 0)  # noqa: PLR2004


def _tried(shown: Callable[..., Step | None], *args: Any) -> Step | None:
    """What an attempt shows; None where the verifier, or SymPy, does not follow."""
    try:
        return shown(*args)
    except (Rejected, KeyError, ArithmeticError, ValueError, TypeError, sympy.PolynomialError):
        return None


def quantity_of(formula: Node) -> Node | None:
    """Return the one scalar of which a formula speaks that is made of no others; None if there are several, or matrices."""
    found: dict[Node, None] = {}
    waiting, elementary = [*formula.args], False
    while waiting:
        n = waiting.pop()
        elementary = elementary or n.op in ("map", "hpow", "max", "min", *verify.DERIVATIVES)
        if not n.scalar or any(name[0] == "#" for name in n.free):
            return None
        if n.op in ("const", "real"):
            continue
        if n.op in ("add", "scale", "hadamard", "map", "max", "min", "matmul") or (n.op == "hpow" and verify.rational(n.args[1]) is not None):
            waiting += n.args[: 1 if n.op == "hpow" else None]
        elif n.op in verify.DERIVATIVES and n.args[0].free <= {n.data[0]}:
            waiting += n.args[1:]
        elif n.op in ("var", "entry", "norm"):
            found[n] = None
        elif n.op == "size" and len(n.free) == 1:
            found[verify.make("size", (verify.named(next(iter(n.free))),))] = None
        else:
            return None
    return next(iter(found)) if len(found) == 1 and elementary else None


def _plain(gap: Node, x: Node) -> Node:
    """The same with polynomials of a size as sums."""
    if x.op != "size":
        return gap
    return verify.rebuilt(gap, lambda n, visit: _size(n, x) if n.op == "size" else None)


def _size(n: Node, x: Node) -> Node:
    terms = [reduce(verify.scale, [x] * sum(p for _, p in m), verify.const(c)) for m, c in n.data[0]]
    return n if n is x else verify.add(*terms)


def _is_piecewise(n: Node) -> bool:
    return n.scalar and ((n.op == "map" and n.data[0] in ("abs", "relu")) or (n.op == "max" and len(n.args) == 2))  # noqa: PLR2004


def factors_of(f: sympy.Expr) -> list[tuple[sympy.Expr, int]] | None:
    """Return the factors of a function with their exponents; None if it is no product."""
    whole = sympy.factor(sympy.together(f))
    top, bottom = sympy.fraction(sympy.powsimp(whole) if whole.has(sympy.exp) else whole)
    found: dict[sympy.Expr, int] = {}
    for side, e in ((1, top), (-1, bottom)):
        for part in sympy.Mul.make_args(e):
            base, power = part.as_base_exp() if not isinstance(part, sympy.exp) else (part, sympy.Integer(1))
            base, power = (base, power) if power.is_Integer else (part, sympy.Integer(1))
            found[base] = found.get(base, 0) + side * int(power)
    parts = [(b, k) for b, k in found.items() if k and b != 1]
    real = [(b, k) for b, k in parts if b.has(Z)]
    return None if len(real) == 1 and real[0][1] == 1 and (len(parts) == 1 or sympy.expand(real[0][0] - f) == 0) else parts


def measure(f: sympy.Expr) -> int:
    """Return how complicated the factors of a function are whose sign is not plain."""
    parts = factors_of(f) or [(f, 1)]
    return sum(b.count_ops() for b, k in parts if b.has(Z) and not isinstance(b, sympy.exp) and not (b.is_polynomial(Z) and sympy.degree(b, Z) < 2))  # noqa: PLR2004


def simpler(f: sympy.Expr) -> sympy.Expr:
    """Return the same function as one quotient, where that is shorter."""
    other = sympy.factor(sympy.together(f))
    return min((f, sympy.expand(f), other), key=lambda e: (e.count_ops(), sympy.default_sort_key(e)))


def _simple(a: float, b: float) -> Fraction:
    """The rational number with the smallest denominator between two others."""
    for d in range(1, 2000):
        n = np.ceil(a * d)
        if n <= b * d:
            if n < 0 and np.floor(b * d) >= 0:
                n = 0
            return Fraction(int(n), d)
    return Fraction((a + b) / 2).limit_denominator(10_000)


_KEPT: dict[sympy.Expr, Any] = {}


def _compiled(f: sympy.Expr) -> Any:
    if f not in _KEPT:
        if len(_KEPT) > 4000:  # noqa: PLR2004
            _KEPT.clear()
        _KEPT[f] = sympy.lambdify(Z, f, modules=[{"Distribution": _distribution, "Density": lambda x: np.exp(-x * x / 2) / np.sqrt(2 * np.pi)}, "numpy"])
    return _KEPT[f]


def _distribution(x: Any) -> Any:
    from math import erf, sqrt

    return np.vectorize(lambda t: (1 + erf(t / sqrt(2))) / 2)(x)


def _number(f: sympy.Expr, x: float) -> float:
    """The value at a number, -inf where it has none."""
    with np.errstate(all="ignore"):
        try:
            value = float(_compiled(f)(np.float64(x)))
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            return float("-inf")
    return value if np.isfinite(value) else float("-inf")


def to_sympy(e: Node, x: Node) -> sympy.Expr:
    """Return a function of a quantity for SymPy.

    Raises:
        Rejected: It is made of something else than elementary functions, or speaks of something else.

    """
    if e is x:
        return Z
    if e.op == "const":
        return sympy.Rational(e.data[0].numerator, e.data[0].denominator)
    if e.op == "size" and x.op == "size" and e.free == x.free:
        return sympy.Add(*(sympy.Rational(c.numerator, c.denominator) * Z ** sum(p for _, p in m) for m, c in e.data[0]))
    if e.op == "hpow":
        q = verify.rational(e.args[1])
        verify.demand(q is not None, "an exponent that is no number")
        return to_sympy(e.args[0], x) ** sympy.Rational(q.numerator, q.denominator)
    if e.op in ("add", "scale", "hadamard", "matmul"):
        return (sympy.Add if e.op == "add" else sympy.Mul)(*(to_sympy(a, x) for a in e.args))
    if e.op == "map" and e.data[0] in NAMES:
        return NAMES[e.data[0]](to_sympy(e.args[0], x))
    if e.op == "real" and e.data[0] == "pi":
        return sympy.pi
    if e.op in verify.DERIVATIVES and e.args[0].scalar and e.args[1].scalar:
        slope = sympy.diff(to_sympy(e.args[0], verify.var(e.data[0], (), ())), Z).subs(Z, to_sympy(e.args[1], x))
        return slope if e.op != "frechet" else slope * to_sympy(e.args[2], x)
    same = verify.meaning(e)
    verify.demand(same is not None, "a function of another kind")
    return to_sympy(same, x)


def of_sympy(e: sympy.Expr, x: Node) -> Node:
    """Return a function of SymPy of a quantity.

    Raises:
        Rejected: It is made of something else than elementary functions.

    """
    if e is Z:
        return x
    if e.is_Rational:
        return verify.const(f"{e}")
    if e is sympy.pi:
        return verify.make("real", ("pi",))
    if e is sympy.E:
        return verify.apply("exp", verify.const(1))
    name = next((n for n, f in NAMES.items() if e.func is f), None)
    verify.demand(name is not None or e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Rational), "a function of another kind")
    args = [of_sympy(a, x) for a in sorted(e.args, key=sympy.default_sort_key)] if not e.is_Pow else [of_sympy(e.base, x)]
    if name is not None:
        return verify.apply(name, args[0])
    return verify.add(*args) if e.is_Add else reduce(verify.scale, args) if e.is_Mul else verify.power(args[0], Fraction(int(e.exp.p), int(e.exp.q)))


def _says(node: Node) -> str:
    return verify.text_of(node, sharing=True)


__all__ = ["Growth", "Z", "of_sympy", "to_sympy"]
