r"""Functions of numbers, entry by entry: everything that is known of each, in one record.

A function that is written by others (`Function.meaning`) needs nothing else: its slope, its values in every ring, its bounds and
its code are read off its record, and no other file speaks of it but the verifier, which has its own table of definitions.
Roads have rules of their own for the functions without a meaning, and for those that make kinks, jumps and roots: these are the
words of `map` that they may name.

Source of the bounds: NIST Handbook of Mathematical Functions, chapters 4 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from derive import build as b
from derive.core import Expr
from derive.fraction import Fraction

MEROMORPHIC, SMOOTH, KINK, JUMP, PARTIAL = "meromorphic", "smooth", "kink", "jump", "partial"
"""How regular a function of a real number is: meromorphic and without a pole there; smooth, with branches elsewhere;
continuous with a kink at zero; jumping at zero; smooth where it has a value, the positive numbers."""
HALF, MINUS_HALF, ONE = b.const(Fraction(1, 2)), b.const(Fraction(-1, 2)), b.const(1)
Number = int | Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """What is known of one function f.

    Attributes:
        name: Its name in `map` nodes.
        written: Its names in texts, each a word of the language.
        commands: Names that are read as commands and in ``\\operatorname`` alone.
        regularity: One of the words of this module.
        within: It has a value where ``|x|`` is at most this.
        poles: It has a value where this, of every entry of an argument, is not zero.
        low: No value lies below; minus infinity if nothing is known.
        high: No value lies above.
        attained: Whether ``low`` and ``high``, where they are finite, may be values.
        at_zero: The value at zero, where it is a rational number.
        increasing: ``strictly`` or ``weakly`` on its domain, empty if it is not or not known to be.
        keeps_sign: f(x) > 0 for x > 0, f(0) = 0, and f(x) < 0 for the other x of its domain.
        shrinks: ``|f(x)| <= |x|``.
        lipschitz: ``|f(x) - f(y)| <= c |x - y|``; the least such c, or a rational number above it.
        parity: 1 if f is even, -1 if it is odd, 0 if neither.
        of_matrices: Of which matrices a text may mean the matrix function of this name: ``square``, ``definite`` or none.
        meaning: The function by simpler ones, of every entry of an argument.
        slope: Its derivative at every entry of an argument; None where none is known, zero off the jumps of one that jumps.
        torch: Its torch code, with ``{x}`` for the argument, where it is not ``library`` of torch.
        library: Its name in torch, SymPy and FLINT, where it is the same.
        arrays: Its code for NumPy and JAX, with ``{x}`` for the argument and ``{a}`` for the library; those without one are written by
            their meaning, or have their ``library`` name there, too.
    """

    name: str
    written: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    regularity: str
    within: Number | float = inf
    poles: Callable[[Expr], Expr] | None = None
    low: Number | float = -inf
    high: Number | float = inf
    attained: bool = False
    at_zero: Number | None = None
    increasing: str = ""
    keeps_sign: bool = False
    shrinks: bool = False
    lipschitz: Fraction | None = None
    parity: int = 0
    of_matrices: str = ""
    meaning: Callable[[Expr], Expr] | None = None
    slope: Callable[[Expr], Expr] | None = None
    torch: str = ""
    library: str = ""
    arrays: str = ""

    @property
    def code(self) -> str:
        """Its torch code, with ``{x}`` for the argument."""
        return self.torch or f"torch.{self.library}({{x}})"

    @property
    def derived(self) -> bool:
        """Whether roads know it by its meaning alone."""
        return self.meaning is not None and self.name not in OWN_RULES


OWN_RULES = ("sqrt", "abs", "relu", "sign", "step")
"""Functions with a meaning for which the roads have rules of their own."""


def _one(u: Expr) -> Expr:
    return ONE if u.shape.is_scalar else b.ones(u.shape.rows, u.shape.cols)


def _times(u: Expr, v: Expr) -> Expr:
    return b.scale(u, v) if u.shape.is_scalar else b.hadamard(u, v)


def _logistic_slope(u: Expr) -> Expr:
    s = b.map_("sigmoid", u)
    return _times(s, b.sub(_one(u), s))


def _mish_slope(u: Expr) -> Expr:
    t = b.map_("tanh", b.map_("softplus", u))
    return b.add(t, _times(u, _times(b.sub(_one(u), _times(t, t)), b.map_("sigmoid", u))))


def _density(u: Expr) -> Expr:
    two_pi = b.scale(b.const(2), b.real("pi"))
    return b.scale(b.hpow(two_pi, MINUS_HALF), b.map_("exp", b.scale(MINUS_HALF, _times(u, u))))


def _circle(u: Expr) -> Expr:
    """The root of 1 - u^2."""
    return b.hpow(b.sub(_one(u), _times(u, u)), HALF)


def _arcsine(u: Expr) -> Expr:
    """By the half of the angle, which also has a value at the ends."""
    return b.scale(b.const(2), b.map_("arctan", _times(u, b.hpow(b.add(_one(u), _circle(u)), b.const(-1)))))


def _right_angle(u: Expr) -> Expr:
    half = b.scale(HALF, b.real("pi"))
    return half if u.shape.is_scalar else b.scale(half, _one(u))


def _error_slope(u: Expr) -> Expr:
    return b.scale(b.scale(b.const(2), b.hpow(b.real("pi"), MINUS_HALF)), b.map_("exp", b.neg(b.hpow(u, b.const(2)))))


RECORDS: tuple[Function, ...] = (
    Function(
        name="exp", written=("exp",), regularity=MEROMORPHIC, low=0, at_zero=1, increasing="strictly", of_matrices="square",
        slope=lambda u: b.map_("exp", u), library="exp",
    ),
    Function(
        name="log", written=("log", "ln"), regularity=PARTIAL, increasing="strictly", of_matrices="square",
        slope=lambda u: b.hpow(u, b.const(-1)), library="log",
    ),
    Function(
        name="sqrt", regularity=PARTIAL, low=0, attained=True, at_zero=0, increasing="strictly", keeps_sign=True,
        meaning=lambda u: b.hpow(u, HALF), slope=lambda u: b.scale(HALF, b.hpow(u, MINUS_HALF)), library="sqrt",
    ),
    Function(
        name="abs", written=("abs",), regularity=KINK, low=0, attained=True, at_zero=0, shrinks=True, lipschitz=Fraction(1),
        parity=1, slope=lambda u: b.map_("sign", u), torch="torch.abs({x})", arrays="abs({x})",
    ),
    Function(
        name="relu", written=("ReLU", "Relu", "relu"), regularity=KINK, low=0, attained=True, at_zero=0, increasing="weakly",
        shrinks=True, lipschitz=Fraction(1), meaning=lambda u: b.scale(HALF, b.add(u, b.map_("abs", u))),
        slope=lambda u: b.map_("step", u), torch="torch.relu({x})", arrays="{a}.maximum({x}, 0 * {x})",
    ),
    Function(
        name="sign", written=("sign", "sgn"), regularity=JUMP, low=-1, high=1, attained=True, at_zero=0, parity=-1,
        meaning=lambda u: b.sub(b.indicator(">", u, b.const(0)), b.indicator("<", u, b.const(0))), torch="torch.sign({x})",
        arrays="{a}.sign({x})",
    ),
    Function(
        # undefined at 0, as 1/sign is
        name="step", commands=("step", "Heaviside"), regularity=JUMP, low=0, high=1, attained=True,
        meaning=lambda u: b.scale(HALF, b.add(_one(u), b.hpow(b.map_("sign", u), b.const(-1)))), torch="({x} > 0).to({x}.dtype)",
        arrays="1.0 * ({x} > 0)",
    ),
    Function(
        name="sin", written=("sin",), regularity=MEROMORPHIC, low=-1, high=1, attained=True, at_zero=0, shrinks=True,
        lipschitz=Fraction(1), parity=-1, of_matrices="square", slope=lambda u: b.map_("cos", u), library="sin",
    ),
    Function(
        name="cos", written=("cos",), regularity=MEROMORPHIC, low=-1, high=1, attained=True, at_zero=1, lipschitz=Fraction(1),
        parity=1, of_matrices="square", slope=lambda u: b.neg(b.map_("sin", u)), library="cos",
    ),
    Function(
        name="tan", written=("tan",), regularity=MEROMORPHIC, poles=lambda u: b.map_("cos", u), at_zero=0, parity=-1, of_matrices="square",
        meaning=lambda u: _times(b.map_("sin", u), b.hpow(b.map_("cos", u), b.const(-1))),
        slope=lambda u: b.add(_one(u), _times(b.map_("tan", u), b.map_("tan", u))), library="tan",
    ),
    Function(
        # its values lie between -pi/2 and pi/2, and pi is less than 22/7
        name="arctan", written=("arctan", "atan"), regularity=SMOOTH, low=Fraction(-11, 7), high=Fraction(11, 7), at_zero=0,
        increasing="strictly", keeps_sign=True, shrinks=True, lipschitz=Fraction(1), parity=-1,
        slope=lambda u: b.hpow(b.add(_one(u), _times(u, u)), b.const(-1)), library="atan", arrays="{a}.arctan({x})",
    ),
    Function(
        name="arcsin", written=("arcsin", "asin"), regularity=SMOOTH, within=1, low=Fraction(-11, 7), high=Fraction(11, 7), at_zero=0,
        increasing="strictly", keeps_sign=True, parity=-1, meaning=_arcsine, slope=lambda u: b.hpow(_circle(u), b.const(-1)),
        library="asin", arrays="{a}.arcsin({x})",
    ),
    Function(
        name="arccos", written=("arccos", "acos"), regularity=SMOOTH, within=1, low=0, high=Fraction(22, 7), attained=True,
        meaning=lambda u: b.sub(_right_angle(u), _arcsine(u)), slope=lambda u: b.neg(b.hpow(_circle(u), b.const(-1))),
        library="acos", arrays="{a}.arccos({x})",
    ),
    Function(
        name="erf", written=("erf",), regularity=MEROMORPHIC, low=-1, high=1, at_zero=0, increasing="strictly", keeps_sign=True,
        lipschitz=Fraction(1129, 1000), parity=-1, slope=_error_slope, library="erf",
    ),
    Function(
        name="sigmoid", written=("sigmoid",), regularity=MEROMORPHIC, low=0, high=1, at_zero=Fraction(1, 2), increasing="strictly",
        lipschitz=Fraction(1, 4), meaning=lambda u: b.hpow(b.add(b.map_("exp", b.neg(u)), _one(u)), b.const(-1)),
        slope=_logistic_slope, torch="torch.sigmoid({x})", arrays="1 / (1 + {a}.exp(-{x}))",
    ),
    Function(
        name="tanh", written=("tanh",), regularity=MEROMORPHIC, low=-1, high=1, at_zero=0, increasing="strictly", keeps_sign=True,
        shrinks=True, lipschitz=Fraction(1), parity=-1, of_matrices="definite",
        meaning=lambda u: b.sub(b.scale(b.const(2), b.map_("sigmoid", b.scale(b.const(2), u))), _one(u)),
        slope=lambda u: b.sub(_one(u), _times(b.map_("tanh", u), b.map_("tanh", u))), library="tanh",
    ),
    Function(
        # logaddexp, because F.softplus turns linear at 20 and is wrong by 2e-9 there
        name="softplus", written=("softplus",), regularity=SMOOTH, low=0, increasing="strictly", lipschitz=Fraction(1),
        meaning=lambda u: b.map_("log", b.add(b.map_("exp", u), _one(u))), slope=lambda u: b.map_("sigmoid", u),
        torch="torch.logaddexp({x}, torch.zeros_like({x}))",
    ),
    Function(
        # the slope is largest at 2.3994, where it is 1.09984
        name="silu", commands=("silu", "SiLU"), regularity=MEROMORPHIC, at_zero=0, keeps_sign=True, shrinks=True,
        lipschitz=Fraction(10999, 10000), meaning=lambda u: _times(u, b.map_("sigmoid", u)),
        slope=lambda u: b.add(b.map_("sigmoid", u), _times(u, _logistic_slope(u))), torch="{x} * torch.sigmoid({x})",
    ),
    Function(
        name="Phi", regularity=MEROMORPHIC, low=0, high=1, at_zero=Fraction(1, 2), increasing="strictly", lipschitz=Fraction(2, 5),
        meaning=lambda u: b.scale(HALF, b.add(b.map_("erf", b.scale(b.hpow(HALF, HALF), u)), _one(u))),
        slope=lambda u: b.map_("phi", u), torch="0.5 * torch.erfc(-{x} * 0.5 ** 0.5)",
    ),
    Function(
        name="phi", regularity=MEROMORPHIC, low=0, high=1, lipschitz=Fraction(1, 4), parity=1, meaning=_density,
        slope=lambda u: b.neg(_times(u, b.map_("phi", u))), torch="torch.exp(-0.5 * {x} * {x}) * (2 * torch.pi) ** -0.5",
    ),
    Function(
        # the slope is largest at sqrt(2), where it is 1.12890
        name="gelu", written=("gelu", "GELU", "GeLU"), regularity=MEROMORPHIC, at_zero=0, keeps_sign=True, shrinks=True,
        lipschitz=Fraction(1129, 1000), meaning=lambda u: _times(u, b.map_("Phi", u)),
        slope=lambda u: b.add(b.map_("Phi", u), _times(u, b.map_("phi", u))), torch="{x} * 0.5 * torch.erfc(-{x} * 0.5 ** 0.5)",
    ),
    Function(
        name="softsign", written=("softsign",), regularity=KINK, low=-1, high=1, at_zero=0, increasing="strictly", keeps_sign=True,
        shrinks=True, lipschitz=Fraction(1), parity=-1,
        meaning=lambda u: _times(u, b.hpow(b.add(_one(u), b.map_("abs", u)), b.const(-1))),
        slope=lambda u: b.hpow(b.add(_one(u), b.map_("abs", u)), b.const(-2)), torch="torch.nn.functional.softsign({x})",
    ),
    Function(
        name="sinh", written=("sinh",), regularity=MEROMORPHIC, at_zero=0, increasing="strictly", keeps_sign=True, parity=-1,
        of_matrices="square", meaning=lambda u: b.scale(HALF, b.sub(b.map_("exp", u), b.map_("exp", b.neg(u)))),
        slope=lambda u: b.map_("cosh", u), library="sinh",
    ),
    Function(
        name="cosh", written=("cosh",), regularity=MEROMORPHIC, low=1, attained=True, at_zero=1, parity=1,
        of_matrices="square", meaning=lambda u: b.scale(HALF, b.add(b.map_("exp", u), b.map_("exp", b.neg(u)))),
        slope=lambda u: b.map_("sinh", u), library="cosh",
    ),
    Function(
        name="arsinh", written=("arsinh", "asinh", "arcsinh"), regularity=SMOOTH, at_zero=0, increasing="strictly", keeps_sign=True,
        shrinks=True, lipschitz=Fraction(1), parity=-1,
        meaning=lambda u: b.map_("log", b.add(u, b.hpow(b.add(_times(u, u), _one(u)), HALF))),
        slope=lambda u: b.hpow(b.add(_times(u, u), _one(u)), MINUS_HALF), torch="torch.asinh({x})", arrays="{a}.arcsinh({x})",
    ),
    Function(
        name="logsigmoid", written=("logsigmoid", "LogSigmoid"), regularity=SMOOTH, high=0, increasing="strictly", lipschitz=Fraction(1),
        meaning=lambda u: b.neg(b.map_("softplus", b.neg(u))), slope=lambda u: b.map_("sigmoid", b.neg(u)),
        torch="torch.nn.functional.logsigmoid({x})",
    ),
    Function(
        # the slope is largest at 1.4905, where it is 1.08850
        name="mish", written=("mish", "Mish"), regularity=SMOOTH, at_zero=0, keeps_sign=True, shrinks=True,
        lipschitz=Fraction(10886, 10000), meaning=lambda u: _times(u, b.map_("tanh", b.map_("softplus", u))),
        slope=_mish_slope, torch="{x} * torch.tanh(torch.logaddexp({x}, torch.zeros_like({x})))",
    ),
)  # fmt: skip

FUNCTIONS: dict[str, Function] = {f.name: f for f in RECORDS}
WORDS: dict[str, str] = {word: f.name for f in RECORDS for word in (*f.written, *f.commands)}
"""The words of texts for functions of every entry, and the maps that they are."""


def named(condition: Callable[[Function], object]) -> frozenset[str]:
    """Return the names of the functions whose record meets a condition."""
    return frozenset(f.name for f in RECORDS if condition(f))


def regular(*regularities: str) -> frozenset[str]:
    """Return the names of the functions that are as regular as one of some words says."""
    return named(lambda f: f.regularity in regularities)


LOGISTIC = next(f.name for f in RECORDS if f.meaning is not None and f.low == 0 and f.high == 1 and f.at_zero == HALF.data[0])
"""The function ``1 / (1 + e^{-t})``."""
BENT = regular(KINK, JUMP)
"""Functions with another formula on either side of zero."""
JUMPING = regular(JUMP)
NONNEGATIVE = named(lambda f: f.low >= 0)
POSITIVE = named(lambda f: f.low >= 0 and not f.attained)
DERIVED = named(lambda f: f.derived)


def bounded(name: str, low: int, high: int) -> bool:
    """Return whether the values of a function lie between two numbers."""
    record = FUNCTIONS.get(name)
    return record is not None and low <= record.low and record.high <= high


def meaning(node: Expr) -> Expr | None:
    """Return what a `map` node is by simpler functions, None for one that roads know by rules of their own."""
    record = FUNCTIONS.get(node.data[0]) if node.op == "map" else None
    return (
        record.meaning(node.args[0]) if record is not None and record.derived and record.meaning is not None else None
    )


def slope(node: Expr) -> Expr | None:
    """Return the derivative of the function of a `map` node at every entry of its argument, None if none is known."""
    record, inner = FUNCTIONS.get(node.data[0]), node.args[0]
    if record is None or record.slope is None:
        jumps = record is not None and record.regularity == JUMP
        return b.zeros(inner.shape.rows, inner.shape.cols) if jumps else None
    return record.slope(inner)


@lru_cache(maxsize=64)
def inside(name: str) -> frozenset[Expr]:
    """Return all nodes that a function of a number is made of, down to the functions that roads know by rules of their own."""
    found: set[Expr] = set()
    waiting = [b.map_(name, b.var("u", b.SCALAR))]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            simpler = meaning(node)
            waiting += node.args if simpler is None else (simpler,)
    return frozenset(found)


def made_of(names: Iterable[str]) -> frozenset[str]:
    """Return the functions in whose meaning one of some occurs, and these themselves."""
    wanted = set(names)
    return named(lambda f: any(n.op == "map" and n.data[0] in wanted for n in inside(f.name)))


__all__ = [
    "BENT",
    "DERIVED",
    "FUNCTIONS",
    "JUMP",
    "JUMPING",
    "KINK",
    "LOGISTIC",
    "MEROMORPHIC",
    "NONNEGATIVE",
    "PARTIAL",
    "POSITIVE",
    "RECORDS",
    "SMOOTH",
    "WORDS",
    "Function",
    "bounded",
    "inside",
    "made_of",
    "meaning",
    "named",
    "regular",
    "slope",
]
