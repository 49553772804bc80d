"""Identities of operators: from equations about inverses, pseudoinverses, projectors and whatever else is known, by completion.

Atoms are letters with adjoints; what is known to be equal gives generators, with their adjoints; `completion` reduces the claim, and
each element of the basis that it needs is a `combine` step with matrices as cofactors: ``claim = sum c a g b``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from derive.fraction import Fraction
from proofs import verify
from proofs.proving.citing import Live, cite, theorem_of
from proofs.proving.completion import Completion, Element, Part, Polynomial, Term, Word, added, scaled
from proofs.proving.steps import supposes
from proofs.verify import Node, Rejected

MAX_KNOWN, MAX_PRODUCT = 30, 200
ONE, ZERO = Fraction(1), Fraction(0)
Step = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Known:
    """A polynomial that is zero, the equation that says so, and how a step for it is made."""

    polynomial: Polynomial
    step: Step


class Letters:
    """Matrix expressions as polynomials in words, and back. A letter and its adjoint are two numbers; a symmetric one is its own."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.adjoint: list[int] = []
        self.places: dict[object, int] = {}
        self.scalars: list[Node] = []
        self.inverses: dict[int, Polynomial] = {}
        """What the letter of an inverse is the inverse of."""
        self.exponentials: dict[int, Polynomial] = {}

    def of(self, e: Node) -> Polynomial:
        """Return an expression as a polynomial.

        Raises:
            Rejected: It has too many terms.

        """
        if (number := verify.rational(e)) is not None and e.scalar:
            return {((), ()): Fraction(number)} if number else {}
        if e.op == "add":
            out: Polynomial = {}
            for a in e.args:
                added(out, self.of(a))
            return out
        if e.op == "scale" or (e.op == "hadamard" and e.scalar):
            return self._times(self._coefficient(e.args[0]), self.of(e.args[1]))
        if e.op == "matmul":
            return self._times(self.of(e.args[0]), self.of(e.args[1]))
        if e.op == "transpose":
            return self.turned(self.of(e.args[0]))
        if e.op == "zeros":
            return {}
        if e.op == "eye":
            return {((), ()): ONE}
        power = verify.rational(e.args[1]) if e.op == "hpow" and e.scalar else None
        if power == 2 and (inner := column_of(e.args[0])) is not None:  # noqa: PLR2004
            return self._times(self.turned(self.of(inner)), self.of(inner))
        if power is not None and power.denominator == 1 and 0 < power <= 3:  # noqa: PLR2004
            out = {((), ()): ONE}
            for _ in range(int(power)):
                out = self._times(out, self.of(e.args[0]))
            return out
        if e.scalar and not (e.op == "var" and e.shape != ((), ())):
            return {((self._scalar(e),), ()): ONE}
        return {((), (self._letter(e),)): ONE}

    def turned(self, p: Polynomial) -> Polynomial:
        """Return the adjoint."""
        return {(s, self.turn(w)): c for (s, w), c in p.items()}

    def turn(self, word: Word) -> Word:
        """Return the adjoint of a word."""
        return tuple(self.adjoint[k] for k in reversed(word))

    def node(self, term: Term, c: Fraction = ONE) -> Node | None:
        """Return a term as an expression, None for the number 1."""
        scalars, word = term
        factors = [self.scalars[k] for k in scalars]
        if c != 1:
            factors.insert(0, verify.const(f"{c}"))
        matrices = [self.nodes[k] for k in word]
        return verify.matmul(*factors, *matrices) if factors or matrices else None

    def _coefficient(self, e: Node) -> Polynomial:
        """A scalar factor: products of vectors in it are one atom."""
        p = self.of(e)
        if any(word for _, word in p):
            return {((self._scalar(e),), ()): ONE}
        return p

    def _times(self, p: Polynomial, q: Polynomial) -> Polynomial:
        verify.demand(len(p) * len(q) <= MAX_PRODUCT, "too many terms")
        out: Polynomial = {}
        for (s, w), c in p.items():
            added(out, scaled(q, c, s, w))
        return out

    def _scalar(self, e: Node) -> int:
        if e not in self.scalars:
            self.scalars.append(e)
        return self.scalars.index(e)

    def _letter(self, e: Node) -> int:
        if e.op not in ("inv", "expm"):
            return self._new(e, e, is_symmetric=e.op in ("diag", "ones") and e.rows == e.cols)
        inner = self.of(e.args[0])
        if len(inner) == 1 and ((), ()) in inner:  # the inverse of a number times the identity
            return self._new(e, e, is_symmetric=True)
        other = self.turned(inner)
        key, turned_key = (e.op, *_key(inner)), (e.op, *_key(other))
        if turned_key in self.places and key not in self.places:
            return self.adjoint[self.places[turned_key]]
        number = self._new(key, e, is_symmetric=key == turned_key)
        (self.inverses if e.op == "inv" else self.exponentials).setdefault(number, inner)
        return number

    def _new(self, key: object, e: Node, *, is_symmetric: bool) -> int:
        if key in self.places:
            return self.places[key]
        number = self.places[key] = len(self.nodes)
        self.nodes.append(e)
        self.adjoint.append(number)
        if not is_symmetric:
            self.nodes.append(verify.transpose(e))
            self.adjoint[number] = number + 1
            self.adjoint.append(number)
        return number


