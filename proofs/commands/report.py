"""Write a report of an audit: one self-contained file per paper."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.commands.common import audit_arguments, audit_options, output_folder, progress_line
from proofs.commands.output import check_report
from proofs.usage import BadInput

if TYPE_CHECKING:
    from proofs.results.schema import Audit

EPILOG = """examples:
  derive report curvature_gap -o report
  derive report paper.md -o report --format html,md,tex --against last-week.json"""
FORMATS = ("html", "md", "tex", "pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `audit_arguments` shares with other commands, the folder, the formats and an earlier result."""
    audit_arguments(parser)
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="folder of the report")
    parser.add_argument("--format", default="html", metavar="FORMATS", help="any of html,md,tex,pdf (default: html)")
    parser.add_argument("--against", metavar="OLD.json", help="an earlier result, to show what has changed")
    parser.add_argument(
        "--proofs", metavar="DIR", help="proof objects, made where none is kept: pages of their own in HTML"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors")


def run(arguments: argparse.Namespace) -> int:
    """Write the reports and print their paths; verdicts that are not as expected cost no exit code."""
    formats = tuple(f.strip() for f in arguments.format.split(","))
    if bad := [f for f in formats if f not in FORMATS]:
        raise BadInput(f"--format: {bad[0]!r} is none of {', '.join(FORMATS)}")
    from proofs.auditing.auditor import audit
    from proofs.report import write_report

    against = _old(arguments.against) if arguments.against else None
    options = audit_options(arguments)
    folder = output_folder(arguments.output)
    check_report(folder, formats, arguments.papers)
    with progress_line(arguments.quiet) as progress:
        result = audit(arguments.papers, options, progress=progress)
    for error in (*result.errors, *result.remarks):
        print(f"derive: {error}", file=sys.stderr)
    for paper in _not_compared(result, against):
        print(
            f"derive: --against {arguments.against}: it has no result of {paper}: no changes are shown", file=sys.stderr
        )
    again = f"--effort {options.how.effort}" + (" --full" if options.how.full else "")
    again += "".join(f" --sizes {','.join(f'{k}={v}' for k, v in options.how.sizes)}" for _ in options.how.sizes[:1])
    again += f" --roads {shlex.quote(','.join(options.how.roads))}" if options.how.roads else ""
    jobs = options.jobs or min(os.cpu_count() or 1, 8)
    proofs = Path(arguments.proofs) if arguments.proofs else None
    if proofs is not None:
        from proofs.judging.proofs import prove_all
        from proofs.reading.reader import read_paper

        prove_all(result, [read_paper(Path(paper.paper)) for paper in result.papers], proofs)
    for path in write_report(
        result.to_json(), folder, formats, against=against, options=again, jobs=jobs, proofs=proofs
    ):
        if not arguments.quiet:
            print(path)
    return result.exit_code if result.exit_code > 1 else 0


def _old(name: str) -> dict:
    from proofs.results.schema import audit_from_json

    try:
        data = json.loads(Path(name).read_text(encoding="utf-8"))
        audit_from_json(data)
        return data
    except (OSError, ValueError, RecursionError) as problem:
        raise BadInput(f"--against {name}: {problem}") from None


def _not_compared(result: Audit, against: dict | None) -> list[str]:
    """The papers that an earlier result does not speak of."""
    from proofs.report.changes import same_paper
    from proofs.results.schema import audit_from_json

    if against is None:
        return []
    earlier = audit_from_json(against).papers
    return [one.paper for one in result.papers if same_paper(one.paper, earlier) is None]
