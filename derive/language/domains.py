r"""Sets that names are declared from: \mathbb{R}^{m \times n}, intervals, \mathbb{N}, index ranges, simplex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from derive import build as b
from derive.core import Expr, Formula, Rel
from derive.errors import NotSupported
from derive.language.names import Key, bare, base_key, is_empty, whole_key
from derive.language.ranges import is_index_set
from derive.language.scope import Scope
from derive.language.syntax import Syn
from derive.sizes import Dim, Shape, Size


@dataclass(frozen=True, slots=True)
class Domain:
    """A set.

    Attributes:
        kind: ``matrix``, ``size`` (positive integers) or ``index`` (a range of integers).
        shape: Of its members.
        bounds: Restrictions of every entry: (relation, value).
        simplex: The entries sum to one.
        order: Of symmetric matrices: ``=`` (all), ``>=`` (semidefinite), ``>`` (definite).
        low, high, least: Of integers.
        new_sizes: Size names that are not declared yet.
    """

    kind: str
    shape: Shape = Shape()
    bounds: tuple[tuple[str, Fraction], ...] = ()
    simplex: bool = False
    order: str = ""
    low: Size = Size.of(1)
    high: Size = Size.of(1)
    least: int = 1
    new_sizes: tuple[Key, ...] = ()

    def conditions(self, x: Expr) -> list[Formula]:
        """Return what membership demands beyond the shape."""
        found: list[Formula] = [Rel(op, x, b.const(value)) for op, value in self.bounds]
        if self.order == "=":
            found.append(Rel("=", x, b.transpose(x)))
        elif self.order:
            found += b.definite(self.order, x)
        if self.simplex:
            found.append(Rel("=", b.matmul(b.transpose(b.ones(x.shape.rows)), x), b.const(1)))
        return found


def read_domain(scope: Scope, syn: Syn, *, declare: bool) -> Domain | None:
    """Return the set that a tree denotes, None if it is none of these."""
    syn = bare(syn)
    if syn.kind == "group":
        return _range_or_interval(scope, syn, declare)
    base, sub, sup = syn.children if syn.kind == "script" else (syn, Syn("empty"), Syn("empty"))
    key = base_key(base)
    if key is None:
        return None
    if key.style == "bb" and key.plain in ("R", "S") and _signs(sup):
        sub, sup = (Syn("name", ":++") if key.plain == "R" else sup), sub
    if key.style == "bb" and key.plain == "S":
        return _symmetric(scope, sub, sup, declare)
    if key.style == "bb" and key.plain == "R":
        bounds = _sign(sub)
        return None if bounds is None else _space(scope, sup, bounds, declare)
    if key.style == "bb" and key.plain in ("N", "Z"):
        least = _least(sub, sup, key.plain)
        return None if least is None else Domain("size", least=least)
    if key.style in ("", "bf") and key.plain == "Delta" and is_empty(sub) and not is_empty(sup):
        return _simplex(scope, sup, declare)
    if key.style in ("", "bf") and key.plain == "Delta" and is_empty(sup) and not is_empty(sub):
        raise NotSupported(
            "a simplex with an index below, which is that of n or of n + 1 entries",
            syn.span[0] if syn.span[0] >= 0 else None,
            "write \\Delta^{n-1} for the probability vectors with n entries",
        )
    return None


def _signs(syn: Syn) -> bool:
    syn = bare(syn)
    return syn.kind == "name" and syn.value in (":+", ":++")


def _symmetric(scope: Scope, sub: Syn, sup: Syn, declare: bool) -> Domain | None:
    r"""Read ``\mathbb{S}^k``, ``\mathbb{S}^k_+``, ``\mathbb{S}^k_{++}`` (Boyd and Vandenberghe, Convex Optimization, section 2.2.5)."""
    bounds = _sign(sub)
    if is_empty(sup) or bounds is None or bare(sup).kind not in ("name", "script", "num"):
        raise NotSupported(
            "this set is not supported: \\mathbb{S}^{k} is read as the symmetric k x k matrices",
            sup.span[0] if sup.span[0] >= 0 else None,
            "for a sphere write x \\in \\mathbb{R}^n, \\|x\\|_2 = 1",
        )
    new: list[Key] = []
    side = _dimension(scope, sup, declare, new)
    order = {(): "=", ((">=", Fraction(0)),): ">=", ((">", Fraction(0)),): ">"}.get(bounds)
    return None if order is None else Domain("matrix", Shape(side, side), order=order, new_sizes=tuple(new))


def _sign(sub: Syn) -> tuple[tuple[str, Fraction], ...] | None:
    if is_empty(sub):
        return ()
    sub = bare(sub)
    text = sub.value if sub.kind in ("name", "text") else ""
    if text.endswith("++"):
        return ((">", Fraction(0)),)
    if text.endswith("+"):
        return ((">=", Fraction(0)),)
    if sub.kind == "relation" and sub.value in (">", ">=", "<", "<="):
        last = bare(sub.children[-1])
        if last.kind == "num" and is_empty(sub.children[0]):
            return ((sub.value, Fraction(last.value)),)
    return None


def _least(sub: Syn, sup: Syn, letter: str) -> int | None:
    if is_empty(sub) and is_empty(sup):
        return 1 if letter == "N" else None
    bounds = _sign(sub if not is_empty(sub) else sup)
    if bounds is None or len(bounds) != 1:
        return None
    op, value = bounds[0]
    if op not in (">", ">=") or value.denominator != 1 or value < 0:
        return None
    return max(1, int(value) + (1 if op == ">" else 0))


def _space(scope: Scope, sup: Syn, bounds: tuple[tuple[str, Fraction], ...], declare: bool) -> Domain | None:
    if is_empty(sup):
        return Domain("matrix", bounds=bounds)
    sup = bare(sup)
    if (sup.kind, sup.value) == ("top", "T"):
        sup = Syn("name", ":T", (), sup.span)
    parts: Sequence[Syn] = (sup,)
    if sup.kind == "infix" and sup.value == "times":
        parts = _times(sup)
    if len(parts) > 2:
        raise NotSupported("arrays with more than two dimensions", sup.span[0])
    new: list[Key] = []
    dims = [_dimension(scope, p, declare, new) for p in parts]
    shape = Shape(dims[0], dims[1] if len(dims) == 2 else ())
    return Domain("matrix", shape, bounds, new_sizes=tuple(new))


def _times(syn: Syn) -> list[Syn]:
    if syn.kind == "infix" and syn.value == "times":
        return [*_times(syn.children[0]), *_times(syn.children[1])]
    return [syn]


def _dimension(scope: Scope, syn: Syn, declare: bool, new: list[Key]) -> Dim:
    from derive.language.dimensions import Unifier
    from derive.language.indices import Indices

    if declare:
        new += [key for key in size_keys(syn) if scope.find(key) is None]
        return ()
    indices = Indices(scope, Unifier(scope.equal_sizes()))
    return tuple(s for s in indices.factors(syn, free=False) if s != Size.of(1))


def size_keys(syn: Syn) -> list[Key]:
    """Return the names in a size expression."""
    syn = bare(syn)
    key = whole_key(syn) if syn.kind in ("name", "script", "prime") else None
    if syn.kind == "script" and bare(syn.children[2]).kind == "num":
        return size_keys(syn.children[0])
    if key is not None:
        return [key]
    return [k for c in syn.children for k in size_keys(c)]


def _simplex(scope: Scope, sup: Syn, declare: bool) -> Domain:
    new: list[Key] = []
    inner = bare(sup)
    one = [c for c in inner.children if c.kind == "num" and c.value == "1"] if inner.kind == "add" else []
    if inner.kind != "add" or inner.value != "+-" or len(inner.children) != 2 or not one:
        raise NotSupported("a simplex is written \\Delta^{n-1}", sup.span[0])
    rows = _dimension(scope, inner.children[0], declare, new)
    return Domain("matrix", Shape(rows), ((">=", Fraction(0)),), True, new_sizes=tuple(new))


def _range_or_interval(scope: Scope, syn: Syn, declare: bool) -> Domain | None:
    content = syn.children[0] if syn.children else syn
    if is_index_set(syn):
        items = content.children if syn.value == "set" else (Syn("num", "1"), content)
        if declare:
            return Domain("index", new_sizes=tuple(k for k in size_keys(items[-1]) if scope.find(k) is None))
        from derive.language.dimensions import Unifier
        from derive.language.indices import Indices

        indices = Indices(scope, Unifier(scope.equal_sizes()))
        low, high = indices.expression(items[0], free=False), indices.expression(items[-1], free=False)
        return Domain("index", low=low, high=high)
    if syn.value in ("(", "[", "(]", "[)") and content.kind == "list" and len(content.children) == 2:
        return _interval(syn.value, content.children)
    return None


def _interval(brackets: str, ends: Sequence[Syn]) -> Domain | None:
    opening, closing = (brackets[0], brackets[-1]) if len(brackets) == 2 else (brackets, brackets)
    bounds: list[tuple[str, Fraction]] = []
    for end, op in zip(ends, (">" if opening == "(" else ">=", "<" if closing in ("(", ")") else "<="), strict=True):
        value = _number(end)
        if value is None:
            return None
        if value != "infinity":
            assert isinstance(value, Fraction)
            bounds.append((op, value))
    return Domain("matrix", bounds=tuple(bounds))


def _number(syn: Syn) -> Fraction | str | None:
    syn = bare(syn)
    if syn.kind == "num":
        return Fraction(syn.value)
    if syn.kind == "add" and len(syn.children) == 1:
        inner = _number(syn.children[0])
        if isinstance(inner, Fraction):
            return -inner if syn.value == "-" else inner
        return inner
    if syn.kind == "frac":
        top, bottom = (_number(c) for c in syn.children)
        if isinstance(top, Fraction) and isinstance(bottom, Fraction) and bottom:
            return top / bottom
    key = base_key(syn)
    return "infinity" if key is not None and key.plain == "infty" else None
