"""Tensor programs: products with derivatives without forming them, and their compilation.

Begin with `program` (the index form at concrete sizes) and `translate` (from core expressions; `translate_rules` has one rule
per node, `value` the values that they hand on). `linearize` takes derivatives of programs, `contraction` chooses orders of
products, `layouts` how their factors lie in memory, `fixed` computes once what does not move, `compiled` and `steps`
run, `row_blocks` cuts large intermediates into blocks of rows, `codegen` prints code.
"""
