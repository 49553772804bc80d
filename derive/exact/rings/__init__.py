"""Rings to compute in: a prime field, rationals with square roots, balls, floats, and truncated Taylor series over each.

Begin with `rings` (what the evaluator needs of a ring). `primefield` with `signs`, `exactring` with `surds`, `ballring`,
`floatring` and `jets` are rings; `spectra` has singular values and eigenvalues, exact or enclosed.
"""
