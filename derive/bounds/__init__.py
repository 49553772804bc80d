"""Norm rules: bounds and equalities of norms proved for all sizes."""

from derive.bounds.road import prove_bound
from derive.bounds.vacuity import vacuous

__all__ = ["prove_bound", "vacuous"]
