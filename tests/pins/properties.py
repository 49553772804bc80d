"""Judges all pins in other words that mean the same: ``python -m tests.pins.properties [--shard K/N] [--kinds KIND]``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from proofs.reading.options import parse_shard
from proofs.reading.paper import Claim
from tests.pins.judging import SECONDS, Judge, progress
from tests.pins.pin import FOLDER, Pin, read_pins
from tests.pins.rewording import KINDS, rewordings

SAMPLE = FOLDER / "sample.txt"
"""The ids of the claims of the gate: of every group some, and of every kind of rewording at least 20."""
BATCH = 100


def sample(pins: Iterable[Pin]) -> list[Pin]:
    """Return the fixed sample of the gate."""
    chosen = set(SAMPLE.read_text(encoding="utf-8").split())
    return [pin for pin in pins if pin.id in chosen]


def reworded(pin: Pin, kinds: Sequence[str] = KINDS) -> list[tuple[str, Claim]]:
    """Return a pin's claim in other words, with the kinds of the rewordings."""
    return [(kind, claim) for kind, claim in rewordings(pin.claim) if kind in kinds]


def violations(
    judge: Judge, pins: Sequence[Pin], kinds: Sequence[str] = KINDS
) -> Iterator[tuple[Pin, str, str, str, Claim]]:
    """Yield the pins whose verdict another wording changes: kind, verdict as stated, verdict as reworded, and that claim.

    The verdict as stated is that of the pin; where it differs it is found anew.
    """
    others = [(pin, kind, claim) for pin in pins for kind, claim in reworded(pin, kinds)]
    found = judge.of_claims([claim for _, _, claim in others])
    open_ = [
        (pin, kind, new["verdict"], claim)
        for (pin, kind, claim), new in zip(others, found, strict=True)
        if new["verdict"] != pin.found["verdict"]
    ]
    today = judge.found([pin for pin, *_ in open_])
    for (pin, kind, verdict, claim), now in zip(open_, today, strict=True):
        if now["verdict"] != verdict:
            yield pin, kind, now["verdict"], verdict, claim


def main(arguments: list[str] | None = None) -> int:
    """Judge reworded pins; return 1 if a verdict depends on the wording."""
    parser = argparse.ArgumentParser(prog="python -m tests.pins.properties", description=__doc__)
    parser.add_argument("--shard", type=parse_shard, default=(1, 1), metavar="K/N", help="the k-th of n parts")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS, help="only these rewordings")
    parser.add_argument("--sample", action="store_true", help="only the fixed sample that the gate judges")
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="WORD", help="only pins whose line has all these words"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time limit for a claim")
    asked = parser.parse_args(arguments)
    pins = [pin for pin in read_pins() if pin.found.get("verdict") not in (None, "refused", "failed", "gone")]
    pins = [pin for pin in (sample(pins) if asked.sample else pins) if all(word in pin.line for word in asked.only)]
    part, parts = asked.shard
    pins, start, counts = pins[part - 1 :: parts], time.monotonic(), Counter[str]()
    report = progress(len(pins))
    with Judge(asked.jobs, asked.seconds, telling=False) as judge:
        for first in range(0, len(pins), BATCH):
            for pin, kind, old, new, claim in violations(judge, pins[first : first + BATCH], asked.kinds):
                counts[kind] += 1
                told = " ".join(f"{claim.statement}  GIVEN  {claim.given_text}".split())
                print(f"{kind:10} {pin.id}: {old} -> {new}: {told}", flush=True)
            report(min(first + BATCH, len(pins)))
    print(
        f"{len(pins)} claims in {time.monotonic() - start:.0f} s; verdicts that depend on the wording: {dict(counts)}"
    )
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
