"""Judges all pins and prints what differs: ``python -m tests.pins [--shard K/N] [--fifth] [--only WORDS] [--write]``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import replace

from proofs.reading.options import parse_shard
from tests.pins.gathering import gathered
from tests.pins.judging import SECONDS, Judge, differences, progress, table
from tests.pins.pin import SLOW, Json, Pin, in_gate, read_pins, write_pins

BATCH = 200
"""Pins that are judged before what was found is written."""
LOUD = """
--write: pins are the net under every change. A pin is not edited to make a step pass: every verdict that changes
needs its line in CHANGELOG.md (claim or kind, old -> new, reason); strengths and domains are counted there by kind.
"""


def main(arguments: list[str] | None = None) -> int:
    """Judge pins; return 1 if something differs."""
    asked = _parser().parse_args(arguments)
    pins = read_pins()
    if asked.gather:
        pins = _with_new(pins)
    chosen = _chosen(pins, asked)
    start = time.monotonic()
    told, now = [], {}
    with Judge(asked.jobs, asked.seconds) as judge:
        report = progress(len(chosen))
        for first in range(0, len(chosen), BATCH):
            batch = chosen[first : first + BATCH]
            found = judge.found(batch, lambda done, before=first: report(before + done))
            told += [one for pin, new in zip(batch, found, strict=True) for one in differences(pin, new)]
            now |= {pin.id: _anew(pin, new) for pin, new in zip(batch, found, strict=True)}
            if asked.write:
                write_pins(now.get(pin.id, pin) for pin in pins if now.get(pin.id, pin).found.get("verdict") != "gone")
    print(table(told))
    print(f"{len(chosen)} of {len(pins)} pins judged in {time.monotonic() - start:.0f} s by {asked.jobs} processes")
    if asked.write and told:
        print(LOUD, f"{len({one.pin.id for one in told})} pins written anew", sep="")
    return 1 if told else 0


def _anew(pin: Pin, found: Json) -> Pin:
    """A pin with what is found of it now; what was slow once stays so, whatever machine judges it."""
    return replace(pin, found=found, slow=pin.slow or found.get("seconds", 0.0) > SLOW)


def _with_new(pins: list[Pin]) -> list[Pin]:
    """The pins of the claims that are stated today; of new ones nothing is found yet."""
    known = {pin.id: pin for pin in pins}
    now = [replace(known.get(pin.id, pin), judged=pin.judged) for pin in gathered()]
    print(f"{len(now)} claims, {sum(pin.id not in known for pin in now)} of them new", file=sys.stderr)
    write_pins([*now, *(pin for pin in pins if pin.id not in {one.id for one in now})])
    return read_pins()


def _chosen(pins: list[Pin], asked: argparse.Namespace) -> list[Pin]:
    """The pins that are asked for; those of a shard are spread over all files."""
    pins = in_gate(pins) if asked.fifth else pins
    pins = [pin for pin in pins if all(word in pin.line for word in asked.only)]
    pins = [pin for pin in pins if not (asked.new and pin.found)]
    part, parts = asked.shard
    return pins[part - 1 :: parts]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.pins", description=__doc__)
    parser.add_argument("--shard", type=parse_shard, default=(1, 1), metavar="K/N", help="the k-th of n parts")
    parser.add_argument("--fifth", action="store_true", help="only the fixed part that the gate judges")
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="WORD", help="only pins whose line has all these words"
    )
    parser.add_argument(
        "--gather", action="store_true", help="first list the claims that papers, tables and tests state"
    )
    parser.add_argument("--new", action="store_true", help="only pins of which nothing is found yet")
    parser.add_argument("--write", action="store_true", help="write what is found now into the pins")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time limit for a claim")
    return parser


if __name__ == "__main__":
    sys.exit(main())
