"""Serve an editor over standard input and output: findings beside the line, repairs as quick fixes, what was understood on hover."""

from __future__ import annotations

import argparse
import os

from proofs.usage import BadInput

EPILOG = """example:
  derive lsp          an editor starts it, see docs/editor.md; it needs: pip install derive-checker[lsp]

Paper files (.md) and LaTeX sources (.tex, through their import) are judged when they are opened and saved; only what has changed since is
judged, and what `derive audit` keeps in .derive of the project counts, too. No source is run and no file is written but in .derive.

exit codes: 0 ended by the editor, 2 the library pygls is missing or an option cannot be used"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add how claims are judged."""
    parser.add_argument("--effort", choices=("quick", "normal"), default="quick", help="budget of evaluations (default: quick)")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="SECONDS", help="what a claim may take (default: 30)")
    parser.add_argument("--jobs", type=int, metavar="N", help="worker processes (default: one per core, at most 4)")


def run(arguments: argparse.Namespace) -> int:
    """Serve until the editor ends it."""
    from proofs.auditing.workers import Job
    from proofs.reading.options import How
    from proofs.serving.desk import Desk

    try:
        from proofs.editing.findings import warm
        from proofs.editing.server import language_server
    except ImportError as problem:
        if (problem.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise BadInput("`derive lsp` needs the library pygls: pip install 'derive-checker[lsp]'") from None
    for option, low, high in (("timeout", 0.1, 86400), ("jobs", 1, 64)):
        value = getattr(arguments, option)
        if value is not None and not low <= value <= high:
            raise BadInput(f"--{option} is {value:g}; it must be between {low:g} and {high:g}")
    jobs = arguments.jobs or min(os.cpu_count() or 1, 4)
    with Desk(jobs, Job(warm, ())) as desk:
        server, _ = language_server(desk, How(effort=arguments.effort), arguments.timeout)
        with os.fdopen(os.dup(0), "rb") as read, os.fdopen(os.dup(1), "wb") as write:
            os.dup2(2, 1)  # whatever a library prints must not end up in the protocol
            server.start_io(read, write)
    return 0
