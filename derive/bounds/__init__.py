"""Norm rules: bounds and equalities of norms proved for all sizes."""

from derive.bounds.road import prove_bound

__all__ = ["prove_bound"]
