"""The terms in which bounds are told: normal forms of matrix expressions, polynomials in scalar quantities, chains of rules.

Begin with `normal` (one form for equal expressions), `polynomial` (`Poly`) and `bound` (`Bound`: a value with the rules behind it).
"""
