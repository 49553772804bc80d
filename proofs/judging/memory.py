"""What was found of a problem, for further claims that state the same: a paper states its theorems again and again.

Only what a verdict follows from is kept, and only for one audit; each claim gets certificates of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from derive.core import Problem
from derive.fingerprint import fingerprint
from proofs.judging.lemmas import Known
from proofs.reading.options import How
from proofs.reading.paper import Settings

MOST = 1024
"""Entries that are kept; when there are more all are dropped."""
T = TypeVar("T")


@dataclass(slots=True)
class Memory:
    """Values by what they depend on."""

    values: dict[Hashable, Any] = field(default_factory=dict)

    def put(self, key: Hashable, value: Any) -> None:
        """Keep a value."""
        if len(self.values) >= MOST:
            self.values.clear()
        self.values[key] = value

    def once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the value of a key; it is computed if it is not known."""
        if key not in self.values:
            self.put(key, compute())
        found: T = self.values[key]
        return found


def key_of(problem: Problem, settings: Settings, how: How, known: Known | None, *rest: Hashable) -> Hashable:
    """Return all that the findings of a problem depend on; the files of certificates are not part of them."""
    lemmas = () if known is None else tuple((one.file, one.id) for one in known.claim.lemmas)
    return fingerprint(problem), settings, replace(how, certificates=Path()), lemmas, *rest


__all__ = ["Memory", "key_of"]
