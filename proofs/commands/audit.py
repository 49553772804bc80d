"""Judge every claim of paper files: a file, a folder, or the name of a shipped paper."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from proofs.commands.common import audit_arguments, audit_options, progress_line
from proofs.schema import Audit

EPILOG = """examples:
  derive audit curvature_gap
  derive audit paper.md --only thm-2,thm-4 -v
  derive audit papers/ --json results.json --junit junit.xml --jobs 4
  derive audit paper.md --shard 1/8 --json part1.json     (then: derive merge part*.json)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    audit_arguments(parser)
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON (- for standard output)")
    parser.add_argument("--junit", metavar="FILE", help="write the results as JUnit XML")
    parser.add_argument("--exit-zero", action="store_true", help="exit 0 where some verdict is not as expected")
    parser.add_argument("--pin", action="store_true", help="write today's verdicts as `expect:` into the paper files")
    parser.add_argument("-q", "--quiet", action="store_true", help="show only what is not as expected")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="show evidence and what was understood")


def run(arguments: argparse.Namespace) -> int:
    from proofs.auditor import audit

    options = audit_options(arguments)
    with progress_line(arguments.quiet) as progress:
        result = audit(arguments.papers, options, progress=progress)
    return deliver(result, arguments)


def deliver(result: Audit, arguments: argparse.Namespace) -> int:
    """Write, print and pin a result; return the exit code."""
    from proofs.schema import write_json
    from proofs.table import table, wants_color

    out = sys.stderr if arguments.json == "-" else sys.stdout
    for error in result.errors:
        print(f"derive: {error}", file=sys.stderr)
    if result.papers:
        color = wants_color(out)
        print(table(result, color=color, verbose=arguments.verbose, quiet=arguments.quiet), file=out)
    elif not result.errors:
        print("0 claims read", file=out)
    if result.papers and not result.read:
        print("derive: no claim was collected", file=sys.stderr)
    if arguments.json == "-":
        json.dump(result.to_json(), sys.stdout, ensure_ascii=False, indent=1)
        print()
    elif arguments.json:
        write_json(result.to_json(), Path(arguments.json))
    if arguments.junit:
        from proofs.junit import write_junit

        write_junit(result, Path(arguments.junit))
    if getattr(arguments, "pin", False):
        from proofs.pin import pin

        print("\n".join(pin(result)), file=out)
    code = result.exit_code
    return 0 if code == 1 and arguments.exit_zero else code
