"""Serve a page on this machine: derive, check claims and judge papers while you write."""

from __future__ import annotations

import argparse
import os
import sys

from proofs.usage import BadInput

EPILOG = """examples:
  derive serve                      then open http://127.0.0.1:8765/
  derive serve --port 0             any free port
  derive serve --host 0.0.0.0       for others, who need the token in the address that is printed

The page is part of the package and asks nothing of any other machine. Formulas are judged in worker processes with a limit of
time and memory each; they open no file but those of the program (docs/serve.md).

exit codes: 0 ended by Ctrl-C, 2 it cannot listen at this address"""
PORT = 8765


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where to listen, who may ask, and what a request may take."""
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen at (default: 127.0.0.1, this machine alone)")
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"port; 0 for any that is free (default: {PORT})")
    parser.add_argument("--token", default="", metavar="TEXT", help="what every request must show (default: made for any address but this machine)")
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help="a further name by which browsers call this machine")
    parser.add_argument("--jobs", type=int, metavar="N", help="worker processes (default: one per core, at most 4)")
    parser.add_argument("--memory", type=int, default=4096, metavar="MB", help="megabytes that a worker may take (default: 4096)")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help="what a claim may take (default: 60)")


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from proofs.serving.server import serving

    for option, low, high in (("port", 0, 65535), ("memory", 512, 1 << 20), ("jobs", 1, 64), ("timeout", 0.1, 86400)):
        value = getattr(arguments, option)
        if value is not None and not low <= value <= high:
            raise BadInput(f"--{option} is {value:g}; it must be between {low} and {high}")
    if arguments.token and (len(arguments.token) < 8 or not arguments.token.isascii() or not arguments.token.replace("-", "").replace("_", "").isalnum()):
        raise BadInput("--token has at least 8 letters, digits, `-` and `_`")
    jobs = arguments.jobs or min(os.cpu_count() or 1, 4)
    try:
        with serving(
            arguments.host, arguments.port, jobs=jobs, memory=arguments.memory, seconds=arguments.timeout, token=arguments.token, names=tuple(arguments.name)
        ) as server:
            print(f"derive: {server.url}  (Ctrl-C ends it)", flush=True)
            try:
                server.serve_forever(poll_interval=0.2)
            except KeyboardInterrupt:
                print("derive: ended", file=sys.stderr)
            return 0
    except (OSError, OverflowError) as problem:
        raise BadInput(f"--host {arguments.host} --port {arguments.port}: {getattr(problem, 'strerror', None) or problem}") from None
