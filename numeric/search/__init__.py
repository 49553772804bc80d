"""The search for violations of a claim; what it finds is handed over as exact numbers, to be certified.

Begin with `search` (`search`, `candidates`). `variables`, `lines`, `recurrent`, `symmetric` and `parametrize` make inputs that
meet the hypotheses, `values` and `rationals` read free numbers as floats and as rationals; `objective` is the score,
`seeds` the starting points, `sizes` the sizes, `portfolio` the methods.
"""
