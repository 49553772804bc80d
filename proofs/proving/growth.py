"""Bounds of one quantity: as a function of a number between the ends that hypotheses give, whose sign is shown (`signs.py`).

A number is put as ``e^z``, ``z^2`` or ``1/z`` where the bound speaks of its logarithm, its root, or of what it is at infinity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy

from proofs import verify
from proofs.proving.citing import cite, instance
from proofs.proving.elementary import (
    Step,
    Where,
    Z,
    changes_of,
    in_letters,
    is_piecewise,
    plain,
    quantity_of,
    sign_of,
    simpler,
    to_sympy,
)
from proofs.proving.signs import Signs, says_of, tried
from proofs.proving.steps import gap_of
from proofs.verify import Fraction, Node, Rejected

Ends = dict[tuple[int, bool], tuple[Fraction, Step]]
"""By the side and whether it is strict a number and the step that says so."""


class Growth(Signs):
    """Bounds of functions of one number on a live proof."""

    def bound(self, formula: Node) -> Step | None:
        """Return the number of a step that says a bound; None if none was found."""
        if formula.op not in ("<=", ">=", "<", ">") or (x := quantity_of(formula)) is None:
            return None
        return tried(self._lengths, formula) or tried(self._plainly, formula, gap_of(formula), x)

    def _lengths(self, formula: Node) -> Step | None:
        """``|f| <= c`` from ``f <= c`` and ``-f <= c``."""
        small, large = formula.args if formula.op[0] == "<" else formula.args[::-1]
        if small.op != "map" or small.data[0] != "abs" or small.args[0] is quantity_of(formula):
            return None
        f, add = small.args[0], self.live.add
        sides = [self.bound(verify.make(formula.op.replace(">", "<"), (), (e, large))) for e in (f, verify.scale(verify.const(-1), f))]
        if None in sides:
            return None
        split = cite(self.live, "order-total", self.known, a=verify.const(0), b=f)

        def shown(place: int, case: Node, assumed: Step) -> Step:
            sign, side = (1, -1)[place], sides[place]
            above = add(by="combine", says=says_of(verify.make(">=", (), (f if sign > 0 else verify.scale(verify.const(-1), f), verify.const(0)))), products=[["1", [assumed]]])
            cofactors = [[says_of(verify.const(-1)), self._equal(small, f, sign, above), None]]
            return add(by="combine", says=says_of(formula), products=[["1", [side]]], cofactors=cofactors)

        return add(by="cases", says=says_of(formula), split=split, **{"from": self.live.in_cases(split, shown)})

    def _plainly(self, formula: Node, gap: Node, x: Node) -> Step | None:
        """A function of the quantity, or of a number of which the quantity is a function."""
        bounds = self._bounds(x)
        holes = [c for c in self.live.proof.allowed if c.op == "!=" and c.args[0] is x and verify.rational(c.args[1]) is not None]
        if not bounds and holes:
            return self._beside(formula, gap, x, min(holes, key=verify.text_of))
        return self._at_places(formula, gap, x, bounds)

    def _at_places(self, formula: Node, gap: Node, x: Node, bounds: Ends) -> Step | None:
        for inner, at, ends in self._places(gap, x, bounds):
            self.begin()
            if (found := self._of_all(formula, inner, at, ends)) is not None:
                return found
        return None

    def _beside(self, formula: Node, gap: Node, x: Node, hole: Node) -> Step | None:
        """On both sides of a number at which something has no value."""
        end = verify.rational(hole.args[1])
        self._source(hole)
        split = cite(self.live, "order-apart", self._last, a=x, b=hole.args[1])

        def shown(place: int, case: Node, assumed: Step) -> Step | None:
            side = (-1, 1)[place]
            signs = ("<", "<=") if side < 0 else (">", ">=")
            sharp = self.live.add(by="combine", says=says_of(verify.make(signs[0], (), (x, hole.args[1]))), products=[["1", [assumed]]])
            weak = self.live.add(by="weaken", says=says_of(verify.make(signs[1], (), (x, hole.args[1]))), **{"from": [sharp]})
            return self._at_places(formula, gap, x, {(side, True): (end, sharp), (side, False): (end, weak)})

        cases = self.live.in_cases(split, shown)
        return None if cases is None else self.live.add(by="cases", says=says_of(formula), split=split, **{"from": cases})

    def _bounds(self, x: Node) -> Ends:
        """What is known of a quantity: by the side and whether it is strict a number and the step that says so."""
        found: Ends = {}
        proof, add = self.live.proof, self.live.add

        def take(side: int, strict: bool, end: Fraction, parts: Callable[[], list[Any]]) -> None:
            old = found.get((side, strict))
            if old is None or side * (end - old[0]) > 0:
                op = {1: ">", -1: "<"}[side] + "=" * (not strict)
                says = verify.make(op, (), (x, verify.const(end)))
                told = says in self.given or says in proof.allowed
                step = self._source(says) if told else self.live._try(by="combine", says=says_of(says), products=parts())
                if step is not None:
                    found[side, strict] = end, step

        zero = verify.make(">=", (), (x, verify.const(0)))
        if x.op == "size":
            least = proof.sizes.least.get(next(iter(x.free)), 0)
            says = verify.make(">=", (), (verify.less(x, verify.const(least)), verify.const(0)))
            if (step := self.live._try(by="sign", says=says_of(says))) is not None:
                take(1, False, Fraction(least), lambda: [["1", [step]]])
        elif (step := self.live._try(by="sign", says=says_of(zero))) is not None:
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
                        e = gap_of(f) if not sign else verify.less(f.args[1], verify.scale(verify.const(sign), inside[0].args[0]))
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
                found[side, False] = strict[0], add(by="weaken", says=says_of(verify.make(op, (), (x, verify.const(strict[0])))), **{"from": [strict[1]]})
            elif strict is not None:
                del found[side, True]
        return found

    def _source(self, f: Node) -> Step:
        """A step that says what is known, or a condition of the domain."""
        return self.known(f) if f in self.given else self.live.add(by="defined", says=says_of(f))

    def _places(self, gap: Node, x: Node, bounds: Ends) -> Iterator[tuple[Node, Node, Ends]]:
        """The gap as a function of the own number, what that number is, and between which numbers it lies."""
        z, low = self.variable(), bounds.get((1, False), (None,))[0]
        yield verify.swapped(plain(gap, x), x, z), x, bounds
        heads = sorted(verify.nodes(gap), key=verify.text_of)
        for log in (n for n in heads if n.op == "map" and n.data[0] == "log" and n.scalar):
            line = sympy.Poly(to_sympy(log.args[0], x), Z) if x in verify.nodes(log) and to_sympy(log.args[0], x).is_polynomial(Z) else None
            if line is None or line.degree() != 1 or not all(c.is_Rational for c in line.all_coeffs()):
                continue
            slope, start = (Fraction(int(c.p), int(c.q)) for c in line.all_coeffs())
            inner = verify.scale(verify.const(1 / slope), verify.add(verify.apply("exp", z), verify.const(-start)))
            inner = verify.apply("exp", z) if (slope, start) == (1, 0) else inner
            yield verify.swapped(verify.swapped(plain(gap, x), log, z), x, inner), log, {}
        if any(n.op == "hpow" and n.args[0] is x and (q := verify.rational(n.args[1])) is not None and q.denominator == 2 for n in heads) and low is not None and low >= 0:  # noqa: PLR2004
            root = verify.power(x, Fraction(1, 2))

            def change(n: Node, visit: Any) -> Node | None:
                q = verify.rational(n.args[1]) if n.op == "hpow" and n.args[0] is x else None
                return verify.power(z, 2 * q) if q is not None and q.denominator <= 2 else verify.power(z, 2) if n is x else None  # noqa: PLR2004

            number = self.live._try(by="sign", says=says_of(verify.make(">=", (), (root, verify.const(0)))))
            if number is not None:
                yield verify.rebuilt(gap, change), root, {(1, False): (Fraction(0), number)}
        if low is not None and (low > 0 or (1, True) in bounds and low == 0) and (-1, False) not in bounds:
            other, strict, weak = verify.power(x, -1), bounds.get((1, True)), bounds[1, False][1]
            positive = strict[1] if strict is not None else self.live.add(by="combine", says=says_of(verify.make(">", (), (x, verify.const(0)))), products=[["1", [weak]], [str(low), []]])
            self.define(verify.make(">", (), (other, verify.const(0))))
            number = self.live.add(by="combine", says=says_of(verify.make(">", (), (other, verify.const(0)))), products=[["1", [positive, self._square(other)]]])
            ends = {(1, True): (Fraction(0), number), (1, False): (Fraction(0), self.live.add(by="weaken", says=says_of(verify.make(">=", (), (other, verify.const(0)))), **{"from": [number]}))}
            if low > 0:
                end = verify.make("<=", (), (other, verify.const(1 / low)))
                ends[-1, False] = 1 / low, self.live.add(by="combine", says=says_of(end), products=[[str(1 / low), [weak, number]]])
            yield verify.swapped(verify.swapped(plain(gap, x), other, z), x, verify.power(z, -1)), other, ends

    def _of_all(self, formula: Node, inner: Node, at: Node, ends: Ends) -> Step | None:
        """A bound from what is shown of all numbers between the ends, at one of them."""
        z, op, add = self.variable(), formula.op.replace("<", ">"), self.live.add
        if inner.free - z.free or (len(ends) > 1 and (1, False) in ends and (-1, False) in ends and ends[1, False][0] >= ends[-1, False][0]):
            return None
        assumed: dict[tuple[int, bool], Step] = {}
        for (side, strict), (end, _) in sorted(ends.items()):
            sign = (">" if side > 0 else "<") + "=" * (not strict)
            assumed[side, strict] = add(by="assume", says=says_of(verify.make(sign, (), (z, verify.const(end)))))
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
        there, at_there = formula, 0
        for k in (*wanted, number):
            f = self.live.proof.known[k - 1][0]
            said = f
            if steps:
                said = verify.make("implies", (), (*(self.live.proof.known[a - 1][0] for a in steps), f))
                k = add(by="implies", says=says_of(said), assumed=steps, **{"from": [k]})
            k = self.for_all(k)
            there = verify.replaced(f, {z.data[0]: at}, {})
            if f is not self.live.proof.known[number - 1][0] and there in self.live.proof.allowed:
                continue
            at_there = add(by="instance", says=says_of(there), **{"with": says_of(at), "from": [k, *premises]})
        if at.op == "map" and at.data[0] == "log":
            inverse = cite(self.live, "exponential-logarithm", self.known, a=at.args[0])
            plain = verify.swapped(there, verify.apply("exp", at), at.args[0])
            self.define(plain)
            at_there = add(by="rewrite", says=says_of(plain), **{"from": [at_there, inverse]})
        return add(by="combine", says=says_of(formula), products=[["1", [at_there]]])

    def everywhere(self, formula: Node) -> Step | None:
        """Return the number of a step that says a bound of a function of the own number, wherever that is; None if none was found."""
        self.begin()
        number = self._of_node(verify.make(formula.op.replace("<", ">"), (), (gap_of(formula), verify.const(0))), Where())
        return None if number is None else self.live.add(by="combine", says=says_of(formula), products=[["1", [number]]])

    def _of_node(self, formula: Node, where: Where) -> Step | None:
        """A bound ``f >= 0`` or ``f > 0`` on an interval; absolute values, maxima and hyperbolic tangents are put in other words first."""
        f, z = formula.args[0], self.variable()
        odd = sorted((n for n in verify.nodes(f) if is_piecewise(n) and not any(is_piecewise(m) for a in n.args for m in verify.nodes(a))), key=verify.text_of)
        for n in odd[:1]:
            inner = verify.less(*n.args) if n.op == "max" else n.args[0]
            e = to_sympy(inner, z)
            changes = changes_of(e, where)
            if changes is None:
                return None
            if changes:
                return self._split(changes[0], formula, where, lambda w: self._of_node(formula, w))
            sign = sign_of(e, where)
            side = self.show(sign * e, where, False)
            if side is None:
                return None
            number = self._equal(n, inner, sign, side)
            plain = verify.swapped(formula, *self.live.proof.known[number - 1][0].args)
            found = self._of_node(plain, where)
            if found is None:
                return None
            self.define(formula, where)
            return self.live.add(by="rewrite", says=says_of(formula), **{"from": [found, number]})
        e = to_sympy(f, z)
        if any(n.op in verify.DERIVATIVES for n in verify.nodes(f)):
            number = self._of_node(verify.make(formula.op, (), (self.node(simpler(e)), verify.const(0))), where)
            self.define(formula, where)
            return None if number is None else self.live.add(by="combine", says=says_of(formula), products=[["1", [number]]])
        tanh = sorted((n for n in verify.nodes(f) if n.op == "map" and n.data[0] == "tanh"), key=verify.text_of)
        if tanh:
            n, same = tanh[0], verify.UNFOLDED["tanh"](tanh[0].args[0])
            number = self.live.add(by="identity", says=says_of(verify.make("=", (), (n, same))), unfold=True)
            found = self._of_node(verify.swapped(formula, n, same), where)
            return None if found is None else self.live.add(by="rewrite", says=says_of(formula), **{"from": [found, number]})
        if (apart := self._logarithms_apart(f, e, where)) is not None:
            plain, equations = apart
            found = self._of_node(verify.make(formula.op, (), (plain, verify.const(0))), where)
            self.define(formula, where)
            return None if found is None else self.live.add(by="rewrite", says=says_of(formula), **{"from": [found, *equations]})
        number = self.show(e, where, formula.op == ">")
        if number is None:
            return None
        self.define(formula, where)
        return self.live.add(by="combine", says=says_of(formula), products=[["1", [number]]])

    def _logarithms_apart(self, f: Node, e: sympy.Expr, where: Where) -> tuple[Node, list[Step]] | None:
        """Logarithms of quotients as differences, where some of them cancel then."""
        z, parts = self.variable(), {}
        for n in sorted((n for n in verify.nodes(f) if n.op == "map" and n.data[0] == "log"), key=verify.text_of):
            top, bottom = sympy.fraction(in_letters(sympy.cancel, to_sympy(n.args[0], z)))
            if bottom.has(Z):
                parts[n] = top, bottom
        other = sympy.expand(e.subs([(to_sympy(n, z), sympy.log(a) - sympy.log(b)) for n, (a, b) in parts.items()]))
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
            self.live.add(by="combine", says=says_of(above), products=[["1", [self.show(bottom, where, True), self._square(reciprocal)]]])
            whole = verify.make(">", (), (verify.scale(a, reciprocal), verify.const(0)))
            self.live.add(by="combine", says=says_of(whole), products=[["1", [self.show(top, where, True), len(self.live.data["steps"])]]])
            used = [cite(self.live, "logarithm-power", self._last, a=b, c=verify.const(-1)), cite(self.live, "logarithm-product", self._last, a=a, b=reciprocal)]
            same = verify.less(verify.apply("log", a), verify.apply("log", b))
            whole = self.live.add(by="identity", says=says_of(verify.make("=", (), (verify.apply("log", verify.scale(a, reciprocal)), same))), using=used)
            self.define(verify.make("=", (), (n, n)), where)
            inner = self.live.add(by="identity", says=says_of(verify.make("=", (), (n, verify.apply("log", verify.scale(a, reciprocal))))))
            equations.append(self.live.add(by="rewrite", says=says_of(verify.make("=", (), (n, same))), **{"from": [inner, whole]}))
            plain = verify.swapped(plain, n, same)
        return plain, equations

    def _equal(self, n: Node, inner: Node, sign: int, side: Step) -> Step:
        """A step that says what an absolute value, a positive part or an extreme is, where the sign of its inner part is known."""
        add = self.live.add
        if n.op == "map" and n.data[0] == "abs":
            same = inner if sign > 0 else verify.scale(verify.const(-1), inner)
            add(by="combine", says=says_of(verify.make(">=", (), (same, verify.const(0)))), products=[["1", [side]]])
            number = cite(self.live, "absolute-nonnegative", self._last, t=same)
            return number if sign > 0 else add(by="identity", says=says_of(verify.make("=", (), (n, same))), using=[number])
        length = self._equal(verify.apply("abs", inner), inner, sign, side)
        if n.op == "map":
            half = cite(self.live, "positive-part-split", self._last, X=inner)
            return add(by="identity", says=says_of(verify.make("=", (), (n, inner if sign > 0 else verify.const(0)))), using=[half, length])
        a, b = n.args
        larger = a if sign > 0 else b
        half = cite(self.live, "maximum-written", self._last, a=a, b=b)
        return add(by="identity", says=says_of(verify.make("=", (), (n, larger))), using=[half, length])


__all__ = ["Growth"]
