"""Declarations from use: what the formulas of a section tell of names that nothing declares.

`types` are shapes whose sizes are unified; `symbols` says which names a formula speaks of and what letters are used for;
`typing` reads a formula with a kind (number, vector, matrix) for each name; `evidence` is what a section does with names, `roles` which of
them are functions, indices and sizes, `dependence` what they are functions of; `solve` finds the kinds that fit; `shifts` puts
definitions in at other labels; `declare` writes declarations as lines of a given block. Begin with `declare` (`inferred`).
"""
