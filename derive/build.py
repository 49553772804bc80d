"""Shape-checked constructors of core expressions, one per node of `derive.core.OPS`, and substitution.

Where two shapes must match they must have equal *totals*; if only the factor order or grouping differs, the operand
is wrapped in ``reshape`` (a legal re-reading, see design: it is never ill-typed). Unequal totals raise `ShapeProblem`
naming the operation and both shapes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from weakref import WeakKeyDictionary

from derive.core import Expr, Formula, Logic, Quantified, Rel, walk
from derive.errors import ShapeProblem
from derive.fraction import Fraction
from derive.sizes import Dim, Shape, Size, dim, product

SCALAR = Shape()
_counter = itertools.count()


def fresh(stem: str) -> str:
    """Return a binder name that no other tree uses (``stem`` is kept for printing, before the mark)."""
    return f"{stem.split('~', maxsplit=1)[0]}~{next(_counter)}"


def _node(op: str, shape: Shape, args: Sequence[Expr] = (), data: Sequence[object] = ()) -> Expr:
    return Expr(op, tuple(args), tuple(data), shape)


def _fail(what: str, left: Shape, right: Shape) -> ShapeProblem:
    return ShapeProblem(f"{what}: the shapes {left} and {right} do not match")


def reshape(a: Expr, shape: Shape) -> Expr:
    """Return ``a`` with its dimensions factored as in ``shape``."""
    if a.shape == shape:
        return a
    if a.shape.totals != shape.totals:
        raise _fail("reshape", a.shape, shape)
    if a.op == "reshape":
        return reshape(a.args[0], shape)
    return _node("reshape", shape, (a,))


# Leaves.


def var(name: str, shape: Shape) -> Expr:
    """A variable of the given shape."""
    return _node("var", shape, (), (name,))


def const(value: int | str | Fraction) -> Expr:
    """A rational number, 1 x 1; a string may be ``"1/3"``."""
    return _node("const", SCALAR, (), (Fraction(value),))


def real(name: str) -> Expr:
    """The real constant ``pi`` or ``e``, 1 x 1; ``infinity`` is none, and stands as an end alone."""
    return _node("real", SCALAR, (), (name,))


INFINITY = real("infinity")


def size(value: Size | str | int) -> Expr:
    """A size as a number, 1 x 1; one without names becomes a `const`."""
    value = Size.of(value)
    return const(value.constant) if value.constant is not None else _node("size", SCALAR, (), (value,))


def eye(d: Dim) -> Expr:
    """The identity with ``d`` as rows and as columns."""
    return _node("eye", Shape(d, d), (), (d,))


def ones(rows: Dim, cols: Dim = ()) -> Expr:
    """All ones; a column where no columns are given."""
    return _node("ones", Shape(rows, cols), (), (rows, cols))


def zeros(rows: Dim, cols: Dim = ()) -> Expr:
    """All zeros; a column where no columns are given."""
    return _node("zeros", Shape(rows, cols), (), (rows, cols))


def commutation(m: Dim, n: Dim) -> Expr:
    """K_{m,n}, with ``K vec(A) = vec(A^T)`` for A of m x n; its rows are m + n, its columns n + m."""
    return _node("commutation", Shape(m + n, n + m), (), (m, n))


def basis(index: Size, d: Dim) -> Expr:
    """The column e_i of dimension ``d``; the index counts from one."""
    return _node("basis", Shape(d, ()), (), (index, d))


def delta(i: Size, j: Size) -> Expr:
    """1 where two index expressions are equal, else 0."""
    return _node("delta", SCALAR, (), (i, j))


# Linear structure.


def add(*terms: Expr) -> Expr:
    """Sum; nested sums are flattened, operands of other factor order are reshaped to the first's."""
    flat = [part for term in terms for part in (term.args if term.op == "add" else (term,))]
    first = flat[0].shape
    for part in flat[1:]:
        if part.shape.totals != first.totals:
            raise _fail("sum", first, part.shape)
    return flat[0] if len(flat) == 1 else _node("add", first, [reshape(p, first) for p in flat])


