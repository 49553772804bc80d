"""Bounds of functions of one number, by the signs of their derivatives: ``1 + x + x^2/2 <= e^x`` for ``x >= 0``.

With ``x = c + w^2`` a function does not fall from ``c`` on if its derivative there is not negative, which is shown by signs or in the same
way: each derivative is one instance of the theorem `least-value`. A line is two half-lines; ``x = e^z`` makes logarithms numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

import sympy

from proofs import verify
from proofs.proving.angles import arguments
from proofs.proving.citing import cite, theorem_of
from proofs.proving.combinations import combined
from proofs.proving.quotients import quotient_bound
from proofs.verify import Fraction, Node, Rejected

MAX_ORDER = 4
"""Derivatives that are taken one of the other."""
STEPS = (0, 0.01, 0.1, 0.3, 0.6, 1, 1.5, 2, 3, 5, 8, 12)
CENTERS = [Fraction(k, 2) for k in sorted(range(-10, 11), key=abs)]
SLACK = 1e-9


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

    def bound(self, formula: Node) -> int | None:
        """Return the number of a step that says a bound; None if none was found."""
        names = sorted({n for a in formula.args for n in a.free})
        if formula.op not in ("<=", ">=", "<", ">") or len(names) != 1 or not any(n.op == "map" for n in verify.nodes(formula)):
            return None
        gap = verify.less(*(formula.args if formula.op[0] == ">" else formula.args[::-1]))
        x = verify.var(names[0], (), ())
        try:
            if names[0] not in self.live.proof.variables or x.shape != self.live.proof.variables[names[0]]:
                return None
            for factor, parts in self._factors(gap, x):
                product = gap if not parts else of_sympy(sympy.expand(sympy.Add(*(to_sympy(factor) * t for t in sympy.Add.make_args(sympy.expand(to_sympy(gap)))))))
                says = verify.make(formula.op.replace("<", ">"), (), (product, verify.const(0))) if parts else formula
                for f, at in self._functions(product, x):
                    if (found := self._of_function(says, f, at)) is not None:
                        return self.live.add(by="combine", says=_says(formula), products=[["1", [found, *parts]]]) if parts else found
        except (Rejected, KeyError, ArithmeticError, ValueError):
            return None
        return None

    def _of_function(self, formula: Node, f: Node, at: Node) -> int | None:
        """A bound, whose gap is a function of one argument."""
        try:
            return self._on_given(formula, f, at) or self._on_line(formula, f, at)
        except (Rejected, KeyError, ArithmeticError, ValueError):
            return None

    def _factors(self, gap: Node, x: Node) -> Iterator[tuple[Node, list[Any]]]:
        """What is positive and may be multiplied with a gap: exponentials and denominators; and what its reciprocal is a product of."""
        yield verify.const(1), []
        found: list[tuple[Node, list[Any]]] = []
        bottoms = {n.args[0] for n in verify.nodes(gap) if n.op == "hpow" and verify.rational(n.args[1]) == -1 and n.args[0].free == x.free}
        for a in sorted(bottoms, key=verify.text_of)[:2]:
            positive = combined(self.live, verify.make(">", (), (a, verify.const(0))), self.given, self.known)
            if positive is not None:
                found.append((a, [positive, _says(verify.power(a, -1))]))
        for sign in (1, -1):
            sides = [verify.apply("exp", verify.scale(verify.const(k * sign), x)) for k in (1, -1)]
            positive = self.live._try(by="sign", says=_says(verify.make(">", (), (sides[1], verify.const(0)))))
            for a, parts in [*found, (verify.const(1), [])]:
                yield (sides[0] if a is verify.const(1) else verify.scale(a, sides[0])), [positive, *parts]
            yield from found if sign == 1 else ()

    def _functions(self, gap: Node, x: Node) -> Iterator[tuple[Node, Node]]:
        """A gap as a function of the place, and where it is taken: of the number, or of the logarithm of a multiple plus a number."""
        z = verify.var(self.place, (), ())
        yield verify.replaced(gap, {x.data[0]: z}, {}), x
        for log in sorted((n for n in verify.nodes(gap) if n.op == "map" and n.data[0] == "log" and n.free == x.free), key=verify.text_of):
            low, high = (_value(log.args[0], {x.data[0]: v}) for v in (1.0, 2.0))
            slope, start = Fraction(high - low).limit_denominator(64), Fraction(2 * low - high).limit_denominator(64)
            if slope and abs(_value(log.args[0], {x.data[0]: 7.0}) - float(7 * slope + start)) < SLACK:
                inner = verify.apply("exp", z)
                inner = inner if not start else verify.add(inner, verify.const(-start))
                inner = inner if slope == 1 else verify.scale(verify.const(1 / slope), inner)
                yield verify.replaced(verify.swapped(gap, log, z), {x.data[0]: inner}, {}), log

    # where

    def _on_given(self, formula: Node, f: Node, at: Node) -> int | None:
        """From, or up to, a number that bounds the argument."""
        for h in self.given:
            if h.op not in ("<=", "<", ">=", ">") or at not in h.args or (end := verify.rational(h.args[h.args[0] is at])) is None:
                continue
            side = 1 if (h.args[0] is at) == (h.op[0] == ">") else -1
            if (number := self._half(f, end, side, formula.op in ("<", ">"))) is not None:
                return self._taken(formula, f, at, end, side, number, self.known(h))
        return None

    def _on_line(self, formula: Node, f: Node, at: Node) -> int | None:
        """On both sides of the place where a function is least."""
        values = {c: _number(f, self.place, float(c)) for c in CENTERS}
        center = min(CENTERS, key=lambda c: values[c])
        sides = [] if values[center] < -SLACK else [(s, self._half(f, center, s, formula.op in ("<", ">"))) for s in (1, -1)]
        if not sides or any(k is None for _, k in sides):
            return None
        split = cite(self.live, "order-total", self.known, a=verify.const(center), b=at)
        cases = []
        for (side, number), case in zip(sides, self.live.proof.known[split - 1][0].args, strict=True):
            assumed = self.live.add(by="assume", says=verify.text_of(case))
            assert number is not None
            self.live.scope.add(assumed)
            try:
                cases.append([assumed, self._taken(formula, f, at, center, side, number, assumed)])
            finally:
                self.live.scope.discard(assumed)
        return self.live.add(by="cases", says=verify.text_of(formula, sharing=True), split=split, **{"from": cases})

    def _taken(self, formula: Node, f: Node, at: Node, center: Fraction, side: int, number: int, bound: int) -> int:
        """What is said of all numbers on one side of the center, of the argument."""
        add, op = self.live.add, self.live.proof.known[number - 1][0].op
        away = verify.scale(verify.const(side), verify.less(at, verify.const(center)))
        add(by="combine", says=_says(verify.make(">=", (), (away, verify.const(0)))), products=[["1", [bound]]])
        root = verify.power(away, Fraction(1, 2))
        body = self.live.proof.known[self.for_all(number) - 1][0]
        here = verify.replaced(body.args[0], {body.data[0]: root}, {})
        whole = len(self.live.data["steps"])
        self._define(here)
        found = add(by="instance", says=_says(here), **{"with": _says(root), "from": [whole]})
        if at.op == "map":
            value, says = verify.replaced(f, {self.place: at}, {}), verify.apply("exp", at)
            found = add(by="combine", says=_says(verify.make(op, (), (value, verify.const(0)))), products=[["1", [found]]])
            inverse = cite(self.live, "exponential-logarithm", self.known, a=at.args[0])
            plain = verify.make(op, (), (verify.swapped(value, says, at.args[0]), verify.const(0)))
            self._define(plain)
            found = add(by="rewrite", says=_says(plain), **{"from": [found, inverse]})
        return add(by="combine", says=_says(formula), products=[["1", [found]]])

    def _define(self, formula: Node) -> None:
        """Steps that say that what a formula speaks of has a value."""
        for condition in sorted(self.live.proof.conditions_of(formula) - self.live.proof.allowed, key=verify.text_of):
            self.known(condition)

    # steps

    def _half(self, f: Node, center: Fraction, side: int, strict: bool, order: int = 0) -> int | None:
        """A step that says that a function is not negative at the center plus or minus the square of the own variable."""
        values = [_number(f, self.place, float(center) + side * u) for u in STEPS]
        if values[0] == math.inf or any(value < -SLACK for value in values):
            return None
        w, op = self.variable(), ">" if strict else ">="
        formula = verify.make(op, (), (self._moved(f, center, side, w), verify.const(0)))
        number = self.live._try(by="sign", says=_says(formula)) or self.direct(formula)
        if number is not None or order == MAX_ORDER:
            return number
        slope = of_sympy(sympy.expand(side * sympy.diff(to_sympy(f), to_sympy(verify.var(self.place, (), ())))))
        start = self._sign(verify.replaced(f, {self.place: verify.const(center)}, {}), op)
        rising = None if start is None else self._half(slope, center, side, False, order + 1)
        if start is None or rising is None:
            return None
        theorem = theorem_of(self.live, "least-value")
        body = self._moved(f, center, side, verify.var(self.place, (), ()))
        put = {"f": ([self.place], body)}
        whole = verify.replaced(theorem.hypotheses[0], {}, {}, put)
        inner = verify.replaced(whole.args[0], {whole.data[0]: w}, {})
        self.live.add(by="combine", says=_says(inner), products=[["2", [_says(w), rising]]])
        self.for_all(len(self.live.data["steps"]))
        grows = self.live.add(
            by="theorem", id="least-value", says=_says(verify.replaced(theorem.goal, {"t": w}, {}, put)), sizes={},
            **{"with": {"t": _says(w)}, "functions": {"f": [[self.place], _says(body)]}, "from": [len(self.live.data["steps"])]},
        )  # fmt: skip
        return self.live.add(by="combine", says=_says(formula), products=[["1", [grows]], ["1", [start]]])

    def variable(self) -> Node:
        """Return the own variable, of which nothing is supposed."""
        if self.own is None:
            self.own = verify.var(self.live.variable((), ()), (), ())
        return self.own

    def direct(self, formula: Node) -> int | None:
        """Return the number of a step that says a bound of the own variable without derivatives; None if none was found."""
        number = combined(self.live, formula, self._circles(formula), self.known)
        return number or quotient_bound(self.live, formula, [], self.known)

    def _circles(self, formula: Node) -> list[Node]:
        """How the sines and cosines of a bound are related."""
        numbers = [cite(self.live, "sine-cosine", self.known, t=a) for a in arguments(formula)]
        return [self.live.proof.known[k - 1][0] for k in numbers]

    def _moved(self, f: Node, center: Fraction, side: int, e: Node) -> Node:
        square = verify.scale(verify.const(side), verify.power(e, 2)) if side < 0 else verify.power(e, 2)
        return verify.replaced(f, {self.place: verify.add(verify.const(center), square) if center else square}, {})

    def _sign(self, e: Node, op: str) -> int | None:
        """A step that says the sign of a number."""
        says = verify.make(op, (), (e, verify.const(0)))
        number = self.live._try(by="sign", says=_says(says)) or combined(self.live, says, [], self.known)
        if number is None and op == ">=" and (zero := self.live._try(by="identity", says=_says(verify.make("=", (), (e, verify.const(0)))))):
            number = self.live._try(by="weaken", says=_says(says), **{"from": [zero]})
        return number

    def for_all(self, number: int) -> int:
        """What a step says of the own variable, for all."""
        assert self.own is not None
        formula = self.live.proof.known[number - 1][0]
        says = verify.make("forall", (self.own.data[0], "matrix", (), ()), (formula,))
        return self.live.add(by="for-all", says=_says(says), name=self.own.data[0], **{"from": [number]})


NAMES = {"exp": sympy.exp, "log": sympy.log, "sin": sympy.sin, "cos": sympy.cos, "tanh": sympy.tanh, "arctan": sympy.atan}


def to_sympy(e: Node) -> sympy.Expr:
    """Return a number for SymPy.

    Raises:
        Rejected: It is made of something else than elementary functions.

    """
    if e.op == "var":
        return sympy.Symbol(e.data[0], real=True)
    if e.op == "const":
        return sympy.Rational(e.data[0].numerator, e.data[0].denominator)
    if e.op in ("add", "scale", "hadamard", "hpow"):
        return {"add": sympy.Add, "hpow": sympy.Pow}.get(e.op, sympy.Mul)(*map(to_sympy, e.args))
    if e.op == "map" and e.data[0] in NAMES:
        return NAMES[e.data[0]](to_sympy(e.args[0]))
    if e.op == "real" and e.data[0] == "pi":
        return sympy.pi
    same = verify.meaning(e)
    verify.demand(same is not None, "a function of another kind")
    assert same is not None
    return to_sympy(same)


def of_sympy(e: sympy.Expr) -> Node:
    """Return a number of SymPy.

    Raises:
        Rejected: It is made of something else than elementary functions.

    """
    if e.is_Symbol:
        return verify.var(str(e), (), ())
    if e.is_Rational:
        return verify.const(f"{e}")
    if e is sympy.pi:
        return verify.make("real", ("pi",))
    if e is sympy.E:
        return verify.apply("exp", verify.const(1))
    name = next((n for n, f in NAMES.items() if e.func is f), None)
    verify.demand(name is not None or e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Rational), "a function of another kind")
    args = [of_sympy(a) for a in sorted(e.args, key=sympy.default_sort_key)] if not e.is_Pow else [of_sympy(e.base)]
    if name is not None:
        return verify.apply(name, args[0])
    return verify.add(*args) if e.is_Add else reduce(verify.scale, args) if e.is_Mul else verify.power(args[0], Fraction(int(e.exp.p), int(e.exp.q)))


def _says(node: Node) -> str:
    return verify.text_of(node, sharing=True)


def _number(f: Node, place: str, at: float) -> float:
    """The value of a function; none where it has none, or where it is too large."""
    try:
        return _value(f, {place: at})
    except (ValueError, ZeroDivisionError, OverflowError):
        return math.inf


MAPS = {"exp": math.exp, "log": math.log, "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "arctan": math.atan, "abs": abs}


def _value(e: Node, env: dict[str, float]) -> float:
    """The value of a number in floating point.

    Raises:
        Rejected: It is made of something else than elementary functions.

    """
    if e.op == "var":
        return env[e.data[0]]
    if e.op == "const":
        return float(e.data[0])
    if e.op == "real" and e.data[0] in ("pi", "e"):
        return math.pi if e.data[0] == "pi" else math.e
    if e.op in ("add", "scale", "hadamard", "hpow"):
        values = [_value(a, env) for a in e.args]
        found = sum(values) if e.op == "add" else values[0] ** values[1] if e.op == "hpow" else values[0] * values[1]
        verify.demand(not isinstance(found, complex), "a root of a negative number")
        return found
    if e.op == "map" and e.data[0] in MAPS:
        return MAPS[e.data[0]](_value(e.args[0], env))
    verify.demand((same := verify.meaning(e)) is not None, "a function of another kind")
    return _value(same, env)


__all__ = ["Growth"]
