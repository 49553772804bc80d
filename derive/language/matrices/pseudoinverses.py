r"""Pseudoinverses of matrices of full rank, as what they are (Golub and Van Loan, Matrix Computations, 5.5.2).

``A^+`` is ``(A^\top A)^{-1} A^\top`` where the columns of A are independent, ``A^\top (A A^\top)^{-1}`` where its rows are. Of
other matrices it is a variable that the four equations of Penrose tie to them; it is no smooth function, so that under a
derivative it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from derive import build as b
from derive.build import formula_names
from derive.core import Expr, Formula, Logic, Quantified, Rel, conjuncts, formula_exprs, mapped_formula, walk
from derive.errors import NotSupported
from derive.isolate import plain
from derive.language.printing.core_latex import core_to_latex
from derive.language.printing.spelling import Spelling
from derive.language.tree.names import plain_latex
from derive.penrose import penrose
from derive.size_names import size_names

_LETTERS = ("P", "R", "T", "V", *(f"P_{k}" for k in range(1, 100)))
_HINT = (
    "say that its columns (or rows) are independent: \\operatorname{rank}(A) = n, or in words A has full column rank; for the "
    "positive part write [x]_+"
)


def without_pseudoinverses(
    goal: Formula, hypotheses: list[Formula], names: Spelling, note: Callable[[str], None]
) -> tuple[Formula, list[Formula]]:
    """Return a goal and hypotheses, definitions expanded, in which pseudoinverses are written out or variables.

    Raises:
        NotSupported: Nothing says that a matrix has full rank that varies within the formula.
    """
    if not speak_of_pseudoinverses((goal, *hypotheses)):
        return goal, hypotheses
    if isinstance(goal, Logic) and goal.op == "implies":
        *premises, goal = goal.args  # what an implication assumes may say that a matrix has full rank
        hypotheses = [*hypotheses, *premises]
    ranks = _Ranks(hypotheses)

    def written(node: Expr) -> Expr:
        if node.op in ("sup", "inf") and speak_of_pseudoinverses(node.data[1]):
            raise NotSupported("the pseudoinverse is not supported", None, _HINT)
        found = ranks.written(node.args[0]) if node.op == "pinv" else node
        return found if found is not None else inverses.of(node.args[0])

    def all_written(e: Expr) -> Expr:
        return b.bottom_up(e, written)

    formulas = [goal, *hypotheses]
    inverses = _Inverses(names, {name for f in formulas for name in formula_names(f)}, frozenset(_bound(formulas)))
    goal, *hypotheses = [mapped_formula(f, all_written) for f in formulas]
    for matrix, inverse in inverses.known.items():
        note(
            f"{plain_latex(str(inverse.data[0]))} is the pseudoinverse of {core_to_latex(matrix, names)}, by the equations of Penrose"
        )
    return goal, [*hypotheses, *(f for pair in inverses.known.items() for f in penrose(*pair))]


def _bound(formulas: Iterable[Formula]) -> Iterator[str]:
    """The names that something inside formulas binds."""
    for formula in formulas:
        if isinstance(formula, Quantified):
            yield from (str(entry[0]) for entry in formula.names)
            yield from _bound([formula.body])
        elif isinstance(formula, Logic):
            yield from _bound(formula.args)
        else:
            for node in (n for top in formula_exprs(formula) for n in walk(top)):
                if node.op in ("sup", "inf"):
                    yield from (name for name, _ in node.data[0])
                elif node.op in (*b.BINDS_IN_FIRST, *b.LIMITS, *b.BINDS_INDEX, "blocks"):
                    yield from (word for word in node.data if isinstance(word, str))


class _Inverses:
    """Pseudoinverses as variables, one for each matrix, which the equations of Penrose tie to it."""

    def __init__(self, names: Spelling, taken: set[str], bound: frozenset[str]) -> None:
        self.names, self.taken, self.bound = names, taken | names.taken, bound
        self.known: dict[Expr, Expr] = {}

    def of(self, matrix: Expr) -> Expr:
        """Return the variable for the pseudoinverse of a matrix.

        Raises:
            NotSupported: The matrix varies within the formula.
        """
        matrix = plain(matrix)
        turned = b.transpose(matrix)
        if turned in self.known:
            return b.transpose(self.known[turned])
        back = next((a for a, p in self.known.items() if p == matrix), None)
        if back is not None:
            return back
        if self.bound & (b.free_names(matrix) | size_names(matrix)):
            what = (
                f"of {core_to_latex(matrix, self.names)}, which varies within the formula and need not have full rank,"
            )
            raise NotSupported(f"the pseudoinverse {what} is not supported", None, _HINT)
        if matrix not in self.known:
            own = f"{matrix.data[0]}^+" if matrix.op == "var" else ""
            letter = own if own and own not in self.taken else next(x for x in _LETTERS if x not in self.taken)
            self.taken.add(letter)
            self.known[matrix] = b.var(letter, matrix.shape.transposed)
        return self.known[matrix]


def speak_of_pseudoinverses(formulas: Iterable[Formula]) -> bool:
    """Whether there is a pseudoinverse in formulas, or in the conditions of their suprema."""
    return any(
        node.op == "pinv" or (node.op in ("sup", "inf") and speak_of_pseudoinverses(node.data[1]))
        for formula in formulas
        for top in formula_exprs(formula)
        for node in walk(top)
    )


class _Ranks:
    """What the hypotheses say of the ranks of matrices."""

    def __init__(self, hypotheses: Iterable[Formula]) -> None:
        self.relations = [f for f in conjuncts(hypotheses) if isinstance(f, Rel)]

    def written(self, e: Expr) -> Expr | None:
        """Return the pseudoinverse of a matrix without one; None if nothing says that it has full rank."""
        e = plain(e)
        if e.op == "inv":
            return e.args[0]
        parts = [self.written(a) for a in e.args] if e.op in ("transpose", "kron") else [None]
        known = [part for part in parts if part is not None]
        if len(known) == len(parts):
            return b.transpose(*known) if e.op == "transpose" else b.kron(*known)
        if e.shape.rows == e.shape.cols and self._is_invertible(e):
            return b.inv(e)
        turned = b.transpose(e)
        if self._is_invertible(b.matmul(turned, e)) or self._has_rank(e, 1):
            return b.matmul(b.inv(b.matmul(turned, e)), turned)
        if self._is_invertible(b.matmul(e, turned)) or self._has_rank(e, 0):
            return b.matmul(turned, b.inv(b.matmul(e, turned)))
        return None

    def _is_invertible(self, e: Expr) -> bool:
        nonzero, least = b.det(e), b.eig(e, "min")
        zero = b.const(0)
        return any(
            (f.op in ("!=", ">") and {f.lhs, f.rhs} == {nonzero, zero} and (f.op == "!=" or f.rhs == zero))
            or (f.op == ">" and f.lhs == least and f.rhs == zero)
            or (f.op == "=" and plain(f.lhs) == e and f.rhs.op == "eye")
            for f in self.relations
        )

    def _has_rank(self, e: Expr, side: int) -> bool:
        full = b.size(e.shape.totals[side])
        return any(f.op == "=" and {f.lhs, f.rhs} == {b.rank(e), full} for f in self.relations)


__all__ = ["speak_of_pseudoinverses", "without_pseudoinverses"]
