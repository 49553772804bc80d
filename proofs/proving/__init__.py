"""Proof objects: what a road found, written down in steps that `proofs/verify.py` accepts (``docs/proofs.md``).

Begin with `objects.py` (`proof_of`); `identities.py` finds the steps of equations, `bounds.py` those of bounds, `points.py` the witness.
Engines: `operators.py` (completion), `definite.py` (the order of Loewner), `combinations.py` and `quotients.py` (polynomials and their
quotients), `traces.py` (words in matrices), `performance.py` (functions at points).
"""
