"""Formulas while their sizes are still being inferred: a DAG of terms that becomes core expressions at the end.

A term knows its (open) rows and columns and how to build its core node once everything is known.  The typed operations
here mirror `derive.build`; they unify dimensions and explain failures with the LaTeX of the operands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from derive import build as b
from derive.core import Expr
from derive.errors import DeriveError, NotSupported, ShapeProblem
from derive.language.terms.dimensions import OpenDim, Unifier
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

Make = Callable[..., Expr]
MAX_FACTORS = 100  # of a length: definitions that double it would go on for ever


@dataclass(eq=False)
class Term:
    """A formula of open shape.

    Attributes:
        rows, cols: Its dimensions, possibly with unknowns.
        args: Sub-terms.
        make: Builds the core node from those of ``args`` (after all sizes are known).
        syn: Where it was written.
        zero: It is a literal ``0``, which has whatever shape is needed.
    """

    rows: OpenDim
    cols: OpenDim
    args: tuple[Term, ...]
    make: Make
    syn: Syn | None = None
    zero: bool = False
    expr: Expr | None = None


def latex_of(syn: Syn | None) -> str:
    """Return the LaTeX of a node for a message."""
    if syn is None:
        return "an operand"
    from derive.language.printing.latex import to_latex

    return to_latex(syn)


class Algebra:
    """Typed operations on terms over one unifier."""

    def __init__(self, unifier: Unifier) -> None:
        self.u = unifier

    # Leaves.

    def known(self, e: Expr, syn: Syn | None = None) -> Term:
        """A core expression whose shape is known."""
        return Term(e.shape.rows, e.shape.cols, (), lambda: e, syn)

    def leaf(self, rows: OpenDim, cols: OpenDim, make: Make, syn: Syn | None = None) -> Term:
        """A term without operands; ``make`` builds its core node once the dimensions are known."""
        return Term(rows, cols, (), make, syn)

    def zeros(self, rows: OpenDim, cols: OpenDim, syn: Syn | None = None) -> Term:
        """A matrix of zeros whose dimensions may be open."""
        return self.leaf(rows, cols, lambda: b.zeros(self.u.known(rows), self.u.known(cols)), syn)

    def ones(self, rows: OpenDim, cols: OpenDim, syn: Syn | None = None) -> Term:
        """A matrix of ones whose dimensions may be open."""
        return self.leaf(rows, cols, lambda: b.ones(self.u.known(rows), self.u.known(cols)), syn)

    def eye(self, d: OpenDim, syn: Syn | None = None) -> Term:
        """An identity whose dimension may be open; rows and columns are the same unknown."""
        return self.leaf(d, d, lambda: b.eye(self.u.known(d)), syn)

    def scalar(self, e: Expr, syn: Syn | None = None) -> Term:
        """A core expression that is a scalar; `known` under the name that says so."""
        return self.known(e, syn)

    # Shapes.

    def is_scalar(self, t: Term) -> bool:
        """Whether both lengths are known to be one."""
        return self.u.is_one(t.rows) and self.u.is_one(t.cols)

    def shape(self, t: Term) -> str:
        """The shape for a message, with the unknowns in it."""
        return self.u.show_shape(t.rows, t.cols)

    def fail(self, what: str, left: Term, right: Term) -> ShapeProblem:
        """The error, to be raised, that two operands do not match: their LaTeX, their shapes and the leftmost place."""
        spans = [t.syn.span[0] for t in (left, right) if t.syn is not None and t.syn.span[0] >= 0]
        return ShapeProblem(
            f"{what}: {latex_of(left.syn)} is {self.shape(left)} and {latex_of(right.syn)} is {self.shape(right)}",
            min(spans) if spans else None,
        )

    def need_scalar(self, what: str, t: Term) -> Term:
        """The term as 1 x 1 without factors; an open shape becomes that, another one raises `ShapeProblem`."""
        if not (self.u.unify(t.rows, ()) and self.u.unify(t.cols, ())):
            raise ShapeProblem(
                f"{what} must be a scalar, but {latex_of(t.syn)} is {self.shape(t)}",
                t.syn.span[0] if t.syn is not None and t.syn.span[0] >= 0 else None,
            )
        if not t.rows and not t.cols:
            return t
        return self.node((), (), lambda e: b.reshape(e, Shape()), t, syn=t.syn)

    def square(self, what: str, t: Term) -> Term:
        """The term, its rows and columns made equal; raises `ShapeProblem` if they differ."""
        if not self.u.unify(t.rows, t.cols):
            raise ShapeProblem(
                f"{what} needs a square matrix, but {latex_of(t.syn)} is {self.shape(t)}",
                t.syn.span[0] if t.syn is not None and t.syn.span[0] >= 0 else None,
            )
        return t

    def node(self, rows: OpenDim, cols: OpenDim, make: Make, *args: Term, syn: Syn | None = None) -> Term:
        """A term of operands; ``make`` builds its core node from theirs."""
        return Term(rows, cols, args, make, syn)

    def elementwise(self, make: Make, t: Term, syn: Syn | None = None) -> Term:
        """A term of the shape of its only operand."""
        return Term(t.rows, t.cols, (t,), make, syn)

    # Operations.

    def agree(self, what: str, left: Term, right: Term) -> None:
        """Make two shapes equal; raises `ShapeProblem` if they differ."""
        if self.u.clash(left.rows, right.rows) or self.u.clash(left.cols, right.cols):
            raise self.fail(what, left, right)
        if not (self.u.unify(left.rows, right.rows) and self.u.unify(left.cols, right.cols)):
            raise self.fail(what, left, right)

    def like(self, zero: Term, other: Term) -> Term:
        """Give a literal zero the shape of another term."""
        return self.zeros(other.rows, other.cols, zero.syn) if not self.is_scalar(other) else zero

    def placed(self, t: Term, shape: Shape) -> Term:
        """Return a term that stands where a matrix of known shape does: a literal zero is the zero of that shape."""
        return self.zeros(shape.rows, shape.cols, t.syn) if t.zero and not shape.is_scalar else t

    def add(self, terms: Sequence[Term], syn: Syn | None = None) -> Term:
        """Sum; literal zeros are dropped, and the others must have one shape."""
        shaped = [t for t in terms if not t.zero]
        if not shaped:
            return terms[0]
        for other in shaped[1:]:
            if self.is_scalar(other) != self.is_scalar(shaped[0]):
                self._entrywise_sum(shaped[0], other)
            self.agree("cannot add", shaped[0], other)
        if len(shaped) == 1:
            return shaped[0]
        return Term(shaped[0].rows, shaped[0].cols, tuple(shaped), b.add, syn)

    def _entrywise_sum(self, first: Term, second: Term) -> None:
        """Say how a number is added to every entry, where a number stands beside what is certainly none."""
        number, whole = (first, second) if self.is_scalar(first) else (second, first)
        if not (self.u.clash(number.rows, whole.rows) or self.u.clash(number.cols, whole.cols)):
            return
        rows, cols = (self.u.total(d) for d in (whole.rows, whole.cols))
        if rows is None or cols is None:
            return
        sizes = str(rows) if self.u.is_one(whole.cols) else rf"{rows} \times {cols}"
        problem = self.fail("cannot add", first, second)
        written = rf"{latex_of(number.syn)} \mathbf{{1}}_{{{sizes}}}"
        raise ShapeProblem(f"{problem.message}; to add a number to every entry write {written}", problem.position)

    def negate(self, t: Term, syn: Syn | None = None) -> Term:
        """The negative; a literal zero stays one."""
        return t if t.zero else self.elementwise(b.neg, t, syn or t.syn)

    def scale(self, s: Term, t: Term, syn: Syn | None = None) -> Term:
        """A scalar times a term; that the first is one is not checked."""
        return Term(t.rows, t.cols, (s, t), b.scale, syn)

    def chain(self, factors: Sequence[Term], syn: Syn | None = None) -> Term:
        """Matrix product of factors; scalars and 1 x 1 products scale.

        The chain is cut where neighbors cannot be multiplied; all pieces but one must then be 1 x 1.
        """
        scalars = [f for f in factors if self.is_scalar(f)]
        matrices = [f for f in factors if not self.is_scalar(f)]
        if any(f.zero for f in scalars) and matrices:
            rest = self.chain([f for f in factors if not f.zero], syn)
            return self.zeros(rest.rows, rest.cols, syn)
        pieces: list[list[Term]] = []
        for factor in matrices:
            if pieces and not self.u.clash(pieces[-1][-1].cols, factor.rows):
                if not self.u.unify(pieces[-1][-1].cols, factor.rows):
                    raise self.fail("cannot multiply", pieces[-1][-1], factor)
                pieces[-1].append(factor)
            else:
                pieces.append([factor])
        products = [self._product(piece, syn if len(pieces) == 1 and not scalars else None) for piece in pieces]
        wide = [k for k, p in enumerate(products) if not self.is_scalar(p)]
        if len(wide) > 1:
            k = wide[0]
            raise self.fail("cannot multiply", pieces[k][-1], pieces[wide[1]][0])
        scalars += [self.need_scalar("a factor", p) for p in products if self.is_scalar(p)]
        if not wide:
            result = scalars[0]
            for s in scalars[1:]:
                result = self.scale(result, s, syn)
        else:
            result = products[wide[0]]
            for s in reversed(scalars):
                result = self.scale(s, result, syn)
        return result

    def _product(self, factors: Sequence[Term], syn: Syn | None) -> Term:
        result = factors[0]
        for factor in factors[1:]:
            result = Term(result.rows, factor.cols, (result, factor), b.matmul, syn)
        return result

    def dot(self, left: Sequence[Term], right: Sequence[Term], syn: Syn | None = None) -> Term | None:
        """Return the inner product of two columns of one known length, which have no other product; else None."""
        sides = [[t for t in side if not self.is_scalar(t)] for side in (left, right)]
        if any(len(side) != 1 or not self.u.is_one(side[0].cols) for side in sides):
            return None
        x, y = sides[0][0], sides[1][0]
        length = self.u.total(x.rows)
        if length is None or length == Size.of(1) or length != self.u.total(y.rows) or x.zero or y.zero:
            return None
        numbers = [t for t in (*left, *right) if self.is_scalar(t)]
        product = self.chain([self.transpose(x), y], syn)
        return self.chain([*numbers, product], syn) if numbers else product

    def kron(self, left: Term, right: Term, syn: Syn | None = None) -> Term:
        """Kronecker product; with a literal zero it is that zero."""
        if left.zero or right.zero:
            return left if left.zero else right
        for d in (self.u.resolve(left.rows + right.rows), self.u.resolve(left.cols + right.cols)):
            if len(d) > MAX_FACTORS:
                raise NotSupported(f"a Kronecker product whose length has {len(d)} factors (at most {MAX_FACTORS})")
        return Term(left.rows + right.rows, left.cols + right.cols, (left, right), b.kron, syn)

    def hadamard(self, left: Term, right: Term, syn: Syn | None = None) -> Term:
        """Entrywise product; raises `ShapeProblem` where a number meets a matrix or two shapes differ."""
        if self.is_scalar(left) != self.is_scalar(right):
            raise self.fail("cannot take the Hadamard product", left, right)
        self.agree("cannot take the Hadamard product", left, right)
        return Term(left.rows, left.cols, (left, right), b.hadamard, syn)

    def transpose(self, t: Term, syn: Syn | None = None) -> Term:
        """The transpose; a scalar is its own."""
        return t if self.is_scalar(t) else Term(t.cols, t.rows, (t,), b.transpose, syn)

    def divide(self, t: Term, s: Term, syn: Syn | None = None) -> Term:
        """A term over a scalar; raises `ShapeProblem` for another denominator."""
        s = self.need_scalar("a denominator", s)
        return Term(t.rows, t.cols, (t, s), b.div, syn)

    def vectorize(self, t: Term, kind: str, syn: Syn | None = None) -> Term:
        """Rows stacked for the kind ``vecr``, else columns."""
        rows = t.rows + t.cols if kind == "vecr" else t.cols + t.rows
        return Term(rows, (), (t,), b.vecr if kind == "vecr" else b.vec, syn)

    def entry(self, t: Term, i: Size, j: Size, syn: Syn | None = None) -> Term:
        """The entry at two index expressions, which count from one; their ranges are not checked here."""
        return Term((), (), (t,), lambda e: b.entry(e, i, j), syn)

    def diag(self, v: Term, syn: Syn | None = None) -> Term:
        """The diagonal matrix of a vector; an open shape becomes that of one, a matrix raises `ShapeProblem`."""
        if not self.u.is_one(v.rows) and not self.u.is_one(v.cols):
            if self.u.total(v.cols) is None:
                self.u.unify(v.cols, ())
            elif self.u.total(v.rows) is None:
                self.u.unify(v.rows, ())
        if not self.u.is_one(v.rows) and not self.u.is_one(v.cols):
            raise ShapeProblem(
                f"diag needs a vector, but {latex_of(v.syn)} is {self.shape(v)}",
                v.syn.span[0] if v.syn is not None and v.syn.span[0] >= 0 else None,
            )
        d = v.rows + v.cols
        return Term(d, d, (v,), b.diag, syn)


def realize(term: Term) -> Expr:
    """Build the core expression of a term; its unifier must be finished (iterative, every term once)."""
    stack: list[Term] = [term]
    while stack:
        top = stack[-1]
        if top.expr is not None:
            stack.pop()
            continue
        missing = [a for a in top.args if a.expr is None]
        if missing:
            stack.extend(missing)
            continue
        try:
            top.expr = top.make(*(a.expr for a in top.args))
        except DeriveError as problem:
            if problem.position is None and top.syn is not None and top.syn.span[0] >= 0:
                problem.position = top.syn.span[0]
            raise
        stack.pop()
    assert term.expr is not None
    return term.expr
