"""Exact arithmetic at small sizes: evaluation, decision of equalities, certification of violations.

Public doors: `evaluate`, `decide`, `choose_sizes`, `sufficient_sizes`, `certify`, `shrink`, `instantiate`.
"""

from derive.exact.certify import Violation, certify
from derive.exact.evaluate import Env, evaluate
from derive.exact.instantiate import instantiate
from derive.exact.road import decide
from derive.exact.shrink import shrink
from derive.exact.sizes_choice import choose_sizes, sufficient_sizes, tiny_sizes

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
