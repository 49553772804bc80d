"""Products of numbers, scalar powers and matrices, and what is done with them entry by entry: the material of `derive.simplify`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from derive.build import const, diag, hadamard, hpow, ones, scale, transpose
from derive.core import Expr, walk
from derive.fraction import Fraction
from derive.tidy import tidy

Power = tuple[Expr, Fraction]
"""A scalar base and its power."""


@dataclass(frozen=True, slots=True)
class Term:
    """``number * prod base^power * factors``.

    Attributes:
        number: A rational.
        scalars: Scalar bases, each once, with their powers, in a fixed order.
        factors: Matrices in order, none of them a sum with one term only; none at all for a scalar.
    """

    number: Fraction
    scalars: tuple[Power, ...] = ()
    factors: tuple[Expr, ...] = ()


ZERO: tuple[Term, ...] = ()


def length(e: Expr, known: dict[Expr, int] | None = None) -> int:
    """Return how much is to be read: the weights of all nodes, where a long part that stands again counts as a name for it."""
    known = {} if known is None else known
    if e not in known:
        total, whole = 0, dict[Expr, int]()
        for node in walk(e):
            own = _WEIGHTS.get(node.op, 4)
            if node.op == "transpose":
                own += 1 if node.args[0].op in ("var", "ones", "softmax", "inv") else 3
            elif node.op == "hpow" and node.args[1].op != "const":
                own += 2
            whole[node] = own + sum(whole[a] for a in node.args)
            total += own
        seen = set[Expr]()
        for node in walk(e):
            for a in node.args:
                total += min(whole[a], _NAME) if a in seen else 0
                seen.add(a)
        known[e] = total
    return known[e]


_NAME = 6
_WEIGHTS = {"const": 2, "transpose": 0, "scale": 1, "hpow": 2, "add": 2, "matmul": 1, "eye": 5}


def factors_of(e: Expr) -> tuple[Expr, ...]:
    """The factors of a product of matrices."""
    return (*factors_of(e.args[0]), *factors_of(e.args[1])) if e.op == "matmul" else (e,)


def is_free(e: Expr, place: int) -> bool:
    """Whether an argument may be simplified by itself: names that a node binds are no hindrance, points are."""
    return e.op not in ("deriv", "grad", "frechet", "where") or place == 0


def may_be_negative(term: Term) -> bool:
    """Whether a scalar may be negative, so that its root is no product of roots."""
    return bool(term.scalars) and any(base.op not in ("size", "norm") for base, _ in term.scalars)


def rational_power(number: Fraction, power: Fraction) -> Fraction | None:
    """Return a rational number to a power, None where that is no rational number or not known to be one."""
    if power.denominator == 1:
        return number ** int(power) if number or power > 0 else None
    return Fraction(1) if number == 1 else None


def merged(scalars: Iterable[Power]) -> tuple[Power, ...]:
    """Return powers with each base once, in a fixed order."""
    found: dict[Expr, Fraction] = {}
    for base, power in scalars:
        if base.op == "hpow" and base.args[1].op == "const" and base.shape.is_scalar:
            base, power = base.args[0], power * base.args[1].data[0]
        found[base] = found.get(base, Fraction(0)) + power
    return tuple(sorted(((b, p) for b, p in found.items() if p), key=lambda one: (one[0].op != "size", str(one[0]))))


def shared(terms: Sequence[Term]) -> tuple[Term, tuple[Term, ...]]:
    """What all terms have in common, and the terms without it; a common sign too, and common numbers up to sign."""
    first = {b: p for b, p in terms[0].scalars}
    for term in terms[1:]:
        other = dict(term.scalars)
        first = {b: (min if p > 0 else max)(p, other[b]) for b, p in first.items() if b in other and (other[b] > 0) == (p > 0)}
    size_ = abs(terms[0].number)
    number = size_ if all(abs(t.number) == size_ for t in terms) else Fraction(1)
    number = -number if all(t.number < 0 for t in terms) else number
    inverse = [(b, -p) for b, p in first.items()]
    rest = tuple(Term(t.number / number, merged([*t.scalars, *inverse]), t.factors) for t in terms)
    return Term(number, merged(first.items())), rest


def ordered(terms: Sequence[Term]) -> list[Term]:
    """Positive terms first, those without transposes in front before others, otherwise as they came."""
    return sorted(terms, key=lambda t: (t.number < 0, bool(t.factors) and t.factors[0].op == "transpose"))


def scaled_by(factors: Sequence[Expr]) -> Expr:
    """Return the product of numbers."""
    out = factors[-1]
    for factor in factors[-2::-1]:
        out = scale(factor, out)
    return out


def times(s: Expr, e: Expr) -> Expr:
    """Return a number times an expression, numbers in front."""
    if s.op == "const" and s.data[0] == 1:
        return e
    if e.op == "const":
        return s if e.data[0] == 1 else scale(e, s)
    return scale(s, e)


def powers_of(e: Expr) -> list[Power]:
    """The bases and powers that an entrywise product is made of; none for ones."""
    if e.op == "ones":
        return []
    if e.op == "hadamard":
        return [p for a in e.args for p in powers_of(a)]
    if e.op == "hpow" and e.args[1].op == "const":
        return [(base, p * e.args[1].data[0]) for base, p in powers_of(e.args[0])]
    return [(e, Fraction(1))]


def entrywise(powers: Iterable[Power], like: Expr) -> Expr:
    """Return an entrywise product of powers, each base once; ones of the shape of another expression if there is nothing left."""
    found: dict[Expr, Fraction] = {}
    for base, power in powers:
        found[base] = found.get(base, Fraction(0)) + power
    out: Expr | None = None
    for base, power in sorted(((b, p) for b, p in found.items() if p), key=lambda one: (one[1] < 0, str(one[0]))):
        factor = base if power == 1 else hpow(base, const(power))
        out = factor if out is None else hadamard(out, factor)
    return ones(like.shape.rows, like.shape.cols) if out is None else out


def inner_product(whole: Expr) -> tuple[Expr, Expr]:
    """Two columns whose inner product is the sum of the entries of one."""
    powers = powers_of(whole)
    if len(powers) == 1 and powers[0][1] == 2:
        return powers[0][0], powers[0][0]
    if len(powers) < 2:
        return ones(whole.shape.rows), whole
    first, rest = powers[0], powers[1:]
    return entrywise([first], whole), entrywise(rest, whole)


def scalar_parts(factors: Sequence[Expr]) -> list[list[Expr]]:
    """The inner products in a product: from a row to a column."""
    found, start = [], None
    for k, factor in enumerate(factors):
        if factor.shape.is_scalar:
            continue
        if not factor.shape.rows:
            start = k
        if not factor.shape.cols and start is not None:
            found.append(list(factors[start : k + 1]))
            start = None
    return found


def outer_factors(factors: Sequence[Expr]) -> list[Expr]:
    """The factors of a product without its inner products."""
    out: list[Expr] = []
    start: int | None = None
    for factor in factors:
        out.append(factor)
        if factor.shape.is_scalar:
            continue
        if not factor.shape.rows:
            start = len(out) - 1
        if not factor.shape.cols and start is not None:
            del out[start:]
            start = None
    return out


def summed_exponential(base: Expr) -> Expr | None:
    """The column ``e^x`` of a scalar ``1^T e^x``."""
    if base.op != "matmul" or base.args[0].op != "transpose" or base.args[0].args[0].op != "ones":
        return None
    column = base.args[1]
    return column if column.op == "map" and column.data[0] == "exp" else None


def one_and_exponential(base: Expr) -> Expr | None:
    """The number ``e^t`` of ``1 + e^t``."""
    if base.op != "add" or len(base.args) != 2 or const(1) not in base.args:
        return None
    other = base.args[1] if base.args[0] == const(1) else base.args[0]
    return other if other.op == "map" and other.data[0] == "exp" else None


def with_first(factors: Sequence[Expr], old: Expr, new: Expr) -> tuple[Expr, ...] | None:
    """Factors in which one is another at its first place, as itself, transposed, in a diagonal or an entrywise product."""
    for k, factor in enumerate(factors):
        inside = factor
        while inside != old and inside.op in ("transpose", "diag"):
            inside = inside.args[0]
        powers = powers_of(inside)
        if inside == old or (old, Fraction(1)) in powers:
            if inside == old:
                changed = new
            else:
                powers[powers.index((old, Fraction(1)))] = (new, Fraction(1))
                changed = entrywise(powers, inside)
            wrapped = _rewrapped(factor, inside, changed)
            return (*factors[:k], wrapped, *factors[k + 1 :])
    return None


def _rewrapped(factor: Expr, inside: Expr, changed: Expr) -> Expr:
    if factor == inside:
        return changed
    inner = _rewrapped(factor.args[0], inside, changed)
    return tidy(transpose(inner)) if factor.op == "transpose" else diag(inner)
