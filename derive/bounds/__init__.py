"""Norm rules: bounds and equalities of norms proved for all sizes.

The packages, from the bottom up; each imports only what stands above it in this list:

* `forms`: normal forms of matrix expressions, polynomials in scalar quantities.
* `facts`: what the hypotheses say.
* `quantities`: norms, eigenvalues and other scalars, rewritten exactly.
* `matrices`: theorems about spectra and norms of matrices that a claim writes.
* `rules`: upper bounds of an expression by bounds of its parts.
* `comparison`: whether a polynomial in known quantities is nonnegative; the prover.
* `matching`: theorems of the base, found in what a claim writes.
* `inequalities`: standard inequalities between scalars.
* `optimization`: quadratic functions and gradient descent.
* `rewriting`: a claim in other words.

The sign of a number may follow from a bound of a norm, and that from the sign of another number: `Facts` are handed to every rule and carry
the prover (``facts.value(x)``, ``facts.norm(A, kind)``, ``facts.nonnegative(p)``, ``facts.is_semidefinite(S)``), so no two modules import one another.

`road` (`prove_bound`) asks them all; `words` says about which operations they may have something to say. Claims that say nothing are found by
`derive.vacuity`, orders of growth and limits by `derive.limits`, which stand above.
"""

import sys
from types import ModuleType
from typing import Any

from derive.bounds.road import prove_bound

__all__ = ["prove_bound"]


class _Package(ModuleType):
    """A package with the name of what users call to measure a model's bounds: `derive.bounds(model, batch)`."""

    def __call__(self, model: Any, batch: Any, **options: Any) -> Any:
        """Measure a torch model at a batch; see `proofs.inspecting.report.bounds`."""
        from derive import api

        return api.opened("bounds")(model, batch, **options)


sys.modules[__name__].__class__ = _Package