def scale(s: Expr, a: Expr) -> Expr:
    """``s a``, in the shape of ``a``; raises `ShapeProblem` unless ``s`` is a scalar."""
    if not s.shape.is_scalar:
        raise ShapeProblem(f"a scalar factor is needed, got the shape {s.shape}")
    return _node("scale", a.shape, (s, a))


def neg(a: Expr) -> Expr:
    """``-a``, as a multiple by -1."""
    return scale(const(-1), a)


def sub(a: Expr, b: Expr) -> Expr:
    """``a - b``, in the shape of ``a``."""
    return add(a, neg(b))


def div(a: Expr, s: Expr) -> Expr:
    """``a / s`` for a scalar ``s``."""
    return scale(hpow(s, const(-1)), a)


def matmul(a: Expr, b: Expr) -> Expr:
    """Matrix product; a scalar operand scales."""
    if a.shape.is_scalar:
        return scale(a, b)
    if b.shape.is_scalar:
        return scale(b, a)
    if product(a.shape.cols) != product(b.shape.rows):
        raise _fail("product", a.shape, b.shape)
    if a.shape.cols != b.shape.rows:
        b = reshape(b, Shape(a.shape.cols, b.shape.cols))
    return _node("matmul", Shape(a.shape.rows, b.shape.cols), (a, b))


def matmuls(*factors: Expr) -> Expr:
    """Product of one or more factors, bracketed from the left."""
    result = factors[0]
    for factor in factors[1:]:
        result = matmul(result, factor)
    return result


def kron(a: Expr, b: Expr) -> Expr:
    """Kronecker product; its dimensions are those of ``a`` followed by those of ``b``."""
    return _node("kron", Shape(a.shape.rows + b.shape.rows, a.shape.cols + b.shape.cols), (a, b))


def hadamard(a: Expr, b: Expr) -> Expr:
    """Entrywise product, in the shape of ``a``."""
    if a.shape.totals != b.shape.totals:
        raise _fail("Hadamard product", a.shape, b.shape)
    return _node("hadamard", a.shape, (a, reshape(b, a.shape)))


def transpose(a: Expr) -> Expr:
    """The transpose; that of a transpose is the matrix itself."""
    return a.args[0] if a.op == "transpose" else _node("transpose", a.shape.transposed, (a,))


def vec(a: Expr) -> Expr:
    """Columns stacked: a column of dimension ``cols + rows``."""
    return _node("vec", Shape(a.shape.cols + a.shape.rows), (a,))


def vecr(a: Expr) -> Expr:
    """Rows stacked: a column of dimension ``rows + cols``."""
    return _node("vecr", Shape(a.shape.rows + a.shape.cols), (a,))


def unvecr(v: Expr, rows: Dim, cols: Dim) -> Expr:
    """The rows x cols matrix whose `vecr` is the column ``v``."""
    v = reshape(v, Shape(rows + cols))
    return _node("unvecr", Shape(rows, cols), (v,), (rows, cols))


def diag(v: Expr) -> Expr:
    """The diagonal matrix of a column or a row; raises `ShapeProblem` for a matrix."""
    if v.shape.rows and v.shape.cols:
        raise ShapeProblem(f"diag needs a vector, got the shape {v.shape}", hint="use diagpart for a diagonal")
    d = v.shape.rows + v.shape.cols
    return _node("diag", Shape(d, d), (v,))


def _square(what: str, a: Expr) -> Expr:
    rows, cols = a.shape.totals
    if rows != cols:
        raise ShapeProblem(f"{what} needs a square matrix, got the shape {a.shape}")
    return reshape(a, Shape(a.shape.rows, a.shape.rows))


def diagpart(a: Expr) -> Expr:
    """The diagonal of a square matrix, as a column."""
    a = _square("the diagonal", a)
    return _node("diagpart", Shape(a.shape.rows), (a,))


def trace(a: Expr) -> Expr:
    """The trace; raises `ShapeProblem` unless the matrix is square."""
    return _node("trace", SCALAR, (_square("the trace", a),))


