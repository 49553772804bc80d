"""Indices and the operators that bind letters: sums, products, extrema, integrals, limits.

Begin with `bigops` (the operators) and `indices` (index expressions and the ranges inferred from their use).
"""
