"""The doors of the roads, opened when they are first needed."""

from __future__ import annotations

import importlib
from typing import Any

from derive.errors import DeriveError
from proofs.extras import missing

OWN = ("derive", "numeric", "proofs")


def door(module: str, name: str) -> Any:
    """Return a road's entry, imported when it is first needed.

    A package that is missing closes a road; a module or a name of this project that is missing is a defect, and raises
    what Python raises.

    Raises:
        DeriveError: The road is not installed.

    """
    try:
        found = importlib.import_module(module)
    except ImportError as problem:
        if (problem.name or module).partition(".")[0] in OWN:
            raise
        known = missing(problem) if isinstance(problem, ModuleNotFoundError) else ""
        raise DeriveError(known or f"not available: {problem}") from problem
    return getattr(found, name)
