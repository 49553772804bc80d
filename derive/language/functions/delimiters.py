r"""What stands between delimiters: bars, norms, inner products."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Rel
from derive.errors import DeriveError, NotSupported, SyntaxProblem
from derive.language.functions.mixed_norms import induced, mixed
from derive.language.functions.weighted_norms import is_weight, other_norm
from derive.language.parsing.folding import head
from derive.language.scope.derivative_marks import marker
from derive.language.terms.readings import ABSOLUTE, DETERMINANT, LENGTH, ROW_INDUCED, WEIGHTED
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, Key, bare, base_key, is_empty, word
from derive.language.tree.numerals import written_number
from derive.language.tree.syntax import Syn
from derive.norms import SUBSCRIPTS

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def delimited(r: Reader, syn: Syn) -> Term:
    """Read bars, double bars and angle brackets."""
    if syn.value == "||":
        return norm(r, syn, EMPTY, syn)
    if syn.value == "|":
        return _bars(r, syn)
    if syn.value == "angle":
        inner = syn.children[0]
        if inner.kind != "list" or len(inner.children) != 2:
            raise SyntaxProblem("an inner product has two arguments")
        left, right = (r.read(c) for c in inner.children)
        if inner.value == "perp":
            _check_vectors(r, left, right, syn)
        left, right = (r.a.like(t, other) if t.zero else t for t, other in ((left, right), (right, left)))
        r.a.agree("cannot take the inner product", left, right)
        return r.a.node((), (), lambda x, y: b.trace(b.matmul(b.transpose(x), y)), left, right, syn=syn)
    raise NotSupported("a set is not supported here" if syn.value == "set" else f"the brackets {syn.value}", r.at(syn))


def _check_vectors(r: Reader, left: Term, right: Term, syn: Syn) -> None:
    r"""Refuse ``x \perp y`` of anything but columns: between numbers it says that they are independent.

    Raises:
        NotSupported: One side is no column.
    """
    if any(r.a.is_scalar(t) or not r.u.is_one(t.cols) for t in (left, right)):
        raise NotSupported(
            "\\perp between anything but two columns",
            r.at(syn),
            "write U^\\top V = 0 for orthogonal columns of matrices, \\text{independent} for random variables",
        )


def _bars(r: Reader, syn: Syn, *, entries: bool = False) -> Term:
    """Read ``|A|``: absolute values of the entries, or the determinant of a square matrix (not inside a norm: ``entries``).

    Of a vector it may be the Euclidean norm, too. Behind a logarithm or a d bars are a determinant, if that has a type.
    """
    term = r.read(syn.children[0])
    rows, cols = r.u.total(term.rows), r.u.total(term.cols)
    square = not r.a.is_scalar(term) and rows is not None and rows == cols
    if square and not entries and _is_determinant(r, syn):
        return r.a.node((), (), b.det, r.a.square("the determinant", term), syn=syn)
    vector = not r.a.is_scalar(term) and (r.u.is_one(term.rows) or r.u.is_one(term.cols))
    if vector and not entries and r.chooses(LENGTH):
        r.note("|.| of a vector is its Euclidean norm")
        return r.a.node((), (), lambda e: b.norm(e, "2"), term, syn=syn)
    if not r.a.is_scalar(term):
        r.note("|.| of a matrix or vector is taken entry by entry")
    return r.a.elementwise(lambda e: b.map_("abs", e), term, syn)


def _is_determinant(r: Reader, syn: Syn) -> bool:
    """Whether bars around a square matrix are read as its determinant: all of a statement are, if one of them is for certain."""
    if any(bars.same(syn) or _is_square(r, bars) for bars in certain_bars(r, r.statement)):
        return not r.chooses(ABSOLUTE, plausible=False)
    return r.chooses(DETERMINANT)


def certain_bars(r: Reader, statement: Syn | None) -> list[Syn]:
    r"""The bars of a statement that are determinants if they stand around a square matrix.

    They stand behind a logarithm or a d, one above the other as in ``\frac{|\Sigma_1|}{|\Sigma_0|}``, or have a power that is
    no natural number, as in ``|\Sigma|^{-1/2}``.
    """
    found: list[Syn] = []
    for _, node in statement.walk() if statement is not None else ():
        if node.kind == "juxt":
            row = node.children
            found += [head(y) for x, y in pairwise(row) if base_key(x) in _LOGARITHMS or marker(r, x) is not None]
        elif node.kind == "frac":
            above, below = (head(bare(side)) for side in node.children)
            found += [above, below] if _is_bars(above) and _is_bars(below) else []
        elif node.kind == "script":
            power = written_number(node.children[2])
            found += [bare(node.children[0])] if power is not None and (power < 0 or power.denominator > 1) else []
    return [node for node in found if _is_bars(node)]


def _is_bars(node: Syn) -> bool:
    return (node.kind, node.value) == ("group", "|")


def _is_square(r: Reader, bars: Syn) -> bool:
    """Whether bars stand around a square matrix; what cannot be read alone may stand around anything."""
    try:
        with r.trial():
            term = r.read(bars.children[0])
            rows, cols = r.u.total(term.rows), r.u.total(term.cols)
            return not r.a.is_scalar(term) and rows is not None and rows == cols
    except DeriveError:
        return False


_LOGARITHMS = (Key("", "log"), Key("", "ln"))
_INDUCED = {
    "1": "\\|.\\|_1 of a matrix is its largest sum of a column (\\sum_{ij} |A_{ij}| for the sum of all entries)",
    "inf": "\\|.\\|_\\infty of a matrix is its largest sum of a row (\\max_{ij} |A_{ij}| for the largest entry)",
}


def norm(r: Reader, group: Syn, sub: Syn, syn: Syn) -> Term:
    """Read a norm; the options say which one ``2`` and no subscript mean for a matrix."""
    inner = bare(group.children[0])
    r.maps += tuple(term.children[0] for term in (inner.children if inner.kind == "add" else (inner,)) if term.kind == "juxt")
    term = _bars(r, inner, entries=True) if inner.kind == "group" and inner.value == "|" else r.read(inner)
    written = "2" if is_empty(sub) else word(sub)
    found = _of_two(r, group, sub, term, syn)
    if found is not None:
        return found
    kind = SUBSCRIPTS.get(written or "")
    declared = "_" in (written or "") and r.find(sub) is not None
    if group.value == "||" and (kind is None or declared or (r.u.is_one(term.cols) and is_weight(r, sub, term) and r.chooses(WEIGHTED))):
        found = other_norm(r, sub, term, syn)
        if found is not None:
            return found
    if kind is None or declared or group.value == "|||":
        raise NotSupported(f"the norm with the subscript {written or latex_of(sub)}")
    if kind == "2" and written == "2" and r.options.norm == "frobenius":
        kind = "F"
    if kind == "2" and not (r.u.is_one(term.cols) or r.u.is_one(term.rows)):
        r.note("\\|.\\|_2 of a matrix is the spectral norm")
    if kind in _INDUCED and not (r.u.is_one(term.cols) or r.u.is_one(term.rows)):
        r.note(_INDUCED[kind])

    def make(e: Expr) -> Expr:
        if kind == "2" and r.options.operator_norm == "spectral":
            operator = _linear_map(r.definitions().expand(e))
            if operator is not None:
                r.note(
                    "the norm of a derivative by a matrix is that of the linear map, in spectral norms on both sides"
                )
                return operator
        if kind not in _INDUCED or e.shape.rows or not e.shape.cols or _is_declared_matrix(r, e):
            return b.norm(e, kind)
        if not _is_chosen_row(r, e) and r.chooses(ROW_INDUCED):
            return b.norm(e, kind)
        r.note("the norm of a row is that of a vector")
        return b.norm(b.transpose(e), kind)

    return r.a.node((), (), make, term, syn=syn)


def _of_two(r: Reader, group: Syn, sub: Syn, term: Term, syn: Syn) -> Term | None:
    r"""Read ``\|A\|_{2,1}`` and ``\|A\|_{2 \to \infty}``; None if the subscript is no pair of norms."""
    between, listed = (sub.kind, sub.value) == ("relation", "to"), (sub.kind, sub.value) == ("list", ",")
    if not (between or listed) or len(sub.children) != 2 or group.value != "||" or r.a.is_scalar(term):
        return None
    first, second = map(word, sub.children)
    return (induced if between else mixed)(r, first, second, term, syn)


def _linear_map(e: Expr) -> Expr | None:
    """The norm of a derivative as a linear map between matrix spaces: sup of ``||D F[H]||_2 / ||H||_2`` over H; None for vectors."""
    if e.op != "deriv" or not any(a.shape.rows and a.shape.cols for a in e.args):
        return None
    body, point = e.args
    direction = b.var(b.fresh("H"), point.shape)
    size = b.norm(direction, "2")
    image = b.norm(b.frechet(body, e.data[0], point, direction), "2")
    nonzero = Rel("!=", direction, b.zeros(point.shape.rows, point.shape.cols))
    return b.bound("sup", ((direction.data[0], point.shape),), (nonzero,), b.div(image, size))


def _is_declared_matrix(r: Reader, e: Expr) -> bool:
    r"""Whether this is a name whose declared shape is 1 x n: a matrix, as its declaration says."""
    symbol = r.scope.by_core().get(e.data[0]) if e.op == "var" else None
    return symbol is not None and symbol.body is None


def _is_chosen_row(r: Reader, e: Expr) -> bool:
    r"""Whether this is a row ``A_{i,:}`` taken out of a matrix, or made of such rows: a vector for every reader."""
    if e.shape.rows or not e.shape.cols:
        return False
    if e.op == "row":
        return True
    if e.op == "var":
        symbol = r.scope.by_core().get(e.data[0])
        return symbol is not None and symbol.body is not None and _is_chosen_row(r, symbol.body)
    if e.op in ("add", "scale", "hadamard", "map", "softmax"):
        return any(_is_chosen_row(r, a) for a in e.args)
    return e.op == "matmul" and _is_chosen_row(r, e.args[0])
