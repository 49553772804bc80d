"""Matrix expressions as a person writes them: sums of terms, each a number, scalar powers and a product of matrices.

Scalars are gathered and cancelled, equal terms are collected, common factors taken out; entrywise products, diagonals,
inverses, row sums and quotients of exponentials are put together (``diag(v) w = v o w``, ``A^{-1} A = I``, ``1^T diag(v) = v^T``,
``e^x / 1^T e^x = softmax(x)``). Of two forms of an expression the one with fewer nodes is taken, so that ``A^T (A x - b)`` stays and
``(diag(p) - p p^T) (y / p)`` becomes ``y - p 1^T y``. Equations between scalars, symmetric and orthogonal matrices are used where
they are given.

The result equals the expression wherever that is defined (a factor that cancels must not vanish); callers have it checked by the roads.
Sources: Petersen and Pedersen, The Matrix Cookbook, sections 1 and 2; Magnus and Neudecker, Matrix Differential Calculus, chapter 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from derive.build import (
    add,
    const,
    delta,
    diag,
    entry,
    eye,
    hpow,
    inv,
    kron,
    map_,
    matmul,
    matmuls,
    mpow,
    ones,
    rebuild,
    scale,
    size,
    softmax,
    transpose,
    zeros,
)
from derive.core import Expr, Formula, Rel, conjuncts, walk
from derive.entry_sums import by_columns
from derive.fraction import Fraction
from derive.functions import LOGISTIC
from derive.matrix_terms import (
    ZERO,
    Power,
    Term,
    entrywise,
    factors_of,
    inner_product,
    is_free,
    length,
    may_be_negative,
    merged,
    one_and_exponential,
    ordered,
    outer_factors,
    powers_of,
    rational_power,
    scalar_parts,
    scaled_by,
    shared,
    summed_exponential,
    times,
    with_first,
)
from derive.sizes import Size, product
from derive.tidy import tidied, tidy

ROUNDS = 6
MAX_POWER = 6


class Simplifier:
    """Simplifies expressions under hypotheses.

    Args:
        hypotheses: Equations in force; those between a scalar and a number, ``S = S^T`` and ``U^T U = I`` are used.
        parts: Products that stand for a name, such as the value of the function itself, with that name.
    """

    def __init__(self, hypotheses: Iterable[Formula] = (), parts: Iterable[tuple[Expr, Expr]] = ()) -> None:
        self.known: dict[Expr, tuple[Term, ...]] = {}
        self.costs: dict[Expr, int] = {}
        self.values: dict[Expr, tuple[Term, ...]] = {}
        self.symmetric: set[Expr] = set()
        self.identities: set[tuple[Expr, Expr]] = set()
        self.parts: list[tuple[Expr, Term]] = []
        for h in conjuncts(hypotheses):
            self._learn(h)
        for name, value in parts:
            value = tidied(by_columns(value))
            term = self._whole(value, self.terms(value))
            if len(term.factors) == 1:
                self.parts.append((name, term))
        self.known.clear()

    def __call__(self, e: Expr) -> Expr:
        """Return an equal expression of the same shape with as few nodes as the rules reach."""
        e = tidied(by_columns(e))
        if self.parts:
            e = tidied(self.built(self.collected([self._with_parts(t) for t in self.terms(e)]), e))
        for _ in range(ROUNDS):
            simpler = tidied(by_columns(tidied(self.built(self.terms(e), e))))
            if simpler == e or self.cost(simpler) > self.cost(e):
                break
            e = simpler
        return e

    def cost(self, e: Expr) -> int:
        """Return the length of an expression."""
        return length(e, self.costs)

    # From expressions to terms.

    def terms(self, e: Expr) -> tuple[Term, ...]:
        """Return the terms that an expression is the sum of; none for zero."""
        for node in walk(e):
            if node not in self.known:
                self.known[node] = self._terms(node)
        return self.known[e]

    def _terms(self, e: Expr) -> tuple[Term, ...]:
        t = self.known
        if e.op == "const":
            return self.collected([Term(e.data[0])])
        if e.op == "zeros":
            return ZERO
        if e.op == "ones" and e.shape.is_scalar:
            return (Term(Fraction(1)),)
        if e.op == "mpow" and 1 <= e.data[0] <= MAX_POWER:
            whole = self._whole(e.args[0], t[e.args[0]])
            return self.collected([Term(whole.number ** e.data[0], tuple((b, p * e.data[0]) for b, p in whole.scalars), whole.factors * e.data[0])])
        if e.op == "size":
            return self._size(e)
        if e.op == "add":
            return self.collected([term for a in e.args for term in t[a]])
        if e.op == "scale":
            return self._product(e, t[e.args[0]], t[e.args[1]])
        if e.op == "matmul":
            return self._product(e, t[e.args[0]], t[e.args[1]])
        if e.op == "transpose":
            return self.collected([self._transposed(term) for term in t[e.args[0]]])
        if e.op == "hadamard":
            return self._hadamard(e)
        if e.op == "hpow" and e.args[1].op == "const":
            return self._power(e)
        if e.op == "diag":
            return self._diag(e)
        if e.op == "kron":
            return self._kron(e)
        if e.op == "eye" and not e.shape.is_scalar:
            return (Term(Fraction(1), (), (e,)),)
        return self._atom(rebuild(e, [self.built(t[a], a) if is_free(e, k) else a for k, a in enumerate(e.args)]))

    def _atom(self, e: Expr) -> tuple[Term, ...]:
        if e.shape.is_scalar:
            return self.values.get(e, (Term(Fraction(1), ((e, Fraction(1)),)),))
        return (Term(Fraction(1), (), (e,)),)

    def _size(self, e: Expr) -> tuple[Term, ...]:
        (value,) = e.data
        out = []
        for monomial, coefficient in value.terms:
            scalars = tuple((size(Size.of(name)), Fraction(power)) for name, power in monomial)
            out.append(Term(Fraction(coefficient), scalars))
        return self.collected(out) if len(out) == 1 else self._atom(e)

    def _product(self, e: Expr, left: Sequence[Term], right: Sequence[Term]) -> tuple[Term, ...]:
        """The product of two sums: multiplied out where that is shorter."""
        if not left or not right:
            return ZERO
        out = self.collected([self._times(a, b) for a in left for b in right])
        if len(left) == len(right) == 1:
            return out
        a, b = (self._whole(x, s) for x, s in zip(e.args, (left, right), strict=True))
        kept = self.collected([self._times(a, b)])
        if e.shape.is_scalar and len(a.factors) == 1 and a.factors == self._transposed(b).factors:
            return kept  # a square
        return out if self.cost(self.built(out, e)) < self.cost(self.built(kept, e)) else kept

    def _whole(self, e: Expr, terms: Sequence[Term]) -> Term:
        """A sum as one term: what all of its terms share, times the rest as one factor, a column rather than a row."""
        if len(terms) == 1:
            return terms[0]
        common, rest = shared(terms)
        inner = self.built(rest, e)
        if e.shape.is_scalar:
            return Term(common.number, merged([*common.scalars, (inner, Fraction(1))]))
        return replace(common, factors=tuple(map(self._column, factors_of(inner))))

    def _column(self, e: Expr) -> Expr:
        """A row that is a sum, as a column transposed."""
        if e.shape.rows or e.op != "add":
            return e
        return transpose(self.built(self.collected([self._transposed(t) for t in self.terms(e)]), transpose(e)))

    def _times(self, a: Term, b: Term) -> Term:
        return Term(a.number * b.number, merged([*a.scalars, *b.scalars]), (*a.factors, *b.factors))

    def _transposed(self, term: Term) -> Term:
        return replace(term, factors=tuple(self.transposed(f) for f in term.factors[::-1]))

    def transposed(self, e: Expr) -> Expr:
        """Return the transpose of a factor, the factor itself where it is symmetric."""
        if self.is_symmetric(e):
            return e
        if e.op == "inv" and e.args[0].op == "transpose":
            return inv(e.args[0].args[0])
        if e.op == "ones" and e.shape.rows and e.shape.cols:
            return ones(e.shape.cols, e.shape.rows)
        return transpose(e) if e.op == "add" else tidy(transpose(e))

    def is_symmetric(self, e: Expr) -> bool:
        """Return whether a matrix is symmetric by its form, or by a hypothesis."""
        if e in self.symmetric or e.op in ("diag", "eye"):
            return True
        if e.op in ("inv", "add", "hadamard"):
            return all(map(self.is_symmetric, e.args))
        if e.op == "scale":
            return self.is_symmetric(e.args[1])
        if e.op != "matmul" or e.shape.rows != e.shape.cols:
            return False
        factors = factors_of(e)
        half, middle = len(factors) // 2, factors[len(factors) // 2]
        if len(factors) % 2 and not self.is_symmetric(middle):
            return False
        return all(tidy(transpose(a)) == b for a, b in zip(factors[:half], factors[::-1], strict=False))

    def _hadamard(self, e: Expr) -> tuple[Term, ...]:
        if e.shape.is_scalar:
            return self._product(e, *(self.known[a] for a in e.args))
        sums = [self.known[a] for a in e.args]
        if not all(sums):
            return ZERO
        out = [Term(a.number * b.number, merged([*a.scalars, *b.scalars]), self._entrywise(a, b, e)) for a in sums[0] for b in sums[1]]
        found = self.collected(out)
        if len(sums[0]) == len(sums[1]) == 1:
            return found
        a, b = (self._whole(x, s) for x, s in zip(e.args, sums, strict=True))
        kept = self.collected([Term(a.number * b.number, merged([*a.scalars, *b.scalars]), self._entrywise(a, b, e))])
        return found if self.cost(self.built(found, e)) <= self.cost(self.built(kept, e)) else kept

    def _entrywise(self, a: Term, b: Term, e: Expr) -> tuple[Expr, ...]:
        """The entrywise product of two products of matrices, as one factor."""
        row = not e.shape.rows
        sides = [self._chain(t.factors, e) for t in (a, b)]
        if row:
            return (self.transposed(entrywise([p for s in sides for p in powers_of(self.transposed(s))], transpose(e))),)
        return (entrywise([p for s in sides for p in powers_of(s)], e),)

    def _chain(self, factors: Sequence[Expr], like: Expr) -> Expr:
        if not factors:
            return ones(like.shape.rows, like.shape.cols)
        runs = [(factor, len(list(same))) for factor, same in groupby(factors)]
        return matmuls(*(factor if k == 1 or factor.shape.rows != factor.shape.cols else mpow(factor, k) for factor, k in runs))

    def _power(self, e: Expr) -> tuple[Term, ...]:
        base, (power,) = self.known[e.args[0]], e.args[1].data
        if e.shape.is_scalar:
            if not base:
                return self._atom(e)
            if len(base) == 1 and (power.denominator == 1 or not may_be_negative(base[0])):
                number = rational_power(base[0].number, power)
                if number is not None:
                    return self.collected([Term(number, tuple((b, p * power) for b, p in base[0].scalars))])
            whole = self._whole(e.args[0], base) if power.denominator == 1 else Term(Fraction(1), ((self.built(base, e.args[0]), Fraction(1)),))
            return self.collected([Term(whole.number**int(power) if power.denominator == 1 else Fraction(1), tuple((b, p * power) for b, p in whole.scalars))])
        if len(base) == 1 and power.denominator == 1 and (power > 0 or base[0].number):
            (t,) = base
            chain = self._chain(t.factors, e)
            flip = not e.shape.rows
            inside = [(b, p * power) for b, p in powers_of(self.transposed(chain) if flip else chain)]
            whole = entrywise(inside, transpose(e) if flip else e)
            number = t.number ** int(power)
            return self.collected([Term(number, tuple((b, p * power) for b, p in t.scalars), (self.transposed(whole) if flip else whole,))])
        return self._atom(hpow(self.built(base, e.args[0]), e.args[1]))

    def _diag(self, e: Expr) -> tuple[Term, ...]:
        (v,) = e.args
        terms = self.known[v]
        if not v.shape.rows and v.shape.cols:
            terms = tuple(self._transposed(t) for t in terms)
        if not terms:
            return ZERO
        common, rest = shared(terms)
        column = v if v.shape.rows else transpose(v)
        return self.collected([replace(common, factors=(diag(self.built(rest, column)),))])

    def _kron(self, e: Expr) -> tuple[Term, ...]:
        parts = [self.known[a] for a in e.args]
        if not all(parts):
            return ZERO
        wholes = [self._whole(a, t) for a, t in zip(e.args, parts, strict=True)]
        number, scalars = wholes[0].number * wholes[1].number, merged([*wholes[0].scalars, *wholes[1].scalars])
        sides = [self._chain(t.factors, a) if t.factors else const(1) for t, a in zip(wholes, e.args, strict=True)]
        return self.collected([Term(number, scalars, (tidy(kron(*sides)),))])

    # Sums of terms.

    def collected(self, terms: Iterable[Term]) -> tuple[Term, ...]:
        """Return a sum with every product reduced, and equal terms put together."""
        found: dict[tuple[tuple[Power, ...], tuple[Expr, ...]], Fraction] = {}
        waiting = list(terms)[::-1]
        while waiting:
            term = waiting.pop()
            for one in self.reduced(term):
                key = (one.scalars, one.factors)
                found[key] = found.get(key, Fraction(0)) + one.number
        return tuple(Term(number, *key) for key, number in found.items() if number)

    def reduced(self, term: Term) -> tuple[Term, ...]:
        """Return a product with scalars taken out of it, neighbors put together and known parts named."""
        if not term.number:
            return ZERO
        scalars, factors = list(term.scalars), list(term.factors)
        number: Fraction = term.number
        sums: list[tuple[Term, ...]] = []
        factors = self._neighbors(factors)
        if any(f.op == "zeros" for f in factors):
            return ZERO
        for inner in scalar_parts(factors):
            sums.append(self._inner(inner))
        factors = outer_factors(factors)
        for k, factor in enumerate(factors):
            if factor.op == "scale":
                scalars.append((factor.args[0], Fraction(1)))
                factors[k] = factor.args[1]
        for scalar in [f for f in factors if f.shape.is_scalar and f.op != "eye"]:
            factors.remove(scalar)
            scalars.append((scalar, Fraction(1)))
        out = [Term(number, merged(scalars), tuple(factors))]
        for other in sums:
            out = [self._times(a, b) for a in out for b in ((self._one(other),) if len(other) > 1 else other)]
        return tuple(self._with_softmax(self._known(t)) for t in out)

    def _one(self, terms: Sequence[Term]) -> Term:
        return Term(Fraction(1), ((self.built(terms, const(1)), Fraction(1)),))

    def _known(self, term: Term) -> Term:
        """A term with the values of scalars that hypotheses give."""
        number, scalars = term.number, []
        for base, power in term.scalars:
            value = self.values.get(base)
            if value is not None and len(value) == 1 and not value[0].scalars and power.denominator == 1 and (value[0].number or power > 0):
                number *= value[0].number ** int(power)
            elif base.op == "const" and power.denominator == 1 and base.data[0]:
                number *= base.data[0] ** int(power)
            else:
                scalars.append((base, power))
        for base, power in scalars:
            if base.op == "map" and base.data[0] == LOGISTIC and power >= 1:
                exponential = map_("exp", self(scale(const(-1), base.args[0])))
                if dict(scalars).get(exponential, 0) >= 1:
                    scalars += [(exponential, Fraction(-1)), (base, Fraction(-1)), (map_(LOGISTIC, exponential.args[0]), Fraction(1))]
        return replace(term, number=number, scalars=merged(scalars))

    def _neighbors(self, factors: list[Expr]) -> list[Expr]:
        """Neighboring factors put together: identities, inverses, diagonals."""
        out: list[Expr] = []
        for factor in factors:
            out.append(factor)
            while len(out) > 1:
                joined = self._joined(out[-2], out[-1])
                if joined is None:
                    break
                out[-2:] = [joined]
        return out

    def _joined(self, a: Expr, b: Expr) -> Expr | None:
        if a.op == "eye" and a.shape.cols == b.shape.rows:
            return b
        if b.op == "eye" and b.shape.rows == a.shape.cols:
            return a
        if (a, b) in self.identities or (a.op == "inv" and a.args[0] == b) or (b.op == "inv" and b.args[0] == a):
            return eye(a.shape.rows) if a.shape.rows == b.shape.cols else None
        inner = self._joined(b.args[0], a.args[0]) if a.op == b.op == "transpose" else None
        if inner is not None:
            return self.transposed(inner)
        if b.op == "diag" and not a.shape.rows and a.shape.cols == b.shape.rows:
            column = entrywise([*powers_of(self.transposed(a)), *powers_of(b.args[0])], b.args[0])
            return self.transposed(column)
        if a.op == "diag" and b.op == "basis" and b.shape.rows == a.shape.cols:
            return scale(entry(a.args[0], b.data[0], Size.of(1)), b)
        if a.op == "diag" and not b.shape.cols and b.shape.rows == a.shape.cols:
            return entrywise([*powers_of(a.args[0]), *powers_of(b)], a.args[0])
        if a.op == b.op == "diag":
            both = entrywise([*powers_of(a.args[0]), *powers_of(b.args[0])], a.args[0])
            return eye(a.shape.rows) if both.op == "ones" else diag(both)
        if a.op == b.op == "kron" and all(x.shape.cols == y.shape.rows for x, y in zip(a.args, b.args, strict=True)):
            return tidy(kron(*(self(matmul(x, y)) for x, y in zip(a.args, b.args, strict=True))))
        return None

    def _inner(self, factors: Sequence[Expr]) -> tuple[Term, ...]:
        """A product with a row first and a column last, a scalar: the shorter of it and its transpose, in a fixed order."""
        left, right, middle = self.transposed(factors[0]), factors[-1], factors[1:-1]
        if not middle:
            powers = [*powers_of(left), *powers_of(right)]
            whole = entrywise(powers, right)
            if whole.op == "ones":
                return self.terms(size(product(right.shape.rows)))
            if left.op == right.op == "basis":
                return self._atom(delta(left.data[0], right.data[0]))
            if "basis" in (left.op, right.op):
                unit, other = (left, right) if left.op == "basis" else (right, left)
                return self._atom(entry(other, unit.data[0], Size.of(1)))
            if whole.op == "softmax" or (whole.op == "transpose" and whole.args[0].op == "softmax" and not whole.args[0].shape.rows):
                return (Term(Fraction(1)),)
            expanded = self._expanded(left, right)
            if expanded is not None:
                return expanded
            parts = inner_product(whole)
            scalar = matmul(transpose(parts[0]), parts[1])
        else:
            other = [self.transposed(f) for f in factors[::-1]]
            one, two = (self._chain(list(f), const(1)) for f in (factors, other))
            scalar = min(one, two, key=lambda e: (self.cost(e), str(e)))
        return self.values.get(scalar, (Term(Fraction(1), ((scalar, Fraction(1)),)),))

    def _expanded(self, left: Expr, right: Expr) -> tuple[Term, ...] | None:
        """An inner product of sums multiplied out, where nothing but numbers and sizes is left."""
        if left.op != "add" and right.op != "add":
            return None
        sums = [self.terms(side) if side.op == "add" else (Term(Fraction(1), (), (side,)),) for side in (left, right)]
        out: list[Term] = []
        for a in sums[0]:
            for b in sums[1]:
                out.append(self._times(self._transposed(a), b))
        found = self.collected(out)
        return found if all(base.op == "size" for t in found for base, _ in t.scalars) and not any(t.factors for t in found) else None

    def _with_softmax(self, term: Term) -> Term:
        """A term in which quotients of exponentials are softmax."""
        for base, power in term.scalars:
            exponential = one_and_exponential(base)
            while exponential is not None and power < 0 and power.denominator == 1:
                scalars = dict(term.scalars)
                own = scalars.get(exponential, Fraction(0))
                argument = exponential.args[0]
                value = map_(LOGISTIC, argument if own >= 1 else self(scale(const(-1), argument)))
                power += 1
                scalars |= {base: power} | ({exponential: own - 1} if own >= 1 else {})
                term = replace(term, scalars=merged([*scalars.items(), (value, Fraction(1))]))
            inside = summed_exponential(base)
            if inside is not None and power < 0:
                while power < 0:
                    found = with_first(term.factors, inside, transpose(softmax(transpose(inside.args[0]))))
                    if found is None:
                        break
                    power += 1
                    term = replace(term, factors=found, scalars=merged([*((b, p) for b, p in term.scalars if b != base), (base, power)]))
        return term

    def _with_parts(self, term: Term) -> Term:
        """A term in which products that have a name are that."""
        for name, value in self.parts:
            while (found := with_first(term.factors, value.factors[0], name)) is not None:
                scalars = merged([*term.scalars, *((b, -p) for b, p in value.scalars)])
                if len(scalars) > max(1, len(term.scalars)):
                    break
                term = Term(term.number / value.number, scalars, found)
        return term

    # From terms to expressions.

    def built(self, terms: Sequence[Term], like: Expr) -> Expr:
        """Return the sum of terms as an expression of the shape of another one, common factors taken out where that is shorter."""
        shape = like.shape
        if not terms:
            return const(0) if shape.is_scalar else zeros(shape.rows, shape.cols)
        if len(terms) == 1:
            return self._term(terms[0], like)
        plain = add(*(self._term(t, like) for t in ordered(terms)))
        best = plain
        common, rest = shared(terms)
        if common != Term(Fraction(1)):
            taken = self._scaled(common, self.built(rest, like))
            best = taken if self.cost(taken) <= self.cost(best) else best
        for side in (-1, 0):
            grouped = self._grouped(terms, side, like)
            if grouped is not None:
                best = self._shorter(best, grouped)
        return best

    def _shorter(self, a: Expr, b: Expr) -> Expr:
        return b if self.cost(b) < self.cost(a) else a

    def _grouped(self, terms: Sequence[Term], side: int, like: Expr) -> Expr | None:
        """The sum with the first or last factor taken out of those terms that share it, with all scalars."""
        groups: dict[Expr, list[Term]] = {}
        for term in terms:
            if len(term.factors) > 1:
                groups.setdefault(term.factors[side], []).append(term)
        factor, members = max(groups.items(), key=lambda g: len(g[1]), default=(None, []))
        if factor is None or len(members) < 2:
            return None
        cut = [replace(t, factors=t.factors[:-1] if side else t.factors[1:]) for t in members]
        if any(not t.factors for t in cut):
            return None
        inner = self.built(self.collected(cut), self._chain(cut[0].factors, like))
        joined = tidy(matmul(inner, factor)) if side else matmuls(factor, *factors_of(inner))
        if joined.shape != like.shape:
            return None
        others = [t for t in terms if t not in members]
        return joined if not others else add(joined, self.built(others, like))

    def _term(self, term: Term, like: Expr) -> Expr:
        return self._scaled(replace(term, factors=()), self._chain(term.factors, like) if term.factors else self._unit(like))

    def _unit(self, like: Expr) -> Expr:
        return const(1) if like.shape.is_scalar else ones(like.shape.rows, like.shape.cols)

    def _scaled(self, term: Term, inner: Expr) -> Expr:
        """``number * numerator / denominator * inner``."""
        above = [b if p == 1 else hpow(b, const(p)) for b, p in term.scalars if p > 0]
        below = [b if p == -1 else hpow(b, const(-p)) for b, p in term.scalars if p < 0 and p.denominator == 1]
        roots = [hpow(b, const(p)) for b, p in term.scalars if p < 0 and p.denominator != 1]
        number = term.number
        if below and number.denominator != 1:
            below, number = [const(number.denominator), *below], Fraction(number.numerator)
        out = inner
        if below:
            numerator = [*([] if abs(number) == 1 else [const(abs(number))]), *above]
            number = Fraction(1 if number > 0 else -1)
            inverse = hpow(scaled_by(below), const(-1))
            out = times(scale(inverse, scaled_by(numerator)) if numerator else inverse, out)
        else:
            out = times(scaled_by(above), out) if above else out
        for root in reversed(roots):
            out = times(root, out)
        return out if number == 1 else times(const(number), out)

    # Hypotheses.

    def _learn(self, h: Formula) -> None:
        if not isinstance(h, Rel) or h.op != "=":
            return
        for left, right in ((h.lhs, h.rhs), (h.rhs, h.lhs)):
            left, right = (tidied(by_columns(side)) for side in (left, right))
            if left.op == "var" and right == transpose(left):
                self.symmetric.add(left)
            if right.op == "eye" and left.op == "matmul":
                self.identities.add((left.args[0], left.args[1]))
            if left.shape.is_scalar and right.op == "const":
                terms = self.terms(left)
                if len(terms) == 1 and len(terms[0].scalars) == 1 and terms[0].scalars[0][1] == 1 and not terms[0].factors:
                    self.values[terms[0].scalars[0][0]] = (Term(right.data[0] / terms[0].number),)

def simplified(e: Expr, hypotheses: Iterable[Formula] = (), parts: Iterable[tuple[Expr, Expr]] = ()) -> Expr:
    """Return an equal expression as a person writes it (see the module); it is the expression itself where no rule applies."""
    return Simplifier(hypotheses, parts)(e)


__all__ = ["Simplifier", "simplified"]