def det(a: Expr) -> Expr:
    """The determinant; raises `ShapeProblem` unless the matrix is square."""
    return _node("det", SCALAR, (_square("the determinant", a),))


def inv(a: Expr) -> Expr:
    """Inverse; the factors of its rows are those of the columns of ``a``: that of K_{m,n} has the shape of K_{n,m}."""
    rows, cols = a.shape.totals
    if rows != cols:
        _square("the inverse", a)
    return _node("inv", Shape(a.shape.cols, a.shape.rows), (a,))


def expm(a: Expr) -> Expr:
    """The exponential of a square matrix, sum of A^k / k!; of a scalar that of the number."""
    return map_("exp", a) if a.shape.is_scalar else _node("expm", a.shape, (_square("the exponential", a),))


def mpow(a: Expr, k: int) -> Expr:
    """Matrix power; a negative ``k`` is a power of the inverse."""
    a = _square("a matrix power", a)
    return mpow(inv(a), -k) if k < 0 else _node("mpow", a.shape, (a,), (k,))


def root(a: Expr, q: int) -> Expr:
    """The semidefinite ``q``-th root of a semidefinite matrix; no road knows it (`derive.language.matrices.roots`)."""
    return _node("root", a.shape, (_square("a root of a matrix", a),), (q,))


def pinv(a: Expr) -> Expr:
    """The pseudoinverse of a matrix of full rank; no road knows it (`derive.language.matrices.pseudoinverses`)."""
    return _node("pinv", a.shape.transposed, (a,))


def minimizer(side: str, form: Expr, slope: Expr) -> Expr:
    """Where a quadratic function with these coefficients is least; no road knows it (`derive.language.indices.minimizers`)."""
    return _node("minimizer", slope.shape, (form, slope), (side,))


def entry(a: Expr, i: Size, j: Size) -> Expr:
    """The scalar A_ij; indices count from one over the flattened dimensions."""
    return _node("entry", SCALAR, (a,), (i, j))


def row(a: Expr, i: Size) -> Expr:
    """Row i as a 1 x columns matrix."""
    return _node("row", Shape((), a.shape.cols), (a,), (i,))


def col(a: Expr, j: Size) -> Expr:
    """Column j as a rows x 1 matrix."""
    return _node("col", Shape(a.shape.rows), (a,), (j,))


def sum_(index: str, low: Size, high: Size, body: Expr) -> Expr:
    """Sum of the body for index = low..high; an empty sum is zero."""
    return _node("sum", body.shape, (body,), (index, low, high))


def prod(index: str, low: Size, high: Size, body: Expr) -> Expr:
    """Product of a scalar body for index = low..high."""
    return _node("prod", _scalar("a product", body).shape, (body,), (index, low, high))


def mprod(index: str, low: Size, high: Size, body: Expr) -> Expr:
    """The product of a square body over an index, the factor at ``low`` first."""
    return _node("mprod", _square("a product of matrices", body).shape, (body,), (index, low, high))


def blocks(i: str, m: Size, j: str, n: Size, body: Expr) -> Expr:
    """The m x n block matrix with the body at block (i, j); its dimensions are (m) + rows and (n) + columns."""
    shape = Shape(dim(m) + body.shape.rows, dim(n) + body.shape.cols)
    return _node("blocks", shape, (body,), (i, m, j, n))


def blockdiag(i: str, n: Size, body: Expr) -> Expr:
    """Block diagonal matrix of the bodies for i = 1..n."""
    j = fresh("j")
    return blocks(i, n, j, n, scale(delta(Size.of(i), Size.of(j)), body))


def _whole(d: Dim) -> Dim:
    return dim(product(d))


def hcat(*parts: Expr) -> Expr:
    """Matrices side by side; their columns add up to one factor, a single part is returned as it is."""
    first = parts[0].shape
    for part in parts[1:]:
        if product(part.shape.rows) != product(first.rows):
            raise _fail("side by side", first, part.shape)
    if len(parts) == 1:
        return parts[0]
    total = sum((product(p.shape.cols) for p in parts), Size.of(0))
    return _node("hcat", Shape(first.rows, dim(total)), [reshape(p, Shape(first.rows, p.shape.cols)) for p in parts])


