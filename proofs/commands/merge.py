"""Put the JSON results of several audits (of shards, or of several papers) together."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from proofs.commands.audit import deliver
from proofs.usage import BadInput

EPILOG = """example:
  derive merge part1.json part2.json part3.json --json result.json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "results", nargs="+", metavar="RESULT.json", help="results of `derive audit --json`, in the order of the shards"
    )
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON (- for standard output)")
    parser.add_argument("--junit", metavar="FILE", help="write the result as JUnit XML")
    parser.add_argument("--exit-zero", action="store_true", help="exit 0 where some verdict is not as expected")
    parser.add_argument("-q", "--quiet", action="store_true", help="show only what is not as expected")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="show evidence and what was understood")


def run(arguments: argparse.Namespace) -> int:
    from proofs.merge import merge
    from proofs.schema import audit_from_json

    audits = []
    for name in arguments.results:
        try:
            audits.append(audit_from_json(json.loads(Path(name).read_text(encoding="utf-8"))))
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise BadInput(f"{name}: {problem}") from None
    try:
        result = merge(audits)
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    return deliver(result, arguments)
