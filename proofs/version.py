"""Which checker this is: its version, and a hash of everything that a verdict may depend on."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import platform
from pathlib import Path

_PACKAGES = ("derive", "numeric", "proofs")
_LIBRARIES = ("sympy", "mpmath", "torch", "numpy", "scipy", "opt-einsum", "cma", "python-flint")


@functools.cache
def source_hash() -> str:
    """Return the hash of the checker: its sources, Python and the libraries that compute."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parent.parent
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(f"python {platform.python_version()}\0".encode())
    for library in _LIBRARIES:
        digest.update(f"{library} {_version(library)}\0".encode())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return "absent"


@functools.cache
def checker_version() -> str:
    """Return the version of the checker with the hash of its sources."""
    version = _version("derive-checker")
    return f"{'0.1.0' if version == 'absent' else version}+{source_hash()[:12]}"
