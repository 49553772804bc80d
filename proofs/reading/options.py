"""What an audit may be told: budgets, sizes, device, seed."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from proofs.reading.header import BadValue, sizes_of

EFFORTS = ("quick", "normal", "deep")
TIMEOUTS = {"quick": 120.0, "normal": 300.0, "deep": 3600.0}  # seconds per claim where none are given
ROADS = ("index form", "norm rules", "exact", "sympy", "autograd", "search", "verifier")
DOMAINS = ("where", "total")
DEVICES = ("auto", "cpu", "cuda")
EXECUTORS = ("processes", "ray")


@dataclass(frozen=True, slots=True)
class How:
    """How one claim is judged; everything a verdict may depend on besides the claim itself.

    Attributes:
        effort: Budget of evaluations: ``quick``, ``normal`` or ``deep``.
        seed: Fixes every random choice.
        sizes: Small sizes to use first, beside those of the paper file.
        full: Also check at the full sizes of the paper file.
        device: ``auto``, ``cpu`` or ``cuda``.
        certificates: Folder for the certificates of this claim's paper.
        lean: Stop as soon as two roads that need neither torch nor SymPy agree (ad-hoc checks).
        proof_only: Only a claim that holds is of use (a repair, a lemma): what cannot end in a proof is not tried.
        sparing: One of many statements that are tried: roads that prove get few steps.
        domain: ``total`` if a claim that holds is as expected only where it has a value at (almost) all points that meet its
            hypotheses; else ``where``. It changes no verdict.
        roads: Of `ROADS` those that are asked; all if empty.
        strict: A claim that holds is as expected only if something besides a road shows it. It changes no verdict.

    """

    effort: str = "normal"
    seed: int = 0
    sizes: tuple[tuple[str, int], ...] = ()
    full: bool = False
    device: str = "auto"
    certificates: Path = Path(".derive/certificates")
    lean: bool = False
    proof_only: bool = False
    sparing: bool = False
    domain: str = "where"
    roads: tuple[str, ...] = ()
    strict: bool = False

    @property
    def told(self) -> dict[str, str]:
        """Everything that a verdict may depend on; where certificates lie changes none."""
        return {
            key: str(value) for key, value in asdict(self).items() if key not in ("certificates", "domain", "strict")
        }

    @property
    def recorded(self) -> dict[str, Any]:
        """What an audit is told that a verdict may depend on, as its result records it; the seed has a place of its own."""
        asked: dict[str, Any] = {"domain": self.domain} if self.domain != "where" else {}
        asked |= {"strict": True} if self.strict else {}
        asked |= {"roads": list(self.roads)} if self.roads else {}
        return {"effort": self.effort, "sizes": dict(self.sizes), "full": self.full, **asked}

    def for_proofs(self, *, sparing: bool = True) -> How:
        """Return the same for a statement of which only a proof is of use."""
        return replace(self, effort="quick", lean=True, full=False, proof_only=True, sparing=sparing)


def parse_sizes(text: str) -> tuple[tuple[str, int], ...]:
    """Read ``L=2,d=3``.

    Raises:
        BadValue: It is not a list of sizes.

    Examples:
        >>> parse_sizes("L=2,d_V=3")
        (('L', 2), ('d_V', 3))

    """
    sizes: dict[str, int] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*([^=\s]+)\s*=\s*(\d{1,18})\s*", part)
        if not match:
            raise BadValue(f"sizes are written L=2,d=3; {part.strip()!r} is not one")
        if match[1] in sizes:
            raise BadValue(f"the size {match[1]} is given twice")
        sizes[match[1]] = int(match[2])
    return sizes_of("sizes", sizes)


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """What an audit does beside judging.

    Attributes:
        how: How each claim is judged; its `certificates` is the folder of all papers.
        only: Ids to judge (``id`` or ``paper:id``); all if empty.
        jobs: Number of worker processes; 0 for as many as there are cores, at most 8.
        timeout: Seconds after which a claim is ended as an error; by the effort if absent (see `limit`).
        shard: (i, n): judge only the i-th of n parts of all claims, counted from one.
        fresh: Ignore the ledger.
        ledger: Folder of cached results, or None for no cache.
        executor: ``processes`` on this machine or tasks on a ``ray`` cluster; no verdict depends on it.
        gpus: GPUs (or a fraction of one) that each claim takes on a Ray cluster.
        sizes_asked: The sizes are meant for these claims: one that none of them has is refused. Those of a project are not.

    """

    how: How = How()
    only: tuple[str, ...] = ()
    jobs: int = 0
    timeout: float | None = None
    shard: tuple[int, int] = (1, 1)
    fresh: bool = False
    ledger: Path | None = Path(".derive/ledger")
    executor: str = "processes"
    gpus: float = 0.0
    sizes_asked: bool = True

    @property
    def limit(self) -> float:
        """Seconds that a claim may take."""
        return self.timeout if self.timeout is not None else TIMEOUTS[self.how.effort]


def parse_shard(text: str) -> tuple[int, int]:
    """Read ``2/8``: the second of eight parts.

    Raises:
        BadValue: It is not a part of a whole.

    """
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise BadValue(f"a shard is written I/N with 1 <= I <= N, not {text!r}")
    return int(match[1]), int(match[2])
