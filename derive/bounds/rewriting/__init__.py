"""A claim in other words that the rules can use: tables as matrices, sums of absolute values as norms, equals for equals.

Every module takes a problem and returns one that says the same. Begin with `tables`.
"""
