r"""Where a claim has a value: the conditions of its partial operations, what the hypotheses say of them, points that meet them.

`domain` (`domain.py`) is the door for a whole `Problem`; `conditions.py` alone says, without any prover, what an expression or a
formula needs to have a value (a superset of what is left after simplification), as formulas of the core language.
"""
