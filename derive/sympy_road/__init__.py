"""The SymPy road: explicit matrices, entrywise differentiation, and the same expressions as NumPy or torch code."""

from derive.sympy_road.entries import Entries, Kept
from derive.sympy_road.printer import compile_entries, lambdified, print_source
from derive.sympy_road.road import decide, some_entries

__all__ = ["Entries", "Kept", "compile_entries", "decide", "lambdified", "print_source", "some_entries"]
