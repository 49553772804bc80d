"""Standard inequalities between scalars that a claim writes down: sums, products, powers, exponentials, entropy.

Begin with `theorems` and `elementary`; each of the others is one kind of inequality with its source.
"""
