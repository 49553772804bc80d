"""Proof objects: what a road found, written down in steps that `proofs/verify.py` accepts (``docs/proofs.md``).

Begin with `objects.py` (`proof_of`); `identities.py` finds the steps of equations, `points.py` the witness.
"""
