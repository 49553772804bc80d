"""Whether a formula is true, false or open at one exact point.

Begin with `truth` and `certify` (the door: is the goal violated here, all hypotheses holding exactly). `denominators` finds
quotients without a value, `glance` looks at many points in floats first.
"""
