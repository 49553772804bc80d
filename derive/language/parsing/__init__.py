"""Tokens to the surface tree.

Begin with `parser` (`parse`, `statements`).  Operands are read by `cursor`, `rows`, `items`, `operands` and `atoms`, each of
which builds on the one before; `folding` gives a flat row its precedence; `layout`, `gaps`, `runs` and `trailing` say where a
statement ends.
"""
