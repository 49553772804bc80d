"""The steps of bounds by the calculus of norms: sums, multiples, products, and the comparison with what the bound speaks of.

A bound `L <= R` is shown as `L <= U` and `0 <= R - U`: U is L with every norm put for what is not less, and the second is a sum of
products of what is not negative. Each of the two is a step that the verifier accepts; `combine` adds them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proofs import verify
from proofs.proving.chains import Chains
from proofs.proving.citing import Live, applied, cite, instance, known_soon, speaking_of, theorem_of
from proofs.proving.combinations import combined
from proofs.verify import Node, Rejected

MAX_OPTIONS, MAX_LOOKED, MAX_NESTED = 24, 4, 3
HALF = verify.Fraction(1, 2)
PRODUCTS = {
    "2": (("product-2", "2", "2"),),
    "1": (("product-1", "1", "1"),),
    "inf": (("product-inf", "inf", "inf"),),
    "F": (("product-2-F", "2", "F"), ("product-F-2", "F", "2")),
    "nuc": (("product-2-nuc", "2", "nuc"), ("product-nuc-2", "nuc", "2"), ("product-nuc-F", "F", "F")),
}  # fmt: skip
"""Of a norm of a product: the theorem and the norms of its factors."""
COMPARED = (
    ("2", "F", "spectral-frobenius"), ("F", "nuc", "frobenius-nuclear"), ("max", "2", "largest-spectral"),
    ("F", "2", "frobenius-columns"), ("F", "2", "frobenius-rows"), ("F", "max", "frobenius-largest"),
    ("inf", "max", "row-sums-largest"), ("1", "max", "column-sums-largest"), ("2", "inf", "spectral-row-sums"),
    ("2", "1", "spectral-column-sums"), ("inf", "2", "row-sums-spectral"), ("1", "2", "column-sums-spectral"),
    ("max", "1", "largest-column-sums"), ("max", "inf", "largest-row-sums"), ("F", "1", "frobenius-column-sums"),
    ("F", "inf", "frobenius-row-sums"), ("nuc", "F", "nuclear-rank"), ("F", "2", "frobenius-rank"),
)  # fmt: skip
"""Norms of one matrix that a theorem compares: the smaller, the larger, its name."""
TAKEN = {
    *(name for found in PRODUCTS.values() for name, _, _ in found), *(name for *_, name in COMPARED), "spectral-identity",
    *(f"{word}-{kind}" for word in ("sum", "multiple", "kronecker") for kind in (*PRODUCTS, "max")), "spectral-diagonal",
}  # fmt: skip
"""Theorems that the calculus applies by itself, in its own order."""
Take = Callable[[], int]


@dataclass(frozen=True)
class Upper:
    """What is not less than an expression, and the taking of the step that says so (None: it is the expression itself)."""

    node: Node
    take: Take | None = None


class NormCalculus:
    """Finds what is not less than an expression, for the steps of one proof.

    Args:
        live: The proof.
        known: Gives the number of a step that says a formula.
        targets: Norms that the bound speaks of: others are compared with them.
        given: What may be used: hypotheses and assumptions.

    """

    def __init__(self, live: Live, known: Callable[[Node], int], targets: set[Node], given: list[Node]) -> None:
        self.live, self.known, self.given, self.looked = live, known, given, 0
        self.nested, self.words = 0, dict[Node, bool]()
        self.above = set[Node]()
        self.targets = targets | {n for f in given if f.op in verify.RELATIONS for n in norms_in(f)}
        self.chains = Chains(n for t in targets for n in t.args)

    def bound(self, formula: Node) -> int | None:
        """Return the number of a step that says a bound, None if none was found."""
        left, right = formula.args[::-1] if formula.op == ">=" else formula.args
        for upper in self.uppers(left):
            if upper.take is not None and (number := self._by_one(formula, upper.take)) is not None:
                return number
            if (rest := self._rest(upper, right)) is None:
                continue
            try:
                products = [["1", [rest]], *([["1", [upper.take()]]] if upper.take else [])]
                return self.live.add(by="combine", says=_text(formula), products=products)
            except Rejected:
                continue
        return None

    def _rest(self, upper: Upper, right: Node) -> int | None:
        """A step that says that the right side is not less: by signs, or by what is given."""
        try:
            return self.live.add(by="sign", says=_text(_at_least_zero(verify.less(right, upper.node))))
        except Rejected:
            if upper.take is None or self.looked >= MAX_LOOKED:
                return None
            self.looked += 1
            return combined(self.live, verify.make("<=", (), (upper.node, right)), self.given, self.known)

    def _by_one(self, formula: Node, take: Take) -> int | None:
        """The bound itself, where what is not less than its left side is its right side."""
        try:
            number = take()
            if self.live.proof.known[number - 1][0] is formula:
                return number
            return self.live.add(by="combine", says=_text(formula), products=[["1", [number]]])
        except Rejected:
            return None

    def uppers(self, e: Node) -> Iterator[Upper]:
        """Yield what is not less than a scalar, the simplest first."""
        yield from itertools.islice(self._uppers(e), MAX_OPTIONS)

    def _uppers(self, e: Node) -> Iterator[Upper]:
        if e.op == "norm":
            yield from self._of_norm(e)
        elif e.op == "map" and e.data[0] == "abs":
            yield from self._of_absolute(e)
        elif e.op in ("matmul", "trace", "entry") and e not in self.above:  # |e| is e again where e is not negative
            self.above.add(e)
            try:
                yield from self._through(e, self._cite("absolute-above", t=e))
            finally:
                self.above.discard(e)
        elif e.op == "add":
            parts = [list(self.uppers(a)) for a in e.args]
            yield from (self._sum(e, chosen) for chosen in itertools.product(*parts))
        elif e.op == "scale" and self._nonnegative(e.args[0]):
            parts = [list(self.uppers(a)) for a in e.args]
            both = self._nonnegative(e.args[1])
            yield from (self._product(e, a, b) for a, b in itertools.product(*parts) if both or a.take is None)
        elif e.op == "hpow" and verify.rational(e.args[1]) == HALF:
            yield from self._of_root(e)
        elif e.op in ("sigma", "eig", "rank", "det", "order"):
            yield from self._by_theorems(e)
        elif e.op == "hpow" and verify.rational(e.args[1]) == 2 and self._nonnegative(e.args[0]):  # noqa: PLR2004
            base = e.args[0]
            for one in self.uppers(base):
                yield self._product(verify.scale(base, base), one, one) if one.take else Upper(e)
        yield Upper(e)

    def _nonnegative(self, e: Node) -> bool:
        try:
            return verify.plainly_nonnegative(e) or self.live.proof.fresh_calculus().sign(e, False)
        except Rejected:
            return False

    def _at_least(self, e: Node) -> int:
        return self.live.add(by="sign", says=_text(_at_least_zero(e)))

    def _sum(self, e: Node, chosen: tuple[Upper, ...]) -> Upper:
        takes = [one.take for one in chosen if one.take is not None]
        node = verify.add(*(one.node for one in chosen))
        return Upper(node, lambda: self._combined(e, node, [[take()] for take in takes])) if takes else Upper(e)

    def _product(self, e: Node, a: Upper, b: Upper) -> Upper:
        """``U V - a b = (U - a) V + a (V - b)``, where V and a are not negative."""
        node = verify.scale(a.node, b.node)
        if a.take is None and b.take is None:
            return Upper(e)

        def take() -> int:
            products = [[a.take(), self._at_least(b.node)]] if a.take else []
            products += [[b.take(), self._at_least(e.args[0])]] if b.take else []
            return self._combined(e, node, products)

        return Upper(node, take)

    def _combined(self, e: Node, node: Node, products: list[list[int]]) -> int:
        says = verify.make("<=", (), (e, node))
        return self.live.add(by="combine", says=_text(says), products=[["1", ks] for ks in products])

    def _through(self, e: Node, first: Take) -> Iterator[Upper]:
        """What is not less than the right side of a relation ``e <= V`` or ``e = V`` that a theorem says."""
        try:
            number = first()
        except (Rejected, KeyError):
            return
        relation = self.live.proof.known[number - 1][0]
        middle = relation.args[1]
        for upper in self.uppers(middle):

            def take(upper: Upper = upper) -> int:
                if relation.op == "<=" and upper.take is None:
                    return number
                steps = [number] if relation.op == "<=" else []
                steps += [upper.take()] if upper.take else []
                cofactors = [["(const -1)", number, None]] if relation.op == "=" else []
                says = _text(verify.make("<=", (), (e, upper.node)))
                return self.live.add(by="combine", says=says, products=[["1", [k]] for k in steps], cofactors=cofactors)

            yield Upper(upper.node, take)

    def _cite(self, name: str, **values: Node) -> Take:
        return lambda: cite(self.live, name, self.known, **values)

    def _of_norm(self, e: Node) -> Iterator[Upper]:
        kind, a = e.data[0], e.args[0]
        if self._is_target(e):
            yield Upper(e)
            return
        if a.op in ("deriv", "frechet"):
            yield from self._of_derivative(e)
        if a.op == "add":
            yield from self._through(e, self._cite(f"sum-{kind}", A=a.args[0], C=verify.add(*a.args[1:])))
        elif a.op == "scale":
            yield from self._through(e, lambda: self._multiple(e))
        elif a.op == "matmul":
            for name, _, _ in PRODUCTS.get(kind, ()):
                yield from self._through(e, self._cite(name, A=a.args[0], B=a.args[1]))
        elif a.op == "kron" and kind in ("2", "F", "nuc"):
            yield from self._through(e, self._cite(f"kronecker-{kind}", A=a.args[0], D=a.args[1]))
        elif a.op == "transpose":
            turned = {"1": "inf", "inf": "1"}.get(kind, kind)
            if turned == kind:
                equal = verify.make("=", (), (e, verify.make("norm", (kind,), a.args)))
                yield from self._through(e, lambda: self.live.add(by="identity", says=_text(equal)))
        elif a.op == "eye" and kind == "2":
            yield from self._through(e, lambda: self._identity(a))
        elif a.op == "diag" and kind == "2" and a.args[0].cols == ():
            yield from self._by_theorems(e)
            yield from self._through(e, self._cite("spectral-diagonal", x=a.args[0]))
        yield from self._of_hypotheses(e)
        far = _distances({t.data[0] for t in self.targets if t.op == "norm" and t.args[0] is a})
        for smaller, larger, name in COMPARED:
            if smaller == kind and larger in far and far[larger] < far.get(kind, len(far) + 1):
                yield from self._through(e, lambda name=name: applied(self.live, name, e, self.known))
        yield from self._by_theorems(e)

    def _identity(self, eye: Node) -> int:
        return instance(self.live, "spectral-identity", self.known, {}, {"n": eye.rows})

    def _multiple(self, e: Node) -> int:
        """``||c A|| = |c| ||A||``, and ``c ||A||`` where c is not negative."""
        factor, a = e.args[0].args
        number = cite(self.live, f"multiple-{e.data[0]}", self.known, A=a, c=factor)
        minus = verify.scale(verify.const(-1), factor)
        value = factor if self._nonnegative(factor) else minus if self._nonnegative(minus) else None
        if value is None:
            return number
        self._at_least(value)
        same = cite(self.live, "absolute-nonnegative", self.known, t=value)
        equal = verify.make("=", (), (e, verify.scale(value, verify.make("norm", e.data, (a,)))))
        return self.live.add(by="identity", says=_text(equal), using=[number, same])

    def _is_target(self, e: Node) -> bool:
        """Whether the bound speaks of a norm, perhaps in other words."""
        if e not in self.targets and e not in self.words:
            alike = [t for t in self.targets if t.op == "norm" and t.data == e.data and t.args[0].shape == e.args[0].shape]
            self.words[e] = any(map(self._is_same, alike, itertools.repeat(e)))
        return e in self.targets or self.words[e]

    def _is_same(self, a: Node, b: Node) -> bool:
        try:
            return verify.Calculus(self.live.proof.sizes, verify.EASY).equal(a, b)
        except Rejected:
            return False

    def _of_derivative(self, e: Node) -> Iterator[Upper]:
        """A norm of a derivative by that of the products which the chain rule and the product rule make of it."""
        a = e.args[0]
        try:
            chain = self.chains.product(a) if a.op == "deriv" else self.live.proof.fresh_calculus().expanded(a)
        except Rejected:
            return
        if chain is None or chain is a:
            return
        other = verify.make("norm", e.data, (chain,))
        if not (shown := self._shown(verify.make("=", (), (a, chain)))):
            return
        for upper in self.uppers(other):

            def take(upper: Upper = upper) -> int:
                number = self._itself(other) if upper.take is None else upper.take()
                says = _text(verify.make("<=", (), (e, upper.node)))
                return self.live.add(by="rewrite", says=says, **{"from": [number, shown]})

            yield Upper(upper.node, take)

    def _shown(self, formula: Node) -> int | None:
        try:
            return self.known(formula)
        except Rejected:
            return None

    def _itself(self, e: Node) -> int:
        """A number is at most itself."""
        zero = self._at_least(verify.const(0))
        return self.live.add(by="combine", says=_text(verify.make("<=", (), (e, e))), products=[["1", [zero]]])

    def _by_theorems(self, e: Node) -> Iterator[Upper]:
        """What a theorem of the base says of an expression, if it speaks of more than any matrix or what it needs is plain."""
        if self.nested >= MAX_NESTED:
            return
        self.nested += 1
        for name in speaking_of(self.live, e):
            if name not in TAKEN and self._is_plausible(name):
                yield from self._through(e, lambda name=name: applied(self.live, name, e, known_soon(self.live, self.known)))
        self.nested -= 1

    def _is_plausible(self, name: str) -> bool:
        """Whether a theorem speaks of something that is built of others, or of anything without a hypothesis."""
        problem = self.live.base[name]["problem"]
        return "(hypotheses)" in problem or theorem_of(self.live, name).goal.args[0].args[0].op != "var"

    def _of_root(self, e: Node) -> Iterator[Upper]:
        base = e.args[0]
        for one in self.uppers(base) if self._nonnegative(base) else ():
            if (inner := one.take) is not None:

                def take(inner: Take = inner, upper: Node = one.node) -> int:
                    inner()
                    self._at_least(base)
                    return cite(self.live, "root-grows", self.known, a=base, b=upper)

                yield Upper(verify.power(one.node, HALF), take)

    def _of_absolute(self, e: Node) -> Iterator[Upper]:
        a = e.args[0]
        if e in self.targets:
            yield Upper(e)
        if a.op == "add":
            yield from self._through(e, self._cite("absolute-sum", a=a.args[0], b=verify.add(*a.args[1:])))
        elif a.op == "scale":
            yield from self._through(e, self._cite("absolute-product", a=a.args[0], b=a.args[1]))
        elif a.op == "matmul" and a.args[0].op == "transpose" and a.args[0].rows == ():
            yield from self._through(e, self._cite("cauchy-schwarz", x=a.args[0].args[0], y=a.args[1]))
        elif a.op == "trace" and a.args[0].op == "matmul" and a.args[0].args[0].op == "transpose":
            first, second = a.args[0].args
            yield from self._through(e, self._cite("trace-frobenius", A=first.args[0], C=second))
        if self._nonnegative(a):

            def same() -> int:
                self._at_least(a)
                return cite(self.live, "absolute-nonnegative", self.known, t=a)

            yield from self._through(e, same)
        yield from self._by_theorems(e)
        yield from self._of_hypotheses(e)

    def _of_hypotheses(self, e: Node) -> Iterator[Upper]:
        """A hypothesis that says what the expression is at most."""
        for f in (f for f in self.given if f.op in ("<=", "<", ">=", ">", "=")):
            first, second = f.args[::-1] if f.op in (">=", ">") else f.args
            if first is e:

                def take(f: Node = f, first: Node = first, second: Node = second) -> int:
                    number = self.known(f)
                    if f.op == "<=":
                        return number
                    says = _text(verify.make("<=", (), (first, second)))
                    if f.op == "=":
                        return self.live.add(by="combine", says=says, cofactors=[["(const -1)", number, None]])
                    return self.live.add(by="combine", says=says, products=[["1", [number]]])

                yield Upper(second, take)


def _distances(wanted: set[str]) -> dict[str, int]:
    """How many comparisons lie between each norm and one of those that are wanted."""
    far = dict.fromkeys(wanted, 0)
    for k in range(len(PRODUCTS) + 1):
        for smaller, larger, _ in COMPARED:
            if far.get(larger) == k:
                far.setdefault(smaller, k + 1)
    return far


def _at_least_zero(e: Node) -> Node:
    return verify.make(">=", (), (e, verify.const(0)))


def _text(f: Node) -> str:
    return verify.text_of(f, sharing=True)


def norms_in(e: Node) -> set[Node]:
    """Return the norms and absolute values of an expression that are no part of another one."""
    if e.op == "norm" or (e.op == "map" and e.data[0] == "abs"):
        return {e}
    return {found for a in e.args for found in norms_in(a)}


__all__ = ["NormCalculus", "norms_in"]
