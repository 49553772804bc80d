"""Rates of first-order methods: a bound as a combination of what is known of a function at the points of which the bound speaks.

Hypotheses for all points (the interpolation inequalities of a class of functions: Taylor, Hendrickx and Glineur, Smooth strongly
convex interpolation, 2017) are taken at pairs of points; the bound is a sum of them, each times products of what is known of step sizes
and moduli, plus squares of vectors: values of functions and inner products of vectors are coordinates, in which all this is linear.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

from derive.bounds.comparison.cone import Block, NoSolver, Point, solved
from proofs import verify
from proofs.proving.citing import Live, cite
from proofs.proving.coordinates import Coordinates, Ratio, Reader, cleared, gradings, product, weight
from proofs.verify import Node, Rejected

Instance = tuple[Node, Coordinates, Callable[[], int]]
"""A hypothesis for all points, what it says at some, and what makes the step that says it."""
MAX_POINTS, MAX_FACTORS, MAX_COLUMNS, MAX_LEVEL = 5, 9, 700, 4
ORDERS = ("<=", "<", ">=", ">")


@dataclass(frozen=True, slots=True)
class Factor:
    """What is not negative, made of parameters: its value, and the factors of a `combine` step that make it."""

    value: Ratio
    parts: tuple[Any, ...]


def performance(live: Live, formula: Node, given: Iterable[Node], known: Callable[[Node], int]) -> int | None:
    """Return the number of a step that says a bound of functions at points; None if none was found."""
    given = list(given)
    about = [h for h in given if h.op == "forall" and any(n.op == "fun" for n in verify.nodes(h))]
    parts = verify.nodes(formula)
    if formula.op not in ORDERS or not (any(n.op == "var" and n.rows and not n.cols for n in parts) if not about else any(n.op == "fun" for n in parts)):
        return None
    try:
        return Rate(live, given, about, known, formula).steps()
    except (Rejected, NoSolver, KeyError, OverflowError):
        return None


class Rate(Reader):
    """Steps of one bound."""

    def __init__(self, live: Live, given: list[Node], about: list[Node], known: Callable[[Node], int], formula: Node) -> None:
        self.live, self.known, self.about, self.formula = live, known, about, formula
        self.equations = _ordered(h for h in given if h.op == "=" and (h.args[0].op == "grad" or h.args[0].op == "var") and h.args[0] not in verify.nodes(h.args[1]))
        self.goal = self._put(formula)
        ground = [self._put(h) for h in given if h.op in ORDERS and all(a.scalar for a in h.args)]
        spoken = [self.goal, *ground, *(h for h in given if h.op == "=")]
        names = {n.data[0] for f in (*spoken, *about) for n in verify.nodes(f) if n.op == "var" and n.scalar and n.data[0] in f.free}
        super().__init__(names)
        self.points = self._points([self.goal, *(self._put(h) for h in given if h.op == "=")]) if about else []
        self.ground = ground
        self.richest: dict[Node, int] = {}
        self.given = {self._put(h): h for h in given}

    def _put(self, f: Node) -> Node:
        for e in self.equations:
            if f is not e:
                f = verify.swapped(f, *e.args)
        return f

    def _points(self, formulas: list[Node]) -> list[Node]:
        """Where functions and gradients are taken, and points at which a gradient is known."""
        found = dict.fromkeys(a for f in formulas for n in _ordered_nodes(f) if n.op == "fun" for a in n.args if not any(x[0] == "#" for x in a.free))
        found |= dict.fromkeys(n.args[1] for f in (*formulas, *self.equations) for n in _ordered_nodes(f) if n.op == "grad" and not any(x[0] == "#" for x in n.args[1].free))
        points = [self._put(p) for p in found if not p.scalar]
        verify.demand(0 < len(points) <= MAX_POINTS, "no points, or too many")
        return list(dict.fromkeys(points))

    # what is known

    def instances(self) -> Iterator[Instance]:
        """Yield what the hypotheses for all points say at the points of the bound, with what makes the step."""
        for h in self.about:
            depth, body = 0, h
            while body.op == "forall":
                depth, body = depth + 1, body.args[0]
            if depth > 2 or body.op not in ORDERS or body.args[0].op == "norm":  # noqa: PLR2004
                continue
            for chosen in itertools.permutations(self.points, depth) if depth > 1 else ((p,) for p in self.points):
                formulas = [h]
                for p in chosen:
                    formulas.append(verify.replaced(formulas[-1].args[0], {formulas[-1].data[0]: p}, {}))
                with suppress(Rejected):
                    found = self.gap(self._put(formulas[-1]))
                    if found:
                        self.richest[h] = max(self.richest.get(h, 0), len(found))
                        yield h, found, cache(lambda fs=formulas, ps=chosen: self._instance(fs, ps))

    def _instance(self, formulas: list[Node], points: tuple[Node, ...]) -> int:
        number = self.known(formulas[0])
        for f, p in zip(formulas[1:], points, strict=True):
            number = self.live.add(by="instance", says=verify.text_of(f, sharing=True), **{"with": verify.text_of(p), "from": [number]})
        return self._rewritten(number, self._put(formulas[-1]))

    def _rewritten(self, number: int, to: Node) -> int:
        """The step with what equations say put in."""
        if self.live.proof.known[number - 1][0] is to:
            return number
        equations = [*map(self.known, self.equations)]
        told = {f for f, _ in self.live.proof.known}
        for c in sorted(self.live.proof.conditions_of(to) - self.live.proof.allowed - told, key=verify.text_of):
            before = next((d for d in sorted(self.live.proof.allowed, key=verify.text_of) if self._put(d) is c), None)
            if before is not None:
                self.live.add(by="rewrite", says=verify.text_of(c), **{"from": [self.known(before), *equations]})
        return self.live.add(by="rewrite", says=verify.text_of(to, sharing=True), **{"from": [number, *equations]})

    def factors(self, target: Coordinates) -> list[Factor]:
        """Return what is known of the parameters alone, and the reciprocals of what is positive."""
        found: list[Factor] = []
        values: set[Ratio] = set()
        bottoms = [p for _, p in sorted({str(p): p for c in target.values() for p, _ in c.bottom.factor()[1]}.items())]
        for f in self.ground:
            with suppress(Rejected):
                gap = self.gap(f)
                if gap.keys() != {()} or (value := gap[()]) in values or (value.top.is_constant() and value.bottom.is_constant()):
                    continue
                values.add(value)
                number = cache(lambda f=f: self._rewritten(self.known(self.given[f]), f))
                found.append(Factor(value, (number,)))
                if f.op in ("<", ">") and value.bottom.is_one():
                    found.append(self._reciprocal(value.top, lambda n=number: [["1", [n()]]]))
        for p in bottoms:
            value = Ratio(p, self.one.bottom)
            if value not in values and (products := self._positive(p, found)) is not None:
                found.append(self._reciprocal(p, products))
        return found[:MAX_FACTORS]

    def _reciprocal(self, p: Any, products: Callable[[], list[list[Any]]]) -> Factor:
        """The reciprocal of a polynomial that is positive, as that times the square of the reciprocal."""
        node = self.node(p)

        def number() -> int:
            says = [verify.text_of(verify.make(op, (), (node, verify.const(0)))) for op in (">", "!=")]
            positive = self.live.add(by="combine", says=says[0], products=products())
            self.live.add(by="weaken", says=says[1], **{"from": [positive]})
            return positive

        return Factor(Ratio(self.one.bottom, p), (cache(number), verify.text_of(verify.power(node, -1))))

    def _positive(self, p: Any, factors: list[Factor]) -> Callable[[], list[list[Any]]] | None:
        """The products of a step that says that a sum of positive parameters is positive."""
        single = {m: (f, c) for f in factors if f.value.bottom.is_one() and len(d := f.value.top.to_dict()) == 1 for m, c in d.items()}
        monomials = p.to_dict()
        if not all(m in single and c > 0 for m, c in monomials.items()):
            return None
        return lambda: [[f"{c / single[m][1]}", [single[m][0].parts[0]()]] for m, c in monomials.items()]

    # steps

    def steps(self) -> int | None:
        """Return the number of the step that says the bound, None if none was found."""
        small, large = self.goal.args[::-1] if self.goal.op[0] == ">" else self.goal.args
        if self.goal.op in ("<=", ">=") and (number := self._by_inner(small, large)) is not None:
            return number
        sides = [_parameter_and_norm(e) for e in (small, large)]
        if None not in sides and "norm" in {n.op for _, n in sides if n is not None}:
            number = self._of_norms(small, large)
        else:
            number = self._combined(self.goal)
        if number is None or self.goal is self.formula:
            return number
        return self.live.add(by="rewrite", says=verify.text_of(self.formula, sharing=True), **{"from": [number, *map(self.known, self.equations)]})

    def _by_inner(self, small: Node, large: Node) -> int | None:
        """A bound by a product of two norms, by the inner product of the vectors or their opposites (Cauchy and Schwarz)."""
        if large.op != "scale" or {a.op for a in large.args} != {"norm"} or self.goal is not self.formula:
            return None
        a, b = (n.args[0] for n in large.args)
        if a.shape != b.shape or a.cols:
            return None
        for x in (a, verify.scale(verify.const(-1), a)):
            inner = verify.matmul(verify.transpose(x), b)
            if (lower := self._combined(verify.make("<=", (), (small, inner)))) is not None:
                above = cite(self.live, "absolute-above", self.known, t=inner)
                number = cite(self.live, "cauchy-schwarz", self.known, x=x, y=b)
                products = [["1", [lower]], ["1", [above]], ["1", [number]]]
                return self.live.add(by="combine", says=verify.text_of(self.formula, sharing=True), products=products)
        return None

    def _of_norms(self, small: Node, large: Node) -> int | None:
        """A bound of norms by that of their squares."""
        if self.goal.op not in ("<=", ">="):
            return None
        squares = verify.make("<=", (), (verify.power(small, 2), verify.power(large, 2)))
        parameter, norm = _parameter_and_norm(large) or (None, None)
        sign = self._combined(verify.make(">=", (), (parameter, verify.const(0)))) if parameter is not None else None
        if (parameter is not None and sign is None) or norm is None or self._combined(squares) is None:
            return None
        positive = self.live.add(by="sign", says=verify.text_of(verify.make(">=", (), (norm, verify.const(0)))))
        if sign is not None:
            says = verify.text_of(verify.make(">=", (), (large, verify.const(0))), sharing=True)
            self.live.add(by="combine", says=says, products=[["1", [sign, positive]]])
        number = cite(self.live, "squares-order", self.known, a=small, b=large)
        if self.live.proof.known[number - 1][0] is self.goal:
            return number
        return self.live.add(by="combine", says=verify.text_of(self.goal, sharing=True), products=[["1", [number]]])

    def _combined(self, goal: Node) -> int | None:
        """A step that says an inequality, by instances, factors and squares."""
        has_functions = any(n.op == "fun" for n in verify.nodes(goal))
        told = list(self.instances()) if has_functions and self.origin is None else []
        target = self.gap(goal)
        moved = [v for v in self.vectors if v.op == "var"]
        if self.origin is None and moved and all(self.is_invariant(c) for c in (target, *(c for _, c, _ in told))):
            self.origin, self.vectors = moved[-1], []
        told = list(self.instances()) if has_functions else []
        target = self.gap(goal)
        factors = self.factors(target)
        weights = gradings([target, *(c for _, c, _ in told)], [f.value for f in factors], len(self.names), len(self.vectors))
        for level in range(MAX_LEVEL + 1):
            products = list(_products(factors, level, self.one))
            used = told if level < 2 else [t for t in told if self.richest[t[0]] == max(self.richest.values())]  # noqa: PLR2004
            found = self._solved(target, used, products, factors, weights, goal.op in ("<", ">"), level)
            if found is not None:
                return self.live.add(by="combine", says=verify.text_of(goal, sharing=True), products=found)
        return None

    def _solved(self, target: Coordinates, told: list[Instance], products: list[Factor], factors: list[Factor], weights: list[list[Any]], strict: bool, level: int) -> list[list[Any]] | None:
        degree = weight(target, weights, len(self.names))
        columns, made, blocks, bases = [], [], [], []
        for m in products:
            own = weight({(): m.value}, weights, len(self.names))
            if own == degree or not weights:
                columns.append({(): m.value})
                made.append((m, None))
            for _, c, step in told:
                if not weights or [a + b for a, b in zip(own, weight(c, weights, len(self.names)), strict=True)] == degree:
                    columns.append(product({(): m.value}, c))
                    made.append((m, step))
        monomials = self._monomials(level, [target, *(c for _, c, _ in told)])
        for m in _square_free(factors, self.one) if self.vectors else ():
            own = weight({(): m.value}, weights, len(self.names))
            basis = [
                (q, k)
                for q in monomials
                for k in range(len(self.vectors))
                if [w + 2 * a + 2 * b for w, a, b in zip(own, weight({(): q}, weights, len(self.names)), weight({(k,): self.one}, weights, len(self.names)), strict=True)] == degree
            ]
            if basis:
                bases.append((m, basis))
                blocks.append({(i, j): self._entry(m, basis[i], basis[j]) for j in range(len(basis)) for i in range(j + 1)})
        if len(columns) > MAX_COLUMNS or not columns + blocks:
            return None
        rows = cleared([target, *columns, *(v for b in blocks for v in b.values())])
        count = 1 + len(columns)
        rest = iter(rows[count:])
        tables = [Block(len(basis), {place: next(rest) for place in b}) for b, (_, basis) in zip(blocks, bases, strict=True)]
        point = solved(rows[0], rows[1:count], tables, wanted=[k for k, (_, step) in enumerate(made) if step is None] if strict else ())
        return None if point is None else self._told(point, made, bases, factors)

    def _entry(self, m: Factor, first: tuple[Ratio, int], second: tuple[Ratio, int]) -> Coordinates:
        """What an entry of the matrix of a square stands before."""
        value = m.value * first[0] * second[0]
        return {("inner", *sorted((first[1], second[1]))): value if first == second else value + value}

    def _told(self, point: Point, made: list[tuple[Factor, Callable[[], int] | None]], bases: list[tuple[Factor, list[tuple[Ratio, int]]]], factors: list[Factor]) -> list[list[Any]]:
        """The products of a `combine` step."""
        found: list[list[Any]] = []
        for value, (m, step) in zip(point.values, made, strict=True):
            if value:
                found.append([f"{value}", [*_made(m), *([step()] if step is not None else [])]])
        for squares, (m, basis) in zip(point.squares, bases, strict=True):
            for d, vector in squares:
                self._divide({str(q.bottom) for c, (q, _) in zip(vector, basis, strict=True) if c}, factors)
                terms = [verify.scale(self.ratio_node(q, c), self.vector_node(k)) for c, (q, k) in zip(vector, basis, strict=True) if c]
                root = verify.make("norm", ("F",), (verify.add(*terms),))
                found.append([f"{d}", [*_made(m), verify.text_of(root, sharing=True)]])
        return found

    def _divide(self, bottoms: set[str], factors: list[Factor]) -> None:
        """Have it known that the parameters that stand below a line are not zero."""
        for f in factors:
            names = {n for n in self.names if str(f.value.bottom) == n and any(n in b for b in bottoms)}
            if names and len(f.parts) > 1:
                _made(f)

    def _monomials(self, level: int, told: Iterable[Coordinates]) -> list[Ratio]:
        """Products of powers of the parameters, which stand before vectors in squares; of those that are divided by also negative ones."""
        below = {k for c in told for r in c.values() for e in r.bottom.to_dict() for k, x in enumerate(e) if x}
        gens = [Ratio(g, self.one.bottom) for g in self.context.gens()[: len(self.names)]]
        ranges = [range(-(k in below), 2 + (level >= MAX_LEVEL)) for k in range(len(gens))]
        return [
            reduce(Ratio.__mul__, (g if k > 0 else g.inverse() for g, k in zip(gens, powers, strict=True) for _ in range(abs(k))), self.one)
            for powers in itertools.product(*ranges)
        ]


def _made(m: Factor) -> list[Any]:
    return [p() if callable(p) else p for p in m.parts]


def _parameter_and_norm(e: Node) -> tuple[Node | None, Node | None] | None:
    """A side as a norm, or a number times a norm; None if it is something else."""
    if e.op == "norm":
        return None, e
    if e.op == "scale" and e.args[1].op == "norm" and not any(n.op == "norm" for n in verify.nodes(e.args[0])):
        return e.args[0], e.args[1]
    return None


def _products(factors: list[Factor], level: int, one: Ratio) -> Iterator[Factor]:
    """Products of at most so many factors, one for each value."""
    seen = {one}
    yield Factor(one, ())
    for count in range(1, level + 1):
        for chosen in itertools.combinations_with_replacement(factors, count):
            value = reduce(Ratio.__mul__, (f.value for f in chosen), one)
            if value not in seen:
                seen.add(value)
                yield Factor(value, tuple(p for f in chosen for p in f.parts))


def _square_free(factors: list[Factor], one: Ratio) -> Iterator[Factor]:
    """Products of different factors, no two with a square as quotient: reciprocals of sums rather than these, parameters themselves."""
    chosen: dict[str, Factor] = {}
    for f in factors:
        base = str(f.value.top * f.value.bottom)
        if base not in chosen or (len(f.value.bottom.to_dict()) > 1):
            chosen[base] = f
    for count in range(len(chosen) + 1):
        for some in itertools.combinations(chosen.values(), count):
            yield Factor(reduce(Ratio.__mul__, (f.value for f in some), one), tuple(p for f in some for p in f.parts))


def _ordered_nodes(f: Node) -> list[Node]:
    return sorted(verify.nodes(f), key=verify.text_of)


def _ordered(equations: Iterable[Node]) -> list[Node]:
    """Equations that define something, each before those whose left side occurs in its right side."""
    left, found = list(equations), []
    while left:
        k = next((k for k, e in enumerate(left) if not any(e.args[0] in verify.nodes(o.args[1]) for o in left if o is not e)), 0)
        found.append(left.pop(k))
    return found


__all__ = ["performance"]
