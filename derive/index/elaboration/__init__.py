"""From core expressions to the index form, and its derivatives.

Begin with `form`, the door, and `elaborator`, which asks one rule per node: `linear`, `nonlinear`, `calculus`.
`differentiate` is the product rule and one rule per kind of atom; `evaluate` a naive evaluator for tests.
"""
