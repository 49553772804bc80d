"""Statements rewritten before they go into index form.

Begin with `places` (where the parts of an expression are evaluated). `own_names` keeps indices with different ranges apart.
`determinants`, `logarithms`, `partial_sums`, `products`, `matrix_powers`, `powers`, `integrals` and `singular` treat what their
name says; `nested_inverses` puts inverses in other words; `windows` and `abstract` make a statement stronger and easier to prove.
"""
