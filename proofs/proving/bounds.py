"""The steps of bounds: instances of theorems, combinations, the calculus of norms, and what is said of all members of a family."""

from __future__ import annotations

import itertools
from collections import Counter

from proofs import verify
from proofs.proving.citing import cite, instances, known_soon
from proofs.proving.combinations import combined
from proofs.proving.definite import Definite
from proofs.proving.differences import distance
from proofs.proving.examples import with_slopes
from proofs.proving.families import stack_squares
from proofs.proving.growth import Growth
from proofs.proving.kinks import on_both_sides
from proofs.proving.live import LiveProof
from proofs.proving.matched import matched
from proofs.proving.norms import ATOMS, NormCalculus, norms_in
from proofs.proving.performance import performance
from proofs.proving.quotients import cleared, quotient_bound
from proofs.proving.steps import supposes
from proofs.proving.sums import members_of_extremes, sums_by_members
from proofs.proving.traces import trace_squares
from proofs.verify import Node, Rejected

MAX_PLAIN = 150
"""Parts of an equation of norms above which it is not looked at entry by entry before theorems are asked."""
MIN_WEIGHT = 30
"""Parts of a formula below which matrices in it are not taken to be arbitrary."""
MIN_PART = 12
"""Parts of such a matrix."""
MATCHED = 4_000
"""Work for which a search for instances of theorems counts."""


