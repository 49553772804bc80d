"""Orders of growth, limits and extrema as values, where these are known.

Begin with `limits` (`without_limits`), `extrema` (`without_extrema`) and `asymptotics` (orders by derivatives at zero).
"""
