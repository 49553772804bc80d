r"""What a reader of a derivative may have meant otherwise: said in a note, because the conventions decide.

* ``\nabla^2 f(X) \operatorname{vec}(H)``: derivatives by a matrix go by the vectorization in force, whatever the claim writes.
* ``\nabla^2 f(X)`` of a symmetric X is by all of its entries, each on its own.
* ``\frac{\partial^2 f}{\partial u \partial t}`` with a u that depends on t: the derivative by t goes through u.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Formula, Problem, Rel, conjuncts, formula_exprs, walk
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.derivatives.targets import Target
    from derive.language.formulas.expressions import Reader


BY_ALL_ENTRIES = "are by all of its entries, each on its own"
"""The end of the note of a derivative by a symmetric matrix."""


def by_all_entries(problem: Problem) -> str | None:
    """Return what to say of a false claim about a derivative by a symmetric matrix, None if there is none."""
    note = next((note for note in problem.notes if note.endswith(BY_ALL_ENTRIES)), None)
    return None if note is None else f"{note}, although the matrix is symmetric; by its free entries they differ"


def note_derivatives(r: Reader, goal: Formula, part: Syn) -> None:
    """Say what the conventions make of the derivatives of a claim."""
    derivatives = {n for e in formula_exprs(goal) for n in walk(e) if n.op in ("deriv", "grad")}
    _note_vectorization(r, derivatives, part)
    symmetric = {name for h in r.scope.all_hypotheses() for name in _symmetric(h.formula)}
    for node in sorted(derivatives, key=lambda n: n.data[0]):
        name = node.data[0].partition("~")[0]
        if name in symmetric:
            r.note(f"derivatives by {r.scope.by_core()[name].latex} {BY_ALL_ENTRIES}")


def _note_vectorization(r: Reader, derivatives: set[Expr], part: Syn) -> None:
    written = {node.value for _, node in part.walk() if node.kind == "function"} & {"vec", "vec_r"}
    own = "vec_r" if r.options.derivative_mode == "vecr" else "vec"
    if len(written) == 1 and written != {own} and any(_is_stacked(n, r.options.derivative_mode) for n in derivatives):
        other = written.pop()
        r.note(
            f"derivatives by a matrix go by {own}, also where {other} is written: `vectorization: {other}` changes it"
        )


def _is_stacked(node: Expr, mode: str) -> bool:
    """Whether a derivative stacks the entries of a matrix, on either side."""
    if node.op != "deriv" or node.data[1] != mode:
        return False
    return any(a.shape.rows and a.shape.cols for a in node.args[:2])


def _symmetric(formula: Formula) -> Iterator[str]:
    """The variables of which a hypothesis says that they are symmetric."""
    for rel in conjuncts([formula]):
        if isinstance(rel, Rel) and rel.op == "=":
            for one, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
                if one.op == "var" and other == b.transpose(one) and other != one:
                    yield one.data[0]


def note_order(r: Reader, targets: Sequence[Target]) -> None:
    """Say that a derivative by a variable goes through the defined name that is differentiated by, too."""
    for defined in (t for t in targets if t.defined and t.part is None):
        within = b.free_names(r.definitions().expand(b.var(defined.core, defined.shape)))
        for other in targets:
            if not other.defined and other.core in within:
                r.note(f"the derivative by {other.latex} goes through {defined.latex}, which depends on it")


__all__ = ["by_all_entries", "note_derivatives", "note_order"]