class Bounds(LiveProof):
    """Finds the steps of bounds."""

    def _of_general(self, formula: Node, says: str) -> int | None:
        """What is said of all matrices in the place of those that occur several times, and then of these."""
        if self.general or self.depth or formula.weight < MIN_WEIGHT or not norms_in(formula):
            return None
        both = set.intersection(*(set(verify.nodes(a)) for a in formula.args))
        parts = sorted(repeated(formula) & both, key=verify.text_of)
        free = (f"g{k}" for k in itertools.count(1) if f'"g{k}"' not in self.data["problem"])
        names = list(itertools.islice(free, len(parts)))
        other = formula
        for name, part in zip(names, parts, strict=True):
            other = verify.swapped(other, part, verify.var(name, *part.shape))
        if not parts or self.proof.conditions_of(other) - self.proof.allowed:
            return None
        for name, part in zip(names, parts, strict=True):
            self.data["variables"][name] = " ".join(map(verify.dim_text, part.shape))
            self.proof.variables[name] = part.shape
            self.proof.own.add(name)
        self.general, reason, spent = True, self.reason, self.proof.total
        try:
            number = self._relation(verify.text_of(other, sharing=True))
        finally:
            self.general, self.reason = False, reason
        if number is None:
            self.proof.spent = spent
        for name, part in zip(reversed(names), reversed(parts), strict=True):
            if number is None:
                return None
            other = verify.make("forall", (name, "matrix", *part.shape), (other,))
            number = self._try(by="for-all", says=verify.text_of(other, sharing=True), name=name, **{"from": [number]})
        for part in parts:
            if number is None:
                return None
            other = verify.replaced(other.args[0], {other.data[0]: part}, {})
            number = self._try(by="instance", says=verify.text_of(other, sharing=True), **{"with": verify.text_of(part, sharing=True), "from": [number]})
        return number


    def is_positive(self, condition: Node) -> bool:
        """Return whether that a number has a reciprocal, or a root, follows from what is said of its parts; then steps say so."""
        given = self._given()
        spoken = {n for h in given if h.op in ("<", ">", "<=", ">=") for n in h.free}
        e, zero = condition.args
        if not condition.free or not condition.free <= spoken or verify.rational(zero) != 0:
            return False
        says = condition if condition.op != "!=" else verify.make(">", (), (e, zero))
        number = combined(self, says, given, self._hypothesis) or quotient_bound(self, says, given, self._hypothesis)
        if number is not None and says is not condition:
            number = self._try(by="weaken", says=verify.text_of(condition), **{"from": [number]})
        return number is not None

    def _bound(self, formula: Node) -> int | None:
        """A theorem that says it, or the calculus of norms."""
        reason = self.reason
        is_order = formula.op in ("<=", ">=", "<", ">") and all(a.scalar for a in formula.args)
        if self.choosing and is_order:
            given = list(dict.fromkeys([*self._given(), *self._in_force()]))
            return combined(self, formula, given, self._hypothesis) or quotient_bound(self, formula, given, self._hypothesis)
        number = self._of_numbers(formula) or next(instances(self, formula, known_soon(self, self._hypothesis)), None)
        if number is None and norms_in(formula.args[0]) == set():
            number = next(instances(self, formula, self._hypothesis), None)
        if not is_order:
            return number
        assumed = self._in_force()
        given = list(dict.fromkeys([*self._given(), *assumed]))
        if number is None and not self.depth and any(n.op in ("sum", "maxover", "minover") for n in verify.nodes(formula)):
            given = list(dict.fromkeys([*given, *sums_by_members(self, formula, given), *members_of_extremes(self, formula)]))
        if number is None:
            number = combined(self, formula, given, self._hypothesis) or self._of_factors(formula)
            number = number or (None if self.general else on_both_sides(self, formula, self._hypothesis))
        if number is None and (clear := cleared(self, given, self._hypothesis)):
            number = combined(self, formula, [*clear, *given], self._hypothesis)
        if number is None and formula.op in ("<=", ">=") and not self.depth and formula.weight <= MAX_PLAIN:
            with self.proof.surely():
                number = self._as_equation(formula)
        if number is None and formula.op in ("<=", ">="):
            targets = norms_in(formula.args[formula.op == "<="], ATOMS)
            number = NormCalculus(self, self._hypothesis, targets, given).bound(formula)
        if number is None:
            with self.proof.surely():
                number = quotient_bound(self, formula, given, self._hypothesis) or trace_squares(self, formula, given)
                number = number or performance(self, formula, given, self._hypothesis)
        if number is None and not self.depth:
            with self.proof.surely():
                growth = Growth(self, given, self._hypothesis)
                number = growth.bound(formula) or distance(self, formula, growth)
        if number is None and norms_in(formula.args[0]):
            number = next(instances(self, formula, self._hypothesis), None)
        if number is None and not self.depth:
            with self.proof.surely():
                number = Definite(self, self._hypothesis).scalar(formula)
        if number is None:
            number = self._in_norms(formula)
        if number is None:
            number = self._over_indices(formula)
        if number is None and not self.general:
            number = self._by_theorems(formula, given, assumed) or self._by_squares(formula)
        self.reason = reason
        return number


    def _of_numbers(self, formula: Node) -> int | None:
        """An order of two numbers in which nothing is free, by their values."""
        if formula.free or formula.op == "=" or not all(a.scalar for a in formula.args):
            return None
        if formula.op == "!=":
            found = (self._of_numbers(verify.make(op, (), formula.args)) for op in ("<", ">"))
            strict = next((k for k in found if k is not None), None)
            return None if strict is None else self._try(by="weaken", says=verify.text_of(formula, sharing=True), **{"from": [strict]})
        if any(n.op in verify.DERIVATIVES for n in verify.nodes(formula)):
            return with_slopes(self, formula)
        return self._try(by="enclosure", says=verify.text_of(formula, sharing=True))


    def _of_factors(self, formula: Node) -> int | None:
        """The sign of a product of two numbers that both have that sign."""
        e, zero = formula.args
        if formula.op not in (">", ">=") or e.op != "scale" or verify.rational(zero) != 0:
            return None
        try:
            signs = [self._hypothesis(verify.make(formula.op, (), (part, zero))) for part in e.args]
        except Rejected:
            return None
        return self._try(by="combine", says=verify.text_of(formula, sharing=True), products=[["1", signs]])


    def _of_stack(self, squares: Node) -> int | None:
        """A bound of the squared spectral norm of matrices on top of each other."""
        norms = [n for n in norms_in(squares.args[0]) if n.args[0].op == "vcat"]
        try:
            found = [self.proof.known[stack_squares(self, n, self._hypothesis) - 1][0] for n in norms]
        except (Rejected, KeyError):
            return None
        return combined(self, squares, [*found, *self._given()], self._hypothesis) if found else None


    def _as_equation(self, formula: Node) -> int | None:
        """A bound of a norm by what it is equal to."""
        small, large = formula.args[::-1] if formula.op == ">=" else formula.args
        if small.op != "norm" or not norms_in(large):
            return None
        equal, bounding = verify.make("=", (), (small, large)), self.bounding
        self.bounding = True  # what would show the equation by the bound
        try:
            number = self._by_equations(equal, verify.text_of(equal, sharing=True))
        finally:
            self.bounding = bounding
        opposite = verify.text_of(verify.const(-1))
        return None if number is None else self._try(by="combine", says=verify.text_of(formula, sharing=True), cofactors=[[opposite, number, None]])


    def _in_force(self) -> list[Node]:
        """What is supposed, and what the opening says is defined."""
        return [*self._assumed(), *(f for k, (f, _) in enumerate(self.proof.known[: self.opening], 1) if self._in_scope(k))]

    def _assumed(self) -> list[Node]:
        """What is supposed, whole and in parts; not what follows."""
        steps = self.data["steps"]
        told = ("assume", "weaken")
        return [f for k, (f, assumed) in enumerate(self.proof.known, 1) if supposes(assumed) and steps[k - 1]["by"] in told and self._in_scope(k)]

    def _by_theorems(self, formula: Node, given: list[Node], assumed: list[Node]) -> int | None:
        """A combination with what theorems of the base say of the scalars of a bound; premises of theorems are not looked for so."""
        if self.depth or self.matching or verify.inside_norms_free(formula)[0].weight > MAX_PLAIN:
            return None
        self.proof.effort += MATCHED
        if not self.squared:  # of squares theorems say what they say of the numbers
            self.matching = True
            try:
                self.matches = list(matched(self, formula, assumed, self._hypothesis))
            finally:
                self.matching = False
        found = self.matches
        one = next((k for f in found if (k := combined(self, formula, [f, *given], self._hypothesis)) is not None), None) if len(found) > 1 else None
        return one or (combined(self, formula, [*found, *given], self._hypothesis) if found else None)


    def _by_squares(self, formula: Node) -> int | None:
        """A bound by that of the squares, where the larger side is not negative."""
        small, large = formula.args[::-1] if formula.op == ">=" else formula.args
        is_long = verify.inside_norms_free(formula)[0].weight > MAX_PLAIN
        if is_long or self.squared or self.depth or formula.op not in ("<=", ">=") or not _has_roots(formula):
            return None
        self.squared = True
        try:
            squares = verify.make("<=", (), (verify.power(small, 2), verify.power(large, 2)))
            above = verify.make(">=", (), (large, verify.const(0)))
            signed = self._try(by="sign", says=_positive(large)) or combined(self, above, self._given(), self._hypothesis)
            if signed is None or (self._of_stack(squares) or self._bound(squares)) is None:
                return None
            number = cite(self, "squares-order", self._hypothesis, a=small, b=large)
        except (Rejected, KeyError):
            return None
        finally:
            self.squared = False
        if self.proof.known[number - 1][0] is formula:
            return number
        says = verify.text_of(formula, sharing=True)
        return self._try(by="combine", says=says, products=[["1", [number]]])


    def _over_indices(self, formula: Node) -> int | None:
        """A bound of a maximum (by a minimum, between sums) by that of what stands behind it, for an index of the proof's own."""
        small, large = formula.args[::-1] if formula.op[0] == ">" else formula.args
        binder, op = small if small.op in ("maxover", "sum") else large, formula.op.replace(">", "<")
        if op not in ("<=", "<") or binder.op not in ("maxover", "minover", "sum") or binder.data[1] != verify.ONE:
            return None
        if binder.op == "sum":  # zero is a sum of zeros
            small, large = (verify.make("sum", (*binder.data[:3],), (a,)) if a is verify.const(0) else a for a in (small, large))
        alike = [a.op == binder.op and a.data[1:] == binder.data[1:] for a in (small, large)]
        if (binder.op == "sum" and not all(alike)) or any(n[0] == "#" for n in verify.names_in(binder.data[2])):
            return None
        name = self.index(binder.data[2])
        own = (verify.named(name),)
        sides = [
            verify.replaced(a.args[0], {}, {a.data[0]: own}) if inside else a
            for a, inside in zip((small, large), alike, strict=True)
        ]
        inner = self._relation(verify.text_of(verify.make(op, (), sides), sharing=True))
        self.release(name)
        if inner is None:
            return None
        over = verify.make(op, (), (small, large))
        says = verify.text_of(over, sharing=True)
        number = self._try(by="over", says=says, name=name, binder=binder.op, **{"from": [inner]})
        if number is None or over is formula:
            return number
        return self._try(by="combine", says=verify.text_of(formula, sharing=True), products=[["1", [number]]])


    def _in_norms(self, formula: Node) -> int | None:
        """A bound of largest singular values, by that of spectral norms."""
        parts = [n for n in verify.nodes(formula) if n.op == "sigma" and n.data == ("max",)]
        if not parts or any(n[0] == "#" for part in parts for n in part.free):
            return None
        other, equations = formula, []
        for part in sorted(parts, key=verify.text_of):
            norm = verify.make("norm", ("2",), part.args)
            other = verify.swapped(other, part, norm)
            equations.append(cite(self, "largest-singular-value", self._hypothesis, A=part.args[0]))
        number = self._bound(other)
        says = verify.text_of(formula, sharing=True)
        return None if number is None else self._try(by="rewrite", says=says, **{"from": [number, *equations]})


    def _given(self) -> list[Node]:
        """The hypotheses, conjunctions as their parts."""
        return [part for h in self.proof.problem.hypotheses for part in (h.args if h.op == "and" else (h,))]


