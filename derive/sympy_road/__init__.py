"""The SymPy road: explicit matrices, entrywise differentiation, and the same expressions as NumPy or torch code."""

from derive.sympy_road.printer import compile_entries, lambdified, print_source
from derive.sympy_road.road import decide

__all__ = ["compile_entries", "decide", "lambdified", "print_source"]