def vcat(*parts: Expr) -> Expr:
    """Matrices on top of each other; their rows add up to one factor, a single part is returned as it is."""
    first = parts[0].shape
    for part in parts[1:]:
        if product(part.shape.cols) != product(first.cols):
            raise _fail("on top of each other", first, part.shape)
    if len(parts) == 1:
        return parts[0]
    total = sum((product(p.shape.rows) for p in parts), Size.of(0))
    return _node("vcat", Shape(dim(total), first.cols), [reshape(p, Shape(p.shape.rows, first.cols)) for p in parts])


# Nonlinear.


def _scalar(what: str, a: Expr) -> Expr:
    if not a.shape.is_scalar and a.shape.totals != SCALAR.totals:
        raise ShapeProblem(f"{what} needs a scalar, got the shape {a.shape}")
    return reshape(a, SCALAR)


def map_(function: str, a: Expr) -> Expr:
    """A named function, one of those that ``map`` has in `derive.core.OPS`, of every entry."""
    return _node("map", a.shape, (a,), (function,))


def hpow(a: Expr, exponent: Expr) -> Expr:
    """Entrywise power with a scalar exponent."""
    return _node("hpow", a.shape, (a, _scalar("an exponent", exponent)))


def sqrt(a: Expr) -> Expr:
    """Entrywise square root, as a power."""
    return hpow(a, const(Fraction(1, 2)))


def softmax(a: Expr) -> Expr:
    """Softmax of every row."""
    return _node("softmax", a.shape, (a,))


def indicator(relation: str, a: Expr, b: Expr) -> Expr:
    """Entrywise 1 where ``a relation b`` is true, else 0; a scalar ``b`` is compared with every entry."""
    b = scale(b, ones(a.shape.rows, a.shape.cols)) if b.shape.is_scalar and not a.shape.is_scalar else b
    if a.shape.totals != b.shape.totals:
        raise _fail("comparison", a.shape, b.shape)
    return _node("indicator", a.shape, (a, reshape(b, a.shape)), (relation,))


def where(condition: Expr, a: Expr, b: Expr) -> Expr:
    """Entrywise ``a`` where the condition is nonzero, else ``b``; a scalar condition chooses for all entries."""
    if a.shape.totals != b.shape.totals:
        raise _fail("cases", a.shape, b.shape)
    if not condition.shape.is_scalar:
        condition = reshape(condition, a.shape)
    return _node("where", a.shape, (condition, a, reshape(b, a.shape)))


def fun(name: str, args: Sequence[Expr], shape: Shape) -> Expr:
    """An arbitrary smooth function of matrix arguments, with a value of this shape."""
    return _node("fun", shape, args, (name,))


# Derivatives.


def deriv(body: Expr, name: str, point: Expr, mode: str = "vecr") -> Expr:
    """The Jacobian d vecr(body) / d vecr(name)^T at a point; with mode ``vec`` columns are stacked on both sides."""
    out, into = body.shape, point.shape
    if mode == "vec":
        shape = Shape(out.cols + out.rows, into.cols + into.rows)
    else:
        shape = Shape(out.rows + out.cols, into.rows + into.cols)
    return _node("deriv", shape, (body, point), (name, mode))


def grad(body: Expr, name: str, point: Expr) -> Expr:
    """The gradient of a scalar body at a point, in the shape of the point."""
    return _node("grad", point.shape, (_scalar("a gradient", body), point), (name,))


def frechet(body: Expr, name: str, point: Expr, direction: Expr) -> Expr:
    """The derivative of the body at a point in a direction, in the shape of the body."""
    if direction.shape.totals != point.shape.totals:
        raise _fail("direction", point.shape, direction.shape)
    return _node("frechet", body.shape, (body, point, reshape(direction, point.shape)), (name,))


