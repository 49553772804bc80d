"""Core expressions as LaTeX: the understood formula, with every inferred size written out."""

from __future__ import annotations

from derive.core import Expr, Formula, Logic, Quantified, Rel
from derive.language.names import plain_latex
from derive.sizes import Dim, Shape, Size, product


def formula_to_latex(f: Formula) -> str:
    return str(f.__class__.__name__)
