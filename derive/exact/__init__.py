"""Exact arithmetic at small sizes: evaluation, decision of equalities, certification of violations.

The packages, from the bottom up; each imports only what stands above it in this list:

* `rings`: rings to compute in.
* `evaluation`: one evaluator for every ring.
* `certification`: whether a formula is true, false or open at one exact point.
* `points`: sizes and exact points that meet the hypotheses.
* `decision`: the steps of a decision; counterexamples made small.

`road` (`decide`) puts them together.

Public doors: `evaluate`, `decide`, `choose_sizes`, `sufficient_sizes`, `certify`, `shrink`, `instantiate`.
"""

from derive.exact.certification.certify import Violation, certify
from derive.exact.decision.shrink import shrink
from derive.exact.evaluation.evaluate import Env, evaluate
from derive.exact.points.instantiate import instantiate
from derive.exact.points.sizes_choice import choose_sizes, sufficient_sizes, tiny_sizes
from derive.exact.road import decide

__all__ = [
    "Env",
    "Violation",
    "certify",
    "choose_sizes",
    "decide",
    "evaluate",
    "instantiate",
    "shrink",
    "sufficient_sizes",
    "tiny_sizes",
]
