"""The index form: elaboration, differentiation, normal form, equality for all sizes.

The packages, from the bottom up; each imports only what stands above it in this list:

* `terms`: the data of the index form.
* `atoms`: nested atoms.
* `elaboration`: from core expressions to the index form, and its derivatives.
* `normalization`: the normal form that decides, modulo the hypotheses.
* `rewriting`: statements rewritten before they go into index form.
* `conditions`: what an equality rests on.
* `sequences`: induction and recursions.

`road` (`prove`) puts them together; `forced_jumps` asks it about derivatives that are taken where something jumps.
"""

from derive.index.elaboration.differentiate import differentiate
from derive.index.elaboration.form import IndexForm, index_form
from derive.index.normalization.normal import normal_form
from derive.index.road import prove

__all__ = ["IndexForm", "differentiate", "index_form", "normal_form", "prove"]
