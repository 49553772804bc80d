"""Upper bounds of norms and other scalars of an expression by bounds of its parts.

Begin with `rules` (one rule per node); `chain_rule` bounds Jacobians, `increments` and `differences` norms of differences,
`spectral` and `perturbation` ask the theorems of `matrices`.
"""
