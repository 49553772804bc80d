"""The reader of formulas: from the surface tree to typed terms.

Begin with `expressions` (`Reader`, which hands every construct to the package that knows it) and `scripted` (the same for
symbols with scripts); `slashes` and `pointwise` know the readings of quotients and of brackets of functions.
"""