def _key(p: Polynomial) -> tuple[object, ...]:
    return tuple(sorted(p.items()))


class Operators:
    """Shows equations of matrices on a live proof.

    Args:
        live: The proof.
        known: Gives the number of a step that says a formula.

    """

    def __init__(self, live: Live, known: Callable[[Node], int]) -> None:
        self.live, self.known, self.letters = live, known, Letters()
        self.regular: dict[Node, Node] = {}
        """Matrices of which something says that their determinants are not zero."""

    def equation(self, formula: Node, given: Iterable[Node]) -> int | None:
        """Return the number of a step that says an equation, by others that are given; None if none was found."""
        try:
            a, b = formula.args
            verify.demand(a.shape == b.shape, "sides of different shapes")
            claim = added(self.letters.of(a), scaled(self.letters.of(b), -ONE))
            told = self.generators(given)
            if not told or not claim:
                return None
            run = Completion([k.polynomial for k in told], claim)
            parts = run.solve()
            if parts is None:
                return None
            return self._steps(run, told, parts, formula)
        except (Rejected, RecursionError):
            return None

    # generators

    def generators(self, given: Iterable[Node]) -> list[Known]:
        """Return what is given, with adjoints and what one-sided inverses of square matrices are on the other side; then inverses.

        A matrix whose determinant is said not to be zero has its inverse among the letters.
        """
        given = list(given)
        for f in given:
            if f.op == "!=" and f.args[0].op == "det" and verify.rational(f.args[1]) == 0:
                self.letters.of(verify.make("inv", (), (f.args[0].args[0],)))
                self.regular[f.args[0].args[0]] = f
        given = [f for f in given if f.op == "=" and f.args[0].shape == f.args[1].shape][:MAX_KNOWN]
        found: list[Known] = []
        seen: set[tuple[object, ...]] = set()

        def take(p: Polynomial, step: Step) -> None:
            if p and not {_key(p), _key(scaled(p, -ONE))} & seen:
                seen.add(_key(p))
                found.append(Known(p, step))

        for f in given:
            p = added(self.letters.of(f.args[0]), scaled(self.letters.of(f.args[1]), -ONE))
            take(p, cache(lambda f=f: self.known(f)))
            take(self.letters.turned(p), cache(lambda f=f: self._turned(f, self.known(f))))
            if (sides := _one_sided(f) or self._factors(p)) is not None:
                other = verify.make("=", (), (verify.matmul(*sides[::-1]), verify.make("eye", (sides[0].rows,))))
                q = added(self.letters.of(other.args[0]), scaled(self.letters.of(other.args[1]), -ONE))
                take(q, cache(lambda s=sides: cite(self.live, "left-inverse", self.known, A=s[0], B=s[1])))
        for number, e in enumerate(self.letters.scalars):
            if e.op == "hpow" and verify.rational(e.args[1]) == -1 and e.args[0] in self.letters.scalars:
                other = self.letters.scalars.index(e.args[0])
                unit = verify.make("=", (), (verify.scale(e.args[0], e), verify.const(1)))
                pair = tuple(sorted((number, other)))
                take({(pair, ()): ONE, ((), ()): -ONE}, cache(lambda f=unit: self._add("identity", f)))
        for f, step in self._exponentials(given):
            p = added(self.letters.of(f.args[0]), scaled(self.letters.of(f.args[1]), -ONE))
            take(p, step)
            take(self.letters.turned(p), cache(lambda f=f, step=step: self._turned(f, step())))
        done: set[int] = set()
        while left := self.letters.inverses.keys() - done:
            number = min(left)
            done.add(number)
            (inverted,) = self.letters.nodes[number].args
            for p, f in self._inverse(number):
                unit = cache(lambda f=f, a=inverted: self._unit(f, a))
                take(p, unit)
                take(self.letters.turned(p), cache(lambda f=f, unit=unit: self._turned(f, unit())))
        return found

    def _factors(self, p: Polynomial) -> tuple[Node, Node] | None:
        """The factors of the identity where ``c A B + d A + e B + g I`` is zero, as ``A B = A + B`` is ``(A - I)(B - I) = I``."""
        pairs = [w for s, w in p if len(w) == 2 and not s]  # noqa: PLR2004
        if len(pairs) != 1 or len({*pairs[0]}) != 2:  # noqa: PLR2004
            return None
        u, v = pairs[0]
        nodes = [self.letters.nodes[k] for k in (u, v)]
        if p.keys() - {((), pairs[0]), ((), (u,)), ((), (v,)), ((), ())} or any(n.rows != n.cols or n.scalar for n in nodes):
            return None
        c, d, e, g = (p.get(((), w), ZERO) for w in (pairs[0], (u,), (v,), ()))
        unit = (d * e / c - g) / c
        if not unit or not (d or e):
            return None
        one = verify.make("eye", (nodes[0].rows,))
        a, b = (verify.add(n, verify.scale(verify.const(f"{shift / c}"), one)) for n, shift in zip(nodes, (e, d), strict=True))
        return verify.scale(verify.const(f"{1 / unit}"), a), b

    def _inverse(self, number: int) -> list[tuple[Polynomial, Node]]:
        """``A^{-1} A = I`` and ``A A^{-1} = I``."""
        e, inner = self.letters.nodes[number], self.letters.inverses[number]
        (a,) = e.args
        out = []
        for sides in ((e, a), (a, e)):
            p = self.letters._times(*(inner if x is a else {((), (number,)): ONE} for x in sides))
            says = verify.make("=", (), (verify.matmul(*sides), verify.make("eye", (a.rows,))))
            out.append((added(p, {((), ()): -ONE}), says))
        return out

    def _exponentials(self, given: list[Node]) -> Iterator[tuple[Node, Step]]:
        """What theorems say of exponentials that occur: with what they commute, and how sums and opposites multiply."""
        said = list(self.letters.exponentials.items())
        if not said:
            return
        pairs = [f.args[0].args for f in given if f.args[0].op == f.args[1].op == "matmul" and f.args[0].args == f.args[1].args[::-1]]

        def instance_of(name: str, **values: Node) -> Iterator[tuple[Node, Step]]:
            says = verify.replaced(theorem_of(self.live, name).goal, values, {"n": next(iter(values.values())).rows})
            yield says, cache(lambda: cite(self.live, name, self.known, **values))

        for number, p in said:
            (a,) = self.letters.nodes[number].args
            core = a
            while core.op == "scale":
                core = core.args[1]
            if any(f.args[0].op == "transpose" and f.args[0].args[0] is core for f in given):
                yield from instance_of("exponential-orthogonal", A=a)
                yield self._behind(a)
            others = [y for x, y in pairs if x is core] + [x for x, y in pairs if y is core]
            for b in dict.fromkeys([core, *others]):
                yield from instance_of("exponential-commutes", A=a, B=b)
            for other, q in said:
                (b,) = self.letters.nodes[other].args
                if a.shape != b.shape:
                    continue
                if _key(q) == _key(scaled(p, -ONE)):
                    yield from instance_of("exponential-inverse", A=a)
                elif number <= other and _key(added(dict(p), q)) in {_key(r) for _, r in said}:
                    yield from instance_of("exponential-sum", A=a, B=b)

    def _behind(self, a: Node) -> tuple[Node, Step]:
        """``e^A (e^A)^T = I``, where the exponential is orthogonal."""
        e = verify.make("expm", (), (a,))
        says = verify.make("=", (), (verify.matmul(e, verify.transpose(e)), verify.make("eye", (a.rows,))))

        def step() -> int:
            cite(self.live, "exponential-orthogonal", self.known, A=a)
            return cite(self.live, "left-inverse", self.known, A=verify.transpose(e), B=e)

        return says, cache(step)

    def exponentials(self, formula: Node, given: list[Node]) -> Iterator[int]:
        """Yield the numbers of steps that say with what the exponentials in a formula commute."""
        for n in sorted(verify.nodes(formula), key=verify.text_of):
            if n.op == "expm" and not any(x[0] == "#" for x in n.free):
                self.letters.of(n)
        for _, step in self._exponentials(given):
            try:
                yield step()
            except (Rejected, KeyError):
                continue

    def _unit(self, f: Node, inverted: Node) -> int:
        """That an inverse is one, where what is inverted may be said to be regular."""
        if inverted in self.regular:
            self.known(self.regular[inverted])
        return self._add("identity", f, inverses=True)

    def _turned(self, f: Node, number: int) -> int:
        """The transpose of an equation."""
        a, b = map(verify.transpose, f.args)
        itself = self._add("identity", verify.make("=", (), (a, a)))
        return self._add("rewrite", verify.make("=", (), (a, b)), **{"from": [itself, number]})

    # steps

    def _add(self, by: str, f: Node, **more: object) -> int:
        number = next((k for k, (g, assumed) in enumerate(self.live.proof.known, 1) if g is f and not supposes(assumed)), None)
        return number or self.live.add(by=by, says=verify.text_of(f, sharing=True), **more)

    def _steps(self, run: Completion, told: list[Known], parts: list[Part], formula: Node) -> int:
        """A combination for each element of the basis that the claim needs, and one for the claim."""
        numbers: dict[int, int] = {}
        for k in run.needed():
            numbers[k] = told[k].step() if k < len(told) else self._combination(run.elements[k], run.elements, numbers, None)
        return self._combination(Element({}, parts), run.elements, numbers, formula)

    def _combination(self, element: Element, elements: list[Element], numbers: dict[int, int], formula: Node | None) -> int:
        """A step that says that an element is zero: its leading term is the rest."""
        if formula is None:
            lead = element.lead
            c = element.polynomial[lead]
            zero = self._zero_like(element, elements)
            left = self.letters.node(lead) or self._one(zero)
            rest = [self._summand(t, -d / c, zero) for t, d in element.polynomial.items() if t != lead]
            formula = verify.make("=", (), (left, verify.add(*rest) if rest else zero))
            scale = -ONE / c
        else:
            scale = -ONE  # the rule speaks of the right side minus the left
        merged: dict[tuple[Word, Word, int, Word], Fraction] = {}
        for p in element.parts:
            key = p.scalars, p.left, p.element, p.right
            merged[key] = merged.get(key, ZERO) + p.coefficient
        cofactors = []
        for (scalars, left, k, right), c in merged.items():
            # An element is its leading term minus the rest in its step, whose left side is monic.
            monic = elements[k].polynomial[elements[k].lead] if elements[k].parts else ONE
            before, after = self.letters.node((scalars, left), c * monic * scale), self.letters.node(((), right))
            if not left and not right and not formula.args[0].scalar and self.live.proof.known[numbers[k] - 1][0].args[0].scalar:
                after = self._one(formula.args[0])  # an equation of scalars, said of multiples of the identity
            if c:
                texts = [None if x is None else verify.text_of(x, sharing=True) for x in (before, after)]
                cofactors.append([texts[0], numbers[k], texts[1]])
        return self.live.add(by="combine", says=verify.text_of(formula, sharing=True), cofactors=cofactors)

    def _summand(self, term: Term, c: Fraction, like: Node) -> Node:
        scalars, word = term
        if word:
            found = self.letters.node(term, c)
            assert found is not None
            return found
        number = self.letters.node(term, c)
        return self._one(like) if number is None else verify.matmul(number, self._one(like))

    def _one(self, like: Node) -> Node:
        return verify.const(1) if like.scalar else verify.make("eye", (like.rows,))

    def _zero_like(self, element: Element, elements: list[Element]) -> Node:
        """A zero of the shape of an element."""
        for _, word in element.polynomial:
            if word:
                e = verify.matmul(*(self.letters.nodes[k] for k in word))
                return verify.const(0) if e.scalar else verify.make("zeros", e.shape)
        verify.demand(element.parts, "a number is no zero of a known shape")
        part = element.parts[0]
        if part.left or part.right:
            words = [self.letters.nodes[k] for k in (*part.left, *part.right)]
            dims = (words[0].rows if part.left else words[-1].cols, words[-1].cols if part.right else words[0].rows)
            return verify.const(0) if dims == ((), ()) else verify.make("zeros", dims)
        return self._zero_like(elements[part.element], elements)


def column_of(e: Node) -> Node | None:
    """Return the vector of which an expression is the length, None if it is none."""
    is_length = e.op == "norm" and e.data[0] in ("2", "F") and e.args[0].cols == () != e.args[0].rows
    return e.args[0] if is_length else None


def _one_sided(f: Node) -> tuple[Node, Node] | None:
    """The factors of an equation ``A B = I`` of square matrices."""
    a, b = f.args
    if b.op == "eye" and a.op == "matmul" and all(x.rows == x.cols and not x.scalar for x in a.args):
        return a.args[0], a.args[1]
    return None


__all__ = ["Letters", "Operators", "column_of"]
