r"""Pseudoinverses of matrices of full rank, as what they are (Golub and Van Loan, Matrix Computations, 5.5.2).

``A^+`` is ``(A^\top A)^{-1} A^\top`` where the columns of A are independent, ``A^\top (A A^\top)^{-1}`` where its rows are. Of
other matrices it is refused: it is no smooth function of them, and the four Penrose equations would have to be solved.
"""

from __future__ import annotations

from collections.abc import Iterable

from derive import build as b
from derive.core import Expr, Formula, Logic, Rel, conjuncts, formula_exprs, mapped_formula, walk
from derive.errors import NotSupported
from derive.isolate import plain
from derive.language.printing.core_latex import core_to_latex
from derive.language.printing.spelling import Spelling

_HINT = (
    "say that its columns (or rows) are independent: \\operatorname{rank}(A) = n, or in words A has full column rank; for the "
    "positive part write [x]_+"
)


def without_pseudoinverses(goal: Formula, hypotheses: list[Formula], names: Spelling) -> tuple[Formula, list[Formula]]:
    """Return a goal and hypotheses, definitions expanded, in which pseudoinverses are written out.

    Raises:
        NotSupported: Nothing says that a matrix has full rank.
    """
    if not _stands_in((goal, *hypotheses)):
        return goal, hypotheses
    if isinstance(goal, Logic) and goal.op == "implies":
        *premises, goal = goal.args  # what an implication assumes may say that a matrix has full rank
        hypotheses = [*hypotheses, *premises]
    ranks = _Ranks(hypotheses)

    def written(node: Expr) -> Expr:
        if node.op in ("sup", "inf") and _stands_in(node.data[1]):
            raise NotSupported("the pseudoinverse is not supported", None, _HINT)
        found = ranks.written(node.args[0]) if node.op == "pinv" else node
        if found is None:
            what = f"of {core_to_latex(node.args[0], names)}, which need not have full rank,"
            raise NotSupported(f"the pseudoinverse {what} is not supported", None, _HINT)
        return found

    def all_written(e: Expr) -> Expr:
        return b.bottom_up(e, written)

    return mapped_formula(goal, all_written), [mapped_formula(f, all_written) for f in hypotheses]


def _stands_in(formulas: Iterable[Formula]) -> bool:
    """Whether there is a pseudoinverse in formulas, or in the conditions of their suprema."""
    return any(
        node.op == "pinv" or (node.op in ("sup", "inf") and _stands_in(node.data[1]))
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


__all__ = ["without_pseudoinverses"]
