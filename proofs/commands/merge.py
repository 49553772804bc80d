"""Put the JSON results of several audits (of shards, or of several papers) together."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from proofs.commands.audit import deliver
from proofs.commands.output import check_outputs
from proofs.results.schema import Audit, audit_from_json
from proofs.usage import BadInput

EPILOG = """example:
  derive merge part1.json part2.json part3.json --json result.json

A result that was edited is refused, and so are results of different texts of one paper, of different versions of the
checker, or of audits with different --effort, --sizes, --full or --seed. Where a selected claim is in none of the results, the exit code is 130, as for an
interrupted audit, and the claims are named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the results to be merged, where the whole goes and how much is shown."""
    parser.add_argument(
        "results", nargs="+", metavar="RESULT.json", help="results of `derive audit --json`, in the order of the shards"
    )
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON (- for standard output)")
    parser.add_argument("--junit", metavar="FILE", help="write the result as JUnit XML")
    parser.add_argument("--exit-zero", action="store_true", help="exit 0 where some verdict is not as expected")
    parser.add_argument("-q", "--quiet", action="store_true", help="show only what is not as expected")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="show evidence and what was understood")


def run(arguments: argparse.Namespace) -> int:
    """Deliver the results as those of one audit, whose exit code it is; missing shards are named."""
    from proofs.results.merge import merge, missing_shards

    check_outputs({"--json": arguments.json, "--junit": arguments.junit})
    check_outputs({"--junit": arguments.junit}, arguments.results)
    audits = [_whole(name) for name in arguments.results]
    try:
        result = merge(audits)
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    if result.interrupted and (parts := missing_shards(audits)):
        print(f"derive: there is no result of shard {', '.join(parts)}", file=sys.stderr)
    return deliver(result, arguments)


def _whole(name: str) -> Audit:
    """Read a result as it was written: one that was edited, or cannot show that it was not, is refused."""
    try:
        data = json.loads(Path(name).read_text(encoding="utf-8"))
        audit = audit_from_json(data)
    except (OSError, ValueError, RecursionError) as problem:
        raise BadInput(f"{name}: {problem}") from None
    if "digest" not in data:
        raise BadInput(f"{name}: it has no digest, so that an edit would not be noticed; audit again")
    if audit.options is None or not all(paper.sha256 for paper in audit.papers):
        raise BadInput(f"{name}: it does not say what text of a paper it judges, under which options; audit again")
    return audit
