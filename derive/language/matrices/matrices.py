r"""Matrices written out: block matrices, rows of columns, cases, and patterns with dots.

Dots stand for the pattern between the first and the last explicit element: the two must be equal but for one index,
which runs from its value in the first to its value in the last, and every explicit element must fit.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.errors import NameProblem, NotSupported, ShapeProblem, SyntaxProblem
from derive.language.matrices.cases import read_cases
from derive.language.matrices.small_letters import MARK
from derive.language.parsing.dotted import product_of
from derive.language.terms.dimensions import BLOCK_HINT, OpenDim
from derive.language.terms.readings import DOTTED_PRODUCT, SPACED_PRODUCT, SPACED_ROW
from derive.language.terms.terms import Term
from derive.language.tree.names import EMPTY, Key, bare
from derive.language.tree.syntax import SPACED, Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader
    from derive.language.scope.scope import Symbol

OpenDims = Sequence[OpenDim | None]
ONE = Size.of(1)


def read_matrix(r: Reader, syn: Syn) -> Term:
    """Read a matrix environment."""
    rows = [list(row.children) for row in syn.children]
    if syn.value == "cases":
        return read_cases(r, rows, syn)
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise ShapeProblem("the rows of this matrix have unlike numbers of entries", r.at(syn))
    term = _dotted(r, rows, syn) if any(_is_dots(c) for row in rows for c in row) else _grid(r, rows, syn)
    if syn.value == "v":
        return r.a.node((), (), b.det, r.a.square("the determinant", term), syn=syn)
    if syn.value == "V":
        return r.a.node((), (), lambda e: b.norm(e, "2"), term, syn=syn)
    return term


def _is_dots(syn: Syn) -> bool:
    return bare(syn).kind == "dots"


def _grid(r: Reader, rows: list[list[Syn]], syn: Syn) -> Term:
    """Read a block matrix without dots; a literal 0 block gets its shape from its row and column, or from where it stands.

    Among numbers a 0 is a number.
    """
    if len({len(row) for row in rows}) > 1:
        raise ShapeProblem("the rows of this matrix have unlike numbers of entries", r.at(syn))
    cells = [[None if bare(c).kind == "empty" else r.read(c) for c in row] for row in rows]
    written = [[c for c in row if c is not None and not c.zero] for row in cells]
    columns = [[row[k] for row in cells] for k in range(len(cells[0]))]
    scalar = all(map(r.a.is_scalar, itertools.chain(*written)))
    lines = [_common(r, [c.rows for c in row], f"row {k + 1}", syn) for k, row in enumerate(written)]
    tall = [
        _common(r, [c.cols for c in column if c is not None and not c.zero], f"column {k + 1}", syn)
        for k, column in enumerate(columns)
    ]
    heights, widths = ([_known_or_open(r, d, scalar) for d in found] for found in (lines, tall))
    _square_diagonal(r, lines, tall, heights, widths)
    filled = []
    for row, height in zip(cells, heights, strict=True):
        for cell, width in zip(row, widths, strict=True):
            empty = cell is None or (cell.zero and not scalar)
            filled.append(r.a.zeros(height, width, syn) if empty else cell)
    count = len(widths)

    def make(*parts: Expr) -> Expr:
        bands = [b.hcat(*parts[k : k + count]) for k in range(0, len(parts), count)]
        return b.vcat(*bands)

    return r.a.node(r.u.join(heights), r.u.join(widths), make, *filled, syn=syn)


def _common(r: Reader, dims: list[OpenDim], what: str, syn: Syn) -> OpenDim | None:
    """Return the length of the blocks of a row or a column; None if nothing but zeros stands in it."""
    for other in dims[1:]:
        if not r.u.unify(dims[0], other):
            raise ShapeProblem(
                f"{what} of this matrix has blocks of the lengths {r.u.show(dims[0])} and {r.u.show(other)}", r.at(syn)
            )
    return dims[0] if dims else None


def _known_or_open(r: Reader, d: OpenDim | None, scalar: bool) -> OpenDim:
    """Return a length; that of blocks of zeros alone is unknown, unless the matrix is made of numbers."""
    if d is not None:
        return d
    return () if scalar else r.u.fresh("a block of zeros", hint=BLOCK_HINT)


def _square_diagonal(r: Reader, lines: OpenDims, tall: OpenDims, heights: OpenDims, widths: OpenDims) -> None:
    """Note that blocks of zeros on the diagonal are likely to be square: where the other blocks on the diagonal are."""
    pairs = list(zip(heights, widths, strict=False))
    told = [h is not None and w is not None for h, w in zip(lines, tall, strict=False)]
    square = all(r.u.total(h) == r.u.total(w) is not None for (h, w), known in zip(pairs, told, strict=True) if known)
    if len(heights) == len(widths) and square:
        r.u.alike += [pair for k, pair in enumerate(pairs) if lines[k] is None and tall[k] is None]


def side_by_side(r: Reader, columns: Sequence[Syn], syn: Syn) -> Term:
    """Read elements side by side, with or without dots."""
    if any(_is_dots(c) for c in columns):
        return _dotted(r, [list(columns)], syn)
    return _grid(r, [list(columns)], syn)


def stacked(r: Reader, rows: Sequence[Syn], syn: Syn) -> Term:
    """Read elements one below the other, with or without dots."""
    column = [[row] for row in rows]
    return _dotted(r, column, syn) if any(_is_dots(row) for row in rows) else _grid(r, column, syn)


def bracketed(r: Reader, inner: Syn, *, square: bool = False) -> Term | None:
    r"""Read ``[A, B]``, ``[A; B]``, ``[A \; B]`` or ``(e_1 \otimes e_1 \dots e_L \otimes e_L)``; None if it is an ordinary bracket."""
    if inner.kind == "juxt" and inner.value == SPACED:
        if any(_is_dots(c) for c in inner.children):
            return side_by_side(r, inner.children, inner)
        row = not r.chooses(SPACED_PRODUCT) if square else r.chooses(SPACED_ROW)
        return side_by_side(r, inner.children, inner) if row else r.read(as_product(inner))
    if inner.kind == "list":
        if inner.value == ";":
            rows = [list(c.children) if c.kind == "list" else [c] for c in inner.children]
            return _grid(r, rows, inner)
        return side_by_side(r, inner.children, inner)
    product = None if square else product_of(inner)
    if product is not None and (inner.kind == "infix" or r.chooses(DOTTED_PRODUCT)):
        return r.read(product)
    mark = r.u.mark()
    try:
        pieces = split_at_dots(inner)
        return None if pieces is None else side_by_side(r, pieces, inner)
    except (SyntaxProblem, NameProblem):
        if product is None:
            raise
        r.u.back(mark)
        return r.read(product)


def between_bars(syn: Syn) -> list[Syn]:
    r"""Return the blocks of ``[A \mid B \mid C]``."""
    if (syn.kind, syn.value) != ("infix", "mid"):
        return [syn]
    return [block for child in syn.children for block in between_bars(child)]


def as_product(spaced: Syn) -> Syn:
    """Return the product of what stands in a bracket with space between its factors."""
    factors = [f for c in spaced.children for f in (c.children if c.kind == "juxt" else (c,))]
    return Syn("juxt", "", tuple(factors), spaced.span)


def split_at_dots(syn: Syn) -> list[Syn] | None:
    """Split ``a_1 (x) b_1 ... a_n (x) b_n`` (read as one product) into the elements and the dots between them."""
    words = _linear(syn)
    places = [k for k, w in enumerate(words) if isinstance(w, Syn) and _is_dots(w)]
    if not places:
        return None
    pieces: list[Syn] = []
    start = 0
    for place in [*places, len(words)]:
        part = words[start:place]
        if not part:
            raise SyntaxProblem("something must stand on both sides of the dots")
        pieces.append(_rebuild(part))
        if place < len(words):
            dots = words[place]
            assert isinstance(dots, Syn)
            pieces.append(dots)
        start = place + 1
    return pieces


def _linear(syn: Syn) -> list[Syn | str]:
    """Write products as factors and operators in order; ``""`` is juxtaposition."""
    if syn.kind == "infix" and syn.value in ("otimes", "odot", "circ", "cdot", "times"):
        return [*_linear(syn.children[0]), syn.value, *_linear(syn.children[1])]
    if syn.kind == "juxt":
        return list(syn.children)
    return [syn]


def _rebuild(words: list[Syn | str]) -> Syn:
    groups: list[list[Syn]] = [[]]
    ops: list[str] = []
    for word in words:
        if isinstance(word, str):
            groups.append([])
            ops.append(word)
        else:
            groups[-1].append(word)
    if any(not g for g in groups):
        raise SyntaxProblem("an operand is missing at the dots")
    parts = [g[0] if len(g) == 1 else Syn("juxt", "", tuple(g), (g[0].span[0], g[-1].span[1])) for g in groups]
    result = parts[0]
    for op, part in zip(ops, parts[1:], strict=True):
        result = Syn("infix", op, (result, part), (result.span[0], part.span[1]))
    return result


# Dots.


def check_mark(key: Key, position: int | None) -> None:
    """Say of ``k_1, ..., k_n`` what is missing, where the template stands for an undeclared name.

    Raises:
        NameProblem: The name is such a template.
    """
    if MARK in key.plain:
        family = key.plain.split("_")[0]
        raise NameProblem(f"{family}_i is not declared", position, f"define it for all i, as in {family}_i := ...")


def pattern(first: Syn, last: Syn) -> tuple[Syn, Syn, Syn] | None:
    """Anti-unify two elements: (template, first value, last value) of the one index in which they differ."""
    values: list[tuple[Syn, Syn]] = []

    def walk(x: Syn, y: Syn) -> Syn | None:
        if x.same(y):
            return x
        if x.kind == y.kind and x.value == y.value and len(x.children) == len(y.children) and x.children:
            children = [walk(p, q) for p, q in zip(x.children, y.children, strict=True)]
            if all(c is not None for c in children):
                return Syn(x.kind, x.value, tuple(c for c in children if c is not None), x.span)
        if x.kind != "num" or y.kind in ("group", "relation", "empty"):
            return None
        if values and not (values[0][0].same(x) and values[0][1].same(y)):
            return None
        values.append((x, y))
        return Syn("name", f":{MARK}", (), x.span)

    template = walk(first, last)
    return None if template is None or not values else (template, *values[0])


def _fits(template: Syn, element: Syn, value: int) -> bool:
    if template.kind == "name" and template.value == f":{MARK}":
        return element.kind == "num" and element.value == str(value)
    return (
        template.kind == element.kind
        and template.value == element.value
        and len(template.children) == len(element.children)
        and all(_fits(t, e, value) for t, e in zip(template.children, element.children, strict=True))
    )


def _run(r: Reader, items: Sequence[Syn]) -> tuple[Syn, Size]:
    """Return the template and the number of elements of ``x_1, x_2, ..., x_n``."""
    places = [k for k, item in enumerate(items) if _is_dots(item)]
    if len(places) != 1 or places[0] != len(items) - 2 or places[0] == 0:
        raise NotSupported("dots must stand between the first elements and the last one")
    found = pattern(items[0], items[-1])
    if found is None:
        raise SyntaxProblem(
            "the pattern of the dots cannot be seen from the first and the last element", r.at(items[0])
        )
    template, first, last = found
    if first.value != "1":
        raise NotSupported("a pattern with dots that does not begin at 1")
    for k, item in enumerate(items[: places[0]]):
        if not _fits(template, item, k + 1):
            raise SyntaxProblem(f"element {k + 1} does not fit the pattern of the dots", r.at(item))
    return template, r.indices.expression(last)


def _element(r: Reader, template: Syn, count: Size) -> tuple[str, Term]:
    index = r.indices.push(MARK, ONE, count)
    try:
        return index.core, r.read(template)
    finally:
        r.indices.pop()


def _dim(count: Size) -> tuple[Size, ...]:
    return () if count == ONE else (count,)


def _dotted(r: Reader, rows: list[list[Syn]], syn: Syn) -> Term:
    """Read a matrix with dots: a row, a column, or a block diagonal."""
    rows = _with_digits_apart(rows)
    if len(rows) == 1:
        template, count = _run(r, rows[0])
        core, body = _element(r, template, count)
        return r.a.node(
            body.rows,
            _dim(count) + body.cols,
            lambda e: b.blocks(b.fresh(r.indices.unused("ijpq")), ONE, core, count, e),
            body,
            syn=syn,
        )
    if all(len(row) == 1 for row in rows):
        template, count = _run(r, [row[0] for row in rows])
        core, body = _element(r, template, count)
        return r.a.node(
            _dim(count) + body.rows,
            body.cols,
            lambda e: b.blocks(core, count, b.fresh(r.indices.unused("jipq")), ONE, e),
            body,
            syn=syn,
        )
    if len(rows) == len(rows[0]) and _is_diagonal(rows):
        return block_diagonal(r, [rows[k][k] for k in range(len(rows))], syn)
    return _full(r, rows, syn)


def _with_digits_apart(rows: list[list[Syn]]) -> list[list[Syn]]:
    r"""Return rows with ``a_{11}`` as ``a_{1 1}`` where others are like ``a_{1n}``: two indices, and no number eleven."""
    subs = [bare(n.children[1]) for row in rows for c in row for _, n in c.walk() if n.kind == "script"]
    pairs = [s for s in subs if s.kind == "juxt" and len(s.children) == 2]
    if not any({c.kind for c in pair.children} == {"num", "name"} for pair in pairs):
        return rows

    def apart(node: Syn) -> Syn:
        children = tuple(map(apart, node.children))
        sub = bare(children[1]) if node.kind == "script" else node
        if node.kind == "script" and sub.kind == "num" and len(sub.value) == 2 and sub.value.isdigit():
            digits = tuple(Syn("num", digit, (), sub.span) for digit in sub.value)
            children = (children[0], Syn("juxt", "", digits, sub.span), children[2])
        return Syn(node.kind, node.value, children, node.span)

    return [[apart(c) for c in row] for row in rows]


def _is_diagonal(rows: list[list[Syn]]) -> bool:
    def vanishes(c: Syn) -> bool:
        c = bare(c)
        return c.kind in ("empty", "dots") or c.value in ("0", "bf:0", "bi:0")

    return all(vanishes(c) for i, row in enumerate(rows) for j, c in enumerate(row) if i != j)


def _full(r: Reader, rows: list[list[Syn]], syn: Syn) -> Term:
    """Read a matrix whose corners tell the pattern: A_{1,1} ... A_{1,n} down to A_{m,1} ... A_{m,n}."""
    if len(rows) < 3 or len(rows[0]) < 3 or not all(_is_dots(c) for c in rows[-2]):
        raise NotSupported("this pattern of dots")
    template, count = _run(r, rows[0])
    below, width = _run(r, rows[-1])
    if width != count:
        raise SyntaxProblem("the rows of this matrix have unlike lengths", r.at(syn))
    down = _pattern_pair(template, below)
    if down is None:
        raise SyntaxProblem("the pattern of the dots cannot be seen from the corners", r.at(syn))
    whole, first, last = down
    if first.value != "1":
        raise NotSupported("a pattern with dots that does not begin at 1")
    height = r.indices.expression(last)
    i = r.indices.push(MARK + "row", ONE, height)
    try:
        j, body = _element(r, whole, count)
    finally:
        r.indices.pop()
    return r.a.node(
        _dim(height) + body.rows,
        _dim(count) + body.cols,
        lambda e: b.blocks(i.core, height, j, count, e),
        body,
        syn=syn,
    )


def _pattern_pair(first: Syn, last: Syn) -> tuple[Syn, Syn, Syn] | None:
    found = pattern(first, last)
    if found is None:
        return None
    template, low, high = found

    # The index of the columns is marked in both; the new mark is that of the rows.
    def rename(t: Syn, x: Syn) -> Syn:
        if t.kind == "name" and t.value == f":{MARK}":
            return t if x.kind == "name" and x.value == f":{MARK}" else Syn("name", f":{MARK}row", (), t.span)
        return Syn(t.kind, t.value, tuple(rename(a, c) for a, c in zip(t.children, x.children, strict=True)), t.span)

    return rename(template, first), low, high


def triangle(r: Reader, t: Term, relation: str, syn: Syn) -> Term:
    """Return the part of a matrix whose rows and columns are in a relation: ``>=`` for the lower triangle with the diagonal."""

    def make(e: Expr) -> Expr:
        (m, n), (i, j) = e.shape.totals, (b.fresh("i"), b.fresh("j"))
        inside = b.indicator(relation, b.size(Size.of(i)), b.size(Size.of(j)))
        return b.hadamard(b.reshape(b.blocks(i, m, j, n, inside), e.shape), e)

    return r.a.node(t.rows, t.cols, make, t, syn=syn)


def block_diagonal(r: Reader, items: Sequence[Syn], syn: Syn) -> Term:
    """Read a block diagonal matrix from its blocks, with or without dots."""
    if any(_is_dots(c) for c in items):
        template, count = _run(r, items)
        core, body = _element(r, template, count)
        d = _dim(count)
        return r.a.node(d + body.rows, d + body.cols, lambda e: b.blockdiag(core, count, e), body, syn=syn)
    if len(items) == 1:
        return _blocks_by_index(r, items[0], syn)
    empty = Syn("num", "0")
    return _grid(r, [[c if i == j else empty for j in range(len(items))] for i, c in enumerate(items)], syn)


def _blocks_by_index(r: Reader, item: Syn, syn: Syn) -> Term:
    """Read ``blockdiag(B_i)``: the blocks for all values of the one index, also if it is declared or used elsewhere."""
    term, free, declared = _with_its_indices(r, item)
    new = [letter for letter in free if letter not in r.indices.free]
    letters = new if len(new) == 1 else [*free, *declared]
    if not letters:
        return term
    if len(letters) > 1:
        raise NotSupported("a block diagonal matrix over several indices", r.at(syn))
    stated = declared[letters[0]].indices[0][1:] if letters[0] in declared else (None, None)
    index = r.indices.push(letters[0], *stated)
    try:
        body = r.read(item)
    finally:
        r.indices.pop()
    low, high = index.range(r.u)
    if low != ONE:
        raise NotSupported("blocks whose index does not begin at 1", r.at(syn))
    d = _dim(high)
    return r.a.node(d + body.rows, d + body.cols, lambda e: b.blockdiag(index.core, high, e), body, syn=syn)


def _with_its_indices(r: Reader, item: Syn) -> tuple[Term, tuple[str, ...], dict[str, Symbol]]:
    """Read an expression; also return the letters of its own free indices and its declared indices by letter."""
    outside = r.indices.free, r.indices.declared
    r.indices.free, r.indices.declared = {}, {}
    try:
        term = r.read(item)
        return term, tuple(r.indices.free), {s.key.plain: s for s in r.indices.declared.values()}
    finally:
        r.indices.free, r.indices.declared = outside


__all__ = [
    "EMPTY",
    "block_diagonal",
    "bracketed",
    "pattern",
    "read_matrix",
    "side_by_side",
    "split_at_dots",
    "stacked",
    "triangle",
]
