r"""What a formula needs to have a value: the conditions of every partial operation in it, as formulas of the core language.

An inverse needs ``det A != 0``, a logarithm ``x > 0``, a root ``x >= 0``, a quotient a denominator other than zero, the derivative
of an absolute value an argument other than zero, the k-th largest of n numbers ``k <= n``. Conditions below a binder hold for all
values of its name. Infinite values (a condition number, a supremum) are values. No prover is asked here, nothing is simplified.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import inf

from derive import build
from derive.core import Expr, Formula, Logic, Quantified, Rel, Shape, formula_exprs, walk
from derive.definedness.ties import EXTREMES, SPECTRAL, no_ties
from derive.fraction import Fraction
from derive.functions import BENT, RECORDS
from derive.infinite import infinite_sign
from derive.kinks import without_smooth_kinks
from derive.norms import norm
from derive.size_names import size_names
from derive.sizes import Size

ZERO = build.const(0)
ONE = Size.of(1)
BOUNDED = {f.name: f.within for f in RECORDS if f.within < inf}
POLES = {f.name: f.poles for f in RECORDS if f.poles is not None}
PRODUCTS = ("scale", "matmul", "kron", "hadamard")
AGAIN = " twice"  # stands among moving variables where a derivative is differentiated once more: no name has a blank


def needs(formula: Formula, *, steady: bool = False) -> tuple[Formula, ...]:
    r"""Return conditions that together say that a formula has a value.

    A premise without a value does not hold, so that an implication needs its conclusion to have one where its premises hold.
    Statements about limits and orders of growth need nothing: a side has to have values only in the end.

    Args:
        formula: The formula.
        steady: Only what it cannot have a value without: that a function has a value where its derivative is taken, not that it is smooth there
            (``\|x\|_2^3`` has a derivative at the kink of the norm).

    Raises:
        DeriveError: The body of a derivative does not fit its point.

    """
    if isinstance(formula, Rel):
        if formula.data or formula.op in ("shape", "O", "o", "Theta", "~", "to"):
            return ()
        return _distinct((*needs_of(formula.lhs, steady=steady), *needs_of(formula.rhs, steady=steady)))
    if isinstance(formula, Quantified):
        inner = needs(formula.body, steady=steady)
        return _over(formula.names, inner) if formula.kind == "forall" else ()
    if formula.op == "implies":
        *premises, conclusion = formula.args
        return tuple(Logic("implies", (*premises, need)) for need in needs(conclusion, steady=steady))
    return _distinct(need for part in formula.args for need in needs(part, steady=steady))


def are_all(formula: Formula) -> bool:
    """Return whether a formula has a value only where every operation in it has a finite one.

    It is not so where a range may be empty, beside a case distinction, where an infinite value is one, and of powers that some bases lack.
    """
    collector, nodes = _Collector(), {node for expr in formula_exprs(formula) for node in walk(expr)}
    if any(node.op in ("kappa", "sup", "inf", "integral", *build.LIMITS) for node in nodes):
        return False
    differentiates = any(node.op in build.DERIVATIVES for node in nodes)  # then what stands below one also has to be smooth
    return not any(_asks_less(n) and collector.of(n, build.free_names(n) if differentiates else frozenset()) for n in nodes)


def _asks_less(node: Expr) -> bool:
    """Whether a part of a node need not have a value for the node to have one."""
    if node.op == "where":
        return node.args[0].shape.is_scalar
    if node.op in build.BINDS_INDEX:
        return not _is_full(node.data)
    if node.op in PRODUCTS:
        return any(True for part in node.args for _ in _switches(part))
    return node.op == "hpow" and bool(build.free_names(node.args[1]) | size_names(node.args[1]))


def needs_of(expr: Expr, moving: frozenset[str] = frozenset(), *, steady: bool = False) -> tuple[Formula, ...]:
    """Return conditions that together say that an expression has a value.

    Args:
        expr: The expression.
        moving: Variables by which it is differentiated: kinks, jumps and roots of zero have no derivative.
        steady: Only what it cannot have a value without, as for `needs`.

    Raises:
        DeriveError: The body of a derivative does not fit its point.

    """
    return _Collector(steady).of(expr, moving)


class _Collector:
    """Conditions of expressions, each worked out once."""

    def __init__(self, steady: bool = False) -> None:
        self.known: dict[tuple[Expr, frozenset[str]], tuple[Formula, ...]] = {}
        self.steady = steady

    def of(self, expr: Expr, moving: frozenset[str]) -> tuple[Formula, ...]:
        """Return the conditions of a node and all below, in the order in which they are met."""
        stack: list[tuple[Expr, frozenset[str]]] = [(expr, moving & build.free_names(expr))]
        first = stack[0]
        while stack:
            key = stack[-1]
            missing = [k for k in self._below(*key) if k not in self.known]
            if key in self.known or not missing:
                if key not in self.known:
                    self.known[key] = self._of_node(*key)
                stack.pop()
            else:
                stack += missing
        return self.known[first]

    def _below(self, node: Expr, moving: frozenset[str]) -> list[tuple[Expr, frozenset[str]]]:
        found = [(part, self._moving(node, k, moving)) for k, part in enumerate(node.args)]
        if node.op in build.DERIVATIVES and not moving:
            body, inner = found[0]
            found[:1] = [(body, inner)] if AGAIN in inner else without_smooth_kinks(body, inner)
        return found

    def _moving(self, node: Expr, k: int, moving: frozenset[str]) -> frozenset[str]:
        names = build.free_names(node.args[k])
        if k == 0 and node.op in build.DERIVATIVES and self.steady:
            return frozenset()
        if k == 0 and node.op in build.DERIVATIVES:
            again = {AGAIN} if moving & build.free_names(node) else set()
            return ((moving | {node.data[0]}) & names) | again | (moving & {AGAIN})
        return moving & (names | {AGAIN}) if moving & names else frozenset()

    def _of_node(self, node: Expr, moving: frozenset[str]) -> tuple[Formula, ...]:
        parts = [self.known[key] for key in self._below(node, moving)]
        if node.op in build.LIMITS:
            return ()
        if parts:
            first = len(parts) - len(node.args) + 1  # the body of a derivative without its kinks, and what stood in these
            parts[:first] = [_outside_binder(node, tuple(need for part in parts[:first] for need in part))]
        if node.op == "where":
            first = tuple(_unless_smooth(node, need, moving) for need in parts[0])
            parts = [first, _guarded(node.args[0], True, parts[1]), _guarded(node.args[0], False, parts[2])]
        elif node.op in PRODUCTS:
            parts = [_beside(node, k, part) for k, part in enumerate(parts)]
        return _distinct((*(need for part in parts for need in part), *_own(node, moving)))


def _distinct(found: Iterable[Formula]) -> tuple[Formula, ...]:
    return tuple(dict.fromkeys(found))


# Binders and cases.


def _outside_binder(node: Expr, inner: tuple[Formula, ...]) -> tuple[Formula, ...]:
    """The conditions of a body, said outside of what binds its names."""
    if not inner:
        return ()
    if node.op in build.BINDS_INDEX:
        return _over((node.data,), inner)
    if node.op == "blocks":
        i, m, j, n = node.data
        names = tuple((name, ONE, count) for name, count in ((i, m), (j, n)) if count != ONE)
        return _over(names, inner) if names else inner
    if node.op in build.DERIVATIVES:
        return tuple(build.substitute_formula(need, {node.data[0]: node.args[1]}) for need in inner)
    if node.op == "integral":
        shape = node.args[1].shape
        if not shape.is_scalar:
            return _over(((node.data[0], shape),), inner)
        name = build.var(node.data[0], build.SCALAR)
        between = [(Rel("<", low, name), Rel("<", name, high)) for low, high in _ends(*node.args[1:])]
        told = (Logic("implies", (*one, need)) for one in between for need in inner)
        return tuple(_over(((node.data[0], build.SCALAR),), (one,))[0] for one in told)
    if node.op in ("sup", "inf"):
        names, conditions = node.data
        told = [Logic("implies", (*conditions, need)) if conditions else need for need in inner]
        return _over(tuple(names), told)
    return inner


def _ends(low: Expr, high: Expr) -> list[tuple[Expr, Expr]]:
    """The ends of an integral as they stand, and the other way round if they may be the other way round."""
    in_order = infinite_sign(high) > 0 or infinite_sign(low) < 0 or (low.op == high.op == "const" and low.data[0] <= high.data[0])
    return [(low, high)] if in_order else [(low, high), (high, low)]


def _over(names: Sequence[tuple[object, ...]], inner: Iterable[Formula]) -> tuple[Formula, ...]:
    """Conditions for all values of those names that occur in them."""
    found: list[Formula] = []
    for need in inner:
        used = names_in(need)
        bound = tuple(n for n in names if str(n[0]) in used)
        # The range of one name may speak of another one, and an empty range asks for nothing.
        bound = tuple(names) if bound or any(len(n) == 3 and not _is_full(n) for n in names) else ()
        found.append(Quantified("forall", bound, need) if bound else need)
    return tuple(found)


def _is_full(name: tuple[object, ...]) -> bool:
    """Whether a range is 1..n with a size n: it is not empty."""
    _, low, high = name
    return low == ONE and isinstance(high, Size) and len(high.terms) == 1


def names_in(formula: Formula) -> frozenset[str]:
    """Return the names of variables, sizes and indices in a formula, and in the ranges of what it binds."""
    exprs = list(formula_exprs(formula))
    found = frozenset().union(*(build.free_names(e) | size_names(e) for e in exprs)) if exprs else frozenset()
    stack: list[Formula] = [formula]
    while stack:
        part = stack.pop()
        if isinstance(part, Quantified):
            ends = (end for name in part.names for end in name[1:] if isinstance(end, Size))
            found = found.union(*(end.names for end in ends))
            stack.append(part.body)
        elif isinstance(part, Logic):
            stack += part.args
    return found


def _beside(node: Expr, k: int, inner: tuple[Formula, ...]) -> tuple[Formula, ...]:
    """What a factor needs where no case distinction beside it is zero."""
    for j, part in enumerate(node.args):
        if j != k and inner:
            for switch in _switches(part):
                inner = _guarded(switch, True, inner)
    return inner


def _switches(factor: Expr) -> Iterator[Expr]:
    """The comparisons of indices in a factor: where one does not hold, the rest of the product does not matter."""
    if factor.op in ("scale", "reshape"):
        for part in factor.args:
            yield from _switches(part)
    elif factor.shape.is_scalar and build.is_switch(factor):
        yield factor


def _guarded(condition: Expr, holds: bool, inner: tuple[Formula, ...]) -> tuple[Formula, ...]:
    """What is needed where a scalar condition holds (does not hold); of matrices both cases may occur side by side."""
    while condition.op == "reshape":
        (condition,) = condition.args
    if not condition.shape.is_scalar:
        return inner
    told = _told(condition)
    guard = told if holds else Rel(_OPPOSITE[told.op], told.lhs, told.rhs)
    return tuple(Logic("implies", (guard, need)) for need in inner)


def _unless_smooth(cases: Expr, need: Formula, moving: frozenset[str]) -> Formula:
    """What a comparison needs to be off its jump, or else that both cases have one value and one derivative there."""
    condition, here, there = cases.args
    if len(moving) != 1 or condition.op != "indicator" or need != no_zero(build.sub(*condition.args)):
        return need
    (name,) = moving
    shapes = {node.shape for node in walk(cases) if node.op == "var" and node.data[0] == name}
    if len(shapes) != 1:
        return need
    difference = build.sub(here, there)
    slope = build.deriv(difference, name, build.var(name, shapes.pop()))
    return Logic("or", (need, Logic("and", (Rel("=", difference, _zero(difference)), Rel("=", slope, _zero(slope))))))


_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def _told(condition: Expr) -> Rel:
    if condition.op == "indicator":
        return Rel(condition.data[0], condition.args[0], condition.args[1])
    if condition.op == "delta":
        return Rel("=", build.size(condition.data[0]), build.size(condition.data[1]))
    return Rel("!=", condition, ZERO)


# The partial operations.


def positive(a: Expr) -> Rel:
    """Say that every entry is positive."""
    return Rel(">", a, _zero(a))


def nonnegative(a: Expr) -> Rel:
    """Say that no entry is negative."""
    return Rel(">=", a, _zero(a))


def _zero(a: Expr) -> Expr:
    return ZERO if a.shape.is_scalar else build.zeros(a.shape.rows, a.shape.cols)


def no_zero(a: Expr) -> Formula:
    """Say that no entry is zero."""
    if a.shape.is_scalar:
        return Rel("!=", a, ZERO)
    places, names = [], []
    for letter, total in zip("ij", a.shape.totals, strict=True):
        name = build.fresh(letter)
        places.append(ONE if total == ONE else Size.of(name))
        names += [] if total == ONE else [(name, ONE, total)]
    body = Rel("!=", build.entry(a, *places), ZERO)
    return Quantified("forall", tuple(names), body) if names else body


@lru_cache(maxsize=4096)  # what is shared is looked at once
def _infinite(e: Expr) -> frozenset[Expr]:
    """The matrices whose condition numbers make a value of sums, products, powers and functions infinite."""
    if e.op == "kappa":
        return frozenset(e.args)
    parts = e.args if e.op in ("add", "scale", "map", "max", "min") else e.args[:1] if e.op in ("hpow", "reshape") else ()
    return frozenset().union(*map(_infinite, parts))


def _finite(node: Expr) -> Iterator[Formula]:
    """What a difference, a product and a quotient of condition numbers need: ``oo - oo``, ``0 oo`` and ``1/oo`` are no numbers."""
    found = [_infinite(part) for part in node.args]
    if node.op == "scale" and any(found) and not all(found):
        other = node.args[0 if found[1] else 1]
        if other.op != "const" or other.data[0] == 0:
            for one in _regular(found[0] | found[1]):
                yield one if other.op == "const" or other == one.lhs else Logic("or", (one, no_zero(other)))
    elif node.op == "add" and sum(map(bool, found)) > 1 and any(_opposed(t) for t, m in zip(node.args, found, strict=True) if m):
        yield from _regular(frozenset().union(*found))
    elif node.op == "hpow" and node.args[1].op == "const" and node.args[1].data[0] < 0:
        yield from _regular(found[0])


def _opposed(term: Expr) -> bool:
    return term.op == "scale" and term.args[0].op == "const" and term.args[0].data[0] < 0


def _regular(matrices: Iterable[Expr]) -> Iterator[Rel]:
    for matrix in sorted(matrices, key=repr):
        yield positive(build.sigma(matrix, "min"))


def _own(node: Expr, moving: frozenset[str]) -> Iterator[Formula]:
    """What a node itself asks of its arguments."""
    a = node.args[0] if node.args else node
    if node.op in ("add", "scale", "hpow"):
        yield from _finite(node)
    if node.op == "inv":
        if a.op != "expm":  # exponentials are regular
            yield Rel("!=", build.det(a), ZERO)
    elif node.op == "hpow":
        yield from _power(a, node.args[1], moving)
    elif node.op == "map":
        yield from _function(node.data[0], a, moving)
    elif node.op == "indicator" and moving:
        yield no_zero(build.sub(*node.args))
    elif node.op in ("maxover", "minover", "mprod"):
        low = node.data[1] - 1 if node.op == "mprod" else node.data[1]
        yield Rel(">=", build.size(node.data[2]), build.size(low))
        if moving and node.op != "mprod":
            yield from no_ties(node)
    elif node.op == "norm" and moving and _adds(node.data[0], a.shape):
        yield no_zero(a)  # the sum of the absolute values
    elif node.op == "norm" and moving and (_is_smooth(node.data[0]) or (node.data[0] == "2" and ONE in a.shape.totals)):
        yield Rel("!=", build.norm(a, "F"), ZERO)
    elif node.op == "norm" and moving:
        if node.data[0] in ("1", "inf") and ONE not in a.shape.totals:
            yield no_zero(a)
        yield from no_ties(node)
    elif node.op in ("entry", "row", "col", "order", "sigma", "eig", "basis"):
        yield from _indices(node)
        if moving and node.op in (*EXTREMES, *SPECTRAL):
            yield from no_ties(node)
    elif moving and node.op in (*EXTREMES, *SPECTRAL):
        yield from no_ties(node)


def _adds(kind: str, shape: Shape) -> bool:
    """Whether a norm of a column or a row is the sum of the absolute values."""
    return ONE in shape.totals and kind == ("1" if shape.totals[1] == ONE else "inf")


def _is_smooth(kind: str) -> bool:
    """Whether a norm is smooth wherever it is not zero."""
    return norm(kind).unitary and (norm(kind).power or 1) > 1


def _function(name: str, a: Expr, moving: frozenset[str]) -> Iterator[Formula]:
    if name == "log" or (name == "sqrt" and moving):
        yield positive(a)
    elif name == "sqrt":
        yield nonnegative(a)
    elif name == "step" or (moving and name in BENT):
        yield no_zero(a)
    elif name in POLES:
        yield no_zero(POLES[name](a))
    elif name in BOUNDED:
        end = build.const(Fraction(BOUNDED[name]))
        end = end if a.shape.is_scalar else build.scale(end, build.ones(a.shape.rows, a.shape.cols))
        yield Rel(">" if moving else ">=", a, build.neg(end))
        yield Rel("<" if moving else "<=", a, end)


def _power(a: Expr, exponent: Expr, moving: frozenset[str]) -> Iterator[Formula]:
    value = exponent.data[0] if exponent.op == "const" else None
    whole = _whole(exponent) if value is None else None
    if whole is not None:
        if any(c < 0 for _, c in whole.terms):  # sizes and indices count from one
            yield Logic("or", (Rel(">=", build.size(whole), ZERO), no_zero(a)))
    elif value is None:
        yield positive(a) if moving else Logic("or", (positive(a), Logic("and", (nonnegative(a), positive(exponent)))))
    elif value.denominator == 1:
        if value < 0:
            yield no_zero(a)
    elif value < 0 or (moving and value < 1):
        yield positive(a)
    else:
        yield nonnegative(a)


def _whole(exponent: Expr) -> Size | None:
    """The whole number that an exponent of sizes and indices is, None for others."""
    if exponent.op == "size":
        value = exponent.data[0]
    elif exponent.op == "const":
        value = Size.of(1) * exponent.data[0]
    elif exponent.op in ("add", "scale") and all(_whole(a) is not None for a in exponent.args):
        first, *rest = (_whole(a) or ONE for a in exponent.args)
        value = first
        for one in rest:
            value = value + one if exponent.op == "add" else value * one
    else:
        return None
    return value if all(c.denominator == 1 for _, c in value.terms) else None


def _indices(node: Expr) -> Iterator[Formula]:
    """An index stands inside its range."""
    if node.op == "basis":
        wanted = [(node.data[0], node.shape.totals[0])]
    else:
        rows, cols = node.args[0].shape.totals
        both = {"entry": (rows, cols), "row": (rows,), "col": (cols,)}
        if node.op in both:
            wanted = list(zip(node.data, both[node.op], strict=True))
        elif isinstance(node.data[0], Size):
            lengths = {"order": [rows if cols == ONE else cols], "eig": [rows], "sigma": [rows, cols]}[node.op]
            wanted = [(node.data[0], length) for length in dict.fromkeys(lengths)]
        else:
            wanted = []
    for index, length in wanted:
        if index != ONE:
            yield Rel(">=", build.size(index), build.size(ONE))
        if index not in (ONE, length):
            yield Rel("<=", build.size(index), build.size(length))


__all__ = ["names_in", "needs", "needs_of", "no_zero", "nonnegative", "positive"]
