"""Norm rules: bounds and equalities of norms proved for all sizes; orders of growth and limits."""

from derive.bounds.extrema import definite_form, without_extrema
from derive.bounds.limits import without_limits
from derive.bounds.road import prove_bound
from derive.bounds.vacuity import vacuous

__all__ = ["definite_form", "prove_bound", "vacuous", "without_extrema", "without_limits"]
