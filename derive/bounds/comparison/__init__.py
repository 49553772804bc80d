"""Whether a polynomial in known quantities is nonnegative.

Begin with `domination` (what has to be paid for, enlarged by rules), `compare` (term by term) and `algebraic` (combinations of
what is known, found by `positivity`). `prover` is who answers questions about facts (`read_facts`).
"""
