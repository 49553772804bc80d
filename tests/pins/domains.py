"""Compares the domains of all pins with exact random points: ``python -m tests.pins.domains [--points N] [--every N]``.

At points that meet the hypotheses, both sides must have a value exactly where the domain is true; and for each of its conditions a
point that meets the hypotheses without it is looked for.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive.core import Formula, Logic, Problem
from derive.definedness.domain import Domain, domain, latex_of, opened
from derive.definedness.points import find, random_points, sides_defined, speaks_of_functions, truth
from derive.errors import DeriveError
from derive.evidence import Point
from derive.exact.certification.truth import Place, formula_truth, to_array
from derive.exact.rings.rings import Irrational, Uncertain, Undecided, Undefined
from proofs.judging.understand import understand
from tests.pins.judging import progress
from tests.pins.pin import Pin, read_pins

POINTS = 200


@dataclass(frozen=True)
class Seen:
    """What random points say of a domain.

    Attributes:
        inside: Points where it is true.
        outside: Points where it is not.
        open: Points where that, or whether the sides have values, is not decided.
        wrong: A point where it is true and a side has no value, or the other way round, as text; empty if there is none.
        needed: Whether for each condition a point without it was found.

    """

    inside: int
    outside: int
    open: int
    wrong: str
    needed: bool


def with_domains(pins: Sequence[Pin]) -> list[Pin]:
    """Return the pins that hold on a part of their hypotheses."""
    return [pin for pin in pins if pin.found.get("domain")]


def problems(pin: Pin) -> Iterator[Problem]:
    """Yield the problems of a pin's claim."""
    for reading in understand(pin.claim):
        yield from (link.typed.problem for link in reading.links if link.typed is not None)


def seen(problem: Problem, points: int, found: Domain, seed: int = 1) -> Seen | None:
    """Return what random points say of a domain; None if it is everywhere, or no point shows the hypotheses of the problem."""
    told = opened(problem)[0]
    if not found.conditions or found.nowhere is not None or speaks_of_functions(told):
        return None
    counts, wrong, sides = Counter[bool | None](), "", sides_defined(told.goal)
    for point in random_points(told, points, seed):
        truths = [truth(point, condition) for condition in found.conditions]
        inside = False if False in truths else None if None in truths else True
        counts[inside] += 1
        if inside is not None and _have_values(point, sides) is (not inside):
            wrong = wrong or f"{'inside' if inside else 'outside'} {point.sizes} {point.indices} {point.inputs}"
    needed = all(find(told, [Logic("not", (one,))], seed) is not None for one in found.conditions)
    return Seen(counts[True], counts[False], counts[None], wrong, needed)


def _have_values(point: Point, sides: Formula) -> bool | None:
    """Whether sides have values at a point, None where exact numbers and enclosures do not tell."""
    place = Place(point.sizes, {n: to_array(m) for n, m in point.inputs.items()}, point.indices)
    try:
        return True if formula_truth(place, sides)[0] is True else None
    except Undecided:
        return None
    except Undefined:
        return False
    except (DeriveError, Irrational, Uncertain, ArithmeticError):
        return None


def main(arguments: list[str] | None = None) -> int:
    """Compare all domains; return 1 if a point contradicts one."""
    parser = argparse.ArgumentParser(prog="python -m tests.pins.domains", description=__doc__)
    parser.add_argument("--points", type=int, default=POINTS, help="exact points for each domain")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="only pins whose line has one of these words")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th pin")
    asked = parser.parse_args(arguments)
    pins = [pin for pin in with_domains(read_pins()) if not asked.only or any(w in pin.line for w in asked.only)][:: asked.every]
    report, counts = progress(len(pins)), Counter[str]()
    for done, pin in enumerate(pins, 1):
        for problem in problems(pin):
            where = domain(problem)
            found = seen(problem, asked.points, where)
            if found is None:
                counts["not seen at points"] += 1
                continue
            counts["domains"] += 1
            counts["points inside"] += found.inside
            counts["points outside"] += found.outside
            counts["points not decided"] += found.open
            if found.wrong:
                counts["wrong"] += 1
                print(f"wrong      {pin.id}: ${latex_of(where.conditions)}$: {found.wrong}", flush=True)
            if not found.needed:
                counts["with a condition that no point was found to need"] += 1
                print(f"not needed {pin.id}: ${latex_of(where.conditions)}$", flush=True)
        report(done)
    print(f"{len(pins)} pins: {dict(counts)}")
    return int(counts["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
