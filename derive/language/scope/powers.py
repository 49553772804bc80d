r"""Names that are powers: after ``\sigma_i^2 := ...`` the name ``\sigma_i`` is its root, where that has one meaning.

It has where the right side cannot be negative by its form (a sum of squares, a norm), or where the power is an inverse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Rel
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.functions import NONNEGATIVE
from derive.language.scope.scope import Scope, Symbol, family_key, index_count
from derive.language.scope.siblings import indices_of
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, is_empty, splits
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_POWER = re.compile(r"([^ ]+)\^(-?\d+)( with \d+ indices)?")
_ROOT = " as a root"
_LETTERS = ("e", "d", "D", "I", "Id", "T", "K", "E", "delta", "pi")
"""Letters that mean something else where they have no index."""


def with_root(scope: Scope, symbol: Symbol) -> Scope:
    """Return the scope with the root of a power that was just defined, if there is one root."""
    found = _POWER.fullmatch(symbol.key.plain)
    if found is None or symbol.body is None:
        return scope
    base = Key(symbol.key.style, found[1])
    value = symbol.body if symbol.kind == "family" else b.var(symbol.core, symbol.shape)
    body = _root(scope, symbol, value, int(found[2]))
    if body is None:
        return scope
    latex = re.sub(r"\^(\{-?\d+\}|\d)", "", symbol.latex)
    arguments = {core: s for core, s in symbol.mentions.items() if core in symbol.params}
    mentions = dict(symbol.mentions) if symbol.kind == "family" else {**arguments, symbol.core: symbol}
    root = replace(
        symbol, key=_root_key(base, found[3]), core=f"{symbol.core.partition('^')[0]}~root of {symbol.core}",
        latex=latex, body=body, mentions=mentions,
    )  # fmt: skip
    return scope.with_symbol(root)


def with_roots_of_variables(scope: Scope) -> Scope:
    r"""Return the scope with the roots of declared numbers that are written as squares: after ``\sigma^2 > 0`` the standard deviation ``\sigma``."""
    for base, named in scope.powers.items():
        found = _POWER.fullmatch(named[0].key.plain)
        symbol, key = named[0], Key(named[0].key.style, base)
        plain = len(named) == 1 and symbol.kind == "var" and symbol.shape.is_scalar
        if found is None or not plain or int(found[2]) != 2 or base in _LETTERS or scope.find(_root_key(key, None)):
            continue
        value = b.var(symbol.core, symbol.shape)
        if scope.find(key) is not None or value not in _known_nonnegative(scope):
            continue
        latex = re.sub(r"\^(\{-?\d+\}|\d)", "", symbol.latex)
        scope = scope.with_symbol(Symbol(
            _root_key(key, None), "def", f"{symbol.core.partition('^')[0]}~root of {symbol.core}", latex, symbol.shape,
            b.hpow(value, b.const(Fraction(1, 2))), mentions={symbol.core: symbol},
        ))  # fmt: skip
    return scope


def _root_key(base: Key, counted: str | None) -> Key:
    return Key(base.style, f"{base.plain}{counted or ''}{_ROOT}")


def _root(scope: Scope, symbol: Symbol, value: Expr, exponent: int) -> Expr | None:
    """Return x for the value of x to an exponent, None if it is not known."""
    if exponent in (0, 1):
        return None
    if value.shape.rows and value.shape.cols:
        rows, cols = value.shape.totals
        return b.inv(value) if exponent == -1 and rows == cols else None
    if symbol.kind == "family" and not value.shape.is_scalar:
        return None
    if exponent != -1:
        assert symbol.body is not None
        if not is_nonnegative(scope.definitions.expand(symbol.body), _known_nonnegative(scope)):
            return None
    return b.hpow(value, b.const(Fraction(1, exponent)))


def _known_nonnegative(scope: Scope) -> frozenset[Expr]:
    """Return the variables that given blocks say are not negative."""
    found: set[Expr] = set()
    for hypothesis in scope.all_hypotheses():
        formula = hypothesis.formula
        if not isinstance(formula, Rel) or hypothesis.indices:
            continue
        low, high = (formula.lhs, formula.rhs) if formula.op in ("<", "<=") else (formula.rhs, formula.lhs)
        if formula.op in ("<", "<=", ">", ">=") and high.op == "var" and is_nonnegative(low):
            found.add(high)
    return frozenset(found)


def is_nonnegative(e: Expr, known: frozenset[Expr] = frozenset()) -> bool:
    """Return whether no entry of an expression can be negative where it is defined, by its form.

    Args:
        e: An expression without definitions.
        known: Variables of which that is known.
    """
    rule = _RULES.get(e.op)
    if rule is not None and rule(e):
        return True
    if e.op == "hpow":
        return is_nonnegative(e.args[0], known)
    passing = e.op in _PASSING and bool(e.args)
    return e in known or (passing and all(is_nonnegative(a, known) for a in e.args))


def _is_inner(first: Expr, second: Expr) -> bool:
    r"""Return whether a product is ``x^\top x``, a number, or the square of a number."""
    if first.shape.is_scalar and first == second:
        return True
    column = not second.shape.cols
    return column and first.op == "transpose" and first.args[0] == second


def _is_even(e: Expr) -> bool:
    """Return whether a power has an even exponent."""
    exponent = e.args[1]
    return exponent.op == "const" and (exponent.data[0] / 2).denominator == 1


def _is_square(e: Expr) -> bool:
    """Return whether a product is entrywise one of two equal factors, or an inner product."""
    first, second = e.args
    return (e.op == "hadamard" and first == second) or _is_inner(first, second)


def _is_trace_of_square(e: Expr) -> bool:
    (inner,) = e.args
    pairs = (inner.args, inner.args[::-1]) if inner.op == "matmul" else ()
    return any(x.op == "transpose" and x.args[0] == y for x, y in pairs)


def _always(e: Expr) -> bool:
    return True


_RULES: dict[str, Callable[[Expr], bool]] = {
    "const": lambda e: e.data[0] >= 0,
    "size": lambda e: all(factor >= 0 for _, factor in e.data[0].terms),
    "hpow": _is_even,
    "hadamard": _is_square,
    "matmul": _is_square,
    "scale": _is_square,
    "trace": _is_trace_of_square,
    "map": lambda e: e.data[0] in NONNEGATIVE,
    **dict.fromkeys(
        ("norm", "softmax", "sigma", "indicator", "eye", "ones", "zeros", "delta", "basis", "rank", "kappa"), _always
    ),
}
"""What makes an expression of an operation nonnegative, whatever its parts are."""
_PASSING = (
    "add", "scale", "hadamard", "matmul", "kron", "transpose", "reshape", "vec", "vecr", "unvecr", "diag", "diagpart",
    "trace", "entry", "row", "col", "sum", "prod", "blocks",
)  # fmt: skip
"""Operations that make no nonnegative parts negative."""


def powers_of(symbols: Mapping[Key, Symbol]) -> dict[str, list[Symbol]]:
    """Return the names that are powers, by the text of what they are powers of."""
    found: dict[str, list[Symbol]] = {}
    for key, symbol in symbols.items():
        power = _POWER.fullmatch(key.plain)
        if power is not None and symbol.kind in ("var", "def", "family", "array"):
            found.setdefault(power[1], []).append(symbol)
    return found


def root(r: Reader, syn: Syn) -> tuple[Symbol, Syn, Syn] | None:
    r"""Return the root that a name stands for which is not declared, with the scripts left; None if there is none.

    Raises:
        NotSupported: Only a power of it is defined, and its root is not known.
    """
    powers = r.scope.powers
    for key, sub, sup in splits(syn) if powers else ():
        named = [s for s in powers.get(key.plain, ()) if s.kind in ("def", "family") or _has_root(r, key, s)]
        if len(named) != 1 or len(powers[key.plain]) != 1 or not _meets(key, named[0], sub):
            continue
        (power,) = named
        found = _POWER.fullmatch(power.key.plain)
        assert found is not None
        symbol = r.scope.find(_root_key(key, found[3]))
        if symbol is None:
            raise NotSupported(
                f"{latex_of(syn)}, of which only the power {power.latex} is defined",
                r.at(syn),
                "define it by itself, with the root on the right: it is taken for you only of sums of squares and norms",
            )
        kind = "inverse" if found[2] == "-1" else "nonnegative root"
        told = "declared" if power.kind == "var" else "defined"
        r.note(f"{symbol.latex} is the {kind} of the {told} {power.latex}")
        return symbol, sub, sup
    return None


def _has_root(r: Reader, key: Key, power: Symbol) -> bool:
    return power.kind == "var" and r.scope.find(_root_key(key, None)) is not None


def _meets(key: Key, power: Symbol, sub: Syn) -> bool:
    """Whether a name with a subscript is called like what a power was defined of."""
    if power.kind == "family":
        return not is_empty(sub) and index_count(sub) == len(power.indices)
    if is_empty(sub):
        by_entries = power.body is not None and power.body.op == "blocks" and not power.shape.cols
        return key.plain not in _LETTERS and not by_entries
    return not power.shape.is_scalar and bool(indices_of(sub))


def is_known_by_power(scope: Scope, key: Key) -> bool:
    r"""Return whether a name is the root of a power that is defined, as ``\sigma`` behind ``\sigma^2 := \|x\|^2``."""
    return scope.find(key) is None and scope.find(_root_key(key, None)) is not None


def is_power_of(key: Key, base: Key) -> bool:
    r"""Return whether a name is written as a power of another one, as ``\sigma^2`` of ``\sigma``."""
    found = _POWER.fullmatch(key.plain)
    return found is not None and Key(key.style, found[1]) == base


def is_root(symbol: Symbol) -> bool:
    """Return whether a symbol is known by a power alone."""
    return symbol.key.plain.endswith(_ROOT)


def check_powers(scope: Scope, symbol: Symbol, place: int | None) -> None:
    r"""Refuse ``\sigma^2 := v`` beside another ``\sigma``: the square of that, or a name of its own.

    One that is defined by the other is no other one.

    Raises:
        NotSupported: The two do not mention each other.
    """
    for base, power in _pairs(scope, symbol):
        if _may_be_power(power) and base not in _reached(power) and power not in _reached(base):
            raise NotSupported(
                f"{power.latex} is defined beside {base.latex}: it may be a power of that or a name of its own",
                place,
                "write = to say something of the power of what is declared before, "
                f"define {base.latex} by the root of {power.latex}, or take another letter",
            )


def _may_be_power(symbol: Symbol) -> bool:
    """Whether a name that is written as a power can be one; of a matrix that is not square it is a label."""
    rows, cols = symbol.shape.totals
    by_entries = symbol.kind == "family" or (symbol.body is not None and symbol.body.op == "blocks")
    return by_entries or rows == cols or not (symbol.shape.rows and symbol.shape.cols)


def check_entry(r: Reader, symbol: Symbol, sub: Syn, syn: Syn) -> None:
    r"""Refuse ``x_i^2`` where x and x^2 are declared, or ``A_{ij}^2`` where a matrix A^2 is defined.

    It may be the square of an entry, or an entry of the square.

    Raises:
        NotSupported: It is one.
    """
    found = _POWER.fullmatch(symbol.key.plain)
    if found is None or is_empty(sub) or symbol.kind not in ("var", "def"):
        return
    base = r.scope.find(Key(symbol.key.style, found[1]))
    if base is None and symbol.kind == "def" and symbol.shape.cols and len(r.scope.powers[found[1]]) == 1:
        doubtful = int(found[2]) > 1 or (int(found[2]) < 0 and not (syn.kind == "script" and syn.value == "^_"))
    else:
        own = base is not None and base.kind in ("var", "def") and not base.shape.is_scalar
        doubtful = own and base is not None and symbol not in _reached(base)
    if not doubtful:
        return
    below, name = latex_of(sub), base.latex if base is not None else found[1]
    raise NotSupported(
        f"{latex_of(syn)} where {symbol.latex} is declared: a power of an entry of {name}, or an entry of {symbol.latex}",
        r.at(syn),
        f"write ({name}_{{{below}}})^{{{found[2]}}} or ({symbol.latex})_{{{below}}}",
    )


def is_name(r: Reader, syn: Syn) -> bool:
    r"""Return whether a text such as ``\sigma^2`` is declared as a name, and what it looks like a power of is not."""
    found = r.find(syn)
    if found is None or not isinstance(found[0], Symbol) or not is_empty(found[2]):
        return False
    power = _POWER.fullmatch(found[0].key.plain)
    return power is not None and r.scope.find(Key(found[0].key.style, power[1])) is None


def _pairs(scope: Scope, symbol: Symbol) -> Iterator[tuple[Symbol, Symbol]]:
    """Yield what a new name is a power of, and the defined powers of it."""
    found = _POWER.fullmatch(symbol.key.plain)
    if found is not None and symbol.kind in ("def", "family"):
        base = Key(symbol.key.style, found[1])
        keys = [base, *(family_key(base, count) for count in (1, 2))]
        yield from ((own, symbol) for key in keys if (own := scope.find(key)) is not None and own.kind != "fun")
    plain = symbol.key.plain.partition(" with ")[0]
    powers = scope.powers.get(plain, ())
    if len(powers) == 1 and powers[0].kind in ("def", "family"):
        yield symbol, powers[0]


def _reached(symbol: Symbol) -> set[Symbol]:
    """Return the symbols that a definition mentions, directly or through others."""
    found: set[Symbol] = set()
    stack = [symbol]
    while stack:
        new = [s for s in stack.pop().mentions.values() if s not in found]
        found.update(new)
        stack += new
    return found


__all__ = [
    "check_entry",
    "check_powers",
    "is_known_by_power",
    "is_name",
    "is_nonnegative",
    "is_power_of",
    "is_root",
    "powers_of",
    "root",
    "with_root",
    "with_roots_of_variables",
]
