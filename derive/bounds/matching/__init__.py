"""Theorems of the base, found in what a claim writes: patterns, one matcher, and hypotheses that the other rules show.

Begin with `instances.py`.
"""
