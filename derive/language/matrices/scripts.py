r"""Subscripts and superscripts of terms: entries, rows, order statistics, transposes, powers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import DeriveError, NotSupported, ShapeProblem, SyntaxProblem
from derive.fraction import Fraction
from derive.language.matrices import brackets, labels, ranks, slices
from derive.language.matrices.block_parts import block_below, numerals
from derive.language.matrices.roots import fractional_power, is_diagonal
from derive.language.matrices.rows_or_columns import row_or_column
from derive.language.parsing import unsupported
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import (
    BLOCK_BELOW,
    ENTRY_OF_INVERSE,
    ENTRY_POWER,
    ENTRYWISE,
    LETTER_POWER,
    SQUARED_LENGTH,
)
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, bare, base_key, bracket, is_empty, whole_key
from derive.language.tree.numerals import literal
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)
ALL = None


def apply(r: Reader, term: Term, sub: Syn, sup: Syn, syn: Syn) -> Term:
    """Apply the scripts that are not part of a name."""
    if not is_empty(sub):
        brackets.check_number(r, term, sub, sup, syn)
    if not is_empty(sub) and not is_empty(sup) and _is_of_matrix(r, term, sub, sup, syn):
        return subscript(r, superscript(r, term, sup, syn), sub, syn)
    if not is_empty(sub):
        term = subscript(r, term, sub, syn)
    return term if is_empty(sup) else superscript(r, term, sup, syn)


def _is_of_matrix(r: Reader, term: Term, sub: Syn, sup: Syn, syn: Syn) -> bool:
    r"""Return whether a superscript beside a subscript is that of the matrix: ``A^{-1}_{ij}`` is ``(A^{-1})_{ij}``.

    Print does not show which of them was written first.
    """
    if r.u.is_one(term.rows) or r.u.is_one(term.cols):
        return False
    if syn.kind == "script" and syn.value == "^_":
        return _is_in_front(r, term, sup)
    if BLOCK_BELOW in r.tight and numerals(sub) is not None:
        return False
    return _is_pair(r, sub) and _is_behind(r, term, bare(sup))


def _is_in_front(r: Reader, term: Term, sup: Syn) -> bool:
    """Return whether a superscript in front of the subscript is that of the matrix.

    A power ``A^2_{ij}`` is written for that of the entry, too; of what is not square it can be nothing else.
    """
    number = literal(sup)
    if number is None or number < 2:
        return True
    if r.u.clash(term.rows, term.cols):
        r.note("a power in front of a subscript is that of the entry, since the matrix is not square")
        return False
    return not r.chooses(ENTRY_POWER)


def _is_behind(r: Reader, term: Term, sup: Syn) -> bool:
    r"""Return whether a superscript behind the subscripts of an entry is that of the matrix.

    A transpose mark is: that of a number would say nothing. ``A_{ij}^{-1}`` is written for the reciprocal and for the entry
    of the inverse; ``A_{ij}^2`` is the square of the entry.
    """
    if any(node.kind == "top" for _, node in sup.walk()):
        if labels.declared_letter(r, sup) is not None and r.chooses(LETTER_POWER):
            return False
        r.note("A_{ij}^\\top is the entry of the transpose, (A^\\top)_{ij}")
        return True
    number = literal(sup)
    if number is None or number >= 0 or r.u.clash(term.rows, term.cols):
        return False
    return r.chooses(ENTRY_OF_INVERSE)


def _is_pair(r: Reader, sub: Syn) -> bool:
    """Return whether a subscript of a matrix names an entry, and no row or column."""
    sub = bare(sub)
    if sub.kind == "num":
        return len(sub.value) == 2 and sub.value.isdigit()
    parts = sub.children if sub.kind in ("list", "juxt") else ()
    return len(parts) == 2 and not any(bare(p).kind == "colon" or _is_dot(p) for p in parts)


# Subscripts.


def subscript(r: Reader, term: Term, sub: Syn, syn: Syn) -> Term:
    """Select an entry, a row or a column, or an order statistic."""
    sub = bare(sub)
    labels.check_subscript(sub, syn)
    if sub.kind == "name" and sub.value in (":+", ":-"):
        return brackets.part(r, term, sub.value[1:], syn)
    part = slices.chosen(r, term, sub, syn)
    if part is not None:
        return part
    inner = bracket(sub)
    if inner is not None and len(inner[0]) == 1:
        index = r.indices.expression(inner[0][0])
        column = r.a.transpose(term) if r.u.is_one(term.rows) else term
        if not r.u.is_one(column.cols):
            raise ShapeProblem(f"an order statistic needs a vector, not the shape {r.a.shape(term)}", r.at(syn))
        r.indices.use(index, column.rows)
        return ranks.statistic(r, column, index, syn)
    block = block_below(r, term, sub, syn)
    if block is not None:
        return block
    declared = _declared(r, syn)
    vector = (r.u.is_one(term.rows) or r.u.is_one(term.cols)) and (
        declared is None or not declared.rows or not declared.cols
    )
    if r.a.is_scalar(term) and (declared is None or declared.is_scalar):
        raise ShapeProblem("a scalar has no entries", r.at(syn))
    values = index_list(r, sub, 1 if vector else 2)
    if values is None:
        raise SyntaxProblem("an index was expected in the subscript", r.at(sub))
    if vector and len(values) == 1:
        return _vector_entry(r, term, values[0], syn)
    if len(values) == 1:
        return term if values[0] is ALL else row_or_column(r, term, values[0], syn)
    if len(values) != 2:
        raise ShapeProblem(
            f"an entry of a matrix of shape {r.a.shape(term)} needs two indices",
            r.at(syn),
            "a row is A_{i,:}, a column A_{:,j}",
        )
    return _matrix_entry(r, term, values[0], values[1], syn)


def _declared(r: Reader, syn: Syn) -> Shape | None:
    """Return the shape that a name with a subscript was declared with: ``x`` of ``n`` entries has one where ``n = 1``."""
    key = whole_key(syn.children[0]) if syn.kind == "script" else None
    symbol = r.scope.find(key) if key is not None and key not in r.local else None
    return symbol.shape if symbol is not None and symbol.kind in ("var", "def") else None


def _vector_entry(r: Reader, term: Term, value: Size | None, syn: Syn) -> Term:
    if value is ALL:
        return term
    if r.u.is_one(term.cols):
        r.indices.use(value, term.rows)
        return r.a.entry(term, value, ONE, syn)
    r.indices.use(value, term.cols)
    return r.a.entry(term, ONE, value, syn)


def _matrix_entry(r: Reader, term: Term, i: Size | None, j: Size | None, syn: Syn) -> Term:
    if i is not ALL:
        r.indices.use(i, term.rows)
    if j is not ALL:
        r.indices.use(j, term.cols)
    if i is ALL and j is ALL:
        return term
    if i is ALL:
        return r.a.node(term.rows, (), lambda e: b.col(e, j), term, syn=syn)
    if j is ALL:
        return r.a.node((), term.cols, lambda e: b.row(e, i), term, syn=syn)
    return r.a.entry(term, i, j, syn)


class InOneColumn(ShapeProblem):
    """Two indices behind a derivative by a number that is read as a column."""


def index_list(r: Reader, sub: Syn, count: int) -> list[Size | None] | None:
    """Read the indices of a subscript; a colon is None. ``ij`` is two indices where two are needed.

    Raises:
        NotSupported: ``ij`` stands where one index is needed: it is hardly the product of i and j.
        InOneColumn: It stands behind a derivative by a number, which has two indices in the shape of the function.
    """
    sub = bare(sub)
    if sub.kind == "list":
        items: Sequence[Syn] = sub.children
    elif sub.kind == "juxt" and (any(c.kind == "colon" for c in sub.children) or len(sub.children) == count > 1):
        items = sub.children
    elif sub.kind == "num" and count == len(sub.value) > 1 and sub.value.isdigit():
        items = [Syn("num", digit, (), sub.span) for digit in sub.value]
    else:
        items = [sub]
    for item in items:
        _refuse_letters(r, bare(item), count)
    return [ALL if bare(item).kind == "colon" or _is_dot(item) else r.indices.expression(item) for item in items]


def _refuse_letters(r: Reader, item: Syn, count: int) -> None:
    if item.kind != "juxt":
        return
    letters = sum(r.indices.is_index(c) for c in item.children)
    numbers = [k for k, c in enumerate(item.children) if c.kind == "num"]
    if letters > 1 or numbers[-1:] > [0] or (numbers and item.children[0].value == "1"):
        if letters == 2 and count == 1 and r.by_scalar and "scalar-shape" not in r.tight:
            raise InOneColumn("a derivative by a number in one column has no entries with two indices", r.at(item))
        raise NotSupported(
            f"the subscript {latex_of(item)}, where {'one index is' if count == 1 else f'{count} indices are'} needed",
            r.at(item),
            "is the name of a matrix meant, written with another letter? The product of two indices is i \\cdot j",
        )


def _is_dot(syn: Syn) -> bool:
    if syn.kind == "name" and syn.value == ":cdot":
        return True
    return syn.kind == "infix" and syn.value == "cdot" and all(is_empty(c) for c in syn.children)


# Superscripts.


def superscript(r: Reader, term: Term, sup: Syn, syn: Syn) -> Term:
    """Apply a transpose mark, an inverse, a power or an elementwise power."""
    sup = labels.exponent(r, term, bare(sup), syn)
    if sup.kind == "top":
        return r.a.transpose(term, syn)
    labels.check_superscript(sup, syn)
    if unsupported.is_pseudoinverse(sup) and not r.u.is_one(term.rows) and not r.u.is_one(term.cols):
        return r.a.node(term.cols, term.rows, b.pinv, term, syn=syn)
    unsupported.check_superscript(sup)
    if r.find(sup) is None:
        unsupported.check_undeclared(sup)
    if sup.kind == "add" and sup.value == "-" and bare(sup.children[0]).kind == "top":
        return r.a.transpose(_inverse(r, term, syn), syn)
    elementwise = elementwise_exponent(sup)
    if elementwise is not None:
        exponent = r.a.need_scalar("an exponent", r.read(elementwise))
        return r.a.node(term.rows, term.cols, b.hpow, term, exponent, syn=syn)
    if sup.kind == "juxt" and any(c.kind == "top" for c in sup.children):
        for part in sup.children:
            term = superscript(r, term, part, syn)
        return term
    return power(r, term, sup, syn)


def elementwise_exponent(sup: Syn) -> Syn | None:
    r"""Return the exponent of ``^{\circ 2}`` or ``^{\odot 2}``."""
    if sup.kind == "infix" and sup.value in ("circ", "odot") and is_empty(sup.children[0]):
        return sup.children[1]
    return None


def entrywise_power(r: Reader, term: Term, sup: Syn, syn: Syn) -> Term | None:
    """Return a power of what a function made of each entry; None if this is no such superscript."""
    number = literal(sup)
    if number is None or number < 2:
        return None
    if not r.a.is_scalar(term):
        r.note(f"the exponent {number} of a function that acts entry by entry does so too")
    return r.a.elementwise(lambda e: b.hpow(e, b.const(number)), term, syn)


def raised_function(r: Reader, symbol: Symbol, value: Term, sup: Syn, syn: Syn) -> Term:
    r"""Return the value of a function whose name has a superscript: ``f^2(x)`` is the square of f(x).

    Raises:
        NotSupported: It is -1 on a function of numbers, which has an inverse.
    """
    if is_empty(sup):
        return value
    if not all(shape.is_scalar for shape in (symbol.shape, *symbol.arguments)):
        return apply(r, value, EMPTY, sup, syn)
    check_inverse_function(symbol.latex, sup, syn)
    return entrywise_power(r, value, sup, syn) or apply(r, value, EMPTY, sup, syn)


def check_inverse_function(name: str, sup: Syn, syn: Syn) -> None:
    r"""Refuse ``\sin^{-1}(x)``: by convention the inverse function, which looks like the reciprocal.

    Raises:
        NotSupported: The superscript is -1.
    """
    if literal(sup) == -1:
        raise NotSupported(
            f"inverse functions such as {name}^{{-1}} are not supported",
            syn.span[0] if syn.span[0] >= 0 else None,
            "for the reciprocal put the exponent behind the argument or write \\frac",
        )


def _inverse(r: Reader, term: Term, syn: Syn) -> Term:
    if r.a.is_scalar(term):
        return r.a.node((), (), lambda e: b.hpow(e, b.const(-1)), r.a.need_scalar("a base", term), syn=syn)
    r.a.square("an inverse", term)
    return r.a.node(term.rows, term.cols, b.inv, term, syn=syn)


def power(r: Reader, term: Term, sup: Syn, syn: Syn) -> Term:
    """Return a power of a scalar, or an integer power of a square matrix."""
    exponent = r.a.need_scalar("an exponent", r.read(sup))
    if r.a.is_scalar(term):
        return r.a.node((), (), b.hpow, r.a.need_scalar("a base", term), exponent, syn=syn)
    number = literal(sup)
    count = _count(r, sup) if number is None and fraction(sup) is None else None
    own = _exponent_of_entries(r, term, sup, number, count)
    if own is not None:
        return _of_entries(r, term, own, syn)
    if count is not None:
        _check_square(r, term, sup, syn)
        return _counted_power(r, term, count, sup, syn)
    if number is None:
        return _fractional(r, term, sup, syn)
    _check_square(r, term, sup, syn)

    def make(e: Expr) -> Expr:
        if number == -1:
            return b.inv(e)
        return e if number == 1 else b.mpow(e, number)

    return r.a.node(term.rows, term.cols, make, term, syn=syn)


def _exponent_of_entries(r: Reader, term: Term, sup: Syn, number: int | None, count: Size | None) -> Expr | None:
    r"""Return the exponent of every entry of a vector, as in ``1 - h^2`` and ``\operatorname{diag}(\lambda^k)``; None for others.

    A vector has no other power; the square of its norm, which some write so, is a reading where it has a type.
    """
    if number in (0, 1) or not _is_vector(r, term):
        return None
    value = fraction(sup)
    exponent = b.const(value) if value is not None else None if count is None else b.size(count)
    return exponent if exponent is not None and r.chooses(ENTRYWISE, plausible=False) else None


def _of_entries(r: Reader, term: Term, exponent: Expr, syn: Syn) -> Term:
    """Return the power of every entry of a vector."""
    if exponent == b.const(2) and r.chooses(SQUARED_LENGTH):
        return r.a.node((), (), lambda e: b.hpow(b.norm(e, "F"), b.const(2)), term, syn=syn)
    r.note(f"{latex_of(syn)} is the power of every entry")
    return r.a.elementwise(lambda e: b.hpow(e, exponent), term, syn)


def check_no_length(r: Reader, t: Term) -> None:
    r"""Refuse ``\operatorname{diag}(\sigma^2)`` with the square of the norm: it has the squares of the entries.

    Raises:
        ShapeProblem: Powers of vectors are read so, and this is a number.
    """
    if SQUARED_LENGTH in r.tight and r.a.is_scalar(t):
        raise ShapeProblem("a diagonal matrix with a number")


def _is_vector(r: Reader, t: Term) -> bool:
    totals = (r.u.total(t.rows), r.u.total(t.cols))
    return None not in totals and (totals[0] == ONE) != (totals[1] == ONE)


def _count(r: Reader, sup: Syn) -> Size | None:
    """Return the whole number that an exponent made of sizes and indices is, None if it is another one."""
    letters = {key.plain for _, node in sup.walk() if node.kind == "name" and (key := base_key(node)) is not None}
    try:
        count = r.indices.expression(sup, free=bool(letters & r.indices.free.keys()))
    except DeriveError:
        return None
    for name in count.names:
        index = r.indices.by_core(name)
        ends = (index.low, index.high) if index is not None and index.bound else ()
        if ends and all(end is not None and end.constant is not None for end in ends):
            return None  # the sum is written out
    return count


def _counted_power(r: Reader, term: Term, count: Size, sup: Syn, syn: Syn) -> Term:
    """Return a power whose exponent is made of sizes and indices."""
    indices = [index for name in count.names if (index := r.indices.by_core(name)) is not None]
    indices.sort(key=lambda index: not index.bound)  # first those that may end at others, as the s of A^{t-s} at t

    def make(e: Expr) -> Expr:
        least = count
        for index in indices:
            rate = (count.substitute({index.core: Size.of(index.core) + 1}) - count).constant
            ends = index.range(r.u)
            if any(c < 0 for _, c in ends[0].terms):
                raise NotSupported("a matrix power whose exponent counts from a negative number", r.at(sup))
            if rate is not None:
                least = least.substitute({index.core: ends[0] if rate > 0 else ends[1]})
        for name in least.names:
            declared = r.indices.declared.get(name)
            low = declared.indices[0][1].constant if declared is not None else r.scope.all_least().get(name, 1)
            least = least.substitute({name: Size.of(name) + (low or 0)}) if low is not None else Size.of(-1)
        if any(c < 0 for _, c in least.terms):
            raise NotSupported("a matrix power whose exponent may be negative", r.at(sup))
        return b.mprod(b.fresh("i"), Size.of(1), count, e)

    return r.a.node(term.rows, term.cols, make, term, syn=syn)


def _check_square(r: Reader, term: Term, sup: Syn, syn: Syn) -> None:
    """Refuse a power of what is not square.

    Raises:
        ShapeProblem: It is not, with how a power of each entry is written.
    """
    try:
        r.a.square("a matrix power", term)
    except ShapeProblem as problem:
        base = latex_of(syn.children[0] if syn.kind == "script" else syn)
        problem.hint = problem.hint or f"for the power of each entry write {base}^{{\\circ {latex_of(sup)}}}"
        raise


def _fractional(r: Reader, term: Term, sup: Syn, syn: Syn) -> Term:
    """Return a power with an exponent that is no integer: of a diagonal matrix that of its diagonal, else of its root."""
    value = fraction(sup)
    if value is None:
        raise NotSupported(
            "a matrix power whose exponent is not a number",
            r.at(sup),
            "a sum over powers needs numbers as its limits, as in \\sum_{k=0}^{3} A^k",
        )
    _check_square(r, term, sup, syn)

    def make(e: Expr) -> Expr:
        if is_diagonal(r.definitions().expand(e)):
            return b.diag(b.hpow(b.diagpart(e), b.const(value)))
        return fractional_power(e, value)

    return r.a.node(term.rows, term.cols, make, term, syn=syn)


def fraction(syn: Syn) -> Fraction | None:
    """Return the number that an exponent is."""
    syn = bare(syn)
    if syn.kind == "num":
        return Fraction(syn.value)
    if syn.kind == "add" and len(syn.children) == 1:
        inner = fraction(syn.children[0])
        return -inner if inner is not None and syn.value == "-" else inner
    if syn.kind == "frac":
        top, bottom = (fraction(c) for c in syn.children)
        return top / bottom if top is not None and bottom else None
    return None
