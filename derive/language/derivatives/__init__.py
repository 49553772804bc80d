"""Every notation of a derivative: fractions, nabla, differentials, primes, Jacobians, evaluation at points.

Begin with `derivatives` (what all notations share), `derivative_operators` (those written in front of their operand) and
`targets` (what a derivative is taken by).
"""
