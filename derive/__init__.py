"""Matrix calculus of papers, checked: the language, the calculus and the exact roads.

``derive.check(latex, given=...)`` judges one claim; ``derive.inspect(model, batch)`` measures what the theorems speak of on
a torch model. All other names of `derive.api` are found here too; each is imported when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from derive.api import check as check

__all__ = ["check"]


def __getattr__(name: str) -> Any:
    if not name.startswith("_"):  # on demand: importing the package must stay cheap
        api = importlib.import_module("derive.api")
        if name in api.NAMES:
            return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    api = importlib.import_module("derive.api")
    return sorted({*globals(), *api.NAMES})
