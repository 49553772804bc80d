"""What users call from Python: one claim judged (`check`), and the names that open the door to torch when they are used."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

if TYPE_CHECKING:
    from derive.theorems.base import Statement
    from derive.typed_options import AuditSettings, CheckOptions, Conventions, MatchOptions
    from proofs.derivatives import Answer
    from proofs.results.schema import Audit, ClaimResult

    Expression = str | Any
    """LaTeX, or a SymPy expression."""

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
NAMES = frozenset({"assert_matches", "audit", "check", "code", "gradient", "hessian", "jacobian", "theorems", *TORCH})


def opened(name: str) -> Any:
    """Return what a name of `TORCH` stands for."""
    module, own = TORCH[name]
    return getattr(importlib.import_module(module), own)


def __getattr__(name: str) -> Any:
    if name not in TORCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return opened(name)


def check(latex: str, given: str = "", **options: Unpack[CheckOptions]) -> ClaimResult:
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
        >>> bool(result)  # shown wherever its hypotheses hold; False for `holds where D`, and for all other verdicts
        True

    """
    from proofs.api import check as check_claim  # the calculus does not depend on it until it is called

    return check_claim(latex, given, **options)


def audit(paths: str | Path | Iterable[str | Path], **options: Unpack[AuditSettings]) -> Audit:
    """Audit paper files, folders or shipped papers.

    Args:
        paths: Files, folders or names of shipped papers.
        **options: As on the command line, see `proofs.api.audit`.

    Raises:
        TypeError: An option does not exist.
        ValueError: An option has a value that cannot be used.

    """
    from proofs.api import audit as audit_papers

    return audit_papers(paths, **options)


def theorems(*words: str) -> tuple[Statement, ...]:
    """Return the theorems that proofs may use whose id, subject, title, formula or source has all words.

    Examples:
        >>> import derive
        >>> derive.theorems("oppenheim")[0].id
        'oppenheim'

    """
    from derive.theorems.base import found

    return found(*words)


def gradient(expression: Expression, wrt: Expression, given: str = "", **conventions: Unpack[Conventions]) -> Answer:
    r"""Return the gradient of a scalar in the shape of what it is taken by, simplified and confirmed by the roads.

    Args:
        expression: The scalar in LaTeX, or a SymPy expression, whose symbols declare themselves.
        wrt: The symbol that it is differentiated by.
        given: Declarations, definitions and hypotheses in LaTeX.
        **conventions: Header keys of a paper file, such as ``vectorization``.

    Raises:
        proofs.reading.paper.BadPaper: A formula cannot be read or a name is not declared.
        derive.errors.NotSupported: A node of a SymPy expression is not read.

    Examples:
        >>> import derive
        >>> answer = derive.gradient(r"x^\top A x", "x", r"x \in \mathbb{R}^n, A \in \mathbb{R}^{n \times n}")
        >>> str(answer)
        '\\left(A + A^{\\top}\\right) x'
        >>> answer.sympy()
        (A + A.T)*x

    """
    return _answer(expression, [wrt], given, {"layout": "gradient", **conventions})


def jacobian(expression: Expression, wrt: Expression, given: str = "", **conventions: Unpack[Conventions]) -> Answer:
    """Return the Jacobian ``d vec_r(F) / d vec_r(X)^T`` (numerator layout); arguments as of `gradient`."""
    return _answer(expression, [wrt], given, dict(conventions))


def hessian(
    expression: Expression, wrt: Expression, and_wrt: Expression | None = None, given: str = "", **conventions: Unpack[Conventions]
) -> Answer:
    """Return the second derivative by one symbol, or by two; other arguments as of `gradient`."""
    return _answer(expression, [wrt, wrt if and_wrt is None else and_wrt], given, dict(conventions))


def code(expression: Expression, wrt: Expression, given: str = "", *, language: str = "numpy", **conventions: Unpack[Conventions]) -> str:
    """Return a function, its derivative and the products with it as NumPy, torch or JAX functions with a self-test.

    Args:
        expression: As of `gradient`; a scalar gets its gradient, others their Jacobian.
        wrt: The symbol that it is differentiated by.
        given: Declarations and hypotheses, which the inputs of the self-test meet.
        language: ``numpy``, ``torch`` or ``jax``.
        **conventions: Header keys of a paper file.

    Raises:
        derive.errors.NotSupported: A part has no rule, or an operation no code.

    """
    from derive.errors import NotSupported
    from proofs.derivatives import code_of, settings_of

    latex, (by,), declared = _read(expression, [wrt], given)
    text = code_of(latex, by, declared, language, settings_of(conventions))
    if text is None:
        raise NotSupported("a part of it has no rule")
    return text


def assert_matches(function: Any, formula: str, given: str = "", **options: Unpack[MatchOptions]) -> None:
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


def _answer(expression: Expression, wrt: list[Expression], given: str, conventions: dict[str, Any]) -> Answer:
    from proofs.derivatives import answer_of

    latex, names, declared = _read(expression, wrt, given)
    return answer_of(latex, names, declared, conventions)


def _read(expression: Expression, wrt: list[Expression], given: str) -> tuple[str, list[str], str]:
    """An expression, symbols and declarations as LaTeX; SymPy is imported only where it is given."""
    if isinstance(expression, str):
        return expression, [one if isinstance(one, str) else _name(one) for one in wrt], given
    from derive.sympy_forms import from_sympy, is_sympy

    if not is_sympy(expression):
        raise TypeError(f"`expression` is LaTeX or a SymPy expression, not {type(expression).__name__}")
    latex, declared = from_sympy(expression)
    return latex, [one if isinstance(one, str) else _name(one) for one in wrt], ", ".join(part for part in (declared, given) if part.strip())


def _name(symbol: Any) -> str:
    from derive.sympy_forms import name_of

    if not isinstance(getattr(symbol, "name", None), str):
        raise TypeError(f"a symbol is a name or a SymPy symbol, not {type(symbol).__name__}")
    return name_of(symbol)
