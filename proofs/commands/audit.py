"""Judge every claim of paper files: a file, a folder, the name of a shipped paper, or a LaTeX source, which is imported."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import time
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

from proofs.commands.common import audit_arguments, audit_options, progress_line
from proofs.commands.output import check_outputs
from proofs.commands.sources import as_papers, is_source
from proofs.commands.streams import print_json
from proofs.results.schema import Audit
from proofs.usage import BadInput

EPILOG = """examples:
  derive audit curvature_gap
  derive audit paper.tex       (imported into paper.paper.md beside it, then judged; edit that file and audit it again)
  derive audit paper.md --only thm-2,thm-4 -v
  derive audit papers/ --json results.json --junit junit.xml --jobs 4
  derive audit paper.md --shard 1/8 --json part1.json     (then: derive merge part*.json)"""


FORMATS = ("text", "github", "sarif")
FIRST_PAGE = 10.0
"""Seconds that a claim of a LaTeX source may take, unless told otherwise."""
_SOURCES, _PAPERS = (".tex", ".ltx", ".sty", ".gz", ".tgz", ".tar", ".zip"), (".md",)
"""The files that are watched: those that an import reads, and those that are judged."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `audit_arguments` shares with other commands, where results go and how much is shown."""
    audit_arguments(parser)
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON (- for standard output)")
    parser.add_argument("--junit", metavar="FILE", help="write the results as JUnit XML")
    parser.add_argument("--sarif", metavar="FILE", help="write what is not as expected as SARIF 2.1.0")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="what is printed: a table, annotations of a GitHub workflow, or SARIF (default: text)",
    )
    parser.add_argument(
        "--proofs", metavar="DIR", help="write and verify the proof objects of claims that hold (docs/proofs.md)"
    )
    parser.add_argument("--exit-zero", action="store_true", help="exit 0 where some verdict is not as expected")
    parser.add_argument("--pin", action="store_true", help="write today's verdicts as `expect:` into the paper files")
    parser.add_argument("--watch", action="store_true", help="judge again whenever a file changes, until interrupted")
    parser.add_argument("-q", "--quiet", action="store_true", help="show only what is not as expected")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="show evidence and what was understood")


def run(arguments: argparse.Namespace) -> int:
    """Judge the papers and deliver the result; output files that cannot be written are refused before any work."""
    given = list(arguments.papers)
    watched, code = given, None
    while True:
        # What was read is noted before it is judged: a change that comes while the result is printed is not missed.
        seen = _contents(given, _SOURCES)
        try:
            _import(arguments)
            watched = [*given, *arguments.papers]
            seen |= _contents(watched, _PAPERS)
            code = _judge(arguments)
        except BadInput as problem:
            if code is None:  # nothing was judged yet; later it is half of an edit, and the rest of it will come
                raise
            seen |= _contents(watched, _PAPERS)
            print(f"derive: {problem}", file=sys.stderr)
        if not arguments.watch:
            return code
        try:
            _wait_for_a_change(watched, seen)
        except KeyboardInterrupt:
            return code
        arguments.papers = list(given)


def _wait_for_a_change(watched: list[str], seen: dict[str, int]) -> None:
    """Wait until files are no longer what was seen, and whoever writes them is done."""
    before = seen
    while (now := _contents(watched, (*_SOURCES, *_PAPERS))) == seen or now != before:
        before = now
        time.sleep(0.4)


def _import(arguments: argparse.Namespace) -> None:
    """Replace LaTeX sources by the paper files that are written from them."""
    with progress_line(arguments.quiet) as progress:
        named = list(arguments.papers)
        arguments.papers = as_papers(named, progress)
    if arguments.papers != named and arguments.effort is None:
        arguments.effort = "quick"  # a first page, soon
        arguments.timeout = arguments.timeout or FIRST_PAGE


def _judge(arguments: argparse.Namespace) -> int:
    from proofs.auditing.auditor import audit

    options = audit_options(arguments)
    check_outputs({"--json": arguments.json, "--junit": arguments.junit, "--sarif": arguments.sarif}, arguments.papers)
    if arguments.json == "-" and arguments.format == "sarif":
        raise BadInput("--json - and --format sarif both write to standard output; name a file for one of them")
    with progress_line(arguments.quiet) as progress:
        result = audit(arguments.papers, options, progress=progress)
    code = deliver(result, arguments)
    if arguments.proofs and result.papers:
        _prove(result, arguments)
    return code


