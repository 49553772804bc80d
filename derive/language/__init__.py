"""From LaTeX to typed problems.

The packages, from the bottom up; each imports only what stands above it in this list (and, inside functions
or for annotations, the doors of a few that stand below):

* `lexing`: text to tokens.
* `tree`: the surface tree `Syn`, names and words.
* `parsing`: tokens to the surface tree.
* `terms`: formulas whose sizes are still being inferred.
* `scope`: what is declared.
* `relations`: what compares.
* `printing`: surface trees and core expressions, printed.
* `matrices`, `functions`, `derivatives`: what each construct means.
* `indices`: sums, extrema, integrals and the letters that they bind.
* `formulas`: the reader of formulas, which hands every construct to the package that knows it.
* `declarations`: given blocks.
* `statements`: which statements of a block are claims and what governs them.
* `problems`: the door, `problems.elaborate.elaborate`.
"""
