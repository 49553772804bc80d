"""Matrices written out, their entries and rows, and what scripts say: entries, powers, transposes, labels.

Begin with `matrices` (brackets full of entries, blocks, dots) and `scripts` (subscripts and superscripts); `roots`,
`pseudoinverses` and `matrix_functions` say what roots, `A^+` and functions of definite matrices are.
"""