def integral(body: Expr, name: str, low: Expr, high: Expr) -> Expr:
    """The entrywise integral of the body over a name of the shape of its ends: from one to the other, entry by entry."""
    return _node("integral", body.shape, (body, low, high), (name,))


# Scalars for bounds.


def norm(a: Expr, kind: str = "2") -> Expr:
    """A norm: ``2`` is spectral, ``1`` and ``inf`` are induced, others are ``F``, ``max`` and ``nuc``."""
    return _node("norm", SCALAR, (a,), (kind,))


def sigma(a: Expr, which: str | Size) -> Expr:
    """A singular value: ``max``, ``min`` (the last of min(m, n)) or the one of this number, descending from one."""
    return _node("sigma", SCALAR, (a,), (which,))


def eig(a: Expr, which: str | Size) -> Expr:
    """An eigenvalue of a symmetric matrix: ``max``, ``min`` or the one of this number, descending from one."""
    return _node("eig", SCALAR, (_square("an eigenvalue", a),), (which,))


def definite(op: str, a: Expr) -> list[Formula]:
    """Return what says that a matrix is symmetric and semidefinite (``>=``) or definite (``>``)."""
    return [Rel("=", a, transpose(a)), Rel(op, eig(a, "min"), const(0))]


def kappa(a: Expr) -> Expr:
    """The condition number sigma_max / sigma_min, infinite for a singular matrix."""
    return _node("kappa", SCALAR, (a,))


def rank(a: Expr) -> Expr:
    """The rank, as a scalar."""
    return _node("rank", SCALAR, (a,))


def order(v: Expr, k: Size) -> Expr:
    """The k-th largest entry of a vector, counted from one."""
    return _node("order", SCALAR, (v,), (k,))


def member(family: Expr, place: Size, shape: Shape) -> Expr:
    """The member at a place of a family, which has the entries of each in a row."""
    if shape.is_scalar:
        return entry(family, place, Size.of(1))
    return unvecr(transpose(row(family, place)), shape.rows, shape.cols)


def over(op: str, index: str, low: Size, high: Size, body: Expr) -> Expr:
    """``op`` is ``maxover`` or ``minover``."""
    return _node(op, SCALAR, (_scalar("a maximum over an index", body),), (index, low, high))


def extreme(op: str, *args: Expr) -> Expr:
    """``op`` is ``max`` or ``min`` (scalars), ``maxentry`` or ``minentry`` (one matrix)."""
    return _node(op, SCALAR, args if op.endswith("entry") else [_scalar(op, a) for a in args])


def bound(op: str, names: Sequence[tuple[str, Shape]], conditions: Sequence[Formula], body: Expr) -> Expr:
    """``op`` is ``sup`` or ``inf``."""
    return _node(op, SCALAR, (_scalar(op, body),), (tuple(names), tuple(conditions)))


LIMITS = ("limit", "limsup", "liminf")


def limit(body: Expr, name: str, to: str, op: str = "limit") -> Expr:
    """``op`` is one of `LIMITS`."""
    if op != "limit":
        body = _scalar(op, body)
    return _node(op, body.shape, (body,), (name, to))


# Substitution.

DERIVATIVES = ("deriv", "grad", "frechet")
BINDS_IN_FIRST = {*DERIVATIVES, "integral"}
BINDS_INDEX = {"sum", "prod", "mprod", "maxover", "minover"}


def rebuild(e: Expr, args: Sequence[Expr]) -> Expr:
    """Return the node with other children of the same shapes."""
    return e if all(x is y for x, y in zip(e.args, args, strict=True)) else Expr(e.op, tuple(args), e.data, e.shape)


def bottom_up(e: Expr, step: Callable[[Expr], Expr]) -> Expr:
    """Return an expression in which every node, its children first, is put through a step."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        done[node] = step(rebuild(node, [done[a] for a in node.args]))
    return done[e]


def replaced(e: Expr, values: Mapping[Expr, Expr]) -> Expr:
    """Return an expression with others of the same shapes for some of its nodes, wherever these stand."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        done[node] = values[node] if node in values else rebuild(node, [done[a] for a in node.args])
    return done[e]


