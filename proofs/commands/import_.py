"""Turn a .tex source into a skeleton paper file: its displayed formulas under headings, its macros in the header."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from proofs.usage import BadInput

EPILOG = """example:
  derive import paper.tex -o paper.paper.md

Then declare the symbols in a ```math given block; `derive audit` names what is still missing."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the LaTeX source and where the paper file goes."""
    parser.add_argument("source", metavar="PAPER.tex", help="LaTeX source; it is read, never run")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")


def run(arguments: argparse.Namespace) -> int:
    """Write or print the skeleton and return 0; raises `BadInput` for a source that is none and a file that exists."""
    from proofs.importing.importer import import_tex

    path = Path(arguments.source)
    try:
        made = import_tex(path.read_text(encoding="utf-8", errors="replace"), folder=path.parent)
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise BadInput(f"{path}: {problem}") from None
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
    print(f"wrote {target}: {made.summary()}\ndeclare the symbols, then: derive audit {target}")
    return 0