def repeated(formula: Node) -> set[Node]:
    """The largest closed matrices that are no names and stand at several places, also behind a transposition."""
    places: Counter[Node] = Counter()
    for parent in verify.nodes(formula):
        for n in parent.args:
            plain = n.args[0] if n.op == "transpose" else n
            if plain.args and not plain.scalar and plain.op not in verify.FORMULAS and not any(x[0] == "#" for x in plain.free):
                places[plain] += parent.op != "transpose"
    bodies = (n.args[0] for n in verify.nodes(formula) if n.op in verify.DERIVATIVES)
    moving = {n.op for body in bodies for n in verify.nodes(body)} & {"softmax", "map", "inv", "det", "hpow"}
    several = {n for n, k in places.items() if k > 1 and n.op not in moving and n.weight >= MIN_PART and n.op not in ("eye", "ones") and any(x.op == "var" for x in verify.nodes(n))}
    found: set[Node] = set()

    def take(n: Node) -> None:
        if n in several:
            found.add(n)
        else:
            for a in n.args:
                take(a)

    take(formula)
    return {n for n in found if places[n] > sum(places[m] for m in found if m is not n and n in verify.nodes(m))}


def _positive(e: Node) -> str:
    return verify.text_of(verify.make(">=", (), (e, verify.const(0))), sharing=True)


def _has_roots(formula: Node) -> bool:
    """Whether a side of a bound is made of roots or absolute values, whose squares are simpler."""
    return any(n.op == "hpow" and verify.rational(n.args[1]) == verify.Fraction(1, 2) for n in verify.nodes(formula)) or any(
        a.op == "map" and a.data[0] == "abs" for a in formula.args
    )


__all__ = ["MAX_PLAIN", "Bounds", "repeated"]
