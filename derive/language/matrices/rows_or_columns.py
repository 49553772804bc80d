r"""One index below a matrix: ``Q_i`` is its row, its row as a column, or its column; each that has a type is a reading.

``Q_i K_j^\top`` speaks of rows, ``Q_i^\top K_j`` of rows as columns; of columns only where the letter runs over their number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NotSupported
from derive.language.terms.readings import COLUMN_BELOW, UPRIGHT_ROW
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.syntax import Syn
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def row_or_column(r: Reader, term: Term, index: Size, syn: Syn) -> Term:
    """Return the row or the column that one letter selects, as asked for; letters run over one length alone then.

    Raises:
        NotSupported: A number below: ``A_1`` is perhaps another matrix.
    """
    if index.constant is not None:
        name = latex_of(syn.children[0]) if syn.kind == "script" else "A"
        raise NotSupported(
            f"one number below a matrix of shape {r.a.shape(term)}: a row or a column",
            r.at(syn),
            f"write {name}_{{1,:}} for the row, {name}_{{:,1}} for the column, with a transpose mark for a row as a column",
        )
    column, upright = r.chooses(COLUMN_BELOW), r.chooses(UPRIGHT_ROW)
    r.indices.even = True
    if column and not upright:
        r.note("one index below a matrix selects a column")
        r.indices.use(index, term.cols)
        return r.a.node(term.rows, (), lambda e: b.col(e, index), term, syn=syn)
    r.note("one index below a matrix selects a row" + (", which is a column here" if upright else ""))
    r.indices.use(index, term.rows)
    row = r.a.node((), term.cols, lambda e: b.row(e, index), term, syn=syn)
    return r.a.transpose(row, syn) if upright else row


__all__ = ["row_or_column"]
