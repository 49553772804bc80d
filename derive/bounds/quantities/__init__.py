"""Norms, eigenvalues, extrema and other scalars of a matrix, rewritten exactly, so that equal ones meet and cancel.

Begin with `values` (`value`: an expression as a polynomial in atoms) and `norms` (equalities of norms); `semidefinite` and
`loewner` recognize signs of symmetric matrices, `patterns` matrices whose norms are known by their form; `arithmetic` has signs and powers of polynomials.
"""
