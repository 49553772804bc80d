"""Norm rules: bounds and equalities of norms proved for all sizes; orders of growth and limits.

The packages, from the bottom up; each imports only what stands above it in this list:

* `forms`: normal forms of matrix expressions, polynomials in scalar quantities.
* `facts`: what the hypotheses say.
* `quantities`: norms, eigenvalues and other scalars, rewritten exactly.
* `matrices`: theorems about spectra and norms of matrices that a claim writes.
* `rules`: upper bounds of an expression by bounds of its parts.
* `comparison`: whether a polynomial in known quantities is nonnegative; the prover.
* `matching`: theorems of the base, found in what a claim writes.
* `vacuity`: claims that say nothing.
* `inequalities`: standard inequalities between scalars.
* `optimization`: quadratic functions and gradient descent.
* `rewriting`: a claim in other words.
* `limits`: orders of growth, limits and extrema as values.

The sign of a number may follow from a bound of a norm, and that from the sign of another number: `Facts` are handed to every rule and carry
the prover (``facts.value(x)``, ``facts.norm(A, kind)``, ``facts.nonnegative(p)``, ``facts.is_semidefinite(S)``), so no two modules import one another.

`road` (`prove_bound`) asks them all; `words` says about which operations they may have something to say.
"""

import sys
from types import ModuleType
from typing import Any

from derive.bounds.limits.extrema import definite_form, without_extrema
from derive.bounds.road import prove_bound, without_limits
from derive.bounds.vacuity.vacuity import vacuous

__all__ = ["definite_form", "prove_bound", "vacuous", "without_extrema", "without_limits"]


class _Package(ModuleType):
    """A package with the name of what users call to measure a model's bounds: `derive.bounds(model, batch)`."""

    def __call__(self, model: Any, batch: Any, **options: Any) -> Any:
        """Measure a torch model at a batch; see `proofs.inspecting.report.bounds`."""
        from derive import api

        return api.opened("bounds")(model, batch, **options)


sys.modules[__name__].__class__ = _Package
