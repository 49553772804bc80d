"""Packages that come with an extra: what is missing, and the command that installs it."""

from __future__ import annotations

import importlib.util

EXTRAS = {"torch": "torch", "cma": "torch", "scipy": "torch", "matplotlib": "report", "clarabel": "sos"}
"""Package -> the extra of `derive-checker` that brings it."""
NEEDS = {"autograd": "torch", "search": "torch"}
"""Road -> the package without which it says nothing."""


def is_here(package: str) -> bool:
    """Return whether a package can be imported; it is not imported."""
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def missing(problem: ModuleNotFoundError) -> str:
    """Return what to do about a package that is missing; empty if it comes with no extra.

    Example:
        >>> missing(ModuleNotFoundError("No module named 'torch.func'", name="torch.func"))
        "torch is not installed: pip install 'derive-checker[torch]'"

    """
    package = (problem.name or "").partition(".")[0]
    return how_to_install(package) if package in EXTRAS else ""


def how_to_install(package: str) -> str:
    """Return the sentence for a package of an extra."""
    return f"{package} is not installed: pip install 'derive-checker[{EXTRAS[package]}]'"


__all__ = ["EXTRAS", "NEEDS", "how_to_install", "is_here", "missing"]
