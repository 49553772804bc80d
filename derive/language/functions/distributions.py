r"""Distributions that a text names, ``\mathcal{N}(\mu, \Sigma)``, ``\mathcal{U}(a, b)``, ``\operatorname{Bernoulli}(p)``, and what is known of those of variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Formula, Rel
from derive.errors import ShapeProblem
from derive.fraction import Fraction
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term, latex_of, realize
from derive.language.tree.names import bare, base_key, is_empty
from derive.language.tree.syntax import Syn
from derive.moments import Moments
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

INDEPENDENT = r"say that they are independent: \overset{\text{iid}}{\sim}, or \text{i.i.d.} behind it"
NORMAL, UNIFORM, BERNOULLI = ("N", "Normal"), ("U", "Unif", "Uniform"), ("Bernoulli", "Bern", "Ber")
RADEMACHER = ("Rademacher", "Rad")
SIGNS = ("-1, 1", "1, -1", r"\pm 1")
STYLES = ("cal", "scr", "rm", "op", "sf", "bb")


@dataclass(frozen=True, slots=True)
class Law:
    """The distribution of a declared variable.

    Attributes:
        symbol: The variable.
        mean: Its mean, None while only a second moment is told.
        covariance: As `derive.moments.Moments` has it; None if nothing tells it.
        of, normal: As there.
        mentions: The symbols that these were read with.
        joint: The core names of the variables of which it is independent.
    """

    symbol: Symbol
    mean: Expr | None
    covariance: Expr | None
    of: str = "whole"
    normal: bool = False
    mentions: Mapping[str, Symbol] = field(default_factory=dict)
    joint: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution that a text names: where its mean and its variance stand, or what they are."""

    mean: Syn | None
    variance: Syn | None
    normal: bool
    make: Callable[[Expr, Expr], tuple[Expr, Expr]] | None = None


def distribution(written: Syn) -> Distribution | None:
    r"""Return the distribution that ``\mathcal{N}(\mu, \Sigma)``, ``\mathcal{U}(a, b)`` or ``\operatorname{Bernoulli}(p)`` names."""
    signs = _signs(bare(written))
    if signs is not None:
        return Distribution(Syn("num", "0"), signs, normal=False)
    parts = bare(written).children if bare(written).kind == "juxt" else ()
    key = base_key(parts[0]) if len(parts) == 2 else None
    inner = arguments(parts[1]) if key is not None else None
    if key is None or inner is None:
        return None
    if key.plain in NORMAL and (key.style in STYLES or key.plain == "N") and len(inner) == 2:
        return Distribution(inner[0], inner[1], normal=True)
    if key.plain in UNIFORM and len(inner) == 2:
        return Distribution(inner[0], inner[1], normal=False, make=_uniform)
    if key.plain in BERNOULLI and len(inner) == 1:
        return Distribution(inner[0], inner[0], normal=False, make=lambda p, _: (p, _bernoulli(p)))
    return None


def _signs(written: Syn) -> Syn | None:
    r"""Return the covariance of signs that are equally likely and independent, 1 of one number; None for any other distribution.

    They are written ``\operatorname{Rademacher}``, ``\mathcal{U}(\{-1, 1\})`` and, for a vector, ``\operatorname{Unif}(\{\pm 1\}^d)``.
    """
    key = base_key(written)
    if key is not None and key.plain in RADEMACHER:
        return Syn("num", "1")
    parts = written.children if written.kind == "juxt" else ()
    key = base_key(parts[0]) if len(parts) == 2 else None
    if key is None or key.plain not in UNIFORM:
        return None
    values = parts[1].children[0] if (parts[1].kind, parts[1].value) == ("group", "(") else parts[1]
    power = values.kind == "script" and is_empty(values.children[1])
    values = values.children[0] if power else values
    if (values.kind, values.value) != ("group", "set") or latex_of(values.children[0]) not in SIGNS:
        return None
    return Syn("name", ":I") if power else Syn("num", "1")


