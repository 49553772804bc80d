"""Paper files, their audit, reports and the command line.

``proofs.audit(path)`` audits a paper file from Python and returns an object that displays itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.auditor import audit as audit

__all__ = ["audit"]


def __getattr__(name: str) -> Any:
    if name == "audit":  # on demand: importing the package must stay cheap
        from proofs.api import audit

        return audit
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
