r"""Norms of matrices: everything that is known of each, in one record.

Roads ask a record what it says (`norm`); they name a norm only where a theorem or a rule of theirs speaks of this one.

Source: Horn and Johnson, Matrix Analysis, 2nd ed., 5.6 and 7.4; Bhatia, Matrix Analysis, IV.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derive import build as b
from derive.core import Expr, Problem, formula_exprs, mapped, walk
from derive.fraction import Fraction
from derive.sizes import Size

HALF, UNITY = Fraction(1, 2), Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Norm:
    """What is known of one norm, written ``||A||`` here.

    Attributes:
        kind: Its word in `norm` nodes.
        written: Its subscripts in texts.
        latex: Its subscript in what is printed.
        unitary: It is a function of the singular values alone, growing in each.
        absolute: It is a function of the absolute values of the entries, growing in each.
        transposed: The norm with the value ``||A||`` at the transpose of A.
        power: A block diagonal matrix has the p-norm of the norms of its blocks as its norm, for this p; None: the largest of them.
        left: ``||A B|| <= ||A||_left ||B||``.
        right: ``||A B|| <= ||A|| ||B||_right``.
        of_factors: ``||u v^T|| = ||u|| ||v^T||`` in these norms of the column u and the row.
        common: It is compared with the norms of every claim; others only where a claim speaks of them.
        at_most: Norms that are not unitary, with exponents x and y: ``||A|| <= m^x n^y ||A||_other`` for m x n matrices. Unitary norms
            compare by their powers.
        meaning: The norm by simpler expressions; None of a sum over all singular values.
        arrays: Its code for NumPy, torch and JAX, with ``{x}`` for a matrix or a column and ``{a}`` for the library; empty: by its meaning.
    """

    kind: str
    written: tuple[str, ...]
    latex: str
    unitary: bool = False
    absolute: bool = False
    transposed: str
    power: int | None = None
    left: str
    right: str
    of_factors: tuple[str, str]
    common: bool = True
    at_most: tuple[tuple[str, Fraction | int, Fraction | int], ...]
    meaning: Callable[[Expr], Expr] | None = None
    arrays: str = ""

    @property
    def through(self) -> str:
        """A norm that is not smaller and absolute: bounds of entries go through it; empty if there is none that is named."""
        return self.kind if self.absolute else "F" if self.power != 1 else ""

    @property
    def root(self) -> Fraction:
        """One over `power`, zero of the largest: ``||I_n|| = n^root``."""
        return Fraction(1, self.power) if self.power else Fraction(0)


def _largest(a: Expr) -> Expr:
    return b.order(b.vecr(a), Size.of(1))


def _squares(a: Expr) -> Expr:
    return b.matmuls(b.ones((), a.shape.rows), b.hadamard(a, a), b.ones(a.shape.cols))


def _schatten(p: int) -> Norm:
    """The p-norm of the singular values for an even p: ``(tr (A^T A)^{p/2})^{1/p}``."""
    return Norm(
        kind=f"S{p}", written=(f"S_{p}",), latex=f"S_{p}", unitary=True, transposed=f"S{p}", power=p, left="2", right="2",
        of_factors=("2", "2"), common=False, at_most=(("1", 0, HALF), ("inf", HALF, 0), ("max", HALF, HALF)),
        meaning=lambda a: b.hpow(b.trace(b.mpow(b.matmul(b.transpose(a), a), p // 2)), b.const(Fraction(1, p))),
    )  # fmt: skip


RECORDS: tuple[Norm, ...] = (
    Norm(
        kind="2", written=("2", "op", "S_infty"), latex="2", unitary=True, transposed="2", left="2", right="2",
        of_factors=("2", "2"), at_most=(("1", 0, HALF), ("inf", HALF, 0), ("max", HALF, HALF)),
        meaning=lambda a: b.sigma(a, Size.of(1)),
        arrays="{a}.linalg.norm({x}, 2)",
    ),
    Norm(
        kind="F", written=("F", "Fro", "fro", "HS", "S_2"), latex="F", unitary=True, absolute=True, transposed="F", power=2,
        left="2", right="2", of_factors=("2", "2"), at_most=(("1", 0, HALF), ("inf", HALF, 0), ("max", HALF, HALF)),
        meaning=lambda a: b.hpow(_squares(a), b.const(HALF)),
        arrays="{a}.linalg.norm({x})",
    ),
    Norm(
        kind="nuc", written=("*", "nuc", "S_1"), latex="*", unitary=True, transposed="nuc", power=1, left="2", right="2",
        of_factors=("2", "2"), at_most=(),
        arrays="{a}.linalg.norm({x}, 'nuc')",
    ),
    Norm(
        kind="1", written=("1",), latex="1", absolute=True, transposed="inf", left="1", right="1", of_factors=("1", "1"),
        at_most=(("2", HALF, 0), ("max", UNITY, 0), ("F", HALF, 0), ("inf", UNITY, 0)),
        meaning=lambda a: _largest(b.matmul(b.ones((), a.shape.rows), b.map_("abs", a))),
        arrays="{a}.linalg.norm({x}, 1)",
    ),
    Norm(
        kind="inf", written=("infty",), latex=r"\infty", absolute=True, transposed="1", left="inf", right="inf",
        of_factors=("inf", "inf"), at_most=(("2", 0, HALF), ("max", 0, UNITY), ("F", 0, HALF), ("1", 0, UNITY)),
        meaning=lambda a: _largest(b.matmul(b.map_("abs", a), b.ones(a.shape.cols))),
        arrays="{a}.linalg.norm({x}, {a}.inf)",
    ),
    Norm(
        kind="max", written=("max",), latex=r"\max", absolute=True, transposed="max", left="inf", right="1",
        of_factors=("max", "max"), at_most=(("1", 0, 0), ("inf", 0, 0), ("2", 0, 0), ("F", 0, 0)),
        meaning=lambda a: _largest(b.map_("abs", a)),
        arrays="abs({x}).max()",
    ),
    *map(_schatten, (4, 6, 8, 10, 12)),
)  # fmt: skip

NORMS: dict[str, Norm] = {record.kind: record for record in RECORDS}
SUBSCRIPTS: dict[str, str] = {word: record.kind for record in RECORDS for word in record.written}
"""The subscripts of texts and the norms that they are."""


def norm(kind: str) -> Norm:
    """Return the record of a norm."""
    return NORMS[kind]


def with_meanings(problem: Problem) -> Problem:
    """Return a problem in which every norm that is not common is written by its meaning."""
    return mapped(problem, lambda e: b.bottom_up(e, _written_out)) if _speaks_of_rare(problem) else problem


def _speaks_of_rare(problem: Problem) -> bool:
    tops = (top for f in (problem.goal, *problem.hypotheses) for top in formula_exprs(f))
    return any(n.op == "norm" and not norm(n.data[0]).common for top in tops for n in walk(top))


def _written_out(node: Expr) -> Expr:
    record = norm(node.data[0]) if node.op == "norm" else None
    return node if record is None or record.common or record.meaning is None else record.meaning(node.args[0])


def of_all(condition: Callable[[Norm], object]) -> tuple[str, ...]:
    """Return the norms whose record meets a condition."""
    return tuple(record.kind for record in RECORDS if condition(record))


__all__ = ["NORMS", "RECORDS", "SUBSCRIPTS", "Norm", "norm", "of_all", "with_meanings"]