def arguments(syn: Syn) -> tuple[Syn, ...] | None:
    """What stands in round or square brackets, divided at its commas; None if it is no such group."""
    syn = bare(syn) if syn.kind != "group" else syn
    if syn.kind != "group" or syn.value not in ("(", "["):
        return None
    content = syn.children[0]
    return content.children if content.kind == "list" else (content,)


def _uniform(low: Expr, high: Expr) -> tuple[Expr, Expr]:
    half = b.scale(b.const(Fraction(1, 2)), b.add(low, high))
    return half, b.scale(b.const(Fraction(1, 12)), b.hpow(b.sub(high, low), b.const(2)))


def _bernoulli(p: Expr) -> Expr:
    return b.scale(p, b.sub(b.const(1), p))


# Moments from their terms.


def fitted(r: Reader, found: Distribution, shape: Shape, of: str, syn: Syn) -> Callable[[], tuple[Expr, Expr]]:
    """Read a mean and a covariance for a variable of a shape; return what builds them once all sizes are known.

    Raises:
        ShapeProblem: They do not fit.
    """
    assert found.mean is not None and found.variance is not None
    member = shape if of == "whole" else Shape() if of == "entries" else Shape(shape.cols)
    mean, variance = r.read(found.mean), r.read(found.variance)
    if mean.zero and not member.is_scalar:
        mean = r.a.zeros(member.rows, (), mean.syn)
    fits(r, mean, member, "the mean", syn)
    side = member.rows if found.make is None else ()
    if found.make is not None and not member.is_scalar:
        raise ShapeProblem(f"{latex_of(syn)} is a distribution of numbers", r.at(syn), INDEPENDENT)
    fits(r, variance, Shape(side, side), "the covariance", syn)

    def build() -> tuple[Expr, Expr]:
        one, other = realize(mean), realize(variance)
        return found.make(one, other) if found.make is not None else (one, other)

    return build


def fits(r: Reader, t: Term, shape: Shape, what: str, syn: Syn) -> None:
    """Give a parameter of a distribution its shape; raises `ShapeProblem` if it has another."""
    if not (r.u.unify(t.rows, r.u.split(shape.rows)) and r.u.unify(t.cols, r.u.split(shape.cols))):
        hint = r"write \sigma^2 I for one variance of all entries" if what == "the covariance" else None
        raise ShapeProblem(f"{what} {latex_of(t.syn)} is {r.a.shape(t)} where {shape} is needed", r.at(syn), hint)


def spread(shape: Shape, mean: Expr, of: str) -> Expr:
    """Return the mean of all entries or rows from that of one."""
    if of == "entries":
        return b.scale(mean, b.ones(shape.rows, shape.cols))
    if of == "rows":
        return b.matmul(b.ones(shape.rows), b.transpose(mean))
    return b.reshape(mean, shape)


def implied(covariance: Expr | None) -> list[Formula]:
    """Return what a covariance satisfies that is made of variables: it is symmetric and semidefinite, a variance is no less than 0."""
    if covariance is None or not b.free_names(covariance):
        return []
    if covariance.shape.is_scalar:
        return [] if _is_square(covariance) else [Rel(">=", covariance, b.const(0))]
    if covariance.op == "scale" and covariance.args[1].op == "eye":
        return implied(covariance.args[0])
    return [] if covariance.op in ("eye", "zeros") else b.definite(">=", covariance)


def _is_square(e: Expr) -> bool:
    return e.op == "hpow" and e.args[1] == b.const(2)


def moments_of(r: Reader, law: Law) -> Moments | None:
    """Return what a law tells, in what nothing defines; None without a mean."""
    if law.mean is None:
        return None
    expand = r.definitions().expand
    covariance = None if law.covariance is None else expand(law.covariance)
    return Moments(law.symbol.core, expand(law.mean), covariance, law.of, law.normal)


__all__ = [
    "INDEPENDENT",
    "Distribution",
    "Law",
    "arguments",
    "distribution",
    "fits",
    "fitted",
    "implied",
    "moments_of",
    "spread",
]
