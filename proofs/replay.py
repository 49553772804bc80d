"""What exported test modules call: a claim that must hold, and a certificate that must be accepted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proofs.api import check
from proofs.results.schema import ClaimResult


class ClaimRefuted(AssertionError):
    """A claim was judged and does not hold: never raised for a crash or a formula that cannot be read."""

    def __init__(self, result: ClaimResult) -> None:
        super().__init__(f"{result.verdict}: {result}")
        self.result = result


def assert_holds(
    latex: str, given: str = "", *, proved: bool = True, failing: str = "", where: str | None = None, **options: Any
) -> None:
    """Judge a claim and raise if it does not hold.

    Args:
        latex: The claim.
        given: Its declarations.
        proved: False if it is enough that it is not refuted.
        failing: The verdict of a known false claim: any other failure is an ordinary error.
        where: LaTeX of where both sides have a value; not compared if it is absent.
        **options: Conventions, as for `proofs.api.check`.

    Raises:
        ClaimRefuted: It does not hold (with the verdict `failing`, if that is given).
        RuntimeError: It fails in another way: an error, another verdict than the one that is known, or a domain that is
            another one than ``where``.

    """
    result = check(latex, given, **options)
    if result.verdict == "holds" or (not proved and result.verdict == "not-refuted"):
        if where is not None and result.domain != where:
            raise RuntimeError(f"expected it to hold where {where!r}, not where {result.domain!r}: {result}")
        return
    if result.verdict in ("error", "undecided") or (failing and result.verdict != failing):
        raise RuntimeError(f"expected {failing or 'holds'}, got {result.verdict}: {result}")
    raise ClaimRefuted(result)


def accepted(module: str, certificate: str) -> bool:
    """Return whether the independent checker accepts a certificate that lies beside a test module."""
    from proofs.recheck import recheck

    return recheck(Path(module).parent / certificate).accepted
