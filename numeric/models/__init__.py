"""Attention heads of torch models: read, captured, and measured against the bounds of the papers.

Begin with `heads.py` (what a head is) and `kernels.py` (products with its Jacobians); `capture.py` finds the heads of a model.
"""