def _contents(paths: Iterable[str], suffixes: tuple[str, ...]) -> dict[str, int]:
    """A checksum of each file with one of the suffixes, those beside a LaTeX source included."""
    found: dict[str, int] = {}
    for one in paths:
        path = Path(one)
        inside = path if path.is_dir() else path.parent if is_source(path) else None
        for file in [path] if inside is None else inside.rglob("*"):
            if file.suffix in suffixes and file.is_file():
                with contextlib.suppress(OSError):
                    found[str(file)] = zlib.crc32(file.read_bytes())
    return found


def _prove(result: Audit, arguments: argparse.Namespace) -> None:
    """Write and verify the proof objects of what holds, and say how many there are."""
    from proofs.judging.proofs import prove_all
    from proofs.reading.reader import read_paper

    papers = [read_paper(Path(paper.paper)) for paper in result.papers]
    objects, without = prove_all(result, papers, Path(arguments.proofs))
    out = sys.stderr if arguments.json == "-" or arguments.format == "sarif" else sys.stdout
    print(f"proofs: {objects} objects accepted; claims without: {len(without)}", file=out)
    if arguments.verbose:
        for name, reason in without.items():
            print(f"  {name}: no proof object ({reason})", file=out)


def deliver(result: Audit, arguments: argparse.Namespace) -> int:
    """Write files first, then print; return the exit code, which is that of the verdicts."""
    from proofs.results.table import table, wants_color

    form = getattr(arguments, "format", "text")
    out = sys.stderr if arguments.json == "-" or form == "sarif" else sys.stdout
    pinned, failures = _write_files(result, arguments)
    for error in (*once(result.errors), *failures, *result.remarks):
        print(f"derive: {error}", file=sys.stderr)
    if result.papers:
        color = wants_color(out)
        print(table(result, color=color, verbose=arguments.verbose, quiet=arguments.quiet), file=out)
    elif not result.errors:
        print("0 claims read", file=out)
    if result.papers and not result.read:
        print("derive: no claim was collected", file=sys.stderr)
    if arguments.json == "-":
        print_json(result.to_json())
    if form == "sarif":
        from proofs.results.sarif import sarif

        print_json(sarif(result))
    elif form == "github":
        from proofs.results.annotations import annotations

        print("".join(f"{line}\n" for line in annotations(result)), end="")
    if pinned:
        print("\n".join(pinned), file=out)
    code = max(result.exit_code, 2) if failures else result.exit_code
    return 0 if code == 1 and arguments.exit_zero else code


def once(errors: Iterable[str]) -> list[str]:
    """Return errors with each cause told once, at its first place, with the number of places; the most frequent first.

    Examples:
        >>> once(["a.md:1:2: no x", "a.md:5:2: no y", "a.md:7: no y"])
        ['a.md:5:2: no y (and in 1 more place)', 'a.md:1:2: no x']

    """
    causes: dict[str, list[str]] = {}
    for error in errors:
        causes.setdefault(re.sub(r"^.*?:\d+(?::\d+)?: ", "", error), []).append(error)
    ordered = sorted(causes.values(), key=lambda places: -len(places))
    more = (f" (and in {len(p) - 1} more place{'s' if len(p) > 2 else ''})" if len(p) > 1 else "" for p in ordered)
    return [places[0] + said for places, said in zip(ordered, more, strict=True)]


def _write_files(result: Audit, arguments: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Write JSON and JUnit, and pin; return what was pinned and which files could not be written."""
    from proofs.results.junit import write_junit
    from proofs.results.pin import pin
    from proofs.results.schema import write_json

    pinned: list[str] = []
    failures: list[str] = []

    def attempt(name: str, write: Callable[[], object]) -> None:
        try:
            write()
        except OSError as problem:
            failures.append(f"{name}: {problem.strerror or problem}")

    if arguments.json and arguments.json != "-":
        attempt(arguments.json, lambda: write_json(result.to_json(), Path(arguments.json)))
    if arguments.junit:
        attempt(arguments.junit, lambda: write_junit(result, Path(arguments.junit)))
    if getattr(arguments, "sarif", None):
        from proofs.results.sarif import sarif

        attempt(arguments.sarif, lambda: write_json(sarif(result), Path(arguments.sarif)))
    if getattr(arguments, "pin", False):
        attempt("--pin", lambda: pinned.extend(pin(result)))
    return pinned, failures
