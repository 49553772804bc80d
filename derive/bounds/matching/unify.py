"""One matcher: in which ways an expression is an instance of a pattern.

Sums and products of numbers are taken in any order, products of matrices in segments, transposes where they change nothing; a name
with an index, as ``x_i`` under a sum, stands for any number that depends on the index.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import reduce

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.normal import (
    ONE,
    chain,
    cols,
    entry_of,
    factors,
    is_scalar,
    key,
    normal,
    rows,
    strip,
    summands,
)
from derive.bounds.matching.environment import Environment, abstracted, flat, is_name
from derive.bounds.matching.parts import (
    are_norms_of_opposites,
    bodies,
    has_sums,
    is_bound,
    lines_of,
    numbers_of,
    product_of,
    same_kind,
    standard,
    times,
    total_of,
)
from derive.bounds.matching.patterns import MARK, names_of
from derive.bounds.quantities import values
from derive.bounds.quantities.patterns import softmax_jacobian_of
from derive.core import Expr
from derive.errors import DeriveError, NotSupported
from derive.fraction import Fraction
from derive.index.sequences.members import whole_number
from derive.norms import of_all
from derive.size_names import size_names
from derive.sizes import Size

MAX_STEPS = 1500  # of one search for instances of a pattern
MAX_SPLIT = 6  # terms or factors that two names share
BINDERS = ("sum", "prod", "maxover", "minover")
RULES = {
    "norm": "_norm", "sigma": "_place", "eig": "_place", "order": "_place", "trace": "_trace", "entry": "_entry", "row": "_line",
    "col": "_line", "matmul": "_row_times_column", "eye": "_shaped", "ones": "_shaped", "zeros": "_shaped", "basis": "_basis",
    **dict.fromkeys(BINDERS, "_binder"),
}  # fmt: skip
"""The method that matches a pattern, by its operator."""
TURNED = of_all(lambda n: n.transposed == n.kind)
Found = Iterator[Environment]


class TooLong(Exception):
    """A search for instances took more steps than are allowed."""


class Matcher:
    """Finds what the names of one pattern stand for.

    Attributes:
        facts: What is known, by which scalars are compared.
        steps: How many comparisons were made.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.steps = 0

    def match(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str] = frozenset()) -> Found:
        """Yield the ways in which an expression is an instance of a pattern.

        Args:
            p: The pattern.
            e: The expression.
            env: What is known of the names of the pattern.
            bound: Letters of sums and the like around both, the same in both.

        Raises:
            TooLong: More than `MAX_STEPS` comparisons were needed.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooLong
        p, e = strip(p), strip(e)
        if is_scalar(p) != is_scalar(e):
            if not is_scalar(e) or is_scalar(p):
                return
        if env.knows(names_of(p)):
            if self._is_closed(p, e, env, bound):
                yield env
                return
            if is_name(p) or not has_sums(p):  # sums are written in several ways
                return
        if is_scalar(p):
            yield from self._scalar(p, e, env, bound)
        else:
            yield from self._matrix(p, strip(normal(e)), env, bound)

    def _is_closed(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> bool:
        """Whether a pattern of which all names are known is an expression."""
        del bound
        told = env.put_in(p)
        if told.shape.totals != e.shape.totals:
            return False
        if not is_scalar(e):
            return key(told) == key(e)
        return self.same(told, e) or are_norms_of_opposites(told, e)

    def same(self, first: Expr, second: Expr) -> bool:
        """Whether two numbers are the same polynomial of the same quantities."""
        if key(first) == key(second):
            return True
        try:
            left, right = (values.value(self.facts, e).value for e in (first, second))
        except DeriveError:
            return False
        return left.same(right)

    # Names.

    def _bind(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        """A name stands for a matrix or a number that no letter of a sum around it moves."""
        name = p.data[0]
        if name in env.values:
            if self._is_closed(p, e, env, bound):
                yield env
            return
        if not bound.isdisjoint(size_names(e)):
            return
        fitting = self._sizes(p.shape.totals, e.shape.totals, env, bound)
        if fitting is not None:
            yield fitting.with_value(name, flat(e))

    def _sizes(
        self, p: Sequence[Size], e: Sequence[Size], env: Environment, bound: frozenset[str]
    ) -> Environment | None:
        for one, other in zip(p, e, strict=True):
            found = self.size(one, other, env, bound)
            if found is None:
                return None
            env = found
        return env

    def size(self, p: Size, e: Size, env: Environment, bound: frozenset[str]) -> Environment | None:
        """Return what one more name stands for so that two sizes are equal, or None."""
        known = p.substitute(env.sizes)
        open_ones = [n for n in p.names if n.startswith(MARK) and n not in env.sizes]
        if not open_ones:
            return env if known == e else None
        if len(open_ones) > 1:
            return None
        name = open_ones[0]
        slope = [c for monomial, c in known.terms if monomial == ((name, 1),)]
        rest = known - Size.of(name) * (slope[0] if slope else 0)
        if not slope or abs(slope[0]) != 1 or name in rest.names:
            return None
        value = (e - rest) * (1 / slope[0])
        return env.with_size(name, value) if bound.isdisjoint(value.names) else None

    def _bare(self, p: Expr, bound: frozenset[str]) -> bool:
        """Whether a number of a pattern stands for any number: a name, or one with an index of a sum around it."""
        p = strip(p)
        if is_name(p):
            return True
        return p.op == "entry" and is_name(strip(p.args[0])) and all(is_bound(i, bound) or i == ONE for i in p.data)

    def _bind_bare(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        p = strip(p)
        if is_name(p):
            yield from self._bind(p, build.reshape(e, build.SCALAR), env, bound)
            return
        var, name = strip(p.args[0]), strip(p.args[0]).data[0]
        if name in env.values:
            if self._is_closed(p, e, env, bound):
                yield env
            return
        lengths = [length.substitute(env.sizes) for length in var.shape.totals]
        if any(n.startswith(MARK) for length in lengths for n in length.names):
            return
        try:
            matrix = abstracted(e, p.data, (lengths[0], lengths[1]))
        except DeriveError:
            return
        yield from self._bind(var, matrix, env, bound)

    # Numbers.

    def _scalar(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        if self._bare(p, bound):
            yield from self._bind_bare(p, e, env, bound)
        elif p.op != "const" and (number := whole_number(p)) is not None:
            yield from self._number(number, e, env, bound)
        elif p.op == "add":
            yield from self._sum(p, e, env, bound)
        elif p.op in ("scale", "hadamard") or len(numbers_of(e)[1]) != 1 or numbers_of(e)[0] != 1:
            yield from self._product(p, e, env, bound)
        else:
            yield from self._node(p, numbers_of(e)[1][0], env, bound)

    def _product(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        """Products of numbers in any order; what is left over is what a bare name stands for."""
        (front, wanted), (number, found) = numbers_of(p), numbers_of(e)
        bare = [part for part in wanted if self._bare(part, bound)]
        rest = [part for part in wanted if not self._bare(part, bound)]
        if len(found) > MAX_SPLIT or (not bare and front != number):
            return
        for more, left in self._some(rest, list(found), env, bound):
            yield from self._shared(bare, left, number / front if front else number, more, bound)

    def _some(
        self, wanted: Sequence[Expr], found: list[Expr], env: Environment, bound: frozenset[str]
    ) -> Iterator[tuple[Environment, list[Expr]]]:
        """Each of some patterns is one of the expressions; with those that are left."""
        if not wanted:
            yield env, found
            return
        for k, part in enumerate(found):
            for more in self.match(wanted[0], part, env, bound):
                yield from self._some(wanted[1:], found[:k] + found[k + 1 :], more, bound)

    def _shared(
        self, bare: list[Expr], left: list[Expr], number: Fraction, env: Environment, bound: frozenset[str]
    ) -> Found:
        """What is left is shared between bare names; those that are known already take their own."""
        if not bare:
            if not left and number == 1:
                yield env
            return
        if len(bare) == 1:
            yield from self.match(bare[0], product_of(number, left), env, bound)
            return
        known = [part for part in bare if env.knows(names_of(part))]
        first = known[0] if known else bare[0]
        others = [part for part in bare if part is not first]
        for count in range(len(left) + 1):
            for chosen in itertools.combinations(range(len(left)), count):
                own = product_of(Fraction(1), [left[k] for k in chosen])
                rest = [left[k] for k in range(len(left)) if k not in chosen]
                if not chosen or (not rest and number == 1):
                    continue
                for more in self.match(first, own, env, bound):
                    yield from self._shared(others, rest, number, more, bound)

    def _sum(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        """Sums in any order: each term that is no bare name is one of the terms, and a bare name stands for what is left."""
        wanted, found = list(summands(p)), list(summands(e))
        bare = [pair for pair in wanted if self._takes_all(pair[1], bound)]
        rest = [pair for pair in wanted if not self._takes_all(pair[1], bound)]
        if len(found) < len(wanted) or len(found) > 2 * MAX_SPLIT:
            return
        for more, left in self._some_terms(rest, found, env, bound):
            yield from self._shared_terms(bare, left, more, bound)

    def _takes_all(self, term: Expr, bound: frozenset[str]) -> bool:
        """Whether a term of a pattern stands for any sum."""
        term = strip(term)
        inner = strip(term.args[0]) if term.op == "transpose" else term
        return is_name(inner) or (is_scalar(term) and self._bare(term, bound))

    def _some_terms(
        self,
        wanted: Sequence[tuple[Fraction, Expr]],
        found: list[tuple[Fraction, Expr]],
        env: Environment,
        bound: frozenset[str],
    ) -> Iterator[tuple[Environment, list[tuple[Fraction, Expr]]]]:
        if not wanted:
            yield env, found
            return
        weight, pattern = wanted[0]
        for k, (own, term) in enumerate(found):
            for more in self.match(pattern, times(own / weight, term), env, bound):
                yield from self._some_terms(wanted[1:], found[:k] + found[k + 1 :], more, bound)

    def _shared_terms(
        self,
        bare: list[tuple[Fraction, Expr]],
        left: list[tuple[Fraction, Expr]],
        env: Environment,
        bound: frozenset[str],
    ) -> Found:
        if not bare:
            if not left:
                yield env
            return
        if not left:
            return
        (weight, first), others = bare[0], bare[1:]
        if not others:
            yield from self.match(first, total_of(left, 1 / weight), env, bound)
            return
        for count in range(1, len(left)):
            for chosen in itertools.combinations(range(len(left)), count):
                own = total_of([left[k] for k in chosen], 1 / weight)
                for more in self.match(first, own, env, bound):
                    yield from self._shared_terms(
                        others, [left[k] for k in range(len(left)) if k not in chosen], more, bound
                    )

    # Matrices.

    def _matrix(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        p = strip(normal(p))
        if is_name(p):
            yield from self._bind(p, e, env, bound)
        elif p.op == "transpose" and is_name(strip(p.args[0])):
            yield from self._bind(strip(p.args[0]), normal(build.transpose(e)), env, bound)
        elif p.op == "add":
            e = self._written_out(e)
            if e.op == "add":
                yield from self._sum(p, e, env, bound)
        else:
            yield from self._factors(p, e, env, bound)

    def _written_out(self, e: Expr) -> Expr:
        """The derivative of a softmax as ``diag(p) - p p^T``; any other matrix as it is."""
        vector = softmax_jacobian_of(self.facts, e) if e.op != "add" else None
        if vector is None:
            return e
        return build.sub(build.diag(vector), build.matmul(vector, build.transpose(vector)))

    def _factors(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        try:
            (fronts, wanted), (scalars, found) = factors(p), factors(e)
        except NotSupported:
            return
        if len(wanted) == 1 and wanted[0].op in ("row", "col") and not fronts and len(found) > 1:
            yield from self._line(wanted[0], e, env, bound)
            return
        if fronts:
            whole = product_of(Fraction(1), scalars)
            for more in self.match(product_of(Fraction(1), fronts), whole, env, bound):
                yield from self._segments(wanted, found, more, bound)
            return
        yield from self._segments(wanted, found, env, bound, scalars)

    def _segments(
        self,
        wanted: Sequence[Expr],
        found: Sequence[Expr],
        env: Environment,
        bound: frozenset[str],
        scalars: Sequence[Expr] = (),
    ) -> Found:
        """A name stands for one or more factors next to one another, anything else for one; numbers in front go to a name."""
        if not wanted:
            if not found and not scalars:
                yield env
            return
        first, rest = strip(wanted[0]), wanted[1:]
        inner = strip(first.args[0]) if first.op == "transpose" else first
        if not is_name(inner):
            if found:
                single = strip(found[0])
                for more in self._single(first, single, env, bound):
                    yield from self._segments(rest, found[1:], more, bound, scalars)
            return
        fewest = 1 if rest else len(found)
        for count in range(max(1, fewest), len(found) - len(rest) + 1):
            try:
                own = chain(list(found[:count]))
            except NotSupported:
                continue
            for more in self._matrix(first, strip(normal(own)), env, bound):
                yield from self._segments(rest, found[count:], more, bound, scalars)
            if scalars and inner.data[0] not in env.values:
                weighted = reduce(lambda m, s: build.scale(s, m), scalars, own)
                for more in self._matrix(first, strip(weighted), env, bound):
                    yield from self._segments(rest, found[count:], more, bound)

    def _single(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        """One factor that is no name and no product."""
        if env.knows(names_of(p)):
            if self._is_closed(p, e, env, bound):
                yield env
        elif p.op == "add":
            if e.op == "add":
                yield from self._sum(p, e, env, bound)
        else:
            yield from self._node(p, e, env, bound)

    # Single operators.

    def _node(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        p, e = standard(p), standard(e)
        if p.op in RULES:
            yield from getattr(self, RULES[p.op])(p, e, env, bound)
        elif p.op == e.op and p.data == e.data and len(p.args) == len(e.args):
            exponents = [strip(whole.args[1]) for whole in (p, e) if p.op == "hpow"]
            if exponents and is_name(exponents[0]) and exponents[1].op == "size":
                return  # of whole powers other theorems know more
            if exponents and exponents[0].op != "const" == exponents[1].op and whole_number(exponents[0]) is not None:
                return  # of powers that are written as numbers all is known
            orders = itertools.permutations(e.args) if p.op in ("hadamard", "max", "min") else (e.args,)
            for args in orders:
                yield from self._all(p.args, args, env, bound)

    def _all(self, wanted: Sequence[Expr], found: Sequence[Expr], env: Environment, bound: frozenset[str]) -> Found:
        if not wanted:
            yield env
            return
        for more in self.match(wanted[0], found[0], env, bound):
            yield from self._all(wanted[1:], found[1:], more, bound)

    def _norm(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        if e.op != "norm" or not same_kind(p, e):
            return
        yield from self.match(p.args[0], e.args[0], env, bound)
        if p.data[0] in TURNED and not is_name(strip(p.args[0])):
            yield from self.match(p.args[0], build.transpose(e.args[0]), env, bound)

    def _place(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        if e.op != p.op:
            return
        first, second = p.data[0], e.data[0]
        if isinstance(first, Size):
            if not isinstance(second, Size):
                square = rows(e.args[0]) == cols(e.args[0])
                second = ONE if second == "max" else rows(e.args[0]) if square else None
            for more in self.match(p.args[0], e.args[0], env, bound):
                found = self.size(first, second, more, bound) if second is not None else None
                if found is not None:
                    yield found
        elif first == second:
            yield from self.match(p.args[0], e.args[0], env, bound)

    def _trace(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        if e.op != "trace":
            return
        inner = strip(normal(e.args[0]))
        yield from self.match(p.args[0], inner, env, bound)
        scalars, parts = factors(inner)
        pattern = strip(normal(p.args[0]))
        if scalars or len(parts) < 2 or is_name(pattern) or pattern.op == "add":
            return
        turned = [strip(normal(build.transpose(part))) for part in reversed(parts)]
        for cycle in (parts, turned):
            for start in range(1 if cycle is parts else 0, len(parts)):
                try:
                    whole = chain([*cycle[start:], *cycle[:start]])
                except NotSupported:
                    continue
                yield from self.match(pattern, whole, env, bound)

    def _entry(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        """An entry of a matrix, or of a column that is one of a matrix."""
        if e.op != "entry":
            return
        e = strip(entry_of(e.args[0], *e.data))
        if e.op != "entry":
            return
        matrix, (a, b) = e.args[0], e.data
        choices = [(matrix, (a, b))]
        if p.data[1] == ONE and cols(p.args[0]) == ONE and cols(matrix) != ONE:
            choices = [(build.col(matrix, b), (a, ONE)), (build.transpose(build.row(matrix, a)), (b, ONE))]
        for whole, places in choices:
            found = self._sizes(p.data, places, env, bound)
            if found is not None:
                yield from self.match(p.args[0], whole, found, bound)

    def _line(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        """A row or a column of a matrix, also as a product with a unit vector."""
        for op, matrix, place in lines_of(e):
            found = self.size(p.data[0], place, env, bound) if op == p.op else None
            if found is not None:
                yield from self.match(p.args[0], matrix, found, bound)

    def _row_times_column(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        if e.op == "matmul":
            for turned in (e, normal(build.transpose(e))):
                yield from self._factors(strip(normal(p)), strip(normal(turned)), env, bound)
        elif e.op == "hpow" and strip(e.args[1]) == build.const(2) and strip(e.args[0]).op == "norm":
            norm = strip(e.args[0])
            if same_kind(build.norm(build.var("x", build.SCALAR), "2"), norm) and ONE in norm.args[0].shape.totals:
                column = norm.args[0] if cols(norm.args[0]) == ONE else build.transpose(norm.args[0])
                product = build.matmul(build.transpose(column), column)
                yield from self._factors(strip(normal(p)), strip(normal(product)), env, bound)

    def _shaped(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        if e.op == p.op:
            found = self._sizes(p.shape.totals, e.shape.totals, env, bound)
            if found is not None:
                yield found

    def _basis(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        if e.op == "basis":
            found = self._sizes((p.data[0], rows(p)), (e.data[0], rows(e)), env, bound)
            if found is not None:
                yield found

    def _number(self, p: Size, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        """A number made of sizes."""
        told = whole_number(e)
        found = self.size(p, told, env, bound) if told is not None else None
        if found is not None:
            yield found

    def _binder(self, p: Expr, e: Expr, env: Environment, bound: frozenset[str]) -> Found:
        """A sum, a product or an extremum over a range, with one letter for both."""
        name, low, high = p.data
        letter = Size.of(name)
        for first, last, body in bodies(p.op, e, letter):
            found = self._sizes((low, high), (first, last), env, bound)
            if found is not None:
                yield from self.match(p.args[0], body, found, bound | {name})


__all__ = ["Matcher", "TooLong"]
