"""Matrix calculus of papers, checked: the language, the calculus and the exact roads.

``derive.check(latex, given=...)`` judges one claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from derive.api import check as check

__all__ = ["check"]


def __getattr__(name: str) -> Any:
    if name == "check":  # on demand: importing the package must stay cheap
        from derive.api import check

        return check
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
