"""Repairs: small edits of a false or ill-typed statement that may make it true.

`proposals` searches over the statement's own surface tree. A proposal is a conjecture: it has passed a screen at random
points of a prime field where that is possible, and whoever shows it must first have it judged by the roads.
"""

from derive.repair.closed_form import closed_forms
from derive.repair.edits import Edit
from derive.repair.search import Repair, proposals

__all__ = ["Edit", "Repair", "closed_forms", "proposals"]
