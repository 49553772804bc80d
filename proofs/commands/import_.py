"""Turn a LaTeX source into a paper file: its displayed formulas as claims, with declarations inferred from use."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from proofs.commands.common import progress_line
from proofs.commands.sources import import_to, imported

EPILOG = """example:
  derive import paper.tex -o paper.paper.md

Declarations that the text does not give are inferred from the use of names, in blocks ```math given inferred: check
them. Verdicts that rest on them say so. Importing again keeps what you edited. `derive audit paper.tex` does both in one go."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the LaTeX source and where the paper file goes."""
    parser.add_argument(
        "source",
        metavar="PAPER.tex",
        help="LaTeX source, its folder, or an archive of it (.tar.gz, .zip); it is read, never run",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")


def run(arguments: argparse.Namespace) -> int:
    """Write or print the paper file and return 0; raises `BadInput` for a source that is none."""
    path = Path(arguments.source)
    with progress_line(quiet=False) as progress:
        if arguments.output:
            target = Path(arguments.output)
            print(import_to(path, target, progress))
            print(f"check what is inferred, then: derive audit {target}")
            return 0
        _, made = imported(path, progress)
    sys.stdout.write(made.text)
    print(made.summary(), file=sys.stderr)
    return 0
