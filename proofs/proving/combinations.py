"""The steps of inequalities between polynomials: products of what is known with exact multipliers, and squares.

The multipliers are looked for by `derive.bounds.comparison.positivity`, as for the road of norm rules; here each product becomes one
of a `combine` step, which the verifier checks as an identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import reduce
from typing import Any

from derive.bounds.comparison.positivity import Known, Polynomial, terms
from derive.errors import DeriveError
from derive.fraction import Fraction
from proofs import verify
from proofs.proving.citing import Live, cite, instance
from proofs.proving.ranks import ranked
from proofs.proving.steps import gap_of
from proofs.verify import Node, Rejected

MAX_ATOMS, MAX_TERMS, MAX_DEGREE, MAX_KNOWN = 8, 40, 8, 10
MAX_POWER = 8
MAX_WRITTEN = 150
"""Parts of two atoms that are asked so."""
MAX_ALIKE = 24
"""Pairs of atoms that are asked whether they are the same in other words."""
MAX_ABSOLUTE = 2
"""Absolute values of which something is given, in what the bound speaks of."""
HALF = verify.Fraction(1, 2)
ORDERS = ("<=", "<", ">=", ">", "=")


class Atoms:
    """Polynomials in what is no sum and no product of scalars.

    Args:
        sizes: What is known of the sizes: what is equal for all of them is one atom.
        alike: Pairs of atoms of which it is known whether they are one; what is found is added.
        rooted: Squares of roots are written as what they are roots of.

    """

    def __init__(self, sizes: verify.Sizes, alike: dict[tuple[Node, Node], bool], rooted: bool = False) -> None:
        self.nodes: list[Node] = []
        self.sizes, self.alike, self.asked, self.rooted = sizes, alike, 0, rooted

    def polynomial(self, e: Node) -> dict[tuple[int, ...], Any]:
        """Return a scalar as a polynomial: coefficients by sorted numbers of atoms.

        Raises:
            Rejected: It has too many terms.

        """
        if (number := verify.rational(e)) is not None:
            return {(): Fraction(number)} if number else {}
        if e.op == "add":
            return _sum(map(self.polynomial, e.args))
        if e.op in ("scale", "hadamard"):
            return self._product(map(self.polynomial, e.args))
        power = verify.rational(e.args[1]) if e.op == "hpow" else None
        if power is not None and power.denominator == 1 and 0 < power <= MAX_POWER:
            return self._product([self.polynomial(e.args[0])] * int(power))
        return {(self._place(e),): Fraction(1)}

    def _product(self, factors: Iterable[dict[tuple[int, ...], Any]]) -> dict[tuple[int, ...], Any]:
        """A product of polynomials, in which squares of roots are what they are roots of."""
        whole = reduce(_times, factors)
        if not self.rooted:
            return whole
        roots = [k for k, a in enumerate(self.nodes) if _is_root(a)]
        for k in roots:
            while any(m.count(k) > 1 for m in whole):
                base = self.polynomial(self.nodes[k].args[0])
                parts = (_times({_without(m, k): c}, base) if m.count(k) > 1 else {m: c} for m, c in whole.items())
                whole = _sum(parts)
        return whole

    def _place(self, e: Node) -> int:
        """The number of an atom, that of an equal one if there is one."""
        for k, a in enumerate(self.nodes):
            if a is e or (a.op == e.op and a.data == e.data and a.shape == e.shape and self._are_alike(a, e)):
                return k
        verify.demand(len(self.nodes) < MAX_ATOMS, "too many atoms")
        self.nodes.append(e)
        return len(self.nodes) - 1

    def _are_alike(self, a: Node, b: Node) -> bool:
        if (a, b) not in self.alike:
            self.asked += 1
            if self.asked > MAX_ALIKE:
                return False
            try:
                self.alike[a, b] = verify.Calculus(self.sizes, verify.EASY).equal(a, b)
            except Rejected:
                self.alike[a, b] = False
        return self.alike[a, b]

    def exponents(self, p: dict[tuple[int, ...], Any]) -> Polynomial:
        """The same by exponents of all atoms."""
        return {tuple(m.count(k) for k in range(len(self.nodes))): c for m, c in p.items()}

    def node(self, p: Polynomial) -> Node:
        """The expression of a polynomial."""
        return verify.add(*(self.monomial(e, c) for e, c in p.items()))

    def monomial(self, exponents: tuple[int, ...], coefficient: Any) -> Node:
        """The expression of a monomial."""
        powers = [a if k == 1 else verify.power(a, k) for a, k in zip(self.nodes, exponents, strict=True) if k]
        number = verify.const(f"{coefficient}")
        return reduce(verify.scale, powers, number) if powers else number


def _without(m: tuple[int, ...], k: int) -> tuple[int, ...]:
    """A monomial without the square of an atom."""
    at = m.index(k)
    return m[:at] + m[at + 2 :]


def _sum(parts: Iterable[dict[tuple[int, ...], Any]]) -> dict[tuple[int, ...], Any]:
    total: dict[tuple[int, ...], Any] = {}
    for part in parts:
        for m, c in part.items():
            total[m] = total.get(m, 0) + c
    verify.demand(len(total) <= MAX_TERMS, "too many terms")
    return {m: c for m, c in total.items() if c}


def _times(p: dict[tuple[int, ...], Any], q: dict[tuple[int, ...], Any]) -> dict[tuple[int, ...], Any]:
    return _sum({tuple(sorted(m + n)): c * d} for m, c in p.items() for n, d in q.items())


def combined(live: Live, formula: Node, given: Iterable[Node], known: Callable[[Node], int]) -> int | None:
    """Return the number of a step that says an inequality of scalars, by what is given and squares; None if none was found."""
    facts = list(given)
    for contradicting in (False, True) if live.scope and len(facts) <= MAX_KNOWN else (False,):
        for rooted in (False, True) if any(_is_root(n) for n in verify.nodes(formula)) else (False,):
            try:
                found = _combined(live, formula, facts, known, contradicting, rooted)
            except (Rejected, DeriveError, OverflowError):
                continue
            if found is not None:
                return found
    return None


def _is_root(n: Node) -> bool:
    return n.op == "hpow" and verify.rational(n.args[1]) == HALF


def _combined(live: Live, formula: Node, given: list[Node], known: Callable[[Node], int], contradicting: bool, rooted: bool) -> int | None:
    """The same; from premises that contradict each other also what they do not speak of."""
    atoms = Atoms(live.proof.sizes, live.alike, rooted)
    goal = atoms.polynomial(gap_of(formula))
    if goal.keys() <= {()} and (goal.get((), 0) > 0 or (not goal and formula.op in ("<=", ">="))):  # a matter of numbers
        return live.add(by="combine", says=verify.text_of(formula, sharing=True), products=[[str(goal.get((), 0)), []]])
    orders, zeros = [], []

    def take(formulas: Iterable[Node], own: int) -> None:
        """Keep what is said of the atoms of the goal, and what that needs."""
        for f in formulas:
            before = list(atoms.nodes)
            try:
                gap = atoms.polynomial(gap_of(f)) if f.op in ORDERS and all(a.scalar for a in f.args) else {}
            except Rejected:
                gap = {}
            if not any(k < own for m in gap for k in m) and not (contradicting and gap):
                atoms.nodes = before
                continue
            (zeros if f.op == "=" else orders).append((f, gap))

    free = {n for e in formula.args for n in e.free}
    absolute = {n for f in given for n in verify.nodes(f) if n.op == "map" and n.data[0] == "abs" and n.scalar and n.free and n.free <= free}
    for a in sorted(absolute, key=verify.text_of)[:MAX_ABSOLUTE]:
        atoms.polynomial(a)
    take([f for a in list(atoms.nodes) for f in _of_atom(live, a, known)], len(atoms.nodes))
    told = [n for f in given if f.op in ORDERS for n in verify.nodes(f)]
    take(ranked(live, atoms.nodes, told, known), MAX_ATOMS)
    own = len(atoms.nodes)
    take(given, own)

    def more() -> None:
        """Keep what is said of what came with that, too."""
        taken = [f for f, _ in (*orders, *zeros)]
        take([f for f in given if f not in taken], len(atoms.nodes))

    if len(atoms.nodes) > own:
        more()
    if all(a.op != "order" for a in atoms.nodes[:own]) and any(a.op == "order" for a in atoms.nodes):
        take(ranked(live, atoms.nodes, told, known), MAX_ATOMS)
        more()
    take([f for a in atoms.nodes[own:] if a.op in ("map", "hpow") for f in _of_atom(live, a, known)], len(atoms.nodes))
    take([verify.make(">=", (), (a, verify.const(0))) for a in atoms.nodes if _is_signed(live, a)], len(atoms.nodes))
    verify.demand(orders or zeros or any(len(m) > 1 for m in goal), "nothing is given, and nothing is a square")
    orders.sort(key=lambda one: len({k for m in one[1] for k in m if k >= own}))
    orders = orders[:MAX_KNOWN]
    strict = formula.op in ("<", ">")
    exponents = atoms.exponents(goal)
    common = tuple(0 if strict or not exponents else min(e[k] for e in exponents) // 2 for k in range(len(atoms.nodes)))
    told = [Known(atoms.exponents(gap), f.op in ("<", ">"), str(k)) for k, (f, gap) in enumerate(orders)]
    found, square = None, common
    for square in dict.fromkeys(((0,) * len(common), common)):  # as it is, and without a square that all terms have
        rest = {tuple(e - 2 * s for e, s in zip(m, square, strict=True)): c for m, c in exponents.items()}
        if max(map(sum, rest), default=0) <= MAX_DEGREE and (found := terms(rest, told, [atoms.exponents(gap) for _, gap in zeros], strict)):
            break
    if not found:
        return None
    products, cofactors = [], []
    for value, column in found:
        if column.zero is not None:
            place, beside = column.zero
            beside = tuple(e + 2 * s for e, s in zip(beside, square, strict=True))
            cofactors.append([verify.text_of(atoms.monomial(beside, value)), known(zeros[place][0]), None])
            continue
        factors: list[Any] = [known(orders[int(k)][0]) for k in column.text.split(" * ") if k]
        factors += [] if column.root is None else [verify.text_of(atoms.node(column.root))]
        factors += [verify.text_of(atoms.monomial(square, 1))] if any(square) else []
        products.append([str(value), factors])
    step: dict[str, Any] = {"products": products} | ({"cofactors": cofactors} if cofactors else {})
    return live.add(by="combine", says=verify.text_of(formula, sharing=True), **step)


def squared_lengths(live: Live, given: Iterable[Node], known: Callable[[Node], int]) -> list[Node]:
    """Return what is given of lengths of vectors and Frobenius norms, as equations of their squares; each is a step."""
    found = []
    for f in given:
        norm = f.args[0] if f.op == "=" else None
        if norm is None or norm.op != "norm" or (root := verify.meaning(norm)) is None or norm.args[0].scalar:
            continue
        square = verify.make("=", (), (root.args[0], verify.power(f.args[1], 2)))
        beside = verify.scale(verify.const(-1), verify.add(*f.args))
        with suppress(Rejected):
            live.add(by="combine", says=verify.text_of(square, sharing=True), cofactors=[[verify.text_of(beside, sharing=True), known(f), None]])
            found.append(square)
    return found


def _of_atom(live: Live, a: Node, known: Callable[[Node], int]) -> Iterable[Node]:
    """What roots, quotients and absolute values are in terms of that of which they are, and that sizes are at least one."""
    if a.op == "size" and _is_signed(live, verify.less(a, verify.const(1))):
        yield verify.make(">=", (), (a, verify.const(1)))
    if a.op == "hpow" and verify.rational(a.args[1]) == HALF:
        yield verify.make("=", (), (verify.power(a, 2), a.args[0]))
        if all(n.op in ("size", "const", "add", "scale") for n in verify.nodes(a.args[0])) and _is_signed(live, verify.less(a.args[0], verify.const(1))):
            number = cite(live, "root-at-least-one", known, a=a.args[0])
            yield live.proof.known[number - 1][0]
    if a.op == "hpow" and verify.rational(a.args[1]) == -1:
        yield verify.make("=", (), (verify.scale(a.args[0], a), verify.const(1)))
    if a.op == "real" and a.data[0] == "pi":
        for name in ("pi-above", "pi-below"):
            yield live.proof.known[cite(live, name, known) - 1][0]
    if a.op == "entry" and () in a.args[0].shape[1:]:
        for name, sign in (("entry-positive", ">"), ("entry-nonnegative", ">=")):
            if verify.make(sign, (), (a.args[0], verify.const(0))) in live.proof.problem.hypotheses:
                sizes = {"n": a.args[0].rows, "i": (a.data[0],)}
                number = instance(live, name, known, {"x": a.args[0]}, sizes)
                yield live.proof.known[number - 1][0]
                break
    if a.op == "map" and a.data[0] == "abs":
        number = cite(live, "absolute-above", known, t=a.args[0])
        yield live.proof.known[number - 1][0]
        yield verify.make("=", (), (verify.power(a, 2), verify.power(a.args[0], 2)))


def _is_signed(live: Live, a: Node) -> bool:
    try:
        return verify.plainly_nonnegative(a) or live.proof.fresh_calculus().sign(a, False)
    except Rejected:
        return False


__all__ = ["MAX_WRITTEN", "combined", "squared_lengths"]
