"""One evaluator of core expressions at concrete sizes, for every ring.

Begin with `evaluate`, the door, which registers the rules of all nodes: `structure` (linear nodes), `nonlinear` and `binders`
on top of `evaluator`. `rewrites` writes derived functions in primitive ones.
"""
