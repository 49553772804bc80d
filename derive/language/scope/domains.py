r"""Sets that names are declared from: \mathbb{R}^{m \times n}, intervals and their powers, \mathbb{N}, index ranges, simplex, sphere, groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import ceil, floor

from derive import build as b
from derive.core import Expr, Formula, Rel
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.language.lexing.vocabulary import BOLD
from derive.language.parsing.ranges import is_index_set
from derive.language.scope.scope import Scope
from derive.language.tree.names import Key, bare, base_key, is_empty, whole_key
from derive.language.tree.numerals import written_number
from derive.language.tree.script_marks import is_plus
from derive.language.tree.syntax import Syn
from derive.sizes import Dim, Shape, Size


def _orthonormal(x: Expr) -> Formula:
    return Rel("=", b.matmul(b.transpose(x), x), b.eye(x.shape.cols))


DEMANDS: dict[str, Callable[[Expr], Formula]] = {
    "orthonormal columns": _orthonormal,
    "invertible": lambda x: Rel("!=", b.det(x), b.const(0)),
    "determinant one": lambda x: Rel("=", b.det(x), b.const(1)),
    "unit": lambda x: Rel("=", b.norm(x, "2"), b.const(1)),
    "nonzero": lambda x: Rel("!=", x, b.zeros(x.shape.rows, x.shape.cols)),
}
"""What sets demand of a matrix as a whole."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A set.

    Attributes:
        kind: ``matrix``, ``size`` (positive integers) or ``index`` (a range of integers).
        shape: Of its members.
        bounds: Restrictions of every entry: (relation, value).
        simplex: The entries sum to one.
        order: Of symmetric matrices: ``=`` (all), ``>=`` (semidefinite), ``>`` (definite).
        demands: Keys of `DEMANDS`.
        values: The values that entries may have, all if there are none.
        low, high, least: Of integers.
        new_sizes: Size names that are not declared yet.
    """

    kind: str
    shape: Shape = Shape()
    bounds: tuple[tuple[str, Fraction], ...] = ()
    simplex: bool = False
    order: str = ""
    demands: tuple[str, ...] = ()
    values: tuple[Fraction, ...] = ()
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
        if self.values:
            ones = b.const(1) if x.shape.is_scalar else b.ones(x.shape.rows, x.shape.cols)
            gaps = [b.sub(x, b.scale(b.const(value), ones)) if value else x for value in self.values]
            found.append(Rel("=", reduce(b.hadamard, gaps), b.zeros(x.shape.rows, x.shape.cols)))
        return found + [DEMANDS[name](x) for name in self.demands]

    @property
    def is_entrywise(self) -> bool:
        """Whether membership is a matter of each entry, by inequalities alone."""
        return not (self.simplex or self.order or self.demands or self.values)


def read_domain(scope: Scope, syn: Syn, *, declare: bool) -> Domain | None:
    """Return the set that a tree denotes, None if it is none of these."""
    syn = bare(syn)
    if syn.kind == "group":
        return _range_or_interval(scope, syn, declare)
    if syn.kind == "juxt":
        return _group_of_matrices(scope, syn, declare)
    if syn.kind == "infix" and syn.value == "setminus":
        return _without_zero(scope, syn, declare)
    base, sub, sup = syn.children if syn.kind == "script" else (syn, Syn("empty"), Syn("empty"))
    if bare(base).kind == "group" and is_empty(sub) and not is_empty(sup):
        return _power(scope, bare(base), sup, declare)
    key = base_key(base)
    if key is None:
        return None
    if key.plain == "S" and key.style in ("", "bb") and is_empty(sub) and _one_less(sup) is not None:
        new: list[Key] = []
        rows = _dimension(scope, _one_less(sup) or sup, declare, new)
        return Domain("matrix", Shape(rows), demands=("unit",), new_sizes=tuple(new))
    if key.style == "bb" and key.plain in ("R", "S") and _signs(sup):
        sub, sup = (Syn("name", ":++") if key.plain == "R" else sup), sub
    if key.plain == "S" and (key.style == "bb" or (key.style == "cal" and (_signs(sub) or _signs(sup)))):
        return _symmetric(scope, *((sup, sub) if _signs(sup) else (sub, sup)), declare)
    if (key.style, key.plain) in (("bb", "R"), ("", "Re")):
        bounds = _sign(sub)
        return None if bounds is None else _space(scope, sup, bounds, declare)
    if key.style == "bb" and key.plain in ("N", "Z"):
        least = _least(sub, sup, key.plain)
        return None if least is None else Domain("size", least=least)
    if key.style in ("", *BOLD) and key.plain == "Delta" and is_empty(sub) and not is_empty(sup):
        return _simplex(scope, sup, declare)
    if key.style in ("", *BOLD) and key.plain == "Delta" and is_empty(sup) and not is_empty(sub):
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
    r"""Return the least member of ``\mathbb{N}``, ``\mathbb{Z}_{\ge 2}``, ``\mathbb{Z}^+``; None if it is none of these.

    Raises:
        NotSupported: It is below one, or nobody agrees on it.
    """
    if is_empty(sub) and is_empty(sup):
        return 1 if letter == "N" else None
    if not is_empty(sub) and not is_empty(sup):
        return None
    marked = bare(sub if not is_empty(sub) else sup)
    if (marked.kind, marked.value) == ("num", "0"):
        raise _from_zero("zero is one of these integers", marked)
    bounds = _sign(marked)
    if bounds is None or len(bounds) != 1:
        return None
    if letter == "Z" and marked.kind in ("name", "text") and not marked.value.endswith("++") and not is_empty(sub):
        raise _from_zero("zero may be one of these integers: authors differ on \\mathbb{Z}_+", marked)
    op, value = bounds[0]
    if marked.kind in ("name", "text"):
        return 1
    if op not in (">", ">="):
        return None
    least = (floor(value) + 1) if op == ">" else ceil(value)
    if least < 1:
        raise _from_zero("zero is one of these integers", marked)
    return least


def _from_zero(reason: str, syn: Syn) -> NotSupported:
    return NotSupported(
        f"this set is not supported: {reason}, and sizes are at least 1",
        syn.span[0] if syn.span[0] >= 0 else None,
        "write k \\in \\mathbb{N} if it is at least 1, k \\in \\{0, \\dots, n\\} for an integer that may be zero",
    )


def _space(scope: Scope, sup: Syn, bounds: tuple[tuple[str, Fraction], ...], declare: bool) -> Domain | None:
    if is_empty(sup):
        return Domain("matrix", bounds=bounds)
    sup = bare(sup)
    if is_plus(sup):
        raise NotSupported(
            "this set is not supported: the plus sign may mean positive entries",
            sup.span[0] if sup.span[0] >= 0 else None,
            "write \\mathbb{R}_{+}^{n} for those, \\mathbb{R}^{n} without the sign for all vectors",
        )
    if (sup.kind, sup.value) == ("top", "T"):
        sup = Syn("name", ":T", (), sup.span)
    parts: Sequence[Syn] = (sup,)
    if sup.kind == "infix" and sup.value == "times":
        parts = _times(sup)
    elif sup.kind == "list" and sup.value == ",":
        parts = sup.children
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
    from derive.language.indices.indices import Indices
    from derive.language.terms.dimensions import Unifier

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


def _one_less(sup: Syn) -> Syn | None:
    """Return n of ``n - 1``."""
    inner = bare(sup)
    if inner.kind != "add" or inner.value != "+-" or len(inner.children) != 2:
        return None
    count, one = inner.children
    return count if (one.kind, one.value) == ("num", "1") and bare(count).kind in ("name", "script") else None


def _power(scope: Scope, base: Syn, sup: Syn, declare: bool) -> Domain | None:
    r"""Read ``[0, 1]^n``, ``\{-1, 1\}^{m \times n}``: matrices whose entries are from a set of numbers."""
    entries = _range_or_interval(scope, base, declare)
    if entries is None or entries.kind != "matrix":
        return None
    space = _space(scope, sup, entries.bounds, declare)
    return None if space is None else replace(space, values=entries.values)


_GROUPS: dict[str, tuple[str, ...]] = {
    "O": ("orthonormal columns",),
    "SO": ("orthonormal columns", "determinant one"),
    "GL": ("invertible",),
    "SL": ("determinant one",),
    "St": ("orthonormal columns",),
}
"""Sets of matrices by their letters, with what they demand; St(n, p) holds n x p matrices, the others are square."""


_SPACES = ("M", "Mat")
"""Letters of the set of all matrices of a size, with the numbers that the entries are behind them."""


def _matrices(scope: Scope, sizes: Syn, declare: bool) -> Domain | None:
    r"""Read the sizes of ``M_{m,n}(\mathbb{R})``, ``M_n(\mathbb{R})``, ``\mathrm{Mat}_{m \times n}(\mathbb{R})``."""
    if sizes.kind in ("list", "infix"):
        return _space(scope, sizes, (), declare)
    new: list[Key] = []
    side = _dimension(scope, sizes, declare, new)
    return Domain("matrix", Shape(side, side), new_sizes=tuple(new))


def _group_of_matrices(scope: Scope, syn: Syn, declare: bool) -> Domain | None:
    r"""Read ``\mathrm{O}(n)``, ``SO(n)``, ``GL(n, \mathbb{R})``, ``\mathrm{GL}_n(\mathbb{R})``, ``\mathrm{St}(n, p)``."""
    *letters, bracketed = syn.children
    if bracketed.kind != "group" or bracketed.value != "(":
        return None
    last = letters[-1] if letters else syn
    below = last.children[1] if last.kind == "script" and is_empty(last.children[2]) else None
    names = [*letters[:-1], last.children[0] if below is not None else last]
    keys = [base_key(name) for name in names]
    word = "".join(key.plain for key in keys if key is not None and key.style in ("", "rm", "bb", "cal"))
    content = bracketed.children[0]
    if word in _SPACES and below is not None and _is_reals(content):
        return _matrices(scope, bare(below), declare)
    if any(key is None for key in keys) or word not in _GROUPS:
        return None
    items = list(content.children) if content.kind == "list" else [content]
    items = [*([below] if below is not None else []), *(i for i in items if not _is_reals(i))]
    if len(items) != (2 if word == "St" else 1):
        return None
    new: list[Key] = []
    dims = [_dimension(scope, item, declare, new) for item in items]
    return Domain("matrix", Shape(dims[0], dims[-1]), demands=_GROUPS[word], new_sizes=tuple(new))


def _is_reals(syn: Syn) -> bool:
    key = base_key(bare(syn))
    return key is not None and (key.style, key.plain) == ("bb", "R")


def _without_zero(scope: Scope, syn: Syn, declare: bool) -> Domain | None:
    r"""Read ``\mathbb{R}^n \setminus \{0\}``."""
    whole, taken = syn.children
    content = taken.children[0] if taken.kind == "group" and taken.value == "set" and taken.children else taken
    key = base_key(content)
    zero = (content.kind, content.value) == ("num", "0") or (key is not None and key.plain == "0")
    domain = read_domain(scope, whole, declare=declare) if zero and taken is not content else None
    if domain is None or domain.kind != "matrix":
        return None
    return replace(domain, demands=(*domain.demands, "nonzero"))


def _simplex(scope: Scope, sup: Syn, declare: bool) -> Domain:
    new: list[Key] = []
    count = _one_less(sup)
    if count is None:
        raise NotSupported("a simplex is written \\Delta^{n-1}", sup.span[0])
    rows = _dimension(scope, count, declare, new)
    return Domain("matrix", Shape(rows), ((">=", Fraction(0)),), True, new_sizes=tuple(new))


def _range_or_interval(scope: Scope, syn: Syn, declare: bool) -> Domain | None:
    content = syn.children[0] if syn.children else syn
    if is_index_set(syn):
        items = content.children if syn.value == "set" else (Syn("num", "1"), content)
        if declare:
            return Domain("index", new_sizes=tuple(k for k in size_keys(items[-1]) if scope.find(k) is None))
        from derive.language.indices.indices import Indices
        from derive.language.terms.dimensions import Unifier

        indices = Indices(scope, Unifier(scope.equal_sizes()))
        low, high = indices.expression(items[0], free=False), indices.expression(items[-1], free=False)
        return Domain("index", low=low, high=high)
    if syn.value in ("(", "[", "(]", "[)") and content.kind == "list" and len(content.children) == 2:
        return _interval(syn.value, content.children)
    return _finite(content) if syn.value == "set" else None


def _finite(content: Syn) -> Domain | None:
    r"""Read ``\{0, 1\}``, ``\{-1, +1\}``, ``\{\pm 1\}``: a number that is one of them, or an index of a range that begins with 1."""
    if content.kind == "infix" and content.value == "pm" and is_empty(content.children[0]):
        number = _number(content.children[1])
        values = [-number, number] if isinstance(number, Fraction) else []
    else:
        items = content.children if content.kind == "list" else ()
        numbers = [_number(item) for item in items]
        values = [x for x in numbers if isinstance(x, Fraction)] if len(numbers) > 1 else []
        if len(values) != len(numbers):
            return None
    if not values or len(set(values)) != len(values):
        return None
    if values == [Fraction(k) for k in range(1, len(values) + 1)]:
        return Domain("index", high=Size.of(len(values)))
    return Domain("matrix", values=tuple(sorted(values)))


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
    """A number that is written out, or infinity with any sign."""
    end = bare(syn)
    while end.kind == "add" and len(end.children) == 1:
        end = bare(end.children[0])
    key = base_key(end)
    return "infinity" if key is not None and key.plain == "infty" else written_number(syn)
