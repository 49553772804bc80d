"""Formulas whose sizes are still being inferred.

Begin with `terms` (`Term`, `Algebra`); `dimensions` unifies sizes, `readings` keeps the choices that a text leaves open.
"""
