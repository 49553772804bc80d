"""The doors of the roads, opened when they are first needed."""

from __future__ import annotations

import importlib
from typing import Any

from derive.errors import DeriveError


def door(module: str, name: str) -> Any:
    """Return a road's entry, imported when it is first needed.

    Raises:
        DeriveError: The road is not installed.

    """
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as problem:
        raise DeriveError(f"not available: {problem}") from problem
