"""The data of the index form: sums of products of entries with indices.

Begin with `terms`. `algebra` multiplies them, `canonical` labels them and collects equal ones, `signs` says which are
positive; `ranges` is what is known of sizes, `budget` counts work, `printing` shows them.
"""
