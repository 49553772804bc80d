"""The order of Loewner: a matrix is semidefinite as a sum of congruences of semidefinite ones, in operators and their inverses.

By parts: sums, multiples, congruences and inverses of what is known, Gram matrices. Where that does not suffice, `gram` looks for
``M = sum d C^T G C`` with G known; equations (what an inverse is, and hypotheses) are those of `completion`. What is found is a step by
a theorem of `derive/theorems/definite.md` for each part, and an equation, which the verifier multiplies out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.fraction import Fraction
from proofs import verify
from proofs.proving.citing import cite, instance
from proofs.proving.completion import Completion, Polynomial, Term, Word, added, scaled
from proofs.proving.gram import Middle, Square, squares
from proofs.proving.operators import ONE, Letters, Operators, column_of
from proofs.proving.steps import gap_of
from proofs.verify import Node, Rejected

if TYPE_CHECKING:
    from proofs.proving.identities import Builder

MAX_DEPTH, MAX_BORDERS, MAX_WORD, MAX_SCALARS, MAX_MIDDLES = 6, 9, 3, 5, 24



@dataclass(frozen=True, slots=True)
class Positive:
    """What may stand in the middle of a congruence: a matrix (None is the identity), and a scalar in front that is not negative."""

    matrix: Node | None
    scalar: Node | None


def ordered(e: Node, *, strict: bool = False) -> Node:
    """Return the formula that says that a matrix is semidefinite, or definite."""
    symmetric = verify.make("=", (), (e, verify.transpose(e)))
    return verify.make("and", (), (symmetric, verify.make(">" if strict else ">=", (), (verify.make("eig", ("min",), (e,)), _zero()))))


def about(formula: Node) -> tuple[Node, bool] | None:
    """Return the matrix of which a formula says that it is semidefinite, and whether it is definite; None if it says something else."""
    if formula.op == "and" and len(formula.args) == 2:  # noqa: PLR2004
        first, second = formula.args
        if second.op in (">=", ">") and second.args[0].op == "eig" and second.args[0].data == ("min",):
            (e,) = second.args[0].args
            if formula is ordered(e, strict=second.op == ">"):
                return e, second.op == ">"
    return None


def _terms(e: Node) -> Iterator[tuple[verify.Fraction, Node]]:
    """The terms of a sum of sums with their rational factors."""
    if e.op == "add":
        for a in e.args:
            yield from _terms(a)
    elif e.op == "scale" and (c := verify.rational(e.args[0])) is not None:
        yield from ((c * d, a) for d, a in _terms(e.args[1]))
    else:
        yield verify.Fraction(1), e


def _without_opposites(e: Node) -> Node:
    """The sum without terms that cancel; the sum itself where none do, or all."""
    total: dict[Node, verify.Fraction] = {}
    for c, a in _terms(e):
        total[a] = total.get(a, verify.Fraction(0)) + c
    kept = [a if c == 1 else verify.scale(verify.const(c), a) for a, c in total.items() if c]
    return verify.add(*kept) if kept and len(kept) < len(total) else e


class Definite:
    """Shows that matrices are semidefinite on a live proof.

    Args:
        live: The builder of the proof.
        known: Gives the number of a step that says a formula.

    """

    def __init__(self, live: Builder, known: Callable[[Node], int]) -> None:
        self.live, self.known, self.depth = live, known, 0

    def show(self, e: Node, *, strict: bool = False) -> int | None:
        """Return the number of a step that says that a matrix is semidefinite (definite), None if none was found."""
        if e.rows != e.cols:
            return None
        try:
            number = self._by_parts(e, strict=strict)
            if number is not None or strict or self.live.depth or self.live.ordering:
                return number
            self.live.ordering = True  # parts of a sum are not looked for as sums
            try:
                return self._by_squares(e)
            finally:
                self.live.ordering = False
        except (Rejected, RecursionError):
            return None

    def regular(self, condition: Node) -> int | None:
        """Return the number of a step that says that a determinant is not zero, as the matrix is definite."""
        (det, zero) = condition.args
        if condition.op == "!=" and det.op == "det" and det.args[0].op == "expm":
            return self._cite("exponential-regular", A=det.args[0].args[0])
        if condition.op != "!=" or det.op != "det" or zero is not _zero() or self._by_parts(det.args[0], strict=True) is None:
            return None
        number = self._cite("determinant-definite", A=det.args[0])
        return number and self._step("weaken", condition, number)

    def scalar(self, formula: Node) -> int | None:
        """Return the number of a step that says an inequality of scalars as a sum of quadratic forms, None if none was found."""
        small, large = formula.args[::-1] if formula.op == ">=" else formula.args
        vectors = any((n.op == "matmul" and n.scalar) or column_of(n) is not None for n in verify.nodes(formula))
        if formula.op not in ("<=", ">=") or not small.scalar or not large.scalar or not vectors:
            return None
        try:
            gap = verify.less(large, small)
            found = self._found(gap)
            if found is None:
                return None
            positives, letters, parts = found
            products, nodes = [], []
            for square in parts:
                one = positives[square.middle]
                border = self._node(letters, square.border, gap)
                form, number = self._form(one.matrix, border)
                factors = [*([] if one.scalar is None else [self.known(_sign(one.scalar))]), number]
                products.append([f"{square.weight}", factors])
                nodes.append(_scaled(square.weight, one.scalar, form))
            equal = self._equation(gap, verify.add(*nodes))
            if equal is None:
                return None
            says = verify.text_of(formula, sharing=True)
            return self.live._try(by="combine", says=says, products=products, cofactors=[[None, equal, None]])
        except (Rejected, RecursionError):
            return None

    # by parts

    def _by_parts(self, e: Node, *, strict: bool) -> int | None:
        """As a sum, a multiple, a congruence, an inverse or a Gram matrix of what is known."""
        formula = ordered(e, strict=strict)
        if (number := self._said(formula)) is not None:
            return number
        if not strict and self._said(ordered(e, strict=True)) is not None:
            return self._cite("definite-semidefinite", A=e)
        if self.depth > MAX_DEPTH:
            return None
        self.depth += 1
        try:
            return self._part(e, strict=strict)
        finally:
            self.depth -= 1

    def _part(self, e: Node, *, strict: bool) -> int | None:
        name = "definite" if strict else "semidefinite"
        if e.op == "eye":
            return self._cite("identity-definite", e, strict=strict)
        if e.op == "scale":
            c, a = e.args
            sign = verify.make(">" if strict else ">=", (), (c, _zero()))
            if self._signed(sign) is None or self._by_parts(a, strict=strict) is None:
                return None
            return self._cite(f"multiple-{name}", c=c, A=a)
        if e.op == "add":
            return self._sum(e, strict=strict)
        if e.op == "inv":
            (a,) = e.args
            if self._by_parts(a, strict=True) is None:
                return None
            if self.regular(verify.make("!=", (), (verify.make("det", (), (a,)), _zero()))) is None:
                return None
            number = self._cite("inverse-definite", A=a)
            return number if strict else self._cite("definite-semidefinite", A=e)
        if e.op == "matmul" and not strict:
            return self._congruence(e)
        return None

    def _sum(self, e: Node, *, strict: bool) -> int | None:
        """Fold a sum, the terms that are semidefinite from the left; what cancels is left out first."""
        if (short := _without_opposites(e)) is not e:
            number = self._by_parts(short, strict=strict)
            return None if number is None else self._as(e, short, number, strict=strict)
        first, rest = e.args[0], verify.add(*e.args[1:])
        if not strict:
            both = self._by_parts(first, strict=False) is not None and self._by_parts(rest, strict=False) is not None
            return self._folded("sum-semidefinite", e, first, rest) if both else None
        if self._by_parts(first, strict=True) is not None and self._by_parts(rest, strict=False) is not None:
            return self._folded("sum-definite", e, first, rest)
        if self._by_parts(rest, strict=True) is not None and self._by_parts(first, strict=False) is not None:
            return self._folded("sum-definite-second", e, first, rest)
        return None

    def _folded(self, name: str, e: Node, first: Node, rest: Node) -> int | None:
        """The sum of two by a theorem, as the sum that is written."""
        number = self._cite(name, A=first, B=rest)
        whole = verify.add(first, rest)
        return number if whole is e or number is None else self._as(e, whole, number, strict=name != "sum-semidefinite")

    def _congruence(self, e: Node) -> int | None:
        """``C^T A C`` with A known, or ``C^T C``, wherever the product can be taken apart so."""
        factors = list(_factors(e))
        letters = Letters()
        words = [letters.of(f) for f in factors]
        for k in range(len(factors) // 2, 0, -1):
            right = factors[len(factors) - k :]
            turned = all(letters.turned(a) == b for a, b in zip(words[:k], reversed(words[len(words) - k :]), strict=True))
            middle = factors[k : len(factors) - k]
            if not turned:
                continue
            c = verify.matmul(*right)
            if not middle:
                number = self._cite("gram-semidefinite", G=c)
                whole = verify.matmul(verify.transpose(c), c)
            else:
                a = verify.matmul(*middle)
                if self._by_parts(a, strict=False) is None:
                    continue
                number = self._cite("congruence-semidefinite", A=a, C=c)
                whole = verify.make("matmul", (), (verify.make("matmul", (), (verify.transpose(c), a)), c))
            if number is not None:
                return number if whole is e else self._as(e, whole, number)
        return None

    # by a sum of squares

    def _by_squares(self, e: Node) -> int | None:
        found = self._found(e)
        if found is None:
            return None
        positives, letters, parts = found
        total: Node | None = None
        for square in parts:
            one = positives[square.middle]
            border = self._node(letters, square.border, e)
            plain = {*square.border} == {((), ())} and square.border[(), ()] in (1, -1)
            whole: Node
            if one.matrix is not None and plain:
                whole = one.matrix
                number = self._by_parts(whole, strict=False)
            elif one.matrix is None:
                whole = verify.matmul(verify.transpose(border), border)
                number = self._cite("gram-semidefinite", G=border)
            else:
                self._by_parts(one.matrix, strict=False)
                whole = verify.make("matmul", (), (verify.make("matmul", (), (verify.transpose(border), one.matrix)), border))
                number = self._cite("congruence-semidefinite", A=one.matrix, C=border)
            factor = _scaled(square.weight, one.scalar, None)
            if factor is not None and number is not None:
                self._signed(_sign(factor))
                number, whole = self._cite("multiple-semidefinite", c=factor, A=whole), verify.scale(factor, whole)
            if number is None:
                return None
            if total is None:
                total = whole
            else:
                if self._cite("sum-semidefinite", A=total, B=whole) is None:
                    return None
                total = verify.add(total, whole)
        return None if total is None else self._as(e, total, self._said(ordered(total)))

    def _found(self, e: Node) -> tuple[list[Positive], Letters, list[Square]] | None:
        """Look for a sum of congruences."""
        operators = Operators(self.live, self.known)
        letters = operators.letters
        claim = letters.of(e)
        positives = list(self._positives(e, letters))[:MAX_MIDDLES]
        matrices = [{((), ()): ONE} if p.matrix is None else letters.of(p.matrix) for p in positives]
        scalars = [{((), ()): ONE} if p.scalar is None else letters.of(p.scalar) for p in positives]
        told = operators.generators(self.live.equations())
        run = Completion([k.polynomial for k in told], {((), ()): ONE})
        run.complete()
        polynomials = [run.normal(letters._times(s, m)) for s, m in zip(scalars, matrices, strict=True)]
        claim = run.normal(claim)
        turned = run.normal(letters.turned(claim))
        if e.scalar:  # a number is its own transpose
            claim = added(scaled(claim, Fraction(1, 2)), scaled(turned, Fraction(1, 2)))
        elif claim != turned:
            return None
        words = self._borders(claim, matrices, letters, run)
        middles = []
        seen: set[tuple[object, ...]] = set()
        for one, p in zip(positives, polynomials, strict=True):
            key = (*sorted(p.items()), None if one.matrix is None else one.matrix.rows)
            if key in seen:
                continue
            seen.add(key)
            fitting = [t for t in words if self._shape(letters, t[1], e)[1] == e.cols]
            if one.matrix is not None:
                fitting = [t for t in fitting if self._shape(letters, t[1], e)[0] == one.matrix.rows]
            for rows in dict.fromkeys(self._shape(letters, t[1], e)[0] for t in fitting):
                own = tuple(t for t in fitting if self._shape(letters, t[1], e)[0] == rows)[: MAX_BORDERS * (1 + bool(fitting[-1][0]))]
                middles.append((one, Middle(p, own)))
        parts = self._fewest(claim, [m for _, m in middles], letters, run)
        return None if parts is None else ([one for one, _ in middles], letters, parts)

    def _fewest(self, claim: Polynomial, middles: list[Middle], letters: Letters, run: Completion) -> list[Square] | None:
        """A sum of congruences of as few matrices as leaving out one after the other makes it."""
        kept = middles
        parts = squares(claim, kept, letters.turn, run.normal)
        if parts is None:
            return None
        for middle in [middles[k] for k in dict.fromkeys(s.middle for s in parts)]:
            fewer = [m if m is not middle else Middle({}, ()) for m in kept]
            if sum(bool(m.borders) for m in fewer) and (found := squares(claim, fewer, letters.turn, run.normal)) is not None:
                kept, parts = fewer, found
        return parts

    def _positives(self, e: Node, letters: Letters) -> Iterator[Positive]:
        """The identity and what is known to be semidefinite, with the scalars that are known not to be negative before them."""
        matrices: list[Node | None] = [None]
        for f in self.live.formulas():
            said = about(f)
            if said is not None and said[0].op not in ("eye", "zeros"):
                matrices.append(said[0])
        for n in sorted(verify.nodes(e), key=verify.text_of):
            if n.op == "inv" and not n.scalar and self._by_parts(n.args[0], strict=True) is not None:
                matrices += [n.args[0], n]
        matrices = list(dict.fromkeys(matrices))
        names = {n for n in verify.nodes(e) if n.op == "var" and n.scalar}
        scalars: list[Node | None] = [None]
        for f in self.live.formulas():
            if f.op in (">=", ">", "<=", "<") and all(a.scalar for a in f.args) and verify.nodes(f) & names:
                gap = f.args[0] if f.op in (">=", ">") and f.args[1] is _zero() else gap_of(f)
                if all(n.op in ("var", "const", "add", "scale", "hpow") for n in verify.nodes(gap)):
                    scalars.append(gap)
        scalars = list(dict.fromkeys(scalars))
        plain = [s for s in scalars if s is not None]
        scalars += [verify.scale(a, b) for k, a in enumerate(plain) for b in plain[k + 1 :]]
        scalars += [verify.power(s, -1) for s in plain if any(n is verify.power(s, -1) for n in verify.nodes(e))]
        yield from (Positive(m, s) for s in scalars[:MAX_SCALARS] for m in matrices)

    def _borders(self, claim: Polynomial, matrices: list[Polynomial], letters: Letters, run: Completion) -> list[Term]:
        """Words that stand beside what may be in the middle, and what an inverse makes of them; with scalars that stand with them."""
        inverse = {}
        for number, p in letters.inverses.items():
            if len(p) == 1:
                ((_, word),) = p
                if len(word) == 1:
                    inverse[word[0]], inverse[number] = number, word[0]
        own = {k for m in matrices for _, w in m for k in w}
        found: dict[Word, None] = {}

        def take(word: Word) -> None:
            for _, w in run.normal({((), word): ONE}):
                if len(w) <= MAX_WORD:
                    found[w] = None

        for _, u in sorted(claim, key=lambda t: (len(t[1]), t)):
            for k in range(len(u) + 1):
                left, right = letters.turn(u[:k]), u[k:]
                take(left)
                take(right)
                for g in own & inverse.keys():
                    take((inverse[g], *right))
                    take((inverse[g], *left))
                if right and right[0] in own:
                    take(right[1:])
        words = sorted(found, key=lambda w: (len(w), w))[: 3 * MAX_BORDERS]
        below = [k for k in {k for s, _ in claim for k in s} if letters.scalars[k].op == "hpow"]
        return [(s, w) for s in [(), *((k,) for k in below)] for w in words]

    # steps

    def _node(self, letters: Letters, border: Mapping[Term, Fraction], e: Node) -> Node:
        """The matrix of a border."""
        parts = []
        for (scalars, w), c in border.items():
            part = letters.node((scalars, w), c)
            one = verify.const(1) if e.scalar else verify.make("eye", (e.cols,))
            parts.append(part if w and part is not None else one if part is None else verify.matmul(part, one))
        return verify.add(*(p for p in parts if p is not None))

    def _shape(self, letters: Letters, w: Word, e: Node) -> tuple[object, object]:
        return (letters.nodes[w[0]].rows, letters.nodes[w[-1]].cols) if w else (e.cols, e.cols)

    def _form(self, matrix: Node | None, border: Node) -> tuple[Node, int]:
        """A quadratic form, or the square of a length, and the step that says that it is not negative."""
        if border.scalar:
            form = verify.power(border, 2)
            return form, self.live.add(by="sign", says=verify.text_of(_sign(form), sharing=True))
        matrix = matrix or verify.make("eye", (border.rows,))
        self._by_parts(matrix, strict=False)
        form = verify.make("matmul", (), (verify.make("matmul", (), (verify.transpose(border), matrix)), border))
        number = self._cite("quadratic-semidefinite", A=matrix, x=border)
        verify.demand(number is not None, "no quadratic form")
        assert number is not None
        return form, number

    def _as(self, e: Node, whole: Node, number: int | None, *, strict: bool = False) -> int | None:
        """The same of an equal matrix."""
        if number is None or whole is e:
            return number
        sides = (e, whole) if whole in verify.nodes(e) else (whole, e)  # what is replaced stands nowhere else
        equal, symmetric = self._equation(*sides), self._equation(e, verify.transpose(e))
        says = verify.text_of(ordered(e, strict=strict), sharing=True)
        return None if equal is None or symmetric is None else self.live._try(by="rewrite", says=says, **{"from": [number, equal]})

    def _equation(self, a: Node, b: Node) -> int | None:
        return self.live._relation(verify.text_of(verify.make("=", (), (a, b)), sharing=True))

    def _said(self, formula: Node) -> int | None:
        """The number of a step that says a formula already, or a hypothesis that does."""
        for number, (f, _) in enumerate(self.live.proof.known, 1):
            if f is formula and self.live._in_scope(number):
                return number
        if formula in self.live.proof.problem.hypotheses:
            return self.live.add(by="hypothesis", says=verify.text_of(formula, sharing=True))
        return None

    def _signed(self, sign: Node) -> int | None:
        """The number of a step that says the sign of a scalar."""
        try:
            return self.known(sign)
        except Rejected:
            return None

    def _cite(self, name: str, e: Node | None = None, *, strict: bool = True, **values: Node) -> int | None:
        """An instance of a theorem; of the identity as semidefinite, too."""
        try:
            if e is not None:
                number = instance(self.live, name, self.known, {}, {"n": e.rows})
                return number if strict else self._cite("definite-semidefinite", A=e)
            return cite(self.live, name, self.known, **values)
        except (Rejected, KeyError):
            return None

    def _step(self, by: str, formula: Node, number: int) -> int | None:
        return self.live._try(by=by, says=verify.text_of(formula, sharing=True), **{"from": [number]})


def _zero() -> Node:
    return verify.const(0)


def _factors(e: Node) -> Iterator[Node]:
    """The factors of a product of matrices."""
    if e.op == "matmul":
        for a in e.args:
            yield from _factors(a)
    else:
        yield e


def _sign(e: Node) -> Node:
    return verify.make(">=", (), (e, _zero()))


def _scaled(weight: Fraction, scalar: Node | None, form: Node | None) -> Node | None:
    """A product with a number and a scalar; None for the number 1."""
    parts = [*([] if weight == 1 else [verify.const(f"{weight}")]), *([] if scalar is None else [scalar]), *([] if form is None else [form])]
    return verify.matmul(*parts) if parts else None


__all__ = ["Definite", "about", "ordered"]
