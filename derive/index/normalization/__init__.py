"""The normal form that decides, modulo the hypotheses.

Begin with `normal`. `relations` are rewrite rules, `hypotheses` makes them of hypotheses, `triangular` knows triangular
matrices, `orders` compares whole numbers.
"""
