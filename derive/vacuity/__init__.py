"""Claims that say nothing: hypotheses that no input meets, functions outside of their domains, entries that do not exist.

Begin with `empty_claims` (`vacuous`) and `contradictions`.
"""

from derive.vacuity.empty_claims import vacuous

__all__ = ["vacuous"]
