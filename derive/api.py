"""What users call from Python: one claim judged (`check`), and the names that open the door to torch when they are used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.derivatives import Answer
    from proofs.results.schema import ClaimResult

TORCH: dict[str, tuple[str, str]] = {
    "BlockWeights": ("numeric.models.block_curvature", "BlockWeights"),
    "Head": ("numeric.models.heads", "Head"),
    "JaSMin": ("numeric.models.penalties", "JaSMin"),
    "JacobianOperator": ("numeric.operators", "jacobian_of"),
    "Specformer": ("numeric.models.penalties", "Specformer"),
    "SpectraLogger": ("numeric.models.relaxation", "SpectraLogger"),
    "attention_curvature": ("numeric.models.attention_curvature", "attention_curvature"),
    "block_curvature": ("numeric.models.block_curvature", "block_curvature"),
    "bounds": ("proofs.inspecting.report", "bounds"),
    "check_theorem38": ("numeric.models.conditioning", "check_theorem38"),
    "condition_number": ("numeric.models.conditioning", "condition_number"),
    "head_bounds": ("numeric.models.attention_bounds", "head_bounds"),
    "heads": ("numeric.models.capture", "heads"),
    "hessian_blocks": ("numeric.models.curvature", "hessian_blocks"),
    "inspect": ("proofs.inspecting.report", "inspect"),
    "jacobian_condition": ("numeric.models.conditioning", "jacobian_condition"),
    "landscape": ("numeric.models.landscape", "landscape"),
    "layer_norm_norms": ("numeric.models.layer_norms", "layer_norm_norms"),
    "map_spectrum": ("numeric.models.spectra", "map_spectrum"),
    "module_bounds": ("numeric.models.module_bounds", "module_bounds"),
    "power_law_rank": ("numeric.models.spectra", "power_law_rank"),
    "scaling_exponents": ("numeric.models.spectra", "scaling_exponents"),
    "scaling_law": ("numeric.models.landscape", "scaling_law"),
    "softmax_jacobian_norm": ("numeric.models.kernels", "softmax_jacobian_norm"),
    "spectra": ("proofs.inspecting.report", "spectra"),
    "spectral_condition": ("numeric.models.conditioning", "spectral_condition"),
    "unfold": ("numeric.models.conditioning", "unfold"),
}
"""Name -> the module that has it and its name there; imported when it is first asked for."""
NAMES = frozenset({"assert_matches", "check", "gradient", "hessian", "jacobian", *TORCH})


def opened(name: str) -> Any:
    """Return what a name of `TORCH` stands for."""
    module, own = TORCH[name]
    return getattr(importlib.import_module(module), own)


def __getattr__(name: str) -> Any:
    if name not in TORCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return opened(name)


def check(latex: str, given: str = "", **options: Any) -> ClaimResult:
    r"""Judge one claim.

    Args:
        latex: The claim in LaTeX.
        given: Declarations, definitions and hypotheses in LaTeX.
        **options: Header keys of a paper file and options of the audit, see `proofs.api.check`.

    Raises:
        proofs.reading.paper.BadPaper: A formula cannot be read or a name is not declared.

    Examples:
        >>> import derive
        >>> given = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}"
        >>> result = derive.check(r"(A B)^\top = B^\top A^\top", given=given)
        >>> result.verdict
        'holds'

    """
    from proofs.api import check as check_claim  # the calculus does not depend on it until it is called

    return check_claim(latex, given, **options)


def gradient(expression: str, wrt: str, given: str = "", **conventions: str) -> Answer:
    r"""Return the gradient of a scalar in the shape of what it is taken by, simplified and confirmed by the roads.

    Args:
        expression: The scalar in LaTeX.
        wrt: The symbol that it is differentiated by.
        given: Declarations, definitions and hypotheses in LaTeX.
        **conventions: Header keys of a paper file, such as ``vectorization``.

    Raises:
        proofs.reading.paper.BadPaper: A formula cannot be read or a name is not declared.

    Examples:
        >>> import derive
        >>> str(derive.gradient(r"x^\top A x", "x", r"x \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}"))
        '\\left(A + A^{\\top}\\right) x'

    """
    return _answer(expression, [wrt], given, {"layout": "gradient", **conventions})


def jacobian(expression: str, wrt: str, given: str = "", **conventions: str) -> Answer:
    """Return the Jacobian ``d vec_r(F) / d vec_r(X)^T`` (numerator layout); arguments as of `gradient`."""
    return _answer(expression, [wrt], given, conventions)


def hessian(expression: str, wrt: str, and_wrt: str | None = None, given: str = "", **conventions: str) -> Answer:
    """Return the second derivative by one symbol, or by two; other arguments as of `gradient`."""
    return _answer(expression, [wrt, and_wrt or wrt], given, conventions)


def assert_matches(function: Any, formula: str, given: str = "", **options: Any) -> None:
    r"""Fail unless a function computes what a formula says, derivatives included; the message names the likeliest slip.

    Args:
        function: A torch function, module or ``autograd.Function.apply``, a NumPy function or a SymPy expression. Columns are
            handed over as vectors, numbers as tensors without dimensions.
        formula: What it claims to compute, in LaTeX.
        given: Declarations and hypotheses, which inputs meet.
        **options: ``arguments`` (names of the variables in the order of the parameters), ``sizes``, ``seed``, ``framework``,
            ``derivatives`` as of `numeric.implementations.compare`, and header keys of a paper file.

    Raises:
        AssertionError: Values or derivatives differ.
        proofs.reading.paper.BadPaper: The formula cannot be read.
        derive.errors.NotSupported: A parameter is no variable, or the function fails.

    Examples:
        >>> import derive, torch
        >>> derive.assert_matches(lambda x: torch.softmax(x, 0), r"\operatorname{softmax}(x)", r"x \in \mathbb{R}^n")

    """
    from proofs.derivatives import difference_of

    found = difference_of(function, formula, given, options)
    if found is not None:
        raise AssertionError(str(found))


def _answer(expression: str, wrt: list[str], given: str, conventions: dict[str, str]) -> Answer:
    from proofs.derivatives import answer_of

    return answer_of(expression, wrt, given, conventions)
