"""Judges pins in worker processes and tells what differs from what was pinned."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any
from unittest.mock import patch

from proofs.auditing.workers import Job, Outcome, Pool, judge_claim
from proofs.judging.mend import mend
from proofs.reading.options import How
from proofs.reading.paper import Claim
from tests.pins.pin import FOUND, Json, Pin, found_of

SECONDS = 900.0
"""What a claim may take; more than ten times what the slowest takes on a quiet core, so that a busy machine flips none."""
KINDS = ("verdict lost", "verdict changed", "strength", "domain", "reading", "repair")
"""What may differ, the gravest first."""
_TELLS = {"readings": "reading", "understood": "reading", "hypothesis": "repair", "corrected": "repair"}
_SETTLED = ("holds", "refuted", "ill-typed", "needs-hypothesis", "vacuous", "ambiguous")


@dataclass(frozen=True, slots=True)
class Difference:
    """What was pinned, and what is found now."""

    pin: Pin
    kind: str
    what: str
    old: object
    new: object

    def __str__(self) -> str:
        return f"{self.kind:16} {self.pin.id}: {self.what} {_shown(self.old)} -> {_shown(self.new)}"


def judge_untold(claim: Claim, how: How) -> Outcome:
    """Judge a claim without looking for the repair that is told: only whether one comes before a hypothesis."""
    with patch("proofs.judging.mend.mend", partial(_untold, mend)):
        return judge_claim(claim, how)


def _untold(look: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    return look(*arguments, **{**options, "telling": False})


class Judge:
    """A few processes that judge pins; a context manager.

    Args:
        jobs: Their number.
        seconds: What a claim may take.
        telling: Whether the repairs of false claims are looked for, a fifth of the time; else none is found.

    """

    def __init__(self, jobs: int = 1, seconds: float = SECONDS, *, telling: bool = True) -> None:
        self._pool = Pool(jobs, seconds)
        self._judge = judge_claim if telling else judge_untold
        self._folder = tempfile.TemporaryDirectory(prefix="pins")
        self._how = How(effort="quick", certificates=Path(self._folder.name))

    def __enter__(self) -> Judge:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()
        self._folder.cleanup()

    def found(self, pins: Sequence[Pin], told: Callable[[int], None] = lambda _: None) -> list[Json]:
        """Return what is found of each pin today; ``told`` is called with how many are done."""
        claims: list[Claim | None] = []
        for pin in pins:
            try:
                claims.append(pin.claim)
            except LookupError:
                claims.append(None)
        return self.of_claims(claims, told)

    def of_claims(self, claims: Sequence[Claim | None], told: Callable[[int], None] = lambda _: None) -> list[Json]:
        """Return what is found of each claim; one that a paper no longer has is gone."""
        found: dict[int, Json] = {k: {"verdict": "gone"} for k, claim in enumerate(claims) if claim is None}
        places = [k for k, claim in enumerate(claims) if claim is not None]

        def done(index: int, outcome: Outcome) -> None:
            found[places[index]] = found_of_outcome(outcome)
            told(len(found))

        self._pool.run([Job(self._judge, (claims[k], self._how)) for k in places], done)
        return [found[place] for place in range(len(claims))]


def found_of_outcome(outcome: Outcome) -> Json:
    """Return what is kept of what a process said: a text that is refused and a failure are found as well."""
    if outcome.flaws:
        return {"verdict": "refused"}
    if outcome.result is None:
        return {"verdict": "failed", "understood": outcome.failure}
    return found_of(outcome.result)


def differences(pin: Pin, found: Json, keys: Sequence[str] = FOUND) -> list[Difference]:
    """Return what is no longer as it was pinned, of what is kept under some keys.

    Without a verdict there is nothing to compare further, and another verdict is one difference, whatever follows from it.
    """
    old, new = pin.found.get("verdict"), found.get("verdict")
    if old != new:
        kind = "verdict lost" if old in _SETTLED and new not in _SETTLED else "verdict changed"
        return [Difference(pin, kind, "", old, new)]
    return [
        Difference(pin, _TELLS.get(key, key), key, pin.found.get(key), found.get(key))
        for key in keys
        if (pin.found.get(key) or None) != (found.get(key) or None)
    ]


def table(found: Iterable[Difference]) -> str:
    """Return the differences, a line each, the gravest kind first, and how many there are of each kind."""
    ordered = sorted(found, key=lambda one: (KINDS.index(one.kind), str(one.old), str(one.new), one.pin.id))
    counts = [f"{sum(one.kind == kind for one in ordered)} {kind}" for kind in KINDS]
    return "\n".join([*map(str, ordered), f"differences: {', '.join(counts)}"])


def progress(total: int) -> Callable[[int], None]:
    """Return what prints how far a run has got, at most every ten seconds."""
    start, last = time.monotonic(), [time.monotonic()]

    def told(done: int) -> None:
        now = time.monotonic()
        if now - last[0] >= 10 or done == total:
            last[0] = now
            print(f"{done}/{total} judged, {now - start:.0f} s", file=sys.stderr, flush=True)

    return told


def _shown(value: object) -> str:
    text = "-" if value in (None, "", {}) else str(value)
    return text if len(text) <= 160 else f"{text[:157]}..."
