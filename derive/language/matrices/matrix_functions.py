r"""Functions of definite matrices: ``\sqrt{A}``, ``\log A``, ``e^{A}`` of a matrix that is said to be semidefinite.

Of any other matrix these functions are taken entry by entry, as the notes say. Of a definite one a page means the matrix
function, which is not known here, but for roots as powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Formula, Problem, formula_exprs, mapped, walk
from derive.entrywise_functions import maybe_matrix_function
from derive.errors import DeriveError, NotSupported
from derive.functions import FUNCTIONS
from derive.language.matrices.roots import Semidefinite
from derive.language.terms.terms import Term

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader
    from derive.language.scope.options import Options
    from derive.language.scope.scope import Scope

_COMBINED = ("add", "neg", "scale", "matmul", "mpow", "inv", "transpose", "reshape", "kron")


def as_matrix_function(problem: Problem, scope: Scope, options: Options) -> Problem | NotSupported | None:
    r"""Return a problem read with matrix functions, or why that reading says nothing; None if it has no such reading.

    What settles it are the definitions in scope, too: ``\exp`` means the same in all of them.
    """
    if options.exp == "entrywise":
        return None

    def defined() -> Iterator[Expr]:
        for symbol in scope.visible().values():
            if symbol.body is not None:
                with suppress(DeriveError):
                    yield scope.definitions.expand(symbol.body)

    name = maybe_matrix_function(problem, defined, settled=options.exp != "matrix")
    if name is None:
        return None
    if name == "exp":
        read = mapped(problem, _with_exponentials)
        return as_matrix_function(read, scope, options) or read
    entries = r"A^{\circ 1/2}" if name == "sqrt" else f"B_{{ij}} := \\{name}(A_{{ij}})"
    return NotSupported(
        f"\\{name} of a square matrix may be the matrix function, which is not supported",
        None,
        f"for the entries write {entries}, or say exp: entrywise in the header if all are meant so",
    )


def _with_exponentials(top: Expr) -> Expr:
    """The same with the exponential of a matrix for that of the entries of square matrices."""
    done: dict[Expr, Expr] = {}
    for node in walk(top):
        args = tuple(done[a] for a in node.args)
        rows, cols = node.shape.totals
        if node.op == "map" and node.data[0] == "exp" and rows == cols and not node.shape.is_scalar:
            done[node] = b.expm(args[0])
        else:
            done[node] = node if args == node.args else Expr(node.op, args, node.data, node.shape)
    return done[top]


def check_functions(r: Reader, formulas: Sequence[Formula], known: Iterable[Formula]) -> None:
    r"""Refuse functions of matrices that are made of semidefinite ones, in formulas without definitions.

    Raises:
        NotSupported: There is one.
    """
    if r.options.exp == "entrywise":
        return
    said = Semidefinite(known)
    for node in (n for f in formulas for top in formula_exprs(f) for n in walk(top)):
        if node.op == "map" and FUNCTIONS[node.data[0]].of_matrices and _is_definite(said, node.args[0]):
            raise NotSupported(
                f"\\{node.data[0]} of a positive semidefinite matrix: the matrix function to some, that of each entry to others",
                None,
                f"for the entries write B_{{ij}} := \\{node.data[0]}(A_{{ij}}); matrix functions other than powers are not known: name "
                rf"the eigenvectors, Q \in \mathrm{{O}}(n), A := Q \operatorname{{diag}}(\lambda) Q^\top, and write "
                rf"Q \operatorname{{diag}}(\{node.data[0]}(\lambda)) Q^\top",
            )
    check_roots(r, r.under_roots, said)


def check_roots(r: Reader, roots: Iterable[Term], said: Semidefinite) -> None:
    r"""Refuse ``\sqrt{A}`` of semidefinite matrices.

    Raises:
        NotSupported: There is one.
    """
    for term in roots:
        if term.expr is not None and _is_definite(said, r.definitions().expand(term.expr)):
            raise NotSupported(
                "\\sqrt of a positive semidefinite matrix: its root to some, the root of each entry to others",
                None if term.syn is None else r.at(term.syn),
                "write A^{1/2} for the root of the matrix, A^{\\circ 1/2} for that of each entry",
            )


def _is_definite(said: Semidefinite, e: Expr) -> bool:
    """Whether a matrix is made of semidefinite ones and of numbers, and of no others."""
    rows, cols = e.shape.totals
    if rows != cols or e.shape.is_scalar:
        return False
    found, left = False, [e]
    while left:
        node = left.pop()
        if node.shape.is_scalar or node.op in ("eye", "zeros"):
            continue
        if node.op == "var" and said.least(node.data[0]) is not None:
            found = True
        elif node.op in _COMBINED:
            left.extend(node.args)
        else:
            return False
    return found


__all__ = ["as_matrix_function", "check_functions", "check_roots"]
