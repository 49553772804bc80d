"""Theorems about determinants, spectra, ranks and quadratic forms of the matrices that a claim writes down.

Each module is a theorem or a few of one kind with their source; `rules.spectral` asks them all. Begin with `determinants`.
"""
