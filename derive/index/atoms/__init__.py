"""Nested atoms: powers of sums, functions of sums, softmax, inverses and determinants.

Begin with `atoms`; `functions`, `softmax` and `matrices` have one kind each.
"""
