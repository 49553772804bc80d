"""The theorem base: facts of mathematics as data, each with hypotheses, one formula and the book that states it.

The `.md` files beside this one are paper files, one per subject; `python -m proofs.theorem_base` compiles them into `base.json`,
which `base.py` reads. Begin with `base.py`, which states the format.
"""
