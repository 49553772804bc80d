"""Turn a LaTeX source into a paper file: its displayed formulas as claims, with declarations inferred from use."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from proofs.commands.common import progress_line
from proofs.usage import BadInput

EPILOG = """example:
  derive import paper.tex -o paper.paper.md

Declarations that the text does not give are inferred from the use of names, in blocks ```math given inferred: check
them. Verdicts that rest on them say so. `derive audit paper.tex` does both in one go."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the LaTeX source and where the paper file goes."""
    parser.add_argument(
        "source",
        metavar="PAPER.tex",
        help="LaTeX source, its folder, or an archive of it (.tar.gz, .zip); it is read, never run",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")


def run(arguments: argparse.Namespace) -> int:
    """Write or print the skeleton and return 0; raises `BadInput` for a source that is none and a file that exists."""
    from proofs.importing.importer import import_source
    from proofs.importing.source_tree import open_source

    path = Path(arguments.source)
    try:
        tree = open_source(path)
        with progress_line(quiet=False) as progress:
            made = import_source(tree, infer=True, progress=progress or (lambda *_: None))
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise BadInput(f"{path}: {problem}") from None
    if tree.others:
        print(f"read {tree.main}; not read: {', '.join(tree.others)}", file=sys.stderr)
    if not arguments.output:
        sys.stdout.write(made.text)
        print(made.summary(), file=sys.stderr)
        return 0
    target = Path(arguments.output)
    try:
        with target.open("x", encoding="utf-8") as stream:
            stream.write(made.text)
    except FileExistsError:
        raise BadInput(f"{target} exists already; it is left as it is") from None
    except OSError as problem:
        raise BadInput(f"{target}: {problem.strerror}") from None
    print(f"wrote {target}: {made.summary()}\ncheck what is inferred, then: derive audit {target}")
    return 0
