"""Functions of one number for SymPy and in floats: what they are made of, where they change their signs, how complicated they are.

Nothing here is believed: it chooses what is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from math import erf, sqrt
from typing import Any

import numpy as np
import sympy

from proofs import verify
from proofs.verify import Fraction, Node

TINY, SMALL = 1e-11, 1e-6
FAR = 40.0
MAX_DEGREE = 60
Step = int
Z = sympy.Symbol("z", real=True)


class Distribution(sympy.Function):
    """The distribution function of the standard normal distribution."""

    def fdiff(self, argindex: int = 1) -> Any:
        """Return the derivative."""
        return Density(self.args[0])


class Density(sympy.Function):
    """Its density."""

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        """Return the derivative."""
        return -self.args[0] * self


NAMES = {"exp": sympy.exp, "log": sympy.log, "sin": sympy.sin, "cos": sympy.cos, "tanh": sympy.tanh, "arctan": sympy.atan, "arcsin": sympy.asin,
         "Phi": Distribution, "phi": Density}  # fmt: skip


@dataclass(frozen=True)
class Where:
    """Between which numbers the own number lies; the steps that say so, also strictly where an end is left out."""

    low: Fraction | None = None
    high: Fraction | None = None
    above: Step | None = None
    below: Step | None = None
    over: Step | None = None
    under: Step | None = None

    def without(self, *ends: str) -> Where:
        """Return the same where nothing strict is known at some ends."""
        return replace(self, **dict.fromkeys(ends))


def quantity_of(formula: Node) -> Node | None:
    """Return the one scalar of which a formula speaks that is made of no others; None if there are several, or matrices."""
    found: dict[Node, None] = {}
    waiting, elementary = [*formula.args], False
    while waiting:
        n = waiting.pop()
        elementary = elementary or n.op in ("map", "hpow", "max", "min", *verify.DERIVATIVES)
        if not n.scalar or any(name[0] == "#" for name in n.free):
            return None
        if n.op in ("const", "real"):
            continue
        if n.op in ("add", "scale", "hadamard", "map", "max", "min", "matmul") or (n.op == "hpow" and verify.rational(n.args[1]) is not None):
            waiting += n.args[: 1 if n.op == "hpow" else None]
        elif n.op in verify.DERIVATIVES and n.args[0].free <= {n.data[0]}:
            waiting += n.args[1:]
        elif n.op in ("var", "entry", "norm"):
            found[n] = None
        elif n.op == "size" and len(n.free) == 1:
            found[verify.make("size", (verify.named(next(iter(n.free))),))] = None
        else:
            return None
    return next(iter(found)) if len(found) == 1 and elementary else None


def plain(gap: Node, x: Node) -> Node:
    """The same with polynomials of a size as sums."""
    if x.op != "size":
        return gap
    return verify.rebuilt(gap, lambda n, visit: _size(n, x) if n.op == "size" else None)


def _size(n: Node, x: Node) -> Node:
    terms = [reduce(verify.scale, [x] * sum(p for _, p in m), verify.const(c)) for m, c in n.data[0]]
    return n if n is x else verify.add(*terms)


def is_piecewise(n: Node) -> bool:
    """Return whether a number is one of two functions, by the sign of something: an absolute value, a positive part, a maximum."""
    return n.scalar and ((n.op == "map" and n.data[0] in ("abs", "relu")) or (n.op == "max" and len(n.args) == 2))  # noqa: PLR2004


def to_sympy(e: Node, x: Node) -> sympy.Expr:
    """Return a function of a quantity for SymPy.

    Raises:
        Rejected: It is made of something else than elementary functions, or speaks of something else.

    """
    if e is x:
        return Z
    if e.op == "const":
        return sympy.Rational(e.data[0].numerator, e.data[0].denominator)
    if e.op == "size" and x.op == "size" and e.free == x.free:
        return sympy.Add(*(sympy.Rational(c.numerator, c.denominator) * Z ** sum(p for _, p in m) for m, c in e.data[0]))
    if e.op == "hpow":
        q = verify.rational(e.args[1])
        verify.demand(q is not None, "an exponent that is no number")
        return to_sympy(e.args[0], x) ** sympy.Rational(q.numerator, q.denominator)
    if e.op in ("add", "scale", "hadamard", "matmul"):
        return (sympy.Add if e.op == "add" else sympy.Mul)(*(to_sympy(a, x) for a in e.args))
    if e.op == "map" and e.data[0] in NAMES:
        return NAMES[e.data[0]](to_sympy(e.args[0], x))
    if e.op == "real" and e.data[0] == "pi":
        return sympy.pi
    if e.op in verify.DERIVATIVES and e.args[0].scalar and e.args[1].scalar:
        slope = sympy.diff(to_sympy(e.args[0], verify.var(e.data[0], (), ())), Z).subs(Z, to_sympy(e.args[1], x))
        return slope if e.op != "frechet" else slope * to_sympy(e.args[2], x)
    same = verify.meaning(e)
    verify.demand(same is not None, "a function of another kind")
    return to_sympy(same, x)


def of_sympy(e: sympy.Expr, x: Node) -> Node:
    """Return a function of SymPy of a quantity.

    Raises:
        Rejected: It is made of something else than elementary functions.

    """
    if e is Z:
        return x
    if e.is_Rational:
        return verify.const(f"{e}")
    if e is sympy.pi:
        return verify.make("real", ("pi",))
    if e is sympy.E:
        return verify.apply("exp", verify.const(1))
    name = next((n for n, f in NAMES.items() if e.func is f), None)
    verify.demand(name is not None or e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Rational), "a function of another kind")
    args = [of_sympy(a, x) for a in sorted(e.args, key=sympy.default_sort_key)] if not e.is_Pow else [of_sympy(e.base, x)]
    if name is not None:
        return verify.apply(name, args[0])
    return verify.add(*args) if e.is_Add else reduce(verify.scale, args) if e.is_Mul else verify.power(args[0], Fraction(int(e.exp.p), int(e.exp.q)))


def factored(f: sympy.Expr) -> sympy.Expr:
    """Return a function as a quotient of products."""
    return in_letters(lambda e: sympy.factor(sympy.together(e)), f)


def in_letters(change: Callable[[sympy.Expr], sympy.Expr], f: sympy.Expr) -> sympy.Expr:
    """Change a function; what is a power of high degree of ``e^(z/q)`` or ``z^(1/q)`` is a letter meanwhile."""
    fine = [e for e in f.atoms(sympy.exp, sympy.Pow) if any(max(abs(q.p), q.q) > MAX_DEGREE for q in e.exp.atoms(sympy.Rational))]
    letters = {e: sympy.Dummy(positive=True) for e in fine}
    return change(f.xreplace(letters)).xreplace({letter: e for e, letter in letters.items()})


def factors_of(f: sympy.Expr) -> list[tuple[sympy.Expr, int]] | None:
    """Return the factors of a function with their exponents; None if it is no product."""
    whole = factored(f)
    top, bottom = sympy.fraction(sympy.powsimp(whole) if whole.has(sympy.exp) else whole)
    found: dict[sympy.Expr, int] = {}
    for side, e in ((1, top), (-1, bottom)):
        for part in sympy.Mul.make_args(e):
            base, power = part.as_base_exp() if not isinstance(part, sympy.exp) else (part, sympy.Integer(1))
            base, power = (base, power) if power.is_Integer else (part, sympy.Integer(1))
            found[base] = found.get(base, 0) + side * int(power)
    parts = [(b, k) for b, k in found.items() if k and b != 1]
    real = [(b, k) for b, k in parts if b.has(Z)]
    return None if len(real) == 1 and real[0][1] == 1 and (len(parts) == 1 or sympy.expand(real[0][0] - f) == 0) else parts


def measure(f: sympy.Expr) -> int:
    """Return how complicated the factors of a function are whose sign is not plain."""
    parts = factors_of(f) or [(f, 1)]
    return sum(b.count_ops() for b, k in parts if b.has(Z) and not isinstance(b, sympy.exp) and not (b.is_polynomial(Z) and sympy.degree(b, Z) < 2))  # noqa: PLR2004


def simpler(f: sympy.Expr) -> Any:
    """Return the same function as one quotient, where that is shorter."""
    other = factored(f)
    return min((f, sympy.expand(f), other), key=lambda e: (e.count_ops(), sympy.default_sort_key(e)))


def simplest(a: float, b: float) -> Fraction:
    """The rational number with the smallest denominator between two others."""
    for d in range(1, 2000):
        n = np.ceil(a * d)
        if n <= b * d:
            if n < 0 and np.floor(b * d) >= 0:
                n = 0
            return Fraction(int(n), d)
    return Fraction((a + b) / 2).limit_denominator(10_000)


_KEPT: dict[sympy.Expr, Any] = {}


def compiled(f: sympy.Expr) -> Any:
    """Return a function of numbers and arrays."""
    if f not in _KEPT:
        if len(_KEPT) > 4000:  # noqa: PLR2004
            _KEPT.clear()
        _KEPT[f] = sympy.lambdify(Z, f, modules=[{"Distribution": _distribution, "Density": lambda x: np.exp(-x * x / 2) / np.sqrt(2 * np.pi)}, "numpy"])
    return _KEPT[f]


def _distribution(x: Any) -> Any:
    return np.vectorize(lambda t: (1 + erf(t / sqrt(2))) / 2)(x)


def number_at(f: sympy.Expr, x: float) -> float:
    """The value at a number, -inf where it has none."""
    with np.errstate(all="ignore"):
        try:
            value = float(compiled(f)(np.float64(x)))
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            return float("-inf")
    return value if np.isfinite(value) else float("-inf")


def is_zero(value: sympy.Expr) -> bool:
    """Return whether a number is zero, as far as thirty digits and SymPy tell."""
    return value == 0 or bool(not value.is_Rational and abs(number_at(value, 0.0)) < TINY and abs(value.evalf(30)) < 1e-24 and sympy.simplify(value) == 0)  # noqa: PLR2004


def values_of(f: sympy.Expr, where: Where) -> tuple[Any, Any]:
    """Numbers of the interval and the values there, where they are finite."""
    low, high = (None if e is None else float(e) for e in (where.low, where.high))
    t = np.linspace(0, 1, 121)
    if low is not None and high is not None:
        x = low + (high - low) * np.unique(np.concatenate([t, t[1:60] ** 4 / 50, 1 - t[1:60] ** 4 / 50]))
    elif low is not None:
        x = low + np.concatenate([t**2 * 3, 3 + t[1:] ** 2 * FAR])
    elif high is not None:
        x = high - np.concatenate([t**2 * 3, 3 + t[1:] ** 2 * FAR])[::-1]
    else:
        x = np.concatenate([-(3 + t[:0:-1] ** 2 * FAR), np.linspace(-3, 3, 241), 3 + t[1:] ** 2 * FAR])
    x = x[1:] if where.over is not None else x
    x = x[:-1] if where.under is not None else x
    with np.errstate(all="ignore"):
        values = np.asarray(compiled(f)(x), dtype=float) * np.ones(len(x))
    good = np.isfinite(values)
    return x[good], values[good]


def changes_of(f: sympy.Expr, where: Where) -> list[Fraction] | None:
    """The rational numbers inside at which a function changes its sign; None where it does so elsewhere."""
    x, values = values_of(f, where)
    found = []
    for k in range(len(x) - 1):
        if np.sign(values[k]) * np.sign(values[k + 1]) < 0 or (values[k] == 0 and 0 < k):
            a, b = (x[k], x[k + 1]) if values[k] else (x[k], x[k])
            for _ in range(80):
                middle = (a + b) / 2
                a, b = (a, middle) if number_at(f, a) * number_at(f, middle) <= 0 else (middle, b)
            guess = Fraction((a + b) / 2).limit_denominator(60)
            if f.subs(Z, sympy.Rational(guess.numerator, guess.denominator)) != 0:
                return None
            found.append(guess)
    inside = [c for c in dict.fromkeys(found) if (where.low is None or c > where.low) and (where.high is None or c < where.high)]
    return inside


def zero_between(f: sympy.Expr, a: float, b: float) -> Fraction | None:
    """A rational number between two others at which a function is zero, and has its least value."""
    for _ in range(60):
        p, q = a + (b - a) / 3, b - (b - a) / 3
        a, b = (a, q) if number_at(f, p) < number_at(f, q) else (p, b)
    guess = Fraction((a + b) / 2).limit_denominator(60)
    if abs(float(guess) - (a + b) / 2) > SMALL:
        return None
    value = f.subs(Z, sympy.Rational(guess.numerator, guess.denominator))
    return guess if is_zero(value) else None


def sign_of(f: sympy.Expr, where: Where) -> int:
    """Return the sign that a function seems to have on an interval."""
    _, values = values_of(f, where)
    return 1 if len(values) and values[np.argmax(np.abs(values))] > 0 else -1


__all__ = [
    "Density", "Distribution", "SMALL", "Step", "TINY", "Where", "Z", "changes_of", "compiled", "factors_of", "in_letters",
    "is_piecewise", "is_zero", "measure", "number_at", "of_sympy", "plain", "quantity_of", "sign_of", "simpler",
    "simplest", "to_sympy", "values_of", "zero_between",
]  # fmt: skip
