"""Automatic differentiation and floating point: the autograd road, matrix-free products, the search for violations.

Begin with `road` (`compare`), `operators` and `search`. Floating point refutes nothing: what the search finds is certified.
"""
