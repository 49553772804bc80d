"""Given blocks: sizes, shapes, definitions, families and hypotheses.

Begin with `given` (`read_given`), which hands each statement to `declare`, `define`, `assume` and `size_rules`.
"""
