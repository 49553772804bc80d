"""Orders of growth, limits and extrema as values, where these are known.

Begin with `road` (`prove_order`) and `asymptotics` (orders by derivatives at zero), `values` (`without_limits`) and `extrema` (`without_extrema`).
"""

from derive.limits.extrema import definite_form, without_extrema
from derive.limits.road import prove_order
from derive.limits.values import without_limits

__all__ = ["definite_form", "prove_order", "without_extrema", "without_limits"]
