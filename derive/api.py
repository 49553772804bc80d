"""`derive.check`: one claim, judged from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.results.schema import ClaimResult


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
