"""The steps of bounds by the calculus of norms: sums, multiples, products, and the comparison with what the bound speaks of.

A bound `L <= R` is shown as `L <= U` and `0 <= R - U`: U is L with every norm put for what is not less, and the second is a sum of
products of what is not negative. Each of the two is a step that the verifier accepts; `combine` adds them.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proofs import verify
from proofs.proving.chains import Chains
from proofs.proving.citing import (
    Live,
    applied,
    cite,
    instance,
    instances,
    instances_at,
    known_soon,
    speaking_of,
    theorem_of,
)
from proofs.proving.combinations import MAX_WRITTEN, combined
from proofs.proving.factors import cuts, factors, is_constant, leaves, product, turned
from proofs.proving.families import largest_block, stack_above, sum_of_norms
from proofs.verify import Node, Rejected

MAX_OPTIONS, MAX_KEPT, MAX_LOOKED, MAX_NESTED, MAX_CUTS, MAX_OF_CUT = 24, 6, 4, 3, 8, 2
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
    "sum-family-2", "sum-family-F", "blocks-above", "blocks-sum", "block-diagonal", "row-sums", "column-sums", "turned-1", "largest-entry",
}  # fmt: skip
"""Theorems that the calculus applies by itself, in its own order."""
FAMILIES = {"maxover", "minover", "sum", "maxentry", "minentry", "order", "sigma", "eig", "rank", "log", "prod"}
TURNED = ("2", "F", "nuc", "max")
"""Norms that a matrix and its transpose share."""
NORMS = frozenset({"norm"})
ATOMS = NORMS | {"sigma", "eig", "rank", "det", "order"}
"""Functions of matrices of which a bound speaks."""
Take = Callable[[], int]


@dataclass(frozen=True)
class Upper:
    """What is not less than an expression, and the taking of the step that says so (None: it is the expression itself)."""

    node: Node
    take: Take | None = None


def _once(take: Take) -> Take:
    """The same taking of a step, of which a second call gives the number of the first."""
    return functools.cache(take)


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
        self.nested, self.words, self.spoken = 0, dict[Node, bool](), set[str]()
        self.above, self.found, self.written = set[Node](), dict[Node, list[Upper]](), set[Node]()
        self.targets = targets | {n for f in given if f.op in verify.RELATIONS for n in norms_in(f, ATOMS)}
        self.chains = Chains(n for t in targets for n in verify.nodes(t) if not any(x[0] == "#" for x in n.free))

    def bound(self, formula: Node) -> int | None:
        """Return the number of a step that says a bound, None if none was found."""
        left, right = formula.args[::-1] if formula.op == ">=" else formula.args
        self.spoken = {n.op for f in (formula, *self.given) for n in verify.nodes(f)}
        self.written = verify.nodes(formula)
        whole = any(f.op in ("<=", ">=") and not all(a.scalar for a in f.args) for f in self.given)  # said of all entries
        self.spoken |= {"maxover"} if whole or "forall" in self.spoken else set()
        for upper in itertools.chain(self._as_spoken(left, right), self.uppers(left)):
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

    def _as_spoken(self, e: Node, right: Node) -> Iterator[Upper]:
        """A norm of what is the product of the matrices of whose norms the right side is the product."""
        spoken = [n.args[0] for n in _factors_of(right) if n.op == "norm"]
        if e.op != "norm" or len(spoken) < 2 or any(a.cols != b.rows for a, b in itertools.pairwise(spoken)):  # noqa: PLR2004
            return
        whole = product(tuple(spoken))
        if whole.shape == e.args[0].shape and factors(whole) != factors(e.args[0]):
            yield from self._through(e, lambda: self._same(e, verify.make("norm", e.data, (whole,))))

    def _rest(self, upper: Upper, right: Node) -> int | None:
        """A step that says that the right side is not less: by signs, or by what is given."""
        try:
            return self.live.add(by="sign", says=_text(_at_least_zero(verify.less(right, upper.node))))
        except Rejected:
            if upper.take is None or self.looked >= MAX_LOOKED:
                return None
            self.looked += 1
            bound = verify.make("<=", (), (upper.node, right))
            told = next(instances(self.live, bound, known_soon(self.live, self.known)), None) if upper.node.op == "maxover" else None
            return told or combined(self.live, bound, self.given, self.known)

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
        """Yield what is not less than a scalar, first what the bound speaks of."""
        if e not in self.found:
            self.found[e] = [Upper(e)]  # meanwhile
            options = list(itertools.islice(self._uppers(e), MAX_OPTIONS))
            options.sort(key=lambda one: (self._strange(one.node), self.targets.isdisjoint(verify.nodes(one.node)), one.node.weight))
            self.found[e] = [Upper(one.node, one.take and _once(one.take)) for one in options[:MAX_KEPT]]
        yield from self.found[e]

    def _strange(self, e: Node) -> int:
        """How many norms an expression has of which the bound does not speak."""
        return sum(n not in self.targets for n in norms_in(e, ATOMS))

    def _uppers(self, e: Node) -> Iterator[Upper]:
        if e.op in ATOMS and e in self.targets:
            yield Upper(e)
            return
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
        elif e.op == "min" and len(e.args) == 2:  # noqa: PLR2004
            for name in ("minimum-first", "minimum-second"):
                yield from self._through(e, self._cite(name, a=e.args[0], b=e.args[1]))
        elif e.op in ("sum", "maxover") and e.data[1] == verify.ONE and e.scalar:
            yield from self._of_family(e)
        elif e.op == "hpow" and verify.rational(e.args[1]) == 2 and self._nonnegative(e.args[0]):  # noqa: PLR2004
            base = e.args[0]
            for one in self.uppers(base):
                yield self._product(verify.scale(base, base), one, one) if one.take else Upper(e)
        yield Upper(e)

    def _nonnegative(self, e: Node) -> bool:
        try:
            if verify.plainly_nonnegative(e) or self._given_sign(e) is not None:
                return True
            return self.live.proof.fresh_calculus().sign(e, False) or (e.op == "scale" and all(map(self._nonnegative, e.args)))
        except Rejected:
            return e.op == "scale" and all(map(self._nonnegative, e.args))

    def _given_sign(self, e: Node) -> Node | None:
        """What is given of an expression that is not negative."""
        zero = verify.const(0)
        signs = ((op, *sides) for op, sides in ((">=", (e, zero)), (">", (e, zero)), ("<=", (zero, e)), ("<", (zero, e))))
        return next((f for op, a, b in signs if (f := verify.make(op, (), (a, b))) in self.given), None)

    def _at_least(self, e: Node) -> int:
        says = _text(_at_least_zero(e))
        try:
            return self.live.add(by="sign", says=says)
        except Rejected:
            given = self._given_sign(e)
            verify.demand(given is not None or e.op == "scale", "a sign that is not known")
            factors = [self.known(given)] if given is not None else [self._at_least(a) for a in e.args]
            return self.live.add(by="combine", says=says, products=[["1", factors]])

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

    def _through(self, e: Node, first: Take, *, plain: bool = False) -> Iterator[Upper]:
        """What is not less than the right side of a relation ``e <= V`` or ``e = V`` that a theorem says.

        If it has to be plain, V is that, and has no norm of which the bound does not speak.
        """
        try:
            number = first()
        except (Rejected, KeyError):
            return
        relation = self.live.proof.known[number - 1][0]
        middle = relation.args[1]
        if plain and self._strange(middle):
            return
        for upper in [Upper(middle)] if plain and norms_in(middle) else self.uppers(middle):

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
        if (target := self._target_of(e)) is not None and target is not e:
            yield from self._through(e, lambda: self._equal(e, target))
            return
        if self._is_target(e):
            yield Upper(e)
            return
        if (other := _by_columns(a)) is not a:
            yield from self._through(e, lambda: self._same(e, verify.make("norm", e.data, (other,))))
            return
        if a.op in ("deriv", "frechet"):
            yield from self._of_derivative(e)
        if a.op == "add":
            yield from self._through(e, self._cite(f"sum-{kind}", A=a.args[0], C=verify.add(*a.args[1:])))
        elif a.op == "scale":
            yield from self._through(e, lambda: self._multiple(e))
        elif a.op in ("matmul", "blocks"):
            yield from self._of_blocks(e)
            yield from self._of_product(e)
        elif a.op == "sum" and kind in ("2", "F") and a.data[1] == verify.ONE:
            yield from self._through(e, lambda: sum_of_norms(self.live, e, self.known))
        elif a.op == "kron" and kind in ("2", "F", "nuc"):
            yield from self._through(e, self._cite(f"kronecker-{kind}", A=a.args[0], D=a.args[1]))
        elif a.op == "transpose" and kind in TURNED:
            other = verify.make("norm", (kind,), (product(factors(a.args[0])),))
            yield from self._through(e, lambda: self._equal(e, other))
        elif a.op == "eye" and kind == "2":
            yield from self._through(e, lambda: self._identity(a))
        elif a.op == "diag" and kind == "2" and a.args[0].cols == ():
            yield from self._by_theorems(e)
            yield from self._through(e, self._cite("spectral-diagonal", x=a.args[0]))
        yield from self._of_hypotheses(e)
        if kind == "F" and "min" in self.spoken:
            yield from self._through(e, lambda: applied(self.live, "frobenius-least", e, self.known))
        far = _distances({t.data[0] for t in self.targets if t.op == "norm" and t.args[0] is a})
        for smaller, larger, name in COMPARED:
            if smaller == kind and larger in far and far[larger] < far.get(kind, len(far) + 1):
                yield from self._through(e, lambda name=name: applied(self.live, name, e, self.known))
        yield from self._by_theorems(e)

    def _of_product(self, e: Node) -> Iterator[Upper]:
        """The product cut in two at every place; scalars in front of factors stand in front of it."""
        word = factors(e.args[0])
        numbers = [f for f in word if f.op == "scale" and not self._is_spoken_of(f)]
        if numbers:
            rest = product(tuple(x for f in word for x in (factors(f.args[1]) if f in numbers else (f,))))
            other = verify.make("norm", e.data, (verify.scale(functools.reduce(verify.scale, (f.args[0] for f in numbers)), rest),))
            yield from self._through(e, lambda: self._equal(e, other))
            return
        halves = [(first, second) for first, second in cuts(word) if not first.scalar and not second.scalar]
        halves.sort(key=lambda cut: -sum(map(self._is_wanted, cut)))
        for first, second in halves[:MAX_CUTS]:
            cut = verify.make("norm", e.data, (verify.matmul(first, second),))
            for name, _, _ in PRODUCTS.get(e.data[0], ()):
                found = self._through(e, lambda cut=cut, name=name: self._cut(e, cut, name))
                yield from itertools.islice(found, MAX_OF_CUT)

    def _of_blocks(self, e: Node) -> Iterator[Upper]:
        """The largest norm of the blocks on a diagonal, or the sum of those of blocks on top of each other."""
        for found in (largest_block, stack_above) if e.args[0].op == "blocks" and e.data == ("2",) else ():
            yield from self._through(e, lambda found=found: found(self.live, e, self.known))

    def _is_wanted(self, e: Node) -> bool:
        """Whether the bound speaks of a norm of the same product."""
        word = factors(e)
        return any(t.op == "norm" and factors(t.args[0]) in (word, turned(word)) for t in self.targets)

    def _cut(self, e: Node, cut: Node, name: str) -> int:
        """What a theorem says of a product that is written in another way."""
        number = cite(self.live, name, self.known, A=cut.args[0].args[0], B=cut.args[0].args[1])
        if cut is e:
            return number
        says = verify.make("<=", (), (e, self.live.proof.known[number - 1][0].args[1]))
        return self.live.add(by="rewrite", says=_text(says), **{"from": [number, self._equal(e, cut)]})

    def _equal(self, e: Node, other: Node) -> int:
        """Two norms of one product, whatever its factors are."""
        parts = {p for n in (e, other) for p in leaves(n.args[0])}
        atoms = sorted(map(_text, parts), key=lambda t: (-len(t), t))
        return self.live.add(by="identity", says=_text(verify.make("=", (), (e, other))), **({"atoms": atoms} if atoms else {}))

    def _is_spoken_of(self, e: Node) -> bool:
        """Whether the bound speaks of a norm of a matrix or of its transpose."""
        return any(t.op == "norm" and t.args[0] in (e, *turned((e,)), verify.transpose(e)) for t in self.targets)

    def _same(self, e: Node, other: Node) -> int:
        return self.live.add(by="identity", says=_text(verify.make("=", (), (e, other))))

    def _target_of(self, e: Node) -> Node | None:
        """A norm that the bound speaks of and that is one of the same product, perhaps transposed."""
        word = factors(e.args[0])
        words = (word, turned(word)) if e.data[0] in TURNED else (word,)
        alike = (t for t in self.targets if t.op == "norm" and t.data == e.data and factors(t.args[0]) in words)
        return min(alike, key=_text, default=None)

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
            return a.weight + b.weight <= MAX_WRITTEN and verify.Calculus(self.live.proof.sizes, verify.EASY).equal(a, b)
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
        evident = e.args[0].op == "softmax" or is_constant(e.args[0]) or (e.args[0].op == "add" and e.args[0].args[0].op == "eye")
        try:
            for name in speaking_of(self.live, e):
                if name not in TAKEN and self._is_plausible(name, evident) and self._leads_there(name):
                    goal = theorem_of(self.live, name).goal
                    families = any(f.op == "forall" and e.args[0] in verify.nodes(f) for f in self.given)
                    anything = goal.args[0].args[0].op == "var" and not families
                    take = functools.partial(applied, self.live, name, e, known_soon(self.live, self.known))
                    yield from self._through(e, take, plain=anything)
        finally:
            self.nested -= 1

    def _is_plausible(self, name: str, evident: bool) -> bool:
        """Whether a theorem speaks of something that is built of others, or of anything without a hypothesis that is not evident."""
        problem = self.live.base[name]["problem"]
        return "(hypotheses)" in problem or theorem_of(self.live, name).goal.args[0].args[0].op != "var" or evident

    def _leads_there(self, name: str) -> bool:
        """Whether the right side of a theorem speaks of sums and extremes of which the bound does."""
        goal = theorem_of(self.live, name).goal
        return goal.op == "=" or {n.op for n in verify.nodes(goal.args[1])} & FAMILIES <= self.spoken

    def _of_family(self, e: Node) -> Iterator[Upper]:
        """A sum, or the largest, by what is not less than each member."""
        bound, _, high = e.data
        name = self.live.index(high)
        own = (verify.named(name),)
        moving = [(t, b) for t in self.targets for b in [[n for n in t.free if n[0] == "#"]] if len(b) == 1]
        self.targets |= {verify.replaced(t, {}, {b[0]: own}) for t, b in moving if t.op != "var"}
        try:
            member = verify.replaced(e.args[0], {}, {bound: own})
            found = list(self.uppers(member))[:MAX_OF_CUT]
            options = [one for one in found if one.take is not None and found[0].take is not None]
            for one in options:
                moves = name in one.node.free
                over = verify.make(e.op, (name, verify.ONE, high), (one.node,)) if moves or e.op == "sum" else one.node
                node = verify.scale(verify.make("size", (high,)), one.node) if e.op == "sum" and not moves else over

                def take(one: Upper = one, over: Node = over, node: Node = node) -> int:
                    assert one.take is not None
                    says, found = verify.make("<=", (), (e, over)), {"name": name, "binder": e.op, "from": [one.take()]}
                    number = self.live.add(by="over", says=_text(says), **found)
                    says = verify.make("<=", (), (e, node))
                    return number if node is over else self.live.add(by="combine", says=_text(says), products=[["1", [number]]])

                yield Upper(node, take)
        finally:
            self.live.release(name)

    def _of_root(self, e: Node) -> Iterator[Upper]:
        base = e.args[0]
        if base.op == "size" and e not in self.written:
            yield from self._through(e, self._cite("root-below", a=base))
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
        said = [one for f in self.given if f.op == "forall" for _, one in instances_at(f, e, self.live.proof.sizes)]
        for f in (f for f in (*self.given, *said) if f.op in ("<=", "<", ">=", ">", "=")):
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


def _factors_of(e: Node) -> list[Node]:
    """The factors of a scalar, in their order."""
    return [f for a in e.args for f in _factors_of(a)] if e.op == "scale" else [e]


def _by_columns(a: Node) -> Node:
    """A matrix ``diag(r) - r^T r`` of a row r, with the column of the same entries."""
    rows = {n.args[0] for n in verify.nodes(a) if n.op == "diag" and n.args[0].rows == () and not n.args[0].scalar}
    if a.op != "add" or len(rows) != 1:
        return a
    (row,) = rows
    column, mark = verify.transpose(row), verify.var("~column", *row.shape[::-1])
    other = verify.swapped(verify.swapped(a, column, mark), verify.make("diag", (), (row,)), verify.make("diag", (), (mark,)))
    return verify.swapped(verify.swapped(other, row, verify.transpose(mark)), mark, column)


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


def norms_in(e: Node, ops: frozenset[str] = NORMS) -> set[Node]:
    """Return the norms and absolute values of an expression that are no part of another one, or what else has an operator of a list."""
    if e.op in ops or (e.op == "map" and e.data[0] == "abs"):
        return {e}
    return {found for a in e.args for found in norms_in(a, ops)}


__all__ = ["ATOMS", "NormCalculus", "norms_in"]
