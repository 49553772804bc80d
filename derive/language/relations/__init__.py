"""What compares: which comparisons type and what they become, the order of symmetric matrices, chains with dots.

Begin with `relations`; `indicators` holds comparisons as numbers, `coverage` whether cases cover everything.
"""
