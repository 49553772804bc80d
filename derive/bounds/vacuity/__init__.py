"""Claims that say nothing: hypotheses that no input meets, functions outside of their domains, entries that do not exist.

Begin with `vacuity` (`vacuous`) and `contradictions`.
"""