def is_zero(e: Expr) -> bool:
    """Return whether an expression is written as zero."""
    return e.op == "zeros" or (e.op == "const" and e.data[0] == 0)


_free: WeakKeyDictionary[Expr, frozenset[str]] = WeakKeyDictionary()


def free_names(e: Expr) -> frozenset[str]:
    """Return the free variable names of an expression (iterative; every node is looked at once, ever)."""
    known = _free.get(e)
    if known is not None:
        return known
    stack = [e]
    while stack:
        node = stack[-1]
        missing = [a for a in node.args if a not in _free]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        _free[node] = _free_of_node(node)
    return _free[e]


def is_switch(factor: Expr) -> bool:
    """Return whether a factor is 1 or 0 by a comparison of indices: it chooses terms, and the others need not be defined."""
    if factor.op == "scale":
        return all(map(is_switch, factor.args))
    return factor.op == "delta" or (factor.op == "indicator" and not free_names(factor))


def _free_of_node(node: Expr) -> frozenset[str]:
    if node.op == "var":
        return frozenset((node.data[0],))
    inner = [_free[a] for a in node.args]
    if node.op in BINDS_IN_FIRST:
        inner[0] = inner[0] - {node.data[0]}
    elif node.op in ("sup", "inf"):
        inner[0] = inner[0].union(*(formula_names(f) for f in node.data[1])) - {n for n, _ in node.data[0]}
    elif node.op in LIMITS:
        inner[0] = inner[0] - {node.data[0]}
    whole = frozenset().union(*inner)
    return next((names for names in inner if len(names) == len(whole)), whole)


def formula_names(f: Formula) -> frozenset[str]:
    """Return the free variable names of a formula."""
    if isinstance(f, Quantified):
        return formula_names(f.body) - {n[0] for n in f.names}
    if isinstance(f, Logic):
        return frozenset().union(*(formula_names(a) for a in f.args))
    return free_names(f.lhs) | free_names(f.rhs)


def substitute(e: Expr, values: Mapping[str, Expr], cache: dict[Expr, Expr] | None = None) -> Expr:
    """Replace free variables by expressions of the same totals.

    Binder names are unique (`fresh`), so nothing is captured; a binder that reuses a name of ``values`` (as in
    ``d F / d X`` at ``X = X``) shields its body.
    """
    cache = {} if cache is None else cache
    if e in cache:
        return cache[e]
    if free_names(e).isdisjoint(values):
        result = e
    elif e.op == "var":
        result = reshape(values[e.data[0]], e.shape) if e.data[0] in values else e
    elif e.op in BINDS_IN_FIRST:
        inner = {k: v for k, v in values.items() if k != e.data[0]}
        body = substitute(e.args[0], inner, cache if len(inner) == len(values) else {})
        result = rebuild(e, [body, *(substitute(a, values, cache) for a in e.args[1:])])
    elif e.op in ("sup", "inf"):
        bound_names = {name for name, _ in e.data[0]}
        inner = {k: v for k, v in values.items() if k not in bound_names}
        body = substitute(e.args[0], inner)
        conditions = tuple(substitute_formula(f, inner) for f in e.data[1])
        result = Expr(e.op, (body,), (e.data[0], conditions), e.shape)
    elif e.op in LIMITS:
        result = rebuild(e, [substitute(e.args[0], {k: v for k, v in values.items() if k != e.data[0]})])
    else:
        result = rebuild(e, [substitute(a, values, cache) for a in e.args])
    cache[e] = result
    return result


def substitute_formula(f: Formula, values: Mapping[str, Expr]) -> Formula:
    """`substitute` in every expression of a formula."""
    if isinstance(f, Rel):
        return Rel(f.op, substitute(f.lhs, values), substitute(f.rhs, values), f.data)
    if isinstance(f, Logic):
        return Logic(f.op, tuple(substitute_formula(a, values) for a in f.args))
    inner = {k: v for k, v in values.items() if k not in {n[0] for n in f.names}}
    return Quantified(f.kind, f.names, substitute_formula(f.body, inner))
