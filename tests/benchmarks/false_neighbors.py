"""False claims are put to the builder of proofs: none may get an object. ``python -m tests.benchmarks.false_neighbors [--every N]``.

All pins that are refuted (their certificates are exact), and neighbors of the equations and bounds that hold, wherever exact arithmetic sees
them fail at a point: another multiple, a summand more, the other direction.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from derive import build
from derive.core import Expr, Problem, Rel
from derive.errors import DeriveError
from derive.even_powers import with_even_powers
from derive.exact import choose_sizes, decide
from proofs.judging.understand import understand
from proofs.proving.objects import proof_of
from proofs.reading.paper import BadPaper
from tests.pins.pin import Pin, read_pins

DEEP = 20_000


def problem_of(pin: Pin) -> Problem | None:
    """Return the problem of a claim of one relation that can be read in one way."""
    try:
        (reading,) = understand(pin.claim)
        (link,) = reading.links
    except (ValueError, LookupError, DeriveError, BadPaper):
        return None
    if link.typed is None or len(link.typed.readings) > 1:
        return None
    return with_even_powers(link.typed.problem)


def neighbors(problem: Problem) -> Iterator[tuple[str, Problem]]:
    """Yield statements that say a little more than an equation or a bound, and what they say."""
    goal = problem.goal
    if not isinstance(goal, Rel) or goal.op not in ("=", "<=", "<", ">=", ">"):
        return
    left, right = goal.lhs, goal.rhs
    more = ("=", build.add(right, _filled(right))) if goal.op == "=" else (goal.op, build.add(right, _shift(goal.op, right)))
    yield "a summand more", replace(problem, goal=Rel(more[0], left, more[1]))
    yield "another multiple", replace(problem, goal=Rel(goal.op, left, build.scale(build.const(_factor(goal.op)), right)))
    yield "the other direction", replace(problem, goal=Rel({"=": "!="}.get(goal.op, goal.op), right, left))


def _filled(e: Expr) -> Expr:
    return build.ones(e.shape.rows, e.shape.cols) if not e.shape.is_scalar else build.const(1)


def _shift(op: str, e: Expr) -> Expr:
    return build.scale(build.const(-1 if op[0] == "<" else 1), _filled(e))


def _factor(op: str) -> str:
    return {"<": "9/10", "=": "11/10"}.get(op[0], "10/9")


def is_false(problem: Problem) -> bool:
    """Whether exact arithmetic sees a statement fail at a point."""
    try:
        _, point = decide(problem, [dict(s) for s in choose_sizes(problem, ())], 0)
    except DeriveError:
        return False
    return point is not None


def false_claims(every: int) -> Iterator[tuple[str, str, Problem]]:
    """Yield false statements with their names and kinds, of every N-th pin."""
    for pin in sorted(read_pins(), key=lambda p: p.shuffled)[::every]:
        verdict = pin.found.get("verdict")
        problem = problem_of(pin) if verdict in ("refuted", "holds") else None
        if problem is None:
            continue
        if verdict == "refuted":
            yield pin.id, "refuted", problem
            continue
        try:
            near = list(neighbors(problem))
        except (DeriveError, ValueError):
            continue
        for kind, other in near:
            if is_false(other):
                yield pin.id, kind, other


def measure(every: int) -> tuple[Counter[str], list[str]]:
    """Return how many false statements of each kind were tried, and those that got an object."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEP))
    tried, accepted = Counter[str](), []
    for name, kind, problem in false_claims(every):
        tried[kind] += 1
        if proof_of(problem).data is not None:
            accepted.append(f"{name}: {kind}")
    return tried, accepted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="look at every N-th pin only")
    tried, accepted = measure(parser.parse_args().every)
    print(f"{tried.total():,} false statements ({', '.join(f'{n:,} {kind}' for kind, n in sorted(tried.items()))}); with an object: {len(accepted)}")
    for one in accepted:
        print(f"  {one}")
    return 3 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
