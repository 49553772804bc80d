"""The core language: every formula, after parsing and shape inference, is a tree of these nodes.

All roads (index form, exact, SymPy, autograd, norm rules, search, certificates) read this tree and nothing else of
each other.  Every node is a real matrix with composite rows and columns (`derive.sizes.Shape`); vectors are single
columns, scalars are 1 x 1.  The table `OPS` is the whole vocabulary with its meaning; `build.py` has one
shape-checked constructor per node.

An *index expression* is a `Size` over index names and size names; indices count from one.  Binders (`sum`,
`blocks`, `deriv`, `sup`, ...) bind their names lexically in their body; names are never captured because binder
names are unique within a tree (`build.fresh`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import eq, le, lt, ne
from typing import Any
from weakref import WeakValueDictionary, ref

from derive.sizes import Dim, Shape, Size

OPS: dict[str, str] = {
    # leaves: data
    "var": "(name) a declared matrix, vector or scalar, or a name bound by deriv, grad, frechet, integral or sup",
    "const": "(Fraction) an exact rational",
    "real": "('pi' | 'e' | 'infinity') a real constant; infinity only as a side of a bound",
    "size": "(Size) a size or index expression as a scalar",
    "eye": "(Dim) identity",
    "ones": "(Dim, Dim) all ones",
    "zeros": "(Dim, Dim) all zeros",
    "commutation": "(Dim m, Dim n) K_{m,n}: K vec(A) = vec(A^T) for A m x n; rows m+n, columns n+m; 1 at (i,j),(j,i)",
    "basis": "(index, Dim) e_i, a column",
    "delta": "(index, index) 1 if equal, else 0",
    # linear structure
    "add": "sum of one or more matrices of one shape",
    "scale": "s A, a scalar times a matrix",
    "matmul": "A B",
    "kron": "A (x) B: rows A.rows+B.rows, columns A.cols+B.cols",
    "hadamard": "A o B, entrywise product",
    "transpose": "A^T",
    "vec": "columns stacked: a column of dimension A.cols+A.rows",
    "vecr": "rows stacked: a column of dimension A.rows+A.cols",
    "reshape": "the same matrix, its dimensions factored otherwise (equal totals; row-major order of factors)",
    "unvecr": "(Dim, Dim) the matrix whose vecr is the given column",
    "diag": "v (a column or a row) -> diagonal matrix",
    "diagpart": "A (square) -> column of its diagonal",
    "trace": "tr A",
    "entry": "(index, index) A_{i,j}, a scalar; the indices run over whole (flattened) dimensions",
    "row": "(index) A_{i,:}, 1 x columns",
    "col": "(index) A_{:,j}, rows x 1",
    "sum": "(index name, low, high) sum of the body for index = low..high, empty sums are zero",
    "prod": "(index name, low, high) product of a scalar body",
    "mprod": "(index name, low, high) product of a square body, the factor at low first; at high = low - 1 the identity, "
    "below that undefined",
    "blocks": "(i, m, j, n) block matrix whose block (i,j) is the body, i = 1..m, j = 1..n; m, n are sizes "
    "(Size of 1: one block and no factor); rows (m)+body.rows, columns (n)+body.cols",
    "hcat": "finitely many matrices side by side; columns: one factor, the sum of the totals",
    "vcat": "finitely many matrices on top of each other",
    # nonlinear
    "map": "(function name) elementwise, a function that has a record in `derive.functions`",
    "hpow": "A, e: entrywise power with a scalar exponent",
    "softmax": "row by row: exp(A_ij) / sum_k exp(A_ik)",
    "inv": "inverse of a square matrix",
    "det": "determinant",
    "expm": "exponential of a square matrix that is no scalar",
    "mpow": "(k >= 0) matrix power",
    "root": "(q) semidefinite q-th root of a semidefinite matrix; only while a text is read: in a `Problem` it is a variable",
    "minimizer": "('left' | 'right' | 'both') of S, b: where a quadratic function with these coefficients is least "
    "(`derive.quadratics`); only while a text is read: in a `Problem` it is written out",
    "pinv": "pseudoinverse; only while a text is read: in a `Problem` it is written out or a variable",
    "indicator": "('>' | '>=' | '<' | '<=' | '=' | '!=') of A, B: entrywise 0 or 1",
    "where": "C, A, B: entrywise A where C is nonzero, else B (C has A's shape or is a scalar)",
    "fun": "(name) an arbitrary smooth function of its matrix arguments (its value has this node's shape)",
    # derivatives: body, point[, direction]; the name is bound in the body and has the value `point` afterwards
    "deriv": "(name, 'vecr' | 'vec') d vec(body) / d vec(name)^T at name = point",
    "grad": "(name) gradient of a scalar body, in the shape of the variable, at name = point",
    "frechet": "(name) directional derivative D body [direction] at name = point",
    "integral": "(name) body, low, high: integral over the name, of the shape of low and high",
    # scalars for bounds
    "norm": "(kind) norm of a matrix, one that has a record in `derive.norms`: '2' is spectral, 1 and inf are induced",
    "sigma": "('max' | 'min' | index) singular value; min is the min(m,n)-th",
    "eig": "('max' | 'min' | index) eigenvalue of a symmetric matrix, descending",
    "kappa": "condition number sigma_max / sigma_min; +infinity for a singular matrix",
    "rank": "rank",
    "order": "(index k) k-th largest entry of a vector",
    "maxover": "(index name, low, high) maximum of a scalar body",
    "minover": "(index name, low, high) minimum of a scalar body",
    "max": "largest of finitely many scalars",
    "min": "smallest of finitely many scalars",
    "maxentry": "largest entry",
    "minentry": "smallest entry",
    "sup": "(((name, Shape), ...), (Formula, ...)) supremum of a scalar body over the bound names under the formulas",
    "inf": "the same, infimum",
    "limit": "(name, 'zero' | 'infinity' | 'zero+') limit of the body as the bound scalar variable or size tends there",
    "limsup": "the same, upper limit",
    "liminf": "the same, lower limit",
}


WHILE_READING = ("root", "pinv", "minimizer")
"""What stands in expressions only while a text is read: no `Problem` holds one, and no road knows them."""


class Expr:
    """One node, immutable and interned: equal trees are one object, so that ``==`` is ``is`` and sharing is free.

    Build it only through `derive.build`.

    Attributes:
        op: A key of `OPS`.
        args: Sub-expressions.
        data: Names, sizes, indices and numbers, as `OPS` says.
        shape: The shape of the value.
    """

    __slots__ = ("__weakref__", "args", "data", "op", "shape")

    op: str
    args: tuple[Expr, ...]
    data: tuple[Any, ...]
    shape: Shape

    def __new__(cls, op: str, args: tuple[Expr, ...], data: tuple[Any, ...], shape: Shape) -> Expr:
        """Return the one node with these contents; it is made if there is none."""
        key = (op, args, (*map(type, data), *data) if data else (), shape)
        known = _references.get(key)
        node = None if known is None else known()
        if node is None:
            node = super().__new__(cls)
            for name, value in (("op", op), ("args", args), ("data", data), ("shape", shape)):
                object.__setattr__(node, name, value)
            _interned[key] = node
        return node

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an expression cannot be changed ({name})")

    def __reduce__(self) -> tuple[type[Expr], tuple[Any, ...]]:
        return Expr, (self.op, self.args, self.data, self.shape)

    def __str__(self) -> str:
        words = [self.op, *map(str, self.data), *map(str, self.args)]
        return "(" + " ".join(words) + ")"

    def __repr__(self) -> str:
        return f"Expr({self.op!r}, {len(self.args)} args, {self.data!r}, {self.shape})"


# The table of living nodes. It holds no state that a result could depend on: it only makes equal trees one object.
_interned: WeakValueDictionary[tuple[Any, ...], Expr] = WeakValueDictionary()
_references: dict[tuple[Any, ...], ref[Expr]] = _interned.data  # type: ignore[attr-defined]
"""Its references themselves: nodes are looked up more often than anything else is done."""


@dataclass(frozen=True, slots=True)
class Rel:
    """A relation between two expressions of one shape (a scalar side is compared with every entry).

    ``op`` is one of ``= != <= < >= >``; ``shape`` (lhs has the shape of rhs, a `zeros` node); ``O o Theta ~``
    (lhs against rhs as ``data = (name, 'zero' | 'zero+' | 'infinity')`` tends there); ``to`` (lhs tends to rhs, same
    data). The name is a size or a free variable; a matrix tends to zero when its norm does.
    """

    op: str
    lhs: Expr
    rhs: Expr
    data: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Logic:
    """``and``, ``or``, ``implies`` (hypotheses..., conclusion), ``iff``, ``not`` of formulas."""

    op: str
    args: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """``forall`` or ``exists`` over matrices (name, shape) or, with shape None, indices (name, low, high)."""

    kind: str
    names: tuple[tuple[Any, ...], ...]
    body: Formula


Formula = Rel | Logic | Quantified

FLIP = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "=": "="}
"""The relation between two sides seen from the other side."""


def conclusion(formula: Formula) -> Formula:
    """Return what a formula claims behind all its premises; itself if it has none."""
    while isinstance(formula, Logic) and formula.op == "implies":
        formula = formula.args[-1]
    return formula


def conjunction(formulas: Sequence[Formula]) -> Formula:
    """Return the formula that says all of some; a single one is itself."""
    return formulas[0] if len(formulas) == 1 else Logic("and", tuple(formulas))


def conjuncts(formulas: Iterable[Formula]) -> list[Formula]:
    """Return formulas with conjunctions taken apart."""
    out: list[Formula] = []
    for formula in formulas:
        if isinstance(formula, Logic) and formula.op == "and":
            out += conjuncts(formula.args)
        else:
            out.append(formula)
    return out


_AGAINST_ZERO: dict[str, Callable[[int, int], bool]] = {"=": eq, "<=": le, "<": lt, "!=": ne}


@dataclass(frozen=True, slots=True)
class SizeRules:
    """What is known of the sizes: least values (default one) and polynomial relations ``size op 0``, op in = <= < !=."""

    least: tuple[tuple[str, int], ...] = ()
    relations: tuple[tuple[str, Size], ...] = ()

    def admits(self, env: Mapping[str, int]) -> bool:
        """Return whether concrete sizes satisfy the rules (names without a value are not looked at)."""
        if any(env.get(name, low) < low for name, low in self.least) or any(v < 1 for v in env.values()):
            return False
        return all(_AGAINST_ZERO[op](s.evaluate(env), 0) for op, s in self.relations if s.names <= env.keys())


@dataclass(frozen=True, slots=True)
class Problem:
    """One typed statement to judge: for all sizes, indices and variables that satisfy the hypotheses, the goal.

    Attributes:
        variables: Free variables that occur, with their shapes.
        functions: Arbitrary smooth functions that occur: name -> (argument shapes, value shape).
        indices: Universally quantified indices: name -> (low, high), index expressions.
        sizes: Size names that occur.
        rules: Restrictions of the sizes.
        hypotheses: Formulas in force.
        goal: What is claimed.
        notes: Conventions and readings that the elaboration used, as sentences for the echo.
        aside: Formulas in force that share no variable with the goal: no road needs them, but a counterexample must leave
            room for them (`derive.whole`).
        aside_rules: Restrictions of sizes that share no size with the goal.
    """

    variables: tuple[tuple[str, Shape], ...]
    functions: tuple[tuple[str, tuple[Shape, ...], Shape], ...]
    indices: tuple[tuple[str, Size, Size], ...]
    sizes: tuple[str, ...]
    rules: SizeRules
    hypotheses: tuple[Formula, ...]
    goal: Formula
    notes: tuple[str, ...] = ()
    aside: tuple[Formula, ...] = ()
    aside_rules: SizeRules = SizeRules()

    @property
    def is_part(self) -> bool:
        """Whether something is in force that shares nothing with the goal."""
        return bool(self.aside) or self.aside_rules != SizeRules()


def mapped(problem: Problem, of: Callable[[Expr], Expr]) -> Problem:
    """Return the problem with a function applied to every side in its goal and hypotheses; itself if nothing changes."""
    goal, hypotheses = mapped_formula(problem.goal, of), tuple(mapped_formula(h, of) for h in problem.hypotheses)
    if goal is problem.goal and all(x is y for x, y in zip(hypotheses, problem.hypotheses, strict=True)):
        return problem
    return replace(problem, goal=goal, hypotheses=hypotheses)


def mapped_formula(f: Formula, of: Callable[[Expr], Expr]) -> Formula:
    """Return the formula with a function applied to every side of its relations; itself if nothing changes."""
    if isinstance(f, Rel):
        lhs, rhs = of(f.lhs), of(f.rhs)
        return f if lhs is f.lhs and rhs is f.rhs else Rel(f.op, lhs, rhs, f.data)
    if isinstance(f, Logic):
        args = tuple(mapped_formula(a, of) for a in f.args)
        return f if all(x is y for x, y in zip(args, f.args, strict=True)) else Logic(f.op, args)
    body = mapped_formula(f.body, of)
    return f if body is f.body else Quantified(f.kind, f.names, body)


def formula_exprs(formula: Formula) -> Iterator[Expr]:
    """Yield the top expressions of a formula."""
    if isinstance(formula, Rel):
        yield formula.lhs
        yield formula.rhs
    elif isinstance(formula, Logic):
        for part in formula.args:
            yield from formula_exprs(part)
    else:
        yield from formula_exprs(formula.body)


@lru_cache(maxsize=64)
def operators(problem: Problem) -> frozenset[str]:
    """Return the operations that occur in a problem: who has nothing to say about these is not asked."""
    formulas = (problem.goal, *problem.hypotheses)
    return frozenset(node.op for formula in formulas for top in formula_exprs(formula) for node in walk(top))


@lru_cache(maxsize=512)
def formula_operators(formula: Formula) -> frozenset[str]:
    """Return the operations that occur in a formula."""
    return frozenset(node.op for top in formula_exprs(formula) for node in walk(top))


def walk(expr: Expr) -> Iterator[Expr]:
    """Yield every distinct sub-expression once, children first (iterative: depth is no limit)."""
    return iter(_nodes(expr))


@lru_cache(maxsize=4096)  # what is asked of an expression is asked of it many times
def _nodes(expr: Expr) -> tuple[Expr, ...]:
    seen: set[Expr] = set()
    found: list[Expr] = []
    stack: list[tuple[Expr, bool]] = [(expr, False)]
    while stack:
        node, done = stack.pop()
        if done:
            found.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend([(child, False) for child in node.args])
    return tuple(found)


__all__ = [
    "FLIP",
    "OPS",
    "WHILE_READING",
    "Dim",
    "Expr",
    "Formula",
    "Logic",
    "Problem",
    "Quantified",
    "Rel",
    "SizeRules",
    "conclusion",
    "formula_exprs",
    "walk",
]
